//! Replays a schedule from the initial state and says how it ends.

use crate::atomicity::{Interruption, interruption};
use crate::discipline::{contradicted, contradicts};
use crate::event::{Event, StepRecord};
use crate::failure::Failure;
use crate::interpreter::Interpreter;
use crate::lasso::{all_states, check_fair};
use crate::livelock::{spinning_at, starving};
use crate::locksets::{Unprotected, violates};
use crate::nearest::nearest;
use crate::properties::Waiting;
use crate::races::Race;
use crate::state::Status;
use commute_base::Span;
use commute_ir::Program;
use commute_machine::{LockRule, Tid, Transition, Violation, ViolationKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The names of the threads, by number; a number that was used twice has the last name.
    pub threads: Vec<String>,
    /// What happened before the first step.
    pub initial: Initial,
    /// The steps.
    pub steps: Vec<StepRecord>,
    /// Where each thread stands after the last step.
    pub stand: Vec<Stand>,
    /// The exception that a thread did not catch, if one has failed so.
    pub failure: Option<Failure>,
    /// Whether the time of some wait is up in it.
    pub timed_out: bool,
    /// How it ends.
    pub end: End,
}

impl Trace {
    /// That a call was interrupted, in words.
    fn interrupted(&self, function: &str, interruption: &Interruption) -> End {
        let Interruption { first, between, last } = interruption;
        let told = |&at: &usize| {
            let step = &self.steps[at];
            let deed = step.events.iter().find(|event| event.on.is_some()).or(step.events.first());
            let name = &self.threads[step.tid.index()];
            format!("step {} ({name}: {})", at + 1, deed.map_or("a step", |event| event.what.as_str()))
        };
        let between_steps: Vec<String> = between.iter().map(told).collect();
        let how = format!(
            "a call of {function} is interrupted: {}, then {}, then {} of the same call",
            told(first),
            between_steps.join(", then "),
            told(last)
        );
        let span = between.first().map_or(Span::default(), |&at| self.steps[at].span);
        End::Atomicity { function: function.to_owned(), how, span }
    }

    /// Finds out what comes nearest to an order, if it ends with a race.
    fn look_for_nearest(&mut self, interpreter: &Interpreter<'_>, schedule: &[Transition]) {
        if let End::DataRace(race) = &mut self.end {
            race.nearest = Some(nearest(interpreter, schedule, race));
        }
    }
}

/// Where a thread stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The source of its next instruction, unless it is over.
    pub span: Option<Span>,
    /// What it is doing.
    pub status: Status,
    /// What keeps it from its next step, in words; empty if it is only that another thread must not be disturbed now.
    pub blocked: Option<String>,
    /// The object that it does something to next.
    pub on: Option<u32>,
    /// The call of a function without a source in which it is, if it is in one that does more than to take a lock.
    pub within: Option<String>,
}

/// How the initial state came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initial {
    /// What the initialisation and the first local instructions of the threads did.
    pub events: Vec<Event>,
    /// What went wrong in them.
    pub violation: Option<Violation>,
}

/// How an execution ends. Of several things that are wrong at once, the first in this order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The last step made a thread fail.
    Violation(Violation),
    /// An invariant is false or undefined.
    Invariant(Violation),
    /// No thread can go on.
    Deadlock(Vec<Waiting>),
    /// These threads can never go on.
    PartialDeadlock(Vec<Waiting>),
    /// Two threads are about to access the same memory, and nothing orders them.
    DataRace(Box<Race>),
    /// These threads run for ever, in the last steps, and nothing can let them out.
    Livelock {
        /// Their names.
        threads: Vec<String>,
        /// How many of the last steps are repeated.
        cycle: usize,
    },
    /// These threads may never get on if the last steps are repeated, although that is fair.
    Starvation {
        /// Their names.
        threads: Vec<String>,
        /// How many of the last steps are repeated.
        cycle: usize,
    },
    /// The last step contradicts this annotation, or no lock protects what this rule is about.
    Discipline {
        /// The rule.
        rule: String,
        /// How, if it is a rule about locks.
        how: Option<Box<Unprotected>>,
    },
    /// A call of a function that is said to be atomic was interrupted.
    Atomicity {
        /// Its name.
        function: String,
        /// How, in words.
        how: String,
        /// Where the step is that came in between.
        span: Span,
    },
    /// Nothing is wrong.
    Nothing,
}

impl End {
    /// What is wrong.
    pub fn kind(&self) -> Option<ViolationKind> {
        match self {
            End::Violation(v) | End::Invariant(v) => Some(v.kind.clone()),
            End::Deadlock(_) => Some(ViolationKind::Deadlock),
            End::PartialDeadlock(_) => Some(ViolationKind::PartialDeadlock),
            End::DataRace(_) => Some(ViolationKind::DataRace),
            End::Livelock { .. } => Some(ViolationKind::Livelock),
            End::Starvation { .. } => Some(ViolationKind::Starvation),
            End::Discipline { rule, .. } => Some(ViolationKind::Discipline(rule.clone())),
            End::Atomicity { function, .. } => Some(ViolationKind::Atomicity(function.clone())),
            End::Nothing => None,
        }
    }
}

