//! Going back by beginning again: a machine that can only be restarted and stepped becomes one that can be rewound.
//!
//! Sto00 section 10 names three ways to undo: reverse computation, checkpoints, reset and replay. The first two are the
//! virtual machine's (`UndoMethod`); this is the third, and the only one for programs that run outside.

use commute_machine::{Machine, Objectwise, Rewind, Schedule, StepResult, Transition, forward};

/// A machine that goes back by restarting and making the same steps again. Its states cannot be told apart, so that only
/// executions can be searched.
pub struct Replayed<'a, M> {
    machine: &'a mut M,
    /// The steps since the beginning.
    steps: Schedule,
    /// How many steps each mark stands after.
    marks: Vec<usize>,
    /// How many steps were made again.
    repeated: u64,
}

impl<'a, M: Machine> Replayed<'a, M> {
    /// Of a machine in its initial state.
    pub fn new(machine: &'a mut M) -> Self {
        Self { machine, steps: Vec::new(), marks: Vec::new(), repeated: 0 }
    }

    /// How many steps were made only to come back to where the machine had been.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }
}

#[forward(machine)]
impl<M: Machine> Machine for Replayed<'_, M> {
    fn step(&mut self, transition: Transition) -> StepResult {
        self.steps.push(transition);
        self.machine.step(transition)
    }
    fn restart(&mut self) -> StepResult {
        self.steps.clear();
        self.marks.clear();
        self.machine.restart()
    }
}

impl<M: Machine> Rewind for Replayed<'_, M> {
    fn mark(&mut self) {
        self.marks.push(self.steps.len());
    }

    fn rewind(&mut self) {
        let upto = *self.marks.last().expect("[commute internal bug] rewind without a mark");
        if upto == self.steps.len() {
            return;
        }
        self.steps.truncate(upto);
        self.machine.restart();
        for &step in &self.steps {
            self.machine.step(step);
        }
        self.repeated += upto as u64;
    }

    fn unmark(&mut self) {
        self.marks.pop();
    }

    fn mark_bytes(&self) -> usize {
        self.marks.capacity() * 8 + self.steps.capacity() * size_of::<Transition>()
    }
}

#[forward(machine)]
impl<M: Objectwise> Objectwise for Replayed<'_, M> {}
