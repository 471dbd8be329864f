//! Every way to search finds what is wrong with every example that has a bug, and the execution can be replayed.

use commute::engine::search;
use commute_certify::{confirms, replay};
use commute_explore::{
    Bound, Keep, Options, Order, Outcome, Reduction, Sampling, Selection, StoreKind, Unobserved, Verdict,
};
use commute_testkit::{Model, Table, root};
use commute_vm::{UndoMethod, Vm};

/// The examples that have a bug: name, model, what is wrong.
fn with_bugs() -> Vec<(String, Model, String)> {
    let table = Table::read(&root().join("examples")).unwrap();
    let violated = |row: &commute_testkit::Row| {
        row.expected.verdict.strip_prefix("violated:").map(|kind| (row.clone(), kind.to_owned()))
    };
    let compile = |(row, kind): (commute_testkit::Row, String)| {
        let text = table.model_text(&row).unwrap();
        let model = Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|r| panic!("{}", r.0));
        (row.name(), model, kind)
    };
    table.rows.iter().filter_map(violated).map(compile).collect()
}

/// That a search found what is wrong, and that the independent interpreter sees the same at the end of the execution.
fn check(name: &str, how: &str, model: &Model, kind: &str, outcome: &Outcome) {
    assert_eq!(outcome.verdict, Verdict::Violated, "{name}, {how}");
    let found = &outcome.found[0];
    assert_eq!(found.violation.kind.name(), kind, "{name}, {how}");
    confirms(&model.program, &found.schedule, &found.violation.kind)
        .unwrap_or_else(|e| panic!("{name}, {how}: {e}"));
    replay(&model.program, &found.schedule).unwrap_or_else(|e| panic!("{name}, {how}: {e}"));
}

fn run(model: &Model, options: &Options, undo: UndoMethod) -> Outcome {
    let mut vm = Vm::new(model.program.clone());
    vm.set_undo(undo);
    search(&mut vm, options, &mut Unobserved)
}

/// Every reduction that there is, with a store.
#[test]
fn every_reduction_finds_every_bug() {
    let bugs = with_bugs();
    assert_eq!(bugs.len(), 18);
    for (name, model, kind) in &bugs {
        for reduction in Reduction::all() {
            let options = Options { order: Order::Dfs, reduction, ..Options::default() };
            let outcome = run(model, &options, UndoMethod::Log);
            check(name, &format!("{reduction:?}"), model, kind, &outcome);
        }
    }
}

/// Every selective search without a store, going back by a log and by copies.
#[test]
fn every_stateless_search_finds_every_bug() {
    for (name, model, kind) in &with_bugs() {
        for (strategy, selection) in Selection::NAMED {
            // For it nothing commutes, so that it goes through very many executions first (seconds).
            if strategy == "exit-block" && name.starts_with("token_ring_pool.cm") {
                continue;
            }
            // A process that never ends and depends on nobody: without states nothing stops it from being alone for ever.
            if name.starts_with("remote_callback.cm") {
                continue;
            }
            let reduction = Reduction::Selective(selection);
            let (order, store) = (Order::Dfs, StoreKind::None);
            let mut options = Options { order, store, reduction, keep: Keep::All, ..Options::default() };
            // Some of them have cycles, which are not seen.
            options.limits.depth = Some(300);
            for undo in [UndoMethod::Log, UndoMethod::Snapshot] {
                let outcome = run(model, &options, undo);
                check(name, &format!("{strategy}, no store, {undo:?}"), model, kind, &outcome);
            }
        }
    }
}

/// Bounds that are large enough, and hunts with enough executions.
#[test]
fn bounded_searches_and_hunts_find_every_bug() {
    for (name, model, kind) in &with_bugs() {
        for bound in [Bound::Preemptions(2), Bound::Delays(4)] {
            let options = Options { order: Order::Dfs, bound: Some(bound), ..Options::default() };
            let outcome = run(model, &options, UndoMethod::Log);
            check(name, &format!("{bound:?}"), model, kind, &outcome);
        }
        for sampling in [Sampling::Random, Sampling::Pct { depth: 3 }] {
            let order = Order::Sample { sampling, seed: 1, executions: 2_000 };
            let options = Options { order, store: StoreKind::None, ..Options::default() };
            check(name, &format!("{sampling:?}"), model, kind, &run(model, &options, UndoMethod::Log));
        }
    }
}

/// A bug that needs three preemptions, or delays: with fewer it is not found, and nothing is said of what was left out.
#[test]
fn a_bound_is_kept() {
    let text = "var x: mod 4; thread a { x = 1; x = 2; x = 3; } \
                thread b { let p = x; let q = x; assert !(p == 1 && q == 2); }";
    let model = Model::compile("bound.cm", text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0));
    for n in 0..=4 {
        for bound in [Bound::Preemptions(n), Bound::Delays(n)] {
            let options = Options { order: Order::Dfs, bound: Some(bound), ..Options::default() };
            let verdict = run(&model, &options, UndoMethod::Log).verdict;
            assert_eq!(verdict == Verdict::Violated, n >= 3, "{bound:?}: {verdict:?}");
            assert_ne!(verdict, Verdict::Holds, "{bound:?}");
        }
    }
}

/// The bugs of the two distributed examples show in some executions, and not in others.
#[test]
fn distributed_bugs_depend_on_the_interleaving() {
    let mut examples = 0;
    for (name, model, _) in with_bugs() {
        if !name.starts_with("primary_backup.cm") && !name.starts_with("token_ring_pool.cm") {
            continue;
        }
        assert!(model.program.processes.len() >= 2 && model.program.threads.len() > 5, "{name}");
        let shows = |seed: u64, executions: u64| {
            let order = Order::Sample { sampling: Sampling::Random, seed, executions };
            let options = Options { order, store: StoreKind::None, ..Options::default() };
            run(&model, &options, UndoMethod::Log).verdict == Verdict::Violated
        };
        assert!(shows(1, 2_000), "{name}");
        assert!((0..100).any(|seed| !shows(seed, 1)), "{name}");
        examples += 1;
    }
    assert_eq!(examples, 2);
}

/// They leave the block at one place, its end, and the second was taken for the first.
#[test]
fn two_exceptions_that_leave_one_block_are_both_reported() {
    let path = root().join("crates/testkit/regressions/two_exceptions_one_block.cm");
    let text = std::fs::read_to_string(path).unwrap();
    let model = Model::compile("two.cm", &text, &[]).unwrap();
    for reduction in Reduction::all() {
        let options = Options { order: Order::Dfs, reduction, keep_going: true, ..Options::default() };
        let outcome = run(&model, &options, UndoMethod::Log);
        let mut found: Vec<&str> = outcome.found.iter().map(|f| f.violation.message.as_str()).collect();
        found.sort_unstable();
        assert_eq!(found, ["uncaught exception First", "uncaught exception Second"], "{reduction:?}");
    }
}
