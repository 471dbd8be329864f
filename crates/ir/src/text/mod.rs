//! The text form: one line for each declaration and instruction.
//!
//! ```text
//! shape shape0 = lock
//! global global0 x: i64 = 0 #guarded_by(static0)  ; m
//! static static0 m: shape0 = [0]
//! fn fn0 worker(r0 by: i64) {
//!   reg r1 tx: i64
//!   L0: invoke acquire static0  ; m
//!   L1: r1:tx = load global0  ; x
//!   L2: r1:tx = add.i64 r1:tx, r0:by
//!   L3: store global0, r1:tx  ; x
//!   L4: return
//! }
//! thread "worker[0]" = fn0(1)  ; worker
//! invariant positive = (global0 >= 0)  ; x
//! ```
//!
//! A thing is referred to by its id (`class3`, `fn0`), because names need not be unique; the comment at the
//! end of the line says its name. A declaration repeats its own id so that a text edited by hand cannot
//! silently shift the others. A name that is not a plain word is a quoted string. Every expression may be
//! followed by `:type` (left out where it is the usual one of its form) and a span `@f0:3..9`.

mod parse;
mod print;
mod words;

pub use parse::parse;
pub use print::print;

/// Expressions and formulas nested deeper than this have no text form: parsing, printing, evaluating and
/// dropping them all recurse.
pub(crate) const MAX_DEPTH: usize = 500;

/// How to print.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintOptions {
    /// Whether to print source spans.
    pub spans: bool,
}

/// A text that is no program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}
