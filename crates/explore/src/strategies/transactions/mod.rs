//! A machine whose steps are transactions: runs of one thread between which no other thread need move.
//!
//! The search loop sees fewer, larger steps, and stores only the states between them.

mod graph;
mod links;
mod methods;
mod paths;
mod recalled;
mod run;
mod runs;
mod select;

pub use methods::{Method, Unknown, methods};
pub use runs::Rules;

use super::selective::{All, PersistentSets};
use super::{Makes, Preserves, StrategyFacts};
use crate::observer::Observer;
use crate::options::{Options, Properties, Reduction};
use crate::outcome::{Explored, StopReason};
use crate::restart::with_strategy;
use crate::strategy::Strategy;
use commute_machine::{
    Acts, Fingerprint, Footprint, HeapView, Machine, Rewind, Rounds, Schedule, StepResult, ThreadStatus, Tid,
    Transition, Variables, Violation, ViolationKind, forward, steps,
};
use commute_movers::{Breach, Justification, Justifications, Oracle, OracleKind, oracle};
use paths::Paths;
use recalled::Recalled;
use run::{Runner, Watched};
use runs::Runs;
use select::LeftFirst;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What one must know to use it.
pub const FACTS: StrategyFacts = StrategyFacts {
    name: "transactions",
    about: "Right movers, a step and left movers as one step (FQ03)",
    makes: Makes::ByOracle { reduction: Reduction::Transactions, usual: OracleKind::Auto },
    needs_depth_first: false,
    stores_all: false,
    preserves: Preserves { final_states: false, all_states: false, temporal: false },
    letter: Some("T"),
    annotated: Some("T+E"),
};

/// Explores transactions, by what `kind` knows.
pub fn explore<M>(
    machine: &mut M,
    kind: OracleKind,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables,
{
    explore_runs(machine, kind, true, All, options, observer)
}

/// Explores a machine in runs of one thread, with or without right movers, of the threads of these persistent sets.
pub(super) fn explore_runs<'a, M, P>(
    machine: &'a mut M,
    kind: OracleKind,
    right: bool,
    sets: P,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables,
    P: PersistentSets<TransactionMachine<'a, M, Box<dyn Oracle<M>>>>,
{
    let rules = rules(machine, kind, right, options);
    let mut transactions = TransactionMachine::new(machine, oracle(kind), rules);
    let mut explored = with_runs(&mut transactions, &mut LeftFirst::new(sets), options, observer);
    explored.stats.runs = explored.stats.transitions;
    explored.stats.transitions = transactions.base_steps();
    explored
}

/// What a run may be in a search with these options.
fn rules<M: Machine>(machine: &M, kind: OracleKind, right: bool, options: &Options) -> Rules {
    let Properties { deadlock, partial_deadlock, livelock, races, .. } = options.properties;
    // Where a thread stands that never goes on has to be seen.
    let deadlock = deadlock || partial_deadlock || livelock || machine.waits_for_quiescence();
    let (cycles, bounds) = (options.cycles, options.bounds);
    Rules { right, deadlock, races, cycles, checks: kind.follows_steps(), by_steps: false, bounds }
}

/// Searches a machine seen through its runs, and puts what was found into the terms of the machine itself.
pub(super) fn with_runs<'a, M, O>(
    transactions: &mut TransactionMachine<'a, M, O>,
    strategy: &mut dyn Strategy<TransactionMachine<'a, M, O>>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables,
    O: Oracle<M>,
{
    let mut explored = with_strategy(transactions, strategy, options, observer);
    for found in &mut explored.found {
        let stem = found.schedule.len() - found.cycle;
        found.cycle = transactions.unfold(&found.schedule[stem..]).len();
        found.schedule = transactions.unfold(&found.schedule);
        if matches!(found.violation.kind, ViolationKind::Invariant(_)) {
            let length = first_false(transactions.machine, &found.schedule, &found.violation.kind);
            found.schedule.truncate(length);
        }
    }
    if transactions.has_lost_runs() {
        explored.leaves_out(StopReason::Runs);
    }
    explored
}

/// After how many steps of an execution an invariant is false for the first time: a run goes on after that.
fn first_false<M: Machine>(machine: &mut M, schedule: &[Transition], kind: &ViolationKind) -> usize {
    machine.restart();
    for (made, &step) in schedule.iter().enumerate() {
        if machine.state_violations().iter().any(|violation| violation.kind == *kind) {
            return made;
        }
        machine.step(step);
    }
    schedule.len()
}

/// Of so many threads whose transactions are remembered they are found once more for one, where assertions are checked.
const CHECKED: u64 = 8;

/// A machine seen through its transactions.
pub struct TransactionMachine<'a, M, O> {
    pub(super) machine: &'a mut M,
    pub(super) oracle: O,
    rules: Rules,
    runner: Runner,
    /// The names of runs.
    pub(super) paths: Paths,
    /// The state of which `runs` are known.
    pub(super) at: Vec<u32>,
    /// The transactions of each thread from there, as far as they were asked for.
    runs: Vec<Option<Rc<Runs>>>,
    /// What each thread is about to do there, as far as the oracle was shown it and the transactions were not asked for.
    watched: Vec<Option<Watched>>,
    /// The transactions of threads elsewhere.
    recalled: Recalled<Rc<Runs>>,
    /// Where the oracle was shown what threads are about to do.
    shown: Recalled<()>,
    /// What the transactions of threads elsewhere do to objects.
    pub(super) done: Recalled<Rc<Acts>>,
    /// The last transactions found rest on something that turned out not to be true.
    pub(super) refuted: bool,
    /// How many transactions were found.
    found: u64,
    /// How often those of a thread were remembered.
    found_again: u64,
    /// Steps of the machine inside transactions.
    steps: u64,
    /// The same when everything was explored.
    counted: Option<u64>,
    /// What the last runs found rest on, and what was refuted since somebody asked.
    justifications: Justifications,
}

