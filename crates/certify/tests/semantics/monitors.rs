//! Monitors: enter, exit, wait, timed wait, notify, interrupt.

use crate::build::*;
use commute_certify::{Interpreter, Status};
use commute_ir::*;

/// Threads `w0`, `w1` ... enter the monitor twice, wait, store the result into global 0, leave twice. They have
/// the handles static 1, 2 ... Thread `n` enters and executes `then`.
fn waiters(count: u32, wait: ObjOp, then: &[Instr]) -> Build {
    let mut build = Build::default();
    let x = build.global("x", -1);
    let m = build.monitor("m");
    for w in 0..count {
        build.object(&format!("h{w}"), Shape::Thread, &[0]);
        let code = vec![
            op(ObjOp::MonitorEnter, m),
            op(ObjOp::MonitorEnter, m),
            get(0, wait, m, None),
            store(x, r(0)),
            op(ObjOp::MonitorExit, m),
            op(ObjOp::MonitorExit, m),
            RET,
        ];
        let func = build.func(&format!("w{w}"), 0, code);
        build.thread(&format!("w{w}"), func, &[]).handle = Some(StaticId(w + 1));
    }
    let mut code = vec![op(ObjOp::MonitorEnter, m)];
    code.extend_from_slice(then);
    code.extend([op(ObjOp::MonitorExit, m), RET]);
    build.run("n", code);
    build
}

const M: Operand = Operand::Static(StaticId(0));

fn monitor(i: &Interpreter<'_>) -> (Option<usize>, u64) {
    let object = &i.state().objects[&0];
    (object.holder, object.count)
}

#[test]
fn a_monitor_is_re_entrant_and_excludes_others() {
    let build = waiters(2, ObjOp::Wait, &[]);
    let mut i = build.start();
    steps(&mut i, &[0, 0]);
    assert_eq!((monitor(&i), choices(&i)), ((Some(0), 2), vec![1, 0, 0]));
    assert_eq!(i.describe_block(tid(1)).unwrap(), "monitor of m, held by w0");

    let build = single(|b| {
        let m = b.monitor("m");
        vec![
            op(ObjOp::MonitorEnter, m),
            op(ObjOp::MonitorEnter, m),
            op(ObjOp::MonitorExit, m),
            op(ObjOp::MonitorExit, m),
            op(ObjOp::MonitorExit, m),
            RET,
        ]
    });
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0]);
    assert_eq!(monitor(&i), (Some(0), 1));
    steps(&mut i, &[0]);
    assert_eq!(monitor(&i), (None, 0));
    assert_eq!(failure(&steps(&mut i, &[0])[0]), Some(fault(FaultKind::MonitorMisuse)));
}

#[test]
fn trying_to_enter_never_waits() {
    let mut build = Build::default();
    let m = build.monitor("m");
    let tries = vec![get(0, ObjOp::MonitorTryEnter, m, None), get(0, ObjOp::MonitorTryEnter, m, None), RET];
    build.run("a", tries.clone());
    build.run("b", tries);
    let mut i = build.start();
    steps(&mut i, &[0, 0]);
    assert_eq!((monitor(&i), choices(&i)[1]), ((Some(0), 2), 1));
    steps(&mut i, &[1, 1]);
    assert_eq!(monitor(&i), (Some(0), 2), "another thread tries in vain");
}

#[test]
fn wait_and_notify_need_the_monitor() {
    for operation in [ObjOp::Wait, ObjOp::WaitTimed, ObjOp::Notify, ObjOp::NotifyAll, ObjOp::MonitorExit] {
        let build = single(|b| {
            let m = b.monitor("m");
            vec![op(operation, m), RET]
        });
        let mut i = build.start();
        assert_eq!(choices(&i), [1]);
        assert_eq!(failure(&steps(&mut i, &[0])[0]), Some(fault(FaultKind::MonitorMisuse)), "{operation:?}");
    }
}

#[test]
fn a_waiting_thread_gives_the_monitor_away_and_takes_it_back_as_often() {
    let build = waiters(1, ObjOp::Wait, &[op(ObjOp::Notify, M)]);
    let mut i = build.start();
    let records = steps(&mut i, &[0, 0, 0]);
    assert_eq!(records[2].events[0].what, "begins to wait on m");
    assert_eq!((i.status(tid(0)), monitor(&i), choices(&i)), (Status::Waiting(2), (None, 0), vec![0, 1]));
    assert_eq!(i.describe_block(tid(0)).unwrap(), "notification on m");
    let records = steps(&mut i, &[1, 1]);
    assert_eq!(records[1].events[0].what, "notify wakes w0");
    assert_eq!((i.status(tid(0)), choices(&i)), (Status::Notified(2), vec![0, 1]));
    assert_eq!(i.describe_block(tid(0)).unwrap(), "monitor of m after waiting, held by n");
    steps(&mut i, &[1]);
    assert_eq!(choices(&i), [1, 0]);
    steps(&mut i, &[0]);
    assert_eq!((i.status(tid(0)), monitor(&i)), (Status::Running, (Some(0), 2)));
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), 1);
}

