//! Which operations commute: one table for each kind of object.
//!
//! # Source
//! Sto00 section 7: Fig. 3, equations (2)-(4); section 8: the relation `op .s op'` of Algorithm 2-MLD, which is
//! Godefroid's "might be the first to interfere with" (MBTFTIW; God96, section 4.4), as
//! SC06 section 10 uses it.
//!
//! # Idea
//! Two steps of different threads are independent in a state if neither enables or disables the other and both orders
//! lead to the same state. That follows from what they do to each object that both touch, and from a little of that
//! object's state ([`Info`]): the owner of a lock, whether a channel is empty or full. [`dependent`] answers for one
//! state; sleep sets use it. [`interferes`] answers for the future: whether, after steps that are all independent of the
//! operation, the other operation can be *performed* where the two are dependent; persistent sets use it. An operation that
//! is blocked is not performed: so nothing interferes with a release, and no `down` with an `up`.
//!
//! # Notation
//! Do: the table of a kind of object, [`dependent`]; cDepInfo(s, o): [`Info`]; op .s op': [`interferes`]; opsOn(o, t): the
//! acts of a step on one object, in [`steps_dependent`].
//!
//! # Premises
//! - Every table is checked by running both orders, in every reachable state of programs that bring the object into every
//!   small state: `tests/commutation/depend`. The same test derives MBTFTIW from [`dependent`] and compares.
//! - No access after update: a step outside atomic blocks performs one operation. A step with several operations on an object is
//!   judged by reading and writing alone, except for (4).
//!
//! # Deviations
//! - D1: an interruption touches the state of a thread rather than an object, so it is dependent with all that waits or wakes,
//!   wherever.
//! - D2: starting threads commutes with other steps up to the numbers of the new threads, which no program sees; two
//!   starts, and a start and an end that somebody can see, are dependent.
//! - D3: tables for read-write locks, barriers, sets and threads are ours; the paper has none. That of counters is computed (`counter.rs`).
//! - D5: (4) is wrong as it stands. It says that a step which acquires a lock and gives it back causes no dependence by the
//!   lock, whatever the other step does. But if the other step acquires the lock and keeps it, it disables the first one; a
//!   search with sleep sets then loses the order in which the first one comes first (test
//!   `acquire_release_against_acquire`). Such a step is taken for an acquire here, unless both steps are such.
//! - D4: Fig. 3 has no operation for coming back from `wait`; it is an acquire, as the paper's encoding says.

mod barrier;
mod channel;
mod counter;
mod lock;
mod monitor;
mod rwlock;
mod semaphore;
mod set;
mod thread;
mod variable;

pub(crate) use counter::may_follow;

use commute_machine::{Act, Acts, Detail, Info, Location, Operation, Tid};

/// Two operations of different threads on the same object.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The first thread and what it does.
    pub first: (Tid, Operation, Detail),
    /// The second.
    pub second: (Tid, Operation, Detail),
}

impl Pair {
    fn new(a: Tid, x: &Act, b: Tid, y: &Act) -> Self {
        let part = |t: Tid, act: &Act| (t, act.access.operation, act.detail);
        Self { first: part(a, x), second: part(b, y) }
    }

    fn operations(self) -> (Operation, Operation) {
        (self.first.1, self.second.1)
    }
}

/// Whether two operations of different threads may touch the same thing.
pub fn overlap(a: Location, b: Location) -> bool {
    match (a, b) {
        (Location::Word(o, _), Location::Object(p)) | (Location::Object(o), Location::Word(p, _)) => o == p,
        (Location::Thread(_), Location::Thread(_)) => true,
        _ => a == b,
    }
}

/// Whether two operations are dependent wherever they are performed.
pub fn anywhere(a: Operation, b: Operation) -> bool {
    thread::ANYWHERE.iter().any(|&(x, ys)| x == a && ys.contains(&b) || x == b && ys.contains(&a))
}

/// Whether two operations of different threads are dependent in a state where `info` describes the object of `x`.
pub fn dependent(a: Tid, x: &Act, b: Tid, y: &Act, info: &Info) -> bool {
    let (here, there) = (x.access.location, y.access.location);
    if anywhere(x.access.operation, y.access.operation) {
        return true;
    }
    if !overlap(here, there) {
        return false;
    }
    let pair = Pair::new(a, x, b, y);
    if here != there {
        return variable::dependent_parts(pair);
    }
    match info {
        Info::Lock { owner } => lock::dependent(pair, *owner),
        Info::Monitor { owner, waiting } => monitor::dependent(pair, *owner, waiting),
        Info::RwLock { writer, readers } => rwlock::dependent(pair, *writer, readers),
        Info::Semaphore(value) => semaphore::dependent(pair, *value),
        Info::Channel { messages, capacity } => channel::dependent(pair, *messages, *capacity),
        Info::Barrier { parties, arrived } => barrier::dependent(pair, *parties, *arrived),
        Info::Word(value) => counter::dependent(pair, *value),
        Info::Set(elements) => set::dependent(pair, elements),
        Info::Handle { alive } => thread::dependent(pair, *alive),
        Info::None => variable::dependent(pair),
    }
}

