//! One program on `java` and in a search.

use super::Outcome;
use super::found::{Found, find};
use super::program::Program;
use super::seen::{Compiled, Jvm, Seen};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
pub fn compare(jvm: &Jvm, programs: &[Program], repetitions: u64) -> Result<Vec<Compared>, String> {
    let texts = programs.iter().enumerate().map(|(n, program)| program.java(&format!("P{n}")));
    let compiled = Compiled::new(jvm, &texts.collect::<Vec<_>>())?;
    let seen = compiled.run(repetitions)?;
    let each = programs.iter().zip(&seen).enumerate();
    Ok(each.map(|(n, (program, seen))| compare_one(&compiled, n, program, seen)).collect())
}

fn compare_one(compiled: &Compiled<'_>, n: usize, program: &Program, seen: &Seen) -> Compared {
    if seen.is_empty() {
        return Compared::Different("java says nothing".to_owned());
    }
    let slots = program.slots();
    let look = |reduced| {
        // A panic is a difference like others.
        let look = || find(compiled.path(), &format!("P{n}"), slots, reduced);
        catch_unwind(AssertUnwindSafe(look)).map_err(|_| Compared::Different("Commute panics".to_owned()))
    };
    let (found, states) = match look(true) {
        Ok(Found::All(found, states)) => (found, states),
        Ok(Found::TooLarge) => return Compared::TooLarge,
        Ok(Found::NotDecided(why)) => return Compared::NotDecided(why),
        Err(panic) => return panic,
    };
    let lost: Vec<Outcome> = seen.keys().filter(|outcome| !found.contains(outcome)).copied().collect();
    if !lost.is_empty() {
        let plain = look(false);
        let by_reduction = match plain {
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
