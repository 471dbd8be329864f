//! Proofs with program counters against the search. `lab --prove 1000` does the same for more.

use commute_testkit::proofs::points::Tally;

#[test]
fn nothing_is_proved_that_goes_wrong() {
    if commute_smt::find_solver(None).is_err() {
        return;
    }
    let mut tally = Tally::default();
    for seed in 0..24 {
        tally.check(seed).unwrap();
    }
    assert!(tally.proved >= 2 && tally.refuted >= 2, "{tally:?}");
}
