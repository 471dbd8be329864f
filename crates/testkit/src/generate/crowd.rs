//! Programs with more than 64 threads, most of which do little: they wait for their turn, or are started and end one after the other.

use super::random::Random;
use super::tree::{Model, Node, block, leaf, plain};

/// What some of the many do.
const WORK: [&str; 10] = [
    "x += 1;",
    "x = 1; x = 2;",
    "with (m) { x = 2; }",
    "m.acquire(); x += 1; m.release();",
    "if m.try_acquire() { y = x; m.release(); }",
    "o.v += 1;",
    "synchronized (o) { o.v += 1; }",
    "assert x != 2;",
    "let got = y; assert got < 2;",
    "c.send(1);",
];

/// The program of a seed.
pub fn crowd(seed: u64) -> Model {
    let mut random = Random::new(seed);
    let many = random.between(63, 68);
    let said = *random.pick(&["", "", " guarded_by m", " unshared", " exclusive(i) when owner(m) == i"]);
    let mut items = vec![
        plain("class Cell { v: mod 3; }"),
        plain("var o: Cell = new Cell();"),
        plain("var m: lock;"),
        plain("var c: channel(2) of mod 3;"),
        plain(format!("var x: mod 3{said};")),
        plain("var y: mod 3;"),
        plain("var turn: int;"),
    ];
    let work = |random: &mut Random| plain(*random.pick(&WORK));
    let kind = random.below(3);
    match kind {
        0 => {
            let waits = vec![plain("when (turn == i) { turn = i + 1; }"), work(&mut random)];
            items
                .push(block(leaf(format!("thread t[i in 0..{many}]")), first_only(waits, &mut random, many)));
        }
        1 => {
            // One after the other, so that numbers are used again.
            let body = vec![work(&mut random)];
            items.push(block(leaf("fn work(k: int)"), body));
            let each = vec![plain("let h = spawn work(k);"), plain("join h;")];
            items.push(block(leaf("thread t"), vec![block(leaf(format!("for k in 0..{}", many % 8)), each)]));
        }
        _ => {
            let body = vec![
                plain("when (turn == k) { turn = k + 1; }"),
                block(leaf("if k > 62"), vec![work(&mut random)]),
            ];
            items.push(block(leaf("fn work(k: int)"), body));
            let starts = vec![block(leaf(format!("for k in 0..{many}")), vec![plain("spawn work(k);")])];
            items.push(block(leaf("thread t"), vec![block(leaf("atomic"), starts)]));
        }
    }
    for name in ["u", "w"] {
        // Two that come when nearly all others have ended, or there would be too many states.
        let late = (kind != 1).then(|| plain(format!("when (turn >= {});", many - 1)));
        let body: Vec<Node> =
            late.into_iter().chain((0..random.between(1, 2)).map(|_| work(&mut random))).collect();
        items.push(block(
            leaf(format!("thread {name}")),
            body.into_iter().enumerate().map(own_names).collect(),
        ));
    }
    Model { items }
}

/// Only the last of the many do something besides waiting for their turn.
fn first_only(mut body: Vec<Node>, random: &mut Random, many: usize) -> Vec<Node> {
    let work = body.split_off(1);
    body.push(block(leaf(format!("if i >= {}", many - random.between(1, 2))), work));
    body
}

fn own_names((at, node): (usize, Node)) -> Node {
    match node {
        Node::Line(mut text) => {
            text.pattern = text.pattern.replace("got", &format!("got{at}"));
            Node::Line(text)
        }
        block => block,
    }
}
