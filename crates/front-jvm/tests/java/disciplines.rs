//! The locking disciplines MLD and MLD' (Sto00) of Java programs: verdicts by hand, and what the independent interpreter computes along
//! all executions.

use crate::support;
use commute::{
    Check, DisciplineKind, DisciplineRequest, Initialiser, Limits, Persistent, Program, StopReason, Strategy,
    StrategyFacts,
};
use commute_certify::violated_rules;
use commute_explore::{Outcome, Pending, Verdict};
use commute_machine::{Initialisation, LockRule, ViolationKind};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

/// More pairs of a state and a history than any program of the table has.
const MOST: usize = 20_000;

fn program(name: &str) -> Program {
    static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| {
        let classes = support::scratch("disciplines");
        let directory = support::root().join("crates/front-jvm/tests/disciplines");
        let annotations = support::root().join("examples/java");
        support::javac_with(&[directory.join("Disciplines.java")], &classes, &annotations);
        classes
    });
    support::program(&CLASSES, &format!("Disciplines${name}"))
}

fn request(kind: DisciplineKind) -> DisciplineRequest {
    DisciplineRequest { kind, init: Vec::new(), several: false, same_lock: false, proved: false }
}

/// MLD' with the same lock in all executions.
fn same_lock() -> DisciplineRequest {
    DisciplineRequest { same_lock: true, ..request(DisciplineKind::MldPrime) }
}

fn check(request: DisciplineRequest, limit: u64) -> Check {
    let limits = Limits { states: Some(limit), ..Limits::default() };
    Check::new().discipline(request).keep_going(true).allow_races(true).limits(limits)
}

/// The rules that a search finds violated, as the independent interpreter names them.
fn violated(outcome: &Outcome) -> BTreeSet<String> {
    let rules = outcome.found.iter().filter_map(|found| match &found.violation.kind {
        ViolationKind::Discipline(rule) => LockRule::parse(rule),
        _ => None,
    });
    let name = |rule: LockRule| match rule.initialisation {
        Initialisation::OneThread => rule.to_string(),
        _ => rule.variable,
    };
    rules.map(name).collect()
}

/// Selective searches, those with candidate lock sets too.
fn selective() -> Vec<(&'static str, Option<Persistent>)> {
    let by_locks = Some(Persistent::Mld(Pending::Locks));
    vec![("sss", None), ("if-sss", None), ("if-sss", by_locks), ("c-sss", None), ("c-sss", by_locks)]
}

fn named(check: Check, name: &str, persistent: Option<Persistent>) -> Check {
    let check = check.strategy(Strategy::Named(StrategyFacts::named(name).unwrap()));
    persistent.into_iter().fold(check, Check::persistent)
}

#[test]
fn verdicts_by_hand() {
    if !support::has_jdk() {
        return;
    }
    let table = support::root().join("crates/front-jvm/tests/disciplines/expected.tsv");
    let table = std::fs::read_to_string(table).unwrap();
    for line in table.lines().skip(1) {
        let [name, mld, prime, same] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let program = program(name);
        for (kind, expected) in [(DisciplineKind::Mld, mld), (DisciplineKind::MldPrime, prime)] {
            let outcome = support::explore(&program, &check(request(kind), MOST as u64));
            support::confirm(&program, &outcome);
            assert_eq!(outcome.incomplete, None, "{name}, {kind:?}");
            let found = Vec::from_iter(violated(&outcome)).join(", ");
            assert_eq!(if found.is_empty() { "-" } else { &found }, expected, "{name}, {kind:?}");
        }
        for way in [None, Some(("c-sss", Some(Persistent::Mld(Pending::Locks))))] {
            let check = check(same_lock(), MOST as u64);
            let check = way.into_iter().fold(check, |check, (name, sets)| named(check, name, sets));
            let outcome = support::explore(&program, &check);
            support::confirm(&program, &outcome);
            let is_unnamed = matches!(outcome.verdict, Verdict::Undecided(StopReason::UnnamedLock(_)));
            assert_eq!(is_unnamed, same == "?", "{name}, {way:?}: {:?}", outcome.verdict);
            let found = Vec::from_iter(violated(&outcome)).join(", ");
            let expected = if matches!(same, "-" | "?") { "" } else { same };
            assert!(
                found == expected || way.is_some() && found.is_empty() == expected.is_empty(),
                "{name}: {found}"
            );
        }
        for (strategy, persistent) in selective() {
            let check = named(check(request(DisciplineKind::MldPrime), MOST as u64), strategy, persistent);
            let outcome = support::explore(&program, &check);
            support::confirm(&program, &outcome);
            assert_eq!(outcome.incomplete, None, "{name}, {strategy}");
            assert_eq!(violated(&outcome).is_empty(), prime == "-", "{name}, {strategy}, {persistent:?}");
        }
    }
}

