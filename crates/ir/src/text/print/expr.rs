//! Printing of expressions and formulas.

use super::{Printer, name};
use crate::text::words::{bin_infix, un_word, usual_ty};
use crate::{Expr, ExprKind, Ltl, Quantifier, StaticId, Ty};

impl Printer<'_> {
    pub(super) fn expr(&mut self, expr: &Expr) {
        match (&expr.kind, expr.ty) {
            (ExprKind::Int(1), Ty::Bool) => self.put("true"),
            (ExprKind::Int(0), Ty::Bool) => self.put("false"),
            (kind, ty) => {
                self.expr_kind(kind);
                if ty != usual_ty(kind) {
                    self.put(":");
                    self.ty(ty);
                }
            }
        }
        self.span(expr.span);
    }

    fn expr_kind(&mut self, kind: &ExprKind) {
        match kind {
            ExprKind::Int(value) => self.put(value),
            ExprKind::Null => self.put("null"),
            ExprKind::Param(number) => self.put(format_args!("param{number}")),
            ExprKind::Global { global, primed } => {
                self.global(*global);
                self.put(prime(*primed));
            }
            ExprKind::Static { base, count, index } => self.static_expr(*base, *count, index.as_deref()),
            ExprKind::Word { obj, index, primed } => {
                self.expr(obj);
                self.put("[");
                self.expr(index);
                self.put(format_args!("]{}", prime(*primed)));
            }
            ExprKind::Len { obj, primed } => self.function("len", *primed, &[obj]),
            ExprKind::Contains { set, elem, primed } => self.function("contains", *primed, &[set, elem]),
            ExprKind::Owner { obj, primed } => self.function("owner", *primed, &[obj]),
            ExprKind::At { thread, label } => {
                self.put("at(");
                match thread {
                    Some(thread) => self.expr(thread),
                    None => self.put("any"),
                }
                self.put(format_args!(", {})", name(label)));
            }
            ExprKind::Unary(op, a) => self.function(un_word(*op), false, &[a]),
            ExprKind::Binary(op, a, b) => {
                self.put("(");
                self.expr(a);
                self.put(format_args!(" {} ", bin_infix(*op)));
                self.expr(b);
                self.put(")");
            }
            ExprKind::If(cond, a, b) => self.function("if", false, &[cond, a, b]),
            ExprKind::Quant { quantifier, lo, hi, body } => {
                let word = match quantifier {
                    Quantifier::All => "all",
                    Quantifier::Some => "some",
                };
                self.function(word, false, &[lo, hi, body]);
            }
        }
    }

    fn function(&mut self, word: &str, primed: bool, args: &[&Expr]) {
        self.put(format_args!("{word}{}(", prime(primed)));
        self.separated(args, |p, arg| p.expr(arg));
        self.put(")");
    }

    /// One object by its id; one of a row with the length of the row and the index in it.
    fn static_expr(&mut self, base: StaticId, count: u32, index: Option<&Expr>) {
        if count == 1 && index.is_none() {
            return self.static_object(base);
        }
        self.put("static_at(");
        self.static_object(base);
        self.put(format_args!(", {count}"));
        if let Some(index) = index {
            self.put(", ");
            self.expr(index);
        }
        self.put(")");
    }

    pub(super) fn ltl(&mut self, formula: &Ltl) {
        match formula {
            Ltl::Atom(expr) => {
                self.put("{");
                self.expr(expr);
                self.put("}");
            }
            Ltl::Not(a) => self.prefix("not", a),
            Ltl::Next(a) => self.prefix("next", a),
            Ltl::Always(a) => self.prefix("always", a),
            Ltl::Eventually(a) => self.prefix("eventually", a),
            Ltl::And(a, b) => self.infix("and", a, b),
            Ltl::Or(a, b) => self.infix("or", a, b),
            Ltl::Implies(a, b) => self.infix("implies", a, b),
            Ltl::Until(a, b) => self.infix("until", a, b),
            Ltl::Release(a, b) => self.infix("release", a, b),
        }
    }

    fn prefix(&mut self, word: &str, a: &Ltl) {
        self.put(format_args!("{word} "));
        self.ltl(a);
    }

    fn infix(&mut self, word: &str, a: &Ltl, b: &Ltl) {
        self.put("(");
        self.ltl(a);
        self.put(format_args!(" {word} "));
        self.ltl(b);
        self.put(")");
    }
}

fn prime(primed: bool) -> &'static str {
    if primed { "'" } else { "" }
}
