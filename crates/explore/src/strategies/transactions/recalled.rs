//! What was found out about a thread in one state, for all states in which the same would be found out.
//!
//! Transactions are found by asking an oracle many questions and by making steps. What comes of it depends on where the thread stands, on
//! the few components that were looked at on the way, and on what the oracle knows. So it is remembered under the component of the thread
//! and those that were looked at, as the machine does with steps; then a state costs as many lookups as it has threads.
//!
//! It is the same in another state, and later, because
//! - the machine notes all components that it looks at ([`Fingerprint::noted_looks`](commute_machine::Fingerprint::noted_looks)). Where it
//!   looked under one component of a thread is joined: whoever has the same components there has them where the first one looked;
//! - what an oracle was shown it need not be shown again: it adds to what it knows, and what it has seen is in that already;
//! - answers rest on justifications or are that nothing is known, and of that an oracle only comes to know more. Whoever
//!   refutes one has all forgotten ([`Recalled::clear`]).
//!
//! What contradicts the user is never remembered, so that it is found wherever it is. Tests, which are built to check assertions, find
//! out some of it again.

use commute_machine::{Act, Acts};
use hashbrown::HashTable;
use smallvec::SmallVec;
use std::rc::Rc;

/// More components are not compared.
const MOST_PLACES: usize = 32;
/// More is not kept: it is a cache.
const MOST: usize = 1 << 18;
/// After so many times when it was not known where the machine looked, nobody asks again. An oracle that sees something for the first time
/// looks at more than later.
const MOST_UNKNOWN: u8 = 20;
/// After so many questions it must have been useful. What it had by then an allocator keeps for the process, so it is not much.
const TRIAL: u64 = 1 << 11;

/// Where the machine looked when a thread had a component.
#[derive(Clone, Default)]
enum Watch {
    /// Nobody has asked.
    #[default]
    Unknown,
    /// Here, and nowhere else; except for so many times when it was not known.
    Places(SmallVec<[u32; 4]>, u8),
    /// Nobody knows, or at too many.
    TooMany,
}

/// The answers to one question.
pub struct Recalled<T> {
    watches: Vec<Watch>,
    entries: Vec<Entry<T>>,
    /// The keys of all entries.
    keys: Vec<u32>,
    index: HashTable<u32>,
    key: Vec<u32>,
    /// Bytes of values that are kept elsewhere.
    elsewhere: usize,
    asked: u64,
    missed: u64,
    off: bool,
}

/// What a value has on the heap.
pub trait Elsewhere {
    /// How many bytes.
    fn bytes_elsewhere(&self) -> usize;
}

impl Elsewhere for () {
    fn bytes_elsewhere(&self) -> usize {
        0
    }
}

impl<T: Elsewhere> Elsewhere for Rc<T> {
    fn bytes_elsewhere(&self) -> usize {
        size_of::<T>() + 2 * size_of::<usize>() + (**self).bytes_elsewhere()
    }
}

impl Elsewhere for Acts {
    fn bytes_elsewhere(&self) -> usize {
        if self.acts.spilled() { self.acts.capacity() * size_of::<Act>() } else { 0 }
    }
}

struct Entry<T> {
    hash: u64,
    /// Where its key begins, which ends where the next one begins.
    from: usize,
    len: usize,
    value: T,
}

impl<T> Default for Recalled<T> {
    fn default() -> Self {
        Self {
            watches: Vec::new(),
            entries: Vec::new(),
            keys: Vec::new(),
            index: HashTable::new(),
            key: Vec::new(),
            elsewhere: 0,
            asked: 0,
            missed: 0,
            off: false,
        }
    }
}

