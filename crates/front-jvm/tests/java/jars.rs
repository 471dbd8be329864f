//! Tests as people write them, with the jars of JUnit 5 and 4, Hamcrest and AssertJ as Debian's packages have them. Verdicts are
//! from reading the tests; what is not decided so far says so in the table.

use crate::support;
use commute::{Check, JavaOptions, Program, StopReason};
use commute_explore::Verdict;
use commute_front_jvm::{Input, tests};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

const NEEDED: [&str; 8] = [
    "junit-jupiter-api",
    "junit-jupiter-params",
    "junit-platform-commons",
    "opentest4j",
    "apiguardian-api",
    "junit4",
    "hamcrest",
    "assertj-core",
];

/// Compiles the tests once; where the classes are.
fn classes(jars: &[PathBuf]) -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| support::compile_with(jars, "jars"))
}

fn verdict(classes: &Path, jars: &[PathBuf], test: &str) -> String {
    let options =
        JavaOptions { test: Some(test.to_owned()), class_path: jars.to_vec(), ..JavaOptions::default() };
    let program = Program::java(classes, &options).unwrap_or_else(|error| panic!("{test}: {error}"));
    let outcome = support::explore(&program, &Check::new());
    support::confirm(&program, &outcome);
    match outcome.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => outcome.found[0].violation.kind.name().to_owned(),
        Verdict::Undecided(StopReason::Unfollowed(_)) => "not decided".to_owned(),
        Verdict::Undecided(reason) => panic!("{test}: {reason:?}"),
    }
}

/// Compares the verdicts of one class with the table.
fn check(class: &str) {
    let Some(jars) = support::jars(&NEEDED) else { return };
    let classes = classes(&jars);
    let input = Input { program: Some(classes.to_owned()), ..Input::default() };
    let of_class = |name: &str| name.split(['#', '$']).next() == Some(class);
    let found = tests(&input).unwrap();
    let found: Vec<String> = found.into_iter().map(|test| test.name).filter(|name| of_class(name)).collect();
    let verdicts: Vec<(String, String)> =
        found.iter().map(|test| (test.clone(), verdict(classes, &jars, test))).collect();
    let table = std::fs::read_to_string(support::root().join("crates/front-jvm/tests/jars/verdicts.tsv"));
    let table = table.unwrap();
    let rows = table.lines().skip(1).filter_map(|line| line.split_once('\t'));
    let mut expected: Vec<(String, String)> =
        rows.filter(|(test, _)| of_class(test)).map(|(a, b)| (a.to_owned(), b.to_owned())).collect();
    expected.sort();
    let mut verdicts = verdicts;
    verdicts.sort();
    assert!(!expected.is_empty());
    assert_eq!(verdicts, expected);
}

macro_rules! classes {
    ($($name:ident $class:literal)*) => {
        $(#[test]
        fn $name() {
            check($class);
        })*
    };
}

classes! {
    an_account "AccountTest"
    what_junit_5_asserts "AssertionsTest"
    what_classes_say "ClassesTest"
    assertions_that_read_as_sentences "FluentTest"
    matchers "MatchersTest"
    tests_of_junit_4 "OldStyleTest"
    parameters "ParametersTest"
    a_pool "PoolTest"
}
