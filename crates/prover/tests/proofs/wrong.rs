//! Programs that were once proved although they go wrong, or ended in a panic, by their causes; each with others of the
//! same cause. `crates/prover/tests/wrong` has those that were met first.

use crate::support::{failures, prove_as, try_prove, with_solver};
use commute_prover::Options;
use commute_testkit::proofs::{compile, violated};

/// By both rules.
fn rules() -> [Options; 2] {
    [true, false].map(|reduction| Options { unroll: None, reduction })
}

/// Programs that go wrong, with the values of constants with which they do; they are not proved.
fn go_wrong(programs: &[(&str, &[(&str, &str)])]) {
    for (text, values) in programs {
        let values: Vec<_> = values.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let program = compile(text, &values).unwrap_or_else(|| panic!("no program:\n{text}"));
        assert!(violated(&program).is_some(), "nothing goes wrong:\n{text}");
        not_proved(text);
    }
}

fn not_proved(text: &str) {
    if !with_solver() {
        return;
    }
    for how in rules() {
        // A program that is refused is not proved.
        if let Ok(proved) = try_prove(text, &[], &how) {
            assert_ne!(failures(&proved), Vec::<String>::new(), "{how:?}\n{text}");
        }
    }
}

fn is_proved(texts: &[&str]) {
    for text in texts {
        if with_solver() {
            assert_eq!(failures(&prove_as(text, &rules()[0])), Vec::<String>::new(), "{text}");
        }
    }
}

#[test]
fn quantifiers_side_by_side() {
    let arrays = "const N: int; var a: [bool; N]; var b: [bool; N];";
    go_wrong(&[
        (include_str!("../wrong/quantifiers_side_by_side.cm"), &[("N", "2")]),
        (
            &format!(
                "{arrays} invariant (forall k in 0..N: a[k]) => (forall k in 0..N: b[k]);
                 thread t[i in 0..N] {{ a[i] = true; }}"
            ),
            &[("N", "1")],
        ),
        (
            &format!(
                "{arrays} invariant !((exists k in 0..N: a[k]) && (exists k in 0..N: !a[k]));
                 thread t[i in 0..N] {{ a[i] = true; }}"
            ),
            &[("N", "2")],
        ),
        (
            &format!(
                "{arrays} invariant (exists k in 0..N: a[k]) => (forall k in 0..N: a[k]) || (forall k in 0..N: b[k]);
                 thread t[i in 0..N] {{ b[i] = true; a[i] = true; }}"
            ),
            &[("N", "2")],
        ),
    ]);
    not_proved(&format!(
        "{arrays} env(i) = (forall k in 0..N: a[k]' == a[k]) || (forall k in 0..N: b[k]' == b[k]);
         thread t[i in 0..N] {{ a[i] = true; b[i] = true; }}"
    ));
    is_proved(&[
        include_str!("../wrong/panic_quantifier_folds.cm"),
        &format!(
            "{arrays} invariant (exists k in 0..N: a[k]) || (forall k in 0..N: !a[k]);
             thread t[i in 0..N] {{ a[i] = true; }}"
        ),
        &format!(
            "{arrays} invariant (forall k in 0..N: a[k] => b[k]) && (forall k in 0..N: b[k] || !a[k]);
             thread t[i in 0..N] {{ b[i] = true; }}"
        ),
    ]);
}

#[test]
fn waiting_inside_an_atomic_block() {
    go_wrong(&[
        (include_str!("../wrong/join_inside_atomic.cm"), &[]),
        (
            "var x: int; var y: int; var bar: barrier(2);
             thread a { atomic { let f = y; x = 1; bar.arrive(); assert y == f; } }
             thread b { y = 1; bar.arrive(); }",
            &[],
        ),
        (
            "var x: int; var y: int; fn wait() { join b; }
             thread a { atomic { let f = y; x = 1; wait(); assert y == f; } } thread b { y = 1; }",
            &[],
        ),
        (
            "var x: int; var y: int; invariant x == 0;
             thread a { atomic { x = 1; join b; x = 0; } } thread b { y = 1; }",
            &[],
        ),
        // The thread stops for ever, and what it did is seen.
        (
            "var x: int; var y: int; invariant x == 0;
             thread a { atomic { x = 1; assume y == 5; x = 0; } } thread b { y = 1; }",
            &[],
        ),
        (
            "var x: int; var y: int; invariant x == 0;
             thread a { atomic { x = 1; let n = choose(0..y); x = n; x = 0; } } thread b { y = 0; }",
            &[],
        ),
    ]);
    is_proved(&[
        "var x: int; var y: int; thread a { atomic { x = 1; join b; assert x == 1; } } thread b { y = 1; }",
        "var x: int; invariant x == 0; thread a { atomic { x = 1; x = 0; join b; x = 1; x = 0; } } thread b { skip; }",
    ]);
}

