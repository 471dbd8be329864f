//! A table that numbers pairs of ids: the building block of the exact store.
//!
//! Pairs stand in the order of their numbers, in chunks (so that growing copies nothing). A chunk that is full is packed: numbers take
//! as many bits as its largest, since what pairs are made of has small numbers as long as it is used often. The
//! index is an open-addressed table of numbers with linear probing; the bits of an entry that the number
//! does not need hold a tag from the hash, so that a probe rarely has to look at the pairs.

use commute_mutants::mutant;

const CHUNK: usize = 1 << 12;

/// Pairs, numbered from zero in the order of first use.
pub struct Pairs {
    packed: Vec<Packed>,
    /// Those of the chunk that is not full yet.
    last: Vec<(u32, u32)>,
    packed_bytes: usize,
    len: u32,
    index: Vec<u32>,
    /// How many low bits of an entry hold the number plus one.
    number_bits: u32,
}

/// A chunk that is full.
struct Packed {
    bits: Box<[u64]>,
    left_bits: u32,
    right_bits: u32,
}

impl Packed {
    fn new(pairs: &[(u32, u32)]) -> Self {
        let bits_of = |number: u32| (u32::BITS - number.leading_zeros()).max(1);
        let left_bits = bits_of(pairs.iter().map(|pair| pair.0).max().unwrap_or(0));
        let right_bits = bits_of(pairs.iter().map(|pair| pair.1).max().unwrap_or(0));
        let width = (left_bits + right_bits) as usize;
        // One word more, so that two can be read wherever a pair begins.
        let mut bits = vec![0u64; (pairs.len() * width).div_ceil(64) + 1];
        for (i, &(left, right)) in pairs.iter().enumerate() {
            let (at, shift) = (i * width / 64, i * width % 64);
            let pair = u128::from(u64::from(left) << right_bits | u64::from(right)) << shift;
            bits[at] |= pair as u64;
            bits[at + 1] |= (pair >> 64) as u64;
        }
        Self { bits: bits.into_boxed_slice(), left_bits, right_bits }
    }

    #[inline]
    fn get(&self, i: usize) -> (u32, u32) {
        let bit = i * (self.left_bits + self.right_bits) as usize;
        let two = u128::from(self.bits[bit / 64]) | u128::from(self.bits[bit / 64 + 1]) << 64;
        let pair = (two >> (bit % 64)) as u64;
        let below = |bits: u32| (1u64 << bits) - 1;
        ((pair >> self.right_bits & below(self.left_bits)) as u32, (pair & below(self.right_bits)) as u32)
    }
}

#[inline]
fn hash(pair: (u32, u32)) -> u64 {
    let word = u64::from(pair.0) << 32 | u64::from(pair.1);
    let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    let mixed = (product as u64) ^ ((product >> 64) as u64);
    mixed.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ (mixed >> 29)
}

/// What of a pair makes it another one.
#[inline]
#[mutant("pairs-by-left-half", (pair.0, 0))]
fn both_halves(pair: (u32, u32)) -> (u32, u32) {
    pair
}

impl Pairs {
    /// Of how many pairs the places are looked at together.
    const AT_ONCE: usize = 16;

    /// An empty table.
    pub fn new() -> Self {
        let mut this = Self {
            packed: Vec::new(),
            last: Vec::new(),
            packed_bytes: 0,
            len: 0,
            index: Vec::new(),
            number_bits: 0,
        };
        this.rebuild(64);
        this
    }

