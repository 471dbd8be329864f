//! The exact store: tree compression of state vectors.
//!
//! A vector of component ids is folded pairwise into a binary tree; equal pairs have one number, so a state
//! costs one pair (its root) and shares the rest. From one state to the next few components change, and
//! only the paths above them are looked up again. A component `c` is the id `2c`, an inner pair number `p`
//! is `2p + 1`: a root thus spells out exactly one vector, whatever its length.

use super::Store;
use super::pairs::Pairs;
use commute_machine::Fingerprint;

/// The set of states.
pub struct Tree {
    inner: Pairs,
    roots: Pairs,
    /// The tree of the vector last inserted: `levels[0]` are its components, each level is half as long as
    /// the one below (rounded up), the last has two ids.
    levels: Vec<Vec<u32>>,
    changed: Vec<u32>,
}

impl Tree {
    /// An empty set.
    pub fn new() -> Self {
        Self { inner: Pairs::new(), roots: Pairs::new(), levels: Vec::new(), changed: Vec::new() }
    }

    /// Finds the root pair of `vector`, re-using what has not changed since the last call.
    fn fold(&mut self, vector: &[u32]) -> (u32, u32) {
        if self.levels.first().is_none_or(|leaves| leaves.len() != vector.len()) {
            self.reshape(vector.len());
        }
        self.changed.clear();
        for (at, (leaf, &id)) in self.levels[0].iter_mut().zip(vector).enumerate() {
            if *leaf != id << 1 {
                *leaf = id << 1;
                push_parent(&mut self.changed, at as u32);
            }
        }
        for level in 1..self.levels.len() {
            let (below, here) = self.levels.split_at_mut(level);
            let (below, here) = (&below[level - 1], &mut here[0]);
            let mut kept = 0;
            for i in 0..self.changed.len() {
                let at = self.changed[i] as usize;
                let id = match below.get(2 * at + 1) {
                    Some(&right) => self.inner.intern((below[2 * at], right)).0 << 1 | 1,
                    None => below[2 * at],
                };
                if here[at] != id {
                    here[at] = id;
                    // The list of changed places of this level is rewritten into that of the next.
                    let parent = at as u32 / 2;
                    if kept == 0 || self.changed[kept - 1] != parent {
                        self.changed[kept] = parent;
                        kept += 1;
                    }
                }
            }
            self.changed.truncate(kept);
        }
        let top = &self.levels[self.levels.len() - 1];
        (top[0], top.get(1).copied().unwrap_or(0))
    }

    /// Begins anew with a tree for vectors of this length, in which every place counts as changed.
    fn reshape(&mut self, mut len: usize) {
        self.levels.clear();
        self.levels.push(vec![u32::MAX; len]);
        while len > 2 {
            len = len.div_ceil(2);
            self.levels.push(vec![u32::MAX; len]);
        }
    }

    /// Appends the components below `id` to `out`.
    fn unfold(&self, id: u32, out: &mut Vec<u32>) {
        if id & 1 == 0 {
            out.push(id >> 1);
        } else {
            let (left, right) = self.inner.get(id >> 1);
            self.unfold(left, out);
            self.unfold(right, out);
        }
    }
}

fn push_parent(changed: &mut Vec<u32>, at: u32) {
    if changed.last() != Some(&(at / 2)) {
        changed.push(at / 2);
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
        self.unfold(left, out);
        // A vector of one component has no right half. Component 0 is the empty one, which no state has.
        if right != 0 {
            self.unfold(right, out);
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
        for len in 1..40u32 {
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
