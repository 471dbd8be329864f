//! Random formulas about random programs: reductions do not change the answer, counterexamples are confirmed, and the
//! answers do not contradict each other.
//!
//! The seeds are fixed; `LTL=10000 cargo test --release -p commute-testkit --test whole ltl_random` runs longer.

use commute_testkit::Model;
use commute_testkit::difftest::formulas::{atoms, lasting};
use commute_testkit::difftest::temporal::compare;
use commute_testkit::generate::{Knobs, Random, generate};

/// A program of threads that go on for ever, with steps of their own between those that others can see.
fn endless(random: &mut Random) -> String {
    const OWN: [&str; 3] = ["own.v = 1 - own.v;", "yield;", "if own.v == 0 { yield; }"];
    const SHARED: [&str; 8] = [
        "x = !x;",
        "y = true;",
        "y = x;",
        "with (m) { y = !y; }",
        "with (m) { yield; }",
        "when (x) { y = !y; }",
        "atomic { let c = choose(0..2); if c == 1 { x = y; } }",
        "synchronized (both) { both.v = 1 - both.v; }",
    ];
    let mut text = String::from(
        "class Cell { v: int; }\nvar x: bool;\nvar y: bool;\nvar m: lock;\nvar both: Cell = new Cell();\n",
    );
    for t in 0..random.between(2, 3) {
        text.push_str(&format!("thread t{t} {{ let own = new Cell(); loop {{\n"));
        for _ in 0..random.between(1, 3) {
            let statement = if random.chance(60) { random.pick(&OWN) } else { random.pick(&SHARED) };
            text.push_str(&format!("    {statement}\n"));
        }
        text.push_str(if random.chance(30) { "    if x { break; }\n} }\n" } else { "} }\n" });
    }
    text
}

/// Compares the answers about two formulas for each program. How many were compared, how many were true of all
/// executions, and how many of some but not of others.
fn run(count: u64, program: impl Fn(u64) -> String) -> (usize, usize, usize) {
    let (mut true_of_all, mut of_some, mut compared) = (0, 0, 0);
    for seed in 0..count {
        let text = program(seed);
        let model =
            Model::compile("random.cm", &text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0));
        let atoms = atoms(&model.program);
        let mut random = Random::new(seed);
        for _ in 0..if atoms.is_empty() { 0 } else { 2 } {
            let formula = lasting(&mut random, &atoms);
            let answer = compare(&model.program, &formula)
                .unwrap_or_else(|what| panic!("seed {seed}: {what}: {formula:?}\n{text}"));
            compared += usize::from(answer.is_some());
            true_of_all += usize::from(answer.is_some_and(|a| a.of_all));
            of_some += usize::from(answer.is_some_and(|a| a.of_some));
        }
    }
    (compared, true_of_all, of_some)
}

fn seeds(usual: u64) -> u64 {
    std::env::var("LTL").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// If the answers are nearly always the same, the comparison says little.
fn is_telling((compared, true_of_all, of_some): (usize, usize, usize), count: u64) -> bool {
    compared as u64 > count && true_of_all * 20 > compared && of_some * 20 > compared
}

#[test]
fn reductions_and_fairness_agree_on_random_programs() {
    let count = seeds(60);
    let numbers = run(count, |seed| generate(seed, &Knobs::of_seed(seed)).to_string());
    assert!(is_telling(numbers, count), "{numbers:?}");
}

#[test]
fn reductions_and_fairness_agree_on_endless_programs() {
    let count = seeds(100);
    let numbers = run(count, |seed| endless(&mut Random::new(seed)));
    assert!(is_telling(numbers, count), "{numbers:?}");
}
