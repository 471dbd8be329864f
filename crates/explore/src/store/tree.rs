//! The exact store: tree compression of state vectors.
//!
//! A vector of component ids is cut into a few blocks; equal blocks have one number. The numbers are folded
//! pairwise into a binary tree whose nodes are numbered in the same way, so a state costs one pair (its
//! root) and shares the rest. From one state to the next few components change, and only their blocks and
//! the pairs above are looked up again. A block `b` is the id `2b`, an inner pair `p` is `2p + 1`: a root
//! spells out exactly one vector, whatever its length.
//!
//! What matters most is that the two halves of the tree, and their halves, vary about equally: a node all of
//! whose values occur once costs as much as a state. A vector has its threads together, then its objects, and
//! many of these hardly change. So components are dealt to the blocks like cards, one after the other, and
//! neighbours go to opposite halves. (Cutting the vector as it is left all threads in one half: 30 bytes a
//! state for 13 dining philosophers; shuffling its halves left the file system with 6 threads at 55, now 16.)

use super::blocks::Blocks;
use super::pairs::Pairs;
use super::{Inserted, OfStates, Store, StoreOf};
use commute_machine::Fingerprint;
use commute_mutants::mutant;
use smallvec::SmallVec;
use std::collections::HashMap;

/// How many blocks a vector is dealt to, if they do not get too long.
const BLOCKS: usize = 4;
/// The longest block.
const LONGEST: usize = 8;
/// Of how many lengths the last vector is kept.
const LENGTHS: usize = 100;

/// The set of states.
pub struct Tree {
    blocks: Blocks,
    inner: Pairs,
    roots: Pairs,
    /// The vector last inserted.
    last: Last,
    /// The vectors last inserted of other lengths, by length: steps that make or drop objects change it to and fro.
    others: HashMap<usize, Last>,
}

/// A vector and its tree.
#[derive(Default)]
struct Last {
    leaves: Vec<u32>,
    /// The same, dealt to the blocks.
    dealt: Vec<u32>,
    deal: Deal,
    /// Its tree, from the blocks upwards; each level is half as long as the one below; the last has at most two
    /// ids.
    levels: Vec<Level>,
}

impl Last {
    /// A tree for vectors of this length, in which every place counts as changed.
    fn new(len: usize) -> Self {
        let deal = Deal::new(len);
        let mut width = deal.starts.len() - 1;
        let mut levels = vec![Level::new(width)];
        while width > 2 {
            width = width.div_ceil(2);
            levels.push(Level::new(width));
        }
        Self { leaves: vec![u32::MAX; len], dealt: vec![u32::MAX; len], deal, levels }
    }

    /// Takes over `vector` and marks the blocks that have changed.
    fn find_changes(&mut self, vector: &[u32]) {
        const WIDTH: usize = 4;
        let (places, dealt) = (&self.deal.places, &mut self.dealt);
        let dirty = &mut self.levels[0].dirty;
        let mut compare = |from: usize, old: &mut [u32], new: &[u32]| {
            for (i, (old, &new)) in old.iter_mut().zip(new).enumerate() {
                if *old != new {
                    *old = new;
                    let (place, block) = places[from + i];
                    dealt[place as usize] = new;
                    dirty[block as usize / 64] |= 1 << (block % 64);
                }
            }
        };
        // Four at a time, because most have not changed.
        let (old, old_rest) = self.leaves.as_chunks_mut::<WIDTH>();
        let (new, new_rest) = vector.as_chunks::<WIDTH>();
        for (i, (old, new)) in old.iter_mut().zip(new).enumerate() {
            if old != new {
                compare(i * WIDTH, old, new);
            }
        }
        compare(new.len() * WIDTH, old_rest, new_rest);
    }
}

/// How vectors of some length are dealt to blocks.
#[derive(Default)]
struct Deal {
    /// For each component, its place among all and its block.
    places: Vec<(u32, u32)>,
    /// Where each block begins, and the end.
    starts: Vec<u32>,
}

impl Deal {
    fn new(len: usize) -> Self {
        let at_most = len.max(1).ilog2();
        let bits = len.div_ceil(LONGEST).max(BLOCKS).next_power_of_two().ilog2().min(at_most);
        let count = 1usize << bits;
        // The block of a component: its number in the round, with its bits reversed, so that the lowest one, in
        // which neighbours differ, decides the half of the tree.
        let block_of =
            |at: usize| if bits == 0 { 0 } else { (at % count).reverse_bits() >> (usize::BITS - bits) };
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
}

struct Level {
    ids: Vec<u32>,
    /// A bit for each id that has to be looked up again.
    dirty: Vec<u64>,
}

impl Level {
    fn new(len: usize) -> Self {
        Self { ids: vec![u32::MAX; len], dirty: vec![0; len.div_ceil(64)] }
    }
}

impl Tree {
    /// An empty set.
    pub fn new() -> Self {
        Self {
            blocks: Blocks::new(),
            inner: Pairs::new(),
            roots: Pairs::new(),
            last: Last::default(),
            others: HashMap::new(),
        }
    }

