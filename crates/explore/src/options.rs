//! What a search is asked to do.

use commute_machine::{Interrupt, ObjId, Variable, ViolationKind};
use commute_movers::{Discipline, OracleKind, Relation};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// In which order states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Breadth-first: finds shortest executions.
    Bfs,
    /// Depth-first: often finds a violation sooner; needed for passing states by.
    Dfs,
    /// One execution after the other, chosen at random. Needs `StoreKind::None`; never ends in "holds".
    Sample {
        /// How they are chosen.
        sampling: Sampling,
        /// The same seed gives the same executions.
        seed: u64,
        /// How many, at least one.
        executions: u64,
    },
}

/// How executions are chosen at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampling {
    /// Any possible step.
    Random,
    /// By priorities (PCT: Burckhardt et al., ASPLOS 2010).
    Pct {
        /// How many ordering constraints a bug may need.
        depth: u32,
    },
    /// Each execution in another way: PCT with small and greater depths, and any possible step.
    Mixed,
}

impl Sampling {
    /// The ways that [`Sampling::Mixed`] goes through. Most bugs need one or two ordering constraints; where steps are many and bugs
    /// are not rare, chance does better than priorities.
    const MIXTURE: [Sampling; 6] = [
        Sampling::Pct { depth: 2 },
        Sampling::Pct { depth: 3 },
        Sampling::Random,
        Sampling::Pct { depth: 1 },
        Sampling::Pct { depth: 5 },
        Sampling::Pct { depth: 10 },
    ];

    /// How the execution with this number, from 1, is chosen.
    pub fn of_execution(self, number: u64) -> Sampling {
        match self {
            Sampling::Mixed => Self::MIXTURE[(number.wrapping_sub(1) % Self::MIXTURE.len() as u64) as usize],
            one => one,
        }
    }
}

/// How often the scheduler may interfere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Switches away from a thread that could go on.
    Preemptions(u32),
    /// Threads passed over in round-robin order.
    Delays(u32),
}

/// Which of several smallest persistent sets is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The set whose least thread has the least number.
    #[default]
    First,
    /// The set whose greatest thread has the greatest number.
    Last,
    /// By a hash of the state and this seed: the same state always gives the same set.
    Seed(u64),
}

/// How runs that go round in a cycle are ended (FQ03's condition C).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cycles {
    /// One end for each component of states after the commit that has no way out.
    Components,
    /// An end on each cycle of such states: cheaper to find, more ends.
    Break,
}

/// How visited states are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreKind {
    /// Exactly, as a tree of interned pairs.
    Exact,
    /// As 64-bit fingerprints. The probability of an omission is computed and reported.
    Compact,
    /// As three bits each in a table of 2^log2_bits bits. Omissions are likely; never ends in "holds".
    Bitstate {
        /// The size of the table.
        log2_bits: u8,
    },
    /// Not at all: executions are explored rather than states. Needs depth-first order or a walk.
    None,
}

/// Which states are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// All of them.
    All,
    /// Only those from which more than one step is explored, the initial one and final ones (DHRR04 section 7): fewer
    /// states, some of them explored more than once.
    Sparse,
}

/// Which states count as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Equal ones.
    None,
    /// Also those that differ only in which of several threads that nothing tells apart is which.
    Threads,
}

/// Which of the possible steps are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// All of them.
    None,
    /// Those of one thread where they commute with the rest (ample sets), by what oracle.
    Ample(OracleKind),
    /// Runs of one thread as one step: a step and the left movers that follow it (SC06).
    InvisibleFirst(OracleKind),
    /// Runs of one thread as one step: right movers, a step, left movers (FQ03).
    Transactions(OracleKind),
    /// The same by what all oracles together know, and of these runs only those of threads in a persistent set.
    PersistentTransactions,
    /// Persistent sets and sleep sets. Needs depth-first order.
    Selective(Selection),
}

/// A selective search (Sto00).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// What a transition is.
    pub transitions: Transitions,
    /// How persistent sets are found.
    pub persistent: Persistent,
    /// Which steps commute, for sleep sets.
    pub relation: Relation,
    /// Whether sleep sets are used.
    pub sleep: bool,
    /// Which of several smallest persistent sets is taken.
    pub ties: Ties,
}

impl Selection {
    /// Every step, of every execution.
    pub const EVERYTHING: Selection = Selection {
        transitions: Transitions::Steps,
        persistent: Persistent::All,
        relation: Relation::Conditional,
        sleep: false,
        ties: Ties::First,
    };

