//! The predicates of `@Exclusive`: Java expressions of who has access to a field.
//!
//! ```text
//! or    = and { "||" and }
//! and   = not { "&&" not }
//! not   = "!" not | value [ ("==" | "!=" | "<" | "<=" | ">" | ">=") value ]
//! value = "(" or ")" | number | "true" | "false" | "null" | "Thread.currentThread()" | "Thread.holdsLock(" path ")" | path
//! path  = ("this" | field | Class "." field | Class ".class") { "." field }
//! ```
//!
//! A part that has no value, such as a field of null, makes the whole false.

use super::super::Translator;
use crate::descriptor::ty;
use crate::world::FieldPlace;
use commute_base::Span;
use commute_ir::{BinOp, ClassId, Expr, ExprKind, Ty, UnOp};

/// What an expression gives.
enum Value {
    Bool(Expr),
    Number(Expr),
    /// An object, and the type that it is declared with; null has none.
    Object(Expr, Option<String>),
    /// The thread that is asked about.
    Thread,
}

/// Reads a predicate.
struct Reader<'r, 's> {
    translator: &'r mut Translator<'s>,
    class: ClassId,
    is_static: bool,
    tokens: Vec<String>,
    at: usize,
}

/// The predicate that a text says, of a field of `class`. Parameter 0 is the number of the thread, parameter 1 the object.
pub fn predicate(
    translator: &mut Translator<'_>,
    class: ClassId,
    is_static: bool,
    text: &str,
) -> Result<Expr, String> {
    let mut reader = Reader { translator, class, is_static, tokens: tokens(text)?, at: 0 };
    let value = reader.or()?;
    match reader.tokens.get(reader.at) {
        None => boolean(value),
        Some(token) => Err(format!("`{token}` comes too early")),
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = match first {
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => {
                let known =
                    ["||", "&&", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")", ".", "-"].into_iter();
                let found = known.into_iter().find(|symbol| rest.starts_with(symbol));
                found.ok_or_else(|| format!("`{first}` has no meaning here"))?.len()
            }
        };
        tokens.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

fn expr(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

fn number(value: i64) -> Expr {
    expr(ExprKind::Int(value), Ty::I64)
}

fn binary(op: BinOp, a: Expr, b: Expr, ty: Ty) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

fn word(obj: Expr, index: u32, ty: Ty) -> Expr {
    let index = Box::new(number(i64::from(index)));
    expr(ExprKind::Word { obj: Box::new(obj), index, primed: false }, ty)
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
    let is = binary(BinOp::And, there, binary(BinOp::Eq, word(of, 0, Ty::I64), next, Ty::Bool), Ty::Bool);
    match op {
        BinOp::Ne => expr(ExprKind::Unary(UnOp::Not, Box::new(is)), Ty::Bool),
        _ => is,
    }
}

fn boolean(value: Value) -> Result<Expr, String> {
    match value {
        Value::Bool(expr) => Ok(expr),
        _ => Err("something else stands where a truth value is asked for".to_owned()),
    }
}

impl Reader<'_, '_> {
    fn take(&mut self, token: &str) -> bool {
        let is_next = self.tokens.get(self.at).is_some_and(|next| next == token);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) { Ok(()) } else { Err(format!("`{token}` is missing")) }
    }

    fn next(&mut self) -> Result<String, String> {
        let token = self.tokens.get(self.at).cloned().ok_or("it ends too early")?;
        self.at += 1;
        Ok(token)
    }

    /// Whether these come next, which are then taken.
    fn take_all(&mut self, tokens: &[&str]) -> bool {
        let are_next =
            self.tokens[self.at..].iter().map(String::as_str).take(tokens.len()).eq(tokens.iter().copied());
        self.at += if are_next { tokens.len() } else { 0 };
        are_next
    }

    fn or(&mut self) -> Result<Value, String> {
        let mut left = self.and()?;
        while self.take("||") {
            let right = boolean(self.and()?)?;
            left = Value::Bool(binary(BinOp::Or, boolean(left)?, right, Ty::Bool));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Value, String> {
        let mut left = self.not()?;
        while self.take("&&") {
            let right = boolean(self.not()?)?;
            left = Value::Bool(binary(BinOp::And, boolean(left)?, right, Ty::Bool));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Value, String> {
        if self.take("!") {
            let of = boolean(self.not()?)?;
            return Ok(Value::Bool(expr(ExprKind::Unary(UnOp::Not, Box::new(of)), Ty::Bool)));
        }
        let left = self.value()?;
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
                let right = self.value()?;
                Ok(Value::Bool(self.compare(op, left, right)?))
            }
        }
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
    fn expect_thread(&self, ty: &str) -> Result<(), String> {
        let world = &self.translator.world;
        let thread = world.known("java/lang/Thread");
        let class = ty.strip_prefix('L').and_then(|ty| world.known(ty.trim_end_matches(';')));
        match (class, thread) {
            (Some(class), Some(thread)) if world.is_subclass(class, thread) => Ok(()),
            _ => Err("what is compared with the thread is not declared as one".to_owned()),
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        if self.take("(") {
            let value = self.or()?;
            self.expect(")")?;
            return Ok(value);
        }
        if self.take_all(&["Thread", ".", "currentThread", "(", ")"]) {
            return Ok(Value::Thread);
        }
        if self.take_all(&["Thread", ".", "holdsLock", "("]) {
            let Value::Object(obj, _) = self.path()? else { return Err("a lock is an object".to_owned()) };
            self.expect(")")?;
            let owner = expr(ExprKind::Owner { obj: Box::new(obj), primed: false }, Ty::I64);
            return Ok(Value::Bool(binary(BinOp::Eq, owner, me(), Ty::Bool)));
        }
        let sign = if self.take("-") { -1 } else { 1 };
        let first = self.tokens.get(self.at).ok_or("it ends too early")?;
        if let Ok(value) = first.parse::<u32>() {
            self.at += 1;
            return Ok(Value::Number(number(sign * i64::from(value))));
        }
        match first.as_str() {
            _ if sign < 0 => Err("`-` stands before a number only".to_owned()),
            "true" | "false" => {
                let value = i64::from(self.next()? == "true");
                Ok(Value::Bool(expr(ExprKind::Int(value), Ty::Bool)))
            }
            "null" => {
                self.at += 1;
                Ok(Value::Object(expr(ExprKind::Null, Ty::AnyRef), None))
            }
            _ => self.path(),
        }
    }

    fn path(&mut self) -> Result<Value, String> {
        let first = self.next()?;
        let own = self.class;
        let mut value = if first == "this" {
            self.object()?
        } else if self.translator.has_field(own, &first) {
            let this = if self.is_static { None } else { Some(self.object()?) };
            self.field(own, this, &first)?
        } else {
            let class = self.named(&first).ok_or_else(|| format!("there is no `{first}`"))?;
            self.expect(".")?;
            match self.next()?.as_str() {
                "class" => self.class_object(class)?,
                field => self.field(class, None, field)?,
            }
        };
        while self.take(".") {
            let field = self.next()?;
            let Value::Object(_, Some(ty)) = &value else {
                return Err(format!("`{field}` is asked of something that has no fields"));
            };
            let class = ty.strip_prefix('L').map(|ty| ty.trim_end_matches(';'));
            let class = class.and_then(|name| self.translator.world.known(name));
            let class = class.ok_or_else(|| format!("`{field}` is asked of something that has no fields"))?;
            value = self.field(class, Some(value), &field)?;
        }
        Ok(value)
    }

    /// The object that has the annotated field.
    fn object(&self) -> Result<Value, String> {
        let ty = format!("L{};", self.translator.world.name(self.class));
        match self.is_static {
            true => Err("a static field has no `this`".to_owned()),
            false => Ok(Value::Object(expr(ExprKind::Param(1), Ty::AnyRef), Some(ty))),
        }
    }

    fn class_object(&mut self, class: ClassId) -> Result<Value, String> {
        let name = self.translator.world.name(class).to_owned();
        let base = self.translator.class_object(&name).map_err(|error| error.to_string())?;
        Ok(Value::Object(expr(ExprKind::Static { base, count: 1, index: None }, Ty::AnyRef), None))
    }

    /// A class of the program, by its name or the last part of it, if that is one class only.
    fn named(&self, name: &str) -> Option<ClassId> {
        let world = &self.translator.world;
        let ends_so = |class: &ClassId| world.name(*class).rsplit(['/', '$']).next() == Some(name);
        let mut found = (0..self.translator.program.classes.len()).map(ClassId::new).filter(ends_so);
        found.next().filter(|_| found.next().is_none())
    }

    /// A field of a class, or of one that it extends.
    fn field(&mut self, class: ClassId, of: Option<Value>, name: &str) -> Result<Value, String> {
        let unknown = || format!("there is no field `{name}` that the program uses");
        let (place, desc) = self.translator.field_named(class, name).ok_or_else(unknown)?;
        let (ty, obj) = (ty(&desc), of);
        let found = match (place, obj) {
            (FieldPlace::Static(of, index), _) => {
                let global = self.translator.known_static_field(of, index).ok_or_else(unknown)?;
                expr(ExprKind::Global { global, primed: false }, ty)
            }
            (FieldPlace::Instance(_, slot), Some(Value::Object(obj, _))) => word(obj, slot, ty),
            (FieldPlace::Instance(..), _) => return Err(format!("of which object is `{name}` the field?")),
        };
        Ok(match ty {
            Ty::Bool => Value::Bool(found),
            Ty::F32 | Ty::F64 => return Err(format!("`{name}` is no integer")),
            ty if ty.is_ref() => Value::Object(found, Some(desc)),
            _ => Value::Number(found),
        })
    }
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
