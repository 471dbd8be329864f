//! Threads that go round for ever: whether they wait in vain.

use super::Vm;
use crate::components::{CompId, fold};
use crate::enabled::View;
use crate::state::DATA;
use commute_ir::analysis::{LoopKind, loop_around, loops_left};
use commute_ir::{FuncId, Shape};
use commute_machine::{HeapView, Machine, ObjId, Rounds, StepResult, Tid, Transition};
use commute_mutants::mutant;
use std::collections::BTreeSet;

impl Vm {
    /// Makes a step and notes where its thread stood, and whether it changed anything that others may see.
    pub(super) fn make_round(&mut self, transition: Transition, rounds: &mut Rounds) -> StepResult {
        let t = transition.tid;
        rounds.stacks.insert(self.stack(t));
        if rounds.changes {
            return self.step(transition);
        }
        let before = (self.st.vector.clone(), self.st.objects_at);
        let result = self.step(transition);
        rounds.changes = self.changed_since(before, t);
        result
    }

    /// Whether something changed that others than `t` may see, since the state was this one. Most steps of a thread that waits change
    /// nothing but the thread, and a lock, which is seen without a walk through all objects.
    fn changed_since(&mut self, (mut vector, mut objects_at): (Vec<CompId>, usize), t: Tid) -> bool {
        let (own, now) = (self.st.thread_at(t.index()), &self.st.vector);
        let same = |at: usize| at == own || vector[at] == now[at];
        if vector.len() == now.len() && objects_at == self.st.objects_at {
            let differ = || (0..vector.len()).filter(|&at| !same(at));
            let threads = self.st.thread_at(0)..objects_at;
            if !self.renumbers && differ().all(|at| !threads.contains(&at)) {
                return differ().any(|at| self.is_seen_change(at, vector[at], t));
            }
        }
        let after = self.data_without(t);
        std::mem::swap(&mut self.st.vector, &mut vector);
        std::mem::swap(&mut self.st.objects_at, &mut objects_at);
        let before = self.data_without(t);
        (self.st.vector, self.st.objects_at) = (vector, objects_at);
        after != before
    }

    /// Whether others than `t` may see that a component was another one before, where no reference changed. It says the same as
    /// two walks through all that they can reach.
    fn is_seen_change(&self, at: usize, before: CompId, t: Tid) -> bool {
        let groups = self.code.global_refs.len();
        if at <= groups {
            return at > 0;
        }
        let Some(o) = self.st.object_of(at) else { return false };
        let reference = u64::from(o) + 1;
        let (old, new) = (self.st.comps.words(before), self.st.comps.words(self.st.vector[at]));
        // What comes before the data is a lock and how the object is shared; a piece of an array is nothing but data.
        let from = if self.st.object_at(reference) == at { DATA } else { 0 };
        let is_data = !is_lock(&self.code.program.shapes[self.st.object(reference)[0] as usize]);
        is_data && old[from..] != new[from..] && self.is_met(ObjId(o), t)
    }

    /// Whether global variables or threads other than `t` lead to an object.
    fn is_met(&self, wanted: ObjId, t: Tid) -> bool {
        let mut met = self.roots_without(t);
        let mut done = 0;
        while let Some(&o) = met.order.get(done) {
            if o == wanted {
                return true;
            }
            done += 1;
            self.references(o, &mut |other| met.meet(other));
        }
        false
    }

    /// What global variables and threads other than `t` refer to.
    fn roots_without(&self, t: Tid) -> Met {
        let mut met = Met { order: Vec::new(), numbers: vec![0; self.st.objects()] };
        self.global_roots(&mut |o| met.meet(o));
        for other in (0..self.threads()).map(Tid::new).filter(|&other| other != t) {
            self.thread_roots(other, &mut |o| met.meet(o));
        }
        met
    }

    /// Where a thread stands, the outermost call first.
    fn stack(&self, t: Tid) -> Vec<u32> {
        let mut stack = Vec::new();
        let mut frame = self.st.vector[self.st.thread_at(t.index())];
        while frame != 0 {
            let words = self.st.comps.words(frame);
            stack.push(self.control_points[(words[0] >> 32) as usize] + words[1] as u32);
            frame = words[0] as u32;
        }
        stack.reverse();
        stack
    }

    /// A hash of what global variables and the other threads lead to. Locks do not count: who waits in a loop may have to take and give
    /// them back to look at what it waits for. Objects count by the order in which they are met, so what `t` alone has made
    /// changes nothing.
    fn data_without(&self, t: Tid) -> u64 {
        let mut met = self.roots_without(t);
        let mut hash = Hash(0);
        for (group, refs) in self.code.global_refs.iter().enumerate() {
            let words = self.st.comps.words(self.st.vector[1 + group]);
            for (index, &word) in words.iter().enumerate() {
                hash.add(if refs.contains(&index) { met.number(word) } else { word });
            }
        }
        let mut done = 0;
        while let Some(&o) = met.order.get(done) {
            done += 1;
            self.add_object(o, &mut met, &mut hash);
        }
        hash.0
    }

