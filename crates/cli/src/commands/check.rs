//! `commute check`: explores each model and reports.

use super::{annotate, certified, rejection};
use crate::args::{Check, JavaArgs, ReadArgs, Undo};
use crate::checkpoint_file::{self, Saver};
use crate::exit::Exit;
use crate::formulas::{Answer, Formulas};
use crate::java::Test;
use crate::locking;
use crate::output::Out;
use crate::pipeline::{self, Model};
use crate::progress::ProgressLine;
use crate::report::{
    CheckBody, CheckDocument, Checked, Counterexample, ReplayHint, bytes, check_text, says_who_has_access,
};
use crate::schedule;
use crate::surroundings;
use anyhow::Context;
use commute_explore::{
    Interrupt, Limits, Observer, Options, Outcome, Reduction, ResumeError, StopReason, Verdict,
};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// After how many states it is decided whether transactions save anything.
const PROBE: u64 = 2_000;

/// Checks each file in turn; the worst exit code wins.
pub fn run(mut args: Check, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    args.options.interrupt = interrupt.clone();
    let mut worst = Exit::Holds;
    for (i, file) in args.files.iter().enumerate() {
        if i > 0 && !args.quiet && !args.json {
            out.text("\n")?;
        }
        let exit = if out.is_closed() || interrupt.is_raised() {
            skip(&args, file, out)?
        } else if args.junit {
            check_tests(&args, file, out)?
        } else {
            check_file(&args, file, out)?
        };
        worst = worst.worst(exit);
    }
    Ok(worst)
}

/// Says that a file was not looked at because the user wants to stop.
fn skip(args: &Check, file: &Path, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let name = file.display().to_string();
    if args.json {
        out.json(&CheckDocument::failed(&name, "undecided", Some("interrupted".to_owned())))?;
    } else {
        out.text(&format!("{name}: not decided: interrupted\n"))?;
    }
    Ok(Exit::Undecided)
}

fn check_file(args: &Check, file: &Path, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    match pipeline::load(file, &args.read) {
        Ok(model) => check_model(args, &Whence { file, read: &args.read }, &model, out),
        Err(error) => rejection::report::<CheckBody>(file, &error, args.json, args.view, out),
    }
}

/// Checks the tests of Java classes one by one, and counts.
fn check_tests(args: &Check, file: &Path, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let (mut exits, mut skipped) = (Vec::new(), 0);
    let listed = crate::java::each_test(file, &args.read.java, |name, test| {
        match test {
            Test::Program(Ok(model)) => {
                let java = JavaArgs { test: Some(name.to_owned()), main: None, ..args.read.java.clone() };
                let read = ReadArgs { java, ..args.read.clone() };
                exits.push(check_model(args, &Whence { file, read: &read }, &model, out)?);
            }
            Test::Program(Err(error)) => {
                rejection::show(&error, args.view);
                exits.push(rejection::exit(&error));
            }
            Test::Off(reason) => {
                skipped += 1;
                out.text(&format!("{name}: skipped: {reason}\n"))?;
            }
        }
        if !args.quiet {
            out.text("\n")?;
        }
        Ok(())
    })?;
    if let Err(error) = listed {
        rejection::show(&error, args.view);
        return Ok(rejection::exit(&error));
    }
    let count = |exit: Exit| exits.iter().filter(|&&e| e == exit).count();
    let (holds, violated, undecided) = (count(Exit::Holds), count(Exit::Violated), count(Exit::Undecided));
    let rejected = exits.len() - holds - violated - undecided;
    out.text(&format!(
        "{}: {} tests: {holds} hold, {violated} violated, {undecided} not decided, {rejected} rejected; {skipped} skipped\n",
        file.display(),
        exits.len()
    ))?;
    // A run without a test says nothing about the program.
    let none = if exits.is_empty() { Exit::Undecided } else { Exit::Holds };
    Ok(exits.into_iter().fold(none, Exit::worst))
}

/// How a model was read, so that it can be read again.
struct Whence<'a> {
    file: &'a Path,
    read: &'a ReadArgs,
}

