//! Deadlock, partial deadlock, invariants and the expressions they are made of.

use crate::build::*;
use commute_base::Span;
use commute_certify::plain_search;
use commute_ir::*;
use commute_machine::ViolationKind;

fn kinds(build: &Build) -> Vec<ViolationKind> {
    let violations = plain_search(&build.program, 10_000).violations;
    let kinds: std::collections::BTreeSet<_> = violations.into_iter().map(|(kind, _)| kind).collect();
    kinds.into_iter().collect()
}

/// A thread that executes these operations, one on each object.
fn doing(build: &mut Build, name: &str, ops: &[(ObjOp, Operand)]) {
    let code: Vec<Instr> = ops.iter().map(|&(operation, obj)| op(operation, obj)).chain([RET]).collect();
    build.run(name, code);
}

#[test]
fn two_locks_in_opposite_order_are_a_deadlock() {
    let mut build = Build::default();
    let (m, n) = (build.lock("m"), build.lock("n"));
    let (acquire, release) = (ObjOp::Acquire, ObjOp::Release);
    doing(&mut build, "a", &[(acquire, m), (acquire, n), (release, n), (release, m)]);
    doing(&mut build, "b", &[(acquire, n), (acquire, m), (release, m), (release, n)]);
    assert_eq!(kinds(&build), [ViolationKind::Deadlock]);
    let mut i = build.start();
    steps(&mut i, &[0, 1]);
    let violation = i.state_violations().remove(0);
    assert_eq!(violation.message, "a waits for acquire of n, held by b; b waits for acquire of m, held by a");
    assert_eq!(violation.span, span(FuncId(0), 1));
}

#[test]
fn a_cycle_while_others_go_on_is_a_partial_deadlock() {
    let mut build = Build::default();
    let (m, n) = (build.lock("m"), build.lock("n"));
    doing(&mut build, "a", &[(ObjOp::Acquire, m), (ObjOp::Acquire, n)]);
    doing(&mut build, "b", &[(ObjOp::Acquire, n), (ObjOp::Acquire, m)]);
    build.run("c", vec![Instr::Yield, jump(0)]);
    // Neither releases what it has, so the one that is too late waits for an ended thread.
    assert_eq!(kinds(&build), [ViolationKind::PartialDeadlock, ViolationKind::Livelock]);
    let mut i = build.start();
    steps(&mut i, &[0, 1]);
    assert_eq!(i.partial_deadlock(), Some(vec![0, 1]));
    assert!(!i.is_deadlock());
}

#[test]
fn a_lock_that_its_owner_wants_again_is_a_partial_deadlock() {
    let mut build = Build::default();
    let m = build.lock("m");
    doing(&mut build, "a", &[(ObjOp::Acquire, m), (ObjOp::Acquire, m)]);
    build.run("c", vec![Instr::Yield, jump(0)]);
    assert_eq!(kinds(&build), [ViolationKind::PartialDeadlock, ViolationKind::Livelock]);
}

#[test]
fn a_lock_held_by_an_ended_thread_is_a_partial_deadlock_through_a_chain() {
    let mut build = Build::default();
    let (m, n) = (build.lock("m"), build.lock("n"));
    doing(&mut build, "ends", &[(ObjOp::Acquire, m)]);
    doing(&mut build, "b", &[(ObjOp::Acquire, n), (ObjOp::Acquire, m)]);
    doing(&mut build, "c", &[(ObjOp::Acquire, n)]);
    build.run("d", vec![Instr::Yield, jump(0)]);
    let mut i = build.start();
    steps(&mut i, &[0, 1]);
    assert_eq!(i.partial_deadlock(), Some(vec![1]));
}

