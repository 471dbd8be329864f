//! Java programs. What needs a JDK says that it was skipped if there is none.

use crate::run::Place;
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

#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
fn has_jdk() -> bool {
    let version = Command::new("javac").arg("-version").output();
    let found = version.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).starts_with("javac 17"));
    if !found {
        eprintln!("skipped: there is no javac of a JDK 17 on the path");
    }
    found
}

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
        .says("uncaught exception java.lang.AssertionError")
        .says("Race.java:8:9")
        .says("memory: sequentially consistent");
    // What is not translated is no verdict, and is named with the calls that lead to it.
    let ran = place.run(&["check", "Files.java"]);
    ran.exits(3).says("not decided").says("java.io.File.<init>").says("called by main > Files.main");
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
