//! Checks of properties and annotations.

use super::{Checker, kind_of};
use crate::text::MAX_DEPTH;
use crate::{BinOp, Expr, ExprKind, Ltl, ProofNote, PropertyKind, Ty};

/// Where an expression stands: what it may mention.
#[derive(Clone, Copy)]
struct Scope {
    /// The number of parameters, bound variables included.
    params: u32,
    /// Whether it is about two states.
    two_states: bool,
    /// How deep it is nested.
    depth: usize,
}

impl Checker<'_> {
    pub(super) fn properties(&mut self) {
        let one_state = Scope { params: 0, two_states: false, depth: 0 };
        for property in &self.program.properties {
            self.enter(format!("property {:?}", property.name));
            match &property.kind {
                PropertyKind::Invariant(expr) | PropertyKind::Init(expr) => self.predicate(expr, one_state),
                PropertyKind::Env(expr) => {
                    self.predicate(expr, Scope { params: 1, two_states: true, ..one_state });
                }
                PropertyKind::Ltl(formula) => self.ltl(formula, one_state),
                PropertyKind::Atomic(functions) => functions.iter().for_each(|&func| _ = self.func(func)),
            }
        }
    }

    /// Remarks for provers.
    pub(super) fn notes(&mut self) {
        let closed = Scope { params: 0, two_states: false, depth: 0 };
        for (i, note) in self.program.notes.iter().enumerate() {
            self.enter(format!("note {i}"));
            match note {
                ProofNote::LoopInvariant { func, at, regs, pred } => {
                    self.loop_head(*func, at.0);
                    self.predicate(pred, Scope { params: *regs, ..closed });
                }
                ProofNote::Unroll { func, at, .. } => self.loop_head(*func, at.0),
                ProofNote::AnyValue { global } => {
                    self.global(*global);
                }
                ProofNote::AnyThreads { thread, lo, hi } => {
                    self.entry(&self.program.threads, *thread as usize, format!("thread {thread}"));
                    self.expr(lo, closed);
                    self.expr(hi, closed);
                }
                ProofNote::AnyRow { base, count: size } | ProofNote::AnyLength { base, len: size } => {
                    self.static_object(*base);
                    self.expr(size, closed);
                }
            }
        }
    }

    fn loop_head(&mut self, func: crate::FuncId, at: u32) {
        if let Some(func) = self.func(func) {
            self.check((at as usize) < func.code.len(), || format!("there is no L{at}"));
        }
    }

    /// The object that guards something. Its parameters are at most `this` and a thread.
    pub(super) fn guard(&mut self, expr: &Expr) {
        self.expr(expr, Scope { params: 2, two_states: false, depth: 0 });
        self.check(expr.ty.is_ref(), || "the guard is not a reference".to_owned());
    }

    /// When a thread has exclusive access. Its parameters are at most `this` and a thread.
    pub(super) fn exclusive_when(&mut self, expr: &Expr) {
        self.predicate(expr, Scope { params: 2, two_states: false, depth: 0 });
    }

    fn predicate(&mut self, expr: &Expr, scope: Scope) {
        self.check(expr.ty == Ty::Bool, || format!("a predicate of type {:?}", expr.ty));
        self.expr(expr, scope);
    }

    fn ltl(&mut self, formula: &Ltl, scope: Scope) {
        let Some(inner) = self.deeper(scope) else { return };
        match formula {
            Ltl::Atom(expr) => self.predicate(expr, Scope { depth: 0, ..scope }),
            Ltl::Not(a) | Ltl::Next(a) | Ltl::Always(a) | Ltl::Eventually(a) => self.ltl(a, inner),
            Ltl::And(a, b) | Ltl::Or(a, b) | Ltl::Implies(a, b) | Ltl::Until(a, b) | Ltl::Release(a, b) => {
                self.ltl(a, inner);
                self.ltl(b, inner);
            }
        }
    }

    /// The scope one level down, if that is not too deep.
    fn deeper(&mut self, scope: Scope) -> Option<Scope> {
        let fits = scope.depth < MAX_DEPTH;
        self.check(fits, || format!("it is nested more than {MAX_DEPTH} deep"));
        fits.then_some(Scope { depth: scope.depth + 1, ..scope })
    }

    fn expr(&mut self, expr: &Expr, scope: Scope) {
        let Some(inner) = self.deeper(scope) else { return };
        self.ty(expr.ty);
        match &expr.kind {
            ExprKind::Int(_) => self.kind(expr, false, "a constant"),
            ExprKind::Null => self.kind(expr, true, "null"),
            ExprKind::Param(param) => {
                self.check(*param < scope.params, || format!("there is no parameter {param}"));
            }
            ExprKind::Global { global, primed } => {
                self.primed(*primed, scope);
                if let Some(decl) = self.global(*global) {
                    self.kind(expr, decl.ty.is_ref(), "a global");
                }
            }
            ExprKind::Static { base, count, index } => {
                self.row(*base, *count);
                self.kind(expr, true, "a static object");
                index.iter().for_each(|index| self.number(index, inner));
            }
            ExprKind::At { thread, label } => {
                let known = self.labels.contains(label.as_str());
                self.check(known, || format!("there is no label {label:?}"));
                thread.iter().for_each(|thread| self.number(thread, inner));
            }
            _ => self.compound(expr, scope, inner),
        }
    }

    fn compound(&mut self, expr: &Expr, scope: Scope, inner: Scope) {
        match &expr.kind {
            ExprKind::Word { obj, index, primed } => {
                self.primed(*primed, scope);
                self.reference(obj, inner);
                self.number(index, inner);
            }
            ExprKind::Len { obj, primed } | ExprKind::Owner { obj, primed } => {
                self.primed(*primed, scope);
                self.reference(obj, inner);
            }
            ExprKind::Contains { set, elem, primed } => {
                self.primed(*primed, scope);
                self.reference(set, inner);
                self.number(elem, inner);
            }
            ExprKind::Unary(_, a) => self.number(a, inner),
            ExprKind::Binary(BinOp::Eq | BinOp::Ne, a, b) => {
                self.expr(a, inner);
                self.expr(b, inner);
                let alike = a.ty.is_ref() == b.ty.is_ref();
                self.check(alike, || "a reference is compared with something else".to_owned());
            }
            ExprKind::Binary(_, a, b) => {
                self.number(a, inner);
                self.number(b, inner);
            }
            ExprKind::If(cond, a, b) => {
                self.number(cond, inner);
                self.expr(a, inner);
                self.expr(b, inner);
                let alike = a.ty.is_ref() == b.ty.is_ref() && a.ty.is_ref() == expr.ty.is_ref();
                self.check(alike, || "a choice between a reference and something else".to_owned());
            }
            ExprKind::Quant { lo, hi, body, .. } => {
                self.number(lo, inner);
                self.number(hi, inner);
                self.number(body, Scope { params: inner.params + 1, ..inner });
            }
            _ => {}
        }
    }

    /// A part that is not a reference.
    fn number(&mut self, expr: &Expr, scope: Scope) {
        self.kind(expr, false, "an operand");
        self.expr(expr, scope);
    }

    fn reference(&mut self, expr: &Expr, scope: Scope) {
        self.kind(expr, true, "an object");
        self.expr(expr, scope);
    }

    fn kind(&mut self, expr: &Expr, want_ref: bool, what: &str) {
        let is_ref = expr.ty.is_ref();
        self.check(is_ref == want_ref, || format!("{what} is {}", kind_of(is_ref)));
    }

    fn primed(&mut self, primed: bool, scope: Scope) {
        self.check(!primed || scope.two_states, || "a primed value outside a two-state predicate".to_owned());
    }
}
