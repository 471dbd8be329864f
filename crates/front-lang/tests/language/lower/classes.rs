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
        expect![[r#"
            selector sel0 Node.get
            selector sel1 Node.set
            selector sel2 Node.touch

            class class0 Node #self_locking {
              field value: i64
              field next: class0 #guarded_by(param0:class0)  ; Node
              field size: range(1, 3)
              method sel0 = fn1  ; sel0 Node.get, fn1 Node.get
              method sel1 = fn2  ; sel1 Node.set, fn2 Node.set
              method sel2 = fn3  ; sel2 Node.touch, fn3 Node.touch
            }

            shape shape0 = instance(class0)  ; Node

            fn fn0 Node.init(r0 this: class0, r1 v: i64) {  ; Node
              L0: store r0:this{class0.0}, 7  ; Node.value
              L1: store r0:this{class0.2}, 1  ; Node.size
              L2: store r0:this{class0.0}, r1:v  ; Node.value
              L3: return
            }

            fn fn1 Node.get(r0 this: class0) -> i64 {  ; Node
              reg r1: i64
              reg r2: anyref
              catch L1 to L4 any -> r2, L4
              L0: invoke monitor_enter r0:this
              L1: r1 = load r0:this{class0.0}  ; Node.value
              L2: invoke monitor_exit r0:this
              L3: return r1
              L4: invoke monitor_exit r0:this
              L5: throw r2
            }

            fn fn2 Node.set(r0 this: class0, r1 v: i64) {  ; Node
              L0: store r0:this{class0.0}, r1:v  ; Node.value
              L1: call_virtual sel2(r0:this)  ; Node.touch
              L2: return
            }

            fn fn3 Node.touch(r0 this: class0) {  ; Node
              reg r1: class0  ; Node
              reg r2: class0  ; Node
              reg r3: i64
              reg r4: i64
              L0: r1 = load r0:this{class0.1}  ; Node.next
              L1: r2 = load r1{class0.1}  ; Node.next
              L2: r3 = load r2{class0.0}  ; Node.value
              L3: r4 = add.i64 r3, 1
              L4: store r2{class0.0}, r4  ; Node.value
              L5: return
            }

            fn fn4 main() {
              reg r0 n: class0  ; Node
              reg r1: i64
              reg r2: class0  ; Node
              L0: r0:n = new shape0, 0  ; Node
              L1: call fn0(r0:n, 1)  ; Node.init
              L2: r1 = call_virtual sel0(r0:n)  ; Node.get
              L3: call_virtual sel1(r0:n, r1)  ; Node.set
              L4: r2 = new shape0, 0  ; Node
              L5: call fn0(r2, 2)  ; Node.init
              L6: r0:n = r2
              L7: return
            }

            thread main = fn4()  ; main
        "#]],
    );
}

#[test]
fn a_constructor_for_initial_values_only() {
    check(
        r#"class C { x: int = 3; y: int; }
thread main { let c = new C(); c.y = c.x; }
"#,
        expect![[r#"
            class class0 C {
              field x: i64
              field y: i64
            }

            shape shape0 = instance(class0)  ; C

            fn fn0 main() {
              reg r0 c: class0  ; C
              reg r1: i64
              L0: r0:c = new shape0, 0  ; C
              L1: call fn1(r0:c)  ; C.init
              L2: r1 = load r0:c{class0.0}  ; C.x
              L3: store r0:c{class0.1}, r1  ; C.y
              L4: return
            }

            fn fn1 C.init(r0 this: class0) {  ; C
              L0: store r0:this{class0.0}, 3  ; C.x
              L1: return
            }

            thread main = fn0()  ; main
        "#]],
    );
}

#[test]
fn a_class_without_a_constructor() {
    check_main(
        r#"class C { x: int; }
thread main { let c = new C(); }
"#,
        expect![[r#"
            fn fn0 main() {
              reg r0 c: class0  ; C
              L0: r0:c = new shape0, 0  ; C
              L1: return
            }
        "#]],
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
        expect![[r#"
            fn fn0 main() {
              reg r0 c: class0  ; C
              reg r1: bool
              reg r2: anyref
              catch L2 to L7 any -> r2, L9
              L0: r0:c = new shape0, 0  ; C
              L1: invoke monitor_enter r0:c
              L2: invoke wait r0:c
              L3: r1 = invoke wait_timed r0:c
              L4: branch r1, L5, L6
              L5: invoke notify r0:c
              L6: invoke notify_all r0:c
              L7: invoke monitor_exit r0:c
              L8: jump L11
              L9: invoke monitor_exit r0:c
              L10: throw r2
              L11: return
            }
        "#]],
    );
}

#[test]
fn an_interruption_can_be_caught() {
    check(
        r#"class Interrupted { }
class C { }
thread main { let c = new C(); try { synchronized (c) { c.wait(); } } catch (e: Interrupted) { } }
"#,
        expect![[r#"
            class class0 Interrupted {
            }
            class class1 C {
            }
            fault interrupted = class0  ; Interrupted

            shape shape0 = instance(class0)  ; Interrupted
            shape shape1 = instance(class1)  ; C

            fn fn0 main() {
              reg r0 c: class1  ; C
              reg r1: anyref
              reg r2 e: class0  ; Interrupted
              catch L2 to L3 any -> r1, L5
              catch L1 to L7 class0 -> r2:e, L8  ; Interrupted
              L0: r0:c = new shape1, 0  ; C
              L1: invoke monitor_enter r0:c
              L2: invoke wait r0:c
              L3: invoke monitor_exit r0:c
              L4: jump L7
              L5: invoke monitor_exit r0:c
              L6: throw r1
              L7: jump L8
              L8: return
            }

            thread main = fn0()  ; main
        "#]],
    );
}

#[test]
fn locals_hide_fields() {
    check(
        r#"class C { x: int; fn f(x: int) -> int { let y = x; this.x = y; return x; } }
thread main { let c = new C(); c.f(1); }
"#,
        expect![[r#"
            selector sel0 C.f

            class class0 C {
              field x: i64
              method sel0 = fn0  ; sel0 C.f, fn0 C.f
            }

            shape shape0 = instance(class0)  ; C

            fn fn0 C.f(r0 this: class0, r1 x: i64) -> i64 {  ; C
              reg r2 y: i64
              L0: r2:y = r1:x
              L1: store r0:this{class0.0}, r2:y  ; C.x
              L2: return r1:x
            }

            fn fn1 main() {
              reg r0 c: class0  ; C
              reg r1: i64
              L0: r0:c = new shape0, 0  ; C
              L1: call_virtual sel0(r0:c, 1)  ; C.f
              L2: return
            }

            thread main = fn1()  ; main
        "#]],
    );
}
