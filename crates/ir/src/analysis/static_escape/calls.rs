//! Phase 1: who calls or starts whom, and which places a function comes to more than once.

use super::object_flow::ObjectFlow;
use super::starts::in_loops;
use crate::analysis::Components;
use crate::{FuncId, Instr, Program};
use fixedbitset::FixedBitSet;

/// The call hierarchy, as the flow of objects has it. Starting a thread is a call here: contexts go both ways alike.
pub struct Calls {
    flow: ObjectFlow,
    components: Components,
    /// The instructions of each function that are in a loop.
    loops: Vec<FixedBitSet>,
}

impl Calls {
    /// Finds it. `program` must be valid.
    pub fn new(program: &Program) -> Self {
        let flow = ObjectFlow::new(program);
        let called = |f: FuncId, at: u32, instr: &Instr| match instr {
            Instr::Spawn { func, .. } | Instr::Start { func, .. } => vec![*func],
            instr => flow.called(f, at, instr),
        };
        let functions = (0..program.functions.len()).map(FuncId::new).zip(&program.functions);
        let callees: Vec<Vec<FuncId>> = functions
            .map(|(f, func)| (0..).zip(&func.code).flat_map(|(at, instr)| called(f, at, instr)).collect())
            .collect();
        let components = Components::new(&callees);
        Self { flow, components, loops: program.functions.iter().map(in_loops).collect() }
    }

    /// What virtual calls run.
    pub fn flow(&self) -> &ObjectFlow {
        &self.flow
    }

    /// Groups of functions that call or start each other.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Whether an execution of `f`, with all that it calls and starts, may come to the instruction at `at` of `f` more than once.
    pub fn is_repeated(&self, f: FuncId, at: usize) -> bool {
        self.loops[f.index()].contains(at) || self.components.is_recursive(f)
    }
}
