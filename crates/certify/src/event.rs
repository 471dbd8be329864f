//! What happened in a step, in words.

use commute_base::Span;
use commute_ir::{FuncId, ObjOp};
use commute_machine::{Tid, Violation};

/// Something that happened in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The source of the instruction.
    pub span: Span,
    /// Whether the function that did it has no source: it belongs to a library.
    pub inner: bool,
    /// What sort of thing it did.
    pub deed: Deed,
    /// What it did it to.
    pub on: Option<On>,
    /// Whether that is a part of the library's that the program does not know: a node of a map, not the map.
    pub hidden: bool,
    /// In which function with a source, and how deep its calls were there; and which function without one it had called.
    pub site: Option<Site>,
    /// The thread; `None` while the program's initialisation runs.
    pub tid: Option<Tid>,
    /// What it did: `read x = 3`, `x: 3 -> 4`, `acquire mx`, `choose 2`, `ends`.
    pub what: String,
    /// What it changed of the shared state.
    pub changes: Vec<Change>,
    /// The named local variables that it wrote, with their new values.
    pub locals: Vec<(String, String)>,
}

/// What sort of thing an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It reads a word.
    Reads,
    /// It writes one.
    Writes,
    /// It does this to an object.
    Operates(ObjOp),
    /// A function without a source returns a value to one with a source.
    Returns,
    /// It raises an exception.
    Raises,
    /// It fails.
    Fails,
    /// It prints.
    Prints,
    /// It starts this thread.
    Spawns(Tid),
    /// It sends something to another process, or something fails between them.
    Tells,
    /// Anything else.
    Other,
}

/// What an event is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum On {
    /// A global.
    Global(usize),
    /// A word of an object.
    Word(u32, usize),
    /// An object.
    Object(u32),
}

/// Where in the program's own code a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// How many calls lead there.
    pub depth: usize,
    /// The function.
    pub func: FuncId,
    /// The function without a source that it has called, if it is inside of one.
    pub call: Option<FuncId>,
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
    /// Whether the thread cannot go on by itself after it.
    pub blocked: bool,
    /// What went wrong. A step that makes two threads fail (one that spawns another) gives the first.
    pub violation: Option<Violation>,
}
