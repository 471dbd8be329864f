//! Where a space stands between two pieces of a line.

use super::pieces::{Piece, Role};
use crate::lexer::Tok;

/// Whether there is a space between `a` and `b`; `before` is the token before `a`.
pub(super) fn space_between(before: Option<&Piece<'_>>, a: &Piece<'_>, b: &Piece<'_>) -> bool {
    if a.is_comment() || b.is_comment() {
        return true;
    }
    let empty = a.kind == Tok::LBrace && b.kind == Tok::RBrace;
    !(empty || tight_after(a) || tight_before(b) || opens_call_or_index(before, a, b))
}

/// Pieces that nothing separates from what follows.
fn tight_after(a: &Piece<'_>) -> bool {
    match a.kind {
        Tok::LParen | Tok::LBracket | Tok::Dot | Tok::DotDot | Tok::DotDotEq | Tok::ColonColon => true,
        Tok::LBrace => a.role == Role::SetBrace,
        _ => matches!(a.role, Role::Unary | Role::AngleOpen | Role::BoxClose),
    }
}

/// Pieces that nothing separates from what precedes.
fn tight_before(b: &Piece<'_>) -> bool {
    match b.kind {
        Tok::RParen | Tok::RBracket | Tok::Comma | Tok::Semi | Tok::Colon => true,
        Tok::Dot | Tok::DotDot | Tok::DotDotEq | Tok::ColonColon | Tok::Prime => true,
        Tok::RBrace => b.role == Role::SetBrace,
        _ => matches!(b.role, Role::AngleOpen | Role::AngleClose | Role::BoxClose),
    }
}

/// Whether `b` opens the arguments or the index of `a`.
fn opens_call_or_index(before: Option<&Piece<'_>>, a: &Piece<'_>, b: &Piece<'_>) -> bool {
    let member = before.is_some_and(|p| p.kind == Tok::Dot);
    match (a.kind, b.kind) {
        (Tok::Ident, Tok::LParen) if before.is_none() && a.text == "select" => false,
        (Tok::Ident, Tok::LParen | Tok::LBracket) => a.role != Role::Operator && b.role != Role::BoxOpen,
        (Tok::RParen | Tok::RBracket | Tok::Prime | Tok::This, Tok::LParen | Tok::LBracket) => {
            b.role != Role::BoxOpen
        }
        (Tok::Choose, Tok::LParen) => true,
        (Tok::Gt, Tok::LParen) => a.role == Role::AngleClose,
        (_, Tok::LParen | Tok::LBracket) => member && a.kind.is_keyword(),
        _ => false,
    }
}