fn check_model(args: &Check, whence: &Whence<'_>, model: &Model, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    if !args.json && !args.quiet {
        rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    }
    let discipline = match &args.discipline {
        Some((discipline, init)) => Some(locking::discipline(&model.program, *discipline, init)?),
        None => None,
    };
    check_room(&args.options.limits)?;
    let since = Some(Instant::now());
    let mut options = Options { discipline, since, ..args.options.clone() };
    let outcome = searched(args, model, &mut options)?;
    if args.emit_annotations {
        let complete = outcome.incomplete.is_none() && !matches!(outcome.verdict, Verdict::Undecided(_));
        out.text(&annotate::annotated(model, &outcome.discipline, complete))?;
        return Ok(exit(&outcome));
    }
    if args.certify && outcome.verdict == Verdict::Holds {
        certified::certify(model, &options.properties)?;
    }
    report(args, whence, model, &options, &outcome, out)
}

/// Refuses a limit on memory that leaves no room for a search: it would end before it began.
fn check_room(limits: &Limits) -> anyhow::Result<()> {
    if let (Some(limit), Some(needed)) = (limits.memory, surroundings::resident())
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

/// The search, from its beginning or from a checkpoint.
fn searched(args: &Check, model: &Model, options: &mut Options) -> anyhow::Result<Outcome> {
    let mut progress = ProgressLine::new(&model.name, args.progress.then(std::io::stderr));
    let mut saver = Saver::new(&mut progress, &model.program, &args.checkpoints);
    let outcome = match &args.checkpoints.resume {
        None if args.adapts => adapted(options, model, args.undo, &mut saver),
        None => pipeline::search(model, options, args.undo, &mut saver),
        Some(file) => {
            let checkpoint = checkpoint_file::read(file, &model.program)?;
            let resumed = pipeline::resume(model, &checkpoint, options, args.undo, &mut saver);
            resumed.map_err(|error| {
                let why = match error {
                    ResumeError::NotLookedFor(known) => {
                        checkpoint_file::not_looked_for(known, options.properties)
                    }
                    other => other.to_string(),
                };
                anyhow::anyhow!("cannot go on from {}: {why}", file.display())
            })?
        }
    };
    let trouble = saver.trouble.take();
    progress.clear();
    if let Some(trouble) = trouble {
        crate::output::complain(&format!("warning: {trouble}"));
    }
    Ok(outcome)
}

/// Says what was found, and what is found about temporal formulas.
fn report(
    args: &Check,
    whence: &Whence<'_>,
    model: &Model,
    options: &Options,
    outcome: &Outcome,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    let checked = Checked {
        name: &model.name,
        sources: &model.sources,
        program: &model.program,
        options,
        outcome,
        rests_on: &model.rests_on,
        claims: &model.claims,
        counterexamples: counterexamples(args, whence, model, outcome)?,
        formulas: args.formulas.is_some(),
    };
    if !args.json {
        out.text(&check_text(&checked, args.view, args.quiet))?;
    }
    let answers = temporal(args, model, options.since)?;
    if args.json {
        let formulas = answers.iter().map(Answer::json).collect();
        out.json(&CheckDocument::checked(&checked, &model.warnings, formulas))?;
    } else {
        let between = if args.quiet { "" } else { "\n" };
        answers.iter().try_for_each(|answer| out.text(&format!("{between}{}", answer.text)))?;
    }
    Ok(answers.iter().map(Answer::exit).fold(exit(outcome), Exit::worst))
}

/// Checks the temporal formulas of a model, if that is wanted: every interleaving, each formula by itself, all in the time that is
/// left.
fn temporal(args: &Check, model: &Model, since: Option<Instant>) -> anyhow::Result<Vec<Answer>> {
    let Some(fairness) = args.formulas else { return Ok(Vec::new()) };
    let Options { limits, interrupt, .. } = args.options.clone();
    let limits = Limits { depth: None, ..limits };
    let options = Options { limits, interrupt, since, ..Options::default() };
    let (progress, view, quiet) = (args.progress, args.view, args.quiet);
    Formulas { fairness, options: &options, progress, view, quiet }.check(model)
}

/// Searches in transactions, unless the first states show that these are single steps: then every step is explored, which
/// is much faster a state. What the user said about variables and classes is checked in transactions only.
fn adapted(options: &mut Options, model: &Model, undo: Undo, observer: &mut dyn Observer) -> Outcome {
    let says = !model.claims.is_empty() || says_who_has_access(&model.program);
    if options.limits.states.is_none_or(|most| most > PROBE) && !says {
        let limits = Limits { states: Some(PROBE), ..options.limits };
        let probe = Options { limits, ..options.clone() };
        let first = pipeline::search(model, &probe, undo, observer);
        match first.incomplete {
            Some(StopReason::States(_)) if first.found.is_empty() || options.keep_going => {}
            _ => return first,
        }
        if first.stats.transitions * 5 < first.stats.runs * 6 {
            options.reduction = Reduction::None;
        }
    }
    pipeline::search(model, options, undo, observer)
}

fn exit(outcome: &Outcome) -> Exit {
    match outcome.verdict {
        Verdict::Holds => Exit::Holds,
        Verdict::Violated => Exit::Violated,
        Verdict::Undecided(_) => Exit::Undecided,
    }
}

/// Confirms what was found, with an interpreter that shares no code with the one that found it.
fn counterexamples(
    args: &Check,
    whence: &Whence<'_>,
    model: &Model,
    outcome: &Outcome,
) -> anyhow::Result<Vec<Counterexample>> {
    let mut list = Vec::new();
    for (i, found) in outcome.found.iter().enumerate() {
        let schedule = schedule::print(&found.schedule);
        let confirmed = pipeline::confirm(model, found).map_err(|reason| {
            anyhow::anyhow!(
                "[commute internal bug] the counterexample is not confirmed: {reason}\n\
                 claimed: {} ({})\nschedule: {schedule}\nPlease report this with the model.",
                found.violation.message,
                found.violation.kind.name()
            )
        })?;
        let saved = args.save_schedule.as_deref().map(|path| numbered(path, i));
        if let Some(path) = &saved {
            save(path, &model.name, &schedule)?;
        }
        let replay = ReplayHint::new(whence.file, whence.read, &schedule, saved.as_deref());
        let violation = confirmed.violation.unwrap_or_else(|| found.violation.clone());
        list.push(Counterexample { violation, story: confirmed.story, schedule, replay });
    }
    Ok(list)
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
    use crate::args::{HiArgs, LowArgs, Surroundings};
    use clap::Parser;
    use commute_explore::{Found, Stats};
    use commute_machine::{Violation, ViolationKind};

    #[test]
    fn a_claim_that_is_not_confirmed_is_our_bug() {
        let low = LowArgs::try_parse_from(["commute", "check", "a.cm"]).unwrap();
        let Ok(HiArgs::Check(args)) = HiArgs::new(low, &Surroundings::default()) else { panic!() };
        let text = "var x: int = 0;\nthread a { x = 1; }\n";
        let Ok(model) = pipeline::compile("a.cm".into(), text.into(), &[]) else { panic!() };
        let violation = Violation {
            kind: ViolationKind::Deadlock,
            tid: None,
            message: "made up".into(),
            span: Default::default(),
        };
        let found = vec![Found { violation, schedule: Vec::new() }];
        let stats = Stats::default();
        let outcome = Outcome {
            verdict: Verdict::Violated,
            found,
            incomplete: None,
            assumptions: Vec::new(),
            discipline: Vec::new(),
            stats,
        };
        let whence = Whence { file: Path::new("a.cm"), read: &args.read };
        let error = counterexamples(&args, &whence, &model, &outcome).err().unwrap().to_string();
        assert!(error.starts_with("[commute internal bug] the counterexample is not confirmed: "), "{error}");
        assert!(error.contains("claimed: made up (deadlock)\nschedule: \n"), "{error}");
    }

    #[test]
    fn further_schedules_get_numbers() {
        assert_eq!(numbered(Path::new("s.txt"), 0), PathBuf::from("s.txt"));
        assert_eq!(numbered(Path::new("s.txt"), 2), PathBuf::from("s.txt.3"));
    }
}
