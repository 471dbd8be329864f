//! MLD' with the same lock in all executions (Sto00 section 8): answers by hand, what the independent interpreter says, smaller sets.

use commute::engine::search;
use commute_certify::{confirms, violated_rules};
use commute_explore::{
    Discipline, Options, Order, Outcome, Pending, Persistent, Reduction, Selection, StopReason, StoreKind,
    Unobserved, Verdict,
};
use commute_machine::{Initialisation, ViolationKind};
use commute_testkit::Model;
use commute_vm::Vm;

const CELL: &str = "class Key { }
class Cell {
    value: int;
    key: Key;
    fn init() { key = new Key(); }
    fn add(own: bool) {
        if own { synchronized (this) { value = value + 1; } } else { synchronized (key) { value = value + 1; } }
    }
}
var cells: channel(2) of Cell;
var own: bool communication;
thread a { own = OWN; let c = new Cell(); cells.send(c); c.add(own); }
thread b { let c = cells.receive(); c.add(own); }";

const EITHER: &str =
    "var m1: lock; var m2: lock; var go: semaphore; var which: int communication; var v: int;
thread chooser { which = choose(0..2); go.up(); go.up(); }
thread worker[i in 0..2] {
    go.down();
    if which == 0 { with (m1) { v = v + 1; } } else { with (OTHER) { v = v + 1; } }
}";

const BUFFER: &str = "class Buffer {
    items: [int; 2];
    fn init() { items = new [int; 2]; }
    synchronized fn put(at: int) { items[at] = items[at] + 1; }
}
var buffers: channel(1) of Buffer;
thread a { let b = new Buffer(); buffers.send(b); b.put(0); b.put(1); }
thread b { let b = buffers.receive(); b.put(1); }";

const HANDED_OVER: &str = "class Key { }
class Cell { value: int; }
var cells: channel(1) of Cell;
var keys: channel(1) of Key;
thread a {
    let c = new Cell(); let k = new Key();
    cells.send(c); keys.send(k);
    synchronized (k) { c.value = 1; }
}
thread b { let c = cells.receive(); let k = keys.receive(); synchronized (k) { c.value = 2; } }";

/// `b` writes the field by which the lock is found. The one lock that protects `value` is the same all the while.
const NEW_KEY: &str = "class Key { }
class Cell { value: int; key: Key; fn init() { key = new Key(); } }
var cells: channel(1) of Cell;
thread a { let c = new Cell(); let k = c.key; cells.send(c); synchronized (k) { c.value = 1; } }
thread b { let c = cells.receive(); synchronized (c) { c.key = new Key(); } }";

const SETS: &str = "var m1: lock; var m2: lock; var v: int; var w: int;
thread a { let k = choose(0..3); with (m1) { v = k; } with (m2) { w = k; } }
thread b { with (m2) { w = 7; } }";

fn compile(text: &str) -> Model {
    Model::compile("same.cm", text, &[]).unwrap_or_else(|rejected| panic!("{}", rejected.0))
}

/// A search that checks MLD'; what it finds is confirmed.
fn check(model: &Model, selection: Selection, same_lock: bool) -> Outcome {
    let mut vm = Vm::new(model.program.clone());
    let options = Options {
        order: Order::Dfs,
        store: StoreKind::None,
        reduction: Reduction::Selective(selection),
        discipline: Some(Discipline::strict()),
        same_lock,
        keep_going: true,
        ..Options::default()
    };
    let outcome = search(&mut vm, &options, &mut Unobserved);
    for found in &outcome.found {
        confirms(&model.program, &found.schedule, &found.violation.kind)
            .unwrap_or_else(|e| panic!("{}: {e}", found.violation.message));
    }
    outcome
}

fn by_locks(name: &str) -> Selection {
    Selection { persistent: Persistent::Mld(Pending::Locks), ..Selection::named(name).unwrap() }
}

/// What is said of a program: the rule that is violated, the variable whose lock has no name, or nothing.
fn answer(outcome: &Outcome) -> String {
    let rule = outcome.found.first().map(|found| match &found.violation.kind {
        ViolationKind::Discipline(rule) => rule.clone(),
        other => panic!("{other:?}"),
    });
    match (&outcome.verdict, rule) {
        (Verdict::Undecided(StopReason::UnnamedLock(variable)), None) => format!("{variable}?"),
        (Verdict::Holds, None) => String::new(),
        (_, rule) => rule.unwrap_or_else(|| panic!("{:?}", outcome.verdict)),
    }
}

#[test]
fn answers_by_hand() {
    let programs = [
        (EITHER.replace("OTHER", "m2"), "v mld-prime same(m1)"),
        (EITHER.replace("OTHER", "m1"), ""),
        (CELL.replace("OWN", "choose(0..2) == 0"), "Cell.value mld-prime same(this)"),
        (CELL.replace("OWN", "true"), ""),
        (CELL.replace("OWN", "false"), ""),
        (BUFFER.to_owned(), ""),
        (HANDED_OVER.to_owned(), "Cell.value?"),
        (NEW_KEY.to_owned(), "Cell.value?"),
    ];
    for (text, expected) in programs {
        let model = compile(&text);
        let ways = [Selection::EVERYTHING, by_locks("if-sss"), by_locks("c-sss")];
        for way in ways {
            assert_eq!(answer(&check(&model, way, false)), "", "{}\n{text}", way.name());
            assert_eq!(answer(&check(&model, way, true)), expected, "{}\n{text}", way.name());
        }
        let all = violated_rules(&model.program, Initialisation::None, &[], true, 2_000).unwrap();
        let (unnamed, violated) = (expected.strip_suffix('?'), expected.split_once(" mld"));
        assert!(all.unnamed.iter().eq(unnamed), "{all:?}\n{text}");
        assert!(all.violated.iter().eq(violated.map(|(variable, _)| variable)), "{all:?}\n{text}");
    }
}

/// What one execution shows of the locks that protect a variable makes the persistent sets of the next ones smaller.
#[test]
fn what_is_not_undone_makes_sets_smaller() {
    let model = compile(SETS);
    let states = |name: &str, same_lock| {
        let outcome = check(&model, by_locks(name), same_lock);
        assert_eq!(outcome.verdict, Verdict::Holds);
        outcome.stats.states
    };
    assert_eq!((states("if-sss", false), states("if-sss", true)), (58, 52));
    assert_eq!((states("c-sss", false), states("c-sss", true)), (22, 19));
}
