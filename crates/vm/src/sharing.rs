//! Which objects have ever been within reach of more than one thread.
//!
//! Whether an object *is* within reach of one thread alone can be seen in the state. Disciplines also need to know
//! whether it *was* always so: a thread that lets go of an object must not thereby make another thread's careless
//! accesses to it look harmless (see `movers/wsl.rs`). For the same reason what is put behind such an object counts as within reach of
//! many. Whether the other thread lets go before or after that is nothing that another step could see, so a reduction need
//! not try both, and nothing that is checked may depend on it (`dropped_reference.cm`).

use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::common::Common;
use crate::frame::HEADER;
use crate::frozen::Frozen;
use crate::state::{SHARED, State};
use commute_mutants::mutant;

/// Buffers of the walk.
#[derive(Default)]
pub struct Sharing {
    /// For each object, the thread that reached it, plus two; one if more than one did, or a global.
    reached: Vec<u32>,
    work: Vec<u64>,
    common: Common,
}

const BY_MANY: u32 = 1;

impl Sharing {
    /// Marks the objects that more than one thread can reach now, and what marked ones lead to, also those that the last
    /// step let go. So garbage must be there still. Of `frozen` objects those that are as in the initial state must be
    /// marked.
    pub fn mark(&mut self, code: &Code, st: &mut State, frozen: Option<&Frozen>) {
        let mut common = std::mem::take(&mut self.common);
        common.find(code, st, frozen);
        self.reached.clear();
        self.reached.resize(common.known, BY_MANY);
        self.reached.resize(st.objects(), 0);
        common.references.iter().for_each(|&reference| self.reach(reference, BY_MANY));
        self.reach_marked(st, common.known);
        self.follow(code, st);
        self.follow_threads(code, st);
        let thawed = common.thawed.objects.iter().map(|&o| o as usize);
        for o in thawed.chain(common.known..self.reached.len()).filter(|&o| self.reached[o] == BY_MANY) {
            let at = st.object_at(o as u64 + 1);
            let word = st.comps.words(st.vector[at])[1];
            if word & SHARED == 0 {
                st.set_word(at, 1, word | SHARED);
            }
        }
        self.common = common;
    }

    /// Begins with the objects that are marked already, but for the first `known` ones.
    #[mutant("sharing-ends-with-references", skip)]
    fn reach_marked(&mut self, st: &State, known: usize) {
        let marked = (known as u64 + 1..=st.objects() as u64).filter(|&o| st.object(o)[1] & SHARED != 0);
        marked.for_each(|reference| self.reach(reference, BY_MANY));
    }

    /// Follows what each thread refers to.
    #[mutant("sharing-forgets-threads", skip)]
    fn follow_threads(&mut self, code: &Code, st: &State) {
        for t in 0..st.threads() {
            self.reach_from_thread(code, st, t);
            self.follow(code, st);
        }
    }

    fn reach(&mut self, reference: u64, by: u32) {
        if reference == 0 {
            return;
        }
        let known = &mut self.reached[reference as usize - 1];
        let now = if *known == 0 || *known == by { by } else { BY_MANY };
        if *known != now {
            *known = now;
            self.work.push(reference);
        }
    }

    fn follow(&mut self, code: &Code, st: &State) {
        while let Some(reference) = self.work.pop() {
            let by = self.reached[reference as usize - 1];
            let words = st.object(reference);
            for_each_slot(code, words[0], words.len(), |slot| self.reach(words[slot], by));
        }
    }

    fn reach_from_thread(&mut self, code: &Code, st: &State, t: usize) {
        let by = t as u32 + 2;
        let mut frame = st.vector[st.thread_at(t)];
        self.reach(st.comps.words(frame)[2], by);
        while frame != 0 {
            let words = st.comps.words(frame);
            if words.len() > HEADER {
                for &r in &code.funcs[(words[0] >> 32) as usize].ref_regs {
                    self.reach(words[HEADER + r as usize], by);
                }
            }
            frame = words[0] as u32;
        }
    }
}
