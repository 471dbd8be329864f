//! Which names a block assigns to.

use crate::ast::{Block, Expr, ExprKind, Otherwise, StmtKind};

/// Whether a statement of the block assigns to something called `name`. Says yes too often if another
/// variable has the same name, which costs a copy and nothing else.
pub(super) fn assigned_in(block: &Block, name: &str) -> bool {
    block.stmts.iter().any(|s| match &s.kind {
        StmtKind::Assign { target, .. } => is_name(target, name),
        StmtKind::If { then, otherwise, .. } => {
            assigned_in(then, name) || otherwise.as_ref().is_some_and(|b| assigned_in(b, name))
        }
        StmtKind::While { body, .. }
        | StmtKind::Loop { body, .. }
        | StmtKind::ForRange { body, .. }
        | StmtKind::ForEach { body, .. }
        | StmtKind::Atomic(body)
        | StmtKind::Synchronized { body, .. }
        | StmtKind::With { body, .. }
        | StmtKind::Block(body) => assigned_in(body, name),
        StmtKind::When { body, .. } => body.as_ref().is_some_and(|b| assigned_in(b, name)),
        StmtKind::Select { arms, otherwise } => {
            let last = match otherwise {
                Otherwise::Wait => None,
                Otherwise::Timeout(block) | Otherwise::Else(block) => Some(block),
            };
            arms.iter().map(|arm| &arm.body).chain(last).any(|b| assigned_in(b, name))
        }
        StmtKind::Choose(branches) => branches.iter().any(|b| assigned_in(b, name)),
        StmtKind::Try { body, catches } => {
            assigned_in(body, name) || catches.iter().any(|c| assigned_in(&c.body, name))
        }
        _ => false,
    })
}

fn is_name(e: &Expr, name: &str) -> bool {
    match &e.kind {
        ExprKind::Name(n) => n.text == name,
        ExprKind::Paren(inner) => is_name(inner, name),
        _ => false,
    }
}
