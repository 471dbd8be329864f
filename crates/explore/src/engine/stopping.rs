//! Whether a search has to stop: the clock, the memory, the interrupt.

use crate::observer::Observer;
use crate::options::Options;
use crate::outcome::StopReason;
use commute_machine::{GivenUp, Patience};
use std::time::Instant;

/// What tells a search to stop.
pub struct Stopping<'a> {
    options: &'a Options,
    deadline: Option<Instant>,
}

impl<'a> Stopping<'a> {
    /// As the options say.
    pub fn new(options: &'a Options) -> Self {
        Self { options, deadline: options.deadline() }
    }

    /// Why the search has to stop now. `counted` are the bytes that it has reserved, of which some may never have been touched; `growth`
    /// those that it needs next.
    pub fn reason(&self, observer: &mut dyn Observer, counted: u64, growth: u64) -> Option<StopReason> {
        let limits = &self.options.limits;
        if self.options.interrupt.is_raised() {
            return Some(StopReason::Interrupted);
        }
        let over = |limit: &u64| observer.resident().unwrap_or(counted) + growth > *limit;
        if let Some(limit) = limits.memory.filter(over) {
            return Some(StopReason::Memory(limit));
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        limits.time.filter(|_| late).map(StopReason::Time)
    }

    /// How long the machine may work by itself.
    pub fn patience(&self, observer: &mut dyn Observer, counted: u64) -> Patience {
        let used = |limit: u64| limit.saturating_sub(observer.resident().unwrap_or(counted));
        Patience {
            interrupt: self.options.interrupt.clone(),
            deadline: self.deadline,
            bytes: self.options.limits.memory.map(used),
        }
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
