//! Small programs of shapes in which a proof has something to get wrong: waiting inside atomic blocks, loops and branches
//! there, locks that are tried, what annotations say of objects, references, initializers, families of threads, quantifiers,
//! every kind of object in one step.
//!
//! Most are nearly provable, and some that are proved are so by a hair.

use crate::generate::Random;

/// The program of a seed.
type Shape = fn(&mut Random) -> String;

/// Calls a shape with the random numbers of a seed.
fn of(seed: u64, shape: Shape) -> String {
    shape(&mut Random::new(seed))
}

/// The shapes, each a kind of programs.
pub const SHAPES: [super::Kind; 11] = [
    ("waiting", |seed| of(seed, waiting)),
    ("loops", |seed| of(seed, loops)),
    ("branches", |seed| of(seed, branches)),
    ("tried locks", |seed| of(seed, tried_locks)),
    ("references", |seed| of(seed, references)),
    ("initializers", |seed| of(seed, initializers)),
    ("families", |seed| of(seed, families)),
    ("quantifiers", |seed| of(seed, quantifiers)),
    ("guarded", |seed| of(seed, guarded)),
    ("objects", |seed| of(seed, objects)),
    ("extremes", |seed| of(seed, extremes)),
];

fn pick<'a>(random: &mut Random, things: &[&'a str]) -> &'a str {
    things[random.below(things.len())]
}

/// What threads that wait for each other may share, by how a use of it looks.
const WAITING: [(&str, &str); 5] = [
    ("(c)", "var c: bool;\n"),
    ("s.", "var s: semaphore = 0;\n"),
    ("m", "var m: lock;\n"),
    ("ch.", "var ch: channel(2) of int;\n"),
    ("bar.", "var bar: barrier(2);\n"),
];

/// The threads with what they use: the fewer variables, the more of their values can be tried.
fn declared(threads: &str) -> String {
    let uses = |mark: &str| match mark {
        "(c)" => threads.contains("(c)") || threads.contains("c = ") || threads.contains("assume c"),
        "m" => threads.contains("m.") || threads.contains("(m)"),
        mark => threads.contains(mark),
    };
    let used = WAITING.iter().filter(|(mark, _)| uses(mark)).map(|(_, declaration)| *declaration);
    format!("var x: int;\nvar y: int;\n{}{threads}", used.collect::<String>())
}

/// Where a thread may have to wait.
const WAITS: [&str; 8] = [
    "join b;",
    "bar.arrive();",
    "s.down();",
    "let r# = ch.receive();",
    "when (c) { skip; }",
    "m.acquire(); m.release();",
    "ch.send(1);",
    "assume c;",
];

/// What the other thread does.
const OTHERS: [&str; 8] = [
    "y = 1;",
    "y = y + 1;",
    "s.up();",
    "ch.send(1);",
    "c = true;",
    "bar.arrive();",
    "with (m) { y = 2; }",
    "if x == 0 { y = 1; }",
];

fn other_thread(random: &mut Random) -> String {
    let mut text = "thread b { ".to_owned();
    for _ in 0..1 + random.below(3) {
        text.push_str(pick(random, &OTHERS));
        text.push(' ');
    }
    text + "}\n"
}

/// An atomic block that waits in the middle, and says what it thinks has not changed.
fn waiting(random: &mut Random) -> String {
    let invariant = pick(random, &["", "invariant x >= 0;\n", "invariant x == 0;\n", "invariant y >= 0;\n"]);
    let before = pick(random, &["", "x = 1; ", "x = x + 1; ", "x = 1; x = 0; "]);
    let wait = pick(random, &WAITS).replace('#', "1");
    let after = pick(
        random,
        &["assert y == f;", "assert x == g;", "assert y >= f;", "x = 0;", "x = 0; assert y == f;"],
    );
    declared(&format!(
        "{invariant}thread a {{ atomic {{ let f = y; {before}let g = x; {wait} {after} }} }}\n{}",
        other_thread(random)
    ))
}

