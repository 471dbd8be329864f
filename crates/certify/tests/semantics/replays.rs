//! Replaying schedules: what a trace says, and how a wrong schedule is refused.

use crate::build::*;
use commute_certify::{Change, End, confirms, plain_search, replay};
use commute_ir::*;
use commute_machine::{Transition, ViolationKind};

fn schedule(threads: &[u16]) -> Vec<Transition> {
    threads.iter().map(|&t| at(t, 0)).collect()
}

/// Two threads that acquire two locks in opposite order; the second asserts that x is 0.
fn program() -> Build {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let (m, n) = (build.lock("m"), build.lock("n"));
    build.run("a", vec![store(x, int(1)), op(ObjOp::Acquire, m), op(ObjOp::Acquire, n), RET]);
    let func = build.run(
        "b",
        vec![
            load(0, x),
            bin(1, BinOp::Eq, r(0), int(0)),
            assert(r(1)),
            op(ObjOp::Acquire, n),
            op(ObjOp::Acquire, m),
            RET,
        ],
    );
    build.name_register(func, 0, "seen");
    build.name_register(func, 1, "fine");
    build
}

#[test]
fn a_trace_tells_what_happened() {
    let build = program();
    let trace = replay(&build.program, &schedule(&[1, 0, 1])).unwrap();
    assert_eq!((trace.threads, trace.end), (vec!["a".to_owned(), "b".to_owned()], End::Nothing));
    let [read, write, acquire] = &trace.steps[..] else { panic!("three steps") };
    assert_eq!((read.tid, read.choice), (tid(1), 0));
    assert_eq!(read.events[0].what, "read x = 0");
    assert_eq!((read.events[0].span, read.events[0].tid), (span(FuncId(1), 0), Some(tid(1))));
    assert_eq!(read.events[0].locals, [("seen".to_owned(), "0".to_owned())]);
    assert_eq!(read.events[1].what, "fine = 1");
    assert_eq!(write.events[0].what, "x: 0 -> 1");
    let change =
        |place: &str, old: &str, new: &str| Change { place: place.into(), old: old.into(), new: new.into() };
    assert_eq!(write.events[0].changes, [change("x", "0", "1")]);
    assert_eq!(acquire.events[0].what, "acquire n");
    assert_eq!(acquire.events[0].changes, [change("n", "free", "held by b")]);
}

#[test]
fn a_failing_assertion_is_confirmed() {
    let build = program();
    let assertion = fault(FaultKind::Assertion);
    let trace = confirms(&build.program, &schedule(&[0, 1]), &assertion).unwrap();
    let End::Violation(violation) = trace.end else { panic!("{:?}", trace.end) };
    assert_eq!(
        (violation.message.as_str(), violation.span),
        ("assertion failed: it must hold", span(FuncId(1), 2))
    );
    assert_eq!(trace.steps[1].events.last().unwrap().what, "fails: assertion failed: it must hold");
    // One step too early, and one too late: the thread has failed before.
    for wrong in [&[0][..], &[0, 1, 0]] {
        let error = confirms(&build.program, &schedule(wrong), &assertion).unwrap_err();
        assert_eq!(error.to_string(), "the schedule does not end in assertion: nothing is wrong");
    }
}

#[test]
fn a_deadlock_is_confirmed_with_what_each_waits_for() {
    let build = program();
    let all = schedule(&[1, 0, 0, 1]);
    let trace = confirms(&build.program, &all, &ViolationKind::Deadlock).unwrap();
    let End::Deadlock(waiting) = trace.end else { panic!("{:?}", trace.end) };
    let what: Vec<_> = waiting.iter().map(|w| (w.name.as_str(), w.what.as_str(), w.span)).collect();
    assert_eq!(
        what,
        [
            ("a", "acquire of n, held by b", span(FuncId(0), 2)),
            ("b", "acquire of m, held by a", span(FuncId(1), 4)),
        ]
    );
    // It is also a cycle.
    assert!(confirms(&build.program, &all, &ViolationKind::PartialDeadlock).is_ok());
    let invariant = ViolationKind::Invariant("I".to_owned());
    let error = confirms(&build.program, &all, &invariant).unwrap_err();
    assert_eq!(error.to_string(), "the schedule does not end in invariant I: it ends in deadlock");
}

