//! Going back to earlier states, and telling states apart.

use super::{Content, Hashed, Vm};
use crate::components::fold;
use crate::symmetry::Representative;
use crate::undo::UndoMethod;
use commute_machine::{Fingerprint, Machine, Rewind, Tid, Trail, Transition};
use commute_mutants::mutant;

impl Vm {
    /// The references are again those of the state that it went back to.
    #[inline]
    #[mutant("undo-forgets-version", skip)]
    fn restore_version(&mut self) {
        self.st.references_version = self.st.undo.version();
    }

    /// From now on goes back by beginning again and making the same steps. Forgets all marks.
    pub fn go_back_by_replay(&mut self) {
        self.set_undo(UndoMethod::Log);
        self.again = Some(Again { trail: Trail::default(), from: self.st.vector.clone() });
    }

    /// Makes a step to see what comes of it, and takes it back: by the log, however the search goes back. Objects keep their numbers in
    /// what is looked at.
    pub(super) fn try_step<T>(&mut self, step: Transition, look: impl FnOnce(&mut Self) -> T) -> T {
        let again = self.again.take();
        let (puts_off, unsettled) = (std::mem::replace(&mut self.puts_off, true), self.unsettled);
        self.mark();
        self.step(step);
        let seen = look(self);
        self.rewind();
        self.unmark();
        (self.puts_off, self.unsettled) = (puts_off, unsettled);
        self.again = again;
        seen
    }

    #[inline]
    pub(super) fn note_step(&mut self, step: Transition) {
        if let Some(again) = &mut self.again {
            again.trail.note(step);
        }
    }

    /// To begin again is to come here.
    pub(super) fn begin_trail(&mut self) {
        if let Some(again) = &mut self.again {
            again.trail.begin();
            again.from.clone_from(&self.st.vector);
        }
    }

    /// Goes back by making again the steps before the last mark.
    fn replay(&mut self, mut again: Again) {
        if let Some(steps) = again.trail.back() {
            self.load(&again.from);
            for &step in steps {
                self.step(step);
            }
        }
        self.again = Some(again);
    }
}

/// What is needed to begin again.
pub(super) struct Again {
    trail: Trail,
    /// Where the trail begins: the initial state, or what was loaded since.
    from: Vec<u32>,
}

/// What a component adds to the fingerprint: by the hash of its content and its place in the vector.
#[inline]
#[mutant("hash-without-position", fold(content, 0x8ebc_6af0_9c88_c6e3))]
fn term(content: u64, at: usize) -> u64 {
    fold(content ^ at as u64, 0x8ebc_6af0_9c88_c6e3 ^ at as u64)
}

/// Whether two vectors have different components at a place.
#[inline]
#[mutant("hash-without-component", at != 1 && old.get(at) != new.get(at))]
fn differ_at(old: &[u32], new: &[u32], at: usize) -> bool {
    old.get(at) != new.get(at)
}

impl Hashed {
    /// The sum of the terms of this vector, from what differs from the last one.
    fn follow(&mut self, vector: &[u32], term: impl Fn(usize, u32) -> u64) -> u64 {
        for at in 0..self.vector.len().max(vector.len()) {
            if differ_at(&self.vector, vector, at) {
                let (old, new) = (self.vector.get(at), vector.get(at));
                self.sum = self.sum.wrapping_sub(old.map_or(0, |&id| term(at, id)));
                self.sum = self.sum.wrapping_add(new.map_or(0, |&id| term(at, id)));
            }
        }
        self.vector.clear();
        self.vector.extend_from_slice(vector);
        self.sum
    }
}

impl Rewind for Vm {
    #[inline]
    fn mark(&mut self) {
        match &mut self.again {
            Some(again) => again.trail.mark(),
            None => self.st.undo.mark(&self.st.vector, self.st.references_version),
        }
    }

    #[inline]
    fn rewind(&mut self) {
        if let Some(again) = self.again.take() {
            return self.replay(again);
        }
        self.st.rewind();
        self.restore_version();
    }

    #[inline]
    fn unmark(&mut self) {
        match &mut self.again {
            Some(again) => again.trail.unmark(),
            None => self.st.undo.unmark(),
        }
    }

    fn mark_bytes(&self) -> usize {
        self.st.undo.bytes() + self.again.as_ref().map_or(0, |again| again.trail.bytes())
    }

