//! What the command line means, given where the program runs.

mod check;

use super::conflicts::in_flags;
use super::low::{
    ColourArg, Command, CompareArgs, LowArgs, LtlArgs, Paper, ProjectArgs, ProveArgs, ReadArgs, ReplayArgs,
    Stage, TraceForm,
};
use crate::format::Format;
use check::check;
use clap_complete::Shell;
use commute::memory::usual_limit;
use commute::{Check as Settings, Constant, Fairness, Limits, Search, Strategy, StrategyFacts};
use commute_papers::Extent;
use std::path::PathBuf;
use std::time::Duration;

pub use check::Check;

/// The width of output that does not go to a terminal.
const PIPE_WIDTH: usize = 100;

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
    /// How many threads can run at the same time; none if that is not known.
    pub cores: usize,
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
    Tables(Paper, Written, Extent),
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Whether to use colours on standard output.
    pub colour: bool,
    /// Whether to use colours on standard error.
    pub stderr_colour: bool,
    /// The width of a line.
    pub width: usize,
    /// The form of executions; `None` is columns if they fit.
    pub trace: Option<TraceForm>,
    /// Whether what a verdict rests on is listed in full.
    pub verbose: bool,
}

/// `commute compare`.
#[derive(Debug)]
pub struct Compare {
    /// The model.
    pub file: PathBuf,
    /// How to read it.
    pub read: ReadArgs,
    /// Where each search stops.
    pub limits: Limits,
    /// How to report.
    pub format: &'static Format,
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
    /// How to read it.
    pub read: ReadArgs,
    /// How the formulas are searched.
    pub search: Search,
    /// How to report.
    pub format: &'static Format,
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
    pub defines: Vec<Constant>,
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
    /// Whether to prove with program counters what cannot be proved otherwise.
    pub points: bool,
    /// Whether to search for what cannot be proved.
    pub search: bool,
    /// What to print instead of proving.
    pub emit: Option<Stage>,
    /// How to report.
    pub format: &'static Format,
    /// How text is shown.
    pub view: View,
}

/// `commute replay`.
#[derive(Debug)]
pub struct Replay {
    /// The model; none if it is a test of a project.
    pub file: Option<PathBuf>,
    /// The project.
    pub project: ProjectArgs,
    /// Where the schedule is.
    pub schedule: ScheduleSource,
    /// How to read it.
    pub read: ReadArgs,
    /// How to report.
    pub format: &'static Format,
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
    /// How to read it.
    pub read: ReadArgs,
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
    /// How to read it.
    pub read: ReadArgs,
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
            Command::Ltl(args) => HiArgs::Ltl(Box::new(ltl(args, around)?)),
            Command::Prove(args) => HiArgs::Prove(Box::new(prove(args, around))),
            Command::Tables { paper, full: true, java }
                if paper != Paper::Dhrr04 && !(paper == Paper::Ffq01 && java) =>
            {
                return Err("--full is for the tables of dhrr04, and of ffq01 with --java".to_owned());
            }
            Command::Tables { paper: Paper::Sto00 | Paper::Fq03, java: true, .. } => {
                return Err("--java is for the tables of dhrr04, ffq01 and sc06".to_owned());
            }
            Command::Tables { paper, java, full } => {
                let written = if java { Written::Java } else { Written::Models };
                HiArgs::Tables(paper, written, if full { Extent::Published } else { Extent::Quick })
            }
            Command::Compare(args) => HiArgs::Compare(Box::new(compare(args, around))),
            Command::Bench(args) => HiArgs::Bench(Bench {
                files: args.files,
                read: args.read,
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
                read: args.read,
                spans: args.spans,
                view: view(ColourArg::Auto, None, around),
            }),
            Command::Completions { shell } => HiArgs::Completions(shell),
            Command::Man => HiArgs::Man,
        })
    }
}

fn ltl(args: LtlArgs, around: &Surroundings) -> Result<Ltl, String> {
    let (states, time) = (args.max_states, args.max_time);
    let strategy = if args.oracle.is_some() { "ample" } else { "full" };
    let strategy = StrategyFacts::named(strategy).expect("[commute internal bug] a strategy by its name");
    let mut settings = Settings::new()
        .strategy(Strategy::Named(strategy))
        .limits(Limits { states, depth: None, memory: usual_limit(around.memory), time })
        .formulas(Some(if args.fair { Fairness::Weak } else { Fairness::None }));
    if let Some(oracle) = args.oracle {
        settings = settings.oracle(oracle);
    }
    let format = args.format.chosen();
    Ok(Ltl {
        search: settings.build().map_err(|conflict| in_flags(&conflict))?,
        file: args.file,
        read: args.read,
        format,
        progress: around.stderr_terminal && format.for_people,
        view: view(ColourArg::Auto, None, around),
    })
}

fn prove(args: ProveArgs, around: &Surroundings) -> Prove {
    Prove {
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
        points: args.points,
        search: !args.no_search,
        emit: args.emit,
        format: args.format.chosen(),
        view: view(ColourArg::Auto, None, around),
    }
}

fn compare(args: CompareArgs, around: &Surroundings) -> Compare {
    let (states, time, format) = (args.max_states, args.max_time, args.format.chosen());
    Compare {
        file: args.file,
        read: args.read,
        limits: Limits { states, depth: None, memory: usual_limit(around.memory), time },
        format,
        progress: around.stderr_terminal && format.for_people,
        view: view(ColourArg::Auto, None, around),
    }
}

fn replay(args: ReplayArgs, around: &Surroundings) -> Replay {
    let schedule = match args.schedule_file {
        Some(file) => ScheduleSource::File(file),
        None => ScheduleSource::Text(args.schedule.unwrap_or_default()),
    };
    Replay {
        file: args.file,
        project: args.project,
        schedule,
        read: args.read,
        format: args.format.chosen(),
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
        verbose: false,
    }
}

#[cfg(test)]
mod tests;