impl<'a, M, O> TransactionMachine<'a, M, O>
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
            watched: Vec::new(),
            recalled: Recalled::default(),
            shown: Recalled::default(),
            done: Recalled::default(),
            refuted: false,
            found: 0,
            found_again: 0,
            steps: 0,
            counted: None,
            justifications: Justifications::default(),
        }
    }

    /// The machine itself.
    pub fn base(&mut self) -> &mut M {
        self.machine
    }

    /// How many steps the machine itself has made to explore everything.
    pub fn base_steps(&self) -> u64 {
        self.counted.unwrap_or(self.steps)
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
            self.forget();
        }
    }

    pub(super) fn prepare(&mut self) {
        self.oracle.prepare(self.machine);
        self.at.clear();
        self.forget();
    }

    /// Shows the oracle what every thread is about to do. Threads whose steps are not explored from here would
    /// otherwise be seen only later. Gives the contradictions to what the user said that no step will show: those
    /// of threads that cannot step.
    pub(super) fn watch(&mut self) -> Vec<Breach> {
        let mut breaches = self.oracle.contradictions(self.machine);
        self.come_here();
        for t in (0..self.machine.threads()).map(Tid::new) {
            if self.machine.status(t) != ThreadStatus::Live {
                continue;
            }
            let own = self.machine.thread_component(t);
            if let Some(own) = own
                && self.shown.find(t.index(), own, &self.at).is_some()
            {
                self.watched[t.index()] = None;
                continue;
            }
            let notes = own.filter(|&own| self.shown.wants(own));
            if notes.is_some() {
                self.machine.note_looks();
            }
            let mut watched = self.show(t);
            if let Some(own) = notes {
                let places = noted_looks(self.machine);
                if !self.refuted && watched.breach.is_none() {
                    self.shown.learn(t.index(), own, &self.at, places.as_deref(), ());
                }
            }
            if watched.breach.is_some() && self.machine.choices(t) == 0 && self.machine.blocker(t).is_some() {
                breaches.extend(watched.breach.take());
            }
            self.watched[t.index()] = Some(watched);
        }
        breaches
    }

    /// Shows the oracle what `t` is about to do.
    fn show(&mut self, t: Tid) -> Watched {
        let mut watched = self.watched[t.index()].take().unwrap_or_default();
        watched.footprint.clear();
        self.machine.footprint(t, &mut watched.footprint);
        if self.oracle.watch(self.machine, t, &watched.footprint) {
            self.refuted = true;
            self.forget();
        }
        watched.breach = self.oracle.breach();
        watched.justifications.clear();
        if watched.breach.is_some() {
            self.oracle.settle(&mut self.justifications);
            watched.justifications.append(&mut self.justifications.relied);
        }
        watched
    }

    /// Something turned out not to be true: what was found out with it is not known.
    fn forget(&mut self) {
        self.recalled.clear();
        self.shown.clear();
        self.done.clear();
    }

    /// Forgets what is known of another state than the present one.
    pub(super) fn come_here(&mut self) {
        if self.at != self.machine.vector() {
            self.at.clear();
            self.at.extend_from_slice(self.machine.vector());
            self.runs.clear();
            self.watched.clear();
        }
        let threads = self.machine.threads();
        if self.runs.len() < threads {
            self.runs.resize_with(threads, || None);
            self.watched.resize_with(threads, || None);
        }
    }

    /// What was refuted since the last call. What is known of the present state may rest on it.
    fn take_refuted(&mut self) -> Vec<Justification> {
        self.refuted = false;
        self.oracle.settle(&mut self.justifications);
        self.justifications.relied.clear();
        if !self.justifications.refuted.is_empty() {
            self.at.clear();
        }
        std::mem::take(&mut self.justifications.refuted)
    }

    /// The transactions of `t` from the present state.
    pub(super) fn runs(&mut self, t: Tid) -> &Runs {
        self.come_here();
        if self.runs[t.index()].is_none() {
            let runs = self.recall(t).unwrap_or_else(|| self.find(t));
            self.steps += runs.steps;
            self.found += runs.ends.len() as u64;
            self.runs[t.index()] = Some(runs);
        }
        self.runs[t.index()].as_ref().expect("[commute internal bug] the runs were just found")
    }

    /// Those that are remembered.
    fn recall(&mut self, t: Tid) -> Option<Rc<Runs>> {
        if self.watched[t.index()].as_ref().is_some_and(|watched| watched.breach.is_some()) {
            return None;
        }
        let own = self.machine.thread_component(t)?;
        let runs = self.recalled.find(t.index(), own, &self.at)?.clone();
        self.found_again += 1;
        if cfg!(debug_assertions) && self.found_again.is_multiple_of(CHECKED) {
            let again = self.search(t);
            assert!(
                again.is_same(&runs),
                "[commute internal bug] thread {} is remembered wrongly",
                t.index()
            );
        }
        Some(runs)
    }

    /// Finds them, and remembers them if it is known what they depend on.
    fn find(&mut self, t: Tid) -> Rc<Runs> {
        let contradicts = self.watched[t.index()].as_ref().is_some_and(|watched| watched.breach.is_some());
        let own = self.machine.thread_component(t).filter(|&own| !contradicts && self.recalled.wants(own));
        if own.is_some() {
            // What it touches at first is found again, so that it is noted how that is known.
            self.watched[t.index()] = None;
            self.machine.note_looks();
        }
        let mut runs = self.search(t);
        let Some(own) = own else { return Rc::new(runs) };
        let places = noted_looks(self.machine);
        if !runs.can_be_recalled() || self.machine.given_up().is_some() {
            return Rc::new(runs);
        }
        runs.places.clone_from(&places);
        let runs = Rc::new(runs);
        self.recalled.learn(t.index(), own, &self.at, places.as_deref(), runs.clone());
        runs
    }

    fn search(&mut self, t: Tid) -> Runs {
        let watched = self.watched[t.index()].take();
        let shown = watched.as_ref().map_or_else(BTreeSet::new, |watched| watched.justifications.clone());
        let (oracle, paths) = (&mut self.oracle, &mut self.paths);
        let found = self.runner.run(self.machine, oracle, paths, self.rules, t, watched);
        if found.refuted {
            self.refuted = true;
            self.forget();
        }
        self.oracle.settle(&mut self.justifications);
        let mut justifications = std::mem::take(&mut self.justifications.relied);
        justifications.extend(shown);
        Runs { justifications, ..found }
    }
}

