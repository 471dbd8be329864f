//! Reductions by name: what `--strategy`, `--oracle` and `--keep` are called, and which of them
//! `commute compare` puts side by side.

use commute_explore::{Hunt, Keep, OracleKind, Order, Reduction, Selection, StoreKind, Symmetry};

/// An oracle as the user knows it.
pub struct NamedOracle {
    /// What `--oracle` calls it: the name of its file in `movers`.
    pub name: &'static str,
    /// What the search calls it.
    pub kind: OracleKind,
    /// The reductions with it that are compared, by their letters in DHRR04 (tables 1 and 2) and what they keep.
    compared: &'static [(&'static str, Keep)],
}

/// All oracles, the default first. A further one is a further line.
pub const ORACLES: &[NamedOracle] = &[
    oracle_line("escape", OracleKind::Escape, &[("D", Keep::All), ("DA", Keep::Sparse)]),
    oracle_line("static-escape", OracleKind::StaticEscape, &[("S", Keep::All)]),
    oracle_line("static-escape+escape", OracleKind::StaticThenEscape, &[("SDA", Keep::Sparse)]),
    // The transitions and states of table 2 show that these are added to DA, not to D.
    oracle_line("wsl", OracleKind::Wsl, &[("WSL", Keep::Sparse)]),
    oracle_line("wsl-dom", OracleKind::WslDom, &[("WSL-dom", Keep::Sparse)]),
    oracle_line("ld", OracleKind::Ld, &[("LD", Keep::Sparse)]),
    oracle_line("ld+wsl-dom", OracleKind::LdThenWslDom, &[("LD+WSL-dom", Keep::Sparse)]),
    oracle_line("local-final", OracleKind::LocalFinal, &[]),
    oracle_line("locks", OracleKind::Locks, &[]),
    oracle_line("predicates", OracleKind::Predicates, &[]),
    oracle_line("auto", OracleKind::Auto, &[]),
];

const fn oracle_line(
    name: &'static str,
    kind: OracleKind,
    compared: &'static [(&'static str, Keep)],
) -> NamedOracle {
    NamedOracle { name, kind, compared }
}

/// A reduction that is compared with others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its letter.
    pub letter: &'static str,
    /// Which steps are explored.
    pub reduction: Reduction,
    /// Which states are stored.
    pub keep: Keep,
}

/// Without any reduction; what all others are compared with.
const PLAIN: Named = Named { letter: "B", reduction: Reduction::None, keep: Keep::All };

/// The reductions that make runs of one thread one step. With inferred locks, not with what the user says: a contradiction to
/// that is a violation that the others do not look for.
const IN_RUNS: [Named; 2] = [
    Named { letter: "IF", reduction: Reduction::InvisibleFirst(OracleKind::Locks), keep: Keep::All },
    Named { letter: "T", reduction: Reduction::Transactions(OracleKind::Locks), keep: Keep::All },
];

/// All reductions that are compared, the plain search first.
pub fn compared() -> impl Iterator<Item = Named> {
    let with = |oracle: &'static NamedOracle| {
        let reduction = Reduction::Ample(oracle.kind);
        oracle.compared.iter().map(move |&(letter, keep)| Named { letter, reduction, keep })
    };
    let selective = Selection::NAMED.into_iter().map(|(name, selection)| Named {
        letter: short(name),
        reduction: Reduction::Selective(selection),
        keep: Keep::All,
    });
    std::iter::once(PLAIN).chain(ORACLES.iter().flat_map(with)).chain(IN_RUNS).chain(selective)
}

/// The name of a selective search in a table, where ten letters are much.
fn short(name: &'static str) -> &'static str {
    if name == "exit-block-rw" { "exit-rw" } else { name }
}

impl Named {
    /// The flags with which `commute check` does the same.
    pub fn flags(&self) -> String {
        let mut flags = format!("--strategy {}", strategy_name(self.reduction));
        if let Some(oracle) = oracle_name(self.reduction) {
            flags += &format!(" --oracle {oracle}");
        }
        if self.keep != Keep::All {
            flags += &format!(" --keep {}", keep_name(self.keep));
        }
        flags
    }
}

/// What `--oracle` takes.
pub fn oracle_names() -> impl Iterator<Item = &'static str> {
    ORACLES.iter().map(|oracle| oracle.name)
}

