//! Invisible steps first.
//!
//! # Source
//! Sto00 section 4, Theorem 2 and Fig. 2 (IF-SSS); section 9, Theorem 2' for disciplines that are only expected to hold.
//!
//! # Idea
//! A step that moves left, such as an access to a variable whose lock is held, or a release, is persistent by itself. So as
//! long as some thread can make one, it is made and nothing else is explored.
//!
//! # Notation
//! An invisible transition: a step of a thread with one choice that the oracle says moves left and no property sees; execInvis: the
//! thread that stepped last is asked first.
//!
//! # Premises
//! - MLD or MLD': the oracle watches every access and says when its answers were wrong; the search then begins again with what
//!   it learnt (Theorem 3': a violation, if there is one, is found in the reduced search).
//! - Separation, DetermInvis: a control point is one instruction, and a step with several choices is visible.
//! - BoundedInvis: a thread that makes invisible steps for ever closes a cycle, which the search sees.
//!
//! # Deviations
//! - D1: with sleep sets and a store, the choice must not depend on which thread stepped last; then the least thread is taken.

use super::persistent::PersistentSets;
use commute_machine::{Footprint, Machine, ThreadStatus, Tid, Violation};
use commute_movers::{Assumption, Oracle};
use fixedbitset::FixedBitSet;

/// Left movers first, and other persistent sets where there are none.
pub struct InvisibleFirst<P, O> {
    inner: P,
    oracle: O,
    footprint: Footprint,
    refuted: bool,
}

impl<P, O> InvisibleFirst<P, O> {
    /// Left movers by what `oracle` knows.
    pub fn new(inner: P, oracle: O) -> Self {
        Self { inner, oracle, footprint: Footprint::default(), refuted: false }
    }

    fn watch<M: Machine>(&mut self, machine: &mut M, threads: usize)
    where
        O: Oracle<M>,
    {
        for t in (0..threads).map(Tid::new) {
            if machine.status(t) == ThreadStatus::Live {
                self.footprint.clear();
                machine.footprint(t, &mut self.footprint);
                self.refuted |= self.oracle.watch(machine, t, &self.footprint);
            }
        }
    }

    fn is_invisible<M: Machine>(&mut self, machine: &mut M, t: Tid) -> bool
    where
        O: Oracle<M>,
    {
        self.footprint.clear();
        machine.footprint(t, &mut self.footprint);
        self.oracle.mover(machine, t, &self.footprint).is_left() && !machine.is_observable(t, &self.footprint)
    }
}

impl<M, P, O> PersistentSets<M> for InvisibleFirst<P, O>
where
    M: Machine,
    P: PersistentSets<M>,
    O: Oracle<M>,
{
    fn threads(&mut self, machine: &mut M, choices: &[u32], last: Option<Tid>) -> Option<FixedBitSet> {
        self.watch(machine, choices.len());
        for (t, _) in choices.iter().enumerate().filter(|(_, count)| **count == 1) {
            if self.is_invisible(machine, Tid::new(t)) {
                let mut only = FixedBitSet::with_capacity(choices.len());
                only.insert(t);
                return Some(only);
            }
        }
        self.inner.threads(machine, choices, last)
    }

    fn prepare(&mut self, machine: &mut M) {
        self.oracle.prepare(machine);
        self.inner.prepare(machine);
    }

    fn is_refuted(&mut self, machine: &mut M) -> bool {
        std::mem::take(&mut self.refuted) || self.inner.is_refuted(machine)
    }

    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        self.inner.violations(machine)
    }

    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let mut all = self.oracle.assumptions(machine);
        all.extend(self.inner.assumptions(machine));
        all
    }
}
