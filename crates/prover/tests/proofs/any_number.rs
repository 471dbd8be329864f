//! Proofs for any number of threads, locks and elements, and that they fail where they should.

use crate::support::{check_mutations, example, failures, prove, with_solver};
use commute_prover::ffq01::Mutation;

#[test]
fn the_papers_programs_for_every_n() {
    if !with_solver() {
        return;
    }
    for file in ["simple_lock_n.cm", "rwlock_client_n.cm", "time_varying_mutex_n.cm"] {
        let proved = prove(&example(file));
        assert_eq!(failures(&proved), Vec::<String>::new(), "{file}");
        assert!(proved.plan.roles.iter().all(|r| r.is_family()), "{file}");
    }
}

#[test]
fn mutations_fail_also_for_every_n() {
    if !with_solver() {
        return;
    }
    let text = example("simple_lock_n.cm");
    let unlocked = text.replacen("    mx.acquire();\n", "", 1);
    assert_eq!(failures(&prove(&unlocked))[0], "worker[i]: guarantee to worker[j]: x' == x @ x = x * x;");
    let text = example("rwlock_client_n.cm");
    let careless = text.replace("when (w == NOBODY && len(r) == 0)", "when (w == NOBODY)");
    assert_eq!(failures(&prove(&careless)), ["writer[i]: invariant rwi @ when (w == NOBODY)"]);
}

#[test]
fn mutations_of_the_time_varying_mutex_with_arrays() {
    check_mutations(
        "time_varying_mutex_n.cm",
        &[
            Mutation {
                name: "L dropped",
                change: &[(
                    "env(i) = forall k in 0..K: owner(m_inode[k]) == i && busy[k] => busy[k]';\n",
                    "",
                )],
                fails: &[
                    "user[i]: not transitive: block[k]' == block[k]",
                    "formatter[i]: not transitive: block[k]' == block[k]",
                ],
            },
            Mutation {
                name: "busy set without m_busy",
                change: &[("        m_busy[k].acquire();\n", ""), ("        m_busy[k].release();\n", "")],
                fails: &[
                    "user[i]: guarantee to user[j]: busy[k]' == busy[k] @ busy[k] = true;",
                    "user[i]: guarantee to formatter[j]: busy[k]' == busy[k] @ busy[k] = true;",
                ],
            },
            Mutation {
                name: "thread 2 without its test",
                change: &[(
                    "    if !busy[k] {\n        block[k] = 0;",
                    "    if true {\n        block[k] = 0;",
                )],
                fails: &[
                    "formatter[i]: guarantee to user[j]: block[k]' == block[k] @ block[k] = 0;",
                    "formatter[i]: guarantee to formatter[j]: block[k]' == block[k] @ block[k] = 0;",
                    "formatter[i]: assertion @ assert block[k] == 0;",
                ],
            },
            Mutation {
                name: "another block",
                change: &[("    block[k] = 1;", "    block[0] = 1;")],
                fails: &[
                    "user[i]: guarantee to user[j]: block[k]' == block[k] @ block[0] = 1;",
                    "user[i]: guarantee to formatter[j]: block[k]' == block[k] @ block[0] = 1;",
                    "user[i]: assertion @ assert block[k] == 1;",
                ],
            },
        ],
    );
}

#[test]
fn arrays_of_any_length() {
    if !with_solver() {
        return;
    }
    let text = "const N: int; var flag: [bool; N];
        env(i) = 0 <= i && i < N => flag[i]' == flag[i];
        thread t[i in 0..N] { flag[i] = true; assert flag[i]; flag[i] = false; }";
    assert_eq!(failures(&prove(text)), Vec::<String>::new());
    let wrong = text.replace("flag[i] = false", "flag[0] = false");
    assert_eq!(
        failures(&prove(&wrong)),
        ["t[i]: guarantee to t[j]: flag[i]' == flag[i] @ flag[0] = false;",]
    );
    let outside = text.replace("assert flag[i]", "assert flag[i + 1]");
    assert_eq!(failures(&prove(&outside))[0], "t[i]: index out of bounds @ flag[i + 1]");
}
