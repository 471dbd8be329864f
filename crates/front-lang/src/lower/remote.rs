//! Remote calls: a request and a reply. The process that is called executes each call in a thread of its own, so that it holds no
//! locks of the caller, also if that belongs to the same process (Sto00 section 10).

use super::body::{Body, Value};
use crate::ast::{Expr, ExprKind, Name};
use crate::check::{FnKind, ScopeId, Symbol, Type, codes, did_you_mean};
use commute_base::Span;
use commute_ir::{FuncId, Instr, ObjOp, Operand, Reg};

impl<'a> Body<'_, 'a> {
    /// The process that an expression names.
    pub fn process(&self, object: &Expr) -> Option<ScopeId> {
        let ExprKind::Name(name) = &object.kind else { return None };
        let is_field = self.class.is_some_and(|c| self.world.classes[c.index()].field(&name.text).is_some());
        if is_field || self.find_local(&name.text).is_some() {
            return None;
        }
        match self.world.find(self.scope, &name.text).map(|item| item.symbol) {
            Some(Symbol::Process(scope)) => Some(scope),
            _ => None,
        }
    }

    /// `process.f(args)`. The caller joins the thread that executes the call, so that it is known who waits for whom.
    pub fn remote_call(
        &mut self,
        process: ScopeId,
        name: &'a Name,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        self.effects.unsuitable.push(("call another process", span));
        let Some(func) = self.remote_function(process, name) else {
            args.iter().for_each(|a| drop(self.expr(a, None)));
            return Value::error();
        };
        let mut args = self.arguments(func, name, Vec::new(), args, span);
        let (ret, answering) =
            (self.world.fns[func.index()].ret.clone(), self.world.fns[func.index()].answering);
        let handle = self.temp(&Type::Thread);
        let reply = answering.map(|_| self.reply_channel(&ret, span));
        args.splice(0..0, reply);
        let func = answering.unwrap_or(func);
        self.emit(Instr::Spawn { dst: Some(handle), func, args: args.into(), daemon: true }, span);
        self.emit(Instr::Invoke { dst: None, op: ObjOp::Join, obj: Operand::Reg(handle), arg: None }, span);
        let Some(obj) = reply else { return Value::new(Operand::Int(0), Type::Nothing) };
        let dst = dst.unwrap_or_else(|| self.temp(&ret));
        self.emit(Instr::Invoke { dst: Some(dst), op: ObjOp::Receive, obj, arg: None }, span);
        let mut value = Value::new(Operand::Reg(dst), ret.widened());
        value.range = ret.bounds();
        value
    }

    fn reply_channel(&mut self, ret: &Type, span: Span) -> Operand {
        let ty = Type::Channel(Box::new(ret.clone()));
        let (dst, shape) = (self.temp(&ty), self.world.shape(&ty));
        self.emit(Instr::New { dst, shape, arg: Operand::Int(1) }, span);
        Operand::Reg(dst)
    }

    fn remote_function(&mut self, process: ScopeId, name: &Name) -> Option<FuncId> {
        let is_remote = |func: FuncId| matches!(self.world.fns[func.index()].kind, FnKind::Fn(f) if f.remote);
        let names = &self.world.scopes[process.0].names;
        let symbol = names.get(&name.text).map(|item| item.symbol);
        if let Some(Symbol::Fn(func)) = symbol
            && is_remote(func)
        {
            return Some(func);
        }
        let process = self.world.scopes[process.0].prefix.trim_end_matches('.').to_owned();
        let remote =
            names.iter().filter(|(_, item)| matches!(item.symbol, Symbol::Fn(func) if is_remote(func)));
        let (message, help) = match symbol {
            Some(Symbol::Fn(_)) => (
                format!("`{}` of `{process}` is not remote", name.text),
                format!("declare it with `remote fn {}(...)`", name.text),
            ),
            _ => (
                format!("`{process}` has no remote function `{}`", name.text),
                did_you_mean(&name.text, remote.map(|(n, _)| n.as_str()), "declare it with `remote fn`"),
            ),
        };
        self.error(codes::UNKNOWN_MEMBER, name.span, message, "cannot be called", help);
        None
    }

    /// The body of the threads that answer calls of `func`: the first register has the channel for the result.
    pub fn answering_body(&mut self, func: FuncId) -> (usize, Span) {
        let (params, ret) =
            (self.world.fns[func.index()].params.clone(), self.world.fns[func.index()].ret.clone());
        let span = match self.world.fns[func.index()].kind {
            FnKind::Fn(f) => f.name.span,
            _ => self.world.fns[func.index()].span,
        };
        let reply = self.register("reply", &Type::Channel(Box::new(ret.clone())));
        let args = params.iter().map(|ty| Operand::Reg(self.register("", ty))).collect();
        let dst = self.temp(&ret);
        self.effects.calls.push((func, span));
        self.emit(Instr::Call { dst: Some(dst), func, args }, span);
        let (obj, arg) = (Operand::Reg(reply), Some(Operand::Reg(dst)));
        self.emit(Instr::Invoke { dst: None, op: ObjOp::Send, obj, arg }, span);
        (1 + params.len(), span)
    }
}
