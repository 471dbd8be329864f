//! Calls of functions and methods, operations on objects, `new` and `spawn`.

use super::body::{Body, Value};
use super::channels::is_message;
use super::objects::{ObjectMethod, object_method, object_methods};
use crate::ast::{self, Expr, Name, TypeKind};
use crate::check::{FnKind, Symbol, Type, codes, did_you_mean};
use commute_base::{Diagnostic, Span};
use commute_ir::{ClassId, FuncId, Instr, ObjOp, Operand, Reg};

impl<'a> Body<'_, 'a> {
    pub fn call(&mut self, name: &'a Name, args: &'a [Expr], span: Span, dst: Option<Reg>) -> Value {
        if let Some(class) = self.class
            && let Some(func) = self.world.classes[class.index()].method(&name.text)
        {
            let this = Value::new(Operand::Reg(Reg(0)), Type::Class(class));
            return self.call_method(this, func, name, args, span, dst);
        }
        match (name.text.as_str(), args) {
            ("len", [of]) => return self.method(of, name, &[], span, dst),
            ("owner", _) => {
                let help = "it is for predicates such as `invariant`";
                self.error(
                    codes::WRONG_PLACE,
                    span,
                    "code cannot ask for an owner",
                    "not allowed here",
                    help,
                );
                return Value::error();
            }
            _ => {}
        }
        if let Some(Symbol::Record(at)) = self.world.find(self.scope, &name.text).map(|i| i.symbol) {
            return self.new_record(at, name, args, span, dst);
        }
        let Some(func) = self.function(name) else {
            args.iter().for_each(|a| drop(self.expr(a, None)));
            return Value::error();
        };
        let args = self.arguments(func, name, Vec::new(), args, span);
        self.finish_call(func, args, span, dst, |dst, args| Instr::Call { dst, func, args })
    }

    /// The function with this name.
    fn function(&mut self, name: &Name) -> Option<FuncId> {
        match self.world.find(self.scope, &name.text).map(|i| i.symbol) {
            Some(Symbol::Fn(func)) => return Some(func),
            Some(other) => {
                let message = format!("`{}` is {}, not a function", name.text, other.kind());
                let help =
                    if matches!(other, Symbol::Class(_)) { "create an instance with `new`" } else { "" };
                self.error(codes::WRONG_KIND, name.span, message, "not a function", help);
            }
            None => {
                let functions = self.world.visible_names(self.scope).into_iter().filter(|n| {
                    matches!(self.world.find(self.scope, n).map(|i| i.symbol), Some(Symbol::Fn(_)))
                });
                let otherwise = format!("declare it with `fn {}(...)`", name.text);
                let help = did_you_mean(&name.text, functions, &otherwise);
                let message = format!("there is no function `{}`", name.text);
                self.error(codes::UNKNOWN_NAME, name.span, message, "not declared", help);
            }
        }
        None
    }

    /// Evaluates arguments for the parameters of `func`, after those in `first`.
    pub fn arguments(
        &mut self,
        func: FuncId,
        name: &Name,
        first: Vec<Operand>,
        args: &'a [Expr],
        span: Span,
    ) -> Vec<Operand> {
        let params = self.world.fns[func.index()].params.clone();
        if params.len() != args.len() {
            let declared = match self.world.fns[func.index()].kind {
                FnKind::Fn(f) | FnKind::Method(_, f) => Some(f.name.span),
                FnKind::Constructor(_) | FnKind::Thread(_) | FnKind::Answering(_) => None,
            };
            self.wrong_count(name, params.len(), args.len(), span, declared);
        }
        let mut operands = first;
        for (i, arg) in args.iter().enumerate() {
            let ty = params.get(i).cloned().unwrap_or(Type::Error);
            operands.push(self.expect(arg, &ty, None));
        }
        operands
    }

    pub fn wrong_count(
        &mut self,
        name: &Name,
        takes: usize,
        given: usize,
        span: Span,
        declared: Option<Span>,
    ) {
        let count = |n: usize| if n == 1 { "1 argument".to_owned() } else { format!("{n} arguments") };
        let message = format!("`{}` takes {}", name.text, count(takes));
        let mut error =
            Diagnostic::error(codes::ARGUMENTS, span, message, format!("{} given", count(given)), "");
        if let Some(at) = declared {
            error = error.with(at, "declared here");
        }
        self.world.diagnostics.push(error);
    }

    fn finish_call(
        &mut self,
        func: FuncId,
        args: Vec<Operand>,
        span: Span,
        dst: Option<Reg>,
        instr: impl FnOnce(Option<Reg>, Box<[Operand]>) -> Instr,
    ) -> Value {
        self.effects.calls.push((func, span));
        let ret = self.world.fns[func.index()].ret.clone();
        if matches!(ret, Type::Nothing | Type::Error) {
            self.emit(instr(None, args.into()), span);
            return Value::new(Operand::Int(0), ret);
        }
        let dst = dst.unwrap_or_else(|| self.temp(&ret));
        self.emit(instr(Some(dst), args.into()), span);
        let mut value = Value::new(Operand::Reg(dst), ret.widened());
        value.range = ret.bounds();
        value
    }

    pub fn method(
        &mut self,
        object: &'a Expr,
        name: &'a Name,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        if let Some(process) = self.process(object) {
            return self.remote_call(process, name, args, span, dst);
        }
        let value = self.value(object, None);
        match value.ty {
            Type::Channel(_) | Type::Faulty(_) if is_message(&name.text) => {
                self.message(value, name, args, span, dst)
            }
            Type::Error => {
                args.iter().for_each(|a| drop(self.expr(a, None)));
                Value::error()
            }
            Type::Class(class) => match self.world.classes[class.index()].method(&name.text) {
                Some(func) => self.call_method(value, func, name, args, span, dst),
                None if object_method(&value.ty, &name.text).is_some() => {
                    self.invoke(value, name, args, span, dst)
                }
                None => self.unknown_method(class, name),
            },
            _ => self.invoke(value, name, args, span, dst),
        }
    }

    fn unknown_method(&mut self, class: ClassId, name: &Name) -> Value {
        let class = &self.world.classes[class.index()];
        let methods = class.methods.iter().map(|(m, _)| m.name.text.as_str());
        let builtin = object_methods(&Type::Class(ClassId(0)));
        let help = did_you_mean(&name.text, methods.chain(builtin.iter().map(|m| m.name)), "");
        let message = format!("`{}` has no method `{}`", class.name.text, name.text);
        self.error(codes::UNKNOWN_MEMBER, name.span, message, "no such method", help);
        Value::error()
    }

    fn call_method(
        &mut self,
        object: Value,
        func: FuncId,
        name: &Name,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        let args = self.arguments(func, name, vec![object.op], args, span);
        let Some(selector) = self.world.fns[func.index()].selector else {
            let help = "`new` calls it; put what must be done again into another method";
            self.error(codes::WRONG_PLACE, span, "`init` cannot be called", "a constructor", help);
            return Value::error();
        };
        self.finish_call(func, args, span, dst, |dst, args| Instr::CallVirtual { dst, selector, args })
    }

    /// An operation that the language gives to every object of a type.
    fn invoke(
        &mut self,
        object: Value,
        name: &Name,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        if object.ty.is_error() {
            return Value::error();
        }
        let Some(method) = object_method(&object.ty, &name.text) else {
            self.no_such_operation(&object.ty, name);
            return Value::error();
        };
        if let (ObjOp::Len, Some(len)) = (method.op, object.len) {
            return Value::constant(len, Type::Int);
        }
        if method.blocks() {
            self.effects.unsuitable.push(("block", span));
        }
        let takes = usize::from(method.arg.is_some());
        if args.len() != takes {
            self.wrong_count(name, takes, args.len(), span, None);
        }
        let arg = match (&method.arg, args) {
            (Some(ty), [arg, ..]) => Some(self.expect(arg, ty, None)),
            _ => None,
        };
        self.emit_invoke(object.op, method, arg, span, dst)
    }

    fn emit_invoke(
        &mut self,
        obj: Operand,
        method: ObjectMethod,
        arg: Option<Operand>,
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        let dst = match &method.result {
            Type::Nothing => None,
            ty => Some(dst.unwrap_or_else(|| self.temp(ty))),
        };
        self.emit(Instr::Invoke { dst, op: method.op, obj, arg }, span);
        let Some(dst) = dst else { return Value::new(Operand::Int(0), Type::Nothing) };
        let mut value = Value::new(Operand::Reg(dst), method.result.widened());
        value.range = method.result.bounds();
        value
    }

    fn no_such_operation(&mut self, ty: &Type, name: &Name) {
        let mut methods: Vec<&str> = object_methods(ty).iter().map(|m| m.name).collect();
        if let Type::Channel(_) | Type::Faulty(_) = ty {
            methods.extend(["try_send", "try_receive"]);
        }
        let all = match methods.as_slice() {
            [] => String::new(),
            methods => format!("it has {}", methods.join(", ")),
        };
        let help = did_you_mean(&name.text, methods.iter().copied(), &all);
        let message = format!("`{}` has no method `{}`", self.world.show(ty), name.text);
        self.error(codes::UNKNOWN_MEMBER, name.span, message, "no such method", help);
    }

    /// `elem in set`.
    pub fn contains(&mut self, elem: Value, set: Value, span: Span, dst: Option<Reg>) -> Value {
        if elem.ty.is_error() || set.ty.is_error() {
            return Value::error();
        }
        match object_method(&set.ty, "contains") {
            Some(method) if method.arg.as_ref().is_some_and(|t| elem.ty.fits(t)) => {
                self.emit_invoke(set.op, method, Some(elem.op), span, dst)
            }
            _ => {
                self.world.bad_operands(ast::BinaryOp::In, &elem.ty, &set.ty, span);
                Value::error()
            }
        }
    }

    /// `spawn f(args)`; without `wanted` the new thread gets no handle.
    pub fn spawn(
        &mut self,
        name: &'a Name,
        args: &'a [Expr],
        daemon: bool,
        wanted: bool,
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        self.effects.unsuitable.push(("start a thread", span));
        let Some(func) = self.function(name) else {
            args.iter().for_each(|a| drop(self.expr(a, None)));
            return Value::error();
        };
        let args = self.arguments(func, name, Vec::new(), args, span).into();
        self.effects.calls.push((func, span));
        let dst = wanted.then(|| dst.unwrap_or_else(|| self.temp(&Type::Thread)));
        self.emit(Instr::Spawn { dst, func, args, daemon }, span);
        dst.map_or(Value::new(Operand::Int(0), Type::Nothing), |r| Value::new(Operand::Reg(r), Type::Thread))
    }

    pub fn new_object(&mut self, ty: &'a ast::Type, args: &'a [Expr], span: Span, dst: Option<Reg>) -> Value {
        let (object, arg) = match &ty.kind {
            TypeKind::Array(elem, len) => (self.new_array_type(elem), Some(len)),
            TypeKind::Barrier(Some(n)) => (Type::Barrier, Some(n)),
            TypeKind::Channel(Some(n), ..) => (self.world.resolve_type(self.scope, ty), Some(n)),
            TypeKind::Barrier(None) | TypeKind::Semaphore => {
                (self.world.resolve_type(self.scope, ty), args.first())
            }
            _ => (self.world.resolve_type(self.scope, ty), None),
        };
        match object {
            Type::Class(class) => return self.new_instance(class, ty, args, span, dst),
            Type::Error => {
                args.iter().for_each(|a| drop(self.expr(a, None)));
                return Value::error();
            }
            _ => {}
        }
        if let Type::Faulty(_) = object {
            let help = "declare it: `var link: lossy(1) channel(3) of int;`";
            self.error(
                codes::BAD_TYPE,
                ty.span,
                "a channel with faults cannot be created",
                "not possible",
                help,
            );
            return Value::error();
        }
        if !object.is_static() {
            let message = format!("`{}` is not a type of objects", self.world.show(&object));
            self.error(codes::BAD_TYPE, ty.span, message, "cannot be created", "");
            return Value::error();
        }
        let arg = match (arg, &object) {
            (Some(e), _) => {
                let arg = self.expect(e, &Type::Int, None);
                self.check_size(arg, &object, e.span);
                arg
            }
            (None, Type::Barrier | Type::Channel(_)) => return self.missing_size(&object, span),
            (None, _) => Operand::Int(0),
        };
        let dst = dst.unwrap_or_else(|| self.temp(&object));
        let shape = self.world.shape(&object);
        self.emit(Instr::New { dst, shape, arg }, span);
        Value::new(Operand::Reg(dst), object)
    }

    /// A size that is known to be negative is a fault wherever it is used.
    fn check_size(&mut self, arg: Operand, object: &Type, span: Span) {
        let what = match object {
            Type::Array(_) => "length",
            Type::Channel(_) => "capacity",
            Type::Barrier => "number of parties",
            _ => return,
        };
        if let Operand::Int(size @ ..0) = arg {
            self.error(codes::BAD_SIZE, span, format!("a {what} of {size}"), "not possible", "");
        }
    }

    fn missing_size(&mut self, object: &Type, span: Span) -> Value {
        let message = format!("the size of the new `{}` is missing", self.world.show(object));
        let help = "write it after the type: `new barrier(2)`, `new channel(1) of int`";
        self.error(codes::BAD_SIZE, span, message, "how many?", help);
        Value::error()
    }

    fn new_array_type(&mut self, elem: &'a ast::Type) -> Type {
        let t = self.world.resolve_type(self.scope, elem);
        if t.default_word() != 0 {
            let message =
                format!("the elements of a new array are 0, which is outside `{}`", self.world.show(&t));
            self.error(codes::OUT_OF_RANGE, elem.span, message, "does not contain 0", "use `int`");
            return Type::Error;
        }
        if t.is_error() { Type::Error } else { Type::Array(Box::new(t)) }
    }

    fn new_instance(
        &mut self,
        class: ClassId,
        ty: &'a ast::Type,
        args: &'a [Expr],
        span: Span,
        dst: Option<Reg>,
    ) -> Value {
        let object = Type::Class(class);
        let constructor = self.world.classes[class.index()].constructor;
        let name = Name { text: self.world.classes[class.index()].name.text.clone(), span: ty.span };
        let operands = match constructor {
            Some(func) => self.arguments(func, &name, Vec::new(), args, span),
            None => {
                if !args.is_empty() {
                    self.wrong_count(&name, 0, args.len(), span, None);
                }
                Vec::new()
            }
        };
        let dst = dst.unwrap_or_else(|| self.temp(&object));
        let shape = self.world.shape(&object);
        self.emit(Instr::New { dst, shape, arg: Operand::Int(0) }, span);
        if let Some(func) = constructor {
            self.effects.calls.push((func, span));
            let args = std::iter::once(Operand::Reg(dst)).chain(operands).collect();
            self.emit(Instr::Call { dst: None, func, args }, span);
        }
        Value::new(Operand::Reg(dst), object)
    }
}