/// The same in a loop.
fn loops(random: &mut Random) -> String {
    let before = pick(random, &["", "x = 1; "]);
    let wait = pick(random, &WAITS).replace('#', "1");
    let says = pick(random, &["assert y == f;", "assert y == f;", "assert x == g;", "assert y >= 0;"]);
    let body = if random.chance(50) { format!("{says} {wait}") } else { format!("{wait} {says}") };
    let (head, step) = match random.below(3) {
        0 => ("while n < 2", "n = n + 1;"),
        1 => ("for k in 0..2", "skip;"),
        _ => ("loop", "if n > 1 { break; } n = n + 1;"),
    };
    let after = pick(random, &["", "assert y == f;", "assert x == g;", "x = 0;"]);
    let inside = format!("let f = y; {before}let g = x; let n = 0; {head} {{ {body} {step} }} {after}");
    let block = if random.chance(75) { format!("atomic {{ {inside} }}") } else { inside };
    declared(&format!("thread a {{ {block} }}\n{}", other_thread(random)))
}

/// Atomic blocks that are left on several ways.
fn branches(random: &mut Random) -> String {
    let invariant = pick(
        random,
        &["invariant x == 0;\n", "invariant x == y;\n", "invariant x >= y;\n", "invariant x <= 1;\n"],
    );
    const STEPS: [&str; 8] =
        ["x = 1;", "x = 1;", "x = 0;", "x = 0;", "x = x + 1; y = y + 1;", "skip;", "skip;", "assume c;"];
    let leave = pick(random, &["break;", "break;", "return;", "skip;"]);
    let cond = pick(random, &["c", "!c", "y == 0", "x == 1"]);
    let (first, second, third) = (pick(random, &STEPS), pick(random, &STEPS), pick(random, &STEPS));
    let other = pick(random, &["", "else { x = 0; } ", "else { y = x; } "]);
    let flag = pick(random, &["", "thread b { c = true; }\n", "thread b { atomic { c = !c; } }\n"]);
    let rest = pick(random, &["", "atomic { y = 1; }", "atomic { y = 1; y = 0; }", "atomic { c = true; }"]);
    let again = pick(random, &["if y == 5 { return; }", "break;", "skip;"]);
    format!(
        "var x: int; var y: int; var c: bool;\n{invariant}thread a {{\n    loop {{\n        atomic {{ {first} if {cond} {{ {second} {leave} }} \
         {other}{third} }}\n        {again}\n    }}\n    {rest}\n}}\n{flag}"
    )
}

/// A critical section, and a thread that finds out whether somebody is in it.
fn tried_locks(random: &mut Random) -> String {
    let env = "env(i) = owner(m) == i => owner(m)' == i && x' == x;\n";
    let env = pick(random, &[env, env, ""]);
    let invariant = pick(random, &["invariant same: owner(m) == -1 => x == y;\n", "invariant x >= 0;\n", ""]);
    let guard = pick(random, &["", " guarded_by m"]);
    let section = pick(random, &["atomic { x = y; }", "x = 1;", "x = 1; assert x == 1;", "skip;"]);
    let held = pick(random, &["y = y + 1;", "y = 1;", "skip;"]);
    let free = pick(random, &["m.release();", "x = y; m.release();"]);
    let tries = match random.below(4) {
        0 => format!("atomic {{ {held} m.acquire(); m.release(); }}"),
        1 => format!("if m.try_acquire() {{ {free} }} else {{ {held} }}"),
        2 => format!("m.acquire(); {free}"),
        _ => format!("atomic {{ if m.try_acquire() {{ {free} }} else {{ {held} }} }}"),
    };
    format!(
        "var m: lock; var x: int{guard}; var y: int;\n{env}{invariant}thread a {{ m.acquire(); {section} m.release(); }}\n\
         thread b {{ {tries} }}\n"
    )
}

