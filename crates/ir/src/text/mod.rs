//! The text form.
use crate::Program;
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
/// Prints a program.
pub fn print(_program: &Program, _options: PrintOptions) -> String {
    String::new()
}
/// Parses a program.
pub fn parse(_text: &str) -> Result<Program, ParseError> {
    Ok(Program::default())
}
