//! The one search engine: order, store and strategy are parameters of it.
//!
//! It knows programs only through `commute_machine` and contains no semantics.

mod deadlock;
mod engine;
mod observer;
mod options;
mod order;
mod outcome;
mod store;
mod strategy;

pub use observer::{Observer, Progress, Unobserved};
pub use options::{Interrupt, Limits, Options, Order, Properties, StoreKind};
pub use outcome::{Found, Outcome, Stats, StopReason, Verdict};

use commute_machine::{Fingerprint, Rewind};
use engine::Engine;
use order::{Bfs, Dfs};
use store::{Bitstate, Compact, Store, Tree};
use strategy::Full;

/// Explores all states of `machine` from its initial one.
pub fn search<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Outcome
where
    M: Rewind + Fingerprint,
{
    match options.store {
        StoreKind::Exact => with_store(machine, Tree::new(), options, observer),
        StoreKind::Compact => with_store(machine, Compact::new(), options, observer),
        StoreKind::Bitstate { log2_bits } => {
            let mut outcome = with_store(machine, Bitstate::new(log2_bits), options, observer);
            // Omissions are likely, so that nothing was found decides nothing.
            if outcome.verdict == Verdict::Holds {
                let reason = StopReason::Bitstate { omission: outcome.stats.omission };
                outcome.incomplete = Some(reason.clone());
                outcome.verdict = Verdict::Undecided(reason);
            }
            outcome
        }
    }
}

fn with_store<M, S>(machine: &mut M, store: S, options: &Options, observer: &mut dyn Observer) -> Outcome
where
    M: Rewind + Fingerprint,
    S: Store,
{
    match options.order {
        Order::Bfs => Engine::new(machine, Bfs::new(!S::CAN_LOAD), store, Full, options, observer).run(),
        Order::Dfs => Engine::new(machine, Dfs::default(), store, Full, options, observer).run(),
    }
}
