//! Random systems.

use super::{Act, Expr, Fault, MODULUS, System, VARIABLES};
use crate::generate::Random;

/// The system of a seed.
pub fn generate(seed: u64) -> System {
    let mut random = Random::new(seed ^ 0x5e57);
    let connects = random.chance(55);
    let mut maker = Maker { random, connects };
    // Three threads are enough for what matters, and more have too many interleavings.
    let second = maker.random.below(4);
    let processes = [0, 1].map(|process| {
        let threads = 1 + usize::from(second == process);
        (0..threads).map(|thread| maker.body(process, thread)).collect()
    });
    let (faults, restarts) = maker.faults();
    System { processes, impatient: maker.random.chance(25), faults, restarts }
}

struct Maker {
    random: Random,
    connects: bool,
}

impl Maker {
    fn faults(&mut self) -> (Vec<(Fault, usize)>, bool) {
        let mut faults = Vec::new();
        let mut add = |random: &mut Random, fault, percent| {
            if random.chance(percent) {
                faults.push((fault, 1 + usize::from(random.chance(15))));
            }
        };
        let random = &mut self.random;
        if !self.connects {
            for fault in [Fault::Drop, Fault::Duplicate, Fault::Reorder] {
                add(random, fault, 30);
            }
        } else {
            add(random, Fault::Reset, 25);
        }
        add(random, Fault::Partition, 15);
        for process in 0..2 {
            add(random, Fault::Crash(process), 20);
        }
        let crashes = faults.iter().any(|(fault, _)| matches!(fault, Fault::Crash(_)));
        let restarts = crashes && random.chance(40);
        // Some failure is enough: each multiplies the states.
        while faults.len() > if restarts { 1 } else { 2 } {
            let at = random.below(faults.len());
            faults.remove(at);
        }
        let crashes = faults.iter().any(|(fault, _)| matches!(fault, Fault::Crash(_)));
        (faults, restarts && crashes)
    }

    fn body(&mut self, process: usize, thread: usize) -> Vec<Act> {
        let mut acts: Vec<Act> = (0..self.random.between(0, 1)).map(|_| self.plain(1)).collect();
        let mut talk = Vec::new();
        if self.connects && thread == 0 {
            talk.push(if process == 0 { Act::Accept } else { Act::Connect(self.variable()) });
        }
        let most = if thread == 0 { 2 } else { 1 };
        for _ in 0..self.random.between(1, most) {
            talk.push(self.message(process));
        }
        // What is said comes in its order, with other things between.
        let mut at = 0;
        for act in talk {
            at += self.random.below(acts.len() + 1 - at);
            acts.insert(at, act);
            at += 1;
        }
        if self.random.chance(6) {
            acts.push(Act::Exit);
        }
        acts
    }

    fn variable(&mut self) -> usize {
        self.random.below(VARIABLES)
    }

    fn expr(&mut self) -> Expr {
        match self.random.below(4) {
            0 | 1 => Expr::Constant(self.random.below(MODULUS)),
            2 => Expr::Variable(self.variable()),
            _ => Expr::Next(self.variable()),
        }
    }

    fn plain(&mut self, depth: usize) -> Act {
        match self.random.below(if depth > 0 { 8 } else { 4 }) {
            0..=2 => Act::Set(self.variable(), self.expr()),
            3 => Act::Refuse(self.variable(), self.random.below(MODULUS)),
            4 => Act::If(self.variable(), self.random.below(MODULUS), vec![self.plain(depth - 1)]),
            _ => Act::Locked((0..self.random.between(1, 2)).map(|_| self.plain(depth - 1)).collect()),
        }
    }

    fn message(&mut self, process: usize) -> Act {
        let act = match self.random.below(if self.connects { 7 } else { 3 }) {
            0..=2 if process == 0 && self.random.chance(80) => Act::Receive(self.variable()),
            0..=2 => Act::Send(self.expr()),
            3 | 4 => Act::Write(self.expr()),
            5 => Act::Read(self.variable()),
            _ if self.random.chance(50) => Act::Close,
            _ => Act::Read(self.variable()),
        };
        if self.random.chance(20) { Act::Locked(vec![act]) } else { act }
    }
}
