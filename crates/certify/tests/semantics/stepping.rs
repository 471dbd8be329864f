//! Steps: visible and local instructions, fuel, the initial state, calls.

use crate::build::*;
use commute_certify::{Interpreter, Status};
use commute_ir::*;

#[test]
fn a_step_is_a_visible_instruction_and_the_local_ones_after_it() {
    let build = single(|b| {
        let x = b.global("x", 3);
        vec![mov(0, int(1)), load(1, x), add(1, r(1), r(0)), store(x, r(1)), RET]
    });
    let mut i = build.start();
    // The first local instruction is part of the initial state.
    assert_eq!(i.state().threads[0].frames[0].pc, Pc(1));
    steps(&mut i, &[0]);
    assert_eq!((i.state().threads[0].frames[0].pc, global(&i, 0)), (Pc(3), 3));
    // The thread has no handle, so its end is local and part of its last step.
    steps(&mut i, &[0]);
    assert_eq!((i.status(tid(0)), global(&i, 0)), (Status::Ended, 4));
}

#[test]
fn the_end_of_a_thread_with_a_handle_is_a_step() {
    let mut build = Build::default();
    let handle = build.object("h", Shape::Thread, &[0]);
    let func = build.func("t", 0, vec![RET]);
    build.thread("t", func, &[]).handle = Some(StaticId(0));
    build.run("u", vec![get(0, ObjOp::IsAlive, handle, None), assert(r(0)), RET]);
    let mut i = build.start();
    assert_eq!((i.status(tid(0)), data(&i, 0)), (Status::Running, vec![1]));
    let record = &steps(&mut i, &[0])[0];
    assert_eq!((i.status(tid(0)), data(&i, 0)), (Status::Ended, vec![0]));
    assert_eq!(record.events[0].what, "ends");
    assert_eq!(failure(&steps(&mut i, &[1])[0]), Some(fault(FaultKind::Assertion)));
}

#[test]
fn a_long_local_computation_is_cut_into_steps() {
    let build = single(|_| vec![jump(0)]);
    let mut i = build.start();
    assert_eq!(choices(&i), [1]);
    steps(&mut i, &[0, 0]);
    assert_eq!(i.status(tid(0)), Status::Running);

    // A loop of two instructions: after STEP_FUEL of them the thread stands at the first again.
    let build = single(|_| vec![mov(0, int(0)), add(0, r(0), int(1)), jump(1)]);
    let mut i = build.start();
    let fuel = i64::from(Program::STEP_FUEL);
    let count = |i: &Interpreter<'_>| i.state().threads[0].frames[0].regs[0].word();
    assert_eq!((count(&i), i.state().threads[0].frames[0].pc), (fuel / 2, Pc(2)));
    steps(&mut i, &[0]);
    assert_eq!((count(&i), i.state().threads[0].frames[0].pc), (fuel, Pc(2)));
}

#[test]
fn the_initialisation_runs_first_and_alone() {
    let mut build = Build::default();
    let x = build.global("x", 1);
    let init =
        build.func("init", 0, vec![load(0, x), add(0, r(0), int(4)), store(x, r(0)), Instr::Yield, RET]);
    build.program.init = Some(init);
    build.run("t", vec![load(0, x), bin(1, BinOp::Eq, r(0), int(5)), assert(r(1)), RET]);
    let (mut i, events, violation) = Interpreter::new(&build.program);
    assert_eq!((global(&i, 0), i.threads(), violation), (5, 1, None));
    let what: Vec<_> = events.iter().map(|e| (e.tid, e.what.as_str())).collect();
    assert_eq!(what, [(None, "read x = 1"), (None, "x: 1 -> 5"), (None, "yields"), (None, "ends")]);
    assert_eq!(failure(&steps(&mut i, &[0])[0]), None);
}

#[test]
fn an_initialisation_that_fails_or_blocks_is_a_violation_of_no_thread() {
    for (code, kind) in [
        (vec![assert(int(0)), RET], FaultKind::Assertion),
        (vec![op(ObjOp::Acquire, Operand::Static(StaticId(0))), RET], FaultKind::EndlessAtomic),
    ] {
        let mut build = Build::default();
        build.object("m", Shape::Lock, &[7]);
        let init = build.func("init", 0, code);
        build.program.init = Some(init);
        build.run("t", vec![Instr::Yield, RET]);
        let (i, _, violation) = Interpreter::new(&build.program);
        let violation = violation.unwrap();
        assert_eq!((violation.kind, violation.tid), (fault(kind), None));
        assert_eq!(choices(&i), [1]);
    }
}

#[test]
fn a_thread_can_fail_in_the_initial_state() {
    let build = single(|_| vec![assert(int(0)), RET]);
    let (i, _, violation) = Interpreter::new(&build.program);
    let violation = violation.unwrap();
    assert_eq!((violation.tid, violation.message.as_str()), (Some(tid(0)), "assertion failed: it must hold"));
    assert_eq!((violation.span, i.status(tid(0))), (span(FuncId(0), 0), Status::Failed));
}

#[test]
fn a_thread_can_tell_the_calls_that_it_is_in() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    // The numbers of its own place, its caller's, that of a function without numbers, and of none, as digits.
    let told = build.func("told", 0, {
        let at = |dst, depth| Instr::CallAt { dst: Reg(dst), depth: int(depth) };
        let ten =
            |dst| Instr::Binary { dst: Reg(dst), op: BinOp::Mul, num: NumTy::I64, a: r(dst), b: int(10) };
        let mut code = vec![at(0, 0)];
        for depth in 1..4 {
            code.extend([ten(0), at(1, depth), add(0, r(0), r(1))]);
        }
        code.extend([store(x, r(0)), RET]);
        code
    });
    let middle = build.func("middle", 0, vec![mov(0, int(0)), call(None, told, &[]), RET]);
    build.run("t", vec![call(None, middle, &[]), RET]);
    let told_places = (1..=build.program.functions[0].code.len() as u32).collect();
    build.program.places = vec![told_places, vec![5, 6, 7]];
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), 1599);
}

