//! A twin as a model.

use super::{
    CELLS, Cond, Expr, FAILURES, FLAGS, INTS, LENGTH, LOCALS, LOCKS, Lines, MODULUS, Stmt, Twin, codes,
};

/// The text of the model.
pub fn model(twin: &Twin) -> String {
    let mut printer = Printer { out: Lines::default(), native: twin.native, held: 0, names: 0 };
    printer.declarations();
    printer.function("work", &twin.main);
    for (n, body) in twin.threads.iter().enumerate() {
        printer.function(&format!("body{n}"), body);
        printer.out.block(format!("fn thread{n}()"), |out| {
            out.line(format!("try {{ body{n}(); }} catch (e: Interrupted) {{ throw new Woken(); }}"));
        });
    }
    printer.out.block("thread main", |out| main(out, twin));
    printer.out.text
}

fn main(out: &mut Lines, twin: &Twin) {
    for n in 0..twin.threads.len() {
        out.line(format!("let t{n} = spawn thread{n}();"));
    }
    out.line("work();");
    let chosen =
        |flags: &[bool]| flags.iter().enumerate().filter(|(_, f)| **f).map(|(n, _)| n).collect::<Vec<_>>();
    chosen(&twin.interrupted).into_iter().for_each(|n| out.line(format!("t{n}.interrupt();")));
    chosen(&twin.joined).into_iter().for_each(|n| out.line(format!("join t{n};")));
    out.line("let code = 0;");
    for n in 0..INTS {
        out.line(format!("code = code + {} * g{n};", MODULUS.pow(n as u32)));
    }
    for n in 0..FLAGS {
        out.line(format!("if b{n} {{ code = code + {}; }}", MODULUS.pow(INTS as u32) << n));
    }
    (0..codes()).for_each(|value| out.line(format!("assert code != {value}; // #V{value}")));
}

