//! Locks as one can point at them in every state, without knowing what happened before.
//!
//! That each object has a lock which is held at every access says something about a whole execution; to check it one
//! has to remember a lock set for each object, and states that differ in nothing but these sets are explored
//! separately. Most programs have a rule that is simpler: *this* lock guards that variable, an object is guarded by its own
//! monitor or by a lock that it refers to, or there is only one such lock.

use commute_machine::{Access, HeapView, Location, ObjId, Operation, Tid};
use std::collections::BTreeSet;

/// A lock, seen from the data that it guards.
///
/// No step of one thread may make a careless access of another look careful (SC06 Theorem 1): then the reduced search,
/// which makes that step first, would not notice. So it has to be the same lock in all of an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Guard {
    /// A static object.
    Static(ObjId),
    /// The object's own monitor.
    Itself,
    /// The only object of this kind that the object refers to. Whoever is about to write that reference refutes it:
    /// [`spoiled`] (regression `ld_guard_replaced.cm`).
    Inner(u32),
    /// The only object of this kind that is ever made. That there is one *now* is not enough: a thread may let go of its
    /// lock, and another make a new one (regression `ld_second_lock.cm`).
    Only(u32),
}

impl Guard {
    /// In words, after "accessed under".
    pub fn describe<M: HeapView>(self, machine: &M) -> String {
        match self {
            Guard::Static(o) => machine.static_name(o).unwrap_or_else(|| "a lock".into()),
            Guard::Itself => "its own lock".into(),
            Guard::Inner(kind) => format!("the {} that it refers to", machine.kind_name(kind)),
            Guard::Only(kind) => format!("the only {}", machine.kind_name(kind)),
        }
    }
}

/// All guards of an object, or of a global if there is none, that `t` holds.
pub fn guards<M: HeapView>(
    machine: &M,
    singletons: &[bool],
    t: Tid,
    object: Option<ObjId>,
) -> BTreeSet<Guard> {
    let mut guards = BTreeSet::new();
    for lock in machine.held(t) {
        let kind = machine.kind(lock);
        if machine.static_name(lock).is_some() {
            guards.insert(Guard::Static(lock));
        }
        if object == Some(lock) {
            guards.insert(Guard::Itself);
        }
        if object.is_some_and(|o| refers_only_to(machine, o, lock)) {
            guards.insert(Guard::Inner(kind));
        }
        // A static object has a name of its own.
        if machine.static_name(lock).is_none() && singletons.get(kind as usize) == Some(&true) {
            guards.insert(Guard::Only(kind));
        }
    }
    guards
}

/// Whether `t` holds one guard of an object, or of a global if there is none, that it was seen to hold elsewhere.
pub fn is_held<M: HeapView>(machine: &M, t: Tid, object: Option<ObjId>, guard: Guard) -> bool {
    let holds = |o: ObjId| machine.holder(o) == Some(t);
    match guard {
        Guard::Static(o) => holds(o),
        Guard::Itself => object.is_some_and(holds),
        // `locks.rs` keeps paths instead, which say by which word the object refers to it.
        Guard::Inner(_) => false,
        Guard::Only(kind) => machine.held(t).into_iter().any(|o| machine.kind(o) == kind),
    }
}

/// Whether an access is about to change what a guard means.
pub fn spoiled<M: HeapView>(machine: &M, access: &Access, guard: Guard) -> bool {
    let Guard::Inner(kind) = guard else { return false };
    match access.location {
        _ if access.operation == Operation::Read => false,
        Location::Word(o, word) => machine.reference_at(o, word).is_some_and(|to| machine.kind(to) == kind),
        _ => true,
    }
}

/// Whether `lock` is the only object of its kind that `o` refers to.
fn refers_only_to<M: HeapView>(machine: &M, o: ObjId, lock: ObjId) -> bool {
    let (mut found, mut others) = (false, false);
    machine.references(o, &mut |to| {
        found |= to == lock;
        others |= to != lock && machine.kind(to) == machine.kind(lock);
    });
    found && !others
}
