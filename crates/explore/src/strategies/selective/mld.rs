//! Persistent sets of the composed system by what the locking discipline allows.
//!
//! # Source
//! Sto00 section 8, Algorithm 2-MLD with (5), (6) and (7); section 9, Algorithm 2-MLD' with pendInvisOps'; section 6, guards of
//! composed transitions.
//!
//! # Idea
//! `overman.rs` runs a thread ahead to see what its next transition does. A program that can only be re-executed cannot be run
//! ahead: of a visible operation only itself is known, not the invisible ones that follow it in the same transition. But
//! they obey the discipline. So whatever variable the thread may ever access, if no lock that it holds or is
//! about to take is a candidate for that variable, the access is not part of the next transition.
//!
//! # Notation
//! pendVisOps(s, θ): [`Thread::next`](super::view::Thread) of the machine itself; pendInvisOps(s, θ): [`Bound::invisible`];
//! allowedInvisOps(θ): the invisible operations at [`Thread::future`](super::view::Thread); held(s, θ) ∪ acquiring(s, θ):
//! [`Wish::locks`]; MLDallows: [`Lockset::allows`].
//!
//! # Premises
//! - The lockset algorithm runs along ([`Historied`]), and with it the check of the discipline: if that is violated the sets may
//!   be too small, and if it is MLD' the violation is found (Theorem 6').
//! - No static analysis of MLD is asked; allowedOps is the machine's [`Foresight`].
//!
//! # Deviations
//! - D1: (6) is taken with operations that need no lock, see `movers/lockset.rs`, D3.
//! - D2: operations that start or end threads are on no object of the discipline; they are always in the bound.
//! - D3: undo undoes changes of candidate lock sets, which are about objects of one execution. If it has to be the same lock in all
//!   executions (the end of section 8), what is left of their names is kept besides, and not undone (`movers/lockset/same.rs`):
//!   an operation is in the bound only if the lock is a candidate here and may be one that is left everywhere.
//! - D4: [`Pending::Guards`] is the variant that section 6 warns of: operations are also bounded by control flow, that is,
//!   by what the guards of composed transitions mention, whether their branch is taken or not.
//! - D5: an operation on objects of a class is looked at for each object that there is: an object that the transition makes itself, or that
//!   one thread alone can reach, nobody else can meet before it ([`Lockset::allows`], mayInit).
//! - D6: steps of the machine have one operation, so in IF-SSS the bound adds to the pending operation what its thread may do next, which
//!   is not part of the step. It is there as the paper has it; `overman.rs` gives smaller sets.

use super::historied::Historied;
use super::overman::closed_sets;
use super::persistent::PersistentSets;
use super::reachable::Reachable;
use super::view::{View, smallest};
use crate::options::{Pending, Ties};
use crate::strategies::transactions::TransactionMachine;
use commute_machine::{
    Fingerprint, Foresight, HeapView, Location, ObjId, Objects, Operation, Pattern, Point, PossibleAct,
    Rewind, Tid, Variables,
};
use commute_movers::{Oracle, Wish, anywhere, held};
use fixedbitset::FixedBitSet;
use std::collections::{BTreeMap, HashMap};

/// The algorithm.
pub struct Mld {
    /// How ties are broken.
    pub ties: Ties,
    /// Which operations are looked at.
    pub pending: Pending,
}

impl Mld {
    fn smallest<M>(&self, machine: &mut Historied<'_, M>, choices: &[u32]) -> Option<FixedBitSet>
    where
        M: Rewind + Fingerprint + Variables + Foresight,
    {
        let view = View::new(machine, choices);
        let machine = &*machine;
        let of_kind = by_kind(machine);
        let bound =
            Bound { machine, view: &view, of_kind, alone: view.alone(machine), pending: self.pending };
        let invisible: Vec<Vec<&PossibleAct>> = (0..view.threads.len()).map(|a| bound.invisible(a)).collect();
        let sets = closed_sets(machine, &view, |(a, b), has| {
            view.may_disturb(machine, (a, b), has)
                || invisible[a].iter().any(|act| bound.is_met(act, b) && bound.may_be_on(a, act, has))
        });
        smallest(machine, &view, self.ties, sets)
    }
}

impl<'a, 'b, M, O> PersistentSets<TransactionMachine<'a, Historied<'b, M>, O>> for Mld
where
    M: Rewind + Fingerprint + Variables + Foresight,
    O: Oracle<Historied<'b, M>>,
{
    fn threads(
        &mut self,
        transactions: &mut TransactionMachine<'a, Historied<'b, M>, O>,
        choices: &[u32],
        _last: Option<Tid>,
    ) -> Option<FixedBitSet> {
        self.smallest(transactions.base(), choices)
    }
}

impl<M> PersistentSets<Historied<'_, M>> for Mld
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    fn threads(
        &mut self,
        machine: &mut Historied<'_, M>,
        choices: &[u32],
        _last: Option<Tid>,
    ) -> Option<FixedBitSet> {
        self.smallest(machine, choices)
    }
}

