//! Checkpoints in files.
//!
//! A file begins with a line that says what it is and which version wrote it. Then come what the checkpoint is of (the program with
//! its constants), where the search stood and what it looked for, and a checksum of all that. A file that is
//! not whole, or of something else, is refused, and the message says why: going on from it would give a wrong answer.
//! Limits are not part of it; they are what one wants to change. It is written beside its place and then renamed, so that
//! whoever kills the process finds the last one whole.

use crate::program::Program;
use commute_explore::{Checkpoint, Observer, Progress};
use commute_ir::{PrintOptions, print};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The number of the format. Whoever changes what the bytes mean changes it.
const FORMAT: u32 = 3;

/// Every file of ours begins like this, whatever its version.
const MAGIC: &str = "commute ";

/// The first line.
fn heading() -> String {
    format!("{MAGIC}{} checkpoint, format {FORMAT}\n", env!("CARGO_PKG_VERSION"))
}

/// What a checkpoint is of: the checksum of the program, with the values of its constants.
fn subject(program: &Program) -> u64 {
    checksum(print(program.ir(), PrintOptions { spans: false }).as_bytes())
}

/// FNV-1a, 64 bits: the same in every build, and no single byte can change unnoticed.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The next number of the bytes.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

fn encode(subject: u64, checkpoint: &Checkpoint) -> Vec<u8> {
    let mut bytes = heading().into_bytes();
    bytes.extend(subject.to_le_bytes());
    bytes.extend(&checkpoint.0);
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The checkpoint in a file for a search of `subject`; the error says what is wrong with it.
fn decode(bytes: &[u8], subject: u64) -> Result<Checkpoint, String> {
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let is_ours = bytes.starts_with(MAGIC.as_bytes())
        && bytes[..line].windows(b" checkpoint".len()).any(|part| part == b" checkpoint");
    if !is_ours {
        return Err("it is no checkpoint".to_owned());
    }
    let Some(body) = bytes.strip_prefix(heading().as_bytes()) else {
        let (theirs, ours) = (String::from_utf8_lossy(&bytes[..line]), heading());
        return Err(format!(
            "it was written by another version: it says `{theirs}`, this is `{}`",
            ours.trim_end()
        ));
    };
    let damaged = || "it is damaged: a part is missing or was changed".to_owned();
    let (_, sum) = bytes.split_last_chunk::<8>().ok_or_else(damaged)?;
    let whole = &bytes[..bytes.len() - sum.len()];
    if body.len() < sum.len() || checksum(whole) != u64::from_le_bytes(*sum) {
        return Err(damaged());
    }
    let mut body = &body[..body.len() - sum.len()];
    if number(&mut body).ok_or_else(damaged)? != subject {
        return Err("it is of another model, or of this one with other constants".to_owned());
    }
    Ok(Checkpoint(body.to_vec()))
}

/// Reads the checkpoint of a search of `program`.
pub fn read(path: &Path, program: &Program) -> Result<Checkpoint, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    decode(&bytes, subject(program))
        .map_err(|reason| format!("cannot go on from {}: {reason}", path.display()))
}

/// An observer that writes checkpoints and tells another one about the rest.
pub struct Saver<'a> {
    inner: &'a mut dyn Observer,
    file: Option<(PathBuf, u64)>,
    every: std::time::Duration,
    last: Instant,
    /// What went wrong in writing one.
    pub trouble: Option<String>,
}

impl<'a> Saver<'a> {
    /// Writes to `file`, if one is given, as often as `every` says.
    pub fn new(
        inner: &'a mut dyn Observer,
        program: &Program,
        file: Option<&Path>,
        every: std::time::Duration,
    ) -> Self {
        let file = file.map(|path| (path.to_owned(), subject(program)));
        Self { inner, file, every, last: Instant::now(), trouble: None }
    }
}

fn write(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    std::fs::write(&beside, bytes)?;
    std::fs::File::open(&beside)?.sync_all()?;
    std::fs::rename(&beside, file)
}

impl Observer for Saver<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.inner.progress(progress);
    }

    fn resident(&mut self) -> Option<u64> {
        self.inner.resident()
    }

    fn keeps_checkpoints(&self) -> bool {
        self.file.is_some()
    }

    fn wants_checkpoint(&mut self) -> bool {
        self.file.is_some() && self.last.elapsed() >= self.every
    }

    fn checkpoint(&mut self, checkpoint: Checkpoint) {
        let Some((file, subject)) = &self.file else { return };
        // A disk that is full now may have room later, and the search itself goes on.
        let written = write(file, &encode(*subject, &checkpoint));
        self.trouble = written.err().map(|e| format!("cannot write {}: {e}", file.display()));
        self.last = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let checkpoint = Checkpoint(vec![1, 2, 3]);
        assert_eq!(decode(&encode(7, &checkpoint), 7), Ok(checkpoint));
    }

    /// Every byte counts, also those of statistics; and so does the length.
    #[test]
    fn no_byte_can_be_changed_or_missing() {
        let bytes = encode(7, &Checkpoint((0..60).collect()));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(decode(&changed, 7).is_err(), "byte {at}");
            assert!(decode(&bytes[..at], 7).is_err(), "the first {at} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(decode(&longer, 7).is_err());
    }

    #[test]
    fn other_files_are_told_apart() {
        let error = |bytes: &[u8]| decode(bytes, 7).unwrap_err();
        assert_eq!(error(b""), "it is no checkpoint");
        assert_eq!(error(b"thread main { skip; }\n"), "it is no checkpoint");
        assert!(
            error(b"commute 0.0.9 checkpoint of 0\n123").starts_with("it was written by another version")
        );
        assert!(error(&encode(8, &Checkpoint(Vec::new()))).starts_with("it is of another model"));
    }
}
