//! What the repository promises about itself and no compiler checks: the layers of crates and modules, the headings of files that realise
//! an algorithm of a paper, that what a page names exists. It reads files only.
//!
//! It is here because `base` is built first, and everything else can be wrong while this runs.

mod layers;
mod pages;
mod sources;

use std::path::{Path, PathBuf};

/// A text file of the repository.
pub struct File {
    /// Its path from the root, with `/`.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file by its path from the root.
#[track_caller]
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// All files under a folder whose names end so, in the order of their paths.
pub fn files(folder: &str, ending: &str) -> Vec<File> {
    let mut found = Vec::new();
    collect(folder, ending, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "no {ending} in {folder}");
    found
}

fn collect(folder: &str, ending: &str, found: &mut Vec<File>) {
    for entry in std::fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{folder}/{name}");
        match entry.file_type().unwrap().is_dir() {
            true if name == "target" => {}
            true => collect(&path, ending, found),
            false if name.ends_with(ending) => found.push(File { text: read(&path), path }),
            false => {}
        }
    }
}

/// Fails with all that is wrong, one line each.
#[track_caller]
pub fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} things are not tidy:\n{}", wrong.len(), wrong.join("\n"));
}
