//! What is proved is tried out by brute force. `lab --obligations 5000` does the same for many more.

use commute_testkit::abstraction::{self, Effort};
use commute_testkit::proofs;

/// Says so if there is no solver.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what was skipped")]
fn attempt(effort: Effort) -> Option<abstraction::Attempt> {
    let attempt = abstraction::attempt(effort);
    if attempt.is_none() {
        eprintln!("skipped, because there is no solver");
    }
    attempt
}

#[test]
fn programs_of_every_kind() {
    let Some(mut attempt) = attempt(abstraction::QUICK) else { return };
    for kind in proofs::kinds() {
        abstraction::programs(&mut attempt, kind, 0..2).unwrap();
    }
    let tally = &attempt.tally;
    assert!(tally.proved >= 5 && tally.nodes >= 500 && tally.pairs >= 1, "{tally}");
}

#[test]
fn examples() {
    let Some(mut attempt) = attempt(Effort { states: 40, nodes: 1_000, triples: 10 }) else { return };
    // The others take longer.
    let few = ["simple_lock.cm", "simple_lock_guarded.cm", "simple_lock_n.cm", "dekker.cm", "ticket_lock.cm"];
    let wanted = |name: &str| few.iter().any(|file| name == format!("examples/prove/{file}"));
    abstraction::examples(&mut attempt, &wanted).unwrap();
    assert_eq!(attempt.tally.programs, few.len());
    assert_eq!(attempt.tally.not_proved + attempt.tally.refused, 0, "{}", attempt.tally);
}

/// What was proved once although it goes wrong is refuted by brute force, whatever the search says.
#[test]
fn mistakes_of_the_prover_are_noticed_on_the_programs_that_showed_them() {
    let Some(mut attempt) = attempt(abstraction::QUICK) else { return };
    if !commute_base::mutant::AVAILABLE {
        return;
    }
    for (fault, text) in [
        (
            "prove-quantifiers-share-a-variable",
            include_str!("../../../prover/tests/wrong/quantifiers_side_by_side.cm"),
        ),
        ("prove-joins-do-not-wait", include_str!("../../../prover/tests/wrong/join_inside_atomic.cm")),
        (
            "prove-loops-in-atomic-blocks-do-not-wait",
            include_str!("../../../prover/tests/wrong/loop_inside_atomic_waits.cm"),
        ),
        (
            "prove-branches-share-what-is-written",
            include_str!("../../../prover/tests/wrong/second_branch_of_atomic.cm"),
        ),
        (
            "prove-releases-always-move",
            include_str!("../../../prover/tests/wrong/release_and_try_acquire.cm"),
        ),
        ("prove-objects-are-places", include_str!("../../../prover/tests/wrong/different_objects_equal.cm")),
        (
            "prove-initializers-do-not-fail",
            include_str!("../../../prover/tests/wrong/fault_in_initializer.cm"),
        ),
        ("prove-families-have-threads", include_str!("../../../prover/tests/wrong/empty_family.cm")),
    ] {
        attempt.program(text, false, &[]).unwrap_or_else(|broken| panic!("without {fault}: {}", broken.0));
        let broken = commute_base::mutant::with(fault, || attempt.program(text, false, &[]));
        let what = broken.expect_err(fault).0;
        assert!(!what.contains("an execution goes wrong"), "{fault} is noticed by the search only: {what}");
    }
}
