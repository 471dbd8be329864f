//! What runs are asked for and what is found of them.

use super::recalled::Elsewhere;
use crate::options::Cycles;
use commute_machine::{Violation, ViolationKind};
use commute_movers::Justification;
use std::collections::BTreeSet;

/// What a run may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Whether right movers may come before the commit; without them a run is SC06's N action.
    pub right: bool,
    /// Whether deadlocks have to be preserved.
    pub deadlock: bool,
    /// Whether data races have to be preserved.
    pub races: bool,
    /// How condition C is met.
    pub cycles: Cycles,
    /// Whether the oracle may see contradictions to what the user said.
    pub checks: bool,
    /// Whether it matters by which steps a run comes to its end, so that two runs to one state are two.
    pub by_steps: bool,
    /// Violations that say that the machine could not follow the thread: see [`crate::Options::bounds`].
    pub bounds: &'static [ViolationKind],
}

/// A run: its name, and what the user said that its last step contradicts.
pub struct End {
    /// Its name among [`Paths`].
    pub path: u16,
    /// The violation of an annotation.
    pub breach: Option<Box<Violation>>,
}

/// All runs of a thread from a state.
pub struct Runs {
    /// Where they end.
    pub ends: Vec<End>,
    /// Whether all their steps are left movers: then no other thread need move first.
    pub all_left: bool,
    /// Whether the oracle learnt on the way that earlier answers were wrong.
    pub refuted: bool,
    /// How many steps were made to find them.
    pub steps: u64,
    /// What they rest on.
    pub justifications: BTreeSet<Justification>,
    /// Where the machine looked to find them, if that is known.
    pub places: Option<Vec<u32>>,
}

impl Runs {
    /// Whether they are the same wherever the machine looks at the same: nothing that is wrong has to be told again.
    pub fn can_be_recalled(&self) -> bool {
        !self.refuted && self.ends.iter().all(|end| end.breach.is_none())
    }

    /// Whether they end where the others do.
    pub fn is_same(&self, other: &Runs) -> bool {
        let paths = |runs: &Runs| runs.ends.iter().map(|end| end.path).collect::<Vec<_>>();
        paths(self) == paths(other) && self.all_left == other.all_left && self.steps == other.steps
    }
}

impl Elsewhere for Runs {
    fn bytes_elsewhere(&self) -> usize {
        // A set has nodes with room for eleven, half of them filled; and every allocation has a header.
        let nodes = self.justifications.len().div_ceil(6);
        self.ends.capacity() * size_of::<End>()
            + nodes * (11 * size_of::<Justification>() + 32)
            + self.places.as_ref().map_or(0, |places| places.capacity() * 4 + 16)
            + 32
    }
}
