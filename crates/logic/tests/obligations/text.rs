//! The text form: what is printed is read back, and what is wrong is refused with its place.

use crate::generate;
use commute_logic::{Obligation, parse_obligation, parse_term};
use expect_test::expect;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_obligation_is_read_back(o in generate::obligation()) {
        prop_assert_eq!(o.check(), Ok(()));
        let text = o.to_string();
        match parse_obligation(&text) {
            Ok(read) => prop_assert_eq!(&read, &o, "{}", text),
            Err(e) => prop_assert!(false, "{}\n{}", e, text),
        }
    }

    #[test]
    fn a_term_is_read_back(t in generate::term(commute_logic::Sort::Bool, 4, true)) {
        let read = parse_term(&t.to_string(), &generate::decls(), &[generate::mode()]);
        prop_assert_eq!(read, Ok(t));
    }
}

/// The term as the printer shows it after reading.
fn reprinted(text: &str) -> String {
    match parse_term(text, &generate::decls(), &[generate::mode()]) {
        Ok(t) => t.to_string(),
        Err(e) => e.to_string(),
    }
}

#[test]
fn brackets_are_printed_only_where_they_are_needed() {
    for text in [
        "p ==> p && n' < 3 ==> n == -1",
        "(p ==> p) ==> p",
        "n - 1 - - 1 == (n - 1) - -1",
        "n + 1 + 2 == n + (1 + 2)",
        "(n + 1) * 2 div n mod 3 == 0",
        "readers[mx := true][#2] || !p && !(p && p)",
        "next[if p then null else next[null]] != null",
        "forall ?k: tid, ?j: int { int(?k) == ?j ==> exists ?k: Mode { ?k == m } }",
        "m == Mode::|w r|",
    ] {
        let wanted = match text {
            "n - 1 - - 1 == (n - 1) - -1" => "(n - 1) - - 1 == (n - 1) - -1",
            "(n + 1) * 2 div n mod 3 == 0" => "(((n + 1) * 2) div n) mod 3 == 0",
            other => other,
        };
        assert_eq!(reprinted(text), wanted);
    }
}

#[test]
fn comments_go_to_the_ends_of_lines() {
    for text in
        ["// a truth value\np && // and\n\n// another\n  p // and no more", "p&&//\n//\np//", " p && p\n//"]
    {
        assert_eq!(reprinted(text), "p && p", "{text:?}");
    }
}

#[test]
fn a_wrong_sort_is_reported_at_its_place() {
    for (text, message) in [
        ("n == #0", "1:1: argument 2 of `==` has sort tid, but int is wanted"),
        ("p &&\n  (n + mx) < 3", "2:4: argument 2 of `+` has sort tid, but int is wanted"),
        ("readers[null]", "1:1: argument 2 of `[]` has sort ref, but tid is wanted"),
        ("n[1] == 2", "1:1: argument 1 of `[]` has sort int, but an array is wanted"),
        ("bits[1 := p] == bits", "1:1: argument 3 of `[:=]` has sort bool, but int is wanted"),
        ("if p then 1 else null", "1:1: argument 3 of `if` has sort ref, but int is wanted"),
        ("const(set(tid), 1) == readers", "1:1: argument 2 of `const` has sort int, but bool is wanted"),
        ("const(tid, mx)", "1:1: argument 1 of `const` has sort tid, but an array is wanted"),
        (
            "union(bits, bits) == bits",
            "1:1: argument 1 of `union` has sort array(int, int), but a set is wanted",
        ),
        ("distinct(mx)", "1:1: `distinct` takes two or more arguments, not 1"),
        ("forall ?k: tid { 1 }", "1:1: argument 1 of `forall` has sort int, but bool is wanted"),
        ("?k == mx", "1:1: `?k` is not bound"),
        ("q", "1:1: `q` is not declared"),
        ("m == Mode::append", "1:12: `Mode` has no value `append`"),
        ("m == Colour::red", "1:6: there is no enumeration `Colour`"),
        ("p p", "1:3: the end is wanted here, not `p`"),
        ("p &&", "1:5: a term is wanted here, not the end of the text"),
        ("p & p", "1:3: `&` means nothing here"),
        ("|p", "1:1: the closing | is missing"),
        ("n < 999999999999999999999999999999999999999999", "1:5: the number is too large"),
        ("mx == #99999999999999999999999", "1:7: the number is too large"),
    ] {
        assert_eq!(reprinted(text), message, "{text}");
    }
}

fn refused(body: &str) -> String {
    let text = format!("obligation \"o\" {{\n{body}\n}}");
    parse_obligation(&text).expect_err(&text).to_string()
}

#[test]
fn a_wrong_statement_is_reported_at_its_place() {
    for (body, message) in [
        ("declare x: int; declare x: bool;", "2:17: `x` is declared twice"),
        ("declare x: colour;", "2:12: there is no sort `colour`"),
        ("declare x: bool in 0..2;", "2:1: only integers have a range, not bool"),
        ("declare x: int in 2..2;", "2:1: the range 2..2 is empty"),
        ("enum E { a, a }", "2:1: the value `a` is there twice"),
        ("declare $x: int;", "2:1: `$x` cannot be a name"),
        ("declare x: int; assume: x;", "2:17: a truth value is wanted, `x` has sort int"),
        ("declare x: int; assume: x' == x;", "2:17: `x'` stands outside a step"),
        ("declare x: int; assign: x := true;", "2:17: `x` has sort int, the value has sort bool"),
        ("declare x: int; havoc: x, x;", "2:17: `x` is there twice"),
        ("declare x: int; havoc: y;", "2:24: `y` is not declared"),
        ("choice { }", "2:1: a choice needs a branch"),
        (
            "declare x: int; step modifies x { assign: x := 1; }",
            "2:35: `assert` is wanted here, not `assign`",
        ),
        ("assume at g0:1..2: true;", "2:11: a file such as `f0` is wanted here"),
        ("skip;", "2:1: a statement is wanted here, not `skip`"),
    ] {
        assert_eq!(refused(body), message, "{body}");
    }
}

#[test]
fn an_obligation_built_wrongly_is_refused_with_the_statement() {
    use commute_logic::{Decl, Sort, Stmt, Term};
    let mut o = Obligation::new("o", Default::default());
    o.declare(Decl::new("x", Sort::Int));
    let bad = Stmt::assume("", Term::now("x", Sort::Bool));
    o.body = vec![Stmt::havoc([]), Stmt::choice([("a", vec![]), ("b", vec![Stmt::havoc([]), bad])])];
    expect!["statement 2.2.2: `x` is declared with sort int and used with sort bool"]
        .assert_eq(&o.check().unwrap_err().to_string());
}
