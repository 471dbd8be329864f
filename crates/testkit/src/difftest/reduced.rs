//! One search against what is known of a program.

use super::Subject;
use super::switched::Switch;
use super::ways::Way;
use crate::{Model as Compiled, Report};
use commute::engine::search;
use commute_base::Span;
use commute_certify::{Joins, Orbits, confirms, orbits};
use commute_explore::{
    Keep, Limits, Observer, Options, Order, Outcome, Progress, Reduction, Repair, StoreKind, Symmetry,
    Unobserved, Verdict,
};
use commute_ir::{Function, Instr, ObjOp, Program};
use commute_machine::{Schedule, ViolationKind};
use commute_vm::{UndoMethod, Vm};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// No execution of a small program is longer; a search that goes on beyond has lost its way.
const MAX_DEPTH: u64 = 200_000;

/// Programs with more states or threads have too many ways to exchange threads.
const FEW_STATES: usize = 600;
const FEW_THREADS: usize = 4;

/// Counterexamples: what is violated, and by which steps.
pub type Confirmed = Mutex<HashSet<(ViolationKind, Schedule)>>;

/// Violations and where they are.
pub(super) type Violations = BTreeSet<(ViolationKind, Span)>;

/// What is wrong, without what depends on the order of steps: a partial deadlock may become a whole one before it
/// is seen.
pub(super) fn essence<'a>(violations: impl Iterator<Item = &'a (ViolationKind, Span)>) -> Violations {
    violations
        .map(|(kind, span)| match kind {
            ViolationKind::Deadlock | ViolationKind::PartialDeadlock => {
                (ViolationKind::Deadlock, Span::default())
            }
            other => (other.clone(), *span),
        })
        .collect()
}

/// The contents of the states from which no step leads. Leaving out steps that commute with all others never loses one
/// of these, so they show what violations alone would not.
pub type Finals = BTreeSet<u64>;

/// Collects them.
#[derive(Default)]
struct Collector(Finals);

impl Observer for Collector {
    fn progress(&mut self, _progress: &Progress) {}

    fn terminal(&mut self, content: &dyn Fn() -> u64) {
        self.0.insert(content());
    }
}

