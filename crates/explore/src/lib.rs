//! The one search engine: order, store and strategy are parameters of it.
//!
//! It knows programs only through `commute_machine` and contains no semantics.

mod checkpoint;
mod coarse;
mod deadlock;
mod engine;
mod ltl;
mod observer;
mod options;
mod order;
mod outcome;
mod passing;
mod repair;
mod replayed;
mod selective;
mod stopping;
mod store;
mod strategies;
mod strategy;
mod tidy;
mod watcher;

pub use checkpoint::{Checkpoint, ResumeError};
pub use coarse::Cycles;
pub use commute_machine::Interrupt;
pub use commute_movers::{Assumption, Discipline, Relation, Seen, Shared, Sharing, Standing};
pub use ltl::{Fairness, Lasso, LtlOutcome, LtlVerdict, check_ltl};
pub use observer::{Observer, Progress, Unobserved};
pub use options::{
    Keep, Limits, Options, OracleKind, Order, Pending, Persistent, Properties, Reduction, Repair, Selection,
    StoreKind, Symmetry, Transitions,
};
pub use order::Hunt;
pub use outcome::{Found, Outcome, Stats, StopReason, Unfollowed, Verdict};
pub use selective::{Bound, Ties};

use checkpoint::Unrestored;
use coarse::{Coarse, LeftFirst, Rules};
use commute_machine::{Fingerprint, Foresight, Objectwise, Rewind, Variables};
use commute_movers::Oracle;
use engine::Engine;
use order::{Bfs, Dfs, Walk};
use replayed::Replayed;
use selective::{All, Bounded, Selective, selective_search};
use std::time::Instant;
use stopping::Stopping;
use store::{Bitstate, Compact, Nothing, Store, Tree};
use strategies::{Ample, oracle};
use strategy::{Full, Strategy};
use watcher::Unwatched;

/// Without a store cycles are not seen, so executions are cut after so many steps, unless the user says how many.
const DEPTH_WITHOUT_STORE: u64 = 10_000;

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
    let mut outcome = match options.reduction {
        Reduction::None if options.discipline.is_some() => {
            selective_search(machine, Selection::EVERYTHING, options, observer)
        }
        Reduction::None => plain_search(machine, options, observer),
        Reduction::Selective(selection) => selective_search(machine, selection, options, observer),
        Reduction::Ample(kind) => with_strategy(machine, &mut Ample::new(oracle(kind)), options, observer),
        Reduction::InvisibleFirst(kind) => in_runs(machine, kind, false, options, observer),
        Reduction::Transactions(kind) => in_runs(machine, kind, true, options, observer),
    };
    for found in &mut outcome.found {
        tidy::tidy(machine, found);
    }
    // With bitstate omissions are likely, so that nothing was found decides nothing.
    if outcome.verdict == Verdict::Holds && matches!(options.store, StoreKind::Bitstate { .. }) {
        let reason = StopReason::Bitstate { omission: outcome.stats.omission };
        outcome.incomplete = Some(reason.clone());
        outcome.verdict = Verdict::Undecided(reason);
    }
    outcome
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
    let mut outcome = match options.reduction {
        Reduction::None => plain_search(&mut replayed, options, observer),
        Reduction::Selective(Selection {
            transitions: Transitions::Steps,
            persistent: Persistent::All,
            relation,
            sleep,
            ..
        }) => with_strategy(&mut replayed, &mut Selective::new(All, relation, sleep), options, observer),
        other => panic!("[commute internal bug] {other:?} needs more than executions"),
    };
    outcome.stats.repeated = replayed.repeated();
    for found in &mut outcome.found {
        tidy::tidy(machine, found);
    }
    outcome
}

/// The same options; the time that is limited is that of all searches that begin again, not of each.
fn beginning_now(options: &Options) -> Options {
    Options { since: options.since.or_else(|| Some(Instant::now())), ..options.clone() }
}

