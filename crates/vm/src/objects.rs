//! Operations on objects. The table of `docs/semantics.md`, one small function for each kind.

use crate::code::Code;
use crate::enabled::{arrived_at, holder, waiting_on};
use crate::exec::Raise;
use crate::frame::{Frame, INTERRUPTED, Status};
use crate::local::{put, value};
use crate::state::{DATA, SHARED, State};
use commute_ir::{FaultKind, ObjOp, Operand, Program, Reg, Shape};
use commute_machine::Tid;
use commute_mutants::mutant;

/// The parts of an `Invoke`.
#[derive(Clone, Copy)]
pub struct Call {
    /// Receives the result.
    pub dst: Option<Reg>,
    /// The operation.
    pub op: ObjOp,
    /// The object.
    pub obj: Operand,
    /// The argument.
    pub arg: Option<Operand>,
}

/// What an operation gives.
enum Done {
    /// Nothing.
    Unit,
    /// A result.
    Value(u64),
    /// The thread stays at the instruction, with a new status.
    Stay,
}

/// Executes the operation at which `f` stands and moves on, unless the thread has to wait.
pub fn invoke(
    code: &Code,
    st: &mut State,
    f: &mut Frame,
    me: usize,
    choice: u32,
    call: Call,
) -> Result<(), Raise> {
    let reference = value(f, call.obj);
    if reference == 0 {
        return Err(FaultKind::NullDereference.into());
    }
    let shape = code.program.shapes[st.object(reference)[0] as usize];
    if !code.program.allows(shape, call.op) {
        return Err(FaultKind::BadCast.into());
    }
    st.touch(st.object_at(reference));
    let on = Target { at: st.object_at(reference), reference, me: me as u64 + 1 };
    let arg = call.arg.map_or(0, |a| value(f, a));
    use ObjOp::*;
    let done = match call.op {
        Acquire | TryAcquire | Release => lock(st, on, call.op)?,
        AcquireRead | ReleaseRead | AcquireWrite | ReleaseWrite => rwlock(st, on, call.op)?,
        Down | TryDown | Up => semaphore(st, on, call.op),
        Arrive => arrive(code, st, f, on),
        Send | Receive => channel(code, st, on, call.op, arg)?,
        MonitorEnter | MonitorTryEnter | MonitorExit => monitor(st, on, call.op)?,
        Wait | WaitTimed => wait(st, f, on)?,
        Notify | NotifyAll => notify(code, st, on, call.op, choice)?,
        Join | IsAlive | Interrupt | IsInterrupted | TakeInterrupt => thread(st, f, on, call.op, me)?,
        Push | Pop => seq(code, st, on, call.op, arg)?,
        Add | Remove | Contains | Nth => set(st, on, call.op, arg)?,
        Clear => {
            if code.allocates {
                st.note_reference(on.at);
            }
            st.edit(on.at, |w| w.truncate(DATA));
            Done::Unit
        }
        Len => {
            let capacity_word = usize::from(matches!(shape, Shape::Channel(_)));
            Done::Value((st.data_len(reference) - capacity_word) as u64)
        }
        Room => {
            let messages = (st.data_len(reference) - 1) as u64;
            Done::Value(st.object(reference)[DATA].wrapping_sub(messages))
        }
    };
    if let Done::Stay = done {
        return Ok(());
    }
    if let (Some(dst), Done::Value(word)) = (call.dst, &done) {
        put(f, dst, *word);
    }
    f.status = Status::Running;
    f.count = 0;
    f.pc += 1;
    Ok(())
}

/// The object of an operation, and who does it.
#[derive(Clone, Copy)]
struct Target {
    at: usize,
    reference: u64,
    /// The thread's number plus one.
    me: u64,
}

fn flag(b: bool) -> Done {
    Done::Value(u64::from(b))
}

fn lock(st: &mut State, on: Target, op: ObjOp) -> Result<Done, FaultKind> {
    let owner = st.object(on.reference)[DATA];
    match op {
        ObjOp::TryAcquire if owner != 0 => return Ok(flag(false)),
        ObjOp::Release if owner != on.me => return Err(FaultKind::MonitorMisuse),
        _ => {}
    }
    st.set_word(on.at, DATA, if op == ObjOp::Release { 0 } else { on.me });
    Ok(if op == ObjOp::TryAcquire { flag(true) } else { Done::Unit })
}

fn rwlock(st: &mut State, on: Target, op: ObjOp) -> Result<Done, FaultKind> {
    let words = st.object(on.reference);
    let readers = &words[DATA + 1..];
    match op {
        ObjOp::AcquireWrite => st.set_word(on.at, DATA, on.me),
        ObjOp::ReleaseWrite if words[DATA] != on.me => return Err(FaultKind::MonitorMisuse),
        ObjOp::ReleaseWrite => st.set_word(on.at, DATA, 0),
        ObjOp::AcquireRead => {
            room_for_one(words)?;
            let place = DATA + 1 + readers.partition_point(|&r| r < on.me);
            st.edit(on.at, |w| w.insert(place, on.me));
        }
        _ => {
            let place = readers.binary_search(&on.me).map_err(|_| FaultKind::MonitorMisuse)?;
            st.edit(on.at, |w| {
                w.remove(DATA + 1 + place);
            });
        }
    }
    Ok(Done::Unit)
}

