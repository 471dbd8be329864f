//! Guards of `when` only read, so that evaluating one that is false changes nothing.

use super::{World, codes};
use crate::ast::{Expr, ExprKind};
use commute_base::Span;

/// Methods that change nothing.
const READING: [&str; 5] = ["len", "room", "contains", "nth", "is_alive"];

/// Reports everything in a guard that does more than read.
pub(crate) fn check_guard(world: &mut World, e: &Expr) {
    let mut impure = |span: Span, what: &str| {
        let help = "compute it before the `when`, or move it into the body";
        world.error(codes::IMPURE_GUARD, span, format!("a guard cannot {what}"), "guards only read", help);
    };
    match &e.kind {
        ExprKind::Call(name, _) if name.text != "len" => impure(e.span, "call a function"),
        ExprKind::Method(_, name, _) if !READING.contains(&name.text.as_str()) => {
            impure(e.span, &format!("call `{}`", name.text));
        }
        ExprKind::Cas { .. } => impure(e.span, "contain `cas`"),
        ExprKind::Choose { .. } => impure(e.span, "contain `choose`"),
        ExprKind::New { .. } => impure(e.span, "create objects"),
        ExprKind::Spawn { .. } => impure(e.span, "start threads"),
        _ => {}
    }
    match &e.kind {
        ExprKind::Paren(a) | ExprKind::Unary(_, a) | ExprKind::Field(a, _) => check_guard(world, a),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => {
            check_guard(world, a);
            check_guard(world, b);
        }
        ExprKind::Method(o, _, args) => {
            check_guard(world, o);
            args.iter().for_each(|a| check_guard(world, a));
        }
        ExprKind::Call(_, args) => args.iter().for_each(|a| check_guard(world, a)),
        _ => {}
    }
}
