//! The frozen part of the heap: what an initialiser leaves, which the walk of the heap passes over.
//!
//! A Java program begins with hundreds of objects that its library made (boxes, tables, texts), and a walk that meets
//! them in every state spends its time there. So those that hang on static objects and on globals that no thread writes
//! get the first *positions*, in the order in which a walk of the initial state meets them. Each position
//! remembers the word by which it was met, its *edge*. In any state, the object at a position is the one that its
//! edge leads to from the object at an earlier position. That is a numbering like any other: it depends on the shape of the heap alone.
//!
//! It is quick where it matters. A component that is the same as in the initial state has the same edges. If the
//! edges of those that differ (they are *thawed*) still lead where they did, every object is at its own
//! position, and only thawed objects can refer to anything else. Otherwise an edge was broken, some position may have another object or
//! none, and the walk meets everything.

use crate::code::{Code, GLOBALS_PER_GROUP};
use crate::components::CompId;
use crate::state::{DATA, State};
use commute_ir::analysis::CallGraph;
use commute_ir::{Instr, Place};
use commute_mutants::mutant;

/// Fewer objects are not worth it.
pub const FEWEST: usize = 64;

/// The word by which an object was first met.
#[derive(Clone, Copy)]
pub enum Edge {
    /// Of a group of globals.
    Global(usize, usize),
    /// Of the component of the object at an earlier position.
    Word(usize, usize),
}

/// The frozen objects.
pub struct Frozen {
    statics: usize,
    /// The edges of the positions after those of the static objects.
    edges: Vec<Edge>,
    /// For each group of globals and for each position, its edges: the word and the position it leads to.
    from_groups: Vec<Vec<(usize, u32)>>,
    from_objects: Vec<Vec<(usize, u32)>>,
    /// For each group of globals, which references threads may write.
    loose: Vec<Vec<usize>>,
    /// The initial components: of the groups of globals, and of the objects and pieces of arrays.
    groups: Vec<CompId>,
    objects: Vec<CompId>,
    /// For each of the latter, the object; none for a piece.
    number_of: Vec<Option<u32>>,
    /// What was thawed in the state that was last brought into its canonical form.
    thawed: Thawed,
}

/// What differs from the initial state: groups of globals and objects.
#[derive(Default)]
pub struct Thawed {
    groups: Vec<usize>,
    /// The objects.
    pub objects: Vec<u32>,
}

impl Frozen {
    /// The part with these edges, unless it has fewer than `fewest` objects.
    pub fn new(code: &Code, edges: Vec<Edge>, fewest: usize) -> Option<Self> {
        let statics = code.program.statics.len();
        if statics + edges.len() < fewest {
            return None;
        }
        let mut from_groups = vec![Vec::new(); code.global_refs.len()];
        let mut from_objects = vec![Vec::new(); statics + edges.len()];
        for (position, edge) in (statics as u32..).zip(&edges) {
            match *edge {
                Edge::Global(group, index) => from_groups[group].push((index, position)),
                Edge::Word(parent, word) => from_objects[parent].push((word, position)),
            }
        }
        Some(Self {
            statics,
            edges,
            from_groups,
            from_objects,
            loose: loose(code),
            groups: Vec::new(),
            objects: Vec::new(),
            number_of: Vec::new(),
            thawed: Thawed::default(),
        })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.from_objects.len()
    }

    /// Remembers the components of the initial state, which is in its canonical form.
    pub fn remember(&mut self, st: &State) {
        self.groups = st.vector[1..=self.from_groups.len()].to_vec();
        let end = st.dynamic_at() + self.edges.len();
        self.objects = st.vector[st.objects_at..end].to_vec();
        self.number_of = vec![None; self.objects.len()];
        for o in 0..self.len() {
            self.number_of[st.object_at(o as u64 + 1) - st.objects_at] = Some(o as u32);
        }
    }

    /// The components of objects and of pieces of arrays in the initial state.
    pub fn initial(&self) -> &[CompId] {
        &self.objects
    }

    /// Calls `f` with the place of each of them that a state has another component for, and with the object, unless it is a piece.
    pub fn for_each_difference(&self, st: &State, mut f: impl FnMut(usize, Option<u32>)) {
        let objects = &st.vector[st.objects_at..st.objects_at + self.objects.len()];
        differences(&self.objects, objects, |at| f(at, self.number_of[at]));
    }

