//! Programs about threads that are started: which number each gets depends on who was started and who has ended before, and
//! annotations and invariants name threads by their numbers.

use super::random::Random;
use super::tree::{Model, Node, block, leaf, plain};

/// How many functions there are to start threads with.
const WORKERS: usize = 2;

/// The program of a seed.
pub fn starting(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let starters = random.between(1, 2);
    // What names no thread is reduced more.
    let names = random.chance(60);
    let mut items: Vec<Node> = Vec::new();
    for name in ["x", "y"] {
        let said = if names { annotation(&mut random, starters) } else { String::new() };
        items.push(plain(format!("var {name}: mod 3{said};")));
    }
    items.push(plain("var turn: mod 3;"));
    items.push(plain("var m: lock;"));
    if names && random.chance(30) {
        items.push(plain(format!("invariant owner(m) != {};", number(&mut random, starters))));
    }
    if names && random.chance(20) {
        items.push(plain(format!("ltl order = [] (owner(m) != {});", number(&mut random, starters))));
    }
    for worker in 0..WORKERS {
        let count = random.between(1, 2);
        let body = (0..count).flat_map(|at| work(&mut random, at)).collect();
        items.push(block(leaf(format!("fn work{worker}()")), body));
    }
    for starter in 0..starters {
        let count = random.between(2, 4 - starters / 2);
        let body = (0..count).flat_map(|at| start(&mut random, at)).collect();
        items.push(block(leaf(format!("thread starter{starter}")), body));
    }
    Model { items }
}

/// The number of a thread, mostly of one that is started.
fn number(random: &mut Random, starters: usize) -> usize {
    if random.chance(20) { random.below(starters) } else { starters + random.below(3) }
}

fn annotation(random: &mut Random, starters: usize) -> String {
    match random.below(6) {
        0 | 1 => " unshared".to_owned(),
        2 | 3 => format!(" exclusive(i) when i == {}", number(random, starters)),
        4 => " guarded_by m".to_owned(),
        _ => String::new(),
    }
}

/// Something that a started thread does; `at` makes names of its own.
fn work(random: &mut Random, at: usize) -> Vec<Node> {
    let var = *random.pick(&["x", "y"]);
    match random.below(6) {
        0 => vec![plain(format!("{var} = 1;"))],
        1 => vec![plain(format!("let a{at} = {var};")), plain(format!("{var} = a{at} + 1;"))],
        2 => vec![
            plain(format!("{var} = 2;")),
            plain(format!("let b{at} = {var};")),
            plain(format!("assert b{at} == 2;")),
        ],
        3 => vec![plain("m.acquire();"), plain(format!("{var} = 1;")), plain("m.release();")],
        4 => vec![plain("turn = 1;")],
        _ => vec![plain("m.acquire();"), plain("m.release();")],
    }
}

/// Something that a thread does which starts others.
fn start(random: &mut Random, at: usize) -> Vec<Node> {
    let worker = random.below(WORKERS);
    let daemon = if random.chance(10) { "daemon " } else { "" };
    match random.below(8) {
        0..=3 => vec![plain(format!("spawn {daemon}work{worker}();"))],
        4 => vec![plain(format!("let h{at} = spawn work{worker}();")), plain(format!("join h{at};"))],
        5 => vec![plain("turn = 2;")],
        6 => vec![block(
            leaf("atomic"),
            vec![plain("m.acquire();"), plain(format!("spawn work{worker}();")), plain("m.release();")],
        )],
        _ => work(random, at),
    }
}
