//! What slept in which stored state: many states, few sets.

use super::Sleep;
use crate::store::Blocks;
use crate::tables::map_bytes;
use commute_machine::{Tid, Transition};
use std::collections::HashMap;

/// A sleep set for each stored state.
#[derive(Default)]
pub struct Slept {
    /// The number of the set of a state, by the state's key, where keys are numbers; or [`NONE`].
    of_number: Vec<u32>,
    /// The same where keys are fingerprints.
    of: HashMap<u64, u32>,
    /// The sets, with a word for each step.
    sets: Blocks,
}

/// The number of no set.
const NONE: u32 = u32::MAX;

impl Slept {
    /// Whether a key is so small that it is a number of a state; once it is, it stays one.
    fn is_number(&self, key: u64) -> bool {
        key < self.of_number.len() as u64 * 2 + 1024
    }

    /// Now these sleep in the state with this key.
    pub fn put(&mut self, key: u64, sleep: &Sleep) {
        let word = |step: &Transition| u32::from(step.tid.0) << 16 | u32::from(step.choice);
        let words: super::SmallVec<[u32; 8]> = sleep.iter().map(word).collect();
        let set = self.sets.intern(&words);
        if !self.is_number(key) {
            self.of.insert(key, set);
            return;
        }
        if self.of_number.len() as u64 <= key {
            self.of_number.resize(key as usize + 1, NONE);
        }
        self.of_number[key as usize] = set;
    }

    /// What sleeps there, if anything is known of it.
    pub fn at(&self, key: u64) -> Option<Sleep> {
        let step = |&word: &u32| Transition { tid: Tid((word >> 16) as u16), choice: word as u16 };
        let by_number = usize::try_from(key).ok().and_then(|number| self.of_number.get(number));
        let set = by_number.filter(|&&set| set != NONE).or_else(|| self.of.get(&key));
        set.map(|&set| self.sets.get(set).iter().map(step).collect())
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.of_number.len() * 4 + map_bytes(&self.of) + self.sets.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_set_counts() {
        let mut slept = Slept::default();
        let steps = |list: &[(u16, u16)]| -> Sleep {
            list.iter().map(|&(tid, choice)| Transition { tid: Tid(tid), choice }).collect()
        };
        let sets = [steps(&[]), steps(&[(3, 0), (700, 65_535)]), steps(&[(3, 0)])];
        assert_eq!(slept.at(7), None);
        for set in &sets {
            slept.put(7, set);
            slept.put(u64::MAX, &sets[1]);
            assert_eq!((slept.at(7).as_ref(), slept.at(u64::MAX).as_ref()), (Some(set), Some(&sets[1])));
        }
        // A fingerprint that is small by chance is found, whether or not numbers have come as far since.
        slept.put(3_000, &sets[1]);
        (0..2_000).for_each(|number| slept.put(number, &sets[2]));
        assert_eq!((slept.at(3_000).as_ref(), slept.at(1_999).as_ref()), (Some(&sets[1]), Some(&sets[2])));
        slept.put(3_000, &sets[0]);
        assert_eq!((slept.at(3_000).as_ref(), slept.at(2_999)), (Some(&sets[0]), None));
    }
}
