//! What known steps make of blocks: a cache.
//!
//! A step whose effect is known gives certain components to certain places. So what becomes of a block depends on the block, where it is,
//! and the effect alone, and there are few blocks. Where all that a step changes is known the successor needs neither be made nor
//! compared.

/// What became of the block with the node `block`, which stands at `at`.
#[derive(Clone, Copy, Default)]
struct Known {
    block: u32,
    at: u32,
    /// The number of the effect plus one; zero if nothing is known.
    effect: u32,
    to: u32,
}

/// The cache: each place has what was put there last.
#[derive(Default)]
pub struct Steps {
    table: Vec<Known>,
    /// For each effect the blocks that it may change, one bit each; none if nothing is known of it.
    changed: Vec<u64>,
    /// How often something was put into the table since it has grown.
    put: usize,
}

impl Steps {
    /// Vectors of more blocks are not for it.
    pub const BLOCKS: usize = u64::BITS as usize;
    const SMALLEST: usize = 1 << 10;
    const LARGEST: usize = 1 << 16;

    #[inline]
    fn place(&self, block: u32, at: u32, effect: u32) -> usize {
        let mixed = (u64::from(block) << 32 | u64::from(effect) ^ u64::from(at) << 26)
            .wrapping_mul(0x9fb2_1c65_1e98_df25);
        // The size is a power of two.
        (mixed >> 40) as usize & (self.table.len().wrapping_sub(1))
    }

    /// The blocks that a step with this effect may change, if anything is known of it.
    #[inline]
    pub fn changed(&self, effect: u32) -> Option<u64> {
        self.changed.get(effect as usize).copied().filter(|&blocks| blocks != 0)
    }

    /// What becomes of a block by a step with this effect.
    #[inline]
    pub fn get(&self, block: u32, at: u32, effect: u32) -> Option<u32> {
        let known = self.table.get(self.place(block, at, effect))?;
        (known.block == block && known.at == at && known.effect == effect + 1).then_some(known.to)
    }

    /// Remembers that.
    pub fn put(&mut self, block: u32, at: u32, effect: u32, to: u32) {
        if self.put >= self.table.len() && self.table.len() < Self::LARGEST {
            self.grow();
        }
        self.put += 1;
        let place = self.place(block, at, effect);
        self.table[place] = Known { block, at, effect: effect + 1, to };
    }

    /// Remembers that a step with this effect may change these blocks.
    pub fn put_changed(&mut self, effect: u32, blocks: u64) {
        let effect = effect as usize;
        if self.changed.len() <= effect {
            self.changed.resize(effect + 1, 0);
        }
        self.changed[effect] |= blocks;
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.table.len() * 2).max(Self::SMALLEST);
        let old = std::mem::replace(&mut self.table, vec![Known::default(); size]);
        self.put = 0;
        for known in old.into_iter().filter(|known| known.effect > 0) {
            self.put(known.block, known.at, known.effect - 1, known.to);
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<Known>() + self.changed.capacity() * 8
    }
}
