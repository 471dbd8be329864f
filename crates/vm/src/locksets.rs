//! Which locks have been held at every access to a piece of data so far.
//!
//! The lock set of an object says something about all of its past, so it is part of the state: one component of its
//! own, renumbered with the heap (`canonical.rs`). Like [`SHARED`] it is kept only if asked for, since two states may then
//! differ in nothing else. A lock that is garbage leaves all sets: nobody can ever hold it again.

use crate::code::Code;
use crate::enabled::holder;
use crate::state::{DATA, SHARED, State};
use commute_ir::Shape;
use commute_machine::{Access, Guarded, Location, Tid};
use std::collections::BTreeSet;

/// What has a lock set, as a word: the reference of an object, or the number of a global and this flag.
const GLOBAL: u64 = 1 << 32;

/// Which data has lock sets, and buffers.
#[derive(Default)]
pub struct Locksets {
    of: BTreeSet<Guarded>,
    held: Vec<u64>,
    sets: Vec<Lockset>,
}

/// The locks, ascending, that were held at every access to a piece of data.
struct Lockset {
    data: u64,
    locks: Vec<u64>,
}

/// Reads the component: for each set its length, what it is of, and the locks. The first word is there so that the
/// component is never empty.
fn decode(words: &[u64], sets: &mut Vec<Lockset>) {
    sets.clear();
    let mut rest = &words[1..];
    while let [len, data, tail @ ..] = rest {
        let (locks, after) = tail.split_at(*len as usize);
        sets.push(Lockset { data: *data, locks: locks.to_vec() });
        rest = after;
    }
}

fn encode(sets: &[Lockset], words: &mut Vec<u64>) {
    words.clear();
    words.push(0);
    for set in sets {
        words.extend([set.locks.len() as u64, set.data]);
        words.extend_from_slice(&set.locks);
    }
}

/// The thread that holds an object as a lock, for writing or as a monitor.
pub fn lock_holder(code: &Code, st: &State, reference: u64) -> Option<usize> {
    let words = st.object(reference);
    match code.program.shapes[words[0] as usize] {
        Shape::Lock | Shape::RwLock => (words[DATA] as usize).checked_sub(1),
        _ => holder(words[1]),
    }
}

/// All that a thread holds.
pub fn held_by<'a>(code: &'a Code, st: &'a State, t: usize) -> impl Iterator<Item = u64> + 'a {
    (1..=st.objects() as u64).filter(move |&reference| lock_holder(code, st, reference) == Some(t))
}

impl Locksets {
    /// Lock sets of this data.
    pub fn new(of: BTreeSet<Guarded>) -> Self {
        Self { of, ..Self::default() }
    }

    /// The key of the lock set that an access changes, if there is one: not that of a lock as such, nor of an object that
    /// only one thread has ever been able to reach.
    fn data(&self, st: &State, access: &Access) -> Option<u64> {
        if access.operation.is_on_lock() {
            return None;
        }
        match access.location {
            Location::Global(g) => self.of.contains(&Guarded::Global(g)).then_some(u64::from(g) | GLOBAL),
            Location::Word(o, _) | Location::Object(o) if (o.0 as usize) < st.objects() => {
                let words = st.object(u64::from(o.0) + 1);
                let tracked = words[1] & SHARED != 0 && self.of.contains(&Guarded::Kind(words[0] as u32));
                tracked.then_some(u64::from(o.0) + 1)
            }
            _ => None,
        }
    }

    /// Thread `t` is about to make these accesses.
    pub fn note(&mut self, code: &Code, st: &mut State, t: usize, accesses: &[Access]) {
        let Some(at) = st.locksets_at() else { return };
        if !accesses.iter().any(|access| self.data(st, access).is_some()) {
            return;
        }
        self.held.clear();
        self.held.extend(held_by(code, st, t));
        let mut sets = std::mem::take(&mut self.sets);
        decode(st.comps.words(st.vector[at]), &mut sets);
        for data in accesses.iter().filter_map(|access| self.data(st, access)) {
            match sets.binary_search_by_key(&data, |set| set.data) {
                Ok(known) => sets[known].locks.retain(|lock| self.held.contains(lock)),
                Err(place) => sets.insert(place, Lockset { data, locks: self.held.clone() }),
            }
        }
        st.edit(at, |words| encode(&sets, words));
        self.sets = sets;
    }

    /// Renames what the sets speak of after the heap was renumbered; what `new` gives zero for is garbage.
    pub fn renumber(words: &mut Vec<u64>, new: impl Fn(u64) -> u64) {
        let mut sets = Vec::new();
        decode(words, &mut sets);
        for set in &mut sets {
            if set.data & GLOBAL == 0 {
                set.data = new(set.data);
            }
            set.locks.iter_mut().for_each(|lock| *lock = new(*lock));
            set.locks.retain(|&lock| lock != 0);
            set.locks.sort_unstable();
        }
        sets.retain(|set| set.data != 0);
        sets.sort_unstable_by_key(|set| set.data);
        encode(&sets, words);
    }
}

/// Whether thread `t` holds a lock that was held at every access to `location` so far.
pub fn is_guarded(code: &Code, st: &State, t: Tid, location: Location) -> bool {
    let data = match location {
        Location::Global(g) => u64::from(g) | GLOBAL,
        Location::Word(o, _) | Location::Object(o) => u64::from(o.0) + 1,
        Location::Monitor(_) | Location::Thread(_) => return false,
    };
    let holds = |&lock: &u64| lock_holder(code, st, lock) == Some(t.index());
    let Some(at) = st.locksets_at() else { return false };
    let mut rest = &st.comps.words(st.vector[at])[1..];
    while let [len, key, tail @ ..] = rest {
        let (locks, after) = tail.split_at(*len as usize);
        if *key == data {
            return locks.iter().any(holds);
        }
        rest = after;
    }
    held_by(code, st, t.index()).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_renamed_sorted_and_lose_what_is_garbage() {
        let sets = [
            Lockset { data: 1, locks: vec![2, 3] },
            Lockset { data: 2, locks: vec![4] },
            Lockset { data: 4, locks: vec![] },
            Lockset { data: 7 | GLOBAL, locks: vec![2, 4] },
        ];
        let mut words = Vec::new();
        encode(&sets, &mut words);
        // Object 4 is garbage; the others are numbered the other way round.
        Locksets::renumber(&mut words, |o| if o == 4 { 0 } else { 4 - o });
        let mut renamed = Vec::new();
        decode(&words, &mut renamed);
        let seen: Vec<_> = renamed.iter().map(|set| (set.data, set.locks.as_slice())).collect();
        assert_eq!(seen, [(2, &[][..]), (3, &[1, 2]), (7 | GLOBAL, &[2])]);
    }
}
