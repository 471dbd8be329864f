//! Alias sets: classes of references that may name the same objects.

use std::collections::{HashMap, HashSet};

/// The most alias sets of a context that is copied at a call. Copying can double them with each call.
pub const MAX_CONTEXT: usize = 10_000;

/// An alias set. Several numbers may stand for the same one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node(u32);

/// The alias set of all that global variables and static objects reach; each field of it is itself.
pub const GLOBAL: Node = Node(0);

/// Where an object holds references.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// A field, by its index.
    Field(u32),
    /// All elements of an array or sequence, or messages of a channel.
    Elements,
}

/// A place that starts threads: function and instruction.
pub type Site = (u32, u32);

/// The threads started below a function, directly or not, that access an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Started {
    /// None of them.
    #[default]
    None,
    /// Only the thread started at this place, which is executed at most once.
    At(Site),
    /// Perhaps several.
    Several,
}

/// Which threads access an object, as a function knows it.
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

    /// The same as the starter of a thread sees it: `thread` is the new thread, or several of them.
    pub fn in_started(self, thread: Started) -> Accessors {
        let own = Accessors { own: false, started: if self.own { thread } else { Started::None } };
        let below = match (self.started, thread) {
            (Started::At(_), Started::Several) => Started::Several,
            (started, _) => started,
        };
        own.join(Accessors { own: false, started: below })
    }
}

/// What is known of an alias set.
pub struct AliasSet {
    /// The set it was united with, or itself.
    parent: Node,
    fields: Vec<(Key, Node)>,
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
        let global = sets.fresh();
        sets.share(global);
        sets
    }

    /// A new alias set.
    pub fn fresh(&mut self) -> Node {
        let node = Node(self.sets.len() as u32);
        self.sets.push(AliasSet {
            parent: node,
            fields: Vec::new(),
            accessors: Accessors::default(),
            shared: false,
        });
        node
    }

    /// The number that stands for the alias set.
    fn find(&mut self, mut node: Node) -> Node {
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
            let fields = std::mem::take(&mut self[lost].fields);
            if kept == GLOBAL {
                work.extend(fields.into_iter().map(|(_, field)| (field, GLOBAL)));
                continue;
            }
            self[kept].shared |= self[lost].shared;
            self[kept].accessors = self[kept].accessors.join(self[lost].accessors);
            for (key, field) in fields {
                match self.known_field(kept, key) {
                    Some(known) => work.push((known, field)),
                    None => self[kept].fields.push((key, field)),
                }
            }
        }
    }

    fn known_field(&self, root: Node, key: Key) -> Option<Node> {
        self[root].fields.iter().find(|(k, _)| *k == key).map(|&(_, field)| field)
    }

    /// The alias set of what the objects of `node` hold at `key`.
    pub fn field(&mut self, node: Node, key: Key) -> Node {
        let node = self.find(node);
        if node == GLOBAL {
            return GLOBAL;
        }
        self.known_field(node, key).unwrap_or_else(|| {
            let field = self.fresh();
            self[node].fields.push((key, field));
            field
        })
    }

    /// Notes who accesses the objects of `node`.
    pub fn access(&mut self, node: Node, by: Accessors) {
        let node = self.find(node);
        self[node].accessors = self[node].accessors.join(by);
    }

    /// Notes that several threads access the objects of `node`.
    pub fn share(&mut self, node: Node) {
        let node = self.find(node);
        self[node].shared = true;
    }

    /// Whether several threads may access an object of `node`.
    pub fn is_shared(&mut self, node: Node) -> bool {
        let node = self.find(node);
        self[node].shared || self[node].accessors.are_several()
    }

    /// Copies all alias sets that `roots` reach, with accessors as `seen` changes them. If they are too many,
    /// they become [`GLOBAL`] first.
    pub fn copy(&mut self, roots: &[Node], seen: impl Fn(Accessors) -> Accessors) -> Copies {
        let mut originals = self.reachable(roots);
        if originals.len() > MAX_CONTEXT {
            roots.iter().for_each(|&root| self.unite(root, GLOBAL));
            originals.clear();
        }
        let mut copies = Copies::default();
        for &original in &originals {
            let copy = self.fresh();
            self[copy].accessors = seen(self[original].accessors);
            copies.of.insert(original, copy);
        }
        for &original in &originals {
            let copy = copies.of[&original];
            for (key, field) in self[original].fields.clone() {
                let field = copies.get(self, field);
                self[copy].fields.push((key, field));
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
                work.extend(self[node].fields.iter().map(|&(_, field)| field));
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
        Accessors { own: false, started: Started::At((0, site)) }
    }

    #[test]
    fn uniting_unites_fields_even_in_circles() {
        let mut sets = AliasSets::new();
        let (a, b) = (sets.fresh(), sets.fresh());
        let (next_a, next_b) = (sets.field(a, Key::Field(1)), sets.field(b, Key::Field(1)));
        sets.unite(next_a, a);
        sets.access(next_b, ME);
        sets.access(a, at(1));
        assert!(!sets.is_shared(a));
        sets.unite(a, b);
        assert_eq!(sets.find(next_b), sets.find(a));
        assert!(sets.is_shared(b), "own access through b, and the thread's through a");
    }

    #[test]
    fn what_global_objects_reach_is_global() {
        let mut sets = AliasSets::new();
        let a = sets.fresh();
        let inner = sets.field(a, Key::Elements);
        sets.unite(a, GLOBAL);
        assert_eq!(sets.find(inner), GLOBAL);
        assert_eq!(sets.field(a, Key::Field(7)), GLOBAL);
        assert!(sets.is_shared(inner));
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
        assert!(sets.is_shared(last), "the callee's own alias sets are, too");
    }

    /// All pairs of accessors: joining is a join, and seen from the starter nobody is forgotten.
    #[test]
    fn accessors_are_a_lattice() {
        let all: Vec<Accessors> = [false, true]
            .into_iter()
            .flat_map(|own| {
                [Started::None, Started::At((0, 1)), Started::At((0, 2)), Started::Several]
                    .map(|started| Accessors { own, started })
            })
            .collect();
        for &a in &all {
            assert_eq!(a.join(a), a);
            for thread in [Started::At((0, 3)), Started::Several] {
                let seen = a.in_started(thread);
                assert!(!seen.own);
                assert!(!a.are_several() || seen.are_several());
                assert_eq!(seen == Accessors::default(), a == Accessors::default());
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
        assert_eq!(ME.in_started(Started::At((0, 1))), at(1));
        assert_eq!(at(2).in_started(Started::At((0, 1))), at(2));
    }
}