/// What may be guarded by a lock: its type, and uses of it.
const GUARDED: [(&str, &[&str]); 8] = [
    ("int", &["g = 1;", "let v# = g; assert v# == g;", "g = g + 1;"]),
    ("semaphore = 1", &["g.up();", "let v# = g.try_down(); let w# = g.try_down(); assert v# || !w#;"]),
    ("channel(2) of int", &["let v# = len(g); assert v# == len(g);", "g.send(1);"]),
    ("[int]", &["g.push(1); assert len(g) > 0;", "let v# = len(g); assert v# == len(g);"]),
    ("set<0..3>", &["g.add(1); assert 1 in g;", "g.remove(1);"]),
    ("[int; 2]", &["g[0] = 1; assert g[0] == 1;", "let v# = g[1]; assert v# == g[1];"]),
    ("lock", &["let v# = g.try_acquire(); let w# = g.try_acquire(); assert v# || !w#;", "g.acquire();"]),
    ("barrier(1)", &["g.arrive();", "skip;"]),
];

/// Two threads that use what a lock guards, and hold it, or take or give it back in the same step, or forget it.
fn guarded(random: &mut Random) -> String {
    let (kind, uses) = GUARDED[random.below(GUARDED.len())];
    let mut text = format!("var m: lock; var g: {kind} guarded_by m;\n");
    for thread in ["a", "b"] {
        text.push_str(&format!("thread {thread} {{ "));
        for number in 0..1 + random.below(2) {
            let used = pick(random, uses).replace('#', &number.to_string());
            text.push_str(&match random.below(7) {
                0 => format!("atomic {{ m.acquire(); {used} m.release(); }} "),
                1 => format!("m.acquire(); atomic {{ m.release(); {used} }} "),
                2 => format!("if m.try_acquire() {{ {used} m.release(); }} "),
                3 if kind == "lock" => "with (m) { g.acquire(); } g.release(); ".to_owned(),
                4 if random.chance(30) => format!("{used} "),
                _ => format!("with (m) {{ {used} }} "),
            });
        }
        text.push_str("}\n");
    }
    text
}

/// A kind of objects: its declaration, how it becomes what it is at first, what can be done, and what can be asked.
type Object = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const OBJECTS: [Object; 6] = [
    (
        "var s: set<0..3>;",
        "s.clear();",
        &[
            "s.add(1);",
            "s.add(2);",
            "s.remove(1);",
            "let f# = s.add(1); assert f#;",
            "let f# = s.remove(2); assert !f#;",
        ],
        &["1 in s", "!(2 in s)", "len(s) == 0", "len(s) > 0", "len(s) == 1", "0 in s"],
    ),
    (
        "var q: [0..3];",
        "q.clear();",
        &[
            "q.push(1);",
            "q.push(2);",
            "let f# = q.pop(); assert f# == 1;",
            "q[0] = 2;",
            "q[1] = 0;",
            "q.push(len(q));",
        ],
        &["len(q) == 1", "q[0] == 1", "len(q) < 3", "q[len(q) - 1] == 2", "q[1] <= 2"],
    ),
    (
        "var k: mod 3; var r: 0..4;",
        "k = 0; r = 0;",
        &[
            "k += 2;",
            "k -= 1;",
            "r += 1;",
            "r = r - 1;",
            "r = k;",
            "k = r * 2;",
            "k = -r;",
            "let f# = cas(k, 2, 4); assert f#;",
        ],
        &[
            "k < 3",
            "k == 1",
            "r == k",
            "r <= 3",
            "(r - 3) % 2 == 1",
            "(r - 3) / 2 == -1",
            "7 / (k + 1) > 2",
            "7 / k > 0",
        ],
    ),
    (
        "var a: [0..3; 2];",
        "a[0] = 0; a[1] = 1;",
        &["a[0] = a[1];", "a[1] += 1;", "a[a[0]] = 2;", "a[len(a) - 1] = 0;", "a[1] = a[0];"],
        &["a[0] == 0", "a[a[1]] == 0", "a[0] <= a[1]", "a[1] < 3"],
    ),
    (
        "class C { v: int; }",
        "let o = new C(); let p = new C();",
        &["o.v = 1;", "p.v = o.v;", "p = o;", "o = new C();", "if o == p { o.v = 2; }", "p = null;"],
        &["o.v == 0", "o != p", "p.v == 1", "o.v <= p.v"],
    ),
    (
        "var c: channel(2) of 0..3;",
        "let n = len(c);",
        &["c.send(1);", "if len(c) > 0 { let f# = c.receive(); assert f# < 3; }", "c.send(n);"],
        &["len(c) > n", "len(c) >= n", "len(c) <= 2", "n <= 2", "n >= 0"],
    ),
];

