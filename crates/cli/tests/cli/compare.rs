//! `commute compare`: all reductions on one program.

use crate::run::{DEADLOCK, ENDLESS, LOCAL, LOST_UPDATE, Place};
use serde_json::Value;

/// What the line of a reduction says: states, transitions, verdict.
fn line(stdout: &str, letter: &str) -> (String, String, String) {
    let line = stdout.lines().find(|line| line.split_whitespace().next() == Some(letter)).unwrap();
    let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    (cells[1].to_owned(), cells[2].to_owned(), cells[cells.len() - 1].to_owned())
}

#[test]
fn reductions_are_shown_side_by_side() {
    let ran = Place::new("compare").file("a.cm", LOCAL).run(&["compare", "a.cm"]);
    ran.exits(0).says("a.cm: holds\n").says("All 20 agree.\n");
    ran.says("  DA          --strategy ample --oracle escape --keep sparse\n");
    assert_eq!(line(&ran.stdout, "B"), ("9".into(), "12".into(), "holds".into()));
    assert_eq!(line(&ran.stdout, "D"), ("5".into(), "4".into(), "holds".into()));
    assert_eq!(line(&ran.stdout, "DA"), ("2".into(), "4".into(), "holds".into()));
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_violated_program_is_0_too() {
    let place = Place::new("compare-violated").file("a.cm", LOST_UPDATE).file("b.cm", DEADLOCK);
    let ran = place.run(&["compare", "a.cm"]);
    ran.exits(0).says("a.cm: violated: assertion\n").says("What is wrong\n  assertion at a.cm:10:5\n");
    assert_eq!(line(&ran.stdout, "DA").2, "violated: assertion");
    place.run(&["compare", "a.cm", "-D", "GOAL=1"]).exits(0).says("All 20 agree.");
    place.run(&["compare", "b.cm"]).exits(0).says("b.cm: violated: deadlock\n");
}

/// What the program says of variables is one more way to know who has access, with reductions of its own.
#[test]
fn annotations_are_compared() {
    let counter = |annotation: &str, held: &str| {
        format!(
            "var m: lock;\nvar x: int = 0 {annotation};\n\
             thread a[i in 0..2] {{ m.acquire(); x += 1; m.release(); {held} }}\n"
        )
    };
    let place = Place::new("compare-annotated").file("a.cm", counter("guarded_by m", ""));
    let place = place.file("b.cm", counter("guarded_by m", "x = 5;")).file("c.cm", counter("", ""));
    let ran = place.run(&["compare", "a.cm"]);
    ran.exits(0).says("All 22 agree.\n").says("  T+E         --strategy transactions --oracle predicates\n");
    assert_eq!(line(&ran.stdout, "IF+E").2, "holds");
    assert!(line(&ran.stdout, "T+E").0.parse::<u32>().unwrap() < line(&ran.stdout, "B").0.parse().unwrap());
    let ran = place.run(&["compare", "b.cm"]);
    ran.exits(0).says("All 22 agree.\nAnnotations are checked where predicates are the oracle.\n");
    assert_eq!(line(&ran.stdout, "T").2, "holds");
    assert_eq!(line(&ran.stdout, "T+E").2, "violated: discipline: x guarded_by");
    place.run(&["compare", "c.cm"]).says("All 20 agree.\n");
}

#[test]
fn a_partial_deadlock_may_become_a_deadlock() {
    let text = format!("{DEADLOCK}class Box {{ v: int; }}\nthread c {{ let o = new Box(); o.v = 1; }}\n");
    let ran = Place::new("compare-partial").file("a.cm", text).run(&["compare", "a.cm"]);
    ran.exits(0).says("All 20 agree.\nA partial deadlock counts as part of a deadlock:\n");
    assert_eq!(line(&ran.stdout, "B").2, "violated: partial deadlock, deadlock");
    assert_eq!(line(&ran.stdout, "D").2, "violated: deadlock");
}

#[test]
fn limits_are_no_disagreement() {
    let place = Place::new("compare-limits").file("a.cm", LOCAL).file("b.cm", ENDLESS);
    let ran = place.run(&["compare", "a.cm", "--max-states", "6"]);
    ran.exits(0).says("a.cm: holds\n").says(" of 20 agree; B, ").says("did not explore everything.\n");
    assert_eq!(line(&ran.stdout, "B").2, "not decided: state limit");
    let ran = place.run(&["compare", "b.cm", "--max-time", "50ms"]);
    ran.exits(0)
        .says("b.cm: not decided\n")
        .says("Nothing to compare: B, D, DA, S, SDA, WSL, WSL-dom, LD-sets, LD, LD+WSL-dom, IF, T, PT, sss,");
}

#[test]
fn the_table_fits() {
    let place = Place::new("compare-width").file("a.cm", LOST_UPDATE);
    for width in [60, 80, 120] {
        let output = place.command(&["compare", "a.cm"]).env("COLUMNS", width.to_string()).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let table = text.lines().skip(2).take(8);
        assert!(table.clone().all(|line| line.chars().count() <= width), "{text}");
        assert!(table.skip(1).all(|line| line.contains("violated")), "{text}");
    }
}

#[test]
fn json() {
    let place = Place::new("compare-json").file("a.cm", LOST_UPDATE).file("no.cm", "thread {");
    let document = |file: &str, code: i32| -> Value {
        let ran = place.run(&["compare", "--json", file]);
        assert_eq!(ran.exits(code).stderr, "");
        serde_json::from_str(&ran.stdout).unwrap()
    };
    let compared = document("a.cm", 0);
    assert_eq!(compared["schema"], "commute-compare/1");
    assert_eq!(compared["verdict"], "violated");
    assert_eq!(compared["agree"], true);
    assert_eq!(compared["differences"].as_array().unwrap().len(), 0);
    let reductions = compared["reductions"].as_array().unwrap();
    assert_eq!(reductions.len(), 20);
    for reduction in reductions {
        assert_eq!(reduction["order"], "dfs");
        assert_eq!(reduction["violations"][0]["line"], 10);
        assert!(reduction["statistics"]["states"].as_u64().unwrap() > 5);
    }
    assert_eq!(document("no.cm", 4)["verdict"], "rejected");
    assert_eq!(document("none.cm", 2)["verdict"], "error");
}