#[test]
fn calls_pass_arguments_and_give_results() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let body = vec![add(2, r(0), r(1)), add(2, r(2), r(3)), Instr::Return { value: Some(r(2)) }];
    let sum = build.func("sum", 2, body);
    build.run("t", vec![call(Some(0), sum, &[int(3), int(4)]), store(x, r(0)), RET]);
    let mut i = build.start();
    assert_eq!(i.state().threads[0].frames.len(), 1);
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), 7);
}

#[test]
fn a_virtual_call_runs_the_method_of_the_class() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let (a, b) = (build.class("A", None, &[]), build.class("B", Some(ClassId(0)), &[]));
    let f = build.func("A.f", 1, vec![store(x, int(1)), RET]);
    let g = build.func("B.f", 1, vec![store(x, int(2)), RET]);
    build.program.classes[a.index()].methods.push((Selector(0), f));
    build.program.classes[b.index()].methods.push((Selector(0), g));
    let shape = build.shape(Shape::Instance(b));
    let virtual_call = Instr::CallVirtual { dst: None, selector: Selector(0), args: [r(0)].into() };
    build.run("t", vec![new(0, shape, 0), virtual_call, RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), i.status(tid(0))), (2, Status::Ended));
}

#[test]
fn switch_branch_narrow_and_static_at() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    build.object("a[0]", Shape::Semaphore, &[0]);
    build.object("a[1]", Shape::Semaphore, &[0]);
    let code = vec![
        Instr::Narrow { dst: Reg(0), src: int(5), lo: 0, hi: 2, wrap: true },
        Instr::Switch { on: r(0), cases: [(1, Pc(6)), (2, Pc(2))].into(), default: Pc(6) },
        Instr::StaticAt { dst: Reg(1), base: StaticId(0), count: 2, index: int(1) },
        op(ObjOp::Up, r(1)),
        branch(int(0), 6, 5),
        store(x, int(9)),
        RET,
    ];
    build.run("t", code);
    let mut i = build.start();
    steps(&mut i, &[0, 0]);
    assert_eq!((data(&i, 0), data(&i, 1), global(&i, 0)), (vec![0], vec![1], 9));
}

#[test]
fn unary_and_convert_are_executed() {
    let build = single(|b| {
        let x = b.global("x", 0);
        let conv = Conversion::ToI8;
        vec![
            Instr::Unary { dst: Reg(0), op: UnOp::BitNot, num: NumTy::I64, a: int(-200) },
            Instr::Convert { dst: Reg(0), conv, a: r(0) },
            store(x, r(0)),
            RET,
        ]
    });
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), -57);
}

#[test]
fn an_assumption_that_is_false_halts_the_thread() {
    let mut build = Build::default();
    let func = build.func(
        "t",
        0,
        vec![Instr::Yield, Instr::Assume { cond: int(1) }, Instr::Assume { cond: int(0) }, RET],
    );
    build.object("h", Shape::Thread, &[0]);
    build.thread("t", func, &[]).handle = Some(StaticId(0));
    let mut i = build.start();
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!((i.status(tid(0)), record.violation, data(&i, 0)), (Status::Halted, None, vec![1]));
    assert_eq!((choices(&i), i.is_deadlock()), (vec![0], false));
}

#[test]
fn cas_compares_words() {
    let build = single(|b| {
        let (x, y) = (b.global("x", 3), b.global("y", 0));
        let cas = |expected| Instr::Cas { dst: Reg(0), place: x, expected: int(expected), new: int(8) };
        vec![cas(4), store(y, r(0)), cas(3), store(y, r(0)), RET]
    });
    let mut i = build.start();
    let first = steps(&mut i, &[0, 0]).remove(0);
    assert_eq!(
        (first.events[0].what.as_str(), global(&i, 0), global(&i, 1)),
        ("cas of x fails: it is 3", 3, 0)
    );
    let second = steps(&mut i, &[0, 0]).remove(0);
    assert_eq!((second.events[0].what.as_str(), global(&i, 0), global(&i, 1)), ("cas x: 3 -> 8", 8, 1));
}

#[test]
fn fields_and_elements_are_shared_words() {
    let mut build = Build::default();
    let class = build.class("Node", None, &["a", "b"]);
    let shape = build.shape(Shape::Instance(class));
    let array = build.object("arr", Shape::Array(Ty::I64), &[5, 6, 7]);
    let field = |obj, field| Place::Field { obj, class, field };
    let code = vec![
        new(0, shape, 0),
        load(1, elem(array, int(2))),
        store(field(r(0), 1), r(1)),
        load(2, field(r(0), 1)),
        store(elem(array, int(0)), r(2)),
        RET,
    ];
    build.run("t", code);
    let mut i = build.start();
    let what: Vec<String> =
        steps(&mut i, &[0, 0, 0, 0]).iter().map(|record| record.events[0].what.clone()).collect();
    assert_eq!(what, ["read arr[2] = 7", "Node#0.b: 0 -> 7", "read Node#0.b = 7", "arr[0]: 5 -> 7"]);
    assert_eq!(data(&i, 0), [7, 6, 7]);
}
