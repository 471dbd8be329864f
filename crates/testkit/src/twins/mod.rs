//! Programs that can be written both as a model and in Java: one tree, printed twice, searched twice. What goes wrong must be
//! the same: failed assertions, uncaught exceptions by their class, deadlocks, the values that are left at the end, and temporal formulas.
//!
//! The end of `main` asserts of every combination of final values that it is not there, so that the set of violated
//! assertions is the set of final values. Where a fault would differ, because Java gives monitors back on its way out and
//! a model does not, the model throws an exception by hand.

mod compare;
mod formulas;
mod generate;
mod java;
mod javac;
mod model;
mod print;
mod run;
mod shrink;

pub use compare::{Compared, Verdicts, compare};
pub(crate) use compare::{name, verdicts};
pub use generate::generate;
pub use java::java;
pub use javac::{Javac, Scratch, has_jdk};
pub use model::model;
pub use run::{Counts, run};

/// How many int variables there are; their values are below [`MODULUS`].
pub const INTS: usize = 2;
/// How many flags.
pub const FLAGS: usize = 2;
/// How many variables that refer to cells.
pub const CELLS: usize = 2;
/// How many objects that threads synchronize on.
pub const LOCKS: usize = 2;
/// How many local variables a thread has.
pub const LOCALS: usize = 2;
/// How long the array is.
pub const LENGTH: usize = 2;
/// How many exception classes of its own a program has.
pub const FAILURES: usize = 4;
/// How many connections between threads a program over sockets has.
pub const WIRES: usize = 2;
/// All values are below this.
pub const MODULUS: usize = 3;

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// Itself.
    Constant(usize),
    /// The value of an int variable.
    Int(usize),
    /// The value of a local variable.
    Local(usize),
    /// The sum, modulo [`MODULUS`].
    Sum(Box<(Expr, Expr)>),
}

/// A truth value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cond {
    /// Whether a flag has this value.
    Flag(usize, bool),
    /// Whether two numbers are equal.
    Equal(Expr, Expr),
    /// Whether a variable refers to no cell.
    IsNull(usize),
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `g = e`
    SetInt(usize, Expr),
    /// `b = true`
    SetFlag(usize, bool),
    /// `l = e`
    SetLocal(usize, Expr),
    /// `c = new Cell()`
    New(usize),
    /// `c = d`
    Copy(usize, usize),
    /// `c = null`
    Clear(usize),
    /// `c.next = d`
    Link(usize, usize),
    /// `c = c.next`
    Follow(usize),
    /// `c.v = e`
    SetField(usize, Expr),
    /// `l = c.v`
    GetField(usize, usize),
    /// `a[e] = e`
    SetElement(Expr, Expr),
    /// `l = a[e]`
    GetElement(usize, Expr),
    /// `l = e / e`
    Divide(usize, Expr, Expr),
    /// Sends a number through a connection.
    Send(usize, Expr),
    /// `l` is the next number that comes through a connection.
    Receive(usize, usize),
    /// An assertion, with a number of its own.
    Assert(Cond, usize),
    /// `throw new F()`
    Throw(usize),
    /// `if (c) { ... } else { ... }`
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// `while (c) { ... }`
    While(Cond, Vec<Stmt>),
    /// The body twice.
    Twice(Vec<Stmt>),
    /// `synchronized (m) { ... }`
    Sync(usize, Vec<Stmt>),
    /// `m.wait()`
    Wait(usize),
    /// `m.notify()`
    Notify(usize),
    /// `m.notifyAll()`
    NotifyAll(usize),
    /// `try { ... } catch (F e) { ... }`
    Try(usize, Vec<Stmt>, Vec<Stmt>),
}

impl Stmt {
    /// The lists of statements inside it.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If(_, a, b) | Stmt::Try(_, a, b) => vec![a, b],
            Stmt::While(_, a) | Stmt::Twice(a) | Stmt::Sync(_, a) => vec![a],
            _ => Vec::new(),
        }
    }
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twin {
    /// What `main` does after it has started the threads.
    pub main: Vec<Stmt>,
    /// What each thread does.
    pub threads: Vec<Vec<Stmt>>,
    /// The threads that `main` interrupts before it waits for them.
    pub interrupted: Vec<bool>,
    /// The threads that `main` waits for.
    pub joined: Vec<bool>,
    /// Whether there are connections: in Java sockets, in the model channels.
    pub wired: bool,
    /// Whether assertions and faults are left to the model where nothing is held; otherwise they are exceptions.
    pub native: bool,
}

/// The number of combinations of final values.
pub fn codes() -> usize {
    MODULUS.pow(INTS as u32) << FLAGS
}

/// A text with indented blocks.
#[derive(Default)]
pub(crate) struct Lines {
    pub(crate) text: String,
    pub(crate) depth: usize,
}

impl Lines {
    pub(crate) fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    pub(crate) fn block(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Self)) {
        self.line(format!("{} {{", head.as_ref()));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }
}
