//! No store: every state is new. The search then explores executions rather than states (Sto00 section 3), and needs nothing of
//! a machine but that it can be stepped and brought back.

use super::{Inserted, Store};
use commute_machine::Fingerprint;

/// Counts states and forgets them.
#[derive(Default)]
pub struct Nothing {
    met: u64,
}

impl Store for Nothing {
    const CAN_LOAD: bool = false;

    fn insert<M: Fingerprint>(&mut self, _machine: &mut M) -> Inserted {
        self.met += 1;
        Inserted { new: true, key: self.met }
    }

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
