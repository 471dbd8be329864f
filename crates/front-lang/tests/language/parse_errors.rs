//! The text of every syntax error.

use commute_base::{Diagnostics, RenderOptions, SourceMap};
use commute_front_lang::parse;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let mut diags = Diagnostics::default();
    parse(&sources, file, &mut diags);
    expected.assert_eq(&diags.render(&sources, RenderOptions::default()));
}

#[test]
fn unknown_characters() {
    check(
        "var x: int = 3 § 4;\n",
        expect![[r#"
        error[E0001]: unknown character `§`
         --> a.cm:1:16
          |
        1 | var x: int = 3 § 4;
          |                ^ not part of the language
          |
          = help: remove it: names are made of ASCII letters, digits and `_`; other characters only stand in comments and strings

        error[E0107]: expected `;`, found `4`
         --> a.cm:1:18
          |
        1 | var x: int = 3 § 4;
          |                  ^ expected `;`
          |
          = help: end the statement with `;`, or put an operator between the two parts"#]],
    );
}

#[test]
fn unclosed_comment() {
    check(
        "var x: int; /* no end\nvar y: int;\n",
        expect![[r#"
        error[E0002]: a comment is not closed
         --> a.cm:1:13
          |
        1 | var x: int; /* no end
          |             ^^ the comment begins here and takes the rest of the file
          |
          = help: close it with `*/`; comments nest, so every `/*` inside needs its own `*/`"#]],
    );
}

#[test]
fn unclosed_string() {
    check(
        "thread t { assert x, \"no end; }\n",
        expect![[r#"
        error[E0003]: a string is not closed
         --> a.cm:1:22
          |
        1 | thread t { assert x, "no end; }
          |                      ^^^^^^^ the string begins here
          |
          = help: close it with `"` on the same line"#]],
    );
}

#[test]
fn unknown_escape() {
    check(
        "thread t { assert x, \"a\\qb\"; }\n",
        expect![[r#"
        error[E0004]: unknown escape `\q` in a string
         --> a.cm:1:24
          |
        1 | thread t { assert x, "a\qb"; }
          |                        ^^ this escape has no meaning
          |
          = help: write one of `\n`, `\t`, `\"` and `\\`"#]],
    );
}

#[test]
fn malformed_numbers() {
    check(
        "const A: int = 12ab; const B: int = 1.5; const C: int = 0x;\n",
        expect![[r#"
        error[E0005]: `12ab` is not a number
         --> a.cm:1:16
          |
        1 | const A: int = 12ab; const B: int = 1.5; const C: int = 0x;
          |                ^^^^ this number is malformed
          |
          = help: numbers are whole: write decimal digits, or `0x` and hexadecimal digits; `_` may separate them

        error[E0005]: `1.5` is not a number
         --> a.cm:1:37
          |
        1 | const A: int = 12ab; const B: int = 1.5; const C: int = 0x;
          |                                     ^^^ this number is malformed
          |
          = help: numbers are whole: write decimal digits, or `0x` and hexadecimal digits; `_` may separate them

        error[E0005]: `0x` is not a number
         --> a.cm:1:57
          |
        1 | const A: int = 12ab; const B: int = 1.5; const C: int = 0x;
          |                                                         ^^ this number is malformed
          |
          = help: numbers are whole: write decimal digits, or `0x` and hexadecimal digits; `_` may separate them"#]],
    );
}

#[test]
fn number_too_large() {
    check(
        "const A: int = 9223372036854775808;\n",
        expect![[r#"
        error[E0006]: the number `9223372036854775808` is too large
         --> a.cm:1:16
          |
        1 | const A: int = 9223372036854775808;
          |                ^^^^^^^^^^^^^^^^^^^ does not fit
          |
          = help: numbers have 64 bits: write one between -9223372036854775808 and 9223372036854775807"#]],
    );
}

#[test]
fn stray_quote() {
    check(
        "thread t { ' x = 1; }\n",
        expect![[r#"
        error[E0007]: a `'` stands alone
         --> a.cm:1:12
          |
        1 | thread t { ' x = 1; }
          |            ^ neither a label nor a prime
          |
          = help: a label is written `'name:`, the value after a step `x'` without a space"#]],
    );
}

#[test]
fn missing_semicolon_at_line_end() {
    check(
        "thread t {\n    x = 1\n    y = 2;\n}\n",
        expect![[r#"
        error[E0107]: a `;` is missing
         --> a.cm:2:10
          |
        2 |     x = 1
          |          ^ `;` expected here
          |
          = help: end the line with `;`"#]],
    );
}

#[test]
fn missing_semicolon_before_brace() {
    check(
        "thread t { x = 1 }\n",
        expect![[r#"
        error[E0107]: a `;` is missing
         --> a.cm:1:17
          |
        1 | thread t { x = 1 }
          |                 ^ `;` expected here
          |
          = help: end the line with `;`"#]],
    );
}

#[test]
fn missing_operator() {
    check(
        "thread t { x = 1 2; y = 3; }\n",
        expect![[r#"
        error[E0107]: expected `;`, found `2`
         --> a.cm:1:18
          |
        1 | thread t { x = 1 2; y = 3; }
          |                  ^ expected `;`
          |
          = help: end the statement with `;`, or put an operator between the two parts"#]],
    );
}

#[test]
fn unclosed_block_before_item() {
    check(
        "thread a {\n    while x {\n        y = 1;\n}\nthread b { skip; }\n",
        expect![[r#"
        error[E0105]: a `{` is not closed
         --> a.cm:1:10
          |
        1 | thread a {
          |          ^ this `{` has no `}`
        ...
        5 | thread b { skip; }
          | ------ the keyword `thread` cannot stand inside the braces
          |
          = help: add the missing `}`; look at the indentation for where it belongs"#]],
    );
}

#[test]
fn unclosed_block_at_end() {
    check(
        "thread a {\n    if x {\n        y = 1;\n",
        expect![[r#"
        error[E0105]: a `{` is not closed
         --> a.cm:2:10
          |
        2 |     if x {
          |          ^ this `{` has no `}`
        3 |         y = 1;
          |               - the file ends here
          |
          = help: add the missing `}`; look at the indentation for where it belongs"#]],
    );
}

#[test]
fn unmatched_brace() {
    check(
        "thread a { skip; }\n}\nvar x: int;\n",
        expect![[r#"
        error[E0106]: a `}` closes nothing
         --> a.cm:2:1
          |
        2 | }
          | ^ no `{` is open here
          |
          = help: remove it, or add the `{` that it should close"#]],
    );
}

#[test]
fn unknown_item() {
    check(
        "func f() { var x; y = 1; }\nvar x: int;\n",
        expect![[r#"
            error[E0103]: expected a declaration, found `func`
             --> a.cm:1:1
              |
            1 | func f() { var x; y = 1; }
              | ^^^^ expected a declaration
              |
              = help: declare something: `const`, `enum`, `var`, `record`, `class`, `fn`, `thread`, `process`, `invariant`, `ltl`, `env` or `init`; statements stand inside a thread or function"#]],
    );
}

#[test]
fn statement_at_top_level() {
    check(
        "x = 1;\nlet y = 2;\n",
        expect![[r#"
            error[E0103]: expected a declaration, found `x`
             --> a.cm:1:1
              |
            1 | x = 1;
              | ^ expected a declaration
              |
              = help: declare something: `const`, `enum`, `var`, `record`, `class`, `fn`, `thread`, `process`, `invariant`, `ltl`, `env` or `init`; statements stand inside a thread or function

            error[E0103]: expected a declaration, found the keyword `let`
             --> a.cm:2:1
              |
            2 | let y = 2;
              | ^^^ expected a declaration
              |
              = help: a shared variable is declared with `var`; `let` stands inside a thread or function"#]],
    );
}

#[test]
fn keyword_as_name() {
    check(
        "var while: int;\nfn loop() { skip; }\n",
        expect![[r#"
        error[E0102]: `while` is a keyword and cannot be a name
         --> a.cm:1:5
          |
        1 | var while: int;
          |     ^^^^^ this word is reserved
          |
          = help: choose another name, such as `while_`

        error[E0102]: `loop` is a keyword and cannot be a name
         --> a.cm:2:4
          |
        2 | fn loop() { skip; }
          |    ^^^^ this word is reserved
          |
          = help: choose another name, such as `loop_`"#]],
    );
}

#[test]
fn missing_name() {
    check(
        "var : int;\nvar x: int;\n",
        expect![[r#"
        error[E0101]: expected the name of the variable, found `:`
         --> a.cm:1:5
          |
        1 | var : int;
          |     ^ expected the name of the variable
          |
          = help: write a name: letters, digits and `_`, not starting with a digit"#]],
    );
}

#[test]
fn missing_type() {
    check(
        "const N = 3;\nvar x = 4;\nvar y: = 5;\n",
        expect![[r#"
        error[E0100]: expected `:`, found `=`
         --> a.cm:1:9
          |
        1 | const N = 3;
          |         ^ expected `:`
          |
          = help: a constant needs its type: `const N: int = 3;`

        error[E0100]: expected `:`, found `=`
         --> a.cm:2:7
          |
        2 | var x = 4;
          |       ^ expected `:`
          |
          = help: a variable needs its type: `var x: int = 0;`

        error[E0120]: expected a type, found `=`
         --> a.cm:3:8
          |
        3 | var y: = 5;
          |        ^ expected a type
          |
          = help: write a type: `int`, `bool`, `0..N`, `mod N`, an enum or class, `[T; n]`, `[T]`, `set<T>`, `lock`, `rwlock`, `semaphore`, `barrier`, `channel of T` or `thread`"#]],
    );
}

#[test]
fn chained_comparison() {
    check(
        "invariant 0 < x < 3;\n",
        expect![[r#"
        error[E0108]: comparisons cannot be chained
         --> a.cm:1:17
          |
        1 | invariant 0 < x < 3;
          |           ----- ^ a second comparison
          |           |
          |           this is already a comparison
          |
          = help: write `a < b && b < c`, or put one comparison in parentheses"#]],
    );
}

#[test]
fn var_in_a_block() {
    check(
        "thread t { var x: int = 1; x = 2; }\n",
        expect![[r#"
        error[E0109]: `var` stands inside a block
         --> a.cm:1:12
          |
        1 | thread t { var x: int = 1; x = 2; }
          |            ^^^ declares a shared variable
          |
          = help: write `let` for a local variable; declare shared ones outside, and close this block before them"#]],
    );
}

#[test]
fn var_in_a_class() {
    check(
        "class C { var x: int; fn f() { x = 1; } }\n",
        expect![[r#"
        error[E0109]: a field is written without `var`
         --> a.cm:1:11
          |
        1 | class C { var x: int; fn f() { x = 1; } }
          |           ^^^ not needed here
          |
          = help: leave out `var`: `name: type;`; if the variable is global, close the class before it"#]],
    );
}

#[test]
fn misplaced_set_literal() {
    check(
        "thread t { let s = {1, 2}; skip; }\n",
        expect![[r#"
        error[E0115]: a set literal cannot stand here
         --> a.cm:1:20
          |
        1 | thread t { let s = {1, 2}; skip; }
          |                    ^^^^^^ not an expression
          |
          = help: start with `new set<int>` and `add` the elements; `{1, 2}` stands only after the `=` of a `var` or field"#]],
    );
}

#[test]
fn bad_call() {
    check(
        "thread t { a[0](1); (f)(2); }\n",
        expect![[r#"
        error[E0111]: this cannot be called
         --> a.cm:1:12
          |
        1 | thread t { a[0](1); (f)(2); }
          |            ^^^^ not the name of a function
          |
          = help: call a function by its name, `f(x)`, or a method of an object, `o.m(x)`

        error[E0111]: this cannot be called
         --> a.cm:1:21
          |
        1 | thread t { a[0](1); (f)(2); }
          |                     ^^^ not the name of a function
          |
          = help: call a function by its name, `f(x)`, or a method of an object, `o.m(x)`"#]],
    );
}

#[test]
fn guard_without_parentheses() {
    check(
        "thread t { when x > 0 { skip; } when (a) && (b); with m { skip; } }\n",
        expect![[r#"
        error[E0113]: parentheses are missing
         --> a.cm:1:17
          |
        1 | thread t { when x > 0 { skip; } when (a) && (b); with m { skip; } }
          |                 ^^^^^ this must stand in parentheses as a whole
          |
          = help: write `when (g) { ... }` or `when (g);`

        error[E0113]: parentheses are missing
         --> a.cm:1:38
          |
        1 | thread t { when x > 0 { skip; } when (a) && (b); with m { skip; } }
          |                                      ^^^^^^^^^^ this must stand in parentheses as a whole
          |
          = help: write `when (g) { ... }` or `when (g);`

        error[E0113]: parentheses are missing
         --> a.cm:1:55
          |
        1 | thread t { when x > 0 { skip; } when (a) && (b); with m { skip; } }
          |                                                       ^ this must stand in parentheses as a whole
          |
          = help: write `with (m) { ... }`"#]],
    );
}

#[test]
fn assignment_in_a_condition() {
    check(
        "thread t { if x = 1 { skip; } }\n",
        expect![[r#"
        error[E0114]: a condition contains an assignment
         --> a.cm:1:17
          |
        1 | thread t { if x = 1 { skip; } }
          |                 ^ `=` assigns
          |
          = help: compare with `==`"#]],
    );
}

#[test]
fn temporal_operators_in_an_invariant() {
    check(
        "invariant a -> b;\ninvariant a <> b;\ninvariant <>a;\ninvariant p: a <-> b;\n",
        expect![[r#"
        error[E0107]: expected `;`, found `->`
         --> a.cm:1:13
          |
        1 | invariant a -> b;
          |             ^^ expected `;`
          |
          = help: implication is written `=>`; `->` stands only in `ltl` formulas

        error[E0107]: expected `;`, found `<>`
         --> a.cm:2:13
          |
        2 | invariant a <> b;
          |             ^^ expected `;`
          |
          = help: `different from` is written `!=`; `<>` stands only in `ltl` formulas

        error[E0110]: expected an expression, found `<>`
         --> a.cm:3:11
          |
        3 | invariant <>a;
          |           ^^ expected an expression
          |
          = help: temporal operators stand only in `ltl` formulas

        error[E0107]: expected `;`, found `<->`
         --> a.cm:4:16
          |
        4 | invariant p: a <-> b;
          |                ^^^ expected `;`
          |
          = help: equivalence is written `==`; `<->` stands only in `ltl` formulas"#]],
    );
}

#[test]
fn assignment_to_a_value() {
    check(
        "thread t { 1 = x; f(x) += 2; }\n",
        expect![[r#"
        error[E0116]: this cannot be assigned to
         --> a.cm:1:12
          |
        1 | thread t { 1 = x; f(x) += 2; }
          |            ^ not a variable
          |
          = help: assign to a variable `x`, a field `o.f` or an element `a[i]`

        error[E0116]: this cannot be assigned to
         --> a.cm:1:19
          |
        1 | thread t { 1 = x; f(x) += 2; }
          |                   ^^^^ not a variable
          |
          = help: assign to a variable `x`, a field `o.f` or an element `a[i]`"#]],
    );
}

#[test]
fn statement_without_effect() {
    check(
        "thread t { x + 1; y; }\n",
        expect![[r#"
        error[E0117]: a statement has no effect
         --> a.cm:1:12
          |
        1 | thread t { x + 1; y; }
          |            ^^^^^ the value is not used
          |
          = help: assign the value to a variable, `x = ...;`, or remove the statement

        error[E0117]: a statement has no effect
         --> a.cm:1:19
          |
        1 | thread t { x + 1; y; }
          |                   ^ the value is not used
          |
          = help: assign the value to a variable, `x = ...;`, or remove the statement"#]],
    );
}

#[test]
fn increment() {
    check(
        "thread t { i++; }\n",
        expect![[r#"
        error[E0110]: expected an expression, found `+`
         --> a.cm:1:14
          |
        1 | thread t { i++; }
          |              ^ expected an expression
          |
          = help: there is no `++` and no unary `+`: write `x += 1`"#]],
    );
}

#[test]
fn inclusive_threads() {
    check(
        "thread t[i in 0..=3] { skip; }\n",
        expect![[r#"
        error[E0118]: the numbers of threads end before the upper bound
         --> a.cm:1:16
          |
        1 | thread t[i in 0..=3] { skip; }
          |                ^^^ `..` expected
          |
          = help: write `lo..hi`; for `lo..=hi` write `lo..hi + 1`"#]],
    );
}

#[test]
fn annotation_before_value() {
    check(
        "var x: int guarded_by m = 0;\n",
        expect![[r#"
        error[E0119]: the initial value stands after an annotation
         --> a.cm:1:25
          |
        1 | var x: int guarded_by m = 0;
          |                         ^ too late for a value
          |
          = help: write the initial value before the annotations: `var x: int = 0 guarded_by m;`"#]],
    );
}

#[test]
fn synchronized_function() {
    check(
        "synchronized fn f() { skip; }\n",
        expect![[r#"
        error[E0121]: a function outside of a class cannot be `synchronized`
         --> a.cm:1:1
          |
        1 | synchronized fn f() { skip; }
          | ^^^^^^^^^^^^ there is no `this` to lock
          |
          = help: make it a method of a class, or use `with (m) { ... }` with a lock"#]],
    );
}

#[test]
fn empty_statement_and_stray_words() {
    check(
        "thread t { ; else { skip; } x = 1; }\n",
        expect![[r#"
        error[E0122]: a `;` without a statement
         --> a.cm:1:12
          |
        1 | thread t { ; else { skip; } x = 1; }
          |            ^ ends nothing
          |
          = help: remove the `;`, or write `skip;` for a statement that does nothing

        error[E0123]: expected a statement, found the keyword `else`
         --> a.cm:1:14
          |
        1 | thread t { ; else { skip; } x = 1; }
          |              ^^^^ expected a statement
          |
          = help: `else` follows directly after the `}` of an `if`"#]],
    );
}

#[test]
fn if_as_expression() {
    check(
        "thread t { x = if a { 1 } else { 2 }; }\n",
        expect![[r#"
        error[E0110]: expected an expression, found the keyword `if`
         --> a.cm:1:16
          |
        1 | thread t { x = if a { 1 } else { 2 }; }
          |                ^^ expected an expression
          |
          = help: there is no `if` expression: write an `if` statement that assigns in both branches"#]],
    );
}

#[test]
fn label_without_quote() {
    check(
        "thread t { here: x = 1; }\n",
        expect![[r#"
        error[E0107]: expected `;`, found `:`
         --> a.cm:1:16
          |
        1 | thread t { here: x = 1; }
          |                ^ expected `;`
          |
          = help: a label is written `'name:`; a declaration begins with `let` or `var`"#]],
    );
}

#[test]
fn try_without_catch() {
    check(
        "thread t { try { skip; } x = 1; }\n",
        expect![[r#"
        error[E0100]: expected `catch`, found `x`
         --> a.cm:1:26
          |
        1 | thread t { try { skip; } x = 1; }
          |                          ^ expected `catch`
          |
          = help: write `try { ... } catch (e: SomeClass) { ... }`; there is no `finally`"#]],
    );
}

#[test]
fn for_without_in() {
    check(
        "thread t { for i = 0 { skip; } x = 1; }\n",
        expect![[r#"
        error[E0100]: expected `in`, found `=`
         --> a.cm:1:18
          |
        1 | thread t { for i = 0 { skip; } x = 1; }
          |                  ^ expected `in`
          |
          = help: write `for i in lo..hi { ... }` or `for x in s { ... }`"#]],
    );
}

#[test]
fn unclosed_parenthesis() {
    check(
        "thread t { x = (1 + 2; f(1, 2; y = 3; }\n",
        expect![[r#"
        error[E0100]: expected `)`, found `;`
         --> a.cm:1:22
          |
        1 | thread t { x = (1 + 2; f(1, 2; y = 3; }
          |                      ^ expected `)`
          |
          = help: close the parenthesis with `)`

        error[E0100]: expected `,` or `)`, found `;`
         --> a.cm:1:30
          |
        1 | thread t { x = (1 + 2; f(1, 2; y = 3; }
          |                              ^ expected `,` or `)`
          |
          = help: separate arguments with `,` and close the list with `)`"#]],
    );
}

#[test]
fn missing_comma() {
    check(
        "thread t { f(1 2); y = g(3, ,4); }\n",
        expect![[r#"
        error[E0100]: expected `,` or `)`, found `2`
         --> a.cm:1:16
          |
        1 | thread t { f(1 2); y = g(3, ,4); }
          |                ^ expected `,` or `)`
          |
          = help: separate arguments with `,` and close the list with `)`

        error[E0110]: expected an expression, found `,`
         --> a.cm:1:29
          |
        1 | thread t { f(1 2); y = g(3, ,4); }
          |                             ^ expected an expression
          |
          = help: write a value here, such as `0`, `x`, `a[i]` or `f(x)`"#]],
    );
}

#[test]
fn wrong_cas_and_at() {
    check(
        "invariant at(t, cs);\nthread t { x = cas(y, 1); }\n",
        expect![[r#"
        error[E0100]: expected a label, found `cs`
         --> a.cm:1:17
          |
        1 | invariant at(t, cs);
          |                 ^^ expected a label
          |
          = help: write `at(thread, 'label)`

        error[E0112]: `cas` takes three arguments
         --> a.cm:2:16
          |
        2 | thread t { x = cas(y, 1); }
          |                ^^^ not three arguments
          |
          = help: write `cas(x, old, new)`: if `x` is `old`, it becomes `new`"#]],
    );
}

#[test]
fn bad_types() {
    check(
        "var a: set int;\nvar b: channel int;\nvar c: [int;\nvar d: 3;\n",
        expect![[r#"
        error[E0100]: expected `<`, found `int`
         --> a.cm:1:12
          |
        1 | var a: set int;
          |            ^^^ expected `<`
          |
          = help: a set type is written `set<T>`

        error[E0100]: expected `of`, found `int`
         --> a.cm:2:16
          |
        2 | var b: channel int;
          |                ^^^ expected `of`
          |
          = help: say what the channel carries: `channel(3) of int`

        error[E0110]: expected an expression, found the keyword `var`
         --> a.cm:4:1
          |
        4 | var d: 3;
          | ^^^ expected an expression
          |
          = help: write a value here, such as `0`, `x`, `a[i]` or `f(x)`

        error[E0100]: expected `..`, found `;`
         --> a.cm:4:9
          |
        4 | var d: 3;
          |         ^ expected `..`
          |
          = help: a range of numbers is written `0..N` or `0..=N`"#]],
    );
}

#[test]
fn new_of_a_range() {
    check(
        "thread t { x = new 0..3; y = new mod 3; }\n",
        expect![[r#"
        error[E0120]: expected a class or a type of object, found `0`
         --> a.cm:1:20
          |
        1 | thread t { x = new 0..3; y = new mod 3; }
          |                    ^ expected a class or a type of object
          |
          = help: write a class or a type of object: `new Node(1)`, `new [int; 3]`, `new lock`

        error[E0120]: expected a class or a type of object, found `mod`
         --> a.cm:1:34
          |
        1 | thread t { x = new 0..3; y = new mod 3; }
          |                                  ^^^ expected a class or a type of object
          |
          = help: write a class or a type of object: `new Node(1)`, `new [int; 3]`, `new lock`"#]],
    );
}

#[test]
fn spawn_of_a_method() {
    check(
        "thread t { spawn o.m(); }\n",
        expect![[r#"
        error[E0100]: expected `(`, found `.`
         --> a.cm:1:19
          |
        1 | thread t { spawn o.m(); }
          |                   ^ expected `(`
          |
          = help: start a thread with `spawn f(x)`; methods need a function around"#]],
    );
}

#[test]
fn formula_not_finished() {
    check(
        "ltl a = [](x -> );\nltl b = (x U y;\nltl = x;\n",
        expect![[r#"
        error[E0110]: expected an expression, found `)`
         --> a.cm:1:17
          |
        1 | ltl a = [](x -> );
          |                 ^ expected an expression
          |
          = help: write a value here, such as `0`, `x`, `a[i]` or `f(x)`

        error[E0100]: expected `)`, found `;`
         --> a.cm:2:15
          |
        2 | ltl b = (x U y;
          |               ^ expected `)`
          |
          = help: close the parenthesis with `)`

        error[E0101]: expected the name of the property, found `=`
         --> a.cm:3:5
          |
        3 | ltl = x;
          |     ^ expected the name of the property
          |
          = help: write a name: letters, digits and `_`, not starting with a digit"#]],
    );
}

#[test]
fn several_errors_in_one_file() {
    check(
        "var x int;\nfn f(a) { x = ; }\nthread t { x = 1; y 2; z = 3; }\nclass C { 5; f: int; }\nenum E { A B }\ninvariant x = 1;\n",
        expect![[r#"
        error[E0100]: expected `:`, found `int`
         --> a.cm:1:7
          |
        1 | var x int;
          |       ^^^ expected `:`
          |
          = help: a variable needs its type: `var x: int = 0;`

        error[E0100]: expected `:`, found `)`
         --> a.cm:2:7
          |
        2 | fn f(a) { x = ; }
          |       ^ expected `:`
          |
          = help: a parameter needs its type: `fn f(a: int)`

        error[E0110]: expected an expression, found `;`
         --> a.cm:2:15
          |
        2 | fn f(a) { x = ; }
          |               ^ expected an expression
          |
          = help: write a value here, such as `0`, `x`, `a[i]` or `f(x)`

        error[E0107]: expected `;`, found `2`
         --> a.cm:3:21
          |
        3 | thread t { x = 1; y 2; z = 3; }
          |                     ^ expected `;`
          |
          = help: end the statement with `;`, or put an operator between the two parts

        error[E0104]: expected a field or a method, found `5`
         --> a.cm:4:11
          |
        4 | class C { 5; f: int; }
          |           ^ expected a field or a method
          |
          = help: write a field, `name: type;`, or a method, `fn name() { ... }`

        error[E0100]: expected `,` or `}`, found `B`
         --> a.cm:5:12
          |
        5 | enum E { A B }
          |            ^ expected `,` or `}`
          |
          = help: separate the values with `,` and close the list with `}`

        error[E0107]: expected `;`, found `=`
         --> a.cm:6:13
          |
        6 | invariant x = 1;
          |             ^ expected `;`
          |
          = help: compare with `==`; an assignment is a statement of its own"#]],
    );
}
