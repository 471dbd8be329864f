//! `commute check`: checks each program and reports.

use super::suite::{Suite, check_suite};
use crate::args::{Check, JavaArgs, ProjectArgs, ReadArgs};
use crate::exit::Exit;
use crate::format::{Manner, Message, Reporting};
use crate::output::{Out, complain};
use crate::progress::ProgressLine;
use crate::project::{self, Project};
use crate::report::ReplayHint;
use anyhow::Context;
use commute::checkpoint_file::{self, Saver};
use commute::java::{JavaOptions, is_java};
use commute::memory;
use commute::numbers::bytes;
use commute::{
    Certified, Counterexample, Failure, Interrupt, Limits, LoadError, Program, Properties, Report, Stats,
    annotate, certify, prove, schedule,
};
use commute_explore::ResumeError;
use commute_smt::{Setup, find_solver};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Checks each file in turn; the worst exit code wins.
pub fn run(mut args: Check, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    args.search = args.search.interrupted_by(interrupt);
    if args.proved && (args.junit || args.project.is_some()) {
        anyhow::bail!("--proved is for models, not for tests of Java classes");
    }
    if let Some(project) = &args.project {
        return check_project(&args, project, interrupt, out);
    }
    let mut worst = Exit::Holds;
    for (i, file) in args.files.iter().enumerate() {
        if i > 0 && !args.quiet && args.format.for_people {
            out.text("\n")?;
        }
        let exit = if out.is_closed() || interrupt.is_raised() {
            say(&args, &Message::Interrupted { file: &file.display().to_string() }, out)?;
            Exit::Undecided
        } else if args.junit {
            let suite = Suite { file, read: &args.read, again: None, brief: false };
            check_suites(&args, &file.display().to_string(), &[suite], interrupt, out)?
        } else {
            check_file(&args, file, interrupt, out)?
        };
        worst = worst.worst(exit);
    }
    Ok(worst)
}

/// Checks the tests of a project.
fn check_project(
    args: &Check,
    asked: &ProjectArgs,
    interrupt: &Interrupt,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    let directory = asked.project.as_deref().unwrap_or(Path::new("."));
    if args.progress && !asked.no_build_tool {
        complain("asking the build tool for the class path (--no-build-tool: take the usual places) ...");
    }
    let found = project::find(directory, !asked.no_build_tool).map_err(anyhow::Error::msg)?;
    found.remarks.iter().for_each(|remark| complain(&format!("note: {remark}")));
    let again = ReadArgs {
        java: JavaArgs { project: Some(asked.clone()), ..args.read.java.clone() },
        ..args.read.clone()
    };
    let readings: Vec<(&Project, ReadArgs)> =
        found.projects.iter().map(|project| (project, in_project(project, &args.read))).collect();
    let suites: Vec<Suite<'_>> = readings
        .iter()
        .flat_map(|(project, read)| project.tests.iter().map(move |file| (file, read)))
        .map(|(file, read)| Suite { file, read, again: Some(&again), brief: true })
        .collect();
    check_suites(args, &directory.display().to_string(), &suites, interrupt, out)
}

/// How a test of a project is read: with the class path of the project, and what the user named besides.
pub(super) fn in_project(project: &Project, read: &ReadArgs) -> ReadArgs {
    let class_path = project.class_path.iter().chain(&read.java.class_path).cloned().collect();
    ReadArgs { java: JavaArgs { class_path, ..read.java.clone() }, ..read.clone() }
}

