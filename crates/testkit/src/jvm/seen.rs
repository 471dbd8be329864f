//! What `java` does.

use super::Outcome;
use crate::twins::{Javac, Scratch};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How often each outcome was seen.
pub type Seen = BTreeMap<Outcome, u64>;

/// What both worlds share, and what differs in them, by file name.
const SHARED: &str = include_str!("java/X.java");
const STILL: &str = include_str!("java/Still.java");
const RUNNERS: [(&str, &str); 4] = [
    ("Jitter.java", include_str!("java/Jitter.java")),
    ("Runner.java", include_str!("java/Runner.java")),
    ("Caller.java", include_str!("java/Caller.java")),
    ("Dump.java", include_str!("java/Dump.java")),
];
/// What calls use.
const CALLED: [(&str, &str); 4] = [
    ("X.java", SHARED),
    ("Make.java", include_str!("java/Make.java")),
    ("Say.java", include_str!("java/Say.java")),
    ("Verify.java", include_str!("../../../../examples/java/commute/Verify.java")),
];

/// With fewer processors asynchronous tasks would not share a pool. The surroundings are those that reports say are fixed.
const OPTIONS: [&str; 8] = [
    "-Xshare:auto",
    "-XX:TieredStopAtLevel=1",
    "-Xmx600m",
    "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Dfile.encoding=UTF-8",
];

/// A JDK, and what runs programs with it.
#[derive(Debug)]
pub struct Jvm {
    javac: Javac,
    runner: Scratch,
}

impl Jvm {
    /// The one on the path, or why there is none.
    pub fn find() -> Result<Self, String> {
        let (javac, runner) = (Javac::find()?, Scratch::new()?);
        javac.compile(runner.path(), &write(runner.path(), &RUNNERS)?)?;
        Ok(Self { javac, runner })
    }

    /// Compiles classes with calls.
    pub fn compile_calls(&self, texts: &[(String, String)]) -> Result<Scratch, String> {
        let scratch = Scratch::new()?;
        let mut files = CALLED.to_vec();
        files.extend(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        self.javac.compile(scratch.path(), &write(scratch.path(), &files)?)?;
        Ok(scratch)
    }

    /// What one of our classes prints, with further classes on its path.
    pub fn java(&self, class: &str, path: Option<&Path>, arguments: &[String]) -> Result<String, String> {
        let mut classes = self.runner.path().as_os_str().to_owned();
        if let Some(path) = path {
            classes.push(":");
            classes.push(path);
        }
        let mut java = Command::new("java");
        // Some calls write files.
        java.current_dir(self.runner.path());
        java.args(OPTIONS).arg("-cp").arg(classes).arg(class).args(arguments);
        let out = java.output().map_err(|e| format!("java: {e}"))?;
        if out.status.success() {
            Ok(String::from_utf8_lossy(&out.stdout).into_owned())
        } else {
            Err(format!("java: {}", String::from_utf8_lossy(&out.stderr)))
        }
    }
}

/// Writes files into a directory.
fn write(directory: &Path, files: &[(&str, &str)]) -> Result<Vec<PathBuf>, String> {
    let write = |(name, text): &(&str, &str)| {
        let path = directory.join(name);
        std::fs::write(&path, text).map(|()| path).map_err(|e| e.to_string())
    };
    files.iter().map(write).collect()
}

/// Compiled programs, called P0, P1, ...
#[derive(Debug)]
pub struct Compiled<'a> {
    jvm: &'a Jvm,
    scratch: Scratch,
    programs: usize,
}

impl<'a> Compiled<'a> {
    /// Compiles the programs with these texts.
    pub fn new(jvm: &'a Jvm, texts: &[String]) -> Result<Self, String> {
        let scratch = Scratch::new()?;
        let names: Vec<String> = (0..texts.len()).map(|n| format!("P{n}.java")).collect();
        let mut files: Vec<(&str, &str)> = vec![("X.java", SHARED), ("Jitter.java", STILL)];
        files.extend(names.iter().zip(texts).map(|(name, text)| (name.as_str(), text.as_str())));
        jvm.javac.compile(scratch.path(), &write(scratch.path(), &files)?)?;
        Ok(Self { jvm, scratch, programs: texts.len() })
    }

    /// Where the classes are, for Commute.
    pub fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Runs every program so many times.
    pub fn run(&self, repetitions: u64) -> Result<Vec<Seen>, String> {
        let directory = self.scratch.path().display().to_string();
        let arguments = [directory, self.programs.to_string(), repetitions.to_string()];
        let text = self.jvm.java("Runner", Some(self.scratch.path()), &arguments)?;
        let seen: Vec<Seen> = text.lines().map(read).collect();
        if seen.len() == self.programs { Ok(seen) } else { Err(format!("java ended early: {text}")) }
    }
}

/// A line of the runner: a name, then outcomes and how often each was seen.
fn read(line: &str) -> Seen {
    let words = line.split(' ').skip(1);
    let pairs = words.filter_map(|word| word.split_once(':'));
    pairs.filter_map(|(word, count)| Some((Outcome(word.parse().ok()?), count.parse().ok()?))).collect()
}
