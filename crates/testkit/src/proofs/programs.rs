//! Small random programs: wild ones, most of which are wrong, and careful ones, most of which are right.

use crate::generate::Random;

/// Statements over two numbers, two flags and two locks.
fn statement(random: &mut Random, depth: usize, out: &mut String) {
    const SIMPLE: [&str; 14] = [
        "x = x + 1;",
        "x = y;",
        "y = 0;",
        "y = x;",
        "f = true;",
        "f = !g;",
        "g = f;",
        "assert x >= 0;",
        "assert x == y;",
        "assert !(f && g);",
        "assert x <= 3;",
        "atomic { x = x + 1; y = y + 1; }",
        "when (f) { g = false; f = false; }",
        "if m.try_acquire() { y = y + 1; m.release(); }",
    ];
    match random.below(if depth < 2 { 8 } else { 4 }) {
        4 => block(random, depth, out, "with (m) {"),
        5 => block(random, depth, out, "with (n) {"),
        6 => block(random, depth, out, "if x > y {"),
        7 => block(random, depth, out, "if f {"),
        _ => out.push_str(SIMPLE[random.below(SIMPLE.len())]),
    }
}

fn block(random: &mut Random, depth: usize, out: &mut String, head: &str) {
    out.push_str(head);
    for _ in 0..1 + random.below(3) {
        statement(random, depth + 1, out);
    }
    out.push('}');
}

/// Two threads that do anything.
pub fn wild(seed: u64) -> String {
    let mut random = Random::new(seed);
    let guards = ["", " guarded_by m", " guarded_by n"];
    let (gx, gy) = (guards[random.below(3)], guards[random.below(3)]);
    let mut text =
        format!("var m: lock; var n: lock; var x: int{gx}; var y: int{gy}; var f: bool; var g: bool;\n");
    let invariants = ["", "invariant x >= 0;", "invariant !(f && g);", "invariant x <= 2;"];
    text.push_str(invariants[random.below(invariants.len())]);
    for name in ["a", "b"] {
        text.push_str(&format!("\nthread {name} {{ "));
        for _ in 0..1 + random.below(3) {
            statement(&mut random, 0, &mut text);
        }
        text.push('}');
    }
    text
}

/// The variables of careful programs, with the lock that each belongs to.
const HOMES: [(&str, &str); 4] = [("x", "m"), ("y", "n"), ("u", "m"), ("v", "n")];

/// Two or three threads that keep to a discipline but for a slip now and then: an access outside of its critical
/// section, a lock that is released early, a variable of the other lock. What they assert is true without slips.
pub fn careful(seed: u64) -> String {
    let mut random = Random::new(seed);
    let slips = random.below(2) == 0;
    let guarded = |random: &mut Random, lock: &str| match random.below(4) {
        0 => String::new(),
        _ => format!(" guarded_by {lock}"),
    };
    let mut text = "var m: lock;\nvar n: lock;\n".to_owned();
    for (name, lock) in HOMES {
        let guard = guarded(&mut random, lock);
        text.push_str(&format!("var {name}: int{guard};\n"));
    }
    for name in ["a", "b", "c"].iter().take(2 + random.below(2)) {
        text.push_str(&format!("var own_{name}: int;\nthread {name} {{\n"));
        for number in 0..1 + random.below(3) {
            section(&mut random, name, number, slips, &mut text);
        }
        text.push_str("}\n");
    }
    text
}

