//! `commute prove` on classes of Java: what is proved of classes that many threads may call, and what is not.

use crate::prove::with_solver;
use crate::run::Place;

const RIGHT: &str = include_str!("../java/Right.java");
const WRONG: &str = include_str!("../java/Wrong.java");

/// Whether tests that take a minute are wanted; see docs/testing.md.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know what was skipped")]
fn with_all() -> bool {
    let wanted = std::env::var_os("PROOFS").is_some_and(|value| value == "all");
    if !wanted {
        eprintln!("skipped: PROOFS=all runs it");
    }
    wanted
}

/// The classes of a file that are meant for many threads.
fn classes(text: &str) -> Vec<&str> {
    let declared = text.split("@ThreadSafe\n").skip(1);
    let named = declared.filter_map(|rest| rest.split("static class ").nth(1)?.split(['<', ' ']).next());
    named.collect()
}

#[test]
fn options_for_models_are_refused() {
    let place = Place::new("prove-java-options").file("Right.java", RIGHT);
    for option in [&["--infer"][..], &["--emit", "logic"], &["--unroll", "2"]] {
        let ran = place.run(&[&["prove", "Right.java"], option].concat());
        ran.exits(2).complains(&format!("{} is for models", option[0]));
    }
}

#[test]
fn classes_as_people_write_them_are_proved_for_any_number_of_callers() {
    if !with_solver() {
        return;
    }
    let ran = Place::new("prove-java-right").file("Right.java", RIGHT).run(&["prove", "Right.java"]);
    assert_eq!(classes(RIGHT).len(), 11);
    ran.exits(0);
    for class in classes(RIGHT) {
        ran.says(&format!("Right$${class}: proved for any number of callers\n").replace("$$", "$"));
    }
    ran.says("checking + savings <= 1000000 (while lock is free)\n")
        .says("1 <= next, found\n")
        .says("next <= next'");
    ran.says("done => value != null (while lock is free), found\n").says("items: this\n");
}

#[test]
fn broken_classes_are_not_proved() {
    if !with_solver() {
        return;
    }
    let place = Place::new("prove-java-wrong").file("Wrong.java", WRONG);
    let ran = place.run(&["prove", "Wrong.java", "--no-search"]);
    assert_eq!(classes(WRONG).len(), 13);
    ran.exits(3);
    for class in classes(WRONG) {
        ran.says(&format!("Wrong$${class}: not proved\n").replace("$$", "$"));
    }
    for what in [
        "withdraw(int): an assertion may fail\n",
        "pop(): index out of bounds\n",
        "get(): Counter.n is accessed while others may access it: no lock is held at every access\n",
        "take(): an element of an empty collection\n",
        "values(): a part of the object is given to others\n",
        "setLow(int): invariant \"low <= high\" may not hold\n",
        "add(int): a lock is left as it was not found (held Unlocked.lock)\n",
    ] {
        ran.says(what);
    }
}

/// What a proof needs and what it refuses by name.
#[test]
fn what_a_class_says_is_used_and_what_is_not_covered_is_named() {
    if !with_solver() {
        return;
    }
    let text = "import java.util.concurrent.*;\n@interface ThreadSafe {}\n@interface Requires { String value(); }\n\
        @interface Ensures { String value(); }\n@interface EnvAssumption { String value(); }\n\
        class Cases {\n\
        @ThreadSafe static class Cell { private int x; private volatile int version;\n\
          @Requires(\"0 <= by && by <= 10\") @Ensures(\"result <= 10\") synchronized int set(int by) { x = by; return x; } }\n\
        @ThreadSafe static class Wider { private int x;\n\
          @Ensures(\"result <= 9\") synchronized int set(int by) { if (by <= 10) x = by; return x; } }\n\
        @ThreadSafe static class Pool { private final ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();\n\
          String get(String key) { return map.get(key); } }\n\
        @ThreadSafe @EnvAssumption(\"x < x'\") static class Odd { private volatile int x; int get() { return x; } }\n\
        @ThreadSafe static class Open { public int x; synchronized int get() { return x++; } }\n\
        }\n";
    let ran =
        Place::new("prove-java-cases").file("Cases.java", text).run(&["prove", "Cases.java", "--no-search"]);
    ran.exits(3).says("Cases$Cell: proved for any number of callers\n").says("Cases$Wider: not proved\n");
    ran.says("set(int): @Ensures(\"result <= 9\") may not hold\n");
    ran.says("java.util.concurrent.ConcurrentHashMap of the library");
    ran.says("@EnvAssumption(\"x < x'\") is not reflexive\n");
    ran.says("the field Open.x is public, so that anybody may write it");
}

