//! Strategy `ample`: if the steps of one thread commute with everything others may do, they are enough.
//!
//! # Source
//! DHRR04 section 3.3 (conditions C0-C3) and Algorithms 1 and 2.
//!
//! # Idea
//! From a state it is enough to explore the steps of one thread, if (C1) whatever other threads do before that
//! thread moves commutes with all it may do, (C2) no property can see these steps, and (C3) they do not go round
//! in a cycle for ever while others wait. Which steps commute is an oracle's knowledge. The thread that stepped
//! last is asked first, so that counterexamples have fewer context switches.
//!
//! # Notation
//! ample(s): the steps of [`Selected::Thread`], or all; enabled(s, t): `choices[t]`; checkC1: [`Oracle::mover`]
//! is a left mover; checkC2: [`Machine::is_observable`].
//!
//! # Premises
//! - C0: only a thread that has a choice is chosen (`choices[t] > 0`).
//! - C1: by the oracle, for all transitions at the control point (the footprint covers them).
//! - C2: assertions, exceptions and faults are the failing thread's own, and the thread's own path to them is kept;
//!   deadlocks are kept by any persistent choice; invariants are watched by `is_observable`.
//! - A step that ends at a choice inside an atomic block blocks all other threads for a moment, so that C3 would not see
//!   that they wait; `is_observable` is true for it, and it is never chosen (regression `atomic_choose_again.cm`).
//! - With thread symmetry (`vm/symmetry`) a state that stands for another continues its executions, renamed, and these are as
//!   long. So C1 and C2 are looked at in the state itself, and C3 on the graph of what is stored (E. A. Emerson, S. Jha and
//!   D. Peled, "Combining partial order and symmetry reductions", TACAS 1997).
//! - C3: the engine asks the order, which widens a reduced state that closes a cycle (`order/dfs.rs`, `order/bfs.rs`).
//!
//! # Deviations
//! - D1: checkC3 is not tried out in advance (the paper executes the candidates to see whether they lead to the
//!   stack); when a step of a reduced state turns out to close a cycle, the state is expanded fully then. Not if the
//!   state on the stack to which it leads has all its steps explored: then every such cycle has a full state.
//! - D2: breadth-first there is no stack; a reduced state any of whose steps leads to a state seen before is expanded
//!   fully. A cycle of reduced states would have a last-found state, whose step leads to one seen before. (For persistent sets of several
//!   threads less is asked: `persistent_transactions.rs`.)

use super::{Makes, Preserves, StrategyFacts};
use crate::observer::Observer;
use crate::options::{Options, Reduction};
use crate::outcome::Explored;
use crate::restart::with_strategy;
use crate::strategy::{Here, Selected, Strategy};
use commute_machine::{Fingerprint, Footprint, Machine, Rewind, ThreadStatus, Tid, Variables};
use commute_movers::{Assumption, Justification, Justifications, Oracle, OracleKind, Shared, oracle};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// What one must know to use it.
pub const FACTS: StrategyFacts = StrategyFacts {
    name: "ample",
    about: "Ample sets, by what an oracle knows",
    makes: Makes::ByOracle { reduction: Reduction::Ample, usual: OracleKind::Escape },
    needs_depth_first: false,
    stores_all: false,
    preserves: Preserves { final_states: true, all_states: false, temporal: true },
    // The letters of DHRR04 stand beside the oracles.
    letter: None,
    // Predicates have to see steps.
    annotated: None,
};

/// Explores the steps of one thread wherever `kind` knows that they are enough.
pub fn explore<M>(
    machine: &mut M,
    kind: OracleKind,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables,
{
    with_strategy(machine, &mut Ample::new(oracle(kind)), options, observer)
}

/// The strategy, with its oracle.
pub struct Ample<O> {
    oracle: O,
    footprint: Footprint,
    refuted: bool,
    justifications: Justifications,
}

impl<O> Ample<O> {
    /// Ample sets by what `oracle` knows.
    pub fn new(oracle: O) -> Self {
        Self {
            oracle,
            footprint: Footprint::default(),
            refuted: false,
            justifications: Justifications::default(),
        }
    }

    /// Shows the oracle what every thread is about to do.
    fn watch<M: Machine>(&mut self, machine: &mut M, threads: usize)
    where
        O: Oracle<M>,
    {
        if !self.oracle.watches() {
            return;
        }
        for t in (0..threads).map(Tid::new) {
            if is_watched(machine, t) {
                self.footprint.clear();
                machine.footprint(t, &mut self.footprint);
                self.refuted |= self.oracle.watch(machine, t, &self.footprint);
            }
        }
    }

    fn is_ample<M: Machine>(&mut self, machine: &mut M, t: Tid) -> bool
    where
        O: Oracle<M>,
    {
        self.footprint.clear();
        machine.footprint(t, &mut self.footprint);
        self.oracle.mover(machine, t, &self.footprint).is_left() && is_invisible(machine, t, &self.footprint)
    }
}

/// A thread that is over touches nothing any more.
#[mutant("watch-first-thread-only", t.index() == 0 && machine.status(t) == ThreadStatus::Live)]
fn is_watched<M: Machine>(machine: &M, t: Tid) -> bool {
    machine.status(t) == ThreadStatus::Live
}

/// C2: no property sees the next step of `t`, which touches `footprint`.
#[mutant("forget-c2", true)]
fn is_invisible<M: Machine>(machine: &mut M, t: Tid, footprint: &Footprint) -> bool {
    !machine.is_observable(t, footprint)
}

impl<M: Machine, O: Oracle<M>> Strategy<M> for Ample<O> {
    fn prepare(&mut self, machine: &mut M) {
        self.oracle.prepare(machine);
    }

    #[mutant("refutation-ignored", false)]
    fn is_refuted(&mut self, _machine: &mut M) -> bool {
        std::mem::take(&mut self.refuted)
    }

    fn justifications(&mut self, _machine: &mut M, only: Option<Tid>, out: &mut BTreeSet<Justification>) {
        if only.is_some() {
            out.append(&mut self.justifications.relied);
        }
    }

    fn refuted(&mut self, _machine: &mut M) -> Vec<Justification> {
        self.oracle.settle(&mut self.justifications);
        std::mem::take(&mut self.justifications.refuted)
    }

    fn sharing(&self, machine: &M) -> Vec<Shared> {
        self.oracle.sharing(machine)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        self.oracle.assumptions(machine)
    }

    fn select(&mut self, machine: &mut M, here: &Here) -> Selected {
        self.watch(machine, here.choices.len());
        let threads = (0..here.choices.len()).map(Tid::new);
        let others = threads.filter(|&t| Some(t) != here.last);
        // The thread that stepped last may not exist here: the step may have been made elsewhere.
        let has_choice = |t: &Tid| here.choices.get(t.index()).is_some_and(|&count| count > 0);
        let enabled = here.last.into_iter().chain(others).filter(has_choice);
        for t in enabled {
            self.justifications.relied.clear();
            let ample = self.is_ample(machine, t);
            self.oracle.settle(&mut self.justifications);
            if ample {
                return Selected::Thread(t);
            }
        }
        Selected::All
    }
}
