//! `commute replay`: one execution, step by step.

use super::rejection;
use crate::args::{Replay, ScheduleSource};
use crate::exit::Exit;
use crate::output::{Out, Paint, Role, complain};
use crate::pipeline::{self, Replayed};
use crate::report::{ReplayBody, ReplayDocument, kind_text, replay_text};
use crate::schedule;
use crate::source_file::{self, ReadError};
use anyhow::{Context, bail};
use commute_machine::Schedule;
use std::path::Path;

/// Replays a schedule and says what is wrong at its end, if anything is.
pub fn run(args: &Replay, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let schedule = read_schedule(&args.schedule)?;
    let model = match pipeline::load(&args.file, &args.read) {
        Ok(model) => model,
        Err(error) => {
            return rejection::report::<ReplayBody>(&args.file, &error, args.json, args.view, out);
        }
    };
    if !args.json {
        rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    }
    match pipeline::replay(&model, &schedule) {
        Ok(replayed) => {
            if args.json {
                let (text, violation) = (schedule::print(&schedule), replayed.violation.as_ref());
                let (name, sources) = (&model.name, &model.sources);
                out.json(&ReplayDocument::replayed(name, sources, &replayed.story, violation, &text))?;
            } else {
                out.text(&text(&model, &replayed, args))?;
            }
            Ok(if replayed.violation.is_some() { Exit::Violated } else { Exit::Holds })
        }
        Err(reason) => {
            if args.json {
                out.json(&ReplayDocument::failed(&args.file.display().to_string(), "error", Some(reason)))?;
            } else {
                complain(&format!("error: {reason}"));
            }
            Ok(Exit::Error)
        }
    }
}

fn text(model: &pipeline::Model, replayed: &Replayed, args: &Replay) -> String {
    let paint = Paint::new(args.view.colour);
    let verdict = match &replayed.violation {
        Some(violation) => {
            format!("{}: {}", paint.apply(Role::Bad, "violated"), kind_text(&violation.kind))
        }
        None => "nothing is wrong at the end of this schedule".to_owned(),
    };
    let body = replay_text(&model.sources, &replayed.story, replayed.violation.as_ref(), args.view);
    format!("{}: {verdict}\n\n{body}", paint.apply(Role::Strong, &model.name))
}

fn read_schedule(source: &ScheduleSource) -> anyhow::Result<Schedule> {
    let (text, whence) = match source {
        ScheduleSource::Text(text) => (text.clone(), "--schedule".to_owned()),
        ScheduleSource::File(path) => (read_text(path)?, path.display().to_string()),
    };
    schedule::parse(&text).map_err(anyhow::Error::msg).context(whence)
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    let read = if path.as_os_str() == "-" { source_file::read_stdin() } else { source_file::read(path) };
    match read {
        Ok(text) => Ok(text),
        Err(ReadError::Unreadable(reason) | ReadError::Refused(reason)) => bail!(reason),
    }
}