    fn repeated(&self) -> u64 {
        self.again.as_ref().map_or(0, |again| again.trail.repeated())
    }
}

impl Fingerprint for Vm {
    #[inline]
    fn vector(&self) -> &[u32] {
        &self.st.vector
    }

    #[inline]
    fn load(&mut self, vector: &[u32]) {
        self.st.load(vector);
        self.new_version();
        self.begin_trail();
    }

    #[inline]
    fn load_near(&mut self, vector: &[u32], places: &[u32]) {
        if self.again.is_some() {
            return self.load(vector);
        }
        self.st.load_near(vector, places);
        self.new_version();
    }

    #[inline]
    fn known_effect(&mut self, step: Transition) -> Option<u32> {
        let is_plain = self.has_fixed_places && self.locksets.is_none() && self.representative.is_none();
        if !is_plain || self.again.is_some() || self.st.is_exclusive() || self.st.recording.is_some() {
            return None;
        }
        self.memo.known_effect(&self.st, step.tid.index(), u32::from(step.choice))
    }

    #[inline]
    fn changed_since_mark(&self, out: &mut Vec<u32>) -> bool {
        self.again.is_none() && self.representative.is_none() && self.st.undo.changed_since_mark(out)
    }

    fn fingerprint(&self) -> u64 {
        let term = |at: usize, id: u32| term(self.st.comps.hash(id), at);
        fold(self.hashed.borrow_mut().follow(&self.st.vector, term), 0x9e37_79b9_7f4a_7c15)
    }

    fn exchange_threads(&mut self, on: bool) {
        self.representative = on.then(|| Representative::new(&self.code));
    }

    #[inline]
    fn stored(&mut self) -> &[u32] {
        match &mut self.representative {
            None => &self.st.vector,
            Some(representative) => representative.find(&self.code, &mut self.st, self.numbering.frozen()),
        }
    }

    fn stored_fingerprint(&mut self) -> u64 {
        match &mut self.representative {
            None => self.fingerprint(),
            Some(representative) => {
                representative.find(&self.code, &mut self.st, self.numbering.frozen());
                representative.fingerprint()
            }
        }
    }

    fn content(&self) -> u64 {
        if let Content::Values(globals, bits) = &self.content {
            let mask = (1 << bits) - 1;
            let values = globals.iter().rev().map(|&global| self.st.global(global) & mask);
            return values.fold(0, |word, value| word << bits | value);
        }
        let remembered = self.st.locksets_at();
        let globals = 1..1 + self.code.global_refs.len();
        let globals_only = matches!(self.content, Content::Globals);
        let counts = |at: usize| Some(at) != remembered && (!globals_only || globals.contains(&at));
        // What does not count has no place either: other machines do not remember it.
        let place = |at: usize| at - usize::from(remembered.is_some_and(|remembered| remembered < at));
        let term = |at, id| if counts(at) { term(self.st.content_hash(at, id), place(at)) } else { 0 };
        let mut last = self.hashed_content.borrow_mut();
        // What counts at a place depends on where the objects begin, which threads that are started move.
        if last.layout != (self.st.objects_at, remembered) {
            *last = Hashed { layout: (self.st.objects_at, remembered), ..Hashed::default() };
        }
        fold(last.follow(&self.st.vector, term), 0x9e37_79b9_7f4a_7c15)
    }

    /// Only where objects and threads are the same ones in all states: nothing gets another place in the vector then.
    fn thread_component(&self, t: Tid) -> Option<u32> {
        let moves = !self.has_fixed_places || self.locksets.is_some() || self.representative.is_some();
        (!moves).then(|| self.st.vector[self.st.thread_at(t.index())])
    }

    fn note_looks(&mut self) {
        self.st.looked.begin();
    }

    fn noted_looks(&mut self, out: &mut Vec<u32>) -> bool {
        self.st.looked.end(out)
    }

    fn component_bytes(&self) -> usize {
        let stored = self.representative.as_ref().map_or(0, Representative::bytes);
        self.st.comps.bytes() + self.memo.bytes() + self.numbering.bytes() + stored
    }

    fn components(&self) -> usize {
        let stored = self.representative.as_ref().map_or(0, Representative::components);
        self.st.comps.len() + stored
    }
}
