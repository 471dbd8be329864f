//! Faults and exceptions: finding a handler, or failing.

use crate::code::Code;
use crate::components::CompId;
use crate::exec::{Raise, inside_atomic};
use crate::frame::{Frame, Status};
use crate::local::{allocate, class_of, pop};
use crate::state::{DATA, State};
use commute_base::Span;
use commute_ir::{FaultKind, FuncId, Instr, Pc, Program, Shape, ShapeId};
use commute_machine::{Tid, Violation, ViolationKind};

/// The thread word of a handle whose thread has ended: -1.
const ENDED: u64 = u64::MAX;

/// Where a thread stands: for messages about it after its stack is gone.
fn here(code: &Code, st: &State, f: &Frame) -> (Span, Option<Box<str>>) {
    let func = &code.program.functions[f.func as usize];
    let text = match &func.code[f.pc as usize] {
        Instr::Assert { message, .. } => Some(message.clone()),
        Instr::Refuse { message, missing } => {
            missing.iter().for_each(|&number| code.refusals.borrow_mut().add(number));
            Some(format!("{message} (called by {})", calls(code, st, f)).into())
        }
        _ => None,
    };
    (span(code, st, f), text)
}

/// The functions that a thread is in, the innermost last.
fn calls(code: &Code, st: &State, f: &Frame) -> String {
    let name = |func: u32| code.program.functions[func as usize].name.as_str();
    let mut names = vec![name(f.func)];
    let mut caller = f.caller;
    while caller != 0 && names.len() < Program::SHOWN_CALLS {
        let words = st.comps.words(caller);
        names.push(name((words[0] >> 32) as u32));
        caller = words[0] as u32;
    }
    names.reverse();
    names.join(" > ")
}

/// The place in the source where a thread is: that of the innermost function that has one.
fn span(code: &Code, st: &State, f: &Frame) -> Span {
    innermost(code, st, (f.func, f.pc), f.caller)
}

/// The same for a thread at rest.
pub fn source(code: &Code, st: &State, t: usize) -> Span {
    let words = st.thread(t);
    innermost(code, st, ((words[0] >> 32) as u32, words[1] as u32), words[0] as u32)
}

fn innermost(code: &Code, st: &State, (func, pc): (u32, u32), mut caller: CompId) -> Span {
    let of = |func: u32, pc: u32| code.program.functions[func as usize].spans[pc as usize];
    let mut found = of(func, pc);
    while found.is_none() && caller != 0 {
        let words = st.comps.words(caller);
        found = of((words[0] >> 32) as u32, words[1] as u32);
        caller = words[0] as u32;
    }
    found
}

/// Hands `what` to a handler of the thread, or ends the thread; then gives the violation, if it is one.
pub fn raise(code: &Code, st: &mut State, f: &mut Frame, me: usize, what: Raise) -> Option<Box<Violation>> {
    let (span, text) = here(code, st, f);
    let exception = match what {
        Raise::Halt | Raise::Blocked(_) => {
            end(code, st, f, Status::Halted);
            return None;
        }
        Raise::Exception(exception) => exception,
        Raise::Fault(fault) => match exception_of(code, st, fault, FuncId(f.func)) {
            Some(exception) => exception,
            None => {
                let half_done = fault == FaultKind::Unsupported && inside_atomic(code, f);
                end(code, st, f, Status::Failed);
                let mut violation = violation(fault, me, message(fault, text), span);
                // What others see then is no state between two steps.
                violation.tid = violation.tid.filter(|_| !half_done);
                return Some(violation);
            }
        },
    };
    if unwind(code, st, f, exception) {
        return None;
    }
    let class = class_of(code, st, exception).map_or("?", |c| &code.program.classes[c.index()].name);
    let message = format!("uncaught exception {class}");
    end(code, st, f, Status::Failed);
    Some(violation(FaultKind::Uncaught, me, message, span))
}

fn violation(fault: FaultKind, me: usize, message: String, span: Span) -> Box<Violation> {
    Box::new(Violation { kind: ViolationKind::Fault(fault.name()), tid: Some(Tid::new(me)), message, span })
}

fn message(fault: FaultKind, text: Option<Box<str>>) -> String {
    match text {
        Some(text) if matches!(fault, FaultKind::Assertion | FaultKind::Unsupported) && !text.is_empty() => {
            format!("{}: {text}", fault.message())
        }
        _ => fault.message().to_owned(),
    }
}

/// A new instance of the exception class of a fault, if it has one.
fn exception_of(code: &Code, st: &mut State, fault: FaultKind, func: FuncId) -> Option<u64> {
    let never = matches!(fault, FaultKind::EndlessAtomic | FaultKind::Unsupported);
    let class = code.program.fault_class(fault, func).filter(|_| !never)?;
    let shape = code.program.shapes.iter().position(|s| *s == Shape::Instance(class))?;
    allocate(code, st, ShapeId::new(shape), 0).ok()
}

/// Goes to the first handler that fits, popping frames. Whether there was one.
fn unwind(code: &Code, st: &mut State, f: &mut Frame, exception: u64) -> bool {
    st.touch(st.object_at(exception));
    let class = class_of(code, st, exception);
    loop {
        let at = Pc(f.pc);
        let fits = |wanted: Option<commute_ir::ClassId>| match (wanted, class) {
            (None, _) => true,
            (Some(wanted), Some(class)) => code.program.is_subclass(class, wanted),
            (Some(_), None) => false,
        };
        let handlers = &code.program.functions[f.func as usize].handlers;
        if let Some(h) = handlers.iter().find(|h| h.from <= at && at < h.to && fits(h.class)) {
            f.regs[h.dst.0 as usize] = exception;
            f.pc = h.target.0;
            return true;
        }
        if f.caller == 0 {
            return false;
        }
        pop(st, f);
    }
}

/// Ends the thread. Whoever joins it can go on, if it ended as it should.
pub fn end(code: &Code, st: &mut State, f: &mut Frame, status: Status) {
    if f.handle != 0 && status == Status::Ended {
        let at = st.object_at(f.handle);
        st.touch(at);
        // The word of a handle that is an instance also says that it cannot be started again.
        let is_instance = matches!(code.program.shapes[st.object(f.handle)[0] as usize], Shape::Instance(_));
        st.set_word(at, DATA, if is_instance { ENDED } else { 0 });
    }
    f.finish(status);
}
