//! Assumptions that nobody has to write: from locks, from annotations of sharing, and from who writes what.
//!
//! Each is only a proposal: as a conjunct of A_i it is checked like one that the user wrote, because every thread must
//! guarantee it to the others. One that is wrong makes a proof fail, never succeed.

use crate::code::written_by;
use crate::spec::Conjunct;
use crate::store::Store;
use commute_base::Span;
use commute_ir::{
    Annotation, BinOp, Expr, ExprKind, GlobalId, Program, ProofNote, Shape, StaticId, Ty, UnOp,
};

/// The name of conjuncts that come from an annotation of a variable.
pub(crate) const ANNOTATED: &str = "annotation";

/// The conjuncts of A_i (parameter 0 is i) that follow from how the program says it shares things.
pub fn environment(program: &Program, store: &Store) -> Vec<Conjunct> {
    let mut found = Vec::new();
    let locks = program.statics.iter().enumerate().filter(|(_, s)| is_lock(program.shapes[s.shape.index()]));
    for (at, lock) in locks {
        if store.rows[store.row_of(StaticId::new(at)).0].indexed {
            continue;
        }
        let owner = owner_of(named(StaticId::new(at), lock.span), lock.span);
        let text = format!("owner({0}) == i => owner({0})' == i", lock.name);
        found.push(conjunct(kept(&mine(&owner), &mine(&primed(&owner))), text, lock.span));
    }
    for (at, global) in program.globals.iter().enumerate() {
        if program.notes.iter().any(|n| matches!(n, ProofNote::AnyValue { global } if global.index() == at)) {
            continue;
        }
        let value =
            expr(ExprKind::Global { global: GlobalId::new(at), primed: false }, global.ty, global.span);
        let same = equal(&primed(&value), &value);
        let name = &global.name;
        for annotation in &global.annotations {
            found.extend(from_annotation(annotation, &same, name, global.span));
        }
        found.extend(from_writers(program, store, at, &same, name, global.span));
    }
    found
}

fn is_lock(shape: Shape) -> bool {
    matches!(shape, Shape::Lock | Shape::RwLock)
}

/// While E(i, x) holds, x is unchanged and E(i, x) stays.
fn from_annotation(annotation: &Annotation, same: &Expr, name: &str, span: Span) -> Vec<Conjunct> {
    match annotation {
        Annotation::GuardedBy(lock) if matches!(lock.kind, ExprKind::Static { index: None, .. }) => {
            let text = format!("{name} is guarded: while its lock is held by i, {name}' == {name}");
            vec![annotated(kept(&mine(&owner_of(lock.clone(), span)), same), text, span)]
        }
        Annotation::ExclusiveWhen(when) => {
            let stays = kept(when, &primed(when));
            vec![
                annotated(kept(when, same), format!("while i has exclusive access, {name}' == {name}"), span),
                annotated(stays, format!("i keeps its exclusive access to {name}"), span),
            ]
        }
        Annotation::ReadOnly => vec![annotated(same.clone(), format!("{name}' == {name}"), span)],
        _ => Vec::new(),
    }
}

/// A variable that one thread writes does not change for that thread; one that nobody writes does not change at all.
fn from_writers(
    program: &Program,
    store: &Store,
    global: usize,
    same: &Expr,
    name: &str,
    span: Span,
) -> Option<Conjunct> {
    let Ok(Ok(spot)) = store.global(program, GlobalId::new(global), span) else { return None };
    let open = program.notes.iter().any(|n| matches!(n, ProofNote::AnyThreads { .. }));
    let writers: Vec<usize> = (0..program.threads.len())
        .filter(|&t| written_by(program, store, program.threads[t].func).contains(&spot.var))
        .collect();
    match writers.as_slice() {
        [] => Some(conjunct(same.clone(), format!("{name}' == {name}"), span)),
        [writer] if !open => {
            let is_writer = equal(&param(span), &number(*writer as i64, span));
            let text = format!("i == {} => {name}' == {name}", program.threads[*writer].name);
            Some(conjunct(kept(&is_writer, same), text, span))
        }
        _ => None,
    }
}

fn conjunct(expr: Expr, text: String, span: Span) -> Conjunct {
    Conjunct { expr, name: "derived".to_owned(), span, text: Some(text) }
}

/// What the user wrote at a variable: a proof does not go on without it.
fn annotated(expr: Expr, text: String, span: Span) -> Conjunct {
    Conjunct { name: ANNOTATED.to_owned(), ..conjunct(expr, text, span) }
}

pub(crate) fn expr(kind: ExprKind, ty: Ty, span: Span) -> Expr {
    Expr { kind, ty, span }
}

fn named(base: StaticId, span: Span) -> Expr {
    expr(ExprKind::Static { base, count: 1, index: None }, Ty::AnyRef, span)
}

/// `owner(lock)`.
pub(crate) fn owner_of(lock: Expr, span: Span) -> Expr {
    expr(ExprKind::Owner { obj: Box::new(lock), primed: false }, Ty::I64, span)
}

/// The lock with this id, as an expression.
pub(crate) fn lock(base: StaticId, span: Span) -> Expr {
    named(base, span)
}

pub(crate) fn param(span: Span) -> Expr {
    expr(ExprKind::Param(0), Ty::I64, span)
}

pub(crate) fn number(n: i64, span: Span) -> Expr {
    expr(ExprKind::Int(n), Ty::I64, span)
}

fn mine(owner: &Expr) -> Expr {
    equal(owner, &param(owner.span))
}

pub(crate) fn equal(a: &Expr, b: &Expr) -> Expr {
    expr(ExprKind::Binary(BinOp::Eq, Box::new(a.clone()), Box::new(b.clone())), Ty::Bool, a.span)
}

/// `a => b`.
pub(crate) fn kept(a: &Expr, b: &Expr) -> Expr {
    let not = expr(ExprKind::Unary(UnOp::Not, Box::new(a.clone())), Ty::Bool, a.span);
    expr(ExprKind::Binary(BinOp::Or, Box::new(not), Box::new(b.clone())), Ty::Bool, a.span)
}

/// The expression in the state after the step.
pub(crate) fn primed(e: &Expr) -> Expr {
    let go = |e: &Expr| Box::new(primed(e));
    let kind = match &e.kind {
        ExprKind::Global { global, .. } => ExprKind::Global { global: *global, primed: true },
        ExprKind::Word { obj, index, .. } => ExprKind::Word { obj: go(obj), index: go(index), primed: true },
        ExprKind::Len { obj, .. } => ExprKind::Len { obj: obj.clone(), primed: true },
        ExprKind::Contains { set, elem, .. } => {
            ExprKind::Contains { set: set.clone(), elem: go(elem), primed: true }
        }
        ExprKind::Owner { obj, .. } => ExprKind::Owner { obj: obj.clone(), primed: true },
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, go(a)),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, go(a), go(b)),
        ExprKind::If(a, b, c) => ExprKind::If(go(a), go(b), go(c)),
        ExprKind::Quant { quantifier, lo, hi, body } => {
            ExprKind::Quant { quantifier: *quantifier, lo: go(lo), hi: go(hi), body: go(body) }
        }
        other => other.clone(),
    };
    Expr { kind, ty: e.ty, span: e.span }
}
