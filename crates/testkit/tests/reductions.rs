//! Every reduction finds the same violations as the plain search, on every model of `examples/` and `corners/`, and
//! stores at most as many states as the reduction it refines.

use commute_explore::{Keep, OracleKind, Order, Reduction};
use commute_testkit::{COLUMNS, Model, Report, Row, Table, explore_reduced, root};

#[test]
fn reductions_preserve_the_violations_of_every_example() {
    check_table("examples");
}

#[test]
fn reductions_preserve_the_violations_of_every_corner_case() {
    check_table("crates/testkit/corners");
}

fn check_table(directory: &str) {
    let table = Table::read(&root().join(directory)).unwrap();
    let wrong: Vec<String> = table.rows.iter().flat_map(|row| check(&table, row)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn compile(table: &Table, row: &Row) -> Model {
    let text = table.model_text(row).unwrap();
    Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// What is wrong with the reductions of one model.
fn check(table: &Table, row: &Row) -> Vec<String> {
    let model = compile(table, row);
    let run = |order, reduction, keep| {
        explore_reduced(&model, order, reduction, keep, None)
            .unwrap_or_else(|e| panic!("{}: {reduction:?}, {keep:?}: {e}", row.name()))
    };
    let reports: Vec<(&str, Report, &str)> = COLUMNS
        .iter()
        .map(|&(name, reduction, keep, refines)| (name, run(Order::Dfs, reduction, keep), refines))
        .collect();
    let full = &reports[0].1;
    let mut wrong = Vec::new();
    for (name, report, refines) in &reports {
        if report.violations != full.violations {
            wrong.push(format!("{} {name}: {:?}, not {:?}", row.name(), report.violations, full.violations));
        }
        let refined = reports.iter().find(|(other, ..)| other == refines).expect("a column's name");
        if report.states > refined.1.states {
            wrong.push(format!(
                "{} {name}: {} states, {refines} {}",
                row.name(),
                report.states,
                refined.1.states
            ));
        }
    }
    for oracle in [OracleKind::Escape, OracleKind::Wsl, OracleKind::WslDom] {
        let report = run(Order::Bfs, Reduction::Ample(oracle), Keep::All);
        if report.violations != full.violations {
            wrong.push(format!("{} {oracle:?} breadth-first: {:?}", row.name(), report.violations));
        }
    }
    wrong
}

/// The numbers of stored states of one example in the columns.
fn states(file: &str) -> Vec<(&'static str, u64)> {
    let table = Table::read(&root().join("examples")).unwrap();
    let row = table.rows.iter().find(|r| r.file == file).unwrap();
    let model = compile(&table, row);
    let count = |&(name, reduction, keep, _): &(&'static str, _, _, _)| {
        (name, explore_reduced(&model, Order::Dfs, reduction, keep, None).unwrap().states)
    };
    COLUMNS[..5].iter().map(count).collect()
}

/// DHRR04 Table 1: "the state-space contains only an initial and final state".
#[test]
fn independent_work_ends_at_two_states() {
    for file in ["independent_work_1.cm", "independent_work_2.cm"] {
        assert_eq!(states(file)[2], ("DA", 2), "{file}");
    }
}

/// DHRR04 Table 2's row for the bounded buffer is 4641, 3713, 2473, 140, 81: its steps are bytecodes.
#[test]
fn bounded_buffer() {
    assert_eq!(
        states("bounded_buffer.cm"),
        [("B", 3770), ("D", 3086), ("DA", 2432), ("WSL", 194), ("WSL-dom", 107)]
    );
}
