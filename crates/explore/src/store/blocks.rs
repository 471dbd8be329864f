//! A table that numbers short slices of ids: the lowest level of the exact store.

use hashbrown::HashTable;

/// Slices, numbered from zero in the order of first use. Number 0 is the empty slice.
pub struct Blocks {
    ids: Vec<u32>,
    ends: Vec<u32>,
    table: HashTable<u32>,
}

#[inline]
fn hash(block: &[u32]) -> u64 {
    let mut h = block.len() as u64 ^ 0x9e37_79b9_7f4a_7c15;
    let (pairs, rest) = block.as_chunks::<2>();
    for pair in pairs {
        let product =
            u128::from(h ^ (u64::from(pair[0]) << 32 | u64::from(pair[1]))) * 0xd6e8_feb8_6659_fd93_u128;
        h = (product as u64) ^ ((product >> 64) as u64);
    }
    for &id in rest {
        h = (h ^ u64::from(id)).wrapping_mul(0xa076_1d64_78bd_642f);
        h ^= h >> 32;
    }
    h.wrapping_mul(0x9fb2_1c65_1e98_df25) ^ h >> 29
}

impl Default for Blocks {
    fn default() -> Self {
        Self::new()
    }
}

impl Blocks {
    /// A table with the empty slice only.
    pub fn new() -> Self {
        let mut this = Self { ids: Vec::new(), ends: Vec::new(), table: HashTable::new() };
        this.intern(&[]);
        this
    }

    /// The slice with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &[u32] {
        slice(&self.ids, &self.ends, number)
    }

    /// The number of a slice.
    #[inline]
    pub fn intern(&mut self, block: &[u32]) -> u32 {
        let (ids, ends) = (&self.ids, &self.ends);
        let hash_of = hash(block);
        if let Some(&number) = self.table.find(hash_of, |&number| same(slice(ids, ends, number), block)) {
            return number;
        }
        let number = self.ends.len() as u32;
        assert!(number < 1 << 31, "[commute internal bug] more than 2^31 blocks");
        self.ids.extend_from_slice(block);
        let end = u32::try_from(self.ids.len()).expect("[commute internal bug] more than 2^32 ids in blocks");
        self.ends.push(end);
        let (ids, ends) = (&self.ids, &self.ends);
        self.table.insert_unique(hash_of, number, |&number| hash(slice(ids, ends, number)));
        number
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        (self.ids.len() + self.ends.len()) * 4 + self.table.allocation_size()
    }
}

/// Whether two slices are equal. They are short, so that a call costs more than the comparison.
#[inline]
fn same(one: &[u32], other: &[u32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a == b)
}

#[inline]
fn slice<'a>(ids: &'a [u32], ends: &[u32], number: u32) -> &'a [u32] {
    let start = if number == 0 { 0 } else { ends[number as usize - 1] };
    &ids[start as usize..ends[number as usize] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_of_all_lengths_keep_their_numbers() {
        let mut blocks = Blocks::new();
        assert_eq!((blocks.intern(&[]), blocks.get(0)), (0, &[][..]));
        // Such that each is the beginning of others, and a block of zeros is not the empty one.
        let slice = |n: u32| vec![n / 9 % 5; 1 + n as usize % 9];
        for n in 0..45 {
            assert_eq!(blocks.intern(&slice(n)), n + 1);
        }
        for n in 0..45 {
            assert_eq!(blocks.intern(&slice(n)), n + 1);
            assert_eq!(blocks.get(n + 1), slice(n));
        }
    }
}