/// Why a schedule is no execution, or not the one that was claimed. Steps are counted from one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A step of a thread that there is not.
    #[error("step {step}: there is no thread {}, only {threads} threads", tid.0)]
    UnknownThread {
        /// The step.
        step: usize,
        /// The thread it names.
        tid: Tid,
        /// How many there are.
        threads: usize,
    },
    /// A step of a thread that cannot make one.
    #[error("step {step}: {name} cannot step: {reason}")]
    NotEnabled {
        /// The step.
        step: usize,
        /// The name of the thread.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A step with a choice that the thread does not have.
    #[error("step {step}: {name} has {choices} choices, so there is no choice {choice}")]
    NoSuchChoice {
        /// The step.
        step: usize,
        /// The name of the thread.
        name: String,
        /// The choice it names.
        choice: u16,
        /// How many there are.
        choices: u32,
    },
    /// The schedule can be executed but does not end as was claimed.
    #[error("the schedule does not end in {claimed}: {found}")]
    NotConfirmed {
        /// What was claimed.
        claimed: String,
        /// How it ends.
        found: String,
    },
}

/// Executes a schedule from the initial state.
pub fn replay(program: &Program, schedule: &[Transition]) -> Result<Trace, ReplayError> {
    let (mut trace, interpreter, _) = run(program, schedule)?;
    trace.look_for_nearest(&interpreter, schedule);
    if trace.end == End::Nothing
        && let Some(rule) = contradicted(program, schedule)
    {
        trace.end = End::Discipline { rule, how: None };
    }
    if trace.end == End::Nothing
        && let Some(livelock) = livelock(program, schedule, &trace.threads)
    {
        trace.end = livelock;
    }
    if trace.end == End::Nothing
        && let Some(starvation) = starvation(program, schedule, &trace.threads)?
    {
        trace.end = starvation;
    }
    Ok(trace)
}

/// Whether the last steps of an execution go round and are fair, and some thread never gets on there.
fn starvation(
    program: &Program,
    schedule: &[Transition],
    names: &[String],
) -> Result<Option<End>, ReplayError> {
    let mut states = all_states(program, schedule)?;
    let Some(end) = states.pop() else { return Ok(None) };
    let key = end.key();
    for first in (0..states.len()).filter(|&at| states[at].key() == key) {
        let (around, cycle) = (&states[first..], &schedule[first..]);
        let starving = starving(around, cycle);
        if !starving.is_empty() && check_fair(around, cycle).is_ok() {
            let threads = starving.into_iter().map(|t| names[t].clone()).collect();
            return Ok(Some(End::Starvation { threads, cycle: cycle.len() }));
        }
    }
    Ok(None)
}

/// So many states are looked at to see whether calls that nobody interrupts come to a state.
const MOST_WHOLE: usize = 500;

/// So many states are looked at to see whether nothing leads out of a loop.
const MOST_AROUND: usize = 20_000;

/// Whether the last steps of an execution go round, and some thread spins there. Of a component that is too large nothing is said but
/// that they do.
fn livelock(program: &Program, schedule: &[Transition], names: &[String]) -> Option<End> {
    let mut state = Interpreter::start(program, false).0;
    let mut keys = vec![state.key()];
    for &step in schedule {
        state.advance_by(step);
        keys.push(state.key());
    }
    let end = keys.pop()?;
    let cycle = keys.iter().rev().position(|key| *key == end)? + 1;
    let around = &schedule[schedule.len() - cycle..];
    let in_cycle = || around.iter().map(|step| step.tid.index()).collect();
    let spinning: Vec<usize> = spinning_at(&state, MOST_AROUND).unwrap_or_else(in_cycle);
    let spinning: BTreeSet<&String> = spinning.into_iter().map(|t| &names[t]).collect();
    let threads: Vec<String> = spinning.into_iter().cloned().collect();
    (!threads.is_empty()).then_some(End::Livelock { threads, cycle })
}

/// Executes a schedule and checks that a violation of this kind is really there at its end: its last step
/// makes a thread fail so, or its last state is so.
pub fn confirms(
    program: &Program,
    schedule: &[Transition],
    kind: &ViolationKind,
) -> Result<Trace, ReplayError> {
    let (mut trace, interpreter, failed) = run(program, schedule)?;
    if let ViolationKind::Discipline(rule) = kind
        && let Some(end) = broken(program, schedule, rule)
    {
        trace.end = end;
        return Ok(trace);
    }
    if let ViolationKind::Atomicity(function) = kind
        && let Some(interruption) = interruption(program, schedule, function, MOST_WHOLE)
    {
        trace.end = trace.interrupted(function, &interruption);
        return Ok(trace);
    }
    if *kind == ViolationKind::Livelock
        && let Some(livelock) = livelock(program, schedule, &trace.threads)
    {
        trace.end = livelock;
        return Ok(trace);
    }
    if *kind == ViolationKind::Starvation
        && let Some(starvation) = starvation(program, schedule, &trace.threads)?
    {
        trace.end = starvation;
        return Ok(trace);
    }
    match ends(&interpreter, &failed).into_iter().find(|end| end.kind().as_ref() == Some(kind)) {
        Some(end) => {
            trace.end = end;
            trace.look_for_nearest(&interpreter, schedule);
            Ok(trace)
        }
        None => Err(ReplayError::NotConfirmed {
            claimed: show_kind(kind),
            found: trace
                .end
                .kind()
                .map_or("nothing is wrong".to_owned(), |k| format!("it ends in {}", show_kind(&k))),
        }),
    }
}

