//! Branches, loops, jumps and labels.

use super::check_main;
use expect_test::expect;

#[test]
fn if_without_else() {
    check_main(
        r#"var x: int;
thread main { if x == 0 { x = 1; } x = 2; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              L0: r0 = load global0  ; x
              L1: r1 = eq.i64 r0, 0
              L2: branch r1, L3, L4
              L3: store global0, 1  ; x
              L4: store global0, 2  ; x
              L5: return
            }
        "#]],
    );
}

#[test]
fn else_if() {
    check_main(
        r#"var x: int;
thread main { if x == 0 { x = 1; } else if x == 1 { x = 2; } else { x = 3; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: i64
              reg r3: bool
              L0: r0 = load global0  ; x
              L1: r1 = eq.i64 r0, 0
              L2: branch r1, L3, L5
              L3: store global0, 1  ; x
              L4: jump L11
              L5: r2 = load global0  ; x
              L6: r3 = eq.i64 r2, 1
              L7: branch r3, L8, L10
              L8: store global0, 2  ; x
              L9: jump L11
              L10: store global0, 3  ; x
              L11: return
            }
        "#]],
    );
}

#[test]
fn a_branch_that_is_never_taken_has_no_code() {
    check_main(
        r#"const DEBUG: bool = false;
var x: int;
thread main { if DEBUG { x = 1; } x = 2; }
"#,
        expect![[r#"
            fn fn0 main() {
              L0: jump L1
              L1: store global0, 2  ; x
              L2: return
            }
        "#]],
    );
}

#[test]
fn while_with_break_and_continue() {
    check_main(
        r#"var x: int;
thread main { while x < 3 { if x == 1 { continue; } if x == 2 { break; } x += 1; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: i64
              reg r3: bool
              reg r4: i64
              L0: r0 = load global0  ; x
              L1: r1 = lt.i64 r0, 3
              L2: branch r1, L3, L15
              L3: r2 = load global0  ; x
              L4: r3 = eq.i64 r2, 1
              L5: branch r3, L6, L7
              L6: jump L0
              L7: r2 = load global0  ; x
              L8: r3 = eq.i64 r2, 2
              L9: branch r3, L10, L11
              L10: jump L15
              L11: r2 = load global0  ; x
              L12: r4 = add.i64 r2, 1
              L13: store global0, r4  ; x
              L14: jump L0
              L15: return
            }
        "#]],
    );
}

#[test]
fn while_true_tests_nothing() {
    check_main(
        r#"var x: int;
thread main { while true { x = 1; } }
"#,
        expect![[r#"
            fn fn0 main() {
              L0: store global0, 1  ; x
              L1: jump L0
            }
        "#]],
    );
}

#[test]
fn for_over_a_range() {
    check_main(
        r#"var x: int;
thread main { for i in 0..3 { x = i; } for i in 1..=x { x = i; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 i: i64
              reg r1: bool
              reg r2 i: i64
              reg r3: i64
              L0: r0:i = 0
              L1: r1 = lt.i64 r0:i, 3
              L2: branch r1, L3, L6
              L3: store global0, r0:i  ; x
              L4: r0:i = add.i64 r0:i, 1
              L5: jump L1
              L6: r3 = load global0  ; x
              L7: r2:i = 1
              L8: r1 = le.i64 r2:i, r3
              L9: branch r1, L10, L13
              L10: store global0, r2:i  ; x
              L11: r2:i = add.i64 r2:i, 1
              L12: jump L8
              L13: return
            }
        "#]],
    );
}

#[test]
fn the_end_of_a_range_is_read_once() {
    check_main(
        r#"fn f(n: int) { }
thread main { let n = 3; for i in 0..n { f(i); } for i in 0..n { n = 2; } }
"#,
        expect![[r#"
            fn fn1 main() {
              reg r0 n: i64
              reg r1 i: i64
              reg r2: bool
              reg r3 i: i64
              reg r4: i64
              L0: r0:n = 3
              L1: r1:i = 0
              L2: r2 = lt.i64 r1:i, r0:n
              L3: branch r2, L4, L7
              L4: call fn0(r1:i)  ; f
              L5: r1:i = add.i64 r1:i, 1
              L6: jump L2
              L7: r4 = r0:n
              L8: r3:i = 0
              L9: r2 = lt.i64 r3:i, r4
              L10: branch r2, L11, L14
              L11: r0:n = 2
              L12: r3:i = add.i64 r3:i, 1
              L13: jump L9
              L14: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0 e: i64
              reg r1: i64
              reg r2: bool
              reg r3 e: i64
              reg r4: i64
              reg r5: bool
              reg r6 e: i64
              L0: r1 = 0
              L1: r2 = lt.i64 r1, 2
              L2: branch r2, L3, L7
              L3: r0:e = load static0[r1]  ; a
              L4: invoke push static1, r0:e  ; q
              L5: r1 = add.i64 r1, 1
              L6: jump L1
              L7: r1 = 0
              L8: r4 = invoke len static1  ; q
              L9: r2 = lt.i64 r1, r4
              L10: branch r2, L11, L15
              L11: r3:e = load static1[r1]  ; q
              L12: invoke add static2, r3:e  ; s
              L13: r1 = add.i64 r1, 1
              L14: jump L8
              L15: r1 = 0
              L16: r4 = invoke len static2  ; s
              L17: r2 = lt.i64 r1, r4
              L18: branch r2, L19, L23
              L19: r6:e = invoke nth static2, r1  ; s
              L20: store static0[0], r6:e  ; a
              L21: r1 = add.i64 r1, 1
              L22: jump L16
              L23: return
            }
        "#]],
    );
}

#[test]
fn for_over_an_array_that_is_a_value() {
    check_main(
        r#"thread main { let a = new [bool; 3]; for e in a { assert e; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 a: shape0  ; array
              reg r1 e: bool
              reg r2: i64
              reg r3: i64
              reg r4: bool
              L0: r0:a = new shape0, 3  ; array
              L1: r3 = invoke len r0:a
              L2: r2 = 0
              L3: r4 = lt.i64 r2, r3
              L4: branch r4, L5, L9
              L5: r1:e = load r0:a[r2]
              L6: assert r1:e, "assert e"
              L7: r2 = add.i64 r2, 1
              L8: jump L3
              L9: return
            }
        "#]],
    );
}

#[test]
fn choose_is_one_step_and_a_switch() {
    check_main(
        r#"var x: int;
thread main { choose { x = 1; } or { } or { x = 2; } x = 3; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              L0: r0 = choose 0, 3
              L1: switch r0 [0: L2, 1: L4] else L5
              L2: store global0, 1  ; x
              L3: jump L6
              L4: jump L6
              L5: store global0, 2  ; x
              L6: store global0, 3  ; x
              L7: return
            }
        "#]],
    );
}

#[test]
fn labels_stand_at_the_next_instruction() {
    check_main(
        r#"var x: int;
thread main { 'a: x = 1; loop { 'b: yield; } }
"#,
        expect![[r#"
            fn fn0 main() {
              label a = L0
              label b = L1
              L0: store global0, 1  ; x
              L1: yield
              L2: jump L1
            }
        "#]],
    );
}

#[test]
fn assert_assume_skip_yield() {
    check_main(
        r#"var x: int;
thread main { assert x == 0; assert x > 0 && x < 2, "x is small"; assume x == 1; skip; yield; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: bool
              reg r3: i64
              L0: r0 = load global0  ; x
              L1: r1 = eq.i64 r0, 0
              L2: assert r1, "assert x == 0"
              L3: r0 = load global0  ; x
              L4: r2 = gt.i64 r0, 0
              L5: branch r2, L6, L9
              L6: r3 = load global0  ; x
              L7: r1 = lt.i64 r3, 2
              L8: jump L10
              L9: r1 = 0
              L10: assert r1, "x is small"
              L11: r0 = load global0  ; x
              L12: r1 = eq.i64 r0, 1
              L13: assume r1
              L14: yield
              L15: return
            }
        "#]],
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
        expect![[r#"
            fn fn2 main() {
              reg r0 r: i64
              reg r1: i64
              reg r2 h: shape0  ; thread
              reg r3: bool
              L0: r0:r = call fn0(1, 1)  ; f
              L1: call fn0(2, 0)  ; f
              L2: call fn1()  ; g
              L3: r2:h = spawn fn0(3, 1)  ; f
              L4: spawn fn1()  ; g
              L5: spawn.daemon fn1()  ; g
              L6: invoke join r2:h
              L7: r3 = invoke is_alive r2:h
              L8: branch r3, L9, L10
              L9: invoke interrupt r2:h
              L10: return
            }
        "#]],
    );
}
