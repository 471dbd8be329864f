//! Source files, spans, diagnostics with their renderer, and id newtypes.
//!
//! Everything else in the workspace may depend on this crate; it depends on nothing of ours.

mod diagnostic;
mod id;
pub mod mutant;
mod source;

pub use diagnostic::{Diagnostic, Diagnostics, Label, RenderOptions, Severity};
pub use source::{FileId, LineCol, SourceFile, SourceMap, Span};
