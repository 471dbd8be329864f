//! The class libraries of other JDKs than 17: the same programs must get the same verdicts, and print what their `java`
//! prints. A JDK is named by a variable; without it a test says that it was skipped.

use crate::support;
use commute::{Check, JavaOptions, Program, Reduction};
use commute_explore::Verdict;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Another JDK.
struct Other {
    version: u32,
    /// The variable that says where it is.
    variable: &'static str,
    /// Programs that its language does not have, or that do something else there.
    without: &'static [&'static str],
}

const OLD: Other = Other {
    version: 11,
    variable: "COMMUTE_JDK_11",
    without: &[
        "Control",
        "RecordArray",
        "RecordValue",
        "SealedShapes",
        "InterruptAfterEnd",
        "InterruptBeforeStart",
        "InterruptKeptAtEnd",
        "InterruptTwoUnstarted",
    ],
};
const NEW: Other = Other { version: 21, variable: "COMMUTE_JDK_21", without: &[] };

impl Other {
    /// Where it is; says so if it is nowhere.
    #[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
    fn home(&self) -> Option<PathBuf> {
        let home = std::env::var_os(self.variable).map(PathBuf::from);
        if home.is_none() {
            eprintln!("skipped: {} does not name a JDK {}", self.variable, self.version);
        }
        home.filter(|_| support::has_jdk())
    }

    /// The sources in a directory that it has the language for.
    fn sources(&self, directory: &str) -> Vec<PathBuf> {
        let is_in = |source: &PathBuf| !self.without.contains(&name(source).as_str());
        support::sources(directory).into_iter().filter(is_in).collect()
    }

    /// Compiles sources for it, with the javac of JDK 17.
    fn compile(&self, sources: &[PathBuf], into: &str, path: &Path) -> PathBuf {
        let classes = support::scratch(&format!("jdk{}/{into}", self.version));
        let release = self.version.min(17).to_string();
        support::javac_for(&["--release", &release], sources, &classes, path);
        classes
    }
}

fn name(source: &Path) -> String {
    source.file_stem().unwrap().to_string_lossy().into_owned()
}

/// The main class of some classes, with the library of this JDK.
fn program(classes: &Path, main: &str, jdk: &Path) -> Program {
    let options = JavaOptions {
        class_path: vec![classes.to_owned()],
        main: Some(main.to_owned()),
        jdk: Some(jdk.to_owned()),
        ..JavaOptions::default()
    };
    support::read(main, &options)
}

/// `holds`, or the kind of the first violation.
fn verdict(program: &Program) -> String {
    let outcome = support::explore(program, &Check::new().reduction(Reduction::None).depth_first(true));
    match outcome.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated => outcome.found[0].violation.kind.name().to_owned(),
        other => format!("{other:?}"),
    }
}

/// The verdicts of a table, which may be several violations.
fn expected(directory: &Path) -> BTreeMap<String, String> {
    let table = std::fs::read_to_string(directory.join("expected.tsv")).unwrap();
    let line = |line: &str| {
        let mut columns = line.split('\t').map(str::to_owned);
        (columns.next().unwrap(), columns.next().unwrap())
    };
    table.lines().skip(1).map(line).collect()
}

/// Every program of a directory gets its verdict.
fn same_verdicts(
    other: &Other,
    home: &Path,
    directory: &Path,
    sources: &[PathBuf],
    classes_of: impl Fn(&PathBuf) -> PathBuf,
) {
    let expected = expected(directory);
    let mut wrong = Vec::new();
    for source in sources {
        let program = program(&classes_of(source), &name(source), home);
        let (ours, theirs) = (verdict(&program), &expected[&name(source)]);
        if !theirs.split(", ").any(|kind| kind == ours) {
            wrong.push(format!("{}: {ours}, with Java 17 {theirs}", name(source)));
        }
    }
    assert!(wrong.is_empty(), "Java {}: {}", other.version, wrong.join("\n"));
}

fn programs(other: &Other) {
    let Some(home) = other.home() else { return };
    let root = support::root();
    let java = root.join("examples/java");
    let sources = other.sources("tests/concurrent");
    let classes = other.compile(&sources, "concurrent", &java);
    let directory = root.join("crates/front-jvm/tests/concurrent");
    same_verdicts(other, &home, &directory, &sources, |_| classes.clone());
    same_verdicts(other, &home, &java, &support::sources("../../examples/java"), |source| {
        other.compile(std::slice::from_ref(source), &format!("papers/{}", name(source)), &java)
    });
}

#[test]
fn programs_have_the_same_verdicts_with_java_11() {
    programs(&OLD);
}

#[test]
fn programs_have_the_same_verdicts_with_java_21() {
    programs(&NEW);
}

/// What a program prints with the library of a JDK, and with the `java` of that JDK.
fn prints_the_same(home: &Path, classes: &Path, main: &str) {
    let java = Command::new(home.join("bin/java")).args(["-ea", "-cp"]).arg(classes).arg(main).output();
    let expected = String::from_utf8_lossy(&java.unwrap().stdout).into_owned();
    let (printed, failed) = support::run(&support::translate_with(classes, main, Some(home)));
    assert_eq!(failed, None, "{main}");
    for (ours, theirs) in printed.lines().zip(expected.lines()) {
        assert_eq!(ours, theirs, "{main}");
    }
    assert_eq!(printed.lines().count(), expected.lines().count(), "{main}");
}

#[test]
fn programs_print_what_other_javas_print() {
    for other in [&OLD, &NEW] {
        let Some(home) = other.home() else { continue };
        let sources = other.sources("tests/sequential");
        let classes = other.compile(&sources, "sequential", &support::root());
        sources.iter().for_each(|source| prints_the_same(&home, &classes, &name(source)));
    }
}

/// What is new in Java 21; compiled classes are kept because the compiler of 17 does not know it.
#[test]
fn virtual_threads_and_patterns_of_java_21() {
    let Some(home) = NEW.home() else { return };
    let classes = support::root().join("crates/front-jvm/tests/java21/classes");
    prints_the_same(&home, &classes, "PatternSwitch");
    let of = |main: &str| verdict(&program(&classes, main, &home));
    assert_eq!(of("VirtualThreads"), "uncaught_exception");
    assert_eq!(of("VirtualTasks"), "holds");
    assert_eq!(of("PlatformBuilder"), "holds");
}

/// The compiler of Java 17 has patterns behind an option, which needs no other JDK.
#[test]
fn patterns_of_java_17() {
    if !support::has_jdk() {
        return;
    }
    let classes = support::scratch("preview");
    let options = ["--enable-preview", "--release", "17"];
    support::javac_for(&options, &support::sources("tests/preview"), &classes, &support::root());
    let java = Command::new("java").args(["--enable-preview", "-cp"]).arg(&classes).arg("Patterns").output();
    let (printed, failed) = support::run(&support::translate(&classes, "Patterns"));
    assert_eq!((printed, failed), (String::from_utf8(java.unwrap().stdout).unwrap(), None));
}
