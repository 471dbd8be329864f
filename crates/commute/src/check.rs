//! What is asked of a program, and how it is explored.

use crate::conflict::{Conflict, Setting, check_sound};
use crate::locking::{DisciplineKind, DisciplineRequest};
use crate::search::Search;
use commute_explore::{
    Bound, Cycles, Fairness, Interrupt, Keep, Limits, Options, OracleKind, Order, Persistent, Properties,
    Reduction, Repair, Sampling, Selection, StoreKind, StrategyFacts, Symmetry, Ties,
};
use commute_vm::UndoMethod;

/// The size of the bitstate table if none is given: 2^30 bits are 128 MiB.
const BITSTATE_LOG2: u8 = 30;

/// Which steps are explored.
#[derive(Clone, Copy, Debug)]
pub enum Strategy {
    /// What saves most: transactions, by all that is known; every step, if the first states show that nothing is saved.
    Auto,
    /// A strategy by its facts ([`StrategyFacts::named`]).
    Named(&'static StrategyFacts),
}

impl Strategy {
    /// The strategy with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Strategy::Auto),
            _ => StrategyFacts::named(name).map(Strategy::Named),
        }
    }

    fn is(self, name: &str) -> bool {
        matches!(self, Strategy::Named(facts) if facts.name == name)
    }
}

/// How visited states are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Store {
    /// Exactly.
    #[default]
    Exact,
    /// As 64-bit fingerprints. The probability of an omission is reported.
    Compact,
    /// As three bits each in a table of 2^n bits. Never ends in "holds".
    Bitstate(Option<u8>),
    /// Not at all: executions are explored rather than states.
    None,
}

/// Executions that are chosen at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// How they are chosen.
    pub sampling: Sampling,
    /// The same seed gives the same executions.
    pub seed: u64,
    /// How many, at least one.
    pub executions: u64,
}

/// How the machine goes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Undo {
    /// By itself.
    Machine(UndoMethod),
    /// By beginning again.
    Replay,
}

impl Default for Undo {
    fn default() -> Self {
        Undo::Machine(UndoMethod::Log)
    }
}

/// What is explored. States, executions and samples are different things: each has only what goes with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exploration {
    /// States, each once.
    States {
        /// Which steps are explored.
        reduction: Reduction,
        /// Whether depth-first.
        depth_first: bool,
        /// How they are remembered; never [`StoreKind::None`].
        store: StoreKind,
        /// Which are stored.
        keep: Keep,
        /// Which count as one.
        symmetry: Symmetry,
        /// What happens when an assumption is refuted.
        repair: Repair,
        /// How often the scheduler may interfere.
        bound: Option<Bound>,
    },
    /// Executions, from the beginning to the end.
    Executions {
        /// Which steps are explored.
        reduction: Reduction,
        /// How often the scheduler may interfere.
        bound: Option<Bound>,
    },
    /// Executions that are chosen at random.
    Samples(Sample),
}

impl Exploration {
    /// In the terms of the search engine.
    pub(crate) fn options(self) -> Options {
        let usual = Options { cycles: Cycles::Components, ..Options::default() };
        match self {
            Exploration::States { reduction, depth_first, store, keep, symmetry, repair, bound } => Options {
                reduction,
                order: if depth_first { Order::Dfs } else { Order::Bfs },
                store,
                keep,
                symmetry,
                repair,
                bound,
                ..usual
            },
            Exploration::Executions { reduction, bound } => {
                Options { reduction, order: Order::Dfs, store: StoreKind::None, bound, ..usual }
            }
            Exploration::Samples(Sample { sampling, seed, executions }) => Options {
                order: Order::Sample { sampling, seed, executions },
                store: StoreKind::None,
                ..usual
            },
        }
    }
}

/// A check that is being put together. Everything has a usual value; [`Check::build`] says whether what was asked goes together.
#[derive(Clone, Debug, Default)]
pub struct Check {
    strategy: Option<Strategy>,
    oracle: Option<OracleKind>,
    persistent: Option<Persistent>,
    no_sleep: bool,
    ties: Option<Ties>,
    depth_first: Option<bool>,
    store: Store,
    keep: Option<Keep>,
    symmetric: bool,
    repair: Option<Repair>,
    undo: Undo,
    sample: Option<Sample>,
    bound: Option<Bound>,
    discipline: Option<DisciplineRequest>,
    properties: Properties,
    allow_races: bool,
    limits: Limits,
    keep_going: bool,
    formulas: Option<Fairness>,
    writes_checkpoints: bool,
    resumes: bool,
    learns_sharing: bool,
    methods: bool,
    no_hunt: bool,
    interrupt: Interrupt,
}

macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $ty:ty => $field:ident = $value:expr;)*) => {
        $($(#[$doc])*
        #[must_use]
        pub fn $name(mut self, $name: $ty) -> Self {
            self.$field = $value;
            self
        })*
    };
}

impl Check {
    /// Looks for failed assertions, uncaught exceptions, faults, deadlocks and violated invariants, in the way that saves most, and checks
    /// temporal formulas.
    pub fn new() -> Self {
        Self { formulas: Some(Fairness::None), ..Self::default() }
    }

    setters! {
        /// Which steps are explored.
        strategy: Strategy => strategy = Some(strategy);
        /// How a strategy knows which steps commute.
        oracle: OracleKind => oracle = Some(oracle);
        /// How a selective search finds persistent sets, instead of the way its name means.
        persistent: Persistent => persistent = Some(persistent);
        /// Leaves out sleep sets in a selective search.
        no_sleep: bool => no_sleep = no_sleep;
        /// Which of several smallest persistent sets is taken.
        ties: Ties => ties = Some(ties);
        /// Depth-first or breadth-first.
        depth_first: bool => depth_first = Some(depth_first);
        /// How states are remembered.
        store: Store => store = store;
        /// Which states are stored.
        keep: Keep => keep = Some(keep);
        /// Whether states that differ only in which of several equal threads is which count as one.
        symmetric: bool => symmetric = symmetric;
        /// What happens when an assumption is refuted.
        repair: Repair => repair = Some(repair);
        /// How the machine goes back.
        undo: Undo => undo = undo;
        /// Tries executions that are chosen at random instead of exploring all.
        sample: Sample => sample = Some(sample);
        /// Leaves out executions in which the scheduler interferes more often.
        bound: Bound => bound = Some(bound);
        /// Checks a locking discipline along every execution.
        discipline: DisciplineRequest => discipline = Some(discipline);
        /// What counts as a violation.
        properties: Properties => properties = properties;
        /// Whether data races are told of, but are no violation.
        allow_races: bool => allow_races = allow_races;
        /// Where to stop.
        limits: Limits => limits = limits;
        /// Whether to go on after a violation and report the first of each kind and place.
        keep_going: bool => keep_going = keep_going;
        /// Which executions count for temporal formulas, if these are checked.
        formulas: Option<Fairness> => formulas = formulas;
        /// Whether checkpoints are written.
        writes_checkpoints: bool => writes_checkpoints = writes_checkpoints;
        /// Whether the search goes on from a checkpoint.
        resumes: bool => resumes = resumes;
        /// Whether how variables are shared has to be found out.
        learns_sharing: bool => learns_sharing = learns_sharing;
        /// Whether it has to be found out which functions are one transaction.
        methods: bool => methods = methods;
        /// Leaves out the hunt for bugs that the default begins with.
        no_hunt: bool => no_hunt = no_hunt;
        /// How to be stopped from outside.
        interrupt: Interrupt => interrupt = interrupt;
    }

    /// The strategy and the oracle of a reduction that has a name.
    #[must_use]
    pub fn reduction(self, reduction: Reduction) -> Self {
        let facts = StrategyFacts::of(reduction);
        let check = self.strategy(Strategy::Named(facts));
        match reduction.oracle().filter(|_| facts.takes_oracle()) {
            Some(oracle) => check.oracle(oracle),
            None => check,
        }
    }

    /// The strategy: the one that was asked for, or the strongest that goes with the rest.
    fn chosen(&self) -> Strategy {
        let full = || Strategy::Named(facts("full"));
        let plain = self.sample.is_some()
            || self.bound.is_some()
            || self.store == Store::None
            || self.discipline.is_some()
            || self.writes_checkpoints
            || self.resumes;
        match (self.strategy, self.oracle) {
            (Some(strategy), _) => strategy,
            (None, _) if plain => full(),
            (None, None) => Strategy::Auto,
            (None, Some(oracle)) if Reduction::Transactions(oracle).is_sound() => {
                Strategy::Named(facts("transactions"))
            }
            (None, Some(_)) => Strategy::Named(facts("ample")),
        }
    }