/// Whether the threads that a program starts always have the same numbers: one thread starts them all, in its only
/// atomic block. Otherwise final states are the same only up to these numbers, and their globals are compared.
fn numbers_threads_as_declared(program: &Program) -> bool {
    let spawns = |f: &Function| f.code.iter().any(|i| matches!(i, Instr::Spawn { .. }));
    let mut starters = program.functions.iter().filter(|f| spawns(f));
    let Some(starter) = starters.next() else { return true };
    let places = |wanted: fn(&Instr) -> bool| {
        let code = starter.code.iter().enumerate();
        code.filter(|(_, i)| wanted(i)).map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let begins = places(|i| matches!(i, Instr::AtomicBegin));
    let ends = places(|i| matches!(i, Instr::AtomicEnd));
    let starts = places(|i| matches!(i, Instr::Spawn { .. }));
    let inside = |at: &usize| begins[0] < *at && *at < ends[0];
    let once = starter.name == "main" && starters.next().is_none();
    once && begins.len() == 1 && ends.len() == 1 && starts.iter().all(inside)
}

/// The messages of uncaught exceptions, which name their classes.
pub type Exceptions = BTreeSet<String>;

fn exceptions(outcome: &Outcome) -> Exceptions {
    let uncaught = outcome.found.iter().map(|found| &found.violation);
    let uncaught = uncaught.filter(|violation| violation.kind.name() == "uncaught_exception");
    uncaught.map(|violation| violation.message.clone()).collect()
}

/// What the plain search finds.
pub struct Plain {
    /// States, transitions and violations.
    pub report: Report,
    /// The final states; of programs whose threads have various numbers the values of globals in them.
    pub finals: Finals,
    /// Whether threads always have the same numbers.
    pub numbered: bool,
    /// The exceptions that nothing catches.
    pub exceptions: Exceptions,
}

/// What the plain search finds, if there are at most `limit` states.
pub fn plain(compiled: &Compiled, number: u64, limit: u64) -> Option<Plain> {
    let limits = Limits { states: Some(limit), ..Limits::default() };
    let options = Options { keep_going: true, limits, ..Options::default() };
    let mut collector = Collector::default();
    let outcome = search(&mut machine(compiled, number), &options, &mut collector);
    outcome.incomplete.is_none().then(|| Plain {
        report: report(&outcome),
        finals: collector.0,
        numbered: numbers_threads_as_declared(&compiled.program),
        exceptions: exceptions(&outcome),
    })
}

impl Subject {
    /// Whether a search finds what the plain one found, with confirmed counterexamples. Gives the number of states
    /// that it stored.
    pub(super) fn check(&self, way: &Way) -> Result<u64, String> {
        let (plain, mut collector) = (&self.plain, Collector::default());
        let outcome = self.run(way, &mut collector);
        if let Some(reason) = &outcome.incomplete {
            return Err(format!("{way}: the plain search has {} states, this one {reason:?}", plain.states));
        }
        self.confirm(&outcome).map_err(|what| format!("{way}: {what}"))?;
        let mut found = report(&outcome);
        self.check_discipline(way, &found)?;
        found.violations.retain(|(kind, _)| !matches!(kind, ViolationKind::Discipline(_)));
        let same = if way.is_full() {
            found == *plain
        } else {
            essence(found.violations.iter()) == essence(plain.violations.iter())
        };
        if !same {
            return Err(format!("{way}: {found:?}\nplain: {plain:?}"));
        }
        let thrown = exceptions(&outcome);
        if thrown != self.exceptions {
            return Err(format!("{way}: {thrown:?}, plain {:?}", self.exceptions));
        }
        if way.symmetry == Symmetry::Threads {
            return self.check_exchanged(way, &found, &collector.0);
        }
        let counted = self.numbered && way.keep == Keep::All && way.keeps_all_states();
        if counted && found.states != plain.states {
            return Err(format!("{way}: {} of {} states", found.states, plain.states));
        }
        if way.keeps_final_states() && self.finals != collector.0 {
            return Err(format!("{way}: {} of {} final states", collector.0.len(), self.finals.len()));
        }
        Ok(found.states)
    }

    /// With thread symmetry, at least one state of each orbit is met, unless threads are joined, and none that the plain search does
    /// not meet.
    fn check_exchanged(&self, way: &Way, found: &Report, finals: &Finals) -> Result<u64, String> {
        if !finals.is_subset(&self.finals) {
            return Err(format!("{way}: final states that there are not"));
        }
        // What the first thread waits for is a set then, and states of several orbits may be one.
        if self.compiled.program.uses(ObjOp::Join) {
            return Ok(found.states);
        }
        let Some(orbits) = self.orbits() else { return Ok(found.states) };
        let met = finals.len() as u64;
        if self.numbered && way.keeps_final_states() && met < orbits.finals {
            return Err(format!("{way}: {met} final states, but these have {} orbits", orbits.finals));
        }
        let between = (orbits.states..=self.plain.states).contains(&found.states);
        if way.reduction == Reduction::None && way.keep == Keep::All && !between {
            return Err(format!("{way}: {} states, but {orbits:?} of {}", found.states, self.plain.states));
        }
        Ok(found.states)
    }

    /// What the independent interpreter makes of the states if all ways to exchange threads are tried, for small programs.
    fn orbits(&self) -> Option<Orbits> {
        let count = || orbits(&self.compiled.program, Joins::OneByOne, FEW_STATES, FEW_THREADS);
        *self.orbits.get_or_init(count)
    }

    /// SC06 Theorem 1 and FQ03 Theorem 4.1: the reduced search finds the annotations that are contradicted, and no others.
    pub(super) fn check_discipline(&self, way: &Way, found: &Report) -> Result<(), String> {
        if !way.reduction.oracle().is_some_and(|oracle| oracle.follows_steps()) {
            return Ok(());
        }
        let Some(contradicted) = &self.contradicted else { return Ok(()) };
        let broken = found.violations.iter().filter_map(|(kind, _)| match kind {
            ViolationKind::Discipline(rule) => Some(rule),
            _ => None,
        });
        let broken: BTreeSet<String> = broken.cloned().collect();
        if broken != *contradicted {
            return Err(format!("{way}: contradicted annotations {broken:?}, plain {contradicted:?}"));
        }
        Ok(())
    }

    /// The bitstate store may lose states, but it invents nothing and never says that all is well.
    pub(super) fn check_bitstate(&self, order: Order) -> Result<(), String> {
        let way = Way {
            reduction: Reduction::None,
            order,
            keep: Keep::All,
            store: StoreKind::Bitstate { log2_bits: 16 },
            undo: UndoMethod::Log,
            repair: Repair::Restart,
            symmetry: Symmetry::None,
        };
        let plain = &self.plain;
        let outcome = self.run(&way, &mut Unobserved);
        self.confirm(&outcome).map_err(|what| format!("{way}: {what}"))?;
        let found = report(&outcome);
        let invented = !found.violations.is_subset(&plain.violations) || found.states > plain.states;
        if invented || outcome.verdict == Verdict::Holds {
            return Err(format!("{way}: {:?}, {found:?}\nplain: {plain:?}", outcome.verdict));
        }
        Ok(())
    }

    fn run(&self, way: &Way, observer: &mut dyn Observer) -> Outcome {
        self.run_with(way, Switch::NONE, observer)
    }

    /// The same if something is switched off.
    pub(super) fn run_with(&self, way: &Way, switch: Switch, observer: &mut dyn Observer) -> Outcome {
        let states = self.plain.states;
        // An oracle that remembers what was shared tells states apart that are otherwise the same.
        let most = if way.is_full() { states } else { 8 * states + 100 };
        let limits = Limits { states: Some(most), depth: Some(MAX_DEPTH), ..Limits::default() };
        self.run_within(way, switch, limits, observer)
    }

    /// The same up to a limit.
    pub(super) fn run_within(
        &self,
        way: &Way,
        switch: Switch,
        limits: Limits,
        observer: &mut dyn Observer,
    ) -> Outcome {
        let check = way.check().properties(switch.properties).keep_going(switch.keep_going).limits(limits);
        let asked =
            check.build().unwrap_or_else(|conflict| panic!("[commute internal bug] {way}: {conflict}"));
        let mut vm = machine(&self.compiled, self.number);
        vm.set_undo(way.undo);
        search(&mut vm, asked.engine_options(), observer)
    }

    /// Lets the independent interpreter run every counterexample that it has not run before.
    pub(super) fn confirm(&self, outcome: &Outcome) -> Result<(), String> {
        for found in &outcome.found {
            let case = (found.violation.kind.clone(), found.schedule.clone());
            let mut confirmed = self.confirmed.lock().unwrap_or_else(PoisonError::into_inner);
            if !confirmed.contains(&case) {
                let (kind, schedule) = &case;
                confirms(&self.compiled.program, schedule, kind)
                    .map_err(|error| format!("{kind:?} is not confirmed: {error}; schedule {schedule:?}"))?;
                confirmed.insert(case);
            }
        }
        Ok(())
    }
}

pub(super) fn report(outcome: &Outcome) -> Report {
    let violations = outcome.found.iter().map(|f| (f.violation.kind.clone(), f.violation.span));
    Report::new(outcome.stats.states, outcome.stats.transitions, violations, outcome.incomplete.is_none())
}

/// A machine for a program. For every other program all that an initialiser leaves is frozen, though it is not much.
pub(super) fn machine(compiled: &Compiled, number: u64) -> Vm {
    let program = Arc::clone(&compiled.program);
    let numbered = numbers_threads_as_declared(&program);
    let mut vm = if number % 2 == 1 { Vm::freezing(program, 1) } else { Vm::new(program) };
    if !numbered {
        vm.compare_globals_only();
    }
    vm
}
