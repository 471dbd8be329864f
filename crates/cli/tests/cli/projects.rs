//! Maven and Gradle projects, from `commute check` in their directory to the summary. The build tools are small scripts that say what
//! the real ones do: those start a JVM each time, and may have no plug-ins without a network.

use crate::java::has_jdk;
use crate::run::{Place, Ran, finish};
use std::path::Path;
use std::process::Command;

const COUNTER: &str = "package acme;

public class Counter {
    private int count;

    public void lose() {
        set(get() + 1);
    }

    public synchronized void increment() {
        count++;
    }

    public synchronized int get() {
        return count;
    }

    private synchronized void set(int value) {
        count = value;
    }
}
";

const TEST: &str = "package acme;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class CounterTest {
    private final Counter counter = new Counter();

    private void twice(Runnable task) throws InterruptedException {
        Thread other = new Thread(task);
        other.start();
        task.run();
        other.join();
        if (counter.get() != 2) {
            throw new AssertionError(\"an increment is lost\");
        }
    }

    @Test
    void increments() throws InterruptedException {
        twice(counter::increment);
    }

    @Test
    void losesNothing() throws InterruptedException {
        twice(counter::lose);
    }

    @Disabled
    @Test
    void later() {}
}
";

/// A class of the same name in another package.
const OTHER: &str = "package other;

import org.junit.jupiter.api.Test;

class CounterTest {
    @Test
    void beginsAtNothing() {
        if (new acme.Counter().get() != 0) {
            throw new AssertionError();
        }
    }
}
";

const POM: &str = "<project><groupId>acme</groupId><artifactId>counter</artifactId><version>1</version>
  <dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter-api</artifactId>
    <version>5.9.2</version><scope>test</scope></dependency></dependencies></project>
";

const GRADLE: &str =
    "apply plugin: 'java'\ndependencies { testCompile 'org.junit.jupiter:junit-jupiter-api:5.9.2' }\n";

/// Where the packages of Debian and its relatives have JUnit.
const JUNIT: &str = "/usr/share/java/junit-jupiter-api.jar";
/// What its annotations are annotated with.
const GUARDIAN: &str = "/usr/share/java/apiguardian-api.jar";

/// A project in a directory of its own, compiled; the library is in `libraries`. The name has a space in it, and so have all paths.
fn project(name: &str, build: (&str, &str), classes: [&str; 2], libraries: &str) -> Place {
    let place = Place::new(&format!("project {name}")).file(build.0, build.1);
    let write = |file: &str, text: &str| {
        let path = place.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("src/main/java/acme/Counter.java", COUNTER);
    write("src/test/java/acme/CounterTest.java", TEST);
    write("src/test/java/other/CounterTest.java", OTHER);
    let library = place.path().join(libraries);
    std::fs::create_dir_all(&library).unwrap();
    if Path::new(JUNIT).exists() && Path::new(GUARDIAN).exists() {
        std::fs::copy(JUNIT, library.join("junit-jupiter-api-5.9.2.jar")).unwrap();
        std::fs::copy(GUARDIAN, library.join("apiguardian-api.jar")).unwrap();
    } else {
        for annotation in ["Test", "Disabled"] {
            let text = format!("package org.junit.jupiter.api; public @interface {annotation} {{}}");
            write(&format!("stubs/org/junit/jupiter/api/{annotation}.java"), &text);
        }
        compile(&place, "stubs", "stubs", &[]);
        let jar = library.join("junit-jupiter-api-5.9.2.jar");
        let made = Command::new("jar")
            .arg("cf")
            .arg(jar)
            .args(["-C", "stubs", "org"])
            .current_dir(place.path())
            .status();
        assert!(made.unwrap().success());
    }
    compile(&place, classes[0], "src/main/java", &[]);
    compile(&place, classes[1], "src/test/java", &[classes[0], &format!("{libraries}/*")]);
    place
}

fn compile(place: &Place, output: &str, sources: &str, class_path: &[&str]) {
    let mut files = Vec::new();
    let mut work = vec![place.path().join(sources)];
    while let Some(directory) = work.pop() {
        for path in std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { work.push(path) } else { files.push(path) }
        }
    }
    let mut javac = Command::new("javac");
    javac.args(["-g", "-d", output, "-cp", &class_path.join(":")]).args(files).current_dir(place.path());
    assert!(javac.status().unwrap().success());
}

