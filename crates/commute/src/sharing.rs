//! How each shared variable is shared.

use crate::memory_model::ORDERED;
use crate::subject::Description;
use commute_base::Span;
use commute_certify::Carrier;
use commute_explore::{Seen, Shared, Sharing};
use commute_machine::Operation;
use std::collections::{BTreeMap, BTreeSet};

/// A row of the table of sharing.
#[derive(Clone, PartialEq, Debug)]
pub struct SharedVariable {
    /// The variable, as the program writes it.
    pub variable: String,
    /// How it is shared.
    pub sharing: Sharing,
    name: &'static str,
    of_library: bool,
    /// What there is to say besides: the thread, the locks, the accesses that show it.
    pub detail: String,
}

impl SharedVariable {
    /// `raced` has the variables on which there is a data race; `race_free` is whether it is known that there is no other.
    pub(crate) fn new(
        described: &Description,
        row: Shared,
        raced: &BTreeSet<String>,
        race_free: bool,
    ) -> Self {
        let detail = detail(described, &row.sharing);
        let name = match row.sharing {
            Sharing::ThreadLocal(_) | Sharing::Owned(_) => "thread-local",
            Sharing::ReadOnly => "read-only",
            Sharing::GuardedBy(_) => "guarded",
            Sharing::Hidden => "guarded",
            Sharing::Passed | Sharing::HandedOver => "handed over",
            Sharing::Unprotected(_) => described.memory.name_unprotected(&row.variable, raced, race_free),
        };
        let of_library = is_of_library(described, &row.variable);
        Self { variable: row.variable, sharing: row.sharing, name, of_library, detail }
    }

    /// Whether it belongs to a library, or is a constant text: nothing that a program can do something about.
    pub fn is_of_library(&self) -> bool {
        self.of_library
    }

    /// Whether it is free of data races without a lock.
    pub(crate) fn is_ordered(&self) -> bool {
        self.name == ORDERED
    }

    /// Says what orders the accesses, if it is known.
    pub(crate) fn name_order(&mut self, carriers: &BTreeMap<String, Vec<Carrier>>) {
        let by = carriers.get(&self.variable).filter(|by| self.is_ordered() && !by.is_empty());
        let word = |carrier: &Carrier| match carrier {
            Carrier::Start => "start".to_owned(),
            Carrier::End => "join".to_owned(),
            Carrier::Named(name) => name.clone(),
        };
        if let Some(by) = by {
            let by: Vec<String> = by.iter().map(word).collect();
            self.detail = format!("by {}: {}", by.join(" and "), self.detail);
        }
    }

    /// How it is shared, in a few words that stay the same.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Whether a variable is one of a library that the program uses.
fn is_of_library(described: &Description, variable: &str) -> bool {
    if described.packages.is_empty() {
        return false;
    }
    let words = ["each ", "array of ", "a ", "an "];
    let name = words.iter().fold(variable, |name, word| name.strip_prefix(word).unwrap_or(name));
    let is_text = name.starts_with("bytes of ") || name == "-128..=127";
    let is_made = name.contains("$$Lambda") || name.ends_with('>');
    // In a system of several processes a thread is named with its process.
    let is_object_of = |thread: &str| name.split('.').next() == thread.rsplit('.').next();
    let is_thread = described.threads.iter().any(|thread| is_object_of(thread));
    // An array belongs to whoever holds or makes it, if that is known; its elements are called by their class alone.
    let package = match (variable.contains("array of "), name.rsplit_once(" in ")) {
        (true, Some((_, holder))) => package_of_member(holder),
        (true, None) => name.rsplit_once('.').map_or("", |(package, _)| package),
        (false, _) => package_of_member(name),
    };
    is_text || is_made || is_thread || !described.packages.contains(package)
}

/// The package of a field or method, from its name with that of its class.
pub(crate) fn package_of_member(name: &str) -> &str {
    let class = name.rsplit_once('.').map_or("", |(class, _)| class);
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

fn detail(described: &Description, sharing: &Sharing) -> String {
    match sharing {
        Sharing::ThreadLocal(t) => format!("by {} alone", described.thread(*t)),
        Sharing::Owned(by) => format!("by {by}"),
        Sharing::ReadOnly => "nobody writes it".to_owned(),
        Sharing::GuardedBy(locks) => format!("by {}", locks.join(" and ")),
        Sharing::Hidden => "by the locks of the objects that refer to it".to_owned(),
        Sharing::Passed => "one thread at a time can reach it".to_owned(),
        Sharing::HandedOver => "as its predicate says".to_owned(),
        Sharing::Unprotected(seen) => {
            let access = |s: &Seen| {
                let does = if s.operation == Operation::Read { "reads" } else { "writes" };
                format!("{} {does} at {}", described.thread(s.tid.index()), place(described, s.span))
            };
            seen.iter().map(access).collect::<Vec<_>>().join(", ")
        }
    }
}

fn place(described: &Description, span: Span) -> String {
    described.sources.start(span).map_or_else(|| "its start".to_owned(), |at| format!("line {}", at.line))
}
