//! Two oracles as one: what either knows is known.

use crate::{Assumption, Breach, Justifications, Mover, Oracle, Shared, Sharing};
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

    /// Of each access the better answer counts, and of the step as a whole too.
    fn mover(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> Mover {
        match self.accesses(machine, t, footprint) {
            Mover::Both => Mover::Both,
            known if footprint.counting().is_none() => known,
            known => {
                let one = self.0.mover(machine, t, footprint);
                known.or(one).or(self.1.mover(machine, t, footprint))
            }
        }
    }

    fn prepare(&mut self, machine: &mut M) {
        self.0.prepare(machine);
        self.1.prepare(machine);
    }

    fn contradictions(&mut self, machine: &M) -> Vec<Breach> {
        let mut all = self.0.contradictions(machine);
        all.extend(self.1.contradictions(machine));
        all
    }

    fn watches(&self) -> bool {
        self.0.watches() || self.1.watches()
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        // Both have to see it, so no short cut.
        self.0.watch(machine, t, footprint) | self.1.watch(machine, t, footprint)
    }

    fn before(&mut self, machine: &M, t: Tid, footprint: &Footprint) {
        self.0.before(machine, t, footprint);
        self.1.before(machine, t, footprint);
    }

    fn after(&mut self, machine: &M, t: Tid) -> Mover {
        self.0.after(machine, t).and(self.1.after(machine, t))
    }

    fn breach(&mut self) -> Option<Breach> {
        let (first, second) = (self.0.breach(), self.1.breach());
        first.or(second)
    }

    fn concede(&mut self, rule: &str) {
        self.0.concede(rule);
        self.1.concede(rule);
    }

    fn settle(&mut self, into: &mut Justifications) {
        self.0.settle(into);
        self.1.settle(into);
    }

    fn sharing(&self, machine: &M) -> Vec<Shared> {
        let mut all = self.0.sharing(machine);
        for row in &mut all {
            if matches!(row.sharing, Sharing::Unprotected(_))
                && row.kind.is_some_and(|kind| self.1.hides(kind))
            {
                row.sharing = Sharing::Hidden;
            }
        }
        for row in self.1.sharing(machine) {
            if !all.iter().any(|known| known.variable == row.variable) {
                all.push(row);
            }
        }
        all
    }

    fn hides(&self, kind: u32) -> bool {
        self.0.hides(kind) || self.1.hides(kind)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let mut all = self.0.assumptions(machine);
        all.extend(self.1.assumptions(machine));
        all
    }
}
