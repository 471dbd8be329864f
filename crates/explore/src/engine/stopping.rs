//! Whether a search has to stop: the clock, the memory, the interrupt.

use crate::observer::Observer;
use crate::options::Options;
use crate::outcome::StopReason;
use commute_machine::{GivenUp, Patience};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How often the system is asked how much memory the process has: a search of large states wants to know at every few of them.
const ASK_EVERY: Duration = Duration::from_millis(5);

/// What tells a search to stop.
pub struct Stopping<'a> {
    options: &'a Options,
    deadline: Option<Instant>,
    /// What the process had when the system was last asked.
    resident: Cell<Option<(Instant, Option<u64>)>>,
}

impl<'a> Stopping<'a> {
    /// As the options say.
    pub fn new(options: &'a Options) -> Self {
        Self { options, deadline: options.deadline(), resident: Cell::new(None) }
    }

    /// Why the search has to stop now. `counted` are the bytes that it has reserved, of which some may never have been touched; `growth`
    /// those that it needs next.
    pub fn reason(&self, observer: &mut dyn Observer, counted: u64, growth: u64) -> Option<StopReason> {
        let limits = &self.options.limits;
        if self.options.interrupt.is_raised() {
            return Some(StopReason::Interrupted);
        }
        let over = |limit: &u64| self.resident(observer).unwrap_or(counted) + growth > *limit;
        if let Some(limit) = limits.memory.filter(over) {
            return Some(StopReason::Memory(limit));
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        limits.time.filter(|_| late).map(StopReason::Time)
    }

    /// How long the machine may work by itself.
    pub fn patience(&self, observer: &mut dyn Observer, counted: u64) -> Patience {
        let used = |limit: u64| limit.saturating_sub(self.resident(observer).unwrap_or(counted));
        Patience {
            interrupt: self.options.interrupt.clone(),
            deadline: self.deadline,
            bytes: self.options.limits.memory.map(used),
        }
    }

    fn resident(&self, observer: &mut dyn Observer) -> Option<u64> {
        let asked = self.resident.get().filter(|(at, _)| at.elapsed() < ASK_EVERY);
        let (at, found) = asked.unwrap_or_else(|| (Instant::now(), observer.resident()));
        self.resident.set(Some((at, found)));
        found
    }

    /// The same reason if it is the machine that has given up.
    pub fn reason_of(&self, why: GivenUp) -> StopReason {
        let limits = &self.options.limits;
        match why {
            GivenUp::Interrupted => StopReason::Interrupted,
            GivenUp::Time => StopReason::Time(limits.time.unwrap_or_default()),
            GivenUp::Memory => StopReason::Memory(limits.memory.unwrap_or_default()),
        }
    }
}
