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
const RANDOM: [(&str, &str); 2] =
    [("Jitter.java", include_str!("java/Jitter.java")), ("Runner.java", include_str!("java/Runner.java"))];

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
        javac.compile(runner.path(), &write(runner.path(), &RANDOM)?)?;
        Ok(Self { javac, runner })
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
        let mut path = self.jvm.runner.path().as_os_str().to_owned();
        path.push(":");
        path.push(self.scratch.path());
        // With fewer processors asynchronous tasks would not share a pool.
        let options = [
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-Xmx600m",
            "-Djava.util.concurrent.ForkJoinPool.common.parallelism=3",
        ];
        let mut java = Command::new("java");
        java.args(options).arg("-cp").arg(path).arg("Runner").arg(self.scratch.path());
        let out = java.arg(self.programs.to_string()).arg(repetitions.to_string()).output();
        let out = out.map_err(|e| format!("java: {e}"))?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let seen: Vec<Seen> = text.lines().map(read).collect();
        if seen.len() != self.programs {
            return Err(format!("java ended early: {}", String::from_utf8_lossy(&out.stderr)));
        }
        Ok(seen)
    }
}

/// A line of the runner: a name, then outcomes and how often each was seen.
fn read(line: &str) -> Seen {
    let words = line.split(' ').skip(1);
    let pairs = words.filter_map(|word| word.split_once(':'));
    pairs.filter_map(|(word, count)| Some((Outcome(word.parse().ok()?), count.parse().ok()?))).collect()
}
