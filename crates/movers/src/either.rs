//! Two oracles as one: what either knows is known.

use crate::{Assumption, Mover, Oracle};
use commute_machine::{Access, Footprint, Tid};

/// Asks the first oracle, and the second only if the first does not know. DHRR04's SDA is [`crate::StaticEscape`] and
/// [`crate::Escape`]: what is known before the search need not be looked for in the heap.
#[derive(Default)]
pub struct Either<A, B>(A, B);

impl<M, A: Oracle<M>, B: Oracle<M>> Oracle<M> for Either<A, B> {
    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        match self.0.access(machine, t, access) {
            Mover::Both => Mover::Both,
            known => known.or(self.1.access(machine, t, access)),
        }
    }

    fn prepare(&mut self, machine: &mut M) {
        self.0.prepare(machine);
        self.1.prepare(machine);
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        // Both have to see it, so no short cut.
        self.0.watch(machine, t, footprint) | self.1.watch(machine, t, footprint)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let mut all = self.0.assumptions(machine);
        all.extend(self.1.assumptions(machine));
        all
    }
}
