//! The table of choices, row by row.

use crate::build::*;
use commute_ir::*;

/// The choices of a thread that stands at `op` of an object with these words.
fn of(shape: Shape, words: &[i64], operation: ObjOp) -> u32 {
    let build = single(|b| {
        let object = b.object("o", shape, words);
        vec![op1(operation, object, int(0)), RET]
    });
    choices(&build.start())[0]
}

#[test]
fn local_instructions_and_plain_visible_ones_have_one() {
    for code in [
        vec![jump(0)],
        vec![load(0, Place::Global(GlobalId(0))), RET],
        vec![store(Place::Global(GlobalId(0)), int(1)), RET],
        vec![
            Instr::Cas { dst: Reg(0), place: Place::Global(GlobalId(0)), expected: int(1), new: int(1) },
            RET,
        ],
        vec![spawn(None, FuncId(0), &[]), RET],
        vec![Instr::Yield, RET],
        vec![Instr::AtomicBegin, Instr::AtomicEnd, RET],
    ] {
        let build = single(|b| {
            b.global("x", 0);
            code.clone()
        });
        assert_eq!(choices(&build.start()), [1], "{code:?}");
    }
}

#[test]
fn choose_has_the_size_of_its_range() {
    for (lo, hi, expected) in
        [(0, 3, 3), (2, 3, 1), (3, 3, 0), (4, 3, 0), (0, 65_535, 65_535), (0, 65_536, 1)]
    {
        let build = single(|_| vec![choose(0, lo, hi), RET]);
        assert_eq!(choices(&build.start()), [expected], "{lo}..{hi}");
    }
    let build = single(|_| vec![choose(0, i64::MIN, i64::MAX), RET]);
    let mut i = build.start();
    assert_eq!(choices(&i), [1]);
    assert_eq!(failure(&steps(&mut i, &[0])[0]), Some(fault(FaultKind::OutOfRange)));
}

#[test]
fn choose_gives_the_least_value_plus_the_choice() {
    let build = single(|b| {
        let x = b.global("x", 0);
        vec![choose(0, -1, 2), store(x, r(0)), RET]
    });
    let mut i = build.start();
    let record = i.step(at(0, 2));
    assert_eq!(record.events[0].what, "choose 1");
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), 1);
}

#[test]
fn an_operation_on_null_or_on_the_wrong_shape_has_one_and_raises() {
    for (obj, kind) in
        [(Operand::Null, FaultKind::NullDereference), (Operand::Static(StaticId(0)), FaultKind::BadCast)]
    {
        let build = single(|b| {
            b.object("s", Shape::Semaphore, &[0]);
            vec![op(ObjOp::Acquire, obj), RET]
        });
        let mut i = build.start();
        assert_eq!(choices(&i), [1]);
        assert_eq!(failure(&steps(&mut i, &[0])[0]), Some(fault(kind)));
    }
}

#[test]
fn locks() {
    // Thread 0 is `me` = 1; a lock is not re-entrant.
    assert_eq!(of(Shape::Lock, &[0], ObjOp::Acquire), 1);
    assert_eq!(of(Shape::Lock, &[1], ObjOp::Acquire), 0);
    assert_eq!(of(Shape::Lock, &[2], ObjOp::Acquire), 0);
    assert_eq!(of(Shape::Lock, &[2], ObjOp::TryAcquire), 1);
    assert_eq!(of(Shape::Lock, &[2], ObjOp::Release), 1);
    assert_eq!(of(Shape::RwLock, &[0], ObjOp::AcquireRead), 1);
    assert_eq!(of(Shape::RwLock, &[0, 2], ObjOp::AcquireRead), 1);
    assert_eq!(of(Shape::RwLock, &[2], ObjOp::AcquireRead), 0);
    assert_eq!(of(Shape::RwLock, &[0], ObjOp::AcquireWrite), 1);
    assert_eq!(of(Shape::RwLock, &[0, 1], ObjOp::AcquireWrite), 0);
    assert_eq!(of(Shape::RwLock, &[1], ObjOp::AcquireWrite), 0);
}