/// Puts a script that stands for a build tool into `bin`.
fn tool(place: &Place, name: &str, script: &str) {
    use std::os::unix::fs::PermissionsExt;
    let path = place.path().join("bin").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Runs the command with the tools of the project before all others, and a home without libraries.
fn run(place: &Place, args: &[&str]) -> Ran {
    finish(with_tools(place, &mut place.command(args)).output().unwrap())
}

fn with_tools<'c>(place: &Place, command: &'c mut Command) -> &'c mut Command {
    let path = format!("{}:{}", place.path().join("bin").display(), std::env::var("PATH").unwrap());
    command.env("PATH", path).env("HOME", place.path())
}

/// The project holds but for one test, whose replay works when it is pasted.
fn check_whole(place: &Place, args: &[&str]) -> Ran {
    let ran = run(place, args);
    ran.exits(1)
        .says("acme.CounterTest#increments: holds (")
        .says("acme.CounterTest#losesNothing: violated: uncaught exception")
        .says("CounterTest.java:15")
        .says("throw new AssertionError(\"an increment is lost\")")
        .says("acme.CounterTest#later: skipped")
        .says("other.CounterTest#beginsAtNothing: holds (")
        .says("  violated     acme.CounterTest#losesNothing  ")
        .says("3 tests: 2 hold, 1 violated, 0 not decided, 0 rejected; 1 skipped\n");
    let line = ran.stdout.lines().find(|line| line.contains("commute replay --project")).unwrap();
    let mut shell = Command::new("sh");
    let command = line.trim().replacen("commute", "\"$0\"", 1);
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_commute")]).current_dir(place.path());
    let replayed = finish(with_tools(place, &mut shell).output().unwrap());
    replayed.exits(1).says("violated: uncaught exception").says("return count").says("count = value");
    ran
}

const MAVEN: [&str; 2] = ["target/classes", "target/test-classes"];
const GRADLE_CLASSES: [&str; 2] = ["build/classes/java/main", "build/classes/java/test"];

#[test]
fn a_maven_project_is_checked_with_the_class_path_that_maven_names() {
    if !has_jdk() {
        return;
    }
    let place = project("maven", ("pom.xml", POM), MAVEN, "elsewhere");
    let answer = "for word in \"$@\"; do case \"$word\" in -Dmdep.outputFile=*) file=${word#*=};; esac; done\n\
        printf '%s' \"$PWD/elsewhere/junit-jupiter-api-5.9.2.jar\" > \"$file\"";
    tool(&place, "mvn", answer);
    let ran = check_whole(&place, &["check"]);
    assert!(!ran.stderr.contains("note:"), "{}", ran.stderr);
    // From another directory, several at once, and some of them.
    let above = place.path().parent().unwrap();
    let name = place.path().file_name().unwrap().to_str().unwrap();
    let mut command =
        place.command(&["check", "--project", name, "--jobs", "3", "--test", "other.*, *#incr*"]);
    let ran = finish(with_tools(&place, command.current_dir(above)).output().unwrap());
    ran.exits(0).says("2 tests: 2 hold,");
    // After the first failure nothing is run, in the order of the tests.
    let ran = run(&place, &["check", "-x", "--jobs", "2"]);
    ran.exits(1).says("2 tests: 1 hold, 1 violated").says("not run");
    let ran = run(&place, &["check", "--json", "--jobs", "2"]);
    let verdicts: Vec<String> =
        ran.documents().iter().map(|d| format!("{} {}", d["file"], d["verdict"])).collect();
    let expected = [
        "acme.CounterTest#increments holds",
        "acme.CounterTest#losesNothing violated",
        "acme.CounterTest#later skipped",
        "other.CounterTest#beginsAtNothing holds",
    ];
    assert_eq!(verdicts, expected.map(|text| format!("\"{}\"", text.replace(' ', "\" \""))));
}

