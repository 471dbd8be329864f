//! What the user says of how variables are shared.

use crate::Variable;
use commute_base::Span;

/// What an annotation says of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnnotationKind {
    /// Only the holder of a certain lock accesses it.
    GuardedBy,
    /// While a predicate holds for a thread, only that thread accesses it.
    ExclusiveWhen,
    /// Only one thread ever accesses it.
    Unshared,
    /// Nobody writes it once it is shared.
    ReadOnly,
    /// Every access matters.
    Communication,
    /// Said of a class: only the holder of the object's own monitor accesses it.
    SelfLocking,
}

impl AnnotationKind {
    /// As the language writes it.
    pub fn keyword(self) -> &'static str {
        match self {
            AnnotationKind::GuardedBy => "guarded_by",
            AnnotationKind::ExclusiveWhen => "exclusive",
            AnnotationKind::Unshared => "unshared",
            AnnotationKind::ReadOnly => "readonly",
            AnnotationKind::Communication => "communication",
            AnnotationKind::SelfLocking => "self_locking",
        }
    }
}

/// An annotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotated {
    /// What it is about: a global, a static object as a whole, or a field.
    pub variable: Variable,
    /// What it says.
    pub kind: AnnotationKind,
    /// The variable in words; the class, if the class was annotated.
    pub name: String,
    /// Where the variable is declared.
    pub span: Span,
}