    /// How many pairs there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// The pair with this number.
    #[inline]
    pub fn get(&self, number: u32) -> (u32, u32) {
        let (chunk, at) = (number as usize / CHUNK, number as usize % CHUNK);
        match self.packed.get(chunk) {
            Some(packed) => packed.get(at),
            None => self.last[at],
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let chunks = self.packed.capacity() * size_of::<Packed>() + self.packed_bytes;
        chunks + self.last.capacity() * 8 + self.index.capacity() * 4
    }

    /// The home of a hash in the index: its high bits, scaled to the index's length, whatever that is.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.index.len() as u128) >> 64) as usize
    }

    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32) << self.number_bits
    }

    /// The number of a pair, and whether it is new.
    #[inline]
    pub fn intern(&mut self, pair: (u32, u32)) -> (u32, bool) {
        let pair = both_halves(pair);
        let hash = hash(pair);
        let mask = (1u32 << self.number_bits) - 1;
        let tag = self.tag(hash);
        let mut at = self.home(hash);
        loop {
            let entry = self.index[at];
            if entry == 0 {
                break;
            }
            if entry & !mask == tag && self.get((entry & mask) - 1) == pair {
                return ((entry & mask) - 1, false);
            }
            at += 1;
            if at == self.index.len() {
                at = 0;
            }
        }
        (self.add(pair, at, tag), true)
    }

    /// Adds a pair whose place in the index is free.
    #[cold]
    #[inline(never)]
    fn add(&mut self, pair: (u32, u32), at: usize, tag: u32) -> u32 {
        let number = self.push(pair);
        self.index[at] = tag | (number + 1);
        // At four fifths full, probes are still short; growing by 1.4 wastes at most a third.
        if self.len as usize * 5 >= self.index.len() * 4 {
            self.rebuild(self.index.len() * 7 / 5);
        }
        number
    }

    /// Looks at everything that it takes to find these pairs, each of which may be far away in memory: the processor waits for many places
    /// at the same time if none has to be known for the next.
    pub fn fetch(&self, pairs: &[(u32, u32)]) {
        let mask = (1u32 << self.number_bits) - 1;
        let mut seen = 0;
        let mut entries = [(0, 0); Self::AT_ONCE];
        for some in pairs.chunks(Self::AT_ONCE) {
            for (entry, &pair) in entries.iter_mut().zip(some) {
                let hash = hash(pair);
                *entry = (self.index[self.home(hash)], self.tag(hash));
            }
            for &(entry, tag) in &entries[..some.len()] {
                if entry != 0 && entry & !mask == tag {
                    seen ^= self.get((entry & mask) - 1).0;
                }
            }
        }
        std::hint::black_box(seen);
    }

    fn push(&mut self, pair: (u32, u32)) -> u32 {
        let number = self.len;
        self.last.push(pair);
        self.len += 1;
        if self.last.len() == CHUNK {
            let packed = Packed::new(&self.last);
            self.packed_bytes += packed.bits.len() * 8;
            self.packed.push(packed);
            self.last.clear();
        }
        number
    }

    fn rebuild(&mut self, size: usize) {
        // The old one is not needed, and must not be there at the same time.
        self.index = Vec::new();
        self.index = vec![0; size];
        // Numbers up to the size of the index fit; the rest of an entry is tag.
        self.number_bits = usize::BITS - size.leading_zeros();
        assert!(self.number_bits < 32, "[commute internal bug] more than 2^31 pairs");
        for number in 0..self.len {
            let hash = hash(self.get(number));
            let mut at = self.home(hash);
            while self.index[at] != 0 {
                at = (at + 1) % size;
            }
            self.index[at] = self.tag(hash) | (number + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_stable_while_the_table_grows() {
        let mut pairs = Pairs::new();
        let pair = |i: u32| (i.wrapping_mul(2_654_435_761), i % 7);
        for i in 0..100_000 {
            assert_eq!(pairs.intern(pair(i)), (i, true));
        }
        for i in 0..100_000 {
            assert_eq!(pairs.intern(pair(i)), (i, false));
            assert_eq!(pairs.get(i), pair(i));
        }
        assert!(pairs.bytes() < 16 * 100_000 + CHUNK * 8, "{} bytes", pairs.bytes());
    }

    #[test]
    fn packed_pairs_are_those_that_were_packed() {
        for (left, right) in [(0, 0), (1, 0), (0, 1), (5, 1 << 20), (u32::MAX, 3), (u32::MAX, u32::MAX)] {
            let pair = |i: u32| (left & i.wrapping_mul(2_654_435_761), right & i.wrapping_mul(0x9e37_79b1));
            let pairs: Vec<(u32, u32)> = (0..CHUNK as u32 - 1).map(pair).chain([(left, right)]).collect();
            let packed = Packed::new(&pairs);
            for (i, &pair) in pairs.iter().enumerate() {
                assert_eq!(packed.get(i), pair, "{i} of pairs up to ({left}, {right})");
            }
        }
    }
}
