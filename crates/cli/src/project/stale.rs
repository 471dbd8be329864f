//! Whether classes are older than their sources.

use super::{Places, Tool, in_directory};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The deepest directory that is looked into.
const MAX_DEPTH: usize = 32;

/// What is said if a source file is newer than all classes.
pub(super) fn remark(places: &Places, tool: Tool) -> Option<String> {
    let sources = places
        .sources
        .iter()
        .filter(|path| path.starts_with(&places.directory) || places.directory == Path::new("."));
    let (changed, source) = sources.filter_map(|path| newest(path, &["java", "kt"], MAX_DEPTH)).max()?;
    let classes = places.classes.iter().chain(&places.tests);
    let (compiled, _) = classes.filter_map(|path| newest(path, &["class"], MAX_DEPTH)).max()?;
    (changed > compiled).then(|| {
        let command = in_directory(&places.directory, tool.compile_tests());
        format!("{} is newer than the classes that are checked; type `{command}`", source.display())
    })
}

/// The newest file with one of these endings in a directory and below it.
fn newest(directory: &Path, endings: &[&str], depth: usize) -> Option<(SystemTime, PathBuf)> {
    let entries = std::fs::read_dir(directory).ok()?;
    let times = entries.flatten().filter_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            return (depth > 0).then(|| newest(&path, endings, depth - 1)).flatten();
        }
        let wanted = path.extension().is_some_and(|e| endings.iter().any(|ending| e == *ending));
        wanted.then(|| Some((entry.metadata().ok()?.modified().ok()?, path))).flatten()
    });
    times.max()
}
