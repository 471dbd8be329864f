//! The loop with the order and the store that are asked for, begun again for as long as something that was relied on is refuted.

use crate::engine::{Engine, Stopping};
use crate::observer::{Observer, Unobserved};
use crate::options::{Options, Order, StoreKind, Symmetry};
use crate::order::{Bfs, Dfs, Samples};
use crate::outcome::{Explored, Found};
use crate::store::{Bitstate, Compact, Nothing, StoreOf, Tree, Unseen};
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
    until_nothing_is_refuted(options, || with_store(machine, strategy, options, observer))
}

/// The same for a machine of whose states nothing is known: a search of executions. It cannot be breadth-first.
pub fn executions<M: Rewind>(
    machine: &mut M,
    strategy: &mut dyn Strategy<M>,
    options: &Options,
    observer: &mut dyn Observer,
) -> Explored {
    let options = &cut(options);
    until_nothing_is_refuted(options, || {
        let (store, nobody) = (Unseen::default(), &mut Unwatched);
        match options.order {
            Order::Dfs => {
                Engine::new(machine, Dfs::default(), store, strategy, nobody, options, observer).run()
            }
            Order::Sample { sampling, seed, executions } => {
                let samples = Samples::new(sampling, seed, executions);
                Engine::new(machine, samples, store, strategy, nobody, options, observer).run()
            }
            Order::Bfs => panic!("[commute internal bug] executions are made one after the other"),
        }
    })
}

/// Without a store executions are cut somewhere.
fn cut(options: &Options) -> Options {
    let mut options = options.clone();
    options.limits.depth.get_or_insert(DEPTH_WITHOUT_STORE);
    options
}

/// When time is up it does not begin again: preparing that alone may take long.
fn until_nothing_is_refuted(
    options: &Options,
    mut search: impl FnMut() -> Result<Explored, Vec<Found>>,
) -> Explored {
    let stopping = Stopping::new(options);
    let started = Instant::now();
    let mut restarts = 0;
    let mut found = Vec::new();
    let mut explored = loop {
        match search() {
            Ok(explored) => break explored,
            Err(stays) => {
                restarts += 1;
                found.extend(stays);
                if let Some(reason) = stopping.reason(&mut Unobserved, 0, 0) {
                    break Explored::stopped(reason, 0);
                }
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
        StoreKind::None => with_order(machine, Nothing::default(), strategy, &cut(options), observer),
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
    S: StoreOf<M>,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Pause;
    use crate::options::{Keep, Limits};
    use crate::outcome::StopReason;
    use crate::strategies::Full;
    use crate::toy::{Do, Toy};
    use std::time::Duration;

    fn states(threads: &[&[Do]], options: &Options) -> (u64, usize) {
        let explored = with_strategy(&mut Toy::new(threads, 2), &mut Full, options, &mut Unobserved);
        (explored.stats.states, explored.found.len())
    }

    #[test]
    fn orders_and_stores_agree() {
        // Four places of one thread, three of the other.
        let apart: [&[Do]; 2] = [&[Do::Write(0); 3], &[Do::Write(1); 2]];
        let crossed: [&[Do]; 2] = [
            &[Do::Take(0), Do::Take(1), Do::Give(1), Do::Give(0)],
            &[Do::Take(1), Do::Take(0), Do::Give(0), Do::Give(1)],
        ];
        for order in [Order::Bfs, Order::Dfs] {
            for store in [StoreKind::Exact, StoreKind::Compact, StoreKind::Bitstate { log2_bits: 20 }] {
                let options = Options { order, store, keep_going: true, ..Options::default() };
                assert_eq!(states(&apart, &options), (12, 0));
                // Of 25 pairs of places five need a lock twice, and one more can be reached through these only.
                assert_eq!(states(&crossed, &options), (19, 1));
            }
        }
    }

    #[test]
    fn a_search_does_not_begin_again_when_its_time_is_up() {
        let late = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let options = Options { limits: late, ..Options::default() };
        let mut begun = 0;
        let explored = until_nothing_is_refuted(&options, || {
            begun += 1;
            if begun < 3 { Err(Vec::new()) } else { Ok(Explored::default()) }
        });
        assert_eq!((begun, explored.incomplete), (1, Some(StopReason::Time(Duration::ZERO))));
        let again = until_nothing_is_refuted(&Options::default(), || {
            begun += 1;
            if begun < 4 { Err(Vec::new()) } else { Ok(Explored::default()) }
        });
        assert_eq!((begun, again.stats.restarts, again.incomplete), (4, 2, None));
    }

    /// Pauses at every third state, and stops the search at the second pause if that is wanted.
    struct Pauses {
        seen: Vec<Pause>,
        stops: bool,
    }

    impl Observer for Pauses {
        fn progress(&mut self, _progress: &crate::observer::Progress) {}

        fn pauses_at(&self) -> u64 {
            3 * (self.seen.len() as u64 + 1)
        }

        fn pause(&mut self, pause: &Pause) -> Option<StopReason> {
            self.seen.push(*pause);
            (self.stops && self.seen.len() == 2).then_some(StopReason::Interrupted)
        }
    }

    #[test]
    fn a_search_pauses_and_goes_on_or_stops() {
        let apart: [&[Do]; 2] = [&[Do::Write(0); 3], &[Do::Write(1); 2]];
        let pauses = |stops| {
            let mut pauses = Pauses { seen: Vec::new(), stops };
            let machine = &mut Toy::new(&apart, 2);
            let explored = with_strategy(machine, &mut Full, &Options::default(), &mut pauses);
            (
                explored.stats.states,
                explored.incomplete,
                pauses.seen.iter().map(|p| p.states).collect::<Vec<_>>(),
            )
        };
        assert_eq!(pauses(false), (12, None, vec![3, 6, 9, 12]));
        assert_eq!(pauses(true), (6, Some(StopReason::Interrupted), vec![3, 6]));
    }

    #[test]
    fn only_states_at_which_the_search_branches_are_stored_if_that_is_wanted() {
        let options = Options { order: Order::Dfs, keep: Keep::Sparse, ..Options::default() };
        assert_eq!(states(&[&[Do::Write(0); 5]], &options), (2, 0));
        // A loop ends although none of its states but the first is stored.
        assert_eq!(states(&[&[Do::Write(0), Do::Write(1), Do::Again]], &options), (1, 0));
        let two: [&[Do]; 2] = [&[Do::Write(0); 3], &[Do::Write(1); 2]];
        // Where one thread has ended the search does not branch: of 12 states the 3 * 2 before, and the last.
        assert_eq!(states(&two, &options), (7, 0));
    }
}
