//! What was typed. Help texts, man page and completions are made from these types.

use super::values::{self, Define, Init, Store};
use clap::{Args, Parser, Subcommand, ValueEnum};
use commute_explore::{Hunt, OracleKind, Ties};
use std::path::PathBuf;
use std::time::Duration;

pub use clap_complete::Shell;

const ABOUT: &str = "Checks concurrent programs by exploring their interleavings";

const EXIT_CODES: &str = "\
Exit codes:
  0  the program holds
  1  violated
  2  usage or tool error
  3  not decided (a limit, or interrupted)
  4  the program was rejected
With several files the worst one counts: 2, then 4, 1, 3, 0.";

const CHECK_EXAMPLES: &str = "\
Examples:
  commute check dining.cm                        check everything about one model
  commute check dining.cm -D N=5                 with another value for `const N`
  commute check big.cm --store compact --order dfs --max-memory 8G
  commute check odd.cm --strategy full           every interleaving, to be sure
  commute check *.cm --json --max-time 1m        for other programs to read
  commute check big.cm --strategy if-sss --discipline mld-prime   does one lock protect each variable?
  commute check Buffer.java                      a Java program (Foo.class, app.jar --main M)

Exit codes: 0 holds, 1 violated, 2 usage or tool error, 3 not decided, 4 program rejected.
With several files the worst one counts: 2, then 4, 1, 3, 0.";

const REPLAY_EXAMPLES: &str = "\
A schedule is a list of steps, separated by spaces. A step is the number of the thread that makes it,
with `/C` if the thread takes its choice number C (of `choose`, or of whom to notify), and with `*N` if
it is repeated N times. `commute check` prints the schedule of what it finds.

Examples:
  commute replay dining.cm --schedule '0 1 0*3 1/2'
  commute check dining.cm --save-schedule s.txt; commute replay dining.cm --schedule-file s.txt

Exit codes: 0 nothing is wrong at the end, 1 violated, 2 usage or tool error, 4 program rejected.";

const LTL_EXAMPLES: &str = "\
Example, for a model with `ltl progress = [](at(t, 'wants) -> <>at(t, 'has));`:
  commute ltl model.cm --fair";

const PROVE_EXAMPLES: &str = "\
Each thread is proved by itself: `env(i) = A;` says what other threads may do as seen by thread i, and
every thread must respect what the others assume. `invariant`, `init` and loop invariants are used too.
A constant without a value, `const N: int;`, may have any. Deadlocks are not looked for.
What cannot be proved is given to the search, which says whether it can really happen.

Examples:
  commute prove examples/prove/dekker.cm
  commute prove examples/prove/rwlock_client_n.cm       for any number of threads
  commute prove model.cm --emit logic                   print the obligations, ask no solver

Exit codes: 0 proved, 1 violated (an execution is shown), 2 usage or tool error (no solver),
3 not proved, 4 program rejected.";

const COMPARE_EXAMPLES: &str = "\
Each reduction has a line of its own and its letter in the literature; below the table are the flags
of `commute check` that do the same. All search depth-first, with the exact store, and go on after a
violation. They must agree on what is wrong. One that is stopped by a limit may miss something, but
must not find what the others do not.

Examples:
  commute compare independent_work_1.cm -D LENGTH=5
  commute compare big.cm --max-time 1m --json

Exit codes: 0 they agree, whatever the verdict; 2 usage or tool error, also if they do not agree;
3 interrupted; 4 program rejected.";

const FMT_EXAMPLES: &str = "\
Examples:
  commute fmt *.cm             format in place
  commute fmt --check *.cm     list the files that are not formatted; exit code 1 if there are any
  commute fmt - < in > out     from standard input to standard output";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "commute", version, about = ABOUT, after_help = EXIT_CODES)]
