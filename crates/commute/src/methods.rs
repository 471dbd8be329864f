//! What was found out about functions and methods: which are one transaction, and where they commit (FQ03 section 4.3).

use crate::subject::Description;
use commute_base::Span;
use commute_explore::{Method, Stats, Unknown};
use std::collections::{BTreeMap, BTreeSet};

/// What was found out about a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodRow {
    /// Its name, as the program writes it.
    pub method: String,
    /// Whether it is one transaction.
    pub transaction: Transaction,
    /// In how many calls that were explored it was seen so.
    pub calls: u64,
}

/// Whether a function is one transaction in all calls that were explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transaction {
    /// It is, and commits at one of these lines; at none in a call that only moves right.
    One(Vec<u32>),
    /// It is, and never commits: its steps are right movers.
    NoCommit {
        /// Whether some of them are no left movers.
        moves_right: bool,
    },
    /// Some call commits at the first line, and then does something at the second that cannot be part of the same transaction.
    More(u32, u32),
}

impl Transaction {
    /// Whether it is one, in a few words that stay the same.
    pub fn name(&self) -> &'static str {
        match self {
            Transaction::One(_) => "one transaction",
            Transaction::NoCommit { .. } => "no commit",
            Transaction::More(..) => "more than one",
        }
    }

    /// What there is to say besides.
    pub fn detail(&self) -> String {
        match self {
            Transaction::One(lines) => {
                let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                let word = if lines.len() == 1 { "line" } else { "lines" };
                format!("commits at {word} {}", lines.join(", "))
            }
            Transaction::NoCommit { moves_right: false } => "only both-movers".to_owned(),
            Transaction::NoCommit { moves_right: true } => "only right movers".to_owned(),
            Transaction::More(first, second) => {
                format!("commits at line {first}, and another one begins at line {second}")
            }
        }
    }
}

/// The functions that are asked about: those that the user wrote, without bodies of threads, constructors and initialisers.
pub(crate) fn asked(program: &commute_ir::Program) -> Vec<bool> {
    let bodies: BTreeSet<usize> = program.threads.iter().map(|thread| thread.func.index()).collect();
    let is_asked = |(number, func): (usize, &commute_ir::Function)| {
        let written = func.spans.iter().any(|span| !span.is_none());
        written && !bodies.contains(&number) && !func.name.contains('<') && Some(number) != init(program)
    };
    program.functions.iter().enumerate().map(is_asked).collect()
}

fn init(program: &commute_ir::Program) -> Option<usize> {
    program.init.map(|func| func.index())
}

/// What was found out, in the order of the program.
pub(crate) fn rows(
    program: &commute_ir::Program,
    described: &Description,
    found: &BTreeMap<u32, Method>,
) -> Vec<MethodRow> {
    let line = |span: Span| described.sources.start(span).map_or(0, |at| at.line);
    let row = |(&number, method): (&u32, &Method)| MethodRow {
        method: program.functions[number as usize].name.clone(),
        transaction: judged(method, line),
        calls: method.calls,
    };
    found.iter().map(row).collect()
}

fn judged(method: &Method, line: impl Fn(Span) -> u32) -> Transaction {
    let lines: BTreeSet<u32> = method.commits.iter().map(|&span| line(span)).collect();
    match method.again {
        Some((first, second)) => Transaction::More(line(first), line(second)),
        None if lines.is_empty() => Transaction::NoCommit { moves_right: method.moves_right },
        None => Transaction::One(lines.into_iter().collect()),
    }
}

/// Why nothing was found out.
pub(crate) fn unknown(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Stopped(reason) => crate::words::reason(reason, &Stats::default()),
        Unknown::Wrong => "something is wrong that the search did not look for".to_owned(),
    }
}

/// Whether these are all one transaction: one of them, or none if there are none. The error says what another one is.
pub(crate) fn all_are_one(rows: Result<Vec<MethodRow>, String>) -> Result<Option<Transaction>, String> {
    let rows = rows?;
    match rows.iter().find(|row| matches!(row.transaction, Transaction::More(..))) {
        Some(row) => Err(format!("a call {}", row.transaction.detail())),
        None => Ok(rows.into_iter().next().map(|row| row.transaction)),
    }
}

/// Which functions the user wrote. Those of a library have no source, and a model has no library.
pub(crate) fn own(program: &commute_ir::Program) -> Vec<bool> {
    let is_java = program.thread_class.is_some();
    let has_source = |func: &commute_ir::Function| func.spans.iter().any(|span| !span.is_none());
    program.functions.iter().map(|func| !is_java || has_source(func)).collect()
}

/// Where the state of an object is what was called on it, in which order, and nothing else. Elsewhere it may depend on who met whom: what
/// waits, what is counted in several cells, what is tried again.
const PLAIN_PACKAGES: [&str; 5] = ["java.lang", "java.util", "java.io", "java.math", "java.text"];

/// Functions of a library for concurrent use, the state of which may depend on whether its calls were interrupted, though nobody can tell.
pub(crate) fn elastic(program: &commute_ir::Program) -> Vec<bool> {
    let is_plain = |name: &str| {
        let class = name.rsplit_once('.').map_or("", |(class, _)| class);
        let package = class.rsplit_once('.').map_or("", |(package, _)| package);
        PLAIN_PACKAGES.contains(&package) && !class.starts_with("java.lang.Thread")
    };
    let functions = program.functions.iter().zip(own(program));
    functions.map(|(func, own)| !own && !is_plain(&func.name)).collect()
}
