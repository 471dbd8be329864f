//! Oracle `static_escape`: instructions that only ever access what a single thread accesses.
//!
//! # Source
//! DHRR04 section 5.1, Algorithm 2 (checkC1), with the analysis of Appendix A.
//!
//! # Idea
//! The program has been analysed before the search; this only looks up where a thread stands. An object that is
//! accessed by one thread only, in the whole execution, is nobody else's business, so the access commutes with
//! all that others do.
//!
//! # Notation
//! static-thread-local(α): `local[control_point(t)]`.
//!
//! # Premises
//! - All transitions of a thread in a state are those of one control point, so that checkC1's loop over them is one
//!   question: [`control_point`](commute_machine::Machine::control_point).
//! - The table is sound, also where a thread stands inside an atomic block (then it says no): the analysis
//!   `static_escape` of the IR, and the test `what_is_claimed_local_commutes`.
//!
//! # Deviations
//! - D1: those of the analysis. An instruction that the table does not know is not local.

use crate::{Described, Mover, Oracle, OracleFacts, STARTS_OTHERS};
use commute_machine::{Access, HeapView, Location, Tid};
use commute_mutants::mutant;

/// The oracle. It knows for each control point whether the instruction there is local to the thread that
/// executes it.
#[derive(Default)]
pub struct StaticEscape {
    local: Vec<bool>,
}

impl StaticEscape {
    /// An oracle that believes this table. A search asks the machine for one.
    pub fn new(local: Vec<bool>) -> Self {
        Self { local }
    }
}

impl Described for StaticEscape {
    const FACTS: OracleFacts = OracleFacts {
        name: "static-escape",
        about: "objects that one thread alone accesses in every execution, found before the search",
        follows_steps: false,
        keeps_locksets: false,
        checks_annotations: false,
        infers_locks: false,
        letters: &[("S", false)],
    };
}

impl<M: HeapView> Oracle<M> for StaticEscape {
    fn prepare(&mut self, machine: &mut M) {
        self.local = machine.static_locality();
    }

    /// What it says is true of the state, or of the program; there is nothing to be refuted.
    fn watches(&self) -> bool {
        false
    }

    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        match self.local.get(machine.control_point(t) as usize) {
            Some(&local) => moves(local, access.location),
            None => Mover::Non,
        }
    }
}

/// How an access to this place moves, if the table says of its instruction whether it is `local`.
#[mutant("static-locality-of-words", match location { Location::Word(..) => Mover::Both, _ => Mover::Non })]
fn moves(local: bool, location: Location) -> Mover {
    match location {
        _ if !local => Mover::Non,
        Location::Thread(_) => STARTS_OTHERS,
        _ => Mover::Both,
    }
}
