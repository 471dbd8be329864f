//! What executions came to that the front end has not translated, but could.

use commute_machine::Interrupt;
use std::collections::BTreeSet;

/// After how many of them a search is stopped. Until then it goes on, since others may come to something else that is missing.
const ENOUGH: u32 = 64;

/// The numbers of what is missing ([`commute_ir::Instr::Refuse`]), as far as it was come to.
#[derive(Default)]
pub struct Refusals {
    missing: BTreeSet<u32>,
    times: u32,
    stop: Option<Interrupt>,
}

impl Refusals {
    /// An execution has come to what is missing.
    #[cold]
    pub fn add(&mut self, number: u32) {
        self.missing.insert(number);
        self.times += 1;
        if let Some(stop) = self.stop.as_ref().filter(|_| self.times >= ENOUGH) {
            stop.raise();
        }
    }

    /// Raises this as soon as it is not worth while to search on.
    pub fn stop_with(&mut self, interrupt: Interrupt) {
        self.stop = Some(interrupt);
    }

    /// What was missing.
    pub fn missing(&self) -> BTreeSet<u32> {
        self.missing.clone()
    }
}
