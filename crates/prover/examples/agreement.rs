//! Random programs, proved and searched: `cargo run --release -p commute-prover --example agreement -- 1000 0` tries a
//! thousand of each kind from seed 0 on. It ends at the first program that is proved although an execution goes wrong.
#![allow(clippy::print_stdout, reason = "its output is what it is for")]

#[path = "../tests/support/agreement.rs"]
mod agreement;
#[path = "../tests/support/programs.rs"]
mod programs;

use agreement::Tally;
use commute_prover::ffq01::{PROGRAMS, changed};
use commute_testkit::generate::{Knobs, generate};

/// Every so many programs annotations are sought, which takes a hundred times as long.
const INFER_EVERY: u64 = 16;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a number"));
    let (programs, first) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(0));
    let kinds: [(&str, &dyn Fn(u64) -> String); 4] = [
        ("careful", &programs::careful),
        ("wild", &programs::wild),
        ("mixed", &programs::mixed),
        ("of the laboratory", &|seed| generate(seed, &Knobs::of_seed(seed)).to_string()),
    ];
    for (kind, text) in kinds {
        let mut tally = Tally::default();
        for seed in first..first + programs {
            let infer = seed % INFER_EVERY == 0 && kind != "of the laboratory";
            tally.check(&format!("{kind}, seed {seed}"), &text(seed), &[], infer);
        }
        println!("{programs} {kind} programs, each with and without reduction: {tally}");
    }
    let mut tally = Tally::default();
    for program in PROGRAMS {
        for mutation in program.mutations {
            let Some(text) = without_annotations(program, mutation) else { continue };
            tally.check(mutation.name, &text, &[], true);
        }
    }
    println!("mutations of the paper's programs without annotations: {tally}");
}

/// The mutated program with nothing but its property, if the mutation is not of an annotation.
fn without_annotations(
    program: &commute_prover::ffq01::PaperProgram,
    mutation: &commute_prover::ffq01::Mutation,
) -> Option<String> {
    let text = changed(program.text, mutation.change);
    program
        .property_only
        .iter()
        .all(|(from, _)| text.contains(from))
        .then(|| changed(&text, program.property_only))
}
