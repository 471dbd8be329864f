//! A small deterministic source of randomness, so that a seed means the same program everywhere.

/// The splitmix64 generator.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator for a seed. Neighbouring seeds give unrelated sequences.
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed ^ 0x6a09_e667_f3bc_c908);
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is positive.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "[commute internal bug] a choice among nothing");
        (self.next() % n as u64) as usize
    }

    /// A number from `lo` to `hi`, both included.
    pub fn between(&mut self, lo: usize, hi: usize) -> usize {
        lo + self.below(hi - lo + 1)
    }

    /// Whether something of this probability happens.
    pub fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    /// One of some things.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }

    /// An index, with probabilities in proportion to weights that are not all zero.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let total: u32 = weights.clone().sum();
        let mut at = self.below(total as usize) as u32;
        for (index, weight) in weights.enumerate() {
            if at < weight {
                return index;
            }
            at -= weight;
        }
        unreachable!("[commute internal bug] the weights add up to their sum")
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn a_seed_gives_the_same_numbers_again_and_another_seed_gives_others() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| random.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
    }

    #[test]
    fn things_without_weight_are_never_taken() {
        let mut random = Random::new(7);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[random.weighted([3, 0, 1].into_iter())] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!(counts[0] > 2 * counts[2] && counts[2] > 100);
    }
}
