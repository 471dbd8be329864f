//! What a step touches.

use crate::{Counting, Tid};
use smallvec::SmallVec;

/// An object of a state. The number means the object only in that state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ObjId(pub u32);

/// A place that threads can share.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Location {
    /// A global variable, by its number in the program.
    Global(u32),
    /// A data word of an object.
    Word(ObjId, u32),
    /// The data of an object as a whole (a lock, a channel, the length of a sequence ...).
    Object(ObjId),
    /// The monitor of an object and its wait set.
    Monitor(ObjId),
    /// Another thread's status (spawn, the end of a thread).
    Thread(Tid),
}

impl Location {
    /// The object that it is in or is.
    pub fn object(self) -> Option<ObjId> {
        match self {
            Self::Word(o, _) | Self::Object(o) | Self::Monitor(o) => Some(o),
            Self::Global(_) | Self::Thread(_) => None,
        }
    }
}

/// A place by a name that means the same in all states. Places of objects that come and go share a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Variable {
    /// A global variable, by its number in the program.
    Global(u32),
    /// A word of an object that exists in all states.
    StaticWord(ObjId, u32),
    /// Such an object as a whole: a lock, a channel ...
    Static(ObjId),
    /// The same field of all objects of a kind.
    Field(u32, u32),
    /// All elements of all objects of a kind, or all instances of a class that is seen as a whole.
    Elements(u32),
}

/// What is done to a location. Dependence tables are written over these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Operation {
    /// A read of a word, or a reading operation of an object.
    Read,
    /// A write.
    Write,
    /// A compare-and-swap.
    Cas,
    /// Lock operations.
    Acquire,
    /// `try_acquire`.
    TryAcquire,
    /// `release`.
    Release,
    /// Read-write lock, reading.
    AcquireRead,
    /// Read-write lock, reading.
    ReleaseRead,
    /// Read-write lock, writing.
    AcquireWrite,
    /// Read-write lock, writing.
    ReleaseWrite,
    /// Semaphore.
    Down,
    /// Semaphore.
    TryDown,
    /// Semaphore.
    Up,
    /// Barrier.
    Arrive,
    /// Channel.
    Send,
    /// Channel.
    Receive,
    /// Monitor.
    Enter,
    /// Monitor: enters unless another thread is in it.
    TryEnter,
    /// Monitor.
    Exit,
    /// Monitor: begins to wait.
    Wait,
    /// Monitor: ends waiting.
    Resume,
    /// Monitor.
    Notify,
    /// Monitor.
    NotifyAll,
    /// Thread: start.
    Spawn,
    /// Thread: wait for its end.
    Join,
    /// Thread: its end.
    End,
    /// Thread.
    Interrupt,
    /// Thread: whether it is interrupted.
    Interrupted,
    /// Thread: whether the one that asks is interrupted, which it then is not any more.
    TakeInterrupt,
}

impl Operation {
    /// Whether it is done to a lock or monitor as such, and not to data.
    pub fn is_on_lock(self) -> bool {
        use Operation::*;
        match self {
            Acquire | TryAcquire | Release | AcquireRead | ReleaseRead | AcquireWrite | ReleaseWrite => true,
            Enter | TryEnter | Exit | Wait | Resume | Notify | NotifyAll => true,
            Read | Write | Cas | Down | TryDown | Up | Arrive | Send | Receive => false,
            Spawn | Join | End | Interrupt | Interrupted | TakeInterrupt => false,
        }
    }

    /// Whether it looks at whether the thread was interrupted, which others decide, whatever object it is on.
    pub fn may_be_interrupted(self) -> bool {
        matches!(self, Operation::Wait | Operation::Resume | Operation::Join)
    }
}

/// Data that one lock may guard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Guarded {
    /// All objects of a kind, each perhaps by another lock.
    Kind(u32),
    /// A global variable.
    Global(u32),
}

/// One access of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// Where.
    pub location: Location,
    /// What.
    pub operation: Operation,
}

/// All accesses of a step, in order. A step outside atomic blocks has at most one.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// The accesses.
    pub accesses: SmallVec<[Access; 2]>,
    /// Which of them the step comes to after it has had an effect, ascending.
    late: SmallVec<[usize; 2]>,
    had_effect: bool,
    counting: Option<(Location, Counting)>,
}

impl Footprint {
    /// Forgets all accesses.
    pub fn clear(&mut self) {
        self.truncate(0);
        self.begin();
    }

    /// Adds one.
    pub fn add(&mut self, location: Location, operation: Operation) {
        if self.had_effect {
            self.late.push(self.accesses.len());
        }
        self.accesses.push(Access { location, operation });
        self.counting = None;
    }

    /// All of this is one step, which counts and does nothing else.
    pub fn count(&mut self, location: Location, counting: Counting) {
        self.counting = Some((location, counting));
    }

    /// Where it counts and how, if that is all that it does. The accesses say which words it reads and writes for that.
    pub fn counting(&self) -> Option<(Location, Counting)> {
        self.counting
    }

    /// Forgets all but the first `len` accesses.
    pub fn truncate(&mut self, len: usize) {
        self.accesses.truncate(len);
        self.counting = None;
        self.late.retain(|at| *at < len);
    }

    /// Forgets the accesses to a location.
    pub fn forget(&mut self, location: Location) {
        let kept = |access: &Access| access.location != location;
        let before = |at: usize| self.accesses[..at].iter().filter(|access| kept(access)).count();
        self.late = self.late.iter().filter(|&&at| kept(&self.accesses[at])).map(|&at| before(at)).collect();
        self.accesses.retain(|access| kept(access));
    }

    /// What is added from now on belongs to a step that has done nothing yet.
    pub fn begin(&mut self) {
        self.had_effect = false;
    }

    /// The step has done something, be it an access or not, so that it is made whether or not it can go on where it comes to
    /// from now on.
    pub fn take_effect(&mut self) {
        self.had_effect = true;
    }

    /// Whether the step has had an effect when it comes to the access number `at`: if it cannot go on there it gives way in the
    /// middle. Otherwise it waits, and has not begun.
    pub fn is_late(&self, at: usize) -> bool {
        self.late.contains(&at)
    }
}
