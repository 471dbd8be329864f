//! Temporal formulas as a search sees them.

use crate::Machine;
use commute_forward::forwardable;

/// A linear temporal formula over numbered atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// The state predicate with this number.
    Atom(u32),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Box<Formula>, Box<Formula>),
    /// Disjunction.
    Or(Box<Formula>, Box<Formula>),
    /// Implication.
    Implies(Box<Formula>, Box<Formula>),
    /// In the next state.
    Next(Box<Formula>),
    /// Always.
    Always(Box<Formula>),
    /// At some time.
    Eventually(Box<Formula>),
    /// The left holds until the right does, which it does at some time.
    Until(Box<Formula>, Box<Formula>),
    /// The right holds up to and including when the left does, or for ever.
    Release(Box<Formula>, Box<Formula>),
}

/// A machine whose program states temporal properties.
#[forwardable]
pub trait Temporal: Machine {
    /// The temporal property with this number among all properties; `None` if that is not a temporal one.
    fn formula(&self, property: usize) -> Option<&Formula>;

    /// How many different atoms it has; they are numbered from zero.
    fn atom_count(&self, property: usize) -> usize;

    /// Which of its atoms, of which there are at most 64, are true in the present state: bit `n` for atom `n`. An
    /// undefined atom is not. `None` inside an atomic block that a choice has cut in two: no property sees that
    /// state.
    fn atoms(&self, property: usize) -> Option<u64>;
}
