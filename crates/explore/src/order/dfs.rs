//! Depth-first: the stack is the machine's marks and the steps not yet taken.

use super::{Next, Order};
use crate::store::Store;
use commute_machine::{Fingerprint, Rewind, Schedule, Transition};

/// A state on the stack.
struct Level {
    /// Where its steps begin in `steps`; they go on to the next level's, or to the end.
    first: usize,
    /// The next one to take, counted from `first`.
    next: u32,
    /// Whether the machine has a mark here. It is dropped before the last step, after which nobody comes
    /// back.
    marked: bool,
}

/// The stack.
#[derive(Default)]
pub struct Dfs {
    levels: Vec<Level>,
    steps: Vec<Transition>,
    /// The machine stands at a new state that is not on the stack yet.
    fresh: bool,
}

impl<M: Rewind + Fingerprint> Order<M> for Dfs {
    fn discovered(&mut self, _machine: &mut M) {
        self.fresh = true;
    }

    fn next<S: Store>(&mut self, machine: &mut M, _store: &S) -> Next {
        if std::mem::take(&mut self.fresh) {
            return Next::Expand;
        }
        while let Some(top) = self.levels.last_mut() {
            let count = (self.steps.len() - top.first) as u32;
            if top.next == count {
                self.steps.truncate(top.first);
                self.levels.pop();
                continue;
            }
            if top.next > 0 {
                machine.rewind();
            }
            top.next += 1;
            if top.next == count && std::mem::take(&mut top.marked) {
                machine.unmark();
            }
            return Next::Take(self.steps[top.first + top.next as usize - 1]);
        }
        Next::Done
    }

    fn expand(&mut self, machine: &mut M, steps: &[Transition]) {
        let marked = steps.len() > 1;
        if marked {
            machine.mark();
        }
        self.levels.push(Level { first: self.steps.len(), next: 0, marked });
        self.steps.extend_from_slice(steps);
    }

    fn schedule(&self) -> Schedule {
        let taken = self.levels.iter().filter(|l| l.next > 0);
        taken.map(|l| self.steps[l.first + l.next as usize - 1]).collect()
    }

    fn depth(&self) -> u64 {
        self.levels.len() as u64
    }

    fn frontier(&self) -> u64 {
        self.levels.len() as u64
    }

    fn bytes(&self) -> usize {
        self.levels.capacity() * size_of::<Level>() + self.steps.capacity() * size_of::<Transition>()
    }
}
