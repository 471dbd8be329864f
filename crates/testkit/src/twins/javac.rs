//! The Java compiler, if there is one.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

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
pub struct Scratch(PathBuf);

static NEXT: AtomicU64 = AtomicU64::new(0);

impl Scratch {
    /// A new one.
    pub fn new() -> Result<Self, String> {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("commute-lab-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Self(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed stays; it is in the directory for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
