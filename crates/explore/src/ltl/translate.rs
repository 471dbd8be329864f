//! From a formula to an automaton: transition-based generalised Buechi, by a tableau.
//!
//! # Source
//! Couvreur 1999 (On-the-fly verification of linear temporal logic), section 3, for transitions that carry the
//! acceptance; Gastin and Oddoux 2001 (Fast LTL to Buechi automata translation), sections 3-4, for building them
//! part by part and for dropping those that another makes superfluous. The tableau itself is that of Gerth, Peled,
//! Vardi and Wolper 1995.
//!
//! # Idea
//! A state is a set of formulas that the rest of the word has to satisfy. Each formula says what it asks of the
//! present letter and of the rest: `a U b` either asks for `b`, or for `a` and, of the rest, `a U b` again; it is
//! then *postponed*. A transition of a state takes one such way for each of its formulas. A run that postpones the same
//! until for ever is not accepting: for each until there is a set of the transitions that do not postpone it, and
//! every set has to be met again and again.
//!
//! # Notation
//! sigma: `requires` and `forbids`, as bits; the promises of Couvreur: `postpones`, whose complement is the
//! acceptance marks; reduction of transitions (GO01 section 4.4): [`Way::makes_superfluous`].
//!
//! # Premises
//! - Every state is a set of parts of the formula. If that has no next-time operator, what is accepted from *any*
//!   state does not depend on how often a letter is repeated; and from a state whose formulas are true the
//!   transition that postpones an until only while its right side is false exists, or one that asks for no more and
//!   postpones no more. This is what reductions need (`check.rs`).
//!
//! # Deviations
//! - D1: there is no well-kept crate for this (Spot and Owl are C++ and Java), so it is done here.
//! - D2: a transition's acceptance is that it does not postpone, not GO01's weaker condition: fewer marks, the
//!   same language, and the reduction rests on it (`check.rs`).
//! - D3: states are not merged if they have the same transitions.

use super::normal_form::{Node, Nodes};
use commute_machine::Formula;
use std::collections::HashMap;

/// The most ways of a formula, before those that are superfluous are dropped, and the most states.
const MOST: usize = 1 << 14;
/// The most untils: their marks, and one more, are bits of a word.
const MOST_UNTILS: usize = 32;

/// A transition of the automaton, or what one formula asks for in one of its ways.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    /// Atoms that have to be true.
    requires: u64,
    /// Atoms that have to be false.
    forbids: u64,
    /// What the rest of the word has to satisfy: sorted numbers of formulas.
    rest: Vec<u32>,
    /// The untils that are put off.
    postpones: u64,
}

impl Way {
    fn free() -> Self {
        Self { requires: 0, forbids: 0, rest: Vec::new(), postpones: 0 }
    }

    /// Both at once, if they do not contradict each other.
    fn and(&self, other: &Way) -> Option<Way> {
        let (requires, forbids) = (self.requires | other.requires, self.forbids | other.forbids);
        let mut rest = self.rest.clone();
        rest.extend_from_slice(&other.rest);
        rest.sort_unstable();
        rest.dedup();
        let both = Way { requires, forbids, rest, postpones: self.postpones | other.postpones };
        (requires & forbids == 0).then_some(both)
    }

    /// Whether this way can be taken whenever `other` can, and leads to no more obligations.
    fn makes_superfluous(&self, other: &Way) -> bool {
        let within = |a: u64, b: u64| a & !b == 0;
        within(self.requires, other.requires)
            && within(self.forbids, other.forbids)
            && within(self.postpones, other.postpones)
            && self.rest.iter().all(|n| other.rest.binary_search(n).is_ok())
    }
}

/// A transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    requires: u64,
    forbids: u64,
    /// The acceptance sets it belongs to.
    pub marks: u64,
    /// Where it leads.
    pub target: u32,
}

impl Edge {
    /// Whether it can be taken at a letter: the set of atoms that are true.
    pub fn accepts(&self, letter: u64) -> bool {
        letter & self.requires == self.requires && letter & self.forbids == 0
    }
}

/// An automaton. State 0 is the initial one.
pub struct Automaton {
    states: Vec<Vec<Edge>>,
    sets: u32,
}

impl Automaton {
    /// The transitions from a state.
    pub fn edges(&self, state: u32) -> &[Edge] {
        &self.states[state as usize]
    }

    /// How many acceptance sets there are, at least one.
    pub fn sets(&self) -> u32 {
        self.sets
    }

    /// How many states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.states.iter().map(|edges| edges.capacity() * size_of::<Edge>()).sum()
    }
}

/// Why a formula has no automaton here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// Too many untils.
    Untils,
    /// Too many states or transitions.
    Automaton,
}

