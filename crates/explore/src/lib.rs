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
mod store;
mod strategies;
mod strategy;
mod tidy;
mod watcher;

pub use checkpoint::{Checkpoint, ResumeError};
pub use coarse::Cycles;
pub use commute_movers::{Assumption, Seen, Shared, Sharing, Standing};
pub use ltl::{Fairness, Lasso, LtlOutcome, LtlVerdict, check_ltl};
pub use observer::{Observer, Progress, Unobserved};
pub use options::{Interrupt, Keep, Limits, Options, OracleKind, Order, Properties, Reduction, StoreKind};
pub use outcome::{Found, Outcome, Stats, StopReason, Verdict};

use coarse::{Coarse, LeftFirst, Rules};
use commute_machine::{Fingerprint, Rewind, Variables};
use engine::Engine;
use order::{Bfs, Dfs};
use std::time::Instant;
use store::{Bitstate, Compact, Store, Tree};
use strategies::{Ample, oracle};
use strategy::{Full, Strategy};
use watcher::Unwatched;

/// Explores all states of `machine` from its initial one.
pub fn search<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Outcome
where
    M: Rewind + Fingerprint + Variables,
{
    let mut outcome = match options.reduction {
        Reduction::None => with_strategy(machine, &mut Full, options, observer),
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
    let rules = Rules { right, deadlock, cycles: options.cycles };
    let mut coarse = Coarse::new(machine, oracle(kind), rules);
    let mut outcome = with_strategy(&mut coarse, &mut LeftFirst::default(), options, observer);
    outcome.stats.transitions = coarse.fine_steps();
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
        ..options.clone()
    };
    let mut store = Tree::new();
    let (order, stats) = checkpoint.restore(machine, &mut store)?;
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
            Engine::new(machine, Bfs::new(!S::CAN_LOAD), store, strategy, &mut Unwatched, options, observer)
                .run()
        }
        Order::Dfs => {
            Engine::new(machine, Dfs::default(), store, strategy, &mut Unwatched, options, observer).run()
        }
    }
}
