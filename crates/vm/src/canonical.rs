//! The canonical numbering of objects: two states that no program could tell apart have one vector.
//!
//! Objects are numbered in the order in which a walk meets them: static objects first (their numbers never
//! change), then what is reached from the globals, then from each thread in turn, each root to its end
//! before the next. Objects that are not met are garbage and dropped. Because a root is followed to its end,
//! a thread that loads a reference to something already reachable changes no number, which is what most
//! steps do; and a step that changes no reference at all is not looked at (`State::references_changed`).
//! If an initialiser leaves many objects, these come first, in an order of their own (`frozen.rs`).

use crate::code::{Code, RefLayout};
use crate::components::CompId;
use crate::frame::HEADER;
use crate::frozen::{Edge, Frozen, loose};
use crate::locksets::Locksets;
use crate::state::{DATA, State};
use commute_mutants::mutant;
use std::ops::Range;

/// Buffers of the walk.
#[derive(Default)]
pub struct Numbering {
    /// For each object, its new number plus one; zero if it was not met.
    new: Vec<u32>,
    /// The objects met, in order.
    order: Vec<u32>,
    /// The objects that are mostly passed over, if there are enough of them.
    frozen: Option<Frozen>,
    /// How many of them the last walk passed over: they keep their numbers, and so do `new` and `order` between walks.
    passed: usize,
    stack: Vec<CompId>,
    scratch: Vec<u64>,
}

impl Numbering {
    /// Brings the state into its canonical form.
    pub fn canonicalize(&mut self, code: &Code, st: &mut State) {
        self.walk(code, st);
        let unchanged = self.has_met_all(st)
            && (self.passed..).zip(&self.order[self.passed..]).all(|(i, &o)| i == o as usize);
        if !unchanged {
            let frozen = self.frozen.take();
            self.apply(code, st, frozen.as_ref().filter(|_| self.passed > 0));
            self.frozen = frozen;
        }
    }

    /// Whether there is no garbage.
    #[inline]
    #[mutant("garbage-stays", true)]
    fn has_met_all(&self, st: &State) -> bool {
        self.order.len() == st.objects()
    }

    /// Brings the initial state into its canonical form, and freezes what its initialiser has left, if that is enough.
    pub fn freeze(&mut self, code: &Code, st: &mut State, fewest: usize) {
        if code.program.init.is_some() {
            self.frozen = Frozen::new(code, self.edges(code, st), fewest);
        }
        self.canonicalize(code, st);
        self.begin_with(st);
    }

    /// The objects that are mostly passed over.
    pub fn frozen(&self) -> Option<&Frozen> {
        self.frozen.as_ref()
    }

    /// The initial state is now this one.
    pub fn begin_with(&mut self, st: &State) {
        self.frozen.iter_mut().for_each(|frozen| frozen.remember(st));
    }

    /// How the objects are met that hang on static objects and on globals that no thread writes.
    fn edges(&mut self, code: &Code, st: &State) -> Vec<Edge> {
        self.begin(code, st);
        let mut edges = Vec::new();
        self.note_edges(code, st, 0, &mut edges);
        for (group, loose) in loose(code).iter().enumerate() {
            for &index in code.global_refs[group].iter().filter(|index| !loose.contains(index)) {
                if self.meet(st.comps.words(st.vector[1 + group])[index]) {
                    edges.push(Edge::Global(group, index));
                    self.note_edges(code, st, self.order.len() - 1, &mut edges);
                }
            }
        }
        edges
    }

    /// As `follow`, noting how each object is met.
    fn note_edges(&mut self, code: &Code, st: &State, mut done: usize, edges: &mut Vec<Edge>) {
        while done < self.order.len() {
            let words = st.object(u64::from(self.order[done]) + 1);
            for_each_slot(code, words[0], words.len(), |word| {
                if self.meet(words[word]) {
                    edges.push(Edge::Word(done, word));
                }
            });
            done += 1;
        }
    }

    /// The number that an object got in the last renumbering.
    pub fn new_number(&self, o: u32) -> Option<u32> {
        self.new.get(o as usize).and_then(|&number| number.checked_sub(1))
    }

