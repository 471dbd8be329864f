//! The conformance suite (`crates/front-jvm/tests/conformance`): tests of the library in the manner of its documentation, each run
//! by the real `java` and decided by Commute.
//!
//! A test ends without an exception in every execution, or, if its name begins with "blocks", waits for ever in every one.
//! `undecided.tsv` lists what is known not to be decided, and why.

use crate::twins::Scratch;
use commute::{Check, JavaOptions, Limits, Program, Report, StopReason, Verdict};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The suite, compiled.
#[derive(Debug)]
pub struct Suite {
    classes: Scratch,
    known: Vec<(String, String)>,
}

/// What was answered of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// What the documentation promises.
    Right,
    /// Something else.
    Wrong(String),
    /// Nothing, and why.
    NotDecided(String),
}

/// A test and what became of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its name, as `Class#method`.
    pub test: String,
    /// What Commute says.
    pub answer: Answer,
    /// How many states that took.
    pub states: u64,
    /// How much time it took.
    pub time: Duration,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../front-jvm/tests/conformance")
}

/// Runs a command and gives what it prints.
fn output(command: &mut Command) -> Result<String, String> {
    let out = command.output().map_err(|error| error.to_string())?;
    match out.status.success() {
        true => Ok(String::from_utf8_lossy(&out.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&out.stderr).into_owned()),
    }
}

impl Suite {
    /// Compiles it.
    pub fn compile() -> Result<Self, String> {
        let classes = Scratch::new()?;
        let read = |path: &Path| std::fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()));
        let files = read(&directory())?.filter_map(|entry| Some(entry.ok()?.path()));
        let sources = files.filter(|path| path.extension().is_some_and(|e| e == "java"));
        let mut javac = Command::new("javac");
        javac.args(["-J-XX:TieredStopAtLevel=1", "-g", "-Xlint:none", "-nowarn", "-d"]).arg(classes.path());
        output(javac.args(sources))?;
        let table = std::fs::read_to_string(directory().join("undecided.tsv")).map_err(|e| e.to_string())?;
        let rows = table.lines().skip(1).filter_map(|line| line.split_once('\t'));
        let known = rows.map(|(test, why)| (test.to_owned(), why.to_owned())).collect();
        Ok(Self { classes, known })
    }

    /// Has `java` run every n-th test, if its name contains `part`; gives their names, and what it does with those that do
    /// something else than they promise.
    pub fn java(&self, every: usize, part: &str) -> Result<(Vec<String>, Vec<String>), String> {
        let mut java = Command::new("java");
        let text = output(
            java.arg("-cp")
                .arg(self.classes.path())
                .arg("Conformance")
                .arg(self.classes.path())
                .args([&every.to_string(), part]),
        )?;
        let (mut tests, mut wrong) = (Vec::new(), Vec::new());
        for (test, does) in text.lines().filter_map(|line| line.split_once('\t')) {
            tests.push(test.to_owned());
            if every > 0 && does != if blocks(test) { "waits" } else { "ends" } {
                wrong.push(format!("{test}: {does}"));
            }
        }
        Ok((tests, wrong))
    }

    /// Has Commute decide a test.
    pub fn judge(&self, test: &str, limit: u64) -> Judged {
        let began = Instant::now();
        let options = JavaOptions { test: Some(test.to_owned()), ..JavaOptions::default() };
        let limits = Limits { states: Some(limit), ..Limits::default() };
        let search = Check::new().limits(limits).build();
        let report = Program::java(self.classes.path(), &options)
            .map_err(|error| error.to_string())
            .and_then(|program| search.map_err(|e| e.to_string())?.run(&program).map_err(|e| e.to_string()));
        let (answer, states) = match report {
            Ok(report) => (answer(test, &report), report.stats.states),
            Err(error) => (Answer::Wrong(error), 0),
        };
        Judged { test: test.to_owned(), answer, states, time: began.elapsed() }
    }

    /// What is expected of a test that is known not to be decided: a part of the reason.
    fn known(&self, test: &str) -> Option<&str> {
        self.known.iter().find(|(known, _)| known == test).map(|(_, why)| why.as_str())
    }

    /// Whether a test was answered as is known.
    pub fn is_expected(&self, judged: &Judged) -> bool {
        match (&judged.answer, self.known(&judged.test)) {
            (Answer::Right, None) => true,
            (Answer::NotDecided(why), Some(known)) => why.contains(known),
            _ => false,
        }
    }

    /// Has Commute decide tests, several at a time.
    pub fn judge_all(
        &self,
        tests: &[String],
        limit: u64,
        threads: usize,
        tell: &(dyn Fn(&Judged) + Sync),
    ) -> Summary {
        let (next, all) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let judged = self.judge(test, limit);
                        tell(&judged);
                        all.lock().expect("[commute internal bug] a worker panicked").push(judged);
                    }
                });
            }
        });
        let mut all = all.into_inner().expect("[commute internal bug] a worker panicked");
        all.sort_by(|a, b| a.test.cmp(&b.test));
        Summary(all)
    }
}

/// Whether a test must wait for ever.
fn blocks(test: &str) -> bool {
    test.split_once('#').is_some_and(|(_, method)| method.starts_with("blocks"))
}

fn answer(test: &str, report: &Report) -> Answer {
    let found = || report.counterexamples.iter().map(|found| found.violation.kind.name()).next();
    match (report.verdict, blocks(test)) {
        (Verdict::Holds, false) => Answer::Right,
        (Verdict::Violated, true) if found().is_some_and(|kind| kind.contains("deadlock")) => Answer::Right,
        (Verdict::Holds, true) => Answer::Wrong("it ends".to_owned()),
        (Verdict::Violated, _) => Answer::Wrong(found().unwrap_or("violated").to_owned()),
        (Verdict::Undecided, _) => Answer::NotDecided(match &report.incomplete {
            Some(StopReason::Unfollowed(unfollowed)) => unfollowed.what.clone(),
            Some(StopReason::States(_)) => "too many states".to_owned(),
            other => format!("{other:?}"),
        }),
    }
}

/// All tests and what became of them.
#[derive(Debug)]
pub struct Summary(pub Vec<Judged>);

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut classes: BTreeMap<&str, [u64; 5]> = BTreeMap::new();
        for judged in &self.0 {
            let class = judged.test.split('#').next().unwrap_or_default();
            let row = classes.entry(class.strip_suffix("Test").unwrap_or(class)).or_default();
            let column = match judged.answer {
                Answer::Right => 0,
                Answer::Wrong(_) => 1,
                Answer::NotDecided(_) => 2,
            };
            row[column] += 1;
            row[3] += judged.states;
            row[4] += judged.time.as_millis() as u64;
        }
        writeln!(
            f,
            "{:<32} {:>6} {:>6} {:>12} {:>10} {:>8}",
            "class", "right", "wrong", "not decided", "states", "seconds"
        )?;
        let mut total = [0; 5];
        for (class, row) in &classes {
            write_row(f, class, *row)?;
            total.iter_mut().zip(row).for_each(|(sum, part)| *sum += part);
        }
        write_row(f, "all", total)?;
        let [right, wrong, open, ..] = total;
        let share = 100.0 * right as f64 / (right + wrong + open).max(1) as f64;
        write!(f, "{share:.2} % decided and right")
    }
}

/// A row of the table: right, wrong, not decided, states, milliseconds.
fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: [u64; 5]) -> fmt::Result {
    let [right, wrong, open, states, millis] = row;
    writeln!(f, "{name:<32} {right:>6} {wrong:>6} {open:>12} {states:>10} {:>8}", millis / 1000)
}
