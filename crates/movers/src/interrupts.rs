//! Interrupts reach into other threads, past every lock.

use crate::escape::may_be_interrupted;
use crate::{Justification, Justifications};
use commute_machine::{Footprint, Operation};
use commute_mutants::mutant;

/// Whether some thread has been seen to be about to interrupt another.
#[derive(Default)]
pub struct Interrupts {
    seen: bool,
    justifications: Justifications,
}

/// Whether an operation interrupts a thread or asks whether one is interrupted. No lock makes that commute.
pub fn is_about_interrupts(operation: Operation) -> bool {
    matches!(operation, Operation::Interrupt | Operation::Interrupted | Operation::TakeInterrupt)
}

/// Whether a step interrupts a thread.
#[mutant("interrupts-unseen", false)]
fn interrupts(footprint: &Footprint) -> bool {
    footprint.accesses.iter().any(|access| access.operation == Operation::Interrupt)
}

impl Interrupts {
    /// Whether an operation may depend on an interrupt, so that nothing makes it commute: one that waits for or wakes
    /// a thread that can be interrupted.
    pub fn spoil(&mut self, operation: Operation) -> bool {
        let notifies = matches!(operation, Operation::Notify | Operation::NotifyAll);
        let depends = notifies || may_be_interrupted(operation);
        if depends {
            self.justifications.rely(Justification::Uninterrupted);
        }
        self.seen && depends
    }

    /// Whether an operation asks for an interrupt in a program in which nobody interrupts: the answer is always no.
    pub fn never_comes(&mut self, operation: Operation) -> bool {
        let asks = matches!(operation, Operation::Interrupted | Operation::TakeInterrupt);
        let never = asks && !self.seen;
        if never {
            self.justifications.rely(Justification::Uninterrupted);
        }
        never
    }

    /// Looks at what a thread is about to do. Whether that is the first interrupt.
    pub fn watch(&mut self, footprint: &Footprint) -> bool {
        interrupts(footprint)
            && !std::mem::replace(&mut self.seen, true)
            && self.justifications.refute(Justification::Uninterrupted)
    }

    /// Puts what answers rested on, and what was refuted, into a justifications.
    pub fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
    }
}
