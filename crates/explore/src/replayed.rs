//! Going back by beginning again: a machine that can only be restarted and stepped becomes one that can be rewound.
//!
//! Sto00 section 10 names three ways to undo: reverse computation, checkpoints, reset and replay. The virtual machine has all three
//! (`UndoMethod`, `Vm::go_back_by_replay`); this is the third for programs that run outside.

use commute_machine::{Machine, Objectwise, Rewind, StepResult, Trail, Transition, forward};

/// A machine that goes back by restarting and making the same steps again. Its states cannot be told apart, so that only
/// executions can be searched.
pub struct Replayed<'a, M> {
    machine: &'a mut M,
    trail: Trail,
}

impl<'a, M: Machine> Replayed<'a, M> {
    /// Of a machine in its initial state.
    pub fn new(machine: &'a mut M) -> Self {
        Self { machine, trail: Trail::default() }
    }
}

#[forward(machine)]
impl<M: Machine> Machine for Replayed<'_, M> {
    fn step(&mut self, transition: Transition) -> StepResult {
        self.trail.note(transition);
        self.machine.step(transition)
    }
    fn restart(&mut self) -> StepResult {
        self.trail.begin();
        self.machine.restart()
    }
}

impl<M: Machine> Rewind for Replayed<'_, M> {
    fn mark(&mut self) {
        self.trail.mark();
    }

    fn rewind(&mut self) {
        if let Some(steps) = self.trail.back() {
            self.machine.restart();
            for &step in steps {
                self.machine.step(step);
            }
        }
    }

    fn unmark(&mut self) {
        self.trail.unmark();
    }

    fn mark_bytes(&self) -> usize {
        self.trail.bytes()
    }

    fn repeated(&self) -> u64 {
        self.trail.repeated()
    }
}

#[forward(machine)]
impl<M: Objectwise> Objectwise for Replayed<'_, M> {}
