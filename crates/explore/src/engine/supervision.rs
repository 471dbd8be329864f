//! When a search looks up from its work: how often, and what it does then.

use super::Stopping;
use crate::observer::{Observer, Progress};
use crate::options::Options;
use crate::outcome::StopReason;
use std::time::{Duration, Instant};

/// How many rounds of the loop pass between two looks at the clock, memory and interrupt.
const ROUNDS_PER_LOOK: u32 = 4096;
/// A step in a state with so many components, or threads to be asked for their choices, takes twice the usual time.
const USUAL_COMPONENTS: usize = 64;
/// How often the observer is told.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// The search from outside: its clock, its limits, who watches it.
pub struct Supervision<'a> {
    /// What tells it to stop.
    pub stopping: Stopping<'a>,
    /// Rounds since the last look.
    rounds: u32,
    started: Instant,
    told: Instant,
    checkpoint_wanted: bool,
    /// Why the search stops before it expands another state.
    pub put_off: Option<StopReason>,
}

impl<'a> Supervision<'a> {
    /// Of a search that begins now.
    pub fn new(options: &'a Options) -> Self {
        let now = Instant::now();
        Self {
            stopping: Stopping::new(options),
            rounds: 0,
            started: now,
            told: now,
            checkpoint_wanted: false,
            put_off: None,
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it is time for a look, after a round of so much work in a state with so many components and threads.
    #[inline]
    pub fn is_due(&mut self, weight: u32, components: usize) -> bool {
        let size = (1 + components / USUAL_COMPONENTS).min(ROUNDS_PER_LOOK as usize) as u32;
        self.rounds += weight * size;
        let due = self.rounds >= ROUNDS_PER_LOOK;
        if due {
            self.rounds = 0;
        }
        due
    }

    /// Tells the observer how the search goes, if it is time to, and asks whether it wants a checkpoint.
    pub fn tell(&mut self, observer: &mut dyn Observer, progress: &Progress) {
        self.checkpoint_wanted |= observer.wants_checkpoint();
        if self.told.elapsed() > TELL_EVERY {
            self.told = Instant::now();
            observer.progress(progress);
        }
    }

    /// The search is to stop, for this reason or an earlier one, with a last checkpoint.
    pub fn put_off(&mut self, reason: StopReason) {
        self.checkpoint_wanted = true;
        self.put_off.get_or_insert(reason);
    }

    /// Whether a checkpoint is wanted, for the first time since the last call.
    #[inline]
    pub fn takes_checkpoint(&mut self) -> bool {
        std::mem::take(&mut self.checkpoint_wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds_between_looks(weight: u32, components: usize) -> u32 {
        let options = Options::default();
        let mut supervision = Supervision::new(&options);
        let looks = (1..).filter(|_| supervision.is_due(weight, components));
        let first: Vec<u32> = looks.take(2).collect();
        first[1] - first[0]
    }

    #[test]
    fn a_search_looks_more_often_if_its_rounds_take_longer() {
        assert_eq!(rounds_between_looks(1, 10), ROUNDS_PER_LOOK);
        assert_eq!(rounds_between_looks(256, 10), ROUNDS_PER_LOOK / 256);
        assert_eq!(rounds_between_looks(1, 64), ROUNDS_PER_LOOK / 2);
        assert_eq!(rounds_between_looks(1, usize::MAX - 1), 1);
    }
}
