//! Depth-first: the stack is the machine's marks and the steps not yet taken.

use super::{Next, Suspects, Traversal, Wanted};
use crate::store::StoreOf;
use crate::tables::map_bytes;
use commute_machine::{Rewind, Schedule, Transition};
use commute_mutants::mutant;
use std::collections::HashMap;

/// A state on the stack.
struct Level {
    /// Where its steps begin in `steps`; they go on to the next level's, or to the end.
    first: usize,
    /// The next one to take, counted from `first`.
    next: u32,
    /// Whether the machine has a mark here. It is dropped before the last step, after which nobody comes
    /// back.
    marked: bool,
    /// Only some of its steps are here.
    reduced: bool,
    /// One of them closed a cycle, so the others are wanted too (C3: a cycle has a fully expanded state).
    closes_cycle: bool,
    /// The key of the state, if it was stored.
    key: Option<u64>,
    /// A step has led to a state that is not on the stack, so that it is left before this one.
    onward: bool,
}

/// The stack.
#[derive(Default)]
pub struct Dfs {
    levels: Vec<Level>,
    steps: Vec<Transition>,
    /// The machine stands at a new state that is not on the stack yet, with this key.
    fresh: Option<Option<u64>>,
    /// The keys of the states on the stack, and whether only some of their steps are explored. Kept only from the first
    /// reduced state on: without a reduction nobody asks.
    on_stack: HashMap<u64, bool>,
    reduces: bool,
    /// Whether states were left from which all steps lead back to the stack, if anybody wants to know.
    suspects: Option<bool>,
}

impl Dfs {
    /// From now on the keys of the stack are needed.
    fn begin_to_reduce(&mut self) {
        if !std::mem::replace(&mut self.reduces, true) {
            self.on_stack = self.levels.iter().filter_map(|l| Some((l.key?, l.reduced))).collect();
        }
    }

    /// The steps that the levels of the stack were left by.
    #[mutant("schedule-without-first-step", self.taken_from(1))]
    fn taken(&self) -> impl Iterator<Item = Transition> {
        self.taken_from(0)
    }

    fn taken_from(&self, level: usize) -> impl Iterator<Item = Transition> {
        let left = self.levels[level.min(self.levels.len())..].iter().filter(|l| l.next > 0);
        left.map(|l| self.steps[l.first + l.next as usize - 1])
    }

    fn pop(&mut self) {
        if let Some(top) = self.levels.pop() {
            let has_steps = self.steps.len() > top.first;
            self.suspects = self.suspects.map(|some| some || has_steps && !top.onward);
            self.steps.truncate(top.first);
            if let Some(key) = top.key {
                self.on_stack.remove(&key);
            }
        }
    }
}

/// C3: whether a cycle that ends at a state on the stack, which was `reduced` or not, may put steps off for ever. It does not if
/// all steps of the state are explored.
#[mutant("forget-c3", false)]
fn puts_off(reduced: bool) -> bool {
    reduced
}

impl<M: Rewind> Traversal<M> for Dfs {
    fn last_was_only(&self) -> bool {
        self.levels.last().is_some_and(|top| top.first + 1 == self.steps.len())
    }

    fn discovered(&mut self, _machine: &mut M, key: Option<u64>) {
        self.fresh = Some(key);
        self.levels.last_mut().into_iter().for_each(|top| top.onward = true);
    }

    fn stored(&mut self, key: u64) {
        self.fresh = Some(Some(key));
    }

    fn known(&mut self) {
        self.fresh = None;
    }

    fn revisited(&mut self, key: u64) -> bool {
        let on_stack = self.on_stack.get(&key).copied();
        if on_stack.is_some_and(puts_off) {
            Traversal::<M>::closes_cycle(self);
        }
        if on_stack.is_none() && self.reduces {
            self.levels.last_mut().into_iter().for_each(|top| top.onward = true);
        }
        on_stack.is_some()
    }

    fn track_stack(&mut self) {
        self.begin_to_reduce();
    }

    fn closes_cycle(&mut self) {
        if let Some(top) = self.levels.last_mut() {
            top.closes_cycle = true;
        }
    }

    fn next<S: StoreOf<M>>(&mut self, machine: &mut M, _store: &mut S) -> Next {
        if self.fresh.is_some() {
            return Next::Expand;
        }
        while let Some(top) = self.levels.last_mut() {
            let count = (self.steps.len() - top.first) as u32;
            if top.next == count {
                if top.reduced && top.closes_cycle {
                    machine.rewind();
                    return Next::Widen;
                }
                if std::mem::take(&mut top.marked) {
                    machine.unmark();
                }
                self.pop();
                continue;
            }
            if top.next > 0 {
                machine.rewind();
            }
            top.next += 1;
            if top.next == count && !top.reduced && std::mem::take(&mut top.marked) {
                machine.unmark();
            }
            return Next::Take(self.steps[top.first + top.next as usize - 1]);
        }
        Next::Done
    }

