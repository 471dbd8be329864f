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

mod base;
mod deal;
mod steps;

use super::blocks::Blocks;
use super::pairs::Pairs;
use super::{Inserted, OfStates, Store, StoreOf};
use base::{Base, Root};
use commute_machine::Fingerprint;
use deal::Deal;
use smallvec::SmallVec;
use std::collections::HashMap;
use steps::Steps;

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
    /// Whether vectors of several lengths were met.
    lengths_differ: bool,
    /// The length of the state whose successors are inserted, if that is known: it is compared with as long as it is.
    parent: Option<usize>,
    /// Where the present state of a machine may differ from its parent.
    places: Vec<u32>,
    /// What known steps make of blocks.
    steps: Steps,
    /// The roots of states that are to be inserted, the first ones of which are.
    gathered: Vec<Root>,
    inserted: usize,
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
            lengths_differ: false,
            parent: None,
            places: Vec::new(),
            steps: Steps::default(),
            gathered: Vec::new(),
            inserted: 0,
        }
    }

    /// The number of a vector, which is added if it is new.
    pub fn number(&mut self, vector: &[u32]) -> u32 {
        self.add(vector).0
    }

    /// The number of a vector, and whether it is new.
    fn add(&mut self, vector: &[u32]) -> (u32, bool) {
        self.compare(vector);
        self.insert_changed()
    }

    /// The same of what the base was changed into.
    fn insert_changed(&mut self) -> (u32, bool) {
        let changes = self.base.changes();
        self.base.fold_blocks(&mut self.blocks);
        let root = self.base.fold(&mut self.inner);
        let (number, new) = self.roots.intern(root);
        if !self.is_at_parent() && (new || changes >= FAR) {
            self.base.keep();
        } else {
            self.base.restore();
        }
        (number, new)
    }

    /// Changes the base into `vector`.
    fn compare(&mut self, vector: &[u32]) {
        if self.base.leaves.len() != vector.len() || self.base.is_none() {
            self.reshape(vector.len());
        }
        self.base.compare(vector);
    }

    /// Changes the base into the present state of a machine.
    #[inline]
    fn compare_with<M: Fingerprint>(&mut self, machine: &mut M) {
        self.places.clear();
        let is_known = self.parent.is_some() && machine.changed_since_mark(&mut self.places);
        let vector = machine.stored();
        if is_known && self.is_at_parent() {
            self.base.compare_at(vector, self.places.iter().map(|&at| at as usize));
            debug_assert!(
                self.base.leaves == vector,
                "[commute internal bug] a step has changed more than it says"
            );
        } else {
            self.compare(vector);
        }
    }

    /// Whether the base is the state whose successors are inserted.
    #[inline]
    fn is_at_parent(&self) -> bool {
        self.parent == Some(self.base.leaves.len())
    }

    /// Goes on with the base of this length, if it is still known.
    fn reshape(&mut self, len: usize) {
        let next = self.others.remove(&len).unwrap_or_else(|| Base::new(len));
        if self.others.len() == LENGTHS {
            self.others.clear();
            self.parent = None;
        }
        let last = std::mem::replace(&mut self.base, next);
        if !last.is_none() {
            self.lengths_differ = true;
            self.others.insert(last.leaves.len(), last);
        }
    }

    /// The length of the vectors whose trees have the form of this one, if one is known.
    fn length_of(&self, root: Root) -> Option<usize> {
        let has_form = |base: &Base| base.has_form(root, &self.blocks, &self.inner);
        self.others.iter().find(|(_, base)| has_form(base)).map(|(&len, _)| len)
    }

    /// Makes the tree of a root the base. Whether it has the form of the present one.
    fn stand_at(&mut self, root: Root) -> bool {
        let Self { base, blocks, inner, .. } = self;
        let fits = !base.is_none() && (!self.lengths_differ || base.has_form(root, blocks, inner));
        if fits {
            base.stand_at(root, blocks, inner);
        }
        fits
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

impl OfStates for Tree {}

impl<M: Fingerprint> StoreOf<M> for Tree {
    fn insert(&mut self, machine: &mut M) -> Inserted {
        self.compare_with(machine);
        let (number, new) = self.insert_changed();
        Inserted { new, key: u64::from(number) }
    }

    const GATHERS: bool = true;

    fn gather(&mut self, machine: &mut M) {
        self.compare_with(machine);
        self.base.fold_blocks(&mut self.blocks);
        let root = self.base.fold(&mut self.inner);
        self.gathered.push(root);
        if self.is_at_parent() { self.base.restore() } else { self.base.keep() }
    }

    #[inline]
    fn gather_known(&mut self, effect: u32) -> bool {
        if !self.is_at_parent() || self.lengths_differ {
            return false;
        }
        let root = self.base.after(effect, &self.steps, &mut self.inner);
        self.gathered.extend(root);
        root.is_some()
    }

    fn gather_effect(&mut self, machine: &mut M, effect: u32) {
        self.compare_with(machine);
        self.base.fold_blocks(&mut self.blocks);
        if self.is_at_parent() && !self.lengths_differ {
            self.base.learn(&mut self.steps, effect);
        }
        let root = self.base.fold(&mut self.inner);
        self.gathered.push(root);
        if self.is_at_parent() { self.base.restore() } else { self.base.keep() }
    }

    fn check_last(&mut self, machine: &mut M) {
        let known = self.gathered.pop();
        self.gather(machine);
        assert!(
            self.gathered.last() == known.as_ref(),
            "[commute internal bug] a step leads elsewhere than before"
        );
    }

    fn fetch(&mut self) {
        self.roots.fetch(&self.gathered);
        self.inserted = 0;
    }

    fn insert_gathered(&mut self) -> Inserted {
        let (number, new) = self.roots.intern(self.gathered[self.inserted]);
        self.inserted += 1;
        if self.inserted == self.gathered.len() {
            self.gathered.clear();
        }
        Inserted { new, key: u64::from(number) }
    }

    fn go_to(&mut self, machine: &mut M, index: u64) {
        let root = self.roots.get(index as u32);
        if let Some(len) = self.parent.filter(|_| !self.is_at_parent()) {
            self.reshape(len);
        }
        if self.is_at_parent() && self.stand_at(root) {
            machine.load_near(&self.base.leaves, &self.base.moved);
        } else if let Some(len) = self.length_of(root) {
            self.reshape(len);
            self.stand_at(root);
            machine.load(&self.base.leaves);
        } else {
            let mut vector = Vec::new();
            self.vector(index, &mut vector);
            if self.base.leaves.len() != vector.len() {
                self.reshape(vector.len());
            }
            let fits = self.stand_at(root);
            assert!(fits, "[commute internal bug] a state of this length has another tree");
            machine.load(&vector);
        }
        self.parent = Some(self.base.leaves.len());
    }
}

impl Store for Tree {
    #[inline]
    fn len(&self) -> u64 {
        u64::from(self.roots.len())
    }

    fn bytes(&self) -> usize {
        let bases: usize = self.others.values().map(Base::bytes).sum();
        let lists = self.places.capacity() * 4 + self.gathered.capacity() * 8;
        self.blocks.bytes()
            + self.inner.bytes()
            + self.roots.bytes()
            + self.base.bytes()
            + bases
            + lists
            + self.steps.bytes()
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
        let deal = self.base.deal();
        if dealt.len() == self.base.leaves.len() {
            out.extend(deal.places.iter().map(|&(place, _)| dealt[place as usize]));
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
    use crate::toy::Toy;

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
            let mut machine = Toy::new(&[&[]], 0);
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
                    if goes_back {
                        tree.go_to(&mut machine, to);
                        out = machine.vector().to_vec();
                    } else {
                        tree.vector(to, &mut out);
                    }
                    assert_eq!(numbers.get(&out), Some(&(to as u32)), "round {round}");
                }
            }
        }
    }
}
