//! The reductions that are put side by side.

use crate::check::Check;
use crate::subject::Description;
use commute_explore::{Keep, Makes, OracleKind, Reduction, STRATEGIES, StrategyFacts};

/// A reduction that is compared with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compared {
    /// Its letter.
    pub letter: &'static str,
    /// Which steps are explored.
    pub reduction: Reduction,
    /// Which states are stored.
    pub keep: Keep,
}

/// The reductions that are compared on every program, the plain search first. Runs are compared with inferred locks.
pub fn compared() -> impl Iterator<Item = Compared> {
    STRATEGIES.iter().flat_map(|strategy| match (strategy.letter, strategy.makes) {
        (Some(letter), Makes::One(reduction)) => vec![Compared { letter, reduction, keep: Keep::All }],
        (Some(letter), Makes::ByOracle { reduction, .. }) => {
            vec![Compared { letter, reduction: reduction(OracleKind::Locks), keep: Keep::All }]
        }
        (None, Makes::ByOracle { reduction, usual }) => by_letters(reduction, usual),
        (None, Makes::One(_)) => Vec::new(),
    })
}

/// Those that are compared on a program. If it says of variables who has access to them, also runs that know nothing else (SC06 and FQ03
/// with their exclusive access predicates): a contradiction to what is said is a violation that the others do not look for.
pub fn compared_on(described: &Description) -> impl Iterator<Item = Compared> {
    let annotated = STRATEGIES.iter().filter(|_| described.is_annotated).filter_map(|strategy| {
        let reduction = strategy.reduction(Some(OracleKind::Predicates));
        strategy.annotated.map(|letter| Compared { letter, reduction, keep: Keep::All })
    });
    compared().chain(annotated)
}

/// The ample sets of DHRR04's tables, that of the usual oracle first. The transitions and states of table 2 show that WSL
/// and what follows are added to DA, not to D.
fn by_letters(reduction: fn(OracleKind) -> Reduction, usual: OracleKind) -> Vec<Compared> {
    let with = |&oracle: &OracleKind| {
        oracle.facts().letters.iter().map(move |&(letter, sparse)| Compared {
            letter,
            reduction: reduction(oracle),
            keep: if sparse { Keep::Sparse } else { Keep::All },
        })
    };
    let others = OracleKind::ALL.iter().filter(|&&oracle| oracle != usual);
    std::iter::once(&usual).chain(others).flat_map(with).collect()
}

impl Compared {
    /// The strategy.
    pub fn strategy(&self) -> &'static StrategyFacts {
        StrategyFacts::of(self.reduction)
    }

    /// Whether it checks what the user says of how data is shared.
    pub fn checks_annotations(&self) -> bool {
        self.reduction.oracle().is_some_and(|oracle| oracle.facts().checks_annotations)
    }

    /// The check that makes this search, depth-first: the only order that all reductions have.
    pub fn check(&self) -> Check {
        Check::new().reduction(self.reduction).depth_first(true).keep(self.keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn letters_are_unique_and_those_of_the_paper() {
        let letters: Vec<_> = compared().map(|named| named.letter).collect();
        assert_eq!(letters.iter().collect::<HashSet<_>>().len(), letters.len());
        let expected = [
            "B",
            "D",
            "DA",
            "S",
            "SDA",
            "WSL",
            "WSL-dom",
            "LD-sets",
            "LD",
            "LD+WSL-dom",
            "IF",
            "T",
            "PT",
            "sss",
            "cssa",
            "sleep",
            "if-sss",
            "c-sss",
            "exit-block",
            "exit-rw",
        ];
        assert_eq!(letters, expected);
    }

    #[test]
    fn every_one_can_be_built() {
        let described = Description { is_annotated: true, ..Description::of("annotated") };
        assert_eq!(compared_on(&described).count(), compared().count() + 2);
        for compared in compared_on(&described) {
            assert!(compared.check().build().is_ok(), "{}", compared.letter);
        }
    }
}
