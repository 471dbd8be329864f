//! Whether an operation that a thread may perform later could not be performed now.

use commute_machine::{
    Access, Act, Detail, Foresight, Info, Location, ObjId, Objects, Operation, Pattern, Point, PossibleAct,
    Tid,
};

/// The operation at `point`, if it is one on a known object and `t` could not perform it in the present state.
pub fn is_blocked<M: Foresight>(machine: &M, t: Tid, point: &Point) -> Option<Act> {
    // In the middle of a step nothing waits: the step before it would be shorter.
    if point.inside_step {
        return None;
    }
    let [possible] = point.acts.as_slice() else { return None };
    let location = only_location(possible)?;
    let detail = possible.detail?;
    let operation = possible.operation;
    let blocked = match (operation, machine.info(location)) {
        (Operation::Acquire, Info::Lock { owner }) => owner.is_some(),
        (Operation::Enter, Info::Monitor { owner, .. }) => owner.is_some_and(|o| o != t),
        (Operation::AcquireRead, Info::RwLock { writer, .. }) => writer.is_some(),
        (Operation::AcquireWrite, Info::RwLock { writer, readers }) => {
            writer.is_some() || !readers.is_empty()
        }
        (Operation::Down, Info::Semaphore(value)) => value <= 0,
        (Operation::Send, Info::Channel { messages, capacity }) => messages >= capacity,
        (Operation::Receive, Info::Channel { messages, .. }) => messages == 0,
        (Operation::Read | Operation::Write, Info::Word(value)) => {
            matches!(detail, Detail::Counts(counting) if counting.apply(value).is_none())
        }
        _ => false,
    };
    blocked.then_some(Act { access: Access { location, operation }, detail })
}

/// The location that an operation works on, if it is always the same.
fn only_location(possible: &PossibleAct) -> Option<Location> {
    let only = |objects: &Objects| match objects {
        Objects::Static { first, count: 1 } => Some(ObjId(*first)),
        _ => None,
    };
    match &possible.pattern {
        Pattern::Global(global) => Some(Location::Global(*global)),
        Pattern::Object(objects) => only(objects).map(Location::Object),
        Pattern::Monitor(objects) => only(objects).map(Location::Monitor),
        Pattern::Word(..) | Pattern::Thread => None,
    }
}
