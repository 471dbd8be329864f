//! Which instructions a program executes, and under which circumstances: how far tests have come is measured by it.

use crate::expr::owner;
use crate::interpreter::Interpreter;
use commute_ir::{FuncId, Instr, Pc, Place, Program, Shape};
use commute_machine::{Tid, Transition};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// An instruction that some execution executes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Executed {
    /// Its function.
    pub func: FuncId,
    /// Its place there.
    pub pc: Pc,
    /// The kind of the object that it is about, if it is about one.
    pub shape: Option<Shape>,
    /// Where the thread stood.
    pub when: Circumstances,
}

/// What is the case when an instruction is executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Circumstances {
    /// The program has not begun.
    pub initialising: bool,
    /// No other thread is there that has not ended.
    pub alone: bool,
    /// The thread is inside an atomic block.
    pub atomic: bool,
    /// It is in a function that was called.
    pub called: bool,
    /// That function is on the stack twice.
    pub recursive: bool,
    /// The thread holds a lock, a write lock or a monitor.
    pub holding: bool,
    /// There are threads that were started.
    pub after_start: bool,
    /// The thread is one of these.
    pub started: bool,
    /// The program has processes.
    pub in_process: bool,
}

/// All that is executed in the states that can be reached; nothing if there are more than `max_states`.
pub fn executed(program: &Program, max_states: usize) -> Option<HashSet<Executed>> {
    let (mut seen, mut queue, mut all) = (BTreeSet::new(), VecDeque::new(), HashSet::new());
    let mut initial = Interpreter::start_traced(program);
    all.extend(initial.trail.iter_mut().flat_map(std::mem::take));
    seen.insert(initial.key());
    queue.push_back(initial);
    while let Some(state) = queue.pop_front() {
        for tid in (0..state.threads()).map(Tid::new) {
            for choice in 0..state.choices(tid) {
                let mut next = state.clone();
                next.advance_by(Transition { tid, choice: choice as u16 });
                all.extend(next.trail.iter_mut().flat_map(std::mem::take));
                if seen.insert(next.key()) {
                    queue.push_back(next);
                }
            }
        }
        if seen.len() > max_states {
            return None;
        }
    }
    Some(all)
}

impl Interpreter<'_> {
    /// Notes the instruction that `t` is about to execute.
    pub(crate) fn leave_trace(&mut self, t: usize) {
        let Some(mut trail) = self.trail.take() else { return };
        let frame = self.frame(t);
        let about = match *self.instr(t) {
            Instr::Invoke { obj, .. } => Some(obj),
            Instr::Load { place: Place::Elem { arr, .. }, .. }
            | Instr::Store { place: Place::Elem { arr, .. }, .. }
            | Instr::Cas { place: Place::Elem { arr, .. }, .. } => Some(arr),
            _ => None,
        };
        let shape = match *self.instr(t) {
            Instr::New { shape, .. } => Some(self.program().shapes[shape.index()]),
            _ => about.and_then(|obj| self.value(t, obj).object()).map(|o| self.state.object(o).shape),
        };
        trail.push(Executed { func: frame.func, pc: frame.pc, shape, when: self.circumstances(t) });
        self.trail = Some(trail);
    }

    fn circumstances(&self, t: usize) -> Circumstances {
        let (threads, declared) = (&self.state.threads, self.program().threads.len());
        let frames = &threads[t].frames;
        let func = self.frame(t).func;
        Circumstances {
            initialising: self.initialising,
            alone: (0..threads.len()).all(|u| u == t || threads[u].status.is_finished()),
            atomic: self.inside(t),
            called: frames.len() > 1,
            recursive: frames.iter().filter(|frame| frame.func == func).count() > 1,
            holding: self.state.objects.values().any(|object| owner(object) == Some(t)),
            after_start: !self.initialising && threads.len() > declared,
            started: !self.initialising && t >= declared,
            in_process: !self.program().processes.is_empty(),
        }
    }
}
