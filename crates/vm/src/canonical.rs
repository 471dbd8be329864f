//! The canonical numbering of objects: two states that no program could tell apart have one vector.
//!
//! Objects are numbered in the order in which a walk meets them: static objects first (their numbers never change), then what is reached
//! from these, from the globals and from each thread in turn, each root, which is a static object, a global or a variable of a frame, to
//! its end before the next. Objects that are not met are garbage and dropped. Because a root is followed to its end, a thread that loads
//! a reference to something already reachable changes no number, which is what most steps do, and what is made behind one root leaves the
//! numbers behind those before it alone; and a step that changes no reference at all is not looked at (`State::references_changed`). If
//! an initialiser leaves many objects, these come first, in an order of their own (`frozen.rs`). A walk begins where something differs
//! from an earlier one (`walked.rs`).

use crate::code::{Code, RefLayout};
use crate::components::CompId;
use crate::frame::HEADER;
use crate::frozen::{Edge, Frozen, loose};
use crate::locksets::Locksets;
use crate::state::{DATA, State};
use crate::walked::{From, Held, Span, Walk, Walked};
use commute_mutants::mutant;
use smallvec::SmallVec;
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
    /// How many objects at the beginning keep their numbers in `new` and `order`.
    same: usize,
    /// What earlier walks have found, and what this one finds.
    walked: Walked,
    walk: Walk,
    scratch: Vec<u64>,
}

/// What a walk has passed over, which keeps its numbers.
#[derive(Clone, Copy)]
enum Passed<'a> {
    /// Static objects only.
    Nothing,
    /// Frozen objects.
    Frozen(&'a Frozen),
    /// What an earlier walk has found.
    Found(From),
}

impl Numbering {
    /// Brings the state into its canonical form. Whether an object has another number now, or is gone.
    pub fn canonicalize(&mut self, code: &Code, st: &mut State) -> bool {
        let frozen = self.frozen.take();
        let from = self.walked.find(code, st, frozen.as_ref());
        self.frozen = frozen;
        match from {
            Some(from) => {
                self.keep(from.kept, st.objects());
                if from.thread == st.threads() && from.kept == st.objects() {
                    st.changed.clear();
                    return false;
                }
                self.walk = self.walked.begin(st, Some(from));
                self.walk_threads(code, st, from.thread, from.kept);
                let renumbered = self.settle(code, st, Passed::Found(from));
                self.walked.end(code, std::mem::take(&mut self.walk), st, Some(from));
                renumbered
            }
            None => self.walk_all(code, st),
        }
    }

    /// The next walk begins at the beginning.
    pub fn forget_walks(&mut self) {
        self.walked.clear();
    }

    /// How many objects all threads can reach, if that is known without a walk: they have the first numbers.
    pub fn common(&self, code: &Code, st: &State) -> Option<usize> {
        self.walked.common(code, st, self.frozen.as_ref())
    }

    /// The locks that are held, if they are known without looking at all objects.
    pub fn held(&self, code: &Code, st: &State) -> Option<Vec<Held>> {
        self.walked.held(code, st)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        (self.new.len() + self.order.len()) * 4 + self.walked.bytes()
    }

    /// The same if no earlier walk helps.
    fn walk_all(&mut self, code: &Code, st: &mut State) -> bool {
        let mut frozen = self.frozen.take();
        let is_intact = frozen.as_mut().is_some_and(|frozen| frozen.is_intact(code, st));
        self.walk = self.walked.begin(st, None);
        let done = match &frozen {
            Some(frozen) if is_intact => self.pass(code, st, frozen),
            _ => {
                self.begin(code, st);
                if let Some(frozen) = &frozen {
                    frozen.follow_edges(code, st, |reference| self.meet(reference));
                }
                self.walk_globals(code, st)
            }
        };
        self.walk_threads(code, st, 0, done);
        let passed = frozen.as_ref().filter(|_| is_intact).map_or(Passed::Nothing, Passed::Frozen);
        let renumbered = self.settle(code, st, passed);
        let walk = std::mem::take(&mut self.walk);
        if frozen.is_none() || is_intact {
            self.walked.end(code, walk, st, None);
        }
        self.frozen = frozen;
        renumbered
    }

