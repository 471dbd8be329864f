//! The calls that threads are in.

use super::Vm;
use crate::enabled::View;
use crate::frame::Status;
use crate::memo::Memo;
use crate::state::DATA;
use commute_ir::{Instr, Place, Shape};
use commute_machine::{Call, Machine, StepResult, Tid, Transition};

impl Vm {
    /// Adds the calls of a thread, the outermost first.
    pub(super) fn add_calls(&self, t: Tid, out: &mut Vec<Call>) {
        if self.st.status(t.index()).is_final() {
            return;
        }
        let first = out.len();
        self.st.looked.note(self.st.thread_at(t.index()));
        let mut frame = self.st.vector[self.st.thread_at(t.index())];
        while frame != 0 {
            let words = self.st.comps.words(frame);
            let (function, pc) = ((words[0] >> 32) as u32, words[1] as u32);
            let at = self.code.program.functions[function as usize].spans[pc as usize];
            out.push(Call { function, at });
            frame = words[0] as u32;
        }
        out[first..].reverse();
    }

    /// The number that a thread is about to read in a variable or field. Where a thread stands at a read it is outside atomic blocks:
    /// these do not stop there.
    pub(super) fn number_that_is_read(&self, t: Tid) -> Option<i64> {
        if self.st.status(t.index()) != Status::Running {
            return None;
        }
        let view = View::of(self.st.thread(t.index()));
        let func = &self.code.program.functions[view.func as usize];
        let Instr::Load { dst, place, .. } = func.code[view.pc as usize] else { return None };
        if func.regs[dst.0 as usize].ty.is_ref() {
            return None;
        }
        match place {
            Place::Global(global) => Some(self.st.global(global.0) as i64),
            Place::Field { obj, field, .. } => {
                let reference = view.value(obj);
                let words = (reference != 0).then(|| self.st.object(reference))?;
                let is_instance = matches!(self.code.program.shapes[words[0] as usize], Shape::Instance(_));
                words.get(DATA + field as usize).filter(|_| is_instance).map(|&word| word as i64)
            }
            Place::Elem { .. } | Place::Slot { .. } => None,
        }
    }

    /// Makes a step and says how many calls of its thread have not returned in it. Two calls of one function from one place look
    /// the same in the state, so they are counted while the step is executed; what is remembered of a step does not say it.
    pub(super) fn make_step_in_calls(&mut self, transition: Transition) -> (StepResult, usize) {
        let mut before = Vec::new();
        self.add_calls(transition.tid, &mut before);
        let memo = std::mem::replace(&mut self.memo, Memo::off());
        let result = self.step(transition);
        self.memo = memo;
        let kept = before.len() - self.frame.returned as usize;
        let over = self.st.status(transition.tid.index()).is_final();
        (result, if over { 0 } else { kept })
    }
}
