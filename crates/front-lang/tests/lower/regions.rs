//! Blocks that must be left properly.

use super::{check, check_main};
use expect_test::expect;

#[test]
fn atomic() {
    check_main(
        r#"var x: int;
thread main { atomic { x = 1; x = 2; } }
"#,
        expect![[""]],
    );
}

#[test]
fn when_retries_from_its_beginning() {
    check_main(
        r#"var x: int;
thread main { when (x > 0) { x -= 1; } when (x == 0); }
"#,
        expect![[""]],
    );
}

#[test]
fn a_guard_with_two_parts() {
    check_main(
        r#"var x: int;
var b: bool;
thread main { when (x > 0 && b) { x = 0; } }
"#,
        expect![[""]],
    );
}

#[test]
fn leaving_atomic_blocks() {
    check_main(
        r#"var x: int;
thread main { loop { atomic { if x == 1 { break; } if x == 2 { continue; } if x == 3 { return; } } } }
"#,
        expect![[""]],
    );
}

#[test]
fn with_releases_on_every_way_out() {
    check_main(
        r#"var m: lock;
var x: int;
thread main { loop { with (m) { if x == 1 { break; } x = 2; } } }
"#,
        expect![[""]],
    );
}

#[test]
fn synchronized_with_a_return() {
    check(
        r#"class C { }
fn f(c: C, x: int) -> int { synchronized (c) { return x + 1; } }
thread main { f(new C(), 1); }
"#,
        expect![[""]],
    );
}

#[test]
fn an_empty_region_needs_no_handler() {
    check_main(
        r#"var m: lock;
thread main { with (m) { } }
"#,
        expect![[""]],
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
        expect![[""]],
    );
}

#[test]
fn the_object_of_a_region_stays_the_same() {
    check_main(
        r#"class C { }
thread main { let c = new C(); synchronized (c) { c = null; } }
"#,
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
    );
}
