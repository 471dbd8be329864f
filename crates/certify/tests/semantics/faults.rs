//! Faults as violations, faults as exceptions, handlers and unwinding.

use crate::build::*;
use commute_certify::{Status, StepRecord};
use commute_ir::*;

/// A program of one thread whose first step executes `code`, the last instruction of which is at fault.
fn faulty(prepare: impl FnOnce(&mut Build) -> Vec<Instr>) -> Build {
    single(|b| {
        let mut code = vec![Instr::Yield];
        code.extend(prepare(b));
        code.push(RET);
        code
    })
}

/// The last step of the only thread.
fn last(build: &Build) -> StepRecord {
    let mut i = build.start();
    loop {
        let record = i.step(at(0, 0));
        if i.choices(tid(0)) == 0 {
            return record;
        }
    }
}

/// One program for each fault that an instruction of a single thread can raise.
fn table() -> Vec<(FaultKind, Build)> {
    let field = |obj| Place::Field { obj, class: ClassId(0), field: 0 };
    let array = |b: &mut Build| b.object("a", Shape::Array(Ty::I64), &[5]);
    let class = |b: &mut Build| b.class("C", None, &["f"]);
    let cast = |obj| Instr::CheckCast { obj, class: ClassId(0) };
    let method = |obj| Instr::CallVirtual { dst: None, selector: Selector(0), args: [obj].into() };
    let div = |op| bin(0, op, int(1), int(0));
    let narrow = Instr::Narrow { dst: Reg(0), src: int(3), lo: 0, hi: 2, wrap: false };
    let static_at = |index| Instr::StaticAt { dst: Reg(0), base: StaticId(0), count: 1, index };
    vec![
        (FaultKind::Assertion, faulty(|_| vec![assert(int(0))])),
        (FaultKind::NullDereference, faulty(|_| vec![load(0, field(Operand::Null))])),
        (FaultKind::NullDereference, faulty(|_| vec![store(elem(Operand::Null, int(0)), int(0))])),
        (FaultKind::NullDereference, faulty(|_| vec![op(ObjOp::MonitorEnter, Operand::Null)])),
        (FaultKind::NullDereference, faulty(|_| vec![method(Operand::Null)])),
        (FaultKind::NullDereference, faulty(|_| vec![Instr::Throw { exc: Operand::Null }])),
        (FaultKind::OutOfBounds, faulty(|b| vec![load(0, elem(array(b), int(1)))])),
        (FaultKind::OutOfBounds, faulty(|b| vec![store(elem(array(b), int(-1)), int(0))])),
        (
            FaultKind::OutOfBounds,
            faulty(|b| {
                array(b);
                vec![static_at(int(1))]
            }),
        ),
        (
            FaultKind::OutOfBounds,
            faulty(|b| {
                array(b);
                vec![static_at(int(-1))]
            }),
        ),
        (FaultKind::DivisionByZero, faulty(|_| vec![div(BinOp::Div)])),
        (FaultKind::DivisionByZero, faulty(|_| vec![div(BinOp::Rem)])),
        (FaultKind::DivisionByZero, faulty(|_| vec![div(BinOp::Mod)])),
        (FaultKind::OutOfRange, faulty(|_| vec![narrow])),
        (
            FaultKind::BadCast,
            faulty(|b| {
                class(b);
                vec![cast(array(b))]
            }),
        ),
        (FaultKind::BadCast, faulty(|b| vec![op(ObjOp::Down, array(b))])),
        (
            FaultKind::BadCast,
            faulty(|b| {
                class(b);
                let s = b.shape(Shape::Instance(ClassId(0)));
                vec![new(0, s, 0), method(r(0))]
            }),
        ),
        (FaultKind::BadCast, faulty(|b| vec![method(array(b))])),
        (
            FaultKind::BadCast,
            faulty(|b| {
                class(b);
                vec![load(0, field(array(b)))]
            }),
        ),
        (
            FaultKind::BadCast,
            faulty(|b| {
                let m = b.lock("m");
                vec![load(0, elem(m, int(0)))]
            }),
        ),
        (
            FaultKind::MonitorMisuse,
            faulty(|b| {
                let m = b.lock("m");
                vec![op(ObjOp::Release, m)]
            }),
        ),
        (FaultKind::StackOverflow, faulty(|_| vec![call(None, FuncId(0), &[])])),
    ]
}

#[test]
fn a_fault_without_an_exception_class_is_a_violation() {
    for (kind, build) in table() {
        let mut i = build.start();
        let mut record = i.step(at(0, 0));
        while record.violation.is_none() {
            record = i.step(at(0, 0));
        }
        assert_eq!(failure(&record), Some(fault(kind)));
        assert_eq!(i.status(tid(0)), Status::Failed);
    }
}

#[test]
fn a_fault_with_an_exception_class_is_an_exception() {
    for (kind, mut build) in table() {
        let error = build.class("Error", None, &["code"]);
        build.program.fault_classes.push((kind, error));
        let record = last(&build);
        assert_eq!(failure(&record), Some(fault(FaultKind::Uncaught)), "{kind:?}");
        assert_eq!(record.violation.unwrap().message, "uncaught exception Error");
    }
}

#[test]
fn a_thread_that_fails_is_done_with_and_keeps_its_handle() {
    let mut build = Build::default();
    let handle = build.object("h", Shape::Thread, &[0]);
    let func = build.func("t", 0, vec![Instr::Yield, assert(int(0)), RET]);
    build.thread("t", func, &[]).handle = Some(StaticId(0));
    build.run("u", vec![op(ObjOp::Join, handle), RET]);
    let mut i = build.start();
    assert_eq!(choices(&i), [1, 0]);
    let record = steps(&mut i, &[0]).remove(0);
    let violation = record.violation.unwrap();
    assert_eq!((violation.span, violation.tid), (span(func, 1), Some(tid(0))));
    assert_eq!((choices(&i), data(&i, 0)), (vec![0, 0], vec![1]));
}

