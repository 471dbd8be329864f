//! The flags of `commute check`.

use super::choices::{
    ColourArg, DisciplineArg, KeepArg, OrderArg, PersistentArg, RacesArg, RepairArg, SymmetryArg, TraceForm,
    UndoArg,
};
use super::format::FormatArgs;
use super::read::{ProjectArgs, ReadArgs};
use crate::args::values;
use clap::Args;
use commute::{Initialiser, OracleKind, Sampling, Store, Strategy, Ties};
use std::path::PathBuf;
use std::time::Duration;

/// `commute check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The models or Java programs (.java, .class, .jar, a directory of classes) [default: the tests of the Maven or Gradle
    /// project in the present directory]
    #[arg(value_name = "FILE", conflicts_with = "project")]
    pub files: Vec<PathBuf>,
    /// How to read it
    #[command(flatten)]
    pub read: ReadArgs,
    /// Check each test (JUnit 4 or 5) of the Java classes that are given
    #[arg(long, conflicts_with_all = ["resume", "checkpoint", "save_schedule"], help_heading = "Java")]
    pub junit: bool,
    /// The project
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Stop at the first test that fails
    #[arg(short = 'x', long, help_heading = "Java")]
    pub stop_first: bool,
    /// How many tests are checked at the same time; each has its share of --max-memory [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = values::jobs, help_heading = "Java")]
    pub jobs: Option<usize>,
    /// In which order to explore: bfs finds shortest counterexamples, dfs often finds one sooner [default: bfs, or dfs
    /// where only that is possible]
    #[arg(long, value_enum, help_heading = "Search")]
    pub order: Option<OrderArg>,
    /// Which steps to explore: all, or those of one thread where they commute with the rest [default: auto, or full where
    /// only that is possible]
    #[arg(long, value_name = "STRATEGY", value_parser = values::strategy(), help_heading = "Search")]
    pub strategy: Option<Strategy>,
    /// How a reduction knows which steps commute [default: escape for ample, otherwise auto]
    #[arg(long, value_name = "ORACLE", value_parser = values::oracle(), help_heading = "Search")]
    pub oracle: Option<OracleKind>,
    /// How a selective search finds persistent sets, instead of the way its name means
    #[arg(long, value_enum, value_name = "SETS", help_heading = "Search")]
    pub persistent: Option<PersistentArg>,
    /// No sleep sets in a selective search
    #[arg(long, help_heading = "Search")]
    pub no_sleep: bool,
    /// Which of several smallest persistent sets to take: first, last, or by a number that seeds a choice
    #[arg(long, value_name = "TIES", value_parser = values::ties, help_heading = "Search")]
    pub ties: Option<Ties>,
    /// Which states to store (sparse needs --order dfs)
    #[arg(long, value_enum, default_value = "all", help_heading = "Search")]
    pub keep: KeepArg,
    /// Which states count as one
    #[arg(long, value_enum, default_value = "none", help_heading = "Search")]
    pub symmetry: SymmetryArg,
    /// How to remember states: exact, compact (64 bits a state), bitstate[=LOG2BITS], none (explores executions)
    #[arg(long, value_name = "STORE", value_parser = values::store, default_value = "exact", help_heading = "Search")]
    pub store: Store,
    /// What to do when an assumption is refuted [default: again, with --order bfs, --store exact and --keep all]
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Search")]
    pub repair: Option<RepairArg>,
    /// How to go back to an earlier state
    #[arg(long, value_enum, default_value = "log", help_heading = "Search")]
    pub undo: UndoArg,
    /// Try nothing but executions chosen at random: random, pct[=DEPTH] (by priorities), or mixed (these in turn)
    #[arg(long, value_name = "HOW", value_parser = values::hunt, help_heading = "Search")]
    pub hunt: Option<Sampling>,
    /// Explore only. The default also tries some executions whenever the search has become twice as large, to find bugs sooner; with
    /// --order, --strategy other than auto, or --keep-going it does not
    #[arg(long, conflicts_with = "hunt", help_heading = "Search")]
    pub no_hunt: bool,
    /// What --hunt begins with: the same seed gives the same executions
    #[arg(long, value_name = "N", default_value_t = 0, requires = "hunt", help_heading = "Search")]
    pub seed: u64,
    /// How many executions --hunt tries
    #[arg(
        long,
        value_name = "N",
        value_parser = values::count,
        default_value = "1000",
        requires = "hunt",
        help_heading = "Search"
    )]
    pub executions: u64,
    /// Go on after a violation and report the first of each kind and place
    #[arg(long, help_heading = "Search")]
    pub keep_going: bool,
    /// Do not check the temporal formulas of the model
    #[arg(long, help_heading = "Properties")]
    pub no_ltl: bool,
    /// Temporal formulas: only executions in which every thread that can go on from some time on does so (weak fairness)
    #[arg(long, conflicts_with = "no_ltl", help_heading = "Properties")]
    pub fair: bool,
    /// Stop after so many states (1000, 50k, 10M)
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// Cut executions after so many steps
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Leave out executions with more switches away from a thread that could go on
    #[arg(long, value_name = "N", conflicts_with = "delays", help_heading = "Limits")]
    pub preemptions: Option<u32>,
    /// Leave out executions that pass over more threads than that in round-robin order
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub delays: Option<u32>,
    /// Stop when the process has so many bytes (512k, 200M, 4G) [default: 80% of physical memory]
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    /// Stop after so long (500ms, 10s, 5m, 2h), for each file or test: compiling, reading and searching it
    #[arg(long, value_name = "DURATION", value_parser = values::duration, help_heading = "Limits")]
    pub max_time: Option<Duration>,
    /// Write where the search stands to a file now and then, and when a limit or an interrupt ends it, for --resume
    #[arg(long, value_name = "FILE", help_heading = "Limits")]
    pub checkpoint: Option<PathBuf>,
    /// How often to write it (10s, 5m)
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "1m", help_heading = "Limits")]
    pub checkpoint_every: Duration,
    /// Go on from where the search stood when it wrote this file; limits may be others, properties only fewer
    #[arg(long, value_name = "FILE", help_heading = "Limits")]
    pub resume: Option<PathBuf>,
    /// Check along every execution that one lock protects each shared variable (explores executions, without a store)
    #[arg(long, value_enum, value_name = "DISCIPLINE", help_heading = "Properties")]
    pub discipline: Option<DisciplineArg>,
    /// With --discipline mld-prime: the thread whose access, if it is the first, initialises a variable and needs no lock
    #[arg(
        long = "init",
        value_name = "VARIABLE=THREAD",
        value_parser = values::init,
        requires = "discipline",
        help_heading = "Properties"
    )]
    pub init: Vec<Initialiser>,
    /// The thread that initialises a variable may access it several times, until it takes a lock, waits or communicates
    #[arg(long, requires = "init", help_heading = "Properties")]
    pub init_several: bool,
    /// With --discipline: it has to be the same lock in all executions in which a variable is shared
    #[arg(long, requires = "discipline", help_heading = "Properties")]
    pub same_lock: bool,
    /// With --discipline: prove first (with an SMT solver) that variables are guarded by the locks that the model names, so that
    /// the search need not find out which locks these are
    #[arg(long, requires = "discipline", help_heading = "Properties")]
    pub proved: bool,
    /// Do not report states in which no thread can go on
    #[arg(long, help_heading = "Properties")]
    pub no_deadlock: bool,
    /// Do not report cycles of waiting threads while others go on
    #[arg(long, help_heading = "Properties")]
    pub no_partial_deadlock: bool,
    /// Do not report threads that run for ever without doing anything, when no thread can let them out
    #[arg(long, help_heading = "Properties")]
    pub no_livelock: bool,
    /// Also report threads that may never leave a loop although the scheduler is fair; in a model with labels that begin with
    /// `progress`: executions that do not come to one again. All interleavings are explored for it
    #[arg(long, help_heading = "Properties")]
    pub progress: bool,
    /// Do not check the model's invariants
    #[arg(long, help_heading = "Properties")]
    pub no_invariants: bool,
    /// What to do about data races: two threads access the same field, array element or plain variable, one of them
    /// writes, and nothing orders them
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "check",
        hide_default_value = false,
        help_heading = "Properties"
    )]
    pub races: RacesArg,
    /// If a program holds, search it again, all of it, with the slow interpreter that confirms counterexamples
    #[arg(long, conflicts_with = "hunt", help_heading = "Properties")]
    pub certify: bool,
    /// How to report
    #[command(flatten)]
    pub format: FormatArgs,
    /// Print the model with what the search found out about its variables as annotations, for `commute prove`
    #[arg(long, conflicts_with_all = ["json", "format", "quiet", "hunt", "save_schedule"], help_heading = "Output")]
    pub emit_annotations: bool,
    /// Find out which methods are one transaction, and where they commit
    #[arg(long, conflicts_with_all = ["hunt", "quiet"], help_heading = "Output")]
    pub methods: bool,
    /// Print the verdict only
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// List every assumption, every variable of the library and every replaced class
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Output")]
    pub verbose: bool,
    /// Show no progress line
    #[arg(long, help_heading = "Output")]
    pub no_progress: bool,
    /// How to show a counterexample [default: columns if they fit]
    #[arg(long, value_enum, value_name = "FORM", help_heading = "Output")]
    pub trace: Option<TraceForm>,
    /// Whether to use colours
    #[arg(long, alias = "color", value_enum, default_value = "auto", help_heading = "Output")]
    pub colour: ColourArg,
    /// Write the schedule of the counterexample to a file, for `commute replay --schedule-file`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub save_schedule: Option<PathBuf>,
}
