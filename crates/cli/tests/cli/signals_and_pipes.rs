//! Interrupts, and readers that go away.

use crate::run::{DEADLOCK, ENDLESS, Place, finish};
use std::process::{Command, Stdio};
use std::time::Duration;

fn interrupt(pid: u32) {
    assert!(Command::new("kill").args(["-INT", &pid.to_string()]).status().unwrap().success());
}

#[test]
fn an_interrupt_gives_what_is_known() {
    let place = Place::new("interrupt").file("a.cm", ENDLESS).file("b.cm", DEADLOCK);
    let mut command = place.command(&["check", "a.cm", "b.cm", "--max-time", "1m"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(child.id());
    let ran = finish(child.wait_with_output().unwrap());
    ran.exits(3).says("a.cm: not decided: interrupted after ").says("b.cm: not decided: interrupted\n");
    ran.says("states       ");
}

#[test]
fn an_interrupt_ends_a_comparison() {
    let place = Place::new("interrupt-compare").file("a.cm", ENDLESS);
    let mut command = place.command(&["compare", "a.cm", "--max-time", "1m"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(child.id());
    let ran = finish(child.wait_with_output().unwrap());
    ran.exits(3).says("a.cm: not decided\n").says("not decided: interrupted");
    ran.says("Nothing to compare: B did not explore everything; D, DA");
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let place = Place::new("pipe").file("a.cm", DEADLOCK);
    let mut command = place.command(&["check", "a.cm"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ran = finish(child.wait_with_output().unwrap());
    ran.exits(1);
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_full_disk_is_2() {
    let place = Place::new("full").file("a.cm", DEADLOCK);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command(&["check", "a.cm"]).stdout(full).output().unwrap();
    finish(output).exits(2).complains("error: cannot write to standard output: ");
}

/// A hundred thousand states.
const LONG: &str = "\
var a: [mod 24; 3];
thread t[i in 0..3] {
    loop { a[i] += 1; }
}
";

/// The lines of a report that say how many states and transitions there are.
fn counts(stdout: &str) -> Vec<&str> {
    let lines = stdout
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("states  ") || line.starts_with("transitions  "));
    lines.collect()
}

#[test]
fn a_killed_search_goes_on_from_its_checkpoint() {
    let place = Place::new("checkpoint").file("a.cm", LONG);
    let mut command = place.command(&["check", "a.cm", "--checkpoint", "c", "--checkpoint-every", "20ms"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !place.has("c") && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = place.run(&["check", "a.cm", "--strategy", "full"]);
    let resumed = place.run(&["check", "a.cm", "--resume", "c"]);
    whole.exits(0);
    resumed.exits(0);
    assert_eq!(counts(&resumed.stdout), counts(&whole.stdout));
    assert!(!counts(&whole.stdout).is_empty(), "{}", whole.stdout);
}

#[test]
fn a_checkpoint_of_another_model_is_refused() {
    let place = Place::new("other-checkpoint").file("a.cm", DEADLOCK).file("c", "commute checkpoint of 0\n");
    place.run(&["check", "a.cm", "--resume", "c"]).exits(2).complains("c is no checkpoint of this model");
    place.run(&["check", "a.cm", "--resume", "d"]).exits(2).complains("cannot read d: ");
    let refused = place.run(&["check", "a.cm", "--checkpoint", "c", "--order", "dfs"]);
    refused.exits(2).complains("--checkpoint is for --order bfs");
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_a_warning() {
    let place = Place::new("no-directory").file("a.cm", LONG);
    let args = ["check", "a.cm", "--checkpoint", "nowhere/c", "--checkpoint-every", "20ms"];
    place.run(&args).exits(0).complains("warning: cannot write nowhere/c: ");
}
