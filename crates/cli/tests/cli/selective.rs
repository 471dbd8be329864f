//! Selective, bounded and random searches from the command line.

use crate::run::{DEADLOCK, HOLDS, LOST_UPDATE, Place};

const STRATEGIES: [&str; 7] = ["sss", "cssa", "sleep", "if-sss", "c-sss", "exit-block", "exit-block-rw"];

#[test]
fn every_selective_strategy_decides() {
    let place = Place::new("selective").file("a.cm", LOST_UPDATE).file("b.cm", DEADLOCK).file("c.cm", HOLDS);
    for strategy in STRATEGIES {
        place.run(&["check", "a.cm", "--strategy", strategy]).exits(1).says("violated: assertion");
        place.run(&["check", "b.cm", "--strategy", strategy]).exits(1).says("violated: deadlock");
        let ran = place.run(&["check", "c.cm", "--strategy", strategy]);
        ran.exits(0).says("of the reduced system explored").says(&format!("strategy {strategy}"));
        place.run(&["check", "a.cm", "--strategy", strategy, "--store", "none"]).exits(1);
    }
    let ran = place.run(&["check", "c.cm", "--strategy", "cssa", "--no-sleep", "--ties", "last"]);
    ran.exits(0).says("strategy cssa");
}

#[test]
fn bounds_say_what_they_leave_out() {
    let place = Place::new("bounds").file("a.cm", LOST_UPDATE);
    let ran = place.run(&["check", "a.cm", "--preemptions", "0"]);
    ran.exits(3).says("not decided: executions with more than 0 preemptions were not explored");
    place.run(&["check", "a.cm", "--preemptions", "1"]).exits(1).says("violated: assertion");
    let ran = place.run(&["check", "a.cm", "--delays", "0"]);
    ran.exits(3).says("executions with more than 0 delays were not explored");
}

#[test]
fn hunts_find_and_do_not_decide() {
    let place = Place::new("hunts").file("a.cm", LOST_UPDATE).file("c.cm", HOLDS);
    for how in ["random", "pct", "pct=2"] {
        place.run(&["check", "a.cm", "--hunt", how, "--seed", "3"]).exits(1).says("violated: assertion");
        let ran = place.run(&["check", "c.cm", "--hunt", how, "--executions", "20"]);
        ran.exits(3).says("not decided: only 20 executions chosen at random were tried");
    }
}

#[test]
fn flags_that_do_not_go_together_are_refused() {
    let place = Place::new("refused").file("a.cm", HOLDS);
    for (flags, reason) in [
        ("--strategy sss --order bfs", "needs --order dfs"),
        ("--store none --order bfs", "--store none needs --order dfs"),
        ("--strategy sss --keep sparse --order dfs", "needs --keep all"),
        ("--strategy sss --preemptions 1", "--preemptions and --delays need --strategy full"),
        ("--hunt random --strategy sss", "--hunt needs --strategy full"),
        ("--no-sleep", "--no-sleep needs a selective --strategy"),
        ("--ties last", "--ties needs a selective --strategy"),
        ("--persistent cssa", "--persistent needs a selective --strategy"),
        ("--undo replay --order bfs", "--undo replay needs --order dfs"),
        ("--strategy sss --oracle locks", "--oracle locks does nothing with --strategy sss"),
    ] {
        let args: Vec<&str> = ["check", "a.cm"].into_iter().chain(flags.split(' ')).collect();
        let ran = place.run(&args);
        ran.exits(2);
        assert!(ran.stderr.contains(reason), "{flags}: {}", ran.stderr);
    }
}

#[test]
fn ways_of_going_back_are_compared() {
    let place = Place::new("bench").file("a.cm", LOST_UPDATE);
    let ran = place.run(&["bench", "a.cm"]);
    ran.exits(0)
        .says("log ")
        .says("snapshot ")
        .says("replay ")
        .says("time / log")
        .says("wins")
        .says("Fastest (models): log ");
    for strategy in ["auto", "transactions", "ample", "c-sss"] {
        place.run(&["check", "a.cm", "--strategy", strategy, "--undo", "replay"]).exits(1);
    }
}

