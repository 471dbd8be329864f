//! What does not depend on how a variable is protected, shared by the oracles that know about variables: objects out of the
//! others' reach, and operations on locks.
//!
//! # Source
//! FQ03 sections 5 (acquire and release), 5.2 (re-entrant locks) and 5.3 (wait and notify); SC06 section 9.1.
//!
//! # Idea
//! An acquire moves right, a release moves left, entering a monitor again moves both ways; waiting is a left mover (it
//! releases) followed by a right mover (it acquires again); notifying moves both ways.
//!
//! # Notation
//! E(t, m), E(t, c_m), E(t, w_m): `machine.holder(m) == Some(t)`; the table itself is `target::lock_moves`.
//!
//! # Premises
//! - Nobody tries to take the lock without waiting: `tried`, watched.
//! - Nobody is interrupted: [`Interrupts`], watched.
//!
//! # Deviations
//! - D1: a lock that only one thread can reach moves both ways whatever is done to it, as its data does.

use crate::escape::may_be_interrupted;
use crate::interrupts::{Interrupts, is_about_interrupts};
use crate::reach::Reach;
use crate::target::{Target, lock_moves, target, tries};
use crate::{Justification, Justifications, Mover, STARTS_OTHERS};
use commute_machine::{Access, Footprint, Location, ObjId, Operation, Tid, Variable, Variables};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// What is known of how locks are used.
#[derive(Default)]
pub struct LockOperations {
    reach: Reach,
    /// Locks that somebody tries to take without waiting.
    tried: BTreeSet<Variable>,
    interrupts: Interrupts,
    justifications: Justifications,
}

/// Whether an operation reads or writes data.
fn is_data(operation: Operation) -> bool {
    matches!(operation, Operation::Read | Operation::Write | Operation::Cas)
}

/// Whether an operation changes data without being a write: the end of a thread, sending, counting ... What reads
/// these objects (`is_alive`, the length of a channel) is not reading something that nobody changes.
pub fn communicates(operation: Operation) -> bool {
    !is_data(operation) && !operation.is_on_lock()
}

/// The object that a place is part of, if it exists in this state.
pub fn object<M: Variables>(machine: &M, access: &Access) -> Option<ObjId> {
    match target(machine, access) {
        Target::Object(o) => Some(o),
        _ => None,
    }
}

/// The variable that an access is to, if it is to data that more than one thread could ever reach.
pub fn shared_variable<M: Variables>(machine: &M, access: &Access) -> Option<Variable> {
    let shared = match target(machine, access) {
        Target::Object(o) => machine.was_shared(o) && !access.operation.is_on_lock(),
        Target::Global(_) => true,
        Target::Own | Target::Thread => false,
    };
    shared.then(|| machine.variable(access.location)).flatten()
}

impl LockOperations {
    /// How an access moves, if that can be told without knowing how its variable is protected.
    pub fn access<M: Variables>(&mut self, machine: &M, t: Tid, access: &Access) -> Option<Mover> {
        let operation = access.operation;
        // Also on an object that the step makes for itself (regression `wait_on_own_object.cm`).
        if self.interrupts.spoil(operation) {
            return Some(Mover::Non);
        }
        let o = match target(machine, access) {
            Target::Object(o) => o,
            Target::Own => return Some(Mover::Both),
            Target::Thread => return Some(STARTS_OTHERS),
            Target::Global(_) => return None,
        };
        if self.interrupts.never_comes(operation) {
            return Some(Mover::Both);
        }
        if is_about_interrupts(operation) {
            return Some(Mover::Non);
        }
        if !may_be_interrupted(operation) && self.reach.is_local(machine, t, o) {
            return Some(Mover::Both);
        }
        match lock_moves(operation, machine.holder(o) == Some(t)) {
            Some(mover) => {
                Some(if self.is_waited_for(machine, access.location) { mover } else { Mover::Non })
            }
            None if is_data(operation) => None,
            None => Some(Mover::Non),
        }
    }

    /// Whether no thread but `t` can reach an object now.
    pub fn is_local<M: Variables>(&mut self, machine: &M, t: Tid, o: ObjId) -> bool {
        self.reach.is_local(machine, t, o)
    }

    /// Whether nobody was seen to try to take a lock without waiting.
    fn is_waited_for<M: Variables>(&mut self, machine: &M, location: Location) -> bool {
        let Some(variable) = machine.variable(location) else { return false };
        let waited = !self.is_tried(variable);
        if waited {
            self.justifications.rely(Justification::Waited(variable));
        }
        waited
    }

    /// Whether somebody was seen to try to take this lock without waiting.
    #[mutant("tried-locks-move", false)]
    fn is_tried(&self, lock: Variable) -> bool {
        self.tried.contains(&lock)
    }

    /// Puts what answers rested on, and what was refuted, into a justifications.
    pub fn settle(&mut self, into: &mut Justifications) {
        into.take(&mut self.justifications);
        self.interrupts.settle(into);
    }

    /// Looks at what a thread is about to do. Whether an earlier answer was wrong.
    pub fn watch<M: Variables>(&mut self, machine: &M, footprint: &Footprint) -> bool {
        let mut refuted = self.interrupts.watch(footprint);
        for (at, access) in footprint.accesses.iter().enumerate() {
            if tries(footprint, at)
                && object(machine, access).is_some()
                && let Some(variable) = machine.variable(access.location)
            {
                refuted |= self.tried.insert(variable)
                    && self.justifications.refute(Justification::Waited(variable));
            }
        }
        refuted
    }
}
