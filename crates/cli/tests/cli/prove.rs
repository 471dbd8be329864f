//! `commute prove`: what it says about the programs of FFQ01 and about changes of them.

use crate::run::{Place, Ran};
use commute_prover::ffq01::{PROGRAMS, changed};
use serde_json::Value;

/// Whether there is a solver; says so if not.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
pub fn with_solver() -> bool {
    let found = commute_smt::find_solver(None);
    if let Err(missing) = &found {
        eprintln!("skipped, because there is no solver: {missing}");
    }
    found.is_ok()
}

/// A program of the paper with one of its mutations.
fn mutated(title: &str, mutation: &str) -> String {
    let program = PROGRAMS.iter().find(|p| p.title == title).expect("a program of the paper");
    let change = program.mutations.iter().find(|m| m.name == mutation).expect("a mutation of it");
    changed(program.text, change.change)
}

fn proves(test: &str, text: &str, flags: &[&str]) -> Ran {
    Place::new(test).file("a.cm", text).run(&[&["prove", "a.cm"], flags].concat())
}

#[test]
fn a_real_bug_is_shown_as_an_execution() {
    if !with_solver() {
        return;
    }
    let ran = proves("prove-real", &mutated("Dekker's algorithm", "flag set after the test"), &[]);
    ran.exits(1).says("a.cm: violated\n").says("thread1 may break invariant wants1\n");
    ran.says("This is real: here is an execution that goes wrong.\n");
    ran.says("error[invariant]: invariant mutual_exclusion does not hold").says("--schedule \"0 1*2\"");
}

/// With program counters, and with what these mean: a ticket lock, and one whose tickets are drawn in two steps.
#[test]
fn program_counters_are_named_by_their_lines() {
    if !with_solver() {
        return;
    }
    let text =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../prover/tests/classics/models/ticket.cm"));
    proves("prove-points", text, &["--points"])
        .exits(0)
        .says("a.cm: proved\n")
        .says("  points       pc of worker[i]: 0 the beginning, 1 line 14")
        .says("  invariants   ")
        .says("mine(i) == serving");
    let broken = text.replace("atomic {", "if true {");
    assert_ne!(broken, text);
    proves("prove-points-broken", &broken, &["--points"]).exits(1).says("a.cm: violated\n");
}

/// Programs on which it was wrong once: all but two go wrong.
#[test]
fn programs_on_which_it_was_wrong_once() {
    if !with_solver() {
        return;
    }
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../prover/tests/wrong");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 12);
    for path in files {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let right = ["panic_variable_alive", "panic_quantifier_folds"].contains(&name.as_str());
        let ran = proves(&format!("prove-wrong-{name}"), &text, &[]);
        ran.exits(if right { 0 } else { 1 }).says(if right { "a.cm: proved\n" } else { "a.cm: violated\n" });
    }
}

/// What is said of a variable is asserted at every access, and a search shows the step that contradicts it.
#[test]
fn a_contradicted_guard_is_a_violation() {
    if !with_solver() {
        return;
    }
    let free = "thread b { x = 2; }\n";
    for (name, threads) in [
        ("access", format!("thread a {{ with (m) {{ x = 1; }} }}\n{free}")),
        (
            "early",
            "thread a { m.acquire(); m.release(); x = 1; }\nthread b { with (m) { x = 2; } }\n".to_owned(),
        ),
        ("other", "thread a { with (m) { x = 1; } }\nthread b { with (n) { x = 2; } }\n".to_owned()),
    ] {
        let text = format!("var m: lock;\nvar n: lock;\nvar x: int guarded_by m;\n{threads}");
        let ran = proves(&format!("prove-guard-{name}"), &text, &[]);
        ran.exits(1).says("a.cm: violated\n").says("accessed without the lock that guards it\n");
        ran.says("This is real: here is an execution that goes wrong.\n");
        ran.says("error[discipline]: x is accessed by a thread that does not hold its lock\n");
    }
}

