//! No store: every state is new. The search then explores executions rather than states (Sto00 section 3), and needs nothing of
//! a machine but that it can be stepped and brought back.

use super::{Inserted, OfStates, Sees, Store, StoreOf};

/// Counts states and forgets them.
#[derive(Default)]
pub struct Nothing {
    met: u64,
}

impl OfStates for Nothing {}

impl<M> StoreOf<M> for Nothing
where
    Nothing: Sees<M>,
{
    fn insert(&mut self, _machine: &mut M) -> Inserted {
        self.met += 1;
        Inserted { new: true, key: self.met }
    }
}

impl Store for Nothing {
    const CAN_LOAD: bool = false;

    fn len(&self) -> u64 {
        self.met
    }

    fn bytes(&self) -> usize {
        0
    }

    fn vector(&self, _index: u64, _out: &mut Vec<u32>) {
        panic!("[commute internal bug] nothing was stored, so nothing can be got back");
    }

    fn omission(&self) -> f64 {
        0.0
    }
}

/// The same for machines whose states cannot even be looked at: programs that are executed.
#[derive(Default)]
pub struct Unseen(Nothing);

impl<M> Sees<M> for Unseen {
    fn state(_machine: &M) -> &[u32] {
        &[]
    }
    fn load(_machine: &mut M, _state: &[u32]) {
        panic!("[commute internal bug] nothing was stored, so nothing can be got back");
    }
    fn component_bytes(_machine: &M) -> usize {
        0
    }
    fn components(_machine: &M) -> usize {
        0
    }
    fn content(_machine: &M) -> u64 {
        0
    }
}

impl<M> StoreOf<M> for Unseen {
    fn insert(&mut self, _machine: &mut M) -> Inserted {
        self.0.met += 1;
        Inserted { new: true, key: self.0.met }
    }
}

impl Store for Unseen {
    const CAN_LOAD: bool = false;

    fn len(&self) -> u64 {
        self.0.len()
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn vector(&self, index: u64, out: &mut Vec<u32>) {
        self.0.vector(index, out);
    }

    fn omission(&self) -> f64 {
        self.0.omission()
    }
}
