//! What is said about a file that is no program.

use crate::args::View;
use crate::exit::Exit;
use crate::output::{Out, complain};
use crate::pipeline::LoadError;
use crate::report::Document;
use crate::source_file::ReadError;
use commute_base::{Diagnostics, RenderOptions, SourceMap};
use std::path::Path;

/// Says it, as `D` if other programs read it.
pub fn report<D: Document>(
    file: &Path,
    error: &LoadError,
    json: bool,
    view: View,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    if json {
        out.json(&document::<D>(&file.display().to_string(), error))?;
    } else {
        show(error, view);
    }
    Ok(exit(error))
}

fn document<D: Document>(file: &str, error: &LoadError) -> D {
    match error {
        LoadError::Read(ReadError::Unreadable(reason)) => D::failed(file, "error", Some(reason.clone())),
        LoadError::Read(ReadError::Refused(reason)) => D::failed(file, "rejected", Some(reason.clone())),
        LoadError::Rejected { sources, diagnostics } => D::rejected(file, sources, diagnostics),
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
