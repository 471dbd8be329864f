//! Programs that go wrong, written against proofs with program counters. None may be proved.

use super::{prove, with_solver};

const TRAPS: &[(&str, &str)] = &[
    (
        "a thread alone is right, two are not",
        "const N: int; var x: int;
        thread w[i in 0..N] { x = i; assert x == i; }",
    ),
    (
        "only three threads go wrong",
        "const N: int; var c: int;
        thread w[i in 0..N] { atomic { c = c + 1; } assert c <= 2; }",
    ),
    (
        "more threads go wrong than small instances have",
        "const N: int; var c: int;
        thread w[i in 0..N] { atomic { c = c + 1; } assert c <= 5; }",
    ),
    (
        "a constant of a value that small instances do not have",
        "const N: int; var x: int;
        thread w { x = N; assert x != 17; }",
    ),
    (
        "many rounds",
        "var x: int;
        thread w { loop { x = x + 1; } }
        thread v { assert x < 20000; }",
    ),
    (
        "an empty family",
        "const N: int; var x: int;
        thread w[i in 5..N] { x = 1; }
        thread v { assert N >= 5; }",
    ),
    ("no size", "const SIZE: int; var a: [int; SIZE]; thread w { let v = a[0]; assert v == 0; }"),
    (
        "a count that goes down twice",
        "const N: int; var c: int; var done: [bool; N];
        thread w[i in 0..N] { atomic { c = c + 1; } atomic { c = c + 1; } done[i] = true; }
        thread v { while c < N {} let k = choose(0..N); assert done[k]; }",
    ),
    (
        "a count of two families",
        "const A: int; const B: int; var c: int;
        thread a[i in 0..A] { atomic { c = c + 1; } }
        thread b[i in A..B] { atomic { c = c + 1; } }
        thread v { assert c <= A; }",
    ),
    (
        "a step that waits in the middle",
        "var x: int; var y: int; var s: semaphore = 0;
        thread a { atomic { x = 1; s.down(); assert y == 0; } }
        thread b { y = 1; s.up(); }",
    ),
    (
        "what an atomic block wrote on one branch",
        "var x: int; var c: bool;
        thread a { atomic { x = 1; if c { x = 0; } } atomic { c = true; } }
        thread b { assert x == 0; }",
    ),
    (
        "an object that is not new any more",
        "class C { f: int; } var p: C;
        thread a { let c = new C(); p = c; c.f = 1; assert c.f == 1; }
        thread b { let q = p; if q != null { q.f = 2; } }",
    ),
    (
        "null",
        "class C { f: int; } var p: C;
        thread a { p = new C(); } thread b { let q = p; assert q.f == 0; }",
    ),
    (
        "an invariant that one thread breaks",
        "var x: int; var y: int; invariant same: x == y;
        thread a { x = 1; y = 1; }",
    ),
    (
        "an invariant about all indices",
        "const N: int; var a: [int; N];
        invariant zero: forall k in 0..N: a[k] == 0;
        thread w[i in 0..N] { a[i] = i; }",
    ),
    (
        "a loop that is left by a break",
        "var x: int;
        thread a { let k = 0; loop { if k == 30 { break; } k = k + 1; } assert k < 30; }",
    ),
];

#[test]
fn traps_are_not_proved() {
    if !with_solver() {
        return;
    }
    for (name, text) in TRAPS {
        let outcome = prove(text);
        assert!(!outcome.is_some_and(|o| o.is_proof()), "{name} is proved");
    }
}

#[test]
fn what_is_next_to_the_traps_is_proved() {
    if !with_solver() {
        return;
    }
    for text in [
        "const N: int; var c: int; thread w[i in 0..N] { atomic { c = c + 1; } assert c <= N; }",
        "const N: int; var a: [int; N]; invariant small: forall k in 0..N: a[k] <= k;
            thread w[i in 0..N] { a[i] = i; }",
        "class C { f: int; } var p: C; thread a { let c = new C(); c.f = 1; assert c.f == 1; p = c; }",
    ] {
        let outcome = prove(text);
        assert!(outcome.is_some_and(|o| o.is_proof()), "{text}");
    }
}