#[test]
fn a_wrong_schedule_is_refused_at_the_step_that_is_wrong() {
    let build = program();
    let message = |transitions: &[Transition]| replay(&build.program, transitions).unwrap_err().to_string();
    assert_eq!(message(&schedule(&[0, 7])), "step 2: there is no thread 7, only 2 threads");
    assert_eq!(message(&[at(0, 1)]), "step 1: a has 1 choices, so there is no choice 1");
    assert_eq!(
        message(&schedule(&[1, 0, 0, 1, 0])),
        "step 5: a cannot step: it waits for acquire of n, held by b"
    );
    assert_eq!(message(&schedule(&[0, 0, 0, 0])), "step 4: a cannot step: it has ended");
    assert_eq!(message(&schedule(&[0, 1, 1])), "step 3: b cannot step: it has failed");
}

#[test]
fn a_thread_cannot_step_while_another_is_exclusive() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    build.run("t", vec![Instr::AtomicBegin, store(x, int(1)), choose(0, 0, 2), Instr::AtomicEnd, RET]);
    build.run("u", vec![Instr::Yield, RET]);
    let error = replay(&build.program, &schedule(&[0, 1])).unwrap_err();
    assert_eq!(error.to_string(), "step 2: u cannot step: t is inside an atomic block");
}

#[test]
fn what_goes_wrong_in_the_initial_state_is_confirmed_by_no_steps() {
    let build = single(|_| vec![assert(int(0)), RET]);
    let trace = confirms(&build.program, &[], &fault(FaultKind::Assertion)).unwrap();
    assert_eq!(trace.initial.violation.unwrap().tid, Some(tid(0)));
    assert_eq!(trace.initial.events[0].what, "fails: assertion failed: it must hold");
}

#[test]
fn values_are_shown_by_their_types() {
    let mut build = Build::default();
    build.program.enums.push(EnumDecl { name: "E".into(), variants: vec!["Red".into(), "Blue".into()] });
    let class = build.class("Node", None, &[]);
    let shape = build.shape(Shape::Instance(class));
    let e = build.global_of("e", Ty::Enum(EnumId(0)), int(0));
    let b = build.global_of("b", Ty::Bool, int(0));
    let f = build.global_of("f", Ty::F64, Operand::F64(0.5f64.to_bits()));
    let n = build.global_of("n", Ty::Class(class), Operand::Null);
    let m = build.lock("m");
    let a = build.global_of("a", Ty::AnyRef, m);
    let code = vec![
        new(0, shape, 0),
        store(e, int(1)),
        store(b, int(1)),
        store(f, Operand::F64(1.5f64.to_bits())),
        store(n, r(0)),
        store(a, Operand::Null),
        RET,
    ];
    build.run("t", code);
    let trace = replay(&build.program, &schedule(&[0, 0, 0, 0, 0])).unwrap();
    let what: Vec<_> = trace.steps.iter().map(|s| s.events[0].what.as_str()).collect();
    assert_eq!(
        what,
        ["e: Red -> Blue", "b: false -> true", "f: 0.5 -> 1.5", "n: null -> Node#0", "a: m -> null"]
    );
}

#[test]
fn the_search_stops_at_its_limit() {
    let build = single(|b| {
        let x = b.global("x", 0);
        vec![load(0, x), add(0, r(0), int(1)), store(x, r(0)), jump(0)]
    });
    let result = plain_search(&build.program, 50);
    assert_eq!((result.states, result.complete), (50, false));
}

#[test]
fn states_after_a_failure_are_searched_too() {
    let mut build = Build::default();
    build.run("bad", vec![Instr::Yield, assert(int(0)), RET]);
    build.run("good", vec![Instr::Yield, Instr::Yield, RET]);
    let result = plain_search(&build.program, 100);
    assert_eq!((result.states, result.transitions, result.complete), (6, 7, true));
    let violations: Vec<_> = result.violations.into_iter().collect();
    assert_eq!(violations, [(fault(FaultKind::Assertion), span(FuncId(0), 1))]);
}
