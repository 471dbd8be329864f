//! Which of several smallest persistent sets is taken. It makes a difference: the set is smallest for one state, not for the
//! whole search.

use commute_machine::Fingerprint;
use fixedbitset::FixedBitSet;

/// How ties are broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The set whose least thread has the least number.
    #[default]
    First,
    /// The set whose greatest thread has the greatest number.
    Last,
    /// By a hash of the state and this seed: the same state always gives the same set.
    Seed(u64),
}

impl Ties {
    /// Chooses one of several sets, of which there is at least one.
    pub fn choose<M: Fingerprint>(self, machine: &M, mut sets: Vec<FixedBitSet>) -> FixedBitSet {
        let at = match self {
            Ties::First => (0..sets.len()).min_by_key(|&i| sets[i].ones().next()),
            Ties::Last => (0..sets.len()).max_by_key(|&i| sets[i].ones().next_back()),
            Ties::Seed(seed) => Some(mix(machine.fingerprint() ^ mix(seed)) as usize % sets.len()),
        };
        sets.swap_remove(at.expect("[commute internal bug] there is a smallest set"))
    }
}

/// Scatters the bits of a number (the finalizer of SplitMix64).
pub fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
