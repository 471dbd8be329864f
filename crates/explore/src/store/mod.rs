//! How visited states are remembered.

mod bitstate;
mod blocks;
mod compact;
mod nothing;
mod pairs;
mod tree;

pub use bitstate::Bitstate;
pub use blocks::Blocks;
pub use compact::Compact;
pub use nothing::{Nothing, Unseen};
pub use tree::Tree;

use commute_machine::{Fingerprint, Transition};

/// What a store says of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inserted {
    /// Whether it was not there before.
    pub new: bool,
    /// What the store knows it by: equal states have equal keys.
    pub key: u64,
}

/// A set of states of machines `M`: what it needs of them, its implementation says.
pub trait StoreOf<M>: Store + Sees<M> {
    /// Adds the present state of the machine, as it wants to be stored.
    fn insert(&mut self, machine: &mut M) -> Inserted;

    /// Whether it is better to be shown several states before they are inserted, since to insert one is to wait for the memory.
    const GATHERS: bool = false;

    /// Notes the present state of the machine, which is to be inserted.
    fn gather(&mut self, _machine: &mut M) {
        unreachable!("[commute internal bug] this store does not gather states");
    }

    /// Notes the state that a step leads to whose effect has this number ([`Fingerprint::known_effect`]), from the state that it was
    /// brought to last, if the store knows that state too. Whether it does.
    fn gather_known(&mut self, _effect: u32) -> bool {
        false
    }

    /// As `gather`, of the state that a step with this effect has led to.
    fn gather_effect(&mut self, machine: &mut M, _effect: u32) {
        self.gather(machine);
    }

    /// The machine stands at the state that was gathered last, or something is wrong.
    fn check_last(&mut self, _machine: &mut M) {}

    /// All states that come next are gathered.
    fn fetch(&mut self) {}

    /// Adds the next one of those that were gathered.
    fn insert_gathered(&mut self) -> Inserted {
        unreachable!("[commute internal bug] this store does not gather states");
    }

    /// Brings the machine to the `index`-th new state. If it was brought to one before, it stands there again. The states inserted next
    /// are successors of it, and the machine has a mark there.
    fn go_to(&mut self, _machine: &mut M, _index: u64) {
        panic!("[commute internal bug] this store cannot give states back");
    }
}

/// What a search with this store can see of the states of a machine `M`.
pub trait Sees<M> {
    /// The present state; two states are the same if this is.
    fn state(machine: &M) -> &[u32];
    /// Brings a machine to a state that was stored.
    fn load(machine: &mut M, state: &[u32]);
    /// Bytes used by the components of states.
    fn component_bytes(machine: &M) -> usize;
    /// How many components there are.
    fn components(machine: &M) -> usize;
    /// A hash of what steps can see of the present state.
    fn content(machine: &M) -> u64;
    /// What a step does, as a number, if it is known ([`Fingerprint::known_effect`]).
    fn known_effect(_machine: &mut M, _step: Transition) -> Option<u32> {
        None
    }
}

/// Stores of machines whose states can be told apart.
pub trait OfStates: Store {}

impl<M: Fingerprint, S: OfStates> Sees<M> for S {
    #[inline]
    fn state(machine: &M) -> &[u32] {
        machine.vector()
    }
    fn load(machine: &mut M, state: &[u32]) {
        machine.load(state);
    }
    fn component_bytes(machine: &M) -> usize {
        machine.component_bytes()
    }
    fn components(machine: &M) -> usize {
        machine.components()
    }
    fn content(machine: &M) -> u64 {
        machine.content()
    }
    #[inline]
    fn known_effect(machine: &mut M, step: Transition) -> Option<u32> {
        machine.known_effect(step)
    }
}

/// What is the same for all machines.
pub trait Store {
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
