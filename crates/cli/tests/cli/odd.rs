//! Programs at the edges of the language: each is a verdict or a message, in little time.

use crate::run::Place;
use std::time::Instant;

/// A program, its exit code, and a part of what is said about it.
type Odd = (&'static str, String, i32, &'static str);

fn judge(list: &[Odd]) {
    for (name, text, code, said) in list {
        let place = Place::new(&format!("odd-{name}")).file("a.cm", text);
        let start = Instant::now();
        let ran = place.run(&["check", "a.cm", "--max-time", "20s"]);
        let took = start.elapsed().as_secs();
        ran.exits(*code);
        assert!(
            ran.stdout.contains(said) || ran.stderr.contains(said),
            "{name}: {}{}",
            ran.stdout,
            ran.stderr
        );
        assert!(took < 15, "{name} took {took} s");
        assert!(ran.stderr.len() < 200_000, "{name}: {} bytes of messages", ran.stderr.len());
    }
}

/// `count` lines.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|i| line(i) + "\n").collect()
}

#[test]
fn sizes_that_are_negative_are_faults() {
    let run_time = |what: &str| format!("thread a {{ let n = 0 - 5; let o = new {what}; }}\n");
    let constant = |what: &str| format!("thread a {{ let o = new {what}; }}\n");
    let negative = "violated: negative size";
    judge(&[
        ("capacity", "thread a { let n = -5; let c = new channel(n) of int; c.send(1); c.send(2); }\n".into(), 1, negative),
        ("capacity-2", run_time("channel(n) of bool"), 1, negative),
        ("parties", run_time("barrier(n)"), 1, negative),
        ("length", run_time("[int; n]"), 1, negative),
        ("in-init", "fn f() -> int { return -1; }\nfn g() -> int { let c = new channel(f()) of int; return 0; }\n\
            var x: int = g();\nthread a { x = 1; }\n".into(), 1, negative),
        ("spawned", "fn f(n: int) { let c = new channel(n) of int; c.send(1); }\nthread a { spawn f(1); spawn f(-1); }\n".into(), 1, negative),
        ("constant-capacity", constant("channel(-5) of int"), 4, "a capacity of -5"),
        ("constant-parties", constant("barrier(-1)"), 4, "a number of parties of -1"),
        ("constant-length", constant("[int; 3 - 4]"), 4, "a length of -1"),
        ("declared", "var c: channel(-1) of int;\nthread a { c.send(1); }\n".into(), 4, "a capacity of -1"),
    ]);
}

/// Both interpreters agree on what is allowed.
#[test]
fn sizes_at_their_bounds_are_allowed() {
    let certified = |name: &str, text: &str, code: i32| {
        let place = Place::new(&format!("odd-{name}")).file("a.cm", text);
        place.run(&["check", "a.cm", "--certify"]).exits(code);
    };
    certified("capacity-0", "thread a { let n = 0; let c = new channel(n) of int; c.send(1); }\n", 1);
    certified(
        "capacity-max",
        "thread a { let n = 9223372036854775807; let c = new channel(n) of int; c.send(1); }\n",
        0,
    );
    certified("parties-0", "thread a { let n = 0; let b = new barrier(n); b.arrive(); b.arrive(); }\n", 0);
    certified(
        "semaphore",
        "thread a { let n = 0 - 2; let s = new semaphore(n); s.up(); s.up(); s.up(); s.down(); }\n",
        0,
    );
    certified("length-0", "thread a { let n = 0; let b = new [int; n]; assert b.len() == 0; }\n", 0);
    certified("choose", "thread a { let n = choose(0..65535); assert n >= 0; }\n", 0);
    certified("choose-more", "thread a { let n = choose(0..65536); }\n", 1);
}

