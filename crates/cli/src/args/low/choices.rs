//! What flags choose from. The comment of a choice is its help text.

use clap::ValueEnum;

/// `--order`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderArg {
    /// Breadth-first
    Bfs,
    /// Depth-first
    Dfs,
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
    /// --discipline, and --strategy if-sss or c-sss)
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
    /// Nothing is initialisation, unless --init says so, but what a thread does to an object before others can reach it
    MldPrime,
}

/// `--races`.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RacesArg {
    /// A data race is a violation
    Check,
    /// The verdict is about sequentially consistent executions only, and says where there are races
    Allow,
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
    /// Beginning again and making the same steps, depth-first
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
    /// Every step, also those inside a library and those that other threads have nothing to do with
    Full,
}

/// `--emit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// The obligations, as programs of the logic
    Logic,
    /// The conditions, as SMT-LIB text
    Smt,
}
