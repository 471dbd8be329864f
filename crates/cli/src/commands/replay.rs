//! `commute replay`: one execution, step by step.

use crate::args::{Replay, ScheduleSource};
use crate::exit::Exit;
use crate::format::{Manner, Message, Reporting};
use crate::output::Out;
use anyhow::Context;
use commute::{Program, Schedule, schedule, source_file};
use std::path::Path;

/// Replays a schedule and says what is wrong at its end, if anything is.
pub fn run(args: &Replay, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let steps = read_schedule(&args.schedule)?;
    let manner = Manner { view: args.view, quiet: false };
    let mut say = |message: &Message<'_>| args.format.say(message, manner, out);
    let file = args.file.display().to_string();
    let program = match Program::open(&args.file, &args.read.reading()) {
        Ok(program) => program,
        Err(error) => {
            say(&Message::NotLoaded { by: Reporting::Replay, file: &file, error: &error })?;
            return Ok(Exit::of_load_error(&error));
        }
    };
    match program.replay(&steps) {
        Ok(confirmed) => {
            let schedule = schedule::print(&steps);
            say(&Message::Replayed { program: &program, confirmed: &confirmed, schedule: &schedule })?;
            Ok(if confirmed.violation.is_some() { Exit::Violated } else { Exit::Holds })
        }
        Err(reason) => {
            say(&Message::NotReplayed { file: &file, reason: &reason.to_string() })?;
            Ok(Exit::Error)
        }
    }
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
    Ok(read?)
}
