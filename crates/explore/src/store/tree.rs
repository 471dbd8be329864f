//! The exact store: tree compression of state vectors.
//!
//! A vector of component ids is cut into a few blocks; equal blocks have one number. The numbers are folded
//! pairwise into a binary tree whose nodes are numbered in the same way, so a state costs one pair (its
//! root) and shares the rest. A successor differs from its parent in few components, and only their blocks and
//! the pairs above are looked up. In breadth-first order the tree of the parent is known from getting it back ([`Store::go_to`]), without
//! any lookup; otherwise states are compared with the last one that was new. A block `b` is the id `2b`, an inner pair `p` is `2p + 1`: a
//! root spells out exactly one vector, whatever its length.
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
/// Of how many lengths a vector is kept to compare with.
const LENGTHS: usize = 100;
/// A vector that differs in so many components from what it was compared with is better to compare the next one with.
const FAR: usize = 6;

/// The set of states.
pub struct Tree {
    blocks: Blocks,
    inner: Pairs,
    roots: Pairs,
    /// What vectors are compared with.
    base: Base,
    /// The same for other lengths: steps that make or drop objects change it to and fro.
    others: HashMap<usize, Base>,
    /// The length of the state whose successors are inserted, if that is known: it is compared with as long as it is.
    parent: Option<usize>,
    changes: Changes,
}

/// A vector and its tree, which is a complete binary one.
#[derive(Default)]
struct Base {
    leaves: Vec<u32>,
    /// The same, dealt to the blocks.
    dealt: Vec<u32>,
    deal: Deal,
    /// The ids of its tree, from the blocks upwards; each level is half as long as the one below; the last has at most two.
    levels: Vec<Vec<u32>>,
}

/// In what a vector differs from the base.
#[derive(Default)]
struct Changes {
    leaves: Vec<Change>,
    /// The nodes that are others, and their places, level by level; the ends of the levels.
    nodes: Vec<(u32, u32)>,
    ends: SmallVec<[usize; 16]>,
}

/// A component that is another one.
#[derive(Clone, Copy)]
struct Change {
    at: u32,
    place: u32,
    block: u32,
    id: u32,
}

impl Base {
    /// A tree for vectors of this length, in which every place counts as changed.
    fn new(len: usize) -> Self {
        let deal = Deal::new(len);
        let mut width = deal.blocks();
        let mut levels = vec![vec![u32::MAX; width]];
        while width > 2 {
            width /= 2;
            levels.push(vec![u32::MAX; width]);
        }
        Self { leaves: vec![u32::MAX; len], dealt: vec![u32::MAX; len], deal, levels }
    }

    /// Lists the components in which `vector` differs, block by block.
    fn compare(&self, vector: &[u32], changes: &mut Vec<Change>) {
        const WIDTH: usize = 8;
        changes.clear();
        let mut look = |from: usize, old: &[u32], new: &[u32]| {
            for (i, (old, &id)) in old.iter().zip(new).enumerate() {
                if *old != id {
                    let (place, block) = self.deal.places[from + i];
                    changes.push(Change { at: (from + i) as u32, place, block, id });
                }
            }
        };
        // Several at a time, because most have not changed.
        let (old, old_rest) = self.leaves.as_chunks::<WIDTH>();
        let (new, new_rest) = vector.as_chunks::<WIDTH>();
        for (i, (old, new)) in old.iter().zip(new).enumerate() {
            if old != new {
                look(i * WIDTH, old, new);
            }
        }
        look(new.len() * WIDTH, old_rest, new_rest);
        changes.sort_unstable_by_key(|change| change.block);
    }

    /// Takes over what differs.
    fn adopt(&mut self, changes: &Changes) {
        for change in &changes.leaves {
            self.leaves[change.at as usize] = change.id;
            self.dealt[change.place as usize] = change.id;
        }
        let mut from = 0;
        for (level, &end) in self.levels.iter_mut().zip(&changes.ends) {
            for &(at, id) in &changes.nodes[from..end] {
                level[at as usize] = id;
            }
            from = end;
        }
    }

    /// Whether the tree below `id` has the form of the one at this place.
    fn fits(&self, blocks: &Blocks, inner: &Pairs, level: usize, at: usize, id: u32) -> bool {
        if self.levels[level][at] == id {
            return true;
        }
        if level == 0 {
            return id & 1 == 0 && blocks.get(id >> 1).len() == self.deal.range(at).len();
        }
        let half = |at, id| self.fits(blocks, inner, level - 1, at, id);
        let both = |(left, right)| half(2 * at, left) && half(2 * at + 1, right);
        id & 1 == 1 && both(inner.get(id >> 1))
    }

