//! Names of what reports speak of, the same in text and in JSON.

use crate::numbers::{bytes, counted, probability_bound, time};
use commute_explore::{Bound, Keep, Order, Sampling, Stats, StopReason, StoreKind, Symmetry, Unfollowed};
use commute_machine::ViolationKind;

/// What is wrong, in a few words.
pub fn kind(kind: &ViolationKind) -> String {
    match kind {
        ViolationKind::Invariant(name) if name.starts_with("invariant ") => name.clone(),
        ViolationKind::Invariant(name) => format!("invariant {name}"),
        ViolationKind::Discipline(rule) => format!("discipline: {rule}"),
        ViolationKind::Atomicity(function) => format!("atomicity of {function}"),
        other => other.name().replace('_', " "),
    }
}

/// Which states are stored.
pub fn keep(keep: Keep) -> &'static str {
    match keep {
        Keep::All => "all",
        Keep::Sparse => "sparse",
    }
}

/// Which states count as one.
pub fn symmetry(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::None => "none",
        Symmetry::Threads => "threads",
    }
}

/// In which order states or executions are explored.
pub fn order(order: Order) -> &'static str {
    match order {
        Order::Bfs => "bfs",
        Order::Dfs => "dfs",
        Order::Sample { sampling: Sampling::Random, .. } => "random",
        Order::Sample { sampling: Sampling::Pct { .. }, .. } => "pct",
        Order::Sample { sampling: Sampling::Mixed, .. } => "mixed",
    }
}

/// How states are remembered, without a size.
pub fn store(store: StoreKind) -> &'static str {
    match store {
        StoreKind::Exact => "exact",
        StoreKind::Compact => "compact",
        StoreKind::Bitstate { .. } => "bitstate",
        StoreKind::None => "none",
    }
}

/// Why not everything was explored.
pub fn reason(reason: &StopReason, stats: &Stats) -> String {
    let limited = matches!(
        reason,
        StopReason::States(_)
            | StopReason::Depth(_)
            | StopReason::Memory(_)
            | StopReason::Time(_)
            | StopReason::Interrupted
    );
    let why = why(reason, stats);
    match stats.growing.as_ref().filter(|_| limited) {
        Some(what) => format!("{why}; {what} kept growing, perhaps without bound"),
        None => why,
    }
}

fn why(reason: &StopReason, stats: &Stats) -> String {
    match reason {
        StopReason::States(limit) => format!("the limit of {} was reached", counted(*limit, "state")),
        StopReason::Depth(limit) => format!("executions were cut after {}", counted(*limit, "step")),
        StopReason::Memory(limit) => format!("the limit of {} of memory was reached", bytes(*limit)),
        StopReason::Time(limit) => format!("the limit of {} was reached", time(*limit)),
        StopReason::Unfollowed(Unfollowed { what, ends }) => {
            format!("executions that come to this are not explored further ({}): {what}", counted(*ends, "time"))
        }
        StopReason::TimeStands => {
            "a thread runs in a loop that does nothing while others wait for a time, which is up only if nothing else can happen"
                .to_owned()
        }
        StopReason::Runs => "a single thread has too many different runs to be told apart".to_owned(),
        StopReason::Interrupted => {
            format!("interrupted after {} and {}", counted(stats.states, "state"), time(stats.elapsed))
        }
        StopReason::Bitstate { omission } => format!(
            "nothing is wrong in the states explored, but the bitstate store may have omitted a share of up to {} of all",
            probability_bound(*omission)
        ),
        StopReason::Bound(Bound::Preemptions(n)) => {
            format!("executions with more than {} were not explored", counted(u64::from(*n), "preemption"))
        }
        StopReason::Bound(Bound::Delays(n)) => {
            format!("executions with more than {} were not explored", counted(u64::from(*n), "delay"))
        }
        StopReason::Initialisation => {
            "no execution explored violates MLD, but one that was left out may, where what passed for initialisation comes later"
                .to_owned()
        }
        StopReason::UnnamedLock(variable) => format!(
            "a lock protects {variable} in each execution explored, but it has no name by which it could be compared with that of others"
        ),
        StopReason::Atomicity { function, why } => format!("{function} is not shown to be atomic: {why}"),
        StopReason::Sampled { executions } => {
            format!("only {} chosen at random were tried", counted(*executions, "execution"))
        }
    }
}
