//! A program that holds is searched again, all of it, by the independent interpreter.

use crate::program::Program;
use commute_certify::plain_search;
use commute_explore::Properties;
use commute_machine::ViolationKind;

/// It keeps every state as it is, so that more of them need too much memory.
const MOST_STATES: usize = 200_000;

/// What the independent search says of a program that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// Nothing is wrong in any of so many states, and these are all.
    Holds {
        /// How many.
        states: usize,
    },
    /// There are more states than it can keep.
    TooLarge {
        /// How many it can keep.
        limit: usize,
    },
    /// Something is wrong after all: a mistake of ours.
    Wrong(ViolationKind),
}

/// Searches all states for these properties.
pub fn certify(program: &Program, properties: &Properties) -> Certified {
    let found = plain_search(program.ir(), MOST_STATES);
    let asked = |kind: &ViolationKind| match kind {
        ViolationKind::Deadlock => properties.deadlock,
        ViolationKind::PartialDeadlock => properties.partial_deadlock,
        ViolationKind::Invariant(_) => properties.invariants,
        ViolationKind::Livelock => properties.livelock,
        ViolationKind::Starvation => properties.progress,
        ViolationKind::DataRace => properties.races,
        ViolationKind::Fault(_) | ViolationKind::Discipline(_) | ViolationKind::Atomicity(_) => true,
    };
    match found.violations.iter().find(|(kind, _)| asked(kind)) {
        Some((kind, _)) => Certified::Wrong(kind.clone()),
        None if found.complete => Certified::Holds { states: found.states },
        None => Certified::TooLarge { limit: MOST_STATES },
    }
}
