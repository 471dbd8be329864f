//! Which states are the same: dead registers, garbage, the numbering of objects.

use crate::build::*;
use commute_certify::plain_search;
use commute_ir::*;

#[test]
fn a_dead_register_does_not_count() {
    let states = |last: Instr| {
        plain_search(&single(|_| vec![choose(0, 0, 5), Instr::Yield, last, RET]).program, 100).states
    };
    // After the choice: one state if the register is not read again, else five.
    assert_eq!(states(mov(0, int(0))), 3);
    assert_eq!(states(mov(1, r(0))), 7);
}

#[test]
fn a_register_that_a_handler_reads_is_live() {
    let states = |reads: bool| {
        let mut build = Build::default();
        let x = build.global("x", 0);
        let code = vec![
            choose(0, 0, 5),
            Instr::Yield,
            RET,
            bin(1, BinOp::Eq, if reads { r(0) } else { r(2) }, int(0)),
            store(x, r(1)),
            RET,
        ];
        let func = build.run("t", code);
        build.handler(func, (1, 2), None, 3, 2);
        plain_search(&build.program, 100).states
    };
    assert_eq!((states(false), states(true)), (3, 7));
}

#[test]
fn in_a_caller_what_is_read_after_the_call_is_live_but_not_its_result() {
    let states = |dst: Option<u16>| {
        let mut build = Build::default();
        let f = build.func("f", 1, vec![Instr::Yield, Instr::Return { value: Some(int(1)) }]);
        let code = vec![choose(0, 0, 5), call(dst, f, &[r(0)]), mov(1, r(0)), RET];
        build.run("t", code);
        plain_search(&build.program, 100).states
    };
    // The argument is dead in the callee; the caller's register is written by the call, or read after it.
    assert_eq!((states(Some(0)), states(None)), (3, 7));
}

#[test]
fn the_operands_of_a_wait_are_live_while_a_thread_waits() {
    let mut build = Build::default();
    let (m, n) = (build.monitor("m"), build.monitor("n"));
    let code = vec![
        choose(0, 0, 2),
        Instr::StaticAt { dst: Reg(1), base: StaticId(0), count: 2, index: r(0) },
        op(ObjOp::MonitorEnter, r(1)),
        op(ObjOp::Wait, r(1)),
        RET,
    ];
    build.run("t", code);
    build.run("u", vec![op(ObjOp::MonitorEnter, n), op(ObjOp::Notify, n), RET]);
    let mut i = build.start();
    i.step(at(0, 1));
    steps(&mut i, &[0, 0, 1]);
    assert_eq!(steps(&mut i, &[1])[0].events[0].what, "notify wakes t");
    assert_ne!(m, n);
}

#[test]
fn garbage_does_not_count() {
    let build = single(|b| {
        let shape = b.shape(Shape::Seq(Ty::I64));
        vec![new(0, shape, 0), op1(ObjOp::Push, r(0), int(1)), jump(0)]
    });
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0]);
    assert_eq!(i.state().objects.len(), 1);
    assert_eq!(plain_search(&build.program, 100).states, 1);
}

#[test]
fn what_a_static_object_a_global_a_thread_or_a_handle_reaches_is_no_garbage() {
    let mut build = Build::default();
    let node = build.class("Node", None, &["next"]);
    let shape = build.shape(Shape::Instance(node));
    let g = build.global_of("g", Ty::AnyRef, Operand::Null);
    let array = build.object("array", Shape::Array(Ty::AnyRef), &[0]);
    let child = build.func("child", 0, vec![Instr::Yield, RET]);
    let next = |obj| Place::Field { obj, class: node, field: 0 };
    let code = vec![
        new(0, shape, 0),
        new(1, shape, 0),
        store(next(r(0)), r(1)),
        store(elem(array, int(0)), r(0)),
        new(2, shape, 0),
        store(g, r(2)),
        new(3, shape, 0),
        spawn(Some(4), child, &[]),
        load(5, next(r(3))),
        RET,
    ];
    build.run("t", code);
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0, 0]);
    // The array, the node in it and the next of that, the node of g, the one in register 3, the handle.
    assert_eq!(i.state().objects.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    steps(&mut i, &[0]);
    assert_eq!(i.state().objects.keys().copied().collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
}

#[test]
fn the_numbering_of_objects_does_not_count() {
    let mut build = Build::default();
    let node = build.class("Node", None, &["value"]);
    let shape = build.shape(Shape::Instance(node));
    let places = [0, 1].map(|n| build.global_of(["g", "h"][n], Ty::AnyRef, Operand::Null));
    for (n, place) in places.into_iter().enumerate() {
        let value = Place::Field { obj: r(0), class: node, field: 0 };
        let code = vec![Instr::Yield, new(0, shape, 0), store(value, int(n as i64)), store(place, r(0)), RET];
        build.run(["a", "b"][n], code);
    }
    let (mut first, mut second) = (build.start(), build.start());
    steps(&mut first, &[0, 0, 0, 1, 1, 1]);
    steps(&mut second, &[1, 0, 1, 0, 1, 0]);
    assert_ne!(first.state(), second.state());
    assert_eq!(first.key(), second.key());
    // Four places for each thread: the order of allocation adds nothing.
    assert_eq!(plain_search(&build.program, 100).states, 16);
    // But what the objects hold does.
    let mut third = build.start();
    steps(&mut third, &[0, 0, 0, 1, 1]);
    assert_ne!(first.key(), third.key());
}

#[test]
fn new_objects_count_with_the_garbage_of_their_step() {
    let mut build = Build::default();
    let shape = build.shape(Shape::Seq(Ty::I64));
    build.object("s", Shape::Seq(Ty::I64), &[]);
    let one = build.program.statics[0].clone();
    build.program.statics.resize(Program::MAX_OBJECTS - 1, one);
    build.run("t", vec![new(0, shape, 0), new(0, shape, 0), RET]);
    let (_, _, violation) = commute_certify::Interpreter::new(&build.program);
    let violation = violation.unwrap();
    assert_eq!((violation.kind, violation.span), (fault(FaultKind::OutOfMemory), span(FuncId(0), 1)));
}

#[test]
fn who_is_in_a_monitor_counts() {
    let mut build = Build::default();
    build.monitor("m");
    build.monitor("n");
    let code = vec![
        choose(0, 0, 2),
        Instr::StaticAt { dst: Reg(1), base: StaticId(0), count: 2, index: r(0) },
        op(ObjOp::MonitorEnter, r(1)),
        Instr::Yield,
        RET,
    ];
    build.run("t", code);
    // After the choice the two monitors keep two executions of three more states apart.
    assert_eq!(plain_search(&build.program, 100).states, 7);
}

#[test]
fn an_interruption_counts() {
    let mut build = Build::default();
    let handle = build.object("h", Shape::Thread, &[0]);
    let code = vec![
        choose(0, 0, 2),
        branch(r(0), 2, 4),
        op(ObjOp::Interrupt, handle),
        jump(5),
        Instr::Yield,
        Instr::Yield,
        RET,
    ];
    let func = build.func("t", 0, code);
    build.thread("t", func, &[]).handle = Some(StaticId(0));
    // Two executions of two states apart after the choice, until the thread has ended: then it is forgotten.
    assert_eq!(plain_search(&build.program, 100).states, 8);
}