#[test]
fn semaphores_and_channels() {
    assert_eq!(of(Shape::Semaphore, &[1], ObjOp::Down), 1);
    assert_eq!(of(Shape::Semaphore, &[0], ObjOp::Down), 0);
    assert_eq!(of(Shape::Semaphore, &[-1], ObjOp::Down), 0);
    assert_eq!(of(Shape::Semaphore, &[0], ObjOp::TryDown), 1);
    let channel = Shape::Channel(Ty::I64);
    assert_eq!(of(channel, &[1], ObjOp::Send), 1);
    assert_eq!(of(channel, &[1, 9], ObjOp::Send), 0);
    assert_eq!(of(channel, &[0], ObjOp::Send), 0);
    assert_eq!(of(channel, &[1], ObjOp::Receive), 0);
    assert_eq!(of(channel, &[1, 9], ObjOp::Receive), 1);
}

#[test]
fn any_other_operation_has_one() {
    for (shape, ops) in [
        (Shape::Seq(Ty::I64), &[ObjOp::Push, ObjOp::Pop, ObjOp::Clear, ObjOp::Len] as &[ObjOp]),
        (Shape::Set(Ty::I64), &[ObjOp::Add, ObjOp::Remove, ObjOp::Contains, ObjOp::Nth]),
        (Shape::Thread, &[ObjOp::IsAlive, ObjOp::Interrupt]),
        (Shape::Lock, &[ObjOp::MonitorExit, ObjOp::Wait, ObjOp::WaitTimed, ObjOp::NotifyAll]),
    ] {
        for &operation in ops {
            assert_eq!(of(shape, &[0], operation), 1, "{operation:?}");
        }
    }
}

#[test]
fn a_thread_that_has_finished_has_none() {
    let mut build = Build::default();
    build.run("ended", vec![RET]);
    build.run("failed", vec![assert(int(0)), RET]);
    build.run("halted", vec![Instr::Assume { cond: int(0) }, RET]);
    assert_eq!(choices(&build.start()), [0, 0, 0]);
}

#[test]
fn join_waits_for_the_end_or_an_interruption() {
    let mut build = Build::default();
    let handles: Vec<Operand> =
        ["a", "b", "c", "d"].iter().map(|name| build.object(name, Shape::Thread, &[0])).collect();
    let bodies = [
        vec![Instr::Yield, RET],
        vec![assert(int(0)), RET],
        vec![Instr::Assume { cond: int(0) }, RET],
        vec![op(ObjOp::Join, handles[0]), RET],
    ];
    for (n, body) in bodies.into_iter().enumerate() {
        let func = build.func(["a", "b", "c", "d"][n], 0, body);
        build.thread(["a", "b", "c", "d"][n], func, &[]).handle = Some(StaticId(n as u32));
    }
    build.run("of failed", vec![op(ObjOp::Join, handles[1]), RET]);
    build.run("of halted", vec![op(ObjOp::Join, handles[2]), RET]);
    build.run("interrupts d", vec![op(ObjOp::Interrupt, handles[3]), RET]);
    let mut i = build.start();
    // Nobody sees that a thread failed or halted.
    assert_eq!(choices(&i), [1, 0, 0, 0, 0, 0, 1]);
    let mut other = i.clone();
    // `a` ends at its second step: its end is visible.
    steps(&mut i, &[0]);
    assert_eq!(choices(&i)[3], 0);
    steps(&mut i, &[0]);
    assert_eq!(choices(&i)[3], 1);
    steps(&mut other, &[6]);
    assert_eq!(choices(&other)[3], 1);
    assert_eq!(failure(&steps(&mut other, &[3])[0]), Some(fault(FaultKind::Interrupted)));
}