fn expr(e: &Expr) -> String {
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

struct Printer {
    out: Lines,
    native: bool,
    /// How many monitors are held here.
    held: usize,
    /// The next name of a temporary.
    names: usize,
}

impl Printer {
    fn declarations(&mut self) {
        let out = &mut self.out;
        out.line("class Monitor { }");
        out.line("class Cell { v: int; next: Cell; }");
        for name in ["Interrupted", "Woken", "Null", "Bounds", "Division"] {
            out.line(format!("class {name} {{ }}"));
        }
        (0..FAILURES).for_each(|n| out.line(format!("class F{n} {{ }}")));
        (0..LOCKS).for_each(|n| out.line(format!("var m{n}: Monitor = new Monitor();")));
        (0..INTS).for_each(|n| out.line(format!("var g{n}: int;")));
        (0..FLAGS).for_each(|n| out.line(format!("var b{n}: bool;")));
        (0..CELLS).for_each(|n| out.line(format!("var c{n}: Cell = new Cell();")));
        out.line(format!("var a: [int; {LENGTH}];"));
    }

    fn function(&mut self, name: &str, body: &[Stmt]) {
        self.out.line(format!("fn {name}() {{"));
        self.out.depth += 1;
        (0..LOCALS).for_each(|n| self.out.line(format!("let l{n} = 0;")));
        self.list(body);
        self.out.depth -= 1;
        self.out.line("}");
    }

    fn list(&mut self, body: &[Stmt]) {
        body.iter().for_each(|s| self.statement(s));
    }

    fn block(&mut self, head: &str, body: &[Stmt], end: &str) {
        self.out.line(format!("{head} {{"));
        self.out.depth += 1;
        self.list(body);
        self.out.depth -= 1;
        self.out.line(end);
    }

    /// A new name for a value that is needed twice.
    fn keep(&mut self, value: &str) -> String {
        let name = format!("k{}", self.names);
        self.names += 1;
        self.out.line(format!("let {name} = {value};"));
        name
    }

    fn is_native(&self) -> bool {
        self.native && self.held == 0
    }

    fn statement(&mut self, s: &Stmt) {
        match s {
            Stmt::SetInt(n, e) => self.out.line(format!("g{n} = {};", expr(e))),
            Stmt::SetFlag(n, value) => self.out.line(format!("b{n} = {value};")),
            Stmt::SetLocal(n, e) => self.out.line(format!("l{n} = {};", expr(e))),
            Stmt::New(n) => self.out.line(format!("c{n} = new Cell();")),
            Stmt::Copy(to, from) => self.out.line(format!("c{to} = c{from};")),
            Stmt::Clear(n) => self.out.line(format!("c{n} = null;")),
            Stmt::Throw(n) => self.out.line(format!("throw new F{n}();")),
            Stmt::Wait(n) => self.out.line(format!("m{n}.wait();")),
            Stmt::Notify(n) => self.out.line(format!("m{n}.notify();")),
            Stmt::NotifyAll(n) => self.out.line(format!("m{n}.notify_all();")),
            Stmt::If(..) | Stmt::While(..) | Stmt::Twice(_) | Stmt::Sync(..) | Stmt::Try(..) => {
                self.nested(s);
            }
            Stmt::Assert(c, id) if self.is_native() => {
                self.out.line(format!("assert {}; // #A{id}", cond(c)));
            }
            Stmt::Assert(c, id) => {
                self.out.line(format!("if !({}) {{ throw new F{}(); }}", cond(c), id % FAILURES));
            }
            _ if self.is_native() => self.faulty(s),
            _ => self.careful(s),
        }
    }

    fn nested(&mut self, s: &Stmt) {
        match s {
            Stmt::If(c, yes, no) => {
                self.block(&format!("if {}", cond(c)), yes, "} else {");
                self.out.depth += 1;
                self.list(no);
                self.out.depth -= 1;
                self.out.line("}");
            }
            Stmt::While(c, body) => self.block(&format!("while {}", cond(c)), body, "}"),
            Stmt::Twice(body) => {
                let name = format!("k{}", self.names);
                self.names += 1;
                self.block(&format!("for {name} in 0..2"), body, "}");
            }
            Stmt::Sync(n, body) => {
                self.held += 1;
                self.block(&format!("synchronized (m{n})"), body, "}");
                self.held -= 1;
            }
            Stmt::Try(n, body, handler) => {
                self.block("try", body, &format!("}} catch (e: F{n}) {{"));
                self.out.depth += 1;
                self.list(handler);
                self.out.depth -= 1;
                self.out.line("}");
            }
            _ => unreachable!("[commute internal bug] no block"),
        }
    }

    /// As it is: a fault ends the thread at once.
    fn faulty(&mut self, s: &Stmt) {
        self.out.line(match s {
            Stmt::Link(to, from) => format!("c{to}.next = c{from};"),
            Stmt::Follow(n) => format!("c{n} = c{n}.next;"),
            Stmt::SetField(n, e) => format!("c{n}.v = {};", expr(e)),
            Stmt::GetField(l, n) => format!("l{l} = c{n}.v;"),
            Stmt::SetElement(i, e) => format!("a[{}] = {};", expr(i), expr(e)),
            Stmt::GetElement(l, i) => format!("l{l} = a[{}];", expr(i)),
            Stmt::Divide(l, a, b) => format!("l{l} = {} / {};", expr(a), expr(b)),
            _ => unreachable!("[commute internal bug] nothing can go wrong in {s:?}"),
        });
    }

    /// With an exception in the place of a fault, after everything was read, as in Java.
    fn careful(&mut self, s: &Stmt) {
        match s {
            Stmt::Link(to, from) => {
                let (object, value) = (self.keep(&format!("c{to}")), self.keep(&format!("c{from}")));
                self.check(&format!("{object} == null"), "Null");
                self.out.line(format!("{object}.next = {value};"));
            }
            Stmt::Follow(n) => {
                let object = self.keep(&format!("c{n}"));
                self.check(&format!("{object} == null"), "Null");
                self.out.line(format!("c{n} = {object}.next;"));
            }
            Stmt::SetField(n, e) => {
                let (object, value) = (self.keep(&format!("c{n}")), self.keep(&expr(e)));
                self.check(&format!("{object} == null"), "Null");
                self.out.line(format!("{object}.v = {value};"));
            }
            Stmt::GetField(l, n) => {
                let object = self.keep(&format!("c{n}"));
                self.check(&format!("{object} == null"), "Null");
                self.out.line(format!("l{l} = {object}.v;"));
            }
            Stmt::SetElement(i, e) => {
                let (index, value) = (self.keep(&expr(i)), self.keep(&expr(e)));
                self.check(&format!("{index} >= {LENGTH}"), "Bounds");
                self.out.line(format!("a[{index}] = {value};"));
            }
            Stmt::GetElement(l, i) => {
                let index = self.keep(&expr(i));
                self.check(&format!("{index} >= {LENGTH}"), "Bounds");
                self.out.line(format!("l{l} = a[{index}];"));
            }
            Stmt::Divide(l, a, b) => {
                let (above, below) = (self.keep(&expr(a)), self.keep(&expr(b)));
                self.check(&format!("{below} == 0"), "Division");
                self.out.line(format!("l{l} = {above} / {below};"));
            }
            _ => unreachable!("[commute internal bug] nothing can go wrong in {s:?}"),
        }
    }

    fn check(&mut self, wrong: &str, class: &str) {
        self.out.line(format!("if {wrong} {{ throw new {class}(); }}"));
    }
}
