//! What cannot be asked together, each with its reason. The reasons speak of searches, not of any command's flags.

use commute_explore::{OracleKind, Reduction, StrategyFacts};

/// Something that a [`crate::Check`] can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// How persistent sets are found.
    Persistent,
    /// No sleep sets.
    NoSleep,
    /// Which of several persistent sets is taken.
    Ties,
    /// A selective search.
    Selective,
    /// A locking discipline.
    Discipline,
    /// No store.
    Executions,
    /// Going back by beginning again.
    Replay,
    /// A bound on preemptions.
    Preemptions,
    /// A bound on delays.
    Delays,
    /// Checkpoints are written.
    Checkpoint,
    /// The search goes on from a checkpoint.
    Resume,
}

/// Why a check cannot be made as it was asked for.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Conflict {
    /// It means something for selective searches only.
    #[error("{0} is about persistent and sleep sets, and this strategy has none")]
    NotSelective(Setting),
    /// The strategy asks no oracle.
    #[error("the strategy {0} asks no oracle")]
    OracleUnused(&'static str, OracleKind),
    /// All oracles are used anyway.
    #[error("the automatic choice uses all oracles")]
    OracleWithAuto(OracleKind),
    /// The oracle has to see every step when it is made.
    #[error("the oracle {} has to see every step when it is made, and ample sets are chosen without making steps", .0.facts().name)]
    OracleFollowsSteps(OracleKind),
    /// The oracle keeps lock sets in the state.
    #[error("that the lock sets of the oracle {} may be checked in a reduced search is shown for ample sets only", .oracle.facts().name)]
    OracleKeepsLocksets {
        /// The oracle.
        oracle: OracleKind,
        /// The strategy.
        strategy: &'static str,
    },
    /// Lock sets bound the invisible operations of a system whose discipline is checked.
    #[error(
        "persistent sets by a locking discipline need invisible steps first, or the composed system, and a check of the discipline"
    )]
    LocksetsNeedDiscipline,
    /// It needs depth-first order.
    #[error("{0} needs depth-first order")]
    NeedsDepthFirst(Setting),
    /// Samples have an order of their own.
    #[error("executions chosen at random have an order of their own")]
    SamplesHaveNoOrder,
    /// No execution is to be tried.
    #[error("at least one execution has to be tried")]
    NoSamples,
    /// A sample is one of all executions.
    #[error(
        "executions are chosen at random from all: without a reduction, a bound on switches, or states left out of the store"
    )]
    SamplesArePlain,
    /// Initialisers belong to MLD'.
    #[error("who initialises a variable is said for the discipline MLD' only")]
    InitNeedsMldPrime,
    /// Initialisation by several accesses is that of a variable that is named.
    #[error("several accesses initialise only what somebody is said to initialise")]
    SeveralNeedsInit,
    /// The discipline is checked along all executions, or those of a selective search.
    #[error("a locking discipline is checked in a full or a selective search")]
    DisciplineNeedsSteps,
    /// A state that is taken for another one would be given the history of that one.
    #[error("a locking discipline is checked along executions, or with a store that confuses no states")]
    DisciplineNeedsExact,
    /// Every execution counts for a discipline.
    #[error(
        "a locking discipline is about all executions: none is left out by a bound, by chance or by the store"
    )]
    DisciplineNeedsAll,
    /// The execution that a reduction keeps may be the one with many switches.
    #[error(
        "a bound on switches needs every step: the execution that a reduction keeps may be the one with many switches"
    )]
    BoundNeedsFull,
    /// What slept at a state is remembered with it.
    #[error("a selective search remembers what slept at every state, so that all are stored")]
    SelectiveStoresAll,
    /// Without a store there is nothing to store less of.
    #[error("without a store no states can be left out of it")]
    NothingToKeep,
    /// Breadth-first search goes on from stored states.
    #[error(
        "leaving states out of the store needs depth-first order: breadth-first search goes on from stored states"
    )]
    SparseNeedsDepthFirst,
    /// Repairs are about what an oracle assumes.
    #[error("repairs are about what an oracle assumes, and this strategy has none")]
    NothingToRepair,
    /// States are expanded again by their numbers.
    #[error(
        "expanding states again needs breadth-first order, the exact store with all states, no symmetry, and an oracle that keeps no lock sets"
    )]
    CannotRepair,
    /// Threads cannot be exchanged.
    #[error("equal threads cannot count as one: {0}")]
    Symmetry(&'static str),
    /// The same because of sleep sets, which can be switched off.
    #[error("equal threads cannot count as one: {0}")]
    SymmetryWithSleep(&'static str),
    /// The table is larger than the limit.
    #[error("a table of 2^{log2_bits} bits needs {bytes} bytes, more than the limit of {limit}")]
    BitstateTooLarge {
        /// Its size.
        log2_bits: u8,
        /// The same in bytes.
        bytes: u64,
        /// The limit on memory.
        limit: u64,
    },
    /// Only runs of one thread as one step find out how variables are shared.
    #[error("how variables are shared is found out by transactions only")]
    NoSharingFound,
    /// The order of discovery must be all there is to know of a search.
    #[error(
        "{0} is for the breadth-first search with the exact store that explores every step and stops at a violation"
    )]
    CheckpointNeedsPlain(Setting),
    /// The subject can only be executed again and again.
    #[error(
        "its states cannot be stored: it can only be executed, every execution or with sleep sets alone, or by chance"
    )]
    OnlyExecutions,
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Setting::Persistent => "how persistent sets are found",
            Setting::NoSleep => "leaving out sleep sets",
            Setting::Ties => "which of several persistent sets is taken",
            Setting::Selective => "a selective search",
            Setting::Discipline => "a locking discipline",
            Setting::Executions => "exploring executions",
            Setting::Replay => "going back by beginning again",
            Setting::Preemptions => "a bound on preemptions",
            Setting::Delays => "a bound on delays",
            Setting::Checkpoint => "writing checkpoints",
            Setting::Resume => "going on from a checkpoint",
        })
    }
}

/// Whether a reduction is known to be sound: ample sets are chosen without making steps, which some oracles must see; and that
/// lock sets may be checked in the reduced search is shown for ample sets only.
pub(crate) fn check_sound(reduction: Reduction) -> Result<(), Conflict> {
    match reduction.oracle() {
        Some(oracle) if oracle.follows_steps() && !reduction.is_sound() => {
            Err(Conflict::OracleFollowsSteps(oracle))
        }
        Some(oracle) if !reduction.is_sound() => {
            Err(Conflict::OracleKeepsLocksets { oracle, strategy: StrategyFacts::of(reduction).name })
        }
        _ => Ok(()),
    }
}
