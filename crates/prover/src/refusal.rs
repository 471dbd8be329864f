//! Why something cannot be proved this way at all.

use commute_base::Span;

/// A part of the program that the proof does not cover. It is about the method, not about the program: the
/// program may well be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What it is, as a sentence without its end.
    pub reason: String,
    /// Where.
    pub span: Span,
}

impl Refusal {
    /// A refusal.
    pub fn new(reason: impl Into<String>, span: Span) -> Self {
        Self { reason: reason.into(), span }
    }
}

/// Something, or why it cannot be.
pub type Result<T> = std::result::Result<T, Refusal>;
