//! How variables of Java programs are shared, by the table of the report: each rule once kept and once broken.

use crate::java::has_jdk;
use crate::run::Place;
use std::path::Path;

/// Programs that hold, and the row that they must have.
const KEPT: [(&str, &str); 9] = [
    ("ArraysApart", "each array of int in ArraysApart.totals         guarded       by ArraysApart.LOCK\n"),
    ("ByCaptured", "ByCaptured$1.n  guarded       by this.val$lock\n"),
    ("ByField", "ByField$Cell.n  guarded       by this.lock\n"),
    ("ByItself", "ByItself$Cell.n  guarded       by this\n"),
    ("ByOuter", "ByOuter$Cell.n  guarded       by this.this$0.lock\n"),
    ("ByPath", "ByPath$Cell.n  guarded       by this.holder.lock\n"),
    ("ByReentrant", "ByReentrant$Cell.n  guarded       by this.lock\n"),
    ("ByStatic", "ByStatic.n  guarded       by ByStatic.LOCK\n"),
    ("TableLockF", "TableLockF.n  guarded       by TableLockF.lock\n"),
];

/// Programs in which an assertion fails that would not if the rule that they break were kept.
const BROKEN: [&str; 10] = [
    "BeforeJoin",
    "DaemonRuns",
    "Grandchild",
    "Leaked",
    "Mutable",
    "Pooled",
    "Replaced",
    "StartedAgain",
    "Swapped",
    "TimedJoin",
];

fn place(name: &str) -> Place {
    let file = format!("{name}.java");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sharing").join(&file);
    Place::new(&format!("sharing-{name}")).file(&file, std::fs::read(path).unwrap())
}

#[test]
fn the_table_names_the_lock_that_references_lead_to() {
    if !has_jdk() {
        return;
    }
    for (name, row) in KEPT {
        place(name).run(&["check", &format!("{name}.java")]).exits(0).says(": holds\n").says(row);
    }
}

#[test]
fn a_lock_that_is_not_always_the_same_one_and_a_thread_that_is_not_alone_protect_nothing() {
    if !has_jdk() {
        return;
    }
    for name in BROKEN {
        let ran = place(name).run(&["check", &format!("{name}.java")]);
        ran.exits(1).says(": violated: uncaught exception\n").says(".n ").says(" data race ");
    }
}
