//! What Java leaves open and the user can settle: wake-ups without a reason, and random numbers.

use crate::support;
use commute::{Check, JavaOptions, Reduction, StopReason};
use commute_explore::Verdict;
use std::path::Path;

/// What goes wrong first, if something does. A violation is confirmed by the independent interpreter.
fn violation(classes: &Path, main: &str, open: JavaOptions) -> Option<String> {
    let (class_path, main) = (vec![classes.to_owned()], Some(main.to_owned()));
    let program = support::read("open", &JavaOptions { class_path, main, ..open });
    let outcome = support::explore(&program, &Check::new().reduction(Reduction::None));
    if let Verdict::Undecided(StopReason::Unfollowed(_)) = outcome.verdict {
        return Some("unsupported".to_owned());
    }
    support::confirm(&program, &outcome);
    Some(outcome.found.first()?.violation.kind.name().to_owned())
}

#[test]
fn what_is_open_is_settled_by_the_user() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("open");
    support::javac(&support::sources("tests/open"), &classes);
    let spurious = || JavaOptions { spurious_wakeups: true, ..JavaOptions::default() };
    for main in ["WaitIf", "AwaitIf", "ParkIf", "WaitWhile"] {
        assert_eq!(violation(&classes, main, JavaOptions::default()), None, "{main}");
        let expected = (main != "WaitWhile").then(|| "uncaught_exception".to_owned());
        assert_eq!(violation(&classes, main, spurious()), expected, "{main}");
    }
    let seeded = JavaOptions { seed: Some(42), ..JavaOptions::default() };
    for main in ["Seeded", "Splittable"] {
        assert_eq!(violation(&classes, main, seeded.clone()), None, "{main}");
        assert_eq!(
            violation(&classes, main, JavaOptions::default()),
            Some("unsupported".to_owned()),
            "{main}"
        );
    }
}