#[test]
fn what_a_proof_does_not_cover_is_named() {
    if !with_solver() {
        return;
    }
    let text = "var x: int unshared;\nvar y: int exclusive(i) when i == 0;\nvar s: set<int> readonly;\n\
                class C self_locking { f: int readonly; }\nthread a { skip; }\n";
    let ran = proves("prove-unasked", text, &[]);
    ran.exits(0)
        .says("`unshared` of x, `exclusive` of y, `readonly` of s, `self_locking` of C, `readonly` of f");
    let text = "var x: int readonly;\nltl later = <> (x == 1);\nthread a { skip; }\n";
    let ran = proves("prove-uncovered", text, &[]);
    ran.exits(0)
        .says("not covered  deadlocks, endless atomic blocks and initializers, running out of memory");
    ran.says("             ltl later, `readonly` of x\n");
    let ordered =
        "const W: int;\nconst N: int;\nthread a[i in 0..W] { skip; }\nthread b[i in W..N] { skip; }\n";
    let ran = proves("prove-ordered", ordered, &[]);
    ran.exits(0).says("values of open constants other than those with 0 <= W\n");
}

#[test]
fn what_is_safe_but_not_provable_is_explained() {
    if !with_solver() {
        return;
    }
    let ran = proves("prove-split", &mutated("Dekker's algorithm", "test split from the write"), &[]);
    ran.exits(3).says("a.cm: not proved\n").says("thread1 may break invariant mutual_exclusion\n");
    ran.says(
        "because      this statement reads and writes in steps of their own; between them others changed a2, cs2\n",
    );
    ran.says(
        "A search of all 42 states finds no such execution. Nothing goes wrong there; the annotations are",
    );
    ran.says("a variable is missing that tells where a thread stands, or a step must become larger.\n");
}

#[test]
fn an_assumption_that_is_not_transitive_names_what_is_not_protected() {
    if !with_solver() {
        return;
    }
    let ran = proves("prove-transitive", &mutated("time-varying mutex", "L dropped"), &[]);
    ran.exits(3).says("the assumption of user is not transitive: each of two steps of others satisfies it");
    ran.says("the condition that protects block can be taken away by the environment\n");
    ran.says("others keep up the condition under which it protects something.\n");
}

#[test]
fn an_assumption_that_is_not_reflexive_is_refused_as_that() {
    if !with_solver() {
        return;
    }
    let ran =
        proves("prove-reflexive", &mutated("reader-writer lock", "RWI as a conjunct of A, as printed"), &[]);
    ran.exits(3).says("the assumption of writer is not reflexive: other threads may do nothing");
    ran.says("What is true of single states is for `invariant`.\n");
}

#[test]
fn a_missing_release_is_not_unsafe() {
    if !with_solver() {
        return;
    }
    for (number, (title, mutation)) in [
        ("SimpleLock", "no release in thread 2"),
        ("reader-writer lock", "no end of writing"),
        ("time-varying mutex", "no release in thread 1"),
    ]
    .into_iter()
    .enumerate()
    {
        let ran = proves(&format!("prove-release-{number}"), &mutated(title, mutation), &[]);
        ran.exits(0).says("a.cm: proved\n");
    }
}

#[test]
fn without_annotations_they_are_found_or_what_is_missing_is_said() {
    if !with_solver() {
        return;
    }
    let dekker = PROGRAMS.iter().find(|p| p.title == "Dekker's algorithm").expect("it is there");
    let bare = changed(dekker.text, dekker.property_only);
    let ran = proves("prove-bare", &bare, &[]);
    ran.exits(0).says("invariant `cs1 => a1` (found)\n").says("env `i == thread1 => a1' == a1` (found)\n");
    let split = bare.replace("action(cs1' == !a2) modifies cs1;", "cs1 = !a2;");
    let ran = proves("prove-bare-split", &split, &[]);
    ran.exits(3)
        .says("broken       `invariant mutual_exclusion: !(cs1 && cs2);` (line 13), preserved by every step");
    ran.says("missing      a conjunct that excludes this state: no candidate that holds does\n");
}

