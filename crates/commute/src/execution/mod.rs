//! An execution as readers see it: threads by name, steps by source line, what each step changed.
//!
//! Reports are made from these plain values, so that how an execution is computed and how it is shown can
//! change without each other.

mod digest;
mod exception;
pub(crate) mod race;
mod statement;
mod tell;

pub use exception::{Call, Exception};
pub(crate) use tell::tell;

/// An execution from the initial state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    /// The names of the threads, by number.
    pub threads: Vec<String>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The same at the level of the program's own code, if it uses a library: what a thread does in one line without being interrupted is
    /// one row, and what other threads have nothing to do with is left out.
    pub rows: Vec<Step>,
    /// The exception that a thread did not catch at the end.
    pub exception: Option<Box<Exception>>,
    /// Where each thread stands after the last step.
    pub end: Vec<Position>,
    /// How many of the last steps are repeated for ever, if they are.
    pub repeated: usize,
    /// What there is to say besides: if it ends with a data race, what comes nearest to an order between the two accesses.
    pub note: Option<String>,
    /// Whether the time of some wait is up in it although others could go on.
    pub timed_out: bool,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The number of the thread that makes it.
    pub thread: usize,
    /// Where in the source.
    pub place: Option<Place>,
    /// The statement, on one line.
    pub text: String,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The character, from 1.
    pub column: u32,
}

/// Something that a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It changes shared state.
    Change(Change),
    /// Anything else, in words: `read x = 3`, `choose 2`.
    Note(String),
}

/// A value that a step changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The variable, element, field or object.
    pub what: String,
    /// Its value before.
    pub before: String,
    /// Its value after.
    pub after: String,
}

/// Where a thread stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The number of the thread.
    pub thread: usize,
    /// The place of its next statement, unless it is finished.
    pub place: Option<Place>,
    /// What it does there: `ended`, `waits for forks[1], held by phil[1]`.
    pub doing: String,
}

impl Execution {
    /// The name of a thread.
    pub fn name(&self, thread: usize) -> &str {
        self.threads.get(thread).map_or("?", String::as_str)
    }
}

impl Place {
    /// `file:line` with the last part of the file's path, for tables.
    pub fn short(&self) -> String {
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        format!("{file}:{}", self.line)
    }
}

impl std::fmt::Display for Effect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Effect::Change(Change { what, before, after }) => write!(f, "{what}: {before} -> {after}"),
            Effect::Note(text) => f.write_str(text),
        }
    }
}

impl Step {
    /// What it changes.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Change(change) => Some(change),
            Effect::Note(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_places_drop_the_directory() {
        let place = Place { file: "a/b/c.cm".into(), line: 3, column: 9 };
        assert_eq!(place.short(), "c.cm:3");
    }
}
