//! Names, fields and elements: what they denote, reading them and writing them.

use super::body::{Body, Link, Local, Value};
use crate::ast::{Expr, ExprKind, Name};
use crate::check::{Binding, Symbol, TOP, Type, codes, did_you_mean};
use commute_base::Span;
use commute_ir::{BinOp, ClassId, Instr, NumTy, Operand, Place, StaticId};

/// What a name, field or element denotes.
#[derive(Clone, Debug)]
pub(super) enum Path {
    Local(Local),
    /// A shared word.
    Word(Place, Type),
    /// Something that does not change, and why.
    Fixed(Value, Fixed),
    /// A table of static objects, not indexed to its end yet.
    Table(Table),
    /// All threads of an indexed declaration.
    Threads(usize),
    Error,
}

/// A table of static objects of which some dimensions are indexed.
#[derive(Clone, Debug)]
pub(super) struct Table {
    base: StaticId,
    /// All dimensions, and how many of them are indexed.
    dims: Vec<u32>,
    indexed: usize,
    /// The number so far, counted in the dimensions that are indexed.
    flat: Value,
    object: Type,
    len: Option<i64>,
    /// The variable.
    var: usize,
}

/// Why something cannot be assigned to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fixed {
    /// It is a constant.
    Const,
    /// It is a static object.
    Object,
    /// It is no place at all.
    Value,
}

