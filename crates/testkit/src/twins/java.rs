//! A twin in Java.

use super::print::{Language, Names, Printer};
use super::{CELLS, FAILURES, FLAGS, INTS, LENGTH, LOCKS, Lines, Twin, WIRES};

/// The text of a class of this name.
pub fn java(twin: &Twin, class: &str) -> String {
    let mut printer = Printer::<Java>::new(twin);
    printer.out.line(format!("public class {class} {{"));
    declarations(&mut printer.out);
    if twin.wired {
        connections(&mut printer.out);
    }
    printer.function("work", &twin.main);
    for (n, body) in twin.threads.iter().enumerate() {
        printer.function(&format!("body{n}"), body);
        printer.out.block(format!("static final class T{n} extends Thread"), |out| {
            let run = format!("try {{ body{n}(); }} catch (InterruptedException e) {{ throw new Woken(); }}");
            out.line(format!("public void run() {{ {run} }}"));
        });
    }
    printer.main("public static void main(String[] args) throws InterruptedException", twin);
    printer.out.line("}");
    printer.out.text
}

fn declarations(out: &mut Lines) {
    out.depth += 1;
    out.line("static final class Cell { int v; Cell next; }");
    out.line("static final class Woken extends RuntimeException { }");
    (0..FAILURES).for_each(|n| out.line(format!("static final class F{n} extends RuntimeException {{ }}")));
    (0..LOCKS).for_each(|n| out.line(format!("static final Object m{n} = new Object();")));
    (0..INTS).for_each(|n| out.line(format!("static int g{n};")));
    (0..FLAGS).for_each(|n| out.line(format!("static boolean b{n};")));
    (0..CELLS).for_each(|n| out.line(format!("static Cell c{n} = new Cell();")));
    out.line(format!("static final int[] a = new int[{LENGTH}];"));
    out.depth -= 1;
}

/// Each connection is a pair of sockets on loopback; a message is a byte.
fn connections(out: &mut Lines) {
    out.depth += 1;
    for n in 0..WIRES {
        out.line(format!("static java.io.OutputStream out{n};"));
        out.line(format!("static java.io.InputStream in{n};"));
    }
    let unchecked = "catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }";
    out.block("static void connect()", |out| {
        out.line("try (java.net.ServerSocket server = new java.net.ServerSocket(0)) {");
        for n in 0..WIRES {
            out.line(format!(
                "    out{n} = new java.net.Socket(\"localhost\", server.getLocalPort()).getOutputStream();"
            ));
            out.line(format!("    in{n} = server.accept().getInputStream();"));
        }
        out.line(format!("}} {unchecked}"));
    });
    out.block("static void send(java.io.OutputStream to, int value)", |out| {
        out.line(format!("try {{ to.write(value); }} {unchecked}"));
    });
    out.block("static int receive(java.io.InputStream from)", |out| {
        out.line(format!("try {{ return from.read(); }} {unchecked}"));
    });
    out.depth -= 1;
}

struct Java;

impl Language for Java {
    const NUMBER: &'static str = "int";
    const NOTIFY_ALL: &'static str = "notifyAll";

    fn function(name: &str) -> String {
        format!("static void {name}() throws InterruptedException")
    }

    fn condition(text: &str) -> String {
        format!("({text})")
    }

    fn twice(counter: &str) -> String {
        format!("for (int {counter} = 0; {counter} < 2; {counter}++)")
    }

    /// Variables of clauses inside each other must not have the same name.
    fn catch(failure: usize, names: &mut Names) -> String {
        format!("catch (F{failure} {})", names.next('e'))
    }

    /// The compiler rejects what it sees cannot be reached.
    fn throw(failure: usize) -> String {
        format!("if (true) throw new F{failure}();")
    }

    fn throw_unless(condition: &str, failure: usize) -> String {
        format!("if (!({condition})) throw new F{failure}();")
    }

    fn start(thread: usize, out: &mut Lines) {
        out.line(format!("Thread t{thread} = new T{thread}();"));
        out.line(format!("t{thread}.start();"));
    }

    fn connect(out: &mut Lines) {
        out.line("connect();");
    }

    fn send(wire: usize, value: &str) -> String {
        format!("send(out{wire}, {value});")
    }

    fn receive(wire: usize) -> String {
        format!("receive(in{wire})")
    }

    fn join(thread: usize) -> String {
        format!("t{thread}.join();")
    }
}