    /// Gives an object a number if it has none. Says whether it had none.
    fn meet(&mut self, reference: u64) -> bool {
        let is_new = reference != 0 && self.new[reference as usize - 1] == 0;
        if is_new {
            self.order.push(reference as u32 - 1);
            self.new[reference as usize - 1] = self.order.len() as u32;
        }
        is_new
    }

    fn walk(&mut self, code: &Code, st: &State) {
        let mut frozen = self.frozen.take();
        let is_intact = frozen.as_mut().is_some_and(|frozen| frozen.is_intact(code, st));
        let mut done = match &frozen {
            Some(frozen) if is_intact => self.pass(code, st, frozen),
            _ => {
                self.begin(code, st);
                if let Some(frozen) = &frozen {
                    frozen.follow_edges(code, st, |reference| self.meet(reference));
                }
                self.walk_globals(code, st)
            }
        };
        self.frozen = frozen;
        for t in roots(st) {
            self.meet_thread(code, st, t);
            done = self.follow(code, st, done);
        }
    }

    /// Begins a walk with the static objects.
    fn begin(&mut self, code: &Code, st: &State) {
        self.new.clear();
        self.new.resize(st.objects(), 0);
        self.order.clear();
        self.passed = 0;
        for o in 0..code.program.statics.len() {
            self.meet(o as u64 + 1);
        }
    }

    /// Follows what was met and the globals.
    fn walk_globals(&mut self, code: &Code, st: &State) -> usize {
        let done = self.follow(code, st, 0);
        for (group, refs) in code.global_refs.iter().enumerate() {
            for &index in refs {
                self.meet(st.comps.words(st.vector[1 + group])[index]);
            }
        }
        self.follow(code, st, done)
    }

    /// The same walk if all frozen objects are where they were: they refer to nothing else, unless thawed.
    fn pass(&mut self, code: &Code, st: &State, frozen: &Frozen) -> usize {
        let count = frozen.len();
        if self.passed != count {
            self.new = (1..=count as u32).collect();
            self.order = (0..count as u32).collect();
            self.passed = count;
        }
        self.new.truncate(count);
        self.new.resize(st.objects(), 0);
        self.order.truncate(count);
        for &o in frozen.thawed() {
            let words = st.object(u64::from(o) + 1);
            for_each_slot(code, words[0], words.len(), |slot| {
                self.meet(words[slot]);
            });
        }
        let done = self.follow(code, st, count);
        for (group, refs) in frozen.references(code) {
            for &index in refs {
                self.meet(st.comps.words(st.vector[1 + group])[index]);
            }
        }
        self.follow(code, st, done)
    }

    /// Meets what the objects from number `done` on refer to, until nothing is new.
    fn follow(&mut self, code: &Code, st: &State, mut done: usize) -> usize {
        while done < self.order.len() {
            let words = st.object(u64::from(self.order[done]) + 1);
            for_each_slot(code, words[0], words.len(), |slot| {
                self.meet(words[slot]);
            });
            done += 1;
        }
        done
    }

    /// Meets the handle and the references of all frames of a thread, from the first to the top.
    fn meet_thread(&mut self, code: &Code, st: &State, t: usize) {
        self.stack.clear();
        let mut frame = st.vector[st.thread_at(t)];
        self.meet(st.comps.words(frame)[2]);
        while frame != 0 {
            self.stack.push(frame);
            frame = caller(st, frame);
        }
        while let Some(frame) = self.stack.pop() {
            let words = st.comps.words(frame);
            if words.len() > HEADER {
                for &r in &code.funcs[(words[0] >> 32) as usize].ref_regs {
                    self.meet(words[HEADER + r as usize]);
                }
            }
        }
    }

    fn renumbered(&self, reference: u64) -> u64 {
        if reference == 0 { 0 } else { u64::from(self.new[reference as usize - 1]) }
    }

