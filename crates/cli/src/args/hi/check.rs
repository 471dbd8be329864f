//! What `commute check` is asked to do.

use super::options::search_options;
use super::{Surroundings, View, view};
use crate::args::low::{CheckArgs, DisciplineArg, ReadArgs, StrategyArg};
use crate::args::selective::{self, Undo};
use crate::args::values::Init;
use commute_explore::{Fairness, Options, Order, Reduction, StoreKind, Symmetry};
use std::path::PathBuf;
use std::time::Duration;

/// `commute check`.
#[derive(Debug)]
pub struct Check {
    /// The models.
    pub files: Vec<PathBuf>,
    /// How to read it.
    pub read: ReadArgs,
    /// Whether the tests of Java classes are checked, one by one.
    pub junit: bool,
    /// What the search is asked to do.
    pub options: Options,
    /// Whether the strategy may be changed to one without a reduction if that saves nothing.
    pub adapts: bool,
    /// How to survive the end of the process.
    pub checkpoints: Checkpoints,
    /// How the machine goes back.
    pub undo: Undo,
    /// Which executions count for temporal formulas, if these are checked.
    pub formulas: Option<Fairness>,
    /// The locking discipline to be checked, and who initialises what.
    pub discipline: Option<(DisciplineArg, Vec<Init>)>,
    /// JSON instead of text.
    pub json: bool,
    /// Whether "holds" is checked again.
    pub certify: bool,
    /// The annotated model instead of a report.
    pub emit_annotations: bool,
    /// The verdict only.
    pub quiet: bool,
    /// Whether to show a progress line.
    pub progress: bool,
    /// How text is shown.
    pub view: View,
    /// Where to write the schedule.
    pub save_schedule: Option<PathBuf>,
}

/// Where to write checkpoints, and which to begin with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoints {
    /// Where to write them.
    pub write: Option<PathBuf>,
    /// How often.
    pub every: Duration,
    /// The one to go on from.
    pub resume: Option<PathBuf>,
}

/// What the flags mean, if they go together.
pub(super) fn check(mut args: CheckArgs, around: &Surroundings) -> Result<Check, String> {
    if args.files.is_empty() {
        // The main class stands for a file.
        args.files.extend(args.read.java.main.as_deref().map(PathBuf::from));
    }
    if args.save_schedule.is_some() && args.files.len() > 1 {
        return Err("--save-schedule takes one model, not several".to_owned());
    }
    if args.emit_annotations {
        check_learns_sharing(&args)?;
    }
    let options = search_options(&args, around)?;
    Ok(Check {
        checkpoints: checkpoints(&args, &options)?,
        options,
        adapts: selective::strategy(&args) == StrategyArg::Auto && !args.emit_annotations,
        undo: selective::undo(&args)?,
        formulas: match (args.no_ltl, args.fair) {
            (true, _) => None,
            (false, true) => Some(Fairness::Weak),
            (false, false) => Some(Fairness::None),
        },
        discipline: args.discipline.map(|discipline| (discipline, args.init.clone())),
        view: view(args.colour, args.trace, around),
        progress: around.stderr_terminal && !args.no_progress && !args.json && !args.quiet,
        files: args.files,
        read: args.read,
        junit: args.junit,
        json: args.json,
        certify: args.certify,
        emit_annotations: args.emit_annotations,
        quiet: args.quiet,
        save_schedule: args.save_schedule,
    })
}

/// Only runs of one thread as one step find out how variables are shared.
fn check_learns_sharing(args: &CheckArgs) -> Result<(), String> {
    match selective::strategy(args) {
        StrategyArg::Auto | StrategyArg::Transactions | StrategyArg::InvisibleFirst => Ok(()),
        _ => Err("--emit-annotations is for --strategy auto, transactions or invisible-first".to_owned()),
    }
}

/// Checkpoints are of one search, and of one in which the order of discovery is all there is to know.
fn checkpoints(args: &CheckArgs, options: &Options) -> Result<Checkpoints, String> {
    let checkpoints = Checkpoints {
        write: args.checkpoint.clone(),
        every: args.checkpoint_every,
        resume: args.resume.clone(),
    };
    let flag = match (&checkpoints.write, &checkpoints.resume) {
        (None, None) => return Ok(checkpoints),
        (Some(_), _) => "--checkpoint",
        (None, Some(_)) => "--resume",
    };
    let plain = options.order == Order::Bfs
        && options.store == StoreKind::Exact
        && options.reduction == Reduction::None
        && options.symmetry == Symmetry::None
        && !options.keep_going;
    if args.files.len() > 1 {
        return Err(format!("{flag} takes one model, not several"));
    }
    if !plain {
        return Err(format!(
            "{flag} is for --order bfs, --store exact and --strategy full, without --symmetry threads and --keep-going"
        ));
    }
    Ok(checkpoints)
}