pub struct LowArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check models: assertions, faults, deadlocks and invariants, in every interleaving
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Check a model with every reduction and print what each one costs
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(CompareArgs),
    /// Check the temporal formulas of a model
    #[command(after_help = LTL_EXAMPLES)]
    Ltl(LtlArgs),
    /// Prove assertions and invariants for all interleavings, one thread at a time
    #[command(after_help = PROVE_EXAMPLES)]
    Prove(ProveArgs),
    /// Print the tables of a paper: the published numbers and ours
    #[command(after_help = "Example:\n  commute tables dhrr04")]
    Tables {
        /// The paper
        #[arg(value_enum)]
        paper: Paper,
        /// Of the Java programs instead of the models; needs a JDK 17 with its compiler
        #[arg(long)]
        java: bool,
    },
    /// Compare the ways of going back to earlier states, on the same search; or time proofs
    #[command(
        after_help = "Examples:\n  commute bench examples/*.cm\n  commute bench --prove examples/prove/*.cm"
    )]
    Bench(BenchArgs),
    /// Run one execution step by step and print it
    #[command(after_help = REPLAY_EXAMPLES)]
    Replay(ReplayArgs),
    /// Format models
    #[command(after_help = FMT_EXAMPLES)]
    Fmt(FmtArgs),
    /// Print the intermediate representation of a model
    Ir(IrArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  commute completions bash > ~/.local/share/bash-completion/completions/commute"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  commute man | man -l -")]
    Man,
}

/// What a Java program needs besides its file.
#[derive(Args, Clone, Debug, Default)]
pub struct JavaArgs {
    /// Where the classes of a Java program are: directories and jars
    #[arg(long, value_name = "PATH", value_delimiter = ':', help_heading = "Java")]
    pub class_path: Vec<PathBuf>,
    /// The class whose `main` method is the program
    #[arg(long, value_name = "CLASS", help_heading = "Java")]
    pub main: Option<String>,
    /// The JDK (11, 17 or 21) whose class library is used [default: JAVA_HOME, or the `java` on the path]
    #[arg(long, value_name = "DIR", help_heading = "Java")]
    pub jdk: Option<PathBuf>,
    /// Run this test instead of `main`: a method with @Test
    #[arg(long, value_name = "CLASS#METHOD", help_heading = "Java")]
    pub test: Option<String>,
    /// Random numbers without a seed: `choose` tries all, a number is the seed
    #[arg(long, value_name = "choose|SEED", default_value = "choose", help_heading = "Java")]
    pub random: RandomArg,
    /// Let `wait`, `await` and `park` return without a reason; also `wait` in a model
    #[arg(long, help_heading = "Java")]
    pub spurious_wakeups: bool,
}

/// What `--random` takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RandomArg {
    /// All numbers.
    #[default]
    Choose,
    /// Those of a generator with this seed.
    Seed(i64),
}

impl std::str::FromStr for RandomArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "choose" => Ok(RandomArg::Choose),
            seed => seed.parse().map(RandomArg::Seed).map_err(|_| "neither `choose` nor a number".to_owned()),
        }
    }
}

/// `commute check`.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The models or Java programs (.java, .class, .jar, a directory of classes)
    #[arg(value_name = "FILE", required_unless_present = "main")]
    pub files: Vec<PathBuf>,
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
    /// Check each test (JUnit 4 or 5) of the Java classes that are given
    #[arg(long, conflicts_with_all = ["test", "json", "resume", "checkpoint", "save_schedule"], help_heading = "Java")]
    pub junit: bool,
    /// In which order to explore: bfs finds shortest counterexamples, dfs often finds one sooner [default: bfs, or dfs
    /// where only that is possible]
    #[arg(long, value_enum, help_heading = "Search")]
    pub order: Option<OrderArg>,
    /// Which steps to explore: all, or those of one thread where they commute with the rest [default: auto, or full where
    /// only that is possible]
    #[arg(long, value_enum, help_heading = "Search")]
    pub strategy: Option<StrategyArg>,
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
    /// Try executions chosen at random instead: random, or pct[=DEPTH] (by priorities)
    #[arg(long, value_name = "HOW", value_parser = values::hunt, help_heading = "Search")]
    pub hunt: Option<Hunt>,
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
    /// Stop at so many bytes (512k, 200M, 4G) [default: 80% of physical memory]
    #[arg(long, value_name = "SIZE", value_parser = values::size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    /// Stop after so long (500ms, 10s, 5m, 2h), for each file
    #[arg(long, value_name = "DURATION", value_parser = values::duration, help_heading = "Limits")]
    pub max_time: Option<Duration>,
    /// Write where the search stands to a file now and then, for --resume
    #[arg(long, value_name = "FILE", help_heading = "Limits")]
    pub checkpoint: Option<PathBuf>,
    /// How often to write it (10s, 5m)
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "1m", help_heading = "Limits")]
    pub checkpoint_every: Duration,
    /// Go on from where the search stood when it wrote this file
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
    pub init: Vec<Init>,
    /// Do not report states in which no thread can go on
    #[arg(long, help_heading = "Properties")]
    pub no_deadlock: bool,
    /// Do not report cycles of waiting threads while others go on
    #[arg(long, help_heading = "Properties")]
    pub no_partial_deadlock: bool,
    /// Do not check the model's invariants
    #[arg(long, help_heading = "Properties")]
    pub no_invariants: bool,
    /// If a program holds, search it again, all of it, with the slow interpreter that confirms counterexamples
    #[arg(long, conflicts_with = "hunt", help_heading = "Properties")]
    pub certify: bool,
    /// Write one JSON document a file to standard output
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print the model with what the search found out about its variables as annotations, for `commute prove`
    #[arg(long, conflicts_with_all = ["json", "quiet", "hunt", "save_schedule"], help_heading = "Output")]
    pub emit_annotations: bool,
    /// Print the verdict only
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
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

