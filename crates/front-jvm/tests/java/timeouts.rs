//! Waits for a time: by default it may be up at any moment, with `timeouts_last` only if nothing else can happen.

use crate::support;
use commute::{Check, JavaOptions, Reduction, StopReason, Verdict};
use commute_explore::Verdict as Searched;

/// The programs whose waits always have an end, and what the others come to with times that are up last.
const OTHERS: [(&str, &str); 3] =
    [("Nobody", "uncaught_exception"), ("Two", "uncaught_exception"), ("Spins", "time stands")];
const ALWAYS: [&str; 14] = [
    "OnLatch",
    "OnFuture",
    "OnCompletable",
    "OnSemaphore",
    "OnLock",
    "OnWriteLock",
    "OnCondition",
    "OnMonitor",
    "OnQueue",
    "OnBarrier",
    "OnExchanger",
    "OnJoin",
    "OnSleep",
    "OnPark",
];

#[test]
fn times_that_are_up_last() {
    if !support::has_jdk() {
        return;
    }
    let directory = support::root().join("crates/front-jvm/tests/timeouts");
    let classes = support::scratch("timeouts");
    support::javac(&[directory.join("Late.java")], &classes);
    let found = |name: &str, timeouts_last: bool, check: &Check| {
        let (class_path, main) = (vec![classes.clone()], Some(format!("Late${name}")));
        let options = JavaOptions { class_path, main, timeouts_last, ..JavaOptions::default() };
        let report = check.build().unwrap().run(&support::read(name, &options)).unwrap();
        match (report.verdict, &report.searched) {
            (Verdict::Holds, _) => "holds".to_owned(),
            (_, Searched::Undecided(StopReason::TimeStands)) => "time stands".to_owned(),
            _ => report.counterexamples[0].violation.kind.name().to_owned(),
        }
    };
    for name in ALWAYS {
        assert_eq!(found(name, true, &Check::new()), "holds", "{name}");
        assert_eq!(found(name, false, &Check::new()), "uncaught_exception", "{name}");
    }
    for (name, expected) in OTHERS {
        assert_eq!(found(name, true, &Check::new()), expected, "{name}");
        assert_eq!(found(name, true, &Check::new().reduction(Reduction::None)), expected, "{name}");
    }
}
