//! The situations.

use super::{Plot, part};

/// What is waited for, and how it is given back.
pub const RESOURCES: &[(&str, &str)] = &[
    ("m.acquire();", "m.release();"),
    ("m.acquire();", "m.release();"),
    ("m.acquire();", "m.release();"),
    ("m.acquire();", "m.release();"),
    ("s.down();", "s.up();"),
    ("rw.acquire_write();", "rw.release_write();"),
    ("when (free) { free = false; }", "free = true;"),
];

/// What programs of all plots may share, declared where it is used.
pub const SHARED: &[(&str, &str)] = &[
    ("m", "lock"),
    ("n", "lock"),
    ("s", "semaphore = 1"),
    ("rw", "rwlock"),
    ("free", "bool = true"),
    ("g", "mod 3"),
    ("h", "mod 3"),
    ("k", "mod 4"),
    ("go", "bool"),
    ("q", "[mod 3]"),
    ("row", "[mod 3; 2]"),
    ("p", "Cell"),
    ("seq", "Holder = new Holder()"),
    ("old", "Cell = new Cell()"),
    ("spare", "Cell = new Cell()"),
    ("ahead", "mod 3"),
    ("u", "bool"),
    ("v", "bool"),
    ("w", "bool"),
];

const CELL: &str = "class Cell { f: mod 3; next: Cell; }";