#[test]
fn long_arrays_are_allowed_up_to_the_bound() {
    let last = "a[1048575] = 7; assert a[1048575] == 7 && a.len() == 1048576;";
    judge(&[
        ("longest", format!("var a: [int; 1048576];\nthread main {{ {last} }}\n"), 0, "holds"),
        (
            "longest-new",
            format!("thread main {{ let n = 1048576; let a = new [int; n]; {last} }}\n"),
            0,
            "holds",
        ),
        ("longer", "var a: [int; 1048577];\nthread main { a[0] = 1; }\n".into(), 4, "from 0 to 1048576"),
        ("longer-new", "thread main { let n = 1048577; let a = new [int; n]; }\n".into(), 1, "out of memory"),
        ("grid", "var a: [[int; 1024]; 1024];\nthread main { a[1][2] = 1; }\n".into(), 0, "holds"),
        ("grid-larger", "var a: [[int; 1024]; 1025];\nthread main { a[1][2] = 1; }\n".into(), 4, "too large"),
    ]);
}

#[test]
fn too_many_threads_are_a_message() {
    let single = |count| lines(count, |i| format!("thread t{i} {{ skip; }}"));
    judge(&[
        ("threads", single(4096), 0, "holds"),
        ("one-more", single(4097), 4, "a program has at most 4096 threads"),
        ("one-by-one", single(65_537), 4, "a program has at most 4096 threads"),
        ("daemons", lines(70_000, |i| format!("daemon thread t{i} {{ skip; }}")), 4, "at most 4096 threads"),
        ("family", "thread t[i in 0..9223372036854775807] { skip; }\n".into(), 4, "at most 4096 threads"),
        (
            "wide",
            "thread t[i in -9223372036854775807..9223372036854775807] { skip; }\n".into(),
            4,
            "at most 4096",
        ),
        (
            "families",
            lines(3, |i| format!("thread t{i}[i in 0..2000] {{ skip; }}")),
            4,
            "at most 4096 threads",
        ),
        ("none", "thread t[i in 0..0] { skip; }\n".into(), 4, "no threads"),
    ]);
}

#[test]
fn large_programs_are_read_in_time() {
    let numbered = |count: usize, what: &str| lines(count, |i| what.replace('#', &i.to_string()));
    let many = "too many variables";
    judge(&[
        (
            "variants",
            format!("enum E {{ {} }}\nvar e: E;\nthread t {{ e = E::v5; }}\n", numbered(30_000, "v#,")),
            0,
            "holds",
        ),
        ("globals", numbered(20_000, "var g#: int;") + "thread t { g0 = 1; }\n", 0, "holds"),
        (
            "invariants",
            numbered(3_000, "invariant i#: x < 9;") + "var x: int;\nthread t { x = 1; x = 2; }\n",
            0,
            "holds",
        ),
        ("locals", format!("thread t {{ {} }}\n", numbered(30_000, "let x# = 1;")), 4, many),
        (
            "parameters",
            format!("fn f({}) {{ }}\nthread t {{ skip; }}\n", numbered(70_000, "p#: int,")),
            4,
            many,
        ),
        ("one-line", format!("thread t {{ {}}}\n", "skip; ".repeat(100_000)), 0, "holds"),
        ("name", format!("var {0}: int;\nthread t {{ {0} = 1; }}\n", "x".repeat(500_000)), 0, "holds"),
        ("number", format!("thread t {{ let x = {}; }}\n", "9".repeat(200_000)), 4, "error"),
        (
            "errors",
            format!("thread t {{ {} }}\n", numbered(20_000, "y# = 1;")),
            4,
            "more messages about the rest",
        ),
        (
            "declared-again",
            "var x: int;\n".repeat(5_000) + "thread t { x = 1; }\n",
            4,
            "more messages about the rest",
        ),
        ("line-ends", "thread t {\r\n  skip; // x\r\n}\r\n".into(), 0, "holds"),
        ("byte-order-mark", "\u{feff}thread t { skip; }\n".into(), 4, "unknown character"),
        (
            "recursion",
            "fn f(n: int) -> int { return f(n + 1); }\nthread t { let x = f(0); }\n".into(),
            1,
            "stack overflow",
        ),
    ]);
}
