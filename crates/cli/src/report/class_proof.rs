//! What was proved of a class that is made for many threads, and what was not.

use super::verdict::replay_text;
use crate::args::View;
use crate::output::{Paint, Role};
use commute::SourceMap;
use commute::numbers::counted;
use commute::prove::{ProofVerdict, ProvedClass};
use commute_base::Span;
use std::fmt::Write;

/// The claim of a proof. It is about executions; what is left out is said with it.
const CLAIM: [&str; 5] = [
    "any number of threads call these methods of any objects of the class, with any arguments",
    "no assertion fails, and no method raises an exception that is not thrown by a `throw` or the library's contract:",
    "no null dereference, index out of bounds, division by zero, failing cast, or monitor that is not held",
    "each field is accessed under its lock, so that there is no data race on what belongs to an object",
    "each invariant holds while its lock is free, and where foreign code is called",
];

/// The same of a program.
const CLAIM_OF_PROGRAM: [&str; 5] = [
    "threads begin with these methods, each any number of times at any time but for those that run once",
    CLAIM[1],
    CLAIM[2],
    "each static field is accessed under its lock, by one thread, or is volatile or atomic, so that there is no data race on it",
    "each invariant holds while its lock is free, and where foreign code is called",
];

/// What is not part of the claim.
pub const NOT_COVERED: &str = "deadlocks, and methods that do not end; casts of what comes out of generic code; \
     an object that is given to other threads by a data race; classes below this one; reflection; running out of memory";

/// The report on one class.
pub fn class_text(class: &ProvedClass, sources: &SourceMap, view: View) -> String {
    let paint = Paint::new(view.colour);
    let proof = &class.proof;
    let (role, verdict) = match class.verdict() {
        ProofVerdict::Violated => (Role::Bad, "violated"),
        ProofVerdict::Proved if proof.is_program => (Role::Good, "proved"),
        ProofVerdict::Proved => (Role::Good, "proved for any number of callers"),
        ProofVerdict::NotProved => (Role::Unsure, "not proved"),
    };
    let mut text = format!("{}: {}\n", paint.apply(Role::Strong, &proof.class), paint.apply(role, verdict));
    for (failure, place) in proof.failures.iter().zip(&class.places) {
        let of = if failure.method.is_empty() { String::new() } else { format!("{}: ", failure.method) };
        let _ = writeln!(text, "\n  {of}{}{}", failure.what, at(sources, *place));
        if !failure.state.is_empty() {
            let _ = writeln!(text, "    with {}", failure.state.join(", "));
        }
    }
    if class.called.is_none() && !proof.failures.is_empty() {
        text.push_str("\n  No execution that goes wrong was found: the annotations may be too weak.\n");
        if let Some((guess, place)) = &proof.nearly {
            let _ = writeln!(text, "  Nearly an invariant: \"{guess}\"; only {place} does not keep it.");
        }
    }
    if let Some(refused) = &proof.refused {
        let _ = writeln!(text, "\n  not covered: {}{}", refused.what, at(sources, class.refused_at));
    }
    for (name, reason) in &proof.unknown {
        let _ = writeln!(
            text,
            "\n  not known: {name}: the solver says \"{reason}\" (give it more time with --timeout)"
        );
    }
    if let Some(called) = &class.called {
        let found = &called.counterexample;
        let shown = replay_text(&called.sources, &found.execution, Some(&found.violation), view);
        let _ = write!(
            text,
            "\nThis is real: here is an execution {}that goes wrong.\n\n{shown}",
            if proof.is_program { "" } else { "of calls " }
        );
        if !called.text.is_empty() {
            text.push_str("\nThe program that calls:\n\n");
        }
        called.text.lines().for_each(|line| {
            let _ = writeln!(text, "  {line}");
        });
    }
    text.push('\n');
    basis(class).into_iter().for_each(|line| {
        let _ = writeln!(text, "  {line}");
    });
    text
}

fn at(sources: &SourceMap, place: Span) -> String {
    if place.is_none() {
        return String::new();
    }
    let quoted = sources.text(place).split_whitespace().collect::<Vec<_>>().join(" ");
    format!("\n    {}: `{quoted}`", sources.place(place))
}

/// What the verdict rests on.
fn basis(class: &ProvedClass) -> Vec<String> {
    let proof = &class.proof;
    let mut lines = Vec::new();
    let mut list = |head: &str, all: &[String]| {
        let heads = std::iter::once(head).chain(std::iter::repeat(""));
        lines.extend(heads.zip(all).map(|(head, line)| format!("{head:<12} {line}")));
    };
    if !proof.entries.is_empty() {
        list(if proof.is_program { "threads" } else { "methods" }, &[proof.entries.join(", ")]);
    }
    let locks: Vec<String> = proof.locks.iter().map(|(field, lock)| format!("{field}: {lock}")).collect();
    list("locks", &locks);
    list("invariants", &proof.invariants);
    list("others", &proof.assumptions);
    if proof.is_proof() {
        let claim = if proof.is_program { CLAIM_OF_PROGRAM } else { CLAIM };
        list("claim", &claim.map(str::to_owned));
        list("not covered", &[NOT_COVERED.to_owned()]);
    }
    let rounds = counted(proof.rounds as u64, "round");
    list("shown", &[format!("{} in {rounds}", counted(proof.shown as u64, "condition"))]);
    list("solver", std::slice::from_ref(&proof.solver));
    lines
}
