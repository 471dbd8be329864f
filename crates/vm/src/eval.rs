//! Evaluating predicates (`ir::Expr`) in the present state.

use crate::code::Code;
use crate::enabled::{View, holder};
use crate::local::class_of;
use crate::state::{DATA, State};
use commute_ir::arith;
use commute_ir::{BinOp, Expr, ExprKind, NumTy, Quantifier, Shape, Ty};

/// The value of `expr`, or `None` if it is undefined. Primed parts are undefined here: there is one state.
pub fn eval(code: &Code, st: &State, params: &mut Vec<i64>, expr: &Expr) -> Option<i64> {
    let mut at = |e: &Expr| eval(code, st, params, e);
    Some(match &expr.kind {
        ExprKind::Int(value) => *value,
        ExprKind::Null => 0,
        ExprKind::Param(index) => *params.get(*index as usize)?,
        ExprKind::Global { global, primed: false } => st.global(global.0) as i64,
        ExprKind::Static { base, count, index } => {
            let index = index.as_ref().map_or(Some(0), |i| at(i))?;
            if index < 0 || index >= i64::from(*count) {
                return None;
            }
            i64::from(base.0) + index + 1
        }
        ExprKind::Word { obj, index, primed: false } => {
            let of = obj.ty;
            let (obj, index) = (reference(st, at(obj)?)?, usize::try_from(at(index)?).ok()?);
            if index >= st.data_len(obj) || !is_of(code, st, obj, of) {
                return None;
            }
            let (at, word) = st.data_at(obj, index);
            st.words(at)[word] as i64
        }
        ExprKind::Len { obj, primed: false } => {
            let obj = reference(st, at(obj)?)?;
            let channel = matches!(code.program.shapes[st.object(obj)[0] as usize], Shape::Channel(_));
            (st.data_len(obj) - usize::from(channel)) as i64
        }
        ExprKind::Contains { set, elem, primed: false } => {
            let (set, elem) = (reference(st, at(set)?)?, at(elem)?);
            i64::from(st.object(set)[DATA..].contains(&(elem as u64)))
        }
        ExprKind::Owner { obj, primed: false } => {
            let of = obj.ty;
            let obj = reference(st, at(obj)?).filter(|&obj| is_of(code, st, obj, of))?;
            owner(code, st.object(obj))
        }
        ExprKind::At { thread, label } => i64::from(match thread {
            Some(thread) => stands_at(code, st, at(thread)?, label),
            None => (0..st.threads() as i64).any(|t| stands_at(code, st, t, label)),
        }),
        ExprKind::Unary(op, a) => arith::unary(*op, NumTy::I64, at(a)? as u64) as i64,
        ExprKind::Binary(op, a, b) => return binary(code, st, params, *op, a, b),
        ExprKind::If(c, a, b) => {
            let branch = if at(c)? != 0 { a } else { b };
            at(branch)?
        }
        ExprKind::Quant { quantifier, lo, hi, body } => {
            let (lo, hi) = (at(lo)?, at(hi)?);
            return quantify(code, st, params, *quantifier, lo..hi, body);
        }
        ExprKind::Global { .. }
        | ExprKind::Word { .. }
        | ExprKind::Len { .. }
        | ExprKind::Contains { .. }
        | ExprKind::Owner { .. } => return None,
    })
}

/// A value as a reference to an object that exists.
fn reference(st: &State, value: i64) -> Option<u64> {
    (value > 0 && value as usize <= st.objects()).then_some(value as u64)
}

/// Whether an object is of a type, if that is a class.
fn is_of(code: &Code, st: &State, obj: u64, ty: Ty) -> bool {
    let Ty::Class(class) = ty else { return true };
    class_of(code, st, obj).is_some_and(|own| code.program.is_subclass(own, class))
}

fn owner(code: &Code, words: &[u64]) -> i64 {
    match code.program.shapes[words[0] as usize] {
        Shape::Lock | Shape::RwLock => words[DATA] as i64 - 1,
        _ => holder(words[1]).map_or(-1, |t| t as i64),
    }
}

fn stands_at(code: &Code, st: &State, t: i64, label: &str) -> bool {
    t >= 0 && (t as usize) < st.threads() && is_at(code, st, t as usize, label)
}

/// Whether a thread that is not over stands at a label, or is in a call made there if that counts.
pub fn is_at(code: &Code, st: &State, t: usize, label: &str) -> bool {
    if st.status(t).is_final() {
        return false;
    }
    let labels = |func: u32| code.program.functions[func as usize].labels.iter().filter(|l| l.name == label);
    let view = View::of(st.thread(t));
    if labels(view.func).any(|l| l.pc.0 == view.pc) {
        return true;
    }
    let mut caller = st.thread(t)[0] as u32;
    while caller != 0 {
        let words = st.comps.words(caller);
        if labels((words[0] >> 32) as u32).any(|l| l.in_calls && l.pc.0 == words[1] as u32) {
            return true;
        }
        caller = words[0] as u32;
    }
    false
}

fn binary(code: &Code, st: &State, params: &mut Vec<i64>, op: BinOp, a: &Expr, b: &Expr) -> Option<i64> {
    let left = eval(code, st, params, a)?;
    match (op, left) {
        (BinOp::And, 0) => return Some(0),
        (BinOp::Or, 1..) if a.ty == commute_ir::Ty::Bool => return Some(1),
        _ => {}
    }
    let right = eval(code, st, params, b)?;
    arith::binary(op, NumTy::I64, left as u64, right as u64).ok().map(|w| w as i64)
}

fn quantify(
    code: &Code,
    st: &State,
    params: &mut Vec<i64>,
    quantifier: Quantifier,
    range: std::ops::Range<i64>,
    body: &Expr,
) -> Option<i64> {
    let decisive = i64::from(quantifier == Quantifier::Some);
    for value in range {
        if !st.meter.goes_on() {
            return None;
        }
        params.push(value);
        let holds = eval(code, st, params, body);
        params.pop();
        if i64::from(holds? != 0) == decisive {
            return Some(decisive);
        }
    }
    Some(1 - decisive)
}
