//! Predicates over two states, before and after a step. Undefined is `None`.
//!
//! Written once more from `docs/semantics.md`: neither the prover nor the interpreter has a part in it.

use commute_certify::{State, Value};
use commute_ir::{BinOp, Expr, ExprKind, Quantifier, Shape, Ty, UnOp};

/// Whether the predicate holds of a step; false where it is undefined.
pub fn holds(expr: &Expr, before: &State, after: &State, params: &[i64]) -> bool {
    let mut params = params.iter().map(|n| Value::Num(*n)).collect();
    let value = Pair { before, after }.value(expr, &mut params);
    value.is_some_and(Value::is_true)
}

struct Pair<'a> {
    before: &'a State,
    after: &'a State,
}

impl Pair<'_> {
    fn state(&self, primed: bool) -> &State {
        if primed { self.after } else { self.before }
    }

    fn value(&self, e: &Expr, params: &mut Vec<Value>) -> Option<Value> {
        Some(match &e.kind {
            ExprKind::Int(n) => Value::Num(*n),
            ExprKind::Null => Value::Ref(None),
            ExprKind::Param(k) => *params.get(*k as usize)?,
            ExprKind::Global { global, primed } => self.state(*primed).globals[global.index()],
            ExprKind::Static { base, count, index } => {
                let at = index.as_ref().map_or(Some(0), |i| self.number(i, params))?;
                let at = u32::try_from(at).ok().filter(|at| at < count)?;
                Value::Ref(Some(base.0 + at))
            }
            ExprKind::Word { obj, index, primed } => {
                let object = self.value(obj, params)?.object()?;
                let at = usize::try_from(self.number(index, params)?).ok()?;
                *self.state(*primed).object(object).data.get(at)?
            }
            ExprKind::Len { obj, primed } => {
                let object = self.state(*primed).object(self.value(obj, params)?.object()?);
                let first = i64::from(matches!(object.shape, Shape::Channel(_)));
                Value::Num(object.data.len() as i64 - first)
            }
            ExprKind::Contains { set, elem, primed } => {
                let object = self.value(set, params)?.object()?;
                let elem = self.number(elem, params)?;
                let data = &self.state(*primed).object(object).data;
                Value::of_bool(data.iter().any(|v| v.word() == elem))
            }
            ExprKind::Owner { obj, primed } => {
                let object = self.state(*primed).object(self.value(obj, params)?.object()?);
                Value::Num(object.data.first()?.word() - 1)
            }
            // A proof does not speak of it.
            ExprKind::At { .. } => return None,
            ExprKind::Unary(op, a) => {
                let a = self.number(a, params)?;
                Value::Num(match op {
                    UnOp::Not => i64::from(a == 0),
                    UnOp::Neg => a.wrapping_neg(),
                    UnOp::BitNot => !a,
                })
            }
            ExprKind::Binary(op, a, b) => return self.binary(*op, a, b, params),
            ExprKind::If(c, a, b) => {
                let taken = if self.value(c, params)?.is_true() { a } else { b };
                return self.value(taken, params);
            }
            ExprKind::Quant { quantifier, lo, hi, body } => {
                let decisive = *quantifier == Quantifier::Some;
                for k in self.number(lo, params)?..self.number(hi, params)? {
                    params.push(Value::Num(k));
                    let holds = self.value(body, params);
                    params.pop();
                    if holds?.is_true() == decisive {
                        return Some(Value::of_bool(decisive));
                    }
                }
                Value::of_bool(!decisive)
            }
        })
    }

    fn number(&self, e: &Expr, params: &mut Vec<Value>) -> Option<i64> {
        self.value(e, params).map(Value::word)
    }

    fn binary(&self, op: BinOp, a: &Expr, b: &Expr, params: &mut Vec<Value>) -> Option<Value> {
        let left = self.number(a, params)?;
        let decided = a.ty == Ty::Bool
            && match op {
                BinOp::And => left == 0,
                BinOp::Or => left != 0,
                _ => false,
            };
        if decided {
            return Some(Value::of_bool(op == BinOp::Or));
        }
        let right = self.number(b, params)?;
        let divides = matches!(op, BinOp::Div | BinOp::Rem | BinOp::Mod);
        if divides && right == 0 {
            return None;
        }
        Some(Value::Num(match op {
            BinOp::Add => left.wrapping_add(right),
            BinOp::Sub => left.wrapping_sub(right),
            BinOp::Mul => left.wrapping_mul(right),
            BinOp::Div => left.wrapping_div(right),
            BinOp::Rem => left.wrapping_rem(right),
            BinOp::Mod => left.wrapping_rem_euclid(right),
            BinOp::Eq => i64::from(left == right),
            BinOp::Ne => i64::from(left != right),
            BinOp::Lt => i64::from(left < right),
            BinOp::Le => i64::from(left <= right),
            BinOp::Gt => i64::from(left > right),
            BinOp::Ge => i64::from(left >= right),
            BinOp::And => left & right,
            BinOp::Or => left | right,
            BinOp::Xor => left ^ right,
            // The prover refuses it, so no claim has it.
            _ => return None,
        }))
    }
}
