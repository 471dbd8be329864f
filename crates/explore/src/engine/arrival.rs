//! Coming to a state: what went wrong on the way, whether it is a new one, what is wrong with it.

use super::{Ended, Engine, Flow, is_bystander};
use crate::observer::Pause;
use crate::order::Traversal;
use crate::outcome::StopReason;
use crate::sparse::Sparse;
use crate::store::{Inserted, StoreOf};
use crate::strategy::Strategy;
use crate::watcher::{Arrival, Watcher};
use commute_machine::{Rewind, StepResult, Violation};
use commute_mutants::mutant;
use std::ops::ControlFlow;

/// How many more states are stored after a data race was found, in case that something worse is among them.
const STATES_AFTER_A_RACE: u64 = 100_000;

/// What the search makes of a state that it has come to.
enum Met {
    /// It was there before.
    Known,
    /// It is to be explored, and is stored under this key.
    Stored(u64),
    /// It is to be explored, and need not be stored unless the search branches there.
    Unstored,
}

impl<M, O, S, P, W> Engine<'_, M, O, S, P, W>
where
    M: Rewind,
    O: Traversal<M>,
    S: StoreOf<M>,
    P: Strategy<M> + ?Sized,
    W: Watcher<M>,
{
    /// The machine has come to a state, perhaps a new one.
    #[inline]
    pub(super) fn arrive(&mut self, result: StepResult) -> Flow {
        self.heed()?;
        if let StepResult::Violation(first) = result
            && !self.goes_on_after(*first)?
        {
            return Flow::Continue(());
        }
        let key = match self.remember()? {
            Met::Known => return Flow::Continue(()),
            Met::Stored(key) => Some(key),
            Met::Unstored => None,
        };
        self.enter(key)
    }

    /// The machine stands at a state that is to be explored; if it judges no states, it may stand elsewhere.
    #[inline]
    pub(super) fn enter(&mut self, key: Option<u64>) -> Flow {
        self.order.discovered(self.machine, key);
        self.stats.depth = self.stats.depth.max(self.order.depth());
        if self.checks_invariants() {
            for violation in self.machine.state_violations() {
                self.report(violation)?;
            }
        }
        if self.options.properties.races {
            for violation in self.machine.data_races() {
                self.report_race(violation)?;
            }
        }
        if self.store.len() > self.until && !self.options.keep_going {
            return Flow::Break(Ended::Stopped);
        }
        match self.options.limits.states {
            Some(limit) if self.store.len() > limit => self.stop(StopReason::States(limit)),
            _ if self.store.len() >= self.pause_at => self.pause(),
            _ => Flow::Continue(()),
        }
    }

    /// The observer has asked to be told when there are so many states.
    #[cold]
    fn pause(&mut self) -> Flow {
        let transitions = self.stats.transitions;
        let (runs, steps) = self.strategy.runs(self.machine).unwrap_or((transitions, transitions));
        let pause = Pause {
            states: self.store.len(),
            runs,
            steps,
            expanded: self.breadth.expanded,
            enabled: self.breadth.enabled,
            left_out: self.breadth.left_out,
            components: S::state(self.machine).len(),
            found: self.findings.has_violations(),
        };
        match self.observer.pause(&pause) {
            Some(reason) => self.stop(reason),
            None => {
                self.pause_at = self.observer.pauses_at();
                Flow::Continue(())
            }
        }
    }

    #[mutant("invariants-when-stored", self.options.properties.invariants && !self.is_unstored())]
    fn checks_invariants(&self) -> bool {
        self.options.properties.invariants
    }

    /// A step has gone wrong. Whether the state that it led to is explored nevertheless.
    #[cold]
    fn goes_on_after(&mut self, first: Violation) -> ControlFlow<Ended, bool> {
        let mut goes_on = true;
        for violation in self.with_further(first) {
            if self.options.bounds.contains(&violation.kind) {
                goes_on &= self.goes_on_without(violation);
            } else {
                self.report(violation)?;
            }
        }
        ControlFlow::Continue(goes_on)
    }

    /// All that went wrong in the last step.
    #[mutant("first-failures-only", vec![first])]
    fn with_further(&self, first: Violation) -> Vec<Violation> {
        let mut all = vec![first];
        all.extend(self.machine.further_violations());
        all
    }

    /// A thread cannot be followed any further. Whether the others may still be: a thread that has come to a call of which
    /// nothing is known may stay there for long, and whatever they do in this time is real. But not if it is in the middle of a step
    /// (then it is no one thread's doing), or has come to another bound. Then nothing is explored from here, and if only some of
    /// the steps of the state before were to be explored, the others are wanted too: they do not come later on this way.
    #[cold]
    fn goes_on_without(&mut self, violation: Violation) -> bool {
        let goes_on = is_bystander(&violation);
        self.findings.end_unfollowed(violation.message);
        if !goes_on {
            self.order.closes_cycle();
        }
        goes_on
    }

    /// Stores the present state, unless that can wait until it is expanded. The initial state is always stored.
    #[inline]
    fn remember(&mut self) -> ControlFlow<Ended, Met> {
        if self.last.is_some()
            && let Some(sparse) = &mut self.sparse
        {
            let only = self.order.last_was_only();
            if sparse.closes_cycle(S::state(self.machine), only) {
                self.unstored_cycle();
                return ControlFlow::Continue(Met::Known);
            }
            return ControlFlow::Continue(Met::Unstored);
        }
        let inserted = self.store.insert(self.machine);
        let met = self.met(inserted)?;
        ControlFlow::Continue(met.map_or(Met::Known, Met::Stored))
    }

    /// A state was stored, or was there before. Its key, if it is to be explored.
    #[inline]
    pub(super) fn met(&mut self, Inserted { new, key }: Inserted) -> ControlFlow<Ended, Option<u64>> {
        let depth = self.order.depth();
        let goes_on = self.watcher.arrived(self.machine, Arrival { key, new, depth });
        let again = self.strategy.is_explored_again(key, new, depth);
        if !new && self.order.revisited(key) {
            self.strategy.closes_cycle();
            self.check_assumptions()?;
        }
        if !goes_on {
            return ControlFlow::Break(Ended::Seen);
        }
        ControlFlow::Continue((new || again).then_some(key))
    }

    /// States that are not stored make a cycle.
    #[mutant("sparse-forgets-cycles", skip)]
    fn unstored_cycle(&mut self) {
        self.order.closes_cycle();
    }

    fn is_unstored(&self) -> bool {
        self.sparse.as_ref().is_some_and(Sparse::is_unstored)
    }

    /// Stores the state that is being expanded, if it is not stored yet. Whether it was not seen before.
    pub(super) fn store_branching(&mut self) -> bool {
        if !self.sparse.as_mut().is_some_and(Sparse::take_unstored) {
            return true;
        }
        let Inserted { new, key } = self.store.insert(self.machine);
        if new {
            self.order.stored(key);
            return true;
        }
        if self.order.revisited(key) {
            self.strategy.closes_cycle();
        }
        self.order.known();
        false
    }

    /// Notes a data race, and goes on for a while: what a race leads to is worth more to know than the race.
    #[cold]
    fn report_race(&mut self, violation: Violation) -> Flow {
        self.heed()?;
        if self.options.allow_races {
            self.findings.allow(violation.message);
        } else if self.options.keep_going || self.findings.are_none() {
            self.findings.report(violation, || (self.order.schedule(), self.order.execution()));
            self.until = self.store.len().saturating_add(STATES_AFTER_A_RACE);
        }
        Flow::Continue(())
    }

    /// Notes a violation, and stops unless others are wanted.
    pub(super) fn report(&mut self, violation: Violation) -> Flow {
        self.heed()?;
        self.findings.report(violation, || (self.order.schedule(), self.order.execution()));
        if self.options.keep_going { Flow::Continue(()) } else { Flow::Break(Ended::Stopped) }
    }
}
