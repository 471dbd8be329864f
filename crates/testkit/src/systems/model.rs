//! A system as a model: what the first process receives comes through a channel that fails as the network does.

use super::{Act, Expr, Fault, Lines, MODULUS, NOTHING, System, VARIABLES};

/// The text of the model.
pub fn model(system: &System) -> String {
    let mut out = Lines::default();
    let told = |&(fault, most): &(Fault, usize)| match fault {
        Fault::Drop => format!("lossy({most}) "),
        Fault::Duplicate => format!("duplicating({most}) "),
        Fault::Reorder => format!("reordering({most}) "),
        _ => unreachable!("[commute internal bug] not as a model: {fault:?}"),
    };
    let faults: String = system.faults.iter().map(told).collect();
    // There is room for more than is ever sent.
    out.line(format!("var ch: {faults}channel(16) of int;"));
    // What is sent to a port at which nobody listens is lost.
    out.line("var bound: bool;");
    // Processes of a model share nothing but channels and semaphores, so `bound` could not be theirs.
    for (process, threads) in system.processes.iter().enumerate() {
        (0..VARIABLES).for_each(|n| out.line(format!("var p{process}x{n}: int;")));
        out.line(format!("var p{process}m: lock;"));
        let writer = Writer { system, process };
        for (n, acts) in threads.iter().enumerate().skip(1) {
            out.block(format!("fn p{process}body{n}()"), |out| writer.all(acts, out));
        }
        out.block(format!("thread p{process}"), |out| writer.main(out));
    }
    out.text
}

/// A name that is used once: by how long the text is so far.
fn fresh(out: &Lines) -> String {
    format!("v{}", out.text.len())
}

/// Writes what the threads of a process do.
struct Writer<'a> {
    system: &'a System,
    process: usize,
}

impl Writer<'_> {
    fn main(&self, out: &mut Lines) {
        let process = self.process;
        if process == 0 && self.system.receives() {
            out.line("bound = true;");
        }
        let threads = &self.system.processes[process];
        (1..threads.len()).for_each(|n| out.line(format!("let t{n} = spawn p{process}body{n}();")));
        self.all(&threads[0], out);
        (1..threads.len()).for_each(|n| out.line(format!("join t{n};")));
        out.line(format!("let code = {} + {MODULUS} * {};", self.variable(0), self.variable(1)));
        let codes = MODULUS.pow(VARIABLES as u32);
        (0..codes).for_each(|code| out.line(format!("assert code != {code}; // #V{process}.{code}")));
    }

    fn variable(&self, n: usize) -> String {
        format!("p{}x{n}", self.process)
    }

    fn expr(&self, e: &Expr) -> String {
        match e {
            Expr::Constant(n) => n.to_string(),
            Expr::Variable(n) => self.variable(*n),
            Expr::Next(n) => format!("(({} + 1) % {MODULUS})", self.variable(*n)),
        }
    }

    fn all(&self, acts: &[Act], out: &mut Lines) {
        acts.iter().for_each(|act| self.act(act, out));
    }

    fn act(&self, act: &Act, out: &mut Lines) {
        match act {
            Act::Set(n, e) => out.line(format!("{} = {};", self.variable(*n), self.expr(e))),
            Act::Refuse(n, value) => {
                out.line(format!("assert {} != {value}; // #A{n}.{value}", self.variable(*n)));
            }
            Act::Locked(body) => out.block(format!("with (p{}m)", self.process), |out| self.all(body, out)),
            Act::If(n, value, body) => {
                out.block(format!("if {} == {value}", self.variable(*n)), |out| self.all(body, out));
            }
            Act::Send(e) => {
                let value = fresh(out);
                out.line(format!("let {value} = {};", self.expr(e)));
                out.line(format!("atomic {{ if bound {{ ch.send({value}); }} }}"));
            }
            Act::Receive(n) => self.receive(*n, out),
            _ => unreachable!("[commute internal bug] not as a model: {act:?}"),
        }
    }

    fn receive(&self, n: usize, out: &mut Lines) {
        let got = fresh(out);
        if self.system.impatient {
            out.line(format!("let {got} = 0;"));
            out.line(format!(
                "select (let v = ch.receive()) {{ {got} = v; }} or timeout {{ {got} = {NOTHING}; }}"
            ));
        } else {
            out.line(format!("let {got} = ch.receive();"));
        }
        out.line(format!("{} = {got};", self.variable(n)));
    }
}
