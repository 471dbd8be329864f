//! No text makes the parser panic, hang or report without end.

use crate::words::split;
use commute_base::{Diagnostics, SourceMap};
use commute_front_lang::ast::File;
use commute_front_lang::{format, parse};
use proptest::prelude::*;

const SAMPLE: &str = include_str!("parse_sample.cm");

/// Tokens of every kind.
const ALPHABET: &[&str] = &[
    "assert",
    "assume",
    "atomic",
    "break",
    "catch",
    "choose",
    "class",
    "const",
    "continue",
    "else",
    "enum",
    "exists",
    "false",
    "fn",
    "for",
    "forall",
    "if",
    "in",
    "invariant",
    "join",
    "let",
    "loop",
    "ltl",
    "new",
    "null",
    "or",
    "process",
    "return",
    "skip",
    "spawn",
    "synchronized",
    "this",
    "thread",
    "throw",
    "true",
    "try",
    "var",
    "when",
    "while",
    "with",
    "yield",
    "int",
    "bool",
    "set",
    "lock",
    "channel",
    "of",
    "mod",
    "init",
    "env",
    "daemon",
    "at",
    "cas",
    "guarded_by",
    "exclusive",
    "unshared",
    "always",
    "X",
    "U",
    "x",
    "y",
    "f",
    "0",
    "1",
    "0xff",
    "99999999999999999999",
    "\"s\"",
    "'l",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ":",
    "::",
    ".",
    "..",
    "..=",
    "=",
    "+=",
    "-=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "&&",
    "||",
    "!",
    "~",
    "=>",
    "->",
    "<->",
    "<>",
    "(",
    ")",
    "{",
    "}",
    ";",
    "x",
    "y",
    "// c\n",
    "/* c */",
    "\n",
];

/// Parses, checks what must hold of every text, and gives the tree and the codes of the errors.
fn run(text: &str) -> (File, Vec<&'static str>) {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let mut diags = Diagnostics::default();
    let tree = parse(&sources, file, &mut diags);
    assert!(diags.len() <= 51, "{} errors", diags.len());
    for d in diags.iter() {
        assert!(d.code < "E0200" && !d.help.is_empty() && !d.primary.text.is_empty(), "{d:?}");
        assert!(
            d.primary.span.start <= d.primary.span.end && d.primary.span.end as usize <= text.len(),
            "{d:?}"
        );
    }
    (tree, diags.iter().map(|d| d.code).collect())
}