    /// The reduction that the strategy and what goes with it mean.
    fn asked_reduction(&self, strategy: Strategy) -> Result<Reduction, Conflict> {
        let facts = match (strategy, self.oracle) {
            (Strategy::Auto, Some(oracle)) => return Err(Conflict::OracleWithAuto(oracle)),
            (Strategy::Auto, None) => facts("persistent-transactions"),
            (Strategy::Named(facts), Some(oracle)) if !facts.takes_oracle() => {
                return Err(Conflict::OracleUnused(facts.name, oracle));
            }
            (Strategy::Named(facts), _) => facts,
        };
        let reduction = match facts.reduction(self.oracle) {
            Reduction::Selective(selection) => Reduction::Selective(self.selection(facts, selection)?),
            _ if self.persistent.is_some() => return Err(Conflict::NotSelective(Setting::Persistent)),
            _ if self.no_sleep => return Err(Conflict::NotSelective(Setting::NoSleep)),
            _ if self.ties.is_some() => return Err(Conflict::NotSelective(Setting::Ties)),
            reduction => reduction,
        };
        check_sound(reduction)?;
        Ok(reduction)
    }

    fn selection(&self, facts: &StrategyFacts, named: Selection) -> Result<Selection, Conflict> {
        let persistent = self.persistent.unwrap_or(named.persistent);
        let is_bounded = facts.name == "c-sss" || facts.name == "if-sss";
        if matches!(persistent, Persistent::Mld(_)) && (self.discipline.is_none() || !is_bounded) {
            return Err(Conflict::LocksetsNeedDiscipline);
        }
        let ties = self.ties.unwrap_or_default();
        Ok(Selection { persistent, sleep: named.sleep && !self.no_sleep, ties, ..named })
    }

    /// What wants depth-first order, if anything does.
    fn wants_depth_first(&self, reduction: Reduction) -> Option<Setting> {
        if StrategyFacts::of(reduction).needs_depth_first {
            return Some(Setting::Selective);
        }
        let wanted = [
            (self.discipline.is_some(), Setting::Discipline),
            (self.store == Store::None, Setting::Executions),
            // A breadth-first search goes on from stored states, and hardly ever goes back.
            (self.undo == Undo::Replay, Setting::Replay),
            (matches!(self.bound, Some(Bound::Preemptions(_))), Setting::Preemptions),
            (matches!(self.bound, Some(Bound::Delays(_))), Setting::Delays),
        ];
        wanted.into_iter().find(|(wants, _)| *wants).map(|(_, setting)| setting)
    }

    fn agree_on_discipline(&self, strategy: Strategy, reduction: Reduction) -> Result<(), Conflict> {
        let Some(request) = &self.discipline else { return Ok(()) };
        if !request.init.is_empty() && request.kind != DisciplineKind::MldPrime {
            return Err(Conflict::InitNeedsMldPrime);
        }
        if request.several && request.init.is_empty() {
            return Err(Conflict::SeveralNeedsInit);
        }
        if self.symmetric {
            return Err(Conflict::Symmetry("what has happened to variables tells threads apart"));
        }
        if !matches!(reduction, Reduction::Selective(_)) && !strategy.is("full") {
            return Err(Conflict::DisciplineNeedsSteps);
        }
        if !matches!(self.store, Store::Exact | Store::None) {
            return Err(Conflict::DisciplineNeedsExact);
        }
        if self.keep == Some(Keep::Sparse) || self.bound.is_some() || self.sample.is_some() {
            return Err(Conflict::DisciplineNeedsAll);
        }
        Ok(())
    }

    /// That what bounds, chance, selective searches and the store leave out goes together.
    fn agree_on_what_is_left_out(&self, strategy: Strategy, reduction: Reduction) -> Result<(), Conflict> {
        let keeps_all = self.keep != Some(Keep::Sparse);
        let plain = strategy.is("full") && keeps_all;
        if self.bound.is_some() && !plain {
            return Err(Conflict::BoundNeedsFull);
        }
        if self.sample.is_some() && !(plain && self.bound.is_none()) {
            return Err(Conflict::SamplesArePlain);
        }
        if StrategyFacts::of(reduction).stores_all && !keeps_all {
            return Err(Conflict::SelectiveStoresAll);
        }
        if self.store == Store::None && !keeps_all {
            return Err(Conflict::NothingToKeep);
        }
        Ok(())
    }

    /// Whether depth-first.
    fn order(&self, reduction: Reduction) -> Result<bool, Conflict> {
        if self.sample.is_some() && self.depth_first.is_some() {
            return Err(Conflict::SamplesHaveNoOrder);
        }
        match (self.depth_first, self.wants_depth_first(reduction)) {
            (Some(false), Some(setting)) => Err(Conflict::NeedsDepthFirst(setting)),
            (Some(true), _) | (None, Some(_)) => Ok(true),
            (Some(false) | None, None) => Ok(false),
        }
    }

