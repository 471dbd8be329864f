//! The soundness laboratory in small: on generated programs, everything that searches must agree.
//!
//! For each program the compiler must accept it, its text forms must keep it, every search of the virtual machine must
//! find the violations that the plain search of the independent interpreter finds (those that leave nothing out
//! also the same states and transitions), and every counterexample must be confirmed. The `lab` binary does the same
//! for as long as one likes.

use commute_testkit::difftest::{Tally, examine};
use commute_testkit::generate::{CONSTRUCTS, Knobs, Model, generate, starting};

/// How many programs: about half a minute on two cores.
const PROGRAMS: u64 = 400;
/// Programs with more states are left out.
const MAX_STATES: u64 = 2_000;

#[test]
fn everything_agrees_on_generated_programs() {
    // Two halves, since the machine has at least two cores.
    let halves = [0, 1].map(|half| {
        std::thread::spawn(move || {
            let mut tally = Tally::default();
            (half..PROGRAMS).step_by(2).for_each(|seed| check(seed, &mut tally));
            tally
        })
    });
    let mut tally = Tally::default();
    for half in halves {
        tally.merge(&half.join().unwrap());
    }
    assert_eq!(tally.programs(), PROGRAMS);
    assert_eq!(tally.missing(), Vec::<&str>::new(), "constructs in no program:\n{tally}");
    assert!(tally.skipped * 3 <= PROGRAMS, "too many programs are too large:\n{tally}");
    assert!(tally.violated * 4 >= tally.agreed, "too few programs have violations:\n{tally}");
    assert!(tally.violated * 2 <= tally.agreed, "too many programs have violations:\n{tally}");
    assert!(tally.kinds.len() >= 8, "too few kinds of violations:\n{tally}");
    assert_eq!(tally.constructs.len(), CONSTRUCTS.len());
    // Sleep sets alone leave out steps, not states; and few of these programs have equal threads.
    let saves = |name: &str| !name.starts_with("sleep") && !name.ends_with("symmetry");
    for (name, saving) in tally.savings.iter().filter(|(name, _)| saves(name)) {
        assert!(saving.reduced * 4 >= saving.programs, "{name} hardly ever reduces:\n{tally}");
    }
}

fn check(seed: u64, tally: &mut Tally) {
    check_model(generate(seed, &Knobs::of_seed(seed)), seed, tally);
}

fn check_model(model: Model, seed: u64, tally: &mut Tally) {
    match examine(&model, seed, MAX_STATES) {
        Ok(verdict) => tally.add(&model.to_string(), &verdict),
        Err(failure) => panic!("seed {seed}: {}\n\n{}", failure.1, failure.0),
    }
}

/// The same for programs that start threads and name them by their numbers.
#[test]
fn everything_agrees_on_programs_that_start_threads() {
    let mut tally = Tally::default();
    let most = std::env::var("COMMUTE_PROGRAMS").map_or(60, |n| n.parse().unwrap());
    (0..most).for_each(|seed| check_model(starting(seed), seed, &mut tally));
    assert!(tally.contradicting * 4 >= tally.agreed, "too few annotations are contradicted:\n{tally}");
    assert!(tally.violated * 10 >= tally.agreed, "too few programs have violations:\n{tally}");
}
