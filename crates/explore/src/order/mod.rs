//! In which order states are explored.

mod bfs;
mod dfs;
mod parents;

pub use bfs::Bfs;
pub use dfs::Dfs;

use crate::store::Store;
use commute_machine::{Fingerprint, Rewind, Schedule, Transition};

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The machine stands at a state whose steps are wanted ([`Order::expand`]).
    Expand,
    /// The machine stands at a state from which this step is to be made.
    Take(Transition),
    /// There is nothing left.
    Done,
}

/// An order of exploration: it decides where the machine goes next and knows how it got there.
pub trait Order<M: Rewind + Fingerprint> {
    /// The machine stands at a state that was not seen before.
    fn discovered(&mut self, machine: &mut M);

    /// Moves the machine to where the search goes on.
    fn next<S: Store>(&mut self, machine: &mut M, store: &S) -> Next;

    /// The steps to explore from the state at which the machine stands.
    fn expand(&mut self, machine: &mut M, steps: &[Transition]);

    /// The steps from the initial state to where the machine stands: the state being expanded, or the one
    /// that the last step led to.
    fn schedule(&self) -> Schedule;

    /// The length of that, for limits.
    fn depth(&self) -> u64;

    /// How many states wait to be expanded or are being explored.
    fn frontier(&self) -> u64;

    /// Bytes in use, without the machine's marks.
    fn bytes(&self) -> usize;
}
