//! What Java leaves open and the user can settle: wake-ups without a reason, and random numbers.

mod support;

use commute::engine::search;
use commute_base::SourceMap;
use commute_certify::confirms;
use commute_explore::{Options, StopReason, Unobserved, Verdict};
use commute_front_jvm::{Input, Open, load};
use commute_vm::Vm;
use std::path::Path;
use std::sync::Arc;

/// What goes wrong first, if something does. A violation is confirmed by the independent interpreter.
fn violation(classes: &Path, main: &str, open: Open) -> Option<String> {
    let input = Input { program: Some(classes.into()), main: Some(main.into()), open, ..Input::default() };
    let mut program = load(&input, &mut SourceMap::default()).unwrap().program;
    if open.spurious_wakeups {
        program.allow_spurious_wakeups();
    }
    let outcome = search(&mut Vm::new(Arc::new(program.clone())), &Options::default(), &mut Unobserved);
    if let Verdict::Undecided(StopReason::Unfollowed(_)) = outcome.verdict {
        return Some("unsupported".to_owned());
    }
    let found = outcome.found.first()?;
    confirms(&program, &found.schedule, &found.violation.kind).unwrap();
    Some(found.violation.kind.name().to_owned())
}

#[test]
fn what_is_open_is_settled_by_the_user() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("open");
    support::javac(&support::sources("tests/open"), &classes);
    let spurious = Open { spurious_wakeups: true, ..Open::default() };
    for main in ["WaitIf", "AwaitIf", "ParkIf", "WaitWhile"] {
        assert_eq!(violation(&classes, main, Open::default()), None, "{main}");
        let expected = (main != "WaitWhile").then(|| "uncaught_exception".to_owned());
        assert_eq!(violation(&classes, main, spurious), expected, "{main}");
    }
    let seeded = Open { seed: Some(42), ..Open::default() };
    assert_eq!(violation(&classes, "Seeded", seeded), None);
    assert_eq!(violation(&classes, "Seeded", Open::default()), Some("unsupported".to_owned()));
}
