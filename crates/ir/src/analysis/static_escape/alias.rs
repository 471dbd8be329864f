//! Alias sets: classes of references that may name the same objects.

use std::collections::{HashMap, HashSet};

/// The most alias sets of a context that is copied at a call. Copying can double them with each call.
pub const MAX_CONTEXT: usize = 10_000;

/// An alias set. Several numbers may stand for the same one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node(u32);

/// The alias set of all that global variables and static objects reach; each field of it is itself.
pub const GLOBAL: Node = Node(0);

/// A part of an object: what it holds references in, and what is accessed by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Key {
    /// A field, by its index.
    Field(u32),
    /// All elements of an array or sequence, messages of a channel; what operations on objects access that are not instances.
    Elements,
    /// The monitor.
    Monitor,
}

/// A place that starts a thread, as a function sees it: the calls that lead there and the start, by their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Site(u32);

/// The sites of a program.
#[derive(Default)]
pub struct Sites(HashMap<(Point, Option<Site>), Site>);

/// An instruction: its function, and where it is there.
pub type Point = (u32, u32);

impl Sites {
    /// The site that begins with the instruction at `point`: a call that leads to `inner`, or a start, of `inner` or of what the new
    /// thread starts there.
    pub fn through(&mut self, point: Point, inner: Option<Site>) -> Site {
        let next = Site(self.0.len() as u32);
        *self.0.entry((point, inner)).or_insert(next)
    }
}

/// The threads started below a function, directly or not, that access a part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Started {
    /// None of them.
    #[default]
    None,
    /// Only the thread started at this place, which an execution of the function comes to at most once.
    At(Site),
    /// Perhaps several.
    Several,
}

/// Which threads access a part of an object, as a function knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accessors {
    /// The thread that runs the function.
    pub own: bool,
    /// Threads started below it.
    pub started: Started,
}

impl Accessors {
    fn join(self, other: Accessors) -> Accessors {
        let started = match (self.started, other.started) {
            (Started::None, s) | (s, Started::None) => s,
            (a, b) if a == b => a,
            _ => Started::Several,
        };
        Accessors { own: self.own || other.own, started }
    }

    fn are_several(self) -> bool {
        self.started == Started::Several || self.own && self.started != Started::None
    }

    /// The same as the starter of a thread sees it: `thread` is the new thread, or several of them. `below` says what
    /// the threads are that the new one started.
    pub fn in_started(self, thread: Started, below: impl FnMut(Site) -> Started) -> Accessors {
        let own = Accessors { own: false, started: if self.own { thread } else { Started::None } };
        own.join(Accessors { own: false, started: self.started.seen(below) })
    }

    /// The same as a caller sees it. `below` says what the threads are that were started in the call.
    pub fn in_called(self, below: impl FnMut(Site) -> Started) -> Accessors {
        Accessors { own: self.own, started: self.started.seen(below) }
    }
}

impl Started {
    fn seen(self, mut below: impl FnMut(Site) -> Started) -> Started {
        match self {
            Started::At(site) => below(site),
            known => known,
        }
    }
}

/// What is known of an alias set.
pub struct AliasSet {
    /// The set it was united with, or itself.
    parent: Node,
    parts: Vec<(Key, Part)>,
}

/// What is known of a part of the objects of an alias set.
#[derive(Clone, Copy, Default)]
struct Part {
    /// What it holds, if that is references that somebody looks at.
    holds: Option<Node>,
    accessors: Accessors,
    /// A caller says that several threads access it.
    shared: bool,
}

/// A copy of an alias set of a callee at a call.
#[derive(Clone, Copy)]
pub struct Link {
    /// The callee's.
    pub original: Node,
    /// The caller's.
    pub copy: Node,
}

/// All alias sets, with union-find.
pub struct AliasSets {
    sets: Vec<AliasSet>,
}

impl AliasSets {
    /// Only [`GLOBAL`].
    pub fn new() -> Self {
        let mut sets = Self { sets: Vec::new() };
        sets.fresh();
        sets
    }

    /// A new alias set.
    pub fn fresh(&mut self) -> Node {
        let node = Node(self.sets.len() as u32);
        self.sets.push(AliasSet { parent: node, parts: Vec::new() });
        node
    }

    /// The number that stands for the alias set.
    pub fn find(&mut self, mut node: Node) -> Node {
        while self[node].parent != node {
            let above = self[node].parent;
            self[node].parent = self[above].parent;
            node = above;
        }
        node
    }

