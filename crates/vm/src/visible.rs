//! Visible instructions: they touch what threads share.

use crate::code::Code;
use crate::exec::{self, Raise, Start};
use crate::frame::{DAEMON, Frame, Status};
use crate::garbage;
use crate::local::{put, value};
use crate::objects;
use crate::processes;
use crate::raise;
use crate::state::{DATA, State};
use commute_ir::{FaultKind, FuncId, Instr, ObjOp, Operand, Place, Program, Shape, ShapeId};
use commute_machine::{Tid, Violation};
use commute_mutants::mutant;

/// Executes the visible instruction at which `f` stands and moves on. A spawned thread may fail before its
/// first visible instruction; that goes into `violations`.
pub fn execute(
    code: &Code,
    st: &mut State,
    f: &mut Frame,
    me: usize,
    choice: u32,
    violations: &mut Vec<Violation>,
) -> Result<(), Raise> {
    let instr = &code.program.functions[f.func as usize].code[f.pc as usize];
    match *instr {
        Instr::Load { dst, place, .. } => {
            let (at, index) = locate(code, st, f, place)?;
            let word = st.comps.words(st.vector[at])[index];
            put(f, dst, word);
        }
        Instr::Store { place, src, .. } => {
            let (at, index) = locate(code, st, f, place)?;
            let word = value(f, src);
            note_reference(code, st, at, index);
            st.set_word(at, index, word);
        }
        Instr::Cas { dst, place, expected, new } => {
            let (at, index) = locate(code, st, f, place)?;
            let equal = st.comps.words(st.vector[at])[index] == value(f, expected);
            if equal {
                let word = value(f, new);
                note_reference(code, st, at, index);
                st.set_word(at, index, word);
            }
            put(f, dst, u64::from(equal));
        }
        Instr::Invoke { dst, op, obj, arg } => {
            return objects::invoke(code, st, f, me, choice, objects::Call { dst, op, obj, arg });
        }
        Instr::Choose { dst, lo, hi } => {
            let size = i128::from(value(f, hi) as i64) - i128::from(value(f, lo) as i64);
            if size > 65_535 {
                return Err(FaultKind::OutOfRange.into());
            }
            let word = value(f, lo).wrapping_add(u64::from(choice));
            put(f, dst, word);
        }
        Instr::Spawn { dst, func, ref args, daemon } => {
            let tid = free_number(code, st, f, me)?;
            let handle = spawn(code, st, f, tid, func, args, daemon, dst.is_some(), violations)?;
            if let Some(dst) = dst {
                put(f, dst, handle);
            }
        }
        Instr::Start { thread, func, daemon } => start(code, st, f, me, thread, func, daemon, violations)?,
        Instr::Return { .. } => {
            raise::end(code, st, f, Status::Ended);
            return Ok(());
        }
        Instr::EndProcess { process, .. } => {
            processes::end(code, st, f, me, process);
            return Ok(());
        }
        Instr::Yield | Instr::AtomicBegin => {}
        _ => panic!("[commute internal bug] {instr:?} is not visible"),
    }
    f.pc += 1;
    Ok(())
}

/// Where a place is: position in the vector and word in the component.
#[inline]
pub fn locate(code: &Code, st: &mut State, f: &Frame, place: Place) -> Result<(usize, usize), FaultKind> {
    let found = position(code, st, f, place);
    match (found, place) {
        (Ok((at, _)), _) => st.touch(at),
        (Err(_), Place::Field { obj, .. } | Place::Slot { obj, .. } | Place::Elem { arr: obj, .. }) => {
            touch_what_fails(st, value(f, obj));
        }
        (Err(_), Place::Global(_)) => {}
    }
    found
}

/// That an access fails was found out by looking at the object: an array may be longer in another state.
#[mutant("memo-forgets-what-fails", skip)]
fn touch_what_fails(st: &mut State, reference: u64) {
    st.touch_object(reference);
}

fn position(code: &Code, st: &State, f: &Frame, place: Place) -> Result<(usize, usize), FaultKind> {
    match place {
        Place::Global(global) => Ok(State::global_at(global.0)),
        Place::Field { obj, field, .. } => {
            let reference = value(f, obj);
            if reference == 0 {
                return Err(FaultKind::NullDereference);
            }
            let (words, slot) = (st.object(reference), DATA + field as usize);
            let is_instance = matches!(code.program.shapes[words[0] as usize], Shape::Instance(_));
            if !is_instance || slot >= words.len() {
                return Err(FaultKind::BadCast);
            }
            Ok((st.object_at(reference), slot))
        }
        Place::Slot { obj, index, is_ref } => {
            let (reference, slot) = (value(f, obj), value(f, index));
            if reference == 0 {
                return Err(FaultKind::NullDereference);
            }
            let shape = st.object(reference)[0] as usize;
            let has_slots = matches!(code.program.shapes[shape], Shape::Instance(_) | Shape::Array(_));
            let fits = has_slots
                && slot < st.data_len(reference) as u64
                && code.refs[shape].contains(slot as usize) == is_ref;
            if fits { Ok(st.data_at(reference, slot as usize)) } else { Err(FaultKind::BadCast) }
        }
        Place::Elem { arr, index } => {
            let reference = value(f, arr);
            if reference == 0 {
                return Err(FaultKind::NullDereference);
            }
            let shape = st.object(reference)[0] as usize;
            if !matches!(code.program.shapes[shape], Shape::Array(_) | Shape::Seq(_)) {
                return Err(FaultKind::BadCast);
            }
            let index = value(f, index);
            if index >= st.data_len(reference) as u64 {
                return Err(FaultKind::OutOfBounds);
            }
            Ok(st.data_at(reference, index as usize))
        }
    }
}

