//! The one search engine: order, store and strategy are parameters of it.
//!
//! It knows programs only through `commute_machine` and contains no semantics.

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

pub use commute_movers::{Assumption, Standing};
pub use ltl::{Fairness, Lasso, LtlOutcome, LtlVerdict, check_ltl};
pub use observer::{Observer, Progress, Unobserved};
pub use options::{Interrupt, Keep, Limits, Options, OracleKind, Order, Properties, Reduction, StoreKind};
pub use outcome::{Found, Outcome, Stats, StopReason, Verdict};

use commute_machine::{Fingerprint, HeapView, Rewind};
use engine::Engine;
use order::{Bfs, Dfs};
use std::time::Instant;
use store::{Bitstate, Compact, Store, Tree};
use strategies::strategy;
use strategy::Strategy;
use watcher::Unwatched;

/// Explores all states of `machine` from its initial one.
pub fn search<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Outcome
where
    M: Rewind + Fingerprint + HeapView,
{
    with_strategy(machine, &mut *strategy(options.reduction), options, observer)
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
    let mut outcome = loop {
        match with_store(machine, strategy, options, observer) {
            Some(outcome) => break outcome,
            None => restarts += 1,
        }
    };
    outcome.stats.restarts = restarts;
    outcome.stats.elapsed = started.elapsed();
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

fn with_store<M>(
    machine: &mut M,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Option<Outcome>
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
) -> Option<Outcome>
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
