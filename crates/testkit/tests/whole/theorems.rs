//! What the papers prove of all programs, checked on all tiny ones: two threads of at most two statements each, out of
//! a handful of statements that touch the same objects. `docs/soundness.md` says which lemma is tested where.

use commute_testkit::difftest::Subject;

/// Statements about a cell `a` and a lock `m` that both threads have, and a cell `c` of the thread's own.
const STATEMENTS: [&str; 6] = [
    "a.v = me;",
    "log = log * 3 + a.v + 1;",
    "synchronized (a) { a.v = a.v * 2 + me; }",
    "with (m) { flag = !flag; }",
    "a.next = c;",
    "when (flag);",
];

fn program(bodies: [&[usize]; 2]) -> String {
    let mut text = String::from(
        "class Cell { v: mod 3; next: Cell; }\nvar flag: bool;\nvar m: lock;\nvar seen0: mod 9;\nvar seen1: mod 9;\n",
    );
    for (t, body) in bodies.iter().enumerate() {
        text +=
            &format!("fn work{t}(a: Cell, me: mod 3) {{\n    let log: mod 9 = 0;\n    let c = new Cell();\n");
        for &statement in *body {
            text += &format!("    {}\n", STATEMENTS[statement]);
        }
        text += &format!("    seen{t} = log * 3 + c.v;\n}}\n");
    }
    text + "thread main {\n    let a = new Cell();\n    atomic { spawn work0(a, 1); spawn work1(a, 2); }\n}\n"
}

/// Every list of one or two statements.
fn bodies() -> Vec<Vec<usize>> {
    let all = 0..STATEMENTS.len();
    let two = all.clone().flat_map(|first| (0..STATEMENTS.len()).map(move |second| vec![first, second]));
    all.map(|one| vec![one]).chain(two).collect()
}

/// DHRR04 section 3.3 (C0-C3) with Definitions 2 to 6, SC06 Theorem 1: whatever a reduction leaves out, each final state,
/// each violation and, with C2, each false invariant is still found.
#[test]
fn reductions_keep_final_states_and_violations_of_all_tiny_programs() {
    let bodies = bodies();
    let (mut programs, mut reduced) = (0, 0);
    for (at, first) in bodies.iter().enumerate() {
        // The threads differ in nothing but their numbers, so each pair is needed once.
        for second in &bodies[at..] {
            let text = program([first, second]);
            let subject = Subject::new(&text, programs, 2_000).unwrap_or_else(|d| panic!("{d}\n{text}"));
            let subject = subject.unwrap_or_else(|| panic!("too large:\n{text}"));
            let agreed = subject.compare().unwrap_or_else(|difference| panic!("{difference}\n{text}"));
            programs += 1;
            reduced += u64::from(agreed.stored.iter().any(|&(_, stored)| stored < agreed.report.states));
        }
    }
    assert_eq!(programs, 42 * 43 / 2);
    assert!(reduced * 4 > programs * 3, "only {reduced} of {programs} programs were reduced at all");
}
