//! Persistent sets by following who may interfere with whom.
//!
//! # Source
//! Sto00 section 8, Algorithm 2-MLD (Overman's algorithm as in God96, Algorithm 2), equations (5)-(7).
//!
//! # Idea
//! Begin with one thread that can step. Add every thread that may some day perform an operation that interferes with
//! what a thread of the set is about to do, until nothing is added. Do this from every thread that can step and take the
//! smallest set.
//!
//! # Notation
//! T: `set`; pendVisOps, pendInvisOps: [`Thread::next`](super::view::Thread); allowedOps(θ'):
//! [`Thread::future`](super::view::Thread); op .s op': [`View::disturbs`].
//!
//! # Premises
//! - A blocked thread of the set counts too: whoever unblocks it interferes with it.
//! - Threads that a thread may start belong to its future ([`Foresight::future`]).
//! - An operation counts only if it may be on an object that its thread can come by while those of the set do nothing
//!   (`reachable.rs`). What all threads outside can come by depends on who is outside, so that is asked again when the set has grown
//!   ([`Closing::handed`]); what one can come by alone is asked first, since it says whom to add.
//!
//! # Deviations
//! - D1: the machine knows what the next step, or the next run of a composed system, does, invisible operations included. So
//!   pendInvisOps is exact here. The bound by candidate lock sets, (6) and (7), is `mld.rs`.
//! - D2: only operations of the next steps that are enabled, and the first operation of those that are not, count; a guard of
//!   a composed transition that is false because of a later test is no pending transition (section 6).

use super::persistent::PersistentSets;
use super::reachable::Reachable;
use super::view::{Thread, View, smallest};
use crate::options::Ties;
use commute_machine::{Fingerprint, Foresight, HeapView, ObjId, Tid};
use commute_mutants::mutant;
use fixedbitset::FixedBitSet;

/// The algorithm.
#[derive(Default)]
pub struct Overman {
    /// How ties are broken.
    pub ties: Ties,
}

impl<M: Foresight + Fingerprint + HeapView> PersistentSets<M> for Overman {
    fn threads(&mut self, machine: &mut M, choices: &[u32], _last: Option<Tid>) -> Option<FixedBitSet> {
        let view = View::new(machine, choices);
        let sets = closed_sets(machine, &view, |(a, b), has| view.may_disturb(machine, (a, b), has));
        smallest(machine, &view, self.ties, sets)
    }
}

/// Steps 1 to 3 from every thread that can step: the sets that no thread outside disturbs. `disturbs` says whether the second of two
/// threads may disturb the first if it can come by certain objects.
pub fn closed_sets<M: HeapView>(
    machine: &M,
    view: &View,
    disturbs: impl Fn((usize, usize), &dyn Fn(ObjId) -> bool) -> bool,
) -> Vec<FixedBitSet> {
    let pairs = vec![None; view.threads.len() * view.threads.len()];
    let mut closing =
        Closing { machine, view, disturbs, by_class: pairs.clone(), by_object: pairs, alone: None };
    let starts = (0..view.threads.len()).filter(|&i| view.threads[i].choices > 0);
    starts.map(|start| closing.close(start)).collect()
}

/// Who may interfere with whom, as far as it was asked for.
struct Closing<'a, M, F> {
    machine: &'a M,
    view: &'a View,
    disturbs: F,
    /// By what is known of code.
    by_class: Vec<Option<bool>>,
    /// By the objects that a thread can come by without the others, too.
    by_object: Vec<Option<bool>>,
    /// These objects, once they were asked for.
    alone: Option<Option<Reachable>>,
}

impl<M, F> Closing<'_, M, F>
where
    M: HeapView,
    F: Fn((usize, usize), &dyn Fn(ObjId) -> bool) -> bool,
{
    #[mutant("nobody-disturbs", only(self.view.threads.len(), start))]
    fn close(&mut self, start: usize) -> FixedBitSet {
        let threads = self.view.threads.len();
        let mut set = only(threads, start);
        let mut work = vec![start];
        loop {
            while let Some(a) = work.pop() {
                for b in 0..threads {
                    if !set.contains(b) && self.is_disturbed(a, b) {
                        set.insert(b);
                        work.push(b);
                    }
                }
            }
            let Some(b) = self.handed(&set) else { return set };
            set.insert(b);
            work.push(b);
        }
    }

    fn may_by_class(&mut self, a: usize, b: usize) -> bool {
        let at = a * self.view.threads.len() + b;
        *self.by_class[at].get_or_insert_with(|| (self.disturbs)((a, b), &|_| true))
    }

    /// Whether `b` may disturb `a` with what it can come by without others.
    fn is_disturbed(&mut self, a: usize, b: usize) -> bool {
        if !self.may_by_class(a, b) {
            return false;
        }
        if !tells_apart(self.machine) {
            return true;
        }
        // Whoever does so with static objects alone need not come by others, and these need not be looked for.
        if (self.disturbs)((a, b), &|o| self.machine.is_static(o)) {
            return true;
        }
        let Some(alone) = self.alone.get_or_insert_with(|| self.view.alone(self.machine)) else {
            return true;
        };
        let at = a * self.view.threads.len() + b;
        *self.by_object[at].get_or_insert_with(|| (self.disturbs)((a, b), &|o| alone.has(b, o)))
    }

    /// A thread outside that may disturb one of the set with what others outside hand to it.
    #[mutant("nothing-is-handed-over", None)]
    fn handed(&mut self, set: &FixedBitSet) -> Option<usize> {
        let outside: Vec<usize> = (0..self.view.threads.len()).filter(|&b| !set.contains(b)).collect();
        let pairs: Vec<(usize, usize)> =
            outside.iter().flat_map(|&b| set.ones().map(move |a| (a, b))).collect();
        let doubtful: Vec<(usize, usize)> =
            pairs.into_iter().filter(|&(a, b)| self.may_by_class(a, b)).collect();
        if doubtful.is_empty() {
            return None;
        }
        let group: Vec<&Thread> = outside.iter().map(|&b| &self.view.threads[b]).collect();
        let together = Reachable::new(self.machine, &[group]);
        let mut pairs = doubtful.into_iter();
        pairs.find(|&pair| (self.disturbs)(pair, &|o| together.has(0, o))).map(|(_, b)| b)
    }
}

/// Whether there are objects that some threads may be unable to come by.
fn tells_apart<M: HeapView>(machine: &M) -> bool {
    machine.objects().checked_sub(1).is_some_and(|last| !machine.is_static(ObjId(last as u32)))
}

fn only(threads: usize, one: usize) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(threads);
    set.insert(one);
    set
}
