//! `commute check`: verdicts, limits, options, JSON.

use crate::run::{DEADLOCK, ENDLESS, HOLDS, LOCAL, LOST_UPDATE, Place};

#[test]
fn holds_is_0() {
    let ran = Place::new("holds").file("a.cm", HOLDS).run(&["check", "a.cm"]);
    ran.exits(0)
        .says("a.cm: holds\n")
        .says("states of the reduced system explored (exact store, strategy")
        .says("invariant small");
    assert_eq!(ran.stderr, "");
}

#[test]
fn an_assertion_is_1() {
    let ran = Place::new("assertion").file("a.cm", LOST_UPDATE).run(&["check", "a.cm"]);
    ran.exits(1).says("a.cm: violated: assertion\n").says("an update is lost").says("--> a.cm:10:5");
    ran.says("commute replay a.cm --schedule \"");
    assert!(!ran.stdout.contains('\x1b'), "colours in a pipe");
}

#[test]
fn a_deadlock_says_who_waits_for_what() {
    let ran = Place::new("deadlock").file("a.cm", DEADLOCK).run(&["check", "a.cm"]);
    ran.exits(1).says("a.cm: violated: deadlock\n").says("At the end");
    ran.says("waits for acquire of n, held by b").says("waits for acquire of m, held by a");
}

/// Both threads take the lock, and one of them also reads without it.
#[test]
fn an_unprotected_variable_is_shown_by_accesses_without_a_common_lock() {
    let text = "var m: lock;\nvar v: int;\n\
                thread a {\n    with (m) {\n        v = 1;\n    }\n    let x = v;\n}\n\
                thread b {\n    with (m) {\n        v = 2;\n    }\n}\n";
    let ran = Place::new("unprotected").file("a.cm", text).run(&["check", "a.cm"]);
    ran.exits(0).says("unprotected   b writes at line 11, a reads at line 7");
}

#[test]
fn an_unchecked_property_is_not_violated() {
    let place = Place::new("no-deadlock").file("a.cm", DEADLOCK);
    let ran = place.run(&["check", "a.cm", "--no-deadlock", "--no-partial-deadlock"]);
    ran.exits(0).says("not checked: deadlock (--no-deadlock), partial deadlock (--no-partial-deadlock)");
}

#[test]
fn invariants_can_be_left_out() {
    let text = HOLDS.replace("x <= 2", "x <= 1");
    let place = Place::new("no-invariants").file("a.cm", text);
    place.run(&["check", "a.cm"]).exits(1).says("violated: invariant small").says("--> a.cm:6:");
    place.run(&["check", "a.cm", "--no-invariants"]).exits(0).says("not checked: invariant small");
}

#[test]
fn a_limit_is_3_and_names_its_option() {
    let place = Place::new("limits").file("a.cm", ENDLESS);
    let ran = place.run(&["check", "a.cm", "--max-states", "1000"]);
    ran.exits(3).says("a.cm: not decided: the limit of 1000 states was reached (raise it with --max-states)");
    place.run(&["check", "a.cm", "--max-time", "50ms"]).exits(3).says("--max-time");
    place.run(&["check", "a.cm", "--max-memory", "20M"]).exits(3).says("--max-memory");
    place.run(&["check", "a.cm", "--max-depth", "4"]).exits(3).says("executions were cut after 4 steps");
}

#[test]
fn every_order_store_and_undo_gives_the_verdict() {
    let place = Place::new("product").file("bad.cm", LOST_UPDATE).file("good.cm", HOLDS);
    for order in ["bfs", "dfs"] {
        for undo in ["log", "snapshot"] {
            for (store, good) in [("exact", 0), ("compact", 0), ("bitstate=20", 3)] {
                let flags = ["--order", order, "--undo", undo, "--store", store];
                place.run(&[&["check", "bad.cm"], &flags[..]].concat()).exits(1);
                place.run(&[&["check", "good.cm"], &flags[..]].concat()).exits(good);
            }
        }
    }
}

#[test]
fn every_reduction_gives_the_verdict() {
    let place = Place::new("reductions").file("bad.cm", LOST_UPDATE).file("good.cm", HOLDS);
    for flags in [
        &["--strategy", "ample"][..],
        &["--strategy", "ample", "--oracle", "escape", "--order", "dfs"],
        &["--strategy", "ample", "--oracle", "wsl", "--order", "dfs"],
        &["--strategy", "ample", "--oracle", "wsl-dom", "--order", "dfs", "--keep", "sparse"],
        &["--keep", "sparse", "--order", "dfs", "--store", "compact"],
    ] {
        place.run(&[&["check", "bad.cm"], flags].concat()).exits(1).says("violated: assertion");
        place.run(&[&["check", "good.cm"], flags].concat()).exits(0);
    }
}

#[test]
fn a_reduction_is_named_with_the_verdict() {
    let place = Place::new("reduced").file("a.cm", LOCAL);
    place
        .run(&["check", "a.cm", "--strategy", "full"])
        .exits(0)
        .says("all 9 states explored (exact store)\n");
    let ran = place.run(&["check", "a.cm", "--strategy", "ample"]);
    ran.exits(0)
        .says("all 5 states of the reduced system explored (exact store, strategy ample, oracle escape)\n");
    ran.says("reduced      at 2 of 5 states\n");
    let ran = place.run(&["check", "a.cm", "--strategy", "ample", "--json"]);
    let document = &ran.exits(0).documents()[0];
    let search = serde_json::json!({
        "order": "bfs", "store": "exact", "strategy": "ample", "oracle": "escape", "keep": "all", "symmetry": "none"
    });
    assert_eq!(document["search"], search);
    assert_eq!(document["statistics"]["reduced_states"], 2);
}

