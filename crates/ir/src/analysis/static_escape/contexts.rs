//! What the phases of the analysis know of each function.

use super::alias::{AliasSets, GLOBAL, Link, Node};
use crate::{FuncId, Operand, Program};

/// The alias sets through which a function and its callers exchange references. Those of words that are not
/// references are never used.
pub struct Context {
    /// Of the parameters.
    pub params: Vec<Node>,
    /// Of the result.
    pub result: Node,
    /// Of all exceptions that may leave the function, and of those it catches.
    pub exceptions: Node,
}

impl Context {
    /// All of them.
    pub fn roots(&self) -> Vec<Node> {
        self.params.iter().copied().chain([self.result, self.exceptions]).collect()
    }
}

/// The alias sets of a program.
pub struct Contexts {
    /// All of them.
    pub sets: AliasSets,
    /// The context of each function.
    pub of: Vec<Context>,
    /// For each function, the copies that its calls made.
    pub links: Vec<Vec<Link>>,
    /// For each instruction of each function, the object it accesses. `None`: none, or null.
    pub accessed: Vec<Vec<Option<Node>>>,
}

impl Contexts {
    /// Contexts of which nothing is known yet but what declared threads get.
    pub fn new(program: &Program) -> Self {
        let mut sets = AliasSets::new();
        let mut of = Vec::with_capacity(program.functions.len());
        for func in &program.functions {
            let params = (0..func.params).map(|_| sets.fresh()).collect();
            of.push(Context { params, result: sets.fresh(), exceptions: sets.fresh() });
        }
        for thread in &program.threads {
            for (&arg, &param) in thread.args.iter().zip(&of[thread.func.index()].params) {
                if matches!(arg, Operand::Static(_)) {
                    sets.unite(param, GLOBAL);
                }
            }
        }
        let accessed = program.functions.iter().map(|func| vec![None; func.code.len()]).collect();
        Self { sets, of, links: program.functions.iter().map(|_| Vec::new()).collect(), accessed }
    }

    /// The roots of the context of `f`.
    pub fn roots(&self, f: FuncId) -> Vec<Node> {
        self.of[f.index()].roots()
    }
}
