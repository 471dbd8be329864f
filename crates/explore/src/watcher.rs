//! Watching the graph that a search walks: for properties of infinite executions, which no single state shows.

use crate::store::StoreOf;
use commute_machine::Transition;

/// A step that a search has made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// What the store knows the state by that it led to.
    pub key: u64,
    /// Whether that state is a new one.
    pub new: bool,
    /// The length of the execution before the step, plus one; zero for the initial state. In depth-first order all
    /// states that stood as deep as this or deeper have been left.
    pub depth: u64,
}

/// Is told every step, if all states are stored.
pub trait Watcher<M> {
    /// Whether it looks at all.
    const WATCHES: bool = true;

    /// The machine has made a step. Whether the search is to go on.
    fn arrived(&mut self, machine: &M, arrival: Arrival) -> bool;

    /// The search has stopped because it was told to, after the steps of `schedule`.
    fn conclude<S: StoreOf<M>>(&mut self, machine: &mut M, store: &mut S, schedule: &[Transition]);

    /// Bytes in use.
    fn bytes(&self) -> usize;
}

/// Nobody watches.
pub struct Unwatched;

impl<M> Watcher<M> for Unwatched {
    const WATCHES: bool = false;

    #[inline]
    fn arrived(&mut self, _machine: &M, _arrival: Arrival) -> bool {
        true
    }

    fn conclude<S: StoreOf<M>>(&mut self, _machine: &mut M, _store: &mut S, _schedule: &[Transition]) {}

    fn bytes(&self) -> usize {
        0
    }
}
