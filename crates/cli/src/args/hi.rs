//! What the command line means, given where the program runs.

use super::low::{
    CheckArgs, ColourArg, Command, CompareArgs, DisciplineArg, JavaArgs, KeepArg, LowArgs, LtlArgs, OrderArg,
    Paper, RepairArg, ReplayArgs, Stage, StrategyArg, SymmetryArg, TraceForm,
};
use super::selective::{self, Undo};
use super::values::{Define, Init, Store};
use crate::reductions::{oracle_name, strategy_name};
use clap_complete::Shell;
use commute_explore::{
    Cycles, Fairness, Interrupt, Keep, Limits, Options, OracleKind, Order, Properties, Reduction, Repair,
    StoreKind, Symmetry,
};
use std::path::PathBuf;
use std::time::Duration;

/// The width of output that does not go to a terminal.
const PIPE_WIDTH: usize = 100;

/// The size of the bitstate table if none is given: 2^30 bits are 128 MiB.
const BITSTATE_LOG2: u8 = 30;

/// What the meaning of the options depends on, as a value so that tests can choose it.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Standard output is a terminal.
    pub stdout_terminal: bool,
    /// Standard error is a terminal.
    pub stderr_terminal: bool,
    /// `NO_COLOR` is set and not empty.
    pub no_colour: bool,
    /// The width that `COLUMNS` or the terminal gives.
    pub width: Option<usize>,
    /// Bytes of physical memory.
    pub memory: Option<u64>,
}

/// A command, ready to be carried out.
#[derive(Debug)]
pub enum HiArgs {
    /// Check models.
    Check(Box<Check>),
    /// Check temporal formulas.
    Ltl(Box<Ltl>),
    /// Prove a model.
    Prove(Box<Prove>),
    /// Print the tables of a paper.
    Tables(Paper, Written),
    /// Compare reductions.
    Compare(Box<Compare>),
    /// Replay a schedule.
    Replay(Replay),
    /// Format models.
    Fmt(Fmt),
    /// Print the intermediate representation.
    Ir(Ir),
    /// Print a completion script.
    Completions(Shell),
    /// Print the manual page.
    Man,
    /// `commute bench`.
    Bench(Bench),
}

/// In which form the programs of a paper are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// Models.
    Models,
    /// Java.
    Java,
}

/// How text is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Whether to use colours on standard output.
    pub colour: bool,
    /// Whether to use colours on standard error.
    pub stderr_colour: bool,
    /// The width of a line.
    pub width: usize,
    /// The form of executions; `None` is columns if they fit.
    pub trace: Option<TraceForm>,
}

/// `commute check`.
#[derive(Debug)]
pub struct Check {
    /// The models.
    pub files: Vec<PathBuf>,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// How to read Java programs.
    pub java: JavaArgs,
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

/// `commute compare`.
#[derive(Debug)]
pub struct Compare {
    /// The model.
    pub file: PathBuf,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// How to read Java programs.
    pub java: JavaArgs,
    /// What each search is asked to do, but for its reduction.
    pub options: Options,
    /// JSON instead of text.
    pub json: bool,
    /// Whether to show a progress line.
    pub progress: bool,
    /// How text is shown.
    pub view: View,
}

/// `commute ltl`.
#[derive(Debug)]
pub struct Ltl {
    /// The model.
    pub file: PathBuf,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// How to read Java programs.
    pub java: JavaArgs,
    /// What each search is asked to do.
    pub options: Options,
    /// Which executions count.
    pub fairness: Fairness,
    /// Whether to report as JSON.
    pub json: bool,
    /// Whether to show a progress line.
    pub progress: bool,
    /// How text is shown.
    pub view: View,
}

/// `commute prove`.
#[derive(Debug)]
pub struct Prove {
    /// The model.
    pub file: PathBuf,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// The solver, if one is named.
    pub solver: Option<String>,
    /// The second solver.
    pub second_solver: Option<String>,
    /// The time for each question.
    pub timeout: Duration,
    /// How many solvers work at the same time.
    pub jobs: usize,
    /// Where proofs are kept.
    pub cache: Option<PathBuf>,
    /// How often to unroll loops without invariants.
    pub unroll: Option<u32>,
    /// Whether to leave out environment steps before movers.
    pub reduction: bool,
    /// Whether to look for invariants in any case.
    pub infer: bool,
    /// Whether to search for what cannot be proved.
    pub search: bool,
    /// What to print instead of proving.
    pub emit: Option<Stage>,
    /// JSON instead of text.
    pub json: bool,
    /// How text is shown.
    pub view: View,
}

/// `commute replay`.
#[derive(Debug)]
pub struct Replay {
    /// The model.
    pub file: PathBuf,
    /// Where the schedule is.
    pub schedule: ScheduleSource,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// How to read Java programs.
    pub java: JavaArgs,
    /// JSON instead of text.
    pub json: bool,
    /// How text is shown.
    pub view: View,
}

/// Where a schedule comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScheduleSource {
    /// The command line.
    Text(String),
    /// A file.
    File(PathBuf),
}

