//! Random concurrent programs.

use super::SLOTS;
use super::kinds::{Kind, kinds};
use super::program::{Object, Program, Stmt};
use crate::generate::Random;

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let threads = if random.chance(65) { 2 } else { 1 + 2 * random.below(2) };
    let kinds = kinds();
    let mut taken: Vec<Kind> = Vec::new();
    for _ in 0..random.between(1, 2) {
        let at = random.weighted(kinds.iter().map(|kind| kind.weight));
        taken.push(kinds[at].clone());
    }
    let objects = taken.iter().enumerate().map(|(n, kind)| object(&format!("q{n}"), kind)).collect();
    let mut maker = Maker { random, kinds: taken, threads, left: SLOTS };
    let most = if threads == 3 { 2 } else { 4 };
    let bodies: Vec<Vec<Stmt>> = (0..threads).map(|_| maker.list(1, most, 0)).collect();
    let main = maker.main();
    let mut program = Program { objects, main, threads: bodies };
    program.lists_mut().for_each(trim);
    program
}

fn object(name: &str, kind: &Kind) -> Object {
    let fill = |texts: &[&str]| texts.iter().map(|text| text.replace('$', name)).collect();
    let (declarations, ends) = (fill(&kind.declarations), fill(&kind.ends));
    Object { name: name.to_owned(), kind: kind.name, declarations, ends }
}

/// Blocks around nothing say nothing.
fn trim(list: &mut Vec<Stmt>) {
    list.retain_mut(|stmt| match stmt {
        Stmt::Block(_, _, body) => {
            trim(body);
            !body.is_empty()
        }
        _ => true,
    });
}

struct Maker {
    random: Random,
    kinds: Vec<Kind>,
    threads: usize,
    /// How many observations there is room for.
    left: usize,
}

impl Maker {
    fn list(&mut self, least: usize, most: usize, depth: usize) -> Vec<Stmt> {
        let mut list = Vec::new();
        for _ in 0..self.random.between(least, most) {
            let stmt = self.statement(depth);
            list.extend(stmt);
        }
        list
    }

    fn statement(&mut self, depth: usize) -> Option<Stmt> {
        let at = self.random.below(self.kinds.len());
        let kind = self.kinds[at].clone();
        let name = format!("q{at}");
        if self.left > 2 && depth < 2 && !kind.blocks.is_empty() && self.random.chance(35) {
            let (open, close) = *self.random.pick(&kind.blocks);
            let (open, close) = (open.replace('$', &name), close.replace('$', &name));
            self.left -= 1;
            let block = Stmt::Block(open, close, self.list(1, 2, depth + 1));
            return Some(block);
        }
        if self.left == 0 || kind.operations.is_empty() {
            return None;
        }
        self.left -= 1;
        let (ty, text) = *self.random.pick(&kind.operations);
        Some(Stmt::Op(ty, self.fill(text, &name)))
    }

    fn fill(&mut self, text: &str, name: &str) -> String {
        let mut filled = String::new();
        let thread = match self.random.below(self.threads + 1) {
            0 if self.random.chance(50) => "tm".to_owned(),
            n => format!("t{}", n.saturating_sub(1)),
        };
        for c in text.chars() {
            match c {
                '$' => filled.push_str(name),
                '@' => filled.push_str(&thread),
                '#' => filled.push_str(&self.random.below(2).to_string()),
                c => filled.push(c),
            }
        }
        filled
    }

    /// What `main` does: it starts all threads, and something before, between and after.
    fn main(&mut self) -> Vec<Stmt> {
        let serial = self.random.chance(20);
        let mut main = Vec::new();
        for n in 0..self.threads {
            if self.random.chance(20) {
                main.extend(self.statement(1));
            }
            main.push(Stmt::Start(n));
            if serial {
                main.push(Stmt::Join(n));
            }
        }
        let most = if self.threads == 1 { 3 } else { 1 };
        main.extend(self.list(0, most, 1));
        main
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_room_for_what_they_observe() {
        for seed in 0..2000 {
            assert!(generate(seed).slots() <= SLOTS);
        }
    }
}
