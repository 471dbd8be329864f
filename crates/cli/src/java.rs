//! Java programs on the command line.

use crate::args::{JavaArgs, RandomArg};
use crate::pipeline::{self, LoadError, Model};
use crate::source_file::ReadError;
use commute_base::{Diagnostics, SourceMap};
use commute_front_jvm::{Input, Listed, LoadError as JavaError, Notes, Open};
use commute_machine::ViolationKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Whether a file is a Java program rather than a model. Without a file, the main class stands for one.
pub fn is_java(path: &Path, java: &JavaArgs) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    matches!(extension, Some("class" | "jar" | "java"))
        || java.main.is_some() && !path.exists()
        || path.is_dir() && (java.main.is_some() || has_classes(path, MAX_DEPTH))
}

/// How deep a directory is looked into.
const MAX_DEPTH: u32 = 16;

/// Whether there are class files in a directory or below it.
fn has_classes(directory: &Path, depth: u32) -> bool {
    let Ok(entries) = std::fs::read_dir(directory) else { return false };
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.any(|path| match path.is_dir() {
        true => depth > 0 && has_classes(&path, depth - 1),
        false => path.extension().is_some_and(|e| e == "class"),
    })
}

/// What the front end is asked to read; the directory of what was compiled for it must be kept as long.
fn prepare(path: &Path, java: &JavaArgs) -> Result<(Input, Option<Scratch>), LoadError> {
    let mut input = Input {
        class_path: java.class_path.clone(),
        program: path.exists().then(|| path.to_owned()),
        main: java.main.clone(),
        jdk: java.jdk.clone(),
        test: java.test.clone(),
        open: Open { spurious_wakeups: java.spurious_wakeups, seed: seed(java.random) },
    };
    let compiled = match path.extension().is_some_and(|e| e == "java") && path.exists() {
        true => Some(compile(path, java)?),
        false => None,
    };
    if let Some(compiled) = &compiled {
        input.program = Some(compiled.0.clone());
        // Only for the sources: the compiled classes come first.
        input
            .class_path
            .extend(path.parent().map(|p| if p == Path::new("") { ".".into() } else { p.to_owned() }));
    }
    Ok((input, compiled))
}

fn seed(random: RandomArg) -> Option<i64> {
    match random {
        RandomArg::Choose => None,
        RandomArg::Seed(seed) => Some(seed),
    }
}

fn read_error(error: JavaError) -> LoadError {
    LoadError::Read(match error {
        JavaError::Surroundings(text) => ReadError::Unreadable(text),
        JavaError::Rejected(text) => ReadError::Refused(text),
    })
}

fn read(name: String, input: &Input) -> Result<Model, LoadError> {
    let mut sources = SourceMap::default();
    let mut loaded = commute_front_jvm::load(input, &mut sources).map_err(read_error)?;
    if input.open.spurious_wakeups {
        loaded.program.allow_spurious_wakeups();
    }
    pipeline::assert_valid(&loaded.program);
    Ok(Model {
        name,
        sources,
        program: Arc::new(loaded.program),
        warnings: Diagnostics::default(),
        rests_on: rests_on(&loaded.notes, input.open),
        claims: loaded.notes.claims,
    })
}

/// Reads a Java program.
pub fn load(path: &Path, java: &JavaArgs) -> Result<Model, LoadError> {
    let (input, _compiled) = prepare(path, java)?;
    read(path.display().to_string(), &input)
}

/// A test of a class.
pub enum Test {
    /// Its program, or the reason why there is none.
    Program(Result<Model, LoadError>),
    /// The user does not want it to be run; where that is said.
    Off(String),
}

/// The tests of some classes, each with its name.
pub fn each_test(
    path: &Path,
    java: &JavaArgs,
    mut each: impl FnMut(&str, Test) -> anyhow::Result<()>,
) -> anyhow::Result<Result<(), LoadError>> {
    let (input, _compiled) = match prepare(path, java) {
        Ok(prepared) => prepared,
        Err(error) => return Ok(Err(error)),
    };
    let tests = match commute_front_jvm::tests(&input) {
        Ok(tests) => tests,
        Err(error) => return Ok(Err(read_error(error))),
    };
    for Listed { name, off } in tests {
        let input = Input { test: Some(name.clone()), main: None, ..input.clone() };
        each(&name, off.map_or_else(|| Test::Program(read(name.clone(), &input)), Test::Off))?;
    }
    Ok(Ok(()))
}

/// Compiles and reads a program of ours, whose source is `text`.
pub fn load_text(name: &str, text: &str) -> Result<Model, LoadError> {
    let cannot = |error: std::io::Error| {
        LoadError::Read(ReadError::Unreadable(format!(
            "cannot write {name} to a directory for temporary files: {error}"
        )))
    };
    let scratch = scratch()?;
    let file = scratch.0.join(name);
    std::fs::write(&file, text).map_err(cannot)?;
    let mut model = load(&file, &JavaArgs::default())?;
    model.name = format!("examples/java/{name}");
    Ok(model)
}

/// A directory that is removed when it is not needed any more.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in a directory for temporary files disturbs nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The compiler for programs of a JDK: its own or, if it has none, the one on the path with options for this JDK.
fn compiler(jdk: &Path) -> (PathBuf, Vec<String>) {
    let own = jdk.join("bin/javac");
    if own.is_file() {
        return (own, Vec::new());
    }
    let said = Command::new("javac").arg("-version").output().map(|out| out.stdout).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let version =
        said.strip_prefix("javac ").and_then(|rest| rest.split(['.', '-', '\n']).next()?.parse().ok());
    let release = commute_front_jvm::jdk_version(jdk).ok().zip(version).map(|(a, b): (u32, u32)| a.min(b));
    let options = release.map_or(Vec::new(), |release| vec!["--release".to_owned(), release.to_string()]);
    ("javac".into(), options)
}

