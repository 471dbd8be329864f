//! A machine whose steps are transactions: runs of one thread between which no other thread need move.
//!
//! The search loop sees fewer, larger steps, and stores only the states between them.

mod composed;
mod followed;
mod graph;
mod paths;
mod run;
mod select;

pub use composed::Composed;
pub use run::{Cycles, Rules};
pub use select::LeftFirst;

use commute_machine::{
    Fingerprint, Footprint, HeapView, Machine, Rewind, Schedule, StepResult, ThreadStatus, Tid, Transition,
    Violation, ViolationKind, forward,
};
use commute_movers::{Breach, Ground, Ledger, Oracle};
use paths::Paths;
use run::{Runner, Runs};

/// A machine seen through its transactions.
pub struct Coarse<'a, M, O> {
    machine: &'a mut M,
    oracle: O,
    rules: Rules,
    runner: Runner,
    /// The names of runs.
    paths: Paths,
    /// The state of which `runs` are known.
    at: Vec<u32>,
    /// The transactions of each thread from there, as far as they were asked for.
    runs: Vec<Option<Runs>>,
    /// The last transactions found rest on something that turned out not to be true.
    refuted: bool,
    /// Steps of the machine inside transactions.
    steps: u64,
    /// What a thread is about to touch.
    pending: Footprint,
    /// What the last runs found rest on, and what was refuted since somebody asked.
    ledger: Ledger,
}

impl<'a, M, O> Coarse<'a, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
    /// `machine` in transactions, by what `oracle` knows of how its steps commute.
    pub fn new(machine: &'a mut M, oracle: O, rules: Rules) -> Self {
        Self {
            machine,
            oracle,
            rules,
            runner: Runner::default(),
            paths: Paths::new(),
            at: Vec::new(),
            runs: Vec::new(),
            refuted: false,
            steps: 0,
            pending: Footprint::default(),
            ledger: Ledger::default(),
        }
    }

    /// The machine itself.
    pub fn fine(&mut self) -> &mut M {
        self.machine
    }

    /// How many steps the machine itself has made.
    pub fn fine_steps(&self) -> u64 {
        self.steps
    }

    /// The steps of the machine itself that an execution in transactions means.
    pub fn unfold(&self, schedule: &[Transition]) -> Schedule {
        let fine = |step: &Transition| {
            let tid = step.tid;
            self.paths.choices(step.choice).iter().map(move |&choice| Transition { tid, choice })
        };
        schedule.iter().flat_map(fine).collect()
    }

    /// Whether there were more different runs than there are names for.
    pub fn has_lost_runs(&self) -> bool {
        self.paths.is_exhausted()
    }

    /// What the user said that a run from the present state contradicts.
    fn breach(&self, transition: Transition) -> Option<Box<Violation>> {
        if self.at != self.machine.vector() {
            return None;
        }
        let runs = self.runs.get(transition.tid.index())?.as_ref()?;
        runs.ends.iter().find(|end| end.path == transition.choice)?.breach.clone()
    }

    /// A contradiction to what the user said is being reported: what rests on it has to be found again without it.
    fn concede(&mut self, violation: &Violation) {
        if let ViolationKind::Discipline(rule) = &violation.kind {
            self.oracle.concede(rule);
            self.refuted = true;
        }
    }

    fn prepare(&mut self) {
        self.oracle.prepare(self.machine);
        self.at.clear();
    }

    /// Shows the oracle what every thread is about to do. Threads whose steps are not explored from here would
    /// otherwise be seen only later. Gives the contradictions to what the user said that no step will show: those
    /// of threads that cannot step.
    fn watch(&mut self) -> Vec<Breach> {
        let mut breaches = self.oracle.contradictions(self.machine);
        for t in (0..self.machine.threads()).map(Tid::new) {
            if self.machine.status(t) != ThreadStatus::Live {
                continue;
            }
            self.pending.clear();
            self.machine.footprint(t, &mut self.pending);
            self.refuted |= self.oracle.watch(self.machine, t, &self.pending);
            let breach = self.oracle.breach();
            if self.machine.choices(t) == 0 && self.machine.blocker(t).is_some() {
                breaches.extend(breach);
            }
        }
        breaches
    }

    /// What was refuted since the last call. What is known of the present state may rest on it.
    fn take_refuted(&mut self) -> Vec<Ground> {
        self.refuted = false;
        self.oracle.settle(&mut self.ledger);
        self.ledger.relied.clear();
        if !self.ledger.refuted.is_empty() {
            self.at.clear();
        }
        std::mem::take(&mut self.ledger.refuted)
    }

    /// The transactions of `t` from the present state.
    fn runs(&mut self, t: Tid) -> &Runs {
        if self.at != self.machine.vector() {
            self.at.clear();
            self.at.extend_from_slice(self.machine.vector());
            self.runs.clear();
        }
        if self.runs.len() < self.machine.threads() {
            self.runs.resize_with(self.machine.threads(), || None);
        }
        if self.runs[t.index()].is_none() {
            let found = self.runner.run(self.machine, &mut self.oracle, &mut self.paths, self.rules, t);
            self.refuted |= found.refuted;
            self.steps += found.steps;
            self.oracle.settle(&mut self.ledger);
            let grounds = std::mem::take(&mut self.ledger.relied);
            self.runs[t.index()] = Some(Runs { grounds, ..found });
        }
        self.runs[t.index()].as_ref().expect("[commute internal bug] the runs were just found")
    }
}

impl<M, O> Machine for Coarse<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
    forward!(machine: threads, status, is_daemon, may_block, control_point, footprint, is_inside,
        is_observable, blocker, state_violations, restart, further_violations, be_patient,
        given_up);

    fn choices(&mut self, t: Tid) -> u32 {
        if self.machine.choices(t) == 0 {
            return 0;
        }
        self.runs(t).ends.len() as u32
    }

    fn transitions(&mut self, t: Tid, out: &mut Vec<Transition>) {
        out.extend(self.runs(t).ends.iter().map(|end| Transition { tid: t, choice: end.path }));
    }

    fn step(&mut self, transition: Transition) -> StepResult {
        if self.rules.checks {
            self.runs(transition.tid);
        }
        let breach = self.breach(transition);
        let mut result = StepResult::Done;
        for &choice in self.paths.choices(transition.choice) {
            result = self.machine.step(Transition { tid: transition.tid, choice });
        }
        match breach {
            Some(violation) => {
                self.concede(&violation);
                StepResult::Violation(violation)
            }
            None => result,
        }
    }
}

impl<M, O> Rewind for Coarse<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
    forward!(machine: mark, rewind, unmark, mark_bytes);
}

impl<M, O> Fingerprint for Coarse<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
    forward!(machine: vector, load, fingerprint, exchange_threads, stored, stored_fingerprint, content,
        component_bytes, components);
}