    fn expand(&mut self, machine: &mut M, steps: &[Transition], wanted: Wanted) {
        let reduced = wanted != Wanted::All;
        let key = self.fresh.take().flatten();
        let marked = steps.len() > 1 || reduced;
        if marked {
            machine.mark();
        }
        if reduced {
            self.begin_to_reduce();
        }
        if let Some(key) = key
            && self.reduces
        {
            self.on_stack.insert(key, reduced);
        }
        let level = Level {
            first: self.steps.len(),
            next: 0,
            marked,
            reduced,
            closes_cycle: false,
            key,
            onward: false,
        };
        self.levels.push(level);
        self.steps.extend_from_slice(steps);
    }

    fn note_suspects(&mut self) {
        self.begin_to_reduce();
        self.suspects = Some(false);
    }

    fn suspects(&self) -> Suspects<'_> {
        if self.suspects == Some(false) { Suspects::None } else { Suspects::Unknown }
    }

    fn explored(&self) -> &[Transition] {
        self.levels.last().map_or(&[], |top| &self.steps[top.first..])
    }

    fn widen(&mut self, steps: &[Transition]) {
        if let Some(top) = self.levels.last_mut() {
            top.reduced = false;
            if let Some(key) = top.key {
                self.on_stack.insert(key, false);
            }
            self.steps.extend_from_slice(steps);
        }
    }

    fn schedule(&self) -> Schedule {
        self.taken().collect()
    }

    fn depth(&self) -> u64 {
        self.levels.len() as u64
    }

    fn frontier(&self) -> u64 {
        self.levels.len() as u64
    }

    fn bytes(&self) -> usize {
        self.levels.len() * size_of::<Level>()
            + self.steps.len() * size_of::<Transition>()
            + map_bytes(&self.on_stack)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Tree;
    use crate::toy::{Do, Toy, step};
    use commute_machine::{Fingerprint, Machine};

    /// The order at a state with key 7 from which the step of thread 0 is made, which leads back to it.
    fn after_a_cycle(reduced: bool) -> (Dfs, Toy) {
        let (mut dfs, mut toy) = (Dfs::default(), Toy::new(&[&[Do::Again], &[Do::Write(0)]], 1));
        dfs.discovered(&mut toy, Some(7));
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Expand);
        let wanted = if reduced { Wanted::OneThread } else { Wanted::All };
        dfs.expand(&mut toy, &[step(0)], wanted);
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Take(step(0)));
        assert_eq!(Traversal::<Toy>::schedule(&dfs), [step(0)]);
        Traversal::<Toy>::revisited(&mut dfs, 7);
        (dfs, toy)
    }

    #[test]
    fn a_reduced_state_that_closes_a_cycle_is_widened() {
        let (mut dfs, mut toy) = after_a_cycle(true);
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Widen);
        assert_eq!(Traversal::<Toy>::explored(&dfs), [step(0)]);
        Traversal::<Toy>::widen(&mut dfs, &[step(1)]);
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Take(step(1)));
        assert_eq!(Traversal::<Toy>::schedule(&dfs), [step(1)]);
        // It is not reduced any more, so that nothing is put off by coming back once more.
        Traversal::<Toy>::revisited(&mut dfs, 7);
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Done);
    }

    #[test]
    fn a_state_all_of_whose_steps_are_explored_is_not() {
        let (mut dfs, mut toy) = after_a_cycle(false);
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Done);
    }

    #[test]
    fn a_state_that_has_left_the_stack_closes_no_cycle() {
        let (mut dfs, mut toy) = after_a_cycle(false);
        Traversal::<Toy>::track_stack(&mut dfs);
        assert!(Traversal::<Toy>::revisited(&mut dfs, 7));
        dfs.next(&mut toy, &mut Tree::new());
        assert!(!Traversal::<Toy>::revisited(&mut dfs, 7));
    }

    #[test]
    fn the_machine_is_brought_back_before_the_next_step_of_a_state() {
        let (mut dfs, mut toy) = (Dfs::default(), Toy::new(&[&[Do::Write(0)], &[Do::Write(1)]], 2));
        let initial = toy.vector().to_vec();
        dfs.discovered(&mut toy, Some(0));
        dfs.next(&mut toy, &mut Tree::new());
        dfs.expand(&mut toy, &[step(0), step(1)], Wanted::All);
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Take(step(0)));
        toy.step(step(0));
        assert_eq!(dfs.next(&mut toy, &mut Tree::new()), Next::Take(step(1)));
        assert_eq!(toy.vector(), initial);
    }
}
