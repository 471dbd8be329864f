//! Strategy `full`: every possible step; what every other strategy is compared with.

use super::bounded::Bounded;
use super::{Makes, Preserves, StrategyFacts};
use crate::observer::Observer;
use crate::options::{Bound, Options, Reduction};
use crate::outcome::Explored;
use crate::restart::with_strategy;
use crate::strategy::{Here, Selected, Strategy};
use commute_machine::{Fingerprint, Machine, Rewind};

/// What one must know to use it.
pub const FACTS: StrategyFacts = StrategyFacts {
    name: "full",
    about: "Every step",
    makes: Makes::One(Reduction::None),
    needs_depth_first: false,
    stores_all: false,
    preserves: Preserves { final_states: true, all_states: true, temporal: true },
    letter: Some("B"),
    annotated: None,
};

/// No reduction: every possible step.
pub struct Full;

impl<M> Strategy<M> for Full {
    #[inline]
    fn select(&mut self, _machine: &mut M, _here: &Here) -> Selected {
        Selected::All
    }

    fn gathers(&self) -> bool {
        true
    }
}

/// Every step that the bound on switches, if there is one, allows.
pub fn within<M: Machine>(bound: Option<Bound>) -> Box<dyn Strategy<M>> {
    match bound {
        None => Box::new(Full),
        Some(bound) => Box::new(Bounded::new(bound)),
    }
}

/// Explores everything that the bound on switches allows.
pub fn explore<M: Rewind + Fingerprint>(
    machine: &mut M,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored {
    with_strategy(machine, &mut *within(options.bound), options, observer)
}
