//! Blocks that must be left properly.

use super::{check, check_main};
use expect_test::expect;

#[test]
fn atomic() {
    check_main(
        r#"var x: int;
thread main { atomic { x = 1; x = 2; } }
"#,
        expect![[r#"
            fn fn0 main() {
              L0: atomic_begin
              L1: store global0, 1  ; x
              L2: store global0, 2  ; x
              L3: atomic_end
              L4: return
            }
        "#]],
    );
}

#[test]
fn when_retries_from_its_beginning() {
    check_main(
        r#"var x: int;
thread main { when (x > 0) { x -= 1; } when (x == 0); }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: i64
              reg r3: i64
              L0: atomic_begin
              L1: r0 = load global0  ; x
              L2: r1 = gt.i64 r0, 0
              L3: block r1, L0
              L4: r2 = load global0  ; x
              L5: r3 = sub.i64 r2, 1
              L6: store global0, r3  ; x
              L7: atomic_end
              L8: atomic_begin
              L9: r0 = load global0  ; x
              L10: r1 = eq.i64 r0, 0
              L11: block r1, L8
              L12: atomic_end
              L13: return
            }
        "#]],
    );
}

#[test]
fn a_guard_with_two_parts() {
    check_main(
        r#"var x: int;
var b: bool;
thread main { when (x > 0 && b) { x = 0; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: bool
              reg r1: i64
              reg r2: bool
              L0: atomic_begin
              L1: r1 = load global0  ; x
              L2: r2 = gt.i64 r1, 0
              L3: branch r2, L4, L6
              L4: r0 = load global1  ; b
              L5: jump L7
              L6: r0 = 0
              L7: block r0, L0
              L8: store global0, 0  ; x
              L9: atomic_end
              L10: return
            }
        "#]],
    );
}

#[test]
fn leaving_atomic_blocks() {
    check_main(
        r#"var x: int;
thread main { loop { atomic { if x == 1 { break; } if x == 2 { continue; } if x == 3 { return; } } } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              L0: atomic_begin
              L1: r0 = load global0  ; x
              L2: r1 = eq.i64 r0, 1
              L3: branch r1, L4, L6
              L4: atomic_end
              L5: jump L18
              L6: r0 = load global0  ; x
              L7: r1 = eq.i64 r0, 2
              L8: branch r1, L9, L11
              L9: atomic_end
              L10: jump L0
              L11: r0 = load global0  ; x
              L12: r1 = eq.i64 r0, 3
              L13: branch r1, L14, L16
              L14: atomic_end
              L15: return
              L16: atomic_end
              L17: jump L0
              L18: return
            }
        "#]],
    );
}

#[test]
fn with_releases_on_every_way_out() {
    check_main(
        r#"var m: lock;
var x: int;
thread main { loop { with (m) { if x == 1 { break; } x = 2; } } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: anyref
              catch L1 to L7 any -> r2, L9
              L0: invoke acquire static0  ; m
              L1: r0 = load global0  ; x
              L2: r1 = eq.i64 r0, 1
              L3: branch r1, L4, L6
              L4: invoke release static0  ; m
              L5: jump L12
              L6: store global0, 2  ; x
              L7: invoke release static0  ; m
              L8: jump L11
              L9: invoke release static0  ; m
              L10: throw r2
              L11: jump L0
              L12: return
            }
        "#]],
    );
}

#[test]
fn synchronized_with_a_return() {
    check(
        r#"class C { }
fn f(c: C, x: int) -> int { synchronized (c) { return x + 1; } }
thread main { f(new C(), 1); }
"#,
        expect![[r#"
            class class0 C {
            }

            shape shape0 = instance(class0)  ; C

            fn fn0 f(r0 c: class0, r1 x: i64) -> i64 {  ; C
              reg r2: i64
              reg r3: anyref
              catch L1 to L4 any -> r3, L4
              L0: invoke monitor_enter r0:c
              L1: r2 = add.i64 r1:x, 1
              L2: invoke monitor_exit r0:c
              L3: return r2
              L4: invoke monitor_exit r0:c
              L5: throw r3
            }

            fn fn1 main() {
              reg r0: class0  ; C
              reg r1: i64
              L0: r0 = new shape0, 0  ; C
              L1: call fn0(r0, 1)  ; f
              L2: return
            }

            thread main = fn1()  ; main
        "#]],
    );
}

#[test]
fn an_empty_region_needs_no_handler() {
    check_main(
        r#"var m: lock;
thread main { with (m) { } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: anyref
              L0: invoke acquire static0  ; m
              L1: invoke release static0  ; m
              L2: return
            }
        "#]],
    );
}

#[test]
fn regions_in_regions() {
    check_main(
        r#"var m: lock;
var n: lock;
var x: int;
thread main { loop { with (m) { with (n) { atomic { if x == 1 { break; } } } } } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: i64
              reg r1: bool
              reg r2: anyref
              catch L2 to L11 any -> r2, L13
              catch L1 to L15 any -> r2, L17
              L0: invoke acquire static0  ; m
              L1: invoke acquire static1  ; n
              L2: atomic_begin
              L3: r0 = load global0  ; x
              L4: r1 = eq.i64 r0, 1
              L5: branch r1, L6, L10
              L6: atomic_end
              L7: invoke release static1  ; n
              L8: invoke release static0  ; m
              L9: jump L20
              L10: atomic_end
              L11: invoke release static1  ; n
              L12: jump L15
              L13: invoke release static1  ; n
              L14: throw r2
              L15: invoke release static0  ; m
              L16: jump L19
              L17: invoke release static0  ; m
              L18: throw r2
              L19: jump L0
              L20: return
            }
        "#]],
    );
}

#[test]
fn the_object_of_a_region_stays_the_same() {
    check_main(
        r#"class C { }
thread main { let c = new C(); synchronized (c) { c = null; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 c: class0  ; C
              reg r1: class0  ; C
              reg r2: anyref
              catch L3 to L4 any -> r2, L6
              L0: r0:c = new shape0, 0  ; C
              L1: r1 = r0:c
              L2: invoke monitor_enter r1
              L3: r0:c = null
              L4: invoke monitor_exit r1
              L5: jump L8
              L6: invoke monitor_exit r1
              L7: throw r2
              L8: return
            }
        "#]],
    );
}

#[test]
fn try_and_catch() {
    check_main(
        r#"class A { }
class B { }
var x: int;
thread main { try { x = 1; throw new A(); } catch (e: A) { x = 2; } catch (e) { throw e; } x = 3; }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: class0  ; A
              reg r1 e: class0  ; A
              reg r2 e: anyref
              catch L0 to L3 class0 -> r1:e, L3  ; A
              catch L0 to L3 any -> r2:e, L5
              L0: store global0, 1  ; x
              L1: r0 = new shape0, 0  ; A
              L2: throw r0
              L3: store global0, 2  ; x
              L4: jump L6
              L5: throw r2:e
              L6: store global0, 3  ; x
              L7: return
            }
        "#]],
    );
}

#[test]
fn a_region_in_a_try() {
    check_main(
        r#"class A { }
var m: lock;
var x: int;
thread main { try { with (m) { x = 1; throw new A(); } } catch (e: A) { x = 2; } }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0: class0  ; A
              reg r1: anyref
              reg r2 e: class0  ; A
              catch L1 to L4 any -> r1, L4
              catch L0 to L6 class0 -> r2:e, L6  ; A
              L0: invoke acquire static0  ; m
              L1: store global0, 1  ; x
              L2: r0 = new shape1, 0  ; A
              L3: throw r0
              L4: invoke release static0  ; m
              L5: throw r1
              L6: store global0, 2  ; x
              L7: return
            }
        "#]],
    );
}