/// `commute ltl`.
#[derive(Args, Debug)]
pub struct LtlArgs {
    /// The model
    pub file: PathBuf,
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
    /// Only executions in which every thread that can go on from some time on does so (weak fairness)
    #[arg(long, conflicts_with = "oracle")]
    pub fair: bool,
    /// Leave out interleavings that this oracle knows not to matter (ample sets)
    #[arg(long, value_name = "ORACLE", value_parser = values::oracle())]
    pub oracle: Option<OracleKind>,
    /// Stop after so many states (1000, 50k, 10M), for each formula
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub max_states: Option<u64>,
    /// Stop after so long (500ms, 10s, 5m, 2h), for each formula
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub max_time: Option<Duration>,
    /// Report as JSON
    #[arg(long)]
    pub json: bool,
}

/// `commute prove`.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// The model
    pub file: PathBuf,
    /// Give a constant of the model a value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// The SMT solver, a command [default: $COMMUTE_SOLVER, then z3]
    #[arg(long, value_name = "COMMAND", help_heading = "Solver")]
    pub solver: Option<String>,
    /// Another solver that is asked too; if they disagree, nothing is proved
    #[arg(long, value_name = "COMMAND", help_heading = "Solver")]
    pub second_solver: Option<String>,
    /// The time for each question to the solver
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "10s", help_heading = "Solver")]
    pub timeout: Duration,
    /// How many solvers work at the same time
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Solver")]
    pub jobs: usize,
    /// Keep proofs in a directory, so that what has not changed need not be proved again
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub cache: Option<PathBuf>,
    /// Look at so many rounds of loops that have no invariant; the result is then no proof
    #[arg(long, value_name = "N")]
    pub unroll: Option<u32>,
    /// Think of other threads before every operation (the rule of FFQ01), also where it commutes with theirs
    #[arg(long)]
    pub no_reduction: bool,
    /// Look for invariants that are missing [default: only if the model has no `env`]
    #[arg(long)]
    pub infer: bool,
    /// Do not search for an execution that breaks what cannot be proved
    #[arg(long)]
    pub no_search: bool,
    /// Print what has to be shown and stop: the obligations, or the text for the solver
    #[arg(long, value_enum, value_name = "STAGE")]
    pub emit: Option<Stage>,
    /// Write one JSON document to standard output
    #[arg(long, conflicts_with = "emit")]
    pub json: bool,
}

/// `--emit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// The obligations, as programs of the logic
    Logic,
    /// The conditions, as SMT-LIB text
    Smt,
}

/// The papers whose tables can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Paper {
    /// Exploiting object escape and locking information in partial-order reductions
    Dhrr04,
    /// Thread-modular verification for shared-memory programs; needs a solver
    Ffq01,
    /// Model-checking multi-threaded distributed Java programs, and section 10 of optimistic synchronization-based
    /// state-space reduction
    Sto00,
    /// Optimistic synchronization-based state-space reduction, table 1
    Sc06,
    /// Transactions for software model checking
    Fq03,
}

/// `commute bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// The models
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
    /// Stop each search after so many states (1000, 50k, 10M)
    #[arg(long, value_name = "N", value_parser = values::count, default_value = "100k")]
    pub max_states: u64,
    /// Prove the models instead, again and again with the same solver process: obligations a second
    #[arg(long, conflicts_with = "max_states")]
    pub prove: bool,
    /// The SMT solver, a command [default: $COMMUTE_SOLVER, then z3]
    #[arg(long, value_name = "COMMAND", requires = "prove")]
    pub solver: Option<String>,
}

