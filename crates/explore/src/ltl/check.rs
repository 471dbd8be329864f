//! Checks one temporal property: does the program have an infinite execution on which the formula is false?
//!
//! # Source
//! Vardi and Wolper 1986, for the method; Couvreur 1999, for the emptiness check (`components.rs`); Peled 1996
//! (Combining partial order reductions with on-the-fly model-checking) and DHRR04 section 3.3, for the reduction;
//! Siegel 2019 (What's wrong with on-the-fly partial order reduction), for what the former overlooks.
//!
//! # Idea
//! Translate the negation of the formula to an automaton, let it read the states of the program while the one search
//! loop explores both together (`product.rs`), and watch for a cycle that the automaton accepts (`lasso.rs`). Weak
//! fairness is one acceptance set more for each thread: again and again the thread makes a step or cannot. With a
//! reduction the steps of one thread are enough where no atom can see them, since the formula cannot tell how often a
//! state is repeated.
//!
//! # Notation
//! A (the automaton of the negation): [`Product::automaton`]; the accepting cycle: [`Lasso`].
//!
//! # Premises
//! - C2: the atoms are among what `Machine::is_observable` watches. C3: on the stack of the product
//!   (`order/dfs.rs`), so no cycle of it consists of reduced states.
//! - No next-time operator under a reduction: such a formula is refused. No fairness under a reduction: exchanging steps may
//!   turn a fair execution into an unfair one (a thread that others block and unblock by steps that are put
//!   off); refused.
//! - Siegel 2019: ample sets that depend on the automaton's state are not sound for every automaton, as a run
//!   over a word says nothing about the word with a letter repeated. Here it does. Follow an execution
//!   on which the formulas of the automaton's state are true; replace it, where a reduced state asks for that, by one
//!   with a repeated letter. The formulas are true of it too, since they have no next-time, and so a transition exists
//!   that postpones an until only if its right side is false now (Premises of `translate.rs`). By C3 the
//!   execution's own steps are not put off for ever, so neither is the right side: the run accepts.
//!
//! # Deviations
//! - D1: an SCC algorithm instead of a nested search, so that a state is expanded once and its ample set is the same
//!   for all purposes (Holzmann, Peled and Yannakakis 1996 had to repair that).
//! - D2: a finite execution counts as staying in its last state for ever.

use super::lasso::{AcceptingCycles, Lasso};
use super::normal_form::has_next;
use super::product::{Product, Trouble};
use super::translate::{Automaton, TooLarge, translate};
use crate::engine::Engine;
use crate::observer::Observer;
use crate::options::{Keep, Options, Order, Properties, Reduction, StoreKind};
use crate::order::Dfs;
use crate::outcome::{Stats, StopReason};
use crate::store::Tree;
use crate::strategies::{Ample, Full};
use crate::strategy::Strategy;
use commute_machine::{Fingerprint, Rewind, Temporal, Variables};
use commute_movers::{Assumption, oracle};

/// The most atoms of a formula.
const MOST_ATOMS: usize = 64;

/// Which executions count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fairness {
    /// All.
    #[default]
    None,
    /// Those in which every thread that can make a step from some time on makes one.
    Weak,
}

/// What is known of a temporal property.
#[derive(Clone, PartialEq, Debug)]
pub enum LtlVerdict {
    /// It is true of every execution that counts.
    Holds,
    /// It is false of this one.
    Violated(Lasso),
    /// No such execution was found, but not everything was explored.
    Undecided(StopReason),
    /// It was not checked, for this reason.
    Refused(String),
}

/// Everything the check of a temporal property has to say.
#[derive(Clone, PartialEq, Debug)]
pub struct LtlOutcome {
    /// The verdict.
    pub verdict: LtlVerdict,
    /// What the strategy took for granted.
    pub assumptions: Vec<Assumption>,
    /// How many states the automaton has.
    pub automaton: usize,
    /// What it cost; states are pairs of a state of the program and one of the automaton.
    pub stats: Stats,
}

impl LtlOutcome {
    /// It was not checked: why.
    pub fn refused(reason: String) -> Self {
        let verdict = LtlVerdict::Refused(reason);
        Self { verdict, assumptions: Vec::new(), automaton: 0, stats: Stats::default() }
    }
}