#[test]
fn monitors_read_write_locks_and_joins_make_cycles_too() {
    for (take, want, shape) in [
        (ObjOp::MonitorEnter, ObjOp::MonitorEnter, Shape::Seq(Ty::I64)),
        (ObjOp::AcquireRead, ObjOp::AcquireWrite, Shape::RwLock),
        (ObjOp::AcquireWrite, ObjOp::AcquireRead, Shape::RwLock),
    ] {
        let mut build = Build::default();
        let words: &[i64] = if shape == Shape::RwLock { &[0] } else { &[] };
        let (m, n) = (build.object("m", shape, words), build.object("n", shape, words));
        doing(&mut build, "a", &[(take, m), (want, n)]);
        doing(&mut build, "b", &[(take, n), (want, m)]);
        build.run("c", vec![Instr::Yield, jump(0)]);
        let mut i = build.start();
        steps(&mut i, &[0, 1]);
        assert_eq!(i.partial_deadlock(), Some(vec![0, 1]), "{take:?}");
    }
    let mut build = Build::default();
    for (name, other, handle) in [("a", 1, 0), ("b", 0, 1)] {
        build.object(name, Shape::Thread, &[0]);
        let func = build.func(name, 0, vec![op(ObjOp::Join, Operand::Static(StaticId(other))), RET]);
        build.thread(name, func, &[]).handle = Some(StaticId(handle));
    }
    build.run("c", vec![Instr::Yield, jump(0)]);
    assert_eq!(build.start().partial_deadlock(), Some(vec![0, 1]));
}

#[test]
fn waiting_for_a_notification_or_a_semaphore_is_blocked_by_nobody() {
    let mut build = Build::default();
    let (m, s) = (build.monitor("m"), build.object("s", Shape::Semaphore, &[0]));
    doing(&mut build, "a", &[(ObjOp::MonitorEnter, m), (ObjOp::Wait, m)]);
    doing(&mut build, "b", &[(ObjOp::Down, s)]);
    assert_eq!(kinds(&build), [ViolationKind::Deadlock]);
    build.run("c", vec![Instr::Yield, jump(0)]);
    assert_eq!(kinds(&build), [ViolationKind::Livelock]);
}

#[test]
fn no_deadlock_if_only_daemons_are_left_or_a_thread_failed_or_halted() {
    let waits = |build: &mut Build| {
        let s = build.object("s", Shape::Semaphore, &[0]);
        doing(build, "a", &[(ObjOp::Down, s)]);
    };
    let mut build = Build::default();
    waits(&mut build);
    assert_eq!(kinds(&build), [ViolationKind::Deadlock]);
    build.program.threads[0].daemon = true;
    assert_eq!(kinds(&build), []);
    for code in [vec![assert(int(0)), RET], vec![Instr::Assume { cond: int(0) }, RET]] {
        let mut build = Build::default();
        waits(&mut build);
        build.run("b", code);
        assert!(!kinds(&build).contains(&ViolationKind::Deadlock));
    }
}

fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

fn num(n: i64) -> Expr {
    expr(ExprKind::Int(n), Ty::I64)
}

fn boolean(b: bool) -> Expr {
    expr(ExprKind::Int(i64::from(b)), Ty::Bool)
}

fn var(n: u32) -> Expr {
    expr(ExprKind::Global { global: GlobalId(n), primed: false }, Ty::I64)
}

fn two(op: BinOp, a: Expr, b: Expr) -> Expr {
    let ty = if matches!(op, BinOp::Add | BinOp::Div) { Ty::I64 } else { Ty::Bool };
    expr(ExprKind::Binary(op, a.into(), b.into()), ty)
}

fn fixed(n: u32) -> Box<Expr> {
    expr(ExprKind::Static { base: StaticId(n), count: 1, index: None }, Ty::AnyRef).into()
}

fn not(a: Expr) -> Expr {
    expr(ExprKind::Unary(UnOp::Not, a.into()), Ty::Bool)
}

/// Undefined.
fn undefined() -> Expr {
    two(BinOp::Eq, two(BinOp::Div, num(1), num(0)), num(0))
}

/// What is wrong with the invariant in a state with x = 3, a set {4, 6}, an array [7], a lock held by thread 0,
/// a channel with one message, a monitor that nobody holds, and a thread that stands at the label `here`.
fn wrong(invariant: Expr) -> Option<String> {
    let mut build = Build::default();
    build.global("x", 3);
    build.object("set", Shape::Set(Ty::I64), &[4, 6]);
    build.object("array", Shape::Array(Ty::I64), &[7]);
    build.object("lock", Shape::Lock, &[1]);
    build.object("channel", Shape::Channel(Ty::I64), &[5, 8]);
    let func = build.run("t", vec![mov(0, int(0)), Instr::Yield, RET]);
    build.label(func, "there", 0);
    build.label(func, "here", 1);
    build.invariant("I", invariant);
    build.start().state_violations().first().map(|v| v.message.clone())
}

fn holds(invariant: Expr) {
    assert_eq!(wrong(invariant.clone()), None);
    assert_eq!(wrong(not(invariant)), Some("invariant I does not hold".to_owned()));
}

