//! Temporal properties of the examples, with and without weak fairness. Every reduction that may be used gives the same
//! answer, and every counterexample is confirmed by the independent interpreter.

use commute::engine::check_ltl;
use commute_certify::confirms_lasso;
use commute_explore::{Fairness, Limits, LtlVerdict, Options, OracleKind, Reduction, StopReason, Unobserved};
use commute_ir::PropertyKind;
use commute_testkit::{Model, root};
use commute_vm::Vm;
use std::sync::Arc;

const REDUCTIONS: [Reduction; 5] = [
    Reduction::Ample(OracleKind::Escape),
    Reduction::Ample(OracleKind::Wsl),
    Reduction::Ample(OracleKind::WslDom),
    Reduction::Ample(OracleKind::Ld),
    Reduction::Ample(OracleKind::LdThenWslDom),
];

fn with_property(file: &str, formula: &str) -> Model {
    let text = std::fs::read_to_string(root().join("examples").join(file)).unwrap();
    compile(&format!("{text}\nltl wanted = {formula};\n"))
}

fn compile(text: &str) -> Model {
    Model::compile("model.cm", text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// Checks the last temporal property and confirms what is found.
fn verdict(model: &Model, fairness: Fairness, options: &Options) -> LtlVerdict {
    let is_temporal = |p: &commute_ir::Property| matches!(p.kind, PropertyKind::Ltl(_));
    let property = model.program.properties.iter().rposition(is_temporal).unwrap();
    let mut vm = Vm::new(Arc::clone(&model.program));
    let outcome = check_ltl(&mut vm, property, fairness, options, &mut Unobserved);
    if let LtlVerdict::Violated(lasso) = &outcome.verdict {
        let fair = fairness == Fairness::Weak;
        confirms_lasso(&model.program, property, &lasso.stem, &lasso.cycle, fair).unwrap_or_else(|e| {
            panic!("not confirmed, {fairness:?}, {:?}: {e}: {lasso:?}", options.reduction)
        });
    }
    outcome.verdict
}

fn holds(model: &Model, fairness: Fairness, reduction: Reduction) -> bool {
    match verdict(model, fairness, &Options { reduction, ..Options::default() }) {
        LtlVerdict::Holds => true,
        LtlVerdict::Violated(_) => false,
        other => panic!("{other:?}"),
    }
}

/// Whether a property holds for all executions, and for the weakly fair ones.
fn both(model: &Model) -> (bool, bool) {
    let all = holds(model, Fairness::None, Reduction::None);
    for reduction in REDUCTIONS {
        assert_eq!(holds(model, Fairness::None, reduction), all, "{reduction:?}");
    }
    (all, holds(model, Fairness::Weak, Reduction::None))
}

#[track_caller]
fn check(file: &str, formula: &str, all: bool, fair: bool) {
    assert_eq!(both(&with_property(file, formula)), (all, fair), "{file}: {formula}");
}

const YES: bool = true;
const NO: bool = false;

#[test]
fn peterson() {
    let check = |formula, all, fair| check("peterson.cm", formula, all, fair);
    check("[] !(at(contender[0], 'critical) && at(contender[1], 'critical))", YES, YES);
    check("[]!at(contender[0], 'critical)", NO, NO);
    check("[](flag[0] -> <>at(contender[0], 'critical))", NO, YES);
    check("[]<>at(contender[1], 'critical)", NO, YES);
    check("<>[]!flag[0]", NO, NO);
    check("!at(contender[0], 'critical) W flag[0]", YES, YES);
    check("!at(contender[0], 'critical) U flag[0]", NO, YES);
    // Who has let the other go first is not overtaken twice.
    let waits = "flag[0] && turn == 1 && at(contender[1], 'critical)";
    check(&format!("[]({waits} -> (turn == 1 W (turn == 0 W at(contender[0], 'critical))))"), YES, YES);
}

#[test]
fn dekker() {
    let check = |formula, all, fair| check("dekker.cm", formula, all, fair);
    check("[]!(cs1 && cs2)", YES, YES);
    check("[](a1 -> <>!a1)", NO, YES);
    // Both may retreat again and again.
    check("[](a1 -> <>cs1)", NO, NO);
    check("[]<>a1 -> []<>cs1", NO, NO);
    check("[]<>(cs1 || cs2) || <>[](!cs1 && !cs2)", YES, YES);
    check("<>cs1 -> (!cs1 U a1)", YES, YES);
}

#[test]
fn dining_philosophers() {
    // A deadlock is an execution that stays where it is.
    let returned = "[](owner(fork[0]) == 0 -> <>owner(fork[0]) != 0)";
    check("dining.cm", returned, NO, NO);
    // A neighbour may take a fork again and again; that it is free between does not make it fair.
    check("dining_ordered.cm", returned, NO, NO);
    // Of three, the others cannot go on for ever while one eats; of four, the one opposite can.
    let eats = "owner(fork[1]) == 1 && owner(fork[2]) == 1";
    check("dining_ordered.cm", &format!("[]({eats} -> <>!({eats}))"), YES, YES);
    check("dining_ordered.cm", &format!("[]!({eats})"), NO, NO);
    let text = std::fs::read_to_string(root().join("examples/dining_ordered.cm")).unwrap();
    let four = text.replace("const N: int = 3;", "const N: int = 4;");
    assert_eq!(both(&compile(&format!("{four} ltl p = []({eats} -> <>!({eats}));"))), (NO, YES));
    let someone = "exists i in 0..N: owner(fork[i]) == i && owner(fork[(i + 1) % N]) == i";
    check("dining_ordered.cm", &format!("[]<>({someone})"), YES, YES);
    check("dining.cm", &format!("[]<>({someone})"), NO, NO);
    check("dining_ordered.cm", &format!("[]<>({eats})"), NO, NO);
    check("dining.cm", "[]<>(owner(fork[0]) == -1)", NO, NO);
}

#[test]
fn programs_that_end_stay_in_their_last_state() {
    let check_items = |formula, all, fair| check("producer_consumer.cm", formula, all, fair);
    check_items("[](len(items) <= CAPACITY)", YES, YES);
    check_items("[](len(items) > 0 -> <>(len(items) == 0))", YES, YES);
    check_items("<>[](len(items) == 0)", YES, YES);
    check_items("[]<>(len(items) > 0)", NO, NO);
    check_items("len(items) == 0 U len(items) == 1", YES, YES);
    check_items("<>(len(items) == CAPACITY)", NO, NO);
    check("barrier.cm", "<>[](y == 2)", YES, YES);
    check("barrier.cm", "<>at(meeting[0], 'B) && <>at(meeting[0], 'D)", YES, YES);
    check("barrier.cm", "[](at(meeting[0], 'B) -> owner(m0) == 0 U at(meeting[0], 'D))", YES, YES);
    check("barrier.cm", "[](at(meeting[0], 'B) -> owner(m0) == 0 U x0 == 1)", NO, NO);
    check("readers_writers.cm", "[]!(control.writing && control.reading > 0)", YES, YES);
    check("readers_writers.cm", "[](control.writing -> <>!control.writing)", YES, YES);
    check("readers_writers.cm", "<>(data == 1)", YES, YES);
    check("readers_writers.cm", "<>(data == 2)", NO, NO);
}

#[test]
fn threads_that_fail_at_once_end_no_search() {
    let fails =
        |formula: &str| compile(&format!("thread t[i in 0..2] {{ assert false; }}\nltl p = {formula};"));
    assert_eq!(both(&fails("false")), (NO, NO));
    assert_eq!(both(&fails("true")), (YES, YES));
}

#[test]
fn next_time_is_refused_under_a_reduction() {
    let first = with_property("producer_consumer.cm", "X len(items) == 1");
    assert!(holds(&first, Fairness::None, Reduction::None));
    let second = with_property("producer_consumer.cm", "X X len(items) == 2");
    assert!(!holds(&second, Fairness::None, Reduction::None));
    for reduction in REDUCTIONS {
        let options = Options { reduction, ..Options::default() };
        let LtlVerdict::Refused(reason) = verdict(&first, Fairness::None, &options) else { panic!() };
        assert!(reason.contains("next-time operator `X`"), "{reason}");
    }
}

#[test]
fn fairness_is_refused_under_a_reduction() {
    let model = with_property("peterson.cm", "[]<>flag[0]");
    let options = Options { reduction: REDUCTIONS[0], ..Options::default() };
    let LtlVerdict::Refused(reason) = verdict(&model, Fairness::Weak, &options) else { panic!() };
    assert!(reason.contains("weak fairness"), "{reason}");
}

#[test]
fn what_the_product_cannot_number_is_refused() {
    let reason = |text: &str, fairness| match verdict(&compile(text), fairness, &Options::default()) {
        LtlVerdict::Refused(reason) => reason,
        other => panic!("{other:?}"),
    };
    let threads = "var x: int; thread t[i in 0..64] { loop { x = i; } } ltl p = []<>(x == 0);";
    assert!(reason(threads, Fairness::Weak).contains("too many threads"));
    assert!(!holds(&compile(threads), Fairness::None, Reduction::None));
    let choices = "var x: int; thread t { x = choose(0..40000); } ltl p = []<>(x != 0);";
    assert!(reason(choices, Fairness::None).contains("too many choices"));
}

#[test]
fn a_limit_leaves_it_undecided() {
    let model = with_property("peterson.cm", "[]!(flag[0] && turn == 7)");
    let limits = Limits { states: Some(5), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let found = verdict(&model, Fairness::None, &options);
    assert_eq!(found, LtlVerdict::Undecided(StopReason::States(5)));
}

#[test]
fn states_inside_an_atomic_block_are_not_seen() {
    let program =
        "var x: int; thread t { loop { atomic { x = 1; let c = choose(0..2); x = c - c; } yield; } }";
    assert_eq!(both(&compile(&format!("{program} ltl p = [](x == 0);"))), (YES, YES));
    // The word of such a program has a letter for each step outside.
    assert_eq!(both(&compile(&format!("{program} ltl p = <>(x == 1);"))), (NO, NO));
    let program = "var x: int; thread t { loop { atomic { x = 1; let c = choose(0..2); x = c; } yield; } }";
    assert_eq!(both(&compile(&format!("{program} ltl p = []<>(x == 0);"))), (NO, NO));
    assert_eq!(both(&compile(&format!("{program} ltl p = <>(x == 1);"))), (NO, NO));
}

/// A thread that another disturbs only inside its atomic blocks is not disabled by that.
#[test]
fn an_exclusive_thread_does_not_excuse_unfairness() {
    let program = "var x: int; var y: bool;
        thread t { loop { atomic { x = choose(0..2); x = choose(0..2); } } }
        thread u { y = true; }";
    assert_eq!(both(&compile(&format!("{program} ltl p = <>y;"))), (NO, YES));
}

#[test]
fn an_execution_with_a_false_assumption_does_not_count_once_it_is_over() {
    let program = "var x: int; thread t { let c = choose(0..2); assume c == 1; x = 1; }";
    assert_eq!(both(&compile(&format!("{program} ltl p = <>(x == 1);"))), (YES, YES));
}

#[test]
fn threads_that_are_started_later_are_treated_fairly_too() {
    let program = "var x: bool; var y: int;
        fn child() { x = true; }
        thread t { spawn child(); loop { y = 1 - y; } }";
    assert_eq!(both(&compile(&format!("{program} ltl p = <>x;"))), (NO, YES));
    // The child's steps come to an end, so somebody else has to make the others.
    assert_eq!(both(&compile(&format!("{program} ltl p = []<>(y == 1);"))), (YES, YES));
}