/// Compiles a source file with the `javac` of the JDK, or the one on the path.
fn compile(source: &Path, java: &JavaArgs) -> Result<Scratch, LoadError> {
    let unreadable = |text: String| LoadError::Read(ReadError::Unreadable(text));
    let scratch = scratch()?;
    let (javac, options) = java.jdk.as_deref().map_or(("javac".into(), Vec::new()), compiler);
    let mut path = java.class_path.clone();
    path.extend(source.parent().map(Path::to_owned));
    let joined = std::env::join_paths(path).unwrap_or_default();
    let output = Command::new(&javac)
        .args(["-g", "-implicit:class", "-proc:none", "-processorpath"])
        .arg(empty_directory(&scratch)?)
        .args(options)
        .arg("-d")
        .arg(&scratch.0)
        .arg("-cp")
        .arg(joined)
        .arg(as_argument(source))
        .output()
        .map_err(|error| {
            unreadable(format!(
                "cannot run {}, which .java files need: {error}; have the javac of a JDK on the path, or compile them and \
                 give the class files",
                javac.display()
            ))
        })?;
    if output.status.success() {
        return Ok(scratch);
    }
    let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    Err(LoadError::Read(ReadError::Refused(format!("javac rejects {}:\n{said}", source.display()))))
}

/// Where the compiler looks for annotation processors and plug-ins: nowhere. Nothing of a program that is checked is run, and
/// `-proc:none` alone leaves plug-ins of the class path that ask to be started.
fn empty_directory(scratch: &Scratch) -> Result<PathBuf, LoadError> {
    let directory = scratch.0.join("no-processors");
    std::fs::create_dir(&directory).map_err(|error| {
        LoadError::Read(ReadError::Unreadable(format!("cannot make {}: {error}", directory.display())))
    })?;
    Ok(directory)
}

/// A file as an argument that the compiler takes for no option and no file of options.
fn as_argument(source: &Path) -> PathBuf {
    if source.is_absolute() { source.to_owned() } else { Path::new(".").join(source) }
}

/// A new directory.
fn scratch() -> Result<Scratch, LoadError> {
    let directory = std::env::temp_dir().join(format!("commute-{}-{}", std::process::id(), unique()));
    match std::fs::create_dir_all(&directory) {
        Ok(()) => Ok(Scratch(directory)),
        Err(error) => {
            let text = format!("cannot make {}: {error}", directory.display());
            Err(LoadError::Read(ReadError::Unreadable(text)))
        }
    }
}

/// A number that no other call in this process gets.
fn unique() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// What a verdict about a Java program rests on, besides the search.
fn rests_on(notes: &Notes, open: Open) -> Vec<String> {
    let mut lines = vec!["memory: sequentially consistent, also for fields that are not volatile".to_owned()];
    let wakeups = if open.spurious_wakeups { "at any time" } else { "not without a reason" };
    lines.push(format!("`wait`, `await` and `park` return {wakeups} (--spurious-wakeups)"));
    if let Some(seed) = open.seed {
        lines.push(format!("random numbers: those of the seed {seed}, where the program gives none"));
    }
    if !notes.models.is_empty() {
        let list: Vec<&str> = notes.models.iter().map(String::as_str).collect();
        lines.push(format!("replaced library classes: {}", list.join(", ")));
    }
    if !notes.overrides.is_empty() {
        let list: Vec<&str> = notes.overrides.iter().map(String::as_str).collect();
        lines.push(format!("replaced library methods: {}", list.join(", ")));
    }
    if !notes.fixed.is_empty() {
        let list: Vec<&str> = notes.fixed.iter().copied().collect();
        lines.push(format!("fixed where Java leaves it open: {}", list.join(", ")));
    }
    if !notes.unchecked.is_empty() {
        lines.push(format!("not understood, and not checked: {}", notes.unchecked.join(", ")));
    }
    if !notes.refused.is_empty() {
        let count = notes.refused.len();
        lines.push(format!(
            "{count} library calls are not translated; no execution reaches one, or there is no verdict"
        ));
    }
    lines
}

/// What says that an execution of a Java program could not be followed: faults that are bounds of ours and not mistakes of
/// the program.
pub const BOUNDS: &[ViolationKind] = &[
    ViolationKind::Fault("unsupported"),
    ViolationKind::Fault("stack_overflow"),
    ViolationKind::Fault("out_of_memory"),
    ViolationKind::Fault("endless_atomic"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use commute_ir::FaultKind;

    #[test]
    fn bounds_are_faults() {
        use FaultKind::{EndlessAtomic, OutOfMemory, StackOverflow, Unsupported};
        let faults = [Unsupported, StackOverflow, OutOfMemory, EndlessAtomic];
        assert_eq!(faults.map(|fault| ViolationKind::Fault(fault.name())), BOUNDS);
    }

    #[test]
    fn java_is_known_by_its_name() {
        let none = JavaArgs::default();
        assert!(is_java(Path::new("A.class"), &none) && is_java(Path::new("a/B.java"), &none));
        assert!(!is_java(Path::new("a.cm"), &none) && !is_java(Path::new("src"), &none));
        let main = JavaArgs { main: Some("a.B".into()), ..JavaArgs::default() };
        assert!(is_java(Path::new("a.B"), &main) && !is_java(Path::new("a.B"), &none));
    }
}
