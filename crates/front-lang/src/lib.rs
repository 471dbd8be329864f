//! The modelling language: from text to [`commute_ir::Program`].
//!
//! `docs/language.md` describes the language. [`parse`] makes the syntax tree, the private module `check`
//! finds out what is declared, `lower` checks the code and compiles it in one pass, and [`compile`] does
//! all of it. Nothing stops at the first mistake, and no text makes anything here panic.

// The forms of the tree are documented one by one; their fields are named for what they are.
#[allow(missing_docs)]
pub mod ast;
mod check;
mod format;
mod lexer;
mod lower;
mod parser;

pub use format::format;
pub use parser::parse;

use commute_base::{Diagnostics, FileId, SourceMap};

/// What the command line says about a program.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// New values of constants: `-D name=value`.
    pub defines: Vec<(String, String)>,
    /// The program is for a prover and need not be one that can be run: constants without a value are left open,
    /// and actions may leave open what they do.
    pub for_proof: bool,
}

/// What [`compile`] gives.
#[derive(Clone, Default, Debug)]
pub struct Compiled {
    /// The program, unless there are errors.
    pub program: Option<commute_ir::Program>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

/// Compiles a file. Never panics, whatever the text.
pub fn compile(sources: &SourceMap, file: FileId, options: &Options) -> Compiled {
    let mut diagnostics = Diagnostics::default();
    let tree = parse(sources, file, &mut diagnostics);
    // What could not be parsed is missing, and its absence would give messages about unknown names.
    if diagnostics.has_errors() {
        return Compiled { program: None, diagnostics };
    }
    lower::lower(sources, file, options, &tree, diagnostics)
}