#[test]
fn json_has_the_same_facts() {
    if !with_solver() {
        return;
    }
    let text = mutated("SimpleLock", "no acquire in thread 2");
    let ran = proves("prove-json", &text, &["--json"]);
    ran.exits(1);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["schema"], "commute-prove/1");
    assert_eq!(json["verdict"], "violated");
    assert_eq!(json["threads"], serde_json::json!(["thread1", "thread2"]));
    let first = &json["failures"][0];
    assert_eq!(first["kind"], "guarantee");
    assert_eq!(first["rule"], "abstraction");
    assert_eq!(first["text"], "thread2: guarantee to thread1: x' == x @ x = 0;");
    assert_eq!(first["line"], 21);
    assert_eq!(json["search"]["result"], "real");
    assert_eq!(json["search"]["violation"]["kind"], "assertion");
    let ran = Place::new("prove-json-rejected")
        .file("a.cm", "thread a { x = 1; }\n")
        .run(&["prove", "a.cm", "--json"]);
    ran.exits(4);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(json["verdict"], "rejected");
}

#[test]
fn a_solver_that_is_not_there_is_an_error_with_advice() {
    let ran = proves("prove-no-solver", PROGRAMS[0].text, &["--solver", "no-such-solver"]);
    ran.exits(2);
    assert!(ran.stderr.contains("`no-such-solver` (given by --solver) was not found"), "{}", ran.stderr);
    assert!(ran.stderr.contains("apt-get install z3"), "{}", ran.stderr);
}

#[test]
fn a_second_solver_is_counted() {
    if with_solver() {
        let ran = proves("prove-second", PROGRAMS[0].text, &["--second-solver", "z3"]);
        ran.exits(0).says("says the same of 6 obligations, nothing of 0\n");
    }
}

#[test]
fn proofs_are_remembered_if_asked_for() {
    if with_solver() {
        let place = Place::new("prove-cache").file("a.cm", PROGRAMS[0].text);
        let first = place.run(&["prove", "a.cm", "--cache", "proofs"]);
        assert!(!first.exits(0).stdout.contains("earlier run"), "{}", first.stdout);
        place
            .run(&["prove", "a.cm", "--cache", "proofs"])
            .exits(0)
            .says("6 of them were known from an earlier run\n");
    }
}

#[test]
fn proofs_are_timed() {
    if with_solver() {
        let place = Place::new("bench-prove").file("a.cm", PROGRAMS[0].text);
        let ran = place.run(&["bench", "--prove", "a.cm"]);
        ran.exits(0)
            .says("obligations/s")
            .says("a.cm                                     proved               7         22");
    }
}

/// Two threads with a lock, a variable of one thread, and one that nobody writes.
const SHARED: &str = "\
var m: lock;
var x: int = 3;
var mine: int;
var limit: int = 5;
thread a { mine = 1; m.acquire(); x = x * x; x = x + limit; assert x > 1; m.release(); }
thread b { m.acquire(); x = limit; m.release(); }
";

#[test]
fn what_a_search_finds_out_is_written_down_and_proved() {
    let place = Place::new("emit-annotations").file("a.cm", SHARED);
    let ran = place.run(&["check", "a.cm", "--emit-annotations"]);
    ran.exits(0).says("var x: int = 3 guarded_by m;\n").says("var mine: int exclusive(i) when i == a;\n");
    ran.says("var limit: int = 5 readonly;\n");
    if with_solver() {
        let annotated = place.file("b.cm", &ran.stdout);
        annotated.run(&["prove", "b.cm"]).exits(0).says("b.cm: proved\n").says("1 guarded variable\n");
    }
}

#[test]
fn annotations_need_a_strategy_that_learns_them() {
    let place = Place::new("emit-annotations-strategy").file("a.cm", SHARED);
    let ran = place.run(&["check", "a.cm", "--emit-annotations", "--strategy", "ample"]);
    ran.exits(2);
    assert!(ran.stderr.contains("--emit-annotations is for --strategy auto"), "{}", ran.stderr);
}
