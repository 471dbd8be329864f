//! What the phases of the analysis know of each function.

use super::alias::{AliasSets, GLOBAL, Key, Link, Node};
use crate::{Function, Operand, Program};

/// The alias sets through which a function and its callers exchange references. Those of words that are not
/// references are never used.
pub struct Context {
    /// Of the parameters.
    pub params: Vec<Node>,
    /// Of the result.
    pub result: Node,
    /// Of all exceptions that may leave the function, and of those it catches.
    pub exceptions: Node,
    /// Of the handle of the thread that runs the function.
    pub handle: Node,
}

impl Context {
    /// The context of `func`, of which nothing is known yet.
    pub fn new(func: &Function, sets: &mut AliasSets) -> Self {
        let params = (0..func.params).map(|_| sets.fresh()).collect();
        Self { params, result: sets.fresh(), exceptions: sets.fresh(), handle: sets.fresh() }
    }

    /// All of them.
    pub fn roots(&self) -> Vec<Node> {
        self.params.iter().copied().chain([self.result, self.exceptions, self.handle]).collect()
    }

    /// The context whose alias sets are these for those of `self`.
    pub fn with(&self, mut other: impl FnMut(Node) -> Node) -> Self {
        Self {
            params: self.params.iter().map(|&param| other(param)).collect(),
            result: other(self.result),
            exceptions: other(self.exceptions),
            handle: other(self.handle),
        }
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
    /// For each instruction of each function, what it accesses. `None`: nothing, or null.
    pub accessed: Vec<Vec<Option<(Node, Key)>>>,
}

impl Contexts {
    /// Contexts of which nothing is known yet but what declared threads get.
    pub fn new(program: &Program) -> Self {
        let mut sets = AliasSets::new();
        let of: Vec<Context> = program.functions.iter().map(|func| Context::new(func, &mut sets)).collect();
        for thread in &program.threads {
            sets.unite(of[thread.func.index()].handle, GLOBAL);
            for (&arg, &param) in thread.args.iter().zip(&of[thread.func.index()].params) {
                if matches!(arg, Operand::Static(_)) {
                    sets.unite(param, GLOBAL);
                }
            }
        }
        let accessed = program.functions.iter().map(|func| vec![None; func.code.len()]).collect();
        Self { sets, of, links: program.functions.iter().map(|_| Vec::new()).collect(), accessed }
    }
}