/// Sto00 section 9: IF-SSS makes `v = 1` at once, where it passes for initialisation.
#[test]
fn mld_misses_what_mld_prime_finds() {
    if !support::has_jdk() {
        return;
    }
    let program = program("Section9");
    let run = |kind| support::explore(&program, &named(check(request(kind), MOST as u64), "if-sss", None));
    let missed = run(DisciplineKind::Mld);
    assert_eq!(missed.verdict, Verdict::Undecided(StopReason::Initialisation));
    assert!(violated(&missed).is_empty());
    assert_eq!(violated(&run(DisciplineKind::MldPrime)).len(), 1);
}

/// One access initialises, or several with no visible operation between them.
#[test]
fn initialisation_by_one_thread() {
    if !support::has_jdk() {
        return;
    }
    let program = program("Twice");
    let variable = "Disciplines$Twice.v";
    let init = |several| DisciplineRequest {
        kind: DisciplineKind::MldPrime,
        init: vec![Initialiser { variable: variable.to_owned(), thread: "main".to_owned() }],
        several,
        same_lock: false,
        proved: false,
    };
    for (several, expected) in [(false, 1), (true, 0)] {
        let all = support::explore(&program, &check(init(several), MOST as u64));
        support::confirm(&program, &all);
        assert_eq!(violated(&all).len(), expected, "several: {several}");
        for (name, persistent) in selective() {
            let outcome =
                support::explore(&program, &named(check(init(several), MOST as u64), name, persistent));
            assert_eq!(violated(&outcome).len(), expected, "several: {several}, {name}");
        }
    }
}

/// A report says which field of which object it is, who accesses it and what locks were held.
#[test]
fn reports_name_objects_and_locks() {
    if !support::has_jdk() {
        return;
    }
    let check = Check::new().discipline(request(DisciplineKind::MldPrime)).allow_races(true);
    let message = |name: &str| {
        let report = check.build().unwrap().run(&program(name)).unwrap();
        report.counterexamples[0].violation.message.clone()
    };
    assert_eq!(
        message("OtherInstance"),
        "no lock protects one.value: main reads it at line 83 holding two.lock; main writes it at line 83 holding two.lock; \
         Thread-0 reads it at line 60 holding one.lock"
    );
    assert_eq!(
        message("NotOwn"),
        "NotOwn.mine is said to be unshared, but two threads access it: main writes it at line 218 holding no lock; \
         Thread-0 writes it at line 217 holding no lock"
    );
}

/// Every `every`th program of a directory below the root, or all of them.
fn programs_of(directory: &str, every: usize) -> Vec<Program> {
    let path = support::root().join(directory);
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect();
    let has_main = |path: &PathBuf| std::fs::read_to_string(path).unwrap().contains("static void main(");
    sources.retain(|path| path.extension().is_some_and(|e| e == "java") && has_main(path));
    sources.sort();
    let chosen: Vec<PathBuf> = sources.into_iter().step_by(if all() { 1 } else { every }).collect();
    let name = directory.replace('/', "_");
    let main = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let annotations = support::root().join("examples/java");
    if directory != "examples/java" {
        let classes = support::scratch(&format!("disciplined_{name}"));
        support::javac_with(&chosen, &classes, &annotations);
        return chosen.iter().map(|path| support::program(&classes, &main(path))).collect();
    }
    // These have classes of the same names.
    let apart = |path: &PathBuf| {
        let classes = support::scratch(&format!("disciplined_{name}_{}", main(path)));
        support::javac_with(std::slice::from_ref(path), &classes, &annotations);
        support::program(&classes, &main(path))
    };
    chosen.iter().map(apart).collect()
}

