//! From types as written to [`Type`], and to the storage of global variables.

use super::{ScopeId, Storage, Symbol, Type, World, codes, did_you_mean};
use crate::ast::{self, Expr, Name, TypeKind};
use commute_ir::{ClassId, Program};

impl World<'_> {
    /// The type that is written.
    pub fn resolve_type(&mut self, scope: ScopeId, ty: &ast::Type) -> Type {
        self.resolve_type_at(scope, ty, 0)
    }

    /// The same inside the evaluation of `depth` constants.
    pub(super) fn resolve_type_at(&mut self, scope: ScopeId, ty: &ast::Type, depth: usize) -> Type {
        match &ty.kind {
            TypeKind::Int => Type::Int,
            TypeKind::Bool => Type::Bool,
            TypeKind::Named(name) => self.named_type(scope, name),
            TypeKind::Range { lo, hi, inclusive } => {
                let (lo, hi) = (self.const_int_at(scope, lo, depth), self.const_int_at(scope, hi, depth));
                self.range_type(lo, hi, *inclusive, ty)
            }
            TypeKind::Mod(k) => {
                let k = self.const_int_at(scope, k, depth);
                match self.range_type(Some(0), k, false, ty) {
                    Type::Range { lo, hi, .. } => Type::Range { lo, hi, wrap: true },
                    other => other,
                }
            }
            TypeKind::Array(elem, len) => {
                let elem = self.element_type(scope, elem, depth);
                let outer = std::mem::replace(&mut self.open_allowed, true);
                let len = self.size_at(scope, len, 0, "length", depth);
                self.open_allowed = outer;
                elem.filter(|_| len.is_some()).map_or(Type::Error, |t| Type::Array(Box::new(t)))
            }
            TypeKind::Seq(elem) => {
                self.element_type(scope, elem, depth).map_or(Type::Error, |t| Type::Seq(Box::new(t)))
            }
            TypeKind::Set(elem) => self.set_type(scope, elem, depth),
            TypeKind::Lock => Type::Lock,
            TypeKind::RwLock => Type::RwLock,
            TypeKind::Semaphore => Type::Semaphore,
            TypeKind::Barrier(_) => Type::Barrier,
            TypeKind::Channel(_, elem, faults) => match self.element_type(scope, elem, depth) {
                Some(t) if faults.is_empty() => Type::Channel(Box::new(t)),
                Some(t) => Type::Faulty(Box::new(t)),
                None => Type::Error,
            },
            TypeKind::Thread => Type::Thread,
            TypeKind::Error => Type::Error,
        }
    }

    fn element_type(&mut self, scope: ScopeId, ty: &ast::Type, depth: usize) -> Option<Type> {
        Some(self.resolve_type_at(scope, ty, depth)).filter(|t| !t.is_error())
    }

    fn set_type(&mut self, scope: ScopeId, elem: &ast::Type, depth: usize) -> Type {
        let Some(t) = self.element_type(scope, elem, depth) else { return Type::Error };
        if t.is_ref() {
            let message = format!("a set cannot hold `{}`", self.show(&t));
            let help = "sets hold integers, booleans and enums; use a growable array `[T]` for references";
            self.error(codes::BAD_TYPE, elem.span, message, "a reference", help);
            return Type::Error;
        }
        Type::Set(Box::new(t))
    }

    fn range_type(&mut self, lo: Option<i64>, hi: Option<i64>, inclusive: bool, ty: &ast::Type) -> Type {
        let (Some(lo), Some(hi)) = (lo, hi) else { return Type::Error };
        let last = if inclusive { Some(hi) } else { hi.checked_sub(1) };
        match last {
            Some(hi) if lo <= hi => Type::Range { lo, hi, wrap: false },
            _ => {
                let help = "the upper end must be greater; `lo..hi` does not include `hi`, `lo..=hi` does";
                self.error(codes::BAD_SIZE, ty.span, "a type without values", "this range is empty", help);
                Type::Error
            }
        }
    }

    fn named_type(&mut self, scope: ScopeId, name: &Name) -> Type {
        match self.find(scope, &name.text).map(|i| i.symbol) {
            Some(Symbol::Enum(id)) => Type::Enum(id),
            Some(Symbol::Class(id)) => Type::Class(id),
            Some(Symbol::Record(at)) => self.record_type(at, name),
            Some(other) => {
                let message = format!("`{}` is {}, not a type", name.text, other.kind());
                self.error(codes::WRONG_KIND, name.span, message, "not a type", "");
                Type::Error
            }
            None => {
                let builtin =
                    ["int", "bool", "lock", "rwlock", "semaphore", "barrier", "channel", "thread", "set"];
                let declared = self.visible_names(scope).into_iter().filter(|n| {
                    let symbol = self.find(scope, n).map(|i| i.symbol);
                    matches!(symbol, Some(Symbol::Enum(_) | Symbol::Record(_) | Symbol::Class(_)))
                });
                let otherwise = "declare it as an `enum`, a `record` or a `class`";
                let help = did_you_mean(&name.text, builtin.into_iter().chain(declared), otherwise);
                let message = format!("there is no type `{}`", name.text);
                self.error(codes::UNKNOWN_TYPE, name.span, message, "not declared", help);
                Type::Error
            }
        }
    }

    /// The class that is named, for `catch`.
    pub fn named_class(&mut self, scope: ScopeId, name: &Name) -> Option<ClassId> {
        match self.named_type(scope, name) {
            Type::Class(id) => Some(id),
            Type::Error => None,
            _ => {
                let message = format!("`{}` is no class", name.text);
                self.error(codes::WRONG_KIND, name.span, message, "not a class", "");
                None
            }
        }
    }

    /// A constant size of at least `least`.
    pub fn size(&mut self, scope: ScopeId, e: &Expr, least: i64, what: &str) -> Option<i64> {
        self.size_at(scope, e, least, what, 0)
    }

    fn size_at(&mut self, scope: ScopeId, e: &Expr, least: i64, what: &str, depth: usize) -> Option<i64> {
        let value = self.const_int_at(scope, e, depth)?;
        let most = Program::MAX_WORDS as i64;
        if (least..=most).contains(&value) {
            return Some(value);
        }
        let message = format!("a {what} of {value}");
        let help = format!("it must be from {least} to {most}");
        self.error(codes::BAD_SIZE, e.span, message, "not possible", help);
        None
    }

    /// How a global variable of this type is stored; `None` after an error.
    pub fn storage<'t>(
        &mut self,
        scope: ScopeId,
        ty: &'t ast::Type,
        open: &mut Vec<(bool, &'t Expr)>,
    ) -> Option<Storage> {
        let mut dims = Vec::new();
        let mut at = ty;
        loop {
            let object = self.resolve_type(scope, at);
            if object.is_error() {
                return None;
            }
            if !object.is_static() {
                return Some(Storage::Word(object));
            }
            let arg = match (&at.kind, &object) {
                (TypeKind::Array(elem, len), Type::Array(t)) => {
                    let least = i64::from(t.is_static());
                    let (_, is_open) = self.open_int(scope, len);
                    if is_open {
                        open.push((t.is_static(), len));
                    }
                    let len = if is_open { 1 } else { self.size(scope, len, least, "length")? };
                    if is_open && !dims.is_empty() && t.is_static() {
                        let message = "a table with more than one index of an open size";
                        let help = "only one index of a table can be left open, and it must be the only one";
                        self.error(codes::BAD_SIZE, ty.span, message, "not possible", help);
                        return None;
                    }
                    if t.is_static() {
                        dims.push(len as u32);
                        at = elem;
                        continue;
                    }
                    len
                }
                (TypeKind::Barrier(parties), _) => {
                    self.needed_size(scope, parties.as_ref(), at, "number of parties")?
                }
                (TypeKind::Channel(capacity, ..), _) => {
                    self.needed_size(scope, capacity.as_ref(), at, "capacity")?
                }
                _ => 0,
            };
            return self.objects(dims, object, arg, ty);
        }
    }

    fn needed_size(&mut self, scope: ScopeId, e: Option<&Expr>, ty: &ast::Type, what: &str) -> Option<i64> {
        let Some(e) = e else {
            let message = format!("the {what} is missing");
            let help = "write it after the type: `barrier(2)`, `channel(1) of int`";
            self.error(codes::BAD_SIZE, ty.span, message, "a variable needs it", help);
            return None;
        };
        self.size(scope, e, 1, what)
    }

    fn objects(&mut self, dims: Vec<u32>, object: Type, arg: i64, ty: &ast::Type) -> Option<Storage> {
        let words = if matches!(object, Type::Array(_)) { arg.max(1) } else { 1 };
        let total = dims.iter().fold(words as i128, |n, &d| n.saturating_mul(i128::from(d)));
        if total > Program::MAX_WORDS as i128 {
            let message = format!("a table of {total} words");
            let help = format!("a variable has at most {} words", Program::MAX_WORDS);
            self.error(codes::TOO_LARGE, ty.span, message, "too large", help);
            return None;
        }
        Some(Storage::Objects { dims, object, arg })
    }
}
