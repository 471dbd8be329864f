//! One program on `java` and in a search.

use super::Outcome;
use super::found::{Found, Subject};
use super::program::Program;
use super::seen::{Compiled, Jvm, Seen};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What may differ from run to run even if threads run one after the other.
const LOOSE: [&str; 9] =
    ["MILLIS", "nanos(", "Nanos(", "sleep", "(1)", "async", "Async", "parallel", "submit"];

/// A comparison that came to an end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Compared {
    /// Everything that was seen is found; how many outcomes were seen, how many found, and in how many states.
    Same(usize, usize, u64),
    /// Too many states.
    TooLarge,
    /// Commute does not decide, and says why.
    NotDecided(String),
    /// They differ; this is how.
    Different(String),
}

/// Compiles all programs, runs each many times, searches each, and compares.
pub fn compare(
    jvm: &Jvm,
    programs: &[Program],
    repetitions: u64,
    threads: usize,
) -> Result<Vec<Compared>, String> {
    Ok(Ran::new(jvm, programs, repetitions)?.compare(programs, threads))
}

/// Programs that `java` has run.
pub struct Ran<'a> {
    compiled: Compiled<'a>,
    seen: Vec<Seen>,
}

impl<'a> Ran<'a> {
    /// Compiles all programs and runs each many times.
    pub fn new(jvm: &'a Jvm, programs: &[Program], repetitions: u64) -> Result<Self, String> {
        let texts = programs.iter().enumerate().map(|(n, program)| program.java(&format!("P{n}")));
        let compiled = Compiled::new(jvm, &texts.collect::<Vec<_>>())?;
        let seen = compiled.run(repetitions)?;
        Ok(Self { compiled, seen })
    }

    /// Searches the same programs, so many at a time, and compares.
    pub fn compare(&self, programs: &[Program], threads: usize) -> Vec<Compared> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                let Some(program) = programs.get(n) else { return done };
                done.push((n, compare_one(&self.compiled, n, program, &self.seen[n])));
            }
        };
        let mut all: Vec<(usize, Compared)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mine = work();
            let theirs = workers.into_iter().filter_map(|worker| worker.join().ok()).flatten();
            mine.into_iter().chain(theirs).collect()
        });
        all.sort_by_key(|(n, _)| *n);
        all.into_iter().map(|(_, compared)| compared).collect()
    }
}

fn compare_one(compiled: &Compiled<'_>, n: usize, program: &Program, seen: &Seen) -> Compared {
    if seen.is_empty() {
        return Compared::Different("java says nothing".to_owned());
    }
    let slots = program.slots();
    // A panic is a difference like others.
    let subject = || Subject::new(compiled.path(), &format!("P{n}"), slots);
    let subject = match catch_unwind(AssertUnwindSafe(subject)) {
        Ok(Ok(subject)) => subject,
        Ok(Err(why)) => return Compared::NotDecided(why),
        Err(_) => return panics(),
    };
    let look = |reduced| catch_unwind(AssertUnwindSafe(|| subject.find(reduced)));
    let (found, states) = match look(true) {
        Ok(Found::All(found, states)) => (found, states),
        Ok(Found::TooLarge) => return Compared::TooLarge,
        Ok(Found::NotDecided(why)) => return Compared::NotDecided(why),
        Err(_) => return panics(),
    };
    let Some(lost) = lost(&subject, seen, &found, slots) else { return Compared::TooLarge };
    if !lost.is_empty() {
        let by_reduction = match look(false) {
            Ok(Found::All(all, _)) if lost.iter().all(|outcome| all.contains(outcome)) => {
                ", lost by the reduction"
            }
            _ => "",
        };
        return Compared::Different(difference("lost", &lost, &found, seen, slots) + by_reduction);
    }
    if is_settled(program) {
        let extra: Vec<Outcome> =
            found.iter().filter(|outcome| !seen.contains_key(outcome)).copied().collect();
        if !extra.is_empty() {
            return Compared::Different(difference("invented", &extra, &found, seen, slots));
        }
    }
    Compared::Same(seen.len(), found.len(), states)
}

/// What `java` did and the search has not, if that can be said. Who runs on for ever, waiting again and again for a short time,
/// comes to no final state.
fn lost(subject: &Subject, seen: &Seen, found: &BTreeSet<Outcome>, slots: usize) -> Option<Vec<Outcome>> {
    let mut lost = Vec::new();
    for &outcome in seen.keys().filter(|outcome| !found.contains(outcome)) {
        if !outcome.hangs(slots) || !subject.runs_on(outcome)? {
            lost.push(outcome);
        }
    }
    Some(lost)
}

fn panics() -> Compared {
    Compared::Different("Commute panics".to_owned())
}

/// Whether a run of it tells what all runs do.
fn is_settled(program: &Program) -> bool {
    let loose = |text: &&str| LOOSE.iter().any(|part| text.contains(part));
    const SEVERAL: &str = "async pool single threadpool scheduled stream forkjoin timer time map fjpool completer cached factory \
        completion late delayed subclass asynclocal daemon handler";
    program.is_serial()
        && !program.operations().iter().any(loose)
        && !program.objects.iter().any(|object| SEVERAL.split_whitespace().any(|kind| kind == object.kind))
}

fn difference(what: &str, which: &[Outcome], found: &BTreeSet<Outcome>, seen: &Seen, slots: usize) -> String {
    let list = |outcomes: &mut dyn Iterator<Item = &Outcome>| {
        outcomes.take(6).map(|outcome| format!("\n    {}", outcome.show(slots))).collect::<String>()
    };
    format!(
        "{what}:{}\n  java ({}):{}\n  commute ({}):{}",
        list(&mut which.iter()),
        seen.len(),
        list(&mut seen.keys()),
        found.len(),
        list(&mut found.iter())
    )
}