/// The text that consists of `part` again and again, about one megabyte.
fn megabyte(part: &str) -> String {
    part.repeat((1 << 20) / part.len())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        run(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_ascii(text in "[ -~\\n]{0,400}") {
        run(&text);
    }

    #[test]
    fn random_tokens(picks in proptest::collection::vec(0..ALPHABET.len(), 0..400)) {
        let text: Vec<_> = picks.iter().map(|&i| ALPHABET[i]).collect();
        run(&text.join(" "));
        run(&text.concat());
    }

    /// Deletes, doubles and exchanges tokens of the sample; what still parses is also formatted.
    #[test]
    fn mutated_sample(changes in proptest::collection::vec((0..3u8, any::<usize>(), any::<usize>()), 1..6)) {
        let mut tokens = split(SAMPLE);
        for (kind, a, b) in changes {
            let (a, b) = (a % tokens.len(), b % tokens.len());
            match kind {
                0 => drop(tokens.remove(a)),
                1 => tokens.insert(b, tokens[a]),
                _ => tokens.swap(a, b),
            }
        }
        let text = tokens.join(" ");
        let (tree, codes) = run(&text);
        if codes.is_empty() {
            let formatted = format(&tree, &text);
            let (again, codes) = run(&formatted);
            prop_assert!(codes.is_empty(), "{codes:?}\n{formatted}");
            prop_assert_eq!(&format(&again, &formatted), &formatted);
        }
    }

    #[test]
    fn a_cut_sample(at in 0..SAMPLE.len()) {
        let (_, codes) = run(&SAMPLE[..at]);
        prop_assert!(codes.len() <= 3, "one cut gives {codes:?}");
    }
}

#[test]
fn deep_nesting_is_one_error() {
    for (head, part) in [
        ("init ", "("),
        ("init ", "!"),
        ("init ", "-"),
        ("init ", "["),
        ("init ", "a["),
        ("init ", "f("),
        ("init ", "a => "),
        ("init ", "forall i in 0..1: "),
        ("init new ", "["),
        ("init ", "new [int; "),
        ("var x: ", "["),
        ("var x: ", "set<"),
        ("var x: ", "channel of "),
        ("thread t ", "{"),
        ("thread t { ", "if a { "),
        ("thread t { ", "if a { } else "),
        ("thread t { ", "while a { loop { atomic { "),
        ("thread t { ", "choose { } or { "),
        ("thread t { ", "try { "),
        ("ltl a = ", "("),
        ("ltl a = ", "[]"),
        ("ltl a = ", "<>"),
        ("ltl a = ", "!"),
        ("ltl a = ", "!("),
        ("ltl a = ", "X "),
        ("ltl a = ", "a U "),
        ("ltl a = ", "a -> "),
        ("", "process p { "),
    ] {
        let text = head.to_owned() + &megabyte(part);
        assert_eq!(run(&text).1, ["E0190"], "{head}{part}");
    }
}

#[test]
fn long_chains_are_one_error_and_the_rest_is_read() {
    for (head, first, part, tail) in [
        ("init ", "1", "+1", ";"),
        ("init ", "a", " && a", ";"),
        ("init ", "a", ".b", ";"),
        ("init ", "a", "[0]", ";"),
        ("init ", "a", ".f(1)", ";"),
        ("init ", "a", " == (a)", ";"),
        ("thread t { ", "a", ".b", " = 1; }"),
        ("ltl a = ", "a", " || <>a", ";"),
        ("ltl a = ", "a", " <-> a", ";"),
        ("var x: ", "1", "*1", "..2;"),
    ] {
        let text = format!("{head}{first}{}{tail} var y: = 3;", megabyte(part));
        let mut codes = run(&text).1;
        codes.retain(|&code| code != "E0108");
        codes.truncate(2);
        let expected: &[&str] = if part == " == (a)" { &["E0199"] } else { &["E0191", "E0120"] };
        assert_eq!(codes, expected, "{head}{part}");
    }
}

/// The height of a tree is bounded even if every level of nesting holds a long chain.
#[test]
fn chains_inside_nesting_add_up() {
    let nested = (0..150).fold("1".to_owned(), |inner, _| format!("({inner}{})", "+1".repeat(5)));
    assert_eq!(run(&format!("init {nested};")).1, ["E0191"]);
    let flat = vec!["1+1"; 100_000].join(",");
    assert_eq!(run(&format!("init f([{flat}]);")).1, [""; 0]);
    let long = vec!["1"; 200].join("+");
    assert_eq!(run(&format!("init {long};")).1, [""; 0]);
}

#[test]
fn many_errors_are_reported_up_to_a_limit() {
    for part in [
        "var ; ",
        "}",
        "ltl ",
        "x ",
        "§ ",
        "\"\n",
        "' ",
        "thread t { ; } ",
        "class C { ; } ",
        "enum E { 1 } ",
        ") ",
    ] {
        let (_, codes) = run(&megabyte(part));
        // What begins no declaration is passed over as a whole.
        let one = part == "x " || part == ") ";
        assert_eq!(codes.len(), if one { 1 } else { 51 }, "{part}: {:?}", &codes[..codes.len().min(3)]);
        assert_eq!(codes.last() == Some(&"E0199"), !one, "{part}");
    }
}

#[test]
fn long_inputs_of_every_kind_end_soon() {
    for part in [
        "\\\";",
        "/*",
        "'",
        "a'",
        "9",
        "\"",
        "a ",
        "// \n",
        "((;",
        "[;",
        "{}",
        "a:",
        "if ",
        "fn f(",
        "0x",
        "..",
        "ltl a = (",
    ] {
        run(&megabyte(part));
        run(&format!("thread t {{ {}", megabyte(part)));
        run(&format!("class C {{ {}", megabyte(part)));
    }
}
