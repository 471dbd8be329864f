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
//! pendVisOps(s, θ): [`Thread::acts`](super::view::Thread) of the machine itself; pendInvisOps(s, θ): [`Bound::invisible`];
//! allowedInvisOps(θ): the invisible operations at [`Thread::future`](super::view::Thread); held(s, θ) ∪ acquiring(s, θ):
//! [`Wish::locks`]; MLDallows: [`Lockset::allows`].
//!
//! # Premises
//! - The lockset algorithm runs along ([`Histories`]), and with it the check of the discipline: if that is violated the sets may
//!   be too small, and if it is MLD' the violation is found (Theorem 6').
//! - No static analysis of MLD is asked; allowedOps is the machine's [`Foresight`].
//!
//! # Deviations
//! - D1: (6) is taken with operations that need no lock, see `movers/lockset.rs`, D3.
//! - D2: operations that start or end threads are on no object of the discipline; they are always in the bound.
//! - D3: undo undoes changes of candidate lock sets too. The refinement at the end of section 8 (the same lock in all executions) is not
//!   made: MLD' does not ask for it.
//! - D4: [`Pending::Guards`] is the variant that section 6 warns of: operations are also bounded by control flow, that is,
//!   by what the guards of composed transitions mention, whether their branch is taken or not.

use super::disciplined::Histories;
use super::overman::close_by;
use super::persistent::PersistentSets;
use super::view::{View, smallest};
use crate::options::{Pending, Ties};
use crate::strategies::transactions::TransactionMachine;
use commute_machine::{
    Fingerprint, Foresight, Location, ObjId, Objects, Operation, Pattern, Point, PossibleAct, Rewind, Tid,
    Variable, Variables,
};
use commute_movers::{Lockset, Oracle, Wish, anywhere};
use fixedbitset::FixedBitSet;

/// The algorithm.
pub struct Mld {
    /// How ties are broken.
    pub ties: Ties,
    /// Which operations are looked at.
    pub pending: Pending,
    /// The lockset algorithm's data.
    pub histories: Histories,
}

impl<'a, M, O> PersistentSets<TransactionMachine<'a, M, O>> for Mld
where
    M: Rewind + Fingerprint + Variables + Foresight,
    O: Oracle<M>,
{
    fn threads(
        &mut self,
        transactions: &mut TransactionMachine<'a, M, O>,
        choices: &[u32],
        _last: Option<Tid>,
    ) -> Option<FixedBitSet> {
        let machine = transactions.base();
        let view = View::new(machine, choices);
        let machine = &*machine;
        let histories = self.histories.borrow();
        let history =
            histories.last().expect("[commute internal bug] every state on the stack has a history");
        let bound = Bound { machine, view: &view, history, pending: self.pending };
        let invisible: Vec<Vec<&PossibleAct>> = (0..view.threads.len()).map(|a| bound.invisible(a)).collect();
        let disturbs = |a: usize, b: usize| {
            view.may_disturb(machine, a, b) || invisible[a].iter().any(|act| bound.is_met(act, b))
        };
        let starts = (0..view.threads.len()).filter(|&i| view.threads[i].choices > 0);
        let sets = starts.map(|start| close_by(view.threads.len(), start, disturbs)).collect();
        smallest(machine, &view, self.ties, sets)
    }
}

/// An upper bound on the invisible operations of next transitions, in one state.
struct Bound<'a, M> {
    machine: &'a M,
    view: &'a View,
    history: &'a Lockset,
    pending: Pending,
}

impl<'a, M: Variables + Foresight> Bound<'a, M> {
    /// pendInvisOps(s, θ).
    fn invisible(&self, a: usize) -> Vec<&'a PossibleAct> {
        let thread = &self.view.threads[a];
        let locks = self.locks(a);
        let points = match self.pending {
            Pending::Locks => (*thread.future).clone(),
            Pending::Guards => before_visible(&self.view.points, thread.point),
        };
        let acts = points.ones().flat_map(|p| &self.view.points[p].acts);
        let allowed = |act: &&PossibleAct| {
            let reads = act.operation == Operation::Read;
            let wish = Wish { thread: thread.tid, locks: &locks, reads };
            !is_visible(act.operation)
                && (!is_data(act.operation) || allows(self.history, wish, &act.pattern))
        };
        acts.filter(allowed).collect()
    }

    /// held(s, θ) ∪ acquiring(s, θ).
    fn locks(&self, a: usize) -> Vec<ObjId> {
        let thread = &self.view.threads[a];
        let all = (0..self.machine.objects()).map(|o| ObjId(o as u32));
        let mut locks: Vec<ObjId> = all.filter(|&o| self.machine.holder(o) == Some(thread.tid)).collect();
        for act in thread.acts.acts.iter().filter(|act| acquires(act.access.operation)) {
            if let Location::Object(o) | Location::Monitor(o) = act.access.location {
                locks.push(o);
            }
        }
        locks
    }

    /// Whether thread `b` may ever do something that is dependent with an operation.
    fn is_met(&self, act: &PossibleAct, b: usize) -> bool {
        self.view.threads[b].future.ones().any(|p| {
            let point = &self.view.points[p];
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

/// The variables of a pattern for which the discipline allows an operation: whether there is one.
fn allows(history: &Lockset, wish: Wish<'_>, pattern: &Pattern) -> bool {
    let only = match pattern {
        Pattern::Global(g) => Some(Variable::Global(*g)),
        Pattern::Word(Objects::Static { first, count: 1 }, Some(slot)) => {
            Some(Variable::StaticWord(ObjId(*first), *slot))
        }
        Pattern::Object(Objects::Static { first, count: 1 }) => Some(Variable::Static(ObjId(*first))),
        _ => None,
    };
    match only {
        Some(only) => history.allows(wish, Some(only), |variable| variable == only),
        // Of several variables, one that has not been accessed yet allows most.
        None => history.allows(wish, None, |_| false) || history.allows(wish, None, |v| is_of(v, pattern)),
    }
}

/// Whether a variable may be of a pattern.
fn is_of(variable: Variable, pattern: &Pattern) -> bool {
    let is_static = |o: ObjId, objects: &Objects| match objects {
        Objects::Static { first, count } => (*first..first + count).contains(&o.0),
        Objects::OfKinds(_) => true,
    };
    let is_kind =
        |kind: u32, objects: &Objects| matches!(objects, Objects::OfKinds(kinds) if kinds.contains(&kind));
    match (variable, pattern) {
        (Variable::Global(g), Pattern::Global(h)) => g == *h,
        (Variable::StaticWord(o, s), Pattern::Word(objects, slot)) => {
            is_static(o, objects) && slot.is_none_or(|slot| slot == s)
        }
        (Variable::Static(o), Pattern::Object(objects)) => is_static(o, objects),
        (Variable::Field(kind, s), Pattern::Word(objects, slot)) => {
            is_kind(kind, objects) && slot.is_none_or(|slot| slot == s)
        }
        (Variable::Elements(kind), Pattern::Word(objects, _) | Pattern::Object(objects)) => {
            is_kind(kind, objects)
        }
        _ => false,
    }
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
