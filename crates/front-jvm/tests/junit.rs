//! Tests in the style of JUnit as programs, and what `@GuardedBy` says of fields.

mod support;

use commute_base::SourceMap;
use commute_check::search;
use commute_explore::{Options, OracleKind, Outcome, Reduction, Unobserved, Verdict};
use commute_front_jvm::{Input, LoadError, load, tests};
use commute_vm::Vm;
use std::path::PathBuf;
use std::sync::Arc;

/// Compiles `tests/junit`; where the classes are.
fn classes(name: &str) -> PathBuf {
    let classes = support::scratch(name);
    let directory = support::root().join("crates/front-jvm/tests/junit");
    support::javac_with(&support::sources("tests/junit"), &classes, &directory);
    classes
}

fn verdict(input: &Input) -> String {
    let loaded = match load(input, &mut SourceMap::default()) {
        Ok(loaded) => loaded,
        Err(error) => return error.to_string(),
    };
    assert!(commute_ir::validate(&loaded.program).is_empty());
    let outcome = search(&mut Vm::new(Arc::new(loaded.program)), &Options::default(), &mut Unobserved);
    match outcome.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => outcome.found[0].violation.kind.name().to_owned(),
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
    let of = |test: &String| verdict(&Input { test: Some(test.clone()), ..input.clone() });
    let verdicts: Vec<(&str, String)> = found.iter().map(|test| (test.as_str(), of(test))).collect();
    let expected = [
        ("NewTest#sees", "holds"),
        ("NewTest#formats", "unsupported"),
        ("OldTest#keepsCount", "holds"),
        ("OldTest#losesCount", "uncaught_exception"),
        ("OldTest#fails", "holds"),
        ("OldTest#shouldFail", "uncaught_exception"),
        ("ParamTest#positive", "holds"),
        ("ParamTest#single", "uncaught_exception"),
        ("ParamTest#named", "holds"),
        ("ParamTest#adds", "uncaught_exception"),
        ("ParamTest#even", "holds"),
        (
            "ParamTest#other",
            "ParamTest#other: its arguments come from what is neither @ValueSource, @CsvSource nor @MethodSource",
        ),
        ("ParamTest#made", "ParamTest#made is a @TestFactory, which is not supported"),
        ("ParamTest#again", "holds"),
        ("ParamTest#raises", "uncaught_exception"),
        ("ParamTest$Inner#sees", "holds"),
        ("ParamTest$Inner#changes", "uncaught_exception"),
    ];
    assert_eq!(verdicts, expected.map(|(test, verdict)| (test, verdict.to_owned())));
    let wrong = Input { test: Some("OldTest#off".into()), ..input };
    let error = load(&wrong, &mut SourceMap::default()).err();
    let text = "OldTest#off is no method with @Test".to_owned();
    assert_eq!(error, Some(LoadError::Rejected(text)));
}

fn guarded(main: &str) -> (Outcome, Vec<String>) {
    let input = Input { program: Some(classes(main)), main: Some(main.to_owned()), ..Input::default() };
    let loaded = load(&input, &mut SourceMap::default()).unwrap();
    assert!(commute_ir::validate(&loaded.program).is_empty());
    let reduction = Reduction::Transactions(OracleKind::Predicates);
    let options = Options { reduction, ..Options::default() };
    let outcome = search(&mut Vm::new(Arc::new(loaded.program)), &options, &mut Unobserved);
    (outcome, loaded.notes.unchecked)
}

#[test]
fn guards_are_checked() {
    if !support::has_jdk() {
        return;
    }
    let (right, unchecked) = guarded("Guarded");
    assert_eq!((right.verdict, unchecked), (Verdict::Holds, Vec::<String>::new()));
    let (wrong, _) = guarded("Unguarded");
    assert_eq!(wrong.verdict, Verdict::Violated);
    let message = &wrong.found[0].violation.message;
    assert!(message.contains("count"), "{message}");
}