    /// Makes two alias sets one, and then their fields.
    pub fn unite(&mut self, a: Node, b: Node) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            let (kept, lost) = if b == GLOBAL { (b, a) } else { (a, b) };
            self[lost].parent = kept;
            let parts = std::mem::take(&mut self[lost].parts);
            if kept == GLOBAL {
                work.extend(parts.into_iter().filter_map(|(_, part)| Some((part.holds?, GLOBAL))));
                continue;
            }
            for (key, part) in parts {
                let known = self.part(kept, key);
                known.shared |= part.shared;
                known.accessors = known.accessors.join(part.accessors);
                match (known.holds, part.holds) {
                    (Some(a), Some(b)) => work.push((a, b)),
                    (None, held) => known.holds = held,
                    (Some(_), None) => {}
                }
            }
        }
    }

    /// What is known of a part, where `root` stands for its alias set.
    fn part(&mut self, root: Node, key: Key) -> &mut Part {
        let parts = &mut self[root].parts;
        let at = parts.iter().position(|(k, _)| *k == key).unwrap_or_else(|| {
            parts.push((key, Part::default()));
            parts.len() - 1
        });
        &mut parts[at].1
    }

    /// The alias set of what the objects of `node` hold at `key`.
    pub fn field(&mut self, node: Node, key: Key) -> Node {
        let node = self.find(node);
        if node == GLOBAL {
            return GLOBAL;
        }
        self.part(node, key).holds.unwrap_or_else(|| {
            let field = self.fresh();
            self.part(node, key).holds = Some(field);
            field
        })
    }

    /// Notes who accesses a part of the objects of `node`.
    pub fn access(&mut self, node: Node, key: Key, by: Accessors) {
        let node = self.find(node);
        if node != GLOBAL {
            let part = self.part(node, key);
            part.accessors = part.accessors.join(by);
        }
    }

    /// Notes that several threads access a part of the objects of `node`.
    fn share(&mut self, node: Node, key: Key) {
        let node = self.find(node);
        if node != GLOBAL {
            self.part(node, key).shared = true;
        }
    }

    /// Whether several threads may access this part of an object of `node`.
    pub fn is_shared(&mut self, node: Node, key: Key) -> bool {
        let node = self.find(node);
        if node == GLOBAL {
            return true;
        }
        let part = self.part(node, key);
        part.shared || part.accessors.are_several()
    }

    /// What several threads access in the caller's copy, they access in the callee's original.
    pub fn share_original(&mut self, link: Link) {
        let original = self.find(link.original);
        let keys: Vec<Key> = self[original].parts.iter().map(|&(key, _)| key).collect();
        for key in keys {
            if self.is_shared(link.copy, key) {
                self.share(original, key);
            }
        }
    }

    /// Copies all alias sets that `roots` reach, with accessors as `seen` changes them. If they are too many,
    /// they become [`GLOBAL`] first.
    pub fn copy(&mut self, roots: &[Node], mut seen: impl FnMut(Accessors) -> Accessors) -> Copies {
        let mut originals = self.reachable(roots);
        if originals.len() > MAX_CONTEXT {
            roots.iter().for_each(|&root| self.unite(root, GLOBAL));
            originals.clear();
        }
        let mut copies = Copies::default();
        for &original in &originals {
            let copy = self.fresh();
            copies.of.insert(original, copy);
        }
        for &original in &originals {
            let copy = copies.of[&original];
            for (key, part) in self[original].parts.clone() {
                let holds = part.holds.map(|held| copies.get(self, held));
                let accessors = seen(part.accessors);
                self[copy].parts.push((key, Part { holds, accessors, shared: false }));
            }
        }
        copies
    }

    /// The alias sets that `roots` reach, other than [`GLOBAL`]; a little more than [`MAX_CONTEXT`] at most.
    fn reachable(&mut self, roots: &[Node]) -> Vec<Node> {
        let mut found = Vec::new();
        let mut seen = HashSet::from([GLOBAL]);
        let mut work = roots.to_vec();
        while let Some(node) = work.pop() {
            let node = self.find(node);
            if seen.insert(node) && found.len() <= MAX_CONTEXT {
                found.push(node);
                work.extend(self[node].parts.iter().filter_map(|(_, part)| part.holds));
            }
        }
        found
    }
}

impl std::ops::Index<Node> for AliasSets {
    type Output = AliasSet;
    fn index(&self, node: Node) -> &AliasSet {
        &self.sets[node.0 as usize]
    }
}

impl std::ops::IndexMut<Node> for AliasSets {
    fn index_mut(&mut self, node: Node) -> &mut AliasSet {
        &mut self.sets[node.0 as usize]
    }
}

/// The copies that a call made.
#[derive(Default)]
pub struct Copies {
    of: HashMap<Node, Node>,
}