    /// Adds the data of an object, and meets what it refers to.
    fn add_object(&self, o: ObjId, met: &mut Met, hash: &mut Hash) {
        let reference = u64::from(o.0) + 1;
        let words = self.st.object(reference);
        hash.add(words[0]);
        if is_lock(&self.code.program.shapes[words[0] as usize]) {
            return;
        }
        let mut references = BTreeSet::new();
        self.reference_words(o, &mut |word, _| _ = references.insert(word as usize));
        self.references(o, &mut |other| met.meet(other));
        for index in 0..self.st.data_len(reference) {
            let (at, word) = self.st.data_at(reference, index);
            let word = self.st.comps.words(self.st.vector[at])[word];
            hash.add(if references.contains(&index) { met.number(word) } else { word });
        }
    }

    /// Whether a thread that did this waits in vain or does nothing. What counts is the innermost loop around all places where it stood,
    /// in the outermost call that did not stand still; or in one around that, if the thread went through it again and again.
    pub(super) fn spins(&self, rounds: &Rounds) -> bool {
        let Some(first) = rounds.stacks.first() else { return false };
        let shortest = rounds.stacks.iter().map(Vec::len).min().unwrap_or(0);
        let differs = |&at: &usize| rounds.stacks.iter().any(|stack| stack[at] != first[at]);
        let moves = (0..shortest).find(differs).or(shortest.checked_sub(1));
        let depths = (0..moves.map_or(0, |depth| depth + 1)).rev();
        spins_in(depths.filter_map(|depth| self.loop_at(rounds, depth)).next(), rounds)
    }

    /// The loop around all places where a thread stood in its call at this depth, which is one call of one function.
    fn loop_at(&self, rounds: &Rounds, depth: usize) -> Option<LoopKind> {
        let first = rounds.stacks.first()?[depth];
        let func = self.control_points.partition_point(|&begin| begin <= first) - 1;
        let begin = self.control_points[func];
        let places: BTreeSet<u32> =
            rounds.stacks.iter().map(|stack| stack[depth].wrapping_sub(begin)).collect();
        let places: Vec<u32> = places.into_iter().collect();
        loop_around(&self.code.program, FuncId(func as u32), &places)
    }
}

impl Vm {
    /// The loops that a thread is in, in all its calls, and that are left somewhere.
    pub(super) fn loops_around(&self, t: Tid, out: &mut Vec<u64>) {
        if self.st.status(t.index()).is_final() {
            return;
        }
        let mut hash = Hash(0);
        for place in self.stack(t) {
            let func = self.control_points.partition_point(|&begin| begin <= place) - 1;
            let mut known = self.loops.borrow_mut();
            let loops = known.entry(func as u32);
            let loops = loops.or_insert_with(|| loops_left(&self.code.program.functions[func]));
            for &number in &loops[(place - self.control_points[func]) as usize] {
                let mut of_call = Hash(hash.0);
                of_call.add((func as u64) << 32 | u64::from(number));
                out.push(of_call.0);
            }
            hash.add(u64::from(place));
        }
    }
}

impl Vm {
    /// Whether some label says so.
    pub(super) fn labels_progress(&self) -> bool {
        let mut labels = self.code.program.functions.iter().flat_map(|func| &func.labels);
        labels.any(|label| is_progress(&label.name))
    }

    /// Whether a thread stands at such a label.
    pub(super) fn stands_at_progress(&self, t: Tid) -> bool {
        let view = View::of(self.st.thread(t.index()));
        let labels = &self.code.program.functions[view.func as usize].labels;
        !view.status.is_final()
            && labels.iter().any(|label| label.pc.0 == view.pc && is_progress(&label.name))
    }
}

/// Whether a label says that whoever stands there gets on.
fn is_progress(label: &str) -> bool {
    label.starts_with("progress")
}

/// Whether somebody spins who goes round in such a loop.
#[mutant("whoever-works-spins-too", kind.is_some())]
#[mutant("nobody-waits-in-vain", kind == Some(LoopKind::Idle))]
fn spins_in(kind: Option<LoopKind>, rounds: &Rounds) -> bool {
    match kind {
        Some(LoopKind::Left) => !rounds.changes,
        Some(LoopKind::Idle) => true,
        Some(LoopKind::Served) | None => false,
    }
}

fn is_lock(shape: &Shape) -> bool {
    matches!(shape, Shape::Lock | Shape::RwLock)
}

/// Objects in the order in which they are met.
struct Met {
    order: Vec<ObjId>,
    /// The number of each plus one, or zero.
    numbers: Vec<u64>,
}

impl Met {
    fn meet(&mut self, o: ObjId) {
        if self.numbers[o.0 as usize] == 0 {
            self.order.push(o);
            self.numbers[o.0 as usize] = self.order.len() as u64;
        }
    }

    /// The number of what a word refers to.
    fn number(&self, word: u64) -> u64 {
        if word == 0 { 0 } else { self.numbers[word as usize - 1] }
    }
}

struct Hash(u64);

impl Hash {
    fn add(&mut self, word: u64) {
        self.0 = fold(self.0.rotate_left(17) ^ word, 0x9e37_79b9_7f4a_7c15);
    }
}
