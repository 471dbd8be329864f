//! A vector and its tree, changed in place: what other vectors are compared with.

use super::super::blocks::Blocks;
use super::super::pairs::Pairs;
use super::deal::Deal;
use super::steps::Steps;
use commute_mutants::mutant;

/// Of a step that changes more blocks it is not remembered what it makes of them.
const MOST_BLOCKS: usize = 8;

/// The two numbers that stand for a whole vector.
pub type Root = (u32, u32);

/// A node: its place, and its id.
pub type Node = (usize, u32);

/// A vector, its tree, and how to take back what was changed in them since it was last kept.
#[derive(Default)]
pub struct Base {
    /// The vector.
    pub leaves: Vec<u32>,
    /// The same, dealt to the blocks.
    dealt: Vec<u32>,
    deal: Deal,
    /// The ids of its tree, which is a complete binary one: the node at `n` is above those at `2n` and `2n + 1`, and the blocks are the
    /// second half. At the root, 1, nothing stands unless it is the only block.
    nodes: Vec<u32>,
    /// Components that were changed, and what they were.
    old_leaves: Vec<(u32, u32)>,
    /// The same of nodes.
    old_nodes: Vec<(u32, u32)>,
    /// The nodes below which something has changed, of one level.
    dirty: Vec<u32>,
    /// Components that [`Base::stand_at`] has changed.
    pub moved: Vec<u32>,
}

impl Base {
    /// A tree for vectors of this length, in which every place counts as changed.
    pub fn new(len: usize) -> Self {
        let deal = Deal::new(len);
        let nodes = vec![u32::MAX; 2 * deal.blocks()];
        Self { leaves: vec![u32::MAX; len], dealt: vec![u32::MAX; len], deal, nodes, ..Self::default() }
    }

