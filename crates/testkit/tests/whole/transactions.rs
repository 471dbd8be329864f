//! SC06 and FQ03: the papers' counts, their examples with one mistake each, and what transactions must not lose.

use commute::engine::search;
use commute_base::Span;
use commute_explore::{
    Cycles, Found, Keep, Options, OracleKind, Order, Outcome, Properties, Reduction, Repair, Unobserved,
};
use commute_ir::Annotation;
use commute_machine::ViolationKind;
use commute_testkit::{Model, Row, Table, root};
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::sync::Arc;

const ASSERTIONS_ONLY: Properties = Properties::INVARIANTS;

fn model(path: &str, defines: &[(&str, i64)]) -> Model {
    let text = std::fs::read_to_string(root().join(path)).unwrap();
    let defines: Vec<(String, String)> =
        defines.iter().map(|(n, v)| ((*n).to_owned(), v.to_string())).collect();
    Model::compile(path, &text, &defines).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

fn explore(model: &Model, reduction: Reduction, properties: Properties) -> Outcome {
    let mut vm = Vm::new(Arc::clone(&model.program));
    let options = Options { reduction, properties, ..Options::default() };
    search(&mut vm, &options, &mut Unobserved)
}

fn states(model: &Model, reduction: Reduction) -> u64 {
    let outcome = explore(model, reduction, ASSERTIONS_ONLY);
    assert_eq!(outcome.found, [], "{reduction:?}");
    outcome.stats.states
}

/// SC06 section 10: 106 states, 38 of them visible. There it is known that two threads never have access at once; to find that out, the
/// locks that the predicates speak of have to be looked at too.
#[test]
fn barrier_49_has_38_visible_states() {
    let barrier = model("examples/barrier.cm", &[]);
    assert_eq!(states(&barrier, Reduction::None), 106);
    assert_eq!(states(&barrier, Reduction::InvisibleFirst(OracleKind::KnownPredicates)), 38);
    assert_eq!(states(&barrier, Reduction::InvisibleFirst(OracleKind::Predicates)), 78);
    assert_eq!(states(&barrier, Reduction::InvisibleFirst(OracleKind::Auto)), 78);
}

/// A thread that asks again and again comes round to where it was, however many steps it makes in between (D5 of runs).
#[test]
fn a_thread_that_goes_round_has_one_state() {
    for steps in [6, 61, 150, 190] {
        let text = format!(
            "var one: int = 1;
            thread asks {{ let i: int = 0; while one == 1 {{ i = 0; while i < {steps} {{ i += one; }} }} }}"
        );
        let round =
            Model::compile("round.cm", &text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0));
        assert_eq!(states(&round, Reduction::Transactions(OracleKind::Auto)), 1, "{steps}");
    }
}

/// FQ03 section 2: one transaction for each method, so only the values of x and y are left, whatever n is; SC06's
/// algorithm has two in `incr` and `decr` and three in `read`. The same with inferred locks.
#[test]
fn counter_is_one_transaction_for_each_method() {
    let counts = [(2, 2, 208), (2, 4, 832), (2, 8, 3328), (3, 2, 1216), (3, 4, 4864)];
    for (n, k, invisible_first) in counts {
        let counter = model("examples/counter.cm", &[("N", n), ("K", k)]);
        for oracle in [OracleKind::Predicates, OracleKind::Locks] {
            assert_eq!(
                states(&counter, Reduction::InvisibleFirst(oracle)),
                invisible_first,
                "{n} {k} {oracle:?}"
            );
            assert_eq!(
                states(&counter, Reduction::Transactions(oracle)),
                (k * k) as u64,
                "{n} {k} {oracle:?}"
            );
        }
    }
}

/// FQ03's listing taken literally: `decr` releases mx, which it does not hold.
#[test]
fn counter_as_printed_is_wrong() {
    let literal = model("examples/counter_literal.cm", &[]);
    let outcome = explore(&literal, Reduction::Transactions(OracleKind::Auto), ASSERTIONS_ONLY);
    assert_eq!(outcome.found[0].violation.kind, ViolationKind::Fault("monitor_misuse"));
}

