//! What parts of a predicate mean: numbers, truth values and objects along paths.

use super::super::Translator;
use super::path_at;
use super::places::Places;
use super::tokens::tokens;
use crate::classfile::{Loadable, flags};
use crate::descriptor::ty;
use crate::world::FieldPlace;
use commute_base::Span;
use commute_ir::link::BORROWED;
use commute_ir::{BinOp, ClassId, Expr, ExprKind, Ltl, Shape, ShapeId, Ty, UnOp};

/// What a part of a formula gives.
pub enum Value {
    Bool(Expr),
    Number(Expr),
    /// An object, and the type that it is declared with; null has none.
    Object(Expr, Option<String>),
    /// The thread that is asked about.
    Thread,
    /// Something that is said of an execution.
    Formula(Ltl),
}

impl Value {
    /// As something that is said of an execution.
    pub fn into_formula(self) -> Result<Ltl, String> {
        match self {
            Value::Formula(formula) => Ok(formula),
            other => Ok(Ltl::Atom(truth(other)?)),
        }
    }
}

/// A value as a state predicate.
pub fn truth(value: Value) -> Result<Expr, String> {
    match value {
        Value::Bool(expr) => Ok(expr),
        Value::Formula(_) => Err("a temporal operator stands where a state is spoken of".to_owned()),
        _ => Err("something else stands where a truth value is asked for".to_owned()),
    }
}

/// Reads a formula.
pub struct Reader<'r, 's> {
    pub(super) translator: &'r mut Translator<'s>,
    pub(super) places: &'r mut Places,
    /// The class and whether it is a static field of it that an annotation is about.
    field: Option<(ClassId, bool)>,
    /// Whether `&&` and its like make formulas: then each part that has no value is false by itself.
    pub(super) is_temporal: bool,
    definitions: &'r [(String, String)],
    pub(super) tokens: Vec<String>,
    pub(super) at: usize,
}

pub(super) fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

pub(super) fn number(value: i64) -> Expr {
    expr(ExprKind::Int(value), Ty::I64)
}

pub(super) fn binary(op: BinOp, a: Expr, b: Expr, ty: Ty) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

pub(super) fn not(of: Expr) -> Expr {
    expr(ExprKind::Unary(UnOp::Not, Box::new(of)), Ty::Bool)
}

pub(super) fn word(obj: Expr, index: Expr, ty: Ty) -> Expr {
    expr(ExprKind::Word { obj: Box::new(obj), index: Box::new(index), primed: false }, ty)
}

pub(super) fn owner(obj: Expr) -> Expr {
    expr(ExprKind::Owner { obj: Box::new(obj), primed: false }, Ty::I64)
}

/// The number of the thread that is asked about.
fn me() -> Expr {
    expr(ExprKind::Param(0), Ty::I64)
}

/// Whether an object that may be null is the thread that is asked about. The first word of a thread is its number plus one while it runs.
fn is_me(op: BinOp, of: Expr) -> Expr {
    let null = expr(ExprKind::Null, Ty::AnyRef);
    let there = binary(BinOp::Ne, of.clone(), null, Ty::Bool);
    let next = binary(BinOp::Add, me(), number(1), Ty::I64);
    let is = binary(BinOp::Eq, word(of, number(0), Ty::I64), next, Ty::Bool);
    let is = binary(BinOp::And, there, is, Ty::Bool);
    if op == BinOp::Ne { not(is) } else { is }
}

impl<'r, 's> Reader<'r, 's> {
    /// Of a predicate about a field.
    pub fn of_field(
        translator: &'r mut Translator<'s>,
        places: &'r mut Places,
        class: ClassId,
        is_static: bool,
        tokens: Vec<String>,
    ) -> Self {
        let field = Some((class, is_static));
        Self { translator, places, field, is_temporal: false, definitions: &[], tokens, at: 0 }
    }

    /// Of a property of the program.
    pub fn of_program(
        translator: &'r mut Translator<'s>,
        places: &'r mut Places,
        definitions: &'r [(String, String)],
        is_temporal: bool,
        tokens: Vec<String>,
    ) -> Self {
        Self { translator, places, field: None, is_temporal, definitions, tokens, at: 0 }
    }

