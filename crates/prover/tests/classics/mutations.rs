//! Two ways to break each algorithm that is proved: the model, a text in it, and what takes its place.

pub const MUTATIONS: &[(&str, &str, &str)] = &[
    ("counter", "        m.acquire();\n", ""),
    ("counter", "count = before + 1;", "count = before + 2;"),
    ("ticket", "next = mine + 1;", "next = mine;"),
    ("ticket", "while serving != mine {}", "while serving + 1 < mine {}"),
    ("peterson", "turn = 1 - i;\n", "turn = i;\n"),
    ("peterson", "wants[i] = true;\n        turn = 1 - i;", "turn = 1 - i;\n        wants[i] = true;"),
    ("token_ring", "while token != i {}", "while token > i {}"),
    ("token_ring", "token = (i + 1) % N;", "token = (i + 1) % N;\n        assert inside == i;"),
    (
        "latch",
        "    done[i] = true;\n    atomic {\n        gone = gone + 1;\n    }",
        "    atomic {\n        gone = gone + 1;\n    }\n    done[i] = true;",
    ),
    ("latch", "while gone < N {}", "while gone + 1 < N {}"),
    ("spin_barrier", "while count < N {}", "while count + 1 < N {}"),
    ("spin_barrier", "count = count + 1;", "count = count + 2;"),
    ("once", "cas(state, NEW, RUNNING)", "state == NEW"),
    ("once", "while state != DONE {}", "while state == NEW {}"),
    (
        "double_checked",
        "            value = 42;\n            ready = true;",
        "            ready = true;\n            value = 42;",
    ),
    (
        "double_checked",
        "        m.acquire();\n        if !ready {",
        "        m.acquire();\n        if true {",
    ),
    ("dining", "            fork[right].acquire();\n", "            if fork[right].try_acquire() {}\n"),
    (
        "dining",
        "            eating[i] = false;\n            fork[right].release();\n            fork[i].release();",
        "            fork[i].release();\n            eating[i] = false;\n            fork[right].release();",
    ),
    (
        "deque",
        "            bottom = b;\n            let t = top;",
        "            let t = top;\n            bottom = b;",
    ),
    ("deque", "if t < b {\n                assert", "if t <= b {\n                assert"),
    (
        "rwlock_flags",
        "        reading[i] = true;\n        if !writing {",
        "        if !writing {\n            reading[i] = true;",
    ),
    ("rwlock_flags", "            while reading[k] {}\n", ""),
    ("snapshot", "        let again = x;", "        let again = a;"),
    ("snapshot", "a <= b + 1", "a <= b"),
];
