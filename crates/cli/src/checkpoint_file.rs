//! Checkpoints in files.
//!
//! A file begins with a line that says what it is and of which program, so that a checkpoint of another model or another
//! value of a constant is refused at once. It is written beside its place and then renamed, so that whoever kills
//! the process finds the last one whole.

use crate::args::Checkpoints;
use commute_explore::{Checkpoint, Observer, Progress};
use commute_ir::{PrintOptions, Program, print};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What the first line says.
fn heading(program: &Program) -> String {
    // The same in every run of the same build, which is all that is needed: another build is refused.
    let mut hasher = DefaultHasher::new();
    print(program, PrintOptions { spans: false }).hash(&mut hasher);
    format!("commute {} checkpoint of {:016x}\n", env!("CARGO_PKG_VERSION"), hasher.finish())
}

/// Reads the checkpoint of a search of `program`.
pub fn read(path: &Path, program: &Program) -> anyhow::Result<Checkpoint> {
    let bytes = std::fs::read(path).map_err(|e| anyhow::anyhow!("cannot read {}: {e}", path.display()))?;
    match bytes.strip_prefix(heading(program).as_bytes()) {
        Some(rest) => Ok(Checkpoint(rest.to_vec())),
        None => anyhow::bail!("{} is no checkpoint of this model with these constants", path.display()),
    }
}

/// An observer that writes checkpoints and tells another one about the rest.
pub struct Saver<'a> {
    inner: &'a mut dyn Observer,
    file: Option<PathBuf>,
    heading: String,
    every: std::time::Duration,
    last: Instant,
    /// What went wrong in writing one.
    pub trouble: Option<String>,
}

impl<'a> Saver<'a> {
    /// Writes to the file that is asked for, if one is.
    pub fn new(inner: &'a mut dyn Observer, program: &Program, asked: &Checkpoints) -> Self {
        let heading = if asked.write.is_some() { heading(program) } else { String::new() };
        let (file, every) = (asked.write.clone(), asked.every);
        Self { inner, file, heading, every, last: Instant::now(), trouble: None }
    }

    fn write(&self, file: &Path, checkpoint: &Checkpoint) -> std::io::Result<()> {
        let mut beside = file.as_os_str().to_owned();
        beside.push(".new");
        std::fs::write(&beside, [self.heading.as_bytes(), &checkpoint.0].concat())?;
        std::fs::File::open(&beside)?.sync_all()?;
        std::fs::rename(&beside, file)
    }
}

impl Observer for Saver<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.inner.progress(progress);
    }

    fn resident(&mut self) -> Option<u64> {
        self.inner.resident()
    }

    fn wants_checkpoint(&mut self) -> bool {
        self.file.is_some() && self.last.elapsed() >= self.every
    }

    fn checkpoint(&mut self, checkpoint: Checkpoint) {
        let Some(file) = self.file.clone() else { return };
        // A disk that is full now may have room later, and the search itself goes on.
        self.trouble =
            self.write(&file, &checkpoint).err().map(|e| format!("cannot write {}: {e}", file.display()));
        self.last = Instant::now();
    }
}
