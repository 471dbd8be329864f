//! Oracles: how the next step of a thread commutes with everything other threads may do.
//!
//! An oracle answers from some knowledge of how data is shared, in this very state, and watches every state
//! to see whether what it assumes is true. It never sees a strategy; strategies turn its answers into fewer
//! interleavings.

mod assumption;
mod depend;
mod either;
mod escape;
mod interrupts;
mod ld;
mod reach;
mod static_escape;
mod target;
mod wsl;

pub use assumption::{Assumption, Standing};
pub use depend::{Relation, anywhere, dependent, interferes, overlap, steps_dependent};
pub use either::Either;
pub use escape::Escape;
pub use ld::{Ld, LdWslDom};
pub use static_escape::StaticEscape;
pub use wsl::{Wsl, WslDom};

use commute_machine::{Access, Footprint, Tid};

/// How a step commutes with the steps of other threads.
///
/// *Left*: whatever other threads do before it, the step stays possible and could as well have been made before all
/// of that. *Right*: whatever other threads do after it, until the thread's next step, they could as well have done
/// before it. An acquire moves right, a release moves left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mover {
    /// Left and right.
    Both,
    /// Left, perhaps not right.
    Left,
    /// Right, perhaps not left.
    Right,
    /// Nothing is known.
    Non,
}

impl Mover {
    fn new(left: bool, right: bool) -> Self {
        match (left, right) {
            (true, true) => Mover::Both,
            (true, false) => Mover::Left,
            (false, true) => Mover::Right,
            (false, false) => Mover::Non,
        }
    }
    /// Whether it moves left.
    pub fn is_left(self) -> bool {
        matches!(self, Mover::Both | Mover::Left)
    }
    /// Whether it moves right.
    pub fn is_right(self) -> bool {
        matches!(self, Mover::Both | Mover::Right)
    }
    /// How a step moves that does both of two things.
    pub fn and(self, other: Self) -> Self {
        Self::new(self.is_left() && other.is_left(), self.is_right() && other.is_right())
    }
    /// How a step moves of which two things are known.
    pub fn or(self, other: Self) -> Self {
        Self::new(self.is_left() || other.is_left(), self.is_right() || other.is_right())
    }
}

/// How starting a thread, or its end, moves: what the new thread does, or whoever waits for the end, comes after it.
pub(crate) const STARTS_OTHERS: Mover = Mover::Left;

/// Knowledge of how threads share data.
pub trait Oracle<M> {
    /// How `access` of the next step of `t` commutes with whatever other threads do.
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover;

    /// How all steps that `t` may make from where it stands, which touch `footprint`, commute with whatever
    /// other threads do.
    fn mover(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Mover {
        let both = Mover::Both;
        footprint.accesses.iter().fold(both, |mover, access| mover.and(self.access(machine, t, access)))
    }

    /// Prepares the machine for a search with this oracle.
    fn prepare(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// Looks at what `t`, which is not over, is about to touch. Whether an assumption that answers relied on is
    /// refuted by it; the search then has to begin again.
    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let _ = (machine, t, footprint);
        false
    }

    /// What the answers rest on.
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let _ = machine;
        Vec::new()
    }
}
