//! How tightly operators bind, and the bound on long chains of them.

use super::{MAX_HEIGHT, Parser};
use crate::ast::BinaryOp;
use crate::lexer::Tok;
use commute_base::{Diagnostic, Span};

/// The lowest binding strength: everything, also `=>`.
pub(super) const LOWEST: u8 = 1;
/// Comparisons and what binds more tightly: the atoms of temporal formulas.
pub(super) const COMPARISON: u8 = 4;
/// `+`, `-` and what binds more tightly.
pub(super) const ADDITIVE: u8 = 9;

/// The binary operator that a token is, with its binding strength.
pub(super) fn binary_op(tok: Tok) -> Option<(BinaryOp, u8)> {
    Some(match tok {
        Tok::Implies => (BinaryOp::Implies, LOWEST),
        Tok::OrOr => (BinaryOp::Or, 2),
        Tok::AndAnd => (BinaryOp::And, 3),
        Tok::EqEq => (BinaryOp::Eq, COMPARISON),
        Tok::Ne => (BinaryOp::Ne, COMPARISON),
        Tok::Lt => (BinaryOp::Lt, COMPARISON),
        Tok::Le => (BinaryOp::Le, COMPARISON),
        Tok::Gt => (BinaryOp::Gt, COMPARISON),
        Tok::Ge => (BinaryOp::Ge, COMPARISON),
        Tok::In => (BinaryOp::In, COMPARISON),
        Tok::Pipe => (BinaryOp::BitOr, 5),
        Tok::Caret => (BinaryOp::BitXor, 6),
        Tok::And => (BinaryOp::BitAnd, 7),
        Tok::Shl => (BinaryOp::Shl, 8),
        Tok::Shr => (BinaryOp::Shr, 8),
        Tok::Plus => (BinaryOp::Add, ADDITIVE),
        Tok::Minus => (BinaryOp::Sub, ADDITIVE),
        Tok::Star => (BinaryOp::Mul, 10),
        Tok::Slash => (BinaryOp::Div, 10),
        Tok::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

/// The operator of `lv op= e`; none for `=` itself.
pub(super) fn assign_op(tok: Tok) -> Option<Option<BinaryOp>> {
    Some(match tok {
        Tok::Assign => None,
        Tok::PlusAssign => Some(BinaryOp::Add),
        Tok::MinusAssign => Some(BinaryOp::Sub),
        Tok::StarAssign => Some(BinaryOp::Mul),
        Tok::SlashAssign => Some(BinaryOp::Div),
        Tok::PercentAssign => Some(BinaryOp::Rem),
        Tok::AndAssign => Some(BinaryOp::BitAnd),
        Tok::OrAssign => Some(BinaryOp::BitOr),
        Tok::CaretAssign => Some(BinaryOp::BitXor),
        _ => return None,
    })
}

impl Parser<'_> {
    /// Counts one more level above the parts read so far. Returns false, after reporting it, if the tree
    /// would be too high: the caller then puts an `Error` node in its place and goes on reading.
    pub(super) fn grow(&mut self, span: Span) -> bool {
        self.height += 1;
        if self.height <= MAX_HEIGHT {
            return true;
        }
        self.soft_error(Diagnostic::error(
            "E0191",
            span,
            format!("an expression has more than {MAX_HEIGHT} operators in a row"),
            "too long",
            "split it: name parts with `let`, or write several invariants",
        ));
        self.errors.panicking = true;
        self.height = 1;
        false
    }
}