#[test]
fn the_compact_store_says_how_sure_it_is() {
    let ran = Place::new("compact").file("a.cm", HOLDS).run(&["check", "a.cm", "--store", "compact"]);
    ran.exits(0).says("(compact store, probability of an omission < ");
}

#[test]
fn constants_can_be_given() {
    let place = Place::new("define").file("a.cm", LOST_UPDATE);
    let ran = place.run(&["check", "a.cm", "-D", "GOAL=1"]);
    ran.exits(1).says("commute replay a.cm -D GOAL=1 --schedule");
    place.run(&["check", "a.cm", "-D", "NONE=1"]).exits(4).complains("NONE");
}

#[test]
fn quiet_prints_one_line() {
    let ran = Place::new("quiet").file("a.cm", DEADLOCK).run(&["check", "-q", "a.cm"]);
    ran.exits(1);
    assert_eq!(ran.stdout, "a.cm: violated: deadlock\n");
}

#[test]
fn several_files_are_checked_and_the_worst_counts() {
    let place = Place::new("several")
        .file("good.cm", HOLDS)
        .file("bad.cm", DEADLOCK)
        .file("big.cm", ENDLESS)
        .file("no.cm", "thread {");
    let run = |files: &[&str]| place.run(&[&["check", "-q", "--max-states", "500"], files].concat());
    run(&["good.cm", "bad.cm"]).exits(1).says("good.cm: holds\nbad.cm: violated: deadlock\n");
    run(&["big.cm", "good.cm"]).exits(3);
    run(&["big.cm", "bad.cm"]).exits(1);
    run(&["bad.cm", "no.cm", "good.cm"]).exits(4).says("good.cm: holds");
    run(&["no.cm", "missing.cm", "bad.cm"]).exits(2).says("bad.cm: violated");
}

#[test]
fn keep_going_finds_more() {
    let text = format!("{DEADLOCK}thread c {{ assert false, \"never\"; }}\n");
    let place = Place::new("keep-going").file("a.cm", text);
    let ran = place.run(&["check", "a.cm", "--keep-going", "--save-schedule", "s.txt"]);
    ran.exits(1).says("1 of ").says("never").says("--schedule-file s.txt");
}

#[test]
fn colours_when_asked() {
    let place = Place::new("colours").file("a.cm", HOLDS);
    place.run(&["check", "a.cm", "--color", "always"]).exits(0).says("\x1b[1;32mholds\x1b[0m");
    let plain = place.command(&["check", "a.cm"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!plain.stdout.contains(&0x1b));
}

#[test]
fn the_width_comes_from_columns() {
    let place = Place::new("width").file("a.cm", DEADLOCK);
    let shown = |width: &str| {
        let output = place.command(&["check", "a.cm"]).env("COLUMNS", width).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(shown("120").contains("│"));
    assert!(!shown("60").contains("│"));
    place.run(&["check", "a.cm", "--trace", "list"]).exits(1).says("  :3  m.acquire()");
}

#[test]
fn json_is_one_document_a_file() {
    let place =
        Place::new("json").file("good.cm", HOLDS).file("bad.cm", LOST_UPDATE).file("no.cm", "thread {");
    let ran =
        place.run(&["check", "--json", "--strategy", "full", "good.cm", "bad.cm", "no.cm", "missing.cm"]);
    ran.exits(2);
    assert_eq!(ran.stderr, "");
    let documents = ran.documents();
    let verdicts: Vec<&str> = documents.iter().map(|d| d["verdict"].as_str().unwrap()).collect();
    assert_eq!(verdicts, ["holds", "violated", "rejected", "error"]);
    assert!(documents.iter().all(|d| d["schema"] == "commute-check/1"));
    assert!(documents[0]["statistics"]["states"].as_u64().unwrap() > 5);
    let violation = &documents[1]["violations"][0];
    assert_eq!(violation["kind"], "assertion");
    assert_eq!(violation["line"], 10);
    assert_eq!(violation["thread"], "judge");
    let steps = violation["trace"].as_array().unwrap();
    assert!(steps.iter().any(|s| s["thread"] == "inc[1]" && s["changes"][0]["what"] == "x"), "{steps:?}");
    assert_eq!(documents[2]["diagnostics"][0]["severity"], "error");
    assert_eq!(documents[2]["diagnostics"][0]["line"], 1);
}

#[test]
fn what_holds_can_be_certified() {
    let place = Place::new("certify").file("a.cm", HOLDS).file("b.cm", DEADLOCK);
    let ran = place.run(&["check", "a.cm", "--certify"]);
    ran.exits(0).complains("a.cm: certified: ").complains(" states searched again, nothing is wrong in any");
    let ran = place.run(&["check", "b.cm", "--certify"]);
    ran.exits(1);
    assert_eq!(ran.stderr, "", "a counterexample has been confirmed anyway");
    // What was not asked for is not found again either.
    let ran = place.run(&["check", "b.cm", "--certify", "--no-deadlock", "--no-partial-deadlock"]);
    ran.exits(0).complains("b.cm: certified: ");
}