/// An object and what one step makes of it, in a function or a loop perhaps, which may be left early.
fn objects(random: &mut Random) -> String {
    let (declared, first, steps, says) = OBJECTS[random.below(OBJECTS.len())];
    let mut body = first.to_owned();
    for number in 0..1 + random.below(4) {
        body.push_str(&format!(" {}", pick(random, steps).replace('#', &number.to_string())));
    }
    let (says, again) = (pick(random, says), pick(random, says));
    let inside = match random.below(4) {
        0 => format!("{body} if {again} {{ return; }} assert {says};"),
        1 => format!("loop {{ {body} if {again} {{ break; }} assert {says}; break; }}"),
        _ => format!("{body} assert {says};"),
    };
    let block = if random.chance(80) { format!("atomic {{ {inside} }}") } else { inside };
    let called = if random.chance(50) {
        format!("fn f() {{ {block} }}\nthread t {{ f(); }}\n")
    } else {
        format!("thread t {{ {block} }}\n")
    };
    let other = if declared.starts_with("class") { "skip;" } else { steps[0] };
    let more = if random.chance(40) { format!("thread u {{ {other} }}\n") } else { String::new() };
    format!("{declared}\n{called}{more}")
}

/// Choices among very many values, or none, and fields that cannot be zero.
fn extremes(random: &mut Random) -> String {
    const NUMBERS: [&str; 7] =
        ["-9223372036854775808", "-1", "0", "1", "65535", "65536", "9223372036854775807"];
    let says = pick(random, &["n == n", "n >= 0", "n < 65536", "n > 0", "n != 3"]);
    let first = pick(random, &NUMBERS);
    let end = if random.chance(30) { NUMBERS[6] } else { pick(random, &NUMBERS) };
    let chosen = format!("let n = choose({first}..{end}); assert {says};");
    let made = pick(random, &["f >= 1", "f == 1", "f < 4", "f > 1", "f == 0"]);
    let made = format!("let o = new C(); let f = o.f; assert {made};");
    let body = match random.below(3) {
        0 => chosen,
        1 => made,
        _ => format!("x = 1; {chosen} {made} x = 0;"),
    };
    let block = if random.chance(50) { format!("atomic {{ {body} }}") } else { body };
    let invariant = pick(random, &["", "invariant x == 0;\n", "invariant x >= 0;\n"]);
    format!("class C {{ f: 1..4; }}\nvar x: int;\n{invariant}thread t {{ {block} }}\n")
}

/// References that are compared.
fn references(random: &mut Random) -> String {
    const OBJECTS: [&str; 6] = ["m", "k", "t[0]", "t[1]", "s", "m"];
    let (p, q) = (pick(random, &OBJECTS[..4]), pick(random, &OBJECTS[..4]));
    let says = pick(random, &["p == q", "p != q", "p == p", "p != null", "p == null"]);
    let use_it = pick(random, &["", "p.acquire(); p.release();", "if p == q { x = 1; }"]);
    let choose = if random.chance(30) { format!("if x == 0 {{ p = {q}; }} ") } else { String::new() };
    format!(
        "var m: lock; var k: lock; var t: [lock; 2]; var x: int;\n\
         thread a {{ let p = {p}; let q = {q}; {choose}assert {says}; {use_it} }}\nthread b {{ x = 0; }}\n"
    )
}

