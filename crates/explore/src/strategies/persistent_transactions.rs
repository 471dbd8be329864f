//! Strategy `persistent-transactions`: of the transactions of all threads only those of a persistent set of threads.
//!
//! # Source
//! FQ03 (transactions); Sto00 section 5 (the composed system, whose transitions are a step and the invisible ones after it) and section 8
//! (Algorithm 2). None of the papers has both: Sto00's composed system has no right movers, FQ03 explores the transactions of all threads.
//!
//! # Idea
//! Transactions leave out the states inside them, persistent sets the orders of what threads do to different objects. Two threads that
//! work under one lock and two others under another are four transactions, in 24 orders with the first alone, in 4 with both.
//! What a transaction does to objects is what its steps do, right movers included (`selective/composed.rs`), and what threads may do
//! later does not depend on how their steps are grouped, so that Overman's algorithm is the same.
//!
//! # Notation
//! A *run* is a transaction of one thread from one state. T: the set of threads that is found; the others are outside.
//!
//! # Premises
//! - Let w be an execution of single steps from a state that is expanded, to something wrong. By the theorem about transactions
//!   (`transactions/run.rs`) it can be taken to be runs, one after the other, of which the first by a thread of T is that of thread a,
//!   after runs u of threads outside. No step of u interferes with a step of the run r that a can make at once. So r is possible after u,
//!   and what a does then begins with r: more of its steps may move by then, fewer do not (A5 of `run.rs`), and a run whose steps move
//!   more easily does not end earlier. So r comes first, u and the rest follow, and w is shorter by r. If w has no run of T, nothing
//!   in it interferes with any run of T; it is still possible after that, and wrong, and the order sees to it that this does not
//!   go on for ever: from a reduced state some run is on a way to a state of which all runs are explored, or that has none
//!   (`order/ways.rs`); there w has a run that is explored. That is less than C3, as cycles of reduced states are possible, and enough
//!   for what is wrong with states and steps (D. Bosnacki, S. Leue and A. Lluch Lafuente, "Partial-order reduction for general state
//!   exploring algorithms", STTT 2009). This is so too where T is one thread
//!   whose runs are all of left movers: w without a run of it is possible after any of them, and one of them is on that way.
//! - In a deadlock no thread of T could go on, so w has a run of T. In a data race of two threads, one of T and one outside, the next run
//!   of the first is interfered with by an access of the second, which is in T therefore.
//! - Several operations of one run on one object are taken for writes: what the tables say of an operation is about the state before the
//!   run (`selective/view.rs`).
//! - Assumptions of the oracle are those of the runs of all threads that were looked at, so they are repaired as in `transactions`.
//!
//! # Deviations
//! - D1: a time that is up only when nobody else can go on depends on everybody. And whether an access contradicts what the user said of
//!   a variable depends on what the annotation looks at, which is no part of what the access does (regression `access_given.cm`). In
//!   programs with either the transactions of all threads are explored. Not so if all that the user said is that variables are guarded by
//!   locks that are always the same ([`Variables::is_own_access`]): who holds one is the doing of the thread that accesses, and a
//!   contradiction is one after whatever others do.
//! - D2: sets are looked for only as long as they are found often enough ([`Worthwhile`]); where none is looked for, all threads are in it.

use super::selective::{All, Overman, PersistentSets};
use super::transactions::explore_runs;
use super::{Makes, Preserves, StrategyFacts};
use crate::observer::Observer;
use crate::options::{Options, Reduction};
use crate::outcome::Explored;
use commute_machine::{AnnotationKind, Fingerprint, Foresight, HeapView, Rewind, Tid, Variables};
use commute_movers::OracleKind;
use fixedbitset::FixedBitSet;

/// What one must know to use it.
pub const FACTS: StrategyFacts = StrategyFacts {
    name: "persistent-transactions",
    about: "Transactions of the threads of a persistent set",
    makes: Makes::One(Reduction::PersistentTransactions),
    needs_depth_first: false,
    stores_all: false,
    preserves: Preserves { final_states: false, all_states: false, temporal: false },
    letter: Some("PT"),
    annotated: None,
};

