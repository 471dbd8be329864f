//! A search from its beginning to its verdict.

use crate::engine::finds_livelocks;
use crate::minimise::{Effort, fewest, minimise, switches};
use crate::observer::Observer;
use crate::options::{Keep, Options, Order, Properties, Reduction, Selection, StoreKind, Symmetry};
use crate::outcome::{Explored, Found, Outcome, StopReason};
use crate::progress::without_progress;
use crate::replayed::Replayed;
use crate::restart::executions;
use crate::shorten::shorten;
use crate::strategies::{self, All, Selective};
use commute_machine::{Fingerprint, Foresight, Machine, Objectwise, Rewind, Variables};
use commute_movers::OracleKind;
use std::time::Instant;

/// Explores all states of `machine` from its initial one.
pub fn search<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Outcome
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    let options = &beginning_now(options);
    let exchanges = options.symmetry == Symmetry::Threads;
    if let Some(reason) = options.objection_to_symmetry().filter(|_| exchanges) {
        panic!("[commute internal bug] threads are to be exchanged, but {reason}");
    }
    machine.exchange_threads(exchanges);
    let mut explored = strategies::explore(machine, options, observer);
    explored.stats.repeated = machine.repeated();
    if options.properties.livelock && !finds_livelocks(options) && machine.may_spin() {
        add_livelocks(machine, &mut explored, options, observer);
    }
    if options.properties.progress && is_clean(&explored, options) {
        machine.exchange_threads(false);
        match without_progress(machine, options, observer) {
            Ok(found) => explored.found.extend(found),
            Err(reason) => explored.leaves_out(reason),
        }
    }
    simplify(machine, &mut explored, options);
    conclude(explored, options)
}

/// More counterexamples than this are not worth the work of finding the shortest form of each.
const MOST_SHORTENED: usize = 8;

/// Makes what was found easier to read. The execution with the fewest switches is looked for if states can be told apart.
pub(crate) fn simplify<M: Fingerprint>(machine: &mut M, explored: &mut Explored, options: &Options) {
    machine.exchange_threads(false);
    let few = explored.found.len() <= MOST_SHORTENED;
    for found in &mut explored.found {
        simplify_steps(machine, found, options);
        if few {
            let now = switches(&found.schedule);
            fewest(machine, found, now, options.deadline());
        }
    }
}

/// The same for one execution of a machine of whose states nothing is known.
fn simplify_steps<M: Machine>(machine: &mut M, found: &mut Found, options: &Options) {
    let mut effort = Effort::usual(options.deadline());
    if options.order != Order::Bfs && !options.keep_going {
        shorten(machine, found, &mut effort);
    }
    minimise(machine, found, &mut effort);
}

/// Whether what goes on for ever is worth a look: everything was explored, and nothing is wrong or all that is wrong is wanted.
fn is_clean(explored: &Explored, options: &Options) -> bool {
    explored.incomplete.is_none() && (explored.found.is_empty() || options.keep_going)
}

/// Looks for livelocks in a search of its own, in transactions, after one that could not: it has not all its states, or steps of another
/// sort.
fn add_livelocks<M>(machine: &mut M, explored: &mut Explored, options: &Options, observer: &mut dyn Observer)
where
    M: Rewind + Fingerprint + Variables + Foresight,
{
    if !is_clean(explored, options) || matches!(options.store, StoreKind::Bitstate { .. }) {
        return;
    }
    let anew = Options {
        order: Order::Bfs,
        store: StoreKind::Exact,
        keep: Keep::All,
        reduction: Reduction::Transactions(OracleKind::Auto),
        symmetry: Symmetry::None,
        discipline: None,
        properties: Properties { races: false, ..options.properties },
        keep_going: true,
        ..options.clone()
    };
    machine.exchange_threads(false);
    let found = strategies::explore(machine, &anew, observer);
    explored.found.extend(found.found.into_iter().filter(Found::is_livelock));
    if let Some(reason) = found.incomplete {
        explored.leaves_out(reason);
    }
}

/// Explores a machine that can only be stepped and begun again: a program that is executed. There is no store, and what may
/// be left out is known only by what next steps do: sleep sets, if the reduction is [`Selection`]'s `sleep`.
///
/// # Panics
/// If the options ask for more.
pub fn search_executions<M: Objectwise>(
    machine: &mut M,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome {
    let options = &beginning_now(options);
    assert_eq!(options.store, StoreKind::None, "[commute internal bug] there are no states to be stored");
    let mut replayed = Replayed::new(machine);
    let mut explored = match options.reduction {
        Reduction::None => {
            executions(&mut replayed, &mut *strategies::within(options.bound), options, observer)
        }
        Reduction::Selective(Selection { relation, sleep, .. })
            if options.reduction.knows_next_steps_only() =>
        {
            executions(&mut replayed, &mut Selective::new(All, relation, sleep), options, observer)
        }
        other => panic!("[commute internal bug] {other:?} needs more than executions"),
    };
    explored.stats.repeated = replayed.repeated();
    for found in &mut explored.found {
        simplify_steps(machine, found, options);
    }
    conclude(explored, options)
}

/// The one place in which a verdict is made of what was explored.
pub(crate) fn conclude(mut explored: Explored, options: &Options) -> Outcome {
    // With bitstate omissions are likely, so that nothing was found decides nothing.
    if matches!(options.store, StoreKind::Bitstate { .. }) && explored.found.is_empty() {
        let omission = explored.stats.omission;
        explored.leaves_out(StopReason::Bitstate { omission });
    }
    explored.judged()
}

/// The same options; the time that is limited is that of all searches that begin again, not of each.
pub(crate) fn beginning_now(options: &Options) -> Options {
    Options { since: options.since.or_else(|| Some(Instant::now())), ..options.clone() }
}
