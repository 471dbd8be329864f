//! Which transactions are explored from a state: those of one thread, if all its steps are left movers; else those of a persistent set.

use super::TransactionMachine;
use super::run::violation;
use super::runs::Runs;
use crate::strategies::selective::PersistentSets;
use crate::strategy::{Here, Selected, Strategy, steps_of};
use commute_machine::{Fingerprint, HeapView, Machine, Rewind, Tid, Transition, Violation};
use commute_movers::{Assumption, Breach, Justification, Oracle, Shared};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// The strategy. A run of left movers is an ample set (`strategies/ample.rs`, where C3 is explained); of all other
/// transactions those of the threads are explored that are in a persistent set.
pub struct LeftFirst<P> {
    sets: P,
    breaches: Vec<Breach>,
    listed: Vec<Transition>,
}

impl<P> LeftFirst<P> {
    /// With these persistent sets where no thread can make a run of left movers.
    pub fn new(sets: P) -> Self {
        Self { sets, breaches: Vec::new(), listed: Vec::new() }
    }
}

impl<'a, M, O, P> Strategy<TransactionMachine<'a, M, O>> for LeftFirst<P>
where
    M: Rewind + Fingerprint + HeapView,
    O: Oracle<M>,
    P: PersistentSets<TransactionMachine<'a, M, O>>,
{
    fn weight(&self) -> u32 {
        64
    }

    fn runs(&self, transactions: &TransactionMachine<'a, M, O>) -> Option<(u64, u64)> {
        Some((transactions.found, transactions.base_steps()))
    }

    fn takes_sets(&self) -> bool {
        self.sets.leaves_out()
    }

    fn prepare(&mut self, transactions: &mut TransactionMachine<'a, M, O>) {
        transactions.prepare();
        self.sets.prepare(transactions);
    }

    fn violations(&mut self, transactions: &mut TransactionMachine<'a, M, O>) -> Vec<Violation> {
        let found: Vec<Violation> = self.breaches.drain(..).map(violation).collect();
        found.iter().for_each(|violation| transactions.concede(violation));
        found
    }

    fn is_refuted(&mut self, transactions: &mut TransactionMachine<'a, M, O>) -> bool {
        std::mem::take(&mut transactions.refuted)
    }

    fn justifications(
        &mut self,
        transactions: &mut TransactionMachine<'a, M, O>,
        only: Option<Tid>,
        out: &mut BTreeSet<Justification>,
    ) {
        // Also of threads whose runs have no end.
        let threads =
            (0..transactions.threads()).map(Tid::new).filter(|&t| only.is_none_or(|only| only == t));
        for t in threads {
            if transactions.machine.choices(t) > 0 {
                out.extend(&transactions.runs(t).justifications);
            }
        }
        out.extend(transactions.watched.iter().flatten().flat_map(|watched| &watched.justifications));
    }

    fn refuted(&mut self, transactions: &mut TransactionMachine<'a, M, O>) -> Vec<Justification> {
        transactions.take_refuted()
    }

    fn explored(&mut self, transactions: &mut TransactionMachine<'a, M, O>) {
        transactions.counted.get_or_insert(transactions.steps);
    }

    fn sharing(&self, transactions: &TransactionMachine<'a, M, O>) -> Vec<Shared> {
        transactions.oracle.sharing(transactions.machine)
    }

    fn assumptions(&self, transactions: &TransactionMachine<'a, M, O>) -> Vec<Assumption> {
        transactions.oracle.assumptions(transactions.machine)
    }

    fn select(&mut self, transactions: &mut TransactionMachine<'a, M, O>, here: &Here) -> Selected {
        self.breaches = transactions.watch();
        let threads = (0..here.choices.len()).map(Tid::new);
        let others = threads.filter(|&t| Some(t) != here.last);
        let has_choice = |t: &Tid| here.choices.get(t.index()).is_some_and(|&count| count > 0);
        let enabled = here.last.into_iter().chain(others).filter(has_choice);
        for t in enabled {
            if are_enough(transactions.runs(t)) {
                return Selected::Thread(t);
            }
        }
        match self.sets.threads(transactions, here.choices, here.last) {
            Some(set) => {
                let is_in = |t: Tid| set.contains(t.index());
                steps_of(transactions, here.choices, &mut self.listed, is_in);
                let mut others = here.choices.iter().enumerate().filter(|(t, _)| !set.contains(*t));
                Selected::Listed { reduced: others.any(|(_, &count)| count > 0) }
            }
            None => Selected::All,
        }
    }

    fn listed(&self) -> &[Transition] {
        &self.listed
    }
}

/// Nothing that another thread does need come before these runs.
#[mutant("first-runs-are-enough", true)]
fn are_enough(runs: &Runs) -> bool {
    runs.all_left
}
