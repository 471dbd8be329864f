//! Searches of executions rather than states: bounds, bug hunting, going back by beginning again.

use commute::engine::search;
use commute::{JavaOptions, Program, Subject, Undo};
use commute_certify::confirms;
use commute_explore::{
    Bound, Limits, Options, Order, Outcome, Reduction, Sampling, StopReason, StoreKind, Unobserved, Verdict,
};
use commute_testkit::jvm::Jvm;
use commute_testkit::{Model, root};
use commute_vm::Vm;

fn example(file: &str) -> Model {
    let text = std::fs::read_to_string(root().join("examples").join(file)).unwrap();
    Model::compile(file, &text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

fn run(model: &Model, options: &Options) -> Outcome {
    let outcome = search(&mut Vm::new(model.program.clone()), options, &mut Unobserved);
    for found in &outcome.found {
        confirms(&model.program, &found.schedule, &found.violation.kind).unwrap_or_else(|e| panic!("{e}"));
    }
    outcome
}

fn bounded(file: &str, bound: Bound, store: StoreKind) -> Verdict {
    let options = Options { order: Order::Dfs, store, bound: Some(bound), ..Options::default() };
    run(&example(file), &options).verdict
}

/// An update is lost when one thread is preempted between its read and its write.
#[test]
fn a_lost_update_takes_one_preemption() {
    for store in [StoreKind::Exact, StoreKind::None] {
        let none = Bound::Preemptions(0);
        assert_eq!(bounded("lost_update.cm", none, store), Verdict::Undecided(StopReason::Bound(none)));
        assert_eq!(bounded("lost_update.cm", Bound::Preemptions(1), store), Verdict::Violated);
    }
}

/// Three philosophers who each have one fork: the first was preempted, the others wait for a fork, which costs nothing.
#[test]
fn dining_takes_one_preemption() {
    for none in [Bound::Preemptions(0), Bound::Delays(0)] {
        assert_eq!(bounded("dining.cm", none, StoreKind::Exact), Verdict::Undecided(StopReason::Bound(none)));
    }
    assert_eq!(bounded("dining.cm", Bound::Preemptions(1), StoreKind::Exact), Verdict::Violated);
    assert_eq!(bounded("dining.cm", Bound::Delays(2), StoreKind::Exact), Verdict::Violated);
}

/// A bound that leaves nothing out decides.
#[test]
fn a_large_bound_is_none() {
    assert_eq!(bounded("dining_ordered.cm", Bound::Preemptions(1_000), StoreKind::Exact), Verdict::Holds);
}

/// A bound explores the same with a store and without one: a state that is reached with less spent is explored again.
#[test]
fn bounds_agree_with_and_without_a_store() {
    for file in ["lost_update.cm", "lost_notify.cm", "sto00_copy.cm"] {
        for n in 0..3 {
            for bound in [Bound::Preemptions(n), Bound::Delays(n)] {
                let (with, without) =
                    (bounded(file, bound, StoreKind::Exact), bounded(file, bound, StoreKind::None));
                assert_eq!(with, without, "{file} {bound:?}");
            }
        }
    }
}

fn sample(file: &str, sampling: Sampling, seed: u64) -> Outcome {
    let order = Order::Sample { sampling, seed, executions: 300 };
    run(&example(file), &Options { order, store: StoreKind::None, ..Options::default() })
}

#[test]
fn random_executions_find_bugs_and_can_be_repeated() {
    for how in [Sampling::Random, Sampling::Pct { depth: 3 }] {
        for file in ["dining.cm", "lost_update.cm", "lost_notify.cm", "aba.cm"] {
            let outcome = sample(file, how, 1);
            assert_eq!(outcome.verdict, Verdict::Violated, "{file} {how:?}");
            assert_eq!(outcome.found, sample(file, how, 1).found, "the same seed");
        }
        let nothing = sample("sto00_two_locks.cm", how, 1);
        assert_eq!(nothing.verdict, Verdict::Undecided(StopReason::Sampled { executions: 300 }));
        assert_eq!((nothing.stats.terminal, nothing.stats.transitions), (300, 300 * 12));
    }
}

/// A Java program in which an update may be lost; says if there is no JDK.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what was skipped")]
fn lost_update_in_java() -> Option<Program> {
    Jvm::find().map_err(|why| eprintln!("skipped: {why}")).ok()?;
    let file = root().join("crates/front-jvm/tests/concurrent/LostUpdate.java");
    Some(Program::java(file, &JavaOptions::default()).unwrap())
}

/// Reset and replay explores exactly what the machine's own undo explores, whatever the strategy and the store, and says what it cost.
#[test]
fn going_back_by_beginning_again() {
    let examples = ["sto00_two_locks.cm", "lost_notify.cm", "memory_reuse.cm"];
    let open = |file: &str| Program::model(root().join("examples").join(file)).unwrap();
    let programs: Vec<Program> = examples.into_iter().map(open).chain(lost_update_in_java()).collect();
    let limits = Limits { states: Some(120), depth: Some(40), ..Limits::default() };
    let (mut searches, mut going_back) = (0, 0);
    for program in &programs {
        for reduction in Reduction::all() {
            for store in [StoreKind::Exact, StoreKind::None] {
                let options = Options { order: Order::Dfs, store, reduction, limits, ..Options::default() };
                let options = Options { keep_going: true, ..options };
                let undone = [Undo::default(), Undo::Replay];
                let [one, two] = undone.map(|undo| program.search(&options, undo, &mut Unobserved));
                let what = |o: &Outcome| {
                    (
                        o.found.clone(),
                        o.verdict.clone(),
                        [o.stats.states, o.stats.transitions, o.stats.terminal],
                    )
                };
                assert_eq!(what(&one), what(&two), "{} {reduction:?} {store:?}", program.name());
                assert_eq!(one.stats.repeated, 0);
                searches += 1;
                going_back += usize::from(two.stats.repeated > 0);
            }
        }
    }
    // Where a reduction leaves one execution over, nobody goes back.
    assert!(going_back * 2 > searches, "{going_back} of {searches}");
}
