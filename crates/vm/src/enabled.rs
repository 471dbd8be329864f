//! Which steps are possible: `choices` of `docs/semantics.md`.

use crate::code::{Code, constant};
use crate::exec;
use crate::frame::{Frame, HEADER, INTERRUPTED, Status};
use crate::state::{DATA, State, Time};
use commute_ir::{Instr, ObjOp, Operand, Timeouts};
use commute_machine::{Blocker, ObjId, Tid};
use commute_mutants::mutant;

/// A choice of more values than this is a fault.
const MAX_CHOICES: i64 = 65_535;

/// What is needed to know of a frame: enough for its next instruction.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The function.
    pub func: u32,
    /// The instruction.
    pub pc: u32,
    /// The status of the thread.
    pub status: Status,
    /// The flags of the thread.
    pub flags: u8,
    /// The registers.
    pub regs: &'a [u64],
}

impl<'a> View<'a> {
    /// Of a thread at rest.
    #[inline]
    pub fn of(words: &'a [u64]) -> Self {
        Self {
            func: (words[0] >> 32) as u32,
            pc: words[1] as u32,
            status: Status::of(words[1]),
            flags: (words[1] >> 40) as u8,
            regs: &words[HEADER..],
        }
    }

    /// Of the thread that is stepping.
    #[inline]
    pub fn of_frame(f: &'a Frame) -> Self {
        Self { func: f.func, pc: f.pc, status: f.status, flags: f.flags, regs: &f.regs }
    }

    /// The value of an operand.
    #[inline]
    pub fn value(&self, operand: Operand) -> u64 {
        match operand {
            Operand::Reg(r) => self.regs[r.0 as usize],
            other => constant(other),
        }
    }
}

/// The number of choices of thread `me` at its next instruction, other than an `AtomicBegin`, whose answer
/// is `None`.
#[inline]
pub fn choices_at(code: &Code, st: &State, me: usize, view: View) -> Option<u32> {
    let instr = &code.program.functions[view.func as usize].code[view.pc as usize];
    match instr {
        Instr::AtomicBegin => None,
        Instr::Invoke { op, obj, .. } => Some(invoke_choices(code, st, me, view, *op, view.value(*obj))),
        Instr::Choose { lo, hi, .. } => {
            let size = i128::from(view.value(*hi) as i64) - i128::from(view.value(*lo) as i64);
            Some(if size > i128::from(MAX_CHOICES) { 1 } else { size.max(0) as u32 })
        }
        _ => Some(1),
    }
}

fn invoke_choices(code: &Code, st: &State, me: usize, view: View, op: ObjOp, obj: u64) -> u32 {
    use ObjOp::*;
    if obj == 0 {
        return 1;
    }
    let words = st.object(obj);
    let shape = code.program.shapes[words[0] as usize];
    if !code.program.allows(shape, op) {
        return 1;
    }
    let monitor_free = holder(words[1]).is_none();
    let free = match op {
        Acquire => words[DATA] == 0,
        AcquireRead => words[DATA] == 0,
        AcquireWrite => is_free_for_writer(words),
        Down => words[DATA] as i64 > 0,
        Send => has_room(words),
        Receive => words.len() > DATA + 1,
        Join => words[DATA] as i64 <= 0 || view.flags & INTERRUPTED != 0,
        MonitorEnter => monitor_free || holder(words[1]) == Some(me),
        Wait | WaitTimed => match view.status {
            Status::Waiting => op == WaitTimed && monitor_free,
            Status::Notified | Status::Woken => monitor_free,
            _ => true,
        },
        Notify if holder(words[1]) == Some(me) => {
            return waiting_on(code, st, obj, me).count().max(1) as u32;
        }
        Arrive => view.status != Status::Arrived,
        _ => true,
    };
    u32::from(free)
}

/// Whether nobody holds a lock for readers and a writer, from its words.
#[inline]
#[mutant("writer-ignores-readers", words[DATA] == 0)]
fn is_free_for_writer(words: &[u64]) -> bool {
    words.len() == DATA + 1 && words[DATA] == 0
}

/// Whether a channel has fewer messages than it can hold, from its words.
#[inline]
#[mutant("channel-without-capacity", true)]
fn has_room(words: &[u64]) -> bool {
    (words.len() - DATA - 1) < words[DATA] as usize
}

/// The holder of a monitor, from its word.
#[inline]
pub fn holder(monitor: u64) -> Option<usize> {
    (monitor as u32 as usize).checked_sub(1)
}

/// The threads in the wait set of an object, ascending, but for `me`: in an atomic block that went on after waiting, the state has its
/// thread still waiting (regression `notify_after_wait_in_atomic.cm`).
pub fn waiting_on<'a>(
    code: &'a Code,
    st: &'a State,
    obj: u64,
    me: usize,
) -> impl Iterator<Item = usize> + 'a {
    let waits = move |t: usize| st.status(t) == Status::Waiting && operand_object(code, st, t) == obj;
    (0..st.threads()).filter(move |&t| t != me && waits(t))
}

/// The threads that have arrived at a barrier and wait there, ascending.
pub fn arrived_at<'a>(code: &'a Code, st: &'a State, obj: u64) -> impl Iterator<Item = usize> + 'a {
    (0..st.threads()).filter(move |&t| st.status(t) == Status::Arrived && operand_object(code, st, t) == obj)
}

