//! Invariants and temporal formulas of Java programs: each must be judged the same by every reduction that preserves it, and as the
//! table says. `BLESS=1` writes the table, to be read.

use crate::support;
use commute::{Check, FormulaVerdict, JavaOptions, OracleKind, Program, Reduction};
use commute_explore::{Fairness, Verdict};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const TABLE: &str = "crates/front-jvm/tests/properties/verdicts.tsv";

/// The sound reductions of some kind.
fn sound(by: fn(OracleKind) -> Reduction) -> impl Iterator<Item = Reduction> {
    OracleKind::ALL.iter().map(move |&oracle| by(oracle)).filter(|reduction| reduction.is_sound())
}

fn verdict(verdict: &FormulaVerdict) -> &'static str {
    match verdict {
        FormulaVerdict::Holds => "holds",
        FormulaVerdict::Violated { .. } => "violated",
        FormulaVerdict::Undecided(_) => "not decided",
        FormulaVerdict::Refused(_) => "refused",
    }
}

fn judged(program: &Program, reduction: Reduction, fairness: Fairness) -> Vec<(String, &'static str)> {
    let search = Check::new().reduction(reduction).formulas(Some(fairness)).build().unwrap();
    let reports = search.formulas(program, &mut commute_explore::Unobserved).unwrap();
    reports.into_iter().map(|report| (report.name, verdict(&report.verdict))).collect()
}

/// The invariants that are false, by some reduction.
fn false_invariants(program: &Program, reduction: Reduction) -> BTreeSet<String> {
    let check = Check::new().reduction(reduction).keep_going(true);
    let outcome = support::explore(program, &check);
    support::confirm(program, &outcome);
    assert!(matches!(outcome.verdict, Verdict::Holds | Verdict::Violated), "{:?}", outcome.verdict);
    let kinds = outcome.found.iter().map(|found| found.violation.kind.clone());
    kinds
        .filter_map(|kind| match kind {
            commute_machine::ViolationKind::Invariant(name) => Some(name),
            _ => None,
        })
        .collect()
}

/// The rows of a program, after checking all that must agree.
fn rows(classes: &Path, name: &str) -> String {
    let file = support::root().join(format!("crates/front-jvm/tests/properties/{name}.props"));
    let options = JavaOptions {
        main: Some(name.to_owned()),
        properties_file: Some(file),
        class_path: vec![support::root().join("examples/java")],
        ..JavaOptions::default()
    };
    let program = Program::java(classes, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let plain = false_invariants(&program, Reduction::None);
    let mut rows = String::new();
    for reduction in sound(Reduction::Transactions).chain(sound(Reduction::Ample)) {
        assert_eq!(false_invariants(&program, reduction), plain, "{name}, {reduction:?}");
    }
    for property in &program.ir().properties {
        if let commute_ir::PropertyKind::Invariant(_) = property.kind {
            let is = if plain.contains(&property.name) { "violated" } else { "holds" };
            _ = writeln!(rows, "{name}\tinvariant\t{}\t{is}\t", property.name);
        }
    }
    let (all, fair) = (
        judged(&program, Reduction::None, Fairness::None),
        judged(&program, Reduction::None, Fairness::Weak),
    );
    for reduction in sound(Reduction::Ample) {
        assert_eq!(judged(&program, reduction, Fairness::None), all, "{name}, {reduction:?}");
        for (reduced, plain) in judged(&program, reduction, Fairness::Weak).iter().zip(&fair) {
            assert!(reduced == plain || reduced.1 == "refused", "{name}, fair, {reduction:?}: {reduced:?}");
        }
    }
    for ((property, all), (_, fair)) in all.iter().zip(&fair) {
        _ = writeln!(rows, "{name}\tltl\t{property}\t{all}\t{fair}");
    }
    rows
}

#[test]
fn every_reduction_judges_properties_the_same() {
    if !support::has_jdk() {
        return;
    }
    let (sources, classes) = (support::sources("tests/properties"), support::scratch("properties"));
    support::javac_with(&sources, &classes, &support::root().join("examples/java"));
    let mut table = "program\tkind\tproperty\tverdict\tif fair\n".to_owned();
    for source in sources {
        table += &rows(&classes, &source.file_stem().unwrap().to_string_lossy());
    }
    let path = support::root().join(TABLE);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &table).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(table, known, "if this is right, run with BLESS=1");
}

#[test]
fn what_is_not_understood_is_said() {
    if !support::has_jdk() {
        return;
    }
    let (sources, classes) = (support::sources("tests/properties"), support::scratch("not-understood"));
    support::javac_with(&sources, &classes, &support::root().join("examples/java"));
    let refused = |is_temporal: bool, text: &str| {
        let mut options = JavaOptions { main: Some("Buffer".to_owned()), ..JavaOptions::default() };
        options.properties.add(is_temporal, text);
        Program::java(&classes, &options).map(|_| ()).unwrap_err().to_string()
    };
    let cases = [
        (false, "Buffer.cout < 2", "Buffer has no field `cout`"),
        (false, "Bufer.count < 2", "there is no class `Bufer.count` that the program uses"),
        (false, "Buffer.count", "something else stands where a truth value is asked for"),
        (false, "<> Buffer.count == 0", "an invariant speaks of one state"),
        (false, "Buffer.count < Buffer.lock", "two things are compared that are not alike"),
        (true, "[] (Buffer.count < 2", "`)` is missing"),
        (true, "[] event(\"gone\")", "the program has no commute.Verify.event(\"gone\")"),
        (true, "[] at(main, Buffer.nothing)", "no thread ever stands at Buffer.nothing"),
        (true, "response(Buffer.count == 1)", "`response` is about 2 of them"),
        (true, "[] holds(Buffer.lock, Buffer.lock)", "what stands for a thread is not declared as one"),
        (true, "[] waits(main)", "there is no `waits`"),
    ];
    for (is_temporal, text, why) in cases {
        let error = refused(is_temporal, text);
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// A thread that cannot be followed has not ended, and nothing is known of what it would do.
#[test]
fn what_cannot_be_followed_decides_no_formula() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("unfollowed-formula");
    let source = support::root().join("crates/front-jvm/tests/unfollowed/HandleOfNothing.java");
    support::javac(&[source], &classes);
    let mut options = JavaOptions { main: Some("HandleOfNothing".to_owned()), ..JavaOptions::default() };
    options.properties.add(true, "<> HandleOfNothing.found");
    options.properties.add(true, "[] !HandleOfNothing.found");
    let program = Program::java(&classes, &options).unwrap();
    for fairness in [Fairness::None, Fairness::Weak] {
        for (name, is) in judged(&program, Reduction::None, fairness) {
            assert_eq!(is, "not decided", "{name}");
        }
    }
}