/// A thread that calls `inner`, which throws an instance of class 1 (a subclass of class 0); global 0 tells
/// which handler was taken.
fn thrower() -> Build {
    let mut build = Build::default();
    let x = build.global("x", 0);
    build.class("Base", None, &[]);
    build.class("Derived", Some(ClassId(0)), &[]);
    build.class("Other", None, &[]);
    let shape = build.shape(Shape::Instance(ClassId(1)));
    let code = vec![
        Instr::Yield,
        new(0, shape, 0),
        Instr::Throw { exc: r(0) },
        RET,
        Instr::IsInstance { dst: Reg(2), obj: r(1), class: ClassId(1) },
        store(x, r(2)),
        RET,
    ];
    let inner = build.func("inner", 0, code);
    build.run("t", vec![call(None, inner, &[]), RET, store(x, int(10)), RET, store(x, int(20)), RET]);
    build
}

#[test]
fn the_first_handler_that_covers_the_place_and_fits_the_class_is_taken() {
    let mut build = thrower();
    let (inner, outer) = (FuncId(0), FuncId(1));
    build.handler(inner, (0, 2), None, 3, 1); // does not cover the throw
    build.handler(inner, (2, 3), Some(ClassId(2)), 3, 1); // does not fit
    build.handler(inner, (2, 3), Some(ClassId(0)), 4, 1); // a superclass fits
    build.handler(inner, (2, 3), None, 3, 1); // too late
    build.handler(outer, (0, 1), None, 2, 1);
    let mut i = build.start();
    let records = steps(&mut i, &[0, 0]);
    assert_eq!(records[0].events.last().unwrap().what, "raises Derived");
    assert_eq!((global(&i, 0), i.status(tid(0))), (1, Status::Ended));
}

#[test]
fn without_a_handler_the_frame_is_popped_and_the_call_counts() {
    let mut build = thrower();
    let outer = FuncId(1);
    build.handler(outer, (1, 2), None, 4, 1); // covers what follows the call
    build.handler(outer, (0, 1), Some(ClassId(1)), 2, 1);
    let mut i = build.start();
    steps(&mut i, &[0, 0]);
    assert_eq!((global(&i, 0), i.status(tid(0))), (10, Status::Ended));
}

#[test]
fn an_exception_that_nothing_catches_fails_the_thread_where_it_was_raised() {
    let mut i_build = thrower();
    i_build.handler(FuncId(1), (0, 1), Some(ClassId(2)), 2, 1);
    let record = last(&i_build);
    let violation = record.violation.unwrap();
    assert_eq!(violation.kind, fault(FaultKind::Uncaught));
    assert_eq!(violation.message, "uncaught exception Derived");
    assert_eq!(violation.span, span(FuncId(0), 2));
}

#[test]
fn an_exception_does_not_release_monitors() {
    let build = single(|b| {
        let m = b.monitor("m");
        vec![op(ObjOp::MonitorEnter, m), assert(int(0)), RET]
    });
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((i.state().objects[&0].holder, i.status(tid(0))), (Some(0), Status::Failed));
}

#[test]
fn the_exception_of_a_fault_has_zero_fields_and_reaches_the_handler() {
    let mut build = Build::default();
    let x = build.global("x", -1);
    let class = build.class("Arithmetic", None, &["code"]);
    build.program.fault_classes.push((FaultKind::DivisionByZero, class));
    let field = Place::Field { obj: r(1), class, field: 0 };
    let code = vec![bin(0, BinOp::Div, int(1), int(0)), RET, load(2, field), store(x, r(2)), RET];
    let func = build.run("t", code);
    build.handler(func, (0, 1), Some(class), 2, 1);
    let mut i = build.start();
    assert_eq!(i.state().threads[0].frames[0].pc, Pc(2));
    steps(&mut i, &[0, 0]);
    assert_eq!(global(&i, 0), 0);
}

#[test]
fn casts_of_null_and_of_the_right_class_are_fine() {
    let build = single(|b| {
        b.class("C", None, &[]);
        let s = b.shape(Shape::Instance(ClassId(0)));
        let cast = |obj| Instr::CheckCast { obj, class: ClassId(0) };
        let is = |obj| Instr::IsInstance { dst: Reg(1), obj, class: ClassId(0) };
        let x = b.global("x", 7);
        vec![new(0, s, 0), cast(Operand::Null), cast(r(0)), is(Operand::Null), store(x, r(1)), RET]
    });
    let mut i = build.start();
    assert_eq!(i.status(tid(0)), Status::Running);
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), i.status(tid(0))), (0, Status::Ended));
}

#[test]
fn the_deepest_stack_has_max_frames() {
    // The recursion stops when register 0 reaches the limit.
    for (depth, kind) in
        [(Program::MAX_FRAMES as i64 - 1, None), (Program::MAX_FRAMES as i64, Some(FaultKind::StackOverflow))]
    {
        let mut build = Build::default();
        let code = vec![
            bin(1, BinOp::Eq, r(0), int(0)),
            branch(r(1), 4, 2),
            bin(0, BinOp::Sub, r(0), int(1)),
            call(None, FuncId(0), &[r(0)]),
            RET,
        ];
        build.func("f", 1, code);
        build.run("t", vec![Instr::Yield, call(None, FuncId(0), &[int(depth - 1)]), RET]);
        assert_eq!(failure(&last(&build)), kind.map(fault), "{depth}");
    }
}
