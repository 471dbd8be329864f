//! Whole reports, golden.

use super::samples::{assertion, comparison, cut_off, deadlock, outcome, partial};
use super::*;
use expect_test::expect;

fn sources() -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("a.cm", "var x: int = 0;\nthread a { assert x == 1; }\n");
    sources
}

fn shown(comparison: &Comparison, width: usize) -> String {
    let view = View { width, ..View::default() };
    let text = compare_text("a.cm", &sources(), comparison, view);
    let longest = text.lines().map(str::width).max();
    assert!(longest <= Some(width.max(52)), "{longest:?} is more than {width}:\n{text}");
    text
}

#[test]
fn all_agree() {
    let comparison = comparison([outcome(&[]), outcome(&[]), outcome(&[])]);
    expect![[r#"
        a.cm: holds

               states  transitions   time       bytes  verdict
        B   1,234,567    4,000,000  1.5 s  40,000,000  holds
        D   1,234,567    4,000,000  1.5 s  40,000,000  holds
        DA  1,234,567    4,000,000  1.5 s  40,000,000  holds

        All 3 agree.

        The same with commute check --keep-going --order dfs
          B   --strategy full
          D   --strategy ample --oracle escape
          DA  --strategy ample --oracle escape --keep sparse
    "#]]
    .assert_eq(&shown(&comparison, 80));
}

#[test]
fn long_verdicts_are_cut_and_told_below() {
    let found = [assertion(27), deadlock(), assertion(30)];
    let runs = [outcome(&[&found[..], &[partial()]].concat()), cut_off(&found[..1]), outcome(&found)];
    expect![[r#"
        a.cm: violated: assertion, deadlock, partial deadlock

               states  transitions   time       bytes  verdict
        B   1,234,567    4,000,000  1.5 s  40,000,000  violated: assertion, d…
        D   1,234,567    4,000,000  1.5 s  40,000,000  violated (time limit):…
        DA  1,234,567    4,000,000  1.5 s  40,000,000  violated: assertion, d…

        2 of 3 agree; D did not explore everything.
        A partial deadlock counts as part of a deadlock:
        a reduction may let the other threads end first.

        What is wrong
          assertion at a.cm:2:12
          deadlock
          assertion at a.cm:2:15
          partial deadlock

        The same with commute check --keep-going --order dfs
          B   --strategy full
          D   --strategy ample --oracle escape
          DA  --strategy ample --oracle escape --keep sparse
    "#]]
    .assert_eq(&shown(&comparison(runs), 70));
}

#[test]
fn a_very_narrow_terminal_gets_one_line_a_number() {
    let runs = [outcome(&[deadlock()]), cut_off(&[])];
    expect![[r#"
        a.cm: violated: deadlock

        B
          states       1,234,567
          transitions  4,000,000
          time         1.5 s
          bytes        40,000,000
          verdict      violated: deadlock
        D
          states       1,234,567
          transitions  4,000,000
          time         1.5 s
          bytes        40,000,000
          verdict      not decided: time limit

        Nothing to compare: D did not explore everything.

        What is wrong
          deadlock

        The same with commute check --keep-going --order dfs
          B  --strategy full
          D  --strategy ample --oracle escape
    "#]]
    .assert_eq(&shown(&comparison(runs), 50));
}

#[test]
fn nothing_to_compare() {
    let runs = [cut_off(&[]), cut_off(&[]), cut_off(&[])];
    let text = shown(&comparison(runs), 80);
    assert!(text.starts_with("a.cm: not decided\n"), "{text}");
    assert!(text.contains("\nNothing to compare: B, D, DA did not explore everything.\n"), "{text}");
}

#[test]
fn what_did_not_begin_is_named() {
    let mut comparison = comparison([cut_off(&[]), outcome(&[]), outcome(&[])]);
    comparison.skipped.push(comparison.runs.pop().unwrap().named);
    let expected = "Nothing to compare: B did not explore everything; DA did not begin.\n";
    assert_eq!(agreement(&comparison), expected);
    comparison.runs[0].outcome = outcome(&[]);
    assert_eq!(agreement(&comparison), "2 of 3 agree; DA did not begin.\n");
}

#[test]
fn differences_are_told() {
    let comparison = comparison([outcome(&[assertion(27)]), outcome(&[]), outcome(&[deadlock()])]);
    assert!(shown(&comparison, 80).contains("\nThey do not agree.\n"));
    expect![[r#"
        DA finds deadlock, B does not
        B finds assertion at a.cm:2:12, D does not
        DA finds deadlock, D does not
        B finds assertion at a.cm:2:12, DA does not"#]]
    .assert_eq(&difference_text(&comparison.differences(), &sources()));
}

#[test]
fn colours_mark_the_verdicts() {
    let view = View { colour: true, width: 80, ..View::default() };
    let text = compare_text("a.cm", &sources(), &comparison([outcome(&[deadlock()]), cut_off(&[])]), view);
    assert!(text.starts_with("\x1b[1ma.cm\x1b[0m: \x1b[1;31mviolated\x1b[0m: deadlock\n"), "{text:?}");
    assert!(text.contains("\x1b[1;31mviolated: deadlock\x1b[0m\n"), "{text:?}");
    assert!(text.contains("\x1b[1;33mnot decided: time limit\x1b[0m\n"), "{text:?}");
}
