//! Mistakes with remote calls, records, `select` and channels that fail.

use super::check;
use expect_test::expect;

#[test]
fn remote_functions() {
    check(
        r#"remote fn f() { skip; }
class C { }
process p {
    var m: lock;
    fn g() { skip; }
    remote fn h(c: C, n: int) -> lock { return m; }
    remote fn k(n: int) { skip; }
}
process q {
    var x: int = p.k(1);
    thread main {
        p.g();
        p.kk(1);
        p.k();
        let r = p.k(1);
        when (p.k(1) == 1);
    }
}
"#,
        expect![[r#"
            error[E0408]: a remote function outside of a process
             --> a.cm:1:11
              |
            1 | remote fn f() { skip; }
              |           ^ not allowed here
              |
              = help: move it into the `process` that executes it

            error[E0407]: a remote call cannot pass `C`
             --> a.cm:6:20
              |
            6 |     remote fn h(c: C, n: int) -> lock { return m; }
              |                    ^ a reference
              |
              = help: processes share no objects: pass integers, booleans, enums and records

            error[E0407]: a remote call cannot pass `lock`
             --> a.cm:6:34
              |
            6 |     remote fn h(c: C, n: int) -> lock { return m; }
              |                                  ^^^^ a reference
              |
              = help: processes share no objects: pass integers, booleans, enums and records

            error[E0310]: this call has no result
              --> a.cm:10:18
               |
            10 |     var x: int = p.k(1);
               |                  ^^^^^^ used as a value
               |
               = help: give the function a result type, or call it as a statement

            error[E0411]: the initializer of a variable cannot call another process
              --> a.cm:10:18
               |
            10 |     var x: int = p.k(1);
               |                  ^^^^^^ not before the threads run
               |
               = help: initializers run before all threads: do this in a thread

            error[E0204]: `g` of `p` is not remote
              --> a.cm:12:11
               |
            12 |         p.g();
               |           ^ cannot be called
               |
               = help: declare it with `remote fn g(...)`

            error[E0204]: `p` has no remote function `kk`
              --> a.cm:13:11
               |
            13 |         p.kk(1);
               |           ^^ cannot be called
               |
               = help: did you mean `k`?

            error[E0304]: `k` takes 1 argument
              --> a.cm:14:9
               |
             7 |     remote fn k(n: int) { skip; }
               |               - declared here
            ...
            14 |         p.k();
               |         ^^^^^ 0 arguments given

            error[E0310]: this call has no result
              --> a.cm:15:17
               |
            15 |         let r = p.k(1);
               |                 ^^^^^^ used as a value
               |
               = help: give the function a result type, or call it as a statement

            error[E0406]: a guard cannot call `k`
              --> a.cm:16:15
               |
            16 |         when (p.k(1) == 1);
               |               ^^^^^^ guards only read
               |
               = help: compute it before the `when`, or move it into the body

            error[E0310]: this call has no result
              --> a.cm:16:15
               |
            16 |         when (p.k(1) == 1);
               |               ^^^^^^ used as a value
               |
               = help: give the function a result type, or call it as a statement
        "#]],
    );
}

#[test]
fn records() {
    check(
        r#"enum Kind { A, B }
record Outer(inner: Inner);
record Inner(n: int, b: bool, b: Kind, l: lock);
record Wide(a: 0..1000, b: 0..1000);
record Msg(kind: Kind, n: 1..4);
var g: Msg;
thread main {
    let m = Msg(Kind::A);
    let k = Msg(Kind::A, 7);
    let l = Msg(1, 2);
    k.number = 1;
    k.n = true;
    g.n = 1;
    Msg(Kind::A, 1).n = 2;
    let s = k + 1;
}
invariant g.m == 1;
"#,
        expect![[r#"
            error[E0309]: `Inner` is declared later
             --> a.cm:2:21
              |
            2 | record Outer(inner: Inner);
              |                     ^^^^^ not known yet
              |
              = help: declare a record before those that contain it

            error[E0309]: a field of a record cannot be `int`
             --> a.cm:3:17
              |
            3 | record Inner(n: int, b: bool, b: Kind, l: lock);
              |                 ^^^ not possible
              |
              = help: records are values: use `bool`, an enum, another record, or a range such as `0..8`

            error[E0202]: `b` is declared twice
             --> a.cm:3:31
              |
            3 | record Inner(n: int, b: bool, b: Kind, l: lock);
              |                      -        ^ declared again here
              |                      |
              |                      first declared here
              |
              = help: give one of them another name

            error[E0309]: a field of a record cannot be `lock`
             --> a.cm:3:43
              |
            3 | record Inner(n: int, b: bool, b: Kind, l: lock);
              |                                           ^^^^ not possible
              |
              = help: records are values: use `bool`, an enum, another record, or a range such as `0..8`

            error[E0412]: a record with more than 65536 values
             --> a.cm:4:25
              |
            4 | record Wide(a: 0..1000, b: 0..1000);
              |                         ^ too many with this field
              |
              = help: make the ranges of its fields smaller

            error[E0304]: `Msg` takes 2 arguments
             --> a.cm:8:13
              |
            5 | record Msg(kind: Kind, n: 1..4);
              |        --- declared here
            ...
            8 |     let m = Msg(Kind::A);
              |             ^^^^^^^^^^^^ 1 argument given

            error[E0303]: 7 is outside the type `1..=3`
             --> a.cm:9:26
              |
            9 |     let k = Msg(Kind::A, 7);
              |                          ^ does not fit
              |
              = help: the values of this type are 1 to 3

            error[E0301]: expected `Kind`, found `int`
              --> a.cm:10:17
               |
            10 |     let l = Msg(1, 2);
               |                 ^ this is `int`

            error[E0204]: `Msg` has no field `number`
              --> a.cm:11:7
               |
            11 |     k.number = 1;
               |       ^^^^^^ no such field

            error[E0301]: expected `1..=3`, found `bool`
              --> a.cm:12:11
               |
            12 |     k.n = true;
               |           ^^^^ this is `bool`

            error[E0401]: `g.n` cannot be assigned to
              --> a.cm:13:5
               |
            13 |     g.n = 1;
               |     ^^^ not a variable
               |
               = help: a shared record changes as a whole: change a copy and assign that

            error[E0401]: `Msg(Kind::A, 1).n` cannot be assigned to
              --> a.cm:14:5
               |
            14 |     Msg(Kind::A, 1).n = 2;
               |     ^^^^^^^^^^^^^^^^^ not a variable
               |
               = help: a shared record changes as a whole: change a copy and assign that

            error[E0302]: `+` does not go with `Msg` and `int`
              --> a.cm:15:13
               |
            15 |     let s = k + 1;
               |             ^^^^^ `Msg` and `int`
               |
               = help: both sides must be integers

            error[E0204]: `Msg` has no field `m`
              --> a.cm:17:13
               |
            17 | invariant g.m == 1;
               |             ^ no such field
        "#]],
    );
}

#[test]
fn select() {
    check(
        r#"var c: channel(1) of int;
var m: lock;
var x: int = c.try_receive(0);
thread main {
    select (m.acquire()) { skip; }
    select (c.len()) { skip; }
    select (x) { skip; }
    select (let m = c.send(1)) { skip; } or (c.send(true)) { skip; }
    c.try_send();
    c.try_receive();
    c.try_sent(1);
}
"#,
        expect![[r#"
            error[E0408]: `select` waits for messages
             --> a.cm:5:13
              |
            5 |     select (m.acquire()) { skip; }
              |             ^^^^^^^^^^^ not a channel
              |
              = help: write `c.send(e)` or `let m = c.receive()`, where `c` is a channel

            error[E0408]: `select` waits for messages
             --> a.cm:6:13
              |
            6 |     select (c.len()) { skip; }
              |             ^^^^^^^ not possible
              |
              = help: write `c.send(e)` or `let m = c.receive()`, where `c` is a channel

            error[E0408]: `select` waits for messages
             --> a.cm:7:13
              |
            7 |     select (x) { skip; }
              |             ^ not a message
              |
              = help: write `c.send(e)` or `let m = c.receive()`, where `c` is a channel

            error[E0310]: `send` has no result
             --> a.cm:8:21
              |
            8 |     select (let m = c.send(1)) { skip; } or (c.send(true)) { skip; }
              |                     ^^^^^^^^^ used as a value
              |
              = help: remove the `let`

            error[E0301]: expected `int`, found `bool`
             --> a.cm:8:53
              |
            8 |     select (let m = c.send(1)) { skip; } or (c.send(true)) { skip; }
              |                                                     ^^^^ this is `bool`

            error[E0304]: `try_send` takes 1 argument
             --> a.cm:9:5
              |
            9 |     c.try_send();
              |     ^^^^^^^^^^^^ 0 arguments given

            error[E0304]: `try_receive` takes 1 argument
              --> a.cm:10:5
               |
            10 |     c.try_receive();
               |     ^^^^^^^^^^^^^^^ 0 arguments given

            error[E0204]: `channel of int` has no method `try_sent`
              --> a.cm:11:7
               |
            11 |     c.try_sent(1);
               |       ^^^^^^^^ no such method
               |
               = help: did you mean `try_send`?
        "#]],
    );
}

#[test]
fn forms_of_select() {
    check(
        r#"var c: channel(1) of int;
thread main {
    select (let m = c.receive()) { skip; } or (let m = c.receive() { skip; }
}
"#,
        expect![[r#"
            error[E0100]: expected `)`, found `{`
             --> a.cm:3:68
              |
            3 |     select (let m = c.receive()) { skip; } or (let m = c.receive() { skip; }
              |                                                                    ^ expected `)`
              |
              = help: write `select (let m = a.receive()) { ... } or (b.send(e)) { ... } else { ... }`
        "#]],
    );
}

#[test]
fn channels_that_fail() {
    check(
        r#"var c: lossy(-1) channel(1) of int;
var d: lossy(1) lossy(2) channel(1) of int;
var e: lossy(1) channel(1) of int;
fn f(c: lossy channel of int) { c.send(1); }
fn g(c: channel of int) { c.send(1); }
thread main {
    let local = e;
    local.send(1);
    g(e);
    select (local.send(1)) { skip; }
}
"#,
        expect![[r#"
            error[E0307]: a number of faults of -1
             --> a.cm:1:14
              |
            1 | var c: lossy(-1) channel(1) of int;
              |              ^^ not possible
              |
              = help: it must be from 0 to 1048576

            error[E0202]: this is said twice
             --> a.cm:2:17
              |
            2 | var d: lossy(1) lossy(2) channel(1) of int;
              |                 ^^^^^^^^ said again here
              |
              = help: remove it

            error[E0413]: which channel is this?
             --> a.cm:4:33
              |
            4 | fn f(c: lossy channel of int) { c.send(1); }
              |                                 ^^^^^^^^^ a channel with faults
              |
              = help: use the variable that is declared with `var`: its faults are counted there

            error[E0413]: which channel is this?
             --> a.cm:8:5
              |
            8 |     local.send(1);
              |     ^^^^^^^^^^^^^ a channel with faults
              |
              = help: use the variable that is declared with `var`: its faults are counted there

            error[E0301]: expected `channel of int`, found `faulty channel of int`
             --> a.cm:9:7
              |
            9 |     g(e);
              |       ^ this is `faulty channel of int`

            error[E0413]: which channel is this?
              --> a.cm:10:13
               |
            10 |     select (local.send(1)) { skip; }
               |             ^^^^^^^^^^^^^ a channel with faults
               |
               = help: use the variable that is declared with `var`: its faults are counted there
        "#]],
    );
    check(
        "var c: lossy(1) semaphore;\n",
        expect![[r#"
        error[E0100]: expected `channel`, found `semaphore`
         --> a.cm:1:17
          |
        1 | var c: lossy(1) semaphore;
          |                 ^^^^^^^^^ expected `channel`
          |
          = help: say what goes wrong before `channel`: `lossy(1) channel(3) of int`
    "#]],
    );
}
