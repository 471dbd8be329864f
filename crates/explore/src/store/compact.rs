//! Hash compaction: states are remembered by 64-bit fingerprints.
//!
//! Two states with one fingerprint are taken for one, so a state can be lost. With fingerprints that behave
//! like random numbers the probability that this happened at all among n states is at most n(n-1)/2^65
//! (the birthday bound); it is reported with the verdict.

use super::{Inserted, OfStates, Store, StoreOf};
use commute_machine::Fingerprint;
use commute_mutants::mutant;

/// More states than are stored between two looks at the memory.
const SOON: u64 = 1 << 16;

/// The set of fingerprints: open addressing, linear probing, zero is empty.
pub struct Compact {
    table: Vec<u64>,
    len: u64,
}

impl Compact {
    /// An empty set.
    pub fn new() -> Self {
        Self { table: vec![0; 1024], len: 0 }
    }

    fn home(&self, fingerprint: u64) -> usize {
        ((u128::from(fingerprint) * self.table.len() as u128) >> 64) as usize
    }

    fn add(&mut self, fingerprint: u64) -> bool {
        let mut at = self.home(fingerprint);
        while self.table[at] != 0 {
            if self.table[at] == fingerprint {
                return false;
            }
            at = if at + 1 == self.table.len() { 0 } else { at + 1 };
        }
        self.table[at] = fingerprint;
        true
    }

    /// How many places the next table has.
    fn grown(&self) -> usize {
        self.table.len() * 7 / 5
    }

    fn grow(&mut self) {
        let larger = vec![0; self.grown()];
        let old = std::mem::replace(&mut self.table, larger);
        for fingerprint in old.into_iter().filter(|&f| f != 0) {
            self.add(fingerprint);
        }
    }
}

/// What is kept of a fingerprint.
#[inline]
#[mutant("compact-by-few-bits", fingerprint & !0 << 52)]
fn kept(fingerprint: u64) -> u64 {
    fingerprint
}

impl OfStates for Compact {}

impl<M: Fingerprint> StoreOf<M> for Compact {
    fn insert(&mut self, machine: &mut M) -> Inserted {
        let key = kept(machine.stored_fingerprint().max(1));
        let new = self.add(key);
        if new {
            self.len += 1;
            if self.len * 5 >= self.table.len() as u64 * 4 {
                self.grow();
            }
        }
        Inserted { new, key }
    }
}

impl Store for Compact {
    fn len(&self) -> u64 {
        self.len
    }

    fn bytes(&self) -> usize {
        self.table.capacity() * 8
    }

    /// The old table is needed until the new one is filled.
    fn growth(&self) -> usize {
        if (self.len + SOON) * 5 >= self.table.len() as u64 * 4 { self.grown() * 8 } else { 0 }
    }

    fn vector(&self, _index: u64, _out: &mut Vec<u32>) {
        panic!("[commute internal bug] fingerprints cannot be turned back into states");
    }

    const CAN_LOAD: bool = false;

    fn omission(&self) -> f64 {
        let n = self.len as f64;
        (n * (n - 1.0) / 2f64.powi(65)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    /// One thread that does nothing: its state is one word, and its fingerprint that word.
    fn insert(store: &mut impl StoreOf<Toy>, word: u32) -> bool {
        let mut machine = Toy::new(&[&[]], 0);
        machine.set(&[word]);
        store.insert(&mut machine).new
    }

    #[test]
    fn nothing_is_lost_while_the_table_grows() {
        let mut store = Compact::new();
        // Small numbers have one home, so that each probes past all before it.
        for word in 1..=900 {
            assert!(insert(&mut store, word), "{word}");
            assert!(store.len * 5 < store.table.len() as u64 * 4, "no room for {word}");
        }
        assert_eq!((store.len(), store.table.len()), (900, 1024 * 7 / 5));
        assert!((1..=900).all(|word| !insert(&mut store, word)));
        assert_eq!(store.len(), 900);
    }

    #[test]
    fn a_probe_goes_on_at_the_beginning() {
        let mut store = Compact::new();
        for fingerprint in [u64::MAX, u64::MAX - 1, u64::MAX - 2] {
            assert!(store.add(fingerprint));
            assert!(!store.add(fingerprint));
        }
        assert_eq!(store.table[..3], [u64::MAX - 1, u64::MAX - 2, 0]);
    }

    #[test]
    fn zero_is_a_fingerprint_like_others() {
        let mut store = Compact::new();
        assert!(insert(&mut store, 0) && !insert(&mut store, 0));
        assert_eq!(store.len(), 1);
    }

    #[test]
    fn the_birthday_bound() {
        let mut store = Compact::new();
        assert_eq!(store.omission(), 0.0);
        store.len = 3;
        assert_eq!(store.omission(), 6.0 / 2f64.powi(65));
        store.len = 1 << 40;
        assert_eq!(store.omission(), 1.0);
    }
}
