//! What a report says of a data race, besides that there is one.

use crate::java::has_jdk;
use crate::run::Place;
use expect_test::expect;
use std::path::Path;

/// Models of `crates/testkit/races`, and what comes nearest to an order in each.
const NEAREST: [(&str, &str); 14] = [
    ("atomic_one_side", "only the access of s is volatile or atomic"),
    ("before_join", "main has started work#1, and has not joined it"),
    ("channel_too_early", "both have used c, but before these accesses"),
    ("flag_plain", "ready is plain, not volatile: to see what was written to it orders nothing"),
    ("joins_another", "main has started work#2, and has not joined it"),
    ("monitor_of_another", "they hold different locks: t[1] holds Cell#2, t[0] holds Cell#1"),
    ("mutex_one_side", "s holds m, t holds nothing"),
    ("mutex_other_lock", "they hold different locks: t[1] holds m[1], t[0] holds m[0]"),
    ("mutex_too_early", "s holds m, t has given m back"),
    ("reference_plain", "head is plain, not volatile: to see what was written to it orders nothing"),
    ("semaphore_for_two", "both have used s, but before these accesses"),
    ("two_spawned", "neither thread holds a lock"),
    ("two_writes", "neither thread holds a lock"),
    ("writes_as_a_reader", "both hold rw, but as readers"),
];

#[test]
fn what_comes_nearest_to_an_order_is_named() {
    for (name, nearest) in NEAREST {
        let file = format!("{name}.cm");
        let place = Place::new(&format!("races-{name}")).file(&file, model(&file));
        place
            .run(&["check", &file])
            .exits(1)
            .says("violated: data race\n")
            .says(&format!("= help: {nearest}\n"));
    }
}

/// Models of `crates/testkit/races` without a race, and the row of the table that says why. If one thing orders these accesses and another
/// those, or one thing after the other, nothing is named.
const ORDERED: [(&str, &str); 16] = [
    ("after_join", "x  thread-local  by one started thread at a time"),
    ("barrier_twice", "x  ordered       by b: "),
    ("by_another_process", "left.x  ordered       left.s writes"),
    ("channel", "x  ordered       by c: "),
    ("channel_room", "x  ordered       by c: "),
    ("double_checked", "x     ordered       by made: "),
    ("flag", "x      ordered       by ready: "),
    ("growable", "x  ordered       by q: "),
    ("interrupted", "x  ordered       by interrupt: "),
    ("mutex_both_of_two", "x  ordered       w writes"),
    ("object_comes_back", "Cell.v  ordered       r writes"),
    ("one_after_the_other", "x  thread-local  by one started thread at a time"),
    ("peterson", "x         ordered       t[0] writes"),
    ("semaphore", "x  ordered       by s: "),
    ("spin_lock", "x      ordered       by taken: "),
    ("wait_and_notify", "Cell.v     ordered       by c: "),
];

#[test]
fn the_table_names_what_orders_accesses() {
    for (name, row) in ORDERED {
        let file = format!("{name}.cm");
        let place = Place::new(&format!("ordered-{name}")).file(&file, model(&file));
        place.run(&["check", &file]).exits(0).says(&format!("    {row}"));
    }
}

#[test]
fn what_a_race_orders_is_not_called_ordered() {
    let text = "var ready: bool = false plain;\nvar value: int = 0 plain;\n\
        thread a { value = 42; ready = true; }\nthread b { if ready { let v = value; } }\n";
    let place = Place::new("races-order-nothing").file("a.cm", text);
    let ran = place.run(&["check", "a.cm", "--races", "allow"]);
    ran.exits(0).says("    ready  data race").says("    value  unprotected");
}

fn model(file: &str) -> Vec<u8> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testkit/races");
    std::fs::read(directory.join(file)).unwrap()
}

