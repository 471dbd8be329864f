//! No text makes the compiler panic, and what it accepts is a valid program.

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use commute_ir::validate;
use proptest::prelude::*;

/// A program with every construct of the language.
const SAMPLE: &str = r#"
const N: int = 2;
enum Color { Red, Green }
class Timeout { }
class Node self_locking {
    value: 0..9 = 1;
    next: Node guarded_by this;
    fn init(v: int) { value = v; }
    synchronized fn get() -> int { if value > 3 { return value; } return next.get() + 1; }
}
var x: int = 1;
var k: mod 4;
var b: bool = true;
var c: Color = Color::Green;
var head: Node = new Node(N);
var a: [int; 3] = [1, 2, 3];
var g: [[int; 2]; N] = 7;
var q: [int] = [4];
var s: set<0..5> = {3, 1};
var m: lock;
var t: [[lock; 2]; N];
var sem: semaphore = 1;
var bar: barrier(2);
var ch: channel(3) of int;
fn f(n: int) -> int { if n == 0 { return 1; } return n * f(n - 1); }
thread main {
    let n = new Node(f(3));
    let h = spawn f(n.get());
    join h;
    join worker[1];
    synchronized (n) { n.wait(); if n.wait_timed() { return; } n.notify(); }
    loop { with (t[1][x]) { atomic { if f(1) == 2 || b { break; } continue; } } }
    try { throw new Timeout(); } catch (e: Timeout) { skip; } catch (e) { throw e; }
    for e in a { k += e; }
    for e in q { k = e % 4; }
    for e in s { a[e] = g[0][1]; }
    while x < 3 && !(k in s) => b { x -= 1; }
    if cas(k, 1, choose(0..4)) { ch.send(1); x = ch.receive(); } else { q.push(q.pop()); }
    choose { bar.arrive(); } or { sem.down(); }
    when (x > 0 && len(q) < 3) { x = 0; }
    let z: 0..=3 = x;
    assert z == -1, "message";
    'cs: assume c != Color::Red;
}
thread worker[i in 0..N] { yield; 'w: x = i; }
invariant !(at(main, 'cs) && at(worker[1], 'w));
invariant named: forall i in 0..3: a[i] >= 0 && owner(t[i][0]) == -1;
ltl resp = [](k == 1 -> <>(b U x == 2));
env(i) = owner(head) == i => k' == k && a[0]' == a[0];
"#;

/// Words that fit into many places, so that a mutated program often still parses.
const WORDS: [&str; 40] = [
    "x",
    "k",
    "b",
    "c",
    "head",
    "a",
    "g",
    "q",
    "s",
    "m",
    "t",
    "sem",
    "bar",
    "ch",
    "main",
    "worker",
    "n",
    "i",
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "true",
    "null",
    "this",
    "Node",
    "Timeout",
    "Color",
    "int",
    "bool",
    "lock",
    "set<int>",
    "N",
    "f",
    "'cs",
    "len",
    "value",
    "next",
    "[int]",
    "mod 3",
];

fn compiles_without_panic(text: &str) -> bool {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let compiled = compile(&sources, file, &Options::default());
    compiled.diagnostics.render(&sources, RenderOptions::default());
    if let Some(program) = &compiled.program {
        assert_eq!(validate(program), [], "{text}");
    }
    compiled.program.is_some()
}

/// The places of identifiers and numbers in the text.
fn words(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        match (c.is_ascii_alphanumeric() || c == '_', start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn the_sample_itself_is_accepted() {
    assert!(compiles_without_panic(SAMPLE));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn words_replaced(edits in prop::collection::vec((any::<prop::sample::Index>(), 0..WORDS.len()), 1..4)) {
        let mut text = SAMPLE.to_owned();
        for (at, word) in edits {
            let places = words(&text);
            let (from, to) = places[at.index(places.len())];
            text.replace_range(from..to, WORDS[word]);
        }
        compiles_without_panic(&text);
    }

    #[test]
    fn words_swapped_and_lines_dropped(
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
        drop in any::<prop::sample::Index>(),
    ) {
        let lines: Vec<&str> = SAMPLE.lines().collect();
        let dropped = drop.index(lines.len());
        let kept: Vec<&str> = lines.iter().enumerate().filter(|&(i, _)| i != dropped).map(|(_, l)| *l).collect();
        let mut text = kept.join("\n");
        for (a, b) in swaps {
            let places = words(&text);
            let (a, b) = (places[a.index(places.len())], places[b.index(places.len())]);
            let (first, second) = if a < b { (a, b) } else { (b, a) };
            let (x, y) = (text[first.0..first.1].to_owned(), text[second.0..second.1].to_owned());
            text.replace_range(second.0..second.1, &x);
            text.replace_range(first.0..first.1, &y);
        }
        compiles_without_panic(&text);
    }

    #[test]
    fn characters_removed(cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..4)) {
        let mut text = SAMPLE.to_owned();
        for cut in cuts {
            text.remove(cut.index(text.len()));
        }
        compiles_without_panic(&text);
    }
}
