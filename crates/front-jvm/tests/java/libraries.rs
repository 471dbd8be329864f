//! Tests of how programs use real libraries, with the jars that Debian's packages have: half of them are wrong. What each must be is
//! in `tests/libraries/expected.tsv`, from reading the tests, and what came of it when all were run.

use crate::support;
use commute::{Check, JavaOptions, Limits, Program, StopReason};
use commute_explore::{Outcome, Verdict};
use commute_front_jvm::{Input, tests};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const NEEDED: [&str; 6] =
    ["jctools-core", "commons-lang3", "commons-pool2", "guava", "disruptor", "caffeine"];

/// What is run with the other tests: some of each library, right and wrong ones.
const SLICE: [&str; 8] = [
    "CaffeineTests#wrongPresentThenGet",
    "DisruptorTests#wrongGetThenSet",
    "Guava#settableIsSetOnce",
    "Guava#wrongMonitorsInTwoOrders",
    "JCTools#linkedAtomic",
    "Lang3#lazyIsMadeOnce",
    "Lang3#wrongAtomicIsMadeOnce",
    "Pool2#borrowAndReturn",
];

/// The most time for one test when all are run, and the least number of tests that must be decided.
const LONGEST: Duration = Duration::from_secs(60);
const LEAST_DECIDED: usize = 50;

const TABLE: &str = "crates/front-jvm/tests/libraries/expected.tsv";

/// Compiles the tests once; where the classes are.
fn classes(jars: &[PathBuf]) -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| support::compile_with(jars, "libraries"))
}

/// The tests of the table, and what they must be.
fn table() -> Vec<(String, String)> {
    let table = std::fs::read_to_string(support::root().join(TABLE)).unwrap();
    let row = |line: &str| {
        let mut cells = line.split('\t').map(str::to_owned);
        (cells.next().unwrap_or_default(), cells.next().unwrap_or_default())
    };
    table.lines().skip(1).map(row).collect()
}

fn explore(classes: &Path, jars: &[PathBuf], test: &str, limit: Option<Duration>) -> Outcome {
    let options = JavaOptions {
        test: Some(test.to_owned()),
        class_path: jars.to_vec(),
        deadline: limit.map(|limit| Instant::now() + limit),
        ..JavaOptions::default()
    };
    let program = Program::java(classes, &options).unwrap_or_else(|error| panic!("{test}: {error}"));
    let limits = Limits { time: limit, ..Limits::default() };
    let outcome = support::explore(&program, &Check::new().limits(limits));
    support::confirm(&program, &outcome);
    outcome
}

fn verdict(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => format!("violated: {}", outcome.found[0].violation.kind.name()),
        Verdict::Undecided(StopReason::Unfollowed(unfollowed)) => {
            format!("not decided: {}", unfollowed.what.split(" (called by").next().unwrap_or_default())
        }
        Verdict::Undecided(StopReason::Time(_)) => "not decided: time".to_owned(),
        Verdict::Undecided(reason) => format!("not decided: {reason:?}"),
    }
}

/// What goes wrong first in a wrong test is not in the table.
fn agrees(is: &str, must_be: &str) -> bool {
    is.split(':').next() == Some(must_be)
}

/// Some of them, or with `LIBRARIES=all` all as a table: which is decided how, with how many states, in which time. `BLESS=1` keeps it.
#[test]
fn tests_of_real_libraries() {
    let Some(jars) = support::jars(&NEEDED) else { return };
    let (classes, table) = (classes(&jars), table());
    if std::env::var_os("LIBRARIES").is_some() {
        return all(classes, &jars, &table);
    }
    for test in SLICE {
        let (_, must_be) = table.iter().find(|(name, _)| name == test).unwrap_or_else(|| panic!("{test}"));
        let is = verdict(&explore(classes, &jars, test, None));
        assert!(agrees(&is, must_be), "{test}: {is}");
    }
}

#[expect(clippy::print_stdout, reason = "the table is what it is run for")]
fn all(classes: &Path, jars: &[PathBuf], table: &[(String, String)]) {
    let input = Input { program: Some(classes.to_owned()), ..Input::default() };
    let mut found: Vec<String> = tests(&input).unwrap().into_iter().map(|test| test.name).collect();
    let mut listed: Vec<String> = table.iter().map(|(name, _)| name.clone()).collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed, "the table has a row for each test");
    let (mut wrong, mut decided) = (Vec::new(), 0);
    let mut rows = "test\tmust be\tis\tstates\tseconds\n".to_owned();
    for (test, must_be) in table {
        let begin = Instant::now();
        let outcome = explore(classes, jars, test, Some(LONGEST));
        let (is, states) = (verdict(&outcome), outcome.stats.states);
        let row = format!("{test}\t{must_be}\t{is}\t{states}\t{:.1}\n", begin.elapsed().as_secs_f64());
        print!("{row}");
        rows += &row;
        if !is.starts_with("not decided") {
            decided += 1;
            if !agrees(&is, must_be) {
                wrong.push(format!("{test}: {is}"));
            }
        }
    }
    println!("{decided} of {} decided, {} wrong", table.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(decided >= LEAST_DECIDED);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(support::root().join(TABLE), rows).unwrap();
    }
}
