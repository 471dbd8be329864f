//! Passing by: storing only the states at which the search branches.
//!
//! # Source
//! DHRR04 section 7.
//!
//! # Idea
//! A state from which only one step is explored (because one thread's step needs no interleaving, or because only one
//! can step) needs no memory: if it is reached again, the one way on from it is walked once more, to a state that is
//! stored.
//!
//! # Notation
//! seen: the store; conditions (1) and (2) of the section: one step is explored; `Traversal::last_was_only`: of the state before.
//!
//! # Premises
//! - Termination: a run of states that are passed by is deterministic, so if it does not end it comes to a cycle;
//!   [`Run`] finds that (Brent's algorithm: compare with the state after 1, 2, 4, 8 ... steps).
//! - C3: a cycle so found counts as closed at its last state, which the order widens if it was reduced. A state that is
//!   widened is stored then, and never widened again; otherwise a search could come round to it for ever. That it is
//!   stored is not enough to leave it alone: the initial state is always stored, and with another thread stepping last a
//!   state may have been stored with the choices of another thread only.
//!
//! # Deviations
//! - D1: the paper always stores states made by back edges, so that the search ends. A loop with a fixed number of
//!   rounds then costs a state a round. Looking for a real cycle instead costs nothing, and Independent Work comes
//!   down to its initial and final state although its lists are built in loops.
//! - D2: the paper does not store what follows the only step of a state; here the state is not stored that has only one
//!   step. What is stored there leads, in one way only, to a state that is stored here, so these are never more: at
//!   a fork of two steps one state instead of two. The price is that the way to the next fork is walked before one
//!   knows that it was walked before.
//! - D3: condition (2) asks for one enabled thread; here also for one choice, since runs that branch would be
//!   explored again and again, twice as often after each branch.
//! - D4: the initial state and final states are always stored.

use crate::tables::set_bytes;
use commute_mutants::mutant;
use std::collections::HashSet;

/// What a search knows that stores only the states at which it branches.
#[derive(Default)]
pub struct Sparse {
    run: Run,
    /// The state to be expanded is not stored, and need not be if only one step is explored from it.
    unstored: bool,
    /// The keys of the states that were widened: none is widened twice.
    widened: HashSet<u64>,
}

impl Sparse {
    /// The search begins at this state, which is stored.
    pub fn begin(&mut self, initial: &[u32]) {
        self.run.begin(initial);
    }

    /// A step, perhaps the `only` one explored from the state before, has led to this state, which is not stored for now. Whether it
    /// is one that was passed by a moment ago.
    pub fn closes_cycle(&mut self, vector: &[u32], only: bool) -> bool {
        self.unstored = true;
        if only {
            return self.run.comes_to(vector);
        }
        self.run.begin(vector);
        false
    }

    /// Whether the state that the search has come to last is not stored.
    pub fn is_unstored(&self) -> bool {
        self.unstored
    }

    /// The same; it is stored now.
    pub fn take_unstored(&mut self) -> bool {
        std::mem::take(&mut self.unstored)
    }

    /// A stored state is to be widened. Whether it never was.
    pub fn is_widened_first(&mut self, key: u64) -> bool {
        self.widened.insert(key)
    }

    /// Bytes in use; the vector of a run is one state.
    pub fn bytes(&self) -> usize {
        set_bytes(&self.widened)
    }
}

/// A run of states that were passed by, since the last one stored.
#[derive(Default)]
struct Run {
    steps: u64,
    next_saved: u64,
    saved: Vec<u32>,
}

impl Run {
    /// A stored state begins a new run.
    fn begin(&mut self, vector: &[u32]) {
        self.steps = 0;
        self.next_saved = 1;
        self.save(vector);
    }

    fn save(&mut self, vector: &[u32]) {
        self.saved.clear();
        self.saved.extend_from_slice(vector);
    }

    #[mutant("sparse-never-sees-cycles", false)]
    fn is_back_at(&self, vector: &[u32]) -> bool {
        self.saved == vector
    }

    /// The run goes on to a state. Whether it was there before.
    fn comes_to(&mut self, vector: &[u32]) -> bool {
        if self.is_back_at(vector) {
            return true;
        }
        self.steps += 1;
        if self.steps == self.next_saved {
            self.next_saved *= 2;
            self.save(vector);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cycle_is_found_and_nothing_else() {
        for (tail, cycle) in [(0u32, 1u32), (0, 7), (5, 1), (13, 29), (100, 3)] {
            let mut run = Run::default();
            let state = |i: u32| [if i < tail { i } else { tail + (i - tail) % cycle }];
            run.begin(&state(0));
            let mut seen = vec![state(0)];
            let met = (1..1000).find(|&i| {
                let met = run.comes_to(&state(i));
                assert!(!met || seen.contains(&state(i)));
                seen.push(state(i));
                met
            });
            assert!(met.is_some(), "tail {tail}, cycle {cycle}");
        }
    }
}
