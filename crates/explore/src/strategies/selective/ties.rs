//! Which of several smallest persistent sets is taken. It makes a difference: the set is smallest for one state, not for the
//! whole search.

use crate::mix::mix;
use crate::options::Ties;
use commute_machine::Fingerprint;
use fixedbitset::FixedBitSet;

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
