//! What the language does not allow, and warnings.

use super::check;
use expect_test::expect;

#[test]
fn assigning_to_what_does_not_change() {
    check(
        r#"const N: int = 1;
thread main[i in 0..2] {
    N = 2;
    i = 1;
    for j in 0..3 { j = 1; }
    main[0] = null;
}
"#,
        expect![[r#"
            error[E0401]: `N` cannot be assigned to
             --> a.cm:3:5
              |
            3 |     N = 2;
              |     ^ a constant
              |
              = help: declare it as a `var`

            error[E0401]: `i` cannot be assigned to
             --> a.cm:4:5
              |
            4 |     i = 1;
              |     ^ the index of the thread
              |
              = help: copy it into a variable: `let v = ...`

            error[E0401]: `j` cannot be assigned to
             --> a.cm:5:21
              |
            5 |     for j in 0..3 { j = 1; }
              |                     ^ the variable of a `for` loop
              |
              = help: copy it into a variable: `let v = ...`

            error[E0401]: `main[0]` cannot be assigned to
             --> a.cm:6:5
              |
            6 |     main[0] = null;
              |     ^^^^^^^ not a variable
              |
              = help: assign to a variable, field or element
        "#]],
    );
}

#[test]
fn assigning_whole_objects() {
    check(
        r#"var m: lock;
var a: [int; 2];
var t: [lock; 2];
thread main {
    m = new lock;
    a = new [int; 2];
    t = a;
    t[0] = m;
    let x = t;
}
"#,
        expect![[r#"
            error[E0401]: `m` cannot be assigned to
             --> a.cm:5:5
              |
            5 |     m = new lock;
              |     ^ not a variable but an object
              |
              = help: it is this object for ever: assign to elements, or use a field of a class

            error[E0401]: `a` cannot be assigned to
             --> a.cm:6:5
              |
            6 |     a = new [int; 2];
              |     ^ not a variable but an object
              |
              = help: it is this object for ever: assign to elements, or use a field of a class

            error[E0401]: `t` cannot be assigned to
             --> a.cm:7:5
              |
            7 |     t = a;
              |     ^ not a variable but an object
              |
              = help: it is this object for ever: assign to elements, or use a field of a class

            error[E0401]: `t[0]` cannot be assigned to
             --> a.cm:8:5
              |
            8 |     t[0] = m;
              |     ^^^^ not a variable but an object
              |
              = help: it is this object for ever: assign to elements, or use a field of a class

            error[E0413]: a table is not a value
             --> a.cm:9:13
              |
            9 |     let x = t;
              |             ^ a whole table
              |
              = help: index it: only its elements are objects
        "#]],
    );
}

#[test]
fn break_outside_a_loop() {
    check(
        r#"thread main { break; if true { continue; } }
"#,
        expect![[r#"
            error[E0403]: `break` outside a loop
             --> a.cm:1:15
              |
            1 | thread main { break; if true { continue; } }
              |               ^^^^^^ there is no loop here

            error[E0403]: `continue` outside a loop
             --> a.cm:1:32
              |
            1 | thread main { break; if true { continue; } }
              |                                ^^^^^^^^^ there is no loop here
        "#]],
    );
}

#[test]
fn a_return_that_does_not_fit() {
    check(
        r#"fn f() -> int { return; }
fn g() { return 1; }
thread main { return 2; }
class C { fn init() -> int { return 1; } }
"#,
        expect![[r#"
            error[E0404]: this function returns `int`
             --> a.cm:1:17
              |
            1 | fn f() -> int { return; }
              |                 ^^^^^^^ no value is returned
              |
              = help: write `return e;`

            error[E0404]: this function has no result
             --> a.cm:2:17
              |
            2 | fn g() { return 1; }
              |                 ^ a value is returned
              |
              = help: give it a result type: `-> T`

            error[E0404]: this thread has no result
             --> a.cm:3:22
              |
            3 | thread main { return 2; }
              |                      ^ a value is returned

            error[E0404]: a constructor with a result
             --> a.cm:4:24
              |
            4 | class C { fn init() -> int { return 1; } }
              |                        ^^^ not possible
              |
              = help: remove the result type: `new` gives the object
        "#]],
    );
}

#[test]
fn a_function_that_may_end_without_a_result() {
    check(
        r#"fn f(n: int) -> int {
    if n > 0 { return 1; }
}
fn g() -> int { loop { } }
"#,
        expect![[r#"
            error[E0405]: `f` may end without a result
             --> a.cm:3:1
              |
            3 | }
              | ^ control gets here
              |
              = help: it must return `int` on every path
        "#]],
    );
}

#[test]
fn a_guard_that_does_more_than_read() {
    check(
        r#"var m: lock;
var x: int;
fn f() -> bool { return true; }
thread main {
    when (f()) { }
    when (m.try_acquire());
    when (cas(x, 0, 1) && choose(0..2) == 1) { }
    when (new lock == m) { }
}
"#,
        expect![[r#"
            error[E0406]: a guard cannot call a function
             --> a.cm:5:11
              |
            5 |     when (f()) { }
              |           ^^^ guards only read
              |
              = help: compute it before the `when`, or move it into the body

            error[E0406]: a guard cannot call `try_acquire`
             --> a.cm:6:11
              |
            6 |     when (m.try_acquire());
              |           ^^^^^^^^^^^^^^^ guards only read
              |
              = help: compute it before the `when`, or move it into the body

            error[E0406]: a guard cannot contain `cas`
             --> a.cm:7:11
              |
            7 |     when (cas(x, 0, 1) && choose(0..2) == 1) { }
              |           ^^^^^^^^^^^^ guards only read
              |
              = help: compute it before the `when`, or move it into the body

            error[E0406]: a guard cannot contain `choose`
             --> a.cm:7:27
              |
            7 |     when (cas(x, 0, 1) && choose(0..2) == 1) { }
              |                           ^^^^^^^^^^^^ guards only read
              |
              = help: compute it before the `when`, or move it into the body

            error[E0406]: a guard cannot create objects
             --> a.cm:8:11
              |
            8 |     when (new lock == m) { }
              |           ^^^^^^^^ guards only read
              |
              = help: compute it before the `when`, or move it into the body
        "#]],
    );
}

#[test]
fn a_process_uses_a_variable_of_the_top_level() {
    check(
        r#"var x: int;
process p { thread main { x = 1; } }
"#,
        expect![[r#"
            error[E0407]: a process cannot use `x` of the top level
             --> a.cm:2:27
              |
            1 | var x: int;
              |     - declared at the top level
            2 | process p { thread main { x = 1; } }
              |                           ^ used in a process
              |
              = help: processes share only channels and semaphores: move the variable into the process
        "#]],
    );
}

#[test]
fn a_process_calls_a_function_that_uses_such_a_variable() {
    check(
        r#"var x: int;
fn inner() { x = 1; }
fn outer() { inner(); }
process p {
    thread main { outer(); }
}
"#,
        expect![[r#"
            error[E0407]: a process cannot call a function that uses `x`
             --> a.cm:5:19
              |
            2 | fn inner() { x = 1; }
              |              - `x` is used here
            ...
            5 |     thread main { outer(); }
              |                   ^^^^^^^ `outer` uses it
              |
              = help: processes share only channels and semaphores: move the function into the process
        "#]],
    );
}

#[test]
fn references_between_processes() {
    check(
        r#"class C { }
var c: channel(1) of C;
process p { thread main { c.send(new C()); } }
"#,
        expect![[r#"
            error[E0407]: `c` would pass references between processes
             --> a.cm:3:27
              |
            2 | var c: channel(1) of C;
              |     - declared at the top level
            3 | process p { thread main { c.send(new C()); } }
              |                           ^ used in a process
              |
              = help: send the values instead
        "#]],
    );
}

#[test]
fn a_thread_of_the_top_level_in_a_process() {
    check(
        r#"thread t { }
process p { thread main { join t; } }
"#,
        expect![[r#"
            error[E0407]: `t` is a thread of another process
             --> a.cm:2:32
              |
            2 | process p { thread main { join t; } }
              |                                ^ not visible here
              |
              = help: use a channel or semaphore
        "#]],
    );
}

#[test]
fn a_process_in_a_process() {
    check(
        r#"process p { process q { } }
"#,
        expect![[r#"
            error[E0408]: a process in a process
             --> a.cm:1:21
              |
            1 | process p { process q { } }
              |                     ^ not allowed here
              |
              = help: declare it at the top level: processes do not nest
        "#]],
    );
}

#[test]
fn primes_outside_env() {
    check(
        r#"var x: int;
invariant x' == 0;
thread main { x = x'; }
"#,
        expect![[r#"
            error[E0409]: there is only one state here
             --> a.cm:2:11
              |
            2 | invariant x' == 0;
              |           ^^ a primed expression
              |
              = help: primes are for `env` declarations, which are about two states

            error[E0409]: code has no next state
             --> a.cm:3:19
              |
            3 | thread main { x = x'; }
              |                   ^^ a primed expression
              |
              = help: primes are for `env` declarations
        "#]],
    );
}

#[test]
fn primes_of_what_is_no_place() {
    check(
        r#"const N: int = 1;
var x: int;
env(i) = N' == 1 && (x + 1)' == 2 && i' == 0;
"#,
        expect![[r#"
            error[E0409]: this cannot be primed
             --> a.cm:3:10
              |
            3 | env(i) = N' == 1 && (x + 1)' == 2 && i' == 0;
              |          ^^ not a place
              |
              = help: prime a variable, field, element, `len` or `owner`

            error[E0409]: this cannot be primed
             --> a.cm:3:21
              |
            3 | env(i) = N' == 1 && (x + 1)' == 2 && i' == 0;
              |                     ^^^^^^^^ not a place
              |
              = help: prime a variable, field, element, `len` or `owner`

            error[E0409]: this cannot be primed
             --> a.cm:3:38
              |
            3 | env(i) = N' == 1 && (x + 1)' == 2 && i' == 0;
              |                                      ^^ not a place
              |
              = help: prime a variable, field, element, `len` or `owner`
        "#]],
    );
}

#[test]
fn predicates_in_code() {
    check(
        r#"var m: lock;
thread main {
    let a = forall i in 0..2: i == 0;
    let b = owner(m);
    let c = at(main, 'l);
    let d = [1, 2];
}
"#,
        expect![[r#"
            error[E0408]: code cannot contain a quantifier
             --> a.cm:3:13
              |
            3 |     let a = forall i in 0..2: i == 0;
              |             ^^^^^^^^^^^^^^^^^^^^^^^^ not allowed here
              |
              = help: write a loop; quantifiers are for predicates

            error[E0408]: code cannot ask for an owner
             --> a.cm:4:13
              |
            4 |     let b = owner(m);
              |             ^^^^^^^^ not allowed here
              |
              = help: it is for predicates such as `invariant`

            error[E0408]: code cannot contain `at`
             --> a.cm:5:13
              |
            5 |     let c = at(main, 'l);
              |             ^^^^^^^^^^^^ not allowed here
              |
              = help: it is for predicates such as `invariant`

            error[E0408]: code cannot contain a list of elements
             --> a.cm:6:13
              |
            6 |     let d = [1, 2];
              |             ^^^^^^ not allowed here
              |
              = help: create the array with `new [T; n]` and assign its elements
        "#]],
    );
}

#[test]
fn code_in_predicates() {
    check(
        r#"fn f() -> bool { return true; }
var m: lock;
var x: int;
invariant f();
invariant m.try_acquire();
invariant choose(0..2) == 1;
invariant x;
invariant owner(x) == 0;
invariant this == null;
"#,
        expect![[r#"
            error[E0408]: a predicate cannot call functions
             --> a.cm:4:11
              |
            4 | invariant f();
              |           ^^^ a call
              |
              = help: write the condition out: predicates are formulas

            error[E0408]: a predicate cannot call `try_acquire` of `lock`
             --> a.cm:5:13
              |
            5 | invariant m.try_acquire();
              |             ^^^^^^^^^^^ not allowed here
              |
              = help: predicates can use len, contains and nth

            error[E0408]: a predicate only reads
             --> a.cm:6:11
              |
            6 | invariant choose(0..2) == 1;
              |           ^^^^^^^^^^^^ not allowed here
              |
              = help: predicates look at one state and change nothing

            error[E0301]: expected `bool`, found `int`
             --> a.cm:7:11
              |
            7 | invariant x;
              |           ^ this is `int`
              |
              = help: compare it, for example `... != 0`

            error[E0301]: `int` has no owner
             --> a.cm:8:17
              |
            8 | invariant owner(x) == 0;
              |                 ^ not an object
              |
              = help: ask for the owner of a lock or an object

            error[E0408]: there is no `this` here
             --> a.cm:9:11
              |
            9 | invariant this == null;
              |           ^^^^ not in a class
              |
              = help: `this` is for the annotations of a class
        "#]],
    );
}

#[test]
fn annotations_that_mean_nothing() {
    check(
        r#"var x: int self_locking;
var y: int guarded_by x;
var z: int unshared unshared;
var w: int exclusive(i) when i;
"#,
        expect![[r#"
            error[E0410]: only classes are `self_locking`
             --> a.cm:1:12
              |
            1 | var x: int self_locking;
              |            ^^^^^^^^^^^^ not on a class
              |
              = help: write it on the class: `class C self_locking { ... }`

            error[E0410]: `int` cannot guard anything
             --> a.cm:2:23
              |
            2 | var y: int guarded_by x;
              |                       ^ not an object
              |
              = help: name a lock, or an object whose monitor is held

            error[E0410]: the same annotation twice
             --> a.cm:3:21
              |
            3 | var z: int unshared unshared;
              |            -------- ^^^^^^^^ again here
              |            |
              |            first here
              |
              = help: keep one of them

            error[E0301]: expected `bool`, found `int`
             --> a.cm:4:30
              |
            4 | var w: int exclusive(i) when i;
              |                              ^ this is `int`
              |
              = help: compare it, for example `... != 0`
        "#]],
    );
}

#[test]
fn initializers_that_cannot_run_first() {
    check(
        r#"var c: channel(1) of int;
fn g() -> int { return c.receive(); }
fn f() -> int { return g(); }
var x: int = f();
var y: int = choose(0..2);
var t: thread = spawn h();
fn h() { }
"#,
        expect![[r#"
            error[E0411]: the initializer of a variable cannot block
             --> a.cm:4:14
              |
            2 | fn g() -> int { return c.receive(); }
              |                        ----------- here
            3 | fn f() -> int { return g(); }
            4 | var x: int = f();
              |              ^^^ `f` does
              |
              = help: initializers run before all threads: do this in a thread

            error[E0411]: the initializer of a variable cannot choose
             --> a.cm:5:14
              |
            5 | var y: int = choose(0..2);
              |              ^^^^^^^^^^^^ not before the threads run
              |
              = help: initializers run before all threads: do this in a thread

            error[E0411]: the initializer of a variable cannot start a thread
             --> a.cm:6:17
              |
            6 | var t: thread = spawn h();
              |                 ^^^^^^^^^ not before the threads run
              |
              = help: initializers run before all threads: do this in a thread
        "#]],
    );
}

#[test]
fn cas_of_a_local() {
    check(
        r#"thread main { let t = 1; let ok = cas(t, 1, 2); }
"#,
        expect![[r#"
            error[E0402]: `cas` needs a shared place
             --> a.cm:1:39
              |
            1 | thread main { let t = 1; let ok = cas(t, 1, 2); }
              |                                       ^ not shared
              |
              = help: use a shared variable, a field or an element
        "#]],
    );
}

#[test]
fn this_outside_a_class() {
    check(
        r#"fn f() { let x = this; }
"#,
        expect![[r#"
            error[E0408]: there is no `this` here
             --> a.cm:1:18
              |
            1 | fn f() { let x = this; }
              |                  ^^^^ not in a method
              |
              = help: `this` is the object of a method
        "#]],
    );
}

#[test]
fn init_called_by_hand() {
    check(
        r#"class C { fn init() { } }
fn f(c: C) { c.init(); }
"#,
        expect![[r#"
            error[E0408]: `init` cannot be called
             --> a.cm:2:14
              |
            2 | fn f(c: C) { c.init(); }
              |              ^^^^^^^^ a constructor
              |
              = help: `new` calls it; put what must be done again into another method
        "#]],
    );
}

#[test]
fn sync_objects_take_no_initializer() {
    check(
        r#"var m: lock = 1;
var b: barrier(2) = new barrier(2);
var a: [int; 2] = new [int; 2];
var s: set<int> = [1];
var q: [int] = 3;
"#,
        expect![[r#"
            error[E0413]: a `lock` is not initialized by a value
             --> a.cm:1:15
              |
            1 | var m: lock = 1;
              |               ^ not possible
              |
              = help: remove the initializer

            error[E0413]: `new` is not needed here
             --> a.cm:2:21
              |
            2 | var b: barrier(2) = new barrier(2);
              |                     ^^^^^^^^^^^^^^ exists already
              |
              = help: remove the initializer: a variable of this type is an object from the start

            error[E0413]: `new` is not needed here
             --> a.cm:3:19
              |
            3 | var a: [int; 2] = new [int; 2];
              |                   ^^^^^^^^^^^^ exists already
              |
              = help: remove the initializer: a variable of this type is an object from the start

            error[E0413]: a `set<int>` is not initialized by a value
             --> a.cm:4:19
              |
            4 | var s: set<int> = [1];
              |                   ^^^ not possible
              |
              = help: write the elements in braces: `{1, 2}`

            error[E0413]: a `[int]` is not initialized by a value
             --> a.cm:5:16
              |
            5 | var q: [int] = 3;
              |                ^ not possible
              |
              = help: write the elements in brackets: `[1, 2]`
        "#]],
    );
}

#[test]
fn many_threads_as_one() {
    check(
        r#"thread w[i in 0..2] { }
thread main { join w; }
invariant at(w, 'x);
"#,
        expect![[r#"
            error[E0413]: `w` is many threads
             --> a.cm:2:20
              |
            2 | thread main { join w; }
              |                    ^ which of them?
              |
              = help: write `w[i]`

            error[E0413]: this is many threads
             --> a.cm:3:14
              |
            3 | invariant at(w, 'x);
              |              ^ which of them?
              |
              = help: index it

            error[E0206]: there is no label `'x`
             --> a.cm:3:17
              |
            3 | invariant at(w, 'x);
              |                 ^^ no such label
              |
              = help: put `'x:` before a statement
        "#]],
    );
}

#[test]
fn too_many_threads() {
    check(
        r#"thread w[i in 0..100000] { }
"#,
        expect![[r#"
            error[E0412]: 100000 threads
             --> a.cm:1:15
              |
            1 | thread w[i in 0..100000] { }
              |               ^^^^^^^^^ too many
              |
              = help: a program has at most 4096 threads
        "#]],
    );
}

#[test]
fn a_label_where_no_thread_stands() {
    check(
        r#"var x: int;
thread main {
    let a = x;
    'here: if a == 2 {
        x = a;
    }
}
"#,
        expect![[r#"
            warning[W0501]: no thread ever stands at `'here`
             --> a.cm:4:5
              |
            4 |     'here: if a == 2 {
              |     ^^^^^ not a step
              |
              = help: what follows is part of the step before it; put `yield;` here
        "#]],
    );
}

#[test]
fn code_after_a_return() {
    check(
        r#"var x: int;
thread main {
    return;
    x = 1;
    x = 2;
}
"#,
        expect![[r#"
            warning[W0502]: this statement is never reached
             --> a.cm:4:5
              |
            4 |     x = 1;
              |     ^^^^^^ never reached
              |
              = help: remove it
        "#]],
    );
}

#[test]
fn syntax_errors_come_alone() {
    check(
        r#"var x: int = ;
thread main { missing = 1; }
"#,
        expect![[r#"
            error[E0110]: expected an expression, found `;`
             --> a.cm:1:14
              |
            1 | var x: int = ;
              |              ^ expected an expression
              |
              = help: write a value here, such as `0`, `x`, `a[i]` or `f(x)`
        "#]],
    );
}

#[test]
fn formulas_that_grow_without_bound() {
    let chain = vec!["p"; 60].join(" <-> ");
    let index = "a[0][len(".repeat(6) + "a[0][0]" + &")]".repeat(6);
    check(
        &format!("var p: bool;\nvar a: [[[int]; 2]; 2];\nltl f =\n{chain};\ninvariant {index} == a[0][0];\n"),
        expect![[r#"
            error[E0412]: this formula is too large
             --> a.cm:4:1
              |
            4 | p <-> p <-> p <-> p <-> p <-> p ... p <-> p <-> p <-> p <-> p <-> p;
              | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ grows too much
              |
              = help: use fewer `<->` and `W` inside each other

            error[E0412]: this predicate is too large
             --> a.cm:5:47
              |
            5 | invariant a[0][len(a[0][len(a[0][len(a[0][len(a[0][len(a[0][len(a[0][0])])])])])])] == a[0][0];
              |                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ nested too deeply
              |
              = help: use fewer tables in the index of a table
        "#]],
    );
}
