//! Random small concurrent programs for the soundness laboratory: every search that claims to see what the plain
//! search sees is compared with it on thousands of these.
//!
//! A program is made in three steps. First it is decided what it is about ([`Feature`]s), what it declares and which
//! lock protects what ([`World`]). Then protocols are laid out: who sends to whom, who waits for whom, in an order
//! in which they can succeed. Then each thread gets a body of its part of the protocols and of statements at random,
//! which keep to the locking discipline but for rare mistakes. All data is finite, so the state space is.

mod acyclic;
mod aimed;
mod bodies;
mod control;
mod copies;
mod coverage;
mod crowd;
mod declare;
mod dense;
mod distributed;
mod everywhere;
mod exprs;
mod heap;
mod machinery;
mod paths;
mod plain;
mod predicates;
mod protocols;
mod random;
mod sections;
mod shrink;
mod simple;
mod specs;
mod starts;
mod timeouts;
mod tree;
mod wholes;
mod world;

pub use acyclic::acyclic;
pub use aimed::aimed;
pub use copies::{with_copies, with_long_arrays};
pub use coverage::{CONSTRUCTS, Construct, constructs_of};
pub use crowd::crowd;
pub use distributed::distributed;
pub use everywhere::{ROUND, everywhere, everywhere_annotated, everywhere_spinning, everywhere_stuck};
pub use paths::paths;
pub use plain::with_plain;
pub use predicates::predicates;
pub use random::Random;
pub use shrink::shrink;
pub use starts::starting;
pub use timeouts::with_timeouts;
pub use tree::{Arm, Model, Node, Text};
pub use wholes::wholes;
pub use world::{Feature, World};

use machinery::Generator;

/// How large and how disciplined programs are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knobs {
    /// The most threads that are declared, at least two.
    pub threads: usize,
    /// About how many statements all threads together have.
    pub statements: usize,
    /// How deep blocks nest.
    pub depth: usize,
    /// The least and the greatest number of features of one program.
    pub features: (usize, usize),
    /// How many of a hundred programs contain mistakes at all.
    pub sloppy: u32,
    /// In these, how many of a hundred occasions for a mistake are taken.
    pub mistakes: u32,
    /// Whether the program is a dense one: few lines, all about the same few objects.
    pub dense: bool,
    /// How many of a hundred assertions are about anything, rather than about what should hold.
    pub wild_assertions: u32,
}

impl Default for Knobs {
    fn default() -> Self {
        Self {
            threads: 4,
            statements: 10,
            depth: 3,
            features: (2, 5),
            sloppy: 50,
            mistakes: 12,
            dense: false,
            wild_assertions: 12,
        }
    }
}

impl Knobs {
    /// The usual mixture: dense programs, small ones about many things, and larger ones about few.
    pub fn of_seed(seed: u64) -> Self {
        let usual = Self::default();
        let usual = Self { dense: seed / 4 % 2 == 1, ..usual };
        match seed % 4 {
            0 => Self { statements: 6, features: (4, 7), ..usual },
            1 => Self { statements: 14, threads: 2, ..usual },
            2 => Self { sloppy: 100, mistakes: 20, ..usual },
            _ => usual,
        }
    }
}

/// The program of a seed: always the same one.
pub fn generate(seed: u64, knobs: &Knobs) -> Model {
    let generator = Generator::new(seed, knobs);
    let mut model = if knobs.dense { generator.dense_program() } else { generator.program() };
    if matches!(seed % 32, 5 | 7 | 10 | 26 | 30) {
        annotate_fields(&mut model, &mut Random::new(!seed));
    }
    model
}

/// Says something about the fields of cells, which is often not true.
fn annotate_fields(model: &mut Model, random: &mut Random) {
    const SAID: [&str; 6] =
        [" guarded_by this", " guarded_by this", " unshared", " readonly", " exclusive(i) when i == 1", ""];
    let cell = |arm: &&mut Arm| arm.head.to_string() == "class Cell";
    let arms = model.items.iter_mut().filter_map(|item| match item {
        Node::Block(arms) => Some(arms),
        Node::Line(_) => None,
    });
    for node in arms.flatten().filter(cell).flat_map(|arm| &mut arm.body) {
        if let Node::Line(line) = node
            && ["v: mod 3;", "next: Cell;"].contains(&line.pattern.as_str())
        {
            line.pattern = line.pattern.replace(';', &format!("{};", random.pick(&SAID)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_program_again() {
        let knobs = Knobs::default();
        for seed in 0..50 {
            assert_eq!(generate(seed, &knobs), generate(seed, &knobs));
        }
        assert_ne!(generate(1, &knobs), generate(2, &knobs));
    }
}
