//! Blocks that must be left properly: `atomic`, `when`, `synchronized`, `with`, `try`.

use super::body::{Body, Cleanup};
use super::stmts::closing;
use crate::ast::{Block, Catch, Expr};
use crate::check::{Type, check_guard, codes};
use commute_base::Span;
use commute_ir::{Instr, ObjOp, Operand};

impl<'a> Body<'_, 'a> {
    pub fn atomic(&mut self, body: &'a Block, span: Span) {
        self.emit(Instr::AtomicBegin, self.head(span, body.span));
        self.atomic_body(body);
    }

    fn atomic_body(&mut self, body: &'a Block) {
        self.cleanups.push(Cleanup::Atomic);
        self.block(body);
        self.cleanups.pop();
        self.emit(Instr::AtomicEnd, closing(body.span));
    }

    pub fn when(&mut self, guard: &'a Expr, timed: bool, body: Option<&'a Block>, span: Span) {
        check_guard(self.world, guard);
        let head = body.map_or(span, |b| self.head(span, b.span));
        self.effects.unsuitable.push(("block", head));
        let retry = self.out.here();
        self.emit(Instr::AtomicBegin, head);
        let cond = self.expect(guard, &Type::Bool, None);
        self.emit(Instr::Block { cond, timed, retry }, head);
        match body {
            Some(body) => self.atomic_body(body),
            None => self.emit(Instr::AtomicEnd, span),
        }
    }

    pub fn synchronized(&mut self, object: &'a Expr, body: &'a Block, span: Span) {
        let value = self.value(object, None);
        let value = self.stable(value, object, body);
        let monitor = match &value.ty {
            Type::Lock => Err("`with (m) { ... }` is for locks"),
            Type::Class(_) | Type::Array(_) | Type::Seq(_) | Type::Set(_) | Type::Error => Ok(()),
            _ => Err("use an instance of a class"),
        };
        if let Err(help) = monitor {
            let message = format!("`{}` has no monitor", self.world.show(&value.ty));
            self.error(codes::MISMATCH, object.span, message, "cannot be synchronized on", help);
        }
        self.monitor(value.op, self.head(span, body.span), body);
    }

    /// A block that holds the monitor of an object.
    pub fn monitor(&mut self, object: Operand, head: Span, body: &'a Block) {
        self.held(ObjOp::MonitorEnter, ObjOp::MonitorExit, object, head, body);
    }

    pub fn with(&mut self, lock: &'a Expr, body: &'a Block, span: Span) {
        let value = self.value(lock, None);
        let value = self.stable(value, lock, body);
        if !matches!(value.ty, Type::Lock | Type::Error) {
            let help = match value.ty {
                Type::Class(_) => "`synchronized (o) { ... }` is for objects of a class",
                _ => "use a `lock`",
            };
            let message = format!("expected `lock`, found `{}`", self.world.show(&value.ty));
            self.error(codes::MISMATCH, lock.span, message, "not a lock", help);
        }
        self.effects.unsuitable.push(("block", lock.span));
        self.held(ObjOp::Acquire, ObjOp::Release, value.op, self.head(span, body.span), body);
    }

    /// Enter; body; exit. An exception in the body exits too, and goes on.
    fn held(&mut self, enter: ObjOp, exit: ObjOp, obj: Operand, head: Span, body: &'a Block) {
        self.emit(Instr::Invoke { dst: None, op: enter, obj, arg: None }, head);
        let end_span = closing(body.span);
        let from = self.out.here();
        self.cleanups.push(Cleanup::Invoke(exit, obj));
        self.block(body);
        self.cleanups.pop();
        let to = self.out.here();
        self.clean_up(Cleanup::Invoke(exit, obj), end_span);
        let end = self.out.target();
        let exception = self.temp(&Type::Exception);
        if from < to {
            self.out.jump(end, end_span);
            self.out.handler(from, to, None, exception);
            self.clean_up(Cleanup::Invoke(exit, obj), end_span);
            self.emit(Instr::Throw { exc: Operand::Reg(exception) }, end_span);
        }
        self.out.bind(end);
    }

    /// What stands before the body of a statement.
    pub fn head(&self, statement: Span, body: Span) -> Span {
        let end = body.start.clamp(statement.start, statement.end);
        let text = self.world.sources.text(Span { end, ..statement });
        let blank = (text.len() - text.trim_end().len()) as u32;
        Span { end: end - blank, ..statement }
    }

    pub fn try_(&mut self, body: &'a Block, catches: &'a [Catch]) {
        let from = self.out.here();
        self.block(body);
        let to = self.out.here();
        let end = self.out.target();
        for catch in catches {
            self.out.jump(end, closing(body.span));
            let class = catch.class.as_ref().map(|name| self.world.named_class(self.scope, name));
            let ty = match class {
                Some(Some(id)) => Type::Class(id),
                Some(None) => Type::Error,
                None => Type::Exception,
            };
            let reg = self.register(&catch.var.text, &ty);
            self.out.handler(from, to, class.flatten(), reg);
            self.blocks.push(Vec::new());
            self.declare(&catch.var, reg, ty, None);
            self.block(&catch.body);
            self.blocks.pop();
        }
        self.out.bind(end);
    }
}
