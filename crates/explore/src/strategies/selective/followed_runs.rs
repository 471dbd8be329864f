//! The accesses of a run, one step after the other, for a check of the locking discipline (Sto00 section 9, Theorem 5').

use super::followed::Followed;
use crate::strategies::transactions::TransactionMachine;
use commute_machine::{Fingerprint, Footprint, Rewind, Tid, Transition, Variable, Variables};
use commute_movers::{Careless, Discipline, Lockset, Oracle};

impl<M, O> Followed for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + Variables,
    O: Oracle<M>,
{
    fn begin(&mut self, discipline: Discipline) -> Lockset {
        self.machine.begin(discipline)
    }

    fn meet_guard(&mut self, t: Tid, history: &mut Lockset) -> Vec<Careless> {
        self.machine.meet_guard(t, history)
    }

    fn meet_step(&mut self, run: Transition, history: &mut Lockset) -> Vec<Careless> {
        let mut footprint = Footprint::default();
        let mut wrong = Vec::new();
        self.machine.mark();
        for &choice in self.paths.choices(run.choice) {
            let step = Transition { tid: run.tid, choice };
            footprint.clear();
            self.machine.footprint_of(step, &mut footprint);
            wrong.extend(history.access(&*self.machine, run.tid, &footprint));
            self.machine.step(step);
        }
        self.machine.rewind();
        self.machine.unmark();
        wrong
    }

    fn observe_first(&mut self, variables: &[Variable]) {
        self.machine.observe_accesses(variables);
    }

    fn name_of(&self, variable: Variable) -> String {
        self.machine.variable_name(variable)
    }
}
