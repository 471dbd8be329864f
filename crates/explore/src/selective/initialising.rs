//! An oracle for a search that checks MLD' with initThread: initialisation is visible (`disciplined.rs`, D3). What has been
//! initialised is known only to the history of the execution, so it stands here and not in `movers`.

use super::disciplined::Histories;
use commute_machine::{Access, Footprint, Tid, Variables};
use commute_movers::{Mover, Oracle};

/// An oracle for which the initialisation of a variable that has an initThread moves nowhere.
#[derive(Default)]
pub struct Initialising<O> {
    /// What else is known.
    pub inner: O,
    /// To know what has been initialised.
    pub histories: Histories,
}

impl<M: Variables, O: Oracle<M>> Oracle<M> for Initialising<O> {
    fn prepare(&mut self, machine: &mut M) {
        self.inner.prepare(machine);
    }

    fn access(&mut self, machine: &M, t: Tid, access: &Access) -> Mover {
        let histories = self.histories.borrow();
        let initialises = |variable| histories.last().is_some_and(|h| h.is_to_be_initialised(variable));
        if machine.variable(access.location).is_some_and(initialises) {
            return Mover::Non;
        }
        drop(histories);
        self.inner.access(machine, t, access)
    }

    fn watch(&mut self, machine: &M, t: Tid, footprint: &Footprint) -> bool {
        self.inner.watch(machine, t, footprint)
    }
}
