//! One step: the visible instruction, then the local ones fused to it.

use crate::code::Code;
use crate::enabled::{View, choices_at, only_reads, time_is_up};
use crate::frame::{BASE_ATOMIC, Frame, Status};
use crate::state::State;
use crate::{footprint, local, raise, visible};
use commute_ir::{FaultKind, Instr, ObjOp, Program};
use commute_machine::{Tid, Violation};
use commute_mutants::mutant;

/// Why an instruction did not go on to the next.
pub enum Raise {
    /// A fault.
    Fault(FaultKind),
    /// An exception, by its reference.
    Exception(u64),
    /// An assumption is false.
    Halt,
    /// A `Block` is false: back to this instruction.
    Blocked(u32),
}

impl From<FaultKind> for Raise {
    fn from(fault: FaultKind) -> Self {
        Raise::Fault(fault)
    }
}

/// What a step may do first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The visible instruction at which the thread stands, with this choice.
    Choice(u32),
    /// Nothing visible: the local prefix of a new thread.
    Local,
    /// The program's initialiser, which may take longer.
    Init,
}

/// Whether the next instruction of the frame is visible.
#[inline]
fn is_visible(code: &Code, f: &Frame) -> bool {
    let func = &code.funcs[f.func as usize];
    func.visible[f.pc as usize]
        || f.caller == 0
            && f.handle != 0
            && matches!(code.program.functions[f.func as usize].code[f.pc as usize], Instr::Return { .. })
}

/// Whether the thread is inside an atomic block.
#[inline]
pub fn inside_atomic(code: &Code, f: &Frame) -> bool {
    f.flags & BASE_ATOMIC != 0 || code.funcs[f.func as usize].atomic[f.pc as usize]
}

/// Runs thread `me`, whose top frame is `f`, to the end of its step. Gives the violations that it made: a thread that it
/// starts may fail too.
pub fn advance(code: &Code, st: &mut State, f: &mut Frame, me: usize, start: Start) -> Vec<Violation> {
    let mut pending = match start {
        Start::Choice(c) => Some(c),
        Start::Local | Start::Init => None,
    };
    let mut fuel = Program::STEP_FUEL;
    let mut atomic_fuel = match start {
        Start::Init => Program::INIT_FUEL,
        Start::Choice(_) | Start::Local => Program::ATOMIC_FUEL,
    };
    let initialises = matches!(start, Start::Init);
    let mut violations = Vec::new();
    // What an initialiser leaves is interned at its end: then it is there twice.
    let times = if initialises { 2 } else { 1 };
    // What it has done when it gives up is of no use to anybody.
    while st.meter.goes_on_with(st.bytes() * times) {
        let atomic = inside_atomic(code, f);
        let effect = st.recording.is_some() && takes_effect(code, f);
        let result = if is_visible(code, f) {
            let choice = match pending.take() {
                Some(c) => c,
                None if !atomic => break,
                None => match choices_inside(code, st, f, me) {
                    0 => {
                        // How far the step goes depends on what it waits for.
                        footprint::record(code, st, f, me);
                        break;
                    }
                    1 => 0,
                    _ => {
                        st.set_exclusive(Some(Tid::new(me)));
                        break;
                    }
                },
            };
            fuel = Program::STEP_FUEL;
            footprint::record(code, st, f, me);
            visible::execute(code, st, f, me, choice, &mut violations)
        } else {
            pending = None;
            if !atomic {
                if fuel == 0 {
                    break;
                }
                fuel -= 1;
            }
            execute_local(code, st, f, me)
        };
        if let Some(footprint) = st.recording.as_mut().filter(|_| effect || result.is_err()) {
            footprint.take_effect();
        }
        if atomic {
            atomic_fuel -= 1;
        }
        if atomic_fuel == 0 && initialises {
            break;
        }
        let result = if atomic_fuel == 0 { Err(Raise::Fault(FaultKind::EndlessAtomic)) } else { result };
        match result {
            Ok(()) if f.status == Status::Running => {}
            Ok(()) => break,
            Err(Raise::Blocked(retry)) => {
                f.pc = retry;
                break;
            }
            Err(other) => {
                if let Some(v) = raise::raise(code, st, f, me, other) {
                    violations.push(*v);
                }
                if f.status.is_final() {
                    break;
                }
            }
        }
    }
    violations
}

