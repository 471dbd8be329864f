//! What steps do to objects, in the detail that dependence tables ask for, and what threads may still do.

use crate::{Access, Counting, Location, Machine, Operation, Tid};
use commute_forward::forwardable;
use fixedbitset::FixedBitSet;
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One operation of a step on one object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Act {
    /// Where, and what.
    pub access: Access,
    /// What exactly.
    pub detail: Detail,
}

/// What exactly an operation does, as far as some table asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Detail {
    /// What the operation says.
    Plain,
    /// Counts.
    Counts(Counting),
    /// Adds this element to a set.
    Insert(u64),
    /// Takes this element from a set.
    Delete(u64),
    /// Asks whether a set has this element.
    Member(u64),
    /// Asks how many elements or messages there are.
    Count,
    /// Makes a set empty.
    Clear,
    /// The thread has arrived at a barrier before and waits or goes on.
    Pass {
        /// It may go on.
        released: bool,
    },
}

/// All that a step does.
#[derive(Clone, Debug, Default)]
pub struct Acts {
    /// Its operations, in order.
    pub acts: SmallVec<[Act; 2]>,
    /// It may do more than that, or keep other threads from going on: it commutes with nothing.
    pub everything: bool,
    /// A declared property may change its truth: the order of two such steps matters.
    pub observed: bool,
}

impl Acts {
    /// Nothing.
    pub fn clear(&mut self) {
        self.acts.clear();
        self.everything = false;
        self.observed = false;
    }

    /// Adds an operation.
    pub fn add(&mut self, location: Location, operation: Operation, detail: Detail) {
        self.acts.push(Act { access: Access { location, operation }, detail });
    }
}

/// What dependence between operations on an object depends on, in one state (Sto00's cDepInfo).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// Nothing: the tables for such objects do not look at the state.
    None,
    /// A lock.
    Lock {
        /// Who holds it.
        owner: Option<Tid>,
    },
    /// A monitor.
    Monitor {
        /// Who is in it.
        owner: Option<Tid>,
        /// Who waits and was not notified.
        waiting: SmallVec<[Tid; 4]>,
    },
    /// A read-write lock.
    RwLock {
        /// Who holds it for writing.
        writer: Option<Tid>,
        /// Who holds it for reading, once for each time.
        readers: SmallVec<[Tid; 4]>,
    },
    /// A semaphore's value.
    Semaphore(i64),
    /// A channel.
    Channel {
        /// How many messages are in it.
        messages: u64,
        /// How many it can hold.
        capacity: u64,
    },
    /// A barrier.
    Barrier {
        /// How many have to come.
        parties: u64,
        /// How many have come.
        arrived: u64,
    },
    /// A word.
    Word(i64),
    /// The elements of a set.
    Set(Vec<u64>),
    /// The handle of a thread.
    Handle {
        /// The thread has not ended.
        alive: bool,
    },
}

/// Objects that an instruction may work on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Objects {
    /// Static objects in a row.
    Static {
        /// The first.
        first: u32,
        /// How many.
        count: u32,
    },
    /// Any object of these kinds ([`crate::HeapView::kind`]).
    OfKinds(Arc<[u32]>),
}

/// The locations that an instruction may touch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// A global variable.
    Global(u32),
    /// A word; any word of the object if no slot is given.
    Word(Objects, Option<u32>),
    /// The data of an object as a whole.
    Object(Objects),
    /// Its monitor.
    Monitor(Objects),
    /// Threads.
    Thread,
}

/// An operation that an instruction may perform.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PossibleAct {
    /// Where.
    pub pattern: Pattern,
    /// What.
    pub operation: Operation,
    /// What exactly, if it is known.
    pub detail: Option<Detail>,
}

/// An instruction of the program, for some threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// What it may do.
    pub acts: Vec<PossibleAct>,
    /// As in [`Acts::everything`].
    pub everything: bool,
    /// As in [`Acts::observed`].
    pub observed: bool,
    /// It may be in the middle of a step. If it cannot go on there, the step is shorter, not put off.
    pub inside_step: bool,
    /// The points from which control may come here, in the same thread or by starting it.
    pub predecessors: Vec<u32>,
    /// Control may also come here by an exception from inside a function that is called at a predecessor.
    pub entered_from_calls: bool,
}

/// Where references may be taken from, by kind of object ([`crate::HeapView::kind`]) and word, and by global variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    /// No word stands for any.
    words: BTreeSet<(u32, Option<u32>)>,
    /// The kinds in `words`: nearly every object that is met is asked for its kind, and few for their words.
    kinds: FixedBitSet,
    globals: BTreeSet<u32>,
}

impl Sources {
    /// A word of objects of a kind; any word if none is given.
    pub fn add_word(&mut self, kind: u32, word: Option<u32>) {
        self.words.insert((kind, word));
        self.kinds.grow_and_insert(kind as usize);
    }

    /// A global variable.
    pub fn add_global(&mut self, global: u32) {
        self.globals.insert(global);
    }

    /// Also these.
    pub fn add_all(&mut self, more: &Self) {
        self.words.extend(&more.words);
        self.kinds.union_with(&more.kinds);
        self.globals.extend(&more.globals);
    }

    /// Whether this word of an object of a kind is one.
    pub fn has_word(&self, kind: u32, word: u32) -> bool {
        self.words.contains(&(kind, None)) || self.words.contains(&(kind, Some(word)))
    }

    /// Whether some word of an object of a kind is one.
    pub fn has_kind(&self, kind: u32) -> bool {
        self.kinds.contains(kind as usize)
    }

    /// Whether a global variable is one.
    pub fn has_global(&self, global: u32) -> bool {
        self.globals.contains(&global)
    }
}

/// What a thread, or one that it starts, may still do (Sto00: allowedOps).
#[derive(Debug, Default)]
pub struct Future {
    /// All points that control may come to, the present one included.
    pub points: FixedBitSet,
    /// Of those at which the same may happen one, and none at which nothing happens to an object.
    pub telling: Vec<u32>,
    /// Where it may take references from.
    pub sources: Sources,
}

/// A machine that says what the next steps do to objects.
#[forwardable]
pub trait Objectwise: Machine {
    /// What the next step of `t`, which is not over, does, whether it is enabled or not, into `out`. If it has
    /// several choices, what all of them do.
    fn acts(&mut self, t: Tid, out: &mut Acts);

    /// What dependence at this location depends on, in the present state.
    fn info(&self, location: Location) -> Info;
}

/// A machine that knows an upper bound on what threads may still do.
#[forwardable]
pub trait Foresight: Objectwise {
    /// All points.
    fn points(&mut self) -> Arc<[Point]>;

    /// Where `t`, which is not over, stands.
    fn point(&mut self, t: Tid) -> u32;

    /// What `t`, which is not over, or a thread that it starts may still do.
    fn future(&mut self, t: Tid) -> Arc<Future>;

    /// Whether these may be the same place in the present state.
    fn may_be(&self, pattern: &Pattern, location: Location) -> bool;
}
