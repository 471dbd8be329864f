//! A program with the two facts about its code that the meaning of a step needs.

use crate::liveness::Liveness;
use commute_ir::analysis::atomic_depth;
use commute_ir::{FuncId, ObjOp, Program};
use std::sync::OnceLock;

/// A program, the static depth of each instruction, and the live registers.
#[derive(Clone, Debug)]
pub struct Code<'p> {
    /// The program.
    pub program: &'p Program,
    /// For each function and instruction, how many atomic blocks are around it.
    pub depth: Vec<Vec<u32>>,
    /// For each function, which registers are live where, once somebody has asked.
    liveness: Vec<OnceLock<Liveness>>,
    /// Whether some thread may interrupt another.
    pub interrupts: bool,
    /// For each function, whether some instruction has a source.
    pub has_source: Vec<bool>,
}

impl<'p> Code<'p> {
    /// Computes these for every function, except what is computed when it is asked for: of a library most is never executed.
    pub fn new(program: &'p Program) -> Self {
        let depth = program.functions.iter().map(|func| {
            atomic_depth(func).unwrap_or_else(|error| {
                panic!("[commute internal bug] {} is not valid: depth differs at {:?}", func.name, error.pc)
            })
        });
        Code {
            program,
            interrupts: program.uses(ObjOp::Interrupt),
            depth: depth.collect(),
            liveness: vec![OnceLock::new(); program.functions.len()],
            has_source: program
                .functions
                .iter()
                .map(|f| f.spans.iter().any(|span| !span.is_none()))
                .collect(),
        }
    }
    /// Which registers of a function are live where.
    pub fn liveness(&self, func: FuncId) -> &Liveness {
        self.liveness[func.index()].get_or_init(|| Liveness::new(&self.program.functions[func.index()]))
    }
}
