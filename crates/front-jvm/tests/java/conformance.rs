//! A part of the conformance suite (`tests/conformance`), by `java` and by Commute. `lab --conformance 1` runs all of it.

use crate::support;
use commute_testkit::jvm::conformance::Suite;

/// One of so many tests.
const EVERY: usize = 40;
/// A test with more states is not decided.
const LIMIT: u64 = 60_000;

#[test]
fn tests_of_the_library_are_decided_and_right() {
    if !support::has_jdk() {
        return;
    }
    let suite = Suite::compile().unwrap();
    let (tests, wrong) = suite.java(EVERY, "").unwrap();
    assert_eq!(wrong, Vec::<String>::new(), "by the real java");
    assert!(tests.len() * EVERY >= 1_000);
    let summary = suite.judge_all(&tests, LIMIT, 1, &|_| ());
    let unexpected: Vec<_> = summary.0.iter().filter(|judged| !suite.is_expected(judged)).collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}\n{summary}");
}