    /// Takes over the tree below `id`, which fits.
    fn take(&mut self, blocks: &Blocks, inner: &Pairs, level: usize, at: usize, id: u32) {
        if std::mem::replace(&mut self.levels[level][at], id) == id {
            return;
        }
        if level > 0 {
            let (left, right) = inner.get(id >> 1);
            self.take(blocks, inner, level - 1, 2 * at, left);
            return self.take(blocks, inner, level - 1, 2 * at + 1, right);
        }
        let (range, words) = (self.deal.range(at), blocks.get(id >> 1));
        self.dealt[range].copy_from_slice(words);
        for (component, &word) in self.deal.components(at).zip(words) {
            self.leaves[component] = word;
        }
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

    fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where a block is among what was dealt.
    #[inline]
    fn range(&self, block: usize) -> std::ops::Range<usize> {
        self.starts[block] as usize..self.starts[block + 1] as usize
    }

    /// The components of a block.
    fn components(&self, block: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.blocks();
        (reversed(block, count)..).step_by(count)
    }
}

/// A number below `count`, a power of two, with its bits reversed: the block of a component by its number in the round, so that the lowest
/// bit, in which neighbours differ, decides the half of the tree.
fn reversed(number: usize, count: usize) -> usize {
    if count == 1 { 0 } else { number.reverse_bits() >> (usize::BITS - count.ilog2()) }
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// An empty set.
    pub fn new() -> Self {
        Self {
            blocks: Blocks::new(),
            inner: Pairs::new(),
            roots: Pairs::new(),
            base: Base::default(),
            others: HashMap::new(),
            parent: None,
            changes: Changes::default(),
        }
    }

    /// The number of a vector, which is added if it is new.
    pub fn number(&mut self, vector: &[u32]) -> u32 {
        self.add(vector).0
    }

    /// The number of a vector, and whether it is new.
    fn add(&mut self, vector: &[u32]) -> (u32, bool) {
        let root = self.fold(vector);
        let (number, new) = self.roots.intern(root);
        let is_parent = self.parent == Some(vector.len());
        if !is_parent && (new || self.changes.leaves.len() >= FAR) {
            self.base.adopt(&self.changes);
        }
        (number, new)
    }

    /// Finds the root pair of `vector`, looking up what differs from the base.
    fn fold(&mut self, vector: &[u32]) -> (u32, u32) {
        if self.base.leaves.len() != vector.len() || self.base.levels.is_empty() {
            self.reshape(vector.len());
        }
        self.base.compare(vector, &mut self.changes.leaves);
        self.fold_blocks();
        let mut from = 0;
        for level in 1..self.base.levels.len() {
            let end = self.changes.nodes.len();
            self.fold_level(&(from..end), level);
            from = end;
        }
        let top = &self.base.levels[self.base.levels.len() - 1];
        let mut ids = [top[0], top.get(1).copied().unwrap_or(0)];
        for &(at, id) in &self.changes.nodes[from..] {
            ids[at as usize] = id;
        }
        root(&ids[..top.len()])
    }

    /// Looks up the blocks that differ.
    fn fold_blocks(&mut self) {
        let Changes { leaves, nodes, ends } = &mut self.changes;
        nodes.clear();
        ends.clear();
        let mut rest = &leaves[..];
        while let Some(first) = rest.first() {
            let block = first.block;
            let range = self.base.deal.range(block as usize);
            let mut words = [0; LONGEST];
            let words = &mut words[..range.len()];
            words.copy_from_slice(&self.base.dealt[range.clone()]);
            while let Some((change, after)) = rest.split_first()
                && change.block == block
            {
                words[change.place as usize - range.start] = change.id;
                rest = after;
            }
            nodes.push((block, self.blocks.intern(words) << 1));
        }
        ends.push(nodes.len());
    }

    /// Looks up the pairs of a level above nodes that differ.
    fn fold_level(&mut self, below: &std::ops::Range<usize>, level: usize) {
        let Changes { nodes, ends, .. } = &mut self.changes;
        let old = &self.base.levels[level - 1];
        let mut next = below.start;
        while next < below.end {
            let (at, id) = nodes[next];
            let parent = at / 2;
            let mut pair = [old[2 * parent as usize], old[2 * parent as usize + 1]];
            pair[(at % 2) as usize] = id;
            next += 1;
            if next < below.end && nodes[next].0 / 2 == parent {
                pair[1] = nodes[next].1;
                next += 1;
            }
            nodes.push((parent, self.inner.intern((pair[0], pair[1])).0 << 1 | 1));
        }
        ends.push(nodes.len());
    }

    /// Goes on with the base of this length, if it is still known.
    fn reshape(&mut self, len: usize) {
        if self.others.len() == LENGTHS {
            self.others.clear();
        }
        let next = self.others.remove(&len).unwrap_or_else(|| Base::new(len));
        let last = std::mem::replace(&mut self.base, next);
        if !last.levels.is_empty() {
            self.others.insert(last.leaves.len(), last);
        }
    }

    /// Makes the tree of a root the base. Whether it has the form of the present one.
    fn stand_at(&mut self, (left, right): (u32, u32)) -> bool {
        let Self { blocks, inner, base, .. } = self;
        let Some(top) = base.levels.len().checked_sub(1) else { return false };
        let ids: SmallVec<[u32; 2]> =
            if right == 0 { [left].into_iter().collect() } else { [left, right].into() };
        let fits = |(at, &id): (usize, &u32)| base.fits(blocks, inner, top, at, id);
        if ids.len() != base.levels[top].len() || !ids.iter().enumerate().all(fits) {
            return false;
        }
        for (at, &id) in ids.iter().enumerate() {
            base.take(blocks, inner, top, at, id);
        }
        true
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

impl OfStates for Tree {}

impl<M: Fingerprint> StoreOf<M> for Tree {
    fn insert(&mut self, machine: &mut M) -> Inserted {
        let (number, new) = self.add(machine.stored());
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
        if dealt.len() == self.base.leaves.len() {
            out.extend(self.base.deal.places.iter().map(|&(place, _)| dealt[place as usize]));
        } else {
            out.extend(Deal::new(dealt.len()).places.iter().map(|&(place, _)| dealt[place as usize]));
        }
    }

    fn go_to(&mut self, index: u64, out: &mut Vec<u32>) {
        let root = self.roots.get(index as u32);
        if !self.stand_at(root) {
            self.vector(index, out);
            self.reshape(out.len());
            let fits = self.stand_at(root);
            assert!(fits, "[commute internal bug] a state of this length has another tree");
        }
        self.parent = Some(self.base.leaves.len());
        out.clone_from(&self.base.leaves);
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
            assert_eq!(tree.add(v), (i as u32, true), "{v:?}");
        }
        let mut out = Vec::new();
        for (i, v) in vectors.iter().enumerate() {
            assert_eq!(tree.add(v), (i as u32, false));
            tree.vector(i as u64, &mut out);
            assert_eq!(&out, v);
        }
    }

    /// Vectors of several lengths, each a few changes away from an earlier one, numbered by a map too.
    #[test]
    fn whatever_a_vector_is_compared_with_it_has_one_number() {
        for goes_back in [false, true] {
            let (mut tree, mut numbers) = (Tree::new(), HashMap::new());
            let (mut random, mut out) = (7u64, vec![1; 20]);
            let mut below = |bound: usize| {
                random = crate::mix::mix(random);
                random as usize % bound
            };
            for round in 0..20_000 {
                let mut vector = out.clone();
                for _ in 0..below(4) {
                    let at = below(vector.len());
                    vector[at] = 1 + below(3) as u32;
                }
                match below(20) {
                    0 if vector.len() < 90 => vector.extend([1, 2, 3]),
                    1 if vector.len() > 3 => vector.truncate(vector.len() - 2),
                    _ => {}
                }
                let next = numbers.len() as u32;
                let number = *numbers.entry(vector.clone()).or_insert(next);
                assert_eq!(tree.add(&vector), (number, number == next), "round {round}");
                if below(3) == 0 {
                    let to = below(numbers.len()) as u64;
                    let came = if goes_back {
                        Tree::go_to
                    } else {
                        |tree: &mut Tree, to, out: &mut Vec<u32>| tree.vector(to, out)
                    };
                    came(&mut tree, to, &mut out);
                    assert_eq!(numbers.get(&out), Some(&(to as u32)), "round {round}");
                }
            }
        }
    }
}
