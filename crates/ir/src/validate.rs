//! Whether a program is well-formed.
use crate::Program;
/// Why it is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Invalid {
    /// Which table entry or instruction.
    pub place: String,
    /// What is wrong with it.
    pub message: String,
}
/// Checks a program; gives every fault.
pub fn validate(_program: &Program) -> Vec<Invalid> {
    Vec::new()
}
