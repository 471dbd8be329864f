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
        ("--undo replay", "--undo replay needs --store none"),
        ("--strategy sss --oracle locks", "--oracle does nothing with --strategy sss"),
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
    ran.exits(0).says("log ").says("snapshot ").says("replay ").says("time / log");
    place.run(&["check", "a.cm", "--store", "none", "--undo", "replay"]).exits(1);
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
    ] {
        ran.says(line);
    }
}
