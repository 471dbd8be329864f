//! Watching a search from outside.

use std::time::Duration;

/// Where a search stands.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
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
}

/// Is told how a search goes, about ten times a second.
pub trait Observer {
    /// Called now and then.
    fn progress(&mut self, progress: &Progress);
}

/// An observer that does not look.
pub struct Unobserved;

impl Observer for Unobserved {
    fn progress(&mut self, _progress: &Progress) {}
}
