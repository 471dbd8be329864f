//! Thread symmetry: the same violations, at least a state of every orbit, and how much it saves.

use commute::engine::search;
use commute_certify::Joins;
use commute_explore::{Options, Order, StoreKind, Symmetry, Unobserved, Verdict};
use commute_machine::ViolationKind;
use commute_testkit::difftest::{Subject, all_ways, program_of_equals};
use commute_testkit::generate::Random;
use commute_testkit::{Model, Table, root};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::Arc;

fn states(text: &str, symmetry: Symmetry) -> u64 {
    let program = Model::compile("symmetry.cm", text, &[]).unwrap_or_else(|r| panic!("{}", r.0)).program;
    let counts = [(Order::Bfs, StoreKind::Exact), (Order::Dfs, StoreKind::Compact)].map(|(order, store)| {
        let options = Options { order, store, symmetry, ..Options::default() };
        let outcome = search(&mut Vm::new(Arc::clone(&program)), &options, &mut Unobserved);
        assert_eq!(outcome.verdict, Verdict::Holds);
        outcome.stats.states
    });
    assert_eq!(counts[0], counts[1]);
    counts[0]
}

fn orbits(text: &str) -> u64 {
    orbits_with(text, Joins::OneByOne)
}

fn orbits_with(text: &str, joins: Joins) -> u64 {
    let program = Model::compile("symmetry.cm", text, &[]).unwrap_or_else(|r| panic!("{}", r.0)).program;
    commute_certify::orbits(&program, joins, 100_000, 6).expect("a small program").states
}

/// N threads of k local steps have k^N states, and C(N + k - 1, N) up to exchange: 1 of nearly N! for large k.
#[test]
fn equal_threads_that_do_nothing_together_are_counted_as_multisets() {
    let steps = "yield; ".repeat(6);
    for (n, plain, exchanged) in [(2, 49, 28), (3, 343, 84), (4, 2401, 210)] {
        let text = format!("thread t[i in 0..{n}] {{ {steps} }}");
        assert_eq!(states(&text, Symmetry::None), plain);
        assert_eq!(states(&text, Symmetry::Threads), exchanged);
        assert_eq!(orbits(&text), exchanged);
    }
}

/// Locks, monitors, read-write locks, wait sets, barriers and objects of their own: as many states as there are orbits.
#[test]
fn what_threads_hold_and_own_goes_with_them() {
    let bodies = [
        ("var m: lock;", "m.acquire(); yield; m.release();"),
        (
            "var m: rwlock; var x: int;",
            "m.acquire_read(); let a = x; m.release_read(); m.acquire_write(); x = 1; m.release_write();",
        ),
        ("var b: barrier(3);", "b.arrive(); yield; b.arrive();"),
        (
            "class C { done: int; synchronized fn f() { done += 1; if done < 3 { this.wait(); } else { this.notify_all(); } } } \
             var c: C = new C();",
            "c.f();",
        ),
        (
            "class Cell { v: int; next: Cell; }",
            "let a = new Cell(); let b = new Cell(); a.next = b; b.v = 1; a.v = b.v;",
        ),
        (
            "class Cell { v: int; } var head: Cell; var m: lock;",
            "let mine = new Cell(); mine.v = 1; m.acquire(); head = mine; m.release(); synchronized(mine) { mine.v = 2; }",
        ),
    ];
    for (declarations, body) in bodies {
        let text = format!("{declarations} thread t[i in 0..3] {{ {body} }}");
        let (plain, exchanged) = (states(&text, Symmetry::None), states(&text, Symmetry::Threads));
        assert_eq!(exchanged, orbits(&text), "{text}");
        assert!(exchanged * 2 < plain, "{text}: {exchanged} of {plain}");
    }
}

/// Threads that a step starts, whose numbers are used again.
#[test]
fn started_threads_are_exchanged() {
    let text = "var m: lock; var x: mod 3; fn work() { m.acquire(); x += 1; m.release(); } \
                thread main { spawn work(); spawn work(); spawn work(); }";
    let (plain, exchanged) = (states(text, Symmetry::None), states(text, Symmetry::Threads));
    assert_eq!(exchanged, orbits(text));
    assert_eq!((plain, exchanged), (92, 47));
}

