//! Larger programs with annotations: each is proved for any number of threads, and each mutation fails at its place.

use crate::support::check_mutations;
use commute_prover::ffq01::Mutation;

#[test]
fn ticket_lock() {
    check_mutations(
        "ticket_lock.cm",
        &[
            Mutation {
                name: "ticket not drawn atomically",
                change: &[(
                    "        atomic {\n            mine[i] = next;\n            next = next + 1;\n        }\n",
                    "        mine[i] = next;\n        next = next + 1;\n",
                )],
                fails: &[
                    "worker[i]: invariant drawn @ mine[i] = next;",
                    "worker[i]: invariant different @ mine[i] = next;",
                    "worker[i]: guarantee to worker[j]: next' >= next @ next = next + 1;",
                    "worker[i]: invariant drawn @ next = next + 1;",
                ],
            },
            Mutation {
                name: "no waiting",
                change: &[("        when (serving == mine[i]);\n", "")],
                fails: &[
                    "worker[i]: guarantee to worker[j]: x' == x @ x = 5;",
                    "worker[i]: guarantee to worker[j]: x' == x @ x = x + 1;",
                    "worker[i]: assertion @ assert x == 6;",
                    "worker[i]: guarantee to worker[j]: serving' == serving @ atomic",
                    "worker[i]: invariant drawn @ atomic",
                ],
            },
            Mutation {
                name: "ticket kept after the turn",
                change: &[("            mine[i] = NONE;\n", "")],
                fails: &["worker[i]: invariant drawn @ atomic"],
            },
            Mutation {
                name: "tickets need not differ",
                change: &[(
                    "invariant different: forall i in 0..N: forall j in 0..N: i != j && mine[i] != NONE\n    => mine[i] != mine[j];\n",
                    "",
                )],
                fails: &[
                    "worker[i]: guarantee to worker[j]: x' == x @ x = 5;",
                    "worker[i]: guarantee to worker[j]: x' == x @ x = x + 1;",
                    "worker[i]: guarantee to worker[j]: serving' == serving @ atomic",
                    "worker[i]: invariant drawn @ atomic",
                ],
            },
            Mutation {
                name: "no last turn",
                change: &[(
                    "        atomic {\n            serving = serving + 1;\n            mine[i] = NONE;\n        }\n",
                    "        skip;\n",
                )],
                fails: &[],
            },
        ],
    );
}

#[test]
fn lock_queue() {
    check_mutations(
        "lock_queue.cm",
        &[
            Mutation {
                name: "consumer without the lock",
                change: &[("        m.acquire();\n        let h = head;", "        let h = head;")],
                fails: &[
                    "consumer[i]: assertion @ assert v % 2 == 0;",
                    "consumer[i]: guarantee to producer[j]: head' == head @ head = h + 1;",
                    "consumer[i]: guarantee to consumer[j]: head' == head @ head = h + 1;",
                    "consumer[i]: invariant bounds @ head = h + 1;",
                    "consumer[i]: invariant even @ head = h + 1;",
                    "consumer[i]: the lock is not held by this thread @ m.release()",
                ],
            },
            Mutation {
                name: "odd numbers",
                change: &[("slots[t] = 2 * v;", "slots[t] = v;")],
                fails: &["producer[i]: invariant even @ tail = t + 1;"],
            },
            Mutation {
                name: "counted before it is written",
                change: &[(
                    "            slots[t] = 2 * v;\n            tail = t + 1;\n",
                    "            tail = t + 1;\n            slots[t] = 2 * v;\n",
                )],
                fails: &["producer[i]: invariant even @ tail = t + 1;"],
            },
            Mutation {
                name: "no test for emptiness",
                change: &[("        if h < tail {", "        if h < SIZE {")],
                fails: &[
                    "consumer[i]: assertion @ assert v % 2 == 0;",
                    "consumer[i]: invariant bounds @ head = h + 1;",
                ],
            },
            Mutation {
                name: "no release by the producer",
                change: &[(
                    "            tail = t + 1;\n        }\n        m.release();",
                    "            tail = t + 1;\n        }",
                )],
                fails: &[],
            },
        ],
    );
}