/// All of them.
pub const PLOTS: &[Plot] = &[
    // A run waits before its commit, for what another thread gives back only later.
    Plot {
        declares: &[],
        parts: &[
            part(
                &["thread holder"],
                &[
                    &["TAKE"],
                    &["g = 1;", "g = 1;", "with (n) { g = 1; }"],
                    &["when (h == 1);", "when (h != 0);", ""],
                    &["GIVE", "GIVE", "GIVE TAKE g = 2; GIVE"],
                ],
            ),
            part(
                &["thread other"],
                &[
                    &["when (g == 1) { h = 1; }", "when (g == 1); h = 1;", "h = 1;"],
                    &[
                        "choose { TAKE assert false; GIVE } or { skip; }",
                        "choose { TAKE GIVE assert h == 0; } or { skip; }",
                        "let l^ = choose(0..2); if l^ == 1 { TAKE let r^ = g; GIVE assert r^ != 1; }",
                        "choose { when (g == 2); assert false; } or { skip; }",
                    ],
                ],
            ),
            part(&["", "", "", "thread third"], &[&["TAKE GIVE", "h = 2;", "with (n) { h = 2; }"]]),
        ],
        said: &["", "", "", "invariant g != 2 || h != 2;"],
    },
    // A step fails at what another thread is about to make, and would have to wait after that.
    Plot {
        declares: &[CELL, "class Holder { it: [mod 3] = new [mod 3]; }"],
        parts: &[
            part(
                &["thread maker"],
                &[
                    &["TAKE", "TAKE", "TAKE", "go = true;"],
                    &[
                        "q.push(#);",
                        "q.push(#);",
                        "q.push(#); let z^ = q.pop();",
                        "q.push(#); q.clear();",
                        "let l^ = seq.it; l^.push(#); let z^ = l^.pop();",
                        "p = new Cell();",
                        "k = 3; k = 1;",
                    ],
                    &["GIVE", "GIVE", "GIVE", "go = !go;"],
                    &["", "", "q.push(#);", "p = null;"],
                ],
            ),
            part(
                &["thread looker"],
                &[
                    &["", "", "", "let l^ = seq.it; let e^ = l^[0]; assert false;"],
                    &[
                        "atomic { let t^ = q[0]; TAKE }",
                        "atomic { let t^ = q[0]; TAKE }",
                        "atomic { q[0] = 1; TAKE }",
                        "atomic { let t^ = q.pop(); TAKE }",
                        "atomic { let t^ = p.f; TAKE }",
                        "atomic { let t^ = row[k]; when (go); }",
                        "atomic { let l^ = seq.it; let t^ = l^[0]; TAKE }",
                        "atomic { TAKE let t^ = q[0]; }",
                        "when (q[0] == 1);",
                        "when (p.f == 0) { p.f = 1; }",
                    ],
                    &["GIVE", "GIVE", "", "assert q.len() == 1;"],
                ],
            ),
        ],
        said: &[""],
    },
    // The lock that guards something is replaced.
    Plot {
        declares: &[CELL, "var guard: Cell = new Cell();", "var x: mod 3 guarded_by guard;"],
        parts: &[
            part(
                &["thread user"],
                &[
                    &["", "guard = old;", "old = guard;"],
                    &[
                        "synchronized (old) { if guard == old { x = 1; } }",
                        "synchronized (guard) { x = 1; }",
                        "let l^ = guard; synchronized (l^) { if guard == l^ { x = 1; } }",
                        "let l^ = guard; synchronized (l^) { x = 1; let t^ = x; assert t^ == 1; }",
                        "synchronized (old) { g = 1; x = 1; }",
                    ],
                ],
            ),
            part(
                &["thread replacer"],
                &[
                    &["", "", "when (g == 1);", "old = guard;"],
                    &[
                        "guard = new Cell();",
                        "guard = spare;",
                        "synchronized (guard) { guard = spare; }",
                        "synchronized (guard) { synchronized (spare) { guard = spare; } }",
                        "let l^ = guard; synchronized (l^) { guard = old; }",
                        "skip;",
                    ],
                    &["", "synchronized (guard) { x = 2; }", "synchronized (spare) { x = 2; }", "x = 2;"],
                ],
            ),
        ],
        said: &["", "", "invariant x != 2;"],
    },
    // Who waits may be interrupted.
    Plot {
        declares: &[CELL, "class Interrupted { }"],
        parts: &[
            part(&["thread a"], &[WAITING, &["", "g = 1;", "b.interrupt();", "assert g == 0;"]]),
            part(
                &["thread b"],
                &[
                    &[
                        "join a;",
                        "join a;",
                        "try { join a; } catch (e: Interrupted) { g = 2; }",
                        "join caller;",
                    ],
                    &["", "", "g = 2;", "a.interrupt();"],
                ],
            ),
            part(
                &["thread caller"],
                &[
                    &["a.interrupt();", "a.interrupt();", "b.interrupt();"],
                    &["", "join b;", "assert g != 1;"],
                ],
            ),
        ],
        said: &[""],
    },
    // Equal threads, one of which holds something or is named.
    Plot {
        declares: &[],
        parts: &[
            part(
                &["thread t[i in 0..2]", "thread t[i in 0..2]", "thread t[i in 0..3]"],
                &[
                    &[
                        "m.try_acquire();",
                        "m.acquire();",
                        "if m.try_acquire() { 'in: yield; }",
                        "if cas(g, 0, 1) { 'in: yield; }",
                        "TAKE",
                        "when (g != 2) { g += 1; }",
                    ],
                    &["ahead += 1;", "", "h = 1;", "h = 1; h = 2;"],
                    &[
                        "if ahead == 1 { m.release(); }",
                        "m.release();",
                        "GIVE",
                        "assert ahead != 2;",
                        "join t[1];",
                        "",
                    ],
                ],
            ),
            part(&["", "", "thread one"], &[&["m.acquire(); m.release();", "t[1].interrupt();", "h = 2;"]]),
        ],
        said: &[
            "",
            "",
            "invariant owner(m) != 1;",
            "invariant ahead != 2;",
            "invariant h != 2 || owner(m) != 0;",
        ],
    },
    // Objects behind objects, in reach of threads that are started.
    Plot {
        declares: &[
            "class Node { x: mod 4; }",
            "class Box { inner: Node; synchronized fn bump() { let n = inner; n.x = 1; assert n.x == 1; } \
             synchronized fn look() -> Node { return inner; } }",
        ],
        parts: &[
            part(
                &["fn first(b: Box, n: Node)"],
                &[&["b.bump();", "b.bump();", "let l^ = b.look(); l^.x = 1;"]],
            ),
            part(
                &["fn second(b: Box, n: Node)"],
                &[
                    &["b.bump();", "g = 1;", "synchronized (b) { b.inner = new Node(); }", ""],
                    &[
                        "",
                        "b.bump();",
                        "n.x = 2;",
                        "when (n.x == 1) { assert false; }",
                        "let t^ = n.x; assert t^ != 1;",
                    ],
                ],
            ),
            part(
                &["fn third(b: Box, n: Node)"],
                &[&[
                    "n.x = 2;",
                    "n.x = 2;",
                    "synchronized (n) { n.x = 2; }",
                    "synchronized (b) { n.x = 2; }",
                    "skip;",
                ]],
            ),
            part(
                &["thread main"],
                &[
                    &["let n = new Node(); let b = new Box(); b.inner = n;"],
                    &[
                        "spawn first(b, n); spawn second(b, n); spawn third(b, n);",
                        "spawn first(b, n); spawn first(b, n); spawn third(b, n);",
                        "synchronized (b) { spawn second(b, n); n.x = 1; }",
                        "synchronized (n) { spawn second(b, n); n.x = 1; n.x = 2; }",
                        "spawn first(b, n); spawn second(new Box(), n);",
                        "atomic { spawn first(b, n); spawn third(b, n); }",
                    ],
                    &["", "", "n.x = 3;", "b.bump();"],
                ],
            ),
        ],
        said: &[""],
    },
    // Few states and many cycles.
    Plot {
        declares: &[],
        parts: &[
            part(
                &["thread one"],
                &[&["when (w) { u = !u; v = !v; }", "when (u); w = true;", "while (true) { u = !u; }"]],
            ),
            part(
                &["thread two"],
                &[&[
                    "while (true) { when (!v); u = false; }",
                    "while (true) { u = true; v = u; }",
                    "when (u && v); assert !w;",
                ]],
            ),
            part(
                &["thread three"],
                &[&[
                    "while (true) { atomic { v = !v; } w = true; }",
                    "while (true) { v = !v; }",
                    "while (true) { w = true; when (u); w = false; }",
                ]],
            ),
            part(
                &["", "thread four"],
                &[&["while (true) { atomic { u = false; v = !v; } }", "when (w); u = true;"]],
            ),
        ],
        said: &["", "", "invariant !(u && v && w);", "invariant !u || !v;"],
    },
    // Elements of an array that grows are looked at where there are none.
    Plot {
        declares: &["class Holder { it: [mod 3] = new [mod 3]; }"],
        parts: &[
            part(
                &["thread grower"],
                &[&[
                    "let l^ = seq.it; l^.push(#); let z^ = l^.pop();",
                    "let l^ = seq.it; l^.push(#); let z^ = l^.pop();",
                    "let l^ = seq.it; l^.push(#); l^.clear();",
                    "let l^ = seq.it; l^.push(#);",
                    "q.push(#); let z^ = q.pop();",
                ]],
            ),
            part(
                &["thread looker"],
                &[&[
                    "let l^ = seq.it; let e^ = l^[0]; assert false;",
                    "let l^ = seq.it; let e^ = l^[0]; assert e^ != #;",
                    "let l^ = seq.it; l^[0] = 1; assert false;",
                    "let l^ = seq.it; assert cas(l^[0], #, 1);",
                    "let e^ = q[0]; assert false;",
                ]],
            ),
            part(&["", "", "thread third"], &[&["let l^ = seq.it; l^.push(#);", "when (q.len() == 1);"]]),
        ],
        said: &[""],
    },
];

const WAITING: &[&str] = &[
    "join b;",
    "try { join b; } catch (e: Interrupted) { skip; }",
    "try { join b; } catch (e: Interrupted) { g = 1; }",
    "when (true) { let l^ = new Cell(); synchronized (l^) { l^.wait_timed(); } }",
    "let l^ = new Cell(); synchronized (l^) { l^.wait_timed(); }",
    "let l^ = new Cell(); synchronized (l^) { try { l^.wait(); } catch (e: Interrupted) { g = 1; } }",
];
