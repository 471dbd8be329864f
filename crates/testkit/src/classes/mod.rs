//! The prover of classes and programs of Java against the search: never "proved" where threads that call go wrong.

mod generate;

pub use generate::{Case, annotations, generate};

use crate::twins::{Javac, Scratch};
use commute::java::JavaOptions;
use commute::prove::{ProofVerdict, classes};
use commute::{Check, Program, Verdict};
use commute_explore::{Limits, Properties};
use commute_smt::{Setup, find_solver};
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// So many are compiled at once.
const AT_ONCE: u64 = 25;
/// A search of one program has so many states at most.
const MAX_STATES: u64 = 30_000;

/// How many were what.
#[derive(Default, Debug)]
pub struct Tally {
    /// Not for this method.
    pub refused: usize,
    /// Proved, and no call goes wrong.
    pub proved: usize,
    /// Not proved, and a call goes wrong.
    pub refuted: usize,
    /// Not proved, and no call goes wrong.
    pub too_weak: usize,
    /// Searches that were cut off.
    pub cut: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { refused, proved, refuted, too_weak, cut } = self;
        write!(
            f,
            "{proved} proved, {refuted} refuted by the search, {too_weak} neither, {refused} refused; {cut} searches were cut off"
        )
    }
}

/// What is wrong with a case, if anything is.
enum Judged {
    Refused,
    Proved,
    NotProved,
}

/// Proves and calls the cases of some seeds. Something that is proved and goes wrong is an error.
pub fn run(javac: Javac, seeds: std::ops::Range<u64>, tell: &mut dyn FnMut(&Tally)) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let mut from = seeds.start;
    while from < seeds.end {
        let to = (from + AT_ONCE).min(seeds.end);
        let cases: Vec<Case> = (from..to).map(generate).collect();
        batch(javac, &cases, &mut tally)?;
        tell(&tally);
        from = to;
    }
    Ok(tally)
}

fn batch(javac: Javac, cases: &[Case], tally: &mut Tally) -> Result<(), String> {
    let scratch = Scratch::new()?;
    let mut sources = Vec::new();
    let mut write = |name: &str, text: &str| -> Result<(), String> {
        let file = scratch.path().join(format!("{name}.java"));
        std::fs::write(&file, text).map_err(|error| error.to_string())?;
        sources.push(file);
        Ok(())
    };
    write("Says", annotations())?;
    for case in cases {
        write(&case.name, &case.text)?;
        for (name, text) in case.callers.iter().filter(|(_, text)| !text.is_empty()) {
            write(name, text)?;
        }
    }
    javac.compile(scratch.path(), &sources)?;
    for case in cases {
        let judged = judge(scratch.path(), case)?;
        let mut wrong = None;
        for (name, text) in &case.callers {
            match search(scratch.path(), name)? {
                Some(Some(message)) => {
                    wrong = Some((message, text));
                    break;
                }
                Some(None) => {}
                None => tally.cut += 1,
            }
        }
        match (judged, wrong) {
            (Judged::Refused, _) => tally.refused += 1,
            (Judged::Proved, None) => tally.proved += 1,
            (Judged::Proved, Some((message, text))) => {
                return Err(format!("{} is proved, but {message}:\n{}\n{text}", case.name, case.text));
            }
            (Judged::NotProved, Some(_)) => tally.refuted += 1,
            (Judged::NotProved, None) => tally.too_weak += 1,
        }
    }
    Ok(())
}

/// What the prover says of a case that is compiled.
fn judge(directory: &Path, case: &Case) -> Result<Judged, String> {
    let mut setup = Setup::new(find_solver(None).map_err(|e| e.to_string())?);
    setup.timeout = Duration::from_secs(5);
    let file = directory.join(format!("{}.class", case.name));
    let proved = classes(&file, &JavaOptions::default(), &setup, false);
    let proved = proved.map_err(|error| format!("{}: {error}\n{}", case.name, case.text))?;
    let Some(class) = proved.classes.first() else { return Ok(Judged::Refused) };
    Ok(match class.verdict() {
        ProofVerdict::Proved => Judged::Proved,
        _ if class.proof.refused.is_some() => Judged::Refused,
        _ => Judged::NotProved,
    })
}

/// What goes wrong in a program, if anything does; nothing if the search was cut off.
#[expect(clippy::option_option, reason = "nothing that goes wrong is an answer")]
fn search(directory: &Path, main: &str) -> Result<Option<Option<String>>, String> {
    let options = JavaOptions {
        class_path: vec![directory.to_owned()],
        main: Some(main.to_owned()),
        ..JavaOptions::default()
    };
    let program = Program::java(directory, &options).map_err(|error| format!("{main}: {error}"))?;
    let properties = Properties {
        deadlock: false,
        partial_deadlock: false,
        livelock: false,
        races: true,
        ..Properties::default()
    };
    let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
    let check = Check::new().properties(properties).limits(limits).formulas(None).build();
    let report = check.map_err(|e| e.to_string())?.run(&program).map_err(|e| e.to_string())?;
    // What a program itself throws ends a thread, and is no fault.
    let is_answer = |message: &str| message.contains("IllegalStateException");
    let found = report.counterexamples.iter().map(|c| c.violation.message.clone()).find(|m| !is_answer(m));
    Ok(match report.verdict {
        Verdict::Violated => Some(found),
        Verdict::Holds => Some(None),
        _ => None,
    })
}
