//! Programs of the modelling language: exact numbers of states, and counterexamples that are confirmed.

use commute_base::SourceMap;
use commute_certify::{End, Interpreter, PlainResult, confirms, plain_search};
use commute_front_lang::{Options, compile};
use commute_ir::Program;
use commute_machine::{Tid, Transition, ViolationKind};
use std::collections::{HashSet, VecDeque};

/// Compiles a model with new values for some constants.
fn model(name: &str, defines: &[(&str, &str)]) -> Program {
    let path = format!("{}/tests/models/{name}.cm", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut sources = SourceMap::default();
    let file = sources.add(format!("{name}.cm"), text);
    let defines = defines.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
    let compiled = compile(&sources, file, &Options { defines, ..Default::default() });
    let messages = compiled.diagnostics.render(&sources, commute_base::RenderOptions::default());
    compiled.program.unwrap_or_else(|| panic!("{messages}"))
}

fn search(program: &Program) -> PlainResult {
    let result = plain_search(program, 100_000);
    assert!(result.complete);
    result
}

/// The kinds of violations, each once.
fn kinds(result: &PlainResult) -> Vec<ViolationKind> {
    let mut kinds: Vec<_> = result.violations.iter().map(|(kind, _)| kind.clone()).collect();
    kinds.dedup();
    kinds
}

/// A shortest schedule that ends in a state or step with a violation of this kind.
fn shortest(program: &Program, kind: &ViolationKind) -> Vec<Transition> {
    let (start, _, _) = Interpreter::new(program);
    let mut seen = HashSet::from([start.key()]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((state, schedule)) = queue.pop_front() {
        for tid in (0..state.threads()).map(Tid::new) {
            for choice in 0..state.choices(tid) as u16 {
                let mut next = state.clone();
                let transition = Transition { tid, choice };
                let record = next.step(transition);
                let schedule: Vec<_> = schedule.iter().copied().chain([transition]).collect();
                let wrong = record.violation.into_iter().chain(next.state_violations());
                if wrong.into_iter().any(|v| v.kind == *kind) {
                    return schedule;
                }
                if seen.insert(next.key()) {
                    queue.push_back((next, schedule));
                }
            }
        }
    }
    panic!("no schedule leads to {kind:?}");
}

#[test]
fn fq03_counter() {
    for (n, k, states) in [("2", "2", 736), ("2", "4", 2944), ("3", "2", 5632)] {
        let result = search(&model("counter", &[("N", n), ("K", k)]));
        assert_eq!((result.states, kinds(&result)), (states, vec![]), "N = {n}, K = {k}");
    }
}

#[test]
fn sc06_barrier() {
    let result = search(&model("barrier", &[]));
    assert_eq!((result.states, kinds(&result)), (106, vec![]));
}

#[test]
fn philosophers_deadlock_after_each_has_one_fork() {
    let program = model("philosophers", &[]);
    assert_eq!(kinds(&search(&program)), [ViolationKind::Deadlock]);
    let schedule = shortest(&program, &ViolationKind::Deadlock);
    assert_eq!(schedule.len(), 3);
    let trace = confirms(&program, &schedule, &ViolationKind::Deadlock).unwrap();
    let End::Deadlock(waiting) = trace.end else { panic!("{:?}", trace.end) };
    let what: Vec<_> = waiting.iter().map(|w| format!("{}: {}", w.name, w.what)).collect();
    assert_eq!(
        what,
        [
            "phil[0]: acquire of fork[1], held by phil[1]",
            "phil[1]: acquire of fork[2], held by phil[2]",
            "phil[2]: acquire of fork[0], held by phil[0]",
        ]
    );
}

#[test]
fn two_philosophers_of_four_may_eat() {
    let program = model("philosophers", &[("N", "4")]);
    let invariant = ViolationKind::Invariant("one".to_owned());
    assert_eq!(kinds(&search(&program)), [ViolationKind::Deadlock, invariant.clone()]);
    let schedule = shortest(&program, &invariant);
    let trace = confirms(&program, &schedule, &invariant).unwrap();
    assert_eq!(trace.steps.last().unwrap().events.last().unwrap().what, "eating: 1 -> 2");
}

#[test]
fn a_consumer_that_wakes_the_other_consumer_is_a_deadlock() {
    let program = model("buffer", &[]);
    assert_eq!(kinds(&search(&program)), [ViolationKind::Deadlock]);
    let schedule = shortest(&program, &ViolationKind::Deadlock);
    let trace = confirms(&program, &schedule, &ViolationKind::Deadlock).unwrap();
    let End::Deadlock(waiting) = trace.end else { panic!("{:?}", trace.end) };
    let what: Vec<_> = waiting.iter().map(|w| format!("{}: {}", w.name, w.what)).collect();
    assert_eq!(what, ["prod: notification on Monitor#0", "cons[1]: notification on Monitor#0"]);
}

#[test]
fn a_push_may_be_lost() {
    let program = model("stack", &[]);
    let assertion = ViolationKind::Fault("assertion");
    assert_eq!(kinds(&search(&program)), std::slice::from_ref(&assertion));
    let schedule = shortest(&program, &assertion);
    let trace = confirms(&program, &schedule, &assertion).unwrap();
    assert_eq!(trace.threads, ["main", "push#1", "push#2"]);
    let End::Violation(violation) = trace.end else { panic!("{:?}", trace.end) };
    assert_eq!(violation.message, "assertion failed: a push was lost");
    let written: Vec<_> = trace
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .filter(|event| event.what.starts_with("top:"))
        .map(|event| event.what.as_str())
        .collect();
    assert_eq!(written, ["top: null -> Node#1", "top: Node#1 -> Node#3"]);
}