/// Whether all programs are compared; otherwise a few of them are, with few states.
fn all() -> bool {
    std::env::var("DISCIPLINES").is_ok_and(|value| value == "all")
}

/// What the search with a store says of each discipline is what the independent interpreter computes, object by object, along all
/// executions; and where a selective search comes to an end it finds a violation of MLD' if and only if there is one.
#[test]
#[expect(clippy::print_stderr, reason = "whoever asks for all wants to know how many there were")]
fn the_independent_interpreter_agrees() {
    if !support::has_jdk() {
        return;
    }
    let limit = if all() { 1_000 } else { 150 };
    let mut directories = vec![("examples/java", 5), ("crates/front-jvm/tests/concurrent", 24)];
    let more =
        ["crates/front-jvm/tests/users", "crates/front-jvm/tests/owners", "crates/front-jvm/tests/hunted"];
    directories.extend(more.into_iter().filter(|_| all()).map(|directory| (directory, 1)));
    let (mut compared, mut wrong) = (0, 0);
    for (directory, every) in directories {
        for program in programs_of(directory, every) {
            for kind in [DisciplineKind::Mld, DisciplineKind::MldPrime] {
                let agreed = agreed(&program, kind, limit);
                if all() {
                    eprintln!("{}, {kind:?}: {agreed:?}", program.name());
                }
                let Some(found) = agreed else { continue };
                compared += 1;
                wrong += u32::from(!found.is_empty());
            }
        }
    }
    eprintln!("{compared} compared, {wrong} violate a discipline");
    assert!(compared > 5 && wrong > 0 && wrong < compared, "{compared}, {wrong}");
}

/// What both say of a program, if it is small enough.
fn agreed(program: &Program, kind: DisciplineKind, limit: u64) -> Option<BTreeSet<String>> {
    let outcome = support::explore(program, &check(request(kind), limit));
    if outcome.incomplete.is_some() {
        return None;
    }
    support::confirm(program, &outcome);
    let found = violated(&outcome);
    let usual = match kind {
        DisciplineKind::Mld => Initialisation::FirstThread,
        DisciplineKind::MldPrime => Initialisation::None,
    };
    let rules = |same| violated_rules(program.ir(), usual, &[], same, 20 * limit as usize);
    let expected = rules(false).map(|rules| rules.violated);
    assert_eq!(Some(&found), expected.as_ref(), "{}, {kind:?}", program.name());
    if kind == DisciplineKind::MldPrime {
        let strict = support::explore(program, &check(same_lock(), limit));
        support::confirm(program, &strict);
        let (strictly, rules) = (violated(&strict), rules(true).unwrap());
        assert!(rules.violated.is_subset(&strictly), "{}: {rules:?}, {strictly:?}", program.name());
        assert!(
            strictly.is_subset(&(&rules.violated | &rules.unnamed)),
            "{}: {rules:?}, {strictly:?}",
            program.name()
        );
        let is_unnamed = matches!(strict.verdict, Verdict::Undecided(StopReason::UnnamedLock(_)));
        // What is wrong with the program besides is worse than a lock without a name.
        let is_wrong = strictly.is_empty() && strict.verdict == Verdict::Violated;
        let should = strictly.is_empty() && !is_wrong && !rules.unnamed.is_empty();
        assert_eq!(is_unnamed, should, "{}: {rules:?}, {:?}", program.name(), strict.verdict);
        for (name, persistent) in selective() {
            let reduced = support::explore(program, &named(check(request(kind), limit), name, persistent));
            let is_whole = reduced.incomplete.is_none();
            let is_found = !violated(&reduced).is_empty();
            assert!(
                !is_whole || is_found != found.is_empty(),
                "{}, {name}, {persistent:?}: {found:?}",
                program.name()
            );
        }
    }
    Some(found)
}
