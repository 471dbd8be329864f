//! What models say to provers only: loop invariants, actions, constants that are left open.

use commute_base::SourceMap;
use commute_front_lang::{Options, compile};
use commute_ir::{Instr, Program, ProofNote, validate};

fn compiled(text: &str, for_proof: bool) -> Result<Program, String> {
    let mut sources = SourceMap::default();
    let file = sources.add("m.cm", text);
    let compiled = compile(&sources, file, &Options { for_proof, ..Options::default() });
    match compiled.program {
        Some(program) => {
            assert_eq!(validate(&program), [], "{text}");
            Ok(program)
        }
        None => Err(compiled.diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; ")),
    }
}

#[test]
fn loop_invariants_are_notes_at_the_head_and_change_no_code() {
    let with =
        "var x: int; thread t { let k = 0; while k < 3 invariant k <= 3 && x >= 0 unroll 2 { k += 1; } }";
    let without = "var x: int; thread t { let k = 0; while k < 3 { k += 1; } }";
    let (with, without) = (compiled(with, false).unwrap(), compiled(without, false).unwrap());
    assert_eq!(with.functions[0].code, without.functions[0].code);
    let [ProofNote::Unroll { rounds: 2, .. }, ProofNote::LoopInvariant { at, regs, .. }] = &with.notes[..]
    else {
        panic!("{:?}", with.notes)
    };
    // The variable k, and nothing that is used later.
    assert_eq!((at.0, *regs), (1, 1));
}

#[test]
fn an_action_that_says_what_it_does_is_a_when() {
    let action = "var m: int; thread t { action (m == 0 && m' == 1) modifies m assert m' > m; }";
    let program = compiled(action, false).unwrap();
    let code = &program.functions[0].code;
    assert!(matches!(code[0], Instr::AtomicBegin));
    assert!(code.iter().any(|i| matches!(i, Instr::Block { .. })));
    assert!(code.iter().any(|i| matches!(i, Instr::Assert { .. })));
    assert!(code.iter().any(|i| matches!(i, Instr::Store { .. })));
}

#[test]
fn an_action_that_leaves_something_open_is_for_provers() {
    for text in [
        "var x: int; thread t { action (x' > x) modifies x; }",
        "var x: int; var y: int; thread t { action (x' == y) modifies x, y; }",
        "var x: int; thread t { action (x' == 1 && x' == 2) modifies x; }",
    ] {
        let error = compiled(text, false).unwrap_err();
        assert_eq!(error, "this action does not say what it does, only what may come of it", "{text}");
        let program = compiled(text, true).unwrap();
        let code = &program.functions[0].code;
        assert!(code.iter().any(|i| matches!(i, Instr::Choose { .. } | Instr::Assume { .. })), "{text}");
    }
}

#[test]
fn a_function_may_still_be_called_action() {
    let text = "var x: int; fn action(n: int) { x = n; } thread t { action(1); }";
    assert!(compiled(text, false).is_ok());
}

#[test]
fn an_open_constant_is_for_provers() {
    let text = "const N: int; var a: [int; N]; var l: [lock; N];
        thread t[i in 0..N] { let k = choose(0..N); with (l[k]) { a[k] = N; } }
        invariant forall k in 0..N: a[k] <= N;";
    assert_eq!(compiled(text, false).unwrap_err(), "the constant `N` has no value");
    let program = compiled(text, true).unwrap();
    let kinds: Vec<&str> = program
        .notes
        .iter()
        .map(|note| match note {
            ProofNote::AnyValue { .. } => "value",
            ProofNote::AnyThreads { thread: 0, .. } => "threads",
            ProofNote::AnyLength { .. } => "length",
            ProofNote::AnyRow { .. } => "row",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["value", "threads", "length", "row"]);
    assert_eq!(program.threads.len(), 1);
}

#[test]
fn an_open_constant_is_not_a_bound_of_a_type() {
    for text in [
        "const N: int; var x: 0..N; thread t { }",
        "const N: int; const M: int = N + 1; thread t { }",
        "const N: int; var c: channel(N) of int; thread t { }",
    ] {
        assert_eq!(compiled(text, true).unwrap_err(), "a constant is needed here", "{text}");
    }
    let joined = "const N: int; thread w[i in 0..N] { } thread t { join w[0]; }";
    assert_eq!(compiled(joined, true).unwrap_err(), "threads whose number is left open cannot be named");
    let after = "const N: int; var x: int; thread w[i in 0..N] { } thread t { } invariant x == t;";
    assert_eq!(compiled(after, true).unwrap_err(), "the number of this thread is not known");
}

#[test]
fn membership_after_a_step_can_be_written_in_two_ways() {
    let one = "var r: set<int>; thread t { } env(i) = i in r';";
    let two = "var r: set<int>; thread t { } env(i) = r.contains(i)';";
    let kind = |text: &str| {
        format!("{:?}", compiled(text, false).unwrap().properties[0].kind).contains("primed: true")
    };
    assert!(kind(one) && kind(two));
}
