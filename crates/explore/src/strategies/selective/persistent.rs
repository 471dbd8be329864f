//! Which threads to explore from a state.

use commute_machine::{Tid, Violation};
use commute_movers::Assumption;
use fixedbitset::FixedBitSet;

/// A function PS from states to persistent sets: no sequence of steps of other threads contains one that is dependent with a
/// next step of a thread of the set.
pub trait PersistentSets<M> {
    /// The threads of the set, of which at least one has a step if any thread has; `None` is all. The answer depends on
    /// nothing but the state, except that `last`, the thread that stepped last, may be preferred where no sleep sets are
    /// used with a store.
    fn threads(&mut self, machine: &mut M, choices: &[u32], last: Option<Tid>) -> Option<FixedBitSet>;

    /// Whether it ever leaves a thread out.
    fn leaves_out(&self) -> bool {
        true
    }

    /// Prepares the machine.
    fn prepare(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// Whether earlier answers turned out to be wrong.
    fn is_refuted(&mut self, machine: &mut M) -> bool {
        let _ = machine;
        false
    }

    /// What contradicts the user's annotations.
    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        let _ = machine;
        Vec::new()
    }

    /// What the answers rest on.
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let _ = machine;
        Vec::new()
    }
}

/// All threads: the trivial persistent set.
pub struct All;

impl<M> PersistentSets<M> for All {
    fn threads(&mut self, _machine: &mut M, _choices: &[u32], _last: Option<Tid>) -> Option<FixedBitSet> {
        None
    }

    fn leaves_out(&self) -> bool {
        false
    }
}

impl<M, P: PersistentSets<M> + ?Sized> PersistentSets<M> for Box<P> {
    fn threads(&mut self, machine: &mut M, choices: &[u32], last: Option<Tid>) -> Option<FixedBitSet> {
        (**self).threads(machine, choices, last)
    }
    fn leaves_out(&self) -> bool {
        (**self).leaves_out()
    }
    fn prepare(&mut self, machine: &mut M) {
        (**self).prepare(machine);
    }
    fn is_refuted(&mut self, machine: &mut M) -> bool {
        (**self).is_refuted(machine)
    }
    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        (**self).violations(machine)
    }
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        (**self).assumptions(machine)
    }
}