/// Notes that a reference is about to change, if the word is one.
#[inline]
fn note_reference(code: &Code, st: &mut State, at: usize, index: usize) {
    if !code.allocates || st.references_changed && st.published {
        return;
    }
    let is_one = if at < st.objects_at {
        code.global_refs[at - 1].contains(&index)
    } else {
        st.is_ref_word(code, at, index)
    };
    if is_one {
        st.note_reference(at);
    }
}

/// Starts thread `tid` and runs it to its first visible instruction. Gives its handle, or zero.
#[expect(clippy::too_many_arguments, reason = "the parts of one instruction")]
fn spawn(
    code: &Code,
    st: &mut State,
    f: &Frame,
    tid: usize,
    func: FuncId,
    args: &[Operand],
    daemon: bool,
    with_handle: bool,
    violations: &mut Vec<Violation>,
) -> Result<u64, Raise> {
    let mut new = newborn(code, func, args.iter().map(|&a| value(f, a)), daemon);
    if with_handle {
        new.handle = crate::local::allocate(code, st, thread_shape(code), 0)?;
    }
    let handle = new.handle;
    launch(code, st, new, tid, violations);
    Ok(handle)
}

/// Starts a thread whose handle is there already.
#[expect(clippy::too_many_arguments, reason = "the parts of one instruction")]
fn start(
    code: &Code,
    st: &mut State,
    f: &Frame,
    me: usize,
    thread: Operand,
    func: FuncId,
    daemon: Operand,
    violations: &mut Vec<Violation>,
) -> Result<(), Raise> {
    let handle = value(f, thread);
    if handle == 0 {
        return Err(FaultKind::NullDereference.into());
    }
    st.touch(st.object_at(handle));
    if !code.program.allows(code.program.shapes[st.object(handle)[0] as usize], ObjOp::Join) {
        return Err(FaultKind::BadCast.into());
    }
    if st.object(handle)[DATA] != 0 {
        return Err(FaultKind::StartedTwice.into());
    }
    let mut new = newborn(code, func, std::iter::once(handle), value(f, daemon) != 0);
    let tid = free_number(code, st, f, me)?;
    new.handle = handle;
    launch(code, st, new, tid, violations);
    Ok(())
}

/// The first frame of a new thread.
fn newborn(code: &Code, func: FuncId, args: impl Iterator<Item = u64>, daemon: bool) -> Frame {
    let mut new = Frame::empty();
    new.func = func.0;
    new.flags = if daemon { DAEMON } else { 0 };
    new.regs.extend(args);
    new.regs.resize(code.funcs[func.index()].regs, 0);
    new
}

/// The number of the next thread, which thread `me` starts: that of a thread that has ended and holds nothing, or a new one. What
/// this very step has let go counts no more (regression `number_of_a_dropped_holder.cm`).
fn free_number(code: &Code, st: &mut State, f: &Frame, me: usize) -> Result<usize, FaultKind> {
    st.touched.give_up();
    let mut ended = (code.program.threads.len()..st.threads()).filter(|&t| st.status(t) == Status::Ended);
    let mut counts = None;
    let mut is_free = |&t: &usize| {
        let held = |&o: &u64| objects::holds(code, st, o, Tid::new(t));
        (1..=st.objects() as u64).filter(held).all(|o| {
            let counts = counts.get_or_insert_with(|| garbage::reachable(code, st, f, me));
            is_garbage(counts, o)
        })
    };
    let tid = ended.find(&mut is_free).unwrap_or(st.threads());
    if tid < Program::MAX_THREADS { Ok(tid) } else { Err(FaultKind::OutOfMemory) }
}

/// Whether an object is not among those that can be reached.
#[mutant("garbage-holds-numbers", false)]
fn is_garbage(reachable: &[bool], reference: u64) -> bool {
    !reachable[reference as usize - 1]
}

/// Adds a thread and runs it to its first visible instruction.
fn launch(code: &Code, st: &mut State, mut new: Frame, tid: usize, violations: &mut Vec<Violation>) {
    if new.handle != 0 {
        let at = st.object_at(new.handle);
        st.set_word(at, DATA, tid as u64 + 1);
    }
    if tid == st.threads() {
        st.push_thread(0);
    }
    st.references_changed |= code.allocates;
    st.published = true;
    // The place of the stepping thread in the vector is stale until its step ends, but its number is not.
    violations.extend(exec::advance(code, st, &mut new, tid, Start::Local));
    st.commit_thread(code, &mut new, tid);
}

/// The shape of thread handles.
fn thread_shape(code: &Code) -> ShapeId {
    let found = code.program.shapes.iter().position(|s| *s == Shape::Thread);
    ShapeId::new(found.expect("[commute internal bug] a program that spawns has the shape of threads"))
}
