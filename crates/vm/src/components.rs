//! Interned components: every frame, object and group of globals that was ever part of a state, once.
//!
//! A state is a vector of component ids, so equal parts of different states share their memory, two states
//! are equal exactly when their vectors are, and going back to a state is restoring a few ids.

use hashbrown::HashTable;

/// The id of a component. Stays below 2^31, which stores rely on.
pub type CompId = u32;

/// All components. The words of a component may begin with the id of another one (a frame's caller);
/// `hash` then depends on that component's content, not on its id.
pub struct Components {
    words: Vec<u64>,
    ends: Vec<usize>,
    hashes: Vec<u64>,
    table: HashTable<CompId>,
    /// While the initial state is made: components from this one on that are part of it belong to one place each.
    own_from: Option<CompId>,
}

impl Components {
    /// No components; id 0 is the empty one, so that 0 can mean "none".
    pub fn new() -> Self {
        let mut this = Self {
            words: Vec::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
            table: HashTable::new(),
            own_from: None,
        };
        this.intern(&[], 0);
        this
    }

    /// The words of a component.
    #[inline]
    pub fn words(&self, id: CompId) -> &[u64] {
        let start = if id == 0 { 0 } else { self.ends[id as usize - 1] };
        &self.words[start..self.ends[id as usize]]
    }

    /// A hash of the component's content that is the same in every run.
    #[inline]
    pub fn hash(&self, id: CompId) -> u64 {
        self.hashes[id as usize]
    }

    /// The id of the component with these words. `linked` is the component that the first word names by id
    /// (zero if it names none); its hash stands in for the id.
    pub fn intern(&mut self, words: &[u64], linked: CompId) -> CompId {
        let hash = hash_words(words, if linked == 0 { 0 } else { self.hashes[linked as usize] });
        let (all, ends) = (&self.words, &self.ends);
        let range = |id: CompId| if id == 0 { 0 } else { ends[id as usize - 1] }..ends[id as usize];
        if let Some(&id) = self.table.find(hash, |&id| all[range(id)] == *words) {
            return id;
        }
        let id = self.ends.len() as CompId;
        assert!(id < 1 << 31, "[commute internal bug] more than 2^31 components");
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len());
        self.hashes.push(hash);
        let hashes = &self.hashes;
        self.table.insert_unique(hash, id, |&id| hashes[id as usize]);
        id
    }

    /// From now on components that are changed are changed in place: an initialiser fills long arrays word by word, and
    /// nobody will ever come back to a state in between.
    pub fn begin_making(&mut self) {
        self.own_from = Some(self.ends.len() as CompId);
    }

    /// Adds a component that belongs to one place of the state, if it is being made.
    pub fn add_own(&mut self, words: &[u64]) -> Option<CompId> {
        self.own_from?;
        let id = self.ends.len() as CompId;
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len());
        self.hashes.push(0);
        Some(id)
    }

    /// The component of one place is now another one, if the state is being made: its id. A growable array that is filled is the
    /// last one again and again, and then takes no further room.
    pub fn replace_own(&mut self, id: CompId, words: &[u64]) -> Option<CompId> {
        let is_last = id as usize + 1 == self.ends.len();
        if is_last && self.own_from.is_some_and(|first| id >= first) {
            self.words.truncate(self.ends[id as usize - 1]);
            self.ends.pop();
            self.hashes.pop();
        }
        self.add_own(words)
    }

    /// Changes a word of the component of one place, if the state is being made: the id of the changed one.
    pub fn change_own(&mut self, id: CompId, index: usize, word: u64) -> Option<CompId> {
        let id = match self.own_from? {
            first if id < first => {
                let words = self.words(id).to_vec();
                self.add_own(&words)?
            }
            _ => id,
        };
        let start = self.ends[id as usize - 1];
        self.words[start + index] = word;
        Some(id)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes that are filled, of those in use: what is reserved and was never touched costs nothing yet.
    #[inline]
    pub fn bytes_filled(&self) -> usize {
        self.words.len() * 8 + self.ends.len() * 24
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8 + self.ends.len() * 16 + self.table.allocation_size()
    }
}

/// Folds the high half of a 128-bit product into the low half: the mixing step of wyhash and its kin,
/// which measured fastest here among hashes that pass for random.
#[inline]
pub fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}