    /// Gives objects the numbers that the walk has found. Whether they had others.
    fn settle(&mut self, code: &Code, st: &mut State, passed: Passed<'_>) -> bool {
        let met = self.same..self.order.len();
        let stay = self.has_met_all(st) && met.clone().zip(&self.order[met]).all(|(i, &o)| i == o as usize);
        if stay {
            self.same = self.order.len();
        } else {
            self.apply(code, st, passed);
        }
        !stay
    }

    /// Before a walk: so many objects at the beginning keep their numbers.
    fn keep(&mut self, kept: usize, objects: usize) {
        let same = self.same.min(kept);
        self.new.truncate(same);
        self.new.extend(same as u32 + 1..=kept as u32);
        self.new.resize(objects, 0);
        self.order.truncate(same);
        self.order.extend(same as u32..kept as u32);
        self.same = kept;
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
        self.walked.clear();
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

    /// Follows each thread from this one on to its end.
    fn walk_threads(&mut self, code: &Code, st: &State, from: usize, mut done: usize) {
        for t in roots(st).filter(|&t| t >= from) {
            self.walk.begin_thread(self.order.len() as u32);
            for_each_root(code, st, st.vector[st.thread_at(t)], |reference| {
                done = self.follow_root(code, st, reference, done);
            });
            self.walk.end_thread();
        }
    }

    /// Begins a walk with the static objects.
    fn begin(&mut self, code: &Code, st: &State) {
        self.new.clear();
        self.new.resize(st.objects(), 0);
        self.order.clear();
        self.same = 0;
        for o in 0..code.program.statics.len() {
            self.meet(o as u64 + 1);
        }
    }

    /// Follows what was met and the globals.
    fn walk_globals(&mut self, code: &Code, st: &State) -> usize {
        let base = self.order.len();
        self.walk.of_objects.resize(base, (0, 0));
        let mut done = base;
        for o in 0..base {
            self.walk.of_objects[o] = self.look_into(code, st, self.order[o]);
            done = self.follow(code, st, done);
        }
        let groups = code.global_refs.iter().enumerate();
        self.follow_globals(code, st, groups.map(|(group, refs)| (group, &refs[..])), done)
    }

    /// The same walk if all frozen objects are where they were: they refer to nothing else, unless thawed.
    fn pass(&mut self, code: &Code, st: &State, frozen: &Frozen) -> usize {
        let count = frozen.len();
        self.keep(count, st.objects());
        self.walk.of_objects.resize(count, (count as u32, count as u32));
        let (mut done, mut from) = (count, 0);
        for &o in frozen.thawed() {
            let here = self.order.len() as u32;
            self.walk.of_objects[from..o as usize].fill((here, here));
            from = o as usize + 1;
            self.walk.of_objects[o as usize] = self.look_into(code, st, o);
            done = self.follow(code, st, done);
        }
        let here = self.order.len() as u32;
        self.walk.of_objects[from..count].fill((here, here));
        self.follow_globals(code, st, frozen.references(code), done)
    }

    /// Follows these references of groups of globals, each to its end.
    fn follow_globals<'c>(
        &mut self,
        code: &Code,
        st: &State,
        groups: impl Iterator<Item = (usize, &'c [usize])>,
        mut done: usize,
    ) -> usize {
        for (group, refs) in groups {
            self.walk.begin_group(group, self.order.len() as u32);
            for &index in refs {
                let reference = st.comps.words(st.vector[1 + group])[index];
                done = self.follow_root(code, st, reference, done);
            }
            self.walk.end_group();
        }
        self.walk.begin_group(code.global_refs.len(), self.order.len() as u32);
        done
    }

    /// Follows a reference of a global or a thread to its end.
    fn follow_root(&mut self, code: &Code, st: &State, reference: u64, done: usize) -> usize {
        if !self.meet(reference) {
            return done;
        }
        self.walk.roots.push(self.order.len() as u32 - 1);
        self.follow(code, st, done)
    }

    /// Meets what the objects from number `done` on refer to, until nothing is new.
    fn follow(&mut self, code: &Code, st: &State, mut done: usize) -> usize {
        while done < self.order.len() {
            let span = self.look_into(code, st, self.order[done]);
            self.walk.of_objects.push(span);
            done += 1;
        }
        done
    }

    /// Meets what an object refers to: the numbers of what is met first here.
    fn look_into(&mut self, code: &Code, st: &State, o: u32) -> Span {
        let begin = self.order.len() as u32;
        let words = st.object(u64::from(o) + 1);
        for_each_slot(code, words[0], words.len(), |slot| {
            self.meet(words[slot]);
        });
        (begin, self.order.len() as u32)
    }

    fn renumbered(&self, reference: u64) -> u64 {
        if reference == 0 { 0 } else { u64::from(self.new[reference as usize - 1]) }
    }

    /// Renumbers every reference and reorders the objects. What was passed over keeps its place, and refers to nothing that does not,
    /// but for thawed objects.
    fn apply(&mut self, code: &Code, st: &mut State, passed: Passed<'_>) {
        let statics = code.program.statics.len();
        let (kept, thread) = match passed {
            Passed::Nothing => (statics, 0),
            Passed::Frozen(frozen) => (frozen.len(), 0),
            Passed::Found(from) => (from.kept, from.thread),
        };
        let tail = st.dynamic_at() + kept - statics;
        match passed {
            Passed::Found(_) => st.undo.reshaped_from(&st.vector, tail),
            _ => st.undo.reshaped(&st.vector),
        }
        self.rewrite_roots(code, st, passed, thread);
        match passed {
            Passed::Found(_) => {}
            Passed::Frozen(frozen) => {
                frozen.thawed().iter().for_each(|&o| self.rewrite_in_place(code, st, o))
            }
            // Static objects keep their places; the others follow in their new order.
            Passed::Nothing => (0..statics as u32).for_each(|o| self.rewrite_in_place(code, st, o)),
        }
        let dynamic = self.order[kept..].iter().map(|&o| st.vector[st.object_at(u64::from(o) + 1)]);
        let dynamic: Vec<CompId> = dynamic.collect();
        st.vector.truncate(tail);
        for id in dynamic {
            let new = self.rewrite_object(code, st, id);
            st.vector.push(new);
        }
    }

    /// Renumbers the references of globals, of threads from `thread` on, and of lock sets.
    fn rewrite_roots(&mut self, code: &Code, st: &mut State, passed: Passed<'_>, thread: usize) {
        match passed {
            Passed::Found(_) => {}
            Passed::Frozen(frozen) => {
                frozen.references(code).for_each(|(group, refs)| self.rewrite_globals(st, group, refs));
            }
            Passed::Nothing => {
                let groups = code.global_refs.iter().enumerate().filter(|(_, refs)| !refs.is_empty());
                groups.for_each(|(group, refs)| self.rewrite_globals(st, group, refs));
            }
        }
        for t in thread..st.threads() {
            let at = st.thread_at(t);
            let id = self.rewrite_stack(code, st, st.vector[at]);
            st.put(at, id);
        }
        if let Some(at) = st.locksets_at() {
            let id = self.rewrite(st, st.vector[at], |this, words| {
                Locksets::renumber(words, |reference| this.renumbered(reference));
            });
            st.put(at, id);
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

/// Calls `f` with the handle and the references of all frames of a thread with this component, from the first to the top.
pub fn for_each_root(code: &Code, st: &State, top: CompId, mut f: impl FnMut(u64)) {
    let mut stack: SmallVec<[CompId; 16]> = SmallVec::new();
    let mut frame = top;
    f(st.comps.words(frame)[2]);
    while frame != 0 {
        stack.push(frame);
        frame = caller(st, frame);
    }
    while let Some(frame) = stack.pop() {
        let words = st.comps.words(frame);
        if words.len() > HEADER {
            for &r in &code.funcs[(words[0] >> 32) as usize].ref_regs {
                f(words[HEADER + r as usize]);
            }
        }
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