    fn store_kind(&self) -> Result<StoreKind, Conflict> {
        let log2_bits = match self.store {
            Store::Exact => return Ok(StoreKind::Exact),
            Store::Compact => return Ok(StoreKind::Compact),
            Store::None => return Ok(StoreKind::None),
            Store::Bitstate(log2) => log2.unwrap_or(BITSTATE_LOG2),
        };
        let bytes = (1u64 << log2_bits) / 8;
        match self.limits.memory {
            Some(limit) if bytes > limit => Err(Conflict::BitstateTooLarge { log2_bits, bytes, limit }),
            _ => Ok(StoreKind::Bitstate { log2_bits }),
        }
    }

    fn exploration(&self, reduction: Reduction) -> Result<Exploration, Conflict> {
        let depth_first = self.order(reduction)?;
        let store = self.store_kind()?;
        if let Some(sample) = self.sample {
            if sample.executions == 0 {
                return Err(Conflict::NoSamples);
            }
            return Ok(Exploration::Samples(sample));
        }
        // What a reduction leaves out is known of executions; where it leaves out nothing, states with their histories may be stored.
        let by_executions = self.discipline.is_some() && reduction != Reduction::None;
        if store == StoreKind::None || by_executions {
            return Ok(Exploration::Executions { reduction, bound: self.bound });
        }
        let keep = self.keep.unwrap_or(Keep::All);
        // The user has to say so: the counterexamples of a depth-first search are other ones.
        if keep == Keep::Sparse && self.depth_first != Some(true) {
            return Err(Conflict::SparseNeedsDepthFirst);
        }
        Ok(Exploration::States {
            reduction,
            depth_first,
            store,
            keep,
            symmetry: if self.symmetric { Symmetry::Threads } else { Symmetry::None },
            repair: self.repair.unwrap_or(Repair::Again),
            bound: self.bound,
        })
    }

    /// That repairs and symmetry go with the rest.
    fn agree_on_assumptions(&self, options: &Options) -> Result<(), Conflict> {
        if self.repair.is_some() && options.reduction.oracle().is_none() {
            return Err(Conflict::NothingToRepair);
        }
        if self.symmetric
            && let Some(reason) = options.objection_to_symmetry()
        {
            let sleeps = matches!(options.reduction, Reduction::Selective(Selection { sleep: true, .. }));
            let conflict = if sleeps { Conflict::SymmetryWithSleep } else { Conflict::Symmetry };
            return Err(conflict(reason));
        }
        if self.repair == Some(Repair::Again) && !options.repairs() {
            return Err(Conflict::CannotRepair);
        }
        Ok(())
    }

    /// Checkpoints are of a search in which the order of discovery is all there is to know.
    fn agree_on_checkpoints(&self, exploration: &Exploration) -> Result<(), Conflict> {
        let setting = match (self.writes_checkpoints, self.resumes) {
            (false, false) => return Ok(()),
            (true, _) => Setting::Checkpoint,
            (false, true) => Setting::Resume,
        };
        let plain = matches!(
            exploration,
            Exploration::States {
                reduction: Reduction::None,
                depth_first: false,
                store: StoreKind::Exact,
                symmetry: Symmetry::None,
                ..
            }
        );
        if plain && !self.keep_going { Ok(()) } else { Err(Conflict::CheckpointNeedsPlain(setting)) }
    }

    /// The search that was asked for, or why there is none.
    pub fn build(&self) -> Result<Search, Conflict> {
        let strategy = self.chosen();
        let reduction = self.asked_reduction(strategy)?;
        if self.learns_sharing && !reduction.has_runs() {
            return Err(Conflict::NoSharingFound);
        }
        self.agree_on_discipline(strategy, reduction)?;
        self.agree_on_what_is_left_out(strategy, reduction)?;
        let exploration = self.exploration(reduction)?;
        let mut options = Options {
            properties: self.properties,
            allow_races: self.allow_races,
            limits: self.limits,
            keep_going: self.keep_going,
            interrupt: self.interrupt.clone(),
            ..exploration.options()
        };
        if self.symmetric && options.store == StoreKind::None {
            options.symmetry = Symmetry::Threads;
        }
        self.agree_on_assumptions(&options)?;
        self.agree_on_checkpoints(&exploration)?;
        let adapts = matches!(strategy, Strategy::Auto) && !self.learns_sharing;
        Ok(Search {
            exploration,
            adapts,
            // Whoever wants all violations, or says in which order to look, gets what was asked for.
            hunts: adapts && !self.no_hunt && !self.keep_going && self.depth_first.is_none(),
            options,
            undo: self.undo,
            formulas: self.formulas,
            discipline: self.discipline.clone(),
            methods: self.methods,
        })
    }
}

fn facts(name: &str) -> &'static StrategyFacts {
    StrategyFacts::named(name)
        .expect("[commute internal bug] a strategy that the default is made of has gone")
}