/// Every thread of the file system is one transaction, although which locks it needs is known only at run time.
#[test]
fn file_system_has_two_to_the_n_states() {
    for n in [2, 4, 8] {
        let file_system = model("examples/file_system.cm", &[("N", n)]);
        assert_eq!(states(&file_system, Reduction::Transactions(OracleKind::Locks)), 1 << n);
        assert_eq!(states(&file_system, Reduction::Transactions(OracleKind::Auto)), 1 << n);
    }
}

/// SC06 section 2: the predicates of the paper are accepted.
#[test]
fn the_three_systems_of_sc06_follow_their_predicates() {
    let counts = [("device_driver", 217, 217), ("memory_reuse", 317, 317), ("master_worker", 142, 141)];
    for (name, invisible_first, transactions) in counts {
        let system = model(&format!("examples/{name}.cm"), &[]);
        let both = Properties::default();
        for (reduction, expected) in [
            (Reduction::InvisibleFirst(OracleKind::Predicates), invisible_first),
            (Reduction::Transactions(OracleKind::Predicates), transactions),
        ] {
            let outcome = explore(&system, reduction, both);
            assert_eq!((outcome.found.len(), outcome.stats.states), (0, expected), "{name} {reduction:?}");
        }
    }
}

/// The same with one mistake each: refused, with an execution that shows it.
#[test]
fn mistakes_in_the_three_systems_are_refused_with_the_path() {
    let cases = [
        ("sc06_weak_predicate", "Buffer.data exclusive"),
        ("sc06_used_after_hand_over", "Task.number exclusive"),
        ("sc06_wrong_lock", "Block.data exclusive"),
    ];
    for (name, rule) in cases {
        let system = model(&format!("crates/testkit/regressions/{name}.cm"), &[]);
        for reduction in
            [Reduction::InvisibleFirst(OracleKind::Predicates), Reduction::Transactions(OracleKind::Auto)]
        {
            let outcome = explore(&system, reduction, Properties::default());
            let found = &outcome.found[0];
            assert_eq!(
                found.violation.kind,
                ViolationKind::Discipline(rule.to_owned()),
                "{name} {reduction:?}"
            );
            commute_certify::confirms(&system.program, &found.schedule, &found.violation.kind).unwrap();
        }
    }
}