/// Whoever does no more than to wait for all of some threads does not tell them apart. If it does something in between, holds what
/// they want,
/// or looks at what it has waited for, it does.
#[test]
fn threads_that_are_joined_in_a_row_are_exchanged() {
    let work =
        "var m: lock; var x: int; class Cell { v: int; } fn work() { m.acquire(); x += 1; m.release(); }";
    let begin = "let a = spawn work(); let b = spawn work(); let c = spawn work();";
    let joined = |ends: &str| {
        let text = format!("{work} thread main {{ {begin} {ends} }}");
        (states(&text, Symmetry::None), states(&text, Symmetry::Threads))
    };
    assert_eq!(joined("join a; join b; join c; assert x == 3;"), (343, 144));
    // What nobody else can reach may be used in between.
    assert_eq!(joined("let k = new Cell(); join a; k.v = 1; join b; join c;"), (426, 177));
    assert_eq!(joined("join a; let y = x; join b; join c; assert y > 0;"), (545, 320));
    assert_eq!(joined("join a; join b; join c; join a; assert x == 3;"), (346, 166));
}

/// Who waits for two threads while it holds what one of them wants is never let go, but only if it waits for that one first: the other
/// runs for
/// ever. Both orders have to be looked at.
#[test]
fn who_holds_what_the_joined_want_tells_them_apart() {
    let text = "var m: lock; var held: lock; var next: int; var spin: bool; \
        fn work() { m.acquire(); let mine = next; next += 1; m.release(); \
            if mine == 0 { while true { spin = !spin; } } held.acquire(); held.release(); } \
        thread main { held.acquire(); let a = spawn work(); let b = spawn work(); join a; join b; held.release(); }";
    let program = Model::compile("held.cm", text, &[]).unwrap_or_else(|r| panic!("{}", r.0)).program;
    let found = [Symmetry::None, Symmetry::Threads].map(|symmetry| {
        let options = Options { symmetry, keep_going: true, ..Options::default() };
        let outcome = search(&mut Vm::new(Arc::clone(&program)), &options, &mut Unobserved);
        outcome.found.iter().map(|found| found.violation.kind.clone()).collect::<Vec<_>>()
    });
    assert_eq!(found[0], [ViolationKind::PartialDeadlock]);
    assert_eq!(found[0], found[1]);
}

/// What tells threads apart keeps them apart.
#[test]
fn threads_that_differ_are_not_exchanged() {
    let differing = [
        // Arguments.
        "var x: mod 4; thread t[i in 0..2] { x = i; yield; x = i; }",
        // A handle in the code.
        "thread t[i in 0..2] { yield; yield; } thread main { join t[0]; }",
        // A name in an invariant.
        "invariant !at(t[0], 'never) || true; thread t[i in 0..2] { yield; 'never: yield; }",
        // An owner by number.
        "var m: lock; invariant owner(m) < 2; thread t[i in 0..2] { m.acquire(); yield; m.release(); }",
        // Who has access.
        "var x: int unshared; var y: int; thread t[i in 0..2] { yield; y = 1; }",
    ];
    for text in differing {
        assert_eq!(states(text, Symmetry::Threads), states(text, Symmetry::None), "{text}");
    }
}

/// An invariant about all threads of an array tells none of them apart.
#[test]
fn bound_variables_that_mean_threads_allow_exchange() {
    let exclusive = "var m: lock; \
        invariant forall i in 0..3: forall j in 0..3: i != j => !(at(t[i], 'in) && at(t[j], 'in)); \
        invariant forall i in 0..3: at(t[i], 'in) => owner(m) == t[i]; \
        thread main { yield; } \
        thread t[k in 0..3] { m.acquire(); 'in: yield; m.release(); }";
    assert_eq!(states(exclusive, Symmetry::Threads), orbits(exclusive));
    // As a number it is something else.
    let indexed = "var a: [bool; 3]; invariant forall i in 0..3: at(t[i], 'in) => !a[i]; \
        thread t[k in 0..3] { yield; 'in: yield; }";
    assert_eq!(states(indexed, Symmetry::Threads), states(indexed, Symmetry::None));
}

