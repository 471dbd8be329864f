//! Making several steps of a state before any of the states is stored that they lead to. To find a state among many is to wait for the
//! memory, and for several it is one wait.

use super::{Ended, Engine, Flow};
use crate::order::Traversal;
use crate::store::StoreOf;
use crate::strategy::Strategy;
use crate::watcher::Watcher;
use commute_machine::{Rewind, StepResult, Transition};
use std::ops::ControlFlow;

/// How many states are gathered at most.
const MOST: usize = 64;

/// Builds that check assertions make one in so many known steps all the same.
const CHECKED: u64 = 8;

impl<M, O, S, P, W> Engine<'_, M, O, S, P, W>
where
    M: Rewind,
    O: Traversal<M>,
    S: StoreOf<M>,
    P: Strategy<M> + ?Sized,
    W: Watcher<M>,
{
    /// Whether nobody asks where a step has led to before the next one is made.
    pub(super) fn can_gather(&self) -> bool {
        let nobody_asks = self.strategy.gathers() && !W::WATCHES && self.sparse.is_none();
        S::GATHERS && self.order.gathers() && nobody_asks
    }

    /// Makes this step and those that come next from the same state, and arrives where each has led to, in the same order. One that goes
    /// wrong is the last, and made again in its turn.
    pub(super) fn gather(&mut self, first: Transition, weight: u32) -> Flow {
        let mut made = std::mem::take(&mut self.made);
        let (mut next, mut wrong) = (Some(first), None);
        while let Some(step) = next {
            if !self.gather_one(step)? {
                wrong = Some(step);
                break;
            }
            made.push(step);
            next = if made.len() < MOST { self.order.next_here() } else { None };
        }
        self.store.fetch();
        let mut flow = Flow::Continue(());
        for step in made.drain(..) {
            flow = self.arrive_by(step, weight);
            if flow.is_break() {
                break;
            }
        }
        self.made = made;
        flow?;
        let Some(step) = wrong else { return Flow::Continue(()) };
        self.order.taken(step);
        self.machine.rewind();
        self.take(step)
    }

    /// Shows the store where a step leads to. Whether it does not go wrong. The machine comes back.
    #[inline]
    fn gather_one(&mut self, step: Transition) -> ControlFlow<Ended, bool> {
        let effect = S::known_effect(self.machine, step);
        if let Some(known) = effect
            && self.store.gather_known(known)
        {
            // Different steps of different states: not always the same of a model whose states have equally many.
            let sample = self.stats.transitions + u64::from(known);
            if cfg!(debug_assertions) && sample.is_multiple_of(CHECKED) {
                self.check_known(step);
            }
            return ControlFlow::Continue(true);
        }
        let goes_well = self.machine.step(step) == StepResult::Done;
        if goes_well {
            self.heed()?;
            match effect {
                Some(effect) => self.store.gather_effect(self.machine, effect),
                None => self.store.gather(self.machine),
            }
        }
        self.machine.rewind();
        ControlFlow::Continue(goes_well)
    }

    /// Makes a step of which it was known what it leads to, and compares.
    fn check_known(&mut self, step: Transition) {
        assert!(
            self.machine.step(step) == StepResult::Done,
            "[commute internal bug] a known step goes wrong"
        );
        self.store.check_last(self.machine);
        self.machine.rewind();
    }

    /// A state that was gathered is stored, and looked at if it is new.
    #[inline]
    fn arrive_by(&mut self, step: Transition, weight: u32) -> Flow {
        self.stats.transitions += 1;
        self.last = Some(step.tid);
        self.order.taken(step);
        self.count_round(weight)?;
        let inserted = self.store.insert_gathered();
        let Some(key) = self.met(inserted)? else { return ControlFlow::Continue(()) };
        if self.machine.judges_states() {
            self.machine.rewind();
            self.machine.step(step);
        }
        self.enter(Some(key))
    }
}
