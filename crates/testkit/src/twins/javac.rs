//! The Java compiler, if there is one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// A compiler that was found.
#[derive(Clone, Copy, Debug)]
pub struct Javac(());

impl Javac {
    /// The one on the path, if it is of a JDK 17; otherwise why there is none.
    pub fn find() -> Result<Self, String> {
        let out = Command::new("javac").arg("-version").output().map_err(|e| format!("no javac: {e}"))?;
        let version = String::from_utf8_lossy(&out.stdout).into_owned();
        if version.starts_with("javac 17") {
            Ok(Self(()))
        } else {
            Err(format!("javac is not of a JDK 17: {version}"))
        }
    }

    /// Compiles all sources of a directory into it.
    pub fn compile(self, directory: &Path, sources: &[PathBuf]) -> Result<(), String> {
        let options =
            ["-J-XX:TieredStopAtLevel=1", "-g", "-Xlint:none", "-nowarn", "-Xmaxerrs", "100000", "-d"];
        let out = Command::new("javac").args(options).arg(directory).args(sources).output();
        let out = out.map_err(|e| format!("javac: {e}"))?;
        if out.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&out.stderr).into_owned()) }
    }
}

/// Whether a JDK 17 with a compiler is there; says so if not.
#[expect(clippy::print_stderr, reason = "whoever runs the tests must know that one was skipped")]
pub fn has_jdk() -> bool {
    static FOUND: LazyLock<Result<Javac, String>> = LazyLock::new(Javac::find);
    if let Err(reason) = &*FOUND {
        eprintln!("skipped: {reason}");
    }
    FOUND.is_ok()
}

/// A directory that is removed when it is no longer needed.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// A new one.
    pub fn new() -> Result<Self, String> {
        let made = tempfile::Builder::new().prefix("commute-lab-").tempdir();
        made.map(Self).map_err(|error| format!("cannot make a directory for temporary files: {error}"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}
