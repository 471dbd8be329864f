//! Never "proved" where the search finds a violation: on examples, on generated programs, on random small ones, on
//! mutations. `cargo run --release -p commute-prover --example agreement` does the same for many more.

#[path = "support/programs.rs"]
mod programs;
mod support;
#[path = "support/agreement.rs"]
mod tally;

use commute_prover::ffq01::{PROGRAMS, changed};
use commute_testkit::generate::{Knobs, generate};
use commute_testkit::root;
use support::with_solver;
use tally::{Tally, compile, proved, violated};

#[test]
fn finite_instances_of_the_examples() {
    if !with_solver() {
        return;
    }
    let small: Vec<(String, String)> = ["K", "U", "W", "P", "N"]
        .iter()
        .zip(2..)
        .map(|(name, n)| ((*name).to_owned(), n.to_string()))
        .collect();
    let mut tally = Tally::default();
    for file in [
        "simple_lock.cm",
        "dekker.cm",
        "rwlock_client.cm",
        "time_varying_mutex.cm",
        "simple_lock_n.cm",
        "rwlock_client_n.cm",
    ] {
        let text = std::fs::read_to_string(root().join("examples/prove").join(file)).unwrap();
        let open: Vec<_> =
            small.iter().filter(|(n, _)| text.contains(&format!("const {n}: int;"))).cloned().collect();
        tally.check(file, &text, &open, false);
    }
    assert_eq!(tally.to_string(), "12 proved, 0 refuted by the search, 0 neither, 0 refused");
}

#[test]
fn mutations_of_the_papers_programs() {
    let mut wrong = 0;
    for program in PROGRAMS {
        for mutation in program.mutations {
            let text = changed(program.text, mutation.change);
            let program = compile(&text, &[]).expect("a program");
            if let Some(violation) = violated(&program) {
                wrong += 1;
                assert!(!mutation.fails.is_empty(), "{}: {violation}", mutation.name);
            }
        }
    }
    assert_eq!(wrong, 9, "mutations that are real bugs");
}

#[test]
fn nothing_is_found_that_proves_a_wrong_program() {
    if !with_solver() {
        return;
    }
    let dekker = PROGRAMS.iter().find(|p| p.file.ends_with("dekker.cm")).expect("it is there");
    let late = dekker.mutations.iter().find(|m| m.name == "flag set after the test").expect("it is there");
    let text = changed(&changed(dekker.text, late.change), dekker.property_only);
    let program = compile(&text, &[]).expect("a program");
    assert_eq!(violated(&program).as_deref(), Some("invariant mutual_exclusion does not hold"));
    assert_eq!(proved(&program, true, true), Some(false));
}

#[test]
fn generated_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..12 {
        let model = generate(seed, &Knobs::of_seed(seed));
        tally.check(&format!("seed {seed}"), &model.to_string(), &[], false);
    }
    assert!(tally.refused + tally.proved + tally.refuted + tally.too_weak > 0, "{tally}");
}

#[test]
fn wild_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 12..24 {
        tally.check(&format!("seed {seed}"), &programs::wild(seed), &[], false);
    }
    assert!(tally.proved >= 1 && tally.refuted >= 1, "{tally}");
}

#[test]
fn careful_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..12 {
        tally.check(&format!("seed {seed}"), &programs::careful(seed), &[], false);
    }
    assert!(tally.proved >= 8 && tally.refuted >= 4, "{tally}");
}