    /// Finds the root pair of `vector`, re-using what has not changed since the last call.
    fn fold(&mut self, vector: &[u32]) -> (u32, u32) {
        if self.last.leaves.len() != vector.len() || self.last.levels.is_empty() {
            self.reshape(vector.len());
        }
        self.last.find_changes(vector);
        let Last { dealt, deal, levels, .. } = &mut self.last;
        let (starts, blocks) = (&deal.starts, &mut self.blocks);
        climb(levels, 0, |at| blocks.intern(&dealt[starts[at] as usize..starts[at + 1] as usize]) << 1);
        for level in 1..levels.len() {
            let below = std::mem::take(&mut levels[level - 1].ids);
            let inner = &mut self.inner;
            climb(levels, level, |at| match below.get(2 * at + 1) {
                Some(&right) => inner.intern((below[2 * at], right)).0 << 1 | 1,
                None => below[2 * at],
            });
            levels[level - 1].ids = below;
        }
        let top = &levels[levels.len() - 1].ids;
        root(top)
    }

    /// Goes on with the vector of this length that was inserted last, if it is still known.
    fn reshape(&mut self, len: usize) {
        if self.others.len() == LENGTHS {
            self.others.clear();
        }
        let next = self.others.remove(&len).unwrap_or_else(|| Last::new(len));
        let last = std::mem::replace(&mut self.last, next);
        if !last.levels.is_empty() {
            self.others.insert(last.leaves.len(), last);
        }
    }

    /// Appends the components below `id` to `out`, as they were dealt.
    fn unfold(&self, id: u32, out: &mut SmallVec<[u32; 64]>) {
        if id & 1 == 0 {
            out.extend_from_slice(self.blocks.get(id >> 1));
        } else {
            let (left, right) = self.inner.get(id >> 1);
            self.unfold(left, out);
            self.unfold(right, out);
        }
    }
}

/// The one or two ids at the top of a tree as a pair.
#[inline]
#[mutant("tree-without-right-half", (top[0], 0))]
fn root(top: &[u32]) -> (u32, u32) {
    (top[0], top.get(1).copied().unwrap_or(0))
}

/// Looks up the dirty ids of a level and marks those of the next level that depend on one that changed.
#[inline]
fn climb(levels: &mut [Level], level: usize, mut id_at: impl FnMut(usize) -> u32) {
    let (here, above) =
        levels[level..].split_first_mut().expect("[commute internal bug] a level that exists");
    let mut mark = above.first_mut().map(|level| &mut level.dirty);
    for (word, dirty) in here.dirty.iter_mut().enumerate() {
        let mut bits = std::mem::take(dirty);
        while bits != 0 {
            let at = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let id = id_at(at);
            if here.ids[at] != id {
                here.ids[at] = id;
                if let Some(above) = &mut mark {
                    above[at / 128] |= 1 << (at / 2 % 64);
                }
            }
        }
    }
}

impl OfStates for Tree {}

impl<M: Fingerprint> StoreOf<M> for Tree {
    fn insert(&mut self, machine: &mut M) -> Inserted {
        let root = self.fold(machine.stored());
        let (number, new) = self.roots.intern(root);
        Inserted { new, key: u64::from(number) }
    }
}

impl Store for Tree {
    #[inline]
    fn len(&self) -> u64 {
        u64::from(self.roots.len())
    }

    fn bytes(&self) -> usize {
        self.blocks.bytes() + self.inner.bytes() + self.roots.bytes()
    }

    fn vector(&self, index: u64, out: &mut Vec<u32>) {
        let (left, right) = self.roots.get(index as u32);
        let mut dealt: SmallVec<[u32; 64]> = SmallVec::new();
        self.unfold(left, &mut dealt);
        // Block 0 is empty and in no state, so a right half of 0 is none at all.
        if right != 0 {
            self.unfold(right, &mut dealt);
        }
        out.clear();
        if dealt.len() == self.last.leaves.len() {
            out.extend(self.last.deal.places.iter().map(|&(place, _)| dealt[place as usize]));
        } else {
            out.extend(Deal::new(dealt.len()).places.iter().map(|&(place, _)| dealt[place as usize]));
        }
    }

    const CAN_LOAD: bool = true;

    fn omission(&self) -> f64 {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_all_lengths_come_back() {
        let mut tree = Tree::new();
        let mut vectors = Vec::new();
        for len in (1..40u32).chain([127, 128, 129, 300]) {
            for variant in 0..5u32 {
                let mut v: Vec<u32> = (0..len).map(|i| 1 + (i * 7 + 3) % 11).collect();
                v[(variant * 3 % len) as usize] += variant;
                if !vectors.contains(&v) {
                    vectors.push(v);
                }
            }
        }
        for (i, v) in vectors.iter().enumerate() {
            let root = tree.fold(v);
            assert_eq!(tree.roots.intern(root), (i as u32, true), "{v:?}");
        }
        let mut out = Vec::new();
        for (i, v) in vectors.iter().enumerate() {
            let root = tree.fold(v);
            assert_eq!(tree.roots.intern(root), (i as u32, false));
            tree.vector(i as u64, &mut out);
            assert_eq!(&out, v);
        }
    }
}
