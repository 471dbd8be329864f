//! Every reduction finds the same violations as the plain search, on every model of `examples/` and `regressions/`, and on
//! the examples it stores at most as many states as the reduction it refines.

use commute_explore::{Keep, OracleKind, Order, Reduction};
use commute_testkit::{COLUMNS, Model, Report, Row, Table, explore_reduced, root};

#[test]
fn reductions_preserve_the_violations_of_every_example() {
    check_table("examples", true);
}

#[test]
fn reductions_preserve_the_violations_of_every_regression() {
    check_table("crates/testkit/regressions", false);
}

fn check_table(directory: &str, ordered: bool) {
    let table = Table::read(&root().join(directory)).unwrap();
    let rows = table.rows.iter().enumerate();
    let wrong: Vec<String> = rows.flat_map(|(at, row)| check(&table, row, at, ordered)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn compile(table: &Table, row: &Row) -> Model {
    let text = table.model_text(row).unwrap();
    Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// Whether every model is searched in every way; otherwise a regression is in every second one, by turns.
fn all() -> bool {
    std::env::var("REDUCTIONS").is_ok_and(|value| value == "all")
}

/// What is wrong with the reductions of one model; if `ordered`, also with how many states they store.
fn check(table: &Table, row: &Row, at: usize, ordered: bool) -> Vec<String> {
    let model = compile(table, row);
    let run = |order, reduction, keep| {
        explore_reduced(&model, order, reduction, keep, None)
            .unwrap_or_else(|e| panic!("{}: {reduction:?}, {keep:?}: {e}", row.name()))
    };
    let has_turn = |column: usize| ordered || all() || column == 0 || (column + at).is_multiple_of(2);
    let reports: Vec<(&str, Report, &str)> = COLUMNS
        .iter()
        .enumerate()
        .filter(|(column, _)| has_turn(*column))
        .map(|(_, &(name, reduction, keep, refines))| (name, run(Order::Dfs, reduction, keep), refines))
        .collect();
    let full = &reports[0].1;
    let mut wrong = Vec::new();
    for (name, report, refines) in &reports {
        if report.violations != full.violations {
            wrong.push(format!("{} {name}: {:?}, not {:?}", row.name(), report.violations, full.violations));
        }
        if !ordered {
            continue;
        }
        let refined = reports.iter().find(|(other, ..)| other == refines).expect("a column's name");
        // An oracle that remembers what was shared may tell a few states more apart than it saves.
        if report.states > refined.1.states {
            wrong.push(format!(
                "{} {name}: {} states, {refines} {}",
                row.name(),
                report.states,
                refined.1.states
            ));
        }
    }
    // DHRR04 section 6.4: "This combination subsumes both LD and WSL-dom."
    let stored =
        |column| reports.iter().find(|(name, ..)| *name == column).expect("a column's name").1.states;
    if ordered && stored("LD+WSL-dom") > stored("LD") {
        wrong.push(format!("{}: LD+WSL-dom stores more states than LD", row.name()));
    }
    for oracle in [OracleKind::Escape, OracleKind::WslDom, OracleKind::LdThenWslDom] {
        let report = run(Order::Bfs, Reduction::Ample(oracle), Keep::All);
        if report.violations != full.violations {
            wrong.push(format!("{} {oracle:?} breadth-first: {:?}", row.name(), report.violations));
        }
    }
    wrong
}

/// The numbers of stored states of a row of the examples, by its name, in the columns of DHRR04's tables.
fn states(name: &str) -> Vec<(&'static str, u64)> {
    let table = Table::read(&root().join("examples")).unwrap();
    let row = table.rows.iter().find(|row| row.name() == name).unwrap();
    let model = compile(&table, row);
    let published = ["B", "D", "DA", "WSL", "WSL-dom", "LD", "LD+WSL-dom"];
    let columns = COLUMNS.iter().filter(|(name, ..)| published.contains(name));
    let count = |&(name, reduction, keep, _): &(&'static str, _, _, _)| {
        (name, explore_reduced(&model, Order::Dfs, reduction, keep, None).unwrap().states)
    };
    columns.map(count).collect()
}

/// DHRR04 Table 1: "the state-space contains only an initial and final state".
#[test]
fn independent_work_ends_at_two_states() {
    for file in ["independent_work_1.cm", "independent_work_2.cm"] {
        assert_eq!(states(file)[2], ("DA", 2), "{file}");
    }
}

/// DHRR04 Table 2's row for the bounded buffer is 4641, 3713, 2473, 140, 81, 341, 81: 57 times fewer at the end, here 56 with
/// fewer states in every column. What bounds the factor is the number of steps of a round, which B has squared (the product
/// of the places of two threads) and WSL-dom does not have at all: it stores the states in which either thread may
/// take a lock. Here a round has 26 steps, one for each access to the heap. With calls and returns as steps, as
/// bytecode has them, the same states are stored and B has half as many again: 84 times fewer.
#[test]
fn bounded_buffer() {
    let expected = [("B", 3770), ("D", 3071), ("DA", 2048), ("WSL", 116), ("WSL-dom", 67)];
    let with_lock_sets = [("LD", 67), ("LD+WSL-dom", 67)];
    assert_eq!(states("bounded_buffer.cm"), [&expected[..], &with_lock_sets].concat());
    let with_calls = states("bounded_buffer.cm -D CALLS=true");
    assert_eq!((with_calls[0], with_calls[4]), (("B", 5684), ("WSL-dom", 67)));
}

/// DHRR04 Fig. 4: the element is protected now by one container, now by the other, so no lock set protects it.
#[test]
fn figure_4_lock_sets_know_less_than_domination() {
    let expected = [("B", 396), ("D", 245), ("DA", 101), ("WSL", 21), ("WSL-dom", 13)];
    let with_lock_sets = [("LD", 21), ("LD+WSL-dom", 13)];
    assert_eq!(states("wsl_dom.cm"), [&expected[..], &with_lock_sets].concat());
}

/// DHRR04 Fig. 6: no reference leads from the monitor to what it protects. With one pair of threads nothing can be left out,
/// since one of them always waits; with two pairs only lock sets keep them apart.
#[test]
fn figure_6_lock_sets_know_more_than_domination() {
    let expected =
        [("B", 93), ("D", 33), ("DA", 3), ("WSL", 3), ("WSL-dom", 3), ("LD", 3), ("LD+WSL-dom", 3)];
    assert_eq!(states("ld.cm"), expected);
    let expected = [("B", 4509), ("D", 547), ("DA", 197), ("WSL", 101), ("WSL-dom", 101)];
    let with_lock_sets = [("LD", 10), ("LD+WSL-dom", 10)];
    assert_eq!(states("ld_pairs.cm"), [&expected[..], &with_lock_sets].concat());
}
