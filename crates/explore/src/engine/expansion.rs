//! Expanding a state: which steps are made from it, and what that rests on.

use super::{Ended, Engine, Flow};
use crate::deadlock;
use crate::order::{Traversal, Wanted};
use crate::outcome::StopReason;
use crate::store::StoreOf;
use crate::strategy::{Here, Selected, Strategy, steps_of, steps_of_one};
use crate::watcher::Watcher;
use commute_machine::{Rewind, Tid};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

impl<M, O, S, P, W> Engine<'_, M, O, S, P, W>
where
    M: Rewind,
    O: Traversal<M>,
    S: StoreOf<M>,
    P: Strategy<M> + ?Sized,
    W: Watcher<M>,
{
    /// Finds out which steps to make from the present state.
    pub(super) fn expand(&mut self) -> Flow {
        self.count_choices();
        let stuck = self.is_stuck();
        if stuck && !self.store_branching() {
            return Flow::Continue(());
        }
        self.check_deadlocks()?;
        let wanted = match self.options.limits.depth {
            Some(limit) if self.order.depth() >= limit => {
                self.cut_off(limit);
                Wanted::All
            }
            _ => self.select()?,
        };
        if self.steps.len() > 1 && !self.store_branching() {
            return Flow::Continue(());
        }
        self.stats.reduced += u64::from(wanted != Wanted::All);
        self.note_breadth(wanted);
        self.order.expand(self.machine, &self.steps, wanted);
        Flow::Continue(())
    }

    fn note_breadth(&mut self, wanted: Wanted) {
        let enabled = self.choices.iter().filter(|&&count| count > 0).count() as u64;
        self.breadth.expanded += 1;
        self.breadth.enabled += enabled;
        if wanted != Wanted::All {
            let mut threads = self.steps.iter().map(|step| step.tid).collect::<SmallVec<[Tid; 8]>>();
            threads.dedup();
            self.breadth.left_out += enabled.saturating_sub(threads.len() as u64);
        }
    }

    fn count_choices(&mut self) {
        self.choices.clear();
        for t in 0..self.machine.threads() {
            let count = self.machine.choices(Tid(t as u16));
            self.choices.push(count);
        }
    }

    fn is_stuck(&self) -> bool {
        self.choices.iter().all(|&count| count == 0)
    }

    fn check_deadlocks(&mut self) -> Flow {
        if self.is_stuck() {
            self.stats.terminal += 1;
            let machine = &*self.machine;
            self.observer.terminal(&|| S::content(machine));
            if self.options.properties.deadlock
                && let Some(violation) = deadlock::global(self.machine)
            {
                return self.report(violation);
            }
        }
        if self.options.properties.partial_deadlock
            && let Some(violation) = deadlock::partial(&*self.machine, &self.choices)
        {
            return self.report(violation);
        }
        Flow::Continue(())
    }

    /// The state is too deep: no step is made from it.
    fn cut_off(&mut self, limit: u64) {
        self.steps.clear();
        if !self.is_stuck() && self.findings.are_complete() {
            if self.observer.keeps_checkpoints() {
                self.save();
            }
            self.findings.stop(StopReason::Depth(limit));
        }
    }

    /// Lets the strategy choose. It is asked also if there is nothing to choose: what threads are
    /// blocked at may refute an assumption.
    fn select(&mut self) -> ControlFlow<Ended, Wanted> {
        let here = Here { choices: &self.choices, last: self.last, depth: self.order.depth() };
        let selected = self.strategy.select(self.machine, &here);
        let wanted = self.list(selected);
        for violation in self.strategy.violations(self.machine) {
            self.report(violation)?;
        }
        let only = match selected {
            Selected::Thread(only) if wanted != Wanted::All => Some(only),
            _ => None,
        };
        self.note_grounds(only, false);
        self.check_assumptions()?;
        ControlFlow::Continue(wanted)
    }

    /// Lists the steps that the strategy wants.
    fn list(&mut self, selected: Selected) -> Wanted {
        match selected {
            Selected::All => {
                steps_of(self.machine, &self.choices, &mut self.steps, |_| true);
                Wanted::All
            }
            Selected::Thread(only) => {
                steps_of_one(self.machine, &self.choices, &mut self.steps, only);
                let mut others = self.choices.iter().enumerate().filter(|(t, _)| *t != only.index());
                match others.any(|(_, &count)| count > 0) {
                    true if self.strategy.takes_sets() => Wanted::Set,
                    true => Wanted::OneThread,
                    false => Wanted::All,
                }
            }
            Selected::Listed { reduced } => {
                self.steps.clear();
                self.steps.extend_from_slice(self.strategy.listed());
                if reduced { Wanted::Set } else { Wanted::All }
            }
        }
    }

    /// Adds the steps of the other threads at a state at which those of one thread were not enough.
    pub(super) fn widen(&mut self) -> Flow {
        self.count_choices();
        steps_of(self.machine, &self.choices, &mut self.steps, |_| true);
        let explored = self.order.explored();
        self.steps.retain(|step| !explored.contains(step));
        if let Some(sparse) = &mut self.sparse {
            let key = self.store.insert(self.machine).key;
            if !sparse.is_widened_first(key) {
                self.steps.clear();
            }
        }
        self.note_grounds(None, true);
        self.check_assumptions()?;
        self.order.widen(&self.steps);
        Flow::Continue(())
    }

    /// Whether what the strategy relies on still stands. If it does not, and is not repaired, the search is given up.
    pub(super) fn check_assumptions(&mut self) -> Flow {
        if self.repair.is_some() {
            self.repair();
            return Flow::Continue(());
        }
        if self.strategy.is_refuted(self.machine) { Flow::Break(Ended::Refuted) } else { Flow::Continue(()) }
    }

    /// Notes what it rests on that the steps of `only`, or of all threads, are enough in the present state; `beside` what
    /// was noted for it, or instead.
    fn note_grounds(&mut self, only: Option<Tid>, beside: bool) {
        if let Some(repair) = &mut self.repair
            && let Some(state) = self.order.expanding()
        {
            let mut justifications = BTreeSet::new();
            self.strategy.justifications(self.machine, only, &mut justifications);
            repair.note(state, &justifications, beside);
        }
    }

    /// Wants every state to be expanded once more that rests on something that turned out not to be true. Whether
    /// there was one.
    pub(super) fn repair(&mut self) -> bool {
        let Some(repair) = &self.repair else { return false };
        let refuted = self.strategy.refuted(self.machine);
        if refuted.is_empty() {
            return false;
        }
        let again = repair.resting_on(&refuted);
        self.stats.repaired += again.len() as u64;
        again.iter().for_each(|&state| self.order.again(state));
        !again.is_empty()
    }
}
