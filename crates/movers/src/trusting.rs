//! Oracle that believes: every variable obeys the mutex locking discipline, as Sto00 sections 4 to 8 suppose.
//!
//! # Source
//! Sto00 section 2.3: which operations are visible.
//!
//! # Idea
//! Reading and writing variables, releasing and notifying are invisible, acquiring and waiting are visible, and so is
//! everything that communicates. Whether the discipline holds has to be checked by somebody else (`lockset.rs`).
//!
//! # Notation
//! Invisible: [`Mover::Left`] or [`Mover::Both`].
//!
//! # Premises
//! - SyncWithoutLock: a lock that somebody tries to take without waiting, as the paper's `Free?` does, has no invisible operations.
//!   It is watched.
//! - MLD, which nobody checks here. Never used to conclude that a program holds.
//!
//! # Deviations
//! - D1: variables with the annotation `communication` are communication objects, and so is what is accessed as the language says that
//!   threads communicate: volatile fields, atomics, what the library synchronises by ([`Variables::communicates`]).

use crate::lock_operations::LockOperations;
use crate::lockset::is_said;
use crate::{Mover, Oracle};
use commute_machine::{Access, AnnotationKind, Footprint, Location, Operation, Tid, Variable, Variables};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// The oracle.
#[derive(Default)]
pub struct Trusting {
    operations: LockOperations,
    communicating: BTreeSet<Variable>,
}

impl<M: Variables> Oracle<M> for Trusting {
    fn prepare(&mut self, machine: &mut M) {
        let said = machine.annotations().into_iter().filter(|a| a.kind == AnnotationKind::Communication);
        self.communicating = said.map(|a| a.variable).collect();
    }

    fn watch(&mut self, machine: &M, _t: Tid, footprint: &Footprint) -> bool {
        self.operations.watch(machine, footprint)
    }

    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        if let Some(mover) = self.operations.access(machine, t, access) {
            return mover;
        }
        let is_said = is_said(machine, &self.communicating, access.location);
        let communicates = is_said || machine.communicates(t, access);
        let is_access = matches!(access.operation, Operation::Read | Operation::Write | Operation::Cas);
        if is_access && is_data(machine, access.location) && !communicates { Mover::Both } else { Mover::Non }
    }
}

/// Whether a place holds data, which locks protect. Whoever asks how many messages a channel holds, or whether a thread is alive,
/// reads a communication object: others change it without a lock.
#[mutant("lengths-are-data", true)]
fn is_data<M: Variables>(machine: &M, location: Location) -> bool {
    match location {
        Location::Global(_) | Location::Word(..) => true,
        // What a step makes itself nobody else can see.
        Location::Object(o) => o.0 as usize >= machine.objects() || machine.holds_data(machine.kind(o)),
        Location::Monitor(_) | Location::Thread(_) => false,
    }
}
