//! Reads, writes and operators: which instructions, in which order.

use super::check_main;
use expect_test::expect;

#[test]
fn one_load_into_the_variable() {
    check_main(
        r#"var x: int;
thread main { let tx = x; }
"#,
        expect![[""]],
    );
}

#[test]
fn one_binary_and_one_store() {
    check_main(
        r#"var x: int;
thread main { let tx = 1; x = tx + 1; }
"#,
        expect![[""]],
    );
}

#[test]
fn an_assignment_with_an_operator_reads_and_writes() {
    check_main(
        r#"var y: int;
thread main { y += 1; let t = 2; t *= 3; }
"#,
        expect![[""]],
    );
}

#[test]
fn operands_are_read_from_left_to_right() {
    check_main(
        r#"var x: int;
var y: int;
thread main { let s = x + y * x; }
"#,
        expect![[""]],
    );
}

#[test]
fn a_place_is_evaluated_before_the_value() {
    check_main(
        r#"var i: int;
var x: int;
var a: [int; 3];
thread main { a[i] = x; a[i] += x; }
"#,
        expect![[""]],
    );
}

#[test]
fn constants_are_folded() {
    check_main(
        r#"const N: int = 4;
enum E { A, B }
var e: E;
thread main { let a = N * 2 - 1; let b = !(N > 3) || false; e = E::B; let d = -7 % 3; }
"#,
        expect![[""]],
    );
}

#[test]
fn division_by_a_constant_zero_is_left_to_the_run() {
    check_main(
        r#"thread main { let a = 1 / 0; }
"#,
        expect![[""]],
    );
}

#[test]
fn a_bounded_store_is_narrowed_unless_it_is_in_range() {
    check_main(
        r#"var x: 0..4;
var y: mod 4;
thread main {
    x = x;
    x = x + 1;
    y += 1;
    x = y;
    x = 3;
    y = 5;
    x = x % 4;
    let t: 0..2 = x;
}
"#,
        expect![[""]],
    );
}

#[test]
fn reading_a_bounded_variable_gives_an_int() {
    check_main(
        r#"var x: 0..4;
thread main { let t = x; t = t + 9; }
"#,
        expect![[""]],
    );
}

#[test]
fn conditions_become_jumps() {
    check_main(
        r#"var x: int;
var b: bool;
thread main { if x > 0 && !b || x == 3 { x = 1; } else { x = 2; } }
"#,
        expect![[""]],
    );
}

#[test]
fn short_circuit_values_go_through_a_register() {
    check_main(
        r#"var a: bool;
var b: bool;
thread main { let c = a && b; c = a || c; c = a => b; b = c && a; }
"#,
        expect![[""]],
    );
}

#[test]
fn booleans_and_references_are_compared() {
    check_main(
        r#"class C { }
var a: bool;
var c: C;
thread main { let x = a == true; let y = c == null; let z = a & x ^ y; }
"#,
        expect![[""]],
    );
}

#[test]
fn choose_and_cas_are_one_step_each() {
    check_main(
        r#"var x: 0..4;
var a: [int; 2];
thread main {
    x = choose(0..3);
    let c = choose(1..=x);
    let ok = cas(x, 1, c);
    if cas(a[c], 0, 1) { }
    cas(x, 0, 1);
}
"#,
        expect![[""]],
    );
}

#[test]
fn locals_without_a_value() {
    check_main(
        r#"class C { }
thread main { let a: int; let b: 2..5; let c: C; let d: bool; }
"#,
        expect![[""]],
    );
}
