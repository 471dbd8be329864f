//! From the text of a model to a program.

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use commute_ir::{Program, validate};
use std::sync::Arc;

/// A compiled model.
#[derive(Clone, Debug)]
pub struct Model {
    /// The program.
    pub program: Arc<Program>,
    /// The text, for reports.
    pub sources: SourceMap,
}

/// Why a text is no model: the rendered diagnostics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected(pub String);

impl Model {
    /// Compiles a text, with new values for constants.
    pub fn compile(name: &str, text: &str, defines: &[(String, String)]) -> Result<Model, Rejected> {
        let mut sources = SourceMap::default();
        let file = sources.add(name, text);
        let compiled = compile(&sources, file, &Options { defines: defines.to_vec(), ..Default::default() });
        let Some(program) = compiled.program else {
            return Err(Rejected(compiled.diagnostics.render(&sources, RenderOptions::default())));
        };
        let invalid = validate(&program);
        if !invalid.is_empty() {
            return Err(Rejected(format!("[commute internal bug] the program is not valid: {invalid:?}")));
        }
        Ok(Model { program: Arc::new(program), sources })
    }
}
