//! How many instructions a transition costs is written down, and does not rise unnoticed.
//!
//! `bench/instructions.tsv` is the history: each row says of a model what a transition cost in the test profile. What is compared are
//! counts of Callgrind, which depend neither on the machine's load nor on its processor (Valgrind shows programs one of its own), but on
//! the compiler: so a count is compared with the last row that the same compiler has made. Two sizes of a model are searched, and the
//! difference is divided by the difference of the transitions: reading the model does not count.
//!
//! `INSTRUCTIONS=append cargo test -p commute-cli --test cli instructions` adds rows with what is measured now.

use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Models, and two sizes of each.
const MODELS: [(&str, &str, &str); 3] = [
    ("examples/dining.cm", "-D N=4", "-D N=6"),
    ("bench/models/ring.cm", "-D N=4 -D TOKENS=2", "-D N=6 -D TOKENS=3 -D K=3"),
    ("bench/models/heap_shared.cm", "-D N=100 -D ROUNDS=1", "-D N=100 -D ROUNDS=2"),
];

/// So many times as many instructions as before are too many.
const LIMIT: f64 = 1.03;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The first line that a command prints.
fn first_line(command: &str) -> Option<String> {
    let output = Command::new(command).arg("--version").output().ok().filter(|o| o.status.success())?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned)
}

/// The instructions and transitions of a search.
fn search(model: &str, size: &str) -> (f64, f64) {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null", env!("CARGO_BIN_EXE_commute")]);
    command.args([
        "check",
        "--json",
        "--keep-going",
        "--no-deadlock",
        "--no-partial-deadlock",
        "--strategy",
        "full",
    ]);
    let output = command.args(size.split(' ')).arg(root().join(model)).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let collected = said.lines().find_map(|line| line.split_once("Collected : "));
    let (_, instructions) = collected.unwrap_or_else(|| panic!("{model}: {said}"));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    (instructions.trim().parse().unwrap(), report["statistics"]["transitions"].as_f64().unwrap())
}

/// The instructions that a transition of a model costs.
fn cost((model, small, large): (&str, &str, &str)) -> f64 {
    let ((less, few), (more, many)) = (search(model, small), search(model, large));
    assert!(many > few + 500.0, "{model}: too few transitions tell nothing");
    (more - less) / (many - few)
}

/// The last row of a model that was made by this compiler.
fn known(history: &str, compiler: &str, model: &str) -> Option<f64> {
    let rows = history.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let cells: Vec<Vec<&str>> = rows.map(Iterator::collect).collect();
    let row = cells.iter().rev().find(|row| row.get(1..3) == Some(&[compiler, model]))?;
    row.get(3)?.parse().ok()
}

#[test]
#[expect(clippy::print_stdout, reason = "whoever runs the tests must know what was skipped")]
fn instructions_of_a_transition_do_not_rise() {
    let (Some(_), Some(compiler)) = (first_line("valgrind"), first_line("rustc")) else {
        println!("skipped: no valgrind to count instructions with");
        return;
    };
    let file = root().join("bench/instructions.tsv");
    let history = std::fs::read_to_string(&file).unwrap();
    let appends = std::env::var("INSTRUCTIONS").is_ok_and(|what| what == "append");
    let (mut rows, mut risen) = (String::new(), String::new());
    for model in MODELS {
        let before = known(&history, &compiler, model.0);
        if before.is_none() && !appends {
            println!("skipped: nothing is known of {} with {compiler}", model.0);
            continue;
        }
        let now = cost(model);
        writeln!(rows, "{}\t{compiler}\t{}\t{now:.1}", date(), model.0).unwrap();
        if before.is_some_and(|before| now > before * LIMIT) {
            writeln!(risen, "{}: {now:.1} instructions a transition, {} before", model.0, before.unwrap())
                .unwrap();
        }
    }
    if appends {
        std::fs::write(file, history + &rows).unwrap();
        return;
    }
    assert!(
        risen.is_empty(),
        "{risen}if that is worth it: INSTRUCTIONS=append cargo test -p commute-cli --test cli instructions"
    );
}

/// The day of the last commit.
fn date() -> String {
    let git = Command::new("git").args(["log", "-1", "--format=%cs"]).current_dir(root()).output();
    git.map_or_else(|_| "?".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[test]
fn the_last_row_of_the_same_compiler_counts() {
    let history =
        "# day\tcompiler\tmodel\tinstructions\na\tr1\tm\t10\nb\tr1\tm\t12.5\nc\tr2\tm\t9\nd\tr1\tn\t7\n";
    assert_eq!(known(history, "r1", "m"), Some(12.5));
    assert_eq!(known(history, "r2", "m"), Some(9.0));
    assert_eq!((known(history, "r2", "n"), known(history, "r3", "m")), (None, None));
}
