//! Typical bugs of Java programs, as they are shown on a terminal of 80 columns: `tests/bugs` has the programs and the texts.

use crate::java::has_jdk;
use crate::replay::pasted;
use crate::run::{Place, Ran, finish};
use expect_test::{ExpectFile, expect_file};
use std::path::Path;
use std::process::Command;

fn bug(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// On a terminal of 80 columns.
fn narrow(place: &Place, args: &[&str]) -> Ran {
    finish(place.command(args).env("COLUMNS", "80").output().unwrap())
}

/// What a check of one of the programs says, without what it cost, is this; and what it prints to be pasted works.
#[track_caller]
fn shows(name: &str, expected: ExpectFile) {
    if !has_jdk() {
        return;
    }
    let file = format!("{name}.java");
    let place = Place::new(&format!("bug-{name}")).file(&file, bug(&file));
    check(&place, &[&file], expected);
}

#[track_caller]
fn check(place: &Place, args: &[&str], expected: ExpectFile) {
    let args = [&["check"], args].concat();
    let ran = narrow(place, &args);
    let (shown, rest) = ran.exits(1).stdout.split_once("\n  checked: ").expect("what the verdict rests on");
    let lines = shown.lines().map(without_numbers).map(|line| format!("{line}\n"));
    let shown: String = lines.collect();
    assert!(!shown.contains('…'), "something is cut off in\n{shown}");
    assert!(rest.lines().count() <= 13, "what follows is too long:\n{rest}");
    expected.assert_eq(&shown);
    pasted(place, &args).exits(1).says("violated: ");
}

/// A line without what depends on how many steps the library takes.
fn without_numbers(line: &str) -> String {
    match (line.split_once("--schedule "), line.strip_prefix("--trace full shows all ")) {
        (Some((before, _)), _) => format!("{before}--schedule \"...\""),
        (_, Some(_)) => "--trace full shows all steps".to_owned(),
        _ => line.to_owned(),
    }
}

#[test]
fn lost_update() {
    shows("LostUpdate", expect_file!["../bugs/LostUpdate.txt"]);
}

#[test]
fn check_then_act() {
    shows("CheckThenAct", expect_file!["../bugs/CheckThenAct.txt"]);
}

#[test]
fn two_locks() {
    shows("TwoLocks", expect_file!["../bugs/TwoLocks.txt"]);
}

#[test]
fn lost_notification() {
    shows("LostNotification", expect_file!["../bugs/LostNotification.txt"]);
}

#[test]
fn forgotten_unlock() {
    shows("ForgottenUnlock", expect_file!["../bugs/ForgottenUnlock.txt"]);
}

#[test]
fn misuse_of_atomics() {
    shows("AtomicMisuse", expect_file!["../bugs/AtomicMisuse.txt"]);
}

#[test]
fn check_then_act_on_a_map() {
    shows("MapCheckThenAct", expect_file!["../bugs/MapCheckThenAct.txt"]);
}

#[test]
fn task_that_fails() {
    shows("TaskFails", expect_file!["../bugs/TaskFails.txt"]);
}

#[test]
fn unsafe_publication() {
    shows("UnsafePublication", expect_file!["../bugs/UnsafePublication.txt"]);
}

#[test]
fn empty_queue() {
    shows("EmptyQueue", expect_file!["../bugs/EmptyQueue.txt"]);
}

/// The jars of JUnit 5, as Debian has them.
const JARS: [&str; 4] = ["junit-jupiter-api", "opentest4j", "apiguardian-api", "junit-platform-commons"];

/// Whether some jars are there; says so if not.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn are_there(jars: &[String]) -> bool {
    let missing = jars.iter().find(|jar| !Path::new(jar).exists());
    missing.iter().for_each(|jar| eprintln!("skipped: there is no {jar}"));
    missing.is_none()
}

#[test]
fn a_test_of_junit() {
    let jars = JARS.map(|name| format!("/usr/share/java/{name}.jar"));
    if !has_jdk() || !are_there(&jars) {
        return;
    }
    let place = Place::new("bug-junit").file("CounterTest.java", bug("CounterTest.java"));
    // The class path is in the command that is to be pasted, which must not depend on the machine.
    for (jar, name) in jars.iter().zip(JARS) {
        std::fs::copy(jar, place.path().join(format!("{name}.jar"))).unwrap();
    }
    let class_path = JARS.map(|name| format!("{name}.jar")).join(":");
    let javac = Command::new("javac")
        .args(["-g", "-d", "out", "-cp", &class_path, "CounterTest.java"])
        .current_dir(place.path())
        .output();
    assert!(javac.unwrap().status.success());
    let with_sources = format!("{class_path}:.");
    check(
        &place,
        &["--junit", "out", "--class-path", &with_sources],
        expect_file!["../bugs/CounterTest.txt"],
    );
    // Without sources lines have no text, but calls have names.
    let ran = narrow(&place, &["check", "--junit", "out", "--class-path", &class_path]);
    ran.exits(1).says("at CounterTest.countsTwice(CounterTest.java:").says("in Counter.increment");
}

/// What is left out is not lost.
#[test]
fn everything_can_be_had() {
    if !has_jdk() {
        return;
    }
    let place = Place::new("bug-verbose").file("AtomicMisuse.java", bug("AtomicMisuse.java"));
    let short = narrow(&place, &["check", "AtomicMisuse.java"]);
    short.exits(1).says("rests on: ").says("--trace full shows all 27 steps");
    assert!(!short.stdout.contains("java.lang.Thread"), "{}", short.stdout);
    let full = narrow(&place, &["check", "AtomicMisuse.java", "--trace", "full"]);
    full.exits(1).says("27  main");
    let long = narrow(&place, &["check", "AtomicMisuse.java", "--verbose"]);
    long.exits(1).says("replaced library classes: java.lang.Thread,").says("transitions  ");
    let json = place.run(&["check", "AtomicMisuse.java", "--json"]);
    let document = &json.exits(1).documents()[0];
    let found = &document["violations"][0];
    assert_eq!(found["trace"].as_array().unwrap().len(), 27);
    assert_eq!(found["summary"][1]["effects"][0], "get() = 1");
    assert_eq!(found["exception"]["class"], "java.lang.IllegalStateException");
    assert_eq!(found["exception"]["calls"][0]["line"], 24);
}
