//! What holds for no good reason is no proof.

use crate::support::{example, failures, prove, with_solver};

fn check(text: &str, expected: &[&str]) {
    if with_solver() {
        assert_eq!(failures(&prove(text)), expected, "{text}");
    }
}

const ENV: &str = "env(i) = x' == x;";

#[test]
fn an_unsatisfiable_init_is_an_error() {
    let text = format!("var x: int; init x > 0 && x < 0; {ENV} thread t {{ assert x == 7; }}");
    check(&text, &["not init x > 0", "vacuous @ x < 0"]);
}

#[test]
fn an_unsatisfiable_path_is_an_error() {
    let text = format!("var x: int; {ENV} thread t {{ assume x > 0; assert x == 7; }}");
    check(&text, &["vacuous @ assume x > 0;"]);
}

#[test]
fn a_guard_that_is_never_true_is_an_error() {
    let text = format!("var x: int; {ENV} thread t {{ when (x > 0) {{ x = 1; }} assert false; }}");
    check(&text, &["vacuous @ when (x > 0)"]);
}

#[test]
fn a_branch_that_is_never_taken_is_not() {
    let text = format!("var x: int; {ENV} thread t {{ if x > 0 {{ assert x == 7; }} }}");
    check(&text, &[]);
}

#[test]
fn the_end_of_an_endless_loop_need_not_be_reached() {
    check(&example("dekker.cm"), &[]);
}
