//! Formulas with negation at the atoms only, each kept once.

use commute_machine::Formula;
use std::collections::HashMap;

/// A formula in negation normal form; its parts are numbers of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// Constant.
    True,
    /// Constant.
    False,
    /// An atom, or its negation.
    Literal {
        /// The number of the atom.
        atom: u32,
        /// Whether it is not negated.
        positive: bool,
    },
    /// Both.
    And(u32, u32),
    /// One of them.
    Or(u32, u32),
    /// In the next state.
    Next(u32),
    /// The first until the second, which comes.
    Until(u32, u32),
    /// The second up to and including when the first holds, or for ever.
    Release(u32, u32),
}

/// All formulas met so far. Equal ones have one number, and parts have lower numbers than the whole.
#[derive(Default)]
pub struct Nodes {
    nodes: Vec<Node>,
    numbers: HashMap<Node, u32>,
}

impl Nodes {
    /// The formula with this number.
    pub fn get(&self, number: u32) -> Node {
        self.nodes[number as usize]
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Node)> + '_ {
        (0..).zip(self.nodes.iter().copied())
    }

    fn intern(&mut self, node: Node) -> u32 {
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() as u32 - 1
        })
    }

    /// The same as `node`, if possible simpler.
    fn simplified(&mut self, node: Node) -> u32 {
        let part = |n: u32| self.nodes[n as usize];
        let known = match node {
            Node::And(a, b) => match (part(a), part(b)) {
                (Node::True, _) => Some(b),
                (_, Node::True) => Some(a),
                (Node::False, _) => Some(a),
                (_, Node::False) => Some(b),
                _ => (a == b).then_some(a),
            },
            Node::Or(a, b) => match (part(a), part(b)) {
                (Node::False, _) => Some(b),
                (_, Node::False) => Some(a),
                (Node::True, _) => Some(a),
                (_, Node::True) => Some(b),
                _ => (a == b).then_some(a),
            },
            Node::Next(a) => matches!(part(a), Node::True | Node::False).then_some(a),
            Node::Until(a, b) => {
                let idle = matches!(part(a), Node::False) || matches!(part(b), Node::True | Node::False);
                // true U (a U b) = true U b would be a second formula; true U (true U b) is a part already.
                let again = matches!((part(a), part(b)), (Node::True, Node::Until(c, _)) if c == a);
                (idle || again || a == b).then_some(b)
            }
            Node::Release(a, b) => {
                let idle = matches!(part(a), Node::True) || matches!(part(b), Node::True | Node::False);
                let again = matches!((part(a), part(b)), (Node::False, Node::Release(c, _)) if c == a);
                (idle || again || a == b).then_some(b)
            }
            _ => None,
        };
        known.unwrap_or_else(|| self.intern(node))
    }

    /// `formula`, or its negation if not `positive`.
    pub fn add(&mut self, formula: &Formula, positive: bool) -> u32 {
        let node = match formula {
            Formula::Atom(atom) => Node::Literal { atom: *atom, positive },
            Formula::Not(a) => return self.add(a, !positive),
            Formula::Next(a) => Node::Next(self.add(a, positive)),
            Formula::And(a, b) => self.pair(positive, (a, positive), (b, positive)),
            Formula::Or(a, b) => self.pair(!positive, (a, positive), (b, positive)),
            Formula::Implies(a, b) => self.pair(!positive, (a, !positive), (b, positive)),
            Formula::Until(a, b) => self.lasting(positive, a, b, positive),
            Formula::Release(a, b) => self.lasting(!positive, a, b, positive),
            Formula::Eventually(a) => self.at_some_time(positive, a, positive),
            Formula::Always(a) => self.at_some_time(!positive, a, positive),
        };
        self.simplified(node)
    }

    fn pair(&mut self, both: bool, a: (&Formula, bool), b: (&Formula, bool)) -> Node {
        let (a, b) = (self.add(a.0, a.1), self.add(b.0, b.1));
        if both { Node::And(a, b) } else { Node::Or(a, b) }
    }

    fn lasting(&mut self, until: bool, a: &Formula, b: &Formula, positive: bool) -> Node {
        let (a, b) = (self.add(a, positive), self.add(b, positive));
        if until { Node::Until(a, b) } else { Node::Release(a, b) }
    }

    /// `<> a = true U a`, `[] a = false R a`.
    fn at_some_time(&mut self, some: bool, a: &Formula, positive: bool) -> Node {
        let a = self.add(a, positive);
        if some {
            Node::Until(self.intern(Node::True), a)
        } else {
            Node::Release(self.intern(Node::False), a)
        }
    }
}

/// Whether a formula speaks of the next state.
pub fn has_next(formula: &Formula) -> bool {
    match formula {
        Formula::Atom(_) => false,
        Formula::Next(_) => true,
        Formula::Not(a) | Formula::Always(a) | Formula::Eventually(a) => has_next(a),
        Formula::And(a, b)
        | Formula::Or(a, b)
        | Formula::Implies(a, b)
        | Formula::Until(a, b)
        | Formula::Release(a, b) => has_next(a) || has_next(b),
    }
}
