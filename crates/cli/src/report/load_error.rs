//! What is said about a file that is no program, and besides about one that is.

use crate::args::View;
use crate::output::complain;
use commute::{Diagnostics, LoadError, SourceMap};
use commute_base::RenderOptions;

/// Says on standard error why there is no program.
pub fn show_load_error(error: &LoadError, view: View) {
    match error {
        LoadError::Unreadable(text) | LoadError::Refused(text) => complain(&format!("error: {text}")),
        LoadError::Late => complain(&format!("error: {error}")),
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