/// Every model with deadlocks not looked for: runs that wait before their commit have no end then.
#[test]
fn what_is_not_asked_for_hides_nothing_else() {
    let mut compared = 0;
    for directory in ["examples", "crates/testkit/regressions"] {
        let table = Table::read(&root().join(directory)).unwrap();
        for row in table.rows.iter().filter(|row| row.expected.states < 2000) {
            let text = table.model_text(row).unwrap();
            let model = Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|r| panic!("{}", r.0));
            let found = |reduction| -> BTreeSet<(ViolationKind, Span)> {
                let mut vm = Vm::new(Arc::clone(&model.program));
                let properties = ASSERTIONS_ONLY;
                let options = Options { reduction, properties, keep_going: true, ..Options::default() };
                let outcome = search(&mut vm, &options, &mut Unobserved);
                let kinds = outcome.found.into_iter().map(|f| (f.violation.kind, f.violation.span));
                kinds.filter(|(kind, _)| !matches!(kind, ViolationKind::Discipline(_))).collect()
            };
            let plain = found(Reduction::None);
            for oracle in [OracleKind::Locks, OracleKind::Predicates, OracleKind::Auto] {
                for reduction in [Reduction::Transactions(oracle), Reduction::InvisibleFirst(oracle)] {
                    assert_eq!(found(reduction), plain, "{} {reduction:?}", row.name());
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 600, "{compared}");
}

/// The laboratory found that a contradiction was lost when the search came back to a state: depth-first.
#[test]
fn a_contradiction_is_reported_when_the_search_comes_back() {
    let again = model("crates/testkit/regressions/annotation_seen_again.cm", &[]);
    for order in [Order::Bfs, Order::Dfs] {
        let mut vm = Vm::new(Arc::clone(&again.program));
        let reduction = Reduction::InvisibleFirst(OracleKind::Predicates);
        let options = Options { reduction, order, keep_going: true, ..Options::default() };
        let outcome = search(&mut vm, &options, &mut Unobserved);
        let rule = ViolationKind::Discipline("x guarded_by".to_owned());
        assert!(outcome.found.iter().any(|f| f.violation.kind == rule), "{order:?}");
    }
}

/// `self_locking` is checked by every search that checks annotations, and the independent interpreter confirms it. Initialisation
/// does not count.
#[test]
fn a_class_that_does_not_lock_itself_is_reported() {
    let broken = model("crates/testkit/regressions/self_locking_broken.cm", &[]);
    let rule = ViolationKind::Discipline("Counter self_locking".to_owned());
    for oracle in [OracleKind::Predicates, OracleKind::Auto] {
        for reduction in [Reduction::InvisibleFirst(oracle), Reduction::Transactions(oracle)] {
            let outcome = explore(&broken, reduction, Properties::default());
            let found = outcome.found.iter().find(|f| f.violation.kind == rule).expect("a contradiction");
            let schedule = &found.schedule;
            commute_certify::confirms(&broken.program, schedule, &rule).unwrap();
            for earlier in 0..schedule.len() {
                assert!(commute_certify::confirms(&broken.program, &schedule[..earlier], &rule).is_err());
            }
        }
    }
    let kept = model("examples/bounded_buffer.cm", &[]);
    let outcome = explore(&kept, Reduction::Transactions(OracleKind::Auto), Properties::default());
    assert_eq!(outcome.found, []);
    let said = outcome.assumptions.iter().filter(|a| a.text.contains("self_locking"));
    assert_eq!(
        said.map(|a| &a.text[..]).collect::<Vec<_>>(),
        ["BoundedBuffer is self_locking as its declaration says"]
    );
}

/// Two nested acquires are one transaction if only assertions matter, and then the deadlock of the philosophers is gone.
/// Asked for deadlocks, transactions end before steps that may block.
#[test]
fn deadlocks_are_not_lost_in_transactions() {
    let dining = model("examples/dining.cm", &[]);
    let transactions = Reduction::Transactions(OracleKind::Auto);
    assert_eq!(explore(&dining, transactions, ASSERTIONS_ONLY).found, []);
    let outcome = explore(&dining, transactions, Properties::default());
    assert_eq!(outcome.found[0].violation.kind, ViolationKind::Deadlock);
    commute_certify::confirms(&dining.program, &outcome.found[0].schedule, &ViolationKind::Deadlock).unwrap();
}

/// Condition C by components never stores more than breaking every cycle.
#[test]
fn components_need_no_more_ends_than_cycles() {
    let table = Table::read(&root().join("examples")).unwrap();
    for row in &table.rows {
        let model = compile(&table, row);
        let count = |cycles| {
            let mut vm = Vm::new(Arc::clone(&model.program));
            let reduction = Reduction::Transactions(OracleKind::Auto);
            let options = Options { reduction, cycles, keep_going: true, ..Options::default() };
            search(&mut vm, &options, &mut Unobserved).stats.states
        };
        assert!(count(Cycles::Components) <= count(Cycles::Break), "{}", row.name());
    }
}

fn compile(table: &Table, row: &Row) -> Model {
    let text = table.model_text(row).unwrap();
    Model::compile(&row.file, &text, &row.defines).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// All that is known together stores at most as many states as each part of it, but for one in 32: which of several orders is left out is
/// a matter of which state is found first. Models with
/// exclusive access predicates apart: what these look at is observed, as invariants are, and the other oracles check no predicates.
#[test]
fn auto_is_never_worse_than_one_oracle() {
    let table = Table::read(&root().join("examples")).unwrap();
    let mut wrong = Vec::new();
    for row in &table.rows {
        let model = compile(&table, row);
        let is_predicate = |a: &Annotation| matches!(a, Annotation::ExclusiveWhen(_));
        if model.program.annotations().any(is_predicate) {
            continue;
        }
        let count = |reduction, order, keep| {
            let mut vm = Vm::new(Arc::clone(&model.program));
            let options = Options { reduction, order, keep, keep_going: true, ..Options::default() };
            search(&mut vm, &options, &mut Unobserved).stats.states
        };
        let auto = count(Reduction::PersistentTransactions, Order::Bfs, Keep::All);
        for reduction in Reduction::all().filter(|r| r.oracle().is_some()) {
            let other = count(reduction, Order::Bfs, Keep::All);
            if other * 33 < auto * 32 {
                wrong.push(format!("{}: auto {auto}, {reduction:?} {other}", row.name()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// FQ03 section 6: when a lock leaves M_z, expanding again what relied on it finds what beginning again finds. It is not
/// idle: there are examples on which a state is expanded again.
#[test]
fn repairing_finds_what_restarting_finds() {
    let mut repaired = 0;
    for folder in ["examples", "crates/testkit/regressions"] {
        let table = Table::read(&root().join(folder)).unwrap();
        for row in &table.rows {
            let model = compile(&table, row);
            for reduction in [
                Reduction::Transactions(OracleKind::Locks),
                Reduction::InvisibleFirst(OracleKind::Auto),
                Reduction::Ample(OracleKind::WslDom),
            ] {
                let run = |repair| {
                    let mut vm = Vm::new(Arc::clone(&model.program));
                    let options = Options { reduction, repair, keep_going: true, ..Options::default() };
                    search(&mut vm, &options, &mut Unobserved)
                };
                // After the first contradiction to a rule nothing more is said about it, wherever it was.
                let place = |f: &Found| match f.violation.kind {
                    ViolationKind::Discipline(_) => Span::default(),
                    _ => f.violation.span,
                };
                let kinds = |outcome: &Outcome| -> BTreeSet<String> {
                    outcome.found.iter().map(|f| format!("{:?} {:?}", f.violation.kind, place(f))).collect()
                };
                let (restarted, again) = (run(Repair::Restart), run(Repair::Again));
                let name = format!("{} {reduction:?}", row.name());
                assert_eq!(kinds(&restarted), kinds(&again), "{name}");
                assert_eq!(restarted.incomplete, again.incomplete, "{name}");
                repaired += again.stats.repaired;
                for found in &again.found {
                    commute_certify::confirms(&model.program, &found.schedule, &found.violation.kind)
                        .unwrap();
                }
            }
        }
    }
    assert!(repaired > 0);
}

/// SC06 table 1: memory with the optimistic reduction as a part of that with LocalFinal is at most what was published, on
/// programs of the same kind. (`commute tables sc06` has larger ones, and the search for tours.)
#[test]
fn table_1_of_sc06_is_reached_in_memory() {
    let kinds = [
        ("event_skeleton", ("TASKS", 5), 0.74),
        ("halt_skeleton", ("WORKERS", 4), 0.74),
        ("elevator", ("LIFTS", 3), 0.23),
    ];
    for (name, size, published) in kinds {
        let program = model(&format!("examples/{name}.cm"), &[size]);
        let memory = |oracle| {
            let stats = explore(&program, Reduction::InvisibleFirst(oracle), ASSERTIONS_ONLY).stats;
            (stats.store_bytes + stats.frontier_bytes) as f64
        };
        let ratio = memory(OracleKind::Locks) / memory(OracleKind::LocalFinal);
        assert!(ratio <= published, "{name}: {ratio}");
    }
}
