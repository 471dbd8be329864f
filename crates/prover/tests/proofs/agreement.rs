//! Never "proved" where the search finds a violation: on examples, on generated programs, on random small ones, on
//! mutations. `lab --prove 1000` does the same for many more.

use crate::support::with_solver;
use commute_prover::ffq01::{PROGRAMS, changed};
use commute_testkit::generate::{Knobs, generate};
use commute_testkit::proofs::{Tally, careful, compile, mixed, proved, violated, wild};
use commute_testkit::root;

#[test]
fn finite_instances_of_the_examples() {
    if !with_solver() {
        return;
    }
    let small = [("K", 2), ("U", 1), ("P", 1), ("W", 2), ("T", 2), ("N", 3), ("SIZE", 2)];
    let mut tally = Tally::default();
    let mut files: Vec<_> = std::fs::read_dir(root().join("examples/prove")).unwrap().collect();
    files.sort_by_key(|file| file.as_ref().unwrap().path());
    for file in files {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let open = small.iter().filter(|(n, _)| text.contains(&format!("const {n}: int;")));
        let open: Vec<_> = open.map(|(n, value)| ((*n).to_owned(), value.to_string())).collect();
        tally.check(&path.display().to_string(), &text, &open, !text.contains("env(i)")).unwrap();
    }
    assert_eq!(tally.to_string(), "30 proved, 0 refuted by the search, 0 neither, 0 refused");
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
        tally.check(&format!("seed {seed}"), &model.to_string(), &[], false).unwrap();
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
        tally.check(&format!("seed {seed}"), &wild(seed), &[], false).unwrap();
    }
    assert!(tally.proved >= 1 && tally.refuted >= 1, "{tally}");
}

#[test]
fn careful_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..8 {
        tally.check(&format!("seed {seed}"), &careful(seed), &[], false).unwrap();
    }
    assert!(tally.proved >= 4 && tally.refuted >= 2, "{tally}");
}

#[test]
fn mixed_programs() {
    if !with_solver() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..10 {
        tally.check(&format!("seed {seed}"), &mixed(seed), &[], false).unwrap();
    }
    assert!(tally.proved >= 2 && tally.refuted >= 2, "{tally}");
}
