//! `commute ltl`: temporal formulas.

use crate::run::{LOCAL, Place};

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
