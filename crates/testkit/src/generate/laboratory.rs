//! Compares everything that can search a program on one text.

use super::tree::Model;
use super::{reductions, shrink};
use crate::{Configuration, Model as Compiled, Report, explore};
use commute_base::{Diagnostics, SourceMap};
use commute_certify::plain_search;
use commute_explore::{Order, StoreKind};
use commute_ir::{PrintOptions, parse, print};
use commute_vm::UndoMethod;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What was compared when a difference showed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// The program was not accepted, or is not valid.
    Compile,
    /// Printing and parsing gave another program.
    RoundTrip,
    /// The formatted text is another program.
    Format,
    /// A search ended with a panic.
    Panic,
    /// A counterexample was not confirmed.
    Confirm,
    /// Two searches of the VM differ.
    Search,
    /// The VM and the independent interpreter differ.
    Plain,
    /// A reduced search does not find what the full one finds.
    Reduced,
}

/// A difference that there must not be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What was compared.
    pub stage: Stage,
    /// What differs.
    pub what: String,
}

impl Difference {
    /// Whether another difference is of the same sort, as far as one can tell without knowing the cause.
    pub fn is_like(&self, other: &Difference) -> bool {
        fn code(d: &Difference) -> Option<&str> {
            d.what.find("error[").and_then(|at| d.what.get(at..at + 11))
        }
        self.stage == other.stage && (self.stage != Stage::Compile || code(self) == code(other))
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.stage, self.what)
    }
}

/// What everything agrees on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This is what the program does.
    Agreed(Agreed),
    /// It has more states than the limit.
    TooLarge,
}

/// What a program does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Agreed {
    /// States, transitions and violations.
    pub report: Report,
}

fn differ<T>(stage: Stage, what: impl Into<String>) -> Result<T, Difference> {
    Err(Difference { stage, what: what.into() })
}

/// The searches that must agree with each other.
const SEARCHES: [Configuration; 4] = [
    Configuration { order: Order::Bfs, store: StoreKind::Exact, undo: UndoMethod::Log },
    Configuration { order: Order::Dfs, store: StoreKind::Exact, undo: UndoMethod::Log },
    Configuration { order: Order::Dfs, store: StoreKind::Exact, undo: UndoMethod::Snapshot },
    Configuration { order: Order::Bfs, store: StoreKind::Compact, undo: UndoMethod::Log },
];

/// Compiles a text and searches it in every way, up to `limit` states. A panic of anything is a difference.
pub fn compare(text: &str, limit: u64) -> Result<Verdict, Difference> {
    match catch_unwind(AssertUnwindSafe(|| compare_unprotected(text, limit))) {
        Ok(result) => result,
        Err(payload) => {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or(payload.downcast_ref::<&str>().copied());
            differ(Stage::Panic, message.unwrap_or("a panic without a message"))
        }
    }
}

fn compare_unprotected(text: &str, limit: u64) -> Result<Verdict, Difference> {
    let compiled = compile(text)?;
    check_round_trip(&compiled)?;
    let first = run(&compiled, SEARCHES[0], limit)?;
    if !first.complete {
        return Ok(Verdict::TooLarge);
    }
    for how in &SEARCHES[1..] {
        let other = run(&compiled, *how, limit)?;
        if other != first {
            return differ(Stage::Search, format!("{:?}: {first:?}\n{how:?}: {other:?}", SEARCHES[0]));
        }
    }
    let plain = plain_search(&compiled.program, limit as usize);
    let plain = Report::new(plain.states as u64, plain.transitions as u64, plain.violations, plain.complete);
    if plain != first {
        return differ(Stage::Plain, format!("explore: {first:?}\nplain:   {plain:?}"));
    }
    reductions::check(&compiled, &first).or_else(|what| differ(Stage::Reduced, what))?;
    check_format(text, &first, limit)?;
    Ok(Verdict::Agreed(Agreed { report: first }))
}

fn compile(text: &str) -> Result<Compiled, Difference> {
    Compiled::compile("generated.cm", text, &[]).or_else(|rejected| differ(Stage::Compile, rejected.0))
}

fn run(compiled: &Compiled, how: Configuration, limit: u64) -> Result<Report, Difference> {
    explore(compiled, how, Some(limit)).or_else(|what| differ(Stage::Confirm, format!("{how:?}: {what}")))
}

/// The text form of the intermediate representation keeps everything.
fn check_round_trip(compiled: &Compiled) -> Result<(), Difference> {
    let printed = print(&compiled.program, PrintOptions { spans: true });
    match parse(&printed) {
        Ok(again) if again == *compiled.program => Ok(()),
        Ok(_) => differ(Stage::RoundTrip, format!("parsing gives another program than\n{printed}")),
        Err(error) => differ(Stage::RoundTrip, format!("{error} in\n{printed}")),
    }
}

/// The formatter does not change what a program does, and is stable.
fn check_format(text: &str, first: &Report, limit: u64) -> Result<(), Difference> {
    let formatted = formatted(text);
    let again = self::formatted(&formatted);
    if again != formatted {
        return differ(Stage::Format, format!("formatting twice gives\n{again}\nfirst it was\n{formatted}"));
    }
    let report = run(&compile(&formatted)?, SEARCHES[0], limit)?;
    if (report.states, report.transitions) != (first.states, first.transitions) {
        return differ(Stage::Format, format!("{first:?}, but formatted {report:?}:\n{formatted}"));
    }
    Ok(())
}

fn formatted(text: &str) -> String {
    let mut sources = SourceMap::default();
    let file = sources.add("generated.cm", text);
    commute_front_lang::format(&commute_front_lang::parse(&sources, file, &mut Diagnostics::default()), text)
}

/// Compares everything on a program; if there is a difference, also gives a small program that shows it, and how.
pub fn examine(model: &Model, limit: u64) -> Result<Verdict, Box<(Model, Difference)>> {
    let difference = match compare(&model.to_string(), limit) {
        Ok(verdict) => return Ok(verdict),
        Err(difference) => difference,
    };
    let mut last = difference.clone();
    let small = shrink(model, |candidate| match compare(&candidate.to_string(), limit) {
        Err(now) if now.is_like(&difference) => {
            last = now;
            true
        }
        _ => false,
    });
    Err(Box::new((small, last)))
}
