//! Proofs for any number of threads, locks and elements, and that they fail where they should.

mod support;

use support::{example, failures, prove, with_solver};

#[test]
fn the_papers_programs_for_every_n() {
    if !with_solver() {
        return;
    }
    for file in ["simple_lock_n.cm", "rwlock_client_n.cm"] {
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
