//! Values in the wrong places.

use super::check;
use expect_test::expect;

#[test]
fn a_let_of_the_wrong_type() {
    check(
        r#"thread main { let x: int = true; }
"#,
        expect![[r#"
            error[E0301]: expected `int`, found `bool`
             --> a.cm:1:28
              |
            1 | thread main { let x: int = true; }
              |                            ^^^^ this is `bool`
        "#]],
    );
}

#[test]
fn a_condition_that_is_an_integer() {
    check(
        r#"var x: int;
thread main { if x { } while 1 { } assert x; }
"#,
        expect![[r#"
            error[E0301]: expected `bool`, found `int`
             --> a.cm:2:18
              |
            2 | thread main { if x { } while 1 { } assert x; }
              |                  ^ this is `int`
              |
              = help: compare it, for example `... != 0`

            error[E0301]: expected `bool`, found `int`
             --> a.cm:2:30
              |
            2 | thread main { if x { } while 1 { } assert x; }
              |                              ^ this is `int`
              |
              = help: compare it, for example `... != 0`

            error[E0301]: expected `bool`, found `int`
             --> a.cm:2:43
              |
            2 | thread main { if x { } while 1 { } assert x; }
              |                                           ^ this is `int`
              |
              = help: compare it, for example `... != 0`
        "#]],
    );
}

#[test]
fn null_for_an_integer() {
    check(
        r#"var x: int = null;
"#,
        expect![[r#"
            error[E0301]: expected `int`, found `null`
             --> a.cm:1:14
              |
            1 | var x: int = null;
              |              ^^^^ this is `null`
              |
              = help: only references can be `null`
        "#]],
    );
}

#[test]
fn operands_of_the_wrong_type() {
    check(
        r#"var b: bool;
thread main {
    let x = 1 + b;
    let y = b < b;
    let z = -b;
    let w = !1;
    let v = b == 1;
    let u = 1 && b;
}
"#,
        expect![[r#"
            error[E0302]: `+` does not go with `int` and `bool`
             --> a.cm:3:13
              |
            3 |     let x = 1 + b;
              |             ^^^^^ `int` and `bool`
              |
              = help: both sides must be integers

            error[E0302]: `<` does not go with `bool` and `bool`
             --> a.cm:4:13
              |
            4 |     let y = b < b;
              |             ^^^^^ `bool` and `bool`
              |
              = help: both sides must be integers

            error[E0302]: `-` does not go with `bool`
             --> a.cm:5:13
              |
            5 |     let z = -b;
              |             ^^ `bool`
              |
              = help: it needs an integer

            error[E0302]: `!` does not go with `int`
             --> a.cm:6:13
              |
            6 |     let w = !1;
              |             ^^ `int`
              |
              = help: it needs a `bool`

            error[E0302]: `==` does not go with `bool` and `int`
             --> a.cm:7:13
              |
            7 |     let v = b == 1;
              |             ^^^^^^ `bool` and `int`
              |
              = help: both sides must have the same type

            error[E0301]: expected `bool`, found `int`
             --> a.cm:8:13
              |
            8 |     let u = 1 && b;
              |             ^ this is `int`
              |
              = help: compare it, for example `... != 0`
        "#]],
    );
}

#[test]
fn operands_of_set_membership() {
    check(
        r#"var s: set<int>;
thread main { let x = true in s; let y = 1 in 2; }
"#,
        expect![[r#"
            error[E0302]: `in` does not go with `bool` and `set<int>`
             --> a.cm:2:23
              |
            2 | thread main { let x = true in s; let y = 1 in 2; }
              |                       ^^^^^^^^^ `bool` and `set<int>`
              |
              = help: the right side must be a set, and the left side a value of its type

            error[E0302]: `in` does not go with `int` and `int`
             --> a.cm:2:42
              |
            2 | thread main { let x = true in s; let y = 1 in 2; }
              |                                          ^^^^^^ `int` and `int`
              |
              = help: the right side must be a set, and the left side a value of its type
        "#]],
    );
}

#[test]
fn a_constant_outside_its_type() {
    check(
        r#"var x: 0..3 = 3;
const N: 1..=4 = 0;
thread main { x = 5; }
"#,
        expect![[r#"
            error[E0303]: 3 is outside the type `0..=2`
             --> a.cm:1:15
              |
            1 | var x: 0..3 = 3;
              |               ^ does not fit
              |
              = help: the values of this type are 0 to 2

            error[E0303]: 0 is outside the type `1..=4`
             --> a.cm:2:18
              |
            2 | const N: 1..=4 = 0;
              |                  ^ does not fit
              |
              = help: the values of this type are 1 to 4

            error[E0303]: 5 is outside the type `0..=2`
             --> a.cm:3:19
              |
            3 | thread main { x = 5; }
              |                   ^ does not fit
              |
              = help: the values of this type are 0 to 2
        "#]],
    );
}

#[test]
fn the_wrong_number_of_arguments() {
    check(
        r#"fn f(a: int) { }
class C { fn m() { } }
var m: lock;
thread main {
    f();
    f(1, 2);
    let c = new C(1);
    c.m(3);
    m.acquire(1);
}
"#,
        expect![[r#"
            error[E0304]: `f` takes 1 argument
             --> a.cm:5:5
              |
            1 | fn f(a: int) { }
              |    - declared here
            ...
            5 |     f();
              |     ^^^ 0 arguments given

            error[E0304]: `f` takes 1 argument
             --> a.cm:6:5
              |
            1 | fn f(a: int) { }
              |    - declared here
            ...
            6 |     f(1, 2);
              |     ^^^^^^^ 2 arguments given

            error[E0304]: `C` takes 0 arguments
             --> a.cm:7:13
              |
            7 |     let c = new C(1);
              |             ^^^^^^^^ 1 argument given

            error[E0304]: `m` takes 0 arguments
             --> a.cm:8:5
              |
            2 | class C { fn m() { } }
              |              - declared here
            ...
            8 |     c.m(3);
              |     ^^^^^^ 1 argument given

            error[E0304]: `acquire` takes 0 arguments
             --> a.cm:9:5
              |
            9 |     m.acquire(1);
              |     ^^^^^^^^^^^^ 1 argument given
        "#]],
    );
}

#[test]
fn an_argument_of_the_wrong_type() {
    check(
        r#"fn f(a: int, b: bool) { }
thread main { f(true, 1); }
"#,
        expect![[r#"
            error[E0301]: expected `int`, found `bool`
             --> a.cm:2:17
              |
            2 | thread main { f(true, 1); }
              |                 ^^^^ this is `bool`

            error[E0301]: expected `bool`, found `int`
             --> a.cm:2:23
              |
            2 | thread main { f(true, 1); }
              |                       ^ this is `int`
              |
              = help: compare it, for example `... != 0`
        "#]],
    );
}

#[test]
fn a_length_that_is_not_constant() {
    check(
        r#"var n: int;
var a: [int; n];
const N: int = choose(0..2);
"#,
        expect![[r#"
            error[E0305]: a constant is needed here
             --> a.cm:2:14
              |
            2 | var a: [int; n];
              |              ^ `n` is a variable
              |
              = help: use literals, `const` items and operators

            error[E0305]: a constant is needed here
             --> a.cm:3:16
              |
            3 | const N: int = choose(0..2);
              |                ^^^^^^^^^^^^ this is computed when the program runs
              |
              = help: use literals, `const` items and operators
        "#]],
    );
}

#[test]
fn a_constant_that_divides_by_zero() {
    check(
        r#"const Z: int = 0;
const N: int = 4 / Z;
"#,
        expect![[r#"
            error[E0306]: this constant has no value: division by zero
             --> a.cm:2:16
              |
            2 | const N: int = 4 / Z;
              |                ^^^^^ divides by zero
        "#]],
    );
}

#[test]
fn a_short_circuit_constant_is_fine() {
    check(
        r#"const Z: int = 0;
const B: bool = Z != 0 && 4 / Z == 1;
"#,
        expect![""],
    );
}

#[test]
fn a_type_without_values() {
    check(
        r#"var x: 3..3;
var y: mod 0;
"#,
        expect![[r#"
            error[E0307]: a type without values
             --> a.cm:1:8
              |
            1 | var x: 3..3;
              |        ^^^^ this range is empty
              |
              = help: the upper end must be greater; `lo..hi` does not include `hi`, `lo..=hi` does

            error[E0307]: a type without values
             --> a.cm:2:8
              |
            2 | var y: mod 0;
              |        ^^^^^ this range is empty
              |
              = help: the upper end must be greater; `lo..hi` does not include `hi`, `lo..=hi` does
        "#]],
    );
}

#[test]
fn sizes_that_cannot_be() {
    check(
        r#"var a: [int; -1];
var b: barrier(0);
var c: channel of int;
var s: semaphore = -1;
var l: [lock; 0];
var t: [[int; 1000000]; 1000000];
"#,
        expect![[r#"
            error[E0307]: a length of -1
             --> a.cm:1:14
              |
            1 | var a: [int; -1];
              |              ^^ not possible
              |
              = help: it must be from 0 to 1048576

            error[E0307]: a number of parties of 0
             --> a.cm:2:16
              |
            2 | var b: barrier(0);
              |                ^ not possible
              |
              = help: it must be from 1 to 1048576

            error[E0307]: the capacity is missing
             --> a.cm:3:8
              |
            3 | var c: channel of int;
              |        ^^^^^^^^^^^^^^ a variable needs it
              |
              = help: write it after the type: `barrier(2)`, `channel(1) of int`

            error[E0307]: a semaphore of value -1
             --> a.cm:4:20
              |
            4 | var s: semaphore = -1;
              |                    ^^ below zero

            error[E0307]: a length of 0
             --> a.cm:5:15
              |
            5 | var l: [lock; 0];
              |               ^ not possible
              |
              = help: it must be from 1 to 1048576

            error[E0412]: a table of 1000000000000 words
             --> a.cm:6:8
              |
            6 | var t: [[int; 1000000]; 1000000];
              |        ^^^^^^^^^^^^^^^^^^^^^^^^^ too large
              |
              = help: a variable has at most 1048576 words
        "#]],
    );
}

#[test]
fn indexing_what_is_no_array() {
    check(
        r#"var x: int;
var s: set<int>;
thread main { let a = x[0]; let b = s[0]; }
"#,
        expect![[r#"
            error[E0308]: `int` cannot be indexed
             --> a.cm:3:23
              |
            3 | thread main { let a = x[0]; let b = s[0]; }
              |                       ^ not an array

            error[E0308]: `set<int>` cannot be indexed
             --> a.cm:3:37
              |
            3 | thread main { let a = x[0]; let b = s[0]; }
              |                                     ^ not an array
              |
              = help: write `nth(i)`, `contains(v)` or `v in s`
        "#]],
    );
}

#[test]
fn an_index_that_is_no_integer() {
    check(
        r#"var a: [int; 2];
thread main { a[true] = 1; }
"#,
        expect![[r#"
            error[E0301]: expected `int`, found `bool`
             --> a.cm:2:17
              |
            2 | thread main { a[true] = 1; }
              |                 ^^^^ this is `bool`
        "#]],
    );
}

#[test]
fn a_field_of_an_integer() {
    check(
        r#"var x: int;
var a: [int; 2];
thread main { let y = x.f; let n = a.len; }
"#,
        expect![[r#"
            error[E0308]: `int` has no fields
             --> a.cm:3:25
              |
            3 | thread main { let y = x.f; let n = a.len; }
              |                         ^ no such field

            error[E0308]: `[int; _]` has no fields
             --> a.cm:3:38
              |
            3 | thread main { let y = x.f; let n = a.len; }
              |                                      ^^^ no such field
              |
              = help: write `len()`
        "#]],
    );
}

#[test]
fn a_set_of_references() {
    check(
        r#"class C { }
var s: set<C>;
"#,
        expect![[r#"
            error[E0309]: a set cannot hold `C`
             --> a.cm:2:12
              |
            2 | var s: set<C>;
              |            ^ a reference
              |
              = help: sets hold integers, booleans and enums; use a growable array `[T]` for references
        "#]],
    );
}

#[test]
fn a_call_without_a_result_as_a_value() {
    check(
        r#"fn f() { }
var m: lock;
thread main { let x = f(); let y = m.acquire(); }
"#,
        expect![[r#"
            error[E0310]: this call has no result
             --> a.cm:3:23
              |
            3 | thread main { let x = f(); let y = m.acquire(); }
              |                       ^^^ used as a value
              |
              = help: give the function a result type, or call it as a statement

            error[E0310]: this call has no result
             --> a.cm:3:36
              |
            3 | thread main { let x = f(); let y = m.acquire(); }
              |                                    ^^^^^^^^^^^ used as a value
              |
              = help: give the function a result type, or call it as a statement
        "#]],
    );
}

#[test]
fn constants_defined_by_each_other() {
    check(
        r#"const A: int = B + 1;
const B: int = A;
"#,
        expect![[r#"
            error[E0312]: the constant `A` is defined by itself
             --> a.cm:1:7
              |
            1 | const A: int = B + 1;
              |       ^ needs its own value
              |
              = help: give one of the constants of the cycle a value of its own
        "#]],
    );
}

#[test]
fn a_constant_of_a_reference_type() {
    check(
        r#"const A: [int; 2] = 0;
"#,
        expect![[r#"
            error[E0309]: a constant is an integer, a boolean or an enum's variant
             --> a.cm:1:10
              |
            1 | const A: [int; 2] = 0;
              |          ^^^^^^^^ not one of these
              |
              = help: declare a `var` instead
        "#]],
    );
}

#[test]
fn a_let_without_a_known_type() {
    check(
        r#"thread main { let x = null; }
"#,
        expect![[r#"
            error[E0313]: the type of `x` is not known
             --> a.cm:1:19
              |
            1 | thread main { let x = null; }
              |                   ^ needs a type
              |
              = help: write it: `let x: T ...`
        "#]],
    );
}

#[test]
fn a_new_array_whose_elements_cannot_be_zero() {
    check(
        r#"thread main { let a = new [1..4; 3]; }
"#,
        expect![[r#"
            error[E0303]: the elements of a new array are 0, which is outside `1..=3`
             --> a.cm:1:28
              |
            1 | thread main { let a = new [1..4; 3]; }
              |                            ^^^^ does not contain 0
              |
              = help: use `int`
        "#]],
    );
}

#[test]
fn a_list_of_the_wrong_length() {
    check(
        r#"var a: [int; 3] = [1, 2];
var b: [[int; 2]; 2] = [[1, 2]];
"#,
        expect![[r#"
            error[E0307]: 2 elements for an array of 3
             --> a.cm:1:19
              |
            1 | var a: [int; 3] = [1, 2];
              |                   ^^^^^^ wrong number of elements

            error[E0307]: 1 element for an array of 2
             --> a.cm:2:24
              |
            2 | var b: [[int; 2]; 2] = [[1, 2]];
              |                        ^^^^^^^^ wrong number of elements
        "#]],
    );
}

#[test]
fn throwing_an_integer() {
    check(
        r#"thread main { throw 1; }
"#,
        expect![[r#"
            error[E0301]: `int` cannot be thrown
             --> a.cm:1:21
              |
            1 | thread main { throw 1; }
              |                     ^ not an instance of a class
              |
              = help: write `throw new C();`
        "#]],
    );
}

#[test]
fn a_loop_over_an_integer() {
    check(
        r#"var x: int;
thread main { for y in x { } for i in true..2 { } }
"#,
        expect![[r#"
            error[E0301]: `int` has no elements
             --> a.cm:2:24
              |
            2 | thread main { for y in x { } for i in true..2 { } }
              |                        ^ not an array or set

            error[E0301]: expected `int`, found `bool`
             --> a.cm:2:39
              |
            2 | thread main { for y in x { } for i in true..2 { } }
              |                                       ^^^^ this is `bool`
        "#]],
    );
}

#[test]
fn the_wrong_kind_of_lock() {
    check(
        r#"class C { }
var m: lock;
fn f(c: C) {
    with (c) { }
    synchronized (m) { }
    with (1) { }
}
"#,
        expect![[r#"
            error[E0301]: expected `lock`, found `C`
             --> a.cm:4:11
              |
            4 |     with (c) { }
              |           ^ not a lock
              |
              = help: `synchronized (o) { ... }` is for objects of a class

            error[E0301]: `lock` has no monitor
             --> a.cm:5:19
              |
            5 |     synchronized (m) { }
              |                   ^ cannot be synchronized on
              |
              = help: `with (m) { ... }` is for locks

            error[E0301]: expected `lock`, found `int`
             --> a.cm:6:11
              |
            6 |     with (1) { }
              |           ^ not a lock
              |
              = help: use a `lock`
        "#]],
    );
}

#[test]
fn joining_what_is_no_thread() {
    check(
        r#"var x: int;
thread main { join x; }
"#,
        expect![[r#"
            error[E0301]: expected `thread`, found `int`
             --> a.cm:2:20
              |
            2 | thread main { join x; }
              |                    ^ this is `int`
        "#]],
    );
}

#[test]
fn new_of_what_is_no_object() {
    check(
        r#"enum E { A }
thread main { let x = new E(); let b = new barrier; }
"#,
        expect![[r#"
            error[E0309]: `E` is not a type of objects
             --> a.cm:2:27
              |
            2 | thread main { let x = new E(); let b = new barrier; }
              |                           ^ cannot be created

            error[E0307]: the size of the new `barrier` is missing
             --> a.cm:2:40
              |
            2 | thread main { let x = new E(); let b = new barrier; }
              |                                        ^^^^^^^^^^^ how many?
              |
              = help: write it after the type: `new barrier(2)`, `new channel(1) of int`
        "#]],
    );
}

#[test]
fn one_mistake_gives_one_message() {
    check(
        r#"thread main {
    let a = missing + 1;
    let b = a * 2;
    if b > a && a { b = a; }
    let c: bool = b;
}
"#,
        expect![[r#"
            error[E0201]: there is no `missing` here
             --> a.cm:2:13
              |
            2 |     let a = missing + 1;
              |             ^^^^^^^ not declared
              |
              = help: declare it, for example `var missing: int;`
        "#]],
    );
}

#[test]
fn joining_a_thread_of_an_empty_range() {
    check(
        r#"const N: int = 0;
thread worker[i in 0..N] { }
thread main { for i in 0..N { join worker[i]; } }
"#,
        expect![[r#"
            error[E0307]: there are no threads `worker`
             --> a.cm:3:36
              |
            3 | thread main { for i in 0..N { join worker[i]; } }
              |                                    ^^^^^^^^^ which thread?
              |
              = help: the range of its index is empty
        "#]],
    );
}
