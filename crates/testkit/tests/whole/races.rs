//! Data races in models: every rule of `docs/semantics.md` about what is ordered, once kept and once broken. The verdicts are by hand;
//! every reduction, the search of the independent interpreter and happens-before must come to them.

use commute_certify::{has_race, plain_search};
use commute_explore::{Keep, Order, Reduction};
use commute_testkit::{Model, explore_reduced, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// More than any of them has.
const MOST: usize = 100_000;

struct Row {
    file: String,
    /// What is wrong, or `holds`.
    verdict: String,
    rule: String,
}

fn directory() -> PathBuf {
    root().join("crates/testkit/races")
}

fn rows() -> Vec<Row> {
    let table = std::fs::read_to_string(directory().join("expected.tsv")).unwrap();
    let row = |line: &str| {
        let [file, verdict, rule] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        Row { file: file.to_owned(), verdict: verdict.to_owned(), rule: rule.to_owned() }
    };
    table.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn compile(file: &str) -> Model {
    let text = std::fs::read_to_string(directory().join(file)).unwrap();
    Model::compile(file, &text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// The kinds of violations as the table has them.
fn verdict<'a>(kinds: impl Iterator<Item = &'a str>) -> String {
    let kinds: BTreeSet<&str> = kinds.collect();
    if kinds.is_empty() { "holds".to_owned() } else { Vec::from_iter(kinds).join(",") }
}

#[test]
fn every_reduction_finds_the_races_of_the_table() {
    for Row { file, verdict: expected, rule } in rows() {
        let model = compile(&file);
        for reduction in Reduction::all() {
            let report = explore_reduced(&model, Order::Dfs, reduction, Keep::All, None);
            let report = report.unwrap_or_else(|error| panic!("{file}: {reduction:?}: {error}"));
            let found = verdict(report.violations.iter().map(|(kind, _)| kind.name()));
            assert!(report.complete, "{file}: {reduction:?}");
            assert_eq!(found, expected, "{file}: {rule}: {reduction:?}");
        }
    }
}

#[test]
fn both_definitions_find_the_races_of_the_table() {
    for Row { file, verdict: expected, rule } in rows() {
        let model = compile(&file);
        let plain = plain_search(&model.program, MOST);
        assert!(plain.complete, "{file}");
        let found = verdict(plain.violations.iter().map(|(kind, _)| kind.name()));
        assert_eq!(found, expected, "{file}: {rule}: side by side");
        let by_clocks = has_race(&model.program, MOST);
        assert_eq!(by_clocks, Some(expected.contains("data_race")), "{file}: {rule}: happens-before");
    }
}

/// A rule that nothing breaks, or nothing keeps, is not tested; nor is a program that the table leaves out.
#[test]
fn every_rule_is_kept_and_broken() {
    let mut rules: BTreeMap<String, BTreeSet<bool>> = BTreeMap::new();
    let mut files = BTreeSet::new();
    for row in rows() {
        rules.entry(row.rule).or_default().insert(row.verdict.contains("data_race"));
        assert!(files.insert(row.file.clone()), "{} is there twice", row.file);
    }
    let semantics = std::fs::read_to_string(root().join("docs/semantics.md")).unwrap();
    for (rule, verdicts) in &rules {
        assert_eq!(verdicts.len(), 2, "{rule}");
        let name = rule.split_once(": ").map_or("", |(name, _)| name);
        assert!(semantics.contains(&format!("\n| {name} | ")), "docs/semantics.md has no rule {name:?}");
    }
    let programs = std::fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().file_name());
    let programs: BTreeSet<String> =
        programs.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".cm")).collect();
    assert_eq!(files, programs);
}
