//! Machines whose steps can be followed access by access, whatever a step is.

use commute_machine::{Footprint, Machine, Tid, Transition, Variable, Variables};
use commute_movers::{Careless, Discipline, Lockset};

/// What a check of the locking discipline needs of a machine.
pub trait Followed: Machine {
    /// The history of an execution that has not begun.
    fn begin(&mut self, discipline: Discipline) -> Lockset;

    /// Takes in what the guard that `t` is blocked at reads.
    fn meet_guard(&mut self, t: Tid, history: &mut Lockset) -> Vec<Careless>;

    /// Takes in all accesses of a step that is about to be made from the present state.
    fn meet_step(&mut self, step: Transition, history: &mut Lockset) -> Vec<Careless>;

    /// From now on it matters who accesses these variables first.
    fn observe_first(&mut self, variables: &[Variable]);

    /// A variable in words.
    fn name_of(&self, variable: Variable) -> String;
}

impl<M: Variables> Followed for M {
    fn begin(&mut self, discipline: Discipline) -> Lockset {
        self.track_sharing();
        Lockset::new(discipline, self)
    }

    fn meet_guard(&mut self, t: Tid, history: &mut Lockset) -> Vec<Careless> {
        let mut footprint = Footprint::default();
        self.footprint(t, &mut footprint);
        history.guard(self, t, &footprint)
    }

    fn meet_step(&mut self, step: Transition, history: &mut Lockset) -> Vec<Careless> {
        let mut footprint = Footprint::default();
        self.footprint_of(step, &mut footprint);
        history.access(self, step.tid, &footprint)
    }

    fn observe_first(&mut self, variables: &[Variable]) {
        self.observe_accesses(variables);
    }

    fn name_of(&self, variable: Variable) -> String {
        self.variable_name(variable)
    }
}
