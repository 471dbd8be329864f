//! `commute replay`: accepts what `commute check` prints.

use crate::run::{DEADLOCK, HOLDS, LOST_UPDATE, Place, Ran};
use serde_json::Value;

/// The schedule that a check in JSON gives.
fn schedule(place: &Place, file: &str) -> String {
    let ran = place.run(&["check", "--json", file]);
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    document["violations"][0]["schedule"].as_str().unwrap().to_owned()
}

#[test]
fn a_counterexample_can_be_replayed() {
    let place = Place::new("replay").file("a.cm", LOST_UPDATE).file("b.cm", DEADLOCK);
    let ran = place.run(&["replay", "a.cm", "--schedule", &schedule(&place, "a.cm")]);
    ran.exits(1).says("a.cm: violated: assertion").says("an update is lost");
    let ran = place.run(&["replay", "b.cm", "--schedule", &schedule(&place, "b.cm")]);
    ran.exits(1).says("b.cm: violated: deadlock").says("held by");
}

/// Both say who does what where, not only on what the race is.
#[test]
fn a_data_race_is_replayed_in_the_words_of_the_check() {
    let race = "var x: int plain;\nthread a { x = 1; }\nthread b { let y: int = x; }\n";
    let place = Place::new("race").file("race.cm", race);
    let message =
        "data race on x: a writes it at race.cm:2, b reads it at race.cm:3, and nothing orders the two";
    place.run(&["check", "race.cm"]).exits(1).says(message);
    pasted(&place, &["check", "race.cm"]).exits(1).says("race.cm: violated: data race\n").says(message);
}

/// Runs a check, and the command that it prints for a violation, as a shell would.
#[track_caller]
pub fn pasted(place: &Place, args: &[&str]) -> Ran {
    let ran = place.run(args);
    let line = ran.exits(1).stdout.lines().find(|line| line.contains("commute replay"));
    let line = line.unwrap_or_else(|| panic!("no command in\n{}", ran.stdout));
    let command = line.trim().replacen("commute", "\"$0\"", 1);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_commute")]).current_dir(place.path());
    crate::run::finish(shell.output().unwrap())
}

#[test]
fn the_printed_command_works_in_a_shell() {
    let names =
        ["a b.cm", "it's $HOME.cm", "-x.cm", "(a)&;*?.cm", "\"quoted\".cm", "a\\b.cm", "~x.cm", "#.cm"];
    let place = Place::new("shell");
    let place = names.iter().fold(place, |place, name| place.file(name, LOST_UPDATE));
    for name in names {
        pasted(&place, &["check", "-D", "GOAL=2", "--", name]).exits(1).says("violated: assertion");
    }
}

/// A wait that returns without a reason, constants of either kind, several files, a schedule in a file.
#[test]
fn the_printed_command_has_what_the_schedule_depends_on() {
    let wakes = "class C { v: int; }\nvar c: C = new C();\nvar woken: bool;\n\
        thread a { synchronized (c) { c.wait(); woken = true; } }\ndaemon thread b { when (woken); assert false; }\n";
    let open = "const N: int = 0;\nconst ON: bool = false;\nvar x: int;\n\
        thread t[i in 0..N] { x = i; }\nthread last { assert !(ON && x == 2); }\n";
    let other = format!("const N: int = 0;\nconst ON: bool = true;\n{HOLDS}");
    let place =
        Place::new("shell-options").file("wakes.cm", wakes).file("open.cm", open).file("other.cm", other);
    let spurious = ["check", "wakes.cm", "--spurious-wakeups", "--no-deadlock"];
    pasted(&place, &spurious).exits(1).says("violated: assertion");
    let defined = ["-D", "N=3", "-D", "ON=true"];
    let several = [&["check", "other.cm", "open.cm"], &defined[..]].concat();
    pasted(&place, &several).exits(1).says("open.cm: violated: assertion");
    let further: [&[&str]; 5] = [
        &["--symmetry", "threads"],
        &["--strategy", "c-sss"],
        &["--hunt", "random"],
        &["--store", "none"],
        &["--save-schedule=-s t"],
    ];
    for extra in further {
        let args = [&["check", "open.cm"], &defined[..], extra].concat();
        pasted(&place, &args).exits(1).says("violated: assertion");
    }
}

#[test]
fn a_saved_schedule_can_be_replayed() {
    let place = Place::new("saved").file("a.cm", DEADLOCK);
    place.run(&["check", "a.cm", "--save-schedule", "s.txt"]).exits(1).says("--schedule-file s.txt");
    assert!(place.read("s.txt").starts_with("# a.cm\n"));
    place.run(&["replay", "a.cm", "--schedule-file", "s.txt"]).exits(1).says("violated: deadlock");
}

#[test]
fn an_execution_without_a_violation_is_0() {
    let place = Place::new("harmless").file("a.cm", HOLDS);
    let ran = place.run(&["replay", "a.cm", "--schedule", "0 0", "--trace", "list"]);
    ran.exits(0).says("nothing is wrong at the end of this schedule").says("can go on");
    place.run(&["replay", "a.cm", "--schedule", ""]).exits(0).says("this is the initial state");
}

#[test]
fn a_schedule_of_another_program_is_2() {
    let place = Place::new("impossible").file("a.cm", DEADLOCK);
    place.run(&["replay", "a.cm", "--schedule", "0 9"]).exits(2).complains("step 2: there is no thread 9");
    place.run(&["replay", "a.cm", "--schedule", "0 1 0"]).exits(2).complains("step 3: a cannot step");
    place.run(&["replay", "a.cm", "--schedule", "0/3"]).exits(2).complains("there is no choice 3");
    place.run(&["replay", "a.cm", "--schedule", "0 x"]).exits(2).complains("--schedule: `x` is no step");
    place.run(&["replay", "a.cm", "--schedule-file", "none"]).exits(2).complains("cannot read none");
}

#[test]
fn json() {
    let place = Place::new("replay-json").file("a.cm", DEADLOCK);
    let ran = place.run(&["replay", "a.cm", "--json", "--schedule", &schedule(&place, "a.cm")]);
    let document: Value = serde_json::from_str(&ran.exits(1).stdout).unwrap();
    assert_eq!(document["schema"], "commute-replay/1");
    assert_eq!(document["verdict"], "violated");
    assert_eq!(document["violation"]["kind"], "deadlock");
    assert_eq!(document["trace"][0]["line"], 3);
    let ran = place.run(&["replay", "a.cm", "--json", "--schedule", "9"]);
    ran.exits(2).says(r#""verdict":"error","reason":"step 1: there is no thread 9"#);
}

#[test]
fn a_long_atomic_block_is_told_in_short() {
    let text = "var x: int = 0;\nthread a { atomic { while x < 1000 { x += 1; } } assert false; }\n";
    let place = Place::new("long-atomic").file("a.cm", text);
    let ran = place.run(&["replay", "a.cm", "--schedule", "0", "--trace", "columns"]);
    ran.exits(1).says("x: 0 -> 1").says(" more ...").says("x: 999 -> 1000");
    assert!(ran.stdout.lines().count() < 60, "{}", ran.stdout);
}
