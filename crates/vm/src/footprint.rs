//! What the next instruction of a thread touches.

use crate::code::Code;
use crate::enabled::{View, waits_for_a_time};
use crate::frame::{Frame, Status};
use crate::state::State;
use commute_ir::{Instr, ObjOp, Place, Timeouts};
use commute_machine::{Footprint, Location, ObjId, Operation, Tid};
use commute_mutants::mutant;

/// Adds to `out` what the visible instruction at which the thread stands touches. A null reference touches
/// nothing.
pub fn accesses(code: &Code, st: &State, me: usize, view: View, handle: u64, out: &mut Footprint) {
    alive(code, view, out);
    match &code.program.functions[view.func as usize].code[view.pc as usize] {
        Instr::EndProcess { life, .. } => out.add(Location::Global(life.0), Operation::Write),
        Instr::Load { place, .. } => at_place(view, place, Operation::Read, out),
        Instr::Store { place, .. } => at_place(view, place, Operation::Write, out),
        Instr::Cas { place, .. } => at_place(view, place, Operation::Cas, out),
        Instr::Invoke { op, obj, .. } => {
            let reference = view.value(*obj);
            if reference != 0 {
                invoke(view, *op, ObjId(reference as u32 - 1), out);
            }
            if waits_for_a_time(code, view) {
                time(code, out);
            }
        }
        Instr::Spawn { .. } => out.add(Location::Thread(Tid::new(st.threads())), Operation::Spawn),
        Instr::Start { thread, .. } => {
            let reference = view.value(*thread);
            if reference != 0 {
                out.add(Location::Object(ObjId(reference as u32 - 1)), Operation::Spawn);
            }
            out.add(Location::Thread(Tid::new(st.threads())), Operation::Spawn);
        }
        Instr::Return { .. } if handle != 0 => {
            out.add(Location::Object(ObjId(handle as u32 - 1)), Operation::End);
            out.add(Location::Thread(Tid::new(me)), Operation::End);
        }
        _ => {}
    }
}

fn at_place(view: View, place: &Place, operation: Operation, out: &mut Footprint) {
    match *place {
        Place::Global(global) => out.add(Location::Global(global.0), operation),
        Place::Field { obj, field, .. } => at_word(view.value(obj), field, operation, out),
        Place::Elem { arr, index } => {
            at_element(view.value(arr), view.value(index) as u32, operation, out);
        }
        Place::Slot { obj, index, .. } => at_word(view.value(obj), view.value(index) as u32, operation, out),
    }
}

/// An element of an array.
#[inline]
#[mutant("footprint-without-elements", skip)]
fn at_element(array: u64, index: u32, operation: Operation, out: &mut Footprint) {
    at_word(array, index, operation, out);
}

#[inline]
fn at_word(reference: u64, slot: u32, operation: Operation, out: &mut Footprint) {
    if reference != 0 {
        out.add(Location::Word(ObjId(reference as u32 - 1), slot), operation);
    }
}

/// Whether an operation works on the monitor of an object, and what it is for a thread that is running.
pub fn operation_of(op: ObjOp) -> (bool, Operation) {
    match op {
        ObjOp::Acquire => (false, Operation::Acquire),
        ObjOp::TryAcquire => (false, Operation::TryAcquire),
        ObjOp::Release => (false, Operation::Release),
        ObjOp::AcquireRead => (false, Operation::AcquireRead),
        ObjOp::ReleaseRead => (false, Operation::ReleaseRead),
        ObjOp::AcquireWrite => (false, Operation::AcquireWrite),
        ObjOp::ReleaseWrite => (false, Operation::ReleaseWrite),
        ObjOp::Down => (false, Operation::Down),
        ObjOp::TryDown => (false, Operation::TryDown),
        ObjOp::Up => (false, Operation::Up),
        ObjOp::Arrive => (false, Operation::Arrive),
        ObjOp::Send => (false, Operation::Send),
        ObjOp::Receive => (false, Operation::Receive),
        ObjOp::MonitorEnter => (true, Operation::Enter),
        ObjOp::MonitorTryEnter => (true, Operation::TryEnter),
        ObjOp::MonitorExit => (true, Operation::Exit),
        ObjOp::Wait | ObjOp::WaitTimed => (true, Operation::Wait),
        ObjOp::Notify => (true, Operation::Notify),
        ObjOp::NotifyAll => (true, Operation::NotifyAll),
        ObjOp::Join => (false, Operation::Join),
        ObjOp::Interrupt => (false, Operation::Interrupt),
        ObjOp::IsInterrupted => (false, Operation::Interrupted),
        ObjOp::TakeInterrupt => (false, Operation::TakeInterrupt),
        ObjOp::IsAlive | ObjOp::Len | ObjOp::Room | ObjOp::Contains | ObjOp::Nth => (false, Operation::Read),
        ObjOp::Push | ObjOp::Pop | ObjOp::Add | ObjOp::Remove | ObjOp::Clear => (false, Operation::Write),
    }
}

fn invoke(view: View, op: ObjOp, object: ObjId, out: &mut Footprint) {
    let (on_monitor, operation) = operation_of(op);
    if on_monitor {
        at_monitor(view, operation, object, out);
    } else {
        out.add(Location::Object(object), operation);
    }
}

/// The monitor of an object.
#[inline]
#[mutant("footprint-without-enter", if operation != Operation::Enter {
    out.add(Location::Monitor(object), resumed(view, operation))
})]
fn at_monitor(view: View, operation: Operation, object: ObjId, out: &mut Footprint) {
    out.add(Location::Monitor(object), resumed(view, operation));
}

/// What an operation on a monitor is for this thread: if it waits already, it goes on.
#[inline]
fn resumed(view: View, operation: Operation) -> Operation {
    let resumes = operation == Operation::Wait && view.status != Status::Running;
    if resumes { Operation::Resume } else { operation }
}

/// A thread of a process that may be ended goes on only while that is there.
#[inline]
#[mutant("footprint-without-life", skip)]
fn alive(code: &Code, view: View, out: &mut Footprint) {
    if let Some(life) = code.life(view.func) {
        out.add(Location::Global(life.0), Operation::Read);
    }
}

/// The time of a wait is up, or is waited for.
#[mutant("footprint-without-time", skip)]
fn time(code: &Code, out: &mut Footprint) {
    if let Timeouts::Last(clock) = code.program.timeouts {
        out.add(Location::Global(clock.0), Operation::Write);
    }
}

/// Notes that a step depends on whether a time is up, if someone wants to know.
pub fn record_time(code: &Code, st: &mut State) {
    st.recording.iter_mut().for_each(|out| time(code, out));
}

/// Notes what the thread that is stepping is about to touch, if someone wants to know.
#[inline]
pub fn record(code: &Code, st: &mut State, f: &Frame, me: usize) {
    if let Some(mut out) = st.recording.take() {
        accesses(code, st, me, View::of_frame(f), f.handle, &mut out);
        st.recording = Some(out);
    }
}
