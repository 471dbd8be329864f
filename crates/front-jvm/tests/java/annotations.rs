//! `@Exclusive`, `@Unshared` and `@Communication`: what is said of fields is checked, and an error if it is not understood.

use crate::support;
use commute::{Check, JavaOptions, OracleKind, Program, Reduction};
use commute_explore::Verdict;
use std::path::PathBuf;

/// Compiles `tests/annotations`; where the classes are.
fn classes(name: &str) -> PathBuf {
    let classes = support::scratch(name);
    support::javac_with(
        &support::sources("tests/annotations"),
        &classes,
        &support::root().join("examples/java"),
    );
    classes
}

#[test]
fn what_is_said_of_fields_is_checked() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("said");
    let found = |main: &str, reduction| {
        let program = support::program(&classes, main);
        let check = Check::new().reduction(reduction);
        let outcome = support::explore(&program, &check);
        support::confirm(&program, &outcome);
        outcome.found.first().map(|found| found.violation.message.clone())
    };
    for oracle in [OracleKind::Predicates, OracleKind::Auto] {
        for reduction in [Reduction::Transactions(oracle), Reduction::InvisibleFirst(oracle)] {
            assert_eq!(found("Baton", reduction), None);
            let message = found("Careless", reduction).unwrap();
            assert!(
                message.contains("Careless$Box.value is accessed by a thread without exclusive access"),
                "{message}"
            );
            let message = found("Shared", reduction).unwrap();
            assert!(message.contains("Shared.value is accessed by a second thread"), "{message}");
        }
    }
    let plain =
        support::explore(&support::program(&classes, "Baton"), &Check::new().reduction(Reduction::None));
    assert_eq!(plain.verdict, Verdict::Holds);
}

#[test]
fn what_is_not_understood_is_an_error() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("misunderstood");
    let expected = [
        ("NoSuchField", "there is no `ownr`"),
        ("NoThread", "two things are compared that are not alike"),
        ("NoTruth", "something else stands where a truth value is asked for"),
        ("NoEnd", "`)` comes too early"),
        ("NoThis", "a static field has no `this`"),
        ("NoSymbol", "`^` has no meaning here"),
        ("NoString", "what stands for a thread is not declared as one"),
    ];
    for (main, why) in expected {
        let options = JavaOptions {
            class_path: vec![classes.clone()],
            main: Some(main.to_owned()),
            ..JavaOptions::default()
        };
        let error = Program::java(main, &options).err().map(|error| error.to_string());
        let text = format!("@Exclusive of {main}.value is not understood: {why}");
        assert_eq!(error.as_deref(), Some(text.as_str()));
    }
}
