//! A front end that can only execute a program again and again: what it takes to have one checked, confirmed and reported like any other.
//!
//! The program is a list of closures over one shared word, one list for each thread. It has no states that could be stored, only
//! executions; the second implementation below, which confirms what is found, shares nothing with the first but the closures.

use commute::{
    Check, Confirmed, Conflict, Description, Execution, Explores, Failure, Observer, Position, Schedule,
    Step, Store, Strategy, Subject, Tid, Transition, Unconfirmed, Undo, Verdict, Violation, ViolationKind,
    json,
};
use commute_base::Span;
use commute_explore::{Found, Options, Outcome, search_executions};
use commute_machine::{
    Access, Acts, Blocker, Footprint, Info, Location, Machine, Objectwise, Operation, StepResult,
    ThreadStatus,
};

/// A step of a thread: it sees its own register and the shared word. False is a failed assertion.
type Action = fn(&mut i64, &mut i64) -> bool;

/// A program: for each thread its name and its steps.
struct Threads {
    threads: Vec<(&'static str, Vec<Action>)>,
    description: Description,
}

fn assertion(tid: Tid) -> Violation {
    let (kind, message) = (ViolationKind::Fault("assertion"), "assertion failed".to_owned());
    Violation { kind, tid: Some(tid), message, span: Span::default() }
}

impl Threads {
    fn new(name: &str, threads: Vec<(&'static str, Vec<Action>)>) -> Self {
        let mut description = Description::of(name);
        description.threads = threads.iter().map(|(name, _)| (*name).to_owned()).collect();
        Self { threads, description }
    }
}

/// A running program.
struct Running<'a> {
    program: &'a Threads,
    shared: i64,
    registers: Vec<i64>,
    done: Vec<usize>,
    failed: Option<Tid>,
}

impl<'a> Running<'a> {
    fn new(program: &'a Threads) -> Self {
        let count = program.threads.len();
        Self { program, shared: 0, registers: vec![0; count], done: vec![0; count], failed: None }
    }

    fn is_over(&self, t: Tid) -> bool {
        self.done[t.index()] == self.program.threads[t.index()].1.len()
    }
}

impl Machine for Running<'_> {
    fn threads(&self) -> usize {
        self.program.threads.len()
    }
    fn status(&self, t: Tid) -> ThreadStatus {
        match self.failed {
            Some(failed) if failed == t => ThreadStatus::Failed,
            _ if self.is_over(t) => ThreadStatus::Ended,
            _ => ThreadStatus::Live,
        }
    }
    fn is_daemon(&self, _t: Tid) -> bool {
        false
    }
    fn choices(&mut self, t: Tid) -> u32 {
        u32::from(self.status(t) == ThreadStatus::Live)
    }
    fn may_block(&self, _t: Tid) -> bool {
        false
    }
    fn control_point(&self, t: Tid) -> u32 {
        self.done[t.index()] as u32
    }
    fn step(&mut self, transition: Transition) -> StepResult {
        let t = transition.tid.index();
        let action = self.program.threads[t].1[self.done[t]];
        self.done[t] += 1;
        if action(&mut self.registers[t], &mut self.shared) {
            return StepResult::Done;
        }
        self.failed = Some(transition.tid);
        StepResult::Violation(Box::new(assertion(transition.tid)))
    }
    fn footprint(&mut self, _t: Tid, out: &mut Footprint) {
        out.accesses.push(Access { location: Location::Global(0), operation: Operation::Write });
    }
    fn is_inside(&self, _t: Tid) -> bool {
        false
    }
    fn is_observable(&mut self, _t: Tid, _footprint: &Footprint) -> bool {
        false
    }
    fn blocker(&self, _t: Tid) -> Option<Blocker> {
        None
    }
    fn state_violations(&mut self) -> Vec<Violation> {
        Vec::new()
    }
    fn restart(&mut self) -> StepResult {
        *self = Running::new(self.program);
        StepResult::Done
    }
    fn further_violations(&self) -> Vec<Violation> {
        Vec::new()
    }
}

impl Objectwise for Running<'_> {
    fn acts(&mut self, _t: Tid, out: &mut Acts) {
        out.clear();
        out.everything = true;
    }
    fn info(&self, _location: Location) -> Info {
        Info::None
    }
}

