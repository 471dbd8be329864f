//! Selective search (Sto00) against the plain search, on every model of `examples/` and `regressions/`.

use commute_explore::{Keep, Order, Persistent, Reduction, Relation, Selection, Ties, Transitions};
use commute_testkit::{Model, Report, Row, Table, explore_reduced, root};

/// Plain searches of more states than this are left to the laboratory.
const MOST_STATES: u64 = 300;

fn selections() -> Vec<Selection> {
    let mut all: Vec<Selection> = Selection::NAMED.iter().map(|&(_, selection)| selection).collect();
    for persistent in [Persistent::Overman, Persistent::Cssa] {
        let of = |sleep, ties| {
            let (transitions, relation) = (Transitions::Steps, Relation::Conditional);
            Selection { transitions, persistent, relation, sleep, ties }
        };
        all.extend([of(false, Ties::Seed(1)), of(true, Ties::Last)]);
    }
    all
}

fn compile(table: &Table, row: &Row) -> Model {
    let text = table.model_text(row).unwrap();
    Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

fn run(model: &Model, reduction: Reduction) -> Result<Report, String> {
    explore_reduced(model, Order::Dfs, reduction, Keep::All, Some(MOST_STATES))
}

/// Theorems 1, 3, 5 and 6: the same deadlocks and failures; every counterexample is confirmed by `certify`.
fn check_table(directory: &str) {
    let table = Table::read(&root().join(directory)).unwrap();
    let mut wrong = Vec::new();
    for row in &table.rows {
        let model = compile(&table, row);
        let full = run(&model, Reduction::None).unwrap();
        if !full.complete {
            continue;
        }
        for selection in selections() {
            match run(&model, Reduction::Selective(selection)) {
                Err(e) => wrong.push(format!("{} {}: {e}", row.name(), selection.name())),
                Ok(report) if report.violations != full.violations || !report.complete => {
                    wrong.push(format!(
                        "{} {}: {:?}, not {:?}",
                        row.name(),
                        selection.name(),
                        report.violations,
                        full.violations
                    ))
                }
                Ok(report) => assert!(report.states <= full.states, "{} {}", row.name(), selection.name()),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_has_the_same_violations() {
    check_table("examples");
}

#[test]
fn every_corner_case_has_the_same_violations() {
    check_table("crates/testkit/regressions");
}