/// What cannot be proved is called by threads, and the execution that goes wrong is shown.
#[test]
fn calls_that_go_wrong_are_shown() {
    if !with_solver() {
        return;
    }
    let text = "@interface ThreadSafe {}\n@ThreadSafe\npublic class Account {\n    private int balance = 1;\n\
        \x20   synchronized int balance() { return balance; }\n\
        \x20   private synchronized void take(int amount) {\n        balance -= amount;\n        assert balance >= 0;\n    }\n\
        \x20   boolean withdraw(int amount) {\n        if (amount < 0 || balance() < amount) return false;\n\
        \x20       take(amount);\n        return true;\n    }\n}\n";
    let ran = Place::new("prove-java-real").file("Account.java", text).run(&["prove", "Account.java"]);
    ran.exits(1).says("Account: violated\n").says("withdraw(int): an assertion may fail\n");
    ran.says("    with amount (argument) = ").says("balance = ");
    ran.says("This is real: here is an execution of calls that goes wrong.\n").says("object.withdraw(1);\n");
}

/// Slow: what goes wrong with small arguments is shown. The others need a caller who does more.
#[test]
fn broken_classes_go_wrong_when_they_are_called() {
    if !with_all() || !with_solver() {
        return;
    }
    let ran = Place::new("prove-java-wrong-all").file("Wrong.java", WRONG).run(&["prove", "Wrong.java"]);
    ran.exits(1);
    for class in classes(WRONG) {
        let needs_more = ["Escape", "Leak", "Range", "Unlocked"].contains(&class);
        let verdict = if needs_more { "not proved" } else { "violated" };
        ran.says(&format!("Wrong$${class}: {verdict}\n").replace("$$", "$"));
    }
}

/// Slow: traps, each of which breaks something that a proof rests on.
#[test]
fn traps_are_not_proved() {
    if !with_all() || !with_solver() {
        return;
    }
    let files = [
        ("Tricky", include_str!("../java/Tricky.java"), 29),
        ("Traps", include_str!("../java/Traps.java"), 54),
        ("More", include_str!("../java/More.java"), 62),
    ];
    for (name, text, count) in files {
        let file = format!("{name}.java");
        let place = Place::new(&format!("prove-java-{name}")).file(&file, text);
        let ran = place.run(&["prove", &file, "--no-search"]);
        assert_eq!(classes(text).len(), count);
        ran.exits(3);
        for class in classes(text) {
            ran.says(&format!("{name}${class}: not proved\n"));
        }
    }
}

/// What was proved once and is wrong.
#[test]
fn proofs_that_were_wrong_are_none() {
    if !with_solver() {
        return;
    }
    let text = "import java.util.concurrent.locks.*;\n@interface ThreadSafe {}\n@interface Ensures { String value(); }\nclass Old {\n\
        static class Box { int v; }\n\
        @ThreadSafe\nstatic class Stores { private final Object[] a; Stores() { a = new String[1]; }\n\
          synchronized void f(Object o) { a[0] = o; } }\n\
        @ThreadSafe\nstatic class After { private int n; \n\
          @Ensures(\"result == n\") int f() { synchronized (this) { if (n < 9) n++; return n; } } }\n\
        @ThreadSafe\npublic static class Open { public final Box box = new Box();\n\
          public synchronized void f() { if (box.v < 4) box.v++; } }\n\
        static class H { static int x = init(); static int init() { First.inc(); return 0; } static int make() { return 1; } }\n\
        @ThreadSafe\nstatic class First { private static int n = H.make(); private static final Object lock = new Object();\n\
          static void inc() { synchronized (lock) { if (n < 5) n++; } } }\n\
        @ThreadSafe\nstatic class Fine { private static final ReentrantLock lock = new ReentrantLock(); private static int n;\n\
          static void inc() { lock.lock(); try { if (n < 5) n++; assert n <= 5; } finally { lock.unlock(); } } }\n}\n";
    let place = Place::new("prove-java-old").file("Old.java", text);
    let ran = place.run(&["prove", "Old.java", "--no-search", "--jobs", "2", "--cache", "kept"]);
    ran.exits(3);
    for class in classes(text).into_iter().filter(|class| *class != "Fine") {
        ran.says(&format!("Old${class}: not proved\n"));
    }
    ran.says("Old$Fine: proved for any number of callers\n");
    let again = place.run(&["prove", "Old.java", "--no-search", "--cache", "kept"]);
    again.exits(3).says("Old$Fine: proved for any number of callers\n");
}

/// The programs of FFQ01 in Java, and a change of each.
#[test]
fn programs_are_proved_from_their_threads() {
    if !with_solver() {
        return;
    }
    let full: &[&str] = if with_all() { &["--full"] } else { &[] };
    let ran = Place::new("prove-java-ffq01").run(&[&["tables", "ffq01", "--java"], full].concat());
    ran.exits(0);
    for program in ["SimpleLock", "Dekker", "ReadWriteLockClient", "TimeVaryingMutex"] {
        ran.says(&format!("  {program:<20} paper"));
    }
    ran.says("x is accessed while others may access it").says("a step that @EnvAssumption");
}
