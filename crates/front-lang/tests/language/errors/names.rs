//! Names that mean nothing, or two things.

use super::{check, check_with};
use expect_test::expect;

#[test]
fn an_unknown_variable_with_a_near_name() {
    check(
        r#"var counter: int;
thread main { conuter = 1; }
"#,
        expect![[r#"
            error[E0201]: there is no `conuter` here
             --> a.cm:2:15
              |
            2 | thread main { conuter = 1; }
              |               ^^^^^^^ not declared
              |
              = help: did you mean `counter`?
        "#]],
    );
}

#[test]
fn an_unknown_variable_without_a_near_name() {
    check(
        r#"thread main { x = 1; }
"#,
        expect![[r#"
            error[E0201]: there is no `x` here
             --> a.cm:1:15
              |
            1 | thread main { x = 1; }
              |               ^ not declared
              |
              = help: declare it, for example `var x: int;`
        "#]],
    );
}

#[test]
fn a_near_local_name() {
    check(
        r#"thread main { let total = 1; totl = 2; }
"#,
        expect![[r#"
            error[E0201]: there is no `totl` here
             --> a.cm:1:30
              |
            1 | thread main { let total = 1; totl = 2; }
              |                              ^^^^ not declared
              |
              = help: did you mean `total`?
        "#]],
    );
}

#[test]
fn an_unknown_function() {
    check(
        r#"fn push_all(n: int) { }
thread main { push_al(1); pull(); }
"#,
        expect![[r#"
            error[E0201]: there is no function `push_al`
             --> a.cm:2:15
              |
            2 | thread main { push_al(1); pull(); }
              |               ^^^^^^^ not declared
              |
              = help: did you mean `push_all`?

            error[E0201]: there is no function `pull`
             --> a.cm:2:27
              |
            2 | thread main { push_al(1); pull(); }
              |                           ^^^^ not declared
              |
              = help: declare it with `fn pull(...)`
        "#]],
    );
}

#[test]
fn an_unknown_type() {
    check(
        r#"var x: itn;
var y: Missing;
"#,
        expect![[r#"
            error[E0203]: there is no type `itn`
             --> a.cm:1:8
              |
            1 | var x: itn;
              |        ^^^ not declared
              |
              = help: did you mean `int`?

            error[E0203]: there is no type `Missing`
             --> a.cm:2:8
              |
            2 | var y: Missing;
              |        ^^^^^^^ not declared
              |
              = help: declare it as an `enum`, a `record` or a `class`
        "#]],
    );
}

#[test]
fn two_variables_with_one_name() {
    check(
        r#"var x: int;
var x: bool;
"#,
        expect![[r#"
            error[E0202]: `x` is declared twice
             --> a.cm:2:5
              |
            1 | var x: int;
              |     - first declared here
            2 | var x: bool;
              |     ^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn a_function_and_a_class_with_one_name() {
    check(
        r#"class Node { }
fn Node() { }
"#,
        expect![[r#"
            error[E0202]: `Node` is declared twice
             --> a.cm:2:4
              |
            1 | class Node { }
              |       ---- first declared here
            2 | fn Node() { }
              |    ^^^^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn two_variants_with_one_name() {
    check(
        r#"enum Color { Red, Green, Red }
"#,
        expect![[r#"
            error[E0202]: `Red` is declared twice
             --> a.cm:1:26
              |
            1 | enum Color { Red, Green, Red }
              |              ---         ^^^ declared again here
              |              |
              |              first declared here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn two_fields_with_one_name() {
    check(
        r#"class Node {
    next: Node;
    next: int;
}
"#,
        expect![[r#"
            error[E0202]: `next` is declared twice
             --> a.cm:3:5
              |
            2 |     next: Node;
              |     ---- first declared here
            3 |     next: int;
              |     ^^^^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn a_method_with_the_name_of_a_field() {
    check(
        r#"class Node {
    value: int;
    fn value() { }
}
"#,
        expect![[r#"
            error[E0202]: `value` is declared twice
             --> a.cm:3:8
              |
            2 |     value: int;
              |     ----- first declared here
            3 |     fn value() { }
              |        ^^^^^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn two_locals_with_one_name_in_one_block() {
    check(
        r#"thread main {
    let a = 1;
    let a = 2;
}
"#,
        expect![[r#"
            error[E0202]: `a` is declared twice
             --> a.cm:3:9
              |
            2 |     let a = 1;
              |         - first declared here
            3 |     let a = 2;
              |         ^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn two_parameters_with_one_name() {
    check(
        r#"fn f(a: int, a: int) { }
"#,
        expect![[r#"
            error[E0202]: `a` is declared twice
             --> a.cm:1:14
              |
            1 | fn f(a: int, a: int) { }
              |      -       ^ declared again here
              |      |
              |      first declared here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn an_unknown_field() {
    check(
        r#"class Node { value: int; fn get() { } }
fn f(n: Node) {
    n.valeu = 1;
    let g = n.get;
}
"#,
        expect![[r#"
            error[E0204]: `Node` has no field `valeu`
             --> a.cm:3:7
              |
            3 |     n.valeu = 1;
              |       ^^^^^ no such field
              |
              = help: did you mean `value`?

            error[E0204]: `Node` has no field `get`
             --> a.cm:4:15
              |
            4 |     let g = n.get;
              |               ^^^ no such field
              |
              = help: `get` is a method: write `get()`
        "#]],
    );
}

#[test]
fn an_unknown_method() {
    check(
        r#"class Node { fn set() { } }
fn f(n: Node) {
    n.sett();
    n.notifyall();
}
"#,
        expect![[r#"
            error[E0204]: `Node` has no method `sett`
             --> a.cm:3:7
              |
            3 |     n.sett();
              |       ^^^^ no such method
              |
              = help: did you mean `set`?

            error[E0204]: `Node` has no method `notifyall`
             --> a.cm:4:7
              |
            4 |     n.notifyall();
              |       ^^^^^^^^^ no such method
              |
              = help: did you mean `notify_all`?
        "#]],
    );
}

#[test]
fn an_unknown_operation_of_a_lock() {
    check(
        r#"var m: lock;
thread main {
    m.aquire();
    m.down();
}
"#,
        expect![[r#"
            error[E0204]: `lock` has no method `aquire`
             --> a.cm:3:7
              |
            3 |     m.aquire();
              |       ^^^^^^ no such method
              |
              = help: did you mean `acquire`?

            error[E0204]: `lock` has no method `down`
             --> a.cm:4:7
              |
            4 |     m.down();
              |       ^^^^ no such method
              |
              = help: it has acquire, try_acquire, release
        "#]],
    );
}

#[test]
fn an_unknown_variant() {
    check(
        r#"enum Color { Red, Green }
var c: Color = Color::Blue;
"#,
        expect![[r#"
            error[E0205]: `Color` has no variant `Blue`
             --> a.cm:2:23
              |
            2 | var c: Color = Color::Blue;
              |                       ^^^^ no such variant
              |
              = help: its variants are Red, Green
        "#]],
    );
}

#[test]
fn a_variant_of_something_that_is_no_enum() {
    check(
        r#"class C { }
thread main { let c = C::Red; let d = D::Red; }
"#,
        expect![[r#"
            error[E0208]: `C` is a class, not an enum
             --> a.cm:2:23
              |
            2 | thread main { let c = C::Red; let d = D::Red; }
              |                       ^ not an enum

            error[E0203]: there is no enum `D`
             --> a.cm:2:39
              |
            2 | thread main { let c = C::Red; let d = D::Red; }
              |                                       ^ not declared
              |
              = help: declare it with `enum`
        "#]],
    );
}

#[test]
fn an_unknown_label() {
    check(
        r#"thread main { 'critical: yield; }
invariant at(main, 'critcal);
"#,
        expect![[r#"
            error[E0206]: there is no label `'critcal`
             --> a.cm:2:20
              |
            2 | invariant at(main, 'critcal);
              |                    ^^^^^^^^ no such label
              |
              = help: did you mean `'critical`?
        "#]],
    );
}

#[test]
fn two_labels_with_one_name() {
    check(
        r#"thread main {
    'here: yield;
    'here: yield;
}
"#,
        expect![[r#"
            error[E0202]: `here` is declared twice
             --> a.cm:3:5
              |
            2 |     'here: yield;
              |     ----- first declared here
            3 |     'here: yield;
              |     ^^^^^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn two_properties_with_one_name() {
    check(
        r#"var x: int;
invariant p: x == 0;
ltl p = [](x == 0);
"#,
        expect![[r#"
            error[E0202]: `p` is declared twice
             --> a.cm:3:5
              |
            2 | invariant p: x == 0;
              |           - first declared here
            3 | ltl p = [](x == 0);
              |     ^ declared again here
              |
              = help: give one of them another name
        "#]],
    );
}

#[test]
fn a_function_used_as_a_variable() {
    check(
        r#"fn f() { }
thread main { let x = f; }
"#,
        expect![[r#"
            error[E0208]: `f` is a function, not a variable
             --> a.cm:2:23
              |
            2 | thread main { let x = f; }
              |                       ^ a value is needed here
        "#]],
    );
}

#[test]
fn a_variable_used_as_a_type_and_as_a_function() {
    check(
        r#"var x: int;
var y: x;
thread main { x(); }
"#,
        expect![[r#"
            error[E0208]: `x` is a variable, not a type
             --> a.cm:2:8
              |
            2 | var y: x;
              |        ^ not a type

            error[E0208]: `x` is a variable, not a function
             --> a.cm:3:15
              |
            3 | thread main { x(); }
              |               ^ not a function
        "#]],
    );
}

#[test]
fn a_class_called_like_a_function() {
    check(
        r#"class Node { }
thread main { let n = Node(); }
"#,
        expect![[r#"
            error[E0208]: `Node` is a class, not a function
             --> a.cm:2:23
              |
            2 | thread main { let n = Node(); }
              |                       ^^^^ not a function
              |
              = help: create an instance with `new`
        "#]],
    );
}

#[test]
fn a_method_name_that_every_object_has() {
    check(
        r#"class Node { fn wait() { } }
"#,
        expect![[r#"
            error[E0209]: `wait` cannot be declared: every object has this method
             --> a.cm:1:17
              |
            1 | class Node { fn wait() { } }
              |                 ^^^^ reserved name
              |
              = help: choose another name
        "#]],
    );
}

#[test]
fn the_name_of_a_built_in_function() {
    check(
        r#"fn len(n: int) -> int { return n; }
"#,
        expect![[r#"
            error[E0209]: `len` cannot be declared: it is built in
             --> a.cm:1:4
              |
            1 | fn len(n: int) -> int { return n; }
              |    ^^^ reserved name
              |
              = help: choose another name
        "#]],
    );
}

#[test]
fn a_name_of_another_process() {
    check(
        r#"process server { var x: int; }
process client { thread main { x = 1; } }
invariant server.y == 0;
"#,
        expect![[r#"
            error[E0201]: there is no `x` here
             --> a.cm:2:32
              |
            2 | process client { thread main { x = 1; } }
              |                                ^ not declared
              |
              = help: `server.x` belongs to a process and is only visible there

            error[E0201]: the process has no `y`
             --> a.cm:3:18
              |
            3 | invariant server.y == 0;
              |                  ^ not declared there
        "#]],
    );
}

#[test]
fn an_unknown_class_in_catch() {
    check(
        r#"class Timeout { }
thread main { try { yield; } catch (e: Timeot) { } }
"#,
        expect![[r#"
            error[E0203]: there is no type `Timeot`
             --> a.cm:2:40
              |
            2 | thread main { try { yield; } catch (e: Timeot) { } }
              |                                        ^^^^^^ not declared
              |
              = help: did you mean `Timeout`?
        "#]],
    );
}

#[test]
fn a_definition_of_a_constant_that_does_not_exist() {
    let text = "const N: int = 3;\nconst DEBUG: bool = false;\n";
    check_with(
        text,
        &[("M", "4")],
        expect![[r#"
        error[E0207]: `-D M=...` sets a constant that does not exist
         --> a.cm:1:1
          |
        1 | const N: int = 3;
          | ^ no such constant in this file
          |
          = help: the constants of the file are N, DEBUG
    "#]],
    );
    check_with(
        "",
        &[("M", "4")],
        expect![[r#"
        error[E0207]: `-D M=...` sets a constant that does not exist
         --> a.cm:1:1
          |
        1 |
          | ^ no such constant in this file
          |
          = help: the file declares no constants
    "#]],
    );
}

#[test]
fn a_definition_of_the_wrong_type() {
    let text = "const N: int = 3;\nconst B: bool = false;\nconst R: 0..4 = 1;\n";
    check_with(
        text,
        &[("N", "true"), ("B", "1")],
        expect![[r#"
        error[E0311]: `-D N=true` does not fit the constant of type `int`
         --> a.cm:1:7
          |
        1 | const N: int = 3;
          |       ^ this constant
          |
          = help: give an integer or, for a bool, `true` or `false`

        error[E0311]: `-D B=1` does not fit the constant of type `bool`
         --> a.cm:2:7
          |
        2 | const B: bool = false;
          |       ^ this constant
          |
          = help: give an integer or, for a bool, `true` or `false`
    "#]],
    );
    check_with(
        text,
        &[("R", "4")],
        expect![[r#"
        error[E0303]: 4 is outside the type `0..=3`
         --> a.cm:3:17
          |
        3 | const R: 0..4 = 1;
          |                 ^ does not fit
          |
          = help: the values of this type are 0 to 3
    "#]],
    );
}

#[test]
fn the_last_definition_counts() {
    check_with("const N: int = 3;\nvar x: 0..N = 3;\n", &[("N", "2"), ("N", "4")], expect![""]);
}
