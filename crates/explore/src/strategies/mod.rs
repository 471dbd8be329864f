//! The strategies: which steps are explored. Each has a file or a folder, with its facts and how it explores a machine.
//!
//! A further one is such a file, its `mod` line, a variant of [`Reduction`], and a line in [`STRATEGIES`]; without the arm of `explore`
//! that goes with the variant it does not compile.

mod ample;
mod bounded;
mod full;
mod invisible_first;
mod persistent_transactions;
mod selective;
mod transactions;

pub use ample::Ample;
pub use full::{Full, within};
pub use selective::{All, Selective};
pub use transactions::{Method, Unknown, methods};

use crate::observer::Observer;
use crate::options::{Options, Reduction, Selection};
use crate::outcome::Explored;
use commute_machine::{Fingerprint, Foresight, Rewind, Variables};
use commute_movers::OracleKind;

/// What stands beside a strategy. Nothing has a default.
#[derive(Clone, Copy, Debug)]
pub struct StrategyFacts {
    /// What users call it.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The reductions that it stands for.
    pub makes: Makes,
    /// Whether it needs depth-first order: sleep sets are carried by the stack.
    pub needs_depth_first: bool,
    /// Whether it needs all states to be stored: what slept at a state is remembered with it.
    pub stores_all: bool,
    /// What it preserves, besides violations.
    pub preserves: Preserves,
    /// Its name in tables, if it is compared with others by itself (and not by the letters of oracles).
    pub letter: Option<&'static str>,
    /// The same with the oracle `predicates`, in programs that say of variables who has access to them.
    pub annotated: Option<&'static str>,
}

/// The reductions that the name of a strategy stands for.
#[derive(Clone, Copy, Debug)]
pub enum Makes {
    /// One.
    One(Reduction),
    /// One for each oracle.
    ByOracle {
        /// By what an oracle knows.
        reduction: fn(OracleKind) -> Reduction,
        /// The oracle if none is named.
        usual: OracleKind,
    },
}

/// What a strategy preserves. Every one preserves failed assertions, uncaught exceptions, faults, deadlocks and violated invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preserves {
    /// It comes to every state from which no step leads.
    pub final_states: bool,
    /// It comes to every state.
    pub all_states: bool,
    /// Temporal formulas without the next-time operator.
    pub temporal: bool,
}

/// All strategies, in the order in which they are listed.
pub const STRATEGIES: &[StrategyFacts] = &[
    full::FACTS,
    ample::FACTS,
    invisible_first::FACTS,
    transactions::FACTS,
    persistent_transactions::FACTS,
    selective::SSS,
    selective::CSSA,
    selective::SLEEP,
    selective::IF_SSS,
    selective::C_SSS,
    selective::EXIT_BLOCK,
    selective::EXIT_BLOCK_RW,
];

/// Explores what the reduction leaves over.
pub fn explore<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Explored
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    match options.reduction {
        Reduction::None if options.discipline.is_some() => {
            selective::explore(machine, Selection::EVERYTHING, options, observer)
        }
        Reduction::None => full::explore(machine, options, observer),
        Reduction::Ample(kind) => ample::explore(machine, kind, options, observer),
        Reduction::InvisibleFirst(kind) => invisible_first::explore(machine, kind, options, observer),
        Reduction::Transactions(kind) => transactions::explore(machine, kind, options, observer),
        Reduction::PersistentTransactions => persistent_transactions::explore(machine, options, observer),
        Reduction::Selective(selection) => selective::explore(machine, selection, options, observer),
    }
}

impl StrategyFacts {
    /// The strategy with this name.
    pub fn named(name: &str) -> Option<&'static StrategyFacts> {
        STRATEGIES.iter().find(|facts| facts.name == name)
    }

    /// The strategy that a reduction is of; ties and sleep sets may differ from the usual.
    pub fn of(reduction: Reduction) -> &'static StrategyFacts {
        let is_of = |facts: &&StrategyFacts| match (facts.makes, reduction) {
            (Makes::One(Reduction::Selective(named)), Reduction::Selective(other)) => {
                Selection { sleep: named.sleep, ties: named.ties, ..other } == named
            }
            (Makes::One(one), other) => one == other,
            (Makes::ByOracle { reduction, .. }, other) => {
                other.oracle().is_some_and(|oracle| reduction(oracle) == other)
            }
        };
        // Other persistent sets can be asked for than the name means; then the kind of transitions decides.
        let of_kind = |facts: &&StrategyFacts| match (facts.makes, reduction) {
            (Makes::One(Reduction::Selective(named)), Reduction::Selective(other)) => {
                named.transitions == other.transitions
            }
            _ => false,
        };
        let found = STRATEGIES.iter().find(is_of).or_else(|| STRATEGIES.iter().find(of_kind));
        found.expect("[commute internal bug] every reduction is of a strategy")
    }

    /// The reduction with this oracle, or the usual one.
    pub fn reduction(&self, oracle: Option<OracleKind>) -> Reduction {
        match self.makes {
            Makes::One(reduction) => reduction,
            Makes::ByOracle { reduction, usual } => reduction(oracle.unwrap_or(usual)),
        }
    }

    /// Whether it uses an oracle.
    pub fn takes_oracle(&self) -> bool {
        matches!(self.makes, Makes::ByOracle { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_reduction_is_of_the_strategy_that_makes_it() {
        for facts in STRATEGIES {
            let oracles = if facts.takes_oracle() { OracleKind::ALL } else { &[] };
            for oracle in oracles.iter().copied().map(Some).chain([None]) {
                assert_eq!(StrategyFacts::of(facts.reduction(oracle)).name, facts.name);
            }
            assert_eq!(StrategyFacts::named(facts.name).map(|found| found.name), Some(facts.name));
        }
        for reduction in Reduction::all() {
            StrategyFacts::of(reduction);
        }
    }

    /// The differential tests go through `Reduction::all`: whoever forgets a strategy there is told here.
    #[test]
    fn every_strategy_takes_part_in_the_differential_tests() {
        let all: Vec<Reduction> = Reduction::all().collect();
        for facts in STRATEGIES {
            let made: Vec<Reduction> = match facts.makes {
                Makes::One(reduction) => vec![reduction],
                Makes::ByOracle { reduction, .. } => {
                    OracleKind::ALL.iter().map(|&kind| reduction(kind)).collect()
                }
            };
            for reduction in made.into_iter().filter(|reduction| reduction.is_sound()) {
                assert!(all.contains(&reduction), "{}: {reduction:?}", facts.name);
            }
        }
    }

    #[test]
    fn names_and_letters_are_unique() {
        let names: HashSet<_> = STRATEGIES.iter().map(|facts| facts.name).collect();
        assert_eq!(names.len(), STRATEGIES.len());
        let letters: Vec<_> =
            STRATEGIES.iter().flat_map(|facts| [facts.letter, facts.annotated]).flatten().collect();
        assert_eq!(letters.iter().collect::<HashSet<_>>().len(), letters.len());
    }
}
