//! The format, golden: a change here is a change for everyone who reads it.

use super::super::ending::ReplayHint;
use super::super::trace::samples::dining;
use super::super::verdict::{Checked, Counterexample};
use super::*;
use commute_base::{FileId, Span};
use commute_ir::Program;
use commute_machine::{Tid, Violation, ViolationKind};
use expect_test::expect;
use std::time::Duration;

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
    let mut story = dining();
    story.steps.drain(1..3);
    story.end.drain(..2);
    let stats = Stats { states: 3, elapsed: Duration::from_millis(1500), ..Stats::default() };
    let sources = sources();
    let checked = Checked {
        name: "a.cm",
        sources: &sources,
        program: &Program::default(),
        options: &Options::default(),
        outcome: &Outcome {
            verdict: Verdict::Violated,
            found: Vec::new(),
            incomplete: None,
            discipline: Vec::new(),
            assumptions: Vec::new(),
            stats,
        },
        rests_on: &[],
        claims: &[],
        formulas: true,
        counterexamples: vec![Counterexample {
            violation: assertion(),
            story,
            schedule: "0 1".into(),
            replay: ReplayHint::TooLong,
        }],
    };
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
            "partial deadlock"
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
            "components": 0,
            "omission_probability": 0.0,
            "seconds": 1.5
          },
          "diagnostics": []
        }"#]]
    .assert_eq(&pretty(&CheckDocument::checked(&checked, &Diagnostics::default(), Vec::new())));
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
          "statistics": null,
          "diagnostics": []
        }"#]]
    .assert_eq(&pretty(&document));
}

#[test]
fn a_replay() {
    let mut story = dining();
    story.steps.clear();
    story.end.clear();
    let document = ReplayDocument::replayed("a.cm", &sources(), &story, Some(&assertion()), "0 1");
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
