//! The types of the language, and how they become types of the IR.

use super::World;
use commute_ir::{ClassId, EnumId, Shape, ShapeId, Ty};

/// A type. The length of an array is not part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Int,
    Bool,
    /// A bounded integer, both ends included; `wrap` for `mod k`.
    Range {
        lo: i64,
        hi: i64,
        wrap: bool,
    },
    Enum(EnumId),
    /// An index of [`World::records`].
    Record(usize),
    Class(ClassId),
    Array(Box<Type>),
    Seq(Box<Type>),
    Set(Box<Type>),
    Lock,
    RwLock,
    Semaphore,
    Barrier,
    Channel(Box<Type>),
    /// A channel on which something may go wrong. It is used by its name only, which says what, and how often.
    Faulty(Box<Type>),
    Thread,
    /// What `catch (e)` gives: an instance of some class.
    Exception,
    /// The type of `null`.
    Null,
    /// The type of a call without a result.
    Nothing,
    /// The type of what is already known to be wrong; it fits everywhere.
    Error,
}

impl Type {
    pub fn is_int(&self) -> bool {
        matches!(self, Type::Int | Type::Range { .. })
    }

    pub fn is_error(&self) -> bool {
        *self == Type::Error
    }

    pub fn is_ref(&self) -> bool {
        !matches!(
            self,
            Type::Int
                | Type::Bool
                | Type::Range { .. }
                | Type::Enum(_)
                | Type::Record(_)
                | Type::Nothing
                | Type::Error
        )
    }

    /// Whether a global of this type is a static object and not a word.
    pub fn is_static(&self) -> bool {
        self.is_ref() && !matches!(self, Type::Class(_) | Type::Thread | Type::Exception | Type::Null)
    }

    /// What reading a variable of this type gives: bounded types are only for places.
    pub fn widened(&self) -> Type {
        if self.is_int() { Type::Int } else { self.clone() }
    }

    /// Whether a value of this type may be put in a place of type `to`, perhaps after narrowing.
    pub fn fits(&self, to: &Type) -> bool {
        self == to
            || self.is_error()
            || to.is_error()
            || (self.is_int() && to.is_int())
            || (*self == Type::Null && to.is_ref())
            || (*to == Type::Exception && matches!(self, Type::Class(_)))
    }

    /// The values that a variable of this type can have, if it is an integer.
    pub fn bounds(&self) -> (i64, i64) {
        match *self {
            Type::Range { lo, hi, .. } => (lo, hi),
            Type::Bool => (0, 1),
            _ => (i64::MIN, i64::MAX),
        }
    }

    /// The value of a variable of this type that is not initialized, as an integer; null is zero.
    pub fn default_word(&self) -> i64 {
        match *self {
            Type::Range { lo, hi, .. } if !(lo..=hi).contains(&0) => lo,
            _ => 0,
        }
    }
}

impl World<'_> {
    /// The type as a user writes it.
    pub fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "int".into(),
            Type::Bool => "bool".into(),
            Type::Range { lo: 0, hi, wrap: true } => format!("mod {}", i128::from(*hi) + 1),
            Type::Range { lo, hi, .. } => format!("{lo}..={hi}"),
            Type::Enum(id) => self.program.enums[id.index()].name.clone(),
            Type::Record(at) => self.records[*at].name.text.clone(),
            Type::Class(id) => self.program.classes[id.index()].name.clone(),
            Type::Array(t) => format!("[{}; _]", self.show(t)),
            Type::Seq(t) => format!("[{}]", self.show(t)),
            Type::Set(t) => format!("set<{}>", self.show(t)),
            Type::Channel(t) => format!("channel of {}", self.show(t)),
            Type::Faulty(t) => format!("faulty channel of {}", self.show(t)),
            Type::Lock => "lock".into(),
            Type::RwLock => "rwlock".into(),
            Type::Semaphore => "semaphore".into(),
            Type::Barrier => "barrier".into(),
            Type::Thread => "thread".into(),
            Type::Exception => "exception".into(),
            Type::Null => "null".into(),
            Type::Nothing => "nothing".into(),
            Type::Error => "?".into(),
        }
    }

    /// The IR's type for a register, field or element.
    pub fn ir_ty(&mut self, ty: &Type) -> Ty {
        match ty {
            Type::Int | Type::Nothing | Type::Error => Ty::I64,
            Type::Bool => Ty::Bool,
            Type::Range { lo, hi, .. } => Ty::Range { lo: *lo, hi: *hi },
            Type::Enum(id) => Ty::Enum(*id),
            Type::Record(at) => Ty::Enum(self.records[*at].id),
            Type::Class(id) => Ty::Class(*id),
            Type::Exception | Type::Null => Ty::AnyRef,
            object => Ty::Object(self.shape(object)),
        }
    }

    /// The shape of objects of this type.
    pub fn shape(&mut self, ty: &Type) -> ShapeId {
        let shape = match ty {
            Type::Class(id) => Shape::Instance(*id),
            Type::Array(t) => Shape::Array(self.ir_ty(t)),
            Type::Seq(t) => Shape::Seq(self.ir_ty(t)),
            Type::Set(t) => Shape::Set(self.ir_ty(t)),
            Type::Channel(t) | Type::Faulty(t) => Shape::Channel(self.ir_ty(t)),
            Type::RwLock => Shape::RwLock,
            Type::Semaphore => Shape::Semaphore,
            Type::Barrier => Shape::Barrier,
            Type::Thread => Shape::Thread,
            Type::Lock => Shape::Lock,
            other => unreachable!("[commute internal bug] {other:?} has no shape"),
        };
        if let Some(&id) = self.shapes.get(&shape) {
            return id;
        }
        let id = ShapeId::new(self.program.shapes.len());
        self.program.shapes.push(shape);
        self.shapes.insert(shape, id);
        id
    }
}
