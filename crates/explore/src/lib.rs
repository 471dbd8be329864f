//! The one search engine: order, store and strategy are parameters of it.
//!
//! It knows programs only through `commute_machine` and contains no semantics.

mod deadlock;
mod engine;
mod observer;
mod options;
mod order;
mod outcome;
mod passing;
mod store;
mod strategies;
mod strategy;
mod tidy;

pub use commute_movers::{Assumption, Standing};
pub use observer::{Observer, Progress, Unobserved};
pub use options::{Interrupt, Keep, Limits, Options, OracleKind, Order, Properties, Reduction, StoreKind};
pub use outcome::{Found, Outcome, Stats, StopReason, Verdict};

use commute_machine::{Fingerprint, HeapView, Rewind};
use commute_movers::{Escape, Wsl, WslDom};
use engine::Engine;
use order::{Bfs, Dfs};
use store::{Bitstate, Compact, Store, Tree};
use strategies::Ample;
use strategy::{Full, Strategy};

/// Explores all states of `machine` from its initial one.
pub fn search<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Outcome
where
    M: Rewind + Fingerprint + HeapView,
{
    match options.reduction {
        Reduction::None => with_strategy(machine, Full, options, observer),
        Reduction::Ample(oracle) => match oracle {
            OracleKind::Escape => with_strategy(machine, Ample::new(Escape::default()), options, observer),
            OracleKind::Wsl => with_strategy(machine, Ample::new(Wsl::default()), options, observer),
            OracleKind::WslDom => with_strategy(machine, Ample::new(WslDom::default()), options, observer),
        },
    }
}

/// Searches until nothing that the strategy relied on is refuted. Each time it has learnt something, so this ends.
fn with_strategy<M, P>(
    machine: &mut M,
    mut strategy: P,
    options: &Options,
    observer: &mut dyn Observer,
) -> Outcome
where
    M: Rewind + Fingerprint,
    P: Strategy<M>,
{
    let mut restarts = 0;
    let mut outcome = loop {
        match with_store(machine, &mut strategy, options, observer) {
            Some(outcome) => break outcome,
            None => restarts += 1,
        }
    };
    outcome.stats.restarts = restarts;
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

fn with_store<M, P>(
    machine: &mut M,
    strategy: &mut P,
    options: &Options,
    observer: &mut dyn Observer,
) -> Option<Outcome>
where
    M: Rewind + Fingerprint,
    P: Strategy<M>,
{
    match options.store {
        StoreKind::Exact => with_order(machine, Tree::new(), strategy, options, observer),
        StoreKind::Compact => with_order(machine, Compact::new(), strategy, options, observer),
        StoreKind::Bitstate { log2_bits } => {
            with_order(machine, Bitstate::new(log2_bits), strategy, options, observer)
        }
    }
}

fn with_order<M, S, P>(
    machine: &mut M,
    store: S,
    strategy: &mut P,
    options: &Options,
    observer: &mut dyn Observer,
) -> Option<Outcome>
where
    M: Rewind + Fingerprint,
    S: Store,
    P: Strategy<M>,
{
    match options.order {
        Order::Bfs => Engine::new(machine, Bfs::new(!S::CAN_LOAD), store, strategy, options, observer).run(),
        Order::Dfs => Engine::new(machine, Dfs::default(), store, strategy, options, observer).run(),
    }
}
