//! What a file declares: names, constants, types and signatures, before any code is lowered.
//!
//! The checks of code happen while it is lowered, in one typed pass (`crate::lower`): an expression that
//! is wrong gives one message and the type [`Type::Error`], which fits everywhere.

pub(crate) mod codes;
mod consts;
mod decls;
mod guards;
mod names;
mod operators;
mod processes;
mod records;
mod resolve;
mod suggest;
mod types;

pub(crate) use consts::{Const, fold_binary, fold_unary};
pub(crate) use decls::{
    Binding, ClassDecl, Counter, FaultDecl, FnDecl, FnKind, Storage, ThreadFamily, VarDecl,
};
pub(crate) use guards::check_guard;
pub(crate) use names::{Item, Scope, ScopeId, Symbol, TOP};
pub(crate) use processes::Effects;
pub(crate) use records::{Digit, RecordDecl};
pub(crate) use suggest::did_you_mean;
pub(crate) use types::Type;

use crate::Options;
use commute_base::{Diagnostic, Diagnostics, SourceMap, Span};
use commute_ir::{Program, Shape, ShapeId};
use std::collections::HashMap;

/// Everything that is known about the file, and the program made of it so far.
pub(crate) struct World<'a> {
    pub sources: &'a SourceMap,
    pub options: &'a Options,
    pub diagnostics: Diagnostics,
    pub program: Program,
    pub shapes: HashMap<Shape, ShapeId>,
    /// The top level and each process.
    pub scopes: Vec<Scope>,
    pub consts: Vec<Const<'a>>,
    pub vars: Vec<VarDecl<'a>>,
    pub records: Vec<RecordDecl<'a>>,
    /// Parallel to `program.classes`.
    pub classes: Vec<ClassDecl<'a>>,
    /// Parallel to `program.functions`, except for the function that initializes globals, which comes last.
    pub fns: Vec<FnDecl<'a>>,
    pub threads: Vec<ThreadFamily<'a>>,
    /// What each function does that matters to processes and initializers; parallel to `fns`.
    pub effects: Vec<Effects>,
    /// Whether a constant expression may use a constant whose value is left open, and whether it did.
    pub open_allowed: bool,
    pub open_used: bool,
}

impl<'a> World<'a> {
    pub fn new(sources: &'a SourceMap, options: &'a Options) -> Self {
        Self {
            sources,
            options,
            diagnostics: Diagnostics::default(),
            program: Program::default(),
            shapes: HashMap::new(),
            scopes: vec![Scope::top()],
            consts: Vec::new(),
            vars: Vec::new(),
            records: Vec::new(),
            classes: Vec::new(),
            fns: Vec::new(),
            threads: Vec::new(),
            effects: Vec::new(),
            open_allowed: false,
            open_used: false,
        }
    }

    /// Reports an error: `message` above, `label` at the place, `help` below.
    pub fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics.push(Diagnostic::error(code, span, message, label, help));
    }

    /// Whether the file has processes.
    pub fn has_processes(&self) -> bool {
        self.scopes.len() > 1
    }
}