fn semaphore(st: &mut State, on: Target, op: ObjOp) -> Done {
    let now = st.object(on.reference)[DATA] as i64;
    if op == ObjOp::TryDown && now <= 0 {
        return flag(false);
    }
    let next = if op == ObjOp::Up { now.wrapping_add(1) } else { now - 1 };
    st.set_word(on.at, DATA, next as u64);
    if op == ObjOp::TryDown { flag(true) } else { Done::Unit }
}

fn arrive(code: &Code, st: &mut State, f: &mut Frame, on: Target) -> Done {
    if f.status == Status::Released {
        return Done::Unit;
    }
    let words = st.object(on.reference);
    let (parties, arrived) = (words[DATA] as i64, words[DATA + 1] as i64 + 1);
    if arrived < parties {
        st.set_word(on.at, DATA + 1, arrived as u64);
        f.status = Status::Arrived;
        return Done::Stay;
    }
    st.set_word(on.at, DATA + 1, 0);
    st.touched.give_up();
    let others: Vec<usize> = arrived_at(code, st, on.reference).collect();
    for t in others {
        release_from_barrier(st, t);
    }
    Done::Unit
}

/// A thread that has arrived at a barrier may pass it.
#[mutant("barrier-forgets-thread", if t == 0 { st.set_status(t, Status::Released) })]
fn release_from_barrier(st: &mut State, t: usize) {
    st.set_status(t, Status::Released);
}

fn channel(code: &Code, st: &mut State, on: Target, op: ObjOp, arg: u64) -> Result<Done, FaultKind> {
    if code.allocates && st.is_ref_slot(code, on.reference, 1) {
        st.note_reference(on.at);
    }
    if op == ObjOp::Send {
        room_for_one(st.object(on.reference))?;
        st.edit(on.at, |w| w.push(arg));
        return Ok(Done::Unit);
    }
    let oldest = st.object(on.reference)[DATA + 1];
    st.edit(on.at, |w| {
        w.remove(DATA + 1);
    });
    Ok(Done::Value(oldest))
}

/// The word of a monitor, which was `word`, when `me` holds it `count` times.
fn held(word: u64, me: u64, count: u64) -> u64 {
    word & SHARED | if count == 0 { 0 } else { me | count << 32 }
}

/// How many times the holder of a monitor holds it.
fn times_held(word: u64) -> u64 {
    (word & !SHARED) >> 32
}

fn monitor(st: &mut State, on: Target, op: ObjOp) -> Result<Done, FaultKind> {
    let word = st.object(on.reference)[1];
    let count = times_held(word);
    if op == ObjOp::MonitorTryEnter {
        let enters = holder(word).is_none_or(|holder| holder == on.me as usize - 1);
        if enters {
            st.set_word(on.at, 1, held(word, on.me, count + 1));
        }
        return Ok(flag(enters));
    }
    if op == ObjOp::MonitorEnter {
        st.set_word(on.at, 1, held(word, on.me, count + 1));
    } else {
        require_held(word, on)?;
        st.set_word(on.at, 1, held(word, on.me, count - 1));
    }
    Ok(Done::Unit)
}

fn require_held(monitor: u64, on: Target) -> Result<(), FaultKind> {
    let mine = holder(monitor) == Some(on.me as usize - 1);
    if mine { Ok(()) } else { Err(FaultKind::MonitorMisuse) }
}

fn wait(st: &mut State, f: &mut Frame, on: Target) -> Result<Done, FaultKind> {
    let word = st.object(on.reference)[1];
    if f.status == Status::Running {
        require_held(word, on)?;
        refuse_if_interrupted(f)?;
        f.status = Status::Waiting;
        f.count = count_to_restore(word);
        st.set_word(on.at, 1, held(word, on.me, 0));
        return Ok(Done::Stay);
    }
    st.set_word(on.at, 1, held(word, on.me, u64::from(f.count)));
    let status = std::mem::replace(&mut f.status, Status::Running);
    f.count = 0;
    match status {
        Status::Woken => Err(FaultKind::Interrupted),
        status => Ok(flag(status == Status::Notified)),
    }
}

/// Whoever has been interrupted does not begin to wait.
#[inline]
#[mutant("wait-ignores-interrupt", Ok(()))]
fn refuse_if_interrupted(f: &mut Frame) -> Result<(), FaultKind> {
    take_interrupt(f)
}

/// How many times a thread that begins to wait holds the monitor when it goes on, from the word of the monitor.
#[inline]
#[mutant("wait-forgets-count", 1)]
fn count_to_restore(word: u64) -> u16 {
    times_held(word).min(u64::from(u16::MAX)) as u16
}

