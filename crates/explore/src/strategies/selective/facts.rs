//! What one must know to use the selective searches that have names.

use crate::options::{Reduction, Selection};
use crate::strategies::{Makes, Preserves, StrategyFacts};

const STATES: Preserves = Preserves { final_states: true, all_states: false, temporal: false };

/// The search at this place in [`Selection::NAMED`].
const fn facts(
    at: usize,
    about: &'static str,
    preserves: Preserves,
    letter: Option<&'static str>,
) -> StrategyFacts {
    let (name, selection) = Selection::NAMED[at];
    StrategyFacts {
        name,
        about,
        makes: Makes::One(Reduction::Selective(selection)),
        needs_depth_first: true,
        stores_all: true,
        preserves,
        letter,
        annotated: None,
    }
}

/// Sto00's selective search.
pub const SSS: StrategyFacts = facts(
    0,
    "Persistent sets by who may interfere with whom, and sleep sets (Sto00, Fig. 1 and 4)",
    STATES,
    Some("sss"),
);
/// With stubborn sets.
pub const CSSA: StrategyFacts = facts(
    1,
    "Persistent sets by the conditional stubborn set algorithm, and sleep sets",
    STATES,
    Some("cssa"),
);
/// Sleep sets leave out steps only (God96), also where there are cycles.
pub const SLEEP: StrategyFacts =
    facts(2, "Sleep sets alone", Preserves { all_states: true, ..STATES }, Some("sleep"));
/// Invisible first.
pub const IF_SSS: StrategyFacts =
    facts(3, "Invisible steps first, and the same as sss (Sto00, Fig. 2)", STATES, Some("if-sss"));
/// On the composed system.
pub const C_SSS: StrategyFacts = facts(
    4,
    "The same as sss, with a visible step and the invisible ones after it as one step (Sto00, section 5)",
    Preserves { final_states: false, ..STATES },
    Some("c-sss"),
);
/// Bruening's ExitBlock.
pub const EXIT_BLOCK: StrategyFacts =
    facts(5, "Invisible steps first, otherwise every step", STATES, Some("exit-block"));
/// Bruening's ExitBlockRW. In a table ten letters are much.
pub const EXIT_BLOCK_RW: StrategyFacts =
    facts(6, "The same with sleep sets by which objects are read and written", STATES, Some("exit-rw"));
