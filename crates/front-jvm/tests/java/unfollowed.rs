//! Programs that come to what cannot be followed, and in which nothing else is wrong: the verdict says so, and by which calls.
//!
//! `BLESS=1` writes the table.

use crate::support;
use commute::{Check, OracleKind, Reduction, StopReason};
use commute_explore::Verdict;
use std::path::Path;

/// The first thing that a search could not follow.
fn unfollowed(classes: &Path, name: &str, reduction: Reduction) -> String {
    let check = Check::new().reduction(reduction).depth_first(true);
    let outcome = support::explore(&support::program(classes, name), &check);
    match outcome.verdict {
        Verdict::Undecided(StopReason::Unfollowed(unfollowed)) => {
            assert!(unfollowed.ends > 0);
            unfollowed.what
        }
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn what_cannot_be_followed_is_named() {
    if !support::has_jdk() {
        return;
    }
    let sources = support::sources("tests/unfollowed");
    let classes = support::scratch("unfollowed");
    support::javac(&sources, &classes);
    let reductions = [
        Reduction::None,
        Reduction::Ample(OracleKind::Escape),
        Reduction::InvisibleFirst(OracleKind::Auto),
        Reduction::Transactions(OracleKind::Auto),
    ];
    let mut table = "program\twhat cannot be followed\n".to_owned();
    for source in &sources {
        let name = source.file_stem().unwrap().to_string_lossy();
        let plain = unfollowed(&classes, &name, Reduction::None);
        for reduction in reductions {
            assert_eq!(unfollowed(&classes, &name, reduction), plain, "{name}: {reduction:?}");
        }
        table += &format!("{name}\t{plain}\n");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unfollowed/expected.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(table, expected, "if this is right, run with BLESS=1");
}