/// Raises `Interrupted`, once, if the thread was interrupted.
fn take_interrupt(f: &mut Frame) -> Result<(), FaultKind> {
    if f.flags & INTERRUPTED == 0 {
        return Ok(());
    }
    f.flags &= !INTERRUPTED;
    Err(FaultKind::Interrupted)
}

fn notify(code: &Code, st: &mut State, on: Target, op: ObjOp, choice: u32) -> Result<Done, FaultKind> {
    require_held(st.object(on.reference)[1], on)?;
    st.touched.give_up();
    let waiting: Vec<usize> = waiting_on(code, st, on.reference, on.me as usize - 1).collect();
    for (i, t) in waiting.into_iter().enumerate() {
        if wakes(op, choice as usize, i) {
            st.set_status(t, Status::Notified);
        }
    }
    Ok(Done::Unit)
}

/// Whether a notification is for the thread at place `i` of the wait set: `choice` says for which one it is if not for all.
#[inline]
#[mutant("drop-wake-up", op == ObjOp::NotifyAll && i == 0 || i == choice)]
fn wakes(op: ObjOp, choice: usize, i: usize) -> bool {
    op == ObjOp::NotifyAll || i == choice
}

fn thread(st: &mut State, f: &mut Frame, on: Target, op: ObjOp, me: usize) -> Result<Done, FaultKind> {
    let word = st.object(on.reference)[DATA];
    match op {
        ObjOp::Join => {
            take_interrupt(f)?;
            Ok(Done::Unit)
        }
        ObjOp::IsAlive => Ok(flag(word as i64 > 0)),
        ObjOp::TakeInterrupt => {
            let was = f.flags & INTERRUPTED != 0;
            f.flags &= !INTERRUPTED;
            Ok(flag(was))
        }
        ObjOp::IsInterrupted if word as i64 <= 0 => Ok(flag(false)),
        ObjOp::IsInterrupted if word as usize - 1 == me => Ok(flag(f.flags & INTERRUPTED != 0)),
        ObjOp::IsInterrupted => {
            st.touched.give_up();
            Ok(flag(st.thread(word as usize - 1)[1] >> 40 & u64::from(INTERRUPTED) != 0))
        }
        _ if word as i64 <= 0 => Ok(Done::Unit),
        _ if word as usize - 1 == me => {
            f.flags |= INTERRUPTED;
            Ok(Done::Unit)
        }
        _ => {
            st.touched.give_up();
            let t = word as usize - 1;
            if st.status(t) == Status::Waiting {
                st.set_status(t, Status::Woken);
            } else {
                let (at, word1) = (st.thread_at(t), st.thread(t)[1]);
                st.set_thread_word(at, 1, word1 | u64::from(INTERRUPTED) << 40);
            }
            Ok(Done::Unit)
        }
    }
}

/// Whether an object of these words may get another word of data.
fn room_for_one(words: &[u64]) -> Result<(), FaultKind> {
    if words.len() < Program::MAX_WORDS + DATA { Ok(()) } else { Err(FaultKind::OutOfMemory) }
}

fn seq(code: &Code, st: &mut State, on: Target, op: ObjOp, arg: u64) -> Result<Done, FaultKind> {
    let words = st.object(on.reference);
    let last = *words.last().expect("[commute internal bug] an object has a header");
    let len = words.len();
    if code.allocates && st.is_ref_slot(code, on.reference, 0) {
        st.note_reference(on.at);
    }
    if op == ObjOp::Push {
        room_for_one(st.object(on.reference))?;
        st.edit(on.at, |w| w.push(arg));
        return Ok(Done::Unit);
    }
    if len == DATA {
        return Err(FaultKind::OutOfBounds);
    }
    st.edit(on.at, |w| {
        w.pop();
    });
    Ok(Done::Value(last))
}

fn set(st: &mut State, on: Target, op: ObjOp, arg: u64) -> Result<Done, FaultKind> {
    let elements = &st.object(on.reference)[DATA..];
    let found = elements.binary_search_by_key(&(arg as i64), |&e| e as i64);
    match (op, found) {
        (ObjOp::Nth, _) => {
            let element = elements.get(arg as usize).copied();
            return Ok(Done::Value(element.ok_or(FaultKind::OutOfBounds)?));
        }
        (ObjOp::Add, Err(place)) => {
            room_for_one(st.object(on.reference))?;
            st.edit(on.at, |w| w.insert(DATA + place, arg));
        }
        (ObjOp::Remove, Ok(place)) => st.edit(on.at, |w| {
            w.remove(DATA + place);
        }),
        _ => {}
    }
    Ok(flag(found.is_ok() == (op != ObjOp::Add)))
}

/// Whether an object is held by a thread, as a lock, read-write lock or monitor.
pub fn holds(code: &Code, st: &State, reference: u64, t: Tid) -> bool {
    let words = st.object(reference);
    let me = u64::from(t.0) + 1;
    let data = &words[DATA..];
    let as_lock = match code.program.shapes[words[0] as usize] {
        Shape::Lock => data.first() == Some(&me),
        Shape::RwLock => data.contains(&me),
        _ => false,
    };
    as_lock || holder(words[1]) == Some(t.index())
}