/// Explores the transactions of persistent sets.
pub fn explore<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Explored
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    let annotations = machine.annotations().into_iter().enumerate();
    let mut others = annotations.filter(|(_, said)| said.kind != AnnotationKind::Communication);
    let says = others.any(|(index, _)| !machine.is_own_access(index));
    if says || machine.waits_for_quiescence() {
        return explore_runs(machine, OracleKind::Auto, true, All, options, observer);
    }
    let sets = Worthwhile::new(Overman::default());
    explore_runs(machine, OracleKind::Auto, true, sets, options, observer)
}

/// So many states are a trial, where there are few objects. If the sets that were found in one leave out too little, no set is looked for
/// in [`FIRST_PAUSE`], then in twice as many.
const TRIAL: u32 = 64;
/// And so many at least. To look for a set the heap is walked: where there are many objects that takes as long as to expand several states.
const SHORTEST_TRIAL: u32 = 8;
/// With more objects than this a trial is shorter.
const FEW_OBJECTS: usize = 64;
/// The fewest states between two trials.
const FIRST_PAUSE: u32 = 64;
/// The most of them.
const LONGEST_PAUSE: u32 = 8_192;
/// It is enough if one in so many threads that can step is left out.
const ENOUGH: u32 = 4;

/// How many states are a trial in a heap of so many objects.
fn trial(objects: usize) -> u32 {
    let times = (objects / FEW_OBJECTS).max(1) as u32;
    (TRIAL / times).max(SHORTEST_TRIAL)
}

/// Other persistent sets, as long as they leave out enough: to look for one takes longer than to expand a state whose transactions are
/// remembered. It counts and does not measure time, so that the same program is always searched in the same way.
struct Worthwhile<P> {
    sets: P,
    /// So many states are a trial.
    trial: u32,
    /// In so many states of this trial a set was looked for.
    looked: u32,
    /// So many threads could step there.
    enabled: u32,
    /// And so many of these are in no set.
    left_out: u32,
    /// For so many states no set is looked for.
    paused: u32,
    next_pause: u32,
}

impl<P> Worthwhile<P> {
    fn new(sets: P) -> Self {
        Self { sets, trial: TRIAL, looked: 0, enabled: 0, left_out: 0, paused: 0, next_pause: FIRST_PAUSE }
    }

    /// Whether to look for a set in this state.
    fn looks(&mut self) -> bool {
        let looks = self.paused == 0;
        self.paused = self.paused.saturating_sub(1);
        looks
    }

    /// A set has so many of the threads that can step.
    fn note(&mut self, chosen: usize, enabled: usize) {
        self.looked += 1;
        self.enabled += enabled as u32;
        self.left_out += enabled.saturating_sub(chosen) as u32;
        if self.looked < self.trial {
            return;
        }
        if self.left_out * ENOUGH < self.enabled {
            self.paused = self.next_pause;
            self.next_pause = (self.next_pause * 2).min(LONGEST_PAUSE);
        } else {
            self.next_pause = FIRST_PAUSE;
        }
        (self.looked, self.enabled, self.left_out) = (0, 0, 0);
    }
}

impl<M: HeapView, P: PersistentSets<M>> PersistentSets<M> for Worthwhile<P> {
    fn leaves_out(&self) -> bool {
        self.sets.leaves_out()
    }

    fn threads(&mut self, machine: &mut M, choices: &[u32], last: Option<Tid>) -> Option<FixedBitSet> {
        let enabled = choices.iter().filter(|&&count| count > 0).count();
        if enabled < 2 || !self.looks() {
            return None;
        }
        self.trial = trial(machine.objects());
        let set = self.sets.threads(machine, choices, last)?;
        let chosen = set.ones().filter(|&t| choices.get(t).is_some_and(|&count| count > 0)).count();
        self.note(chosen, enabled);
        Some(set)
    }

    fn prepare(&mut self, machine: &mut M) {
        self.sets.prepare(machine);
        (self.looked, self.enabled, self.left_out) = (0, 0, 0);
        (self.paused, self.next_pause) = (0, FIRST_PAUSE);
    }
}