/// The body of a class `R`, and what comes nearest.
const JAVA: [(&str, &str); 4] = [
    (
        "static boolean ready; static int value;
        static void run() { value = 42; ready = true; }
        static void main() { if (ready) { int v = value; } }",
        "R.ready is plain, not volatile: to see what was written to it orders nothing",
    ),
    (
        "static int count;
        static void run() { count++; }
        static void main() { count++; }",
        "main has started Thread-0, and has not joined it",
    ),
    (
        "static final R r = new R(); final Object lock = new Object(); int n;
        static void run() { synchronized (r.lock) { r.n++; } }
        static void main() { r.n++; }",
        "Thread-0 holds R.r.lock, main holds nothing",
    ),
    (
        "static final Object A = new Object();
        static final java.util.concurrent.locks.Lock B = new java.util.concurrent.locks.ReentrantLock(); static int n;
        static void run() { synchronized (A) { n++; } }
        static void main() { B.lock(); n++; B.unlock(); }",
        "they hold different locks: Thread-0 holds R.A, main holds R.B",
    ),
];

#[test]
fn locks_of_java_programs_are_named_by_what_refers_to_them() {
    if !has_jdk() {
        return;
    }
    for (number, (body, nearest)) in JAVA.into_iter().enumerate() {
        let text = format!(
            "public class R {{\n{body}\npublic static void main(String[] args) {{\n\
             new Thread(R::run).start();\nmain();\n}}\n}}\n"
        );
        let place = Place::new(&format!("java-races-{number}")).file("R.java", text);
        let ran = place.run(&["check", "R.java"]);
        ran.exits(1).says("R.java: violated: data race\n").says(&format!("\n  {nearest}\n"));
    }
}

/// The same for programs without a race: the row of the table.
const JAVA_ORDERED: [(&str, &str); 4] = [
    (
        "static volatile boolean ready; static int n;
        static void run() { n = 42; ready = true; }
        static void main() { if (ready) { int v = n; } }",
        "ordered       by R.ready: ",
    ),
    (
        "static int n; static Thread t;
        static void run() { n++; }
        static void main() throws Exception { n = 1; t = new Thread(R::run); t.start(); t.join(); n++; }",
        "thread-local  by one java.lang.Thread at a time",
    ),
    (
        "static final java.util.concurrent.Semaphore done = new java.util.concurrent.Semaphore(0); static int n;
        static void run() { n++; done.release(); }
        static void main() throws Exception { done.acquire(); n++; }",
        "ordered       by R.done: ",
    ),
    (
        "static final R r = new R(); int n;
        final java.util.concurrent.CountDownLatch latch = new java.util.concurrent.CountDownLatch(1);
        static void run() { r.n++; r.latch.countDown(); }
        static void main() throws Exception { r.latch.await(); r.n++; }",
        "ordered       by R.latch: ",
    ),
];

#[test]
fn the_table_names_what_orders_accesses_of_java_programs() {
    if !has_jdk() {
        return;
    }
    for (number, (body, row)) in JAVA_ORDERED.into_iter().enumerate() {
        let start = if body.contains(".start()") { "" } else { "new Thread(R::run).start();" };
        let text = format!(
            "public class R {{\n{body}\npublic static void main(String[] args) throws Exception {{\n\
             {start}\nmain();\n}}\n}}\n"
        );
        let place = Place::new(&format!("java-ordered-{number}")).file("R.java", text);
        place.run(&["check", "R.java"]).exits(0).says(row);
    }
}

#[test]
fn a_lock_that_was_held_before_is_named() {
    let text = "var m: lock;\nvar x: int plain;\nfn work() { x += 1; }\n\
        thread main { with (m) { x = 1; } spawn work(); spawn work(); }\n";
    let place = Place::new("races-before").file("a.cm", text);
    let ran = place.run(&["check", "a.cm"]);
    let from = ran.exits(1).stdout.find("At the end").unwrap();
    let to = ran.stdout.find("Replay it with").unwrap();
    expect![[r#"
        At the end
          main            has ended
          work#1  a.cm:3  is about to write x, holds nothing
          work#2  a.cm:3  is about to read x, holds nothing

        error[data_race]: data race on x: work#2 reads it at a.cm:3, work#1 writes it at a.cm:3, and nothing orders the two
         --> a.cm:3:13
          |
        3 | fn work() { x += 1; }
          |             ^
          |
          = help: main held m when it wrote it at a.cm:4; here neither thread holds a lock

    "#]].assert_eq(&ran.stdout[from..to]);
}
