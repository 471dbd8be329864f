//! What an access is to, and how operations on locks as such move.

use crate::Mover;
use commute_machine::{Access, Footprint, HeapView, Location, ObjId, Operation};
use commute_mutants::mutant;

/// What an access is to.
pub enum Target {
    /// An object of the state.
    Object(ObjId),
    /// An object that an atomic block is going to make for itself.
    Own,
    /// A thread that is going to be started, or the end of this one.
    Thread,
    /// A global variable.
    Global(u32),
}

/// What an access is to.
pub fn target<M: HeapView>(machine: &M, access: &Access) -> Target {
    match access.location {
        Location::Word(o, _) | Location::Object(o) | Location::Monitor(o)
            if (o.0 as usize) < machine.objects() =>
        {
            Target::Object(o)
        }
        Location::Global(g) => Target::Global(g),
        Location::Thread(_) => Target::Thread,
        _ => Target::Own,
    }
}

/// Whether an operation waits for a lock that somebody else may hold.
pub fn acquires(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Acquire
            | Operation::TryAcquire
            | Operation::AcquireRead
            | Operation::AcquireWrite
            | Operation::Enter
            | Operation::TryEnter
            | Operation::Resume
    )
}

/// Whether the access number `at` of a step looks whether a lock is held, instead of waiting for it: by trying to take it,
/// or inside an atomic block that has had an effect, which then gives way in the middle (regression `atomic_tries_lock.cm`). Not
/// every effect is an access: making an object is one too (`atomic_made_an_object.cm`).
#[mutant("trying-is-waiting", false)]
pub fn tries(footprint: &Footprint, at: usize) -> bool {
    let operation = footprint.accesses[at].operation;
    let tries = matches!(operation, Operation::TryAcquire | Operation::TryEnter);
    tries || acquires(operation) && footprint.is_late(at)
}

/// While a lock is held others do nothing to it, so it could as well be taken after what they do next.
#[mutant("acquire-moves-left", Mover::Both)]
fn acquire() -> Mover {
    Mover::Right
}

/// While a lock is held others do nothing to it, so it could as well be given back before what they did last.
#[mutant("release-moves-right", Mover::Both)]
fn release() -> Mover {
    Mover::Left
}

/// How an operation on a lock or monitor as such moves, if nobody ever only tries to take it; `held` is whether this
/// thread holds it. While it does, others can do nothing to it: they wait, or they fail whether it is held or not. Gives
/// nothing for an operation on data.
pub fn lock_moves(operation: Operation, held: bool) -> Option<Mover> {
    match operation {
        Operation::Enter if held => Some(Mover::Both),
        Operation::Acquire | Operation::Enter | Operation::Resume => Some(acquire()),
        Operation::Release | Operation::ReleaseWrite | Operation::Exit | Operation::Wait if held => {
            Some(release())
        }
        Operation::Notify | Operation::NotifyAll if held => Some(Mover::Both),
        operation => operation.is_on_lock().then_some(Mover::Non),
    }
}
