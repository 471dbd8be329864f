//! Whole reports, golden.

use super::super::basis::{explored, search_text};
use super::super::trace::samples::dining;
use super::*;
use crate::args::ReadArgs;
use commute::{Description, Formula, Keep, OracleKind, Properties, Reduction, Schedule, SearchSummary};
use commute_base::Span;
use commute_explore::{Options, Outcome, StoreKind};
use expect_test::{Expect, expect};
use std::path::Path;
use std::time::Duration;

const SOURCE: &str = "var x: int = 0;\nthread a { assert x == 1; }\n";

struct Case {
    outcome: Outcome,
    options: Options,
    described: Description,
    examples: Vec<Counterexample>,
}

impl Case {
    fn new(verdict: Verdict) -> Self {
        let stats = Stats { states: 12, transitions: 20, depth: 5, store_bytes: 2000, ..Stats::default() };
        let outcome = Outcome {
            verdict,
            found: Vec::new(),
            races: Vec::new(),
            incomplete: None,
            assumptions: Vec::new(),
            sharing: Vec::new(),
            remarks: Vec::new(),
            stats,
        };
        let mut described = Description::of("a.cm");
        described.sources.add("a.cm", SOURCE);
        Case { outcome, options: Options::default(), described, examples: Vec::new() }
    }

    fn violated(mut self, kind: ViolationKind, message: &str, span: Span) -> Self {
        let violation = Violation { kind, tid: None, message: message.into(), span };
        self.examples.push(Counterexample { violation, execution: dining(), schedule: Schedule::new() });
        self
    }

    fn report(&self) -> Report {
        let (outcome, examples) = (self.outcome.clone(), self.examples.clone());
        Report::new(&self.described, &self.options, outcome, examples, Vec::new(), false)
    }

    fn expect(self, quiet: bool, expected: &Expect) {
        let hint = ReplayHint::new(Path::new("a.cm"), &ReadArgs::default(), "0*3 1", None);
        let hints = vec![hint; self.examples.len()];
        let view = View { width: 80, ..View::default() };
        expected.assert_eq(&check_text(&self.report(), &self.described.sources, &hints, view, quiet));
    }
}

