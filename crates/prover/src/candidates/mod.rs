//! Annotations that may be right: what [`crate::houdini`] tries.
//!
//! Every candidate is only a proposal. One that is wrong is dropped, and one that is useless costs time.

mod assumptions;
mod invariants;
mod loops;

pub use assumptions::assumptions;
pub use invariants::invariants;
pub use loops::loops;

use crate::derive::expr;
use crate::spec::Conjunct;
use commute_ir::{BinOp, Expr, ExprKind, GlobalId, Program, ProofNote, Shape, StaticId, Ty, UnOp};

/// At most so many candidates of each kind are tried.
const MAX_CANDIDATES: usize = 200;

/// How many candidates to think of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// What one variable, lock or set says.
    Plain,
    /// Also what it says while a flag is set, or is not.
    WithFlags,
}

/// The shared variables of a program, by what can be said about them.
struct Vocabulary<'a> {
    program: &'a Program,
    flags: Vec<usize>,
    numbers: Vec<usize>,
    locks: Vec<usize>,
    sets: Vec<usize>,
}

impl<'a> Vocabulary<'a> {
    fn new(program: &'a Program, store: &crate::store::Store) -> Self {
        let open = |at: usize| {
            program.notes.iter().any(|n| matches!(n, ProofNote::AnyValue { global } if global.index() == at))
        };
        let globals = |wanted: &dyn Fn(Ty) -> bool| -> Vec<usize> {
            let all = program.globals.iter().enumerate();
            all.filter(|(at, g)| !open(*at) && wanted(g.ty)).map(|(at, _)| at).collect()
        };
        let single = |at: usize| !store.rows[store.row_of(StaticId::new(at)).0].indexed;
        let objects = |wanted: &dyn Fn(Shape) -> bool| -> Vec<usize> {
            let shape = |at: usize| program.shapes[program.statics[at].shape.index()];
            (0..program.statics.len()).filter(|&at| single(at) && wanted(shape(at))).collect()
        };
        Self {
            program,
            flags: globals(&|ty| ty == Ty::Bool),
            numbers: globals(&|ty| matches!(ty, Ty::I64 | Ty::Range { .. })),
            locks: objects(&|shape| shape == Shape::Lock),
            sets: objects(&|shape| matches!(shape, Shape::Set(Ty::I64 | Ty::Range { .. }))),
        }
    }

    fn value(&self, global: usize) -> Expr {
        let decl = &self.program.globals[global];
        expr(ExprKind::Global { global: GlobalId::new(global), primed: false }, decl.ty, decl.span)
    }

    fn name(&self, global: usize) -> &'a str {
        &self.program.globals[global].name
    }

    /// `f` and `!f` for every flag, with the flag.
    fn literals(&self) -> impl Iterator<Item = (usize, Expr, String)> + '_ {
        self.flags.iter().flat_map(|&f| {
            let value = self.value(f);
            [(f, value.clone(), self.name(f).to_owned()), (f, not(&value), format!("!{}", self.name(f)))]
        })
    }
}

fn candidate(expr: Expr, text: String) -> Conjunct {
    Conjunct { span: expr.span, expr, name: text.clone(), text: Some(text) }
}

fn not(e: &Expr) -> Expr {
    expr(ExprKind::Unary(UnOp::Not, Box::new(e.clone())), Ty::Bool, e.span)
}

fn both(a: &Expr, b: &Expr) -> Expr {
    compare(BinOp::And, a, b)
}

fn compare(op: BinOp, a: &Expr, b: &Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())), Ty::Bool, a.span)
}
