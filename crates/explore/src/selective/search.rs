//! The searches that a [`Selection`] means.

use super::{All, Cssa, Disciplined, InvisibleFirst, Overman, PersistentSets, Selective};
use crate::coarse::{Coarse, Composed, Rules};
use crate::observer::Observer;
use crate::options::{Options, OracleKind, Order, Persistent, Selection, StoreKind, Transitions};
use crate::outcome::Outcome;
use crate::strategies::oracle;
use crate::{unfold, with_strategy};
use commute_machine::{Fingerprint, Foresight, Rewind, Variables};
use commute_movers::{Discipline, Trusting};

/// How a selective search knows which steps are invisible: locks that protect variables, found out during the search, which
/// is the discipline MLD' with the same locks in all executions (Sto00 sections 8 and 9).
const INVISIBLE: OracleKind = OracleKind::Locks;

/// Explores what a selection leaves over.
pub fn selective_search<M>(
    machine: &mut M,
    selection: Selection,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    let sets = persistent_sets(selection);
    let Selection { relation, sleep, .. } = selection;
    match selection.transitions {
        Transitions::Steps => {
            with_strategy(machine, &mut Selective::new(sets, relation, sleep), options, observer)
        }
        Transitions::InvisibleFirst => {
            let sets = InvisibleFirst::new(sets, oracle(INVISIBLE));
            with_strategy(machine, &mut Selective::new(sets, relation, sleep), options, observer)
        }
        Transitions::Composed => composed_search(machine, selection, options, observer),
    }
}

/// Selective search without a store, with a check of the locking discipline along every execution (Sto00 section 9). The
/// assumption of the search itself is that all variables obey it: what an access shows is not used to make it visible,
/// so the verdict is about the discipline, and the rest holds only if it does.
pub fn check_discipline<M>(
    machine: &mut M,
    selection: Selection,
    discipline: Discipline,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    let options = Options { store: StoreKind::None, order: Order::Dfs, ..options.clone() };
    let sets = persistent_sets(selection);
    let Selection { relation, sleep, .. } = selection;
    match selection.transitions {
        Transitions::InvisibleFirst => {
            let sets = InvisibleFirst::new(sets, Trusting::default());
            let inner = Selective::new(sets, relation, sleep);
            with_strategy(machine, &mut Disciplined::new(inner, discipline), &options, observer)
        }
        Transitions::Steps | Transitions::Composed => {
            let inner = Selective::new(sets, relation, sleep);
            with_strategy(machine, &mut Disciplined::new(inner, discipline), &options, observer)
        }
    }
}

/// Selective search of the composed system C(S) (Sto00 section 5).
fn composed_search<M>(
    machine: &mut M,
    selection: Selection,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    let rules = Rules { right: false, deadlock: true, cycles: options.cycles, checks: false };
    let mut coarse = Coarse::new(machine, oracle(INVISIBLE), rules);
    let sets = Composed::new(persistent_sets(selection));
    let mut strategy = Selective::new(sets, selection.relation, selection.sleep);
    let mut outcome = with_strategy(&mut coarse, &mut strategy, options, observer);
    unfold(&coarse, &mut outcome);
    outcome
}

/// The persistent sets that a selection asks for.
fn persistent_sets<'a, M>(selection: Selection) -> Box<dyn PersistentSets<M> + 'a>
where
    M: Fingerprint + Foresight + 'a,
{
    let ties = selection.ties;
    match selection.persistent {
        Persistent::All => Box::new(All),
        Persistent::Overman => Box::new(Overman { ties }),
        Persistent::Cssa => Box::new(Cssa { ties }),
    }
}
