//! A twin as a model.

use super::print::{Language, Names, Printer, expr, risky};
use super::{CELLS, FAILURES, FLAGS, INTS, LENGTH, LOCKS, Lines, Stmt, Twin, WIRES};

/// The text of the model.
pub fn model(twin: &Twin) -> String {
    let mut printer = Printer::<Model>::new(twin);
    declarations(&mut printer.out);
    if twin.wired {
        // A buffer of Java has room for more than is ever sent.
        (0..WIRES).for_each(|n| printer.out.line(format!("var w{n}: channel(64) of int;")));
    }
    printer.function("work", &twin.main);
    for (n, body) in twin.threads.iter().enumerate() {
        printer.function(&format!("body{n}"), body);
        printer.out.block(format!("fn thread{n}()"), |out| {
            out.line(format!("try {{ body{n}(); }} catch (e: Interrupted) {{ throw new Woken(); }}"));
        });
    }
    printer.main("thread main", twin);
    printer.out.text
}

fn declarations(out: &mut Lines) {
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

struct Model;

impl Language for Model {
    const NUMBER: &'static str = "let";
    const NOTIFY_ALL: &'static str = "notify_all";

    fn function(name: &str) -> String {
        format!("fn {name}()")
    }

    fn condition(text: &str) -> String {
        text.to_owned()
    }

    fn twice(counter: &str) -> String {
        format!("for {counter} in 0..2")
    }

    fn catch(failure: usize, _: &mut Names) -> String {
        format!("catch (e: F{failure})")
    }

    fn throw(failure: usize) -> String {
        format!("throw new F{failure}();")
    }

    fn throw_unless(condition: &str, failure: usize) -> String {
        format!("if !({condition}) {{ throw new F{failure}(); }}")
    }

    fn start(thread: usize, out: &mut Lines) {
        out.line(format!("let t{thread} = spawn thread{thread}();"));
    }

    fn send(wire: usize, value: &str) -> String {
        format!("w{wire}.send({value});")
    }

    fn receive(wire: usize) -> String {
        format!("w{wire}.receive()")
    }

    fn join(thread: usize) -> String {
        format!("join t{thread};")
    }

    /// As it is, so that a fault ends the thread at once, or with an exception in its place.
    fn risky(printer: &mut Printer<Model>, s: &Stmt) {
        if printer.is_native() { printer.out.line(risky(s)) } else { careful(printer, s) }
    }
}

/// With an exception in the place of a fault, after everything was read, as in Java.
fn careful(printer: &mut Printer<Model>, s: &Stmt) {
    let mut keep = |value: &str| {
        let name = printer.names.next('k');
        printer.out.line(format!("let {name} = {value};"));
        name
    };
    let (wrong, class, done) = match s {
        Stmt::Link(to, from) => {
            let (object, value) = (keep(&format!("c{to}")), keep(&format!("c{from}")));
            (format!("{object} == null"), "Null", format!("{object}.next = {value};"))
        }
        Stmt::Follow(n) => {
            let object = keep(&format!("c{n}"));
            (format!("{object} == null"), "Null", format!("c{n} = {object}.next;"))
        }
        Stmt::SetField(n, e) => {
            let (object, value) = (keep(&format!("c{n}")), keep(&expr(e)));
            (format!("{object} == null"), "Null", format!("{object}.v = {value};"))
        }
        Stmt::GetField(l, n) => {
            let object = keep(&format!("c{n}"));
            (format!("{object} == null"), "Null", format!("l{l} = {object}.v;"))
        }
        Stmt::SetElement(i, e) => {
            let (index, value) = (keep(&expr(i)), keep(&expr(e)));
            (format!("{index} >= {LENGTH}"), "Bounds", format!("a[{index}] = {value};"))
        }
        Stmt::GetElement(l, i) => {
            let index = keep(&expr(i));
            (format!("{index} >= {LENGTH}"), "Bounds", format!("l{l} = a[{index}];"))
        }
        Stmt::Divide(l, a, b) => {
            let (above, below) = (keep(&expr(a)), keep(&expr(b)));
            (format!("{below} == 0"), "Division", format!("l{l} = {above} / {below};"))
        }
        _ => unreachable!("[commute internal bug] nothing can go wrong in {s:?}"),
    };
    printer.out.line(format!("if {wrong} {{ throw new {class}(); }}"));
    printer.out.line(done);
}
