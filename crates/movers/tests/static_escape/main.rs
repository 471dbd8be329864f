//! Static escape analysis: what it claims on small models, and that what it claims is true of all examples.

mod claims;
mod soundness;

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use commute_ir::{Program, validate};
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn model(name: &str, text: &str) -> Arc<Program> {
    let mut sources = SourceMap::default();
    let file = sources.add(name, text);
    let compiled = compile(&sources, file, &Options::default());
    let program = compiled.program.unwrap_or_else(|| {
        panic!("{}", compiled.diagnostics.render(&sources, RenderOptions::default()));
    });
    assert!(validate(&program).is_empty(), "{name} is not valid");
    Arc::new(program)
}

fn model_file(path: &Path) -> Arc<Program> {
    let text = std::fs::read_to_string(path).unwrap();
    model(&path.display().to_string(), &text)
}

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}
