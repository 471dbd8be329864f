//! Finding a strongly connected component that meets every acceptance set, while the graph is walked depth-first.
//!
//! # Source
//! Couvreur 1999, section 4 (the emptiness check for generalised automata), a form of Tarjan's algorithm.
//!
//! # Idea
//! Keep a stack of the components found so far on the current path, each with its lowest-numbered state (its root)
//! and the union of the marks inside it. A step to a state of an earlier component closes a cycle, so all components
//! from that one on become one. If its marks are all there are, a cycle through all of them exists and the
//! search is over; nothing needs to be walked twice, which a nested search would. When the search leaves a root, its
//! component is complete and its states are dead: no cycle through them accepts.
//!
//! # Notation
//! SCC: `roots`; Arc: `Root::entered`; H (the order of discovery): the keys, which the exact store gives out in
//! that order; remove: [`Components::leave`].
//!
//! # Premises
//! - Depth-first order, every state stored, keys numbered by discovery: `check.rs` asks for that; the last is asserted.
//! - The search says how deep it stands, so that which states it has left need not be told.
//!
//! # Deviations
//! - D1: none of substance; leaving is noticed at the next step instead of at once.

use commute_mutants::mutant;

/// A component, so far.
struct Root {
    /// Its state that was discovered first.
    number: u64,
    /// Where that state is on the path.
    depth: u64,
    /// The marks of the step into it.
    entered: u64,
    /// The marks of the steps inside.
    marks: u64,
}

impl Root {
    /// The marks of the component and of the step into it.
    #[mutant("ltl-forgets-entering-marks", self.marks)]
    fn all_marks(&self) -> u64 {
        self.marks | self.entered
    }
}

/// The components on the current path.
#[derive(Default)]
pub struct Components {
    roots: Vec<Root>,
    /// The states of these components, by discovery.
    members: Vec<u64>,
    /// A bit for each state: it belongs to a component that is complete.
    dead: Vec<u64>,
    discovered: u64,
}

impl Components {
    /// All states at this depth or below it have been left.
    fn leave(&mut self, depth: u64) {
        while let Some(root) = self.roots.pop_if(|root| root.depth >= depth) {
            while let Some(member) = self.members.pop_if(|member| *member >= root.number) {
                self.dead[member as usize / 64] |= 1 << (member % 64);
            }
        }
    }

    /// A step has led to a new state, which has this depth.
    pub fn discovered(&mut self, number: u64, depth: u64, marks: u64) {
        assert_eq!(number, self.discovered, "[commute internal bug] states are numbered by discovery");
        self.leave(depth);
        self.discovered += 1;
        self.dead.resize(self.discovered.div_ceil(64) as usize, 0);
        self.members.push(number);
        self.roots.push(Root { number, depth, entered: marks, marks: 0 });
    }

    /// A step from the state above `depth` has led to a state that was seen before. The marks of the component that
    /// this makes, if it makes one.
    pub fn revisited(&mut self, number: u64, depth: u64, mut marks: u64) -> Option<u64> {
        self.leave(depth);
        if self.is_dead(number) {
            return None;
        }
        while let Some(root) = self.roots.pop_if(|root| root.number > number) {
            marks |= root.all_marks();
        }
        let root = self.roots.last_mut()?;
        root.marks |= marks;
        Some(root.marks)
    }

    fn is_dead(&self, number: u64) -> bool {
        self.dead[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Whether a state belongs to the last component.
    pub fn in_last(&self, number: u64) -> bool {
        number < self.discovered && !self.is_dead(number) && self.root().is_some_and(|root| number >= root.0)
    }

    /// The number and the depth of the root of the last component.
    pub fn root(&self) -> Option<(u64, u64)> {
        self.roots.last().map(|root| (root.number, root.depth))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.roots.capacity() * size_of::<Root>() + (self.members.capacity() + self.dead.capacity()) * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ltl::random::Random;

    const STATES: usize = 6;
    const ALL: u64 = 0b11;

    /// Steps as (from, to, marks).
    type Graph = Vec<(usize, usize, u64)>;

    fn walk(
        graph: &Graph,
        at: usize,
        depth: u64,
        numbers: &mut [Option<u64>],
        found: &mut Components,
    ) -> bool {
        graph.iter().filter(|step| step.0 == at).any(|&(_, to, marks)| match numbers[to] {
            Some(number) => found.revisited(number, depth + 1, marks) == Some(ALL),
            None => {
                let number = numbers.iter().flatten().count() as u64;
                numbers[to] = Some(number);
                found.discovered(number, depth + 1, marks);
                walk(graph, to, depth + 1, numbers, found)
            }
        })
    }

    /// The same by the definition: which states reach which, by squaring.
    fn by_definition(graph: &Graph) -> bool {
        let mut reach = [[false; STATES]; STATES];
        graph.iter().for_each(|&(a, b, _)| reach[a][b] = true);
        for via in 0..STATES {
            for a in 0..STATES {
                for b in 0..STATES {
                    reach[a][b] |= reach[a][via] && reach[via][b];
                }
            }
        }
        let inside =
            |s: usize, &&(a, b, _): &&(usize, usize, u64)| (a == s || reach[s][a]) && (b == s || reach[b][s]);
        let marks = |s| graph.iter().filter(|step| inside(s, step)).fold(0, |m, step| m | step.2);
        (0..STATES).any(|s| (s == 0 || reach[0][s]) && reach[s][s] && marks(s) == ALL)
    }

    #[test]
    fn accepting_components_are_those_of_the_definition() {
        let mut random = Random::new(7);
        let mut accepted = 0;
        for _ in 0..5000 {
            let steps = 4 + random.below(10);
            let mut step = || (random.below(STATES), random.below(STATES), 1 << random.below(4) & ALL);
            let graph: Graph = (0..steps).map(|_| step()).collect();
            let mut numbers = [None; STATES];
            let mut found = Components::default();
            numbers[0] = Some(0);
            found.discovered(0, 0, 0);
            let accepts = walk(&graph, 0, 0, &mut numbers, &mut found);
            assert_eq!(accepts, by_definition(&graph), "{graph:?}");
            accepted += usize::from(accepts);
        }
        assert!((500..4500).contains(&accepted), "{accepted} of 5000");
    }
}
