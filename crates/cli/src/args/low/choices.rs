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

/// `--emit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// The obligations, as programs of the logic
    Logic,
    /// The conditions, as SMT-LIB text
    Smt,
}
