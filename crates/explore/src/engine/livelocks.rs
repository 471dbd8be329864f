//! After everything was explored: whether some thread spins for ever. `livelock.rs` has the method.

use super::Engine;
use crate::livelock::{From, Livelock, Livelocks};
use crate::options::{Keep, Options, Reduction, StoreKind};
use crate::order::{Suspects, Traversal};
use crate::outcome::{Found, StopReason};
use crate::store::StoreOf;
use crate::strategy::Strategy;
use crate::watcher::Watcher;
use commute_machine::{Rewind, Schedule};

/// Whether a search with these options finds livelocks itself: its steps are those of the machine or runs of one thread, and it has
/// all its states.
pub fn finds_livelocks(options: &Options) -> bool {
    options.properties.livelock
        && options.store == StoreKind::Exact
        && options.keep == Keep::All
        && !matches!(options.reduction, Reduction::Selective(_))
        && options.discipline.is_none()
}

impl<M, O, S, P, W> Engine<'_, M, O, S, P, W>
where
    M: Rewind,
    O: Traversal<M>,
    S: StoreOf<M>,
    P: Strategy<M> + ?Sized,
    W: Watcher<M>,
{
    /// Looks from all states from which nothing led onward. What it finds is added to the findings.
    pub(super) fn find_livelocks(&mut self) {
        let wanted = self.findings.are_complete() && (self.options.keep_going || self.findings.are_none());
        if !wanted || !finds_livelocks(self.options) || !self.machine.may_spin() {
            return;
        }
        let found = match self.order.suspects() {
            Suspects::None => return,
            Suspects::Numbers(numbers) => {
                let numbers = numbers.to_vec();
                self.look_from(From::Suspects, numbers.into_iter().map(Some))
            }
            Suspects::Unknown => self.look_from(From::Start, std::iter::once(None)),
        };
        match found {
            Ok(Some((stem, livelock))) => {
                let cycle = livelock.cycle.len();
                let schedule = [stem, livelock.stem, livelock.cycle].concat();
                self.findings.add(Found { violation: livelock.violation, schedule, cycle, execution: None });
            }
            Ok(None) => {}
            Err(reason) => self.findings.stop(reason),
        }
    }

    /// Looks from stored states, or from the initial one. The livelock, and the way to where it began to look.
    fn look_from(
        &mut self,
        from: From,
        starts: impl Iterator<Item = Option<u64>>,
    ) -> Result<Option<(Schedule, Livelock)>, StopReason> {
        let mut livelocks = Livelocks::new(S::state, from);
        let counted = self.memory();
        let (mut vector, limit) = (Vec::new(), self.options.limits.states);
        for start in starts {
            match start {
                None => _ = self.machine.restart(),
                Some(number) => {
                    self.store.vector(number, &mut vector);
                    S::load(self.machine, &vector);
                }
            }
            let (stopping, observer) = (&self.supervision.stopping, &mut *self.observer);
            let mut stop = |bytes: usize, states: usize| match limit {
                Some(limit) if states as u64 > limit => Some(StopReason::States(limit)),
                _ => stopping.reason(observer, counted + bytes as u64, 0),
            };
            let found = livelocks.look(self.machine, &mut stop)?;
            // A step that was broken off says nothing of where it leads.
            if let Some(why) = self.machine.given_up() {
                return Err(self.supervision.stopping.reason_of(why));
            }
            if let Some(found) = found {
                let stem = start.map_or_else(Vec::new, |number| self.order.schedule_to(number));
                return Ok(Some((stem, found)));
            }
        }
        Ok(None)
    }
}
