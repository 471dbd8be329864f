//! What executions came to: what a program lacks, and what is to be told of it.

use super::Vm;
use commute_ir::ProcessId;
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

    /// What executions have come to so far that whoever reads the verdict is told, each with the process it is about.
    pub fn remarks(&self) -> Vec<String> {
        let processes = &self.code.program.processes;
        let told = |(process, text): &(Option<ProcessId>, Box<str>)| match process {
            Some(process) => format!("{} {text}", processes[process.index()]),
            None => text.to_string(),
        };
        self.code.remarks.borrow().iter().map(told).collect()
    }
}
