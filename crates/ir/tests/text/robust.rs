//! No text makes the parser panic, overflow the stack, or produce a program that makes [`validate`] panic.

use crate::generate;
use commute_ir::analysis::{CallGraph, atomic_depth, liveness};
use commute_ir::{PrintOptions, parse, print, validate};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Parses, and if it is a program, runs all that must accept any program.
fn digest(text: &str) {
    let Ok(program) = parse(text) else { return };
    let again = parse(&print(&program, PrintOptions { spans: true }));
    assert_eq!(again.as_ref(), Ok(&program), "{text}");
    validate(&program);
    CallGraph::new(&program);
    for func in &program.functions {
        liveness(func);
        // It may well be an error.
        let _ = atomic_depth(func);
    }
}

/// The words and symbols of the text form.
fn token() -> impl Strategy<Value = &'static str> {
    let tokens = "enum selector process class fault shape global static fn init thread invariant ltl env \
        initially field method reg label catch to any extends implements in handle daemon lock seq array set \
        channel instance i64 bool anyref range f64 load store cas new call spawn invoke acquire add.i64 neg.f32 \
        jump branch switch else return assert block atomic_begin atomic_end len owner contains at if all some \
        static_at true null not always until and guarded_by unshared narrow.wrap convert.i32.i64 to_i8 \
        enum0 sel0 process0 class0 shape0 global0 static0 fn0 r0 r1 r65535 L0 L1 L4294967295 param0 x 0 1 -5 \
        9223372036854775807 0x7ff 1e-3 ( ) [ ] { } , : ' # = == + - < -> \"s\" @f0:1..2 ; \n \n \n";
    select(tokens.split(' ').filter(|t| !t.is_empty()).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in vec(any::<u8>(), 0..200)) {
        digest(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_text(text in any::<String>()) {
        digest(&text);
    }

    #[test]
    fn random_tokens(tokens in vec(token(), 0..80)) {
        digest(&tokens.join(" "));
    }

    #[test]
    fn random_code(lines in vec(vec(token(), 1..6), 0..20)) {
        let lines: Vec<String> = lines.iter().map(|line| line.join(" ")).collect();
        digest(&format!("fn fn0 f(r0: i64) {{\nreg r1: anyref\n{}\nreturn\n}}\n", lines.join("\n")));
    }

    #[test]
    fn mutated_programs(
        program in generate::program(),
        edits in vec((any::<Index>(), any::<Index>(), token(), 0..4u8), 1..6),
    ) {
        let text = print(&program, PrintOptions { spans: true });
        let mut tokens: Vec<&str> = text.split_inclusive([' ', '\n', '(', ',']).collect();
        for (at, other, token, how) in &edits {
            if tokens.is_empty() {
                break;
            }
            let (at, other) = (at.index(tokens.len()), other.index(tokens.len()));
            match how {
                0 => drop(tokens.remove(at)),
                1 => tokens.insert(at, token),
                2 => tokens.swap(at, other),
                _ => tokens[at] = tokens[other],
            }
        }
        digest(&tokens.concat());
    }

    #[test]
    fn generated_programs_are_judged_without_panic(program in generate::program()) {
        digest(&print(&program, PrintOptions { spans: true }));
    }
}

#[test]
fn deep_nesting_is_an_error_and_no_stack_overflow() {
    let deep = [
        format!("invariant p = {}1", "(".repeat(100_000)),
        format!("invariant p = {}1", "not(".repeat(100_000)),
        format!("invariant p = static0{}", "[0]".repeat(100_000)),
        format!("invariant p = {}0", "static0[".repeat(100_000)),
        format!("ltl p = {}", "always ".repeat(100_000)),
        format!("ltl p = {}", "(".repeat(100_000)),
        format!("global global0 x: i64 = 0 #guarded_by({}", "if(".repeat(100_000)),
    ];
    for text in deep {
        let error = parse(&text).unwrap_err();
        assert_eq!(error.message, "nested more than 500 deep", "{}", &text[..40]);
    }
}

#[test]
fn nesting_up_to_the_limit_comes_back() {
    let chain = |depth: usize| format!("{}true{}", "(".repeat(depth), " & true)".repeat(depth));
    digest(&format!("invariant p = {}\n", chain(499)));
    assert!(parse(&format!("invariant p = {}\n", chain(499))).is_ok());
    assert!(parse(&format!("invariant p = {}\n", chain(500))).is_err());
}
