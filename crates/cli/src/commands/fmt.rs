//! `commute fmt`: formats models in place.

use crate::args::Fmt;
use crate::exit::Exit;
use crate::output::Out;
use crate::report::show_load_error;
use anyhow::Context;
use commute::{LoadError, format_model, source_file};
use std::path::Path;

/// Formats each file; the worst exit code wins.
pub fn run(args: &Fmt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let mut worst = Exit::Holds;
    for file in &args.files {
        let exit = match formatted(file) {
            Ok((old, new)) => finish(file, &old, &new, args.check, out)?,
            Err(error) => {
                show_load_error(&error, args.view);
                Exit::of_load_error(&error)
            }
        };
        worst = worst.worst(exit);
    }
    Ok(worst)
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The text of a file before and after.
fn formatted(file: &Path) -> Result<(String, String), LoadError> {
    let read = if is_stdin(file) { source_file::read_stdin() } else { source_file::read(file) };
    let old = read?;
    let name = if is_stdin(file) { "<stdin>".to_owned() } else { file.display().to_string() };
    let new = format_model(&name, &old)?;
    Ok((old, new))
}

/// Writes, prints or compares. A file that is not formatted is a "violation": exit code 1.
fn finish(file: &Path, old: &str, new: &str, check: bool, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    if check {
        if old == new {
            return Ok(Exit::Holds);
        }
        out.text(&format!(
            "{}\n",
            if is_stdin(file) { "<stdin>".into() } else { file.display().to_string() }
        ))?;
        return Ok(Exit::Violated);
    }
    if is_stdin(file) {
        out.text(new)?;
    } else if old != new {
        std::fs::write(file, new).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(Exit::Holds)
}
