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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
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
        expect![[""]],
    );
}
