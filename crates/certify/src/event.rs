//! What happened in a step, in words.

use commute_base::Span;
use commute_machine::{Tid, Violation};

/// Something that happened in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The source of the instruction.
    pub span: Span,
    /// Whether the function that did it has no source: it belongs to a library.
    pub inner: bool,
    /// The thread; `None` while the program's initialisation runs.
    pub tid: Option<Tid>,
    /// What it did: `read x = 3`, `x: 3 -> 4`, `acquire mx`, `choose 2`, `ends`.
    pub what: String,
    /// What it changed of the shared state.
    pub changes: Vec<Change>,
    /// The named local variables that it wrote, with their new values.
    pub locals: Vec<(String, String)>,
}

/// A change of a shared word or object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What changed.
    pub place: String,
    /// Its value before.
    pub old: String,
    /// Its value after.
    pub new: String,
}

/// One step of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepRecord {
    /// The thread that stepped.
    pub tid: Tid,
    /// Where it stood.
    pub span: Span,
    /// Which of its choices it took.
    pub choice: u16,
    /// What happened, in order. Of a very long step the middle is left out.
    pub events: Vec<Event>,
    /// How many events were left out.
    pub left_out: usize,
    /// What went wrong. A step that makes two threads fail (one that spawns another) gives the first.
    pub violation: Option<Violation>,
}
