//! Data that belongs to a thread which was started: what reductions know of it must not hide anything.

use crate::support;
use commute::{Check, OracleKind, Reduction};
use commute_explore::Verdict;

#[test]
fn what_threads_own() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("owners");
    support::javac(&support::sources("tests/owners"), &classes);
    let reductions = [
        Reduction::None,
        Reduction::Transactions(OracleKind::Auto),
        Reduction::InvisibleFirst(OracleKind::Locks),
        Reduction::Ample(OracleKind::Locks),
    ];
    let expected = [
        ("OwnedByThreads", Verdict::Holds),
        ("OwnerGivenLater", Verdict::Violated),
        ("OwnerOfTwo", Verdict::Violated),
        ("OwnerStartedByOther", Verdict::Violated),
    ];
    for (main, verdict) in expected {
        let program = support::program(&classes, main);
        for reduction in reductions {
            let outcome = support::explore(&program, &Check::new().reduction(reduction).depth_first(true));
            assert_eq!(outcome.verdict, verdict, "{main}, {reduction:?}");
            support::confirm(&program, &outcome);
        }
    }
}