/// The objects of each kind in the present state.
fn by_kind<M: HeapView>(machine: &M) -> BTreeMap<u32, Vec<ObjId>> {
    let mut of_kind: BTreeMap<u32, Vec<ObjId>> = BTreeMap::new();
    for o in (0..machine.objects() as u32).map(ObjId) {
        of_kind.entry(machine.kind(o)).or_default().push(o);
    }
    of_kind
}

/// An upper bound on the invisible operations of next transitions, in one state.
struct Bound<'a, 'm, M> {
    machine: &'a Historied<'m, M>,
    view: &'a View,
    of_kind: BTreeMap<u32, Vec<ObjId>>,
    /// What each thread can come by without others, if there are not too many.
    alone: Option<Reachable>,
    pending: Pending,
}

impl<'a, M: Rewind + Fingerprint + Variables + Foresight> Bound<'a, '_, M> {
    /// pendInvisOps(s, θ).
    fn invisible(&self, a: usize) -> Vec<&'a PossibleAct> {
        let thread = &self.view.threads[a];
        let locks = self.locks(a);
        let points = match self.pending {
            Pending::Locks => thread.future.points.clone(),
            Pending::Guards => before_visible(&self.view.points, thread.point),
        };
        let acts = points.ones().flat_map(|p| &self.view.points[p].acts);
        let mut known: HashMap<(&Pattern, bool), bool> = HashMap::new();
        let mut is_allowed = |act: &'a PossibleAct| {
            let reads = act.operation == Operation::Read;
            let wish = Wish { thread: thread.tid, locks: &locks, reads };
            *known.entry((&act.pattern, reads)).or_insert_with(|| self.allows(wish, &act.pattern, &|_| true))
        };
        let allowed = |act: &&'a PossibleAct| {
            !is_visible(act.operation) && (!is_data(act.operation) || is_allowed(act))
        };
        acts.filter(allowed).collect()
    }

    /// held(s, θ) ∪ acquiring(s, θ).
    fn locks(&self, a: usize) -> Vec<ObjId> {
        let thread = &self.view.threads[a];
        let mut locks = held(self.machine, thread.tid);
        for act in thread.next.acts.acts.iter().filter(|act| acquires(act.access.operation)) {
            if let Location::Object(o) | Location::Monitor(o) = act.access.location {
                locks.push(o);
            }
        }
        locks
    }

    /// Whether an invisible operation of the next transition of thread `a` may be on one of the objects for which `has` holds.
    /// It can only be on what `a` can come by while all others do nothing.
    fn may_be_on(&self, a: usize, act: &PossibleAct, has: &dyn Fn(ObjId) -> bool) -> bool {
        let has = &|o| has(o) && self.alone.as_ref().is_none_or(|alone| alone.has(a, o));
        let locks = self.locks(a);
        let reads = act.operation == Operation::Read;
        let wish = Wish { thread: self.view.threads[a].tid, locks: &locks, reads };
        if is_data(act.operation) {
            return self.allows(wish, &act.pattern, has);
        }
        match &act.pattern {
            Pattern::Word(objects, _) | Pattern::Object(objects) | Pattern::Monitor(objects) => {
                self.any_of(objects, has)
            }
            Pattern::Global(_) | Pattern::Thread => true,
        }
    }

    /// Whether the discipline allows an operation for some variable of a pattern, if that is of an object for which `has` holds.
    fn allows(&self, wish: Wish<'_>, pattern: &Pattern, has: &dyn Fn(ObjId) -> bool) -> bool {
        let is_allowed = |at: Location| {
            at.object().is_none_or(has)
                && self.machine.lockset().allows(self.machine, self.machine.histories(), wish, at)
        };
        match pattern {
            Pattern::Global(g) => is_allowed(Location::Global(*g)),
            Pattern::Word(objects, Some(word)) => {
                self.any_of(objects, |o| is_allowed(Location::Word(o, *word)))
            }
            Pattern::Word(objects, None) => self.any_of(objects, |o| self.allows_element(o, has, is_allowed)),
            Pattern::Object(objects) => self.any_of(objects, |o| is_allowed(Location::Object(o))),
            Pattern::Monitor(_) | Pattern::Thread => true,
        }
    }

    /// Whether it does for some element of an array. Of what has no elements nothing is known.
    fn allows_element(
        &self,
        o: ObjId,
        has: &dyn Fn(ObjId) -> bool,
        is_allowed: impl Fn(Location) -> bool,
    ) -> bool {
        // All words of what can grow are one variable, however many there are.
        if !self.machine.has_elements(o) {
            return has(o);
        }
        let elements = (0..).map(|word| Location::Word(o, word));
        let mut there = elements.take_while(|&at| self.machine.variable(at).is_some());
        there.any(is_allowed)
    }

    fn any_of(&self, objects: &Objects, is_one: impl Fn(ObjId) -> bool) -> bool {
        match objects {
            Objects::Static { first, count } => (*first..first + count).map(ObjId).any(is_one),
            Objects::OfKinds(kinds) => {
                kinds.iter().filter_map(|kind| self.of_kind.get(kind)).flatten().copied().any(is_one)
            }
        }
    }

    /// Whether thread `b` may ever do something that is dependent with an operation.
    fn is_met(&self, act: &PossibleAct, b: usize) -> bool {
        self.view.threads[b].future.telling.iter().any(|&p| {
            let point = &self.view.points[p as usize];
            point.everything || point.acts.iter().any(|other| may_interfere(act, other))
        })
    }
}

