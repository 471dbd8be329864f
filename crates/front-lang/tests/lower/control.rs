//! Branches, loops, jumps and labels.

use super::check_main;
use expect_test::expect;

#[test]
fn if_without_else() {
    check_main(
        r#"var x: int;
thread main { if x == 0 { x = 1; } x = 2; }
"#,
        expect![[""]],
    );
}

#[test]
fn else_if() {
    check_main(
        r#"var x: int;
thread main { if x == 0 { x = 1; } else if x == 1 { x = 2; } else { x = 3; } }
"#,
        expect![[""]],
    );
}

#[test]
fn a_branch_that_is_never_taken_has_no_code() {
    check_main(
        r#"const DEBUG: bool = false;
var x: int;
thread main { if DEBUG { x = 1; } x = 2; }
"#,
        expect![[""]],
    );
}

#[test]
fn while_with_break_and_continue() {
    check_main(
        r#"var x: int;
thread main { while x < 3 { if x == 1 { continue; } if x == 2 { break; } x += 1; } }
"#,
        expect![[""]],
    );
}

#[test]
fn while_true_tests_nothing() {
    check_main(
        r#"var x: int;
thread main { while true { x = 1; } }
"#,
        expect![[""]],
    );
}

#[test]
fn for_over_a_range() {
    check_main(
        r#"var x: int;
thread main { for i in 0..3 { x = i; } for i in 1..=x { x = i; } }
"#,
        expect![[""]],
    );
}

#[test]
fn the_end_of_a_range_is_read_once() {
    check_main(
        r#"fn f(n: int) { }
thread main { let n = 3; for i in 0..n { f(i); } for i in 0..n { n = 2; } }
"#,
        expect![[""]],
    );
}

#[test]
fn for_over_arrays_and_sets() {
    check_main(
        r#"var a: [int; 2];
var q: [int];
var s: set<int>;
thread main { for e in a { q.push(e); } for e in q { s.add(e); } for e in s { a[0] = e; } }
"#,
        expect![[""]],
    );
}

#[test]
fn for_over_an_array_that_is_a_value() {
    check_main(
        r#"thread main { let a = new [bool; 3]; for e in a { assert e; } }
"#,
        expect![[""]],
    );
}

#[test]
fn choose_is_one_step_and_a_switch() {
    check_main(
        r#"var x: int;
thread main { choose { x = 1; } or { } or { x = 2; } x = 3; }
"#,
        expect![[""]],
    );
}

#[test]
fn labels_stand_at_the_next_instruction() {
    check_main(
        r#"var x: int;
thread main { 'a: x = 1; loop { 'b: yield; } }
"#,
        expect![[""]],
    );
}

#[test]
fn assert_assume_skip_yield() {
    check_main(
        r#"var x: int;
thread main { assert x == 0; assert x > 0 && x < 2, "x is small"; assume x == 1; skip; yield; }
"#,
        expect![[""]],
    );
}

#[test]
fn calls_spawn_and_join() {
    check_main(
        r#"fn f(a: int, b: bool) -> int { return a; }
fn g() { }
thread main {
    let r = f(1, true);
    f(2, false);
    g();
    let h = spawn f(3, true);
    spawn g();
    spawn daemon g();
    join h;
    if h.is_alive() { h.interrupt(); }
}
"#,
        expect![[""]],
    );
}
