//! Programs that are translated again when an execution comes to what was left out.

use crate::program::Program;
use commute_explore::{LtlOutcome, LtlVerdict, Options, Outcome, StopReason, Verdict};
use commute_machine::{Interrupt, Machine, Schedule};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

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
        // A hunt is made in the pauses of a search, and may have read the program again before the search comes to its end.
        if let Some(next) = self.next.get().filter(|_| !missing.is_empty()) {
            return next.is_some();
        }
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

    /// Makes a search until none comes to what is missing and can be had, or its time is up. It is told when to stop early: what it is
    /// about then begins again.
    pub fn search<T: Decides>(
        program: &Program,
        options: &Options,
        mut search: impl FnMut(&Program, Interrupt, Option<Interrupt>) -> (T, BTreeSet<u32>),
    ) -> T {
        let (interrupt, deadline) = (&options.interrupt, options.deadline());
        loop {
            let latest = program.latest();
            let can_ask = latest.demand.is_open();
            let enough = interrupt.further();
            let (mut outcome, missing) = search(latest, enough.clone(), can_ask.then(|| enough.clone()));
            let is_stopped = enough.is_raised() && !interrupt.is_raised();
            if outcome.is_decided() && !is_stopped || interrupt.is_raised() {
                return outcome;
            }
            // Reading takes time, too, and is given up at the deadline.
            let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
            let goes_on = !is_late() && (latest.demand.meet(&missing) || is_stopped);
            if let Some(limit) = options.limits.time.filter(|_| is_late() && can_ask && !missing.is_empty()) {
                outcome.ran_out_of(limit);
                return outcome;
            }
            if !goes_on {
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

    /// There was no time to read what it lacks.
    fn ran_out_of(&mut self, limit: Duration);
}

impl Decides for Outcome {
    /// Of races not all are told, and something worse is told first.
    fn is_decided(&self) -> bool {
        self.found.iter().any(|found| !found.is_race())
    }

    fn ran_out_of(&mut self, limit: Duration) {
        self.incomplete = Some(StopReason::Time(limit));
        if self.found.is_empty() {
            self.verdict = Verdict::Undecided(StopReason::Time(limit));
        }
    }
}

impl Decides for LtlOutcome {
    fn is_decided(&self) -> bool {
        matches!(self.verdict, LtlVerdict::Violated(_))
    }

    fn ran_out_of(&mut self, limit: Duration) {
        self.verdict = LtlVerdict::Undecided(StopReason::Time(limit));
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
