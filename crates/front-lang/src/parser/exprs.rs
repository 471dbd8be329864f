//! Expressions: operators and what follows an operand.

use super::Parser;
use super::chains::{COMPARISON, LOWEST, binary_op};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::lexer::Tok;
use commute_base::Diagnostic;

impl Parser<'_> {
    /// An expression.
    pub(super) fn expr(&mut self) -> Expr {
        self.operators(LOWEST)
    }

    /// The place of an expression that could not be parsed.
    pub(super) fn error_expr(&self) -> Expr {
        Expr { kind: ExprKind::Error, span: self.since(self.start()) }
    }

    /// An expression of operators that bind at least as tightly as `min`.
    ///
    /// `self.height` counts the height of what was read inside this expression; on return it is the greater
    /// of its own height and what it was before.
    pub(super) fn operators(&mut self, min: u8) -> Expr {
        if !self.enter() {
            return self.error_expr();
        }
        let outer = std::mem::take(&mut self.height);
        let mut left = self.unary();
        self.height += 1;
        while let Some((op, strength)) = binary_op(self.peek()).filter(|&(_, s)| s >= min) {
            self.check_chaining(&left, strength);
            self.bump();
            let right = self.operators(if op == BinaryOp::Implies { strength } else { strength + 1 });
            let span = left.span.to(right.span);
            let kind = if self.grow(span) {
                ExprKind::Binary(op, Box::new(left), Box::new(right))
            } else {
                ExprKind::Error
            };
            left = Expr { kind, span };
        }
        self.height = self.height.max(outer);
        self.leave();
        left
    }

    /// Reports `a < b < c`.
    fn check_chaining(&mut self, left: &Expr, strength: u8) {
        let ExprKind::Binary(op, ..) = &left.kind else { return };
        if strength != COMPARISON || !is_comparison(*op) {
            return;
        }
        let help = "write `a < b && b < c`, or put one comparison in parentheses";
        let message = "comparisons cannot be chained";
        let diagnostic = Diagnostic::error("E0108", self.span(), message, "a second comparison", help);
        self.soft_error(diagnostic.with(left.span, "this is already a comparison"));
    }

    fn unary(&mut self) -> Expr {
        let op = match self.peek() {
            Tok::Minus => UnaryOp::Neg,
            Tok::Not => UnaryOp::Not,
            Tok::Tilde => UnaryOp::BitNot,
            _ => return self.postfix(),
        };
        let start = self.start();
        if !self.enter() {
            return self.error_expr();
        }
        self.bump();
        let smallest = (op == UnaryOp::Neg).then(|| self.smallest_int()).flatten();
        let kind = match smallest {
            Some(kind) => kind,
            None => ExprKind::Unary(op, Box::new(self.unary())),
        };
        self.leave();
        let span = self.since(start);
        if self.grow(span) { Expr { kind, span } } else { Expr { kind: ExprKind::Error, span } }
    }

    /// An operand with its fields, indices, calls and primes.
    fn postfix(&mut self) -> Expr {
        let start = self.start();
        let mut expr = self.primary();
        loop {
            let link = match self.peek() {
                Tok::Dot => Self::member_access,
                Tok::LBracket => Self::index,
                Tok::Prime => Self::primed,
                Tok::LParen if !self.errors.panicking => {
                    expr = self.bad_call(&expr);
                    continue;
                }
                _ => return expr,
            };
            let kind = link(self, Box::new(expr));
            let span = self.since(start);
            let kind = if self.grow(span) { kind } else { ExprKind::Error };
            expr = Expr { kind, span };
        }
    }

    fn member_access(&mut self, object: Box<Expr>) -> ExprKind {
        self.bump();
        // After a dot no keyword is possible, so that `h.join()` needs no other name.
        let name = if self.peek().is_keyword() {
            self.any_word()
        } else {
            self.name("the name of a field or method")
        };
        if self.eat(Tok::LParen) {
            return ExprKind::Method(object, name, self.arguments());
        }
        ExprKind::Field(object, name)
    }

    fn index(&mut self, array: Box<Expr>) -> ExprKind {
        self.bump();
        let index = self.expr();
        self.expect(Tok::RBracket, "close the index with `]`");
        ExprKind::Index(array, Box::new(index))
    }

    fn primed(&mut self, expr: Box<Expr>) -> ExprKind {
        self.bump();
        ExprKind::Primed(expr)
    }

    fn bad_call(&mut self, callee: &Expr) -> Expr {
        let help = "call a function by its name, `f(x)`, or a method of an object, `o.m(x)`";
        let message = "this cannot be called";
        self.soft_error(Diagnostic::error("E0111", callee.span, message, "not the name of a function", help));
        self.bump();
        self.arguments();
        Expr { kind: ExprKind::Error, span: self.since(callee.span.start) }
    }

    /// Arguments after the `(`.
    pub(super) fn arguments(&mut self) -> Vec<Expr> {
        let mut arguments = Vec::new();
        let help = "separate arguments with `,` and close the list with `)`";
        self.list(Tok::RParen, help, |p| arguments.push(p.expr()));
        arguments
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge | In)
}
