//! How many checks a long-lived process decides, against a process for each check.
//!
//! `cargo run --release -p commute-smt --example throughput [checks]`
#![allow(clippy::print_stdout, reason = "an example prints")]

use commute_logic::{Condition, parse_obligation};
use commute_smt::{Cache, Setup, Verdict, find_solver};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// One step of a thread with a lock, under the environment's assumption, as the thread-modular engine asks it; every
/// second one leaves out the lock, so that it fails.
fn condition(number: usize) -> Condition {
    let lock = if number.is_multiple_of(2) { "mx == #0 && mx' == i" } else { "mx' == mx" };
    let text = format!(
        r#"obligation "check {number}" {{
             declare i: tid; declare j: tid; declare mx: tid; declare x: int; declare r: set(tid);
             assume "threads": distinct(i, j, #0); assume "start": x > {number};
             step "acquire" modifies mx {{ assume: {lock}; assert "G": mx == j ==> mx' == j && x' == x; }}
             step "env" modifies mx, x, r {{ assume "A": mx == i ==> mx' == i && x' == x && r'[i] == r[i]; }}
             step "write" modifies x {{ assume: x' == x + 1; assert "G": mx == j ==> mx' == j && x' == x; }}
           }}"#
    );
    Condition::of(&parse_obligation(&text).expect("the text is an obligation"))
}

fn timed(conditions: &[Condition], decide: impl FnOnce(&[Condition]) -> usize) -> (usize, Duration) {
    let start = Instant::now();
    let proved = decide(conditions);
    (proved, start.elapsed())
}

fn line(name: &str, checks: usize, (proved, time): (usize, Duration)) {
    let each = time.as_secs_f64() * 1000.0 / checks as f64;
    println!("{name:44} {checks:6} checks {proved:6} proved {each:9.3} ms each {:8.2} checks/ms", 1.0 / each);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let checks: usize = std::env::args().nth(1).map_or(Ok(400), |n| n.parse())?;
    let mut setup = Setup::new(find_solver(None)?);
    println!("{} ({})", setup.checker().solver().identity()?, setup.solver);
    let conditions: Vec<Condition> = (0..checks).map(condition).collect();
    let good: Vec<Condition> = (0..checks).map(|n| condition(2 * n)).collect();
    let proved = |reports: &[commute_smt::Report]| {
        reports.iter().filter(|r| matches!(r.verdict, Verdict::Proved { .. })).count()
    };
    let all = |setup: &Setup, c: &[Condition]| proved(&setup.check_all(c).expect("the solver answers"));
    line("one process, all hold", checks, timed(&good, |c| all(&setup, c)));
    line("one process, half fail (with models)", checks, timed(&conditions, |c| all(&setup, c)));
    let failing = timed(&conditions, |c| {
        let mut checker = setup.checker();
        c.iter().filter(|c| checker.failing(c).expect("the solver answers").fails.is_empty()).count()
    });
    line("one process, half fail (only which)", checks, failing);
    let few = &good[..checks.min(50)];
    let each = timed(few, |c| c.iter().map(|c| all(&setup, std::slice::from_ref(c))).sum());
    line("a process for each check, all hold", few.len(), each);
    setup.workers = 2;
    line("two processes, all hold", checks, timed(&good, |c| all(&setup, c)));
    setup.cache = Some(Arc::new(Cache::in_memory()));
    all(&setup, &good);
    line("remembered", checks, timed(&good, |c| all(&setup, c)));
    Ok(())
}
