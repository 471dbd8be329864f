//! Limits that hold inside a step, and numbers at their extremes.

use crate::run::{HOLDS, Place, Ran, finish};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An invariant that takes minutes in one state.
const QUANTIFIER: &str = "\
var x: int;
thread main { x = 1; x = 2; }
invariant forall i in 0..1000000000: i >= 0 - x;
";

/// Programs that work for a long time without coming to another state.
const LONG: [(&str, &str); 6] = [
    ("forall", QUANTIFIER),
    (
        "nested",
        "var x: int;\nthread main { x = 1; }\n\
        invariant forall i in 0..100000: exists j in 0..100000: i + j == i + 99999;\n",
    ),
    (
        "initialiser",
        "fn f() -> int { let n = 0; while n < 1000000000 { n += 1; } return n; }\n\
        var x: int = f();\nthread main { x = 1; }\n",
    ),
    (
        "atomic",
        "var x: int;\nthread t[i in 0..3] { loop { atomic { let n = 0; while n < 200000 { n += 1; } x += n; } } }\n",
    ),
    (
        "guard",
        "var x: int;\nthread t[i in 0..3] { loop { atomic { let n = 0; while n < 200000 { n += 1; } \
        when (x >= 0 && n > 0); x += 1; } } }\n",
    ),
    (
        "exclusive",
        "var x: int exclusive(i) when forall j in 0..100000000: i == 0 || j < 0;\n\
        thread main { x = 1; x = 2; }\n",
    ),
];

fn within(seconds: f64, what: &str, run: impl FnOnce() -> Ran) -> Ran {
    let start = Instant::now();
    let ran = run();
    let took = start.elapsed().as_secs_f64();
    assert!(took < seconds, "{what} took {took:.1} s\n{}", ran.stdout);
    ran
}

#[test]
fn time_is_limited_inside_a_step() {
    for (name, text) in LONG {
        let place = Place::new(&format!("time-{name}")).file("a.cm", text);
        // Annotations are checked in runs of one thread only.
        let strategies = if name == "exclusive" { &["auto"][..] } else { &["auto", "full"] };
        for &strategy in strategies {
            let args = ["check", "a.cm", "--max-time", "300ms", "--strategy", strategy];
            let ran = within(2.0, name, || place.run(&args));
            ran.exits(3).says("not decided: the limit of 300 ms was reached");
        }
    }
}

#[test]
fn time_is_limited_in_other_searches_too() {
    let place = Place::new("time-others").file("a.cm", QUANTIFIER).file(
        "ltl.cm",
        "var x: int;\nthread main { x = 1; x = 2; }\nltl p = [](forall i in 0..1000000000: i >= 0 - x);\n",
    );
    let limit = ["--max-time", "200ms"];
    let hunt = [&["check", "a.cm", "--hunt", "random"], &limit[..]].concat();
    within(2.0, "hunt", || place.run(&hunt)).exits(3);
    let dfs = [&["check", "a.cm", "--order", "dfs", "--store", "none"], &limit[..]].concat();
    within(2.0, "no store", || place.run(&dfs)).exits(3);
    let keep = [&["check", "a.cm", "--keep-going"], &limit[..]].concat();
    within(2.0, "keep going", || place.run(&keep)).exits(3);
    let ltl = [&["ltl", "ltl.cm"], &limit[..]].concat();
    within(2.0, "ltl", || place.run(&ltl)).exits(3).says("the limit of 200 ms was reached");
    let both = [&["check", "ltl.cm"], &limit[..]].concat();
    within(3.0, "check", || place.run(&both)).exits(3);
}

/// A signal to a search that is in the middle of a step.
#[test]
fn a_signal_is_answered_within_a_second() {
    let confirmed = "var x: int;\nthread main { x = 1; }\n\
        invariant x == 0 || forall i in 0..1000000000: i != 3000000;\n";
    let place = Place::new("signals").file("a.cm", QUANTIFIER).file("b.cm", confirmed);
    for (file, signal) in [("a.cm", "-TERM"), ("a.cm", "-INT"), ("b.cm", "-TERM")] {
        let mut command = place.command(&["check", file, "--max-time", "1m"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        if child.try_wait().unwrap().is_some() {
            continue;
        }
        let start = Instant::now();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let ran = finish(child.wait_with_output().unwrap());
        assert!(start.elapsed() < Duration::from_millis(1500), "{file}: {:?}", start.elapsed());
        if file == "a.cm" {
            ran.exits(3).says("not decided: interrupted after ");
        }
    }
}

/// A solver that thinks for ever is not left behind.
#[test]
fn a_signal_ends_the_solver_too() {
    let model = "var x: int;\nthread a { x = 1; assert x >= 0; }\ninvariant x >= 0;\n";
    let place = Place::new("solver-left").file("a.cm", model);
    let place = place.file("solver", "#!/bin/sh\necho $$ > pid\nexec sleep 100\n");
    assert!(
        Command::new("chmod").args(["+x", "solver"]).current_dir(place.path()).status().unwrap().success()
    );
    let mut command = place.command(&["prove", "a.cm", "--solver", "./solver", "--timeout", "100s"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !place.has("pid") || place.read("pid").is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it had a solver");
        std::thread::sleep(Duration::from_millis(10));
    }
    let start = Instant::now();
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    finish(child.wait_with_output().unwrap()).exits(3).complains("not decided: interrupted");
    assert!(start.elapsed() < Duration::from_millis(2500), "{:?}", start.elapsed());
    let stat = format!("/proc/{}/stat", place.read("pid").trim());
    let lives = || std::fs::read_to_string(&stat).is_ok_and(|text| !text.contains(") Z "));
    assert!((0..50).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        !lives()
    }));
}

/// Runs a command and gives the most memory that it had, in bytes.
fn most_memory(place: &Place, args: &[&str]) -> (Ran, u64) {
    let mut command = place.command(args);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = crate::signals_and_pipes::peak(child.id()).unwrap_or(0).max(most);
        std::thread::sleep(Duration::from_millis(1));
    }
    (finish(child.wait_with_output().unwrap()), most)
}