    /// Renumbers every reference and reorders the objects. Those of `passed` keep their places, and only thawed ones have
    /// references that change.
    fn apply(&mut self, code: &Code, st: &mut State, passed: Option<&Frozen>) {
        st.undo.reshaped(&st.vector);
        match passed {
            Some(frozen) => {
                frozen.references(code).for_each(|(group, refs)| self.rewrite_globals(st, group, refs));
            }
            None => {
                let groups = code.global_refs.iter().enumerate().filter(|(_, refs)| !refs.is_empty());
                groups.for_each(|(group, refs)| self.rewrite_globals(st, group, refs));
            }
        }
        for t in 0..st.threads() {
            let at = st.thread_at(t);
            st.vector[at] = self.rewrite_stack(code, st, st.vector[at]);
        }
        if let Some(at) = st.locksets_at() {
            st.vector[at] = self.rewrite(st, st.vector[at], |this, words| {
                Locksets::renumber(words, |reference| this.renumbered(reference));
            });
        }
        // Static objects keep their places; the others follow in their new order.
        let statics = code.program.statics.len();
        let kept = passed.map_or(statics, Frozen::len);
        match passed {
            Some(frozen) => frozen.thawed().iter().for_each(|&o| self.rewrite_in_place(code, st, o)),
            None => (0..statics as u32).for_each(|o| self.rewrite_in_place(code, st, o)),
        }
        let dynamic = self.order[kept..].iter().map(|&o| st.vector[st.object_at(u64::from(o) + 1)]);
        let dynamic: Vec<CompId> = dynamic.collect();
        st.vector.truncate(st.dynamic_at() + kept - statics);
        for id in dynamic {
            let new = self.rewrite_object(code, st, id);
            st.vector.push(new);
        }
    }

    fn rewrite_globals(&mut self, st: &mut State, group: usize, refs: &[usize]) {
        st.vector[1 + group] = self.rewrite(st, st.vector[1 + group], |this, w| {
            refs.iter().for_each(|&i| w[i] = this.renumbered(w[i]));
        });
    }

    fn rewrite_in_place(&mut self, code: &Code, st: &mut State, o: u32) {
        let at = st.object_at(u64::from(o) + 1);
        st.vector[at] = self.rewrite_object(code, st, st.vector[at]);
    }

    fn rewrite_object(&mut self, code: &Code, st: &mut State, id: CompId) -> CompId {
        if matches!(code.refs[st.comps.words(id)[0] as usize], RefLayout::None) {
            return id;
        }
        self.rewrite(st, id, |this, words| {
            for_each_slot(code, words[0], words.len(), |slot| words[slot] = this.renumbered(words[slot]));
        })
    }

    fn rewrite(&mut self, st: &mut State, id: CompId, change: impl FnOnce(&Self, &mut Vec<u64>)) -> CompId {
        let mut words = std::mem::take(&mut self.scratch);
        words.clear();
        words.extend_from_slice(st.comps.words(id));
        change(self, &mut words);
        let new = st.comps.intern(&words, 0);
        self.scratch = words;
        new
    }

    /// Rewrites a frame and all below it.
    fn rewrite_stack(&mut self, code: &Code, st: &mut State, top: CompId) -> CompId {
        let mut frames = Vec::new();
        let mut frame = top;
        while frame != 0 {
            frames.push(frame);
            frame = st.comps.words(frame)[0] as u32;
        }
        let mut caller = 0;
        for &frame in frames.iter().rev() {
            let mut words = st.comps.words(frame).to_vec();
            words[0] = words[0] & !0xffff_ffff | u64::from(caller);
            words[2] = self.renumbered(words[2]);
            if words.len() > HEADER {
                for &r in &code.funcs[(words[0] >> 32) as usize].ref_regs {
                    words[HEADER + r as usize] = self.renumbered(words[HEADER + r as usize]);
                }
            }
            caller = st.comps.intern(&words, caller);
        }
        caller
    }
}

/// The threads from which the walk goes on.
#[inline]
#[mutant("canonical-forgets-thread", 0..st.threads() - usize::from(st.threads() > 1))]
fn roots(st: &State) -> Range<usize> {
    0..st.threads()
}

/// The frame below one whose references the walk meets; zero if there is none.
#[inline]
#[mutant("canonical-forgets-callers", 0)]
fn caller(st: &State, frame: CompId) -> CompId {
    st.comps.words(frame)[0] as u32
}

/// Calls `f` with the position of every reference in the words of an object of this shape and length.
#[inline]
pub fn for_each_slot(code: &Code, shape: u64, len: usize, mut f: impl FnMut(usize)) {
    match &code.refs[shape as usize] {
        RefLayout::None => {}
        RefLayout::Slots(slots) => slots.iter().for_each(|&s| f(DATA + s)),
        RefLayout::From(first) => (DATA + first..len).for_each(f),
    }
}