/// `commute fmt`.
#[derive(Debug)]
pub struct Fmt {
    /// The models.
    pub files: Vec<PathBuf>,
    /// Only list what would change.
    pub check: bool,
    /// How diagnostics are shown.
    pub view: View,
}

/// `commute bench`.
#[derive(Debug)]
pub struct Bench {
    /// The models.
    pub files: Vec<PathBuf>,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// How to read Java programs.
    pub java: JavaArgs,
    /// Where each search stops.
    pub max_states: u64,
    /// Whether to prove instead of searching.
    pub prove: bool,
    /// The solver, if one is named.
    pub solver: Option<String>,
    /// How diagnostics are shown.
    pub view: View,
}

/// `commute ir`.
#[derive(Debug)]
pub struct Ir {
    /// The model.
    pub file: PathBuf,
    /// Values of constants.
    pub defines: Vec<Define>,
    /// How to read Java programs.
    pub java: JavaArgs,
    /// Whether to print source places.
    pub spans: bool,
    /// How diagnostics are shown.
    pub view: View,
}

impl HiArgs {
    /// The meaning of `low`. The error is one of usage.
    pub fn new(low: LowArgs, around: &Surroundings) -> Result<Self, String> {
        Ok(match low.command {
            Command::Check(args) => HiArgs::Check(Box::new(check(*args, around)?)),
            Command::Ltl(args) => HiArgs::Ltl(Box::new(ltl(args, around))),
            Command::Prove(args) => HiArgs::Prove(Box::new(Prove {
                file: args.file,
                defines: args.defines,
                solver: args.solver,
                second_solver: args.second_solver,
                timeout: args.timeout,
                jobs: args.jobs.max(1),
                cache: args.cache,
                unroll: args.unroll,
                reduction: !args.no_reduction,
                infer: args.infer,
                search: !args.no_search,
                emit: args.emit,
                json: args.json,
                view: view(ColourArg::Auto, None, around),
            })),
            Command::Tables { paper, java: true } if paper != Paper::Dhrr04 => {
                return Err("--java is for the tables of dhrr04".to_owned());
            }
            Command::Tables { paper, java } => {
                HiArgs::Tables(paper, if java { Written::Java } else { Written::Models })
            }
            Command::Compare(args) => HiArgs::Compare(Box::new(compare(args, around))),
            Command::Bench(args) => HiArgs::Bench(Bench {
                files: args.files,
                defines: args.defines,
                java: args.java,
                max_states: args.max_states,
                prove: args.prove,
                solver: args.solver,
                view: view(ColourArg::Auto, None, around),
            }),
            Command::Replay(args) => HiArgs::Replay(replay(args, around)),
            Command::Fmt(args) => HiArgs::Fmt(Fmt {
                files: args.files,
                check: args.check,
                view: view(ColourArg::Auto, None, around),
            }),
            Command::Ir(args) => HiArgs::Ir(Ir {
                file: args.file,
                defines: args.defines,
                java: args.java,
                spans: args.spans,
                view: view(ColourArg::Auto, None, around),
            }),
            Command::Completions { shell } => HiArgs::Completions(shell),
            Command::Man => HiArgs::Man,
        })
    }
}

