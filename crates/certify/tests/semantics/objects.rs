//! Each operation on locks, semaphores, barriers, channels, sequences and sets; `New`.

use crate::build::*;
use commute_certify::Status;
use commute_ir::*;

/// Runs one thread that executes `code` on an object (static 0) with these words, all of it. The result of an
/// operation goes to register 0 and is stored into global 0 (-1 before).
fn after(
    shape: Shape,
    words: &[i64],
    invoke: Instr,
) -> (Vec<i64>, i64, Option<commute_machine::ViolationKind>) {
    let build = single(|b| {
        let x = b.global("x", -1);
        b.object("o", shape, words);
        let with_result = invoke.dst().is_some();
        let mut code = vec![invoke];
        if with_result {
            code.push(store(x, r(0)));
        }
        code.push(RET);
        code
    });
    let mut i = build.start();
    let mut violation = None;
    while i.choices(tid(0)) > 0 {
        violation = failure(&i.step(at(0, 0)));
    }
    (data(&i, 0), global(&i, 0), violation)
}

const O: Operand = Operand::Static(StaticId(0));

fn plain(operation: ObjOp) -> Instr {
    op(operation, O)
}

fn result(operation: ObjOp, arg: i64) -> Instr {
    get(0, operation, O, Some(int(arg)))
}

fn misuse() -> Option<commute_machine::ViolationKind> {
    Some(fault(FaultKind::MonitorMisuse))
}

#[test]
fn lock_operations() {
    assert_eq!(after(Shape::Lock, &[0], plain(ObjOp::Acquire)), (vec![1], -1, None));
    assert_eq!(after(Shape::Lock, &[0], result(ObjOp::TryAcquire, 0)), (vec![1], 1, None));
    assert_eq!(after(Shape::Lock, &[1], result(ObjOp::TryAcquire, 0)), (vec![1], 0, None));
    assert_eq!(after(Shape::Lock, &[2], result(ObjOp::TryAcquire, 0)), (vec![2], 0, None));
    assert_eq!(after(Shape::Lock, &[1], plain(ObjOp::Release)), (vec![0], -1, None));
    assert_eq!(after(Shape::Lock, &[2], plain(ObjOp::Release)), (vec![2], -1, misuse()));
    assert_eq!(after(Shape::Lock, &[0], plain(ObjOp::Release)), (vec![0], -1, misuse()));
}

#[test]
fn read_write_lock_operations() {
    let rw = Shape::RwLock;
    assert_eq!(after(rw, &[0], plain(ObjOp::AcquireRead)), (vec![0, 1], -1, None));
    assert_eq!(after(rw, &[0, 1, 2], plain(ObjOp::AcquireRead)), (vec![0, 1, 1, 2], -1, None));
    assert_eq!(after(rw, &[0, 1, 1, 2], plain(ObjOp::ReleaseRead)), (vec![0, 1, 2], -1, None));
    assert_eq!(after(rw, &[0, 2], plain(ObjOp::ReleaseRead)), (vec![0, 2], -1, misuse()));
    assert_eq!(after(rw, &[0], plain(ObjOp::AcquireWrite)), (vec![1], -1, None));
    assert_eq!(after(rw, &[1], plain(ObjOp::ReleaseWrite)), (vec![0], -1, None));
    assert_eq!(after(rw, &[2], plain(ObjOp::ReleaseWrite)), (vec![2], -1, misuse()));
}

#[test]
fn semaphore_operations() {
    assert_eq!(after(Shape::Semaphore, &[2], plain(ObjOp::Down)), (vec![1], -1, None));
    assert_eq!(after(Shape::Semaphore, &[2], plain(ObjOp::Up)), (vec![3], -1, None));
    assert_eq!(after(Shape::Semaphore, &[2], result(ObjOp::TryDown, 0)), (vec![1], 1, None));
    assert_eq!(after(Shape::Semaphore, &[0], result(ObjOp::TryDown, 0)), (vec![0], 0, None));
}

#[test]
fn channel_operations_are_first_in_first_out() {
    let channel = Shape::Channel(Ty::I64);
    assert_eq!(after(channel, &[3, 7], op1(ObjOp::Send, O, int(8))), (vec![3, 7, 8], -1, None));
    assert_eq!(after(channel, &[3, 7, 8], result(ObjOp::Receive, 0)), (vec![3, 8], 7, None));
    assert_eq!(after(channel, &[3, 7, 8], result(ObjOp::Len, 0)), (vec![3, 7, 8], 2, None));
}

#[test]
fn sequence_operations() {
    let seq = Shape::Seq(Ty::I64);
    assert_eq!(after(seq, &[5], op1(ObjOp::Push, O, int(3))), (vec![5, 3], -1, None));
    assert_eq!(after(seq, &[5, 3], result(ObjOp::Pop, 0)), (vec![5], 3, None));
    assert_eq!(after(seq, &[], result(ObjOp::Pop, 0)), (vec![], -1, Some(fault(FaultKind::OutOfBounds))));
    assert_eq!(after(seq, &[5, 3], plain(ObjOp::Clear)), (vec![], -1, None));
    assert_eq!(after(seq, &[5, 3], result(ObjOp::Len, 0)), (vec![5, 3], 2, None));
    assert_eq!(after(Shape::Array(Ty::I64), &[5], result(ObjOp::Len, 0)), (vec![5], 1, None));
}