/// What an execution ends in that shows that what a rule about sharing says is not so: an annotation, or that a lock protects.
fn broken(program: &Program, schedule: &[Transition], rule: &str) -> Option<End> {
    let end = |how| End::Discipline { rule: rule.to_owned(), how };
    match LockRule::parse(rule) {
        Some(rule) => violates(program, schedule, &rule).map(|how| end(Some(Box::new(how)))),
        None => contradicts(program, schedule, rule).then(|| end(None)),
    }
}

fn show_kind(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Invariant(name) => format!("invariant {name}"),
        ViolationKind::Discipline(rule) => format!("discipline {rule}"),
        ViolationKind::Atomicity(function) => format!("a call of {function} that is interrupted"),
        other => other.name().to_owned(),
    }
}

type Run<'p> = (Trace, Interpreter<'p>, Vec<Violation>);

fn run<'p>(program: &'p Program, schedule: &[Transition]) -> Result<Run<'p>, ReplayError> {
    let (mut interpreter, mut failed) = Interpreter::start_gathering(program);
    let initial =
        Initial { events: std::mem::take(&mut interpreter.events), violation: failed.first().cloned() };
    interpreter.left_out = 0;
    interpreter.names = interpreter.names_of(schedule).map(Arc::new);
    interpreter.gathered = None;
    interpreter.collect_late();
    let mut steps = Vec::new();
    for (at, &transition) in schedule.iter().enumerate() {
        check_enabled(&interpreter, at + 1, transition)?;
        let (record, now_failed) = interpreter.recorded(transition);
        (failed, _) = (now_failed, steps.push(record));
    }
    interpreter.remove_garbage();
    let threads = interpreter.state().threads.iter().map(|t| t.name.clone()).collect();
    let stand = (0..interpreter.threads()).map(Tid::new).map(|t| stand(&interpreter, t)).collect();
    let end = ends(&interpreter, &failed).into_iter().next().unwrap_or(End::Nothing);
    let failure = interpreter.failure.take();
    let timed_out = interpreter.timed_out;
    Ok((Trace { threads, initial, steps, stand, failure, timed_out, end }, interpreter, failed))
}

fn stand(interpreter: &Interpreter<'_>, t: Tid) -> Stand {
    let (span, status) = (interpreter.span(t), interpreter.status(t));
    let (on, within) = (interpreter.invoked(t.index()), interpreter.library_call(t.index()));
    Stand { span, status, blocked: interpreter.describe_block(t), on, within }
}

pub(crate) fn check_enabled(
    interpreter: &Interpreter<'_>,
    step: usize,
    transition: Transition,
) -> Result<(), ReplayError> {
    let (tid, threads) = (transition.tid, interpreter.threads());
    if tid.index() >= threads {
        return Err(ReplayError::UnknownThread { step, tid, threads });
    }
    let name = interpreter.thread_name(tid).to_owned();
    let choices = interpreter.choices(tid);
    if choices == 0 {
        return Err(ReplayError::NotEnabled { step, name, reason: why_not(interpreter, tid) });
    }
    if u32::from(transition.choice) >= choices {
        return Err(ReplayError::NoSuchChoice { step, name, choice: transition.choice, choices });
    }
    Ok(())
}

fn why_not(interpreter: &Interpreter<'_>, tid: Tid) -> String {
    use crate::state::Status::{Ended, Failed, Halted};
    match (interpreter.status(tid), interpreter.state().exclusive) {
        (Ended, _) => "it has ended".to_owned(),
        (Failed, _) => "it has failed".to_owned(),
        (Halted, _) => "it has halted".to_owned(),
        (_, Some(other)) if other != tid.index() => {
            format!("{} is inside an atomic block", interpreter.state().threads[other].name)
        }
        _ => format!("it waits for {}", interpreter.describe_block(tid).unwrap_or_default()),
    }
}

/// Everything that is wrong after the last step, in which `failed` went wrong.
fn ends(interpreter: &Interpreter<'_>, failed: &[Violation]) -> Vec<End> {
    let mut all: Vec<End> = failed.iter().cloned().map(End::Violation).collect();
    all.extend(interpreter.false_invariants().into_iter().map(End::Invariant));
    if interpreter.is_deadlock() {
        all.push(End::Deadlock(interpreter.waiting(&interpreter.stuck())));
    }
    if let Some(cycle) = interpreter.partial_deadlock() {
        all.push(End::PartialDeadlock(interpreter.waiting(&cycle)));
    }
    all.extend(interpreter.data_races().into_iter().map(|race| End::DataRace(Box::new(race))));
    all
}