#[test]
fn holds() {
    let mut case = Case::new(Verdict::Holds);
    case.described.invariants = vec!["mutex".to_owned(), "invariant 2".to_owned()];
    case.described.formulas = vec![Formula { index: 2, name: "live".to_owned() }];
    case.expect(
        false,
        &expect![[r#"
            a.cm: holds

              all 12 states explored (exact store)
              checked: assertions and faults, deadlock, partial deadlock, livelock, invariant mutex, invariant 2
              not checked: ltl live (--no-ltl)

              states       12
              transitions  20
              depth        5
              time         less than 1 ms
              memory       2.0 KiB
        "#]],
    );
}

#[test]
fn holds_with_a_compact_store_and_fewer_properties() {
    let mut case = Case::new(Verdict::Holds);
    case.options.store = StoreKind::Compact;
    case.options.properties = Properties::NONE;
    case.outcome.stats.omission = 3.3e-15;
    case.described.invariants = vec!["mutex".to_owned()];
    case.expect(
        false,
        &expect![[r#"
            a.cm: holds

              all 12 states explored (compact store, probability of an omission < 4e-15)
              checked: assertions and faults
              not checked: deadlock (--no-deadlock), partial deadlock (--no-partial-deadlock), livelock (--no-livelock), invariant mutex (--no-invariants)

              states       12
              transitions  20
              depth        5
              time         less than 1 ms
              memory       2.0 KiB
        "#]],
    );
}

#[test]
fn holds_with_a_reduction() {
    let mut case = Case::new(Verdict::Holds);
    case.options.reduction = Reduction::Ample(OracleKind::Escape);
    case.outcome.stats.reduced = 7;
    case.expect(
        false,
        &expect![[r#"
            a.cm: holds

              all 12 states of the reduced system explored (exact store, strategy ample, oracle escape)
              checked: assertions and faults, deadlock, partial deadlock, livelock

              states       12
              transitions  20
              depth        5
              reduced      at 7 of 12 states
              time         less than 1 ms
              memory       2.0 KiB
        "#]],
    );
}

#[test]
fn what_a_verdict_rests_on_with_every_reduction() {
    let stats = Stats { states: 31, ..Stats::default() };
    let ample = Reduction::Ample(OracleKind::Escape);
    let shown = [
        (Reduction::None, Keep::All),
        (ample, Keep::All),
        (Reduction::None, Keep::Sparse),
        (ample, Keep::Sparse),
    ]
    .map(|(reduction, keep)| {
        let search = SearchSummary::of(&Options { reduction, keep, ..Options::default() });
        format!("all {} ({})", explored(&search, &stats), search_text(&search, &stats))
    });
    expect![[r#"
        [
            "all 31 states explored (exact store)",
            "all 31 states of the reduced system explored (exact store, strategy ample, oracle escape)",
            "all states explored, 31 states stored (exact store, keep sparse)",
            "all states of the reduced system explored, 31 states stored (exact store, strategy ample, oracle escape, keep sparse)",
        ]
    "#]].assert_debug_eq(&shown);
}

#[test]
fn a_deadlock() {
    Case::new(Verdict::Violated)
        .violated(ViolationKind::Deadlock, "no thread can go on", Span::default())
        .expect(
            false,
            &expect![[r#"
                a.cm: violated: deadlock

                  │ phil[0]               │ phil[1]               │ effect
                ──┼───────────────────────┼───────────────────────┼──────────────────────────
                1 │  9 meals += 1         │                       │ read meals = 0
                2 │  9 meals += 1         │                       │ meals: 0 -> 1
                3 │ 13 forks[i].acquire() │                       │ forks[0]: free -> phil[0]
                4 │                       │ 13 forks[i].acquire() │ forks[1]: free -> phil[1]

                At the end
                  phil[0]  dining.cm:14  waits for forks[1], held by phil[1]
                  phil[1]  dining.cm:14  waits for forks[0], held by phil[0]
                  waiter                 ended

                error[deadlock]: no thread can go on

                Replay it with
                  commute replay a.cm --schedule "0*3 1"

                  checked: assertions and faults, deadlock, partial deadlock, livelock

                  states       12
                  transitions  20
                  depth        5
                  time         less than 1 ms
                  memory       2.0 KiB
            "#]],
        );
}

#[test]
fn an_assertion_shows_its_place() {
    let span = Span::new(commute_base::FileId(0), 27, 41);
    let mut case = Case::new(Verdict::Violated)
        .violated(ViolationKind::Fault("assertion"), "assertion failed: assert x == 1", span)
        .violated(ViolationKind::Invariant("mutex".into()), "invariant mutex is false", span);
    case.outcome.incomplete = Some(StopReason::States(12));
    for example in &mut case.examples {
        example.execution.steps.clear();
        example.execution.end.truncate(1);
    }
    case.expect(
        false,
        &expect![[r#"
            a.cm: violated: assertion, invariant mutex

            1 of 2: assertion

            There are no steps: this is the initial state.

            At the end
              phil[0]  dining.cm:14  waits for forks[1], held by phil[1]

            error[assertion]: assertion failed: assert x == 1
             --> a.cm:2:12
              |
            2 | thread a { assert x == 1; }
              |            ^^^^^^^^^^^^^^

            Replay it with
              commute replay a.cm --schedule "0*3 1"

            2 of 2: invariant mutex

            There are no steps: this is the initial state.

            At the end
              phil[0]  dining.cm:14  waits for forks[1], held by phil[1]

            error[invariant]: invariant mutex is false
             --> a.cm:2:12
              |
            2 | thread a { assert x == 1; }
              |            ^^^^^^^^^^^^^^

            Replay it with
              commute replay a.cm --schedule "0*3 1"

              there may be more: the limit of 12 states was reached (raise it with --max-states)
              checked: assertions and faults, deadlock, partial deadlock, livelock

              states       12
              transitions  20
              depth        5
              time         less than 1 ms
              memory       2.0 KiB
        "#]],
    );
}

#[test]
fn not_decided() {
    Case::new(Verdict::Undecided(StopReason::States(1000))).expect(
        false,
        &expect![[r#"
            a.cm: not decided: the limit of 1000 states was reached (raise it with --max-states)

              nothing is wrong in the 12 states explored
              checked: assertions and faults, deadlock, partial deadlock, livelock

              states       12
              transitions  20
              depth        5
              time         less than 1 ms
              memory       2.0 KiB
        "#]],
    );
}

#[test]
fn quiet_is_one_line() {
    let case = Case::new(Verdict::Violated);
    let case = case.violated(ViolationKind::Fault("out_of_bounds"), "index 3", Span::default());
    case.expect(true, &expect!["a.cm: violated: out of bounds\n"]);
}

#[test]
fn every_reason_says_what_to_do() {
    let stats = Stats { states: 12345, elapsed: Duration::from_millis(2300), ..Stats::default() };
    let shown = [
        StopReason::Depth(1),
        StopReason::Memory(3 << 29),
        StopReason::Time(Duration::from_secs(90)),
        StopReason::Interrupted,
        StopReason::Bitstate { omission: 0.0123 },
    ]
    .map(|reason| reason_text(&reason, &stats));
    expect![[r#"
        [
            "executions were cut after 1 step (raise it with --max-depth)",
            "the limit of 1.5 GiB of memory was reached (raise it with --max-memory, or try --store compact)",
            "the limit of 1 min 30 s was reached (raise it with --max-time)",
            "interrupted after 12,345 states and 2.3 s",
            "nothing is wrong in the states explored, but the bitstate store may have omitted a share of up to 0.02 of all (--store exact omits none)",
        ]
    "#]]
    .assert_debug_eq(&shown);
}

#[test]
fn colours_mark_the_verdict() {
    let report = Case::new(Verdict::Holds).report();
    assert_eq!(verdict_line(&report, Paint::new(true)), "\x1b[1ma.cm\x1b[0m: \x1b[1;32mholds\x1b[0m");
}
