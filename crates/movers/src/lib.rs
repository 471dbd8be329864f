//! Oracles: how the next step of a thread commutes with everything other threads may do.
//!
//! An oracle answers from some knowledge of how data is shared, in this very state, and watches every state
//! to see whether what it assumes is true. It never sees a strategy; strategies turn its answers into fewer
//! interleavings.

mod assumption;
mod breach;
mod counts;
mod depend;
mod either;
mod escape;
mod guard;
mod interrupts;
mod justification;
mod ld;
mod local_final;
mod lock_operations;
mod locks;
mod lockset;
mod owner;
mod path;
mod predicates;
mod reach;
mod registry;
mod sharing;
mod static_escape;
mod target;
mod trusting;
mod wsl;

pub use assumption::{Assumption, Standing};
pub use breach::Breach;
pub use depend::{Relation, anywhere, dependent, interferes, overlap, steps_dependent};
pub use either::Either;
pub use escape::Escape;
pub use justification::{Justification, Justifications};
pub use ld::{Ld, LdLocksets, LdWslDom};
pub use local_final::LocalFinal;
pub use locks::{Locks, Seen};
pub use lockset::{Careless, Discipline, Histories, Lockset, Wish, held};
pub use predicates::Predicates;
pub use registry::{Described, OracleFacts, OracleKind, oracle};
pub use sharing::{Shared, Sharing};
pub use static_escape::StaticEscape;
pub use trusting::Trusting;
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
        self.accesses(machine, t, footprint)
    }

    /// How a step moves that makes all these accesses, whatever it makes them for.
    fn accesses(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Mover {
        let both = Mover::Both;
        footprint.accesses.iter().fold(both, |mover, access| mover.and(self.access(machine, t, access)))
    }

    /// Prepares the machine for a search with this oracle.
    fn prepare(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// Whether [`Oracle::watch`] does anything: what threads are about to touch is not found out for nothing.
    fn watches(&self) -> bool {
        true
    }

    /// What the state itself contradicts of what the user said: asked of every state that a search comes to, before anything else.
    fn contradictions(&mut self, machine: &M) -> Vec<Breach> {
        let _ = machine;
        Vec::new()
    }

    /// Looks at what `t`, which is not over, is about to touch. Whether an assumption that answers relied on is
    /// refuted by it; the search then has to begin again.
    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let _ = (machine, t, footprint);
        false
    }

    /// The machine is about to make a step of `t`, which touches `footprint`.
    fn before(&mut self, machine: &M, t: Tid, footprint: &Footprint) {
        let _ = (machine, t, footprint);
    }

    /// The machine has made that step. What is left of what was said about it: how it moves at most, seen from the
    /// state that it led to.
    fn after(&mut self, machine: &M, t: Tid) -> Mover {
        let _ = (machine, t);
        Mover::Both
    }

    /// What the last call of `watch` or `after` saw that contradicts what the user said of the program.
    fn breach(&mut self) -> Option<Breach> {
        None
    }

    /// A contradiction to `rule` was reported to the user. From now on no answer rests on it.
    fn concede(&mut self, rule: &str) {
        let _ = rule;
    }

    /// Puts what its answers rested on and what was refuted, since the last call, into a justifications. Only oracles that do so
    /// can be used in a search that repairs itself instead of beginning again.
    fn settle(&mut self, into: &mut Justifications) {
        let _ = into;
    }

    /// How each shared variable that was accessed is shared, as far as this oracle finds it out; of two rows about
    /// one variable the first counts.
    fn sharing(&self, machine: &M) -> Vec<Shared> {
        let _ = machine;
        Vec::new()
    }

    /// Whether every access to shared objects of a kind that it was asked about was to one that others could not come to.
    fn hides(&self, kind: u32) -> bool {
        let _ = kind;
        false
    }

    /// What the answers rest on.
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let _ = machine;
        Vec::new()
    }
}

impl<M, O: Oracle<M> + ?Sized> Oracle<M> for Box<O> {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        (**self).access(machine, t, access)
    }
    fn mover(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Mover {
        (**self).mover(machine, t, footprint)
    }
    fn prepare(&mut self, machine: &mut M) {
        (**self).prepare(machine);
    }
    fn contradictions(&mut self, machine: &M) -> Vec<Breach> {
        (**self).contradictions(machine)
    }
    fn watches(&self) -> bool {
        (**self).watches()
    }
    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        (**self).watch(machine, t, footprint)
    }
    fn before(&mut self, machine: &M, t: Tid, footprint: &Footprint) {
        (**self).before(machine, t, footprint);
    }
    fn after(&mut self, machine: &M, t: Tid) -> Mover {
        (**self).after(machine, t)
    }
    fn breach(&mut self) -> Option<Breach> {
        (**self).breach()
    }
    fn concede(&mut self, rule: &str) {
        (**self).concede(rule);
    }
    fn settle(&mut self, into: &mut Justifications) {
        (**self).settle(into);
    }
    fn sharing(&self, machine: &M) -> Vec<Shared> {
        (**self).sharing(machine)
    }
    fn hides(&self, kind: u32) -> bool {
        (**self).hides(kind)
    }
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        (**self).assumptions(machine)
    }
}
