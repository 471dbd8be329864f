//! Expressions: one typed pass that checks and emits, operands from left to right.

use super::body::{Body, Value};
use super::emit::Target;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::check::{Symbol, Type, codes, fold_binary, fold_unary};
use commute_base::Span;
use commute_ir::{BinOp, Instr, NumTy, Operand, Place, Reg, UnOp};

impl<'a> Body<'_, 'a> {
    /// Evaluates an expression that must have a value. If an instruction computes it and `dst` is given,
    /// that is where it goes; otherwise it is in a constant, a variable or a temporary.
    pub fn value(&mut self, e: &'a Expr, dst: Option<Reg>) -> Value {
        let value = self.expr(e, dst);
        if value.ty == Type::Nothing {
            let help = "give the function a result type, or call it as a statement";
            self.error(codes::NO_RESULT, e.span, "this call has no result", "used as a value", help);
            return Value::error();
        }
        value
    }

    /// Evaluates an expression for a place of type `ty`.
    pub fn expect(&mut self, e: &'a Expr, ty: &Type, dst: Option<Reg>) -> Operand {
        let value = self.value(e, dst);
        self.coerce(value, ty, e.span, dst)
    }

    /// Evaluates an expression into a register of type `ty`.
    pub fn expr_to(&mut self, e: &'a Expr, ty: &Type, dst: Reg) {
        let op = self.expect(e, ty, Some(dst));
        self.move_to(dst, op, e.span);
    }

    /// Evaluates an expression, which may be a call without a result.
    pub fn expr(&mut self, e: &'a Expr, dst: Option<Reg>) -> Value {
        match &e.kind {
            ExprKind::Int(n) => Value::constant(*n, Type::Int),
            ExprKind::Bool(b) => Value::constant(i64::from(*b), Type::Bool),
            ExprKind::Null => Value::new(Operand::Null, Type::Null),
            ExprKind::Paren(inner) => self.expr(inner, dst),
            ExprKind::This => self.this(e.span),
            ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..) => {
                let path = self.path(e);
                self.read(path, e.span, dst)
            }
            ExprKind::Variant(name, variant) => match self.world.variant(self.scope, name, variant) {
                Some((id, word)) => Value::constant(word, Type::Enum(id)),
                None => Value::error(),
            },
            ExprKind::Call(name, args) => self.call(name, args, e.span, dst),
            ExprKind::Method(object, name, args) => self.method(object, name, args, e.span, dst),
            ExprKind::Unary(op, a) => self.unary(*op, a, e.span, dst),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e, dst),
            ExprKind::Choose { lo, hi, inclusive } => self.choose_value(lo, hi, *inclusive, e.span, dst),
            ExprKind::Cas { target, old, new } => self.cas(target, old, new, e.span, dst),
            ExprKind::Spawn { func, args, daemon } => self.spawn(func, args, *daemon, true, e.span, dst),
            ExprKind::New { ty, args } => self.new_object(ty, args, e.span, dst),
            ExprKind::Error => Value::error(),
            ExprKind::Primed(inner) if self.primes.is_some() => self.after_action(inner, dst),
            _ => self.only_elsewhere(e),
        }
    }

    /// Reports an expression that code cannot contain.
    fn only_elsewhere(&mut self, e: &Expr) -> Value {
        let (what, help) = match &e.kind {
            ExprKind::Primed(_) => {
                let help = "primes are for `env` declarations";
                self.error(codes::BAD_PRIME, e.span, "code has no next state", "a primed expression", help);
                return Value::error();
            }
            ExprKind::Quant { .. } => ("a quantifier", "write a loop; quantifiers are for predicates"),
            ExprKind::At { .. } => ("`at`", "it is for predicates such as `invariant`"),
            ExprKind::ArrayLit(_) => {
                ("a list of elements", "create the array with `new [T; n]` and assign its elements")
            }
            _ => ("a set of elements", "create the set with `new set<T>` and add its elements"),
        };
        self.error(
            codes::WRONG_PLACE,
            e.span,
            format!("code cannot contain {what}"),
            "not allowed here",
            help,
        );
        Value::error()
    }

    fn this(&mut self, span: Span) -> Value {
        match self.class {
            Some(class) => Value::new(Operand::Reg(Reg(0)), Type::Class(class)),
            None => {
                let help = "`this` is the object of a method";
                self.error(codes::WRONG_PLACE, span, "there is no `this` here", "not in a method", help);
                Value::error()
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, a: &'a Expr, span: Span, dst: Option<Reg>) -> Value {
        let value = self.value(a, None);
        if value.ty.is_error() {
            return value;
        }
        let (un, fits, num) = match op {
            UnaryOp::Neg => (UnOp::Neg, value.ty.is_int(), NumTy::I64),
            UnaryOp::Not => (UnOp::Not, value.ty == Type::Bool, NumTy::I32),
            UnaryOp::BitNot => (UnOp::BitNot, value.ty.is_int(), NumTy::I64),
        };
        if !fits {
            self.world.bad_operand(op, &value.ty, span);
            return Value::error();
        }
        if let Operand::Int(word) = value.op {
            return Value::constant(fold_unary(op, word), value.ty);
        }
        let dst = dst.unwrap_or_else(|| self.temp(&value.ty));
        self.emit(Instr::Unary { dst, op: un, num, a: value.op }, span);
        Value::new(Operand::Reg(dst), value.ty)
    }

    fn binary(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, e: &'a Expr, dst: Option<Reg>) -> Value {
        match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies if self.is_constant(e) => {
                let (a, b) = (self.value(a, None), self.value(b, None));
                self.operate(op, a, b, e.span, dst)
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => self.short_circuit(op, a, b, dst),
            BinaryOp::In => {
                let elem = self.value(a, None);
                let set = self.value(b, None);
                self.contains(elem, set, e.span, dst)
            }
            _ => {
                let a = self.value(a, None);
                let b = self.value(b, None);
                self.operate(op, a, b, e.span, dst)
            }
        }
    }

    /// `a op b` of values that are already there.
    pub fn operate(&mut self, op: BinaryOp, a: Value, b: Value, span: Span, dst: Option<Reg>) -> Value {
        if a.ty.is_error() || b.ty.is_error() {
            return Value::error();
        }
        let Some(ty) = self.world.binary_type(op, &a.ty, &b.ty) else {
            self.world.bad_operands(op, &a.ty, &b.ty, span);
            return Value::error();
        };
        if let (Operand::Int(x), Operand::Int(y)) = (a.op, b.op)
            && let Some(word) = fold_binary(op, x, y)
        {
            return Value::constant(word, ty);
        }
        let dst = dst.unwrap_or_else(|| self.temp(&ty));
        let num = if a.ty == Type::Bool { NumTy::I32 } else { NumTy::I64 };
        self.emit(Instr::Binary { dst, op: bin_op(op), num, a: a.op, b: b.op }, span);
        let mut value = Value::new(Operand::Reg(dst), ty);
        value.range = interval(op, &a, &b).unwrap_or(value.range);
        value
    }

    /// `&&`, `||` and `=>` as a value: the right side is evaluated only if the left does not decide.
    fn short_circuit(&mut self, op: BinaryOp, a: &'a Expr, b: &'a Expr, dst: Option<Reg>) -> Value {
        let dst = dst.unwrap_or_else(|| self.temp(&Type::Bool));
        let (right, decided, end) = (self.out.target(), self.out.target(), self.out.target());
        match op {
            BinaryOp::Or => self.cond(a, decided, right),
            _ => self.cond(a, right, decided),
        }
        self.out.bind(right);
        self.expr_to(b, &Type::Bool, dst);
        self.out.jump(end, b.span);
        self.out.bind(decided);
        let word = i64::from(op != BinaryOp::And);
        self.move_to(dst, Operand::Int(word), a.span);
        self.out.bind(end);
        Value::new(Operand::Reg(dst), Type::Bool)
    }

    /// Goes to one of two places, by a condition.
    pub fn cond(&mut self, e: &'a Expr, then: Target, otherwise: Target) {
        match &e.kind {
            ExprKind::Paren(inner) => self.cond(inner, then, otherwise),
            ExprKind::Unary(UnaryOp::Not, a) => self.cond(a, otherwise, then),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Implies), a, b) => {
                let right = self.out.target();
                match op {
                    BinaryOp::And => self.cond(a, right, otherwise),
                    BinaryOp::Or => self.cond(a, then, right),
                    _ => self.cond(a, right, then),
                }
                self.out.bind(right);
                self.cond(b, then, otherwise);
            }
            _ => match self.expect(e, &Type::Bool, None) {
                Operand::Int(0) => self.out.jump(otherwise, e.span),
                Operand::Int(_) => self.out.jump(then, e.span),
                op => self.out.branch(op, then, otherwise, e.span),
            },
        }
    }

    /// Whether the expression is made of literals and constants only.
    pub fn is_constant(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Variant(..) => true,
            ExprKind::Paren(a) | ExprKind::Unary(_, a) => self.is_constant(a),
            ExprKind::Binary(_, a, b) => self.is_constant(a) && self.is_constant(b),
            ExprKind::Name(name) => {
                let field = self.class.and_then(|c| self.world.classes[c.index()].field(&name.text));
                let item = self.world.find(self.scope, &name.text).map(|i| i.symbol);
                self.find_local(&name.text).is_none()
                    && field.is_none()
                    && matches!(item, Some(Symbol::Const(c)) if self.world.open_const(c).is_none())
            }
            _ => false,
        }
    }

    fn choose_value(
        &mut self,
        lo: &'a Expr,
        hi: &'a Expr,
        inclusive: bool,
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        self.effects.unsuitable.push(("choose", span));
        let first = self.value(lo, None);
        let (first_range, lo) = (first.range, self.coerce(first, &Type::Int, lo.span, None));
        let last = self.value(hi, None);
        let (last_range, mut end) = (last.range, self.coerce(last, &Type::Int, hi.span, None));
        if inclusive {
            end = self.int_op(BinOp::Add, end, Operand::Int(1), span);
        }
        let dst = dst.unwrap_or_else(|| self.temp(&Type::Int));
        self.emit(Instr::Choose { dst, lo, hi: end }, span);
        let mut value = Value::new(Operand::Reg(dst), Type::Int);
        let greatest = if inclusive { last_range.1 } else { last_range.1.saturating_sub(1) };
        value.range = (first_range.0, greatest.max(first_range.0));
        value
    }

    fn cas(&mut self, target: &'a Expr, old: &'a Expr, new: &'a Expr, span: Span, dst: Option<Reg>) -> Value {
        let place = self.shared_place(target);
        let ty = place.as_ref().map_or(Type::Error, |(_, ty)| ty.clone());
        // The old value is compared and not stored, so it need not be in range.
        let expected = self.expect(old, &ty.widened(), None);
        let new = self.expect(new, &ty, None);
        let dst = dst.unwrap_or_else(|| self.temp(&Type::Bool));
        if let Some((place, _)) = place {
            self.emit(Instr::Cas { dst, place, expected, new }, span);
        }
        Value::new(Operand::Reg(dst), Type::Bool)
    }

    fn shared_place(&mut self, target: &'a Expr) -> Option<(Place, Type)> {
        match self.path(target) {
            super::places::Path::Word(place, ty) => Some((place, ty)),
            super::places::Path::Error => None,
            _ => {
                let help = "use a shared variable, a field or an element";
                self.error(codes::NO_PLACE, target.span, "`cas` needs a shared place", "not shared", help);
                None
            }
        }
    }
}

