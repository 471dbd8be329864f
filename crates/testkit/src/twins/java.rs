//! A twin in Java.

use super::{
    CELLS, Cond, Expr, FAILURES, FLAGS, INTS, LENGTH, LOCALS, LOCKS, Lines, MODULUS, Stmt, Twin, codes,
};

/// The text of a class of this name.
pub fn java(twin: &Twin, class: &str) -> String {
    let mut printer = Printer { out: Lines::default(), native: twin.native, held: 0, names: 0 };
    printer.out.line(format!("public class {class} {{"));
    printer.declarations();
    printer.method("work", &twin.main);
    for (n, body) in twin.threads.iter().enumerate() {
        printer.method(&format!("body{n}"), body);
        printer.out.block(format!("static final class T{n} extends Thread"), |out| {
            let run = format!("try {{ body{n}(); }} catch (InterruptedException e) {{ throw new Woken(); }}");
            out.line(format!("public void run() {{ {run} }}"));
        });
    }
    let head = "public static void main(String[] args) throws InterruptedException";
    printer.out.block(head, |out| main(out, twin));
    printer.out.line("}");
    printer.out.text
}

fn main(out: &mut Lines, twin: &Twin) {
    for n in 0..twin.threads.len() {
        out.line(format!("Thread t{n} = new T{n}();"));
        out.line(format!("t{n}.start();"));
    }
    out.line("work();");
    let chosen =
        |flags: &[bool]| flags.iter().enumerate().filter(|(_, f)| **f).map(|(n, _)| n).collect::<Vec<_>>();
    chosen(&twin.interrupted).into_iter().for_each(|n| out.line(format!("t{n}.interrupt();")));
    chosen(&twin.joined).into_iter().for_each(|n| out.line(format!("t{n}.join();")));
    out.line("int code = 0;");
    for n in 0..INTS {
        out.line(format!("code = code + {} * g{n};", MODULUS.pow(n as u32)));
    }
    for n in 0..FLAGS {
        out.line(format!("if (b{n}) {{ code = code + {}; }}", MODULUS.pow(INTS as u32) << n));
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
    held: usize,
    names: usize,
}

impl Printer {
    fn declarations(&mut self) {
        let out = &mut self.out;
        out.depth += 1;
        out.line("static final class Cell { int v; Cell next; }");
        out.line("static final class Woken extends RuntimeException { }");
        (0..FAILURES)
            .for_each(|n| out.line(format!("static final class F{n} extends RuntimeException {{ }}")));
        (0..LOCKS).for_each(|n| out.line(format!("static final Object m{n} = new Object();")));
        (0..INTS).for_each(|n| out.line(format!("static int g{n};")));
        (0..FLAGS).for_each(|n| out.line(format!("static boolean b{n};")));
        (0..CELLS).for_each(|n| out.line(format!("static Cell c{n} = new Cell();")));
        out.line(format!("static final int[] a = new int[{LENGTH}];"));
        out.depth -= 1;
    }

    fn method(&mut self, name: &str, body: &[Stmt]) {
        self.out.line(format!("static void {name}() throws InterruptedException {{"));
        self.out.depth += 1;
        (0..LOCALS).for_each(|n| self.out.line(format!("int l{n} = 0;")));
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

    fn statement(&mut self, s: &Stmt) {
        let line = match s {
            Stmt::SetInt(n, e) => format!("g{n} = {};", expr(e)),
            Stmt::SetFlag(n, value) => format!("b{n} = {value};"),
            Stmt::SetLocal(n, e) => format!("l{n} = {};", expr(e)),
            Stmt::New(n) => format!("c{n} = new Cell();"),
            Stmt::Copy(to, from) => format!("c{to} = c{from};"),
            Stmt::Clear(n) => format!("c{n} = null;"),
            Stmt::Link(to, from) => format!("c{to}.next = c{from};"),
            Stmt::Follow(n) => format!("c{n} = c{n}.next;"),
            Stmt::SetField(n, e) => format!("c{n}.v = {};", expr(e)),
            Stmt::GetField(l, n) => format!("l{l} = c{n}.v;"),
            Stmt::SetElement(i, e) => format!("a[{}] = {};", expr(i), expr(e)),
            Stmt::GetElement(l, i) => format!("l{l} = a[{}];", expr(i)),
            Stmt::Divide(l, a, b) => format!("l{l} = {} / {};", expr(a), expr(b)),
            // The compiler rejects what it sees cannot be reached.
            Stmt::Throw(n) => format!("if (true) throw new F{n}();"),
            Stmt::Wait(n) => format!("m{n}.wait();"),
            Stmt::Notify(n) => format!("m{n}.notify();"),
            Stmt::NotifyAll(n) => format!("m{n}.notifyAll();"),
            Stmt::Assert(c, id) if self.native && self.held == 0 => {
                format!("assert {}; // #A{id}", cond(c))
            }
            Stmt::Assert(c, id) => format!("if (!({})) throw new F{}();", cond(c), id % FAILURES),
            Stmt::If(..) | Stmt::While(..) | Stmt::Twice(_) | Stmt::Sync(..) | Stmt::Try(..) => {
                return self.nested(s);
            }
        };
        self.out.line(line);
    }

    fn nested(&mut self, s: &Stmt) {
        match s {
            Stmt::If(c, yes, no) => {
                self.block(&format!("if ({})", cond(c)), yes, "} else {");
                self.out.depth += 1;
                self.list(no);
                self.out.depth -= 1;
                self.out.line("}");
            }
            Stmt::While(c, body) => self.block(&format!("while ({})", cond(c)), body, "}"),
            Stmt::Twice(body) => {
                let name = format!("k{}", self.names);
                self.names += 1;
                self.block(&format!("for (int {name} = 0; {name} < 2; {name}++)"), body, "}");
            }
            Stmt::Sync(n, body) => {
                self.held += 1;
                self.block(&format!("synchronized (m{n})"), body, "}");
                self.held -= 1;
            }
            Stmt::Try(n, body, handler) => {
                let caught = format!("e{}", self.names);
                self.names += 1;
                self.block("try", body, &format!("}} catch (F{n} {caught}) {{"));
                self.out.depth += 1;
                self.list(handler);
                self.out.depth -= 1;
                self.out.line("}");
            }
            _ => unreachable!("[commute internal bug] no block"),
        }
    }
}
