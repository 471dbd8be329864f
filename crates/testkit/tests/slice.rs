//! A slice of the laboratory that takes seconds, for whoever has to run it many times: `cargo mutants` runs it once for each
//! mutant (`docs/mutants.md`). It has no other program than those of the ordinary tests; what it has for itself is that it stops at
//! the first difference, shrinks nothing, and says how many states each reduction stores, so that an oracle that knows less is noticed too.

use commute_explore::{Keep, Order, Reduction};
use commute_testkit::difftest::exclusive::judge;
use commute_testkit::difftest::{RESUMED_EVERY, compare, program};
use commute_testkit::generate::predicates;
use commute_testkit::{Model, Table, explore_reduced, root};
use std::fmt::Write;

/// The generated programs: these of this seed, at most so large.
const SEED: u64 = 7;
const PROGRAMS: u64 = 40;
const MAX_STATES: u64 = 100;
/// How many states a regression has at most: larger ones take most of the time.
const TINY: u64 = 20;
/// How many programs with annotations.
const ANNOTATED: u64 = 12;
/// How many states an example has at most whose reductions are counted.
const FEW: u64 = 300;

/// Compares two halves of a range at once: there are two cores everywhere.
fn in_halves(most: u64, one: impl Fn(u64) + Sync) {
    std::thread::scope(|scope| {
        scope.spawn(|| (0..most).step_by(2).for_each(&one));
        (1..most).step_by(2).for_each(&one);
    });
}

#[test]
fn regressions() {
    let table = Table::read(&root().join("crates/testkit/regressions")).unwrap();
    let small: Vec<_> = table.rows.iter().filter(|row| row.expected.states <= TINY).collect();
    in_halves(small.len() as u64, |at| {
        let row = small[at as usize];
        let text = table.model_text(row).unwrap();
        // Of the multiples none is searched in two parts, which takes long.
        compare(&text, RESUMED_EVERY * at, MAX_STATES).unwrap_or_else(|d| panic!("{}: {d}", row.name()));
    });
}

#[test]
fn generated_programs() {
    in_halves(PROGRAMS, |n| {
        let text = program(SEED, n).to_string();
        compare(&text, n, MAX_STATES).unwrap_or_else(|d| panic!("{n}: {d}\n{text}"));
    });
}

#[test]
fn annotations() {
    in_halves(ANNOTATED, |n| {
        let text = predicates(n).to_string();
        judge(&text, n, MAX_STATES).unwrap_or_else(|d| panic!("{n}: {d}\n{text}"));
    });
}

/// How many states each reduction stores, for all small examples together. `BLESS=1` writes the table anew.
#[test]
fn reductions_store_as_much_as_ever() {
    let table = Table::read(&root().join("examples")).unwrap();
    let small = table.rows.iter().filter(|row| row.expected.states <= FEW);
    let models: Vec<Model> = small
        .map(|row| {
            let text = table.model_text(row).unwrap();
            Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|rejected| panic!("{}", rejected.0))
        })
        .collect();
    let mut found = String::from("# reduction\tstates\ttransitions\n");
    for reduction in Reduction::all() {
        let (mut states, mut transitions) = (0, 0);
        for model in &models {
            let report = explore_reduced(model, Order::Dfs, reduction, Keep::All, None).unwrap();
            states += report.states;
            transitions += report.transitions;
        }
        writeln!(found, "{reduction:?}\t{states}\t{transitions}").unwrap();
    }
    let file = root().join("crates/testkit/stored.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&file).unwrap(), "if this is right, run with BLESS=1");
}
