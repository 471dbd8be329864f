//! The programs in `examples/java` and `tests/concurrent`: verdicts and states for every reduction, in a table each.
//!
//! `BLESS=1` writes the tables. Every counterexample is confirmed by the independent interpreter, and where there are few
//! states its plain search must find the same.

use crate::support;
use commute::{Check, OracleKind, Program, Reduction};
use commute_certify::plain_search;
use commute_explore::{Outcome, Properties, Selection, Verdict};
use commute_machine::{HeapView, Machine, ObjId, Rewind, Tid, Transition};
use commute_testkit::COLUMNS;
use commute_vm::Vm;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The columns of the table of the papers' programs, and of the other.
const PAPERS: &[&str] = &["B", "S", "D", "DA", "SDA", "WSL", "WSL-dom"];
const CONSTRUCTS: &[&str] = &["B", "DA", "WSL-dom"];
/// The programs of SC06 and FQ03, which are not in that table.
const SHARED: [&str; 7] = [
    "Counter",
    "CounterOfClasses",
    "DeviceDriver",
    "Elevator",
    "MasterWorker",
    "MemoryReuse",
    "TravellingSalesman",
];
/// Up to so many states the independent interpreter searches too.
const FEW: usize = 400;
/// Programs with too many states for a test: they are searched until the first violation.
const LARGE: [&str; 6] =
    ["PoolLeft", "QueueStarved", "QueueTimed", "TaskFails", "TaskForksItselfLoses", "TempFileRace"];
/// Programs that bring in more functions of the library than this are searched once, without reductions.
const SMALL: usize = 150;

fn explore(name: &str, program: &Program, column: &str) -> Outcome {
    let (_, reduction, keep, _) = COLUMNS.into_iter().find(|(name, ..)| *name == column).unwrap();
    let keep_going = !LARGE.contains(&name);
    let check = Check::new().reduction(reduction).depth_first(true).keep(keep).keep_going(keep_going);
    support::explore(program, &check)
}

fn kinds(outcome: &Outcome) -> BTreeSet<String> {
    outcome.found.iter().map(|found| found.violation.kind.name().to_owned()).collect()
}

/// The line of a program, after checking all that must agree.
fn line(name: &str, program: &Program, columns: &[&str]) -> String {
    let plain = explore(name, program, "B");
    let expected = kinds(&plain);
    assert!(matches!(plain.verdict, Verdict::Holds | Verdict::Violated), "{name}: {:?}", plain.verdict);
    support::confirm(program, &plain);
    let is_small = program.ir().functions.len() <= SMALL && !LARGE.contains(&name);
    if plain.stats.states <= FEW as u64 && is_small {
        let independent = plain_search(program.ir(), FEW + 1);
        assert_eq!(independent.states as u64, plain.stats.states, "{name}");
    }
    let states: Vec<String> = columns
        .iter()
        .map(|column| {
            if *column == "B" {
                return plain.stats.states.to_string();
            }
            if !is_small && columns == CONSTRUCTS {
                return "-".to_owned();
            }
            let outcome = explore(name, program, column);
            assert_eq!(kinds(&outcome), expected, "{name}: {column}");
            outcome.stats.states.to_string()
        })
        .collect();
    if plain.stats.states <= FEW as u64 && is_small {
        search_otherwise(name, program, &expected);
    }
    let verdict = match expected.is_empty() {
        true => "holds".to_owned(),
        false => expected.into_iter().collect::<Vec<_>>().join(", "),
    };
    format!("{name}\t{verdict}\t{}\n", states.join("\t"))
}

/// The reductions that the tables have no column for must find the same, be it the one that is used if none is asked for.
fn search_otherwise(name: &str, program: &Program, expected: &BTreeSet<String>) {
    let by_oracle = [
        Reduction::Transactions(OracleKind::Auto),
        Reduction::InvisibleFirst(OracleKind::Locks),
        Reduction::Ample(OracleKind::Locks),
    ];
    let selective = Selection::NAMED.iter().map(|&(_, selection)| Reduction::Selective(selection));
    for reduction in by_oracle.into_iter().chain(selective) {
        let check = Check::new().reduction(reduction).depth_first(true).keep_going(true);
        let outcome = support::explore(program, &check);
        assert_eq!(kinds(&outcome), *expected, "{name}: {reduction:?}");
    }
}

fn name(source: &Path) -> String {
    source.file_stem().unwrap().to_string_lossy().into_owned()
}

