//! With a real solver, if there is one.
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

use commute_logic::{Condition, parse_obligation};
use commute_smt::{Cache, Checker, Failure, Report, Setup, Solver, Verdict, find_solver, smtlib};
use expect_test::expect;
use std::sync::Arc;
use std::time::Duration;

/// A checker; nothing, and a note, if there is no solver here.
fn setup() -> Option<Setup> {
    match find_solver(None) {
        Ok(command) => Some(Setup::new(command)),
        Err(e) => {
            println!("skipped: {e}");
            None
        }
    }
}

fn condition(body: &str) -> Condition {
    let text = format!("obligation \"test\" {{ {body} }}");
    Condition::of(&parse_obligation(&text).unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// A verdict in a few words.
fn shown(report: &Report) -> String {
    match &report.verdict {
        Verdict::Proved { used } => format!("proved with {used:?}"),
        Verdict::Unknown { reason } => format!("unknown: {reason}"),
        Verdict::Failed(failures) => failures.iter().map(failed).collect::<Vec<_>>().join("; "),
    }
}

fn failed(f: &Failure) -> String {
    let path: Vec<&str> = f.trace.iter().map(|s| s.stmt.label.as_str()).collect();
    format!(
        "{} fails after {path:?}, changed {:?}, confirmed {}",
        f.label,
        f.changed().collect::<Vec<_>>(),
        f.confirmed
    )
}

fn decide(body: &str) -> Option<String> {
    let mut checker = setup()?.checker();
    Some(shown(&checker.check(&condition(body)).unwrap()))
}

fn same(body: &str, wanted: &str) {
    if let Some(verdict) = decide(body) {
        assert_eq!(verdict, wanted, "{body}");
    }
}

/// SimpleLock of FFQ01 section 4.1, thread 1 for any other thread j, with the paper's A.
const SIMPLE_LOCK: &str = r#"
    declare i: tid; declare j: tid; declare mx: tid; declare x: int;
    assume "threads": distinct(i, j, #0);
    step "env" modifies mx, x { assume "A": mx == i ==> mx' == i && x' == x; }
    step "acquire" modifies mx { assume: mx == #0 && mx' == i; assert "G": mx == j ==> mx' == j && x' == x; }
    step "env" modifies mx, x { assume "A": mx == i ==> mx' == i && x' == x; }
    step "square" modifies x { assume: x' == x * x; assert "G": mx == j ==> mx' == j && x' == x; }
    step "env" modifies mx, x { assume "A": mx == i ==> mx' == i && x' == x; }
    step "add" modifies x { assume: x' == x + 2; assert "G": mx == j ==> mx' == j && x' == x; }
    step "env" modifies mx, x { assume "A": mx == i ==> mx' == i && x' == x; }
    assert "x > 1": x > 1;
"#;

#[test]
fn simple_lock_is_proved_with_its_environment_assumption() {
    same(SIMPLE_LOCK, r#"proved with ["threads", "A"]"#);
}

#[test]
fn simple_lock_without_acquire_fails_at_its_first_write() {
    let mutant = SIMPLE_LOCK.replace("assume: mx == #0 && mx' == i;", "assume: mx' == mx;");
    let Some(verdict) = decide(&mutant) else { return };
    let first = verdict.split(';').next().unwrap().to_owned();
    assert_eq!(
        first, r#"G fails after ["threads", "env", "acquire", "env"], changed ["x"], confirmed true"#,
        "{verdict}"
    );
}

#[test]
fn weaker_assumptions_fail_at_the_assertion() {
    let weak = SIMPLE_LOCK
        .replace("assume \"A\": mx == i ==> mx' == i && x' == x", "assume \"A\": mx == i ==> mx' == i");
    let Some(verdict) = decide(&weak) else { return };
    assert!(verdict.starts_with("x > 1 fails"), "{verdict}");
    assert!(!verdict.contains(';'), "only the assertion fails: {verdict}");
}

#[test]
fn every_sort_is_decided() {
    same(
        r#"enum Mode { read, write } declare m: Mode; declare r: set(tid); declare i: tid; declare n: array(ref, ref);
           declare p: ref; declare b: array(int, int) in 0..3; declare k: int;
           assume "m": m != Mode::read; assume "r": r == const(set(tid), false);
           assign: r := r[i := true]; assign: n := n[p := null];
           assert "enum": m == Mode::write;
           assert "set": r[i] && r[i := false] == const(set(tid), false);
           assert "heap": n[p] == null;
           assert "range": 0 <= b[k] && b[k] + b[k + 1] < 5;
           assert "diff": diff(r, r) == const(set(tid), false) && union(r, r) == inter(r, r);
           assert "division": k mod 3 < 3 && (- k) div 2 * 2 <= - k;"#,
        r#"proved with ["m", "r"]"#,
    );
}

#[test]
fn values_before_and_after_are_those_of_the_source() {
    let Some(setup) = setup() else { return };
    let c = condition(
        r#"enum Mode { read, write }
           declare x: int; declare m: Mode; declare r: set(tid); declare next: array(ref, ref); declare p: ref;
           assume: x == -3 && m == Mode::write && r == const(set(tid), false)[#4 := true];
           assume: next == const(array(ref, ref), null) && p != null;
           step "s" modifies x, r { assume: x' == x - 1 && r' == r[#5 := true]; assert "a": x' > x; }"#,
    );
    let Verdict::Failed(failures) = setup.checker().check(&c).unwrap().verdict else { panic!("it fails") };
    let show = |values: &commute_smt::Values| {
        values.iter().take(4).map(|(n, v)| format!("{n} = {v}")).collect::<Vec<_>>().join(", ")
    };
    expect!["x = -3, m = write, r = {#4}, next = [else: null]"].assert_eq(&show(&failures[0].before));
    expect!["x = -4, m = write, r = {#4, #5}, next = [else: null]"].assert_eq(&show(&failures[0].after));
    assert_eq!(failures[0].changed().collect::<Vec<_>>(), ["x", "r"]);
    assert!(failures[0].confirmed);
}

#[test]
fn numbers_are_small_if_they_can_be() {
    let Some(setup) = setup() else { return };
    let c = condition(
        r#"declare x: int; declare y: int; declare z: int;
           assume: x > y; choice { branch "" { assert "small": x < y; } branch "" { assert "large": z < 1000; } }"#,
    );
    let Verdict::Failed(failures) = setup.checker().check(&c).unwrap().verdict else { panic!("it fails") };
    let number = |f: &Failure, name: &str| f.before(name).unwrap().to_string().parse::<i64>().unwrap();
    assert_eq!(failures.iter().map(|f| f.label.as_str()).collect::<Vec<_>>(), ["small", "large"]);
    assert!(["x", "y", "z"].iter().all(|n| number(&failures[0], n).abs() <= 6), "{failures:?}");
    assert!(number(&failures[1], "z") >= 1000);
}

#[test]
fn the_path_is_the_branch_that_was_taken() {
    let verdict = decide(
        r#"declare x: int;
           choice "if" { branch "then" { assume "c": x > 0; assign "neg": x := - x; }
                         branch "elif" { assume "d": x == 0; assign "one": x := 1; }
                         branch "else" { assume "e": x < 0; } }
           assert "positive": x > 0;
           assert "later": x > 1;"#,
    );
    let Some(verdict) = verdict else { return };
    let (first, second) = verdict.split_once("; ").unwrap();
    assert!(
        first == r#"positive fails after ["then", "c", "neg"], changed [], confirmed true"#
            || first == r#"positive fails after ["else", "e"], changed [], confirmed true"#,
        "{first}"
    );
    assert_eq!(second, r#"later fails after ["elif", "d", "one", "positive"], changed [], confirmed true"#);
}

#[test]
fn contradicting_assumptions_are_dead_ends() {
    let Some(setup) = setup() else { return };
    let c = condition(
        r#"declare x: int; declare y: int;
           assume "unrelated": y > 0; assume "low": x < 0;
           choice { branch "a" { assume "high": x > 0; assert "nothing": false; } branch "b" { havoc: x; } }
           assert "end": x == x;"#,
    );
    let mut checker = setup.checker();
    assert_eq!(shown(&checker.check(&c).unwrap()), r#"proved with ["low", "high"]"#);
    let r = checker.reachability(&c).unwrap();
    assert_eq!(r.end, Some(true));
    assert_eq!(r.dead_ends.len(), 1);
    assert_eq!(r.dead_ends[0].stmt.as_ref().unwrap().label, "high");
    assert_eq!(r.dead_ends[0].because, ["low", "high"]);
    let all = condition(r#"declare x: int; assume "false": x < x; assert "any": x == 7;"#);
    let r = checker.reachability(&all).unwrap();
    assert_eq!((r.end, r.dead_ends[0].because.clone()), (Some(false), vec!["false".to_owned()]));
}

#[test]
fn hard_questions_end_in_time_and_the_solver_goes_on() {
    let Some(mut setup) = setup() else { return };
    setup.timeout = Duration::from_millis(300);
    let hard = condition(
        "declare x: int; declare y: int; declare z: int;
         assume: x > 1 && y > 1 && z > 1; assert \"fermat\": x * x * x + y * y * y != z * z * z;",
    );
    let easy = condition("declare x: int; assert \"easy\": x <= x;");
    let mut checker = setup.checker();
    assert_eq!(shown(&checker.check(&hard).unwrap()), "unknown: timeout");
    assert_eq!(shown(&checker.check(&easy).unwrap()), "proved with []");
}

fn many() -> Vec<Condition> {
    (0..12)
        .map(|n| {
            condition(&format!(
                "declare x: int; declare a: set(tid); assume \"n\": x > {n}; assert \"x\": x > {}; ",
                (n * 7) % 12
            ))
        })
        .collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let Some(mut setup) = setup() else { return };
    let one = setup.check_all(&many()).unwrap();
    setup.workers = 5;
    assert_eq!(setup.check_all(&many()).unwrap(), one);
    let proved = one.iter().filter(|r| matches!(r.verdict, Verdict::Proved { .. })).count();
    assert_eq!((proved, one.len()), (9, 12));
}

#[test]
fn a_remembered_verdict_is_the_same_and_asks_nobody() {
    let Some(mut setup) = setup() else { return };
    setup.cache = Some(Arc::new(Cache::in_memory()));
    let first = setup.check_all(&many()).unwrap();
    assert!(first.iter().all(|r| !r.cached));
    let again = setup.check_all(&many()).unwrap();
    assert!(again.iter().all(|r| r.cached));
    assert!(first.iter().zip(&again).all(|(a, b)| a.verdict == b.verdict));
}

#[test]
fn the_failing_assertions_alone_are_those_of_the_verdict() {
    let Some(setup) = setup() else { return };
    let mut checker = setup.checker();
    let lock = SIMPLE_LOCK.replace("assume: mx == #0 && mx' == i;", "assume: mx' == mx;");
    for c in many().iter().chain([&condition(SIMPLE_LOCK), &condition(&lock)]) {
        let quick = checker.failing(c).unwrap();
        assert_eq!(quick.unknown, None);
        match checker.check(c).unwrap().verdict {
            Verdict::Failed(failures) => {
                assert_eq!(quick.fails, failures.iter().map(|f| f.check).collect::<Vec<_>>());
            }
            other => assert_eq!((quick.fails, matches!(other, Verdict::Proved { .. })), (vec![], true)),
        }
    }
    let branches: String =
        (0..8).map(|n| format!("branch \"\" {{ assert: x mod 8 != {n} || x < 4; }}")).collect();
    let c = condition(&format!("declare x: int; assume: x mod 2 == 0; choice {{ {branches} }}"));
    assert_eq!(checker.failing(&c).unwrap().fails, [0, 2, 4, 6]);
}

#[test]
fn a_second_solver_agrees() {
    let Some(setup) = setup() else { return };
    let Ok(second) = std::env::var("COMMUTE_SECOND_SOLVER") else {
        println!("skipped: COMMUTE_SECOND_SOLVER names no second solver");
        return;
    };
    let second = find_solver(Some(&second)).unwrap();
    let new = |c: &commute_smt::SolverCommand| Solver::new(c.clone(), Duration::from_secs(10));
    let mut checker = Checker::new(new(&setup.solver)).with_second(new(&second));
    for c in many().iter().chain([&condition(SIMPLE_LOCK)]) {
        checker.check(c).unwrap();
    }
}

#[test]
fn a_script_can_be_given_to_a_solver_by_hand() {
    let c = condition(
        r#"declare x: int; declare |a b|: set(tid); assume "l": x > -1; havoc: x;
           assert "shared": (if x + 1 > 0 then x + 1 else 0) == 0 || (forall ?k: tid { |a b|[?k] });"#,
    );
    expect![[r#"
        ; test
        (set-option :produce-models true)
        (set-option :produce-unsat-cores true)
        (set-logic ALL)
        (declare-fun x@0 () Int)
        (declare-fun a%20%b@0 () (Array Int Bool))
        (declare-fun x@1 () Int)
        (declare-fun $use@0 () Bool)
        (declare-fun $reach@0 () Bool)
        (assert (= $reach@0 true))
        (declare-fun $reach@1 () Bool)
        (assert (= $reach@1 (and $reach@0 (=> $use@0 (> x@0 (- 1))))))
        (declare-fun $fail@0 () Bool)
        (assert (= $fail@0 (let ((!0 (+ x@1 1))) (and $reach@1 (not (or (= (ite (> !0 0) !0 0) 0) (forall ((?k Int)) (=> (<= 0 ?k) (select a%20%b@0 ?k)))))))))
        (declare-fun $reach@2 () Bool)
        (assert (= $reach@2 (let ((!0 (+ x@1 1))) (and $reach@1 (or (= (ite (> !0 0) !0 0) 0) (forall ((?k Int)) (=> (<= 0 ?k) (select a%20%b@0 ?k))))))))
        (assert (! $use@0 :named label@0)) ; l
        (assert $fail@0)
        (check-sat)
    "#]].assert_eq(&smtlib::script(&c));
    let Some(setup) = setup() else { return };
    let file = std::env::temp_dir().join(format!("commute-script-{}.smt2", std::process::id()));
    std::fs::write(&file, smtlib::script(&c)).unwrap();
    let output = std::process::Command::new(&setup.solver.program).arg(&file).output().unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "sat\n");
}
