//! Tests in the style of JUnit as programs, and what `@GuardedBy` says of fields.

use crate::support;
use commute::{Check, JavaOptions, OracleKind, Program, Reduction, StopReason};
use commute_base::SourceMap;
use commute_explore::{Outcome, Verdict};
use commute_front_jvm::{Claim, Input, LoadError, Notes, Promise, load, tests};
use std::path::PathBuf;

/// Compiles `tests/junit`; where the classes are.
fn classes(name: &str) -> PathBuf {
    let classes = support::scratch(name);
    let directory = support::root().join("crates/front-jvm/tests/junit");
    support::javac_with(&support::sources("tests/junit"), &classes, &directory);
    classes
}

fn verdict(classes: &std::path::Path, test: &str) -> String {
    let options = JavaOptions { test: Some(test.to_owned()), ..JavaOptions::default() };
    let program = match Program::java(classes, &options) {
        Ok(program) => program,
        Err(error) => return error.to_string(),
    };
    let outcome = support::explore(&program, &Check::new());
    match outcome.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => outcome.found[0].violation.kind.name().to_owned(),
        Verdict::Undecided(StopReason::Unfollowed(_)) => "unsupported".to_owned(),
        Verdict::Undecided(reason) => panic!("{reason:?}"),
    }
}

#[test]
fn each_test_is_a_program() {
    if !support::has_jdk() {
        return;
    }
    let input = Input { program: Some(classes("junit")), ..Input::default() };
    let found = tests(&input).unwrap();
    let of = |test: &str| verdict(input.program.as_ref().unwrap(), test);
    let verdicts: Vec<(&str, String)> = found
        .iter()
        .filter(|test| test.off.is_none())
        .map(|test| (test.name.as_str(), of(&test.name)))
        .collect();
    let expected = [
        ("NewTest#sees", "holds"),
        ("NewTest#asks", "unsupported"),
        ("OldTest#keepsCount", "holds"),
        ("OldTest#losesCount", "uncaught_exception"),
        ("OldTest#fails", "holds"),
        ("OldTest#shouldFail", "uncaught_exception"),
        ("ParamTest#positive", "holds"),
        ("ParamTest#single", "uncaught_exception"),
        ("ParamTest#named", "holds"),
        ("ParamTest#adds", "uncaught_exception"),
        ("ParamTest#even", "holds"),
        ("ParamTest#other", "holds"),
        ("ParamTest#made", "ParamTest#made is a @TestFactory, which is not supported"),
        ("ParamTest#again", "holds"),
        ("ParamTest#raises", "uncaught_exception"),
        ("ParamTest$Inner#sees", "holds"),
        ("ParamTest$Inner#changes", "uncaught_exception"),
    ];
    assert_eq!(verdicts, expected.map(|(test, verdict)| (test, verdict.to_owned())));
    let off = found.iter().filter_map(|test| Some((test.name.as_str(), test.off.as_deref()?)));
    let expected = [
        ("NewTest#off", "it has @Disabled"),
        ("OffTest#later", "OffTest has @Disabled"),
        ("OffTest$Inner#later", "OffTest has @Disabled"),
        ("OldOffTest#later", "OldOffTest has @Ignore"),
        ("OldTest#off", "it has @Ignore"),
    ];
    assert_eq!(off.collect::<Vec<_>>(), expected);
    let refused = |test: &str| {
        let wrong = Input { test: Some(test.into()), ..input.clone() };
        load(&wrong, &mut SourceMap::default()).err()
    };
    let rejected = |text: &str| Some(LoadError::Rejected(text.to_owned()));
    assert_eq!(refused("OldTest#off"), rejected("OldTest#off is no method with @Test"));
    let text = "OffTest$Inner#later is not run: OffTest has @Disabled";
    assert_eq!(refused("OffTest$Inner#later"), rejected(text));
}

fn guarded(main: &str) -> (Outcome, Notes) {
    let input = Input { program: Some(classes(main)), main: Some(main.to_owned()), ..Input::default() };
    let notes = load(&input, &mut SourceMap::default()).unwrap().notes;
    let options = JavaOptions { main: Some(main.to_owned()), ..JavaOptions::default() };
    let program = Program::java(input.program.as_ref().unwrap(), &options).unwrap();
    let reduction = Reduction::Transactions(OracleKind::Predicates);
    (support::explore(&program, &Check::new().reduction(reduction)), notes)
}

#[test]
fn guards_are_checked() {
    if !support::has_jdk() {
        return;
    }
    let (right, notes) = guarded("Guarded");
    let not_understood = r#"@GuardedBy("Guarded.class") of Guarded$Part.others"#.to_owned();
    assert_eq!((right.verdict, notes.unchecked), (Verdict::Holds, vec![not_understood]));
    let (wrong, _) = guarded("Unguarded");
    assert_eq!(wrong.verdict, Verdict::Violated);
    let message = &wrong.found[0].violation.message;
    assert!(message.contains("count"), "{message}");
}

#[test]
fn what_is_said_of_classes() {
    if !support::has_jdk() {
        return;
    }
    let assumed = |outcome: &Outcome| -> Vec<String> {
        outcome.assumptions.iter().filter(|a| a.text.contains("readonly")).map(|a| a.text.clone()).collect()
    };
    let (right, notes) = guarded("Immutables");
    assert_eq!(right.verdict, Verdict::Holds);
    // Inherited fields count; final and static ones do not, nor do those that only a class that extends it has.
    let said = |name: &str| format!("Immutables${name} is readonly as its declaration says");
    assert_eq!(assumed(&right), ["Named.x", "Named.y", "Point.x", "Point.y"].map(said));
    assert_eq!(notes.unchecked, ["@ThreadSafe of the interface Immutables$Shape"]);
    let claim = |class: &str, promise, fields: &[(&str, bool)]| Claim {
        class: class.to_owned(),
        promise,
        fields: fields.iter().map(|&(name, said)| (name.to_owned(), said)).collect(),
    };
    let fields = [
        ("Immutables$Tally.count", true),
        ("Immutables$Tally.last", false),
        ("Immutables$Tally.made", false),
    ];
    let expected = [
        claim("Immutables$Tally", Promise::ThreadSafe, &fields),
        claim("Immutables$Cursor", Promise::NotThreadSafe, &[("Immutables$Cursor.at", false)]),
    ];
    assert!(expected.iter().all(|claim| notes.claims.contains(claim)), "{:?}", notes.claims);
    assert_eq!(notes.claims.len(), expected.len());
    let (wrong, _) = guarded("Mutables");
    let found = &wrong.found[0].violation;
    assert_eq!(found.message, "Mutables.total is written, but said to be read only");
}