/// Checks all programs of a directory against its table.
fn check(
    directory: &Path,
    sources: &[PathBuf],
    columns: &[&str],
    classes_of: impl Fn(&PathBuf) -> PathBuf + Sync,
) {
    let one = |source: &PathBuf| {
        line(&name(source), &support::program(&classes_of(source), &name(source)), columns)
    };
    let lines = |part: &[PathBuf]| part.iter().map(one).collect::<String>();
    let (first, second) = sources.split_at(sources.len() / 2);
    let halves = std::thread::scope(|scope| {
        let first = scope.spawn(|| lines(first));
        let second = lines(second);
        first.join().unwrap() + &second
    });
    let table = format!("program\tverdict\t{}\n{halves}", columns.join("\t"));
    let file = directory.join("expected.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    for (ours, theirs) in table.lines().zip(expected.lines()) {
        assert_eq!(ours, theirs, "if this is right, run with BLESS=1");
    }
    assert_eq!(table.lines().count(), expected.lines().count());
}

#[test]
fn the_papers_programs() {
    if support::has_jdk() {
        let directory = support::root().join("examples/java");
        // They have classes of the same name, so each is compiled by itself.
        let mut sources = support::sources("../../examples/java");
        sources.retain(|source| !SHARED.contains(&name(source).as_str()));
        check(&directory, &sources, PAPERS, |source| {
            let classes = support::scratch(&format!("papers/{}", name(source)));
            support::javac_with(std::slice::from_ref(source), &classes, &directory);
            classes
        });
    }
}

#[test]
fn programs_for_each_construct() {
    if support::has_jdk() {
        let root = support::root();
        let sources = support::sources("tests/concurrent");
        let classes = support::scratch("concurrent");
        support::javac_with(&sources, &classes, &root.join("examples/java"));
        let directory = root.join("crates/front-jvm/tests/concurrent");
        check(&directory, &sources, CONSTRUCTS, |_| classes.clone());
    }
}

/// FQ03's counter has as few states with locks in static fields as with those of classes: the values of x and y, and the first state.
#[test]
fn locks_in_static_fields_are_as_good_as_classes() {
    if !support::has_jdk() {
        return;
    }
    for name in ["Counter", "CounterOfClasses"] {
        let directory = support::root().join("examples/java");
        let classes = support::scratch(&format!("counter/{name}"));
        support::javac_with(&[directory.join(format!("{name}.java"))], &classes, &directory);
        let properties =
            Properties { deadlock: false, partial_deadlock: false, livelock: false, ..Properties::default() };
        let check = Check::new().reduction(Reduction::Transactions(OracleKind::Auto)).properties(properties);
        let outcome = support::explore(&support::program(&classes, name), &check);
        assert_eq!((outcome.verdict, outcome.stats.states), (Verdict::Holds, 17), "{name}");
    }
}

