//! What does not depend on how a variable is protected, shared by the oracles that know about variables: objects out of the
//! others' reach, and operations on locks.
//!
//! # Source
//! FQ03 sections 5 (acquire and release), 5.2 (re-entrant locks) and 5.3 (wait and notify); SC06 sections 4 (semaphores and
//! messages) and 9.1.
//!
//! # Idea
//! An acquire moves right, a release moves left, entering a monitor again moves both ways; waiting is a left mover (it
//! releases) followed by a right mover (it acquires again); notifying moves both ways. Counting a semaphore up moves
//! left, down moves right, and sending moves left if one thread alone sends: the message goes to the end of the queue
//! whether others receive before or after.
//!
//! # Notation
//! E(t, m), E(t, c_m), E(t, w_m): `machine.holder(m) == Some(t)`; the table itself is `target::lock_moves`.
//!
//! # Premises
//! - Nobody tries to take the lock without waiting: `tried`, watched. The same for semaphores and channels: who finds out that there is no
//!   permit, or how many messages there are, tells `up` and `send` before from after. Nothing else reads them but properties and
//!   predicates, and what these look at is observable.
//! - A channel that a thread is about to send to, and can, is not full; if nobody else sends it will not be full later: `senders`, watched.
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
use std::collections::{BTreeMap, BTreeSet};

/// What is known of how locks are used.
#[derive(Default)]
pub struct LockOperations {
    reach: Reach,
    /// Locks that somebody tries to take without waiting, semaphores and channels that somebody looks at or that several send to.
    tried: BTreeSet<Variable>,
    /// Who sends to channels.
    senders: BTreeMap<Variable, Tid>,
    interrupts: Interrupts,
    justifications: Justifications,
}

/// Whether an operation reads or writes data.
fn is_data(operation: Operation) -> bool {
    matches!(operation, Operation::Read | Operation::Write | Operation::Cas)
}

/// Whether an access reads or writes data that exists.
pub fn is_to_data<M: Variables>(machine: &M, access: &Access) -> bool {
    is_data(access.operation) && matches!(target(machine, access), Target::Object(_) | Target::Global(_))
}

/// Whether an operation changes data without being a write: the end of a thread, sending, counting ... What reads
/// these objects (`is_alive`, the length of a channel) is not reading something that nobody changes.
pub fn communicates(operation: Operation) -> bool {
    !is_data(operation) && !operation.is_on_lock()
}

/// How operations on semaphores and channels move, if nobody looks at what they hold and one thread alone sends.
fn counts(operation: Operation) -> Option<Mover> {
    match operation {
        Operation::Down => Some(down()),
        Operation::Up | Operation::Send => Some(up()),
        _ => None,
    }
}

/// Whatever others do after it they can do before it: there is one permit more.
#[mutant("down-moves-left", Mover::Both)]
fn down() -> Mover {
    Mover::Right
}

/// Whatever others did before it they can do after it: there is one permit, or message, more.
#[mutant("up-moves-right", Mover::Both)]
fn up() -> Mover {
    Mover::Left
}

/// Whether the access number `at` of a step looks at what a semaphore or channel holds, instead of waiting for it: by trying, by asking
/// for the length, or inside an atomic block that has had an effect, which then gives way in the middle.
#[mutant("counts-are-not-looked-at", false)]
fn looks_at_count<M: Variables>(machine: &M, footprint: &Footprint, at: usize) -> bool {
    let access = &footprint.accesses[at];
    let waits = matches!(access.operation, Operation::Down | Operation::Send | Operation::Receive);
    let asks = |o: ObjId| access.operation == Operation::Read && !machine.holds_data(machine.kind(o));
    let asks = matches!(access.location, Location::Object(o) if asks(o));
    asks || access.operation == Operation::TryDown || waits && footprint.is_late(at)
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

    /// The same, and how semaphores and channels move. An oracle that believes in a discipline of locks has nothing to do with these.
    pub fn access_or_count<M: Variables>(&mut self, machine: &M, t: Tid, access: &Access) -> Option<Mover> {
        match (self.access(machine, t, access), counts(access.operation)) {
            (Some(Mover::Non), Some(mover)) if self.is_waited_for(machine, access.location) => Some(mover),
            (moves, _) => moves,
        }
    }

    /// Looks at what `t` is about to do to semaphores and channels. Whether an earlier answer was wrong.
    pub fn watch_counting<M: Variables>(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        let mut refuted = false;
        for (at, access) in footprint.accesses.iter().enumerate() {
            let Some(variable) = machine.variable(access.location) else { continue };
            let sends = access.operation == Operation::Send && !self.sends_alone(machine, t, variable);
            if sends || looks_at_count(machine, footprint, at) {
                refuted |= self.tried.insert(variable)
                    && self.justifications.refute(Justification::Waited(variable));
            }
        }
        refuted
    }

    /// Whether nobody but `t` was seen to send to a channel, and `t` means the same thread in all states.
    #[mutant("senders-are-alone", true)]
    fn sends_alone<M: Variables>(&mut self, machine: &M, t: Tid, channel: Variable) -> bool {
        *self.senders.entry(channel).or_insert(t) == t && machine.is_one_thread(t)
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