/// Checks the temporal property with this number among all properties. Of the options, reduction, limits and interrupt
/// matter: the search is always depth-first and stores every state exactly, as the method needs; and
/// what else may be wrong with the program is left to [`search`](crate::search).
pub fn check_ltl<M>(
    machine: &mut M,
    property: usize,
    fairness: Fairness,
    options: &Options,
    observer: &mut dyn Observer,
) -> LtlOutcome
where
    M: Temporal + Rewind + Fingerprint + Variables,
{
    let automaton = match negated(machine, property, fairness, options.reduction) {
        Ok(automaton) => automaton,
        Err(reason) => return LtlOutcome::refused(reason),
    };
    let mut product = Product::new(machine, property, automaton, fairness, options.bounds);
    let options = Options {
        order: Order::Dfs,
        store: StoreKind::Exact,
        keep: Keep::All,
        properties: Properties::NONE,
        since: options.since.or_else(|| Some(std::time::Instant::now())),
        ..options.clone()
    };
    match options.reduction {
        Reduction::Ample(kind) => find_cycle(&mut product, &mut Ample::new(oracle(kind)), &options, observer),
        _ => find_cycle(&mut product, &mut Full, &options, observer),
    }
}

/// The automaton for executions on which the property is false, or why the property cannot be checked.
fn negated<M: Temporal>(
    machine: &M,
    property: usize,
    fairness: Fairness,
    reduction: Reduction,
) -> Result<Automaton, String> {
    let Some(formula) = machine.formula(property) else {
        return Err("it is not a temporal property".into());
    };
    if reduction.has_runs() {
        let why = "runs of one thread as one step do not preserve temporal formulas: states inside a run are not seen; \
                   check it by ample sets (`--strategy ample`) or without a reduction";
        return Err(why.into());
    }
    if reduction != Reduction::None && has_next(formula) {
        let why = "a reduction does not preserve formulas with the next-time operator `X`: it changes how many steps \
                   there are between two others; check it without a reduction";
        return Err(why.into());
    }
    if reduction != Reduction::None && fairness == Fairness::Weak {
        let why = "a reduction does not preserve weak fairness: it may put off the steps that a fair execution needs; \
                   check it without a reduction";
        return Err(why.into());
    }
    if machine.atom_count(property) > MOST_ATOMS {
        return Err(format!("the formula has more than {MOST_ATOMS} different predicates"));
    }
    translate(formula, false).map_err(|too_large| match too_large {
        TooLarge::Untils => "the formula has too many temporal operators".into(),
        TooLarge::Automaton => "the automaton of the formula is too large".into(),
    })
}

/// Searches until nothing that the strategy relied on is refuted.
fn find_cycle<'m, M>(
    product: &mut Product<'m, M>,
    strategy: &mut dyn Strategy<Product<'m, M>>,
    options: &Options,
    observer: &mut dyn Observer,
) -> LtlOutcome
where
    M: Temporal + Rewind + Fingerprint + Variables,
{
    let mut restarts = 0;
    loop {
        let mut cycles = AcceptingCycles::default();
        let engine =
            Engine::new(product, Dfs::default(), Tree::new(), strategy, &mut cycles, options, observer);
        let Ok(explored) = engine.run() else {
            restarts += 1;
            continue;
        };
        let verdict = match (product.trouble, cycles.lasso, explored.incomplete) {
            (Some(trouble), ..) => LtlVerdict::Refused(describe(trouble).into()),
            (_, Some(lasso), _) => LtlVerdict::Violated(lasso),
            (_, _, Some(reason)) => LtlVerdict::Undecided(reason),
            _ => LtlVerdict::Holds,
        };
        let stats = Stats { restarts, ..explored.stats };
        return LtlOutcome {
            verdict,
            assumptions: explored.assumptions,
            automaton: product.automaton().len(),
            stats,
        };
    }
}

fn describe(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Threads => {
            "weak fairness: there are too many threads and temporal operators for 64 acceptance sets"
        }
        Trouble::Choices => "a step has too many choices for the automaton to follow",
    }
}
