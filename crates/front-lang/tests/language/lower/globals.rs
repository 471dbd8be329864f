//! Variables, their first values, threads and processes.

use super::check;
use expect_test::expect;

#[test]
fn first_values_that_are_constant() {
    check(
        r#"const N: int = 2;
enum Color { Red, Green }
var a: int = N * 3;
var b: bool = true && N == 2;
var c: Color = Color::Green;
var d: 2..5;
var e: mod 3 = 4;
var f: [int; 3] = [1, N, 3];
var g: [bool; 2] = true;
var h: [[int; 2]; 2] = [[1, 2], [3, 4]];
var i: [int] = [1, 2];
var j: set<int> = {3, 1, 3};
var k: [semaphore; 2] = [1, 0];
var l: thread;
var m: [lock] = [n];
var n: lock;
"#,
        expect![[r#"
            enum enum0 Color {Red, Green}

            shape shape0 = array(i64)
            shape shape1 = array(bool)
            shape shape2 = seq(i64)
            shape shape3 = set(i64)
            shape shape4 = semaphore
            shape shape5 = thread
            shape shape6 = lock
            shape shape7 = seq(shape6)  ; lock

            global global0 a: i64 = 6
            global global1 b: bool = 1
            global global2 c: enum0 = 1  ; Color
            global global3 d: range(2, 4) = 2
            global global4 e: range(0, 2) = 1
            global global5 l: shape5 = null  ; thread

            static static0 f: shape0 = [1, 2, 3]  ; array
            static static1 g: shape1 = [1, 1]  ; array
            static static2 "h[0]": shape0 = [1, 2]  ; array
            static static3 "h[1]": shape0 = [3, 4]  ; array
            static static4 i: shape2 = [1, 2]  ; seq
            static static5 j: shape3 = [1, 3]  ; set
            static static6 "k[0]": shape4 = [1]  ; semaphore
            static static7 "k[1]": shape4 = [0]  ; semaphore
            static static8 m: shape7 = [static9]  ; shape7 seq, static9 n
            static static9 n: shape6 = [0]  ; lock
        "#]],
    );
}

#[test]
fn first_values_that_are_computed() {
    check(
        r#"class C { v: int; fn init(v: int) { this.v = v; } }
fn f(n: int) -> int { return n + a; }
var a: int = 1;
var b: int = f(2);
var c: C = new C(b);
var d: [C; 2] = new C(0);
var e: [int; 2] = [5, b];
var g: [int] = [1, b];
var h: set<int> = {1, b};
"#,
        expect![[r#"
            class class0 C {
              field v: i64
            }

            shape shape0 = array(class0)  ; C
            shape shape1 = array(i64)
            shape shape2 = seq(i64)
            shape shape3 = set(i64)
            shape shape4 = instance(class0)  ; C

            global global0 a: i64 = 1
            global global1 b: i64 = 0
            global global2 c: class0 = null  ; C

            static static0 d: shape0 = [null, null]  ; array
            static static1 e: shape1 = [5, 0]  ; array
            static static2 g: shape2 = [1]  ; seq
            static static3 h: shape3 = [1]  ; set

            fn fn0 C.init(r0 this: class0, r1 v: i64) {  ; C
              L0: store r0:this{class0.0}, r1:v  ; C.v
              L1: return
            }

            fn fn1 f(r0 n: i64) -> i64 {
              reg r1: i64
              reg r2: i64
              L0: r1 = load global0  ; a
              L1: r2 = add.i64 r0:n, r1
              L2: return r2
            }

            fn fn2 init.b() {
              reg r0: i64
              L0: r0 = call fn1(2)  ; f
              L1: store global1, r0  ; b
              L2: return
            }

            fn fn3 init.c() {
              reg r0: i64
              reg r1: class0  ; C
              L0: r0 = load global1  ; b
              L1: r1 = new shape4, 0  ; C
              L2: call fn0(r1, r0)  ; C.init
              L3: store global2, r1  ; c
              L4: return
            }

            fn fn4 init.d() {
              reg r0: class0  ; C
              reg r1: class0  ; C
              L0: r0 = new shape4, 0  ; C
              L1: call fn0(r0, 0)  ; C.init
              L2: store static0[0], r0  ; d
              L3: r1 = new shape4, 0  ; C
              L4: call fn0(r1, 0)  ; C.init
              L5: store static0[1], r1  ; d
              L6: return
            }

            fn fn5 init.e() {
              reg r0: i64
              L0: r0 = load global1  ; b
              L1: store static1[1], r0  ; e
              L2: return
            }

            fn fn6 init.g() {
              reg r0: i64
              L0: r0 = load global1  ; b
              L1: invoke push static2, r0  ; g
              L2: return
            }

            fn fn7 init.h() {
              reg r0: i64
              L0: r0 = load global1  ; b
              L1: invoke add static3, r0  ; h
              L2: return
            }

            fn fn8 init() {
              L0: call fn2()  ; init.b
              L1: call fn3()  ; init.c
              L2: call fn4()  ; init.d
              L3: call fn5()  ; init.e
              L4: call fn6()  ; init.g
              L5: call fn7()  ; init.h
              L6: return
            }

            init fn8  ; init
        "#]],
    );
}

#[test]
fn threads() {
    check(
        r#"const N: int = 2;
var x: [int; N];
thread main { }
daemon thread logger { yield; }
thread worker[i in 0..N] { x[i] = i; }
thread none[i in 0..0] { }
"#,
        expect![[r#"
            shape shape0 = array(i64)

            static static0 x: shape0 = [0, 0]  ; array

            fn fn0 main() {
              L0: return
            }

            fn fn1 logger() {
              L0: yield
              L1: return
            }

            fn fn2 worker(r0 i: i64) {
              L0: store static0[r0:i], r0:i  ; x
              L1: return
            }

            fn fn3 none(r0 i: i64) {
              L0: return
            }

            thread main = fn0()  ; main
            thread logger = fn1() daemon  ; logger
            thread "worker[0]" = fn2(0)  ; worker
            thread "worker[1]" = fn2(1)  ; worker
        "#]],
    );
}

#[test]
fn processes() {
    check(
        r#"const K: int = 2;
var link: channel(1) of int;
var own: int;
fn add(n: int) -> int { return n + K; }
process server {
    var x: int = 1;
    class Box { v: int; }
    fn go(b: Box) { b.v = add(x); }
    thread main { go(new Box()); link.send(x); join side; }
    thread side { }
    invariant x > 0;
}
process client { var x: int; thread main { x = link.receive(); } }
thread outside { own = link.receive(); }
invariant both: server.x >= client.x;
"#,
        expect![[r#"
            process process0 server
            process process1 client
            process process2 "top level"

            class class0 server.Box {
              field v: i64
            }

            shape shape0 = channel(i64)
            shape shape1 = instance(class0)  ; server.Box
            shape shape2 = thread

            global global0 own: i64 = 0 in process2  ; "top level"
            global global1 server.x: i64 = 1 in process0  ; server
            global global2 client.x: i64 = 0 in process1  ; client

            static static0 link: shape0 = [1]  ; channel
            static static1 server.side: shape2 = [2] in process0  ; shape2 thread, process0 server

            fn fn0 add(r0 n: i64) -> i64 {
              reg r1: i64
              L0: r1 = add.i64 r0:n, 2
              L1: return r1
            }

            fn fn1 server.go(r0 b: class0) {  ; server.Box
              reg r1: i64
              reg r2: i64
              L0: r1 = load global1  ; server.x
              L1: r2 = call fn0(r1)  ; add
              L2: store r0:b{class0.0}, r2  ; server.Box.v
              L3: return
            }

            fn fn2 server.main() {
              reg r0: class0  ; server.Box
              reg r1: i64
              L0: r0 = new shape1, 0  ; server.Box
              L1: call fn1(r0)  ; server.go
              L2: r1 = load global1  ; server.x
              L3: invoke send static0, r1  ; link
              L4: invoke join static1  ; server.side
              L5: return
            }

            fn fn3 server.side() {
              L0: return
            }

            fn fn4 client.main() {
              reg r0: i64
              L0: r0 = invoke receive static0  ; link
              L1: store global2, r0  ; client.x
              L2: return
            }

            fn fn5 outside() {
              reg r0: i64
              L0: r0 = invoke receive static0  ; link
              L1: store global0, r0  ; own
              L2: return
            }

            thread server.main = fn2() in process0  ; fn2 server.main, process0 server
            thread server.side = fn3() in process0 handle static1  ; fn3 server.side, process0 server, static1 server.side
            thread client.main = fn4() in process1  ; fn4 client.main, process1 client
            thread outside = fn5() in process2  ; fn5 outside, process2 "top level"

            invariant "invariant 1" = (global1 > 0)  ; server.x
            invariant both = (global1 >= global2)  ; global1 server.x, global2 client.x
        "#]],
    );
}