const K0: u64 = 0x9e37_79b9_7f4a_7c15;
const K1: u64 = 0xd6e8_feb8_6659_fd93;
const K2: u64 = 0xa076_1d64_78bd_642f;

/// What [`Components::hash`] gives for a component with these words that names no other.
pub fn hash_content(words: &[u64]) -> u64 {
    hash_words(words, 0)
}

/// Hashes words. With `linked` not zero, the low half of the first word (a component id) is left out and
/// `linked`, the hash of that component, taken instead.
#[inline]
fn hash_words(words: &[u64], linked: u64) -> u64 {
    let mut h = K0 ^ (words.len() as u64) ^ linked;
    let mask = if linked == 0 { u64::MAX } else { !0xffff_ffff };
    let mut chunks = words.chunks_exact(2);
    let mut first = mask;
    for pair in &mut chunks {
        h = fold(h ^ (pair[0] & first) ^ K1, pair[1] ^ K2);
        first = u64::MAX;
    }
    if let [last] = chunks.remainder() {
        h = fold(h ^ (last & first) ^ K1, K2);
    }
    fold(h ^ K2, K0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_words_have_one_id() {
        let mut c = Components::new();
        let a = c.intern(&[1, 2, 3], 0);
        let b = c.intern(&[1, 2, 4], 0);
        assert_ne!(a, b);
        assert_eq!(a, c.intern(&[1, 2, 3], 0));
        assert_eq!(c.words(a), [1, 2, 3]);
        assert_eq!(c.words(b), [1, 2, 4]);
        assert_eq!(c.words(0), []);
    }

    #[test]
    fn hashes_of_linked_components_do_not_depend_on_ids() {
        let mut one = Components::new();
        let mut two = Components::new();
        two.intern(&[99], 0);
        let (a, b) = (one.intern(&[7], 0), two.intern(&[7], 0));
        assert_ne!(a, b);
        let x = one.intern(&[u64::from(a) | 5 << 32, 1], a);
        let y = two.intern(&[u64::from(b) | 5 << 32, 1], b);
        assert_eq!(one.hash(x), two.hash(y));
        let z = one.intern(&[u64::from(a) | 6 << 32, 1], a);
        assert_ne!(one.hash(x), one.hash(z));
    }

    #[test]
    fn components_of_the_initial_state_are_changed_in_place() {
        let mut c = Components::new();
        let old = c.intern(&[1, 2], 0);
        assert_eq!((c.add_own(&[3]), c.change_own(old, 0, 9)), (None, None), "no state is being made");
        c.begin_making();
        let own = c.change_own(old, 1, 9).unwrap();
        assert_ne!(own, old, "an older component may be part of something else");
        assert_eq!((c.words(old), c.words(own)), (&[1, 2][..], &[1, 9][..]));
        assert_eq!(c.change_own(own, 0, 8), Some(own));
        assert_eq!(c.words(own), [8, 9]);
    }

    #[test]
    fn the_last_component_of_the_initial_state_makes_room_for_the_next() {
        let mut c = Components::new();
        let old = c.intern(&[1, 2], 0);
        c.begin_making();
        let first = c.replace_own(old, &[3]).unwrap();
        assert_eq!((c.words(old), c.words(first)), (&[1, 2][..], &[3][..]), "the older one stays");
        let grown = c.replace_own(first, &[3, 4]).unwrap();
        assert_eq!((grown, c.words(grown), c.len()), (first, &[3, 4][..], 3));
        let other = c.add_own(&[5]).unwrap();
        let moved = c.replace_own(grown, &[3, 4, 6]).unwrap();
        assert_eq!((c.words(grown), c.words(other)), (&[3, 4][..], &[5][..]), "it was not the last");
        assert_eq!((moved, c.words(moved)), (other + 1, &[3, 4, 6][..]));
    }

    #[test]
    fn every_word_and_the_number_of_words_count_in_a_hash() {
        let hashes =
            [&[][..], &[0], &[0, 0], &[0, 0, 0], &[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[1 << 40, 0, 0]]
                .map(hash_content);
        let different: std::collections::BTreeSet<u64> = hashes.into_iter().collect();
        assert_eq!(different.len(), hashes.len());
    }
}
