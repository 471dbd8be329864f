//! Who calls whom.
use crate::{FuncId, Program};

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Vec<Vec<FuncId>>,
}

impl CallGraph {
    /// Builds it.
    pub fn new(program: &Program) -> Self {
        Self { callees: vec![Vec::new(); program.functions.len()] }
    }
    /// The functions that `f` calls.
    pub fn callees(&self, f: FuncId) -> &[FuncId] {
        &self.callees[f.index()]
    }
}
