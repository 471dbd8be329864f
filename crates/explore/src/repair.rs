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
//!   has such a step. Where the steps of a set are explored, `order/ways.rs` says why there is no such cycle of ways.
//!
//! # Deviations
//! - D1: FQ03 redoes single transactions; here the transactions of all threads from a state are one expansion.
//! - D2: only breadth-first with the exact store, where a state can be gone back to by its number.

use crate::store::{Store, Tree};
use crate::tables::map_bytes;
use commute_movers::Justification;
use commute_mutants::mutant;
use std::collections::{BTreeSet, HashMap};

/// How many justifications share a word of a set. Few, so that sets of which only some parts differ share the others.
const BITS: usize = 8;

/// The notes.
#[derive(Default)]
pub struct Repairs {
    /// Every justification that a state rests on has a number.
    numbers: HashMap<Justification, usize>,
    /// The sets of such numbers, as vectors with a bit for each. Nearly every state has one of its own, made of parts that others
    /// have too: the same as with states.
    sets: Tree,
    /// For each expanded state the number of its set.
    of: Vec<u32>,
    words: Vec<u32>,
}

impl Repairs {
    /// The expansion of `state` rests on `justifications`: instead of what was noted before, or beside it.
    pub fn note(&mut self, state: u64, justifications: &BTreeSet<Justification>, beside: bool) {
        let state = state as usize;
        self.words.clear();
        if beside && let Some(&known) = self.of.get(state) {
            self.sets.vector(u64::from(known), &mut self.words);
        }
        self.add(justifications);
        let number = self.sets.number(&self.words);
        if self.of.len() <= state {
            self.words.fill(0);
            let none = self.sets.number(&self.words);
            self.of.resize(state + 1, none);
        }
        self.of[state] = number;
    }

    /// Adds justifications to the set in `words`, which becomes as long as those of all that are known.
    fn add(&mut self, justifications: &BTreeSet<Justification>) {
        for &justification in justifications {
            let next = self.numbers.len();
            let number = *self.numbers.entry(justification).or_insert(next);
            if self.words.len() <= number / BITS {
                self.words.resize(number / BITS + 1, 0);
            }
            self.words[number / BITS] |= 1 << (number % BITS);
        }
        self.words.resize(self.numbers.len().div_ceil(BITS).max(1), 0);
    }

    /// The states whose expansions rest on one of `refuted`.
    pub fn resting_on(&self, refuted: &[Justification]) -> Vec<u64> {
        let numbers: Vec<usize> =
            refuted.iter().filter_map(|known| self.numbers.get(known).copied()).collect();
        let mut words = Vec::new();
        let mut is_shaken = |set: u64| {
            self.sets.vector(set, &mut words);
            has_one_of(&words, &numbers)
        };
        let shaken: Vec<bool> = (0..self.sets.len()).map(&mut is_shaken).collect();
        (0..self.of.len())
            .filter(|&state| shaken[self.of[state] as usize])
            .map(|state| state as u64)
            .collect()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.of.len() * 4 + self.sets.bytes() + map_bytes(&self.numbers)
    }
}

#[mutant("nothing-is-repaired", false)]
fn has_one_of(set: &[u32], refuted: &[usize]) -> bool {
    let has = |number: &usize| set.get(number / BITS).is_some_and(|word| word >> (number % BITS) & 1 == 1);
    refuted.iter().any(has)
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
        repair.note(0, &justifications(&[1]), false);
        repair.note(3, &justifications(&[1, 2]), false);
        repair.note(4, &justifications(&[]), false);
        let refuted =
            |repair: &Repairs, number| repair.resting_on(&Vec::from_iter(justifications(&[number])));
        assert_eq!(refuted(&repair, 1), [0, 3]);
        assert_eq!(refuted(&repair, 2), [3]);
        // What a later expansion rests on takes the place of what the earlier one did, or is added to it.
        repair.note(0, &justifications(&[2]), false);
        repair.note(3, &justifications(&[5]), true);
        assert_eq!(refuted(&repair, 1), [3]);
        assert_eq!(refuted(&repair, 2), [0, 3]);
        assert_eq!(refuted(&repair, 5), [3]);
    }

    #[test]
    fn many_sets_of_the_same_parts_take_little_room() {
        let mut repair = Repairs::default();
        // Of ten groups of three one each: a set for each state.
        const STATES: u64 = 59_049;
        for state in 0..STATES {
            let groups = (0..10u32).map(|group| 3 * group + (state / 3u64.pow(group) % 3) as u32);
            repair.note(state, &justifications(&groups.collect::<Vec<_>>()), false);
        }
        for (number, digit) in [(0, 0), (13, 1), (29, 2)] {
            let digit_of = |state: u64| state / 3u64.pow(number / 3) % 3;
            let expected: Vec<u64> = (0..STATES).filter(|&state| digit_of(state) == digit).collect();
            assert_eq!(repair.resting_on(&Vec::from_iter(justifications(&[number]))), expected);
        }
        assert!((repair.bytes() as u64) < 24 * STATES, "{} bytes", repair.bytes());
    }
}