impl Subject for Threads {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn explores(&self) -> Explores {
        Explores::Executions
    }

    fn search(&self, options: &Options, _undo: Undo, observer: &mut dyn Observer) -> Outcome {
        search_executions(&mut Running::new(self), options, observer)
    }

    /// A second execution, by a loop of its own.
    fn confirm(&self, found: &Found) -> Result<Confirmed, Unconfirmed> {
        let (mut shared, mut registers) = (0, vec![0; self.threads.len()]);
        let mut next: Vec<_> = self.threads.iter().map(|(_, actions)| actions.iter()).collect();
        let (mut steps, mut good) = (Vec::new(), true);
        for Transition { tid, .. } in &found.schedule {
            let thread = tid.index();
            let action = next[thread].next().ok_or_else(|| Unconfirmed("a thread is over".to_owned()))?;
            let before = shared;
            good = action(&mut registers[thread], &mut shared);
            let text = format!("{before} -> {shared}");
            steps.push(Step { thread, place: None, text, effects: Vec::new() });
        }
        if good {
            return Err(Unconfirmed("the last step does not fail".to_owned()));
        }
        let end = (0..self.threads.len()).map(|thread| Position {
            thread,
            place: None,
            doing: format!("register {}", registers[thread]),
        });
        let threads = self.description.threads.clone();
        let execution = Execution { threads, steps, end: end.collect(), ..Execution::default() };
        Ok(Confirmed { execution, violation: Some(found.violation.clone()) })
    }
}

fn read(register: &mut i64, shared: &mut i64) -> bool {
    *register = *shared;
    true
}

fn write(register: &mut i64, shared: &mut i64) -> bool {
    *shared = *register + 1;
    true
}

/// Two threads that increment, one of which looks.
fn lost_update() -> Threads {
    let check: Action = |_, shared| *shared != 1;
    let first = vec![read as Action, write];
    let second = vec![read as Action, write, check];
    Threads::new("lost update", vec![("first", first), ("second", second)])
}

#[test]
fn it_is_checked_confirmed_and_reported() {
    let report = Check::new().build().unwrap().run(&lost_update()).unwrap();
    assert_eq!(report.verdict, Verdict::Violated);
    let counterexample = &report.counterexamples[0];
    assert_eq!(counterexample.violation.kind.name(), "assertion");
    assert_eq!(
        counterexample.execution.name(counterexample.execution.steps.last().unwrap().thread),
        "second"
    );
    let document = json::CheckDocument::checked(
        &report,
        &commute::SourceMap::default(),
        &commute::Diagnostics::default(),
    );
    let value = serde_json::to_value(document).unwrap();
    assert_eq!(value["verdict"], "violated");
    assert_eq!(value["violations"][0]["trace"].as_array().unwrap().len(), counterexample.schedule.len());
}

#[test]
fn it_holds_if_nothing_can_fail() {
    let fine = Threads::new("fine", vec![("a", vec![read as Action, write]), ("b", vec![read as Action])]);
    let report = Check::new().build().unwrap().run(&fine).unwrap();
    // Without a store cycles are not seen; these executions all end.
    assert_eq!(report.verdict, Verdict::Holds);
}

#[test]
fn what_it_cannot_do_is_refused() {
    let conflict = |check: Check| match check.build().unwrap().run(&lost_update()) {
        Err(Failure::Conflict(conflict)) => conflict,
        other => panic!("{other:?}"),
    };
    let full = || Check::new().strategy(Strategy::named("full").unwrap());
    assert_eq!(conflict(full()), Conflict::OnlyExecutions);
    assert_eq!(conflict(Check::new().symmetric(true)), Conflict::OnlyExecutions);
    let sss = Strategy::named("sss").unwrap();
    assert_eq!(conflict(Check::new().strategy(sss).store(Store::None)), Conflict::OnlyExecutions);
}

#[test]
fn a_false_claim_is_a_mistake_of_ours() {
    let found = Found { violation: assertion(Tid(0)), schedule: Schedule::new(), cycle: 0, execution: None };
    assert!(lost_update().confirm(&found).is_err());
}
