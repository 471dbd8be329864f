//! The searches that a [`Selection`] means.

use super::{
    All, Composed, Cssa, Disciplined, Historied, InvisibleFirst, Mld, Overman, PersistentSets, Selective,
};
use crate::observer::Observer;
use crate::options::{Cycles, Options, Order, Persistent, Selection, StoreKind, Ties, Transitions};
use crate::outcome::Explored;
use crate::restart::with_strategy;
use crate::strategies::transactions::{Rules, TransactionMachine, with_runs};
use commute_machine::{Fingerprint, Foresight, HeapView, Rewind, Variables};
use commute_movers::{Discipline, OracleKind, Relation, Trusting, oracle};

/// How a selective search knows which steps are invisible: locks that protect variables, found out during the search, which
/// is the discipline MLD' with the same locks in all executions (Sto00 sections 8 and 9).
const INVISIBLE: OracleKind = OracleKind::Locks;

/// Explores what a selection leaves over.
pub fn explore<M>(
    machine: &mut M,
    selection: Selection,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    if let Some(discipline) = &options.discipline {
        return check_discipline(machine, selection, discipline.clone(), options, observer);
    }
    let Selection { relation, sleep, .. } = selection;
    match selection.transitions {
        Transitions::Steps => {
            let sets = persistent_sets(selection);
            with_strategy(machine, &mut Selective::new(sets, relation, sleep), options, observer)
        }
        Transitions::InvisibleFirst => {
            let sets = InvisibleFirst::new(persistent_sets(selection), oracle(INVISIBLE));
            with_strategy(machine, &mut Selective::new(sets, relation, sleep), options, observer)
        }
        Transitions::Composed => {
            // The composed system C(S) (Sto00 section 5).
            let mut transactions =
                TransactionMachine::new(machine, oracle(INVISIBLE), composed_rules(options));
            let sets = Composed::new(persistent_sets(selection));
            with_runs(&mut transactions, &mut Selective::new(sets, relation, sleep), options, observer)
        }
    }
}

/// Selective search without a store, with a check of the locking discipline along every execution (Sto00 section 9). The
/// assumption of the search itself is that all variables obey it: what an access shows is not used to make it visible. If nothing is
/// left out, states with their histories may be stored.
fn check_discipline<M>(
    machine: &mut M,
    selection: Selection,
    discipline: Discipline,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    let explores_all = Selection { ties: Ties::First, relation: Relation::Conditional, ..selection }
        == Selection::EVERYTHING;
    assert!(
        options.store == StoreKind::None || options.store == StoreKind::Exact && explores_all,
        "[commute internal bug] what is left out is known of executions only"
    );
    assert!(options.order == Order::Dfs, "[commute internal bug] a selective search is depth-first");
    let machine = &mut Historied::new(machine, discipline.clone(), options);
    let Selection { relation, sleep, ties, .. } = selection;
    match (selection.transitions, selection.persistent) {
        (Transitions::Steps, _) => {
            let inner = Selective::new(persistent_sets(selection), relation, sleep);
            let mut strategy = Disciplined::new(inner, discipline, explores_all);
            with_strategy(machine, &mut strategy, options, observer)
        }
        (Transitions::InvisibleFirst, persistent) => {
            let sets: Box<dyn PersistentSets<_>> = match persistent {
                Persistent::Mld(pending) => Box::new(Mld { ties, pending }),
                _ => persistent_sets(selection),
            };
            let inner = Selective::new(InvisibleFirst::new(sets, Trusting::default()), relation, sleep);
            let mut strategy = Disciplined::new(inner, discipline, explores_all);
            with_strategy(machine, &mut strategy, options, observer)
        }
        (Transitions::Composed, persistent) => {
            let mut transactions =
                TransactionMachine::new(machine, Trusting::default(), composed_rules(options));
            let sets: Box<dyn PersistentSets<_>> = match persistent {
                Persistent::Mld(pending) => Box::new(Mld { ties, pending }),
                _ => persistent_sets(selection),
            };
            let inner = Selective::new(Composed::new(sets), relation, sleep);
            let mut strategy = Disciplined::new(inner, discipline, explores_all);
            with_runs(&mut transactions, &mut strategy, options, observer)
        }
    }
}

fn composed_rules(options: &Options) -> Rules {
    let by_steps = options.discipline.is_some();
    // A cycle inside a run would be gone round once at most; so that it is seen, it is none of one run.
    let cycles = if by_steps { Cycles::Break } else { options.cycles };
    Rules {
        right: false,
        deadlock: true,
        races: options.properties.races,
        cycles,
        checks: false,
        by_steps,
        bounds: options.bounds,
    }
}

/// The persistent sets that a selection asks for.
fn persistent_sets<'a, M>(selection: Selection) -> Box<dyn PersistentSets<M> + 'a>
where
    M: Fingerprint + Foresight + HeapView + 'a,
{
    let ties = selection.ties;
    match selection.persistent {
        Persistent::All => Box::new(All),
        Persistent::Overman => Box::new(Overman { ties }),
        Persistent::Cssa => Box::new(Cssa { ties }),
        Persistent::Mld(_) => {
            panic!("[commute internal bug] lock sets are of a search that checks the discipline")
        }
    }
}
