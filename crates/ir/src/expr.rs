//! Expressions over whole states: invariants, guards of disciplines, two-state predicates, LTL.
//!
//! These are trees, not code, because provers and reports need them as formulas. Evaluating one never
//! changes a state and never blocks.

use crate::{BinOp, GlobalId, StaticId, Ty, UnOp};
use commute_base::Span;

/// An expression with its type and place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Ty,
    /// Where it is written.
    pub span: Span,
}

/// The forms of expressions. A failing evaluation (null, out of bounds, division by zero) makes the
/// whole expression *undefined*; an undefined invariant does not hold.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer, boolean or enum constant.
    Int(i64),
    /// The null reference.
    Null,
    /// A parameter of the declaration (`i` of `env(i)`, or `this`), or a bound variable of a quantifier:
    /// numbered from the outside in.
    Param(u32),
    /// A global variable; primed in a two-state predicate: its value after the step.
    Global {
        /// Which.
        global: GlobalId,
        /// After the step.
        primed: bool,
    },
    /// The reference to static object `base + index`.
    Static {
        /// The first.
        base: StaticId,
        /// How many stand in a row.
        count: u32,
        /// Which one; `None` is the first.
        index: Option<Box<Expr>>,
    },
    /// A data word of an object, in the state after the step if primed. Undefined if the object is not of the type of `obj`.
    Word {
        /// The object.
        obj: Box<Expr>,
        /// Which word (see [`crate::Shape`]).
        index: Box<Expr>,
        /// After the step.
        primed: bool,
    },
    /// The number of data words of an array, sequence or set; of messages in a channel.
    Len {
        /// The object.
        obj: Box<Expr>,
        /// After the step.
        primed: bool,
    },
    /// Whether a set has an element.
    Contains {
        /// The set.
        set: Box<Expr>,
        /// The element.
        elem: Box<Expr>,
        /// After the step.
        primed: bool,
    },
    /// The thread id of the holder of a lock, monitor or write lock; -1 if there is none. Undefined if the object is not of the type of
    /// `obj`.
    Owner {
        /// The object.
        obj: Box<Expr>,
        /// After the step.
        primed: bool,
    },
    /// Whether a thread stands at the label.
    At {
        /// The thread id; without one, whether some thread does.
        thread: Option<Box<Expr>>,
        /// The label.
        label: String,
    },
    /// An operation on one value.
    Unary(UnOp, Box<Expr>),
    /// An operation on two values. `And` and `Or` evaluate the right side only if needed.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// All or some of `lo..hi`.
    Quant {
        /// Which.
        quantifier: Quantifier,
        /// The least value.
        lo: Box<Expr>,
        /// One more than the greatest.
        hi: Box<Expr>,
        /// The predicate; the bound variable is the next parameter number.
        body: Box<Expr>,
    },
}

impl Expr {
    /// Calls `f` for the expression and everything in it.
    pub fn for_each_part(&self, f: &mut dyn FnMut(&Expr)) {
        use ExprKind::*;
        f(self);
        match &self.kind {
            Int(_) | Null | Param(_) | Global { .. } => {}
            Static { index: part, .. } | At { thread: part, .. } => {
                part.iter().for_each(|part| part.for_each_part(f));
            }
            Len { obj: a, .. } | Owner { obj: a, .. } | Unary(_, a) => a.for_each_part(f),
            Word { obj: a, index: b, .. } | Contains { set: a, elem: b, .. } | Binary(_, a, b) => {
                a.for_each_part(f);
                b.for_each_part(f);
            }
            If(a, b, c) | Quant { lo: a, hi: b, body: c, .. } => {
                [a, b, c].iter().for_each(|part| part.for_each_part(f));
            }
        }
    }
}

/// All or some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    /// Every value.
    All,
    /// At least one value.
    Some,
}

/// A linear temporal formula over state predicates.
#[derive(Clone, PartialEq, Debug)]
pub enum Ltl {
    /// A state predicate.
    Atom(Expr),
    /// Negation.
    Not(Box<Ltl>),
    /// Conjunction.
    And(Box<Ltl>, Box<Ltl>),
    /// Disjunction.
    Or(Box<Ltl>, Box<Ltl>),
    /// Implication.
    Implies(Box<Ltl>, Box<Ltl>),
    /// In the next state.
    Next(Box<Ltl>),
    /// Always.
    Always(Box<Ltl>),
    /// At some time.
    Eventually(Box<Ltl>),
    /// The left holds until the right does, which it does at some time.
    Until(Box<Ltl>, Box<Ltl>),
    /// The right holds up to and including when the left does, or for ever.
    Release(Box<Ltl>, Box<Ltl>),
}

impl Ltl {
    /// The same formula of other atoms.
    pub fn with_atoms(&self, f: &mut dyn FnMut(&Expr) -> Expr) -> Ltl {
        use Ltl::*;
        let mut one = |of: &Ltl| Box::new(of.with_atoms(f));
        match self {
            Atom(expr) => Atom(f(expr)),
            Not(a) => Not(one(a)),
            Next(a) => Next(one(a)),
            Always(a) => Always(one(a)),
            Eventually(a) => Eventually(one(a)),
            And(a, b) => And(one(a), one(b)),
            Or(a, b) => Or(one(a), one(b)),
            Implies(a, b) => Implies(one(a), one(b)),
            Until(a, b) => Until(one(a), one(b)),
            Release(a, b) => Release(one(a), one(b)),
        }
    }

    /// Calls `f` for every predicate in it.
    pub fn for_each_atom(&self, f: &mut dyn FnMut(&Expr)) {
        use Ltl::*;
        match self {
            Atom(expr) => f(expr),
            Not(a) | Next(a) | Always(a) | Eventually(a) => a.for_each_atom(f),
            And(a, b) | Or(a, b) | Implies(a, b) | Until(a, b) | Release(a, b) => {
                a.for_each_atom(f);
                b.for_each_atom(f);
            }
        }
    }
}