/// Checks the tests of Java classes, and counts.
fn check_suites(
    args: &Check,
    name: &str,
    suites: &[Suite<'_>],
    interrupt: &Interrupt,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    let (mut rows, mut worst, mut unread) = (Vec::new(), Exit::Holds, false);
    for suite in suites {
        let before = rows.len();
        let exit = check_suite(args, suite, interrupt, &mut rows, out)?;
        unread |= before == rows.len() && exit != Exit::Holds;
        worst = worst.worst(exit);
    }
    if unread && rows.is_empty() {
        return Ok(worst);
    }
    let after_a_line = suites.iter().any(|suite| suite.brief) && rows.last().is_some_and(|row| !row.fails());
    if after_a_line && args.format.for_people {
        out.text("\n")?;
    }
    say(args, &Message::Tests { file: name, rows: &rows }, out)?;
    // A run without a test says nothing about the program.
    let none = if rows.iter().all(|row| row.exit.is_none()) { Exit::Undecided } else { Exit::Holds };
    Ok(worst.worst(none))
}

pub(super) fn say(args: &Check, message: &Message<'_>, out: &mut Out<'_>) -> anyhow::Result<()> {
    args.format.say(message, Manner { view: args.view, quiet: args.quiet }, out)
}

pub(super) fn not_loaded(
    args: &Check,
    name: &str,
    error: &LoadError,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    say(args, &Message::NotLoaded { by: Reporting::Check, file: name, error }, out)?;
    Ok(Exit::of_load_error(error))
}

fn check_file(args: &Check, file: &Path, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let mut reading = args.read.reading();
    reading.java.deadline = args.search.limits().time.and_then(|limit| started.checked_add(limit));
    if args.proved {
        prove_locks(args, file, &reading.java, interrupt)?;
    }
    match Program::open(file, &reading) {
        Ok(program) => {
            let whence = Whence { file, read: &args.read, started, jobs: 1, brief: false };
            Ok(check_program(args, &whence, &program, out)?.0)
        }
        Err(error) => not_loaded(args, &file.display().to_string(), &error, out),
    }
}

/// That a search may rest on the locks that a model names.
fn prove_locks(args: &Check, file: &Path, java: &JavaOptions, interrupt: &Interrupt) -> anyhow::Result<()> {
    if is_java(file, java) {
        anyhow::bail!("--proved is for models: `commute prove` proves classes of Java one by one");
    }
    let setup = Setup::new(find_solver(None)?);
    match prove::locks(file, &args.read.defines, &setup, interrupt) {
        // Reading it for the search says so too, and better.
        Ok(()) | Err(prove::NoLocks::Load(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// How a program was read, so that it can be read again.
pub(super) struct Whence<'a> {
    pub file: &'a Path,
    pub read: &'a ReadArgs,
    /// When that began.
    pub started: Instant,
    /// How many programs are checked at the same time.
    pub jobs: usize,
    /// Whether nothing is said of a program that holds.
    pub brief: bool,
}

/// Checks a program and says what came of it: how that ended, and what it cost.
pub(super) fn check_program(
    args: &Check,
    whence: &Whence<'_>,
    program: &Program,
    out: &mut Out<'_>,
) -> anyhow::Result<(Exit, Stats)> {
    if whence.jobs == 1 {
        check_room(&args.search.limits())?;
    }
    let report = checked(args, whence, program)?;
    let exit = Exit::of_report(&report);
    if args.emit_annotations {
        out.text(&annotate::annotated(program, &report))?;
        return Ok((exit, report.stats));
    }
    if args.certify && report.holds() {
        certify_again(program, &args.search.properties())?;
    }
    if !(whence.brief && args.format.for_people && exit == Exit::Holds) {
        let replays = replays(args, whence, program, &report)?;
        say(args, &Message::Checked { program, report: &report, replays: &replays }, out)?;
    }
    Ok((exit, report.stats))
}

/// Refuses a limit on memory that leaves no room for a search: it would end before it began.
fn check_room(limits: &Limits) -> anyhow::Result<()> {
    if let (Some(limit), Some(needed)) = (limits.memory, memory::resident())
        && limit < needed
    {
        anyhow::bail!(
            "--max-memory is {}, but commute and the program need {} before the search begins",
            bytes(limit),
            bytes(needed)
        );
    }
    Ok(())
}

/// The check, from its beginning or from a checkpoint.
fn checked(args: &Check, whence: &Whence<'_>, program: &Program) -> anyhow::Result<Report> {
    let checkpoint = match &args.checkpoints.resume {
        Some(file) => Some(checkpoint_file::read(file, program).map_err(anyhow::Error::msg)?),
        None => None,
    };
    let alone = whence.jobs == 1;
    let mut progress = ProgressLine::new(program.name(), (args.progress && alone).then(std::io::stderr));
    if !alone {
        progress = progress.among_others();
    }
    let search = args.search.clone().since(whence.started).one_of(whence.jobs);
    let (file, every) = (args.checkpoints.write.as_deref(), args.checkpoints.every);
    let mut saver = Saver::new(&mut progress, program, file, every);
    let report = search.observed(program, checkpoint.as_ref(), &mut saver);
    let trouble = saver.trouble.take();
    progress.clear();
    if let Some(trouble) = trouble {
        complain(&format!("warning: {trouble}"));
    }
    report.map_err(|failure| in_flags(args, failure))
}

/// Why there is no report, in the words of the command line.
fn in_flags(args: &Check, failure: Failure) -> anyhow::Error {
    match failure {
        Failure::UnknownName(name) => anyhow::anyhow!("--init: {name}"),
        Failure::Resume(error) => {
            let why = match error {
                ResumeError::NotLookedFor(known) => not_looked_for(known, args.search.properties()),
                other => other.to_string(),
            };
            let file = args.checkpoints.resume.as_deref().unwrap_or(Path::new("the checkpoint"));
            anyhow::anyhow!("cannot go on from {}: {why}", file.display())
        }
        other => other.into(),
    }
}

/// Why a search for `wanted` cannot go on from a checkpoint of one that looked for `known`.
fn not_looked_for(known: Properties, wanted: Properties) -> String {
    let added: Vec<&str> = switches(wanted)
        .into_iter()
        .zip(switches(known))
        .filter(|((_, now), (_, then))| *now && !*then)
        .map(|((flag, _), _)| flag)
        .collect();
    let flags = added.join(" and ");
    format!(
        "it was made with {flags}, so the states in it were not looked at for that; say {flags} here too, or begin again \
         without --resume"
    )
}

/// The properties, each with the flag that switches it off.
fn switches(properties: Properties) -> [(&'static str, bool); 4] {
    // Data races are always looked for.
    let Properties { deadlock, partial_deadlock, livelock, invariants, races: _, progress: _ } = properties;
    [
        ("--no-deadlock", deadlock),
        ("--no-partial-deadlock", partial_deadlock),
        ("--no-livelock", livelock),
        ("--no-invariants", invariants),
    ]
}

/// Says on standard error how the second search went. That something is wrong with the program after all is an error of ours.
fn certify_again(program: &Program, properties: &Properties) -> anyhow::Result<()> {
    let name = program.name();
    complain(&match certify(program, properties) {
        Certified::Holds { states } => {
            format!("{name}: certified: {states} states searched again, nothing is wrong in any")
        }
        Certified::TooLarge { limit } => format!("{name}: not certified: there are more than {limit} states"),
        Certified::Wrong(kind) => anyhow::bail!(
            "[commute internal bug] {name} holds, but the independent search finds: {}",
            kind.name()
        ),
    });
    Ok(())
}

/// How each counterexample can be seen again. Schedules that are asked for are saved.
fn replays(
    args: &Check,
    whence: &Whence<'_>,
    program: &Program,
    report: &Report,
) -> anyhow::Result<Vec<ReplayHint>> {
    let one = |(i, example): (usize, &Counterexample)| {
        let schedule = schedule::print(&example.schedule);
        let saved = args.save_schedule.as_deref().map(|path| numbered(path, i));
        if let Some(path) = &saved {
            save(path, program.name(), &schedule)?;
        }
        Ok(ReplayHint::new(whence.file, whence.read, &schedule, saved.as_deref()))
    };
    report.counterexamples.iter().enumerate().map(one).collect()
}

/// The file for the first schedule is the one that was asked for; others (`--keep-going`) get a number.
fn numbered(path: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return path.to_owned();
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}", index + 1));
    name.into()
}

fn save(path: &Path, model: &str, schedule: &str) -> anyhow::Result<()> {
    let comment = model.replace(['\n', '\r'], " ");
    std::fs::write(path, format!("# {comment}\n{schedule}\n"))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_schedules_get_numbers() {
        assert_eq!(numbered(Path::new("s.txt"), 0), PathBuf::from("s.txt"));
        assert_eq!(numbered(Path::new("s.txt"), 2), PathBuf::from("s.txt.3"));
    }

    #[test]
    fn what_was_not_looked_for_is_named() {
        let none = Properties::NONE;
        let message = not_looked_for(none, Properties { deadlock: false, ..Properties::default() });
        assert!(
            message.contains("made with --no-partial-deadlock and --no-livelock and --no-invariants,"),
            "{message}"
        );
    }
}