#[test]
fn without_an_answer_the_usual_places_are_taken() {
    if !has_jdk() {
        return;
    }
    let place = project("usual", ("pom.xml", POM), MAVEN, "lib");
    tool(&place, "mvn", "echo '[ERROR] No plugin found for prefix'; exit 1");
    let ran = check_whole(&place, &["check"]);
    ran.complains(
        "note: mvn says: No plugin found for prefix; classes and libraries are taken from the usual places",
    );
    let ran = check_whole(&place, &["check", "--no-build-tool"]);
    assert!(!ran.stderr.contains("mvn"), "{}", ran.stderr);
    // A source that was changed since.
    std::thread::sleep(std::time::Duration::from_millis(20));
    std::fs::write(place.path().join("src/main/java/acme/Counter.java"), COUNTER).unwrap();
    let ran = run(&place, &["check", "--no-build-tool", "--test", "other.*"]);
    ran.exits(0)
        .complains("Counter.java is newer than the classes that are checked; type `mvn test-compile`");
}

#[test]
fn a_gradle_project_is_checked_with_what_gradle_names() {
    if !has_jdk() {
        return;
    }
    let place = project("gradle", ("build.gradle", GRADLE), GRADLE_CLASSES, "elsewhere");
    let answer = "say() { printf 'commute\\t%s\\t%s\\t%s\\n' \"$PWD\" \"$1\" \"$PWD/$2\"; }\n\
        say tests build/classes/java/test; say classes build/classes/java/main; say sources src/main/java\n\
        say sources src/test/java; say libraries elsewhere/junit-jupiter-api-5.9.2.jar";
    tool(&place, "gradle", answer);
    let ran = check_whole(&place, &["check"]);
    assert!(!ran.stderr.contains("note:"), "{}", ran.stderr);
    let ran = run(&place, &["check", "--no-build-tool"]);
    ran.complains(
        "libraries that were not found: org.junit.jupiter:junit-jupiter-api:5.9.2; type `gradle testClasses`",
    );
    let there = place.path().join("elsewhere/junit-jupiter-api-5.9.2.jar");
    check_whole(&place, &["check", "--class-path", &there.display().to_string()]);
}

#[test]
fn what_is_missing_is_said_with_what_to_type() {
    let place = Place::new("project-missing").file("pom.xml", "<project></project>");
    run(&place, &["check", "--no-build-tool"])
        .exits(2)
        .complains("there are no compiled tests in target/test-classes; type `mvn test-compile` there first");
    let empty = Place::new("project-none");
    empty
        .run(&["check"])
        .exits(2)
        .complains("give a <FILE>, or go to a directory with a pom.xml or build.gradle");
    empty.run(&["check", "--project", "x"]).exits(2).complains("x has neither a pom.xml nor a build.gradle");
    let model = Place::new("project-model").file("a.cm", crate::run::HOLDS);
    model.run(&["check", "a.cm", "--jobs", "2"]).exits(2).complains("--jobs is about tests");
    model.run(&["check", "a.cm", "-x"]).exits(2).complains("--stop-first is about tests");
    model.run(&["check", "a.cm", "--no-build-tool"]).exits(2).complains("--no-build-tool is about a project");
    place
        .run(&["replay", "--project", ".", "--schedule", "0"])
        .exits(2)
        .complains("name the test of the project");
}

/// What takes long is not the search: it counts too.
const LARGE: &str = "import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Large {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            all.add(pool.submit(() -> IntStream.range(0, n).boxed().collect(Collectors.toList()).size()));
        }
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (Future<Integer> one : all) {
            map.merge(\"n\" + one.get(), 1, Integer::sum);
        }
        pool.shutdown();
    }
}
";

#[test]
fn the_limit_on_time_is_about_everything_that_a_check_does() {
    if !has_jdk() {
        return;
    }
    let place = Place::new("project-time").file("Large.java", LARGE);
    // The compiler alone takes longer.
    let ran = place.run(&["check", "Large.java", "--max-time", "1ms"]);
    ran.exits(3).says("Large.java: not decided: the limit on time was reached while the program was read");
    let ran = place.run(&["check", "Large.java", "--max-time", "1ms", "--json"]);
    assert_eq!(ran.exits(3).documents()[0]["verdict"], "undecided");
    let compiled = Command::new("javac").args(["-d", "out", "Large.java"]).current_dir(place.path()).status();
    assert!(compiled.unwrap().success());
    // So does the translation.
    place.run(&["check", "out", "--max-time", "1ms"]).exits(3).says("while the program was read");
}
