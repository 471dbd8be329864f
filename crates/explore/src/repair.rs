//! What each expanded state was pruned on the strength of, so that a refutation costs only the states that it touches.
//!
//! # Source
//! FQ03 section 6 (incremental lock inference: when M_z becomes empty, only what relied on it is explored again).
//!
//! # Idea
//! With every state that was expanded the search notes the [`Justification`]s of what it left out there. When one of them turns
//! out not to be true, the states that rest on it are expanded once more, by what the oracle knows now; the others stay.
//!
//! # Notation
//! A justification is "M_z is not empty" for a variable z, or whatever else an oracle takes to be true.
//!
//! # Premises
//! - When the search ends, the last expansion of every state rests on nothing that was refuted. So the states that these
//!   expansions lead to from the initial one are those of a search that had known everything from the beginning, and all of
//!   them were watched. States that only an abandoned expansion led to are in the store too; they are reachable
//!   in the program and are explored like the others.
//! - C3: a state that is expanded again, with fewer than all steps, is widened if one of them leads to a state seen
//!   before. On a cycle of states that were reduced in their last expansion, the one whose last expansion was the latest
//!   has such a step.
//!
//! # Deviations
//! - D1: FQ03 redoes single transactions; here the transactions of all threads from a state are one expansion.
//! - D2: only breadth-first with the exact store, where a state can be gone back to by its number.

use commute_movers::Justification;
use commute_mutants::mutant;
use std::collections::{BTreeSet, HashMap};

/// The notes.
#[derive(Default)]
pub struct Repairs {
    /// Every different set of justifications, once.
    sets: Vec<BTreeSet<Justification>>,
    numbers: HashMap<BTreeSet<Justification>, u32>,
    /// For each expanded state the number of its set.
    of: Vec<u32>,
}

impl Repairs {
    /// The expansion of `state` rests on `justifications`: instead of what was noted before, or beside it.
    pub fn note(&mut self, state: u64, mut justifications: BTreeSet<Justification>, beside: bool) {
        let state = state as usize;
        if beside && let Some(&known) = self.of.get(state) {
            justifications.extend(&self.sets[known as usize]);
        }
        let number = self.number(justifications);
        if self.of.len() <= state {
            let none = self.number(BTreeSet::new());
            self.of.resize(state + 1, none);
        }
        self.of[state] = number;
    }

    fn number(&mut self, justifications: BTreeSet<Justification>) -> u32 {
        if let Some(&number) = self.numbers.get(&justifications) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(justifications.clone());
        self.numbers.insert(justifications, number);
        number
    }

    /// The states whose expansions rest on one of `refuted`.
    pub fn resting_on(&self, refuted: &[Justification]) -> Vec<u64> {
        let shaken: Vec<bool> = self.sets.iter().map(|set| has_one_of(set, refuted)).collect();
        (0..self.of.len())
            .filter(|&state| shaken[self.of[state] as usize])
            .map(|state| state as u64)
            .collect()
    }

    /// Bytes in use; the sets are few.
    pub fn bytes(&self) -> usize {
        self.of.capacity() * 4
    }
}

#[mutant("nothing-is-repaired", false)]
fn has_one_of(justifications: &BTreeSet<Justification>, refuted: &[Justification]) -> bool {
    refuted.iter().any(|justification| justifications.contains(justification))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn justifications(numbers: &[u32]) -> BTreeSet<Justification> {
        numbers
            .iter()
            .map(|&number| Justification::Protected(commute_machine::Variable::Global(number)))
            .collect()
    }

    #[test]
    fn the_states_that_rest_on_what_is_refuted_are_found() {
        let mut repair = Repairs::default();
        repair.note(0, justifications(&[1]), false);
        repair.note(3, justifications(&[1, 2]), false);
        repair.note(4, justifications(&[]), false);
        let refuted =
            |repair: &Repairs, number| repair.resting_on(&Vec::from_iter(justifications(&[number])));
        assert_eq!(refuted(&repair, 1), [0, 3]);
        assert_eq!(refuted(&repair, 2), [3]);
        // What a later expansion rests on takes the place of what the earlier one did, or is added to it.
        repair.note(0, justifications(&[2]), false);
        repair.note(3, justifications(&[5]), true);
        assert_eq!(refuted(&repair, 1), [3]);
        assert_eq!(refuted(&repair, 2), [0, 3]);
        assert_eq!(refuted(&repair, 5), [3]);
    }
}
