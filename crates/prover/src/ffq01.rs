//! The programs of FFQ01: what the paper writes for each, what can be left out here, and single changes with what must
//! come of them.
//!
//! # Source
//! FFQ01 sections 4.1, 6.1, 6.2 and 6.3.
//!
//! # Idea
//! A method that proves the right programs may still prove wrong ones. So each program is changed in one place, and the
//! failure must be at that place and of that kind; a change that does no harm must not be reported. The tests and
//! `commute tables ffq01` read the same table.
//!
//! # Notation
//! A failure is written as [`crate::summary::lines`] does.
//!
//! # Premises
//! none
//!
//! # Deviations
//! - D1. Section 6.2 prints RWI as the first conjunct of A_i, where the text means RWA_i. Taken literally A_i is not
//!   reflexive; that is the first mutation of the reader-writer lock.

/// A change of a program: what is replaced by what, and what must come of it.
pub struct Mutation {
    /// What is changed.
    pub name: &'static str,
    /// The first occurrence of each text is replaced by the other one.
    pub change: &'static [(&'static str, &'static str)],
    /// All failures; none if it must still verify.
    pub fails: &'static [&'static str],
}

/// A program of the paper.
pub struct PaperProgram {
    /// What the paper calls it.
    pub title: &'static str,
    /// The file.
    pub file: &'static str,
    /// The program with the paper's annotations.
    pub text: &'static str,
    /// How many formulas the paper writes for it (A and its named parts, I, Initially), and how many conjuncts these have.
    pub published: (usize, usize),
    /// What is left out of the text so that only the program with its initial states and the property remain.
    pub property_only: &'static [(&'static str, &'static str)],
    /// The program written for reduction, if that needs less: its file and its text.
    pub reduced: Option<(&'static str, &'static str)>,
    /// Changes.
    pub mutations: &'static [Mutation],
}

/// A text with the first occurrence of each left side replaced by its right side.
pub fn changed(text: &str, change: &[(&str, &str)]) -> String {
    change.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "[commute internal bug] there is no {from:?} in the program");
        text.replacen(from, to, 1)
    })
}

