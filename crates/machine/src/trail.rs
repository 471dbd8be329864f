//! What a machine has to remember that goes back by beginning again.

use crate::{Schedule, Transition};

/// The steps since the beginning, and after how many of them there are marks (Sto00 section 10: reset and replay).
#[derive(Default)]
pub struct Trail {
    steps: Schedule,
    marks: Vec<usize>,
    repeated: u64,
}

impl Trail {
    /// A step is made.
    pub fn note(&mut self, step: Transition) {
        self.steps.push(step);
    }

    /// The present state is marked.
    pub fn mark(&mut self) {
        self.marks.push(self.steps.len());
    }

    /// The last mark is forgotten.
    pub fn unmark(&mut self) {
        self.marks.pop();
    }

    /// The steps to be made again, from the beginning, to come back to the last mark; none if nothing was done since.
    pub fn back(&mut self) -> Option<&[Transition]> {
        let upto = *self.marks.last().expect("[commute internal bug] rewind without a mark");
        if upto == self.steps.len() {
            return None;
        }
        self.steps.truncate(upto);
        self.repeated += upto as u64;
        Some(&self.steps)
    }

    /// It begins here, without marks.
    pub fn begin(&mut self) {
        self.steps.clear();
        self.marks.clear();
    }

    /// How many steps were made only to come back to where the machine had been.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.marks.len() * size_of::<usize>() + self.steps.len() * size_of::<Transition>()
    }
}