#[test]
fn notify_chooses_among_the_waiting_threads() {
    let build = waiters(3, ObjOp::Wait, &[op(ObjOp::Notify, M), op(ObjOp::Notify, M)]);
    let mut i = build.start();
    // Nobody waits: one choice, which does nothing.
    let mut nobody = i.clone();
    steps(&mut nobody, &[3]);
    assert_eq!(choices(&nobody)[3], 1);
    assert_eq!(steps(&mut nobody, &[3])[0].events[0].what, "notify wakes nobody");
    steps(&mut i, &[2, 2, 2, 0, 0, 0, 3]);
    assert_eq!(choices(&i), [0, 0, 0, 2]);
    let record = i.step(at(3, 1));
    assert_eq!(record.events[0].what, "notify wakes w2");
    assert_eq!([0, 2].map(|t| i.status(tid(t))), [Status::Waiting(2), Status::Notified(2)]);
    // A notified thread is not notified again.
    assert_eq!(choices(&i)[3], 1);
}

#[test]
fn notify_all_wakes_all() {
    let build = waiters(2, ObjOp::Wait, &[op(ObjOp::NotifyAll, M)]);
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0, 1, 1, 1, 2, 2]);
    assert_eq!([0, 1].map(|t| i.status(tid(t))), [Status::Notified(2), Status::Notified(2)]);
    steps(&mut i, &[2]);
    assert_eq!(choices(&i), [1, 1, 0]);
}

#[test]
fn a_timed_wait_may_time_out_when_the_monitor_is_free() {
    let build = waiters(1, ObjOp::WaitTimed, &[op(ObjOp::Notify, M)]);
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0]);
    assert_eq!((i.status(tid(0)), choices(&i)), (Status::Waiting(2), vec![1, 1]));
    let mut notified = i.clone();
    steps(&mut i, &[0]);
    assert_eq!(monitor(&i), (Some(0), 2));
    steps(&mut i, &[0]);
    assert_eq!(global(&i, 0), 0);

    steps(&mut notified, &[1]);
    assert_eq!(choices(&notified), [0, 1]);
    steps(&mut notified, &[1, 1, 0, 0]);
    assert_eq!(global(&notified, 0), 1);
}

#[test]
fn an_interruption_wakes_a_waiting_thread_which_then_raises() {
    let interrupt = op(ObjOp::Interrupt, Operand::Static(StaticId(1)));
    let build = waiters(1, ObjOp::Wait, &[interrupt]);
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0, 1, 1]);
    assert_eq!((i.status(tid(0)), i.state().threads[0].interrupted), (Status::Woken(2), false));
    assert_eq!(choices(&i), [0, 1]);
    steps(&mut i, &[1]);
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!(failure(&record), Some(fault(FaultKind::Interrupted)));
    // It entered the monitor again before it raised.
    assert_eq!(monitor(&i), (Some(0), 2));
}

#[test]
fn an_interruption_before_the_wait_raises_at_the_wait() {
    let interrupt = op(ObjOp::Interrupt, Operand::Static(StaticId(1)));
    let build = waiters(1, ObjOp::WaitTimed, &[interrupt.clone(), interrupt]);
    let mut i = build.start();
    steps(&mut i, &[1, 1, 1]);
    assert!(i.state().threads[0].interrupted);
    steps(&mut i, &[1, 0, 0]);
    let record = steps(&mut i, &[0]).remove(0);
    assert_eq!(failure(&record), Some(fault(FaultKind::Interrupted)));
    assert_eq!((i.state().threads[0].interrupted, monitor(&i)), (false, (Some(0), 2)));
}

#[test]
fn an_interruption_of_a_notified_thread_is_kept_for_later() {
    let interrupt = op(ObjOp::Interrupt, Operand::Static(StaticId(1)));
    let build = waiters(1, ObjOp::Wait, &[op(ObjOp::Notify, M), interrupt]);
    let mut i = build.start();
    steps(&mut i, &[0, 0, 0, 1, 1, 1]);
    assert_eq!((i.status(tid(0)), i.state().threads[0].interrupted), (Status::Notified(2), true));
}

#[test]
fn an_interruption_of_a_finished_thread_does_nothing() {
    let mut build = Build::default();
    let handle = build.object("h", Shape::Thread, &[0]);
    let func = build.func("t", 0, vec![RET]);
    build.thread("t", func, &[]).handle = Some(StaticId(0));
    build.run("u", vec![op(ObjOp::Interrupt, handle), RET]);
    let mut i = build.start();
    steps(&mut i, &[0, 1]);
    assert_eq!((i.status(tid(0)), i.state().threads[0].interrupted), (Status::Ended, false));
}
