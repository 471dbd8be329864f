//! Verdicts by content: the same text gets the same verdict.
//!
//! In memory all verdicts are kept; in the directory, if there is one, only proofs, because a failure is asked again
//! for its values anyway. A file holds the whole text of the question, and is believed only if that is equal.

use crate::verdict::Verdict;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

const FIRST_LINE: &str = "commute proof 1";

/// Remembers verdicts. Shared by the workers of a run.
#[derive(Default)]
pub struct Cache {
    memory: Mutex<HashMap<String, Verdict>>,
    directory: Option<PathBuf>,
}

impl Cache {
    /// A cache that ends with the run.
    pub fn in_memory() -> Cache {
        Cache::default()
    }

    /// A cache that keeps proofs in a directory, which is made when it is needed.
    pub fn in_directory(directory: impl Into<PathBuf>) -> Cache {
        Cache { directory: Some(directory.into()), ..Cache::default() }
    }

    /// The verdict for a question; `key` is its whole text with the solver's identity.
    pub(crate) fn get(&self, key: &str) -> Option<Verdict> {
        let memory = self.memory.lock().unwrap_or_else(|e| e.into_inner());
        memory.get(key).cloned().or_else(|| read(&self.file(key)?, key))
    }

    /// Remembers a verdict; what is not known now may be known another time.
    pub(crate) fn put(&self, key: &str, verdict: &Verdict) {
        if matches!(verdict, Verdict::Unknown { .. }) {
            return;
        }
        let mut memory = self.memory.lock().unwrap_or_else(|e| e.into_inner());
        memory.insert(key.to_owned(), verdict.clone());
        if let (Verdict::Proved { used }, Some(file)) = (verdict, self.file(key)) {
            // A cache that cannot be written only costs time.
            let _ = write(&file, key, used);
        }
    }

    fn file(&self, key: &str) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(format!("{:032x}", fnv(key))))
    }
}

/// FNV-1a with 128 bits: a name for a file, the same in every version of this program.
fn fnv(text: &str) -> u128 {
    text.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |h, b| {
        (h ^ u128::from(b)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

/// The first line, a line `used LABEL` for each label, an empty line, the question.
fn write(file: &Path, key: &str, used: &[String]) -> std::io::Result<()> {
    let mut text = format!("{FIRST_LINE}\n");
    for label in used {
        text.push_str(&format!("used {}\n", label.replace('\\', "\\\\").replace('\n', "\\n")));
    }
    text.push_str(&format!("\n{key}"));
    if let Some(directory) = file.parent() {
        std::fs::create_dir_all(directory)?;
    }
    // Written beside and renamed, so that no other run reads half of it.
    let draft = file.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&draft, text)?;
    std::fs::rename(&draft, file)
}

fn read(file: &Path, key: &str) -> Option<Verdict> {
    let text = std::fs::read_to_string(file).ok()?;
    let (head, question) = text.split_once("\n\n")?;
    let mut lines = head.lines();
    if question != key || lines.next()? != FIRST_LINE {
        return None;
    }
    let used = lines.map(|l| l.strip_prefix("used ").map(unescape)).collect::<Option<Vec<_>>>()?;
    Some(Verdict::Proved { used })
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                other => out.extend(other),
            },
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_outlive_the_run_and_are_believed_only_for_their_text() {
        let directory = std::env::temp_dir().join(format!("commute-cache-{}", std::process::id()));
        let proved = Verdict::Proved { used: vec!["A of \\n".into(), "two\nlines".into()] };
        let unknown = Verdict::Unknown { reason: "timeout".into() };
        let cache = Cache::in_directory(&directory);
        cache.put("q1\n\nmore", &proved);
        cache.put("q2", &unknown);
        let later = Cache::in_directory(&directory);
        assert_eq!(later.get("q1\n\nmore"), Some(proved.clone()));
        assert_eq!(later.get("q2"), None);
        // Another question under the same name, as a collision of hashes would give, is not answered.
        std::fs::copy(later.file("q1\n\nmore").unwrap(), later.file("q3").unwrap()).unwrap();
        assert_eq!(later.get("q3"), None);
        std::fs::write(later.file("q1\n\nmore").unwrap(), "commute proof 1\nuse").unwrap();
        assert_eq!(Cache::in_directory(&directory).get("q1\n\nmore"), None);
        assert_eq!(cache.get("q1\n\nmore"), Some(proved), "the memory of the first run is not disturbed");
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