impl<'a> Body<'_, 'a> {
    /// What the expression denotes. Operands inside it are evaluated.
    pub fn path(&mut self, e: &'a Expr) -> Path {
        match &e.kind {
            ExprKind::Paren(inner) => self.path(inner),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Field(object, name) => self.field(object, name),
            ExprKind::Index(object, index) => self.index(object, index, e.span),
            _ => match self.expr(e, None) {
                v if v.ty.is_error() => Path::Error,
                v => Path::Fixed(v, Fixed::Value),
            },
        }
    }

    fn name(&mut self, name: &'a Name) -> Path {
        if let Some(local) = self.find_local(&name.text) {
            return Path::Local(local.clone());
        }
        if let Some(class) = self.class
            && let Some((field, ty)) = self.world.classes[class.index()].field(&name.text)
        {
            let obj = Operand::Reg(commute_ir::Reg(0));
            return Path::Word(Place::Field { obj, class, field }, ty);
        }
        let Some(item) = self.world.find(self.scope, &name.text) else {
            self.unknown_name(name);
            return Path::Error;
        };
        match item.symbol {
            Symbol::Const(index) => {
                let value = self.world.const_value(index, 0);
                if let Some(global) = self.world.open_const(index) {
                    let dst = self.temp(&Type::Int);
                    self.emit(Instr::Load { dst, place: Place::Global(global), plain: false }, name.span);
                    return Path::Fixed(Value::new(Operand::Reg(dst), Type::Int), Fixed::Const);
                }
                match value.ty {
                    Type::Error => Path::Error,
                    ty => Path::Fixed(Value::constant(value.word, ty), Fixed::Const),
                }
            }
            Symbol::Var(index) => self.variable(index, name.span),
            Symbol::Thread(index) => self.thread(index, name),
            other => {
                let message = format!("`{}` is {}, not a variable", name.text, other.kind());
                self.error(codes::WRONG_KIND, name.span, message, "a value is needed here", "");
                Path::Error
            }
        }
    }

    fn variable(&mut self, index: usize, span: Span) -> Path {
        self.use_variable(index, span);
        match self.world.vars[index].binding.clone() {
            Binding::Word(global, ty) => Path::Word(Place::Global(global), ty),
            Binding::Error => Path::Error,
            Binding::Objects { base, dims, object, arg } => {
                let open_len = self.world.vars[index].open.iter().any(|(table, _)| !table);
                let len = (matches!(object, Type::Array(_)) && !open_len).then_some(arg);
                if dims.is_empty() {
                    let mut value = Value::new(Operand::Static(base), object);
                    value.len = len;
                    value.link = Some(Link { var: index, number: Operand::Int(0) });
                    return Path::Fixed(value, Fixed::Object);
                }
                let flat = Value::constant(0, Type::Int);
                Path::Table(Table { base, dims, indexed: 0, flat, object, len, var: index })
            }
        }
    }

    /// Checks that a process may use a variable, or notes that a function of the top level does.
    fn use_variable(&mut self, index: usize, span: Span) {
        let var = &self.world.vars[index];
        if var.scope != TOP || !self.world.has_processes() {
            return;
        }
        let (name, declared) = (var.name.text.clone(), var.name.span);
        if !var.is_shareable() {
            if self.scope == TOP {
                self.effects.touches.push((index, span));
                return;
            }
            let message = format!("a process cannot use `{name}` of the top level");
            let help = "processes share only channels and semaphores: move the variable into the process";
            self.share_error(span, message, declared, help);
        } else if let Binding::Objects { object: Type::Channel(t) | Type::Faulty(t), .. } = &var.binding
            && t.is_ref()
            && self.scope != TOP
        {
            let message = format!("`{name}` would pass references between processes");
            self.share_error(span, message, declared, "send the values instead");
        }
    }

    fn share_error(&mut self, span: Span, message: String, declared: Span, help: &str) {
        let error = commute_base::Diagnostic::error(codes::SHARING, span, message, "used in a process", help);
        self.world.diagnostics.push(error.with(declared, "declared at the top level"));
    }

    fn thread(&mut self, index: usize, name: &Name) -> Path {
        if self.scope != self.world.threads[index].scope {
            let message = format!("`{}` is a thread of another process", name.text);
            self.error(codes::SHARING, name.span, message, "not visible here", "use a channel or semaphore");
            return Path::Error;
        }
        if self.world.threads[index].index.is_some() {
            return Path::Threads(index);
        }
        let handle = super::items::thread_handles(self.world, index);
        Path::Fixed(Value::new(Operand::Static(handle), Type::Thread), Fixed::Value)
    }

    fn field(&mut self, object: &'a Expr, name: &'a Name) -> Path {
        let value = self.value(object, None);
        match value.ty {
            Type::Error => Path::Error,
            Type::Class(class) => match self.world.classes[class.index()].field(&name.text) {
                Some((_, Type::Error)) => Path::Error,
                Some((field, ty)) => Path::Word(Place::Field { obj: value.op, class, field }, ty),
                None => {
                    self.unknown_field(class, name);
                    Path::Error
                }
            },
            Type::Record(at) => self.field_of_record(value, at, name),
            ty => {
                let message = format!("`{}` has no fields", self.world.show(&ty));
                let help = if name.text == "len" { "write `len()`" } else { "" };
                self.error(codes::NO_PARTS, name.span, message, "no such field", help);
                Path::Error
            }
        }
    }

    pub fn unknown_field(&mut self, class: ClassId, name: &Name) {
        let class = &self.world.classes[class.index()];
        let fields = class.fields.iter().map(|f| f.name.text.as_str());
        let otherwise = match class.method(&name.text) {
            Some(_) => format!("`{}` is a method: write `{}()`", name.text, name.text),
            None => String::new(),
        };
        let help = did_you_mean(&name.text, fields, &otherwise);
        let message = format!("`{}` has no field `{}`", class.name.text, name.text);
        self.error(codes::UNKNOWN_MEMBER, name.span, message, "no such field", help);
    }

    fn index(&mut self, object: &'a Expr, index: &'a Expr, span: Span) -> Path {
        let path = self.path(object);
        let index_value = |body: &mut Self| {
            let v = body.value(index, None);
            let ok = v.ty.is_int() || v.ty.is_error();
            if !ok {
                body.world.mismatch(index.span, &Type::Int, &v.ty, None);
            }
            (ok && !v.ty.is_error()).then_some(v)
        };
        match path {
            Path::Error => {
                index_value(self);
                Path::Error
            }
            Path::Table(table) => match index_value(self) {
                Some(at) => self.index_table(table, at, span),
                None => Path::Error,
            },
            Path::Threads(family) => match index_value(self) {
                Some(at) => self.index_threads(family, at, span),
                None => Path::Error,
            },
            path => {
                let array = self.read(path, object.span, None);
                let at = index_value(self);
                self.element(array, at, object.span)
            }
        }
    }

    fn element(&mut self, array: Value, at: Option<Value>, span: Span) -> Path {
        match array.ty {
            Type::Error => Path::Error,
            Type::Array(t) | Type::Seq(t) => match at {
                Some(at) => Path::Word(Place::Elem { arr: array.op, index: at.op }, *t),
                None => Path::Error,
            },
            ty => {
                let message = format!("`{}` cannot be indexed", self.world.show(&ty));
                let help =
                    if matches!(ty, Type::Set(_)) { "write `nth(i)`, `contains(v)` or `v in s`" } else { "" };
                self.error(codes::NO_PARTS, span, message, "not an array", help);
                Path::Error
            }
        }
    }

    fn index_table(&mut self, mut table: Table, at: Value, span: Span) -> Path {
        table.flat = if table.indexed == 0 {
            at
        } else {
            // A flat index in range does not say that each index is, so inner ones are checked here.
            let size = i64::from(table.dims[table.indexed]);
            let inner = Type::Range { lo: 0, hi: (size - 1).max(0), wrap: false };
            let op = self.coerce(at, &inner, span, None);
            let row = self.int_op(BinOp::Mul, table.flat.op, Operand::Int(size), span);
            Value::new(self.int_op(BinOp::Add, row, op, span), Type::Int)
        };
        table.indexed += 1;
        if table.indexed < table.dims.len() {
            return Path::Table(table);
        }
        let count: u32 = table.dims.iter().product();
        let op = self.static_at(table.base, count, table.flat.op, &table.object, span);
        let mut value = Value::new(op, table.object);
        value.len = table.len;
        value.link = Some(Link { var: table.var, number: table.flat.op });
        Path::Fixed(value, Fixed::Object)
    }

    fn index_threads(&mut self, family: usize, at: Value, span: Span) -> Path {
        let (lo, count) = (self.world.threads[family].lo, self.world.threads[family].count);
        if self.world.threads[family].open {
            let help = "a proof thread by thread learns nothing from `join`; leave it out";
            let message = "threads whose number is left open cannot be named";
            self.error(codes::BAD_SIZE, span, message, "which thread?", help);
            return Path::Error;
        }
        if count == 0 {
            let message = format!("there are no threads `{}`", self.world.threads[family].name.text);
            self.error(codes::BAD_SIZE, span, message, "which thread?", "the range of its index is empty");
            return Path::Error;
        }
        let handles = super::items::thread_handles(self.world, family);
        let flat = self.int_op(BinOp::Sub, at.op, Operand::Int(lo), span);
        let op = self.static_at(handles, count, flat, &Type::Thread, span);
        Path::Fixed(Value::new(op, Type::Thread), Fixed::Value)
    }

    fn static_at(&mut self, base: StaticId, count: u32, index: Operand, ty: &Type, span: Span) -> Operand {
        if let Operand::Int(at) = index
            && (0..i64::from(count)).contains(&at)
        {
            return Operand::Static(StaticId::new(base.index() + at as usize));
        }
        let dst = self.temp(ty);
        self.emit(Instr::StaticAt { dst, base, count, index }, span);
        Operand::Reg(dst)
    }

    /// Integer arithmetic on operands, folded if both are constant or it changes nothing.
    pub fn int_op(&mut self, op: BinOp, a: Operand, b: Operand, span: Span) -> Operand {
        match (op, a, b) {
            (BinOp::Add, Operand::Int(a), Operand::Int(b)) => Operand::Int(a.wrapping_add(b)),
            (BinOp::Sub, Operand::Int(a), Operand::Int(b)) => Operand::Int(a.wrapping_sub(b)),
            (BinOp::Mul, Operand::Int(a), Operand::Int(b)) => Operand::Int(a.wrapping_mul(b)),
            (BinOp::Mod, Operand::Int(a), Operand::Int(b)) if b > 0 => Operand::Int(a.rem_euclid(b)),
            (BinOp::Div, Operand::Int(a), Operand::Int(b)) if b > 0 => Operand::Int(a / b),
            (BinOp::Add | BinOp::Sub, a, Operand::Int(0)) | (BinOp::Mul | BinOp::Div, a, Operand::Int(1)) => {
                a
            }
            (BinOp::Add, Operand::Int(0), b) => b,
            _ => {
                let dst = self.temp(&Type::Int);
                self.emit(Instr::Binary { dst, op, num: NumTy::I64, a, b }, span);
                Operand::Reg(dst)
            }
        }
    }

    /// The value of what a path denotes; a shared word is loaded, into `dst` if it is given.
    pub fn read(&mut self, path: Path, span: Span, dst: Option<commute_ir::Reg>) -> Value {
        match path {
            Path::Local(l) => {
                let mut value = Value::new(Operand::Reg(l.reg), l.ty.widened());
                value.range = l.range;
                value
            }
            Path::Word(_, Type::Error) | Path::Error => Value::error(),
            Path::Word(place, ty) => {
                let dst = dst.unwrap_or_else(|| self.temp(&ty));
                self.emit(Instr::Load { dst, place, plain: false }, span);
                let mut value = Value::new(Operand::Reg(dst), ty.widened());
                value.range = ty.bounds();
                value
            }
            Path::Fixed(value, _) => value,
            Path::Table(_) => {
                let help = "index it: only its elements are objects";
                self.error(codes::WHOLE_OBJECT, span, "a table is not a value", "a whole table", help);
                Value::error()
            }
            Path::Threads(index) => {
                let name = &self.world.threads[index].name.text;
                let help = format!("write `{name}[i]`");
                let message = format!("`{name}` is many threads");
                self.error(codes::WHOLE_OBJECT, span, message, "which of them?", help);
                Value::error()
            }
        }
    }
}
