//! A machine that remembers where it has been: the control points that its steps lead to, and the states.

use commute_machine::{
    Fingerprint, Foresight, HeapView, Machine, Objectwise, Rewind, StepResult, ThreadStatus, Tid, Transition,
    Variables, forward,
};
use commute_vm::Vm;
use std::collections::BTreeSet;

/// The machine.
pub struct Recorded {
    vm: Vm,
    /// Threads and the control points they came to.
    pub points: BTreeSet<(usize, u32)>,
    /// The contents of the states it came to.
    pub states: BTreeSet<u64>,
}

impl Recorded {
    /// That has been in the initial state only.
    pub fn new(vm: Vm) -> Self {
        let mut this = Self { vm, points: BTreeSet::new(), states: BTreeSet::new() };
        this.record();
        this
    }

    fn record(&mut self) {
        self.states.insert(self.vm.content());
        for t in 0..self.vm.threads() {
            if self.vm.status(Tid::new(t)) == ThreadStatus::Live {
                self.points.insert((t, self.vm.control_point(Tid::new(t))));
            }
        }
    }
}

#[forward(vm)]
impl Machine for Recorded {
    fn step(&mut self, transition: Transition) -> StepResult {
        let result = self.vm.step(transition);
        self.record();
        result
    }
}

#[forward(vm)]
impl Rewind for Recorded {}

#[forward(vm)]
impl Fingerprint for Recorded {
    /// Every step is to be recorded.
    fn known_effect(&mut self, _step: Transition) -> Option<u32> {
        None
    }
}

#[forward(vm)]
impl HeapView for Recorded {}

#[forward(vm)]
impl Variables for Recorded {}

#[forward(vm)]
impl Objectwise for Recorded {}

#[forward(vm)]
impl Foresight for Recorded {}
