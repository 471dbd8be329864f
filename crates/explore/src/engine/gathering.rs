//! Making several steps of a state before any of the states is stored that they lead to. To find a state among many is to wait for the
//! memory, and for several it is one wait.

use super::{Engine, Flow};
use crate::order::{Next, Traversal};
use crate::store::StoreOf;
use crate::strategy::Strategy;
use crate::watcher::Watcher;
use commute_machine::{Rewind, StepResult, Transition};
use std::ops::ControlFlow;

/// How many states are gathered at most.
const MOST: usize = 64;

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
        let (mut step, mut wrong) = (first, None);
        loop {
            let effect = S::known_effect(self.machine, step);
            if effect.is_some_and(|effect| self.store.gather_known(effect)) {
                self.check_known(step);
            } else if self.machine.step(step) != StepResult::Done {
                wrong = Some(step);
                break;
            } else {
                self.heed()?;
                match effect {
                    Some(effect) => self.store.gather_effect(self.machine, effect),
                    None => self.store.gather(self.machine),
                }
            }
            made.push(step);
            if made.len() == MOST || !self.order.has_more() {
                break;
            }
            match self.order.next(self.machine, &mut self.store) {
                Next::Take(next) => step = next,
                _ => unreachable!("[commute internal bug] there is a further step"),
            }
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

    /// Builds that check assertions make steps whose effect is known, and compare.
    #[inline]
    fn check_known(&mut self, step: Transition) {
        if cfg!(debug_assertions) {
            assert!(
                self.machine.step(step) == StepResult::Done,
                "[commute internal bug] a known step goes wrong"
            );
            self.store.check_last(self.machine);
        }
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
