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

/// Two hundred thousand states.
const LONG: &str = "\
var a: [mod 30; 3];
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
    assert_eq!(child.wait().unwrap().code(), None, "it was killed in the middle");
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
    place
        .run(&["check", "a.cm", "--resume", "c"])
        .exits(2)
        .complains("cannot go on from c: it was written by another version");
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

/// The most memory that a running process has had so far, in bytes.
pub fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// What the process really had at most, for each order and store.
#[test]
fn memory_is_limited_to_what_was_asked_for() {
    const ASKED: u64 = 50 << 20;
    if peak(std::process::id()).is_none() {
        return;
    }
    let place = Place::new("memory").file("a.cm", ENDLESS);
    for (order, store) in [("bfs", "exact"), ("bfs", "compact"), ("dfs", "exact"), ("dfs", "compact")] {
        let args = ["check", "a.cm", "--strategy", "full", "--order", order, "--store", store];
        let mut command = place.command(&args);
        let command = command.args(["--max-memory", "50M", "--max-time", "5m"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            most = peak(child.id()).unwrap_or(0).max(most);
            std::thread::sleep(Duration::from_millis(2));
        }
        finish(child.wait_with_output().unwrap())
            .exits(3)
            .says("the limit of 50.0 MiB of memory was reached");
        let share = 100 * most / ASKED;
        assert!((80..=105).contains(&share), "{order}, {store}: {share} % of what was asked for");
    }
}

/// Nobody can make files there, whoever runs the test.
#[test]
fn a_directory_that_is_read_only_is_no_hindrance() {
    let place = Place::new("read-only").file("a.cm", LONG);
    let args = ["check", "a.cm", "--checkpoint", "/proc/commute", "--checkpoint-every", "20ms"];
    place.run(&args).exits(0).complains("warning: cannot write /proc/commute: ");
}

/// As under a service manager: no terminal, and standard streams that are closed.
#[test]
fn closed_standard_streams_are_no_panic() {
    let place = Place::new("closed").file("a.cm", DEADLOCK).file("b.cm", LONG);
    for (file, code) in [("a.cm", 1), ("b.cm", 0)] {
        let line = format!("exec \"$0\" check {file} <&- >&- 2>&-");
        let mut command = Command::new("sh");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_commute")]).current_dir(place.path());
        let status = command.status().unwrap();
        assert_eq!(status.code(), Some(code), "{file}");
    }
}
