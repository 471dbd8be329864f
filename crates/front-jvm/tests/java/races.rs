//! Data races in Java: every rule about what happens before what, once kept and once broken.

use crate::support;
use commute::{Check, OracleKind, Program, Reduction, Verdict};
use commute_explore::Selection;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Programs with more functions of the library than this are searched once.
const SMALL: usize = 150;

fn directory() -> PathBuf {
    support::root().join("crates/front-jvm/tests/races")
}

/// The program that a class inside `Races` is.
fn program(name: &str) -> Program {
    static CLASSES: LazyLock<PathBuf> = LazyLock::new(|| {
        let classes = support::scratch("races");
        support::javac(&[directory().join("Races.java")], &classes);
        classes
    });
    support::program(&CLASSES, &format!("Races${name}"))
}

#[test]
fn each_rule_is_kept_and_broken() {
    if !support::has_jdk() {
        return;
    }
    let table = std::fs::read_to_string(directory().join("expected.tsv")).unwrap();
    let mut seen = BTreeSet::new();
    for line in table.lines().skip(1) {
        let [name, expected, rule] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let program = program(name);
        let report = Check::new().build().unwrap().run(&program).unwrap();
        let kinds: Vec<&str> = report.counterexamples.iter().map(|e| e.violation.kind.name()).collect();
        let found = if report.verdict == Verdict::Holds { "holds".to_owned() } else { kinds.join(", ") };
        assert_eq!(found, expected, "{name}: {rule}");
        seen.insert((rule.to_owned(), found));
        if program.ir().functions.len() > SMALL {
            continue;
        }
        for reduction in reductions() {
            let check = Check::new().reduction(reduction).depth_first(true).keep_going(true);
            let races = !support::explore(&program, &check).found.is_empty();
            assert_eq!(races, expected != "holds", "{name}: {reduction:?}");
        }
    }
    assert!(seen.len() > 40);
}

fn reductions() -> impl Iterator<Item = Reduction> {
    let by_oracle = [
        Reduction::None,
        Reduction::Transactions(OracleKind::Locks),
        Reduction::InvisibleFirst(OracleKind::Locks),
        Reduction::Ample(OracleKind::Locks),
    ];
    by_oracle
        .into_iter()
        .chain(Selection::NAMED.iter().map(|&(_, selection)| Reduction::Selective(selection)))
}

/// What a verdict says of executions that are not sequentially consistent.
#[test]
fn a_verdict_says_what_it_means_in_the_memory_model() {
    if !support::has_jdk() {
        return;
    }
    let remark = |name: &str, allow: bool| {
        let report = Check::new().allow_races(allow).build().unwrap().run(&program(name)).unwrap();
        assert_eq!(report.verdict, Verdict::Holds, "{name}");
        report.remarks[0].to_string()
    };
    assert_eq!(remark("Volatile", false), "no data race, so this holds in the Java memory model");
    assert_eq!(
        remark("NotVolatile", true),
        "for sequentially consistent executions only: the program has data races on Races$NotVolatile.ready"
    );
    assert_eq!(
        remark("HandleRelease", false),
        "for sequentially consistent executions only: the program uses VarHandle.getAcquire in Races$HandleRelease.main, \
         VarHandle.setRelease in Races$HandleRelease.lambda$main$0"
    );
    assert_eq!(
        remark("ThroughFile", false),
        "for sequentially consistent executions only: the program uses files"
    );
}
