//! What was typed. Help texts, man page and completions are made from these types.

mod check;
mod choices;
mod format;
mod read;

use super::values;
use clap::{Args, Parser, Subcommand, ValueEnum};
use commute::{Constant, OracleKind};
use std::path::PathBuf;
use std::time::Duration;

pub use check::CheckArgs;
pub use choices::{
    ColourArg, DisciplineArg, KeepArg, OrderArg, PersistentArg, RacesArg, RepairArg, Stage, SymmetryArg,
    TraceForm, UndoArg,
};
pub use clap_complete::Shell;
pub use format::FormatArgs;
pub use read::{JavaArgs, ProjectArgs, RandomArg, ReadArgs, TimeoutsArg};

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
  commute check                                  every test of the Maven or Gradle project here
  commute check --test 'Queue*' -x --max-time 30s   some of them, until one fails, half a minute each

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
Each formula has a search of its own, always in the same way. There is no --order and no --keep: cycles are found
by walking depth-first and numbering every state that is met, so all of them are stored. There is no --symmetry:
a cycle among states that count as one may exchange threads, which formulas with `at(t, ...)` and weak fairness
tell apart.

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
        /// Of Java programs with as many threads as the paper has (dhrr04), with all changes (ffq01); takes some minutes
        #[arg(long, requires = "java")]
        full: bool,
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

/// `commute ltl`.
#[derive(Args, Debug)]
pub struct LtlArgs {
    /// The model
    pub file: PathBuf,
    /// How to read it
    #[command(flatten)]
    pub read: ReadArgs,
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
    /// How to report
    #[command(flatten)]
    pub format: FormatArgs,
}

/// `commute prove`.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// The model
    pub file: PathBuf,
    /// Give a constant of the model a value (integer, true or false)
    #[arg(short = 'D', long = "define", value_name = "NAME=VALUE", value_parser = values::define)]
    pub defines: Vec<Constant>,
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
    /// Prove with invariants about where threads stand what cannot be proved one thread at a time
    #[arg(long)]
    pub points: bool,
    /// Do not search for an execution that breaks what cannot be proved
    #[arg(long)]
    pub no_search: bool,
    /// Print what has to be shown and stop: the obligations, or the text for the solver
    #[arg(long, value_enum, value_name = "STAGE")]
    pub emit: Option<Stage>,
    /// How to report
    #[command(flatten)]
    pub format: FormatArgs,
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
    /// How to read it
    #[command(flatten)]
    pub read: ReadArgs,
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
    /// How to read it
    #[command(flatten)]
    pub read: ReadArgs,
    /// Stop after so many states (1000, 50k, 10M), for each reduction
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub max_states: Option<u64>,
    /// Stop after so long (500ms, 10s, 5m, 2h), for each reduction
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub max_time: Option<Duration>,
    /// How to report
    #[command(flatten)]
    pub format: FormatArgs,
}

/// `commute replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The model or Java program
    #[arg(required_unless_present = "project", conflicts_with = "project")]
    pub file: Option<PathBuf>,
    /// The project
    #[command(flatten)]
    pub project: ProjectArgs,
    /// The steps, such as "0 1 1/2 0*3"
    #[arg(long, value_name = "STEPS", required_unless_present = "schedule_file")]
    pub schedule: Option<String>,
    /// Read the steps from a file (`-` is standard input); `#` begins a comment
    #[arg(long, value_name = "FILE", conflicts_with = "schedule")]
    pub schedule_file: Option<PathBuf>,
    /// How to read it
    #[command(flatten)]
    pub read: ReadArgs,
    /// How to report
    #[command(flatten)]
    pub format: FormatArgs,
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
    /// How to read it
    #[command(flatten)]
    pub read: ReadArgs,
    /// Also print the source place of each instruction
    #[arg(long)]
    pub spans: bool,
}
