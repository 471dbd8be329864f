//! Java programs. What needs a JDK says that it was skipped if there is none.

use crate::replay::pasted;
use crate::run::Place;
pub use commute_testkit::twins::has_jdk;
use std::process::Command;

const RACE: &str = "public class Race {
    static int x;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> x++);
        t.start();
        x++;
        t.join();
        assert x == 2;
    }
}
";

const QUIET: &str = "package a.b;
public class Quiet {
    public static void main(String[] args) {
        System.out.println(\"nothing is wrong\");
    }
}
";

const FILES: &str = "public class Files {
    public static void main(String[] args) {
        new java.io.File(\"x\").delete();
    }
}
";

#[test]
fn without_a_jdk_the_message_says_how_to_name_one() {
    let place = Place::new("java-no-jdk").file("A.class", "no class");
    let ran = place.run(&["check", "A.class", "--jdk", "/nowhere"]);
    ran.exits(2).complains("/nowhere is no JDK");
}

#[test]
fn sources_are_compiled_and_traces_show_their_lines() {
    if !has_jdk() {
        return;
    }
    let place = Place::new("java-source").file("Race.java", RACE).file("Files.java", FILES);
    let ran = place.run(&["check", "Race.java"]);
    ran.exits(1)
        .says("Race.java: violated: uncaught exception")
        .says("Exception in thread \"main\" java.lang.AssertionError\n    at Race.main(Race.java:8)\n")
        .says("also found: data race on Race.x");
    // What is not translated is no verdict, and is named with the calls that lead to it.
    let ran = place.run(&["check", "Files.java"]);
    ran.exits(3)
        .says("not decided")
        .says("files of the machine are not read")
        .says("called by main > Files.main");
    let ran = place.run(&["compare", "Race.java"]);
    ran.exits(0).says("All ");
}

#[test]
fn classes_are_found_in_directories_and_by_name() {
    if !has_jdk() {
        return;
    }
    let place = Place::new("java-classes").file("Quiet.java", QUIET).file("broken.class", "\u{1}");
    let compiled = Command::new("javac").args(["-d", "out", "Quiet.java"]).current_dir(place.path()).status();
    assert!(compiled.unwrap().success());
    place.run(&["check", "out"]).exits(0).says("out: holds");
    place.run(&["check", "out/a/b/Quiet.class"]).exits(0).says("holds");
    place.run(&["check", "--class-path", "out", "--main", "a.b.Quiet"]).exits(0).says("a.b.Quiet: holds");
    let ran = place.run(&["check", "--class-path", "out", "--main", "a.b.Other"]);
    ran.exits(4).complains("class a.b.Other is not on the class path");
    place.run(&["check", "broken.class"]).exits(4).complains("broken.class is no class file");
    place.run(&["ir", "out"]).exits(0).says("a.b.Quiet.main");
}

const CLAIMS: &str = "@interface ThreadSafe {}
@interface NotThreadSafe {}
@interface GuardedBy { String value(); }
@ThreadSafe class Safe {
    private final Object lock = new Object();
    int count;
    @GuardedBy(\"lock\") int other;
    synchronized void add() { count++; }
    void more() { synchronized (lock) { other++; } }
}
@NotThreadSafe class Careless {
    int count;
}
@NotThreadSafe class Alone {
    int count;
}
public class Claims {
    public static void main(String[] args) {
        Safe safe = new Safe();
        Careless careless = new Careless();
        Alone alone = new Alone();
        new Thread(() -> {
            safe.add();
            safe.more();
            careless.count++;
        }).start();
        safe.add();
        safe.more();
        careless.count++;
        alone.count++;
    }
}
";

#[test]
fn what_is_said_of_classes_is_judged() {
    if !has_jdk() {
        return;
    }
    let forgetful = CLAIMS.replace("synchronized (lock) { other++; }", "other++;");
    let place = Place::new("java-claims").file("Claims.java", CLAIMS);
    place
        .run(&["check", "Claims.java", "--races", "allow"])
        .exits(0)
        .says("proved: the plain fields of Safe are protected (@ThreadSafe)\n")
        .says("proved: no instance of Alone is shared without protection (@NotThreadSafe)\n")
        .says(
            "not shown: no instance of Careless is shared without protection (@NotThreadSafe): no lock that is known guards \
             Careless.count (",
        );
    let ran = place.run(&["check", "Claims.java", "--races", "allow", "--json"]);
    ran.exits(0)
        .says(r#"{"text":"the plain fields of Safe are protected (@ThreadSafe)","standing":"proved"}"#);
    place
        .run(&["check", "Claims.java", "--races", "allow", "--strategy", "full"])
        .exits(0)
        .says("not decided: the plain fields of Safe are protected (@ThreadSafe): what protects a field is found out with");
    let ran = place.run(&["check", "Claims.java", "--races", "allow", "--max-states", "2"]);
    ran.exits(3).says(
        "not decided: the plain fields of Safe are protected (@ThreadSafe): not everything was explored",
    );
    let place = Place::new("java-claims-forgetful").file("Claims.java", &forgetful);
    place
        .run(&["check", "Claims.java", "--races", "allow"])
        .exits(1)
        .says("violated: discipline: Safe.other guarded_by")
        .says("refuted: the plain fields of Safe are protected (@ThreadSafe), but what is said of Safe.other is violated");
}

const OFF: &str = "@interface Test {}
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Disabled {}
";

#[test]
fn tests_that_are_turned_off_are_named() {
    if !has_jdk() {
        return;
    }
    let runtime = "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) ";
    let text = format!(
        "{runtime}{OFF}public class A {{ @Test public void a() {{}} @Disabled @Test public void b() {{}} }}\n\
         @Disabled class B {{ @Test public void a() {{}} }}\n"
    );
    let place = Place::new("java-off").file("A.java", &text);
    place
        .run(&["check", "--junit", "A.java"])
        .exits(0)
        .says("A#a: holds")
        .says("A#b: skipped: it has @Disabled\n")
        .says("B#a: skipped: B has @Disabled\n")
        .says("1 tests: 1 hold, 0 violated, 0 not decided, 0 rejected; 2 skipped\n");
}

/// Tests, jars, class paths and main classes: whatever the program was read from, it can be read again.
#[test]
fn printed_commands_read_the_same_program() {
    if !has_jdk() {
        return;
    }
    let tests = "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Test {}\n\
        public class Suite { @Test public void fine() {} @Test public void fails() { assert false; } }\n";
    let place = Place::new("java replay").file("Race.java", RACE).file("Suite.java", tests);
    let run = |program: &str, args: &[&str]| {
        let done = Command::new(program).args(args).current_dir(place.path()).status();
        assert!(done.unwrap().success(), "{program} {args:?}");
    };
    run("javac", &["-d", "a dir", "Race.java"]);
    run("jar", &["cf", "app.jar", "-C", "a dir", "."]);
    let wrong = "violated: uncaught exception";
    pasted(&place, &["check", "Race.java"]).exits(1).says(wrong);
    pasted(&place, &["check", "a dir/Race.class"]).exits(1).says(wrong);
    pasted(&place, &["check", "app.jar", "--main", "Race"]).exits(1).says(wrong);
    pasted(&place, &["check", "--class-path", "a dir:.", "--main", "Race"]).exits(1).says(wrong);
    pasted(&place, &["check", "Race.java", "--random=-3", "--spurious-wakeups"]).exits(1).says(wrong);
    pasted(&place, &["check", "Suite.java", "--test", "Suite#fails"]).exits(1).says(wrong);
    pasted(&place, &["check", "Suite.java", "--junit"]).exits(1).says(wrong);
}

/// An annotation processor, and a plug-in that asks to be started, each of which leaves a file behind.
const PROCESSOR: &str = "import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;
@SupportedAnnotationTypes(\"*\")
public class Processor extends AbstractProcessor implements com.sun.source.util.Plugin {
    static void leave(String name) {
        try {
            new java.io.File(name).createNewFile();
        } catch (java.io.IOException e) {
            throw new Error(e);
        }
    }
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        leave(\"processor-was-here\");
        return false;
    }
    public String getName() {
        return \"Processor\";
    }
    public boolean autoStart() {
        return true;
    }
    public void init(com.sun.source.util.JavacTask task, String... args) {
        leave(\"plugin-was-here\");
    }
}
";

#[test]
fn nothing_of_a_program_runs_when_it_is_compiled() {
    if !has_jdk() {
        return;
    }
    let place = Place::new("java-processor").file("Processor.java", PROCESSOR).file("Quiet.java", QUIET);
    let javac = |options: &[&str]| {
        let ran = Command::new("javac").args(options).current_dir(place.path()).status();
        assert!(ran.unwrap().success());
    };
    javac(&["-d", "lib", "Processor.java"]);
    let services = place.path().join("lib/META-INF/services");
    std::fs::create_dir_all(&services).unwrap();
    for service in ["javax.annotation.processing.Processor", "com.sun.source.util.Plugin"] {
        std::fs::write(services.join(service), "Processor\n").unwrap();
    }
    let left = || ["processor-was-here", "plugin-was-here"].map(|name| place.path().join(name).exists());
    place.run(&["check", "Quiet.java", "--class-path", "lib"]).exits(0).says("holds");
    assert_eq!(left(), [false, false]);
    // The same class path with nothing but the compiler does run them.
    javac(&["-d", "out", "-cp", "lib", "Quiet.java"]);
    assert_eq!(left(), [true, true]);
}

/// Programs whose assertion in line 4 fails inside something that is left by the exception, and is shown elsewhere by the
/// machine.
const LEFT: [(&str, &str); 4] = [
    (
        "FinallyLine",
        "synchronized (FinallyLine.class) {\n      assert a.length == 9;\n      System.out.print(\"\");\n    }",
    ),
    (
        "TryFinally",
        "try {\n      assert a.length == 9;\n    } finally {\n      System.out.print(\"\");\n    }",
    ),
    (
        "Nested",
        "synchronized (Nested.class) { try {\n      assert a.length == 9;\n    } finally {\n      synchronized (a) { a = null; }\n    } }",
    ),
    (
        "Again",
        "try {\n      assert a.length == 9;\n    } catch (AssertionError e) {\n      System.out.print(\"\");\n      throw e;\n    }",
    ),
];

#[test]
fn an_exception_is_shown_where_it_was_thrown() {
    if !has_jdk() {
        return;
    }
    for (name, body) in LEFT {
        let text = format!(
            "public class {name} {{\n  public static void main(String[] a) {{\n    {body}\n  }}\n}}\n"
        );
        let file = format!("{name}.java");
        let place = Place::new(&format!("java-line-{name}")).file(&file, &text);
        place.run(&["check", &file]).exits(1).says(&format!("    at {name}.main({file}:4)\n"));
    }
}

/// Three equal threads in an array, which `main` starts and joins; with what is done in the end.
fn workers(fields: &str, work: &str, end: &str) -> String {
    format!(
        "public class Workers {{
    static int x;
    static class Worker extends Thread {{
        {fields}
        public void run() {{ synchronized (Workers.class) {{ {work} }} }}
    }}
    public static void main(String[] args) throws InterruptedException {{
        Worker[] all = new Worker[3];
        for (int i = 0; i < all.length; i++) all[i] = new Worker();
        for (Worker worker : all) worker.start();
        for (Worker worker : all) worker.join();
        assert {end};
    }}
}}
"
    )
}

#[test]
fn equal_threads_that_main_joins_count_as_one() {
    if !has_jdk() {
        return;
    }
    let states = |name: &str, text: &str, symmetry: &str| {
        let place = Place::new(name).file("Workers.java", text);
        let args = ["check", "Workers.java", "--strategy", "full", "--keep-going", "--json", "--symmetry"];
        let ran = place.run(&[&args[..], &[symmetry]].concat());
        let document = &ran.documents()[0];
        (document["verdict"].as_str().unwrap().to_owned(), document["statistics"]["states"].as_u64().unwrap())
    };
    let rethrown = "catch (InterruptedException e) { throw new RuntimeException(e); }";
    let cases = [
        ("java-equal", workers("", "x++;", "x == all.length"), "holds", 686, 288),
        // A text is made after the joins, but of a number.
        ("java-texts", workers("", "x++;", "x == 3 : \"\" + x"), "holds", 686, 288),
        // Names are in the texts of threads.
        ("java-names", workers("", "x++;", "x == 3 : \"\" + all[0]"), "holds", 686, 572),
        // That `main` joins is no question for a name, and what is thrown says none.
        (
            "java-waits",
            workers("", &format!("try {{ while (x < 0) Workers.class.wait(); }} {rethrown} x++;"), "x == 3"),
            "holds",
            838,
            342,
        ),
        // The results say which one was the first. That is found out after 1,000 states, some of which are stored again.
        (
            "java-results",
            workers("int mine;", "mine = x++;", "all[0].mine < all[2].mine"),
            "violated",
            1371,
            1181,
        ),
        ("java-asked", workers("", "x++;", "!all[0].getName().equals(\"Thread-0\")"), "violated", 743, 523),
    ];
    for (name, text, verdict, plain, exchanged) in cases {
        assert_eq!(states(name, &text, "none"), (verdict.to_owned(), plain), "{name}");
        assert_eq!(states(name, &text, "threads"), (verdict.to_owned(), exchanged), "{name}");
    }
}
