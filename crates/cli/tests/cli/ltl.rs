//! `commute ltl`: temporal formulas.

use crate::run::{LOCAL, Place};
use serde_json::Value;

/// Peterson's algorithm: exclusion always, and nobody is kept out for ever if both threads run.
const PETERSON: &str = "\
var flag: [bool; 2] = false;
var turn: int = 0;

thread p[i in 0..2] {
    loop {
        flag[i] = true;
        turn = 1 - i;
        'wants: when (!flag[1 - i] || turn == i);
        'has: yield;
        flag[i] = false;
    }
}

ltl mutex = [] !(at(p[0], 'has) && at(p[1], 'has));
ltl again = []<>at(p[0], 'has);
";

#[test]
fn a_lasso_is_a_stem_and_a_loop() {
    let place = Place::new("ltl").file("a.cm", PETERSON);
    let ran = place.run(&["ltl", "a.cm"]);
    ran.exits(1).says("a.cm: ltl mutex: holds\n").says("a.cm: ltl again: violated\n");
    ran.says("are repeated for ever.\n");
    place.run(&["ltl", "a.cm", "--oracle", "wsl-dom"]).exits(1).says("a.cm: ltl again: violated\n");
}

#[test]
fn fairness_makes_a_difference() {
    let ran = Place::new("ltl-fair").file("a.cm", PETERSON).run(&["ltl", "a.cm", "--fair"]);
    ran.exits(0).says("a.cm: ltl again: holds\n").says("weakly fair executions only");
}

#[test]
fn limits_decide_nothing() {
    let ran = Place::new("ltl-limit").file("a.cm", PETERSON).run(&["ltl", "a.cm", "--max-states", "3"]);
    ran.exits(3).says("a.cm: ltl mutex: not decided: ");
}

#[test]
fn next_time_is_refused_under_a_reduction() {
    let text = format!("{PETERSON}ltl soon = X (turn == 0);\n");
    let ran = Place::new("ltl-next").file("a.cm", text).run(&["ltl", "a.cm", "--oracle", "escape"]);
    ran.exits(2)
        .says("a.cm: ltl soon: not checked: a reduction does not preserve formulas with the next-time");
}

#[test]
fn a_model_without_formulas() {
    let ran = Place::new("ltl-none").file("a.cm", LOCAL).run(&["ltl", "a.cm"]);
    ran.exits(4).says("there is no temporal formula to check");
}

#[test]
fn json() {
    let place =
        Place::new("ltl-json").file("a.cm", PETERSON).file("none.cm", LOCAL).file("no.cm", "thread {");
    let document = |arguments: &[&str], code: i32| -> Value {
        let ran = place.run(&[&["ltl", "--json"], arguments].concat());
        assert_eq!(ran.exits(code).stderr, "");
        serde_json::from_str(&ran.stdout).unwrap()
    };
    let checked = document(&["a.cm"], 1);
    assert_eq!(checked["schema"], "commute-ltl/1");
    assert_eq!(checked["verdict"], "violated");
    let formulas = checked["formulas"].as_array().unwrap();
    assert_eq!(formulas[0]["name"], "mutex");
    assert_eq!(formulas[0]["verdict"], "holds");
    assert_eq!(formulas[0]["loop"].as_array().unwrap().len(), 0);
    assert_eq!(formulas[1]["verdict"], "violated");
    assert!(!formulas[1]["loop"].as_array().unwrap().is_empty());
    assert_eq!(formulas[1]["loop"][0]["file"], "a.cm");
    assert_eq!(document(&["a.cm", "--fair"], 0)["fair"], true);
    assert_eq!(document(&["a.cm", "--max-states", "3"], 3)["verdict"], "undecided");
    let none = document(&["none.cm"], 4);
    assert!(none["reason"].as_str().unwrap().starts_with("there is no temporal formula to check"));
    assert_eq!(document(&["no.cm"], 4)["diagnostics"].as_array().unwrap().len(), 1);
}

#[test]
fn check_checks_formulas_too() {
    let text = "var x: bool;\nltl often = []<>x;\nltl safe = [](x -> <>!x);\n\
                thread t { loop { x = true; x = false; } }\n";
    let place = Place::new("check-ltl").file("a.cm", text);
    let ran = place.run(&["check", "a.cm"]);
    ran.exits(0).says("a.cm: holds\n").says("a.cm: ltl often: holds\n").says("a.cm: ltl safe: holds\n");
    let never = place.file("b.cm", text.replace("[]<>x", "[]!x"));
    never
        .run(&["check", "b.cm", "-q"])
        .exits(1)
        .says("b.cm: holds\nb.cm: ltl often: violated\nb.cm: ltl safe: holds\n");
    let ran = never.run(&["check", "b.cm", "--no-ltl"]);
    ran.exits(0).says("not checked: ltl often (--no-ltl), ltl safe (--no-ltl)");
    let document: serde_json::Value =
        serde_json::from_str(&never.run(&["check", "b.cm", "--json"]).exits(1).stdout).unwrap();
    assert_eq!(document["verdict"], "violated");
    assert_eq!(document["formulas"][0]["verdict"], "violated");
    assert_eq!(document["formulas"][1]["verdict"], "holds");
}

#[test]
fn check_counts_fair_executions_only_if_asked_to() {
    let text = "var x: bool;\nltl done = <>x;\nthread t { x = true; }\ndaemon thread u { loop { yield; } }\n";
    let place = Place::new("check-fair").file("a.cm", text);
    place.run(&["check", "a.cm"]).exits(1).says("a.cm: ltl done: violated\n").says("repeated for ever.");
    place.run(&["check", "a.cm", "--fair"]).exits(0).says("a.cm: ltl done: holds\n");
}