fn hash(key: &[u32]) -> u64 {
    let mix = |h: u64, &word: &u32| (h.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    let mixed = key.iter().fold(key.len() as u64, mix);
    mixed ^ mixed >> 32
}

impl<T: Elsewhere> Recalled<T> {
    /// What is remembered of a thread that has the component `own`, in the state with this vector.
    pub fn find(&mut self, t: usize, own: u32, vector: &[u32]) -> Option<&T> {
        if self.off || !self.make_key(t, own, vector) {
            return None;
        }
        self.asked += 1;
        let found = self.index.find(hash(&self.key), |&entry| self.is_at(entry)).copied();
        match found {
            Some(entry) => Some(&self.entries[entry as usize].value),
            None => {
                self.missed += 1;
                None
            }
        }
    }

    /// Whether anything is worth finding out, for a thread that has this component.
    pub fn wants(&self, own: u32) -> bool {
        !self.off && !matches!(self.watches.get(own as usize), Some(Watch::TooMany))
    }

    /// Remembers what was found out by looking at these places; `None` if they are not known.
    pub fn learn(&mut self, t: usize, own: u32, vector: &[u32], places: Option<&[u32]>, value: T) {
        self.look_after();
        self.watch(own, places);
        if self.off || places.is_none() || !self.make_key(t, own, vector) {
            return;
        }
        let hashed = hash(&self.key);
        if self.index.find(hashed, |&entry| self.is_at(entry)).is_some() {
            return;
        }
        let number = self.entries.len() as u32;
        self.elsewhere += value.bytes_elsewhere();
        self.entries.push(Entry { hash: hashed, from: self.keys.len(), len: self.key.len(), value });
        self.keys.extend_from_slice(&self.key);
        let entries = &self.entries;
        self.index.insert_unique(hashed, number, |&entry| entries[entry as usize].hash);
    }

    /// Whether `key` is that of an entry.
    fn is_at(&self, entry: u32) -> bool {
        let Entry { from, len, .. } = self.entries[entry as usize];
        self.keys[from..from + len] == self.key
    }

    /// Whether it is known where the machine looks.
    fn make_key(&mut self, t: usize, own: u32, vector: &[u32]) -> bool {
        let Some(Watch::Places(places, _)) = self.watches.get(own as usize) else { return false };
        self.key.clear();
        self.key.extend([t as u32, own, vector[0]]);
        self.key.extend(places.iter().map(|&at| vector[at as usize]));
        true
    }

    fn watch(&mut self, own: u32, places: Option<&[u32]>) {
        if self.watches.len() <= own as usize {
            self.watches.resize(own as usize + 1, Watch::Unknown);
        }
        let watch = &mut self.watches[own as usize];
        let (mut known, unknown) = match watch {
            Watch::TooMany => return,
            Watch::Unknown => (SmallVec::new(), 0),
            Watch::Places(known, unknown) => (std::mem::take(known), *unknown),
        };
        let unknown = unknown + u8::from(places.is_none());
        for &place in places.unwrap_or_default() {
            if !known.contains(&place) {
                known.push(place);
            }
        }
        let too_many = unknown > MOST_UNKNOWN || known.len() > MOST_PLACES;
        *watch = if too_many { Watch::TooMany } else { Watch::Places(known, unknown) };
    }

    /// Empties it when it is full, and gives up when it does not help.
    fn look_after(&mut self) {
        if self.asked > TRIAL && self.missed * 2 > self.asked {
            *self = Self { off: true, ..Self::default() };
        } else if self.entries.len() >= MOST {
            self.clear();
        }
    }

    /// Forgets everything, but not that it does not help.
    pub fn clear(&mut self) {
        *self = Self { off: self.off, ..Self::default() };
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.elsewhere
            + self.watches.capacity() * size_of::<Watch>()
            + self.entries.capacity() * size_of::<Entry<T>>()
            + self.keys.capacity() * 4
            + self.index.allocation_size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Elsewhere for &str {
        fn bytes_elsewhere(&self) -> usize {
            0
        }
    }

    impl Elsewhere for char {
        fn bytes_elsewhere(&self) -> usize {
            0
        }
    }

    impl Elsewhere for u32 {
        fn bytes_elsewhere(&self) -> usize {
            4
        }
    }

    #[test]
    fn what_is_found_has_the_same_components_wherever_somebody_looked() {
        let mut recalled = Recalled::default();
        assert_eq!(recalled.find(0, 7, &[1, 7, 3, 4]), None);
        recalled.learn(0, 7, &[1, 7, 3, 4], Some(&[2]), "first");
        assert_eq!(recalled.find(0, 7, &[1, 7, 3, 9]), Some(&"first"));
        assert_eq!(recalled.find(1, 7, &[1, 7, 3, 9]), None, "another thread");
        assert_eq!(recalled.find(0, 7, &[2, 7, 3, 9]), None, "inside an atomic block");
        assert_eq!(recalled.find(0, 7, &[1, 7, 5, 9]), None, "another component");
        // Somebody has looked elsewhere: what was found before may depend on that.
        recalled.learn(0, 7, &[1, 7, 5, 9], Some(&[3]), "second");
        assert_eq!(recalled.find(0, 7, &[1, 7, 3, 9]), None);
        assert_eq!(recalled.find(0, 7, &[1, 7, 5, 9]), Some(&"second"));
        recalled.clear();
        assert_eq!(recalled.find(0, 7, &[1, 7, 5, 9]), None);
    }

    #[test]
    fn where_it_is_not_known_what_was_looked_at_nothing_is_remembered() {
        let mut recalled = Recalled::default();
        recalled.learn(0, 7, &[1, 7, 3], Some(&[2]), 'a');
        recalled.learn(0, 7, &[1, 7, 4], None, 'b');
        let both = |recalled: &mut Recalled<char>| [3, 4].map(|id| recalled.find(0, 7, &[1, 7, id]).copied());
        assert_eq!(both(&mut recalled), [Some('a'), None]);
        (0..MOST_UNKNOWN).for_each(|_| recalled.learn(0, 7, &[1, 7, 4], None, 'b'));
        assert!(!recalled.wants(7) && recalled.wants(8));
        assert_eq!(both(&mut recalled), [None, None]);
    }

    #[test]
    fn it_is_given_up_if_it_does_not_help() {
        let mut recalled = Recalled::default();
        for id in 0..TRIAL as u32 + 2 {
            recalled.find(0, 7, &[1, 7, id]);
            recalled.learn(0, 7, &[1, 7, id], Some(&[2]), id);
        }
        assert!(recalled.off && recalled.entries.is_empty());
    }
}
