//! Programs that are translated again when an execution comes to what was left out.

use crate::program::Program;
use commute_explore::{LtlOutcome, LtlVerdict, Outcome};
use commute_machine::{Interrupt, Machine, Schedule};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// How often a program is translated again at most.
const MOST_ROUNDS: u32 = 80;

/// Reads a program again with what is missing by these numbers; nothing if there is no such program.
type ReadAgain = dyn Fn(&BTreeSet<u32>) -> Option<Program> + Send + Sync;

/// How a program becomes one with more in it.
#[derive(Default)]
pub(crate) struct Demand {
    read: Option<Box<ReadAgain>>,
    round: u32,
    /// The program with more in it, once it was wanted. It is the same program to all who ask from then on.
    next: OnceLock<Option<Box<Program>>>,
}

impl Demand {
    /// A program that can be read again.
    pub fn of(read: Box<ReadAgain>) -> Self {
        Self { read: Some(read), ..Self::default() }
    }

    /// The program that has taken the place of this one.
    pub fn next(&self) -> Option<&Program> {
        self.next.get()?.as_deref()
    }

    /// Whether it may be read again.
    fn is_open(&self) -> bool {
        self.read.is_some() && self.round < MOST_ROUNDS && self.next.get().is_none()
    }

    /// Reads the program again with what was missing. Whether there is another one now.
    fn meet(&self, missing: &BTreeSet<u32>) -> bool {
        let Some(read) = self.read.as_ref().filter(|_| !missing.is_empty() && self.is_open()) else {
            return false;
        };
        let next = self.next.get_or_init(|| {
            let mut program = read(missing)?;
            program.demand.round = self.round + 1;
            Some(Box::new(program))
        });
        next.is_some()
    }

    /// Makes a search until none comes to what is missing and can be had. It is told when to stop early: what it is about then begins
    /// again.
    pub fn search<T: Decides>(
        program: &Program,
        interrupt: &Interrupt,
        mut search: impl FnMut(&Program, Interrupt, Option<Interrupt>) -> (T, BTreeSet<u32>),
    ) -> T {
        loop {
            let latest = program.latest();
            let can_ask = latest.demand.is_open();
            let enough = interrupt.further();
            let (outcome, missing) = search(latest, enough.clone(), can_ask.then(|| enough.clone()));
            let is_stopped = enough.is_raised() && !interrupt.is_raised();
            let is_decided = outcome.is_decided() && !is_stopped;
            if is_decided || interrupt.is_raised() || !latest.demand.meet(&missing) && !is_stopped {
                return outcome;
            }
        }
    }

    /// Reads the program again until a schedule comes to nothing that is missing and can be had.
    pub fn follow(program: &Program, schedule: &Schedule) {
        loop {
            let latest = program.latest();
            if !latest.demand.is_open() || !latest.demand.meet(&missing_on(latest, schedule)) {
                return;
            }
        }
    }
}

/// What a search comes to.
pub(crate) trait Decides {
    /// Whether more of the program would not change it: what is wrong is wrong, whatever else there is.
    fn is_decided(&self) -> bool;
}

impl Decides for Outcome {
    /// Of races not all are told, and something worse is told first.
    fn is_decided(&self) -> bool {
        self.found.iter().any(|found| !found.is_race())
    }
}

impl Decides for LtlOutcome {
    fn is_decided(&self) -> bool {
        matches!(self.verdict, LtlVerdict::Violated(_))
    }
}

/// What is missing on the way of a schedule.
fn missing_on(program: &Program, schedule: &Schedule) -> BTreeSet<u32> {
    let mut machine = Vm::new(program.ir().clone());
    for transition in schedule {
        if !machine.missing().is_empty() || machine.choices(transition.tid) <= u32::from(transition.choice) {
            break;
        }
        machine.step(*transition);
    }
    machine.missing()
}
