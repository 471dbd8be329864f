//! The exact store: tree compression of state vectors.
//!
//! A vector of component ids is folded into a binary tree whose inner nodes are pairs; equal pairs have one
//! number, so a state costs one pair (its root) and shares the rest. From one state to the next few
//! components change, and only the paths above them are looked up again. A component `c` is the id `2c`, an
//! inner pair number `p` is `2p + 1`: a root spells out exactly one vector, whatever its length.
//!
//! The lowest level pairs component `i` with component `i + n/2`, the others pair neighbours. A vector has
//! its threads first and its objects after them, so this brings a thread together with the locks and
//! objects it uses, and both halves of the tree vary about equally. (Pairing neighbours at the lowest level
//! too left all threads in one half, which then had as many values as there were states: 30 bytes a state
//! instead of 15 for 13 dining philosophers.)

use super::Store;
use super::pairs::Pairs;
use commute_machine::Fingerprint;

/// The set of states.
pub struct Tree {
    inner: Pairs,
    roots: Pairs,
    /// The vector last inserted.
    leaves: Vec<u32>,
    /// Its tree, from the pairs of components upwards; each level is half as long as the one below, rounded
    /// up; the last has at most two ids.
    levels: Vec<Level>,
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
        Self { inner: Pairs::new(), roots: Pairs::new(), leaves: Vec::new(), levels: Vec::new() }
    }

    /// Finds the root pair of `vector`, re-using what has not changed since the last call.
    fn fold(&mut self, vector: &[u32]) -> (u32, u32) {
        if self.leaves.len() != vector.len() {
            self.reshape(vector.len());
        }
        self.find_changes(vector);
        let half = self.levels[0].ids.len();
        let leaves = &self.leaves;
        let inner = &mut self.inner;
        climb(&mut self.levels, 0, |at| match leaves.get(at + half) {
            Some(&right) => inner.intern((leaves[at] << 1, right << 1)).0 << 1 | 1,
            None => leaves[at] << 1,
        });
        for level in 1..self.levels.len() {
            let below = std::mem::take(&mut self.levels[level - 1].ids);
            climb(&mut self.levels, level, |at| match below.get(2 * at + 1) {
                Some(&right) => inner.intern((below[2 * at], right)).0 << 1 | 1,
                None => below[2 * at],
            });
            self.levels[level - 1].ids = below;
        }
        let top = &self.levels[self.levels.len() - 1].ids;
        (top[0], top.get(1).copied().unwrap_or(0))
    }

    /// Takes over `vector` and marks the pairs of the lowest level that have changed.
    fn find_changes(&mut self, vector: &[u32]) {
        const WIDTH: usize = 4;
        let half = self.levels[0].ids.len();
        let dirty = &mut self.levels[0].dirty;
        let mut compare = |from: usize, old: &mut [u32], new: &[u32]| {
            for (i, (old, &new)) in old.iter_mut().zip(new).enumerate() {
                if *old != new {
                    *old = new;
                    let pair = if from + i < half { from + i } else { from + i - half };
                    dirty[pair / 64] |= 1 << (pair % 64);
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

    /// Begins anew with a tree for vectors of this length, in which every place counts as changed.
    fn reshape(&mut self, len: usize) {
        self.leaves = vec![u32::MAX; len];
        self.levels.clear();
        let mut width = len.div_ceil(2);
        self.levels.push(Level::new(width));
        while width > 2 {
            width = width.div_ceil(2);
            self.levels.push(Level::new(width));
        }
    }

    /// Appends to `out` the left or the right component of each lowest pair below `id`. A component that has
    /// no partner stands alone, to the right of everything; so a pair with a component on its left is a lowest
    /// one, and no other is.
    fn unfold(&self, id: u32, right_side: bool, out: &mut Vec<u32>) {
        if id & 1 == 0 {
            if !right_side {
                out.push(id >> 1);
            }
            return;
        }
        let (left, right) = self.inner.get(id >> 1);
        if left & 1 == 0 {
            out.push(if right_side { right } else { left } >> 1);
        } else {
            self.unfold(left, right_side, out);
            self.unfold(right, right_side, out);
        }
    }
}

/// Looks up the dirty ids of a level and marks those of the next level that depend on one that changed.
#[inline]
fn climb(levels: &mut [Level], level: usize, mut id_at: impl FnMut(usize) -> u32) {
    let (here, above) =
        levels[level..].split_first_mut().expect("[commute internal bug] a level that exists");
    let above = above.first_mut();
    let mut mark = above.map(|level| &mut level.dirty);
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

impl Store for Tree {
    #[inline]
    fn insert<M: Fingerprint>(&mut self, machine: &M) -> bool {
        let root = self.fold(machine.vector());
        self.roots.intern(root).1
    }

    fn len(&self) -> u64 {
        u64::from(self.roots.len())
    }

    fn bytes(&self) -> usize {
        self.inner.bytes() + self.roots.bytes()
    }

    fn vector(&self, index: u64, out: &mut Vec<u32>) {
        out.clear();
        let (left, right) = self.roots.get(index as u32);
        for right_side in [false, true] {
            self.unfold(left, right_side, out);
            // Component 0 is in no state, so a right half of 0 is none at all.
            if right != 0 {
                self.unfold(right, right_side, out);
            }
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
