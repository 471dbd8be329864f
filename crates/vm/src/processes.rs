//! The end of a process.

use crate::code::{Code, constant};
use crate::frame::{Frame, Status};
use crate::state::State;
use commute_ir::{GlobalId, Instr, ProcessId, Program, Shape};
use commute_machine::{Access, Location, Operation};

/// The thread word of a handle whose thread has ended: -1.
const ENDED: u64 = u64::MAX;

/// For each process that may be ended, the global that stands for its life: every step of its threads reads it, and ending it writes it.
pub fn lives(program: &Program) -> Vec<Option<GlobalId>> {
    let mut all = vec![None; program.processes.len()];
    for instr in program.functions.iter().flat_map(|func| &func.code) {
        if let Instr::EndProcess { process, life } = *instr {
            all[process.index()] = Some(life);
        }
    }
    all
}

/// Whether an access is the end of a process, which changes whatever is said of its threads.
pub fn is_end(code: &Code, access: &Access) -> bool {
    let Location::Global(global) = access.location else { return false };
    access.operation == Operation::Write && code.lives.contains(&Some(GlobalId(global)))
}

/// The process of a thread whose top frame is in `func` and was called by the component `caller`: that of its first function.
fn process_of(code: &Code, st: &State, mut func: u32, mut caller: u32) -> Option<ProcessId> {
    while caller != 0 {
        let words = st.comps.words(caller);
        (func, caller) = ((words[0] >> 32) as u32, words[0] as u32);
    }
    code.program.functions[func as usize].process
}

/// Ends all threads of a process; `f` is the frame of thread `me`, which does it. What only the process could see is forgotten: its
/// variables are zero, its static objects as they are declared, but that handles know that their threads have ended.
pub fn end(code: &Code, st: &mut State, f: &mut Frame, me: usize, process: ProcessId) {
    st.touched.give_up();
    st.published = true;
    st.references_changed |= code.allocates;
    for t in (0..st.threads()).filter(|&t| t != me) {
        let words = st.thread(t);
        let (func, caller) = ((words[0] >> 32) as u32, words[0] as u32);
        if !st.status(t).is_final() && process_of(code, st, func, caller) == Some(process) {
            let mut ended = Frame::empty();
            ended.finish(Status::Ended);
            st.commit_thread(code, &mut ended, t);
        }
    }
    let is_own = process_of(code, st, f.func, f.caller) == Some(process);
    forget(code, st, process);
    if is_own {
        f.finish(Status::Ended);
    } else {
        f.pc += 1;
    }
}

fn forget(code: &Code, st: &mut State, process: ProcessId) {
    let program = &code.program;
    for (i, _) in program.globals.iter().enumerate().filter(|(_, global)| global.process == Some(process)) {
        if !code.looked_at.contains(&(i as u32)) {
            let (at, index) = State::global_at(i as u32);
            st.set_word(at, index, 0);
        }
    }
    for (i, object) in
        program.statics.iter().enumerate().filter(|(_, object)| object.process == Some(process))
    {
        let reference = i as u64 + 1;
        let at = st.object_at(reference);
        let monitor = st.words(at)[1] & crate::state::SHARED;
        st.set_word(at, 1, monitor);
        let is_handle = matches!(program.shapes[object.shape.index()], Shape::Instance(class)
            if program.thread_class.is_some_and(|thread| program.is_subclass(class, thread)));
        for (slot, &word) in object.data.iter().enumerate() {
            let word = if is_handle && slot == 0 { ENDED } else { constant(word) };
            let (at, index) = st.data_at(reference, slot);
            st.set_word(at, index, word);
        }
    }
}
