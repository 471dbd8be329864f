//! Searches that were not made, for tests, also those of the command line (which is why it names this crate `commute`).

use commute::compared::compared;
use commute::{Comparison, Run, Stats, StopReason, Violation, ViolationKind};
use commute_base::{FileId, Span};
use commute_explore::{Found, Outcome, Verdict};
use std::time::Duration;

pub fn assertion(at: usize) -> (ViolationKind, Span) {
    (ViolationKind::Fault("assertion"), Span::new(FileId(0), at, at + 1))
}

pub fn deadlock() -> (ViolationKind, Span) {
    (ViolationKind::Deadlock, Span::default())
}

pub fn partial() -> (ViolationKind, Span) {
    (ViolationKind::PartialDeadlock, Span::default())
}

/// A search that explored everything.
pub fn outcome(found: &[(ViolationKind, Span)]) -> Outcome {
    let violation = |(kind, span): &(ViolationKind, Span)| Violation {
        kind: kind.clone(),
        tid: None,
        message: String::new(),
        span: *span,
    };
    let found: Vec<Found> = found
        .iter()
        .map(|f| Found { violation: violation(f), schedule: Vec::new(), cycle: 0, execution: None })
        .collect();
    let verdict = if found.is_empty() { Verdict::Holds } else { Verdict::Violated };
    let stats = Stats {
        states: 1_234_567,
        transitions: 4_000_000,
        store_bytes: 40_000_000,
        elapsed: Duration::from_millis(1500),
        ..Stats::default()
    };
    Outcome {
        verdict,
        found,
        races: Vec::new(),
        incomplete: None,
        assumptions: Vec::new(),
        sharing: Vec::new(),
        remarks: Vec::new(),
        stats,
    }
}

/// A search that was cut off.
pub fn cut_off(found: &[(ViolationKind, Span)]) -> Outcome {
    let mut outcome = outcome(found);
    let reason = StopReason::Time(Duration::from_secs(1));
    if found.is_empty() {
        outcome.verdict = Verdict::Undecided(reason.clone());
    }
    outcome.incomplete = Some(reason);
    outcome
}

/// The first reductions, with these outcomes.
pub fn comparison(outcomes: impl IntoIterator<Item = Outcome>) -> Comparison {
    let runs = compared().zip(outcomes).map(|(named, outcome)| Run { named, outcome });
    Comparison { runs: runs.collect(), skipped: Vec::new() }
}
