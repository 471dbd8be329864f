//! Functions that are said to be atomic, and false annotations, whatever the strategy.

use commute::{Check, OracleKind, Program, Report, STRATEGIES, Strategy, Verdict};
use commute_machine::ViolationKind;

fn checked(text: &str, check: &Check) -> Report {
    let program = Program::from_text("model.cm", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    check.build().unwrap().run(&program).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// What is said of the one function of a model that is said to be atomic.
fn standing(text: &str) -> (&'static str, String, Verdict) {
    let report = checked(text, &Check::new());
    let [claim] = report.claims.as_slice() else { panic!("one claim: {:?}", report.claims) };
    (claim.standing, claim.text.clone(), report.verdict)
}

const X: &str = "var x: int; var y: int; var m: lock; var n: lock;";
const TWO: &str = "thread a { f(); } thread b { f(); }";

/// Atomic functions, each with what has to be said of why.
#[test]
fn functions_that_are_atomic_are_proved() {
    let movers = "each is one transaction";
    let states = "the program comes to the same states as if nobody interrupted them";
    let proved = [
        ("atomic fn f() { with (m) { x += 1; } }", TWO, movers),
        ("atomic fn f() { with (m) { x += 1; } with (n) { y = 1; } }", "thread a { f(); }", states),
        ("atomic fn f() { atomic { x += 1; y += 1; } }", TWO, movers),
        // Failed rounds have read what others wrote, and nothing comes of that.
        ("atomic fn f() { loop { let t = x; if cas(x, t, t + 1) { break; } } }", TWO, states),
        // A first look without the lock.
        ("atomic fn f() { if x == 0 { with (m) { if x == 0 { x = 1; } } } }", TWO, states),
        // The other thread has nothing to do with one of the two.
        ("atomic fn f() { x = 1; y = 1; }", "thread a { f(); } thread b { let p = x; }", movers),
        // Who waits was called later.
        ("atomic fn f() { when (y == 1); x = 1; }", "thread a { f(); } thread b { y = 1; }", movers),
        ("atomic fn f() { x = 1; x = 2; }", "thread a { x = 3; }", "there is none"),
    ];
    for (function, threads, why) in proved {
        let (standing, text, verdict) = standing(&format!("{X} {function} {threads}"));
        assert_eq!((standing, verdict), ("proved", Verdict::Holds), "{function}");
        assert!(text.contains(why), "{function}: {text}");
    }
}

/// Functions that are not, each with an execution that was confirmed.
#[test]
fn functions_that_are_not_atomic_are_refuted() {
    let refuted = [
        ("atomic fn f() { x += 1; }", TWO),
        ("atomic fn f() { let t = 0; with (m) { t = x; } with (m) { x = t + 1; } }", TWO),
        // Whoever reads in between, though nothing comes of it.
        ("atomic fn f() { x = 1; y = 1; }", "thread a { f(); } thread b { let p = x; let q = y; }"),
        ("atomic fn f() { x = 1; x = 2; }", "thread a { f(); } thread b { let p = x; }"),
        // A check, and what is done on the strength of it.
        ("atomic fn f() { if x == 0 { y += 1; } }", "thread a { f(); } thread b { x = 1; y = 5; }"),
        // It is not begun anew after the second look.
        ("atomic fn f() { let t = x; if !cas(x, t, t + 1) { x = 9; } }", TWO),
        // The other one sees that the lock is taken.
        (
            "atomic fn f() { with (m) { x = 1; } }",
            "thread a { f(); } thread b { if !m.try_acquire() { y = 1; } else { m.release(); } }",
        ),
        // Only who is interrupted comes to an end.
        (
            "atomic fn f() { x = 1; when (y == 1); x = 2; }",
            "thread a { f(); } thread b { when (x == 1); y = 1; }",
        ),
    ];
    for (function, threads) in refuted {
        let text = format!("{X} {function} {threads}");
        let (standing, _, verdict) = standing(&text);
        assert_eq!((standing, verdict), ("refuted", Verdict::Violated), "{function}");
        let report = checked(&text, &Check::new());
        let [example] = report.counterexamples.as_slice() else { panic!("{function}") };
        assert_eq!(example.violation.kind, ViolationKind::Atomicity("f".to_owned()));
        assert!(example.violation.message.contains("of the same call"), "{}", example.violation.message);
    }
}

/// The steps that are named are the first access, the one in between, and the later one.
#[test]
fn an_interruption_is_told() {
    let report =
        checked("var x: int; atomic fn f() { x += 1; } thread a { f(); } thread b { x = 7; }", &Check::new());
    let message = &report.counterexamples[0].violation.message;
    let expected = "a call of f is interrupted: step 1 (a: read x = 0), then step 2 (b: x: 0 -> 7), \
                    then step 3 (a: x: 7 -> 1) of the same call";
    assert_eq!(message, expected);
}

/// Nobody can tell that both have written: the last one stays, as if it had been the only one. Whoever reads the function would not call
/// it atomic.
#[test]
fn what_changes_more_often_is_not_proved() {
    let text =
        "var x: int; atomic fn f(v: int) { if x == 0 { x = v; } } thread a { f(1); } thread b { f(2); }";
    let (standing, why, verdict) = standing(text);
    assert_eq!((standing, verdict), ("not decided", Verdict::Undecided));
    assert!(why.contains("they change something more or less often"), "{why}");
}

/// Numbers of threads tell more than anybody can see, so nothing is said.
#[test]
fn who_starts_threads_is_not_decided() {
    let text = "var x: int; fn w() { x += 1; } atomic fn f() { x = 1; let h = spawn w(); x = 2; join h; }
                thread a { f(); } thread b { let p = x; let h = spawn w(); join h; }";
    let (standing, why, verdict) = standing(text);
    assert_eq!((standing, verdict), ("not decided", Verdict::Undecided));
    assert!(why.contains("they start threads"), "{why}");
}

/// A false annotation is a violation, or the combination is refused, with every strategy and oracle.
#[test]
fn false_annotations_are_never_held() {
    let models = [
        "var x: int unshared; thread a { x = 1; } thread b { x = 2; }",
        "var x: int readonly; thread a { x = 1; } thread b { let p = x; }",
        "var m: lock; var x: int guarded_by m; thread a { x = 1; } thread b { with (m) { x = 2; } }",
        "var t: int; var x: int exclusive(i) when t == i; thread a { x = 1; } thread b { x = 2; }",
        "class C self_locking { v: int; } var c: C = new C(); thread a { c.v = 1; } thread b { c.v = 2; }",
        "class C { v: int unshared; } var c: C = new C(); thread a { c.v = 1; } thread b { c.v = 2; }",
    ];
    let mut searched = 0;
    for facts in STRATEGIES {
        let oracles = OracleKind::ALL.iter().copied().map(Some);
        for oracle in oracles.chain([None]) {
            let check = Check::new().strategy(Strategy::Named(facts));
            let check = oracle.map_or(check.clone(), |oracle| check.clone().oracle(oracle));
            let Ok(_) = check.build() else { continue };
            searched += 1;
            for model in models {
                let report = checked(model, &check);
                let is_discipline = |kind: &ViolationKind| matches!(kind, ViolationKind::Discipline(_));
                let found =
                    report.counterexamples.iter().any(|example| is_discipline(&example.violation.kind));
                assert!(found, "{} {oracle:?}: {:?} of {model}", facts.name, report.verdict);
            }
        }
    }
    assert!(searched > 20, "{searched}");
}
