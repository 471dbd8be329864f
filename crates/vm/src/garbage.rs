//! What can still be reached in the middle of a step. An atomic block may have let go of objects that are there until its step
//! ends; they do not count (`docs/semantics.md`, State).

use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::frame::{Frame, HEADER};
use crate::state::State;

/// For each object, whether it can be reached while thread `me`, whose top frame is `f`, is stepping.
pub fn reachable(code: &Code, st: &State, f: &Frame, me: usize) -> Vec<bool> {
    let mut walk = Walk { code, st, seen: vec![false; st.objects()], work: Vec::new() };
    (1..=code.program.statics.len() as u64).for_each(|reference| walk.meet(reference));
    for (group, refs) in code.global_refs.iter().enumerate() {
        refs.iter().for_each(|&index| walk.meet(st.comps.words(st.vector[1 + group])[index]));
    }
    // What the state has for the stepping thread is from before its step.
    for t in (0..st.threads()).filter(|&t| t != me) {
        let top = st.vector[st.thread_at(t)];
        walk.meet(st.comps.words(top)[2]);
        walk.meet_frames(top);
    }
    let mut regs = f.regs.clone();
    code.funcs[f.func as usize].clear_dead(f.pc, &mut regs);
    code.funcs[f.func as usize].ref_regs.iter().for_each(|&r| walk.meet(regs[r as usize]));
    walk.meet(f.handle);
    walk.meet_frames(f.caller);
    walk.follow();
    walk.seen
}

struct Walk<'a> {
    code: &'a Code,
    st: &'a State,
    seen: Vec<bool>,
    work: Vec<u64>,
}

impl Walk<'_> {
    fn meet(&mut self, reference: u64) {
        if reference != 0 && !std::mem::replace(&mut self.seen[reference as usize - 1], true) {
            self.work.push(reference);
        }
    }

    fn meet_frames(&mut self, mut frame: u32) {
        while frame != 0 {
            let words = self.st.comps.words(frame);
            if words.len() > HEADER {
                let refs = &self.code.funcs[(words[0] >> 32) as usize].ref_regs;
                refs.iter().for_each(|&r| self.meet(words[HEADER + r as usize]));
            }
            frame = words[0] as u32;
        }
    }

    fn follow(&mut self) {
        while let Some(reference) = self.work.pop() {
            let words = self.st.object(reference);
            for_each_slot(self.code, words[0], words.len(), |slot| self.meet(words[slot]));
        }
    }
}
