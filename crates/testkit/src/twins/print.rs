//! What the two texts of a twin have in common: everything but declarations, a few words, and what a fault becomes.

use super::{Cond, Expr, FAILURES, FLAGS, INTS, LOCALS, Lines, MODULUS, Stmt, Twin, codes};
use std::marker::PhantomData;

/// What one language writes differently.
pub(super) trait Language: Sized {
    /// What the declaration of a local number begins with.
    const NUMBER: &'static str;
    /// The method that wakes all who wait.
    const NOTIFY_ALL: &'static str;

    /// The head of a function of the program.
    fn function(name: &str) -> String;
    /// A condition behind `if` or `while`.
    fn condition(text: &str) -> String;
    /// The head of a loop that runs twice and counts with this variable.
    fn twice(counter: &str) -> String;
    /// A clause that catches a failure, up to the opening brace.
    fn catch(failure: usize, names: &mut Names) -> String;
    /// A failure is thrown.
    fn throw(failure: usize) -> String;
    /// A failure is thrown if this is false.
    fn throw_unless(condition: &str, failure: usize) -> String;
    /// A thread is made and started.
    fn start(thread: usize, out: &mut Lines);
    /// The connections are made.
    fn connect(_: &mut Lines) {}
    /// A number is sent.
    fn send(wire: usize, value: &str) -> String;
    /// The next number that comes.
    fn receive(wire: usize) -> String;
    /// A thread is waited for.
    fn join(thread: usize) -> String;

    /// A statement in which a reference, an index or a divisor may be wrong.
    fn risky(printer: &mut Printer<Self>, s: &Stmt) {
        printer.out.line(risky(s));
    }
}

/// Names that are used once.
#[derive(Default)]
pub(super) struct Names(usize);

impl Names {
    /// The next name with this letter.
    pub fn next(&mut self, letter: char) -> String {
        let name = format!("{letter}{}", self.0);
        self.0 += 1;
        name
    }
}

/// The text so far, and where in the program it is.
pub(super) struct Printer<L> {
    pub out: Lines,
    pub names: Names,
    native: bool,
    /// How many monitors are held here.
    held: usize,
    language: PhantomData<L>,
}

impl<L: Language> Printer<L> {
    pub fn new(twin: &Twin) -> Self {
        let (out, names) = (Lines::default(), Names::default());
        Printer { out, names, native: twin.native, held: 0, language: PhantomData }
    }

    /// A function with this body.
    pub fn function(&mut self, name: &str, body: &[Stmt]) {
        self.out.line(format!("{} {{", L::function(name)));
        self.out.depth += 1;
        (0..LOCALS).for_each(|n| self.out.line(format!("{} l{n} = 0;", L::NUMBER)));
        self.out.depth -= 1;
        self.end(body, "}");
    }

    /// What `main` does: it starts the threads, works, waits, and tells the final values.
    pub fn main(&mut self, head: &str, twin: &Twin) {
        self.out.block(head, |out| {
            if twin.wired {
                L::connect(out);
            }
            (0..twin.threads.len()).for_each(|n| L::start(n, out));
            out.line("work();");
            chosen(&twin.interrupted).for_each(|n| out.line(format!("t{n}.interrupt();")));
            chosen(&twin.joined).for_each(|n| out.line(L::join(n)));
            final_values::<L>(out);
        });
    }

    /// Whether assertions and faults are left to the checker here.
    pub fn is_native(&self) -> bool {
        self.native && self.held == 0
    }

    /// The rest of a block whose head is there.
    fn end(&mut self, body: &[Stmt], end: &str) {
        self.out.depth += 1;
        body.iter().for_each(|s| self.statement(s));
        self.out.depth -= 1;
        self.out.line(end);
    }

    fn block(&mut self, head: &str, body: &[Stmt], end: &str) {
        self.out.line(format!("{head} {{"));
        self.end(body, end);
    }

