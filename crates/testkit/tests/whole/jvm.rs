//! What `java` does is among what Commute finds, and what calls come to is the same: a small part of `lab --jvm`, `lab --jvm-calls` and
//! `lab --library`.

use commute_testkit::jvm::calls::{Api, Class, Known, Wanted, run_calls, run_library};
use commute_testkit::jvm::{
    Compared, Counts, Jvm, Listener, Object, Plan, Program, Stmt, Told, compare, run,
};
use commute_testkit::root;
use std::collections::BTreeSet;

/// How many programs, and how many calls.
const PROGRAMS: u64 = 24;
const CALLS: u64 = 120;

/// A JDK; says if there is none.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn jvm() -> Option<Jvm> {
    Jvm::find().map_err(|why| eprintln!("skipped: {why}")).ok()
}

/// Keeps what differs.
#[derive(Default)]
struct Differences(String);

impl Listener for Differences {
    fn differs(&mut self, told: &Told<'_>) {
        self.0 += &format!("seed {}: {}\n{}\n", told.seed, told.what, told.program.java("P"));
    }

    fn progress(&mut self, _counts: &Counts) {}
}

#[test]
fn what_java_does_is_found() {
    let Some(jvm) = jvm() else { return };
    let (plan, mut differences) = (Plan { threads: 1, minutes: None }, Differences::default());
    let counts = run(&jvm, 0..PROGRAMS, plan, &mut differences).unwrap_or_else(|error| panic!("{error}"));
    assert!(differences.0.is_empty(), "{}", differences.0);
    assert!(counts.same >= PROGRAMS * 2 / 3, "{counts}");
}

/// A program of one thread that takes from a queue what is never due, or that takes nothing and says that it did.
fn taker(text: &str) -> Program {
    let element = "static final class q0E implements java.util.concurrent.Delayed { \
        public long getDelay(java.util.concurrent.TimeUnit u) { return 1; } \
        public int compareTo(java.util.concurrent.Delayed o) { return 0; } }";
    let queue =
        "static final java.util.concurrent.DelayQueue<q0E> q0 = new java.util.concurrent.DelayQueue<>();";
    let declarations = vec![element.to_owned(), queue.to_owned()];
    let object = Object { name: "q0".to_owned(), kind: "delayed", declarations, ends: Vec::new() };
    let operations = ["q0.offer(new q0E())", text].map(|text| Stmt::Op('v', text.to_owned()));
    Program { objects: vec![object], main: vec![Stmt::Start(0)], threads: vec![operations.to_vec()] }
}

/// It waits for a nanosecond again and again. For `java` it hangs; the search comes to no final state, and must say that it runs on.
#[test]
fn who_waits_again_and_again_hangs() {
    let Some(jvm) = jvm() else { return };
    let results = compare(&jvm, &[taker("q0.take()"), taker("q0.poll()")], 3, 1);
    let results = results.unwrap_or_else(|error| panic!("{error}"));
    assert!(matches!(results[0], Compared::Same(1, 0, _)), "{results:?}");
    assert!(matches!(results[1], Compared::Same(1, 1, _)), "{results:?}");
}

#[test]
fn calls_come_to_what_java_says() {
    let Some(jvm) = jvm() else { return };
    let counts = run_calls(&jvm, 1, 0, CALLS, None).unwrap_or_else(|error| panic!("{error}"));
    assert!(counts.different.is_empty(), "{counts}");
    assert!(counts.same >= CALLS * 2 / 3, "{counts}");
}

/// Two packages that can be called: what the samples cannot be made for, or what is refused again, is noticed here.
#[test]
fn methods_of_packages_can_be_called() {
    let Some(jvm) = jvm() else { return };
    let packages = ["java.util.function", "java.util.concurrent.atomic"].map(str::to_owned).to_vec();
    let wanted = Wanted { packages, calls_each: 1, first: 0, methods: usize::MAX, seed: 1, minutes: None };
    let report = run_library(&jvm, &wanted, &mut |_, _| {}).unwrap_or_else(|error| panic!("{error}"));
    let (can, tried) = report.share();
    assert_eq!(report.differing(), 0, "{report}");
    assert!(tried >= 350 && can * 100 >= tried * 98, "{report}");
    let updater = |class: Class| {
        let of = |k: &&Known| k.method.class.ends_with("IntegerFieldUpdater");
        report.known.iter().filter(of).filter(|known| known.class() == class).count()
    };
    // Only the table knows how to make one.
    assert!(updater(Class::Called) > 10 && updater(Class::NoSample) == 0, "{report}");
}

#[test]
fn every_replaced_method_has_a_row_in_the_table() {
    let Some(jvm) = jvm() else { return };
    let api = Api::replaced(&jvm).unwrap_or_else(|error| panic!("{error}"));
    let table = std::fs::read_to_string(root().join("crates/testkit/src/jvm/documented.tsv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows: BTreeSet<&str> = rows.filter_map(|row| row.split('\t').next()).collect();
    let left_out = api.left_out.iter().map(|(method, _)| method);
    let names = api.methods.iter().chain(left_out).map(|m| format!("{}{}", m.full_name(), m.desc));
    let missing: Vec<String> = names.filter(|name| !rows.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
