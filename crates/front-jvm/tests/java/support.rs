//! What the tests share: compiling Java, translating it, running it.

use commute::{Check, JavaOptions, Program, Subject};
use commute_base::SourceMap;
use commute_certify::Interpreter;
use commute_explore::{Outcome, Unobserved};
use commute_front_jvm::{Input, Loaded, load};
use commute_machine::{Tid, Transition};
pub use commute_testkit::twins::has_jdk;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory for the classes of a test, empty. Each process has its own: some runners give each test one.
pub fn scratch(name: &str) -> PathBuf {
    let directory =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(std::process::id().to_string()).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// Compiles sources into `classes`.
pub fn javac(sources: &[PathBuf], classes: &Path) {
    let out = Command::new("javac")
        .args(["-J-XX:TieredStopAtLevel=1", "-g", "-Xlint:none", "-nowarn", "-d"])
        .arg(classes)
        .args(sources)
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

/// Compiles sources, which may use those in `path`, into `classes`.
pub fn javac_with(sources: &[PathBuf], classes: &Path, path: &Path) {
    javac_for(&[], sources, classes, path);
}

/// The same, with further options.
pub fn javac_for(options: &[&str], sources: &[PathBuf], classes: &Path, path: &Path) {
    let out = Command::new("javac")
        .args(["-J-XX:TieredStopAtLevel=1", "-g", "-Xlint:none", "-nowarn"])
        .args(options)
        .arg("-sourcepath")
        .arg(path)
        .arg("-d")
        .arg(classes)
        .args(sources)
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The Java sources in a directory below `tests`.
pub fn sources(directory: &str) -> Vec<PathBuf> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(directory);
    let mut list: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .collect();
    list.sort();
    list
}

/// Jars that Debian's packages have, if all are there.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
pub fn jars(needed: &[&str]) -> Option<Vec<PathBuf>> {
    if !has_jdk() {
        return None;
    }
    let jars: Vec<PathBuf> =
        needed.iter().map(|name| Path::new("/usr/share/java").join(name).with_extension("jar")).collect();
    if let Some(missing) = jars.iter().find(|jar| !jar.is_file()) {
        eprintln!("skipped: there is no {}", missing.display());
        return None;
    }
    Some(jars)
}

/// Compiles the sources of a directory below `tests` that use jars; where the classes are.
pub fn compile_with(jars: &[PathBuf], name: &str) -> PathBuf {
    let classes = scratch(name);
    let path = std::env::join_paths(jars).unwrap().into_string().unwrap();
    let directory = root().join("crates/front-jvm/tests").join(name);
    javac_for(&["-cp", &path], &sources(&format!("tests/{name}")), &classes, &directory);
    classes
}

/// Translates the main class of some classes.
pub fn translate(classes: &Path, main: &str) -> Loaded {
    translate_with(classes, main, None)
}

/// The same, with the library of a JDK.
pub fn translate_with(classes: &Path, main: &str, jdk: Option<&Path>) -> Loaded {
    let input = Input {
        class_path: vec![classes.to_owned()],
        main: Some(main.to_owned()),
        jdk: jdk.map(Path::to_owned),
        ..Input::default()
    };
    let loaded = load(&input, &mut SourceMap::default()).unwrap_or_else(|error| panic!("{main}: {error}"));
    let invalid = commute_ir::validate(&loaded.program);
    assert!(invalid.is_empty(), "{main}: {}", invalid[0]);
    loaded
}

/// The main class of some classes as a program, read as users have it read.
pub fn program(classes: &Path, main: &str) -> Program {
    let (class_path, main) = (vec![classes.to_owned()], main.to_owned());
    let options = JavaOptions { class_path, main: Some(main.clone()), ..JavaOptions::default() };
    read(&main, &options)
}

/// Reads a program as users have it read.
pub fn read(name: &str, options: &JavaOptions) -> Program {
    Program::java(name, options).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Explores a program by a reduction, depth-first.
pub fn explore(program: &Program, check: &Check) -> Outcome {
    let search = check.build().unwrap_or_else(|conflict| panic!("{conflict}"));
    search.explore(program, &mut Unobserved).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Has every counterexample confirmed by the independent interpreter.
pub fn confirm(program: &Program, outcome: &Outcome) {
    for found in &outcome.found {
        program.confirm(found).unwrap_or_else(|error| panic!("{}: {error}", program.name()));
    }
}

/// Runs a program, always the first thread that can go on, and gives what it prints and what goes wrong.
pub fn run(loaded: &Loaded) -> (String, Option<String>) {
    run_ir(&loaded.program)
}

/// The same for a program that was translated.
pub fn run_ir(program: &commute_ir::Program) -> (String, Option<String>) {
    let (mut interpreter, _, failed) = Interpreter::new(program);
    if let Some(violation) = failed {
        return (interpreter.printed().to_owned(), Some(violation.message));
    }
    let mut wrong = None;
    loop {
        let next = (0..interpreter.threads()).map(Tid::new).find(|&tid| interpreter.choices(tid) > 0);
        let Some(tid) = next else { break };
        if let Some(violation) = interpreter.hurry(Transition { tid, choice: 0 }) {
            wrong = Some(violation.message);
            break;
        }
    }
    (interpreter.printed().to_owned(), wrong)
}
