//! What properties and predicates see of steps.

use super::Vm;
use crate::observed::Observed;
use crate::variables;
use commute_machine::{Access, HeapView, Location, Machine, Tid, Transition};
use commute_mutants::mutant;

impl Vm {
    /// What properties and predicates see of a thread.
    pub(super) fn seen_of(&self, t: Tid) -> Vec<bool> {
        let predicates = self.predicates.as_ref().map(|p| &p.predicates);
        let seen = |observed: &Observed| observed.of_thread(&self.code, &self.st, t.index());
        [&self.observed].into_iter().chain(predicates).flat_map(seen).collect()
    }

    /// Whether some next step of `t` takes it to or away from a label that one of these speaks of, or ends it if that matters.
    #[mutant("labels-unobserved", false)]
    pub(super) fn is_seen_to_move(&mut self, t: Tid) -> bool {
        let before = self.seen_of(t);
        (0..self.choices(t)).any(|choice| {
            let step = Transition { tid: t, choice: choice as u16 };
            self.try_step(step, |after| after.seen_of(t)) != before
        })
    }

    /// Whether properties or predicates speak of where threads stand or which there are.
    pub(super) fn looks_at_threads(&self) -> bool {
        self.observed.looks_at_threads()
            || self.predicates.as_ref().is_some_and(|p| p.predicates.looks_at_threads())
    }

    /// Whether an access may change the value of a predicate that somebody relies on. What is said of an object that is not shared
    /// does not count yet.
    #[mutant("predicates-unobserved", false)]
    pub(super) fn may_change_access(&self, access: &Access) -> bool {
        self.predicates.as_ref().is_some_and(|p| p.predicates.touches(&self.st, access))
            && self.is_within_reach(access.location)
    }

    /// Whether a place is part of no object, or of one that more than one thread was able to reach.
    pub(super) fn is_within_reach(&self, location: Location) -> bool {
        match location {
            Location::Word(o, _) | Location::Object(o) | Location::Monitor(o) => {
                (o.0 as usize) < self.st.objects() && self.was_shared(o)
            }
            Location::Global(_) | Location::Thread(_) => true,
        }
    }

    /// Whether it can be observed who accesses this first.
    #[mutant("mld-first-accesses-commute", false)]
    pub(super) fn is_ordered(&self, location: Location) -> bool {
        let is_ordered = |variable| self.ordered.contains(&variables::seen_as(&self.code, variable));
        !self.ordered.is_empty()
            && variables::variable(&self.code, &self.st, location).is_some_and(is_ordered)
    }
}
