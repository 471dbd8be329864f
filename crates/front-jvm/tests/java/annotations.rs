//! The annotations of package `commute`: what is said is checked, and an error if it is not understood.

use crate::support;
use commute::{Check, JavaOptions, OracleKind, Program, Reduction, Strategy, Verdict as Checked};
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
        ("NoSuchField", "Exclusive", "value", "there is no `ownr`"),
        ("NoThread", "Exclusive", "value", "two things are compared that are not alike"),
        ("NoTruth", "Exclusive", "value", "something else stands where a truth value is asked for"),
        ("NoEnd", "Exclusive", "value", "`)` comes too early"),
        ("NoThis", "Exclusive", "value", "a static field has no `this`"),
        ("NoSymbol", "Exclusive", "value", "`^` has no meaning here"),
        ("NoString", "Exclusive", "value", "what stands for a thread is not declared as one"),
        ("NoSuchAnnotation", "Sealed", "main", "there is no such annotation"),
    ];
    for (main, name, of, why) in expected {
        let options = JavaOptions {
            class_path: vec![classes.clone()],
            main: Some(main.to_owned()),
            ..JavaOptions::default()
        };
        let error = Program::java(main, &options).err().map(|error| error.to_string());
        let text = format!("@{name} of {main}.{of} is not understood: {why}");
        assert_eq!(error.as_deref(), Some(text.as_str()));
    }
}

/// A false annotation is a violation with every strategy, whatever its oracle looks at.
#[test]
fn what_is_false_is_a_violation_with_every_strategy() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("false");
    let ways = [
        ("full", None),
        ("ample", Some(OracleKind::Wsl)),
        ("sleep", None),
        ("transactions", Some(OracleKind::Locks)),
    ];
    for (main, rule) in [("SelfLocked", "self_locking"), ("Escaped", "unshared"), ("Careless", "exclusive")] {
        let program = support::program(&classes, main);
        for (strategy, oracle) in ways {
            let check = Check::new().strategy(Strategy::named(strategy).unwrap());
            let check = oracle.map_or(check.clone(), |oracle| check.clone().oracle(oracle));
            let report = check.build().unwrap().run(&program).unwrap();
            let kind = report.counterexamples.first().map(|example| format!("{:?}", example.violation.kind));
            assert!(kind.as_ref().is_some_and(|kind| kind.contains(rule)), "{main} {strategy}: {kind:?}");
        }
    }
}

/// What is said where an object is made is said of no other object of its class.
#[test]
fn what_is_said_of_objects_where_they_are_made_is_checked() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("made");
    let report = |main: &str, strategy: &str| {
        let program = support::program(&classes, &format!("Allocations${main}"));
        let check = Check::new().strategy(Strategy::named(strategy).unwrap());
        check.build().unwrap().run(&program).unwrap()
    };
    for strategy in ["auto", "full", "ample", "sleep", "if-sss"] {
        for main in ["Own", "Locked", "Signal", "Same", "Tried", "TriedInVain"] {
            assert_eq!(report(main, strategy).verdict, Checked::Holds, "{main} {strategy}");
        }
        for (main, rule) in [("Escaped", "unshared"), ("Unlocked", "self_locking")] {
            let report = report(main, strategy);
            let kind = report.counterexamples.first().map(|example| format!("{:?}", example.violation.kind));
            let is_about = |kind: &String| kind.contains(rule) && kind.contains("Allocations$Cell@");
            assert!(kind.as_ref().is_some_and(is_about), "{main} {strategy}: {kind:?}");
        }
    }
    for (main, standing) in [("Tried", "proved"), ("TriedInVain", "refuted")] {
        let report = report(main, "auto");
        let [claim] = report.claims.as_slice() else { panic!("{main}: {:?}", report.claims) };
        assert_eq!(claim.standing, standing, "{main}: {}", claim.text);
    }
    for main in ["Variable", "Elements"] {
        let main = format!("Allocations${main}");
        let class_path = vec![classes.clone()];
        let options = JavaOptions { class_path, main: Some(main.clone()), ..JavaOptions::default() };
        let error = Program::java(&main, &options).err().map(|error| error.to_string());
        let text = format!("@Unshared of {main} is not understood: no type has it but one that is made");
        assert_eq!(error.as_deref(), Some(text.as_str()));
    }
}

#[test]
fn methods_that_are_said_to_be_atomic_are_judged() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("atomic");
    let expected = [
        ("Synchronized", "proved", "each is one transaction"),
        ("Locked", "proved", "each is one transaction"),
        ("CasLoop", "proved", "the program comes to the same states"),
        ("DoubleChecked", "proved", "the program comes to the same states"),
        ("GetThenSet", "refuted", ""),
        ("TwoWrites", "refuted", ""),
        ("ReadThenWrite", "refuted", ""),
        ("CheckThenPut", "refuted", ""),
        ("PutIfAbsent", "not decided", "what a library keeps inside differs"),
        ("PutTwice", "not decided", "they change something more or less often"),
        ("CopyOfVector", "proved", ""),
        ("CopyBySize", "refuted", ""),
        ("AppendBuffer", "refuted", ""),
    ];
    for (main, standing, why) in expected {
        let program = support::program(&classes, &format!("Atomics${main}"));
        let report = Check::new().build().unwrap().run(&program).unwrap();
        let [claim] = report.claims.as_slice() else { panic!("{main}: {:?}", report.claims) };
        assert_eq!(claim.standing, standing, "{main}: {}", claim.text);
        assert!(claim.text.contains(why), "{main}: {}", claim.text);
        let verdict = match standing {
            "proved" => Checked::Holds,
            "refuted" => Checked::Violated,
            _ => Checked::Undecided,
        };
        assert_eq!(report.verdict, verdict, "{main}");
    }
}

/// Sto00 section 10: methods that are one operation, and others that are not. That says what is left out, never what is wrong.
#[test]
fn methods_that_are_one_operation() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("wholes");
    let expected = [
        ("Proved", "proved", "", Checked::Holds),
        ("NotLocked", "not shown", "by who does not hold its monitor", Checked::Violated),
        ("SharedArray", "not shown", "that others may access too", Checked::Violated),
        ("AnothersArray", "not shown", "that others may access too", Checked::Violated),
        ("LeavesConstructor", "not shown", "by who does not hold its monitor", Checked::Violated),
    ];
    let full = || Check::new().strategy(Strategy::named("full").unwrap()).build().unwrap();
    let run = |main: &str| full().run(&support::program(&classes, &format!("Wholes${main}"))).unwrap();
    for (main, standing, why, verdict) in expected {
        let report = run(main);
        let [claim] = report.claims.as_slice() else { panic!("{main}: {:?}", report.claims) };
        assert_eq!(claim.standing, standing, "{main}: {}", claim.text);
        assert!(claim.text.contains(why), "{main}: {}", claim.text);
        assert_eq!(report.verdict, verdict, "{main}");
    }
    let (whole, bare) = (run("Proved").stats.states, run("Unannotated").stats.states);
    assert!(whole * 2 < bare, "{whole} {bare}");
    let unmet = [
        ("NotPrivate", "NotPrivate$Cell", "a field of `NotPrivate$Cell` is accessed outside of its methods"),
        ("Wholes$HandedOn", "Wholes$Copied", "a method accesses another `Wholes$Copied` than `this`"),
    ];
    for (main, class, why) in unmet {
        let (class_path, main) = (vec![classes.clone()], Some(main.to_owned()));
        let options = JavaOptions { class_path, main, ..JavaOptions::default() };
        let error = Program::java("unmet", &options).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with(&format!("@ByMethod of {class} is not met: {why}")), "{error}");
    }
}
