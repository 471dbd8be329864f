//! `commute replay`: one execution, step by step.

use crate::args::{ReadArgs, Replay, ScheduleSource};
use crate::exit::Exit;
use crate::format::{Manner, Message, Reporting};
use crate::output::{Out, complain};
use crate::project;
use anyhow::Context;
use commute::{Program, Schedule, schedule, source_file};
use std::path::{Path, PathBuf};

/// Replays a schedule and says what is wrong at its end, if anything is.
pub fn run(args: &Replay, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let steps = read_schedule(&args.schedule)?;
    let manner = Manner { view: args.view, quiet: false };
    let mut say = |message: &Message<'_>| args.format.say(message, manner, out);
    let (path, read) = match &args.file {
        Some(file) => (file.clone(), args.read.clone()),
        None => in_project(args)?,
    };
    let file = path.display().to_string();
    let program = match Program::open(&path, &read.reading()) {
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

/// The classes of the project that have the test which is asked for, and how to read them.
fn in_project(args: &Replay) -> anyhow::Result<(PathBuf, ReadArgs)> {
    let directory = args.project.project.as_deref().unwrap_or(Path::new("."));
    let test =
        args.read.java.test.as_deref().context("name the test of the project with --test CLASS#METHOD")?;
    let class = format!("{}.class", test.split('#').next().unwrap_or(test).replace('.', "/"));
    let found = project::find(directory, !args.project.no_build_tool).map_err(anyhow::Error::msg)?;
    found.remarks.iter().for_each(|remark| complain(&format!("note: {remark}")));
    let mut all =
        found.projects.iter().flat_map(|project| project.tests.iter().map(move |tests| (project, tests)));
    let (project, tests) = all.find(|(_, tests)| tests.join(&class).is_file()).with_context(|| {
        format!("no compiled test of the project in {} is called {test}", directory.display())
    })?;
    Ok((tests.clone(), super::check::in_project(project, &args.read)))
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
