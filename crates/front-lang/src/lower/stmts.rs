//! Statements other than loops and regions.

use super::body::{Body, Value};
use super::places::{Fixed, Path};
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Name, Stmt, StmtKind, Type as Written};
use crate::check::{Type, codes};
use commute_base::Span;
use commute_ir::{Instr, ObjOp, Operand, Reg, Ty};

impl<'a> Body<'_, 'a> {
    pub fn stmt(&mut self, s: &'a Stmt) {
        match &s.kind {
            StmtKind::Let { name, ty, init } => self.let_(name, ty.as_ref(), init.as_ref(), s.span),
            StmtKind::Assign { target, op, value } => self.assign(target, *op, value, s.span),
            StmtKind::Expr(e) => self.expr_stmt(e),
            StmtKind::If { cond, then, otherwise } => self.if_(cond, then, otherwise.as_ref()),
            StmtKind::While { cond, spec, body } => self.while_(cond, spec, body),
            StmtKind::Loop { spec, body } => self.loop_(spec, body),
            StmtKind::ForRange { var, lo, hi, inclusive, spec, body } => {
                self.for_range(var, (lo, hi, *inclusive), spec, body)
            }
            StmtKind::ForEach { var, over, spec, body } => self.for_each(var, over, spec, body),
            StmtKind::Action { pred, modifies, assert } => {
                self.action(pred, modifies, assert.as_ref(), s.span)
            }
            StmtKind::Break => self.jump_out(true, s.span),
            StmtKind::Continue => self.jump_out(false, s.span),
            StmtKind::Return(value) => self.return_(value.as_ref(), s.span),
            StmtKind::Atomic(body) => self.atomic(body, s.span),
            StmtKind::When { guard, timed, body } => self.when(guard, *timed, body.as_ref(), s.span),
            StmtKind::Choose(branches) => self.choose(branches, s.span),
            StmtKind::Select { arms, otherwise } => self.select(arms, otherwise, s.span),
            StmtKind::Synchronized { object, body } => self.synchronized(object, body, s.span),
            StmtKind::With { lock, body } => self.with(lock, body, s.span),
            StmtKind::Assert { cond, message } => self.assert(cond, message.as_deref(), s.span),
            StmtKind::Assume(e) => {
                let cond = self.expect(e, &Type::Bool, None);
                self.emit(Instr::Assume { cond }, s.span);
            }
            StmtKind::Skip | StmtKind::Error => {}
            StmtKind::Yield => self.emit(Instr::Yield, s.span),
            StmtKind::Try { body, catches } => self.try_(body, catches),
            StmtKind::Throw(e) => self.throw(e, s.span),
            StmtKind::Join(e) => self.join(e, s.span),
            StmtKind::Label(name) => self.label(name),
            StmtKind::Block(body) => self.block(body),
        }
    }

    fn let_(&mut self, name: &'a Name, ty: Option<&'a Written>, init: Option<&'a Expr>, span: Span) {
        let declared = ty.map(|t| self.world.resolve_type(self.scope, t));
        // The type of the register is set when the type of the value is known.
        let reg = self.out.local(&name.text, Ty::I64);
        let ty = match (declared, init) {
            (Some(ty), Some(init)) => {
                self.set_type(reg, &ty);
                self.expr_to(init, &ty, reg);
                ty
            }
            (Some(ty), None) => {
                self.set_type(reg, &ty);
                let src = if ty.is_ref() { Operand::Null } else { Operand::Int(ty.default_word()) };
                self.emit(Instr::Move { dst: reg, src }, span);
                ty
            }
            (None, Some(init)) => self.let_inferred(name, init, reg),
            (None, None) => self.no_type(name),
        };
        self.declare(name, reg, ty, None);
    }

    fn let_inferred(&mut self, name: &'a Name, init: &'a Expr, reg: Reg) -> Type {
        let value = self.value(init, Some(reg));
        match value.ty {
            Type::Error => Type::Error,
            Type::Null => self.no_type(name),
            ty => {
                self.set_type(reg, &ty);
                self.move_to(reg, value.op, init.span);
                ty
            }
        }
    }

    fn no_type(&mut self, name: &Name) -> Type {
        let help = format!("write it: `let {}: T ...`", name.text);
        let message = format!("the type of `{}` is not known", name.text);
        self.error(codes::NO_TYPE, name.span, message, "needs a type", help);
        Type::Error
    }

    fn set_type(&mut self, reg: Reg, ty: &Type) {
        let ty = self.world.ir_ty(ty);
        if let Some(decl) = self.out.regs.get_mut(usize::from(reg.0)) {
            decl.ty = ty;
        }
    }

    fn assign(&mut self, target: &'a Expr, op: Option<BinaryOp>, value: &'a Expr, span: Span) {
        if self.assign_field(target, op, value, span) {
            return;
        }
        let path = self.path(target);
        match path {
            Path::Local(local) => {
                if let Some(why) = local.fixed {
                    self.immutable(target.span, &local.name, why);
                }
                self.assign_local(local.reg, &local.ty, op, value, span);
            }
            Path::Word(place, ty) => {
                let new = match op {
                    None => self.value(value, None),
                    Some(op) => {
                        let old = self.read(Path::Word(place, ty.clone()), target.span, None);
                        let right = self.value(value, None);
                        self.operate(op, old, right, span, None)
                    }
                };
                let src = self.coerce(new, &ty, value.span, None);
                self.emit(Instr::Store { place, src, plain: false }, span);
            }
            Path::Error => drop(self.value(value, None)),
            Path::Fixed(_, Fixed::Const) => self.cannot_assign(target, "a constant", "declare it as a `var`"),
            Path::Fixed(_, Fixed::Object) | Path::Table(_) => {
                let help = "it is this object for ever: assign to elements, or use a field of a class";
                self.cannot_assign(target, "not a variable but an object", help);
            }
            Path::Fixed(_, Fixed::Value) | Path::Threads(_) => {
                let help = match target.kind {
                    ExprKind::Field(..) => {
                        "a shared record changes as a whole: change a copy and assign that"
                    }
                    _ => "assign to a variable, field or element",
                };
                self.cannot_assign(target, "not a variable", help);
            }
        }
    }

    fn assign_local(&mut self, reg: Reg, ty: &Type, op: Option<BinaryOp>, value: &'a Expr, span: Span) {
        let Some(op) = op else {
            // A constructor may fail, and must then leave the variable as it was.
            if is_new(value) {
                let object = self.expect(value, ty, None);
                return self.move_to(reg, object, span);
            }
            return self.expr_to(value, ty, reg);
        };
        let old = self.read_local(reg, ty);
        let right = self.value(value, None);
        let new = self.operate(op, old, right, span, Some(reg));
        let op = self.coerce(new, ty, span, Some(reg));
        self.move_to(reg, op, span);
    }

    fn read_local(&mut self, reg: Reg, ty: &Type) -> Value {
        let mut value = Value::new(Operand::Reg(reg), ty.widened());
        value.range = ty.bounds();
        value
    }

    pub fn immutable(&mut self, span: Span, name: &str, why: &str) {
        let message = format!("`{name}` cannot be assigned to");
        self.error(codes::IMMUTABLE, span, message, why, "copy it into a variable: `let v = ...`");
    }

    fn cannot_assign(&mut self, target: &Expr, what: &str, help: &str) {
        let text = self.world.sources.text(target.span).to_owned();
        self.error(codes::IMMUTABLE, target.span, format!("`{text}` cannot be assigned to"), what, help);
    }

    fn expr_stmt(&mut self, e: &'a Expr) {
        let mut at = e;
        while let ExprKind::Paren(inner) = &at.kind {
            at = inner;
        }
        match &at.kind {
            ExprKind::Spawn { func, args, daemon } => {
                self.spawn(func, args, *daemon, false, at.span, None);
            }
            ExprKind::Call(..) | ExprKind::Method(..) => {
                let before = self.out.here();
                self.expr(at, None);
                if before < self.out.here() {
                    self.out.drop_result();
                }
            }
            _ => drop(self.expr(at, None)),
        }
    }

    fn if_(&mut self, cond: &'a Expr, then: &'a Block, otherwise: Option<&'a Block>) {
        let (yes, no, end) = (self.out.target(), self.out.target(), self.out.target());
        self.cond(cond, yes, no);
        self.out.bind(yes);
        self.block(then);
        if let Some(otherwise) = otherwise {
            self.out.jump(end, closing(then.span));
            self.out.bind(no);
            self.block(otherwise);
        } else {
            self.out.bind(no);
        }
        self.out.bind(end);
    }

    /// One visible step that decides, then the branch.
    fn choose(&mut self, branches: &'a [Block], span: Span) {
        let head = Span { end: span.end.min(span.start + "choose".len() as u32), ..span };
        self.effects.unsuitable.push(("choose", head));
        let dst = self.temp(&Type::Int);
        let hi = Operand::Int(branches.len() as i64);
        self.emit(Instr::Choose { dst, lo: Operand::Int(0), hi }, head);
        let targets: Vec<_> = branches.iter().map(|_| self.out.target()).collect();
        let end = self.out.target();
        self.out.switch(Operand::Reg(dst), &targets, head);
        for (i, (branch, target)) in branches.iter().zip(targets).enumerate() {
            self.out.bind(target);
            self.block(branch);
            if i + 1 < branches.len() {
                self.out.jump(end, closing(branch.span));
            }
        }
        self.out.bind(end);
    }

    fn return_(&mut self, value: Option<&'a Expr>, span: Span) {
        let ret = self.ret.clone();
        let value = match (value, &ret) {
            (Some(e), Type::Nothing) => {
                let value = self.expr(e, None);
                if !value.ty.is_error() {
                    let message = format!("this {} has no result", self.what);
                    let help = if self.what == "function" { "give it a result type: `-> T`" } else { "" };
                    self.error(codes::BAD_RETURN, e.span, message, "a value is returned", help);
                }
                None
            }
            (Some(e), ty) => Some(self.expect(e, ty, None)),
            (None, Type::Nothing | Type::Error) => None,
            (None, ty) => {
                let message = format!("this function returns `{}`", self.world.show(ty));
                self.error(codes::BAD_RETURN, span, message, "no value is returned", "write `return e;`");
                None
            }
        };
        self.leave(0, span);
        self.emit(Instr::Return { value }, span);
    }

    fn assert(&mut self, cond: &'a Expr, message: Option<&str>, span: Span) {
        let message = match message {
            Some(text) => text.to_owned(),
            None => {
                let text = self.world.sources.text(cond.span);
                format!("assert {}", text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        };
        let cond = self.expect(cond, &Type::Bool, None);
        self.emit(Instr::Assert { cond, message: message.into() }, span);
    }

    fn throw(&mut self, e: &'a Expr, span: Span) {
        let value = self.value(e, None);
        if !matches!(value.ty, Type::Class(_) | Type::Exception | Type::Error) {
            let message = format!("`{}` cannot be thrown", self.world.show(&value.ty));
            self.error(
                codes::MISMATCH,
                e.span,
                message,
                "not an instance of a class",
                "write `throw new C();`",
            );
        }
        self.emit(Instr::Throw { exc: value.op }, span);
    }

    fn join(&mut self, e: &'a Expr, span: Span) {
        self.effects.unsuitable.push(("block", span));
        let obj = self.expect(e, &Type::Thread, None);
        self.emit(Instr::Invoke { dst: None, op: ObjOp::Join, obj, arg: None }, span);
    }

    fn label(&mut self, name: &'a Name) {
        if let Some((first, _)) = self.labels.iter().find(|(l, _)| l.text == name.text) {
            let first = first.span;
            self.world.duplicate(name, first);
        }
        let at = self.out.reachable.then(|| self.out.here());
        self.labels.push((name, at));
    }
}

/// The last character of a block: its closing brace.
pub(super) fn closing(span: Span) -> Span {
    Span { start: span.end.saturating_sub(1).max(span.start), ..span }
}

fn is_new(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::New { .. } => true,
        ExprKind::Paren(inner) => is_new(inner),
        _ => false,
    }
}
