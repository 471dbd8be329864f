//! The loop with the order and the store that are asked for, begun again for as long as something that was relied on is refuted.

use crate::engine::Engine;
use crate::observer::Observer;
use crate::options::{Options, Order, StoreKind, Symmetry};
use crate::order::{Bfs, Dfs, Samples};
use crate::outcome::{Explored, Found};
use crate::store::{Bitstate, Compact, Nothing, Store, Tree};
use crate::strategy::Strategy;
use crate::watcher::Unwatched;
use commute_machine::{Fingerprint, Rewind};
use std::time::Instant;

/// Without a store cycles are not seen, so executions are cut after so many steps, unless the user says how many.
const DEPTH_WITHOUT_STORE: u64 = 10_000;

/// Searches until nothing that the strategy relied on is refuted. Each time it has learnt something, so this ends.
pub fn with_strategy<M>(
    machine: &mut M,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored
where
    M: Rewind + Fingerprint,
{
    let started = Instant::now();
    let mut restarts = 0;
    let mut found = Vec::new();
    let mut explored = loop {
        match with_store(machine, strategy, options, observer) {
            Ok(explored) => break explored,
            Err(stays) => {
                restarts += 1;
                found.extend(stays);
            }
        }
    };
    explored.stats.restarts = restarts;
    explored.stats.elapsed = started.elapsed();
    if !found.is_empty() {
        found.append(&mut explored.found);
        explored.found = found;
    }
    explored
}

fn with_store<M>(
    machine: &mut M,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Explored, Vec<Found>>
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
) -> Result<Explored, Vec<Found>>
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
        Order::Sample { sampling, seed, executions } => {
            let samples = Samples::new(sampling, seed, executions);
            Engine::new(machine, samples, store, strategy, &mut Unwatched, options, observer).run()
        }
    }
}
