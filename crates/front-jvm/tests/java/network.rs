//! Programs that talk to themselves over sockets: half of them have a mistake, which is found, and run under the real `java` all the same.

use crate::support;
use commute::{Check, JavaOptions, Program, Reduction, Verdict};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What takes too long here.
const NOT_EXPLORED: &str = "-";

fn directory() -> PathBuf {
    support::root().join("crates/front-jvm/tests/network")
}

fn classes(name: &str) -> PathBuf {
    let classes = support::scratch(name);
    support::javac(&support::sources("tests/network"), &classes);
    classes
}

/// A line of the table: program, verdict, partial reads, states by `full` and by default.
fn table() -> Vec<[String; 5]> {
    let table = std::fs::read_to_string(directory().join("expected.tsv")).unwrap();
    let row = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
    table.lines().skip(1).map(row).collect()
}

fn read(classes: &Path, main: &str, options: JavaOptions) -> Program {
    let (class_path, main) = (vec![classes.to_owned()], Some(main.to_owned()));
    support::read("network", &JavaOptions { class_path, main, ..options })
}

/// The verdict with its states. Every violation is confirmed by the independent interpreter.
fn found(program: &Program, check: &Check) -> (String, u64) {
    let report = check.build().unwrap().run(program).unwrap();
    let verdict = match report.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => report.counterexamples[0].violation.kind.name().to_owned(),
        _ => "not decided".to_owned(),
    };
    (verdict, report.stats.states)
}

#[test]
fn programs_over_sockets_have_their_verdicts() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("network");
    let mut rows = Vec::new();
    for [name, verdict, partial_reads, full, states] in table() {
        let options = JavaOptions { partial_reads: partial_reads.parse().unwrap(), ..JavaOptions::default() };
        let program = read(&classes, &name, options);
        let counted = |check: &Check, expected: &str| {
            if expected == NOT_EXPLORED {
                return expected.to_owned();
            }
            let (found, count) = found(&program, check);
            assert_eq!(found, verdict, "{name}: {check:?}");
            count.to_string()
        };
        let full = counted(&Check::new().reduction(Reduction::None), &full);
        let states = counted(&Check::new(), &states);
        rows.push([name, verdict, partial_reads, full, states].join("\t"));
    }
    let file = directory().join("expected.tsv");
    let known = std::fs::read_to_string(&file).unwrap();
    let head = known.lines().next().unwrap_or_default();
    let table = format!("{head}\n{}\n", rows.join("\n"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    assert_eq!(table, std::fs::read_to_string(&file).unwrap(), "if this is right, run with BLESS=1");
}

#[test]
fn what_is_open_of_the_network_is_settled_by_the_user() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("network-open");
    let of = |name: &str, options: JavaOptions| found(&read(&classes, name, options), &Check::new()).0;
    assert_eq!(of("FramesCut", JavaOptions::default()), "holds");
    assert_eq!(of("Impatient", JavaOptions { timeouts_last: true, ..JavaOptions::default() }), "holds");
    assert_eq!(of("Elsewhere", JavaOptions::default()), "not decided");
    assert_eq!(of("SharedBuffer", JavaOptions::default()), "data_race");
    assert_eq!(of("FullBuffers", JavaOptions::default()), "deadlock");
}

#[test]
fn programs_over_sockets_run_under_java() {
    if !support::has_jdk() {
        return;
    }
    let classes = classes("network-java");
    let right: Vec<String> =
        table().into_iter().filter(|row| row[1] == "holds").map(|[name, ..]| name).collect();
    let java = Command::new("java").arg("-cp").arg(&classes).arg("All").args(&right).output().unwrap();
    let printed = String::from_utf8_lossy(&java.stdout).into_owned();
    assert_eq!(printed, format!("{} programs\n", right.len()), "{}", String::from_utf8_lossy(&java.stderr));
}
