//! Compiling Java sources with the `javac` of a JDK. Nothing of the program that is compiled is run.

use crate::compiled::Question;
use crate::library::jdk_version;
use crate::start::LoadError;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

/// A directory for temporary files that is removed when it is not needed any more. It is new: the number of a process comes again, and what
/// a process left behind that was killed would be taken for this one's.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new directory.
    pub fn new() -> Result<Scratch, LoadError> {
        let made = tempfile::Builder::new().prefix("commute-").tempdir();
        made.map(Scratch).map_err(|error| {
            LoadError::Surroundings(format!("cannot make a directory for temporary files: {error}"))
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// The version of the `javac` on the path, if there is one.
pub fn javac_version() -> Option<u32> {
    let said = Command::new("javac").arg("-version").output().ok()?.stdout;
    let said = String::from_utf8_lossy(&said).into_owned();
    said.strip_prefix("javac ").and_then(|rest| rest.split(['.', '-', '\n']).next()?.parse().ok())
}

/// The compiler for programs of a JDK: its own or, if it has none, the one on the path with options for this JDK.
fn compiler(jdk: &Path) -> (PathBuf, Vec<String>) {
    let own = jdk.join("bin/javac");
    if own.is_file() {
        return (own, Vec::new());
    }
    let release = jdk_version(jdk).ok().zip(javac_version()).map(|(a, b): (u32, u32)| a.min(b));
    let options = release.map_or(Vec::new(), |release| vec!["--release".to_owned(), release.to_string()]);
    ("javac".into(), options)
}

/// Compiles source files, and what they need of their own directory and the class path, with the `javac` of the JDK, or the one on the
/// path. At the deadline the compiler is ended. What was compiled before is taken from `cache`, if there is one.
pub fn compile(
    sources: &[PathBuf],
    class_path: &[PathBuf],
    jdk: Option<&Path>,
    deadline: Option<Instant>,
    cache: Option<&Path>,
) -> Result<Scratch, LoadError> {
    let (javac, options) = jdk.map_or(("javac".into(), Vec::new()), compiler);
    let mut path = class_path.to_vec();
    path.extend(sources.first().and_then(|source| source.parent()).map(Path::to_owned));
    let begun = SystemTime::now();
    let question = cache.and_then(|cache| {
        // Without a name the directory of a source is this one.
        let path: Vec<PathBuf> = path.iter().map(|entry| Path::new(".").join(entry)).collect();
        Some((cache, Question::new(sources, &path, &javac, &options)?))
    });
    if let Some(known) = question.as_ref().and_then(|(cache, question)| question.answer(cache)) {
        return Ok(known);
    }
    let scratch = run(sources, path, &javac, options, deadline)?;
    if let Some((cache, question)) = question {
        let _ = question.keep(cache, scratch.path(), begun);
    }
    Ok(scratch)
}

/// The compilation itself.
fn run(
    sources: &[PathBuf],
    path: Vec<PathBuf>,
    javac: &Path,
    options: Vec<String>,
    deadline: Option<Instant>,
) -> Result<Scratch, LoadError> {
    let scratch = Scratch::new()?;
    let joined = std::env::join_paths(path).unwrap_or_default();
    let mut command = Command::new(javac);
    command
        // It runs for a second: the second compiler of the JVM costs more than it saves.
        .arg("-J-XX:TieredStopAtLevel=1")
        .args(["-g", "-implicit:class", "-proc:none", "-processorpath"])
        .arg(empty_directory(&scratch)?)
        .args(options)
        .arg("-d")
        .arg(scratch.path())
        .arg("-cp")
        .arg(joined)
        .args(sources.iter().map(|source| as_argument(source)));
    let ended = said(command, deadline).map_err(|error| {
        LoadError::Surroundings(format!(
            "cannot run {}, which .java files need: {error}; have the javac of a JDK on the path, or compile them and \
             give the class files",
            javac.display()
        ))
    })?;
    let Some((succeeded, said)) = ended else { return Err(LoadError::Late) };
    if succeeded {
        return Ok(scratch);
    }
    let names: Vec<String> = sources.iter().map(|source| source.display().to_string()).collect();
    Err(LoadError::Rejected(format!("javac rejects {}:\n{said}", names.join(", "))))
}

/// How often it is looked whether a command has ended.
const GLANCE: Duration = Duration::from_millis(5);

/// Runs a command: whether it succeeded, and what it said on standard error. Nothing if it was ended at the deadline.
fn said(mut command: Command, deadline: Option<Instant>) -> std::io::Result<Option<(bool, String)>> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let mut stderr = child.stderr.take();
    // Whoever says much must be listened to meanwhile, or it waits.
    let listener = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = stderr.as_mut().map(|stderr| stderr.read_to_end(&mut text));
        String::from_utf8_lossy(&text).trim_end().to_owned()
    });
    let status = match deadline {
        None => child.wait()?,
        Some(deadline) => loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() >= deadline {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            std::thread::sleep(GLANCE);
        },
    };
    Ok(Some((status.success(), listener.join().unwrap_or_default())))
}

/// Where the compiler looks for annotation processors and plug-ins: nowhere. Nothing of a program that is checked is run, and
/// `-proc:none` alone leaves plug-ins of the class path that ask to be started.
fn empty_directory(scratch: &Scratch) -> Result<PathBuf, LoadError> {
    let directory = scratch.path().join("no-processors");
    std::fs::create_dir(&directory)
        .map_err(|error| LoadError::Surroundings(format!("cannot make {}: {error}", directory.display())))?;
    Ok(directory)
}

/// A file as an argument that the compiler takes for no option and no file of options.
fn as_argument(source: &Path) -> PathBuf {
    if source.is_absolute() { source.to_owned() } else { Path::new(".").join(source) }
}
