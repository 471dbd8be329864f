//! A contradiction between what the user said of how data is shared and what the program does.

use commute_base::Span;

/// A violated annotation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// The variable and what was said of it, in one line.
    pub rule: String,
    /// What happened instead, in one line.
    pub message: String,
    /// Where the step stands in the source that shows it.
    pub span: Span,
}