#[test]
fn hand_over_hand() {
    check_mutations(
        "hand_over_hand.cm",
        &[
            Mutation {
                name: "lock of the node released first",
                change: &[(
                    "        m[down].acquire();\n        assert next[at] == down;\n        m[at].release();\n",
                    "        m[at].release();\n        m[down].acquire();\n        assert next[at] == down;\n",
                )],
                fails: &["walker[i]: assertion @ assert next[at] == down;"],
            },
            Mutation {
                name: "pop without the lock of the node",
                change: &[("        m[first].acquire();\n", ""), ("        m[first].release();\n", "")],
                fails: &[
                    "popper[i]: guarantee to pusher[j]: next[k]' == next[k] @ next[first] = 0;",
                    "popper[i]: guarantee to walker[j]: next[k]' == next[k] @ next[first] = 0;",
                    "popper[i]: guarantee to popper[j]: next[k]' == next[k] @ next[first] = 0;",
                    "popper[i]: assertion @ assert next[0] == second && next[first] == 0;",
                ],
            },
            Mutation {
                name: "push without the lock of the node",
                change: &[("        m[k].acquire();\n", ""), ("        m[k].release();\n", "")],
                fails: &[
                    "pusher[i]: guarantee to pusher[j]: value[k]' == value[k] @ value[k] = i;",
                    "pusher[i]: guarantee to walker[j]: value[k]' == value[k] @ value[k] = i;",
                    "pusher[i]: guarantee to popper[j]: value[k]' == value[k] @ value[k] = i;",
                    "pusher[i]: guarantee to pusher[j]: next[k]' == next[k] @ next[k] = first;",
                    "pusher[i]: guarantee to walker[j]: next[k]' == next[k] @ next[k] = first;",
                    "pusher[i]: guarantee to popper[j]: next[k]' == next[k] @ next[k] = first;",
                    "pusher[i]: assertion @ assert next[k] == first && value[k] == i;",
                ],
            },
            Mutation {
                name: "links to anywhere",
                change: &[(
                    "        next[first] = 0;\n        assert next[0] == second && next[first] == 0;",
                    "        next[first] = SIZE;\n        assert next[0] == second;",
                )],
                fails: &["popper[i]: invariant links @ next[first] = SIZE;"],
            },
        ],
    );
}

#[test]
fn refcount() {
    check_mutations(
        "refcount.cm",
        &[
            Mutation {
                name: "join without the test",
                change: &[("            if !destroyed {", "            if true {")],
                fails: &["user[i]: invariant in_use @ atomic"],
            },
            Mutation {
                name: "everybody destroys",
                change: &[("                if len(users) == 0 {", "                if true {")],
                fails: &[
                    "user[i]: guarantee to user[j]: destroyed @ atomic",
                    "user[i]: invariant in_use @ atomic",
                ],
            },
            Mutation {
                name: "the user is not entered",
                change: &[("                users.add(i);\n", "")],
                fails: &["user[i]: assertion @ assert !destroyed;"],
            },
            Mutation {
                name: "test and entry apart",
                change: &[(
                    "        atomic {\n            if !destroyed {\n                users.add(i);\n                in_time = true;\n            }\n        }\n",
                    "        if !destroyed {\n            users.add(i);\n            in_time = true;\n        }\n",
                )],
                fails: &["user[i]: invariant in_use @ users.add(i)"],
            },
        ],
    );
}

#[test]
fn deque() {
    check_mutations(
        "deque.cm",
        &[
            Mutation {
                name: "no compare-and-swap for the last",
                change: &[(
                    "mine = cas(top, t, t + 1);",
                    "top = t + 1;\n                        mine = true;",
                )],
                fails: &["boss: assertion @ assert mine => first == b;"],
            },
            Mutation {
                name: "owner takes the last without asking",
                change: &[
                    (
                        "                if t < b {\n                    sure",
                        "                if t <= b {\n                    sure",
                    ),
                    (
                        "            if t < b {\n                // The",
                        "            if t <= b {\n                // The",
                    ),
                ],
                fails: &[
                    "boss: guarantee to thief[j]: top' < bottom' || top' == bottom' && popping' && !sure' @ atomic",
                ],
            },
            Mutation {
                name: "thief does not compare",
                change: &[(
                    "                if cas(top, t, t + 1) {",
                    "                top = t + 1;\n                if true {",
                )],
                fails: &["thief[i]: guarantee to boss: top' >= top @ atomic"],
            },
            Mutation {
                name: "thief does not look at the bottom",
                change: &[(
                    "        if t < b {\n            atomic {\n                if cas",
                    "        if true {\n            atomic {\n                if cas",
                )],
                fails: &["thief[i]: assertion @ assert t < bottom || t == bottom && popping && !sure;"],
            },
            Mutation {
                name: "bottom read before top",
                change: &[(
                    "        let t = top;\n        let b = bottom;\n        if",
                    "        let b = bottom;\n        let t = top;\n        if",
                )],
                fails: &["thief[i]: assertion @ assert t < bottom || t == bottom && popping && !sure;"],
            },
        ],
    );
}

#[test]
fn treiber() {
    check_mutations(
        "treiber.cm",
        &[
            Mutation {
                name: "pop without compare-and-swap",
                change: &[(
                    "                    done = cas(top, t, after);\n",
                    "                    top = after;\n                    done = true;\n",
                )],
                fails: &[
                    "worker[i]: assertion @ assert !popped[t];",
                    "worker[i]: invariant on_top @ atomic",
                    "worker[i]: invariant below @ atomic",
                ],
            },
            Mutation {
                name: "push without compare-and-swap",
                change: &[("done = cas(top, t, n);", "top = n;\n                        done = true;")],
                fails: &[
                    "worker[i]: invariant linked @ atomic",
                    "worker[i]: invariant below @ atomic",
                    "worker[i]: invariant one_list @ atomic",
                ],
            },
        ],
    );
}
