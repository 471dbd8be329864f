//! Watching a search from outside.

use crate::checkpoint::Checkpoint;
use crate::outcome::StopReason;
use std::time::Duration;

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress<'a> {
    /// States stored so far.
    pub states: u64,
    /// Steps executed so far.
    pub transitions: u64,
    /// The present depth.
    pub depth: u64,
    /// States that wait to be expanded (the queue, or the stack).
    pub frontier: u64,
    /// Bytes of store and frontier.
    pub memory: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// A variable, or something else, that has become larger all the time.
    pub growing: Option<&'a str>,
}

/// Where a search stands that has paused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pause {
    /// States stored so far.
    pub states: u64,
    /// The runs of single threads that were found so far, if there are any; else the steps that were made.
    pub runs: u64,
    /// The steps that they consist of.
    pub steps: u64,
    /// In how many states steps were chosen.
    pub expanded: u64,
    /// How many threads could step in these states.
    pub enabled: u64,
    /// How many of these steps were left out.
    pub left_out: u64,
    /// Of how many components a state consists.
    pub components: usize,
    /// Whether something is known to be wrong.
    pub found: bool,
}

/// Is told how a search goes, about ten times a second.
pub trait Observer {
    /// Called now and then.
    fn progress(&mut self, progress: &Progress);

    /// Bytes of memory that the process really uses, if that is known: the limit is compared with it rather than with what the
    /// search counts, which has room that was never touched.
    fn resident(&mut self) -> Option<u64> {
        None
    }

    /// Whether checkpoints are wanted at all.
    fn keeps_checkpoints(&self) -> bool {
        false
    }

    /// Whether a checkpoint is wanted now; asked now and then.
    fn wants_checkpoint(&mut self) -> bool {
        false
    }

    /// Where the search stands. Only a breadth-first search with the exact store can tell.
    fn checkpoint(&mut self, checkpoint: Checkpoint) {
        let _ = checkpoint;
    }

    /// The search has come to a state from which no step leads, perhaps not for the first time; `content` tells which
    /// ([`Fingerprint::content`](commute_machine::Fingerprint::content)).
    fn terminal(&mut self, content: &dyn Fn() -> u64) {
        let _ = content;
    }

    /// With how many states the search is to pause next. Asked when it begins, and after each pause.
    fn pauses_at(&self) -> u64 {
        u64::MAX
    }

    /// The search has paused. Why it is to stop for good, if it is.
    fn pause(&mut self, pause: &Pause) -> Option<StopReason> {
        let _ = pause;
        None
    }
}

/// An observer that does not look.
pub struct Unobserved;

impl Observer for Unobserved {
    fn progress(&mut self, _progress: &Progress) {}
}
