//! Oracle `escape`: objects that only one thread can reach.
//!
//! # Source
//! DHRR04 section 5, Definition 3 and Algorithm 3.
//!
//! # Idea
//! If no other thread can reach an object by following references from its stack or from global variables, no
//! other thread can touch it, and none can begin to before this thread itself hands it out. So a step that
//! touches nothing else commutes with whatever the others do. Dead registers are zero, so a reference that will
//! not be used again does not count (footnote 2 of the paper).
//!
//! # Notation
//! O, G of Algorithm 3: the objects and globals of the [`Footprint`](commute_machine::Footprint); reachable(s, t', O): [`Reach`].
//!
//! # Premises
//! - The footprint covers all transitions at the control point, not only the enabled ones: a control point is one
//!   instruction, and for an atomic block [`Machine::footprint`](commute_machine::Machine::footprint) runs it; what
//!   it reads is local, so others cannot make it run differently.
//! - The heap is canonical, so that both orders end in the same state: `vm/canonical.rs`.
//!
//! - Waiting and joining can be interrupted by any thread that has the handle of this one, so they never count.
//!
//! # Deviations
//! - D1: starting a thread counts as local (the paper's `start` touches the thread object, which is local then). Two
//!   threads that both start threads commute up to the numbers of the new threads, which no program can see.

use crate::reach::Reach;
use crate::{Described, Mover, Oracle, OracleFacts, STARTS_OTHERS};
use commute_machine::{Access, HeapView, Location, Operation, Tid};
use commute_mutants::mutant;

/// Whether an operation looks at whether the thread was interrupted, which others decide.
#[mutant("interrupts-forgotten", false)]
pub(crate) fn may_be_interrupted(operation: Operation) -> bool {
    operation.may_be_interrupted()
}

/// All threads can reach a global variable.
#[mutant("globals-are-local", Mover::Both)]
fn on_global() -> Mover {
    Mover::Non
}

/// The oracle.
#[derive(Default)]
pub struct Escape {
    reach: Reach,
}

impl Described for Escape {
    const FACTS: OracleFacts = OracleFacts {
        name: "escape",
        about: "objects that one thread alone can reach",
        follows_steps: false,
        keeps_locksets: false,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("D", false), ("DA", true)],
    };
}

impl<M: HeapView> Oracle<M> for Escape {
    /// What it says is true of the state, or of the program; there is nothing to be refuted.
    fn watches(&self) -> bool {
        false
    }

    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        match access.location {
            Location::Global(_) => on_global(),
            Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) => {
                let local = !may_be_interrupted(access.operation) && self.reach.is_local(machine, t, o);
                if local { Mover::Both } else { Mover::Non }
            }
            Location::Thread(_) => STARTS_OTHERS,
        }
    }
}