/// Every reduction together with thread symmetry, on programs with several equal threads.
#[test]
fn programs_of_equals_agree() {
    let (mut compared, mut saved) = (0, 0);
    let most = std::env::var("COMMUTE_PROGRAMS").map_or(70, |n| n.parse().unwrap());
    for n in 0..most {
        let text = program_of_equals(7, n).to_string();
        let subject = Subject::new(&text, n, 1_500).unwrap_or_else(|d| panic!("program {n}: {d}\n{text}"));
        let Some(subject) = subject else { continue };
        let ways = all_ways(n).into_iter().filter(|way| way.symmetry == Symmetry::Threads);
        let stored = subject
            .compare_searches(ways.collect())
            .unwrap_or_else(|difference| panic!("program {n}: {difference}\n{text}"));
        compared += 1;
        saved += usize::from(stored[0].1 < subject.states());
    }
    assert!(compared >= 6 && saved >= 3, "{saved} of {compared}");
}

/// What equal threads and the one that starts them do.
const WORK: [&str; 10] = [
    "x += 1;",
    "with (m) { x += 1; }",
    "with (m) { with (n) { y = x; } }",
    "with (n) { if y == 0 { y = 1; } }",
    "if m.try_acquire() { y = x; m.release(); }",
    "s.down(); x += 1; s.up();",
    "s.up();",
    "assert x != 2;",
    "when (x > 0);",
    "let got = y; x = got;",
];
const BETWEEN: [&str; 8] = [
    "let k@ = new Cell(); k@.v = 1;",
    "let k@ = new Cell(); k@.v = x;",
    "m.acquire(); m.release();",
    "y = 2;",
    "assert x < 3;",
    "let k@ = x; assert k@ < 2;",
    "with (n) { x += 1; }",
    "s.up();",
];

/// A program whose first thread starts equal ones and waits for some of them, in some order, and sometimes does something in between.
fn program_that_joins(seed: u64) -> String {
    let mut random = Random::new(seed);
    let threads = random.between(2, 3);
    let count = random.between(1, 2);
    let body = (0..count).map(|n| random.pick(&WORK).replace("got", &format!("got{n}")));
    let body: Vec<String> = body.collect();
    let mut main = String::new();
    let mut names = 0;
    let mut between = |random: &mut Random, percent| {
        names += 1;
        let what = if random.chance(percent) { *random.pick(&BETWEEN) } else { "" };
        what.replace('@', &names.to_string())
    };
    for t in 0..threads {
        main += &format!("let h{t} = spawn work({}); ", if random.chance(15) { t } else { 0 });
        main += &between(&mut random, 8);
    }
    for _ in 0..random.between(threads, threads + 1) {
        main += &format!("join h{}; {}", random.below(threads), between(&mut random, 25));
    }
    if random.chance(60) {
        main += "assert x != 1;";
    }
    program_of_work(&body.join(" "), &main)
}

fn program_of_work(body: &str, main: &str) -> String {
    format!(
        "class Cell {{ v: int; }} var m: lock; var n: lock; var s: semaphore = 1; var x: mod 4; var y: mod 4;\n\
         fn work(k: int) {{ {body} }}\nthread main {{ {main} }}\n"
    )
}

/// Every reduction together with thread symmetry, on programs whose first thread joins equal ones in a row.
#[test]
fn programs_that_join_equals_agree() {
    let (mut compared, mut saved) = (0, 0);
    let most = std::env::var("COMMUTE_PROGRAMS").map_or(60, |n| n.parse().unwrap());
    for n in 0..most {
        let text = program_that_joins(n);
        let subject = Subject::new(&text, n, 1_500).unwrap_or_else(|d| panic!("program {n}: {d}\n{text}"));
        let Some(subject) = subject else { continue };
        let ways = all_ways(n).into_iter().filter(|way| way.symmetry == Symmetry::Threads);
        let stored = subject
            .compare_searches(ways.collect())
            .unwrap_or_else(|difference| panic!("program {n}: {difference}\n{text}"));
        compared += 1;
        saved += u64::from(stored[0].1 < subject.states());
    }
    assert!(compared * 2 > most && saved * 3 > compared, "{saved} of {compared} of {most}");
}

