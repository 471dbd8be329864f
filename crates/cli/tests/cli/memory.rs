//! The memory that a search reports is the memory that the process has.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// One for each way in which something is kept of every state, large enough that the process itself does not count.
const SEARCHES: &[&str] = &[
    "counter.cm -D N=3 -D K=16 --strategy full --order bfs",
    "dining.cm -D N=10 --strategy full --order dfs",
    "dining.cm -D N=10 --strategy full --store compact --order dfs",
    "dining.cm -D N=10 --strategy full --store compact --order bfs",
    "counter.cm -D N=3 -D K=16 --strategy ample --oracle escape",
    "counter.cm -D N=3 -D K=8 --strategy invisible-first",
    "file_system.cm -D N=9 --strategy transactions",
    "file_system.cm -D N=12 --strategy persistent-transactions",
    "counter.cm -D N=3 -D K=8 --strategy sss",
    "dining.cm -D N=10 --strategy sleep",
    "counter.cm -D N=3 -D K=8 --strategy c-sss",
    "counter.cm -D N=3 -D K=8 --strategy cssa",
    "counter.cm -D N=3 -D K=8 --strategy if-sss",
    "counter.cm -D N=3 -D K=8 --strategy exit-block",
    "counter.cm -D N=3 -D K=8 --strategy exit-block-rw",
    "../bench/models/heap_churn.cm -D N=100 --strategy full",
];
/// What else a process may get meanwhile: pages that are half full, and holes that tables leave when they grow.
const BESIDE: u64 = 1 << 20;

/// What a search reports, and what the process had at its end.
fn bytes(search: &str, more: &[&str]) -> Option<(u64, u64)> {
    let mut words = search.split(' ');
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut command = Command::new(env!("CARGO_BIN_EXE_commute"));
    command.args(["check", "--json", "--keep-going", "--no-deadlock", "--no-partial-deadlock"]);
    command.arg(examples.join(words.next().unwrap())).args(words).args(more);
    let output = command.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |name: &str| report["statistics"][name].as_u64();
    Some((number("store_bytes")? + number("frontier_bytes")?, number("resident_bytes")?))
}

/// How much both grow from a search that is stopped at once to the whole one.
#[test]
#[expect(clippy::print_stdout, reason = "whoever runs the tests must know what was skipped")]
fn what_is_reported_is_what_the_process_has() {
    for search in SEARCHES {
        let Some((reported_before, before)) = bytes(search, &["--max-states", "500"]) else {
            println!("skipped: nobody says how much memory a process has here");
            return;
        };
        let (reported, after) = bytes(search, &[]).unwrap();
        let (reported, had) = (reported.saturating_sub(reported_before), after.saturating_sub(before));
        let allowed = had / 20 + BESIDE;
        assert!(reported.abs_diff(had) <= allowed, "{search}: {reported} bytes reported, {had} used");
    }
}

#[test]
fn every_strategy_is_measured() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/strategies.md"))
            .unwrap();
    let (_, table) = page.split_once("| strategy |").unwrap();
    let rows = table.lines().skip(2).take_while(|row| row.starts_with("| `"));
    let names: Vec<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let is_measured = SEARCHES.iter().any(|search| search.split(' ').any(|word| word == name));
        assert!(is_measured, "{name}");
    }
}
