//! Java against model, in small: `lab --java 1000` does the same for as many programs as one likes.

use commute_testkit::twins::{Javac, run};

/// How many programs.
const PROGRAMS: u64 = 60;

#[test]
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn java_and_model_agree() {
    let javac = match Javac::find() {
        Ok(javac) => javac,
        Err(why) => return eprintln!("skipped: {why}"),
    };
    let mut differences = String::new();
    let counts = run(javac, 0..PROGRAMS, &mut |seed, twin, what| {
        differences += &format!("seed {seed}: {what}\n{}\n", commute_testkit::twins::model(twin));
    });
    let counts = counts.unwrap_or_else(|error| panic!("{error}"));
    assert!(differences.is_empty(), "{differences}");
    assert!(counts.same >= PROGRAMS - 5, "{counts}");
    for answer in ["None holds", "None violated", "Weak holds", "Weak violated"] {
        assert!(counts.verdicts.contains_key(&format!("formula: {answer}")), "{counts}");
    }
    assert!(counts.verdicts.len() >= 9 && counts.finals >= PROGRAMS / 2, "{counts}");
}
