//! Random obligations of every sort: the solver takes the text, and what it says can be confirmed by evaluation.
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

#[path = "../../../logic/tests/obligations/generate.rs"]
mod generate;

use commute_logic::Condition;
use commute_smt::{Setup, Verdict, find_solver};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::time::Duration;

#[test]
fn the_solver_takes_every_text_and_its_models_are_right() {
    let Ok(command) = find_solver(None) else {
        println!("skipped: no solver");
        return;
    };
    let mut setup = Setup { timeout: Duration::from_millis(500), ..Setup::new(command) };
    setup.second = std::env::var("COMMUTE_SECOND_SOLVER").ok().map(|s| find_solver(Some(&s)).unwrap());
    let mut checker = setup.checker();
    let mut runner = TestRunner::deterministic();
    let (mut proved, mut failed, mut confirmed, mut unknown) = (0, 0, 0, 0);
    for _ in 0..80 {
        let obligation = generate::obligation().new_tree(&mut runner).unwrap().current();
        let condition = Condition::of(&obligation);
        // A text that is refused, a model that is wrong and two solvers that disagree are errors.
        let report = checker.check(&condition).unwrap_or_else(|e| panic!("{e}\n{obligation}"));
        match report.verdict {
            Verdict::Proved { .. } => proved += 1,
            Verdict::Unknown { .. } => unknown += 1,
            Verdict::Failed(failures) => {
                failed += failures.len();
                confirmed += failures.iter().filter(|f| f.confirmed).count();
            }
        }
    }
    println!("{proved} proved, {failed} assertions fail, {confirmed} confirmed, {unknown} unknown");
    assert!(proved >= 10 && failed >= 20, "{proved} {failed}");
    assert!(confirmed * 3 >= failed, "most failures are confirmed: {confirmed} of {failed}");
    assert!(unknown <= 10, "{unknown} unknown");
}