/// The points that control may come to from `start` before another visible operation.
fn before_visible(points: &[Point], start: u32) -> FixedBitSet {
    let mut after = vec![Vec::new(); points.len()];
    for (p, point) in points.iter().enumerate() {
        point.predecessors.iter().for_each(|&before| after[before as usize].push(p));
    }
    let mut found = FixedBitSet::with_capacity(points.len());
    let mut work = after[start as usize].clone();
    while let Some(p) = work.pop() {
        if !found.put(p) && !points[p].acts.iter().any(|act| is_visible(act.operation)) {
            work.extend(&after[p]);
        }
    }
    found
}

fn is_data(operation: Operation) -> bool {
    matches!(operation, Operation::Read | Operation::Write | Operation::Cas)
}

fn acquires(operation: Operation) -> bool {
    use Operation::*;
    matches!(operation, Acquire | TryAcquire | AcquireWrite | Enter | TryEnter | Resume)
}

fn releases(operation: Operation) -> bool {
    use Operation::*;
    matches!(operation, Release | ReleaseRead | ReleaseWrite | Exit | Notify | NotifyAll)
}

/// Sto00 section 2.3: what may block or communicates is visible.
fn is_visible(operation: Operation) -> bool {
    let invisible =
        is_data(operation) || releases(operation) || matches!(operation, Operation::Spawn | Operation::End);
    !invisible
}

/// Whether two operations may be dependent where both are performed.
fn may_interfere(act: &PossibleAct, other: &PossibleAct) -> bool {
    if anywhere(act.operation, other.operation) {
        return true;
    }
    if !may_overlap(&act.pattern, &other.pattern) {
        return false;
    }
    match act.operation {
        Operation::Read => other.operation != Operation::Read,
        // Nobody else can do anything about a lock that is held, except see that it is.
        operation if releases(operation) => {
            matches!(other.operation, Operation::TryAcquire | Operation::TryEnter)
        }
        // Who joins a thread waits until it has ended; who asks whether it lives does not.
        Operation::End | Operation::Spawn => other.operation == Operation::Read,
        _ => true,
    }
}

fn may_overlap(a: &Pattern, b: &Pattern) -> bool {
    let slots = |a: &Option<u32>, b: &Option<u32>| a.zip(*b).is_none_or(|(a, b)| a == b);
    match (a, b) {
        (Pattern::Global(g), Pattern::Global(h)) => g == h,
        (Pattern::Word(a, s), Pattern::Word(b, t)) => objects_overlap(a, b) && slots(s, t),
        (Pattern::Word(a, _) | Pattern::Object(a), Pattern::Word(b, _) | Pattern::Object(b))
        | (Pattern::Monitor(a), Pattern::Monitor(b)) => objects_overlap(a, b),
        (Pattern::Thread, Pattern::Thread) => true,
        _ => false,
    }
}

fn objects_overlap(a: &Objects, b: &Objects) -> bool {
    match (a, b) {
        (Objects::Static { first, count }, Objects::Static { first: other, count: others }) => {
            first < &(other + others) && other < &(first + count)
        }
        (Objects::OfKinds(a), Objects::OfKinds(b)) => a.iter().any(|kind| b.contains(kind)),
        // A static object is of some kind too.
        (Objects::Static { .. }, Objects::OfKinds(_)) | (Objects::OfKinds(_), Objects::Static { .. }) => true,
    }
}