/// A program, its states by `full` and by the default, and of its variables how they are protected.
type Motivating = (&'static str, u64, u64, &'static [(&'static str, &'static str, &'static str)]);

/// SC06 section 2 in Java: the states of the plain search and of `auto`, and how all that the programs share is protected.
const MOTIVATING: [Motivating; 3] = [
    (
        "DeviceDriver",
        13479,
        3119,
        &[
            ("Buffer.data", "handed over", "as its predicate says"),
            ("DeviceDriver.used", "guarded", "by DeviceDriver.poolLock"),
            ("RequestQueue.in", "guarded", "by this"),
            ("RequestQueue.out", "guarded", "by this"),
            ("each array of Buffer in DeviceDriver.pool", "read-only", "nobody writes it"),
            ("each array of Request in RequestQueue.slots", "guarded", "by DeviceDriver.requests"),
        ],
    ),
    (
        "MemoryReuse",
        2664,
        99,
        &[
            ("Block.data", "guarded", "by the locks of the objects that refer to it"),
            ("Block.next", "guarded", "by MemoryReuse.free"),
            ("FreeList.first", "guarded", "by this"),
            ("FileOfBlock.block", "guarded", "by this"),
            ("each array of FileOfBlock in MemoryReuse.files", "read-only", "nobody writes it"),
        ],
    ),
    (
        "MasterWorker",
        6278,
        160,
        &[
            ("Task.number", "handed over", "one thread at a time can reach it"),
            ("Mailbox.task", "guarded", "by this"),
            ("each array of Mailbox in MasterWorker.mailboxes", "thread-local", "by main alone"),
        ],
    ),
];

#[test]
fn the_motivating_programs_of_sc06_are_protected() {
    if !support::has_jdk() {
        return;
    }
    for (name, full, auto, rows) in MOTIVATING {
        let directory = support::root().join("examples/java");
        let classes = support::scratch(&format!("motivating/{name}"));
        support::javac_with(&[directory.join(format!("{name}.java"))], &classes, &directory);
        let program = support::program(&classes, name);
        let plain = support::explore(&program, &Check::new().reduction(Reduction::None));
        assert_eq!((plain.verdict, plain.stats.states), (Verdict::Holds, full), "{name}");
        let report = Check::new().build().unwrap().run(&program).unwrap();
        assert!(report.holds(), "{name}");
        assert_eq!(report.stats.states, auto, "{name}");
        for (variable, sharing, detail) in rows {
            let row = report.sharing.iter().find(|row| row.variable == *variable);
            let row = row.unwrap_or_else(|| panic!("{name}: nothing is said of {variable}"));
            assert_eq!((row.name(), row.detail.as_str()), (*sharing, *detail), "{name}: {variable}");
        }
    }
}

/// Programs as users write them, searched as `commute check` does: verdicts and states.
#[test]
fn programs_of_users() {
    if !support::has_jdk() {
        return;
    }
    let directory = support::root().join("crates/front-jvm/tests/users");
    let sources = support::sources("tests/users");
    let search = Check::new().build().unwrap();
    let classes = support::scratch("users");
    support::javac(&sources, &classes);
    let one = |source: &PathBuf| {
        let program = support::program(&classes, &name(source));
        let report = search.run(&program).unwrap_or_else(|failure| panic!("{}: {failure}", name(source)));
        let kinds = report.counterexamples.iter().map(|example| example.violation.kind.name());
        let kinds: Vec<&str> = kinds.collect();
        let verdict = if kinds.is_empty() { format!("{:?}", report.verdict) } else { kinds.join(", ") };
        format!("{}\t{verdict}\t{}\n", name(source), report.stats.states)
    };
    let table = format!("program\tverdict\tstates\n{}", sources.iter().map(one).collect::<String>());
    let file = directory.join("expected.tsv");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &table).unwrap();
    }
    assert_eq!(
        table,
        std::fs::read_to_string(&file).unwrap_or_default(),
        "if this is right, run with BLESS=1"
    );
}

/// The objects that all threads can reach: by following all references, and by what a walk begins with that passes over most of
/// what initialisers left.
fn common(vm: &Vm) -> (BTreeSet<ObjId>, BTreeSet<ObjId>, usize) {
    let follow = |mut work: Vec<ObjId>| {
        let mut met: BTreeSet<ObjId> = work.iter().copied().collect();
        while let Some(o) = work.pop() {
            vm.references(o, &mut |to| {
                if met.insert(to) {
                    work.push(to);
                }
            });
        }
        met
    };
    let (mut roots, mut behind) = (Vec::new(), Vec::new());
    vm.global_roots(&mut |o| roots.push(o));
    let known = vm.common(&mut behind);
    let mut quick = follow(behind);
    quick.extend((0..known as u32).map(ObjId));
    (follow(roots), quick, known)
}

#[test]
fn what_all_threads_can_reach_is_found_quickly_too() {
    if !support::has_jdk() {
        return;
    }
    let sources = support::sources("tests/concurrent");
    let wanted = ["ReplacedNodes", "CompletableAsync", "MapCompute"];
    let sources: Vec<PathBuf> = sources.into_iter().filter(|s| wanted.contains(&name(s).as_str())).collect();
    let classes = support::scratch("common");
    support::javac_with(&sources, &classes, &support::root().join("examples/java"));
    for source in &sources {
        let mut vm = Vm::new(Arc::new(support::translate(&classes, &name(source)).program));
        vm.track_sharing();
        let (mut passed, mut walked) = (0, 0);
        for walk in 0..20_usize {
            vm.mark();
            for step in 0..400 {
                let (all, quick, known) = common(&vm);
                assert_eq!(all, quick, "{}", name(source));
                assert!(all.iter().all(|&o| vm.was_shared(o)), "{}", name(source));
                *(if known > 0 { &mut passed } else { &mut walked }) += 1;
                let threads: Vec<Tid> = (0..vm.threads()).map(Tid::new).collect();
                let able: Vec<Tid> = threads.into_iter().filter(|&t| vm.choices(t) > 0).collect();
                // Threads take turns of different lengths.
                let Some(&tid) = able.get((step / (1 + walk % 7) + walk / 7) % able.len().max(1)) else {
                    break;
                };
                vm.step(Transition { tid, choice: 0 });
            }
            vm.rewind();
        }
        assert!(passed > 100, "{}: {passed}, {walked}", name(source));
        assert_eq!(walked > 0, name(source) == "ReplacedNodes", "{}: {walked}", name(source));
    }
}
