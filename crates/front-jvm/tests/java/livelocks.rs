//! Programs that never end: livelock by default, and what is not one.

use crate::support;
use commute::{Check, OracleKind, Reduction, Verdict};
use std::collections::BTreeSet;

#[test]
fn programs_that_never_end() {
    if !support::has_jdk() {
        return;
    }
    let directory = support::root().join("crates/front-jvm/tests/livelocks");
    let classes = support::scratch("livelocks");
    support::javac(&[directory.join("Livelocks.java")], &classes);
    let table = std::fs::read_to_string(directory.join("expected.tsv")).unwrap();
    let mut seen = BTreeSet::new();
    for line in table.lines().skip(1) {
        let [name, expected, why] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let program = support::program(&classes, &format!("Livelocks${name}"));
        let report = Check::new().build().unwrap().run(&program).unwrap();
        let kinds: Vec<&str> = report.counterexamples.iter().map(|e| e.violation.kind.name()).collect();
        let found = if report.verdict == Verdict::Holds { "holds".to_owned() } else { kinds.join(", ") };
        assert_eq!(found, expected, "{name}: {why}");
        for reduction in [Reduction::None, Reduction::Ample(OracleKind::Locks)] {
            let check = Check::new().reduction(reduction);
            let livelock = !support::explore(&program, &check).found.is_empty();
            assert_eq!(livelock, expected != "holds", "{name}: {reduction:?}");
        }
        seen.insert(found);
    }
    assert_eq!(seen.len(), 2);
}
