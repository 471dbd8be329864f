//! What can be reached: by anybody in the middle of a step, or by all threads but one. An atomic block may have let go of objects that
//! are there until its step ends; they do not count (`docs/semantics.md`, State).

use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::common::Common;
use crate::frame::{Frame, HEADER};
use crate::frozen::Frozen;
use crate::state::State;

/// For each object, whether it can be reached while thread `me`, whose top frame is `f`, is stepping.
pub fn reachable(code: &Code, st: &State, f: &Frame, me: usize) -> Vec<bool> {
    // What the state has for the stepping thread is from before its step.
    let mut reached = Reached::by_others(code, st, me, None);
    let mut regs = f.regs.clone();
    code.funcs[f.func as usize].clear_dead(f.pc, &mut regs);
    code.funcs[f.func as usize].ref_regs.iter().for_each(|&r| reached.meet(regs[r as usize]));
    reached.meet(f.handle);
    reached.meet_frames(code, st, f.caller);
    reached.follow(code, st);
    reached.seen
}

/// The objects that a walk has met.
pub struct Reached {
    seen: Vec<bool>,
    work: Vec<u64>,
}

impl Reached {
    /// What static objects, globals and all threads but `me` lead to.
    pub fn by_others(code: &Code, st: &State, me: usize, frozen: Option<&Frozen>) -> Self {
        let mut common = Common::default();
        common.find(code, st, frozen);
        let mut this = Self { seen: vec![false; st.objects()], work: Vec::new() };
        this.seen[..common.known].fill(true);
        common.references.iter().for_each(|&reference| this.meet(reference));
        for t in (0..st.threads()).filter(|&t| t != me) {
            let top = st.vector[st.thread_at(t)];
            this.meet(st.comps.words(top)[2]);
            this.meet_frames(code, st, top);
        }
        this.follow(code, st);
        this
    }

    /// Whether the object of a reference was met. One that was made since was not.
    pub fn contains(&self, reference: u64) -> bool {
        self.seen.get(reference as usize - 1).is_some_and(|&seen| seen)
    }

    /// Meets the object of a reference, and what it leads to.
    pub fn add(&mut self, code: &Code, st: &State, reference: u64) {
        self.seen.resize(st.objects(), false);
        self.meet(reference);
        self.follow(code, st);
    }

    fn meet(&mut self, reference: u64) {
        if reference != 0 && !std::mem::replace(&mut self.seen[reference as usize - 1], true) {
            self.work.push(reference);
        }
    }

    fn meet_frames(&mut self, code: &Code, st: &State, mut frame: u32) {
        while frame != 0 {
            let words = st.comps.words(frame);
            if words.len() > HEADER {
                let refs = &code.funcs[(words[0] >> 32) as usize].ref_regs;
                refs.iter().for_each(|&r| self.meet(words[HEADER + r as usize]));
            }
            frame = words[0] as u32;
        }
    }

    fn follow(&mut self, code: &Code, st: &State) {
        while let Some(reference) = self.work.pop() {
            let words = st.object(reference);
            for_each_slot(code, words[0], words.len(), |slot| self.meet(words[slot]));
        }
    }
}