    /// The groups of globals of which references must be looked at, with these.
    pub fn references<'a>(&'a self, code: &'a Code) -> impl Iterator<Item = (usize, &'a [usize])> {
        self.references_with(code, &self.thawed)
    }

    /// The same if this is thawed.
    pub fn references_with<'a>(
        &'a self,
        code: &'a Code,
        thawed: &'a Thawed,
    ) -> impl Iterator<Item = (usize, &'a [usize])> {
        let refs = |group: usize| {
            let all = thawed.groups.contains(&group);
            if all { &code.global_refs[group][..] } else { &self.loose[group][..] }
        };
        (0..self.loose.len()).map(move |group| (group, refs(group))).filter(|(_, refs)| !refs.is_empty())
    }

    /// The thawed objects of the state last looked at.
    pub fn thawed(&self) -> &[u32] {
        &self.thawed.objects
    }

    /// Finds what is thawed, and whether every edge leads where it did.
    pub fn is_intact(&mut self, code: &Code, st: &State) -> bool {
        let mut thawed = std::mem::take(&mut self.thawed);
        let is_intact = self.compare(code, st, &mut thawed);
        self.thawed = thawed;
        is_intact
    }

    /// Finds what is thawed in a state, and whether every edge leads where it did.
    pub fn compare(&self, code: &Code, st: &State, thawed: &mut Thawed) -> bool {
        thawed.objects.clear();
        thawed.groups.clear();
        let objects = st.vector.get(st.objects_at..st.objects_at + self.objects.len());
        // Before the initial state is remembered, nothing is where it will be.
        let Some(objects) = objects.filter(|objects| !objects.is_empty()) else { return false };
        let groups = &st.vector[1..=self.groups.len()];
        differences(&self.groups, groups, |group| thawed.groups.push(group));
        self.find_thawed_objects(objects, &mut thawed.objects);
        self.leads_as_before(code, st, thawed)
    }

    /// Adds to `out` the objects that differ from those of the initial state.
    #[inline]
    fn find_thawed_objects(&self, objects: &[CompId], out: &mut Vec<u32>) {
        differences(&self.objects, objects, |at| out.extend(self.number_of[at]));
    }

    /// Whether every edge of what is thawed leads where it did.
    #[inline]
    #[mutant("heap-stays-frozen", true)]
    fn leads_as_before(&self, code: &Code, st: &State, thawed: &Thawed) -> bool {
        let group_leads = |&group: &usize| self.group_leads(group, st.comps.words(st.vector[1 + group]));
        let object_leads = |&o: &u32| self.object_leads(code, o, st.object(u64::from(o) + 1));
        thawed.groups.iter().all(group_leads) && thawed.objects.iter().all(object_leads)
    }

    /// Whether the edges of a group of globals that has these words lead where they did.
    pub fn group_leads(&self, group: usize, words: &[u64]) -> bool {
        self.from_groups[group].iter().all(|edge| leads(words, edge))
    }

    /// The same for an object; those that are not frozen have no edges.
    pub fn object_leads(&self, code: &Code, o: u32, words: &[u64]) -> bool {
        let is_ref = |word: usize| code.refs[words[0] as usize].contains(word - DATA);
        let edges = self.from_objects.get(o as usize).map_or(&[][..], |edges| edges);
        edges.iter().all(|edge| is_ref(edge.0) && leads(words, edge))
    }

    /// Calls `meet` with the reference that each edge has, in the order of positions; it says whether the object
    /// was new, and so is at that position.
    pub fn follow_edges(&self, code: &Code, st: &State, mut meet: impl FnMut(u64) -> bool) {
        let mut at: Vec<u64> = (1..=self.statics as u64).collect();
        for edge in &self.edges {
            let reference = match *edge {
                Edge::Global(group, index) => st.comps.words(st.vector[1 + group])[index],
                Edge::Word(parent, word) => reference_in(code, st, at[parent], word),
            };
            at.push(if meet(reference) { reference } else { 0 });
        }
    }
}

/// Whether an edge, of what has these words, leads where it did.
#[inline]
fn leads(words: &[u64], &(word, to): &(usize, u32)) -> bool {
    words.get(word) == Some(&(u64::from(to) + 1))
}

/// The reference in a word of an object, or null if there is no such object or word.
fn reference_in(code: &Code, st: &State, object: u64, word: usize) -> u64 {
    if object == 0 {
        return 0;
    }
    let words = st.object(object);
    match words.get(word) {
        Some(&reference) if code.refs[words[0] as usize].contains(word - DATA) => reference,
        _ => 0,
    }
}

/// Calls `f` with every place at which two slices of one length differ.
pub fn differences(old: &[CompId], new: &[CompId], mut f: impl FnMut(usize)) {
    const WIDTH: usize = 16;
    let chunks = old.chunks(WIDTH).zip(new.chunks(WIDTH)).enumerate();
    for (chunk, (old, new)) in chunks.filter(|(_, (old, new))| old != new) {
        let differs = |&i: &usize| old[i] != new[i];
        (0..old.len()).filter(differs).for_each(|i| f(chunk * WIDTH + i));
    }
}

/// For each group of globals, which references some thread writes.
pub fn loose(code: &Code) -> Vec<Vec<usize>> {
    let program = &code.program;
    let running = CallGraph::new(program).reachable_from(program.threads.iter().map(|thread| thread.func));
    let mut written = vec![false; program.globals.len()];
    for instr in running.ones().flat_map(|f| &program.functions[f].code) {
        if let Instr::Store { place: Place::Global(g), .. } | Instr::Cas { place: Place::Global(g), .. } =
            instr
        {
            written[g.index()] = true;
        }
    }
    let is_loose = |group: usize, i: usize| written[group * GLOBALS_PER_GROUP + i];
    let groups = code.global_refs.iter().enumerate();
    groups.map(|(g, refs)| refs.iter().copied().filter(|&i| is_loose(g, i)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_differences_are_found() {
        let old: Vec<CompId> = (0..50).collect();
        for places in [&[][..], &[0], &[49], &[15, 16], &[31, 32, 33, 48]] {
            let mut new = old.clone();
            places.iter().for_each(|&at| new[at] += 100);
            let mut found = Vec::new();
            differences(&old, &new, |at| found.push(at));
            assert_eq!(found, places);
        }
    }
}
