//! Loops, `break` and `continue`.

use super::assigned::assigned_in;
use super::body::{Body, Loop, Value};
use super::stmts::closing;
use crate::ast::{Block, Expr, LoopSpec, Name};
use crate::check::{Type, codes};
use commute_base::Span;
use commute_ir::{BinOp, Instr, NumTy, ObjOp, Operand, Place, Reg};

const LOOP_VARIABLE: &str = "the variable of a `for` loop";

impl<'a> Body<'_, 'a> {
    pub fn while_(&mut self, cond: &'a Expr, spec: &'a LoopSpec, body: &'a Block) {
        self.loop_notes(spec);
        let head = self.out.target_here();
        let (inside, end) = (self.out.target(), self.out.target());
        if !self.is_constant(cond) {
            self.cond(cond, inside, end);
            self.out.bind(inside);
        } else if self.expect(cond, &Type::Bool, None) == Operand::Int(0) {
            self.out.jump(end, cond.span);
        }
        self.loop_body(body, Loop { on_break: end, on_continue: head, cleanups: self.cleanups.len() });
        self.out.jump(head, closing(body.span));
        self.out.bind(end);
    }

    pub fn loop_(&mut self, spec: &'a LoopSpec, body: &'a Block) {
        self.loop_notes(spec);
        let head = self.out.target_here();
        let end = self.out.target();
        self.loop_body(body, Loop { on_break: end, on_continue: head, cleanups: self.cleanups.len() });
        self.out.jump(head, closing(body.span));
        self.out.bind(end);
    }

    fn loop_body(&mut self, body: &'a Block, info: Loop) {
        self.loops.push(info);
        self.block(body);
        self.loops.pop();
    }

    pub fn for_range(
        &mut self,
        var: &'a Name,
        (lo, hi, inclusive): (&'a Expr, &'a Expr, bool),
        spec: &'a LoopSpec,
        body: &'a Block,
    ) {
        let reg = self.register(&var.text, &Type::Int);
        let first = self.value(lo, Some(reg));
        let first_range = first.range;
        let first = self.coerce(first, &Type::Int, lo.span, None);
        let last = self.value(hi, None);
        let last_range = last.range;
        let last = self.stable(last, hi, body);
        let last = self.coerce(last, &Type::Int, hi.span, None);
        self.move_to(reg, first, lo.span);
        let (op, last, greatest) = match (inclusive, last) {
            (false, last) => (BinOp::Lt, last, last_range.1.saturating_sub(1)),
            (true, Operand::Int(n)) if n < i64::MAX => (BinOp::Lt, Operand::Int(n + 1), n),
            (true, last) => (BinOp::Le, last, last_range.1),
        };
        self.blocks.push(Vec::new());
        self.declare(var, reg, Type::Int, Some(LOOP_VARIABLE));
        self.limit_last((first_range.0, greatest.max(first_range.0)));
        let span = lo.span.to(hi.span);
        self.loop_notes(spec);
        self.counting_loop(reg, op, span, body, |_| last, |_| {});
        self.blocks.pop();
    }

    /// `while counter op limit { before; body; counter += 1 }`
    fn counting_loop(
        &mut self,
        counter: Reg,
        op: BinOp,
        span: Span,
        body: &'a Block,
        limit: impl FnOnce(&mut Self) -> Operand,
        before: impl FnOnce(&mut Self),
    ) {
        let head = self.out.target_here();
        let (inside, next, end) = (self.out.target(), self.out.target(), self.out.target());
        let b = limit(self);
        let test = self.temp(&Type::Bool);
        let a = Operand::Reg(counter);
        self.emit(Instr::Binary { dst: test, op, num: NumTy::I64, a, b }, span);
        self.out.branch(Operand::Reg(test), inside, end, span);
        self.out.bind(inside);
        before(self);
        self.loop_body(body, Loop { on_break: end, on_continue: next, cleanups: self.cleanups.len() });
        self.out.bind(next);
        let b = Operand::Int(1);
        self.emit(Instr::Binary { dst: counter, op: BinOp::Add, num: NumTy::I64, a, b }, span);
        self.out.jump(head, closing(body.span));
        self.out.bind(end);
    }

    /// An index loop. The length of a fixed array is read once, that of others before each round.
    pub fn for_each(&mut self, var: &'a Name, over: &'a Expr, spec: &'a LoopSpec, body: &'a Block) {
        let object = self.value(over, None);
        let object = self.stable(object, over, body);
        let elem = match &object.ty {
            Type::Array(t) | Type::Seq(t) | Type::Set(t) => (**t).clone(),
            Type::Error => Type::Error,
            other => {
                let message = format!("`{}` has no elements", self.world.show(other));
                self.error(codes::MISMATCH, over.span, message, "not an array or set", "");
                Type::Error
            }
        };
        let reg = self.register(&var.text, &elem);
        self.blocks.push(Vec::new());
        self.declare(var, reg, elem.clone(), Some(LOOP_VARIABLE));
        if elem.is_error() {
            self.block(body);
        } else {
            self.element_loop(object, reg, over.span, spec, body);
        }
        self.blocks.pop();
    }

    fn element_loop(&mut self, object: Value, reg: Reg, span: Span, spec: &'a LoopSpec, body: &'a Block) {
        let counter = self.temp(&Type::Int);
        let length = |body: &mut Self| {
            let len = body.temp(&Type::Int);
            let (dst, op) = (Some(len), ObjOp::Len);
            body.emit(Instr::Invoke { dst, op, obj: object.op, arg: None }, span);
            Operand::Reg(len)
        };
        let fixed = match (&object.ty, object.len) {
            (Type::Array(_), Some(len)) => Some(Operand::Int(len)),
            (Type::Array(_), None) => Some(length(self)),
            _ => None,
        };
        self.move_to(counter, Operand::Int(0), span);
        let index = Operand::Reg(counter);
        let is_set = matches!(object.ty, Type::Set(_));
        let read = |body: &mut Self| {
            let instr = if is_set {
                Instr::Invoke { dst: Some(reg), op: ObjOp::Nth, obj: object.op, arg: Some(index) }
            } else {
                Instr::Load { dst: reg, place: Place::Elem { arr: object.op, index }, plain: false }
            };
            body.emit(instr, span);
        };
        self.loop_notes(spec);
        self.counting_loop(counter, BinOp::Lt, span, body, |b| fixed.unwrap_or_else(|| length(b)), read);
    }

    pub fn jump_out(&mut self, is_break: bool, span: Span) {
        let Some(&info) = self.loops.last() else {
            let word = if is_break { "break" } else { "continue" };
            self.error(codes::NO_LOOP, span, format!("`{word}` outside a loop"), "there is no loop here", "");
            return;
        };
        self.leave(info.cleanups, span);
        self.out.jump(if is_break { info.on_break } else { info.on_continue }, span);
    }

    /// The value, in a temporary if it is in a variable that the body assigns to.
    pub fn stable(&mut self, mut value: Value, e: &'a Expr, body: &Block) -> Value {
        let mut at = e;
        while let crate::ast::ExprKind::Paren(inner) = &at.kind {
            at = inner;
        }
        if let crate::ast::ExprKind::Name(name) = &at.kind
            && self.find_local(&name.text).is_some()
            && assigned_in(body, &name.text)
        {
            let dst = self.temp(&value.ty);
            self.emit(Instr::Move { dst, src: value.op }, e.span);
            value.op = Operand::Reg(dst);
        }
        value
    }
}