/// Executes a local instruction. What waits for a time goes on when that is up.
#[inline]
fn execute_local(code: &Code, st: &mut State, f: &mut Frame, me: usize) -> Result<(), Raise> {
    let result = local::execute(code, st, f);
    if matches!(result, Err(Raise::Blocked(_))) && matches!(next(code, f), Instr::Block { timed: true, .. }) {
        footprint::record_time(code, st);
        if time_is_up(code, st, me) {
            f.pc += 1;
            return Ok(());
        }
    }
    result
}

/// The choices at the next instruction of a thread that is inside an atomic block.
fn choices_inside(code: &Code, st: &mut State, f: &Frame, me: usize) -> u32 {
    if let Some(n) = choices_at(code, st, me, View::of_frame(f)) {
        touch_next(code, st, f);
        return n;
    }
    if !code.funcs[f.func as usize].may_block[f.pc as usize] {
        return 1;
    }
    let mut probe = Frame::empty();
    probe.copy_from(f);
    let recorded = st.recording.as_ref().map_or(0, |footprint| footprint.accesses.len());
    let blocked = guard_is_blocked(code, st, &mut probe, me);
    // If it goes on it looks at all of this again, and a discipline counts accesses.
    if let Some(footprint) = st.recording.as_mut().filter(|_| !blocked) {
        footprint.truncate(recorded);
    }
    u32::from(!blocked)
}

/// The next instruction of the frame.
#[inline]
fn next<'a>(code: &'a Code, f: &Frame) -> &'a Instr {
    &code.program.functions[f.func as usize].code[f.pc as usize]
}

/// Notes that whether `f` can go on was looked up in the object that its next instruction works on.
pub fn touch_next(code: &Code, st: &mut State, f: &Frame) {
    if let Instr::Invoke { op, obj, .. } = next(code, f) {
        st.touch_object(local::value(f, *obj));
        if *op == ObjOp::Notify {
            st.touched.give_up();
        }
    }
}

/// Whether the next instruction of the frame has an effect, so that an atomic block that has executed it has begun.
fn has_effect(code: &Code, f: &Frame) -> bool {
    match next(code, f) {
        Instr::AtomicBegin | Instr::Load { .. } => false,
        Instr::Invoke { op, .. } => !only_reads(*op),
        Instr::New { .. } => true,
        _ => is_visible(code, f),
    }
}

/// Whether the footprint of a step says of its next instruction that it has an effect, also if that is no access.
#[inline]
#[mutant("effects-are-accesses", {
    has_effect(code, f) && !matches!(next(code, f), Instr::New { .. } | Instr::Choose { .. } | Instr::Yield)
})]
fn takes_effect(code: &Code, f: &Frame) -> bool {
    has_effect(code, f)
}

/// Whether the `AtomicBegin` at which `probe` stands is blocked: executing it comes to a blocked instruction
/// before anything has an effect. Changes nothing but the probe, and the record of what is touched.
pub fn guard_is_blocked(code: &Code, st: &mut State, probe: &mut Frame, me: usize) -> bool {
    for executed in 0..Program::ATOMIC_FUEL {
        if !st.meter.goes_on() {
            return true;
        }
        // What comes after the block is no business of its beginning.
        if probe.status.is_final() || executed > 0 && !inside_atomic(code, probe) {
            return false;
        }
        let effect = has_effect(code, probe);
        if is_visible(code, probe) {
            footprint::record(code, st, probe, me);
        }
        if is_visible(code, probe) && effect {
            touch_next(code, st, probe);
            return choices_at(code, st, me, View::of_frame(probe)) == Some(0);
        }
        if effect {
            return false;
        }
        let result = if is_visible(code, probe) {
            visible::execute(code, st, probe, me, 0, &mut Vec::new())
        } else {
            execute_local(code, st, probe, me)
        };
        match result {
            Ok(()) => {}
            Err(Raise::Blocked(_)) => return true,
            Err(_) => return false,
        }
    }
    false
}
