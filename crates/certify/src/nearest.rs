//! What comes nearest to an order between two accesses that race, along the execution that shows them.

use crate::discipline::{Touch, TouchedCell};
use crate::execute::{Cell, holds};
use crate::interpreter::Interpreter;
use crate::races::Race;
use commute_base::Span;
use commute_ir::Ty;
use commute_machine::Transition;
use std::collections::{BTreeMap, BTreeSet};

/// It does not order the two, but something like it would. Which of the two is meant is said by its place in [`Race::accesses`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nearest {
    /// Only the access of this one is volatile or atomic.
    Atomic(usize),
    /// Both hold this, as readers.
    SharedLock(String),
    /// Each holds locks, and none that the other holds.
    OtherLocks,
    /// Only this one holds a lock.
    OneLocked {
        /// Who.
        by: usize,
        /// The other one has held the same before, and has given it back.
        given_back: Option<String>,
    },
    /// A thread that held a lock has accessed it before; nobody holds one now.
    LockedBefore {
        /// The thread.
        by: String,
        /// Whether it wrote.
        wrote: bool,
        /// Where.
        span: Span,
        /// What it held.
        lock: String,
    },
    /// One reads a flag or a reference that the other writes.
    Flag,
    /// This one has started the other, and has not joined it.
    Started(usize),
    /// Both have used this object, before the two accesses.
    Met(String),
    /// None of these.
    Nothing,
}

/// What has happened on the way to the race.
#[derive(Default)]
struct Way {
    /// Who has started whom. Numbers that are used again have the last one.
    started_by: BTreeMap<usize, usize>,
    /// The locks that each thread has held.
    held: BTreeSet<(usize, u32)>,
    /// The last access with a lock held.
    locked: Option<Nearest>,
    /// The objects that threads have operated on, and the step in which each did so last.
    used: BTreeMap<u32, BTreeMap<usize, usize>>,
    steps: usize,
}

/// What comes nearest, for a race at the end of an execution, in the names that `told` has used for it.
pub(crate) fn nearest(told: &Interpreter<'_>, schedule: &[Transition], race: &Race) -> Nearest {
    let mut way = Way::default();
    let mut it = Interpreter::start(told.program(), false).0;
    it.names.clone_from(&told.names);
    for &step in schedule {
        way.go(&mut it, step, race.cell);
    }
    let both = race.accesses.each_ref().map(|racer| racer.tid.index());
    let held = both.map(|t| held_by(&it, t));
    let shared = held[0].iter().find(|&lock| held[1].contains(lock));
    match race.accesses.each_ref().map(|racer| racer.synchronizes) {
        [true, false] => Nearest::Atomic(0),
        [false, true] => Nearest::Atomic(1),
        _ if shared.is_some() => shared.map_or(Nearest::Nothing, |&l| Nearest::SharedLock(it.lock_name(l))),
        _ if held.iter().all(|locks| !locks.is_empty()) => Nearest::OtherLocks,
        _ if held.iter().any(|locks| !locks.is_empty()) => {
            let by = usize::from(held[0].is_empty());
            let before = held[by].iter().find(|&&lock| way.held.contains(&(both[1 - by], lock)));
            Nearest::OneLocked { by, given_back: before.map(|&lock| it.lock_name(lock)) }
        }
        _ => way.locked.take().unwrap_or_else(|| way.without_locks(&it, race, both)),
    }
}

impl Way {
    fn go(&mut self, it: &mut Interpreter<'_>, step: Transition, cell: Cell) {
        let t = step.tid.index();
        let span = it.span(step.tid).unwrap_or_default();
        let locks = held_by(it, t);
        self.held.extend(locks.iter().map(|&lock| (t, lock)));
        it.advance_by(step);
        self.started_by.extend(it.started.iter().map(|&new| (new, t)));
        self.steps += 1;
        for &object in &it.operated_on {
            self.used.entry(object).or_default().insert(t, self.steps);
        }
        let touch = it.touched.iter().find(|touch| is(touch, cell)).filter(|_| !locks.is_empty());
        if let Some(touch) = touch {
            let (by, wrote) = (it.thread_name(step.tid).to_owned(), touch.writes);
            let names: Vec<String> = locks.iter().map(|&lock| it.lock_name(lock)).collect();
            self.locked = Some(Nearest::LockedBefore { by, wrote, span, lock: names.join(", ") });
        }
    }

    fn without_locks(&self, it: &Interpreter<'_>, race: &Race, [one, other]: [usize; 2]) -> Nearest {
        let ty = match race.cell {
            Cell::Global(global) => it.code.program.globals[global].ty,
            Cell::Word(object, word) => it.word_ty(it.state.object(object), word),
        };
        let is_read = race.accesses.iter().any(|racer| !racer.writes);
        if is_read && (ty == Ty::Bool || ty.is_ref()) {
            Nearest::Flag
        } else if self.started_by.get(&other) == Some(&one) {
            Nearest::Started(0)
        } else if self.started_by.get(&one) == Some(&other) {
            Nearest::Started(1)
        } else {
            self.met(it, one, other).map_or(Nearest::Nothing, |object| Nearest::Met(it.lock_name(object)))
        }
    }

    /// The object that both have used, the last of several.
    fn met(&self, it: &Interpreter<'_>, one: usize, other: usize) -> Option<u32> {
        let both = |users: &BTreeMap<usize, usize>| Some((*users.get(&one)?).min(*users.get(&other)?));
        let is_there = |object: &u32| it.state.objects.contains_key(object);
        let met = self.used.iter().filter_map(|(&object, users)| Some((both(users)?, object)));
        met.filter(|(_, object)| is_there(object)).max().map(|(_, object)| object)
    }
}

/// The locks and monitors that a thread holds.
fn held_by(it: &Interpreter<'_>, t: usize) -> Vec<u32> {
    it.state.objects.iter().filter(|(_, object)| holds(object, t)).map(|(&number, _)| number).collect()
}

fn is(touch: &Touch, cell: Cell) -> bool {
    match (touch.cell, cell) {
        (TouchedCell::Global(touched), Cell::Global(global)) => touched == global,
        (TouchedCell::Object(o, Some(touched)), Cell::Word(of, word)) => (o, touched) == (of, word),
        _ => false,
    }
}
