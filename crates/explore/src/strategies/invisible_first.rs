//! Strategy `invisible-first`: a step and the left movers that follow it are one step (SC06). It is `transactions` without right
//! movers; the theory stands there (`transactions/run.rs`).

use super::selective::All;
use super::{Makes, Preserves, StrategyFacts, transactions};
use crate::observer::Observer;
use crate::options::{Options, Reduction};
use crate::outcome::Explored;
use commute_machine::{Fingerprint, Rewind, Variables};
use commute_movers::OracleKind;

/// What one must know to use it.
pub const FACTS: StrategyFacts = StrategyFacts {
    name: "invisible-first",
    about: "A step and the left movers that follow it as one step (SC06)",
    makes: Makes::ByOracle { reduction: Reduction::InvisibleFirst, usual: OracleKind::Auto },
    needs_depth_first: false,
    stores_all: false,
    preserves: Preserves { final_states: false, all_states: false, temporal: false },
    letter: Some("IF"),
    annotated: Some("IF+E"),
};

/// Explores runs without right movers, by what `kind` knows.
pub fn explore<M>(
    machine: &mut M,
    kind: OracleKind,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables,
{
    transactions::explore_runs(machine, kind, false, All, options, observer)
}