/// An automaton for the words that satisfy `formula`, or, if not `positive`, for those that do not.
pub fn translate(formula: &Formula, positive: bool) -> Result<Automaton, TooLarge> {
    let mut nodes = Nodes::default();
    let root = nodes.add(formula, positive);
    let untils = nodes.iter().filter(|(_, node)| matches!(node, Node::Until(..))).map(|(n, _)| n);
    let bits: HashMap<u32, u64> = untils.enumerate().map(|(i, n)| (n, 1 << i.min(63))).collect();
    if bits.len() > MOST_UNTILS {
        return Err(TooLarge::Untils);
    }
    let ways = ways_of_all(&nodes, &bits)?;
    let mut first = Vec::new();
    conjuncts(&nodes, root, &mut first);
    let states = states_from(first, &ways, marks(bits.len()))?;
    Ok(Automaton { states, sets: bits.len().max(1) as u32 })
}

/// The marks of all sets; there is one set even if there are no untils, so that a run has to go on to be accepting.
fn marks(untils: usize) -> u64 {
    (1 << untils.max(1)) - 1
}

/// Explores the states from the first.
fn states_from(first: Vec<u32>, ways: &[Vec<Way>], all: u64) -> Result<Vec<Vec<Edge>>, TooLarge> {
    let mut numbers = HashMap::from([(first.clone(), 0u32)]);
    let mut known = vec![first];
    let mut states: Vec<Vec<Edge>> = Vec::new();
    while states.len() < known.len() {
        let mut here = vec![Way::free()];
        for &formula in &known[states.len()] {
            here = product(&here, &ways[formula as usize])?;
        }
        let mut edges = Vec::with_capacity(here.len());
        for way in here {
            let target = *numbers.entry(way.rest).or_insert_with_key(|rest| {
                known.push(rest.clone());
                known.len() as u32 - 1
            });
            let marks = all & !way.postpones;
            edges.push(Edge { requires: way.requires, forbids: way.forbids, marks, target });
        }
        states.push(edges);
        if known.len() > MOST {
            return Err(TooLarge::Automaton);
        }
    }
    Ok(states)
}

/// The ways of every formula; parts come before the whole.
fn ways_of_all(nodes: &Nodes, bits: &HashMap<u32, u64>) -> Result<Vec<Vec<Way>>, TooLarge> {
    let mut ways: Vec<Vec<Way>> = Vec::new();
    for (number, node) in nodes.iter() {
        let of = |part: u32| &ways[part as usize];
        let again = Way { rest: vec![number], ..Way::free() };
        let found = match node {
            Node::True => vec![Way::free()],
            Node::False => Vec::new(),
            Node::Literal { atom, positive: true } => vec![Way { requires: 1 << atom, ..Way::free() }],
            Node::Literal { atom, positive: false } => vec![Way { forbids: 1 << atom, ..Way::free() }],
            Node::And(a, b) => product(of(a), of(b))?,
            Node::Or(a, b) => lean([&of(a)[..], of(b)].concat()),
            Node::Next(a) => {
                let mut rest = Vec::new();
                conjuncts(nodes, a, &mut rest);
                vec![Way { rest, ..Way::free() }]
            }
            Node::Until(a, b) => {
                let postponed = Way { postpones: bits[&number], ..again };
                lean([of(b).clone(), product(of(a), &[postponed])?].concat())
            }
            Node::Release(a, b) => {
                let ends = product(of(a), of(b))?;
                lean([ends, product(of(b), &[again])?].concat())
            }
        };
        ways.push(found);
    }
    Ok(ways)
}

/// The parts that a formula is a conjunction of, sorted.
fn conjuncts(nodes: &Nodes, formula: u32, out: &mut Vec<u32>) {
    match nodes.get(formula) {
        Node::True => {}
        Node::And(a, b) => [a, b].iter().for_each(|&part| conjuncts(nodes, part, out)),
        _ => out.push(formula),
    }
    out.sort_unstable();
    out.dedup();
}

/// One way of each.
fn product(left: &[Way], right: &[Way]) -> Result<Vec<Way>, TooLarge> {
    if left.len() * right.len() > MOST {
        return Err(TooLarge::Automaton);
    }
    Ok(lean(left.iter().flat_map(|a| right.iter().filter_map(|b| a.and(b))).collect()))
}

/// Without those that others make superfluous.
fn lean(ways: Vec<Way>) -> Vec<Way> {
    let mut kept: Vec<Way> = Vec::new();
    for way in ways {
        if !kept.iter().any(|k| k.makes_superfluous(&way)) {
            kept.retain(|k| !way.makes_superfluous(k));
            kept.push(way);
        }
    }
    kept
}

#[cfg(test)]
#[path = "translate_tests.rs"]
mod tests;
