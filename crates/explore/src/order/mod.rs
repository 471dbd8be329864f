//! In which order states are explored.

mod bfs;
mod dfs;
mod parents;
mod sampling;
mod ways;

pub use bfs::Bfs;
pub use dfs::Dfs;
pub use parents::Parents;
pub use sampling::Samples;

use crate::checkpoint::Checkpoint;
use crate::options::Properties;
use crate::outcome::{Stats, StopReason};
use crate::store::StoreOf;
use commute_machine::{Rewind, Schedule, Transition};

/// Which of the possible steps of a state are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All of them.
    All,
    /// Those of one thread, and there are others.
    OneThread,
    /// Those of a persistent set of threads, and there are others.
    Set,
}

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The machine stands at a state whose steps are wanted ([`Traversal::expand`]).
    Expand,
    /// The machine stands at a state from which this step is to be made.
    Take(Transition),
    /// The machine stands at a state of which only some steps were explored, which is not enough: the others
    /// are wanted ([`Traversal::widen`]).
    Widen,
    /// There is nothing left.
    Done,
}

/// The states from which a search saw no step onward.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suspects<'a> {
    /// These, by number.
    Numbers(&'a [u64]),
    /// There is none.
    None,
    /// There may be some.
    Unknown,
}

/// An order of exploration: it decides where the machine goes next and knows how it got there.
pub trait Traversal<M: Rewind> {
    /// Whether the last step was the only one explored from its state.
    fn last_was_only(&self) -> bool;

    /// The machine stands at a state that was not seen before; `key` is its key, if it was stored.
    fn discovered(&mut self, machine: &mut M, key: Option<u64>);

    /// The state whose steps are wanted has been stored only now.
    fn stored(&mut self, _key: u64) {
        unreachable!("[commute internal bug] this order goes on from stored states");
    }

    /// The state whose steps are wanted turned out to be known: it is left alone.
    fn known(&mut self) {
        unreachable!("[commute internal bug] this order goes on from stored states");
    }

    /// The last step led to a stored state that was seen before. Whether it is on the stack; a stack is kept only from
    /// the first reduced state on, or if it was asked for.
    fn revisited(&mut self, key: u64) -> bool;

    /// Keeps a stack from now on, so that cycles are seen.
    fn track_stack(&mut self);

    /// The last step closed a cycle of states.
    fn closes_cycle(&mut self);

    /// Moves the machine to where the search goes on.
    fn next<S: StoreOf<M>>(&mut self, machine: &mut M, store: &mut S) -> Next;

    /// Whether all steps from a state may be made, one after the other, before it is told what they have led to: it names the step in
    /// question by [`Traversal::taken`] then.
    fn gathers(&self) -> bool {
        false
    }

    /// A further step from the same state, to which the machine comes back by itself, if there is one.
    fn next_here(&mut self) -> Option<Transition> {
        None
    }

    /// What it is told next is about this step of the state being expanded.
    fn taken(&mut self, _step: Transition) {
        unreachable!("[commute internal bug] this order is told of each step when it is made");
    }

    /// The steps to explore from the state at which the machine stands. If they are fewer than all, the order asks for the others where
    /// leaving them out might put them off for ever: condition C3 of ample sets.
    fn expand(&mut self, machine: &mut M, steps: &[Transition], wanted: Wanted);

    /// The steps that were explored from the state at which the machine stands, when the others are wanted.
    fn explored(&self) -> &[Transition];

    /// The rest of the steps from the state at which the machine stands.
    fn widen(&mut self, steps: &[Transition]);

    /// The steps from the initial state to where the machine stands: the state being expanded, or the one
    /// that the last step led to.
    fn schedule(&self) -> Schedule;

    /// The number of the execution that leads there, from 1, if executions are chosen at random.
    fn execution(&self) -> Option<u64> {
        None
    }

    /// The length of that, for limits.
    fn depth(&self) -> u64;

    /// How many states wait to be expanded or are being explored.
    fn frontier(&self) -> u64;

    /// The number of the state whose steps are being explored, if states can be gone back to by their numbers.
    fn expanding(&self) -> Option<u64> {
        None
    }

    /// Wants a state to be expanded once more.
    fn again(&mut self, _state: u64) {
        unreachable!("[commute internal bug] this order has no numbers of states");
    }

    /// Where the search stands, if this order can say so in a way from which it can go on: when the machine stands at a
    /// state whose steps are wanted.
    fn checkpoint(&self, _stats: &Stats, _properties: Properties) -> Option<Checkpoint> {
        None
    }

    /// Begins to note from which states no step leads onward, to a state that is left later; `livelock.rs` says what for.
    fn note_suspects(&mut self) {}

    /// Those states, or that there are some, after everything was explored. States that have no steps are none of them.
    fn suspects(&self) -> Suspects<'_> {
        Suspects::Unknown
    }

    /// The steps from the initial state to one of them.
    fn schedule_to(&self, _state: u64) -> Schedule {
        unreachable!("[commute internal bug] this order has no numbers of states");
    }

    /// Bytes in use, without the machine's marks.
    fn bytes(&self) -> usize;

    /// What it did not go to, if anything.
    fn left_out(&self) -> Option<StopReason> {
        None
    }
}
