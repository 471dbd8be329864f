//! Bitstate hashing (supertrace): three bits a state in a table of fixed size.
//!
//! A state whose bits are all set is taken for an old one. That is likely when the table fills, so a search
//! with this store never ends in "holds"; the expected share of states lost is reported.

use super::{Inserted, OfStates, Store, StoreOf};
use commute_machine::Fingerprint;

const BITS_PER_STATE: u32 = 3;

/// The table of bits.
pub struct Bitstate {
    words: Vec<u64>,
    mask: u64,
    len: u64,
    set: u64,
}

impl Bitstate {
    /// An empty set in a table of 2^`log2_bits` bits.
    pub fn new(log2_bits: u8) -> Self {
        let log2_bits = log2_bits.clamp(6, 40);
        Self { words: vec![0; 1 << (log2_bits - 6)], mask: (1 << log2_bits) - 1, len: 0, set: 0 }
    }
}

impl OfStates for Bitstate {}

impl<M: Fingerprint> StoreOf<M> for Bitstate {
    fn insert(&mut self, machine: &mut M) -> Inserted {
        // Double hashing: the halves of the fingerprint give start and stride.
        let fingerprint = machine.stored_fingerprint();
        let stride = fingerprint.rotate_left(32) | 1;
        let mut new = false;
        for i in 0..BITS_PER_STATE {
            let bit = fingerprint.wrapping_add(u64::from(i).wrapping_mul(stride)) & self.mask;
            let (word, flag) = (&mut self.words[(bit / 64) as usize], 1 << (bit % 64));
            if *word & flag == 0 {
                *word |= flag;
                self.set += 1;
                new = true;
            }
        }
        self.len += u64::from(new);
        Inserted { new, key: fingerprint }
    }
}

impl Store for Bitstate {
    fn len(&self) -> u64 {
        self.len
    }

    fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    fn vector(&self, _index: u64, _out: &mut Vec<u32>) {
        panic!("[commute internal bug] bits cannot be turned back into states");
    }

    const CAN_LOAD: bool = false;

    /// The expected share of states taken for old ones: the chance that all bits of a new state are set, at
    /// the present filling (an upper bound for the whole run).
    fn omission(&self) -> f64 {
        (self.set as f64 / (self.mask + 1) as f64).powi(BITS_PER_STATE as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::Toy;

    fn insert(store: &mut Bitstate, word: u32) -> Inserted {
        let mut machine = Toy::new(&[&[]], 0);
        machine.set(&[word]);
        store.insert(&mut machine)
    }

    /// The stride of a small fingerprint is a multiple of 2^32 and one: three bits in a row.
    #[test]
    fn a_state_sets_three_bits() {
        let mut store = Bitstate::new(10);
        assert_eq!((store.words.len(), store.bytes()), (16, 128));
        assert_eq!(insert(&mut store, 62), Inserted { new: true, key: 62 });
        assert_eq!(store.words[..3], [3 << 62, 1, 0]);
        assert_eq!(insert(&mut store, 62), Inserted { new: false, key: 62 });
        assert!(insert(&mut store, 63).new, "one bit of three is new");
        assert_eq!((store.len(), store.set), (2, 4));
        assert_eq!(store.omission(), (4.0 / 1024_f64).powi(3));
    }

    #[test]
    fn a_state_all_of_whose_bits_are_set_is_lost() {
        let mut store = Bitstate::new(6);
        insert(&mut store, 0);
        insert(&mut store, 3);
        assert!(!insert(&mut store, 1).new, "0 to 5 are set");
        assert!(insert(&mut store, 64 + 4).new && store.words[0] == 0x7f, "the table is a ring");
        assert_eq!(store.len(), 3);
    }

    #[test]
    fn sizes_have_bounds() {
        assert_eq!(Bitstate::new(0).words.len(), 1);
        assert_eq!(Bitstate::new(7).mask, 127);
    }
}
