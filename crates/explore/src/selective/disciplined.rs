//! A strategy that also checks the locking discipline along every execution (`movers/lockset.rs`).

use crate::outcome::StopReason;
use crate::strategy::{Here, Selected, Strategy};
use commute_machine::{
    Footprint, ThreadStatus, Tid, Transition, Variable, Variables, Violation, ViolationKind,
};
use commute_movers::{Assumption, Discipline, Lockset, Shared};

/// Another strategy, watched. States must not be stored: a history is no part of a state.
pub struct Disciplined<S> {
    inner: S,
    discipline: Discipline,
    /// The histories of the executions to each state on the stack.
    histories: Vec<Lockset>,
    wrong: Vec<Variable>,
    footprint: Footprint,
}

impl<S> Disciplined<S> {
    /// `inner`, with a check of `discipline`.
    pub fn new(inner: S, discipline: Discipline) -> Self {
        let (histories, wrong) = (Vec::new(), Vec::new());
        Self { inner, discipline, histories, wrong, footprint: Footprint::default() }
    }
}

impl<M: Variables, S: Strategy<M>> Strategy<M> for Disciplined<S> {
    fn prepare(&mut self, machine: &mut M) {
        machine.track_sharing();
        self.inner.prepare(machine);
        self.histories = vec![Lockset::new(self.discipline.clone())];
        self.wrong.clear();
    }

    fn select(&mut self, machine: &mut M, here: &Here) -> Selected {
        let depth = here.depth as usize;
        self.histories.truncate(depth + 1);
        for t in (0..here.choices.len()).filter(|&t| here.choices[t] == 0).map(Tid::new) {
            if machine.status(t) == ThreadStatus::Live {
                self.footprint.clear();
                machine.footprint(t, &mut self.footprint);
                let wrong = self.histories[depth].access(machine, t, &self.footprint);
                self.wrong.extend(wrong);
            }
        }
        self.inner.select(machine, here)
    }

    fn listed(&self) -> &[Transition] {
        self.inner.listed()
    }

    fn weight(&self) -> u32 {
        self.inner.weight()
    }

    fn stepping(&mut self, machine: &mut M, step: Transition, depth: u64) {
        self.inner.stepping(machine, step, depth);
        self.histories.truncate(depth as usize + 1);
        let mut history = self.histories[depth as usize].clone();
        self.footprint.clear();
        machine.footprint(step.tid, &mut self.footprint);
        let wrong = history.access(machine, step.tid, &self.footprint);
        self.wrong.extend(wrong);
        self.histories.push(history);
    }

    fn is_explored_again(&mut self, key: u64, new: bool, depth: u64) -> bool {
        self.inner.is_explored_again(key, new, depth)
    }

    fn watches_cycles(&self) -> bool {
        self.inner.watches_cycles()
    }

    fn closes_cycle(&mut self) {
        self.inner.closes_cycle();
    }

    fn left_out(&self) -> Option<StopReason> {
        self.inner.left_out()
    }

    fn is_refuted(&mut self, machine: &mut M) -> bool {
        self.inner.is_refuted(machine)
    }

    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        let violation = |variable: Variable| Violation {
            kind: ViolationKind::Discipline(format!(
                "{} has no lock of its own",
                machine.variable_name(variable)
            )),
            tid: None,
            message: format!("no lock protects all accesses to {}", machine.variable_name(variable)),
            span: Default::default(),
        };
        let mut all: Vec<Violation> = self.wrong.drain(..).map(violation).collect();
        all.extend(self.inner.violations(machine));
        all
    }

    fn discipline(&self, machine: &M) -> Vec<Shared> {
        self.inner.discipline(machine)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        self.inner.assumptions(machine)
    }
}