/// The programs, in the order of the paper.
pub const PROGRAMS: &[PaperProgram] = &[
    PaperProgram {
        title: "SimpleLock",
        file: "examples/prove/simple_lock.cm",
        text: include_str!("../../../examples/prove/simple_lock.cm"),
        published: (1, 2),
        property_only: &[("env(i) = mx == i => mx' == i && x' == x;\n", "")],
        reduced: Some((
            "examples/prove/simple_lock_guarded.cm",
            include_str!("../../../examples/prove/simple_lock_guarded.cm"),
        )),
        mutations: &[
            Mutation {
                name: "no acquire in thread 1",
                change: &[("    action(mx == NOBODY && mx' == 0) modifies mx;\n", "")],
                fails: &[
                    "thread1: guarantee to thread2: x' == x @ x = x * x;",
                    "thread1: guarantee to thread2: x' == x @ x = x + 2;",
                    "thread1: assertion @ assert x > 1;",
                    "thread1: assertion @ mx == 0",
                ],
            },
            Mutation {
                name: "no acquire in thread 2",
                change: &[("    action(mx == NOBODY && mx' == 1) modifies mx;\n", "")],
                fails: &["thread2: guarantee to thread1: x' == x @ x = 0;", "thread2: assertion @ mx == 1"],
            },
            Mutation {
                name: "release before the assertion",
                change: &[(
                    "    assert x > 1;\n    action(mx' == NOBODY) modifies mx assert mx == 0;\n",
                    "    action(mx' == NOBODY) modifies mx assert mx == 0;\n    assert x > 1;\n",
                )],
                fails: &["thread1: assertion @ assert x > 1;"],
            },
            Mutation {
                name: "x' == x dropped",
                change: &[("&& x' == x", "")],
                fails: &["thread1: assertion @ assert x > 1;"],
            },
            Mutation {
                name: "mx' == i dropped",
                change: &[("mx' == i && ", "")],
                fails: &["thread1: not transitive: x' == x", "thread2: not transitive: x' == x"],
            },
            Mutation {
                name: "no release in thread 2",
                change: &[("    action(mx' == NOBODY) modifies mx assert mx == 1;\n", "")],
                fails: &[],
            },
            Mutation { name: "any initial state", change: &[("env(i)", "init true;\n\nenv(i)")], fails: &[] },
        ],
    },
    PaperProgram {
        title: "Dekker's algorithm",
        file: "examples/prove/dekker.cm",
        text: include_str!("../../../examples/prove/dekker.cm"),
        published: (3, 7),
        property_only: &[
            (
                "env(i) = (i == thread1 => a1' == a1 && cs1' == cs1) && (i == thread2 => a2' == a2 && cs2' == cs2);\n",
                "",
            ),
            ("invariant wants1: cs1 => a1;\ninvariant wants2: cs2 => a2;\n", ""),
        ],
        reduced: None,
        mutations: &[
            Mutation {
                name: "wants1 dropped",
                change: &[("invariant wants1: cs1 => a1;\n", "")],
                fails: &["thread2: invariant mutual_exclusion @ action(cs2' == !a1) modifies cs2;"],
            },
            Mutation {
                name: "wants2 dropped",
                change: &[("invariant wants2: cs2 => a2;\n", "")],
                fails: &["thread1: invariant mutual_exclusion @ action(cs1' == !a2) modifies cs1;"],
            },
            Mutation {
                name: "only mutual exclusion",
                change: &[("invariant wants1: cs1 => a1;\ninvariant wants2: cs2 => a2;\n", "")],
                fails: &[
                    "thread1: invariant mutual_exclusion @ action(cs1' == !a2) modifies cs1;",
                    "thread2: invariant mutual_exclusion @ action(cs2' == !a1) modifies cs2;",
                ],
            },
            Mutation {
                name: "flag set after the test",
                change: &[(
                    "        a1 = true;\n        action(cs1' == !a2) modifies cs1;\n",
                    "        action(cs1' == !a2) modifies cs1;\n        a1 = true;\n",
                )],
                fails: &["thread1: invariant wants1 @ action(cs1' == !a2) modifies cs1;"],
            },
            Mutation {
                name: "test split from the write",
                change: &[("action(cs1' == !a2) modifies cs1;", "cs1 = !a2;")],
                fails: &["thread1: invariant mutual_exclusion @ cs1 = !a2;"],
            },
            Mutation {
                name: "anything at first that the invariants allow",
                change: &[("init !cs1 && !cs2;", "init !(cs1 && cs2) && (cs1 => a1) && (cs2 => a2);")],
                fails: &[],
            },
        ],
    },
    PaperProgram {
        title: "reader-writer lock",
        file: "examples/prove/rwlock_client.cm",
        text: include_str!("../../../examples/prove/rwlock_client.cm"),
        published: (4, 7),
        property_only: &[
            (
                "env(i) = ((w == i) == (w' == i))\n    && ((i in r) == (i in r'))\n    && (i in r => x' == x)\n    && (i == reader => y' == y);\n",
                "",
            ),
            ("invariant rwi: len(r) == 0 || w == NOBODY;\n", ""),
        ],
        reduced: None,
        mutations: &[
            Mutation {
                name: "RWI as a conjunct of A, as printed",
                change: &[(
                    "((w == i) == (w' == i))\n    && ((i in r) == (i in r'))",
                    "(len(r) == 0 || w == NOBODY)",
                )],
                fails: &[
                    "writer: not reflexive: len(r) == 0 || w == NOBODY",
                    "reader: not reflexive: len(r) == 0 || w == NOBODY",
                ],
            },
            Mutation {
                name: "begin-write that ignores readers",
                change: &[("when (w == NOBODY && len(r) == 0)", "when (w == NOBODY)")],
                fails: &["writer: invariant rwi @ when (w == NOBODY)"],
            },
            Mutation {
                name: "a reader that lets go early",
                change: &[(
                    "    assert y == x;\n    end_read(1);\n",
                    "    end_read(1);\n    assert y == x;\n",
                )],
                fails: &["reader: assertion @ assert y == x;"],
            },
            Mutation {
                name: "the readers as a counter: who holds the lock for reading is not known any more",
                change: &[
                    ("var r: set<int>;", "var r: int;"),
                    ("init w == NOBODY && len(r) == 0;", "init w == NOBODY && r == 0;"),
                    ("((i in r) == (i in r'))\n    && (i in r => x' == x)", "(r > 0 => x' == x)"),
                    ("len(r) == 0 || w", "r == 0 || w"),
                    ("w == NOBODY && len(r) == 0", "w == NOBODY && r == 0"),
                    ("r.add(i);", "r = r + 1;"),
                    (
                        "        assert i in r;\n        r.remove(i);",
                        "        assert r > 0;\n        r = r - 1;",
                    ),
                ],
                fails: &["writer: not transitive: x' == x", "reader: not transitive: x' == x"],
            },
            Mutation {
                name: "the readers as a counter, with a ghost flag for the one reader there is",
                change: &[
                    ("var r: set<int>;", "var r: int;\nvar reading: bool;"),
                    ("init w == NOBODY && len(r) == 0;", "init w == NOBODY && r == 0 && !reading;"),
                    (
                        "((i in r) == (i in r'))\n    && (i in r => x' == x)",
                        "(i == reader => reading' == reading && r' == r)\n    && (i == reader && reading => x' == x)",
                    ),
                    (
                        "invariant rwi: len(r) == 0 || w == NOBODY;",
                        "invariant rwi: r == 0 || w == NOBODY;\ninvariant ghost: r == 0 && !reading || r == 1 && reading;",
                    ),
                    ("w == NOBODY && len(r) == 0", "w == NOBODY && r == 0"),
                    ("r.add(i);", "r = r + 1;\n        reading = true;"),
                    (
                        "        assert i in r;\n        r.remove(i);",
                        "        assert r > 0;\n        r = r - 1;\n        reading = false;",
                    ),
                ],
                fails: &[],
            },
            Mutation { name: "no end of writing", change: &[("    end_write(0);\n", "")], fails: &[] },
        ],
    },
    PaperProgram {
        title: "time-varying mutex",
        file: "examples/prove/time_varying_mutex.cm",
        text: include_str!("../../../examples/prove/time_varying_mutex.cm"),
        published: (6, 9),
        property_only: &[
            (
                "env(i) = (owner(m_inode) == i => owner(m_inode)' == i && inode' == inode)\n    && (owner(m_busy) == i => owner(m_busy)' == i && busy' == busy);\n",
                "",
            ),
            (
                "env(i) = (busy && owner(m_inode) == i => block' == block)\n    && (!busy && owner(m_busy) == i => block' == block);\n",
                "",
            ),
            ("env(i) = owner(m_inode) == i && busy => busy';\n", ""),
            ("invariant allocated: owner(m_inode) == NOBODY && inode => busy;\n", ""),
        ],
        reduced: None,
        mutations: &[
            Mutation {
                name: "L dropped",
                change: &[("env(i) = owner(m_inode) == i && busy => busy';\n", "")],
                fails: &[
                    "user: not transitive: block' == block",
                    "formatter: not transitive: block' == block",
                ],
            },
            Mutation {
                name: "busy set without m_busy",
                change: &[(
                    "        m_busy.acquire();\n        busy = true;\n        m_busy.release();\n",
                    "        busy = true;\n",
                )],
                fails: &["user: guarantee to formatter: busy' == busy @ busy = true;"],
            },
            Mutation {
                name: "thread 2 without its test",
                change: &[(
                    "    if !busy {\n        block = 0;\n        assert block == 0;\n    }\n",
                    "    block = 0;\n    assert block == 0;\n",
                )],
                fails: &[
                    "formatter: guarantee to user: block' == block @ block = 0;",
                    "formatter: assertion @ assert block == 0;",
                ],
            },
            Mutation {
                name: "inode set first, before its lock is taken",
                change: &[
                    ("        m_busy.release();\n        inode = true;\n", "        m_busy.release();\n"),
                    ("    m_inode.acquire();\n", "    inode = true;\n    m_inode.acquire();\n"),
                ],
                fails: &[
                    "user: guarantee to formatter: inode' == inode @ inode = true;",
                    "user: invariant allocated @ inode = true;",
                ],
            },
            // While m_inode is held nobody looks at the inode, and the invariant says nothing about it: harmless.
            Mutation {
                name: "inode set first, under its lock",
                change: &[
                    ("        m_busy.release();\n        inode = true;\n", "        m_busy.release();\n"),
                    (
                        "        m_busy.acquire();\n        busy = true;",
                        "        inode = true;\n        m_busy.acquire();\n        busy = true;",
                    ),
                ],
                fails: &[],
            },
            Mutation {
                name: "no release in thread 1",
                change: &[("    m_inode.release();\n", "")],
                fails: &[],
            },
        ],
    },
];
