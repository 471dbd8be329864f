//! What `java` does is among what Commute finds, and what calls come to is the same: a small part of `lab --jvm` and `lab --jvm-calls`.

use commute_testkit::jvm::calls::{Api, run_calls};
use commute_testkit::jvm::{Jvm, run};
use commute_testkit::root;
use std::collections::BTreeSet;

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

#[test]
fn every_replaced_method_has_a_row_in_the_table() {
    let Some(jvm) = jvm() else { return };
    let api = Api::new(&jvm).unwrap_or_else(|error| panic!("{error}"));
    let table = std::fs::read_to_string(root().join("crates/testkit/src/jvm/documented.tsv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows: BTreeSet<&str> = rows.filter_map(|row| row.split('\t').next()).collect();
    let left_out = api.left_out.iter().map(|(method, _)| method);
    let names = api.methods.iter().chain(left_out).map(|m| format!("{}{}", m.full_name(), m.desc));
    let missing: Vec<String> = names.filter(|name| !rows.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
