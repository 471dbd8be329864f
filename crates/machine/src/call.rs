//! The calls that a thread is in.

use commute_base::Span;

/// A call of a function that has not returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The function, by a number that means the same one in all states.
    pub function: u32,
    /// Where it stands: at its next step, or at the call of another function.
    pub at: Span,
}