#[test]
fn the_tables_of_selective_search() {
    let ran = Place::new("sto00").run(&["tables", "sto00"]);
    ran.exits(0);
    for line in [
        "unreduced                          106      106",
        "CSSA                                77    71-75",
        "CSSA, sleep sets                    72    67-71",
        "invisible first                     38       38",
        "examples/sto00_copy.cm               2        1",
        "examples/sto00_two_locks.cm          2        1",
        "examples/sto00_branches.cm           1        1               2",
        "MLD                              found      missed      missed",
        "MLD'                             found       found       found",
    ] {
        ran.says(line);
    }
}

/// Sto00 section 9.
const SEMAPHORE: &str = include_str!("../../../../examples/sto00_semaphore.cm");

#[test]
fn the_locking_discipline_is_checked() {
    // What is said of `v` is not true, which every search notices; here it is about what nobody says.
    let place = Place::new("discipline").file("s.cm", SEMAPHORE.replace(" guarded_by o", ""));
    let check = |flags: &str| {
        let args: Vec<&str> = ["check", "s.cm"].into_iter().chain(flags.split(' ')).collect();
        place.run(&args)
    };
    let reduced = check("--strategy if-sss --discipline mld");
    reduced.exits(3).says("not decided: no execution explored violates MLD, but one that was left out may");
    check("--discipline mld").exits(1).says("violated: discipline: v mld\n");
    let by_locks = ["if-sss --persistent mld", "c-sss --persistent mld"];
    for strategy in ["full", "sss", "if-sss", "c-sss"].into_iter().chain(by_locks) {
        let ran = check(&format!("--strategy {strategy} --discipline mld-prime"));
        ran.exits(1).says("violated: discipline: v mld-prime\n");
        ran.says("no lock protects v")
            .says("checked: assertions and faults, deadlock, partial deadlock, livelock, locking");
    }
    let ran = check("--discipline mld-prime --init v=first --strategy if-sss");
    ran.exits(1).says("violated: discipline: v mld-prime(0)");
    assert!(check("--discipline mld-prime --init w=first").stderr.contains("has no variable `w`"));
    assert!(check("--discipline mld-prime --init v=third").stderr.contains("has no thread `third`"));
}

/// One lock protects `v` in each execution, but not the same one in all of them.
#[test]
fn the_same_lock_in_all_executions() {
    let model = "var m1: lock; var m2: lock; var v: int;\n\
                 thread t { let k = choose(0..2); if k == 0 { with (m1) { v = 1; } } else { with (m2) { v = 2; } } }";
    let place = Place::new("same_lock").file("s.cm", model);
    place.run(&["check", "s.cm", "--discipline", "mld-prime"]).exits(0);
    let ran = place.run(&["check", "s.cm", "--discipline", "mld-prime", "--same-lock"]);
    ran.exits(1)
        .says("violated: discipline: v mld-prime same(m1)\n")
        .says("in other executions m1 protects v, in this one another lock: t writes it at line 2 holding m2")
        .says("locking discipline MLD' with the same lock in all executions");
    assert!(place.run(&["check", "s.cm", "--same-lock"]).stderr.contains("--discipline"));
}