    fn statement(&mut self, s: &Stmt) {
        let line = match s {
            Stmt::SetInt(n, e) => format!("g{n} = {};", expr(e)),
            Stmt::SetFlag(n, value) => format!("b{n} = {value};"),
            Stmt::SetLocal(n, e) => format!("l{n} = {};", expr(e)),
            Stmt::New(n) => format!("c{n} = new Cell();"),
            Stmt::Copy(to, from) => format!("c{to} = c{from};"),
            Stmt::Clear(n) => format!("c{n} = null;"),
            Stmt::Send(wire, e) => L::send(*wire, &expr(e)),
            Stmt::Receive(local, wire) => format!("l{local} = {};", L::receive(*wire)),
            Stmt::Throw(n) => L::throw(*n),
            Stmt::Wait(n) => format!("m{n}.wait();"),
            Stmt::Notify(n) => format!("m{n}.notify();"),
            Stmt::NotifyAll(n) => format!("m{n}.{}();", L::NOTIFY_ALL),
            Stmt::Assert(c, id) if self.is_native() => format!("assert {}; // #A{id}", cond(c)),
            Stmt::Assert(c, id) => L::throw_unless(&cond(c), id % FAILURES),
            Stmt::If(..) | Stmt::While(..) | Stmt::Twice(_) | Stmt::Sync(..) | Stmt::Try(..) => {
                return self.nested(s);
            }
            _ => return L::risky(self, s),
        };
        self.out.line(line);
    }

    fn nested(&mut self, s: &Stmt) {
        match s {
            Stmt::If(c, yes, no) => {
                self.block(&format!("if {}", L::condition(&cond(c))), yes, "} else {");
                self.end(no, "}");
            }
            Stmt::While(c, body) => self.block(&format!("while {}", L::condition(&cond(c))), body, "}"),
            Stmt::Twice(body) => {
                let counter = self.names.next('k');
                self.block(&L::twice(&counter), body, "}");
            }
            Stmt::Sync(n, body) => {
                self.held += 1;
                self.block(&format!("synchronized (m{n})"), body, "}");
                self.held -= 1;
            }
            Stmt::Try(n, body, handler) => {
                let catch = L::catch(*n, &mut self.names);
                self.block("try", body, &format!("}} {catch} {{"));
                self.end(handler, "}");
            }
            _ => unreachable!("[commute internal bug] no block"),
        }
    }
}

/// Which of the threads have their flag set.
fn chosen(flags: &[bool]) -> impl Iterator<Item = usize> {
    flags.iter().enumerate().filter(|(_, flag)| **flag).map(|(n, _)| n)
}

/// One assertion for each combination of final values, which fails if they are there.
fn final_values<L: Language>(out: &mut Lines) {
    out.line(format!("{} code = 0;", L::NUMBER));
    for n in 0..INTS {
        out.line(format!("code = code + {} * g{n};", MODULUS.pow(n as u32)));
    }
    for n in 0..FLAGS {
        let flag = L::condition(&format!("b{n}"));
        out.line(format!("if {flag} {{ code = code + {}; }}", MODULUS.pow(INTS as u32) << n));
    }
    (0..codes()).for_each(|value| out.line(format!("assert code != {value}; // #V{value}")));
}

pub(super) fn expr(e: &Expr) -> String {
    match e {
        Expr::Constant(n) => n.to_string(),
        Expr::Int(n) => format!("g{n}"),
        Expr::Local(n) => format!("l{n}"),
        Expr::Sum(both) => format!("(({} + {}) % {MODULUS})", expr(&both.0), expr(&both.1)),
    }
}

fn cond(c: &Cond) -> String {
    match c {
        Cond::Flag(n, true) => format!("b{n}"),
        Cond::Flag(n, false) => format!("!b{n}"),
        Cond::Equal(a, b) => format!("{} == {}", expr(a), expr(b)),
        Cond::IsNull(n) => format!("c{n} == null"),
    }
}

/// A statement that may go wrong, as it is.
pub(super) fn risky(s: &Stmt) -> String {
    match s {
        Stmt::Link(to, from) => format!("c{to}.next = c{from};"),
        Stmt::Follow(n) => format!("c{n} = c{n}.next;"),
        Stmt::SetField(n, e) => format!("c{n}.v = {};", expr(e)),
        Stmt::GetField(l, n) => format!("l{l} = c{n}.v;"),
        Stmt::SetElement(i, e) => format!("a[{}] = {};", expr(i), expr(e)),
        Stmt::GetElement(l, i) => format!("l{l} = a[{}];", expr(i)),
        Stmt::Divide(l, a, b) => format!("l{l} = {} / {};", expr(a), expr(b)),
        _ => unreachable!("[commute internal bug] nothing can go wrong in {s:?}"),
    }
}