fn check(mut args: CheckArgs, around: &Surroundings) -> Result<Check, String> {
    if args.files.is_empty() {
        // The main class stands for a file.
        args.files.extend(args.java.main.as_deref().map(PathBuf::from));
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
        defines: args.defines,
        java: args.java,
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

/// Without a limit the kernel would kill the process, and the user would learn nothing.
fn usual_memory(around: &Surroundings) -> Option<u64> {
    around.memory.map(|bytes| bytes / 5 * 4)
}

fn ltl(args: LtlArgs, around: &Surroundings) -> Ltl {
    let (states, time) = (args.max_states, args.max_time);
    Ltl {
        file: args.file,
        defines: args.defines,
        java: args.java,
        options: Options {
            reduction: args.oracle.map_or(Reduction::None, Reduction::Ample),
            limits: Limits { states, depth: None, memory: usual_memory(around), time },
            ..Options::default()
        },
        fairness: if args.fair { Fairness::Weak } else { Fairness::None },
        json: args.json,
        progress: around.stderr_terminal,
        view: view(ColourArg::Auto, None, around),
    }
}

fn compare(args: CompareArgs, around: &Surroundings) -> Compare {
    let (states, time) = (args.max_states, args.max_time);
    Compare {
        file: args.file,
        defines: args.defines,
        java: args.java,
        options: Options {
            // The only order that all reductions have.
            order: Order::Dfs,
            keep_going: true,
            limits: Limits { states, depth: None, memory: usual_memory(around), time },
            ..Options::default()
        },
        json: args.json,
        progress: around.stderr_terminal && !args.json,
        view: view(ColourArg::Auto, None, around),
    }
}

fn search_options(args: &CheckArgs, around: &Surroundings) -> Result<Options, String> {
    let memory = args.max_memory.or_else(|| usual_memory(around));
    selective::agree(args)?;
    let options = Options {
        order: selective::order(args)?,
        store: if selective::needs_no_store(args) { StoreKind::None } else { store(args.store, memory)? },
        // It speaks of variables, which are known when the model is.
        discipline: None,
        bound: selective::bound(args),
        properties: Properties {
            deadlock: !args.no_deadlock,
            partial_deadlock: !args.no_partial_deadlock,
            invariants: !args.no_invariants,
        },
        limits: Limits { states: args.max_states, depth: args.max_depth, memory, time: args.max_time },
        reduction: reduction(args)?,
        keep: keep(args)?,
        symmetry: match args.symmetry {
            SymmetryArg::None => Symmetry::None,
            SymmetryArg::Threads => Symmetry::Threads,
        },
        cycles: Cycles::Components,
        repair: match args.repair {
            Some(RepairArg::Restart) => Repair::Restart,
            Some(RepairArg::Again) | None => Repair::Again,
        },
        keep_going: args.keep_going,
        interrupt: Interrupt::default(),
    };
    if args.repair.is_some() && options.reduction.oracle().is_none() {
        return Err(
            "--repair is about what an oracle assumes, and this strategy has none; leave it out".to_owned()
        );
    }
    if let Some(reason) = options.objection_to_symmetry()
        && args.symmetry == SymmetryArg::Threads
    {
        return Err(format!("--symmetry threads cannot be used here: {reason}"));
    }
    if args.repair == Some(RepairArg::Again) && !options.repairs() {
        return Err("--repair again needs --order bfs, --store exact, --keep all, --symmetry none, and a --strategy with an oracle \
                    other than ld and ld+wsl-dom, whose lock sets are a part of the states"
            .to_owned());
    }
    Ok(options)
}

fn reduction(args: &CheckArgs) -> Result<Reduction, String> {
    if let Some(selection) = selective::selection(args)? {
        return Ok(Reduction::Selective(selection));
    }
    let named = |kind| oracle_name(Reduction::Ample(kind)).unwrap_or_default();
    let reduction = match (selective::strategy(args), args.oracle) {
        (StrategyArg::Full, None) => Reduction::None,
        (StrategyArg::Full, Some(kind)) => {
            return Err(format!(
                "--oracle {} does nothing with --strategy full; strategies that use oracles are --strategy ample, \
                 invisible-first and transactions",
                named(kind)
            ));
        }
        (StrategyArg::Ample, kind) => Reduction::Ample(kind.unwrap_or(OracleKind::Escape)),
        (StrategyArg::InvisibleFirst, kind) => Reduction::InvisibleFirst(kind.unwrap_or(OracleKind::Auto)),
        (StrategyArg::Transactions, kind) => Reduction::Transactions(kind.unwrap_or(OracleKind::Auto)),
        (StrategyArg::Auto, None) => Reduction::Transactions(OracleKind::Auto),
        (StrategyArg::Auto, Some(kind)) => {
            return Err(format!("--strategy auto uses all oracles; leave out --oracle {}", named(kind)));
        }
        (other, _) => panic!("[commute internal bug] {other:?} is selective"),
    };
    match reduction.oracle() {
        Some(kind) if kind.follows_steps() && !reduction.is_sound() => Err(format!(
            "--oracle {} has to see every step when it is made, which --strategy ample does not show it; use \
             --strategy invisible-first or transactions",
            named(kind)
        )),
        Some(kind) if !reduction.is_sound() => Err(format!(
            "--oracle {} is known to be sound with --strategy ample only; --strategy {} goes with --oracle locks or auto",
            named(kind),
            strategy_name(reduction)
        )),
        _ => Ok(reduction),
    }
}

fn keep(args: &CheckArgs) -> Result<Keep, String> {
    match (args.keep, args.order) {
        (KeepArg::All, _) => Ok(Keep::All),
        (KeepArg::Sparse, Some(OrderArg::Dfs)) => Ok(Keep::Sparse),
        // Breadth-first search goes on from stored states.
        (KeepArg::Sparse, Some(OrderArg::Bfs) | None) => Err("--keep sparse needs --order dfs".to_owned()),
    }
}

fn store(store: Store, memory: Option<u64>) -> Result<StoreKind, String> {
    let log2_bits = match store {
        Store::Exact => return Ok(StoreKind::Exact),
        Store::Compact => return Ok(StoreKind::Compact),
        Store::None => return Ok(StoreKind::None),
        Store::Bitstate(log2) => log2.unwrap_or(BITSTATE_LOG2),
    };
    let bytes = (1u64 << log2_bits) / 8;
    match memory {
        Some(limit) if bytes > limit => Err(format!(
            "--store bitstate={log2_bits} needs {bytes} bytes, more than the limit of {limit} (see --max-memory)"
        )),
        _ => Ok(StoreKind::Bitstate { log2_bits }),
    }
}

fn replay(args: ReplayArgs, around: &Surroundings) -> Replay {
    let schedule = match args.schedule_file {
        Some(file) => ScheduleSource::File(file),
        None => ScheduleSource::Text(args.schedule.unwrap_or_default()),
    };
    Replay {
        file: args.file,
        schedule,
        defines: args.defines,
        java: args.java,
        json: args.json,
        view: view(args.colour, args.trace, around),
    }
}

fn view(colour: ColourArg, trace: Option<TraceForm>, around: &Surroundings) -> View {
    let decide = |terminal: bool| match colour {
        ColourArg::Auto => terminal && !around.no_colour,
        ColourArg::Always => true,
        ColourArg::Never => false,
    };
    View {
        colour: decide(around.stdout_terminal),
        stderr_colour: decide(around.stderr_terminal),
        width: around.width.unwrap_or(PIPE_WIDTH).max(20),
        trace,
    }
}

#[cfg(test)]
mod tests;