#[test]
fn set_operations_keep_the_elements_in_order() {
    let set = Shape::Set(Ty::I64);
    assert_eq!(after(set, &[-1, 4], result(ObjOp::Add, 3)), (vec![-1, 3, 4], 1, None));
    assert_eq!(after(set, &[3], result(ObjOp::Add, 3)), (vec![3], 0, None));
    assert_eq!(after(set, &[3, 4], result(ObjOp::Remove, 3)), (vec![4], 1, None));
    assert_eq!(after(set, &[4], result(ObjOp::Remove, 3)), (vec![4], 0, None));
    assert_eq!(after(set, &[4], result(ObjOp::Contains, 4)), (vec![4], 1, None));
    assert_eq!(after(set, &[4], result(ObjOp::Contains, 3)), (vec![4], 0, None));
    assert_eq!(after(set, &[3, 4], result(ObjOp::Nth, 1)), (vec![3, 4], 4, None));
    let out = Some(fault(FaultKind::OutOfBounds));
    assert_eq!(after(set, &[3], result(ObjOp::Nth, 1)), (vec![3], -1, out.clone()));
    assert_eq!(after(set, &[3], result(ObjOp::Nth, -1)), (vec![3], -1, out));
    assert_eq!(after(set, &[3], plain(ObjOp::Clear)), (vec![], -1, None));
    assert_eq!(after(set, &[3], result(ObjOp::Len, 0)), (vec![3], 1, None));
}

#[test]
fn objects_do_not_grow_beyond_their_limit() {
    let full = vec![0; Program::MAX_WORDS];
    let memory = Some(fault(FaultKind::OutOfMemory));
    let (words, _, violation) = after(Shape::Seq(Ty::I64), &full, op1(ObjOp::Push, O, int(3)));
    assert_eq!((words.len(), violation), (Program::MAX_WORDS, memory.clone()));
    let mut channel = full.clone();
    channel[0] = i64::MAX;
    assert_eq!(after(Shape::Channel(Ty::I64), &channel, op1(ObjOp::Send, O, int(3))).2, memory);
    assert_eq!(after(Shape::Set(Ty::I64), &full, op1(ObjOp::Add, O, int(0))).2, None);
    assert_eq!(after(Shape::Set(Ty::I64), &full, op1(ObjOp::Add, O, int(1))).2, memory);
    assert_eq!(after(Shape::RwLock, &full, plain(ObjOp::AcquireRead)).2, memory);
}

#[test]
fn a_barrier_lets_all_go_when_the_last_arrives() {
    let mut build = Build::default();
    let barrier = build.object("b", Shape::Barrier, &[3, 0]);
    let other = build.object("c", Shape::Barrier, &[2, 0]);
    for name in ["t0", "t1", "t2"] {
        build.run(name, vec![op(ObjOp::Arrive, barrier), Instr::Yield, RET]);
    }
    build.run("elsewhere", vec![op(ObjOp::Arrive, other), RET]);
    let mut i = build.start();
    steps(&mut i, &[3, 0, 2]);
    assert_eq!((data(&i, 0), choices(&i)), (vec![3, 2], vec![0, 1, 0, 0]));
    assert_eq!(i.status(tid(0)), Status::Arrived);
    assert_eq!(i.describe_block(tid(0)).unwrap(), "others at b: 2 of 3 have arrived");
    steps(&mut i, &[1]);
    assert_eq!((data(&i, 0), choices(&i)), (vec![3, 0], vec![1, 1, 1, 0]));
    let all = [0, 1, 2, 3].map(|t| i.status(tid(t)));
    assert_eq!(all, [Status::Released, Status::Running, Status::Released, Status::Arrived]);
    // A released thread leaves the barrier by a step of its own.
    steps(&mut i, &[0]);
    assert_eq!((i.status(tid(0)), i.state().threads[0].frames[0].pc), (Status::Running, Pc(1)));
}

#[test]
fn new_objects_are_zero_null_or_empty() {
    let class_ty = Ty::Class(ClassId(0));
    for (shape, arg, words) in [
        (Shape::Instance(ClassId(0)), 0, vec![0, 0]),
        (Shape::Array(Ty::I64), 3, vec![0, 0, 0]),
        (Shape::Array(class_ty), 2, vec![0, 0]),
        (Shape::Array(Ty::I64), 0, vec![]),
        (Shape::Seq(Ty::I64), 3, vec![]),
        (Shape::Set(Ty::I64), 3, vec![]),
        (Shape::Lock, 3, vec![0]),
        (Shape::RwLock, 3, vec![0]),
        (Shape::Semaphore, 3, vec![3]),
        (Shape::Barrier, 3, vec![3, 0]),
        (Shape::Channel(Ty::I64), 3, vec![3]),
        (Shape::Thread, 3, vec![0]),
    ] {
        let mut build = Build::default();
        build.class("C", None, &["a", "b"]);
        let g = build.global_of("g", Ty::AnyRef, Operand::Null);
        let id = build.shape(shape);
        build.run("t", vec![new(0, id, arg), store(g, r(0)), RET]);
        let mut i = build.start();
        steps(&mut i, &[0]);
        let object = i.state().globals[0].object().unwrap();
        assert_eq!(data(&i, object), words, "{shape:?}");
    }
}

#[test]
fn new_arrays_have_a_size_that_is_possible() {
    for (size, kind) in [
        (-1, Some(FaultKind::NegativeSize)),
        (Program::MAX_WORDS as i64 + 1, Some(FaultKind::OutOfMemory)),
        (Program::MAX_WORDS as i64, None),
    ] {
        let build = single(|b| {
            let id = b.shape(Shape::Array(Ty::I64));
            vec![Instr::Yield, new(0, id, size), op(ObjOp::Len, r(0)), RET]
        });
        let mut i = build.start();
        assert_eq!(failure(&steps(&mut i, &[0])[0]), kind.map(fault), "{size}");
    }
}
