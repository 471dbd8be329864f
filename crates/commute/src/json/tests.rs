//! The format, golden: a change here is a change for everyone who reads it.

use super::*;
use crate::execution::{Change, Effect, Execution, Place, Position, Step};
use crate::report::{Counterexample, Report};
use crate::subject::Description;
use commute_base::{FileId, Span};
use commute_explore::{Options, Stats};
use commute_machine::{Tid, Transition, Violation, ViolationKind};
use expect_test::expect;
use std::time::Duration;

/// Two philosophers, each with a step, and a waiter who has ended.
fn dining() -> Execution {
    let place = |line| Some(Place { file: "examples/dining.cm".into(), line, column: 9 });
    let change = Change { what: "forks[1]".into(), before: "free".into(), after: "phil[1]".into() };
    let step = |thread, line, text: &str, effect| Step {
        thread,
        place: place(line),
        text: text.into(),
        effects: vec![effect],
    };
    Execution {
        threads: ["phil[0]", "phil[1]", "waiter"].map(str::to_owned).to_vec(),
        steps: vec![
            step(0, 9, "meals += 1", Effect::Note("read meals = 0".into())),
            step(1, 13, "forks[i].acquire()", Effect::Change(change)),
        ],
        end: vec![Position { thread: 2, place: None, doing: "ended".into() }],
        ..Execution::default()
    }
}

fn sources() -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("a.cm", "var x: int = 0;\nthread a { assert x == 1; }\n");
    sources
}

fn pretty(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).unwrap()
}

fn assertion() -> Violation {
    Violation {
        kind: ViolationKind::Fault("assertion"),
        tid: Some(Tid(1)),
        message: "assertion failed: assert x == 1".into(),
        span: Span::new(FileId(0), 27, 41),
    }
}

#[test]
fn a_violation() {
    let stats = Stats { states: 3, elapsed: Duration::from_millis(1500), ..Stats::default() };
    let mut described = Description::of("a.cm");
    described.sources = sources();
    let outcome = Outcome {
        verdict: Verdict::Violated,
        found: Vec::new(),
        races: Vec::new(),
        incomplete: None,
        sharing: Vec::new(),
        assumptions: Vec::new(),
        remarks: Vec::new(),
        stats,
    };
    let schedule = vec![Transition { tid: Tid(0), choice: 0 }, Transition { tid: Tid(1), choice: 0 }];
    let example = Counterexample { violation: assertion(), execution: dining(), schedule };
    let report = Report::new(&described, &Options::default(), outcome, vec![example], Vec::new(), true);
    expect![[r#"
        {
          "schema": "commute-check/1",
          "file": "a.cm",
          "verdict": "violated",
          "reason": null,
          "search": {
            "order": "bfs",
            "store": "exact",
            "strategy": "full",
            "oracle": null,
            "keep": "all",
            "symmetry": "none"
          },
          "assumptions": [],
          "discipline": [],
          "checked": [
            "assertions and faults",
            "deadlock",
            "partial deadlock",
            "livelock"
          ],
          "not_checked": [],
          "violations": [
            {
              "kind": "assertion",
              "title": "assertion",
              "message": "assertion failed: assert x == 1",
              "invariant": null,
              "thread": "phil[1]",
              "file": "a.cm",
              "line": 2,
              "column": 12,
              "schedule": "0 1",
              "trace": [
                {
                  "thread": "phil[0]",
                  "thread_number": 0,
                  "file": "examples/dining.cm",
                  "line": 9,
                  "column": 9,
                  "text": "meals += 1",
                  "effects": [
                    "read meals = 0"
                  ],
                  "changes": []
                },
                {
                  "thread": "phil[1]",
                  "thread_number": 1,
                  "file": "examples/dining.cm",
                  "line": 13,
                  "column": 9,
                  "text": "forks[i].acquire()",
                  "effects": [
                    "forks[1]: free -> phil[1]"
                  ],
                  "changes": [
                    {
                      "what": "forks[1]",
                      "before": "free",
                      "after": "phil[1]"
                    }
                  ]
                }
              ],
              "end": [
                {
                  "thread": "waiter",
                  "thread_number": 2,
                  "file": null,
                  "line": null,
                  "column": null,
                  "doing": "ended"
                }
              ]
            }
          ],
          "formulas": [],
          "rests_on": [],
          "statistics": {
            "states": 3,
            "transitions": 0,
            "depth": 0,
            "reduced_states": 0,
            "restarts": 0,
            "repaired": 0,
            "terminal_states": 0,
            "store_bytes": 0,
            "frontier_bytes": 0,
            "resident_bytes": null,
            "components": 0,
            "omission_probability": 0.0,
            "seconds": 1.5
          },
          "diagnostics": []
        }"#]]
    .assert_eq(&pretty(&CheckDocument::checked(&report, &described.sources, &Diagnostics::default())));
}

#[test]
fn a_rejected_program() {
    let mut found = Diagnostics::default();
    let span = Span::new(FileId(0), 27, 33);
    found.push(
        Diagnostic::error("E0001", span, "types differ", "this is a bool", "write a number")
            .with(span, "here"),
    );
    expect![[r#"
        {
          "schema": "commute-check/1",
          "file": "a.cm",
          "verdict": "rejected",
          "reason": null,
          "search": null,
          "assumptions": [],
          "discipline": [],
          "checked": [],
          "not_checked": [],
          "violations": [],
          "formulas": [],
          "rests_on": [],
          "statistics": null,
          "diagnostics": [
            {
              "severity": "error",
              "code": "E0001",
              "message": "types differ",
              "file": "a.cm",
              "line": 2,
              "column": 12,
              "label": "this is a bool",
              "help": "write a number",
              "related": [
                {
                  "file": "a.cm",
                  "line": 2,
                  "column": 12,
                  "label": "here"
                }
              ]
            }
          ]
        }"#]]
    .assert_eq(&pretty(&CheckDocument::rejected("a.cm", &sources(), &found)));
}

#[test]
fn an_unreadable_file() {
    let document = CheckDocument::failed("a.cm", "error", Some("cannot read it".into()));
    expect![[r#"
        {
          "schema": "commute-check/1",
          "file": "a.cm",
          "verdict": "error",
          "reason": "cannot read it",
          "search": null,
          "assumptions": [],
          "discipline": [],
          "checked": [],
          "not_checked": [],
          "violations": [],
          "formulas": [],
          "rests_on": [],
          "statistics": null,
          "diagnostics": []
        }"#]]
    .assert_eq(&pretty(&document));
}

#[test]
fn a_replay() {
    let execution = Execution { steps: Vec::new(), end: Vec::new(), ..dining() };
    let document = ReplayDocument::replayed("a.cm", &sources(), &execution, Some(&assertion()), "0 1");
    expect![[r#"
        {
          "schema": "commute-replay/1",
          "file": "a.cm",
          "verdict": "violated",
          "reason": null,
          "schedule": "0 1",
          "violation": {
            "kind": "assertion",
            "title": "assertion",
            "message": "assertion failed: assert x == 1",
            "invariant": null,
            "thread": "phil[1]",
            "file": "a.cm",
            "line": 2,
            "column": 12
          },
          "trace": [],
          "end": [],
          "diagnostics": []
        }"#]]
    .assert_eq(&pretty(&document));
}
