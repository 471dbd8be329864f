//! Oracle `local-final`: local variables and variables that nobody writes.
//!
//! # Source
//! SC06 section 11: LocalFinal, the reduction that the optimistic one is compared with in table 1, about as effective as Spin's.
//!
//! # Idea
//! Reading a variable that never changes commutes with everything. Local variables are not even seen by other threads:
//! a step of the machine has at most one access that they can see.
//!
//! # Notation
//! final: not in `written`.
//!
//! # Premises
//! - "Nobody writes it" is assumed and watched, as all else. Writing before others can reach the object does not count
//!   (`was_shared`): that is what Java's constructors of objects with final fields do.
//!
//! # Deviations
//! - D1: final variables are found out, not declared.

use crate::lock_operations::shared_variable;
use crate::{Described, Justification, Justifications, Mover, Oracle, OracleFacts};
use commute_machine::{Access, Footprint, Operation, Tid, Variable, Variables};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// The oracle.
#[derive(Default)]
pub struct LocalFinal {
    written: BTreeSet<Variable>,
    justifications: Justifications,
}

impl LocalFinal {
    /// A shared variable is about to be written. Whether an earlier answer was wrong.
    #[mutant("local-final-forgets-writes", false)]
    fn is_not_final(&mut self, variable: Variable) -> bool {
        self.written.insert(variable) && self.justifications.refute(Justification::Protected(variable))
    }
}

impl Described for LocalFinal {
    const FACTS: OracleFacts = OracleFacts {
        name: "local-final",
        about: "variables that nobody writes",
        follows_steps: false,
        keeps_locksets: false,
        checks_annotations: false,
        infers_locks: false,
        letters: &[],
    };
}

impl<M: Variables> Oracle<M> for LocalFinal {
    fn access(&mut self, machine: &M, _t: Tid, access: &Access) -> Mover {
        let Some(variable) = shared_variable(machine, access) else { return Mover::Non };
        if access.operation != Operation::Read || self.written.contains(&variable) {
            return Mover::Non;
        }
        self.justifications.rely(Justification::Protected(variable));
        Mover::Both
    }

    fn prepare(&mut self, machine: &mut M) {
        machine.track_sharing();
    }

    fn watch(&mut self, machine: &M, _t: Tid, footprint: &Footprint) -> bool {
        let mut refuted = false;
        for access in footprint.accesses.iter().filter(|access| access.operation != Operation::Read) {
            if let Some(variable) = shared_variable(machine, access) {
                refuted |= self.is_not_final(variable);
            }
        }
        refuted
    }

    fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
    }
}