impl Copies {
    /// The copy of `original`; what was not copied is [`GLOBAL`].
    pub fn get(&self, sets: &mut AliasSets, original: Node) -> Node {
        self.of.get(&sets.find(original)).copied().unwrap_or(GLOBAL)
    }

    /// All of them.
    pub fn links(self) -> impl Iterator<Item = Link> {
        self.of.into_iter().map(|(original, copy)| Link { original, copy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Accessors = Accessors { own: true, started: Started::None };

    fn at(site: u32) -> Accessors {
        Accessors { own: false, started: Started::At(Site(site)) }
    }

    #[test]
    fn uniting_unites_fields_even_in_circles() {
        let mut sets = AliasSets::new();
        let (a, b) = (sets.fresh(), sets.fresh());
        let (next_a, next_b) = (sets.field(a, Key::Field(1)), sets.field(b, Key::Field(1)));
        sets.unite(next_a, a);
        sets.access(next_b, Key::Monitor, ME);
        sets.access(a, Key::Monitor, at(1));
        sets.access(a, Key::Elements, at(1));
        assert!(!sets.is_shared(a, Key::Monitor));
        sets.unite(a, b);
        assert_eq!(sets.find(next_b), sets.find(a));
        assert!(sets.is_shared(b, Key::Monitor), "own access through b, and the thread's through a");
        assert!(!sets.is_shared(b, Key::Elements), "only the thread accesses them");
    }

    #[test]
    fn what_global_objects_reach_is_global() {
        let mut sets = AliasSets::new();
        let a = sets.fresh();
        let inner = sets.field(a, Key::Elements);
        sets.unite(a, GLOBAL);
        assert_eq!(sets.find(inner), GLOBAL);
        assert_eq!(sets.field(a, Key::Field(7)), GLOBAL);
        assert!(sets.is_shared(inner, Key::Monitor));
    }

    #[test]
    fn a_copy_has_the_same_form_and_leaves_the_original_alone() {
        let mut sets = AliasSets::new();
        let (list, item) = (sets.fresh(), sets.fresh());
        let next = sets.field(list, Key::Field(0));
        sets.unite(next, list);
        let held = sets.field(list, Key::Field(1));
        sets.unite(held, item);
        let copies = sets.copy(&[list], |a| a);
        let (new_list, new_item) = (copies.get(&mut sets, list), copies.get(&mut sets, item));
        assert_eq!(sets.field(new_list, Key::Field(0)), new_list);
        assert_eq!(sets.field(new_list, Key::Field(1)), new_item);
        assert_ne!(new_item, item);
        sets.unite(new_item, GLOBAL);
        assert_ne!(sets.find(item), GLOBAL);
    }

    #[test]
    fn too_large_a_context_becomes_global() {
        let mut sets = AliasSets::new();
        let root = sets.fresh();
        let mut last = root;
        for _ in 0..=MAX_CONTEXT {
            last = sets.field(last, Key::Field(0));
        }
        let copies = sets.copy(&[root], |a| a);
        assert_eq!(copies.get(&mut sets, root), GLOBAL);
        assert!(sets.is_shared(last, Key::Elements), "the callee's own alias sets are, too");
    }

    /// All pairs of accessors: joining is a join, and seen from the starter nobody is forgotten.
    #[test]
    fn accessors_are_a_lattice() {
        let all: Vec<Accessors> = [false, true]
            .into_iter()
            .flat_map(|own| {
                [Started::None, Started::At(Site(1)), Started::At(Site(2)), Started::Several]
                    .map(|started| Accessors { own, started })
            })
            .collect();
        for &a in &all {
            assert_eq!(a.join(a), a);
            for thread in [Started::At(Site(3)), Started::Several] {
                let seen = a.in_started(thread, Started::At);
                assert!(!seen.own);
                assert!(!a.are_several() || seen.are_several());
                assert_eq!(seen == Accessors::default(), a == Accessors::default());
                assert!(a.started != Started::At(Site(1)) || a.in_called(|_| Started::Several).are_several());
            }
            for &b in &all {
                assert_eq!(a.join(b), b.join(a));
                assert!(!a.are_several() || a.join(b).are_several());
                for &c in &all {
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)));
                }
            }
        }
        assert!(ME.join(at(1)).are_several());
        assert!(at(1).join(at(2)).are_several());
        assert_eq!(ME.in_started(Started::At(Site(1)), Started::At), at(1));
        assert_eq!(at(2).in_started(Started::At(Site(1)), |_| Started::At(Site(4))), at(4));
        assert_eq!(at(2).in_called(|_| Started::At(Site(4))), at(4));
    }
}
