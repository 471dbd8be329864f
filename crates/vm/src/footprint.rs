//! What the next instruction of a thread touches.

use crate::code::Code;
use crate::enabled::View;
use crate::frame::{Frame, Status};
use crate::state::State;
use commute_ir::{Instr, ObjOp, Place};
use commute_machine::{Footprint, Location, ObjId, Operation, Tid};

/// Adds to `out` what the visible instruction at which the thread stands touches. A null reference touches
/// nothing.
pub fn accesses(code: &Code, st: &State, me: usize, view: View, handle: u64, out: &mut Footprint) {
    match &code.program.functions[view.func as usize].code[view.pc as usize] {
        Instr::Load { place, .. } => at_place(view, place, Operation::Read, out),
        Instr::Store { place, .. } => at_place(view, place, Operation::Write, out),
        Instr::Cas { place, .. } => at_place(view, place, Operation::Cas, out),
        Instr::Invoke { op, obj, .. } => {
            let reference = view.value(*obj);
            if reference != 0 {
                invoke(view, *op, ObjId(reference as u32 - 1), out);
            }
        }
        Instr::Spawn { .. } => out.add(Location::Thread(Tid::new(st.threads())), Operation::Spawn),
        Instr::Return { .. } if handle != 0 => {
            out.add(Location::Object(ObjId(handle as u32 - 1)), Operation::End);
            out.add(Location::Thread(Tid::new(me)), Operation::End);
        }
        _ => {}
    }
}

fn at_place(view: View, place: &Place, operation: Operation, out: &mut Footprint) {
    let (reference, slot) = match *place {
        Place::Global(global) => return out.add(Location::Global(global.0), operation),
        Place::Field { obj, field, .. } => (view.value(obj), field),
        Place::Elem { arr, index } => (view.value(arr), view.value(index) as u32),
    };
    if reference != 0 {
        out.add(Location::Word(ObjId(reference as u32 - 1), slot), operation);
    }
}

fn invoke(view: View, op: ObjOp, object: ObjId, out: &mut Footprint) {
    let (whole, monitor) = (Location::Object(object), Location::Monitor(object));
    let (location, operation) = match op {
        ObjOp::Acquire => (whole, Operation::Acquire),
        ObjOp::TryAcquire => (whole, Operation::TryAcquire),
        ObjOp::Release => (whole, Operation::Release),
        ObjOp::AcquireRead => (whole, Operation::AcquireRead),
        ObjOp::ReleaseRead => (whole, Operation::ReleaseRead),
        ObjOp::AcquireWrite => (whole, Operation::AcquireWrite),
        ObjOp::ReleaseWrite => (whole, Operation::ReleaseWrite),
        ObjOp::Down => (whole, Operation::Down),
        ObjOp::TryDown => (whole, Operation::TryDown),
        ObjOp::Up => (whole, Operation::Up),
        ObjOp::Arrive => (whole, Operation::Arrive),
        ObjOp::Send => (whole, Operation::Send),
        ObjOp::Receive => (whole, Operation::Receive),
        ObjOp::MonitorEnter => (monitor, Operation::Enter),
        ObjOp::MonitorExit => (monitor, Operation::Exit),
        ObjOp::Wait | ObjOp::WaitTimed if view.status == Status::Running => (monitor, Operation::Wait),
        ObjOp::Wait | ObjOp::WaitTimed => (monitor, Operation::Resume),
        ObjOp::Notify => (monitor, Operation::Notify),
        ObjOp::NotifyAll => (monitor, Operation::NotifyAll),
        ObjOp::Join => (whole, Operation::Join),
        ObjOp::Interrupt => (whole, Operation::Interrupt),
        ObjOp::IsAlive | ObjOp::Len | ObjOp::Contains | ObjOp::Nth => (whole, Operation::Read),
        ObjOp::Push | ObjOp::Pop | ObjOp::Add | ObjOp::Remove | ObjOp::Clear => (whole, Operation::Write),
    };
    out.add(location, operation);
}

/// Notes what the thread that is stepping is about to touch, if someone wants to know.
#[inline]
pub fn record(code: &Code, st: &mut State, f: &Frame, me: usize) {
    if let Some(mut out) = st.recording.take() {
        accesses(code, st, me, View::of_frame(f), f.handle, &mut out);
        st.recording = Some(out);
    }
}
