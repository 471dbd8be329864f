//! The laboratory notices every mutant of the checker (`mutated!("name")` and `#[mutant("name", ..)]` in the source).
//!
//! `mutants.tsv` says on which program of seed 1, or on which regression, each of them shows; here these programs are
//! searched with the fault switched on. After a change of the generator
//! `cargo run -p commute-testkit --bin lab -- --mutants --programs 4000 --limit 300 > crates/testkit/mutants.tsv` finds them
//! again; with `--generated` it leaves out the regressions.

use commute_base::mutant;
use commute_testkit::difftest::mutants::{
    JAVA, MUTANTS, PROOF, notice, notice_in_file, notice_in_java, notice_in_proof, subject,
};
use commute_testkit::root;
use commute_testkit::twins::Javac;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const SEED: u64 = 1;
const MAX_STATES: u64 = 10_000;

/// For each fault the program that shows it.
fn table() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join("crates/testkit/mutants.tsv")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        (cells[0].to_owned(), cells[2].to_owned())
    })
    .collect()
}

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what was skipped")]
fn mutants_are_noticed() {
    if !mutant::AVAILABLE {
        return;
    }
    let table = table();
    let (mut unnoticed, javac) = (Vec::new(), Javac::find());
    for fault in MUTANTS {
        let Some(on) = table.get(fault.name) else {
            unnoticed.push(format!("{}: no program is known to show it", fault.name));
            continue;
        };
        if let Some(seed) = on.strip_prefix(JAVA) {
            match javac {
                Ok(javac) if !is_noticed_in_java(fault.name, javac, seed) => {
                    unnoticed.push(format!("{}: program {on} does not show it any more", fault.name));
                }
                Ok(_) => {}
                Err(ref why) => eprintln!("{} skipped: {why}", fault.name),
            }
            continue;
        }
        if let Some((kind, seed)) = on.strip_prefix(PROOF).and_then(|of| of.rsplit_once(", ")) {
            let is_noticed = || notice_in_proof(fault.name, kind, seed.parse().unwrap()).is_some();
            match commute_smt::find_solver(None) {
                Ok(_) if !is_noticed() => {
                    unnoticed.push(format!("{}: program {on} does not show it any more", fault.name));
                }
                Ok(_) => {}
                Err(why) => eprintln!("{} skipped: {why}", fault.name),
            }
            continue;
        }
        let subject = subject(SEED, on, MAX_STATES).unwrap_or_else(|d| panic!("{on}, without a fault: {d}"));
        let subject = subject.unwrap_or_else(|| panic!("program {on} is too large"));
        subject.compare().unwrap_or_else(|difference| panic!("{on}, without a fault: {difference}"));
        if notice(fault.name, &subject).is_none() {
            unnoticed.push(format!("{}: program {on} does not show it any more", fault.name));
        }
    }
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
}

/// A generated program, by its number, or one that stands in a file.
fn is_noticed_in_java(name: &str, javac: Javac, on: &str) -> bool {
    match on.parse() {
        Ok(seed) => notice_in_java(name, javac, seed).is_some(),
        Err(_) => notice_in_file(name, javac, on).is_some(),
    }
}

/// The mistakes with models that were once found by reading, and the mutants that make them again.
const MISTAKES: [(&str, &str); 9] = [
    ("exclusive_overlap", "predicates-unobserved"),
    ("exclusive_always", "access-may-be-shared-initially"),
    ("growable_element", "elements-are-apart-from-lengths"),
    ("growable_pop", "elements-are-apart-from-lengths"),
    ("growable_heap", "elements-beyond-the-end-are-nothing"),
    ("stuck_before_commit", "runs-that-wait-need-nobody"),
    ("resume_after_max_depth", "states-cut-off-count-as-explored"),
    ("resume_other_properties", "resumed-without-looking"),
    ("negative_capacity", "negative-capacities-are-enormous"),
];

/// A regression is there because somebody knew the mistake; a generator that comes to it finds others like it.
#[test]
fn mistakes_found_by_reading_are_noticed_on_generated_programs() {
    let table = table();
    for (mistake, fault) in MISTAKES {
        let on = table.get(fault).unwrap_or_else(|| panic!("{fault} is not in the table"));
        assert!(on.parse::<u64>().is_ok(), "{mistake}: {fault} is noticed on {on}, which nobody generated");
    }
}

/// Mutants that no generated model or Java program can show, and the test that notices them.
const OF_A_TEST: [(&str, &str); 3] = [
    ("footprint-without-life", "crates/testkit/tests/whole/systems.rs"),
    ("everything-leaves-no-trace", "crates/testkit/tests/whole/systems.rs"),
    ("ended-processes-remember", "crates/testkit/tests/whole/systems.rs"),
];

/// The two forms in which a mutant is written; its name follows.
const FORMS: [&str; 2] = ["mutated!(", "#[mutant("];

/// All names in the source.
fn names(directory: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            names(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let after = FORMS.iter().flat_map(|form| text.split(form).skip(1));
            let names = after.filter_map(|rest| rest.trim_start().strip_prefix('"'));
            found.extend(names.map(|rest| rest[..rest.find('"').unwrap()].to_owned()));
        }
    }
}

#[test]
fn the_list_of_mutants_is_that_of_the_source() {
    let mut found = BTreeSet::new();
    for name in ["vm", "movers", "explore", "front-jvm", "prover"] {
        names(&root().join("crates").join(name).join("src"), &mut found);
    }
    for (name, test) in OF_A_TEST {
        let text = std::fs::read_to_string(root().join(test)).unwrap();
        assert!(text.contains(&format!("\"{name}\"")), "{test} does not try {name}");
    }
    let of_a_test = OF_A_TEST.map(|(name, _)| name);
    let listed: BTreeSet<String> =
        MUTANTS.iter().map(|fault| fault.name).chain(of_a_test).map(str::to_owned).collect();
    assert_eq!(listed, found);
    assert_eq!(listed.len(), MUTANTS.len() + of_a_test.len(), "a name is listed twice");
}