/// What `--oracle` means.
pub fn oracle(name: &str) -> Option<OracleKind> {
    ORACLES.iter().find(|oracle| oracle.name == name).map(|oracle| oracle.kind)
}

/// The oracle of a reduction, if it has one, as `--oracle` calls it.
pub fn oracle_name(reduction: Reduction) -> Option<&'static str> {
    match reduction {
        Reduction::None | Reduction::Selective(_) => None,
        Reduction::Ample(kind) | Reduction::InvisibleFirst(kind) | Reduction::Transactions(kind) => {
            let named = ORACLES.iter().find(|oracle| oracle.kind == kind);
            Some(named.expect("[commute internal bug] every oracle in use has a name").name)
        }
    }
}

/// What `--strategy` calls a reduction.
pub fn strategy_name(reduction: Reduction) -> &'static str {
    match reduction {
        Reduction::None => "full",
        Reduction::Ample(_) => "ample",
        Reduction::InvisibleFirst(_) => "invisible-first",
        Reduction::Transactions(_) => "transactions",
        Reduction::Selective(selection) => selection.base_name(),
    }
}

/// What `--keep` calls it.
pub fn keep_name(keep: Keep) -> &'static str {
    match keep {
        Keep::All => "all",
        Keep::Sparse => "sparse",
    }
}

/// What `--symmetry` calls it.
pub fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "none",
        Symmetry::Threads => "threads",
    }
}

/// What `--order` calls it.
pub fn order_name(order: Order) -> &'static str {
    match order {
        Order::Bfs => "bfs",
        Order::Dfs => "dfs",
        Order::Walk { hunt: Hunt::Random, .. } => "random",
        Order::Walk { hunt: Hunt::Pct { .. }, .. } => "pct",
    }
}

/// What `--store` calls it, without a size.
pub fn store_name(store: StoreKind) -> &'static str {
    match store {
        StoreKind::Exact => "exact",
        StoreKind::Compact => "compact",
        StoreKind::Bitstate { .. } => "bitstate",
        StoreKind::None => "none",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_and_letters_are_unique() {
        let names: HashSet<_> = oracle_names().collect();
        assert_eq!(names.len(), ORACLES.len());
        let letters: HashSet<_> = compared().map(|named| named.letter).collect();
        assert_eq!(letters.len(), compared().count());
    }

    /// Tests and the laboratory go through `OracleKind::ALL`; whoever adds a name here is reminded of it.
    #[test]
    fn what_has_a_name_is_in_the_list_of_all_oracles() {
        let named: Vec<_> = ORACLES.iter().map(|oracle| oracle.kind).collect();
        assert!(named.iter().all(|kind| OracleKind::ALL.contains(kind)));
        assert!(OracleKind::ALL.iter().all(|kind| named.contains(kind)));
    }

    #[test]
    fn the_letters_are_those_of_the_paper() {
        let letters: Vec<_> = compared().map(|named| named.letter).collect();
        let paper = ["B", "D", "DA", "S", "SDA", "WSL", "WSL-dom", "LD", "LD+WSL-dom", "IF", "T"];
        assert_eq!(letters[..paper.len()], paper);
        assert_eq!(letters[paper.len()..], Selection::NAMED.map(|(name, _)| short(name)));
    }

    #[test]
    fn names_are_read_as_they_are_printed() {
        for named in ORACLES {
            assert_eq!(oracle(named.name), Some(named.kind));
            assert_eq!(oracle_name(Reduction::Ample(named.kind)), Some(named.name));
        }
        assert_eq!(oracle("nonsense"), None);
        assert_eq!(oracle_name(Reduction::None), None);
    }

    #[test]
    fn flags_are_those_of_check() {
        let flags: Vec<_> = compared().take(3).map(|named| (named.letter, named.flags())).collect();
        let expected = [
            ("B", "--strategy full"),
            ("D", "--strategy ample --oracle escape"),
            ("DA", "--strategy ample --oracle escape --keep sparse"),
        ];
        assert_eq!(flags, expected.map(|(letter, flags)| (letter, flags.to_owned())));
    }
}
