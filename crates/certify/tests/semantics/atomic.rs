//! Atomic blocks: one step, blocked at the beginning, suspended in the middle, cut by a choice, endless.

use crate::build::*;
use commute_certify::{Status, plain_search};
use commute_ir::*;

const BEGIN: Instr = Instr::AtomicBegin;
const END: Instr = Instr::AtomicEnd;

fn pc(i: &commute_certify::Interpreter<'_>, t: usize) -> Pc {
    i.state().threads[t].frames[0].pc
}

#[test]
fn an_atomic_block_is_one_step() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    for name in ["a", "b"] {
        build
            .run(name, vec![BEGIN, load(0, x), add(0, r(0), int(1)), store(x, r(0)), END, Instr::Yield, RET]);
    }
    let mut i = build.start();
    let record = steps(&mut i, &[0]).remove(0);
    let what: Vec<_> = record.events.iter().map(|e| e.what.as_str()).collect();
    assert_eq!(what, ["begins an atomic block", "read x = 0", "x: 0 -> 1"]);
    // The block ends, and the step with it at the next visible instruction.
    assert_eq!((pc(&i, 0), global(&i, 0), choices(&i)), (Pc(5), 1, vec![1, 1]));
    // Each thread is at one of three places; x is how many have passed the block.
    assert_eq!(plain_search(&build.program, 100).states, 9);
}

#[test]
fn a_call_inside_a_block_is_inside() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let f = build.func("f", 0, vec![store(x, int(1)), store(x, int(2)), RET]);
    build.run("t", vec![BEGIN, call(None, f, &[]), END, Instr::Yield, RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), pc(&i, 0)), (2, Pc(3)));
}

/// `when (x == 1) { y = 1 }` with another thread that makes x one.
fn when() -> Build {
    let mut build = Build::default();
    let (x, y) = (build.global("x", 0), build.global("y", 0));
    let guard = [BEGIN, load(0, x), bin(1, BinOp::Eq, r(0), int(1)), block(r(1), 0)];
    build.run("t", [&guard[..], &[store(y, int(1)), END, RET]].concat());
    build.run("u", vec![store(x, int(1)), RET]);
    build
}

#[test]
fn a_block_with_a_false_condition_cannot_begin() {
    let build = when();
    let mut i = build.start();
    assert_eq!(choices(&i), [0, 1]);
    assert_eq!(i.describe_block(tid(0)).unwrap(), "condition of an atomic block");
    steps(&mut i, &[1]);
    assert_eq!(choices(&i), [1, 0]);
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 1), i.status(tid(0))), (1, Status::Ended));
}

#[test]
fn reads_of_objects_before_a_blocked_instruction_do_not_unblock_the_beginning() {
    let mut build = Build::default();
    let m = build.object("m", Shape::Lock, &[9]);
    let set = build.object("s", Shape::Set(Ty::I64), &[4]);
    let handle = build.object("h", Shape::Thread, &[0]);
    let code = vec![
        BEGIN,
        get(0, ObjOp::Len, set, None),
        get(0, ObjOp::Contains, set, Some(int(4))),
        get(0, ObjOp::Nth, set, Some(int(0))),
        get(0, ObjOp::IsAlive, handle, None),
        BEGIN,
        op(ObjOp::Acquire, m),
        END,
        END,
        RET,
    ];
    build.run("t", code);
    assert_eq!(choices(&build.start()), [0]);
}

#[test]
fn what_changes_something_before_a_blocked_instruction_unblocks_the_beginning() {
    let harmful = |b: &mut Build| {
        let (x, m) = (b.global("x", 0), b.object("free", Shape::Lock, &[0]));
        let shape = b.shape(Shape::Lock);
        vec![store(x, int(1)), op(ObjOp::Acquire, m), new(0, shape, 0), Instr::Yield, choose(0, 0, 1)]
    };
    for n in 0..5 {
        let mut build = Build::default();
        let instr = harmful(&mut build).remove(n);
        let m = build.object("m", Shape::Lock, &[9]);
        build.run("t", vec![BEGIN, instr.clone(), op(ObjOp::Acquire, m), END, RET]);
        let mut i = build.start();
        assert_eq!(choices(&i), [1], "{instr:?}");
        // It is suspended in the middle.
        steps(&mut i, &[0]);
        assert_eq!((pc(&i, 0), choices(&i)), (Pc(2), vec![0]), "{instr:?}");
    }
}

#[test]
fn what_comes_after_a_block_does_not_block_its_beginning() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let m = build.object("m", Shape::Lock, &[9]);
    build.run("t", vec![BEGIN, load(0, x), END, op(ObjOp::Acquire, m), RET]);
    let mut i = build.start();
    assert_eq!(choices(&i), [1]);
    steps(&mut i, &[0]);
    assert_eq!((pc(&i, 0), choices(&i)), (Pc(3), vec![0]));
}