/// Where the machine was seen to look since somebody began to note it, if that is known.
pub(super) fn noted_looks<M: Fingerprint>(machine: &mut M) -> Option<Vec<u32>> {
    let mut places = Vec::new();
    machine.noted_looks(&mut places).then_some(places)
}

#[forward(machine)]
impl<M, O> Machine for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
    /// How many runs there are; one if it is only known that there are some, since to find them takes much longer than to step.
    fn choices(&mut self, t: Tid) -> u32 {
        if self.machine.choices(t) == 0 {
            return 0;
        }
        let known = self.at == self.machine.vector() && self.runs.get(t.index()).is_some_and(Option::is_some);
        // Who steps comes to an end, to a cycle, in which a run ends then, or to where it has to wait.
        if self.rules.deadlock && !known && !self.paths.is_exhausted() {
            return 1;
        }
        self.runs(t).ends.len() as u32
    }

    fn transitions(&mut self, t: Tid, out: &mut Vec<Transition>) {
        out.extend(self.runs(t).ends.iter().map(|end| Transition { tid: t, choice: end.path }));
    }

    /// Choices are names of runs here: the machine inside would not know them.
    fn footprint_of(&mut self, transition: Transition, out: &mut Footprint) {
        self.footprint(transition.tid, out);
    }

    fn step_round(&mut self, transition: Transition, rounds: &mut Rounds) -> StepResult {
        let mut result = StepResult::Done;
        for &choice in self.paths.choices(transition.choice) {
            result = self.machine.step_round(Transition { tid: transition.tid, choice }, rounds);
        }
        result
    }

    fn step(&mut self, transition: Transition) -> StepResult {
        if self.rules.checks {
            self.runs(transition.tid);
        }
        let breach = self.breach(transition);
        let result = steps(self.machine, transition.tid, self.paths.choices(transition.choice));
        match breach {
            Some(violation) => {
                self.concede(&violation);
                StepResult::Violation(violation)
            }
            None => result,
        }
    }
}

#[forward(machine)]
impl<M, O> Rewind for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
}

#[forward(machine)]
impl<M, O> Fingerprint for TransactionMachine<'_, M, O>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
{
    /// A step is a run.
    fn known_effect(&mut self, _step: Transition) -> Option<u32> {
        None
    }

    /// What an oracle has learnt is looked at too.
    fn thread_component(&self, _t: Tid) -> Option<u32> {
        None
    }

    fn component_bytes(&self) -> usize {
        self.machine.component_bytes()
            + self.paths.bytes()
            + self.recalled.bytes()
            + self.shown.bytes()
            + self.done.bytes()
    }
}