    /// All of it.
    pub fn whole(&mut self) -> Result<Value, String> {
        let value = self.formula()?;
        match self.tokens.get(self.at) {
            None => Ok(value),
            Some(token) => Err(format!("`{token}` comes too early")),
        }
    }

    pub(super) fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", String::as_str)
    }

    pub(super) fn take(&mut self, token: &str) -> bool {
        let is_next = self.peek(0) == token;
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) { Ok(()) } else { Err(format!("`{token}` is missing")) }
    }

    pub(super) fn next(&mut self) -> Result<String, String> {
        let token = self.tokens.get(self.at).cloned().ok_or("it ends too early")?;
        self.at += 1;
        Ok(token)
    }

    /// Whether these come next, which are then taken.
    fn take_all(&mut self, tokens: &[&str]) -> bool {
        let are_next = (0..).zip(tokens).all(|(ahead, token)| self.peek(ahead) == *token);
        self.at += if are_next { tokens.len() } else { 0 };
        are_next
    }

    pub(super) fn compared(&mut self) -> Result<Value, String> {
        let left = self.sum()?;
        let operators = [
            ("==", BinOp::Eq),
            ("!=", BinOp::Ne),
            ("<=", BinOp::Le),
            (">=", BinOp::Ge),
            ("<", BinOp::Lt),
            (">", BinOp::Gt),
        ];
        match operators.into_iter().find(|(token, _)| self.take(token)) {
            None => Ok(left),
            Some((_, op)) => {
                let right = self.sum()?;
                Ok(Value::Bool(self.compare(op, left, right)?))
            }
        }
    }

    fn sum(&mut self) -> Result<Value, String> {
        self.chain(&[("+", BinOp::Add), ("-", BinOp::Sub)], Self::product)
    }

    fn product(&mut self) -> Result<Value, String> {
        self.chain(&[("*", BinOp::Mul), ("/", BinOp::Div), ("%", BinOp::Rem)], Self::value)
    }

    fn chain(
        &mut self,
        operators: &[(&str, BinOp)],
        part: fn(&mut Self) -> Result<Value, String>,
    ) -> Result<Value, String> {
        let mut left = part(self)?;
        while let Some(&(token, op)) = operators.iter().find(|(token, _)| self.take(token)) {
            let (Value::Number(a), Value::Number(b)) = (left, part(self)?) else {
                return Err(format!("`{token}` is for numbers"));
            };
            left = Value::Number(binary(op, a, b, Ty::I64));
        }
        Ok(left)
    }

    fn compare(&mut self, op: BinOp, left: Value, right: Value) -> Result<Expr, String> {
        let is_equality = matches!(op, BinOp::Eq | BinOp::Ne);
        let (a, b) = match (left, right) {
            (Value::Number(a), Value::Number(b)) => (a, b),
            (Value::Bool(a), Value::Bool(b)) if is_equality => (a, b),
            (Value::Object(a, _), Value::Object(b, _)) if is_equality => (a, b),
            (Value::Object(of, Some(ty)), Value::Thread) | (Value::Thread, Value::Object(of, Some(ty)))
                if is_equality =>
            {
                self.expect_thread(&ty)?;
                return Ok(is_me(op, of));
            }
            _ => return Err("two things are compared that are not alike".to_owned()),
        };
        Ok(binary(op, a, b, Ty::Bool))
    }

    /// Only of these it is known which thread they are.
    pub(super) fn expect_thread(&self, ty: &str) -> Result<(), String> {
        let world = &self.translator.world;
        let thread = world.known("java/lang/Thread");
        let class = ty.strip_prefix('L').and_then(|ty| world.known(ty.trim_end_matches(';')));
        match (class, thread) {
            (Some(class), Some(thread)) if world.is_subclass(class, thread) => Ok(()),
            _ => Err("what stands for a thread is not declared as one".to_owned()),
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        if self.take("(") {
            let value = self.formula()?;
            self.expect(")")?;
            return self.rest_of_path(value);
        }
        if self.take_all(&["Thread", ".", "currentThread", "(", ")"]) {
            self.field.ok_or("no thread asks here; say which one")?;
            return Ok(Value::Thread);
        }
        if self.take_all(&["Thread", ".", "holdsLock", "("]) {
            self.field.ok_or("no thread asks here: write `holds(thread, lock)`")?;
            let Value::Object(obj, _) = self.path()? else { return Err("a lock is an object".to_owned()) };
            self.expect(")")?;
            return Ok(Value::Bool(binary(BinOp::Eq, owner(obj), me(), Ty::Bool)));
        }
        if self.take("-") {
            return match self.value()? {
                Value::Number(of) => Ok(Value::Number(binary(BinOp::Sub, number(0), of, Ty::I64))),
                _ => Err("`-` stands before a number only".to_owned()),
            };
        }
        if let Ok(value) = self.peek(0).parse::<u32>() {
            self.at += 1;
            return Ok(Value::Number(number(i64::from(value))));
        }
        match self.peek(0) {
            "true" | "false" => {
                let value = i64::from(self.next()? == "true");
                Ok(Value::Bool(expr(ExprKind::Int(value), Ty::Bool)))
            }
            "null" => {
                self.at += 1;
                Ok(Value::Object(expr(ExprKind::Null, Ty::AnyRef), None))
            }
            name if self.peek(1) == "(" && self.field.is_none() => {
                let name = name.to_owned();
                self.at += 2;
                let value = self.observed(&name)?;
                self.expect(")")?;
                Ok(Value::Bool(value))
            }
            _ => self.path(),
        }
    }

    /// What a name stands for that the user has defined.
    fn defined(&mut self, name: &str) -> Option<Result<Value, String>> {
        let at = self.definitions.iter().rposition(|(own, _)| own == name)?;
        let text = &self.definitions[at].1;
        let in_it = |why: String| format!("{why} (in `{name}`, which is `{text}`)");
        Some(tokens(text).map_err(in_it).and_then(|tokens| {
            let (is_temporal, before) = (self.is_temporal, &self.definitions[..at]);
            let mut inner = Reader::of_program(self.translator, self.places, before, is_temporal, tokens);
            inner.whole().map_err(in_it)
        }))
    }

    /// A value of another process of the system. The name of its own process stands for nothing.
    fn of_process(&mut self) -> Option<Value> {
        let properties = &self.translator.properties;
        if let Some((_, length)) =
            properties.own.as_ref().and_then(|own| path_at(&self.tokens[self.at..], own))
        {
            let own = tokens(properties.own.as_deref().unwrap_or_default()).map_or(0, |tokens| tokens.len());
            self.at += own.min(length) + 1;
            return None;
        }
        let rest = &self.tokens[self.at..];
        let is_next = |path: &str| {
            let tokens = tokens(path).unwrap_or_default();
            let ends = rest.get(tokens.len()).is_none_or(|next| next != ".");
            (rest.starts_with(&tokens) && ends).then_some(tokens.len())
        };
        let found = (0..)
            .zip(&properties.foreign)
            .find_map(|(number, (path, is_truth))| is_next(path).map(|length| (number, *is_truth, length)));
        let (number, is_truth, length) = found?;
        self.at += length;
        let ty = if is_truth { Ty::Bool } else { Ty::I64 };
        let value = expr(ExprKind::Param(BORROWED + number), ty);
        Some(if is_truth { Value::Bool(value) } else { Value::Number(value) })
    }

    pub(super) fn path(&mut self) -> Result<Value, String> {
        if let Some(value) = self.of_process() {
            return Ok(value);
        }
        let first = self.next()?;
        if let Some(value) = self.defined(&first) {
            return self.rest_of_path(value?);
        }
        if let Some(global) = self.translator.known_object(&first).filter(|_| self.field.is_none()) {
            let object = expr(ExprKind::Global { global, primed: false }, Ty::AnyRef);
            return self.rest_of_path(Value::Object(object, None));
        }
        let value = match self.field {
            Some((own, is_static)) if first == "this" => self.object(own, is_static)?,
            Some((own, is_static)) if self.translator.has_field(own, &first) => {
                let this = if is_static { None } else { Some(self.object(own, is_static)?) };
                self.field(own, this, &first)?
            }
            of => {
                let unknown = format!("there is no `{first}`");
                let class = self.class(first).map_err(|why| if of.is_some() { unknown } else { why })?;
                self.expect(".")?;
                match self.next()?.as_str() {
                    "class" => self.class_object(class)?,
                    field => self.field(class, None, field)?,
                }
            }
        };
        self.rest_of_path(value)
    }

    fn rest_of_path(&mut self, mut value: Value) -> Result<Value, String> {
        loop {
            if self.take("[") {
                let Value::Number(index) = self.sum()? else { return Err("an index is a number".to_owned()) };
                self.expect("]")?;
                value = self.element(value, index)?;
            } else if self.take(".") {
                let field = self.next()?;
                value = self.part(value, &field)?;
            } else if self.take("as") {
                let Value::Object(of, _) = value else { return Err("`as` is for objects".to_owned()) };
                let first = self.next()?;
                let class = self.class(first)?;
                let desc = format!("L{};", self.translator.world.name(class));
                value = Value::Object(Expr { ty: Ty::Class(class), ..of }, Some(desc));
            } else {
                return Ok(value);
            }
        }
    }

    /// A field of an object, or the length of an array.
    fn part(&mut self, of: Value, name: &str) -> Result<Value, String> {
        let none = || format!("`{name}` is asked of something that has no fields");
        let ty = match &of {
            Value::Object(_, None) => {
                return Err(format!("of which class is it? Say `NAME as CLASS` before `.{name}`"));
            }
            Value::Object(_, Some(ty)) => ty,
            _ => return Err(none()),
        };
        if let (Value::Object(obj, _), true) = (&of, ty.starts_with('[') && name == "length") {
            let obj = Box::new(obj.clone());
            return Ok(Value::Number(expr(ExprKind::Len { obj, primed: false }, Ty::I64)));
        }
        let class = ty.strip_prefix('L').map(|ty| ty.trim_end_matches(';'));
        let class = class.and_then(|name| self.translator.world.known(name)).ok_or_else(none)?;
        self.field(class, Some(of), name)
    }

    fn element(&mut self, of: Value, index: Expr) -> Result<Value, String> {
        let Value::Object(obj, Some(desc)) = of else { return Err("only arrays have elements".to_owned()) };
        let element = desc.strip_prefix('[').ok_or("only arrays have elements")?.to_owned();
        typed(word(obj, index, self.declared(&element)), element)
    }

    /// The object that has the annotated field.
    fn object(&self, class: ClassId, is_static: bool) -> Result<Value, String> {
        let ty = format!("L{};", self.translator.world.name(class));
        match is_static {
            true => Err("a static field has no `this`".to_owned()),
            false => Ok(Value::Object(expr(ExprKind::Param(1), Ty::AnyRef), Some(ty))),
        }
    }

    fn class_object(&mut self, class: ClassId) -> Result<Value, String> {
        let name = self.translator.world.name(class).to_owned();
        let base = self.translator.class_object(&name).map_err(|error| error.to_string())?;
        Ok(Value::Object(expr(ExprKind::Static { base, count: 1, index: None }, Ty::AnyRef), None))
    }

    /// A class of the program, by its name or the last part of it, if that is one class only. Packages and outer classes may stand before
    /// it.
    pub(super) fn class(&mut self, first: String) -> Result<ClassId, String> {
        let mut name = first;
        loop {
            let nested = format!("{name}.{}", self.peek(1));
            match self.named(&name) {
                Ok(_) if self.peek(0) == "." && self.peek(2) == "." && self.named(&nested).is_ok() => {
                    self.at += 2;
                    name = nested;
                }
                Ok(class) => return Ok(class),
                Err(why) if self.peek(0) != "." || self.peek(1).is_empty() => return Err(why),
                Err(_) => {
                    self.at += 1;
                    name = format!("{name}.{}", self.next()?);
                }
            }
        }
    }

    fn named(&self, name: &str) -> Result<ClassId, String> {
        let world = &self.translator.world;
        let dotted = |class: ClassId| world.name(class).replace(['/', '$'], ".");
        let ends_so = |class: &ClassId| {
            let own = dotted(*class);
            own == name || own.ends_with(name) && own[..own.len() - name.len()].ends_with('.')
        };
        let found: Vec<ClassId> =
            (0..self.translator.program.classes.len()).map(ClassId::new).filter(ends_so).collect();
        match found[..] {
            [class] => Ok(class),
            [] => Err(format!("there is no class `{name}` that the program uses")),
            [a, b, ..] => found
                .iter()
                .find(|&&class| dotted(class) == name)
                .copied()
                .ok_or_else(|| format!("`{name}` may be {} or {}", dotted(a), dotted(b))),
        }
    }

    /// A field of a class, or of one that it extends.
    pub(super) fn field(&mut self, class: ClassId, of: Option<Value>, name: &str) -> Result<Value, String> {
        let (place, desc) = self.translator.field_named(class, name).ok_or_else(|| {
            let owner = self.translator.world.name(class).replace('/', ".");
            let help =
                if of.is_some() { "; of an object of another class say `(OBJECT as CLASS)`" } else { "" };
            format!("{owner} has no field `{name}`{help}")
        })?;
        let ty = self.declared(&desc);
        let found = match (place, of) {
            (FieldPlace::Static(of, index), _) => self.static_field(of, index, ty, name)?,
            (FieldPlace::Instance(_, slot), Some(Value::Object(obj, _))) => {
                word(obj, number(i64::from(slot)), ty)
            }
            (FieldPlace::Instance(..), _) => {
                return Err(format!("`{name}` is no static field: of which object is it?"));
            }
        };
        typed(found, desc)
    }

    /// The variable of a static field, or its value if it is a constant, which the compiler has put into the code.
    fn static_field(&mut self, class: ClassId, index: u32, ty: Ty, name: &str) -> Result<Expr, String> {
        let file = &self.translator.world.class(class).file;
        let field = &file.fields[index as usize];
        match &field.constant {
            Some(Loadable::Int(value)) if field.flags & flags::FINAL != 0 => {
                return Ok(expr(ExprKind::Int(i64::from(*value)), ty));
            }
            Some(Loadable::Long(value)) if field.flags & flags::FINAL != 0 => {
                return Ok(expr(ExprKind::Int(*value), ty));
            }
            _ => {}
        }
        let global = self.translator.known_static_field(class, index);
        let global = global.ok_or_else(|| format!("the program does not use the field `{name}`"))?;
        Ok(expr(ExprKind::Global { global, primed: false }, ty))
    }

    /// The type of what is declared so, as exactly as it is known: so it is known which steps may change it.
    fn declared(&self, desc: &str) -> Ty {
        let translator = &*self.translator;
        let class = desc.strip_prefix('L').map(|name| name.trim_end_matches(';'));
        if let Some(class) = class.and_then(|name| translator.world.known(name)) {
            let is_interface = translator.world.class(class).file.flags & flags::INTERFACE != 0;
            return if is_interface { Ty::AnyRef } else { Ty::Class(class) };
        }
        if let Some(element) = desc.strip_prefix('[') {
            let of = ty(element);
            let shape = translator.program.shapes.iter().position(|shape| *shape == Shape::Array(of));
            return shape.map_or(Ty::AnyRef, |shape| Ty::Object(ShapeId::new(shape)));
        }
        ty(desc)
    }
}

/// What is found where something of this type is declared.
fn typed(found: Expr, desc: String) -> Result<Value, String> {
    Ok(match found.ty {
        Ty::Bool => Value::Bool(found),
        Ty::F32 | Ty::F64 => return Err("fractions are not for predicates".to_owned()),
        ty if ty.is_ref() => Value::Object(found, Some(desc)),
        _ => Value::Number(found),
    })
}

impl Translator<'_> {
    fn has_field(&self, class: ClassId, name: &str) -> bool {
        self.field_named(class, name).is_some()
    }

    /// Where the field of this name is that a class has or inherits, and its type.
    fn field_named(&self, class: ClassId, name: &str) -> Option<(FieldPlace, String)> {
        let mut chain = std::iter::successors(Some(class), |&c| self.world.class(c).superclass);
        let of = |c: ClassId| self.world.class(c).file.fields.iter().find(|f| f.name == name).map(|f| (c, f));
        let (of, field) = chain.find_map(of)?;
        Some((self.world.field(of, name, &field.desc)?, field.desc.clone()))
    }
}