/// Explores everything that the bound allows.
fn plain_search<M: Rewind + Fingerprint>(
    machine: &mut M,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome {
    match options.bound {
        None => with_strategy(machine, &mut Full, options, observer),
        Some(bound) => with_strategy(machine, &mut Bounded::new(bound), options, observer),
    }
}

/// Explores a machine in runs of one thread.
fn in_runs<M>(
    machine: &mut M,
    kind: OracleKind,
    right: bool,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint + Variables,
{
    let deadlock = options.properties.deadlock || options.properties.partial_deadlock;
    let (cycles, bounds) = (options.cycles, options.bounds);
    let rules = Rules { right, deadlock, cycles, checks: kind.follows_steps(), by_steps: false, bounds };
    let mut coarse = Coarse::new(machine, oracle(kind), rules);
    let mut outcome = with_runs(&mut coarse, &mut LeftFirst::default(), options, observer);
    outcome.stats.runs = outcome.stats.transitions;
    outcome.stats.transitions = coarse.fine_steps();
    outcome
}

/// Searches a machine seen through its runs, and puts what was found into the terms of the machine itself.
fn with_runs<'a, M, O>(
    coarse: &mut Coarse<'a, M, O>,
    strategy: &mut dyn Strategy<Coarse<'a, M, O>>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint + Variables,
    O: Oracle<M>,
{
    let mut outcome = with_strategy(coarse, strategy, options, observer);
    for found in &mut outcome.found {
        found.schedule = coarse.unfold(&found.schedule);
    }
    if coarse.has_lost_runs() && outcome.verdict == Verdict::Holds {
        outcome.incomplete = Some(StopReason::Runs);
        outcome.verdict = Verdict::Undecided(StopReason::Runs);
    }
    outcome
}

/// Goes on from a checkpoint of a search of the same program: breadth-first, with the exact store and without a reduction,
/// whatever the options say about these. Its outcome is that of the search from the beginning.
pub fn resume<M>(
    machine: &mut M,
    checkpoint: &Checkpoint,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, ResumeError>
where
    M: Rewind + Fingerprint,
{
    let options = Options {
        order: Order::Bfs,
        store: StoreKind::Exact,
        reduction: Reduction::None,
        keep: Keep::All,
        symmetry: Symmetry::None,
        ..beginning_now(options)
    };
    let (mut store, stopping) = (Tree::new(), Stopping::new(&options));
    let stop = |machine: &mut M, store: &Tree| {
        let counted = (store.bytes() + machine.component_bytes()) as u64;
        machine.be_patient(stopping.patience(observer, counted));
        stopping.reason(observer, counted, store.growth() as u64)
    };
    let restored = checkpoint.restore(options.properties, machine, &mut store, stop);
    let (order, stats) = match (restored, machine.given_up()) {
        (_, Some(why)) => return Ok(Outcome::stopped(stopping.reason_of(why), store.len())),
        (Err(Unrestored::Stopped(reason)), None) => return Ok(Outcome::stopped(reason, store.len())),
        (Err(Unrestored::Useless(error)), None) => return Err(error),
        (Ok(restored), None) => restored,
    };
    let (strategy, watcher) = (&mut Full, &mut Unwatched);
    let engine = Engine::new(machine, order, store, strategy, watcher, &options, observer).resumed(stats);
    let mut outcome = engine.run().unwrap_or_else(|_| panic!("[commute internal bug] nothing is assumed"));
    for found in &mut outcome.found {
        tidy::tidy(machine, found);
    }
    Ok(outcome)
}

/// Searches until nothing that the strategy relied on is refuted. Each time it has learnt something, so this ends.
fn with_strategy<M>(
    machine: &mut M,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint,
{
    let started = Instant::now();
    let mut restarts = 0;
    let mut found = Vec::new();
    let mut outcome = loop {
        match with_store(machine, strategy, options, observer) {
            Ok(outcome) => break outcome,
            Err(stays) => {
                restarts += 1;
                found.extend(stays);
            }
        }
    };
    outcome.stats.restarts = restarts;
    outcome.stats.elapsed = started.elapsed();
    if !found.is_empty() {
        found.append(&mut outcome.found);
        outcome.found = found;
        outcome.verdict = Verdict::Violated;
    }
    outcome
}

fn with_store<M>(
    machine: &mut M,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, Vec<Found>>
where
    M: Rewind + Fingerprint,
{
    match options.store {
        StoreKind::Exact => with_order(machine, Tree::new(), strategy, options, observer),
        StoreKind::Compact => with_order(machine, Compact::new(), strategy, options, observer),
        StoreKind::Bitstate { log2_bits } => {
            with_order(machine, Bitstate::new(log2_bits), strategy, options, observer)
        }
        StoreKind::None => {
            let mut options = options.clone();
            options.limits.depth.get_or_insert(DEPTH_WITHOUT_STORE);
            with_order(machine, Nothing::default(), strategy, &options, observer)
        }
    }
}

fn with_order<M, S>(
    machine: &mut M,
    store: S,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, Vec<Found>>
where
    M: Rewind + Fingerprint,
    S: Store,
{
    match options.order {
        Order::Bfs => {
            // What is stored for several states is none of them.
            let keeps_vectors = !S::CAN_LOAD || options.symmetry == Symmetry::Threads;
            Engine::new(machine, Bfs::new(keeps_vectors), store, strategy, &mut Unwatched, options, observer)
                .run()
        }
        Order::Dfs => {
            Engine::new(machine, Dfs::default(), store, strategy, &mut Unwatched, options, observer).run()
        }
        Order::Walk { hunt, seed, executions } => {
            let walk = Walk::new(hunt, seed, executions);
            Engine::new(machine, walk, store, strategy, &mut Unwatched, options, observer).run()
        }
    }
}
