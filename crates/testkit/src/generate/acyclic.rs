//! Small systems without loops for the theorems of Sto00: threads that take locks around variables, semaphores, a channel.
//!
//! Each variable has a lock. A careful system takes it around every access, so that it satisfies MLD and MLD'; a careless one
//! now and then does not. Every execution ends, in a deadlock or because all threads have.

use super::Random;
use std::fmt::Write;

/// The variables of lock `m0` are `v0` and `v2`, that of `m1` is `v1`.
const VARIABLES: usize = 3;

/// How many statements a thread has.
const STATEMENTS: usize = 3;

/// A system for a seed.
pub fn acyclic(seed: u64, careless: bool) -> String {
    let mut writer = Writer { random: Random::new(seed), careless, text: String::new(), locals: 0 };
    writer.declare();
    for thread in 0..writer.random.between(2, 3) {
        writer.thread(thread);
    }
    writer.text
}

struct Writer {
    random: Random,
    careless: bool,
    text: String,
    locals: usize,
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn declare(&mut self) {
        self.line("var m0: lock;\nvar m1: lock;\nvar fixed: int = 3;\nvar c: channel(1) of int;");
        for v in 0..VARIABLES {
            let _ = writeln!(self.text, "var v{v}: int;");
        }
        for s in 0..2 {
            let up = self.random.below(2);
            let _ = writeln!(self.text, "var s{s}: semaphore = {up};");
        }
    }

    fn thread(&mut self, number: usize) {
        let _ = writeln!(self.text, "thread t{number} {{");
        for _ in 0..self.random.between(1, STATEMENTS) {
            self.statement();
        }
        self.line("}");
    }

    fn statement(&mut self) {
        match self.random.weighted([8, 2, 2, 1, 1, 2, 1].into_iter()) {
            0 => self.section(),
            1 => self.on_semaphore("up"),
            2 => self.on_semaphore("down"),
            3 => self.line("c.send(1);"),
            4 => self.line("c.receive();"),
            5 => {
                let local = self.local();
                let _ = writeln!(self.text, "let x{local} = fixed;");
            }
            _ => {
                let local = self.local();
                let _ = writeln!(self.text, "let x{local} = choose(0..2);\nif x{local} == 1 {{");
                self.section();
                self.line("}");
            }
        }
    }

    fn on_semaphore(&mut self, operation: &str) {
        let s = self.random.below(2);
        let _ = writeln!(self.text, "s{s}.{operation}();");
    }

    fn local(&mut self) -> usize {
        self.locals += 1;
        self.locals
    }

    /// Accesses to a variable with its lock; or, in a careless system, perhaps without.
    fn section(&mut self) {
        let v = self.random.below(VARIABLES);
        let is_locked = !(self.careless && self.random.chance(35));
        if is_locked {
            let _ = writeln!(self.text, "m{}.acquire();", v % 2);
        }
        self.access(v);
        if is_locked && self.random.chance(25) {
            self.nested(v);
        }
        if is_locked {
            let _ = writeln!(self.text, "m{}.release();", v % 2);
        }
    }

    fn nested(&mut self, v: usize) {
        let other = 1 - v % 2;
        let _ = writeln!(self.text, "m{other}.acquire();");
        self.access(other);
        let _ = writeln!(self.text, "m{other}.release();");
    }

    fn access(&mut self, v: usize) {
        let local = self.local();
        match self.random.below(4) {
            0 => {
                let value = self.random.below(3);
                let _ = writeln!(self.text, "v{v} = {value};");
            }
            1 => {
                let _ = writeln!(self.text, "v{v} = v{v} + 1;");
            }
            2 => {
                let _ = writeln!(self.text, "let x{local} = v{v};\nif x{local} == 1 {{ v{v} = 2; }}");
            }
            _ => {
                let _ = writeln!(self.text, "let x{local} = v{v};\nassert x{local} != 2;");
            }
        }
    }
}