#[test]
fn loops_inside_an_atomic_block() {
    let shared = "var x: int; var y: int; var c: bool; var ch: channel(2) of int; var m: lock;";
    let (receives, guards, calls) = (
        "thread a { atomic { x = 1; let f = y; for k in 0..2 { assert y == f; let r = ch.receive(); } } }
         thread b { y = 1; ch.send(1); ch.send(1); }",
        "thread a { atomic { x = 1; let f = y; let n = 0; loop { assert y == f; when (c) { skip; } n = n + 1; if n > 1 { break; } } } }
         thread b { y = 1; c = true; }",
        "fn wait() { m.acquire(); m.release(); }
         thread a { atomic { x = 1; let f = y; let n = 0; while n < 2 { assert y == f; wait(); n = n + 1; } } }
         thread b { m.acquire(); y = 1; m.release(); }",
    );
    go_wrong(&[
        (include_str!("../wrong/loop_inside_atomic_waits.cm"), &[]),
        (&format!("{shared}{receives}"), &[]),
        (&format!("{shared}{guards}"), &[]),
        (&format!("{shared}{calls}"), &[]),
    ]);
    is_proved(&["var x: int; var y: int;
        thread a { atomic { let f = y; let n = 0; while n < 2 { assert y == f; x = n; n = n + 1; } } }
        thread b { y = 1; }"]);
}

#[test]
fn branches_of_an_atomic_block() {
    let shared = "var x: int; var y: int; var c: bool; invariant zero: x == 0;";
    let programs = [
        "thread a { loop { atomic { x = 1; if c { x = 0; return; } } if y == 5 { break; } } }",
        "thread a { loop { atomic { x = 1; if y == 0 { if c { x = 0; break; } } else { x = 0; } } y = 1; } atomic { y = 2; } }",
        "fn f() { atomic { x = 1; if c { x = 0; return; } } y = 1; } thread a { f(); atomic { y = 3; } }",
    ];
    go_wrong(&[(include_str!("../wrong/second_branch_of_atomic.cm"), &[])]);
    for program in programs {
        go_wrong(&[(&format!("{shared}{program}"), &[])]);
    }
    let right = "thread a { loop { atomic { x = 1; if c { x = 0; break; } x = 0; } if y == 5 { return; } } atomic { y = 1; } }";
    is_proved(&[&format!("{shared}{right}")]);
}

#[test]
fn releases_and_whoever_can_tell() {
    let shared = "var m: lock; var x: int; var y: int;
        env(i) = owner(m) == i => owner(m)' == i && x' == x;
        invariant same: owner(m) == -1 => x == y;
        thread a { m.acquire(); atomic { x = y; } m.release(); }";
    let programs = [
        // It stops in the middle while the lock is held.
        "thread b { atomic { y = y + 1; m.acquire(); x = y; m.release(); } }",
        "fn tries(l: lock) { if l.try_acquire() { l.release(); } else { y = y + 1; } } thread b { atomic { tries(m); } }",
        "fn takes() { m.acquire(); x = y; m.release(); } thread b { atomic { y = y + 1; takes(); } }",
    ];
    go_wrong(&[(include_str!("../wrong/release_and_try_acquire.cm"), &[])]);
    for program in programs {
        go_wrong(&[(&format!("{shared}{program}"), &[])]);
        // Which lock it is that somebody tries is not the first one that is declared.
        go_wrong(&[(&format!("var other: lock; {shared}{program}"), &[])]);
    }
    is_proved(&["var m: lock; var x: int guarded_by m;
        thread a { m.acquire(); x = 1; assert x == 1; m.release(); }
        thread b { if m.try_acquire() { x = 2; assert x == 2; m.release(); } }"]);
}

#[test]
fn references_to_objects() {
    let shared = "var m: lock; var k: lock; var t: [lock; 2]; var x: int;";
    let wrong = [
        "thread a { let p = t[0]; let q = t[1]; assert p == q; }",
        "thread a { let p = m; if x == 0 { p = k; } assert p == m; }",
        "fn same(a: lock, b: lock) -> bool { return a == b; } thread a { assert same(m, t[0]); }",
        "thread a { assert m != m; }",
    ];
    go_wrong(&[
        (include_str!("../wrong/different_objects_equal.cm"), &[]),
        (include_str!("../wrong/panic_lock_is_null.cm"), &[]),
    ]);
    for program in wrong {
        go_wrong(&[(&format!("{shared}{program}"), &[])]);
    }
    for program in [
        "thread a { let p = m; let q = k; assert p != q; assert p == m; assert p != null; }",
        "thread a { let p = t[1]; let q = t[1]; assert p == q; assert p != m; }",
    ] {
        is_proved(&[&format!("{shared}{program}")]);
    }
}

#[test]
fn initializers_that_fail() {
    let rest = "fn zero() -> int { return 0; } var x: int = f(); thread a { x = 2; }";
    go_wrong(&[
        (include_str!("../wrong/fault_in_initializer.cm"), &[]),
        (include_str!("../wrong/panic_assert_in_initializer.cm"), &[]),
        (&format!("var t: [int; 2]; fn f() -> int {{ return t[zero() + 2]; }} {rest}"), &[]),
        (&format!("fn f() -> int {{ let r: 1..3 = zero(); return r; }} {rest}"), &[]),
        (
            &format!(
                "fn f() -> int {{ for i in 0..3 {{ if i == 2 {{ assert zero() > 0; }} }} return 1; }} {rest}"
            ),
            &[],
        ),
    ]);
    // What nobody looks at afterwards still has to be so.
    not_proved(&format!("fn f() -> int {{ assume zero() > 0; return 1; }} {rest}"));
    not_proved(&format!(
        "fn f() -> int {{ let n = 0; while n < 2 invariant n == 0 {{ n = n + 1; }} return n; }} {rest}"
    ));
    is_proved(&[
        include_str!("../wrong/panic_variable_alive.cm"),
        &format!("fn f() -> int {{ assert zero() == 0; return 1 / (zero() + 1); }} {rest}"),
    ]);
}

#[test]
fn families_without_threads() {
    go_wrong(&[
        (include_str!("../wrong/empty_family.cm"), &[("N", "2")]),
        ("const N: int; var x: int; thread w[i in 0..N] { assert N > 1; }", &[("N", "1")]),
        ("const N: int; thread other { assert N > 0; } thread w[i in 0..N] { skip; }", &[("N", "0")]),
        (
            "const N: int; const M: int; thread w[i in 0..N] { assert M > 0; } thread v[i in 0..M] { skip; }",
            &[("N", "1"), ("M", "0")],
        ),
    ]);
    is_proved(&[
        "const N: int; thread other { assert N + 1 > N; } thread w[i in 3..N] { assert N > 3; assert i >= 3; }",
    ]);
}

#[test]
fn what_is_annotated_is_asserted_whatever_names_the_variable() {
    for invariant in ["", "invariant x >= 0;"] {
        not_proved(&format!("var m: lock; var x: int guarded_by m; {invariant} thread a {{ x = 1; }}"));
        not_proved(&format!(
            "var m: lock; var x: int guarded_by m; {invariant} thread a {{ m.acquire(); m.release(); x = 1; }}"
        ));
        is_proved(&[&format!(
            "var m: lock; var x: int guarded_by m; {invariant} thread a {{ m.acquire(); x = 1; m.release(); }}"
        )]);
    }
}

/// A search asks whether the lock is held when the step begins, so a proof must, too.
#[test]
fn guards_that_are_taken_in_the_same_step() {
    let shared = "var m: lock; var x: int guarded_by m; var a: [int; 2] guarded_by m;";
    for program in [
        "thread t { atomic { m.acquire(); x = 1; m.release(); } }",
        "thread t { atomic { if m.try_acquire() { let v = x; m.release(); } } }",
        "fn f() { m.acquire(); a[1] = 1; m.release(); } thread t { atomic { f(); } }",
        "thread t { when (x == 0) { m.acquire(); m.release(); } }",
    ] {
        let text = format!("{shared} {program} thread u {{ with (m) {{ x = 2; }} }}");
        let contradicted = commute_certify::contradictions(&compile(&text, &[]).unwrap(), 1_000);
        assert_eq!(contradicted.map(|rules| rules.len()), Some(1), "{text}");
        not_proved(&text);
    }
    is_proved(&[
        &format!("{shared} thread t {{ m.acquire(); atomic {{ x = 1; m.release(); a[0] = x; }} }}"),
        &format!("{shared} thread t {{ m.acquire(); when (x == 0) {{ x = 1; m.release(); }} }}"),
    ]);
}

/// Whoever waits inside an atomic block makes another step afterwards, without the lock that it gave back before.
#[test]
fn guards_that_are_given_back_before_waiting() {
    for (kind, used, other) in [
        ("channel(1) of int", "g.send(1);", "m.acquire(); g.send(1); m.release();"),
        ("semaphore = 0", "g.down();", "m.acquire(); g.up(); m.release();"),
        ("int", "when (g == 1) { skip; }", "m.acquire(); g = 1; m.release();"),
        ("barrier(2)", "g.arrive();", "m.acquire(); atomic { m.release(); g.arrive(); }"),
    ] {
        let text = format!(
            "var m: lock; var g: {kind} guarded_by m;
             thread a {{ m.acquire(); atomic {{ m.release(); {used} }} }} thread b {{ {other} }}"
        );
        let contradicted = commute_certify::contradictions(&compile(&text, &[]).unwrap(), 1_000);
        assert_eq!(contradicted.map(|rules| rules.len()), Some(1), "{text}");
        not_proved(&text);
    }
    is_proved(&["var m: lock; var g: semaphore = 0 guarded_by m;
        thread a { m.acquire(); atomic { g.down(); m.release(); } } thread b { m.acquire(); g.up(); m.release(); }"]);
}

/// Operations on locks are no accesses: what is said of a lock is never contradicted, and nothing follows from it.
#[test]
fn locks_that_are_guarded() {
    let shared = "var m: lock; var n: lock guarded_by m; var x: int;";
    let other = "thread b { with (m) { n.acquire(); } n.release(); }";
    for program in [
        "thread a { m.acquire(); let p = n.try_acquire(); let q = n.try_acquire(); assert p || !q; m.release(); }",
        "fn tries() -> bool { return n.try_acquire(); }
         thread a { with (m) { let p = tries(); let q = tries(); assert p == q || p; } }",
        "thread a { m.acquire(); x = 0; if !n.try_acquire() { if n.try_acquire() { x = 1; } } assert x == 0; m.release(); }",
    ] {
        go_wrong(&[(&format!("{shared} {program} {other}"), &[])]);
    }
    let table = "var m: lock; var n: [lock; 2] guarded_by m;
        thread a { let k = choose(0..2); with (m) { let p = n[k].try_acquire(); let q = n[k].try_acquire(); assert p || !q; } }
        thread b { with (m) { n[1].acquire(); } n[1].release(); }";
    go_wrong(&[(table, &[])]);
    is_proved(&[&format!("{shared} thread a {{ n.acquire(); n.release(); }} {other}")]);
}

#[test]
fn objects_without_words_that_are_guarded() {
    let shared = "var m: lock; var g: barrier(1) guarded_by m;";
    not_proved(&format!("{shared} thread a {{ g.arrive(); }}"));
    not_proved(&format!("{shared} thread a {{ with (m) {{ skip; }} g.arrive(); }}"));
    not_proved(
        "var m: lock; var g: [barrier(1); 2] guarded_by m; thread a { let k = choose(0..2); g[k].arrive(); }",
    );
    is_proved(&[&format!("{shared} thread a {{ with (m) {{ g.arrive(); }} }}")]);
}

#[test]
fn choices_of_too_many_values() {
    let all = "choose(-9223372036854775808..9223372036854775807)";
    go_wrong(&[
        ("var x: int; thread a { x = choose(0..100000); }", &[]),
        (&format!("thread a {{ let n = {all}; assert n == n; }}"), &[]),
        (&format!("var x: int; thread a {{ atomic {{ x = 1; let n = {all}; x = n; }} }}"), &[]),
        (&format!("fn any() -> int {{ return {all}; }} thread a {{ let n = any(); }}"), &[]),
    ]);
    // An action may leave any integer open.
    is_proved(&["var x: int; thread a { action (x' > x) modifies x; assert x > 0; }"]);
    is_proved(&["var x: int; thread a { x = choose(0..65535); assert 0 <= x; } env(i) = x' == x;"]);
}

/// What was no proof for a bad reason: a new object has zero where the type of a field has none.
#[test]
fn fields_that_cannot_be_zero() {
    is_proved(&[
        "class C { f: 1..5; } thread a { let c = new C(); }",
        "class C { f: 1..5; } thread a { atomic { let c = new C(); let v = c.f; assert v == 1; } }",
        "class C { f: 2..5; g: -3..-1; } var x: C = new C(); thread a { let c = x; x = new C(); }",
    ]);
    go_wrong(&[("class C { f: 1..5; } thread a { let c = new C(); let v = c.f; assert v == 3; }", &[])]);
}

#[test]
fn what_is_not_covered_is_named() {
    let text =
        "var m: lock; var r: int readonly; var u: int unshared; var e: int exclusive(i) when owner(m) == i;
        ltl later = <> (u == 1); thread a { u = 1; }";
    let Ok(proved) = try_prove(text, &[], &rules()[0]) else { return };
    assert_eq!(
        proved.plan.uncovered,
        ["ltl later", "`readonly` of r", "`unshared` of u", "`exclusive` of e"]
    );
}

/// Operators of truth values are others for integers, bit by bit.
#[test]
fn bits_are_no_truth_values() {
    for wrong in ["(x & y) != 0", "(x | y) == 1", "(x ^ y) == 0"] {
        go_wrong(&[(&format!("var x: int = 1; var y: int = 2; thread a {{ assert {wrong}; }}"), &[])]);
    }
    is_proved(&[
        "var x: bool = true; var y: bool; thread a { assert !(x & y); assert x | y; assert x ^ y; }",
    ]);
}

/// What a method does in a loop is forgotten with the rest of what the loop does.
#[test]
fn methods_that_are_called_in_loops() {
    let program = |rest: &str| {
        format!(
            "class C {{ fn set() {{ x = 1; }} fn look() {{ y = x; }} }} var c: C = new C(); var x: int; var y: int;
             env(i) = c' == c && x' == x && y' == y;
             thread a {{ let o = c; let n = 0; {rest} }}"
        )
    };
    go_wrong(&[
        (&program("while n < 1 { o.set(); n = n + 1; } assert x == 0;"), &[]),
        // Inside a block nobody else writes, so that it matters what the loop does.
        (&program("atomic { while n < 1 { o.set(); n = n + 1; } assert x == 0; }"), &[]),
        (&program("atomic { while n < 1 { o.look(); o.set(); n = n + 1; } } assert x == 0;"), &[]),
        (&program("while n < 1 { o.look(); o.set(); n = n + 1; } assert x == 0;"), &[]),
        (&program("o.set(); assert x == 0;"), &[]),
    ]);
}

/// Every operation of a lock for readers and a writer is proved about, not only refused where it is wrong.
#[test]
fn readers_and_a_writer() {
    let shared = "var m: rwlock; var x: int; env(i) = owner(m) == i => owner(m)' == i && x' == x;";
    is_proved(&[&format!(
        "{shared} thread a {{ m.acquire_write(); x = 1; assert x == 1; m.release_write(); }}
         thread b {{ m.acquire_write(); x = 2; m.release_write(); }}"
    )]);
    go_wrong(&[
        (
            &format!(
                "{shared} thread a {{ m.acquire_write(); x = 1; m.release_write(); m.release_write(); }}"
            ),
            &[],
        ),
        (&format!("{shared} thread a {{ m.acquire_read(); m.release_write(); }}"), &[]),
    ]);
}

/// A loop that is unrolled is proved for so many rounds, and comes to an end.
#[test]
fn loops_that_are_unrolled() {
    if !with_solver() {
        return;
    }
    let how = Options { unroll: Some(2), reduction: true };
    let program = |limit: u32| {
        format!("var x: int; thread a {{ let n = 0; while n < 5 {{ assert n < {limit}; n = n + 1; }} }}")
    };
    let failing = |limit| failures(&prove_as(&program(limit), &how)).len();
    assert_eq!((failing(1) > 0, failing(5)), (true, 0), "in the second round, and in none of the first");
}

/// What others do once they may do twice: an assumption that is not transitive for one thread is not excused by that of another, for
/// which it is, and one that is transitive only under the invariants is.
#[test]
fn each_assumption_is_transitive_for_its_own_thread() {
    go_wrong(&[
        (
            "var x: int; invariant x >= 0; env(i) = i == a => x' <= x + 1;
             thread a { let f = x; assert x <= f + 1; } thread b { atomic { x = x + 1; } atomic { x = x + 1; } }",
            &[],
        ),
        (
            "var x: int; invariant x >= 0; env(i) = i == b => x' <= x + 1;
             thread a { atomic { x = x + 1; } atomic { x = x + 1; } } thread b { let f = x; assert x <= f + 1; }",
            &[],
        ),
    ]);
    is_proved(&["var x: int; var y: int; invariant x == y; env(i) = i == a && x == 1 => y' == y;
         thread a { atomic { x = 1; y = 1; } assert y == 1; } thread b { let f = y; }"]);
}
