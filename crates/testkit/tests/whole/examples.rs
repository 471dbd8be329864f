//! The models in `examples/` and `regressions/`: verdict, states and transitions are those of the `expected.tsv`
//! beside them, in every configuration of the search and by the independent interpreter.
//!
//! `BLESS=1 cargo test -p commute-testkit` writes the numbers anew; verdicts are written by hand only.

use commute_certify::plain_search;
use commute_testkit::{Expected, Model, Report, Row, Table, configurations, explore, root};

/// Programs with more states are not given to the slow interpreter.
const PLAIN_STATES: u64 = 20_000;

#[test]
fn every_example_does_what_its_row_says() {
    check_table("examples");
}

#[test]
fn every_corner_case_does_what_its_row_says() {
    check_table("crates/testkit/regressions");
}

fn check_table(directory: &str) {
    let mut table = Table::read(&root().join(directory)).unwrap();
    assert_eq!(table.missing().unwrap(), Vec::<String>::new(), "add a row to {directory}/expected.tsv");
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for at in 0..table.rows.len() {
        let row = table.rows[at].clone();
        match check(&table, &row) {
            Err(error) => wrong.push(format!("{}: {error}", row.name())),
            Ok(found) if found == row.expected => {}
            Ok(found) if bless && found.verdict == row.expected.verdict => table.rows[at].expected = found,
            Ok(found) => wrong.push(format!("{}: expected {:?}, found {found:?}", row.name(), row.expected)),
        }
    }
    if bless {
        table.write().unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What all ways to search the model of a row agree on.
fn check(table: &Table, row: &Row) -> Result<Expected, String> {
    let text = table.model_text(row)?;
    let model = Model::compile(&row.file, &text, &row.defines).map_err(|rejected| rejected.0)?;
    let mut reports = Vec::new();
    for how in configurations() {
        reports.push((format!("{how:?}"), explore(&model, how, None).map_err(|e| format!("{how:?}: {e}"))?));
    }
    let (_, first) = reports[0].clone();
    if first.states <= PLAIN_STATES {
        let plain = plain_search(&model.program, PLAIN_STATES as usize);
        let report =
            Report::new(plain.states as u64, plain.transitions as u64, plain.violations, plain.complete);
        reports.push(("the independent interpreter".to_owned(), report));
    }
    for (how, report) in &reports[1..] {
        if *report != first {
            return Err(format!("{}: {first:?}, but {how}: {report:?}", reports[0].0));
        }
    }
    Ok(Expected { verdict: first.verdict(), states: first.states, transitions: first.transitions })
}
