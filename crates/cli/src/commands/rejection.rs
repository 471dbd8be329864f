//! What is said about a file that is no program.

use crate::args::View;
use crate::exit::Exit;
use crate::output::{Out, complain};
use crate::pipeline::LoadError;
use crate::report::{Body, Document};
use crate::source_file::ReadError;
use commute_base::{Diagnostics, RenderOptions, SourceMap};
use std::path::Path;

/// Says it, in the report with `B` if other programs read it.
pub fn report<B: Body>(
    file: &Path,
    error: &LoadError,
    json: bool,
    view: View,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    if json {
        out.json(&document::<B>(&file.display().to_string(), error))?;
    } else {
        show(error, view);
    }
    Ok(exit(error))
}

fn document<B: Body>(file: &str, error: &LoadError) -> Document<B> {
    match error {
        LoadError::Read(ReadError::Unreadable(reason)) => {
            Document::failed(file, "error", Some(reason.clone()))
        }
        LoadError::Read(ReadError::Refused(reason)) => {
            Document::failed(file, "rejected", Some(reason.clone()))
        }
        LoadError::Rejected { sources, diagnostics } => Document::rejected(file, sources, diagnostics),
    }
}

/// The exit code that goes with it.
pub fn exit(error: &LoadError) -> Exit {
    match error {
        LoadError::Read(ReadError::Unreadable(_)) => Exit::Error,
        LoadError::Read(ReadError::Refused(_)) | LoadError::Rejected { .. } => Exit::Rejected,
    }
}

/// Says it on standard error.
pub fn show(error: &LoadError, view: View) {
    match error {
        LoadError::Read(ReadError::Unreadable(text) | ReadError::Refused(text)) => {
            complain(&format!("error: {text}"));
        }
        LoadError::Rejected { sources, diagnostics } => show_diagnostics(sources, diagnostics, view),
    }
}

/// Renders diagnostics to standard error.
pub fn show_diagnostics(sources: &SourceMap, diagnostics: &Diagnostics, view: View) {
    if !diagnostics.is_empty() {
        let options = RenderOptions { colour: view.stderr_colour, width: view.width };
        complain(&diagnostics.render(sources, options));
    }
}