#[test]
fn a_block_that_makes_objects_needs_memory_for_each_of_them_once() {
    let text = "const N: int = 0;\nclass Node { next: Node; }\nvar head: Node;\n\
        thread main { atomic { for i in 0..N { let n = new Node(); n.next = head; head = n; } } }\n";
    let place = Place::new("objects").file("a.cm", text);
    for strategy in ["auto", "full"] {
        let args = ["check", "a.cm", "-D", "N=16000", "--max-memory", "60M", "--strategy", strategy];
        let (ran, most) = most_memory(&place, &args);
        ran.exits(0);
        assert!(most < 63 << 20, "{strategy}: {} MiB", most >> 20);
    }
}

/// Each of these blocks would need gigabytes.
#[test]
fn memory_is_limited_inside_a_step() {
    const ASKED: u64 = 100 << 20;
    let blocks = [
        ("grown", "var q: [int];\nthread main { atomic { for i in 0..200000 { q.push(i); } } }\n"),
        (
            "written",
            "thread main { let a = new [int; 100000]; atomic { for i in 0..100000 { a[i] = i; } } }\n",
        ),
        ("made", "thread main { let n = 100000; while n < 110000 { let a = new [int; n]; n += 1; } }\n"),
        (
            "sent",
            "var c: channel(1000000) of int;\nthread main { atomic { for i in 0..200000 { c.send(i); } } }\n",
        ),
        (
            "initialised",
            "fn f() -> int { let n = 100000; while n < 110000 { let a = new [int; n]; n += 1; } return n; }\n\
            var x: int = f();\nthread main { x = 1; }\n",
        ),
    ];
    for (name, text) in blocks {
        let place = Place::new(&format!("memory-{name}")).file("a.cm", text);
        let (ran, most) = most_memory(&place, &["check", "a.cm", "--max-memory", "100M", "--max-time", "1m"]);
        ran.exits(3).says("the limit of 100.0 MiB of memory was reached").says("the whole process had ");
        let share = 100 * most / ASKED;
        assert!(share <= 105, "{name}: {share} % of what was asked for");
    }
}

#[test]
fn an_initialiser_may_fill_a_long_list() {
    let text = "fn f() -> int { for i in 0..20000 { q.push(i); } return 0; }\n\
        var q: [int];\nvar x: int = f();\nthread main { assert q.len() == 20000; }\n";
    let place = Place::new("init-list").file("a.cm", text);
    place.run(&["check", "a.cm", "--max-memory", "100M", "--max-time", "20s"]).exits(0);
}

#[test]
fn a_limit_below_what_the_program_itself_needs_is_refused() {
    let place = Place::new("tiny-memory").file("a.cm", HOLDS);
    for size in ["1", "100k", "1M"] {
        let refused = place.run(&["check", "a.cm", "--max-memory", size]);
        refused.exits(2).complains("--max-memory is ").complains("before the search begins");
    }
    place.run(&["check", "a.cm", "--max-memory", "60M"]).exits(0);
}

/// Every option that takes a number, at its extremes: it works, or it is an error of usage, and never anything else.
#[test]
fn numbers_at_their_extremes() {
    let options: [&[&str]; 19] = [
        &["check", "a.cm", "--max-states"],
        &["check", "a.cm", "--max-depth"],
        &["check", "a.cm", "--max-memory"],
        &["check", "a.cm", "--max-time"],
        &["check", "a.cm", "--preemptions"],
        &["check", "a.cm", "--delays"],
        &["check", "a.cm", "--checkpoint", "c", "--checkpoint-every"],
        &["check", "a.cm", "--hunt", "random", "--max-time", "100ms", "--seed"],
        &["check", "a.cm", "--hunt", "random", "--max-time", "100ms", "--executions"],
        &["check", "a.cm", "--strategy", "sss", "--ties"],
        &["check", "a.cm", "--random"],
        &["check", "a.cm", "-D"],
        &["check", "a.cm", "--hunt"],
        &["check", "a.cm", "--store"],
        &["compare", "a.cm", "--max-states"],
        &["ltl", "a.cm", "--max-states"],
        &["ltl", "a.cm", "--max-time"],
        &["bench", "a.cm", "--max-states"],
        &["replay", "a.cm", "--schedule"],
    ];
    let numbers = [
        "0",
        "-1",
        "65536",
        "4294967295",
        "9223372036854775807",
        "18446744073709551615",
        "99999999999999999999999999",
        "1e400",
        "",
    ];
    let place = Place::new("extremes").file("a.cm", HOLDS);
    for option in options {
        for number in numbers {
            let name = option[option.len() - 1];
            let value = match name {
                "-D" => format!("N={number}"),
                "--hunt" => format!("pct={number}"),
                "--store" => format!("bitstate={number}"),
                _ => number.to_owned(),
            };
            let last =
                if name == "-D" { vec!["-D".to_owned(), value] } else { vec![format!("{name}={value}")] };
            let mut args: Vec<&str> = option[..option.len() - 1].to_vec();
            args.extend(last.iter().map(String::as_str));
            let ran = within(20.0, &args.join(" "), || place.run(&args));
            let code = ran.code.unwrap_or(-1);
            assert!((0..=4).contains(&code), "{args:?}: {:?}\n{}", ran.code, ran.stderr);
            assert!(!ran.stderr.contains("internal bug"), "{args:?}\n{}", ran.stderr);
        }
    }
}
