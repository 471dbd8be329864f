//! Classes: fields, constructors, methods, monitors.

use super::{check, check_main};
use expect_test::expect;

#[test]
fn a_class() {
    check(
        r#"class Node self_locking {
    value: int = 7;
    next: Node guarded_by this;
    size: 1..4;
    fn init(v: int) { value = v; }
    synchronized fn get() -> int { return value; }
    fn set(v: int) { this.value = v; touch(); }
    fn touch() { next.next.value += 1; }
}
thread main { let n = new Node(1); n.set(n.get()); n = new Node(2); }
"#,
        expect![[""]],
    );
}

#[test]
fn a_constructor_for_initial_values_only() {
    check(
        r#"class C { x: int = 3; y: int; }
thread main { let c = new C(); c.y = c.x; }
"#,
        expect![[""]],
    );
}

#[test]
fn a_class_without_a_constructor() {
    check_main(
        r#"class C { x: int; }
thread main { let c = new C(); }
"#,
        expect![[""]],
    );
}

#[test]
fn monitor_operations() {
    check_main(
        r#"class C { }
thread main {
    let c = new C();
    synchronized (c) { c.wait(); if c.wait_timed() { c.notify(); } c.notify_all(); }
}
"#,
        expect![[""]],
    );
}

#[test]
fn an_interruption_can_be_caught() {
    check(
        r#"class Interrupted { }
class C { }
thread main { let c = new C(); try { synchronized (c) { c.wait(); } } catch (e: Interrupted) { } }
"#,
        expect![[""]],
    );
}

#[test]
fn locals_hide_fields() {
    check(
        r#"class C { x: int; fn f(x: int) -> int { let y = x; this.x = y; return x; } }
thread main { let c = new C(); c.f(1); }
"#,
        expect![[""]],
    );
}
