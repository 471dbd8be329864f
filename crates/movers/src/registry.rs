//! All oracles, and what one must know to use one.
//!
//! A further oracle is a file that implements [`Oracle`] and [`Described`], its `mod` line, and a line below. The command line's values,
//! what is compared, the differential tests, the page "what goes with what" and which combinations are refused come from here.

use crate::{
    Either, Escape, Ld, LdLocksets, LdWslDom, LocalFinal, Locks, Oracle, Predicates, StaticEscape, Wsl,
    WslDom,
};
use commute_machine::Variables;

/// What stands beside an oracle. Nothing has a default: a fact that is forgotten does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OracleFacts {
    /// What users call it: the name of its file.
    pub name: &'static str,
    /// What it knows, in one line.
    pub about: &'static str,
    /// Whether its answers hold only if it is shown every step when it is made ([`Oracle::before`], [`Oracle::after`]). Such an
    /// oracle is not sound with ample sets, which are chosen without making steps.
    pub follows_steps: bool,
    /// Whether it may keep lock sets in the state. That they may be checked in the reduced search is shown for ample sets only, and
    /// what rests on them cannot be repaired state by state.
    pub keeps_locksets: bool,
    /// Whether it checks what the user says of how data is shared.
    pub checks_annotations: bool,
    /// Whether it finds out which locks protect which variables, for the table of sharing.
    pub infers_locks: bool,
    /// Its ample sets in DHRR04's tables 1 and 2: the letter, and whether only branching states are stored.
    pub letters: &'static [(&'static str, bool)],
}

/// An oracle with its facts.
pub trait Described {
    /// They stand beside the oracle.
    const FACTS: OracleFacts;
}

macro_rules! oracles {
    (
        listed { $($(#[$doc:meta])* $kind:ident: $oracle:ty),* $(,)? }
        unlisted { $($(#[$other_doc:meta])* $other:ident: $like:ty = $make:expr),* $(,)? }
    ) => {
        /// Which knowledge of sharing a reduction uses.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum OracleKind {
            $($(#[$doc])* $kind,)*
            $($(#[$other_doc])* $other,)*
        }

        impl OracleKind {
            /// All that have a name. Whoever tries every reduction (tests, the differential runs) goes through this list.
            pub const ALL: &[OracleKind] = &[$(OracleKind::$kind),*];

            /// What one must know to use it.
            pub fn facts(self) -> &'static OracleFacts {
                match self {
                    $(OracleKind::$kind => &<$oracle as Described>::FACTS,)*
                    $(OracleKind::$other => &<$like as Described>::FACTS,)*
                }
            }
        }

        /// A new oracle of this kind.
        pub fn oracle<M: Variables>(kind: OracleKind) -> Box<dyn Oracle<M>> {
            match kind {
                $(OracleKind::$kind => Box::new(<$oracle>::default()),)*
                $(OracleKind::$other => Box::new($make),)*
            }
        }
    };
}

/// Both of [`StaticEscape`] and [`Escape`] (DHRR04's SDA).
type StaticThenEscape = Either<StaticEscape, Escape>;

/// All that is known. What is local, and how locks move, is asked once.
type Auto = Either<Predicates<true>, Either<Locks, WslDom<true>>>;

oracles! {
    listed {
        /// Objects that are accessed by one thread alone in every execution, found before the search.
        StaticEscape: StaticEscape,
        /// Objects that one thread alone can reach.
        Escape: Escape,
        /// Both of these.
        StaticThenEscape: StaticThenEscape,
        /// The same, and objects that are touched only by the holder of their own lock.
        Wsl: Wsl,
        /// The same, and objects that others can reach only through such objects that this thread holds.
        WslDom: WslDom,
        /// Data that is accessed under one lock, by lock sets alone (DHRR04 Algorithm 6).
        LdLocksets: LdLocksets,
        /// Objects that one thread alone can reach, and data that is accessed under one lock.
        Ld: Ld,
        /// The same, and what [`OracleKind::WslDom`] knows.
        LdThenWslDom: LdWslDom,
        /// Variables that nobody writes.
        LocalFinal: LocalFinal,
        /// Locks that protect variables, found out during the search.
        Locks: Locks,
        /// Exclusive access as the program's annotations describe it.
        Predicates: Predicates,
        /// All that is known: annotations, inferred locks, self-locking objects and what they dominate.
        Auto: Auto,
    }
    unlisted {
        /// As `Predicates` if it is known, and not found out, that predicates are disjoint and that nobody takes access away (SC06 section
        /// 5, ii-b): for the paper's own counts. It sees fewer contradictions, so it is in no list.
        KnownPredicates: Predicates = Predicates::<false>::known_to_be_disjoint(),
    }
}

impl OracleKind {
    /// The one that users call so.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.facts().name == name)
    }

    /// Whether its answers hold only if it is shown every step when it is made.
    pub fn follows_steps(self) -> bool {
        self.facts().follows_steps
    }

    /// Whether it may keep lock sets in the state.
    pub fn keeps_locksets(self) -> bool {
        self.facts().keeps_locksets
    }
}

impl Described for StaticThenEscape {
    const FACTS: OracleFacts = OracleFacts {
        name: "static-escape+escape",
        about: "what static-escape knows, and what escape knows",
        letters: &[("SDA", true)],
        ..Escape::FACTS
    };
}

impl Described for Auto {
    const FACTS: OracleFacts = OracleFacts {
        name: "auto",
        about: "all of predicates, locks and wsl-dom",
        follows_steps: Predicates::FACTS.follows_steps,
        keeps_locksets: false,
        checks_annotations: Predicates::FACTS.checks_annotations,
        infers_locks: Locks::FACTS.infers_locks,
        letters: &[],
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_found() {
        let names: HashSet<_> = OracleKind::ALL.iter().map(|kind| kind.facts().name).collect();
        assert_eq!(names.len(), OracleKind::ALL.len());
        for &kind in OracleKind::ALL {
            assert_eq!(OracleKind::named(kind.facts().name), Some(kind));
        }
        assert_eq!(OracleKind::named("nonsense"), None);
    }

    /// The names of oracles are those of their files, so that a reader of a report finds the code.
    #[test]
    fn every_name_is_that_of_a_file() {
        let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for kind in OracleKind::ALL.iter().filter(|&&kind| kind != OracleKind::Auto) {
            for part in kind.facts().name.split('+') {
                // wsl-dom is the second oracle of wsl.rs, ld-locksets that of ld.rs.
                let file = part.replace('-', "_").replace("wsl_dom", "wsl").replace("ld_locksets", "ld");
                assert!(src.join(format!("{file}.rs")).is_file(), "{part}");
            }
        }
    }
}