fn is_undefined(invariant: Expr) {
    let expected = Some("invariant I is undefined".to_owned());
    assert_eq!(wrong(invariant.clone()), expected);
    assert_eq!(wrong(not(invariant)), expected);
}

#[test]
fn expressions_read_the_state() {
    let equals = |kind, n| two(BinOp::Eq, expr(kind, Ty::I64), num(n));
    let len = |n| ExprKind::Len { obj: fixed(n), primed: false };
    let word = |n, i| ExprKind::Word { obj: fixed(n), index: num(i).into(), primed: false };
    let owner = |n| ExprKind::Owner { obj: fixed(n), primed: false };
    let contains =
        |n| expr(ExprKind::Contains { set: fixed(0), elem: num(n).into(), primed: false }, Ty::Bool);
    let stands = |t, label: &str| {
        expr(ExprKind::At { thread: Some(num(t).into()), label: label.to_owned() }, Ty::Bool)
    };
    holds(two(BinOp::Eq, var(0), num(3)));
    holds(equals(len(0), 2));
    holds(equals(len(3), 1));
    holds(equals(word(1, 0), 7));
    holds(equals(owner(2), 0));
    holds(equals(owner(1), -1));
    holds(contains(6));
    holds(not(contains(5)));
    holds(stands(0, "here"));
    holds(not(stands(0, "there")));
    holds(not(stands(1, "here")));
    is_undefined(equals(word(1, 1), 7));
    is_undefined(equals(word(1, -1), 7));
    is_undefined(equals(len(2), 1));
    let null = Box::new(expr(ExprKind::Null, Ty::AnyRef));
    is_undefined(equals(ExprKind::Len { obj: null, primed: false }, 0));
    let at = |i| ExprKind::Static { base: StaticId(0), count: 2, index: Some(num(i).into()) };
    let second = expr(at(1), Ty::AnyRef).into();
    holds(equals(ExprKind::Len { obj: second, primed: false }, 1));
    let third = expr(at(2), Ty::AnyRef).into();
    is_undefined(equals(ExprKind::Len { obj: third, primed: false }, 1));
}

#[test]
fn only_what_is_needed_is_evaluated() {
    holds(not(two(BinOp::And, boolean(false), undefined())));
    holds(two(BinOp::Or, boolean(true), undefined()));
    is_undefined(two(BinOp::And, boolean(true), undefined()));
    is_undefined(two(BinOp::And, undefined(), boolean(false)));
    let choice =
        |c| expr(ExprKind::If(boolean(c).into(), boolean(true).into(), undefined().into()), Ty::Bool);
    holds(choice(true));
    is_undefined(choice(false));
}

#[test]
fn quantifiers_number_their_variables_from_the_outside_in() {
    let quant = |quantifier, lo: Expr, hi: Expr, body: Expr| {
        expr(ExprKind::Quant { quantifier, lo: lo.into(), hi: hi.into(), body: body.into() }, Ty::Bool)
    };
    let param = |n| expr(ExprKind::Param(n), Ty::I64);
    let (all, some) = (Quantifier::All, Quantifier::Some);
    // all i in 0..3: some j in i..4: j == i + 1
    let inner = quant(some, param(0), num(4), two(BinOp::Eq, param(1), two(BinOp::Add, param(0), num(1))));
    holds(quant(all, num(0), num(3), inner.clone()));
    holds(not(quant(all, num(0), num(4), inner)));
    holds(quant(all, num(3), num(3), undefined()));
    holds(not(quant(some, num(3), num(3), undefined())));
    is_undefined(quant(all, num(0), num(1), undefined()));
}

#[test]
fn an_invariant_is_not_checked_while_a_thread_is_exclusive() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let code = vec![
        Instr::AtomicBegin,
        store(x, int(1)),
        choose(0, 0, 2),
        store(x, int(0)),
        Instr::AtomicEnd,
        Instr::Yield,
        RET,
    ];
    build.run("t", code);
    build.invariant("zero", two(BinOp::Eq, var(0), num(0)));
    assert_eq!(kinds(&build), []);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), i.state_violations()), (1, vec![]));

    let mut build = single(|b| {
        let x = b.global("x", 0);
        vec![store(x, int(1)), store(x, int(0)), RET]
    });
    build.invariant("zero", two(BinOp::Eq, var(0), num(0)));
    assert_eq!(kinds(&build), [ViolationKind::Invariant("zero".to_owned())]);
}
