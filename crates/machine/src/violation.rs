//! What can be wrong with a program.

use crate::{ObjId, Tid};
use commute_base::Span;
use smallvec::SmallVec;

/// Something that is wrong, in one state or step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What.
    pub kind: ViolationKind,
    /// Which thread, if it is one thread's doing.
    pub tid: Option<Tid>,
    /// One line for the user.
    pub message: String,
    /// Where in the source.
    pub span: Span,
}

/// The kinds of violations.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ViolationKind {
    /// A fault or uncaught exception, by the name of the fault's kind.
    Fault(&'static str),
    /// No thread can go on.
    Deadlock,
    /// Some threads can never go on; others can.
    PartialDeadlock,
    /// A thread runs for ever without doing anything, and nothing that any thread can do lets it out.
    Livelock,
    /// A thread may never get on, although the scheduler is fair.
    Starvation,
    /// An invariant, by its name.
    Invariant(String),
    /// Two threads are about to access the same memory, which nothing orders. It is said to be where the one stands whose
    /// access is first in the source.
    DataRace,
    /// What the user said of how data is shared, by the annotation.
    Discipline(String),
    /// A call of a function that is said to be atomic, by its name, shows that it was interrupted.
    Atomicity(String),
}

impl ViolationKind {
    /// A stable name for reports.
    pub fn name(&self) -> &str {
        match self {
            ViolationKind::Fault(name) => name,
            ViolationKind::Deadlock => "deadlock",
            ViolationKind::PartialDeadlock => "partial_deadlock",
            ViolationKind::Livelock => "livelock",
            ViolationKind::Starvation => "starvation",
            ViolationKind::Invariant(_) => "invariant",
            ViolationKind::DataRace => "data_race",
            ViolationKind::Discipline(_) => "discipline",
            ViolationKind::Atomicity(_) => "atomicity",
        }
    }
}

/// What keeps a thread from going on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Blocker {
    /// The object it waits for, if it is one.
    pub object: Option<ObjId>,
    /// The threads each of which has to act first: the holders of the lock, the thread that it joins.
    pub holders: SmallVec<[Tid; 2]>,
}
