//! The end of a process.

use crate::code::{Code, constant};
use crate::frame::{Frame, Status};
use crate::state::{SHARED, State};
use commute_ir::{GlobalId, Instr, ProcessId, Program, Shape, ShapeId};
use commute_machine::{Access, Location, Operation};
use commute_mutants::mutant;
use std::collections::BTreeSet;

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

/// What of a process is forgotten when it ends.
pub struct Forgotten {
    /// Its variables, which no property looks at.
    globals: Vec<u32>,
    /// The references of its static objects, each with the data that it is declared with.
    objects: Vec<(u64, Vec<u64>)>,
}

/// For each process that may be ended, what is forgotten of it then.
pub fn forgotten(program: &Program, lives: &[Option<GlobalId>], looked_at: &BTreeSet<u32>) -> Vec<Forgotten> {
    let of = |(i, life): (usize, &Option<GlobalId>)| match life {
        Some(_) => Forgotten::of(program, ProcessId(i as u32), looked_at),
        None => Forgotten { globals: Vec::new(), objects: Vec::new() },
    };
    lives.iter().enumerate().map(of).collect()
}

impl Forgotten {
    fn of(program: &Program, process: ProcessId, looked_at: &BTreeSet<u32>) -> Self {
        let own = program.globals.iter().enumerate().filter(|(_, global)| global.process == Some(process));
        let globals = own.map(|(i, _)| i as u32).filter(|i| !looked_at.contains(i)).collect();
        let is_handle = |shape: ShapeId| match (&program.shapes[shape.index()], program.thread_class) {
            (&Shape::Instance(class), Some(thread)) => program.is_subclass(class, thread),
            _ => false,
        };
        let own = program.statics.iter().enumerate().filter(|(_, object)| object.process == Some(process));
        let objects = own.map(|(i, object)| {
            let mut data: Vec<u64> = object.data.iter().map(|&word| constant(word)).collect();
            if is_handle(object.shape) {
                data[0] = ENDED;
            }
            (i as u64 + 1, data)
        });
        Self { globals, objects: objects.collect() }
    }
}

/// Most objects are as they are declared when a process ends, so they are compared first.
#[mutant("ended-processes-remember", skip)]
fn forget(code: &Code, st: &mut State, process: ProcessId) {
    let forgotten = &code.forgotten[process.index()];
    for &global in &forgotten.globals {
        let (at, index) = State::global_at(global);
        st.set_word(at, index, 0);
    }
    for (reference, data) in &forgotten.objects {
        let at = st.object_at(*reference);
        let monitor = st.words(at)[1] & SHARED;
        st.set_word(at, 1, monitor);
        for (at, first, declared) in st.pieces_of(*reference, data) {
            if st.words(at)[first..] != *declared {
                st.edit(at, |words| {
                    words.truncate(first);
                    words.extend_from_slice(declared);
                });
            }
        }
    }
}