fn section(random: &mut Random, thread: &str, number: usize, slips: bool, out: &mut String) {
    let lock = ["m", "n"][random.below(2)];
    let slip = if slips { random.below(6) } else { usize::MAX };
    let variable = |random: &mut Random, slip: bool| {
        let mine = HOMES.iter().filter(|(_, home)| (*home == lock) != slip).map(|(name, _)| *name);
        let mine: Vec<&str> = mine.collect();
        mine[random.below(mine.len())]
    };
    let mut lines = Vec::new();
    for k in 0..1 + random.below(3) {
        let x = variable(random, slip == 2 && k == 0);
        let value = random.below(3);
        lines.push(match random.below(5) {
            0 => format!("{x} = {value}; assert {x} == {value};"),
            1 => {
                let t = format!("t{number}{k}");
                format!("let {t} = {x}; {x} = {t} + 1; assert {x} == {t} + 1;")
            }
            2 => format!("if {x} > {value} {{ {x} = {value}; }} assert {x} <= {value};"),
            3 => format!("own_{thread} = own_{thread} + 1; assert own_{thread} > 0;"),
            _ => format!("{x} = own_{thread}; assert {x} == own_{thread};"),
        });
    }
    let release = format!("{lock}.release();");
    let before = if slip == 1 { lines.len() - 1 } else { lines.len() };
    if slip != 0 {
        out.push_str(&format!("    {lock}.acquire();\n"));
        lines.insert(before, release);
    }
    lines.iter().for_each(|line| out.push_str(&format!("    {line}\n")));
}

/// What mixed programs declare.
const MIXED: &str = "\
class Cell { v: int; }
var m: lock; var rw: rwlock; var sem: semaphore = 1; var ch: channel(2) of int;
var x: int; var y: int; var b: 0..=3; var c: mod 4; var f: bool;
var a: [int; 3]; var s: set<0..4>; var q: [int]; var cell: Cell = new Cell();
";

/// One statement each, or a few; `#` is a number of its own. Some are always right, some never, most it depends.
const STATEMENTS: [&str; 34] = [
    "x = x + 1;",
    "y = x;",
    "f = !f;",
    "b = b + 1;",
    "c += 1; assert c < 4;",
    "a[0] = a[1] + 1;",
    "a[b] = 1;",
    "assert a[2] == 0;",
    "let i# = 1; a[i#] = 2; assert a[i#] == 2;",
    "s.add(1); assert 1 in s;",
    "s.remove(1);",
    "if 2 in s { s.remove(2); } else { s.add(2); }",
    "assert len(s) == 0 || x >= 0;",
    "sem.down(); y = 1; assert y == 1; sem.up();",
    "if sem.try_down() { x = 2; sem.up(); }",
    "ch.send(1);",
    "let r# = ch.receive(); assert r# == 1;",
    "rw.acquire_read(); let p# = x; assert p# == x; rw.release_read();",
    "rw.acquire_write(); x = 3; assert x == 3; rw.release_write();",
    "with (m) { y = y + 1; assert y > 0; }",
    "let t# = x; if cas(x, t#, t# + 1) { assert x != t#; }",
    "atomic { x = y; assert x == y; }",
    "let d# = 6 / (x + 1);",
    "cell.v = 1; assert cell.v == 1;",
    "let o# = new Cell(); o#.v = 2; assert o#.v == 2;",
    "cell = new Cell(); assert cell.v == 0;",
    "choose { x = 1; } or { x = 2; } assert x > 0;",
    "when (x > 0) { x = 0; assert x == 0; }",
    "for k# in 0..2 { y += 1; }",
    "assume x >= 0; assert x > -1;",
    "q.push(1);",
    "if len(q) > 0 { let w# = q.pop(); assert w# == 1; }",
    "assert !f;",
    "let e# = b; assert e# <= 3;",
];

/// Two threads with all kinds of objects.
pub fn mixed(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = MIXED.to_owned();
    let invariants =
        ["", "invariant b <= 3;", "invariant x >= 0;", "invariant a[2] == 0;", "invariant !(1 in s);"];
    text.push_str(invariants[random.below(invariants.len())]);
    for name in ["one", "two"] {
        text.push_str(&format!("\nthread {name} {{\n"));
        for number in 0..1 + random.below(3) {
            let line = STATEMENTS[random.below(STATEMENTS.len())].replace('#', &number.to_string());
            text.push_str(&format!("    {line}\n"));
        }
        text.push('}');
    }
    text
}
