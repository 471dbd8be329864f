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
//! T: `set`; pendVisOps, pendInvisOps: [`Thread::acts`](super::view::Thread); allowedOps(θ'):
//! [`Thread::future`](super::view::Thread); op .s op': [`View::disturbs`].
//!
//! # Premises
//! - A blocked thread of the set counts too: whoever unblocks it interferes with it.
//! - Threads that a thread may start belong to its future ([`Foresight::future`]).
//!
//! # Deviations
//! - D1: the machine knows what the next step, or the next run of a composed system, does, invisible operations included. So
//!   pendInvisOps is exact here. The bound by candidate lock sets, (6) and (7), is `mld.rs`.
//! - D2: only operations of the next steps that are enabled, and the first operation of those that are not, count; a guard of
//!   a composed transition that is false because of a later test is no pending transition (section 6).

use super::persistent::PersistentSets;
use super::view::{View, smallest};
use crate::options::Ties;
use commute_machine::{Fingerprint, Foresight, Tid};
use commute_mutants::mutant;
use fixedbitset::FixedBitSet;

/// The algorithm.
#[derive(Default)]
pub struct Overman {
    /// How ties are broken.
    pub ties: Ties,
}

impl<M: Foresight + Fingerprint> PersistentSets<M> for Overman {
    fn threads(&mut self, machine: &mut M, choices: &[u32], _last: Option<Tid>) -> Option<FixedBitSet> {
        let view = View::new(machine, choices);
        let mut disturbs = Disturbs::new(view.threads.len());
        let starts = (0..view.threads.len()).filter(|&i| view.threads[i].choices > 0);
        let close = |start| close_by(view.threads.len(), start, |a, b| disturbs.get(machine, &view, a, b));
        let sets = starts.map(close).collect();
        smallest(machine, &view, self.ties, sets)
    }
}

/// Who may interfere with whom, as far as it was asked for.
struct Disturbs {
    known: Vec<Option<bool>>,
    threads: usize,
}

impl Disturbs {
    fn new(threads: usize) -> Self {
        Self { known: vec![None; threads * threads], threads }
    }

    fn get<M: Foresight>(&mut self, machine: &M, view: &View, a: usize, b: usize) -> bool {
        *self.known[a * self.threads + b].get_or_insert_with(|| view.may_disturb(machine, a, b))
    }
}

/// Steps 1 to 3: the smallest set with `start` that no thread outside disturbs.
#[mutant("nobody-disturbs", only(threads, start))]
pub fn close_by(threads: usize, start: usize, mut disturbs: impl FnMut(usize, usize) -> bool) -> FixedBitSet {
    let mut set = only(threads, start);
    let mut work = vec![start];
    while let Some(a) = work.pop() {
        for b in 0..threads {
            if !set.contains(b) && disturbs(a, b) {
                set.insert(b);
                work.push(b);
            }
        }
    }
    set
}

fn only(threads: usize, one: usize) -> FixedBitSet {
    let mut set = FixedBitSet::with_capacity(threads);
    set.insert(one);
    set
}
