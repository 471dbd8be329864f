//! Bugs of programs with many threads, which the default finds by trying executions while it explores.

use crate::java::has_jdk;
use crate::run::{HOLDS, Place};
use serde_json::Value;

const PROGRAMS: [(&str, &str); 5] = [
    ("Bank5.java", include_str!("../../../front-jvm/tests/hunted/Bank5.java")),
    ("Cleaners.java", include_str!("../../../front-jvm/tests/hunted/Cleaners.java")),
    ("Pipeline6.java", include_str!("../../../front-jvm/tests/hunted/Pipeline6.java")),
    ("PoolShutdown.java", include_str!("../../../front-jvm/tests/hunted/PoolShutdown.java")),
    ("Reorder20.java", include_str!("../../../front-jvm/tests/hunted/Reorder20.java")),
];

/// More states than these a search has not had when the bug is found.
const MOST_STATES: u64 = 10_000;

fn document(place: &Place, args: &[&str], code: i32) -> Value {
    let ran = place.run(&[args, &["--json"]].concat());
    serde_json::from_str(&ran.exits(code).stdout).unwrap()
}

#[test]
fn bugs_of_many_threads_are_found_by_default() {
    if !has_jdk() {
        return;
    }
    for (name, text) in PROGRAMS {
        let place = Place::new(&format!("hunted-{name}")).file(name, text);
        let report = document(&place, &["check", name], 1);
        let kind = if name.starts_with("Pool") { "deadlock" } else { "uncaught_exception" };
        assert_eq!(report["violations"][0]["kind"], kind, "{name}");
        let states = report["statistics"]["states"].as_u64().unwrap();
        assert!(states <= MOST_STATES, "{name}: {states} states");
        // What was found by chance is executed again like everything else, and the schedule that is shown works.
        let schedule = report["violations"][0]["schedule"].as_str().unwrap();
        let replayed = document(&place, &["replay", name, "--schedule", schedule], 1);
        assert_eq!(replayed["violation"]["kind"], kind, "{name}");
    }
}

/// A bug that needs one of many threads at the right time, and far more states than anybody has.
const NEEDLE: &str = "\
var a: [int; 7] = 0;
var x: int;
thread t[i in 0..7] {
    let n = 0;
    while n < 6 { a[i] += 1; a[(i + 1) % 7] += 1; n += 1; }
    if i == 0 { x = 1; x = 2; } else { assert x != 1 || n < 6; }
}
";

#[test]
fn the_report_says_how_it_was_found_and_that_can_be_done_again() {
    let place = Place::new("hunted-needle").file("a.cm", NEEDLE);
    let first = document(&place, &["check", "a.cm"], 1);
    let by = &first["found_by"];
    assert!(["dfs", "pct", "random"].contains(&by["how"].as_str().unwrap()), "{by}");
    assert_eq!(
        first["violations"],
        document(&place, &["check", "a.cm"], 1)["violations"],
        "it is always the same"
    );
    place.run(&["check", "a.cm"]).exits(1).says("violated: assertion").says("found by hunting: ");
    if let (Some(seed), Some(execution)) = (by["seed"].as_u64(), by["execution"].as_u64()) {
        let (seed, most) = (seed.to_string(), execution.to_string());
        let args = ["check", "a.cm", "--hunt", "mixed", "--seed", &seed, "--executions", &most];
        let again = document(&place, &args, 1);
        assert_eq!(again["found_by"], *by);
        assert_eq!(again["violations"][0]["schedule"], first["violations"][0]["schedule"]);
    }
    // Whoever says how to search gets that, and nothing else.
    for flags in [&["--no-hunt"][..], &["--order", "bfs"], &["--strategy", "full"], &["--keep-going"]] {
        let ran = place.run(&[&["check", "a.cm", "--max-states", "20k"], flags].concat());
        assert!(!ran.stdout.contains("hunting"), "{flags:?}: {}", ran.stdout);
    }
    place.run(&["check", "a.cm", "--hunt", "pct", "--no-hunt"]).exits(2);
}

#[test]
fn programs_that_hold_have_the_states_that_they_have_without_a_hunt() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let place = Place::new("hunted-nothing").file("a.cm", HOLDS);
    let statistics = |file: &str, more: &[&str]| {
        let report = document(&place, &[&["check", file], more].concat(), 0);
        assert_eq!(report["found_by"], Value::Null);
        ["states", "transitions", "depth", "terminal_states"].map(|name| report["statistics"][name].as_u64())
    };
    let counter = format!("{examples}/counter.cm");
    let producers = format!("{examples}/producer_consumer.cm");
    let several = &["-D", "PRODUCERS=4", "-D", "ITEMS=3"][..];
    for (file, more) in [("a.cm", &[][..]), (&counter, &["-D", "N=4", "-D", "K=3"]), (&producers, several)] {
        let plain = [more, &["--no-hunt"]].concat();
        assert_eq!(statistics(file, more), statistics(file, &plain), "{file}");
    }
}
