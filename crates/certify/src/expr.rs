//! Expressions over a state. `None` means undefined.

use crate::arith;
use crate::enabled::thread_of;
use crate::interpreter::Interpreter;
use crate::objects::length;
use crate::state::{Object, Value};
use commute_ir::{BinOp, Expr, ExprKind, FuncId, NumTy, Pc, Quantifier, Shape, Ty};

/// The value of `expr` in the present state; `params` are the parameters and bound variables. In one state,
/// a primed variable has the same value as an unprimed one.
pub fn evaluate(state: &Interpreter<'_>, expr: &Expr, params: &mut Vec<Value>) -> Option<Value> {
    Evaluation { it: state, params }.value(expr)
}

struct Evaluation<'a, 'p> {
    it: &'a Interpreter<'p>,
    params: &'a mut Vec<Value>,
}

impl Evaluation<'_, '_> {
    fn value(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            ExprKind::Int(n) => Some(Value::Num(*n)),
            ExprKind::Null => Some(Value::Ref(None)),
            ExprKind::Param(n) => self.params.get(*n as usize).copied(),
            ExprKind::Global { global, .. } => self.it.state.globals.get(global.index()).copied(),
            ExprKind::Static { base, count, index } => {
                let index = index.as_ref().map_or(Some(0), |i| self.word(i))?;
                let index = u32::try_from(index).ok().filter(|i| i < count)?;
                Some(Value::Ref(Some(base.0 + index)))
            }
            ExprKind::Word { obj, index, .. } => {
                let object = self.object_of_type(obj)?;
                let index = usize::try_from(self.word(index)?).ok()?;
                self.it.state.object(object).data.get(index).copied()
            }
            ExprKind::Len { obj, .. } => self.length(obj),
            ExprKind::Contains { set, elem, .. } => self.contains(set, elem),
            ExprKind::Owner { obj, .. } => {
                let object = self.object_of_type(obj)?;
                let owner = owner(self.it.state.object(object));
                Some(Value::Num(owner.map_or(-1, |t| t as i64)))
            }
            ExprKind::At { thread, label } => {
                let is = match thread {
                    Some(thread) => {
                        let thread = self.word(thread)?;
                        self.stands_at(thread, label)
                    }
                    None => (0..self.it.state.threads.len() as i64).any(|t| self.stands_at(t, label)),
                };
                Some(Value::of_bool(is))
            }
            ExprKind::Unary(op, a) => {
                let num = num_ty(a.ty);
                Some(Value::Num(arith::unary(*op, num, self.word(a)?)))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::If(c, a, b) => {
                let taken = if self.value(c)?.is_true() { a } else { b };
                self.value(taken)
            }
            ExprKind::Quant { quantifier, lo, hi, body } => self.quantified(*quantifier, lo, hi, body),
        }
    }

    fn word(&mut self, expr: &Expr) -> Option<i64> {
        self.value(expr).map(Value::word)
    }

    /// The object that an expression refers to; null is undefined.
    fn object(&mut self, expr: &Expr) -> Option<u32> {
        self.value(expr)?.object()
    }

    fn length(&mut self, obj: &Expr) -> Option<Value> {
        let number = self.object(obj)?;
        let object = self.it.state.object(number);
        object.shape.allows(commute_ir::ObjOp::Len).then(|| Value::Num(length(object)))
    }

    fn contains(&mut self, set: &Expr, elem: &Expr) -> Option<Value> {
        let number = self.object(set)?;
        let elem = self.word(elem)?;
        let object = self.it.state.object(number);
        let is_set = matches!(object.shape, Shape::Set(_));
        is_set.then(|| Value::of_bool(object.data.iter().any(|v| v.word() == elem)))
    }

    /// Whether the top frame of the thread stands at the label of its function. Nobody stands anywhere in a
    /// thread that does not exist (yet) or has finished.
    /// The same; one that is not of the type of the expression is undefined.
    fn object_of_type(&mut self, expr: &Expr) -> Option<u32> {
        let object = self.object(expr)?;
        match expr.ty {
            Ty::Class(class) if !self.it.is_instance(object, class) => None,
            _ => Some(object),
        }
    }

    /// Whether a thread's innermost call is at a label, or one of the others at one that counts for calls too.
    fn stands_at(&self, thread: i64, label: &str) -> bool {
        let thread = usize::try_from(thread).ok().and_then(|t| self.it.state.threads.get(t));
        let Some((last, callers)) = thread.and_then(|t| t.frames.split_last()) else { return false };
        let is_at = |func: FuncId, pc: Pc, is_caller: bool| {
            let labels = &self.it.code.program.functions[func.index()].labels;
            labels.iter().any(|l| l.name == label && l.pc == pc && (l.in_calls || !is_caller))
        };
        is_at(last.func, last.pc, false) || callers.iter().any(|frame| is_at(frame.func, frame.pc, true))
    }

    fn binary(&mut self, op: BinOp, a: &Expr, b: &Expr) -> Option<Value> {
        let left = self.value(a)?;
        match op {
            BinOp::And if a.ty == Ty::Bool && !left.is_true() => return Some(Value::of_bool(false)),
            BinOp::Or if a.ty == Ty::Bool && left.is_true() => return Some(Value::of_bool(true)),
            _ => {}
        }
        let right = self.word(b)?;
        arith::binary(op, num_ty(a.ty), left.word(), right).ok().map(Value::Num)
    }

    /// From the least value up, as far as needed.
    fn quantified(&mut self, quantifier: Quantifier, lo: &Expr, hi: &Expr, body: &Expr) -> Option<Value> {
        let decisive = quantifier == Quantifier::Some;
        for bound in self.word(lo)?..self.word(hi)? {
            self.params.push(Value::Num(bound));
            let holds = self.value(body);
            self.params.pop();
            if holds?.is_true() == decisive {
                return Some(Value::of_bool(decisive));
            }
        }
        Some(Value::of_bool(!decisive))
    }
}

/// The holder of a lock, of a read-write lock for writing, or of the monitor of any other object.
/// Who holds the lock or monitor of an object.
pub fn owner(object: &Object) -> Option<usize> {
    match object.shape {
        Shape::Lock | Shape::RwLock => object.data.first().and_then(|&word| thread_of(word)),
        _ => object.holder,
    }
}

/// How an operation reads operands of a type.
fn num_ty(ty: Ty) -> NumTy {
    match ty {
        Ty::Bool | Ty::I32 => NumTy::I32,
        Ty::F32 => NumTy::F32,
        Ty::F64 => NumTy::F64,
        _ => NumTy::I64,
    }
}
