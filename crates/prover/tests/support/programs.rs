//! Small random programs: wild ones, most of which are wrong, and careful ones, most of which are right.

use commute_testkit::generate::Random;

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