    /// Whether it is a tree at all.
    pub fn is_none(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How its vectors are dealt.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// How many components were changed.
    pub fn changes(&self) -> usize {
        self.old_leaves.len()
    }

    #[inline]
    fn put(&mut self, at: usize, id: u32) {
        let (place, block) = self.deal.places[at];
        self.old_leaves.push((at as u32, std::mem::replace(&mut self.leaves[at], id)));
        self.dealt[place as usize] = id;
        self.dirty.push(self.deal.blocks() as u32 + block);
    }

    #[inline]
    fn put_node(&mut self, at: u32, id: u32) {
        self.old_nodes.push((at, std::mem::replace(&mut self.nodes[at as usize], id)));
    }

    /// Changes the components in which `vector` differs.
    pub fn compare(&mut self, vector: &[u32]) {
        const WIDTH: usize = 8;
        // Several at a time, because most have not changed.
        for from in (0..vector.len()).step_by(WIDTH) {
            let upto = vector.len().min(from + WIDTH);
            if self.leaves[from..upto] != vector[from..upto] {
                self.compare_at(vector, from..upto);
            }
        }
    }

    /// The same if it differs at these places only, each of which may be named twice.
    #[inline]
    pub fn compare_at(&mut self, vector: &[u32], places: impl IntoIterator<Item = usize>) {
        for at in places {
            if self.leaves[at] != vector[at] {
                self.put(at, vector[at]);
            }
        }
    }

    /// The root of what a step with this effect makes of the vector, if that is known.
    #[inline]
    pub fn after(&self, effect: u32, steps: &Steps, inner: &mut Pairs) -> Option<Root> {
        let mut changed = steps.changed(effect)?;
        let first = self.deal.blocks() as u32;
        // The nodes of one level that are others, and what they are.
        let mut level = [(0, 0); MOST_BLOCKS];
        let mut count = 0;
        while changed != 0 {
            let at = first + changed.trailing_zeros();
            *level.get_mut(count)? = (at, steps.get(self.nodes[at as usize], at, effect)?);
            count += 1;
            changed &= changed - 1;
        }
        while level[0].0 > 3 {
            let (mut next, mut kept) = (0, 0);
            while next < count {
                let (at, id) = level[next];
                next += 1;
                let pair = if at % 2 == 1 {
                    (self.nodes[at as usize - 1], id)
                } else if next < count && level[next].0 == at + 1 {
                    next += 1;
                    (id, level[next - 1].1)
                } else {
                    (id, self.nodes[at as usize + 1])
                };
                level[kept] = (at / 2, inner.intern(pair).0 << 1 | 1);
                kept += 1;
            }
            count = kept;
        }
        let mut root = root(&self.nodes);
        for &(at, id) in &level[..count] {
            *if at == 3 { &mut root.1 } else { &mut root.0 } = id;
        }
        Some(root)
    }

    /// Remembers that a step with this effect has changed the blocks as they are.
    pub fn learn(&self, steps: &mut Steps, effect: u32) {
        let first = self.deal.blocks() as u32;
        if first as usize <= Steps::BLOCKS {
            let changed = self.dirty.iter().fold(0, |changed, at| changed | 1 << (at - first));
            steps.put_changed(effect, changed);
            for &(at, old) in &self.old_nodes {
                steps.put(old, at, effect, self.nodes[at as usize]);
            }
        }
    }

    /// Looks up the blocks that have changed.
    pub fn fold_blocks(&mut self, blocks: &mut Blocks) {
        if self.dirty.len() > 1 {
            self.dirty.sort_unstable();
            self.dirty.dedup();
        }
        let first = self.deal.blocks() as u32;
        for next in 0..self.dirty.len() {
            let at = self.dirty[next];
            let words = &self.dealt[self.deal.range((at - first) as usize)];
            let id = blocks.intern(words) << 1;
            self.put_node(at, id);
        }
    }

    /// Looks up what is above the blocks that have changed, and gives the pair at the root.
    pub fn fold(&mut self, inner: &mut Pairs) -> Root {
        let mut dirty = std::mem::take(&mut self.dirty);
        // All of them are of one level.
        while dirty.first().is_some_and(|&at| at > 3) {
            let (mut kept, mut last) = (0, 0);
            for next in 0..dirty.len() {
                let at = dirty[next] / 2;
                if at != last {
                    last = at;
                    dirty[kept] = at;
                    kept += 1;
                    let pair = (self.nodes[2 * at as usize], self.nodes[2 * at as usize + 1]);
                    self.put_node(at, inner.intern(pair).0 << 1 | 1);
                }
            }
            dirty.truncate(kept);
        }
        dirty.clear();
        self.dirty = dirty;
        root(&self.nodes)
    }

    /// What was changed stays.
    #[inline]
    pub fn keep(&mut self) {
        self.old_leaves.clear();
        self.old_nodes.clear();
    }

    /// Takes back what was changed. No node and no component is changed twice in between.
    #[inline]
    pub fn restore(&mut self) {
        for (at, old) in self.old_nodes.drain(..) {
            self.nodes[at as usize] = old;
        }
        for (at, old) in self.old_leaves.drain(..) {
            self.leaves[at as usize] = old;
            self.dealt[self.deal.places[at as usize].0 as usize] = old;
        }
    }

    /// Whether the tree of a root has the form of this one: its vectors are as long.
    pub fn has_form(&self, root: Root, blocks: &Blocks, inner: &Pairs) -> bool {
        // Block 0 is empty and in no state, so a right half of 0 is none at all.
        let is_one_block = self.nodes.len() == 2;
        !self.is_none()
            && (root.1 == 0) == is_one_block
            && self.tops(root).all(|(at, id)| self.fits(blocks, inner, at, id))
    }

    /// Makes the tree of a root, which has this form, the present one, and says in `moved` what has changed in the vector.
    pub fn stand_at(&mut self, root: Root, blocks: &Blocks, inner: &Pairs) {
        self.moved.clear();
        self.tops(root).for_each(|(at, id)| self.take(blocks, inner, at, id));
    }

    /// The nodes that a root is made of.
    fn tops(&self, (left, right): Root) -> impl Iterator<Item = Node> + use<> {
        let is_one_block = self.nodes.len() == 2;
        let tops = if is_one_block { [Some((1, left)), None] } else { [Some((2, left)), Some((3, right))] };
        tops.into_iter().flatten()
    }

    /// The block at a node, if it is one.
    #[inline]
    fn block(&self, at: usize) -> Option<usize> {
        at.checked_sub(self.deal.blocks())
    }

    /// Whether the tree below `id` has the form of the one at this place.
    fn fits(&self, blocks: &Blocks, inner: &Pairs, at: usize, id: u32) -> bool {
        if self.nodes[at] == id {
            return true;
        }
        if let Some(block) = self.block(at) {
            return id & 1 == 0 && blocks.get(id >> 1).len() == self.deal.range(block).len();
        }
        let half = |at, id| self.fits(blocks, inner, at, id);
        let both = |(left, right)| half(2 * at, left) && half(2 * at + 1, right);
        id & 1 == 1 && both(inner.get(id >> 1))
    }

    /// Takes over the tree below `id`, which fits.
    fn take(&mut self, blocks: &Blocks, inner: &Pairs, at: usize, id: u32) {
        if std::mem::replace(&mut self.nodes[at], id) == id {
            return;
        }
        let Some(block) = self.block(at) else {
            let (left, right) = inner.get(id >> 1);
            self.take(blocks, inner, 2 * at, left);
            return self.take(blocks, inner, 2 * at + 1, right);
        };
        let dealt = &mut self.dealt[self.deal.range(block)];
        let words = blocks.get(id >> 1).iter().zip(dealt);
        for (component, (&word, old)) in self.deal.components(block).zip(words) {
            if *old != word {
                *old = word;
                self.leaves[component] = word;
                self.moved.push(component as u32);
            }
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let lists =
            self.leaves.capacity() + self.dealt.capacity() + self.nodes.capacity() + self.dirty.capacity();
        let pairs = self.old_leaves.capacity() + self.old_nodes.capacity();
        (lists + self.moved.capacity()) * 4 + pairs * 8 + self.deal.bytes()
    }
}

/// The one or two ids at the top of a tree as a pair.
#[inline]
#[mutant("tree-without-right-half", (nodes[nodes.len().min(3) - 1], 0))]
fn root(nodes: &[u32]) -> Root {
    match nodes {
        [_, _, left, right, ..] => (*left, *right),
        _ => (nodes[1], 0),
    }
}