/// Whether, from a state where `info` describes the object of `x`, and while thread `a` does not move, `operation` of
/// thread `b` may be the first one performed that is dependent with `x`. The locations are known to be able to overlap.
pub fn interferes(
    a: Tid,
    x: &Act,
    b: Tid,
    operation: Operation,
    detail: Option<Detail>,
    whole: bool,
    info: &Info,
) -> bool {
    if anywhere(x.access.operation, operation) {
        return true;
    }
    let pair = Pair {
        first: (a, x.access.operation, x.detail),
        second: (b, operation, detail.unwrap_or(Detail::Plain)),
    };
    if !whole {
        return variable::dependent_parts(pair);
    }
    match info {
        Info::Lock { owner } => lock::interferes(pair, *owner),
        Info::Monitor { owner, waiting } => monitor::interferes(pair, *owner, waiting),
        Info::RwLock { writer, readers } => rwlock::interferes(pair, *writer, readers),
        Info::Semaphore(value) => semaphore::interferes(pair, *value),
        Info::Channel { messages, capacity } => channel::interferes(pair, *messages, *capacity),
        Info::Barrier { .. } => barrier::interferes(pair),
        Info::Word(value) => counter::interferes(pair, detail, *value),
        Info::Set(_) => set::interferes(pair, detail),
        Info::Handle { alive } => thread::interferes(pair, *alive),
        Info::None => variable::dependent(pair),
    }
}

/// How much of the tables a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Nothing commutes (ExitBlock).
    Trivial,
    /// Operations on different objects and two reads commute (ExitBlockRW).
    ReadWrite,
    /// The tables, in the present state (Sto00 Fig. 4).
    Conditional,
}

/// Whether the steps of two different threads are dependent in the present state. `info` gives the state of an object.
pub fn steps_dependent(
    relation: Relation,
    (a, one): (Tid, &Acts),
    (b, two): (Tid, &Acts),
    info: impl Fn(Location) -> Info,
) -> bool {
    if relation == Relation::Trivial || one.everything || two.everything || one.observed && two.observed {
        return true;
    }
    one.acts.iter().any(|x| {
        two.acts.iter().any(|y| {
            let (here, there) = (x.access.location, y.access.location);
            if anywhere(x.access.operation, y.access.operation) {
                return true;
            }
            if !overlap(here, there) {
                return false;
            }
            let both_read = x.access.operation == Operation::Read && y.access.operation == Operation::Read;
            if relation == Relation::ReadWrite {
                return !both_read;
            }
            let passing = (nothing_remains(one, here), nothing_remains(two, there));
            match passing {
                (true, true) => return false,
                (true, false) if !is_several(two, there) => {
                    return dependent(a, &acquiring(x), b, y, &info(here));
                }
                (false, true) if !is_several(one, here) => {
                    return dependent(a, x, b, &acquiring(y), &info(here));
                }
                _ => {}
            }
            // Several operations on the object violate no-access-after-update; then only reading is safe.
            if is_several(one, here) || is_several(two, there) {
                return !both_read;
            }
            dependent(a, x, b, y, &info(here))
        })
    })
}

fn is_several(acts: &Acts, location: Location) -> bool {
    acts.acts.iter().filter(|act| overlap(act.access.location, location)).count() > 1
}

/// An operation on a lock as that of a step that acquires it.
fn acquiring(act: &Act) -> Act {
    let mut act = *act;
    act.access.operation = match act.access.operation {
        Operation::Release => Operation::Acquire,
        Operation::Exit => Operation::Enter,
        other => other,
    };
    act
}

/// Sto00 (4): a step that acquires a lock and gives it back leaves nothing of that on the lock.
fn nothing_remains(acts: &Acts, location: Location) -> bool {
    let mut on =
        acts.acts.iter().filter(|act| act.access.location == location).map(|act| act.access.operation);
    matches!(
        (on.next(), on.next(), on.next()),
        (Some(Operation::Acquire), Some(Operation::Release), None)
            | (Some(Operation::Enter), Some(Operation::Exit), None)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use Operation::{Acquire, Down, Read, Release, TryAcquire, Up, Write};
    use commute_machine::{Access, ObjId};

    const HERE: Location = Location::Object(ObjId(0));

    fn step(operations: &[Operation]) -> Acts {
        let act = |&operation| Act { access: Access { location: HERE, operation }, detail: Detail::Plain };
        Acts { acts: operations.iter().map(act).collect(), ..Acts::default() }
    }

    /// Whether they are dependent, which must not depend on which is the first.
    fn conflict(one: &[Operation], two: &[Operation], info: &Info) -> bool {
        let (one, two) = (step(one), step(two));
        let (a, b) = (Tid(0), Tid(1));
        let conditional = |x, y| steps_dependent(Relation::Conditional, x, y, |_| info.clone());
        let found = conditional((a, &one), (b, &two));
        assert_eq!(found, conditional((b, &two), (a, &one)), "{one:?} and {two:?}");
        found
    }

    /// The tables are about single operations: by them none of these would be dependent.
    #[test]
    fn steps_with_several_operations_on_an_object() {
        let one_left = Info::Semaphore(1);
        assert!(!conflict(&[Up], &[Up], &one_left) && !conflict(&[Down], &[Up], &one_left));
        assert!(conflict(&[Up, Down], &[Up], &one_left));
        assert!(conflict(&[Up, Down], &[Up, Up], &one_left));
        let taken = Info::Lock { owner: Some(Tid(2)) };
        assert!(!conflict(&[TryAcquire], &[Acquire, Release], &taken));
        assert!(conflict(&[TryAcquire, TryAcquire], &[Acquire, Release], &taken));
        assert!(!conflict(&[Read, Read], &[Read], &Info::None));
        assert!(conflict(&[Read, Read], &[Read, Write], &Info::None));
    }

    /// Sto00 (4), and D5.
    #[test]
    fn locks_that_are_given_back_in_the_same_step() {
        let free = Info::Lock { owner: None };
        assert!(!conflict(&[Acquire, Release], &[Acquire, Release], &free));
        assert!(conflict(&[Acquire, Release], &[Acquire], &free));
        let own = Info::Lock { owner: Some(Tid(1)) };
        assert!(conflict(&[Acquire, Release], &[Release], &own));
        assert!(!conflict(&[Acquire, Release], &[Release], &Info::Lock { owner: Some(Tid(2)) }));
    }
}
