//! Spawned threads: their first instructions, handles and numbers.

use crate::build::*;
use commute_certify::Status;
use commute_ir::*;

#[test]
fn a_spawned_thread_runs_up_to_its_first_visible_instruction_in_the_same_step() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let child = build.func("child", 1, vec![add(1, r(0), int(1)), store(x, r(1)), RET]);
    build.run("main", vec![spawn(None, child, &[int(4)]), Instr::Yield, RET]);
    let mut i = build.start();
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!(record.events[0].what, "spawns child#1");
    assert_eq!((i.threads(), i.thread_name(tid(1)), choices(&i)), (2, "child#1", vec![1, 1]));
    assert_eq!(i.state().threads[1].frames[0].pc, Pc(1));
    steps(&mut i, &[1]);
    assert_eq!((global(&i, 0), i.status(tid(1))), (5, Status::Ended));
}

#[test]
fn a_child_that_fails_at_once_fails_in_the_step_that_spawns_it() {
    let mut build = Build::default();
    let x = build.global("x", 0);
    let child = build.func("child", 0, vec![assert(int(0)), RET]);
    build.run("main", vec![spawn(None, child, &[]), mov(0, int(3)), store(x, r(0)), RET]);
    let mut i = build.start();
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!(record.violation.unwrap().tid, Some(tid(1)));
    // The spawning thread has gone on.
    assert_eq!(i.state().threads[0].frames[0].pc, Pc(2));
}

#[test]
fn a_handle_is_alive_until_the_end_and_can_be_joined() {
    let mut build = Build::default();
    let child = build.func("child", 0, vec![RET]);
    build.run("main", vec![spawn(Some(0), child, &[]), op(ObjOp::Join, r(0)), RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    let handle = i.state().threads[1].handle.unwrap();
    assert_eq!((data(&i, handle), choices(&i)), (vec![2], vec![0, 1]));
    assert_eq!(i.describe_block(tid(0)).unwrap(), "end of child#1");
    steps(&mut i, &[1]);
    assert_eq!((data(&i, handle), choices(&i)), (vec![0], vec![1, 0]));
}

/// `main` spawns a child, yields, spawns another. The first child executes `body`.
fn two_children(lock: i64, body: Vec<Instr>) -> Build {
    let mut build = Build::default();
    build.object("m", Shape::Lock, &[lock]);
    let first = build.func("first", 0, body);
    let second = build.func("second", 0, vec![Instr::Yield, RET]);
    build.run("main", vec![spawn(None, first, &[]), Instr::Yield, spawn(None, second, &[]), RET]);
    build
}

#[test]
fn the_number_of_an_ended_thread_is_used_again() {
    let build = two_children(0, vec![RET]);
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0]);
    assert_eq!((i.threads(), i.thread_name(tid(1)), i.status(tid(1))), (2, "second#1", Status::Running));
}

#[test]
fn the_number_of_a_thread_that_holds_something_is_not_used_again() {
    let m = Operand::Static(StaticId(0));
    for take in [ObjOp::Acquire, ObjOp::MonitorEnter] {
        let build = two_children(0, vec![op(take, m), RET]);
        let mut i = build.start();
        steps(&mut i, &[0, 1, 0, 0]);
        assert_eq!((i.threads(), i.thread_name(tid(2))), (3, "second#2"), "{take:?}");
    }
}

#[test]
fn what_is_garbage_is_not_held() {
    let mut build = two_children(0, vec![]);
    let shape = build.shape(Shape::Lock);
    let code = vec![new(0, shape, 0), op(ObjOp::Acquire, r(0)), RET];
    build.program.functions[0].spans = (0..3).map(|pc| span(FuncId(0), pc)).collect();
    build.program.functions[0].code = code;
    let mut i = build.start();
    steps(&mut i, &[0, 1, 0, 0]);
    assert_eq!((i.threads(), i.thread_name(tid(1))), (2, "second#1"));
}

#[test]
fn the_numbers_of_failed_running_and_declared_threads_are_not_used_again() {
    for (body, expected) in [
        (vec![assert(int(0)), RET], 3),
        (vec![Instr::Assume { cond: int(0) }, RET], 3),
        (vec![Instr::Yield, RET], 3),
        (vec![RET], 2),
    ] {
        let build = two_children(0, body.clone());
        let mut i = build.start();
        steps(&mut i, &[0, 0, 0]);
        assert_eq!(i.threads(), expected, "{body:?}");
    }
    let mut build = two_children(0, vec![RET]);
    build.run("declared", vec![RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!((i.thread_name(tid(1)), i.thread_name(tid(2))), ("declared", "first#2"));
}

#[test]
fn daemons_are_marked() {
    let mut build = Build::default();
    let child = build.func("child", 0, vec![Instr::Yield, RET]);
    let instr = Instr::Spawn { dst: None, func: child, args: [].into(), daemon: true };
    build.run("main", vec![instr, RET]);
    let mut i = build.start();
    steps(&mut i, &[0]);
    assert_eq!([0, 1].map(|t: usize| i.state().threads[t].daemon), [false, true]);
}

#[test]
fn there_are_not_more_than_max_threads() {
    let mut build = Build::default();
    let child = build.func("child", 0, vec![Instr::Yield, RET]);
    build.run("main", vec![spawn(None, child, &[]), spawn(None, child, &[]), RET]);
    let ended = build.func("ended", 0, vec![RET]);
    for _ in 2..Program::MAX_THREADS {
        build.thread("ended", ended, &[]);
    }
    let mut i = build.start();
    assert_eq!(failure(&i.step(at(0, 0))), None);
    assert_eq!(i.threads(), Program::MAX_THREADS);
    assert_eq!(failure(&i.step(at(0, 0))), Some(fault(FaultKind::OutOfMemory)));
    assert_eq!(i.threads(), Program::MAX_THREADS);
}