    /// Those that have a name, for tests and comparisons.
    pub const NAMED: [(&'static str, Selection); 7] = [
        ("sss", Selection::of(Transitions::Steps, Persistent::Overman, Relation::Conditional)),
        ("cssa", Selection::of(Transitions::Steps, Persistent::Cssa, Relation::Conditional)),
        ("sleep", Selection::of(Transitions::Steps, Persistent::All, Relation::Conditional)),
        ("if-sss", Selection::of(Transitions::InvisibleFirst, Persistent::Overman, Relation::Conditional)),
        ("c-sss", Selection::of(Transitions::Composed, Persistent::Overman, Relation::Conditional)),
        ("exit-block", Selection::of(Transitions::InvisibleFirst, Persistent::All, Relation::Trivial)),
        ("exit-block-rw", Selection::of(Transitions::InvisibleFirst, Persistent::All, Relation::ReadWrite)),
    ];

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(of, _)| *of == name).map(|&(_, selection)| selection)
    }

    /// Its name: of those in [`Selection::NAMED`], or what it is made of.
    pub fn name(&self) -> String {
        match Self::NAMED.iter().find(|(_, named)| named == self) {
            Some((name, _)) => (*name).to_owned(),
            None => format!("{self:?}"),
        }
    }

    const fn of(transitions: Transitions, persistent: Persistent, relation: Relation) -> Self {
        Self { transitions, persistent, relation, sleep: true, ties: Ties::First }
    }
}

/// What a selective search takes for a transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transitions {
    /// A step (SSS).
    Steps,
    /// A step; if it is invisible, it is made at once (IF-SSS).
    InvisibleFirst,
    /// A visible step and the invisible ones that follow it (SSS on the composed system).
    Composed,
}

/// How persistent sets are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Persistent {
    /// All threads.
    All,
    /// Who may interfere with whom, by what next steps do.
    Overman,
    /// The conditional stubborn set algorithm.
    Cssa,
    /// The same as `Overman`, by what the locking discipline allows next transitions to do (Algorithms 2-MLD and 2-MLD'). Needs
    /// [`Transitions::Composed`] and a check of the discipline ([`Options::discipline`]).
    Mld(Pending),
}

/// How the invisible operations of a composed transition are bounded (Sto00 section 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// By candidate lock sets: (6) and (7).
    Locks,
    /// Also by control flow, whatever branch is taken: what the guards of composed transitions mention (section 6).
    Guards,
}

impl Reduction {
    /// Whether the pair is known to be sound: ample sets are chosen without making steps, which some oracles must see;
    /// and that lock sets may be checked in the reduced search is shown for ample sets only.
    pub fn is_sound(self) -> bool {
        match self {
            Reduction::Ample(oracle) => !oracle.follows_steps(),
            Reduction::InvisibleFirst(oracle) | Reduction::Transactions(oracle) => !oracle.keeps_locksets(),
            Reduction::None | Reduction::PersistentTransactions | Reduction::Selective(_) => true,
        }
    }

    /// The oracle, if there is one.
    pub fn oracle(self) -> Option<OracleKind> {
        match self {
            Reduction::None | Reduction::Selective(_) => None,
            Reduction::Ample(oracle)
            | Reduction::InvisibleFirst(oracle)
            | Reduction::Transactions(oracle) => Some(oracle),
            Reduction::PersistentTransactions => Some(OracleKind::Auto),
        }
    }

    /// Whether it needs to know of a program only what next steps do: so it goes with one that can be nothing but executed.
    pub fn knows_next_steps_only(self) -> bool {
        match self {
            Reduction::None => true,
            Reduction::Selective(Selection { transitions, persistent, .. }) => {
                transitions == Transitions::Steps && persistent == Persistent::All
            }
            Reduction::Ample(_)
            | Reduction::InvisibleFirst(_)
            | Reduction::Transactions(_)
            | Reduction::PersistentTransactions => false,
        }
    }

    /// Whether it can be used in this order, storing these states.
    pub fn fits(self, order: Order, keep: Keep) -> bool {
        !matches!(self, Reduction::Selective(_)) || order == Order::Dfs && keep == Keep::All
    }

    /// Whether its steps are runs of one thread, found by an oracle that learns how data is shared.
    pub fn has_runs(self) -> bool {
        matches!(
            self,
            Reduction::InvisibleFirst(_) | Reduction::Transactions(_) | Reduction::PersistentTransactions
        )
    }

    /// Every reduction, that which leaves nothing out first.
    pub fn all() -> impl Iterator<Item = Reduction> {
        let with = |oracle| {
            [Reduction::Ample(oracle), Reduction::InvisibleFirst(oracle), Reduction::Transactions(oracle)]
        };
        let selective = Selection::NAMED.into_iter().map(|(_, selection)| Reduction::Selective(selection));
        let by_oracle = OracleKind::ALL.iter().copied().flat_map(with).filter(|r| r.is_sound());
        let plain = [Reduction::None, Reduction::PersistentTransactions];
        plain.into_iter().chain(by_oracle).chain(selective)
    }
}

/// What happens when something that a reduction relied on turns out not to be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repair {
    /// The search begins again, knowing better.
    Restart,
    /// The states that relied on it are expanded again. Needs breadth-first order, the exact store, all states kept, and
    /// an oracle that says what it relies on; elsewhere the search begins again.
    Again,
}

