//! Programs whose data is guarded by locks that references lead to, and whose first thread looks at it before it starts others and after
//! it has waited for them. Most have a mistake: a lock that is replaced, the lock of another object, a thread that is not waited for ...

use super::random::Random;
use super::tree::{Model, Node, block, leaf, plain};

/// What is accessed, and what guards it.
const GUARDED: [(&str, &str); 5] = [
    ("a.v", "with (a.guard)"),
    ("b.v", "with (b.guard)"),
    ("a.w", "with (a.box.guard)"),
    ("x", "synchronized (key)"),
    ("x", "synchronized (key)"),
];

/// What makes a path lead elsewhere.
const REPLACES: [&str; 7] = [
    "a.guard = spare;",
    "a.guard = new lock;",
    "a.guard = b.guard;",
    "a.box = new Box();",
    "a.box.guard = new lock;",
    "key = new Key();",
    "known = a;",
];

/// The program of a seed.
pub fn paths(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let sloppy = if random.chance(25) { 0 } else { 15 };
    let mut items = vec![
        plain("class Box { guard: lock = new lock; }"),
        plain("class Key {}"),
        plain("class Cell { v: mod 3; guard: lock = new lock; w: mod 3; box: Box = new Box(); }"),
        plain("var key: Key = new Key();"),
        plain("var known: Cell = null;"),
        plain("var x: mod 3;"),
        plain("var flag: bool;"),
    ];
    let workers = random.between(1, 2);
    for worker in 0..workers {
        let mut body = Vec::new();
        for at in 0..random.between(1, 2) {
            body.extend(section(&mut random, sloppy, at));
        }
        if worker > 0 && random.chance(sloppy) {
            body.push(plain("let child = spawn work0(a, b, spare);"));
        }
        items.push(block(leaf(format!("fn work{worker}(a: Cell, b: Cell, spare: lock)")), body));
    }
    items.push(block(leaf("thread main"), main(&mut random, workers, sloppy)));
    if random.chance(8) {
        items.push(block(leaf("thread other"), vec![plain("flag = true;")]));
    }
    Model { items }
}

/// Accesses under the lock that guards them, mostly.
fn section(random: &mut Random, sloppy: u32, at: usize) -> Vec<Node> {
    let (variable, mut guard) = *random.pick(&GUARDED);
    if random.chance(sloppy) {
        guard = if random.chance(50) { "with (spare)" } else { random.pick(&GUARDED).1 };
    }
    let mut body = Vec::new();
    if random.chance(20) {
        body.push(plain("flag = true;"));
    }
    body.extend(accesses(random, variable, at));
    let mut nodes = match random.chance(sloppy) {
        true => body,
        false => vec![block(leaf(guard), body)],
    };
    if random.chance(sloppy) {
        nodes.insert(random.below(nodes.len() + 1), plain(*random.pick(&REPLACES)));
    }
    nodes
}

fn accesses(random: &mut Random, variable: &str, at: usize) -> Vec<Node> {
    match random.below(5) {
        0 => vec![plain(format!("{variable} = 1;")), plain(format!("{variable} = 2;"))],
        1 => vec![plain(format!("{variable} += 1;"))],
        2 => vec![
            plain(format!("{variable} = {};", at + 1)),
            plain(format!("assert {variable} == {};", at + 1)),
        ],
        _ => vec![
            plain(format!("let s{at} = {variable};")),
            plain(format!("let t{at} = {variable};")),
            plain(format!("assert s{at} == t{at};")),
        ],
    }
}

/// The thread that starts the others.
fn main(random: &mut Random, workers: usize, sloppy: u32) -> Vec<Node> {
    let mut body = vec![plain("let a = new Cell();"), plain("let spare = new lock;")];
    let same = random.chance(20);
    body.push(plain(if same { "let b = a;" } else { "let b = new Cell();" }));
    if random.chance(30) {
        body.push(plain(*random.pick(&REPLACES)));
    }
    if random.chance(30) {
        body.extend(alone(random, 10));
    }
    let mut joins = Vec::new();
    for at in 0..random.between(1, 2) {
        let worker = random.below(workers);
        let has_handle = !random.chance(sloppy / 2);
        let handle = if has_handle { format!("let h{at} = ") } else { String::new() };
        let (first, second) = if random.chance(50) { ("a", "b") } else { ("b", "a") };
        body.push(plain(format!("{handle}spawn work{worker}({first}, {second}, spare);")));
        let join = plain(format!("join h{at};"));
        if has_handle && random.chance(15) {
            body.push(join);
            body.extend(alone(random, 20 + at));
        } else if has_handle && !random.chance(sloppy) {
            joins.push(join);
        }
    }
    if random.chance(sloppy) {
        // The other is there already when the lock is replaced.
        let mut held = vec![plain("let early = spawn work0(a, b, spare);")];
        held.extend(accesses(random, "a.v", 5));
        held.push(plain(*random.pick(&REPLACES)));
        body.push(block(leaf("with (a.guard)"), held));
    }
    if random.chance(30) {
        body.extend(section(random, sloppy, 3));
    }
    if random.chance(sloppy) {
        body.push(plain("when (flag);"));
    }
    body.extend(joins);
    body.extend(alone(random, 30));
    if random.chance(20) {
        body.push(plain(*random.pick(&REPLACES)));
        body.push(plain("let again = spawn work0(a, b, spare);"));
        body.push(plain("join again;"));
        body.extend(alone(random, 40));
    }
    body
}

/// Accesses without locks, by a thread that may be alone.
fn alone(random: &mut Random, at: usize) -> Vec<Node> {
    let (variable, _) = *random.pick(&GUARDED);
    accesses(random, variable, at)
}
