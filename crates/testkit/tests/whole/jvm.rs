//! What `java` does is among what Commute finds, and what calls come to is the same: a small part of `lab --jvm` and `lab --jvm-calls`.

use commute_testkit::jvm::calls::run_calls;
use commute_testkit::jvm::{Jvm, run};

/// How many programs, and how many calls.
const PROGRAMS: u64 = 24;
const CALLS: u64 = 120;

/// A JDK; says if there is none.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn jvm() -> Option<Jvm> {
    Jvm::find().map_err(|why| eprintln!("skipped: {why}")).ok()
}

#[test]
fn what_java_does_is_found() {
    let Some(jvm) = jvm() else { return };
    let mut differences = String::new();
    let counts = run(&jvm, 0..PROGRAMS, None, &mut |told| {
        differences += &format!("seed {}: {}\n{}\n", told.seed, told.what, told.program.java("P"));
    });
    let counts = counts.unwrap_or_else(|error| panic!("{error}"));
    assert!(differences.is_empty(), "{differences}");
    assert!(counts.same >= PROGRAMS * 2 / 3, "{counts}");
}

#[test]
fn calls_come_to_what_java_says() {
    let Some(jvm) = jvm() else { return };
    let counts = run_calls(&jvm, 1, 0, CALLS, None).unwrap_or_else(|error| panic!("{error}"));
    assert!(counts.different.is_empty(), "{counts}");
    assert!(counts.same >= CALLS * 2 / 3, "{counts}");
}