#[test]
fn a_thread_suspended_in_a_block_lets_others_run_and_then_goes_on() {
    let mut build = Build::default();
    let (x, m) = (build.global("x", 0), build.object("m", Shape::Lock, &[2]));
    build.run(
        "t",
        vec![BEGIN, store(x, int(1)), op(ObjOp::Acquire, m), store(x, int(2)), store(x, int(3)), END, RET],
    );
    build.run("u", vec![op(ObjOp::Release, m), Instr::Yield, RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), choices(&i), i.state().exclusive), (1, vec![0, 1], None));
    steps(&mut i, &[1]);
    assert_eq!(choices(&i), [1, 1]);
    // The rest of the block is one step again.
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), i.status(tid(0))), (3, Status::Ended));
}

#[test]
fn a_nested_block_with_a_false_condition_suspends_its_thread_there() {
    let mut build = Build::default();
    let (x, y) = (build.global("x", 0), build.global("y", 0));
    let code =
        vec![BEGIN, store(y, int(1)), BEGIN, load(0, x), block(r(0), 2), END, store(y, int(2)), END, RET];
    build.run("t", code);
    build.run("u", vec![store(x, int(1)), RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((pc(&i, 0), global(&i, 1), choices(&i)), (Pc(2), 1, vec![0, 1]));
    steps(&mut i, &[1, 0]);
    assert_eq!(global(&i, 1), 2);
}

#[test]
fn a_false_block_after_a_change_goes_back_to_where_its_guard_begins() {
    // The guard of the block is not evaluated by reads alone, so its beginning is not blocked.
    let mut build = Build::default();
    let (x, y) = (build.global("x", 0), build.global("y", 0));
    build.run("t", vec![BEGIN, store(y, int(1)), load(0, x), block(r(0), 0), END, RET]);
    let mut i = build.start();
    assert_eq!(choices(&i), [1]);
    steps(&mut i, &[0]);
    assert_eq!((pc(&i, 0), global(&i, 1), choices(&i)), (Pc(0), 1, vec![1]));
}

#[test]
fn a_choice_in_a_block_makes_its_thread_exclusive() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    build.run("t", vec![BEGIN, store(x, int(5)), choose(0, 1, 3), store(x, r(0)), END, Instr::Yield, RET]);
    build.run("u", vec![Instr::Yield, RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((i.state().exclusive, global(&i, 0), choices(&i)), (Some(0), 5, vec![2, 0]));
    i.step(at(0, 1));
    assert_eq!((i.state().exclusive, global(&i, 0), choices(&i)), (None, 2, vec![1, 1]));
}

#[test]
fn an_exception_leaves_the_blocks_that_the_handler_is_not_in() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let class = build.class("E", None, &[]);
    build.program.fault_classes.push((FaultKind::Assertion, class));
    let func = build.run("t", vec![BEGIN, assert(int(0)), END, RET, store(x, int(1)), RET]);
    build.handler(func, (0, 3), None, 4, 0);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((pc(&i, 0), global(&i, 0)), (Pc(4), 0));
}

#[test]
fn a_block_that_does_not_end_is_a_fault() {
    let mut build = single(|_| vec![BEGIN, jump(1), END, RET]);
    let mut i = build.start();
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!(failure(&record), Some(fault(FaultKind::EndlessAtomic)));

    // Nor does it help to catch it again and again.
    let class = build.class("E", None, &[]);
    build.program.fault_classes.push((FaultKind::EndlessAtomic, class));
    build.handler(FuncId(0), (1, 2), None, 1, 0);
    let mut i = build.start();
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!(failure(&record), Some(fault(FaultKind::EndlessAtomic)));
}

#[test]
fn a_long_block_is_not_cut() {
    let count = i64::from(Program::STEP_FUEL);
    let build = single(|b| {
        let x = b.global("x", 0);
        vec![
            BEGIN,
            add(0, r(0), int(1)),
            bin(1, BinOp::Lt, r(0), int(count)),
            branch(r(1), 1, 4),
            store(x, r(0)),
            END,
            RET,
        ]
    });
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((global(&i, 0), i.status(tid(0))), (count, Status::Ended));
}

#[test]
fn a_thread_that_begins_to_wait_in_a_block_ends_its_step() {
    let mut build = Build::default();
    let m = build.monitor("m");
    let x = build.global("x", 0);
    let code = vec![BEGIN, op(ObjOp::MonitorEnter, m), op(ObjOp::WaitTimed, m), store(x, int(1)), END, RET];
    build.run("t", code);
    build.run("u", vec![Instr::Yield, RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((i.status(tid(0)), choices(&i), global(&i, 0)), (Status::Waiting(1), vec![1, 1], 0));
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), 1);
}
