//! How visited states are remembered.

mod bitstate;
mod blocks;
mod compact;
mod nothing;
mod pairs;
mod tree;

pub use bitstate::Bitstate;
pub use compact::Compact;
pub use nothing::Nothing;
pub use tree::Tree;

use commute_machine::Fingerprint;

/// What a store says of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inserted {
    /// Whether it was not there before.
    pub new: bool,
    /// What the store knows it by: equal states have equal keys.
    pub key: u64,
}

/// A set of states.
pub trait Store {
    /// Adds the present state of the machine, as it wants to be stored.
    fn insert<M: Fingerprint>(&mut self, machine: &mut M) -> Inserted;

    /// How many states were new.
    fn len(&self) -> u64;

    /// Bytes in use.
    fn bytes(&self) -> usize;

    /// Bytes that it will need in addition, all at once, if a table is about to grow.
    fn growth(&self) -> usize {
        0
    }

    /// Writes the vector of the `index`-th new state to `out`, if the store can (`can_load`).
    fn vector(&self, index: u64, out: &mut Vec<u32>);

    /// Whether states can be got back.
    const CAN_LOAD: bool;

    /// The probability that a new state was taken for an old one, so far.
    fn omission(&self) -> f64;
}
