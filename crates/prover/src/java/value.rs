//! Values on the stack and in local variables, with what is known of them.

use super::world::FieldId;
use commute_logic::{Sort, Term};

/// What is known of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    /// `int` and what is smaller.
    Int,
    Long,
    /// `float` or `double`: any value. Whether it is wide.
    Any(bool),
    /// A reference to an object of this class, or one below it, or null.
    Ref(Class),
    /// The object in an own field; the term is the object whose field it is.
    Own(FieldId),
    /// An object of the library that was just made: its class, where, and whether it was initialised. The term is its first value.
    Made {
        class: String,
        at: u32,
        ready: bool,
    },
    /// The condition of the lock in this field, just made.
    NewCondition(FieldId),
    /// Different things on different ways: nobody may use it.
    Mixed,
}

/// The class of a reference.
#[derive(Clone, PartialEq, Debug)]
pub struct Class {
    /// Its name; `null` of null.
    pub name: String,
    /// Whether it is just this one.
    pub exact: bool,
    /// Whether it comes out of something generic, so that the compiler put a cast behind it.
    pub generic: bool,
}

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub struct Val {
    pub ty: Ty,
    pub term: Term,
}

impl Ty {
    /// A reference to the class or one below it.
    pub fn reference(name: &str) -> Ty {
        Ty::Ref(Class { name: name.to_owned(), exact: false, generic: false })
    }

    /// A reference to just this class.
    pub fn exact(name: &str) -> Ty {
        Ty::Ref(Class { name: name.to_owned(), exact: true, generic: false })
    }

    /// Whether it counts twice in the instructions that move stack entries.
    pub fn is_wide(&self) -> bool {
        matches!(self, Ty::Long | Ty::Any(true))
    }

    /// The sort of the term.
    pub fn sort(&self) -> Sort {
        match self {
            Ty::Int | Ty::Long | Ty::Any(_) => Sort::Int,
            Ty::Made { class, .. } if !class.ends_with("AtomicReference") => Sort::Int,
            _ => Sort::Ref,
        }
    }

    /// What is known where one or the other came from.
    pub fn join(&self, other: &Ty, is_below: &mut dyn FnMut(&str, &str) -> bool) -> Ty {
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Ty::Ref(a), Ty::Ref(b)) => {
                let generic = a.generic && b.generic;
                let name = match () {
                    () if a.name == "null" => &b.name,
                    () if b.name == "null" || is_below(&b.name, &a.name) => &a.name,
                    () if is_below(&a.name, &b.name) => &b.name,
                    () => "java/lang/Object",
                };
                let exact = (a.exact || a.name == "null") && (b.exact || b.name == "null") && {
                    a.name == b.name || a.name == "null" || b.name == "null"
                };
                Ty::Ref(Class { name: name.to_owned(), exact, generic })
            }
            _ => Ty::Mixed,
        }
    }
}

impl Val {
    pub fn int(term: Term) -> Val {
        Val { ty: Ty::Int, term }
    }

    pub fn null() -> Val {
        Val { ty: Ty::exact("null"), term: Term::null() }
    }
}