/// What counts as a violation, besides faults and uncaught exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties {
    /// No thread can go on.
    pub deadlock: bool,
    /// Some threads can never go on.
    pub partial_deadlock: bool,
    /// A thread spins for ever, and nothing can let it out.
    pub livelock: bool,
    /// A thread may never leave a loop, although the scheduler is fair. It takes all interleavings to see.
    pub progress: bool,
    /// Declared invariants.
    pub invariants: bool,
    /// Two threads access the same plain memory, and nothing orders them.
    pub races: bool,
}

impl Default for Properties {
    fn default() -> Self {
        Self {
            deadlock: true,
            partial_deadlock: true,
            livelock: true,
            progress: false,
            invariants: true,
            races: true,
        }
    }
}

impl Properties {
    /// Nothing but faults and uncaught exceptions.
    pub const NONE: Properties = Properties {
        deadlock: false,
        partial_deadlock: false,
        livelock: false,
        progress: false,
        invariants: false,
        races: false,
    };

    /// Declared invariants, and these.
    pub const INVARIANTS: Properties = Properties { invariants: true, ..Properties::NONE };

    /// Whether all of these are among `others`.
    pub fn are_among(self, others: Properties) -> bool {
        (!self.deadlock || others.deadlock)
            && (!self.partial_deadlock || others.partial_deadlock)
            && (!self.livelock || others.livelock)
            && (!self.progress || others.progress)
            && (!self.invariants || others.invariants)
            && (!self.races || others.races)
    }
}

/// Where to stop. `None` is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Stored states.
    pub states: Option<u64>,
    /// Steps of one execution.
    pub depth: Option<u64>,
    /// Bytes of store and frontier together.
    pub memory: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// What is not followed in any program: an instruction that says so.
const UNSUPPORTED: &[ViolationKind] = &[ViolationKind::Fault("unsupported")];

/// Everything a search can be told.
#[derive(Clone, Debug)]
pub struct Options {
    /// The order.
    pub order: Order,
    /// The store.
    pub store: StoreKind,
    /// What may be left out.
    pub reduction: Reduction,
    /// Which states are stored. `Sparse` needs depth-first order.
    pub keep: Keep,
    /// Which states count as one.
    pub symmetry: Symmetry,
    /// How runs that go round in a cycle are ended, if the reduction has runs.
    pub cycles: Cycles,
    /// What happens when an assumption is refuted.
    pub repair: Repair,
    /// How often the scheduler may interfere. Needs depth-first order and no reduction.
    pub bound: Option<Bound>,
    /// A locking discipline that is checked along every execution. Needs depth-first order and no store.
    pub discipline: Option<Discipline>,
    /// By this discipline the same lock protects a variable in all executions.
    pub same_lock: bool,
    /// Variables of which it is proved that whoever accesses them holds this lock.
    pub proved: BTreeMap<Variable, ObjId>,
    /// What counts as a violation.
    pub properties: Properties,
    /// Data races are told of, but are no violation.
    pub allow_races: bool,
    /// Where to stop.
    pub limits: Limits,
    /// Violations that are none of the program: they say that the machine could not follow a thread. They do not stop the
    /// search; the other threads go on, if the thread was between two steps.
    pub bounds: &'static [ViolationKind],
    /// Whether to go on after a violation and report the first of each kind and place.
    pub keep_going: bool,
    /// How to be stopped from outside.
    pub interrupt: Interrupt,
    /// From when on the time counts that is limited; from the beginning of the search if this is not given.
    pub since: Option<Instant>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            order: Order::Bfs,
            store: StoreKind::Exact,
            reduction: Reduction::None,
            keep: Keep::All,
            symmetry: Symmetry::None,
            cycles: Cycles::Components,
            repair: Repair::Again,
            bound: None,
            discipline: None,
            same_lock: false,
            proved: BTreeMap::new(),
            properties: Properties::default(),
            allow_races: false,
            limits: Limits::default(),
            bounds: UNSUPPORTED,
            keep_going: false,
            interrupt: Interrupt::default(),
            since: None,
        }
    }
}

impl Options {
    /// When the search has to end.
    pub fn deadline(&self) -> Option<Instant> {
        self.limits.time.and_then(|limit| self.since.unwrap_or_else(Instant::now).checked_add(limit))
    }

    /// Whether refutations are repaired: it was asked for, and can be done.
    pub fn repairs(&self) -> bool {
        let by_number = self.order == Order::Bfs && self.store == StoreKind::Exact && self.keep == Keep::All;
        let names_grounds = self.reduction.oracle().is_some_and(|oracle| !oracle.keeps_locksets());
        self.repair == Repair::Again && by_number && names_grounds && self.symmetry == Symmetry::None
    }

    /// Why thread symmetry cannot be used with what else is asked for, if so.
    pub fn objection_to_symmetry(&self) -> Option<&'static str> {
        if matches!(self.reduction, Reduction::Selective(Selection { sleep: true, .. })) {
            return Some(
                "sleep sets are about threads by their numbers; persistent sets without them would do",
            );
        }
        if self.bound.is_some() {
            return Some("how often the scheduler interfered depends on which thread moved last");
        }
        if self.discipline.is_some() || self.store == StoreKind::None {
            return Some("without a store nothing is gained by it");
        }
        None
    }
}
