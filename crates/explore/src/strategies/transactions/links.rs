//! The steps inside runs, for whoever wants to know what they mean for the calls of their thread.

use commute_machine::{Call, Machine, StepResult, Transition};
use commute_movers::Mover;

/// A step between two nodes of a small search.
pub struct Link {
    pub from: u32,
    pub to: u32,
    /// Whether a run ends with it though none ends at its node.
    pub ends: bool,
    pub mover: Mover,
    pub calls: Calls,
}

/// What a step did to the calls of its thread.
pub struct Calls {
    /// Those that it was part of, the outermost first.
    pub before: Vec<Call>,
    /// How many of them have not returned.
    pub kept: usize,
    /// The functions of those in which the thread is now.
    pub after: Vec<u32>,
}

/// A step that was made.
pub struct Stepped {
    pub result: StepResult,
    pub calls: Option<Calls>,
}

impl Stepped {
    /// Makes a step, and finds out what it does to calls if that is wanted.
    pub fn make<M: Machine>(machine: &mut M, step: Transition, wanted: bool) -> Self {
        if !wanted {
            return Self { result: machine.step(step), calls: None };
        }
        let (mut before, mut after) = (Vec::new(), Vec::new());
        machine.calls(step.tid, &mut before);
        let (result, kept) = machine.step_in_calls(step);
        machine.calls(step.tid, &mut after);
        let after = after.iter().map(|call| call.function).collect();
        Self { result, calls: Some(Calls { before, kept, after }) }
    }
}