/// Before a variable is accessed first, every lock is a candidate; a proof says which one it is.
#[test]
fn proved_locks_are_candidates_from_the_start() {
    if !crate::prove::with_solver() {
        return;
    }
    let model = "var l: lock; var m: lock; var x: int guarded_by l; var y: int guarded_by m;\n\
        thread a { with (l) { x = 1 - x; } for i in 0..2 { with (m) { y = 1 - y; } } }\n\
        thread b { for i in 0..2 { with (m) { y = 1 - y; } } }\n\
        thread c { with (l) { x = 1 - x; } }";
    let careless = model.replace("thread c { with (l)", "thread c { with (m)");
    let place = Place::new("proved").file("s.cm", model).file("careless.cm", &careless).file("T.java", "");
    let states = |flags: &str| {
        let common = "check s.cm --json --discipline mld-prime --strategy c-sss --persistent mld";
        let ran = place.run(&format!("{common} {flags}").split_whitespace().collect::<Vec<_>>());
        ran.exits(0);
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        report["statistics"]["states"].as_u64().unwrap()
    };
    let (found, proved) = (states(""), states("--proved"));
    assert!(proved < found, "{proved} states with a proof, {found} without");
    let refused = |file: &str, why: &str| {
        let ran = place.run(&["check", file, "--discipline", "mld-prime", "--proved"]);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    };
    refused("careless.cm", "it is not proved that the locks that the model names guard its variables");
    refused("T.java", "--proved is for models");
}

#[test]
fn what_does_not_go_with_a_discipline_is_refused() {
    let place = Place::new("undisciplined").file("s.cm", SEMAPHORE);
    for (flags, reason) in [
        ("--discipline mld --init v=first", "--init needs --discipline mld-prime"),
        ("--discipline mld --strategy ample", "--discipline needs --strategy full or a selective one"),
        ("--discipline mld --store compact", "--discipline needs --store exact or none"),
        ("--discipline mld --order bfs", "--discipline needs --order dfs"),
        ("--discipline mld --preemptions 1", "--discipline goes neither with"),
        ("--discipline mld --symmetry threads", "what has happened to variables tells threads apart"),
        ("--strategy c-sss --persistent mld", "need --discipline, and --strategy if-sss or c-sss"),
        ("--strategy sss --persistent mld-guards --discipline mld", "and --strategy if-sss or c-sss"),
    ] {
        let args: Vec<&str> = ["check", "s.cm"].into_iter().chain(flags.split(' ')).collect();
        let ran = place.run(&args);
        ran.exits(2);
        assert!(ran.stderr.contains(reason), "{flags}: {}", ran.stderr);
    }
}

#[test]
fn equal_threads_are_exchanged_and_the_verdict_says_so() {
    let equal = "var m: lock;\nthread t[i in 0..3] { m.acquire(); m.release(); }\n";
    let place = Place::new("symmetry").file("a.cm", equal);
    let run = place.run(&["check", "a.cm", "--strategy", "full", "--symmetry", "threads"]);
    run.exits(0);
    for line in [
        "all 7 states explored (exact store, symmetry threads)",
        "thread symmetry: states that differ only in which of several equal threads is which count as one",
    ] {
        assert!(run.stdout.contains(line), "{}", run.stdout);
    }
    let plain = place.run(&["check", "a.cm", "--strategy", "full"]);
    assert!(plain.stdout.contains("all 20 states explored (exact store)"), "{}", plain.stdout);
}

#[test]
fn what_does_not_go_with_symmetry_is_refused() {
    let place = Place::new("symmetry_refused").file("a.cm", HOLDS);
    for (flags, reason) in [
        (
            "--strategy sss",
            "sleep sets are about threads by their numbers; persistent sets without them would do (add --no-sleep)",
        ),
        (
            "--strategy full --preemptions 1",
            "how often the scheduler interfered depends on which thread moved last",
        ),
        ("--strategy full --store none", "without a store nothing is gained by it"),
        ("--strategy full --discipline mld-prime", "what has happened to variables tells threads apart"),
    ] {
        let mut words = vec!["check", "a.cm", "--symmetry", "threads"];
        words.extend(flags.split(' '));
        let run = place.run(&words);
        run.exits(2);
        assert!(
            run.stderr.contains(&format!("--symmetry threads cannot be used here: {reason}")),
            "{}",
            run.stderr
        );
    }
}
