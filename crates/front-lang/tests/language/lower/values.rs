//! Reads, writes and operators: which instructions, in which order.

use super::check_main;
use expect_test::expect;

#[test]
fn one_load_into_the_variable() {
    check_main(
        r#"var x: int;
thread main { let tx = x; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 tx: i64
              L0: r0:tx = load global0  ; x
              L1: return
            }
        "#]],
    );
}

#[test]
fn one_binary_and_one_store() {
    check_main(
        r#"var x: int;
thread main { let tx = 1; x = tx + 1; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 tx: i64
              reg r1: i64
              L0: r0:tx = 1
              L1: r1 = add.i64 r0:tx, 1
              L2: store global0, r1  ; x
              L3: return
            }
        "#]],
    );
}

#[test]
fn an_assignment_with_an_operator_reads_and_writes() {
    check_main(
        r#"var y: int;
thread main { y += 1; let t = 2; t *= 3; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: i64
              reg r2 t: i64
              L0: r0 = load global0  ; y
              L1: r1 = add.i64 r0, 1
              L2: store global0, r1  ; y
              L3: r2:t = 2
              L4: r2:t = mul.i64 r2:t, 3
              L5: return
            }
        "#]],
    );
}

#[test]
fn operands_are_read_from_left_to_right() {
    check_main(
        r#"var x: int;
var y: int;
thread main { let s = x + y * x; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 s: i64
              reg r1: i64
              reg r2: i64
              reg r3: i64
              reg r4: i64
              L0: r1 = load global0  ; x
              L1: r2 = load global1  ; y
              L2: r3 = load global0  ; x
              L3: r4 = mul.i64 r2, r3
              L4: r0:s = add.i64 r1, r4
              L5: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: i64
              reg r2: i64
              reg r3: i64
              L0: r0 = load global0  ; i
              L1: r1 = load global1  ; x
              L2: store static0[r0], r1  ; a
              L3: r0 = load global0  ; i
              L4: r1 = load static0[r0]  ; a
              L5: r2 = load global1  ; x
              L6: r3 = add.i64 r1, r2
              L7: store static0[r0], r3  ; a
              L8: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0 a: i64
              reg r1 b: bool
              reg r2 d: i64
              L0: r0:a = 7
              L1: r1:b = 0
              L2: store global0, 1  ; e
              L3: r2:d = 2
              L4: return
            }
        "#]],
    );
}

#[test]
fn division_by_a_constant_zero_is_left_to_the_run() {
    check_main(
        r#"thread main { let a = 1 / 0; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 a: i64
              L0: r0:a = div.i64 1, 0
              L1: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0: range(0, 3)
              reg r1: i64
              reg r2: range(0, 3)
              reg r3 t: range(0, 1)
              L0: r0 = load global0  ; x
              L1: store global0, r0  ; x
              L2: r0 = load global0  ; x
              L3: r1 = add.i64 r0, 1
              L4: r2 = narrow r1, 0, 3
              L5: store global0, r2  ; x
              L6: r0 = load global1  ; y
              L7: r1 = add.i64 r0, 1
              L8: r2 = narrow.wrap r1, 0, 3
              L9: store global1, r2  ; y
              L10: r0 = load global1  ; y
              L11: store global0, r0  ; x
              L12: store global0, 3  ; x
              L13: store global1, 1  ; y
              L14: r0 = load global0  ; x
              L15: r1 = mod.i64 r0, 4
              L16: store global0, r1  ; x
              L17: r3:t = load global0  ; x
              L18: r3:t = narrow r3:t, 0, 1
              L19: return
            }
        "#]],
    );
}

#[test]
fn reading_a_bounded_variable_gives_an_int() {
    check_main(
        r#"var x: 0..4;
thread main { let t = x; t = t + 9; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 t: i64
              L0: r0:t = load global0  ; x
              L1: r0:t = add.i64 r0:t, 9
              L2: return
            }
        "#]],
    );
}

#[test]
fn conditions_become_jumps() {
    check_main(
        r#"var x: int;
var b: bool;
thread main { if x > 0 && !b || x == 3 { x = 1; } else { x = 2; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: bool
              reg r3: i64
              reg r4: bool
              L0: r0 = load global0  ; x
              L1: r1 = gt.i64 r0, 0
              L2: branch r1, L3, L5
              L3: r2 = load global1  ; b
              L4: branch r2, L5, L8
              L5: r3 = load global0  ; x
              L6: r4 = eq.i64 r3, 3
              L7: branch r4, L8, L10
              L8: store global0, 1  ; x
              L9: jump L11
              L10: store global0, 2  ; x
              L11: return
            }
        "#]],
    );
}

#[test]
fn short_circuit_values_go_through_a_register() {
    check_main(
        r#"var a: bool;
var b: bool;
thread main { let c = a && b; c = a || c; c = a => b; b = c && a; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 c: bool
              reg r1: bool
              L0: r1 = load global0  ; a
              L1: branch r1, L2, L4
              L2: r0:c = load global1  ; b
              L3: jump L5
              L4: r0:c = 0
              L5: r1 = load global0  ; a
              L6: branch r1, L8, L7
              L7: jump L9
              L8: r0:c = 1
              L9: r1 = load global0  ; a
              L10: branch r1, L11, L13
              L11: r0:c = load global1  ; b
              L12: jump L14
              L13: r0:c = 1
              L14: branch r0:c, L15, L17
              L15: r1 = load global0  ; a
              L16: jump L18
              L17: r1 = 0
              L18: store global1, r1  ; b
              L19: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0 x: bool
              reg r1: bool
              reg r2 y: bool
              reg r3: class0  ; C
              reg r4 z: bool
              reg r5: bool
              L0: r1 = load global0  ; a
              L1: r0:x = eq.i32 r1, 1
              L2: r3 = load global1  ; c
              L3: r2:y = eq.i64 r3, null
              L4: r1 = load global0  ; a
              L5: r5 = and.i32 r1, r0:x
              L6: r4:z = xor.i32 r5, r2:y
              L7: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1 c: i64
              reg r2: range(0, 3)
              reg r3 ok: bool
              reg r4: bool
              L0: r0 = choose 0, 3
              L1: store global0, r0  ; x
              L2: r2 = load global0  ; x
              L3: r0 = add.i64 r2, 1
              L4: r1:c = choose 1, r0
              L5: r2 = narrow r1:c, 0, 3
              L6: r3:ok = cas global0, 1, r2  ; x
              L7: r4 = cas static0[r1:c], 0, 1  ; a
              L8: branch r4, L9, L9
              L9: r4 = cas global0, 0, 1  ; x
              L10: return
            }
        "#]],
    );
}

#[test]
fn locals_without_a_value() {
    check_main(
        r#"class C { }
thread main { let a: int; let b: 2..5; let c: C; let d: bool; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 a: i64
              reg r1 b: range(2, 4)
              reg r2 c: class0  ; C
              reg r3 d: bool
              L0: r0:a = 0
              L1: r1:b = 2
              L2: r2:c = null
              L3: r3:d = 0
              L4: return
            }
        "#]],
    );
}