/// The object that the `Invoke` at which a thread stands works on.
fn operand_object(code: &Code, st: &State, t: usize) -> u64 {
    let view = View::of(st.thread(t));
    match &code.program.functions[view.func as usize].code[view.pc as usize] {
        Instr::Invoke { obj, .. } => view.value(*obj),
        _ => 0,
    }
}

/// The number of choices of a thread at rest.
#[inline]
pub fn choices(code: &Code, st: &mut State, t: usize) -> u32 {
    match st.exclusive() {
        Some(other) if other.index() != t => 0,
        _ => own_choices(code, st, t),
    }
}

/// The same, whoever is exclusive.
fn own_choices(code: &Code, st: &mut State, t: usize) -> u32 {
    let view = View::of(st.thread(t));
    if view.status.is_final() {
        return 0;
    }
    let for_a_time = waits_for_a_time(code, view);
    match choices_at(code, st, t, view) {
        Some(n) => {
            let mut probe = std::mem::replace(&mut st.probe, Frame::empty());
            probe.read(st.thread(t));
            exec::touch_next(code, st, &probe);
            st.probe = probe;
            if n > 0 && for_a_time && !time_is_up(code, st, t) { 0 } else { n }
        }
        None => {
            let func = &code.funcs[view.func as usize];
            if !func.may_block[view.pc as usize] {
                return 1;
            }
            let mut probe = std::mem::replace(&mut st.probe, Frame::empty());
            probe.read(st.thread(t));
            let blocked = exec::guard_is_blocked(code, st, &mut probe, t);
            st.probe = probe;
            u32::from(!blocked)
        }
    }
}

/// Whether the thread waits on a monitor, was not notified, and goes on when its time is up.
pub fn waits_for_a_time(code: &Code, view: View) -> bool {
    let instr = &code.program.functions[view.func as usize].code[view.pc as usize];
    view.status == Status::Waiting && matches!(instr, Instr::Invoke { op: ObjOp::WaitTimed, .. })
}

/// Whether the time for which `me` waits is up ([`Timeouts`]).
#[mutant("time-is-up-at-once", true)]
pub fn time_is_up(code: &Code, st: &mut State, me: usize) -> bool {
    if code.program.timeouts == Timeouts::Any {
        return true;
    }
    // All threads have a say.
    st.touched.give_up();
    match st.time {
        Time::Stands => false,
        Time::IsUp => true,
        Time::AsItIs => presuming(st, Time::Stands, |st| {
            (0..st.threads()).all(|t| t == me || own_choices(code, st, t) == 0)
        }),
    }
}

/// Whether a thread cannot go on, and could if its time were up.
pub fn lacks_time(code: &Code, st: &mut State, t: usize) -> bool {
    code.program.timeouts != Timeouts::Any
        && own_choices(code, st, t) == 0
        && presuming(st, Time::IsUp, |st| own_choices(code, st, t) > 0)
}

/// Finds something out while this is presumed of times. What is touched on the way is nobody's business.
fn presuming(st: &mut State, time: Time, find: impl FnOnce(&mut State) -> bool) -> bool {
    let recording = st.recording.take();
    st.time = time;
    let found = find(st);
    st.time = Time::AsItIs;
    st.recording = recording;
    found
}

/// Whether other threads decide if the next instruction is possible.
pub fn may_block(code: &Code, view: View) -> bool {
    use ObjOp::*;
    match &code.program.functions[view.func as usize].code[view.pc as usize] {
        Instr::AtomicBegin => code.funcs[view.func as usize].may_block[view.pc as usize],
        Instr::Invoke { op, .. } => match op {
            Acquire | AcquireRead | AcquireWrite | Down | Send | Receive | Join | MonitorEnter | Arrive => {
                true
            }
            Wait | WaitTimed => view.status != Status::Running,
            _ => false,
        },
        _ => false,
    }
}

/// Whether an operation only reads.
pub fn only_reads(op: ObjOp) -> bool {
    matches!(
        op,
        ObjOp::Len | ObjOp::Room | ObjOp::Contains | ObjOp::Nth | ObjOp::IsAlive | ObjOp::IsInterrupted
    )
}

/// Whether threads are interrupted: whoever joins need not wait for ever if somebody may interrupt it.
#[mutant("joins-are-not-interrupted", false)]
fn may_be_interrupted(code: &Code) -> bool {
    code.interrupts
}

/// What keeps `t`, which has no choices, from going on.
pub fn blocker(code: &Code, st: &State, t: usize) -> Blocker {
    let mut found = Blocker::default();
    let view = View::of(st.thread(t));
    let Instr::Invoke { op, obj, .. } = &code.program.functions[view.func as usize].code[view.pc as usize]
    else {
        return found;
    };
    let obj = view.value(*obj);
    if obj == 0 {
        return found;
    }
    found.object = Some(ObjId(obj as u32 - 1));
    let words = st.object(obj);
    let mut add = |number_plus_one: u64| {
        if number_plus_one as i64 > 0 {
            found.holders.push(Tid(number_plus_one as u16 - 1));
        }
    };
    match op {
        ObjOp::Join if may_be_interrupted(code) => {}
        ObjOp::Acquire | ObjOp::AcquireRead | ObjOp::Join => add(words[DATA]),
        ObjOp::AcquireWrite => words[DATA..].iter().for_each(|&holder| add(holder)),
        ObjOp::Wait if view.status == Status::Waiting => {}
        ObjOp::MonitorEnter | ObjOp::Wait | ObjOp::WaitTimed => add(words[1] & 0xffff_ffff),
        _ => {}
    }
    found
}
