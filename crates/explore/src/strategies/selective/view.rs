//! What the algorithms for persistent sets look at in one state: next steps and possible futures.

use super::reachable::{MOST_GROUPS, Reachable};
use commute_machine::{
    Act, Acts, Fingerprint, Foresight, Future, HeapView, Info, Location, ObjId, Operation, Pattern, Point,
    ThreadStatus, Tid,
};
use commute_movers::{anywhere, interferes};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::sync::Arc;

/// A thread in a state.
pub struct Thread {
    /// Its number.
    pub tid: Tid,
    /// How many steps it can make.
    pub choices: u32,
    /// What its next step does, enabled or not.
    pub next: Pending,
    /// Where it stands.
    pub point: u32,
    /// Where it may come to (allowedOps).
    pub future: Arc<Future>,
}

/// What a step does that may come next (pendVisOps and pendInvisOps at once).
pub struct Pending {
    /// What it does.
    pub acts: Acts,
    /// Which of its acts are on something that it touches several times.
    repeated: FixedBitSet,
}

impl Pending {
    /// Of these acts.
    pub fn new(acts: Acts) -> Self {
        let mut repeated = FixedBitSet::with_capacity(acts.acts.len());
        let mut first = HashMap::new();
        for (i, act) in acts.acts.iter().enumerate().filter(|_| acts.acts.len() > 1) {
            let before = *first.entry(act.access.location).or_insert(i);
            if before < i {
                repeated.insert(before);
                repeated.insert(i);
            }
        }
        Self { acts, repeated }
    }
}

/// The threads that are not over.
pub struct View {
    /// The threads.
    pub threads: Vec<Thread>,
    /// All points of the program.
    pub points: Arc<[Point]>,
}

impl View {
    /// Of the present state.
    pub fn new<M: Foresight>(machine: &mut M, choices: &[u32]) -> Self {
        let points = machine.points();
        let mut threads = Vec::new();
        for (t, &count) in choices.iter().enumerate() {
            let tid = Tid::new(t);
            if machine.status(tid) == ThreadStatus::Live {
                let mut acts = Acts::default();
                machine.acts(tid, &mut acts);
                let (point, future) = (machine.point(tid), machine.future(tid));
                let choices = if count == 0 { 0 } else { machine.choices(tid) };
                threads.push(Thread { tid, choices, next: Pending::new(acts), point, future });
            }
        }
        Self { threads, points }
    }

    /// What each thread can come by without the others, if there are not too many of them.
    pub fn alone<M: HeapView>(&self, machine: &M) -> Option<Reachable> {
        let groups: Vec<Vec<&Thread>> = self.threads.iter().map(|thread| vec![thread]).collect();
        (groups.len() <= MOST_GROUPS).then(|| Reachable::new(machine, &groups))
    }

    /// Whether a step of thread `b` from `point` may be the first to interfere with the next step of thread `a`, if it can come by the
    /// objects for which `has` holds.
    pub fn disturbs<M: Foresight>(
        &self,
        machine: &M,
        (a, b): (usize, usize),
        point: u32,
        has: impl Fn(ObjId) -> bool,
    ) -> bool {
        let one = &self.threads[a];
        self.acts_disturbed(machine, (one.tid, &one.next), (b, point), has)
    }

    /// The same for any acts of a thread.
    pub fn acts_disturbed<M: Foresight>(
        &self,
        machine: &M,
        (tid, next): (Tid, &Pending),
        (b, point): (usize, u32),
        has: impl Fn(ObjId) -> bool,
    ) -> bool {
        let (acts, other) = (&next.acts, &self.points[point as usize]);
        if acts.everything || other.everything || acts.observed && other.observed {
            return true;
        }
        let second = self.threads[b].tid;
        acts.acts.iter().enumerate().any(|(i, act)| {
            other.acts.iter().any(|possible| {
                if anywhere(act.access.operation, possible.operation) {
                    return true;
                }
                if !machine.may_be(&possible.pattern, act.access.location)
                    || !act.access.location.object().is_none_or(&has)
                {
                    return false;
                }
                // An operation inside a step that cannot be performed makes the step another one.
                if other.inside_step && !(is_read(act.access.operation) && is_read(possible.operation)) {
                    return true;
                }
                let whole = is_whole(&possible.pattern, act.access.location);
                let info = machine.info(act.access.location);
                if next.repeated[i] && is_stale(&info) {
                    return !(is_read(act.access.operation) && is_read(possible.operation));
                }
                interferes(tid, act, second, possible.operation, possible.detail, whole, &info)
            })
        })
    }

    /// Whether a step from `point` of the same thread may change what `act` finds.
    pub fn changes<M: Foresight>(&self, machine: &M, act: &Act, point: u32) -> bool {
        let other = &self.points[point as usize];
        other.acts.iter().any(|possible| {
            possible.operation != Operation::Read && machine.may_be(&possible.pattern, act.access.location)
        })
    }

    /// Whether thread `b`, if it can come by the objects for which `has` holds, may ever interfere with the next step of thread `a`.
    pub fn may_disturb<M: Foresight>(
        &self,
        machine: &M,
        (a, b): (usize, usize),
        has: impl Fn(ObjId) -> bool,
    ) -> bool {
        self.threads[b].future.telling.iter().any(|&point| self.disturbs(machine, (a, b), point, &has))
    }

    /// How many steps the threads of a set have, of those in [`View::threads`].
    pub fn steps(&self, set: &FixedBitSet) -> u32 {
        set.ones().map(|i| self.threads[i].choices).sum()
    }

    /// A set of places in [`View::threads`] as a set of thread numbers.
    pub fn numbers(&self, set: &FixedBitSet) -> FixedBitSet {
        let len = self.threads.last().map_or(0, |t| t.tid.index() + 1);
        let mut numbers = FixedBitSet::with_capacity(len);
        set.ones().for_each(|i| numbers.insert(self.threads[i].tid.index()));
        numbers
    }
}

/// Whether an operation of a run finds another state of its object than this, if one before it was on the same. Locks are given back by
/// whoever took them, which says all that their tables ask.
fn is_stale(info: &Info) -> bool {
    matches!(
        info,
        Info::Semaphore(_) | Info::Channel { .. } | Info::Barrier { .. } | Info::Word(_) | Info::Set(_)
    )
}

fn is_read(operation: Operation) -> bool {
    operation == Operation::Read
}

/// Whether both are about the same part of an object: the whole of it, or a word.
fn is_whole(pattern: &Pattern, location: Location) -> bool {
    !matches!(
        (pattern, location),
        (Pattern::Word(..), Location::Object(_)) | (Pattern::Object(_), Location::Word(..))
    )
}

/// Of several sets of places, that which has the fewest steps; ties are broken as asked.
pub fn smallest<M: Fingerprint>(
    machine: &M,
    view: &View,
    ties: crate::options::Ties,
    sets: Vec<FixedBitSet>,
) -> Option<FixedBitSet> {
    let least = sets.iter().map(|set| view.steps(set)).min()?;
    let mut best: Vec<FixedBitSet> = sets.into_iter().filter(|set| view.steps(set) == least).collect();
    best.dedup();
    Some(view.numbers(&ties.choose(machine, best)))
}
