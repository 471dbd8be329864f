//! Temporal formulas.
//!
//! Logical and temporal operators belong to the formula, everything that binds more tightly is a state
//! predicate, an expression. What a `(` opens is decided without trying: if an operator of expressions
//! follows its `)`, as in `(x + 1) > y`, it is part of an expression, otherwise of the formula. Hence a pass
//! over the item finds the `)` of each `(` first.

use super::chains::{COMPARISON, binary_op};
use super::recover::is_item_keyword;
use super::{MAX_DEPTH, Parser};
use crate::ast::{Expr, ExprKind, ItemKind, Ltl, LtlKind, UnaryOp};
use crate::lexer::Tok;

/// Makes a formula of one.
type Prefix = fn(Box<Ltl>) -> LtlKind;
/// Makes a formula of two.
type Infix = fn(Box<Ltl>, Box<Ltl>) -> LtlKind;

impl Parser<'_> {
    pub(super) fn ltl_item(&mut self) -> ItemKind {
        let help = "write `ltl name = [](request -> <>answer);`";
        self.bump();
        let name = self.name("the name of the property");
        self.expect(Tok::Assign, help);
        self.find_closers();
        let formula = self.formula(1);
        self.semi();
        ItemKind::Ltl { name, formula }
    }

    /// Notes the `)` of each `(` up to the end of the item.
    fn find_closers(&mut self) {
        self.closers.clear();
        let mut open = Vec::new();
        for (at, token) in self.tokens.iter().enumerate().skip(self.pos) {
            match token.kind {
                Tok::LParen => {
                    open.push(self.closers.len());
                    self.closers.push((at, usize::MAX));
                }
                Tok::RParen => {
                    if let Some(pair) = open.pop() {
                        self.closers[pair].1 = at;
                    }
                }
                Tok::Semi | Tok::LBrace | Tok::RBrace => break,
                kind if is_item_keyword(kind) => break,
                _ => {}
            }
        }
    }

    /// Whether the `(` at `at` belongs to the formula, not to a state predicate.
    fn opens_formula(&self, at: usize) -> bool {
        let found = self.closers.binary_search_by_key(&at, |&(open, _)| open);
        let close = found.map_or(usize::MAX, |pair| self.closers[pair].1);
        let Some(next) = close.checked_add(1).and_then(|i| self.tokens.get(i)) else { return true };
        let goes_on = matches!(next.kind, Tok::Dot | Tok::LBracket | Tok::Prime);
        !goes_on && binary_op(next.kind).is_none_or(|(_, strength)| strength < COMPARISON)
    }

    /// A formula of operators that bind at least as tightly as `min`.
    fn formula(&mut self, min: u8) -> Ltl {
        if !self.enter() {
            return self.error_formula();
        }
        let outer = std::mem::take(&mut self.height);
        let mut left = self.prefix_formula();
        self.height += 1;
        while let Some((infix, strength, right_first)) = self.infix().filter(|&(_, s, _)| s >= min) {
            self.bump();
            let right = self.formula(if right_first { strength } else { strength + 1 });
            let span = left.span.to(right.span);
            left = if self.grow(span) {
                Ltl { kind: infix(Box::new(left), Box::new(right)), span }
            } else {
                Ltl { kind: LtlKind::Atom(Expr { kind: ExprKind::Error, span }), span }
            };
        }
        self.height = self.height.max(outer);
        self.leave();
        left
    }

    fn error_formula(&self) -> Ltl {
        let atom = self.error_expr();
        Ltl { span: atom.span, kind: LtlKind::Atom(atom) }
    }

    /// The operator here between two formulas: how tightly it binds, and whether it groups to the right.
    fn infix(&self) -> Option<(Infix, u8, bool)> {
        Some(match self.peek() {
            Tok::Iff => (LtlKind::Iff, 1, false),
            Tok::Arrow | Tok::Implies => (LtlKind::Implies, 2, true),
            Tok::OrOr => (LtlKind::Or, 3, false),
            Tok::AndAnd => (LtlKind::And, 4, false),
            Tok::Ident => (self.infix_word()?, 5, true),
            _ => return None,
        })
    }

    fn infix_word(&self) -> Option<Infix> {
        match self.token_text() {
            "U" | "until" => Some(LtlKind::Until),
            "W" => Some(LtlKind::WeakUntil),
            "R" | "release" => Some(LtlKind::Release),
            _ => None,
        }
    }

    fn prefix_formula(&mut self) -> Ltl {
        let start = self.start();
        if let Some((prefix, length)) = self.prefix() {
            if !self.enter() {
                return self.error_formula();
            }
            (0..length).for_each(|_| self.bump());
            let inner = self.prefix_formula();
            self.leave();
            let span = self.since(start);
            if !self.grow(span) {
                return self.error_formula();
            }
            return Ltl { kind: prefix(Box::new(inner)), span };
        }
        if self.at(Tok::LParen) && self.opens_formula(self.pos) {
            self.bump();
            let inner = self.formula(1);
            self.expect(Tok::RParen, "close the parenthesis with `)`");
            return Ltl { kind: inner.kind, span: self.since(start) };
        }
        predicate(self.operators(COMPARISON))
    }

    /// The operator here before a formula, and of how many tokens it consists.
    fn prefix(&self) -> Option<(Prefix, usize)> {
        match self.peek() {
            Tok::LBracket if self.nth(1) == Tok::RBracket => Some((LtlKind::Always, 2)),
            Tok::Diamond => Some((LtlKind::Eventually, 1)),
            Tok::Not if self.negates_formula() => Some((LtlKind::Not, 1)),
            Tok::Ident if self.formula_starts_at(1) => match self.token_text() {
                "always" => Some((LtlKind::Always, 1)),
                "eventually" => Some((LtlKind::Eventually, 1)),
                "X" | "next" => Some((LtlKind::Next, 1)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the `!` here stands before a formula. Before a state predicate it binds as in expressions, so
    /// that `!x == y` means the same everywhere.
    fn negates_formula(&self) -> bool {
        // Nesting is bounded, so there is no need to look further.
        let n = (1..MAX_DEPTH as usize).find(|&n| self.nth(n) != Tok::Not).unwrap_or(1);
        match self.nth(n) {
            Tok::Diamond => true,
            Tok::LBracket => self.nth(n + 1) == Tok::RBracket,
            Tok::LParen => self.opens_formula(self.pos + n),
            Tok::Ident => self.word_operator_at(n) && self.formula_starts_at(n + 1),
            _ => false,
        }
    }

    fn word_operator_at(&self, n: usize) -> bool {
        matches!(self.nth_text(n), "always" | "eventually" | "X" | "next")
    }

    /// Whether a formula can begin at the token `n` after this one, so that a word before it is an operator,
    /// not a name.
    fn formula_starts_at(&self, n: usize) -> bool {
        match self.nth(n) {
            Tok::LBracket => self.nth(n + 1) == Tok::RBracket,
            Tok::Ident => !matches!(self.nth_text(n), "U" | "W" | "R" | "until" | "release"),
            Tok::LParen | Tok::Not | Tok::Diamond | Tok::True | Tok::False | Tok::This | Tok::Int => true,
            Tok::Forall | Tok::Exists => true,
            _ => false,
        }
    }

    fn nth_text(&self, n: usize) -> &str {
        self.tokens.get(self.pos + n).map_or("", |t| &self.text[t.start as usize..t.end as usize])
    }
}

/// A state predicate as a formula; its outer negations are those of the formula.
fn predicate(expr: Expr) -> Ltl {
    let span = expr.span;
    let kind = match expr.kind {
        ExprKind::Unary(UnaryOp::Not, inner) => LtlKind::Not(Box::new(predicate(*inner))),
        _ => LtlKind::Atom(expr),
    };
    Ltl { kind, span }
}
