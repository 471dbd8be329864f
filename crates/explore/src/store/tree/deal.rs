//! How vectors are cut into blocks.

/// How many blocks a vector is dealt to, if they do not get too long.
const BLOCKS: usize = 4;
/// The longest block.
const LONGEST: usize = 8;

/// How vectors of some length are dealt to blocks.
#[derive(Default)]
pub struct Deal {
    /// For each component, its place among all and its block.
    pub places: Vec<(u32, u32)>,
    /// Where each block begins, and the end.
    starts: Vec<u32>,
}

impl Deal {
    /// For vectors of this length.
    pub fn new(len: usize) -> Self {
        let at_most = len.max(1).ilog2();
        let bits = len.div_ceil(LONGEST).max(BLOCKS).next_power_of_two().ilog2().min(at_most);
        let count = 1usize << bits;
        let block_of = |at: usize| reversed(at % count, count);
        let mut starts = vec![0; count + 1];
        for at in 0..len {
            starts[block_of(at) + 1] += 1;
        }
        for block in 0..count {
            starts[block + 1] += starts[block];
        }
        let place = |at: usize| (starts[block_of(at)] + (at / count) as u32, block_of(at) as u32);
        Self { places: (0..len).map(place).collect(), starts }
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where a block is among what was dealt.
    #[inline]
    pub fn range(&self, block: usize) -> std::ops::Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.places.capacity() * 8 + self.starts.capacity() * 4
    }

    /// The components of a block.
    pub fn components(&self, block: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.blocks();
        (reversed(block, count)..).step_by(count)
    }
}

/// A number below `count`, a power of two, with its bits reversed: the block of a component by its number in the round, so that the lowest
/// bit, in which neighbours differ, decides the half of the tree.
fn reversed(number: usize, count: usize) -> usize {
    if count == 1 { 0 } else { number.reverse_bits() >> (usize::BITS - count.ilog2()) }
}