/// `commute compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The model
    pub file: PathBuf,
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
    /// Stop after so many states (1000, 50k, 10M), for each reduction
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub max_states: Option<u64>,
    /// Stop after so long (500ms, 10s, 5m, 2h), for each reduction
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub max_time: Option<Duration>,
    /// Write one JSON document to standard output
    #[arg(long)]
    pub json: bool,
}

/// `commute replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The model
    pub file: PathBuf,
    /// The steps, such as "0 1 1/2 0*3"
    #[arg(long, value_name = "STEPS", required_unless_present = "schedule_file")]
    pub schedule: Option<String>,
    /// Read the steps from a file (`-` is standard input); `#` begins a comment
    #[arg(long, value_name = "FILE", conflicts_with = "schedule")]
    pub schedule_file: Option<PathBuf>,
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
    /// Write one JSON document to standard output
    #[arg(long)]
    pub json: bool,
    /// How to show the execution [default: columns if they fit]
    #[arg(long, value_enum, value_name = "FORM")]
    pub trace: Option<TraceForm>,
    /// Whether to use colours
    #[arg(long, alias = "color", value_enum, default_value = "auto")]
    pub colour: ColourArg,
}

/// `commute fmt`.
#[derive(Args, Debug)]
pub struct FmtArgs {
    /// The models; `-` is standard input, written to standard output
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Change nothing; list the files that would change
    #[arg(long)]
    pub check: bool,
}

/// `commute ir`.
#[derive(Args, Debug)]
pub struct IrArgs {
    /// The model
    pub file: PathBuf,
    /// Give a constant of the model another value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Define>,
    /// How to read Java programs
    #[command(flatten)]
    pub java: JavaArgs,
    /// Also print the source place of each instruction
    #[arg(long)]
    pub spans: bool,
}

/// `--order`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderArg {
    /// Breadth-first
    Bfs,
    /// Depth-first
    Dfs,
}

/// `--strategy`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrategyArg {
    /// Every step
    Full,
    /// Ample sets, by what an oracle knows
    Ample,
    /// A step and the left movers that follow it as one step (SC06)
    InvisibleFirst,
    /// Right movers, a step and left movers as one step (FQ03)
    Transactions,
    /// The strongest that preserves the properties asked for: transactions, by all that is known; every step, if the first
    /// states show that nothing is saved
    Auto,
    /// Persistent sets by who may interfere with whom, and sleep sets (Sto00, Fig. 1 and 4)
    Sss,
    /// Persistent sets by the conditional stubborn set algorithm, and sleep sets
    Cssa,
    /// Sleep sets alone
    Sleep,
    /// Invisible steps first, and the same as sss (Sto00, Fig. 2)
    IfSss,
    /// The same as sss, with a visible step and the invisible ones after it as one step (Sto00, section 5)
    CSss,
    /// Invisible steps first, otherwise every step
    ExitBlock,
    /// The same with sleep sets by which objects are read and written
    ExitBlockRw,
}

/// `--persistent`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PersistentArg {
    /// All threads
    All,
    /// Who may interfere with whom, by what next steps do
    Overman,
    /// The conditional stubborn set algorithm
    Cssa,
    /// As overman, by what the locking discipline allows next steps to do (Sto00, Algorithms 2-MLD and 2-MLD'; needs
    /// --discipline and --strategy c-sss)
    Mld,
    /// The same, bounded by control flow too (Sto00, section 6)
    MldGuards,
}

/// `--discipline`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum DisciplineArg {
    /// What the first thread does before a second one comes is initialisation and needs no lock (decides with --strategy full
    /// only)
    Mld,
    /// Nothing is initialisation, unless --init says so
    MldPrime,
}

/// `--keep`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeepArg {
    /// Every state
    All,
    /// Not those that the only step from a state leads to
    Sparse,
}

/// `--symmetry`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymmetryArg {
    /// Equal ones
    None,
    /// Also those that differ only in which of several equal threads is which
    Threads,
}

/// `--repair`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RepairArg {
    /// Begin again, knowing better
    Restart,
    /// Expand those states again that relied on it
    Again,
}

/// `--undo`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndoArg {
    /// A log of what each step changed
    Log,
    /// A copy of the state
    Snapshot,
    /// Beginning again and making the same steps (needs --store none and strategy full or sleep)
    Replay,
}

/// `--colour`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourArg {
    /// If standard output is a terminal and NO_COLOR is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// `--trace`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceForm {
    /// One column a thread, one row a step
    Columns,
    /// One line a step
    List,
}
