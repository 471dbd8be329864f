//! Random programs for both languages.

use super::{CELLS, Cond, Expr, FAILURES, FLAGS, INTS, LENGTH, LOCALS, LOCKS, MODULUS, Stmt, Twin, WIRES};
use crate::generate::Random;

/// The program of a seed.
pub fn generate(seed: u64) -> Twin {
    if seed % WIRED_IN == WIRED_IN - 1 {
        return over_sockets(seed);
    }
    let mut random = Random::new(seed);
    let threads = 1 + random.below(3);
    let size = if threads == 3 { 2 } else { 4 };
    let native = random.chance(50);
    let mut maker = Maker { random, asserts: 0, held: Vec::new() };
    let main = if threads < 3 { maker.list(2, 1) } else { Vec::new() };
    let bodies = (0..threads).map(|_| maker.list(size, 0)).collect();
    let mut flags = |percent| (0..threads).map(|_| maker.random.chance(percent)).collect();
    let (interrupted, joined) = (flags(8), flags(90));
    Twin { main, threads: bodies, interrupted, joined, wired: false, native }
}

/// One of so many programs is about messages over sockets.
const WIRED_IN: u64 = 16;

/// A small program in which two threads and `main` send and receive. Nothing is sent in a loop, so that no buffer is ever full.
fn over_sockets(seed: u64) -> Twin {
    let random = Random::new(seed);
    let mut maker = Maker { random, asserts: 0, held: Vec::new() };
    let mut body = |most| {
        let mut list = maker.list(most, 3);
        for _ in 0..1 + maker.random.below(2) {
            let (wire, at) = (maker.random.below(WIRES), maker.random.below(list.len() + 1));
            let sends = maker.random.chance(55);
            let message = if sends {
                Stmt::Send(wire, maker.expr(0))
            } else {
                Stmt::Receive(maker.random.below(LOCALS), wire)
            };
            list.insert(at, message);
        }
        list
    };
    let (main, threads) = (body(1), vec![body(1), body(1)]);
    Twin { main, threads, interrupted: vec![false; 2], joined: vec![true; 2], wired: true, native: true }
}

struct Maker {
    random: Random,
    asserts: usize,
    /// The locks of the blocks around the statement.
    held: Vec<usize>,
}

impl Maker {
    fn list(&mut self, most: usize, depth: usize) -> Vec<Stmt> {
        (0..1 + self.random.below(most)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        let weights = [28, 12, if depth < 3 { 26 } else { 0 }, 8];
        match self.random.weighted(weights.into_iter()) {
            0 => self.assignment(),
            1 => self.risky(),
            2 => self.block(depth + 1),
            _ => self.signal(),
        }
    }

    fn assignment(&mut self) -> Stmt {
        match self.random.below(8) {
            0..=2 => Stmt::SetInt(self.random.below(INTS), self.expr(1)),
            3 | 4 => Stmt::SetFlag(self.random.below(FLAGS), self.random.chance(70)),
            5 => Stmt::SetLocal(self.random.below(LOCALS), self.expr(1)),
            6 => Stmt::New(self.random.below(CELLS)),
            _ if self.random.chance(15) => Stmt::Clear(self.random.below(CELLS)),
            _ => Stmt::Copy(self.random.below(CELLS), self.random.below(CELLS)),
        }
    }

    /// What may raise something.
    fn risky(&mut self) -> Stmt {
        let (cell, local) = (self.random.below(CELLS), self.random.below(LOCALS));
        match self.random.below(9) {
            0 => Stmt::Link(cell, self.random.below(CELLS)),
            1 if self.random.chance(15) => Stmt::Follow(cell),
            1 | 2 => Stmt::SetField(cell, self.expr(0)),
            3 => Stmt::GetField(local, cell),
            4 => Stmt::SetElement(self.index(), self.expr(0)),
            5 => Stmt::GetElement(local, self.index()),
            6 if self.random.chance(20) => Stmt::Divide(local, self.expr(0), self.expr(0)),
            7 if self.random.chance(25) => Stmt::Throw(self.random.below(FAILURES)),
            _ => {
                self.asserts += 1;
                Stmt::Assert(self.cond(), self.asserts)
            }
        }
    }

    fn block(&mut self, depth: usize) -> Stmt {
        match self.random.below(10) {
            0 | 1 => Stmt::If(self.cond(), self.list(2, depth), self.list(1, depth)),
            2 if self.random.chance(40) => Stmt::While(self.cond(), self.list(1, depth)),
            3 => Stmt::Twice(self.list(1, depth)),
            4 | 5 => Stmt::Try(self.random.below(FAILURES), self.list(2, depth), self.list(1, depth)),
            _ => {
                let lock = self.random.below(LOCKS);
                self.held.push(lock);
                let body = self.list(2, depth);
                self.held.pop();
                Stmt::Sync(lock, body)
            }
        }
    }

    /// Waiting and notifying, of what is held; if nothing is, now and then without holding it.
    fn signal(&mut self) -> Stmt {
        let lock = match self.held.last() {
            Some(_) => *self.random.pick(&self.held),
            None if self.random.chance(10) => self.random.below(LOCKS),
            None => return self.assignment(),
        };
        match self.random.below(8) {
            0 | 1 if self.random.chance(60) => Stmt::Wait(lock),
            0..=3 => Stmt::While(self.cond(), vec![Stmt::Wait(lock)]),
            4 | 5 => Stmt::Notify(lock),
            _ => Stmt::NotifyAll(lock),
        }
    }

    /// An index that is nearly always good.
    fn index(&mut self) -> Expr {
        match self.random.below(5) {
            0 => Expr::Int(self.random.below(INTS)),
            _ => Expr::Constant(self.random.below(LENGTH)),
        }
    }

    fn expr(&mut self, depth: usize) -> Expr {
        match self.random.below(if depth > 0 { 6 } else { 4 }) {
            0 => Expr::Constant(self.random.below(MODULUS)),
            1 => Expr::Local(self.random.below(LOCALS)),
            2 | 3 => Expr::Int(self.random.below(INTS)),
            _ => Expr::Sum(Box::new((self.expr(depth - 1), self.expr(depth - 1)))),
        }
    }

    fn cond(&mut self) -> Cond {
        match self.random.below(5) {
            0 => Cond::IsNull(self.random.below(CELLS)),
            // The Java compiler rejects what follows a condition that is always the same.
            1 | 2 => Cond::Equal(Expr::Int(self.random.below(INTS)), self.expr(0)),
            _ => Cond::Flag(self.random.below(FLAGS), self.random.chance(50)),
        }
    }
}