/// A program whose first thread starts equal ones, waits for all of them in some order, and only then does something else.
fn program_that_joins_in_a_row(seed: u64) -> String {
    let mut random = Random::new(seed);
    let threads = random.between(2, 3);
    let count = random.between(1, 2);
    let body: String = (0..count).map(|n| random.pick(&WORK).replace("got", &format!("got{n}"))).collect();
    let starts: String = (0..threads).map(|t| format!("let h{t} = spawn work(0); ")).collect();
    let first = random.below(threads);
    let joins: String = (0..threads).map(|t| format!("join h{}; ", (first + t) % threads)).collect();
    let end = if random.chance(60) { "assert x != 1;" } else { "let k = x;" };
    program_of_work(&body, &format!("{starts}{joins}{end}"))
}

/// At least a state of each orbit, by the independent interpreter, if the joins count as one operation, and no more than if each is one.
/// How far the first thread has come is only known of the state of an orbit that is found first, so the number is in between.
#[test]
fn threads_that_are_joined_in_a_row_have_as_many_states_as_orbits() {
    let (mut programs, mut saved) = (0, 0);
    for n in 0..40 {
        let text = program_that_joins_in_a_row(n);
        let program = Model::compile("joins.cm", &text, &[]).unwrap_or_else(|r| panic!("{}", r.0)).program;
        let [plain, exchanged] = [Symmetry::None, Symmetry::Threads].map(|symmetry| {
            let options = Options { symmetry, keep_going: true, ..Options::default() };
            search(&mut Vm::new(Arc::clone(&program)), &options, &mut Unobserved).stats.states
        });
        if plain > 2_000 {
            continue;
        }
        let [least, most] = [Joins::InARow, Joins::OneByOne].map(|joins| orbits_with(&text, joins));
        assert!((least..=most).contains(&exchanged), "{n}: {exchanged} of {least} to {most}\n{text}");
        programs += 1;
        saved += usize::from(exchanged < most);
    }
    assert!(programs >= 20 && saved * 2 > programs, "{saved} of {programs}");
}

/// The same violations in every example, with fewer states where threads are equal. Philosophers have forks of their own, and
/// contenders in Peterson's algorithm are named.
#[test]
fn examples_with_equal_threads_have_fewer_states() {
    let expected = [
        ("counter.cm", 736, 376),
        ("counter.cm -D N=3 -D K=2", 5632, 1088),
        ("dining.cm", 35, 35),
        ("halt_skeleton.cm", 1178, 598),
        ("peterson.cm", 40, 40),
        ("readers_writers.cm", 5354, 2759),
        ("token_ring_pool.cm", 6392, 1933),
        ("workers.cm", 1341, 284),
        ("workers.cm -D N=4", 10216, 749),
    ];
    let table = Table::read(&root().join("examples")).unwrap();
    let mut seen = 0;
    for row in table.rows.iter().filter(|row| row.expected.states < 12_000) {
        let model = Model::compile(&row.file, &table.model_text(row).unwrap(), &row.defines)
            .unwrap_or_else(|rejected| panic!("{}", rejected.0));
        let [plain, exchanged] = [Symmetry::None, Symmetry::Threads].map(|symmetry| {
            let options = Options { symmetry, keep_going: true, ..Options::default() };
            let outcome = search(&mut Vm::new(Arc::clone(&model.program)), &options, &mut Unobserved);
            let found = outcome.found.iter().map(|f| (f.violation.kind.clone(), f.violation.span));
            (found.collect::<BTreeSet<_>>(), outcome.stats.states)
        });
        assert_eq!(plain.0, exchanged.0, "{}", row.name());
        // Up to so many are counted before the first thread is no longer run ahead (`vm/symmetry/worth.rs`), and stored again then.
        assert!(exchanged.1 <= plain.1 + 1_000, "{}", row.name());
        if let Some(line) = expected.iter().find(|line| line.0 == row.name()) {
            assert_eq!((plain.1, exchanged.1), (line.1, line.2), "{}", row.name());
            seen += 1;
        }
    }
    assert_eq!(seen, expected.len());
}