/// The values of `a op b`, if they are easily known and it cannot overflow.
fn interval(op: BinaryOp, a: &Value, b: &Value) -> Option<(i64, i64)> {
    let ((a_lo, a_hi), (b_lo, b_hi)) = (a.range, b.range);
    match op {
        BinaryOp::Add => Some((a_lo.checked_add(b_lo)?, a_hi.checked_add(b_hi)?)),
        BinaryOp::Sub => Some((a_lo.checked_sub(b_hi)?, a_hi.checked_sub(b_lo)?)),
        BinaryOp::Rem if b_lo > 0 => Some((0, b_hi - 1)),
        BinaryOp::BitAnd if b_lo >= 0 => Some((0, b_hi)),
        _ => None,
    }
}

pub(super) fn bin_op(op: BinaryOp) -> BinOp {
    match op {
        BinaryOp::Add => BinOp::Add,
        BinaryOp::Sub => BinOp::Sub,
        BinaryOp::Mul => BinOp::Mul,
        BinaryOp::Div => BinOp::Div,
        BinaryOp::Rem => BinOp::Mod,
        BinaryOp::BitAnd | BinaryOp::And => BinOp::And,
        BinaryOp::BitOr | BinaryOp::Or => BinOp::Or,
        BinaryOp::BitXor => BinOp::Xor,
        BinaryOp::Shl => BinOp::Shl,
        BinaryOp::Shr => BinOp::Shr,
        BinaryOp::Eq => BinOp::Eq,
        BinaryOp::Ne => BinOp::Ne,
        BinaryOp::Lt => BinOp::Lt,
        BinaryOp::Le => BinOp::Le,
        BinaryOp::Gt => BinOp::Gt,
        BinaryOp::Ge => BinOp::Ge,
        BinaryOp::Implies | BinaryOp::In => {
            unreachable!("[commute internal bug] {op:?} is not one instruction")
        }
    }
}
