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
