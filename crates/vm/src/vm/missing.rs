//! What a program lacks that executions came to.

use super::Vm;
use commute_machine::Interrupt;
use std::collections::BTreeSet;

impl Vm {
    /// The numbers of what executions have come to so far that the front end has not translated, but could.
    pub fn missing(&self) -> BTreeSet<u32> {
        self.code.refusals.borrow().missing()
    }

    /// Raises this as soon as so much is missing that it is not worth while to search on.
    pub fn stop_if_missing(&mut self, interrupt: Interrupt) {
        self.code.refusals.borrow_mut().stop_with(interrupt);
    }
}