/// First values that are computed, or cannot be.
fn initializers(random: &mut Random) -> String {
    let z = random.below(3);
    let body = pick(
        random,
        &[
            "return 4 / z();",
            "assert z() > 0; return z();",
            "let r: 0..2 = z(); return r;",
            "return t[z()];",
            "let n = 0; for i in 0..z() { n = n + 1; } return n;",
            "assume z() > 0; return 1;",
            "when (z() == z()) { skip; } return z();",
            "let n = choose(0..2); return n;",
        ],
    );
    let invariant = pick(random, &["", "invariant x >= 0;\n", "invariant x > 0;\n"]);
    format!(
        "var t: [int; 2];\nfn z() -> int {{ return {z}; }}\nfn f() -> int {{ {body} }}\nvar x: int = f();\n{invariant}\
         thread a {{ x = 2; }}\n"
    )
}

/// Families of any size, which may be none.
fn families(random: &mut Random) -> String {
    let lo = random.below(3);
    let says = pick(random, &["N > 0", "N >= 1", "N > 1", "N != 0", "N >= 2", "N >= N", "N + 1 > N"]);
    let other_says = pick(random, &["true", "N > 0", "N > 2", "x >= 0"]);
    let worker = format!("thread worker[i in {lo}..N] {{ atomic {{ x = x + 1; }} assert {says}; }}\n");
    let more = match random.below(3) {
        0 => String::new(),
        1 => format!(
            "thread last[i in N..M] {{ assert {}; }}\n",
            pick(random, &["N >= 0", "M > N", "M > 0", "i >= N"])
        ),
        _ => {
            format!("thread last[i in 0..M] {{ assert {}; }}\n", pick(random, &["M >= 1", "N > 0", "x >= 0"]))
        }
    };
    let other = format!("thread other {{ assert {other_says}; }}\n");
    let threads = if random.chance(50) { format!("{worker}{other}") } else { format!("{other}{worker}") };
    let constants = if more.is_empty() { "const N: int;" } else { "const N: int; const M: int;" };
    format!("{constants}\nvar x: int;\ninvariant x >= 0;\n{threads}{more}")
}

/// Quantified formulas in every Boolean combination.
fn quantifiers(random: &mut Random) -> String {
    let invariant = combination(random, 2);
    const STEPS: [&str; 8] = [
        "a[i] = true;",
        "b[i] = true;",
        "a[i] = false;",
        "atomic { a[i] = true; b[i] = true; }",
        "atomic { b[i] = !a[i]; a[i] = b[i]; }",
        "if a[i] { b[i] = true; }",
        "skip;",
        "atomic { if b[i] { a[i] = true; } }",
    ];
    let env = pick(
        random,
        &[
            "",
            "env(i) = i < 0 || i >= N || a[i]' == a[i] && b[i]' == b[i];\n",
            "env(i) = (forall k in 0..N: a[k] => a[k]') && (forall k in 0..N: b[k] => b[k]');\n",
            "env(i) = i == 0 || (forall k in 0..N: a[k]' == a[k]);\n",
        ],
    );
    format!(
        "const N: int;\nvar a: [bool; N]; var b: [bool; N];\n{env}invariant q: {invariant};\nthread worker[i in 0..N] {{ {} {} }}\n",
        pick(random, &STEPS),
        pick(random, &STEPS)
    )
}

fn combination(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        let body = pick(random, &["a[k]", "!a[k]", "b[k]", "!b[k]", "a[k] => b[k]", "a[k] == b[k]"]);
        let quantifier = pick(random, &["forall", "forall", "exists"]);
        return format!("({quantifier} k in 0..N: {body})");
    }
    match random.below(4) {
        0 => format!("({} || {})", combination(random, depth - 1), combination(random, depth - 1)),
        1 => format!("({} && {})", combination(random, depth - 1), combination(random, depth - 1)),
        2 => format!("({} => {})", combination(random, depth - 1), combination(random, depth - 1)),
        _ => combination(random, depth - 1),
    }
}
