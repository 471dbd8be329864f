//! What was compiled is kept by its content, since `javac` takes longer than most searches of small programs.
//!
//! An entry is a file that holds the whole question (the sources, what they may refer to, the compiler and its options), the class files
//! and a checksum. It is believed only if the question is equal and the checksum right; whatever goes wrong here costs a compilation and
//! nothing else. Entries are written beside and renamed, so that several runs may share a directory.

use crate::javac::Scratch;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

const FIRST_LINE: &[u8] = b"commute classes 1\n";
/// The most files of a directory of the class path, and the most bytes in them, that are looked at.
const MOST_FILES: usize = 4_000;
const MOST_BYTES: u64 = 16 << 20;
/// How deep a directory is looked into.
const DEPTH: u32 = 16;
/// How many entries are kept.
const ENTRIES: usize = 200;
/// A file that was written so short a time ago may be written again without its time showing that.
const SETTLED: Duration = Duration::from_secs(2);

/// The directory in which compiled classes are kept, by the XDG base directory specification, if the environment says where the user has
/// one.
pub fn cache_directory() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    let base = base.or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(base.join("commute").join("classes"))
}

/// A compilation that may have been made before.
pub struct Question {
    text: Vec<u8>,
    /// When the last of the files was written that are known by their times only.
    newest: SystemTime,
    /// How many more files and bytes are looked at.
    files: usize,
    bytes: u64,
}

impl Question {
    /// What `javac` would be asked. Nothing if that depends on more than can be looked at.
    pub fn new(
        sources: &[PathBuf],
        class_path: &[PathBuf],
        javac: &Path,
        options: &[String],
    ) -> Option<Self> {
        let mut this =
            Self { text: Vec::new(), newest: SystemTime::UNIX_EPOCH, files: MOST_FILES, bytes: MOST_BYTES };
        this.add_compiler(javac)?;
        options.iter().for_each(|option| this.add("option", option.as_bytes()));
        for source in sources {
            this.add("source", source.file_name()?.as_encoded_bytes());
            this.add("text", &fs::read(source).ok()?);
        }
        for entry in class_path {
            if entry.is_dir() {
                this.add_directory(entry, Path::new(""), DEPTH)?;
            } else {
                this.add_by_time("entry", entry)?;
            }
        }
        Some(this)
    }

    fn add(&mut self, what: &str, bytes: &[u8]) {
        self.text.extend_from_slice(format!("{what} {} ", bytes.len()).as_bytes());
        self.text.extend_from_slice(bytes);
        self.text.push(b'\n');
    }

    /// The compiler, by what its JDK says of itself and by when it was installed.
    fn add_compiler(&mut self, javac: &Path) -> Option<()> {
        let javac = if javac.components().count() == 1 { on_path(javac)? } else { javac.to_owned() };
        let javac = fs::canonicalize(javac).ok()?;
        self.add_by_time("javac", &javac)?;
        let home = javac.parent()?.parent()?;
        self.add("release", &fs::read(home.join("release")).ok()?);
        self.add_by_time("modules", &home.join("lib/modules"))
    }

    /// A file, or that there is none.
    fn add_by_time(&mut self, what: &str, file: &Path) -> Option<()> {
        self.add(what, file.as_os_str().as_encoded_bytes());
        match fs::metadata(file) {
            Ok(known) => {
                let modified = known.modified().ok()?;
                let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
                self.newest = self.newest.max(modified);
                self.add("is", format!("{} {}", known.len(), since.as_nanos()).as_bytes());
            }
            Err(_) => self.add("is", b"absent"),
        }
        Some(())
    }

    /// The sources and classes in a directory and below it.
    fn add_directory(&mut self, root: &Path, below: &Path, depth: u32) -> Option<()> {
        let mut entries: Vec<_> = fs::read_dir(root.join(below)).ok()?.collect::<Result<_, _>>().ok()?;
        entries.sort_unstable_by_key(|entry| entry.file_name());
        for entry in entries {
            self.files = self.files.checked_sub(1)?;
            let (path, name) = (entry.path(), below.join(entry.file_name()));
            if path.is_dir() {
                self.add_directory(root, &name, depth.checked_sub(1)?)?;
            } else if path.extension().is_some_and(|e| e == "java" || e == "class") {
                let content = fs::read(&path).ok()?;
                self.bytes = self.bytes.checked_sub(content.len() as u64)?;
                self.add("file", name.as_os_str().as_encoded_bytes());
                self.add("hash", &fnv(&content).to_be_bytes());
            }
        }
        self.add("end", b"");
        Some(())
    }

    fn file(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{:032x}", fnv(&self.text)))
    }

    /// The class files, if they are in the cache.
    pub fn answer(&self, cache: &Path) -> Option<Scratch> {
        let file = self.file(cache);
        let bytes = fs::read(&file).ok()?;
        let classes = read(&bytes, &self.text)?;
        let scratch = Scratch::new().ok()?;
        for (name, content) in classes {
            let path = scratch.path().join(name);
            fs::create_dir_all(path.parent()?).ok()?;
            fs::write(path, content).ok()?;
        }
        // What was used last is kept longest.
        let _ = fs::File::options().append(true).open(&file).and_then(|f| f.set_modified(SystemTime::now()));
        Some(scratch)
    }

    /// Keeps class files that were compiled just now. A cache that cannot be written only costs time.
    pub fn keep(&self, cache: &Path, classes: &Path, begun: SystemTime) -> Option<()> {
        if self.newest + SETTLED > begun {
            return None;
        }
        let mut found = Vec::new();
        collect(classes, Path::new(""), &mut found)?;
        fs::create_dir_all(cache).ok()?;
        let file = self.file(cache);
        let draft = file.with_extension(format!("{}.tmp", std::process::id()));
        let written = fs::write(&draft, write(&self.text, &found)).and_then(|()| fs::rename(&draft, &file));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        prune(cache)
    }
}

/// An executable of this name in the directories of `PATH`.
fn on_path(name: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// FNV-1a with 128 bits: the same in every version of this program.
fn fnv(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |h, &b| {
        (h ^ u128::from(b)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

/// The files in a directory and below it.
fn collect(root: &Path, below: &Path, out: &mut Vec<(PathBuf, Vec<u8>)>) -> Option<()> {
    for entry in fs::read_dir(root.join(below)).ok()? {
        let entry = entry.ok()?;
        let name = below.join(entry.file_name());
        if entry.path().is_dir() {
            collect(root, &name, out)?;
        } else {
            out.push((name, fs::read(entry.path()).ok()?));
        }
    }
    Some(())
}

/// The first line, the question, the files; each with its length before it; the checksum.
fn write(question: &[u8], files: &[(PathBuf, Vec<u8>)]) -> Vec<u8> {
    let mut out = FIRST_LINE.to_vec();
    let mut add = |bytes: &[u8]| {
        out.extend_from_slice(&(bytes.len() as u64).to_be_bytes());
        out.extend_from_slice(bytes);
    };
    add(question);
    for (name, content) in files {
        add(name.as_os_str().as_encoded_bytes());
        add(content);
    }
    let sum = fnv(&out).to_be_bytes();
    out.extend_from_slice(&sum);
    out
}

/// The files of an entry, if it is whole and answers this question.
fn read<'b>(bytes: &'b [u8], question: &[u8]) -> Option<Vec<(PathBuf, &'b [u8])>> {
    let (content, sum) = bytes.split_last_chunk::<16>()?;
    let mut rest = content.strip_prefix(FIRST_LINE)?;
    if fnv(content).to_be_bytes() != *sum {
        return None;
    }
    let mut next = || -> Option<&'b [u8]> {
        let (len, after) = rest.split_first_chunk::<8>()?;
        let (own, after) = after.split_at_checked(usize::try_from(u64::from_be_bytes(*len)).ok()?)?;
        rest = after;
        Some(own)
    };
    if next()? != question {
        return None;
    }
    let mut files = Vec::new();
    while let Some(name) = next() {
        let name = PathBuf::from(std::str::from_utf8(name).ok()?);
        let stays_inside = name.components().all(|part| matches!(part, Component::Normal(_)));
        files.push((name, next().filter(|_| stays_inside)?));
    }
    Some(files)
}

/// Removes what was not used for longest, if there is too much, and drafts that nobody has ended.
fn prune(cache: &Path) -> Option<()> {
    let entries = fs::read_dir(cache).ok()?.flatten();
    let mut all: Vec<_> =
        entries.filter_map(|e| Some((e.metadata().ok()?.modified().ok()?, e.path()))).collect();
    all.sort_unstable();
    let many = all.len().saturating_sub(ENTRIES);
    all.iter().take(many).for_each(|(_, file)| drop(fs::remove_file(file)));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> (Vec<u8>, Vec<(PathBuf, Vec<u8>)>) {
        let files = vec![("a/B.class".into(), vec![1, 2, 3]), ("C.class".into(), Vec::new())];
        (write(b"question", &files), files)
    }

    #[test]
    fn an_entry_gives_its_files_for_its_question_only() {
        let (bytes, files) = entry();
        let found: Vec<(PathBuf, Vec<u8>)> =
            read(&bytes, b"question").unwrap().into_iter().map(|(name, own)| (name, own.to_vec())).collect();
        assert_eq!(found, files);
        assert_eq!(read(&bytes, b"questions"), None);
    }

    #[test]
    fn an_entry_that_is_damaged_anywhere_is_not_believed() {
        let (bytes, _) = entry();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 4;
            assert_eq!(read(&other, b"question"), None, "byte {at}");
            assert_eq!(read(&bytes[..at], b"question"), None, "cut at {at}");
        }
    }

    #[test]
    fn files_outside_are_refused() {
        for name in ["../A.class", "/A.class", "a/../../B.class"] {
            assert_eq!(read(&write(b"q", &[(name.into(), vec![1])]), b"q"), None, "{name}");
        }
    }

    /// A JDK of which only the names are there, a source and a cache.
    struct Around {
        scratch: Scratch,
        source: PathBuf,
    }

    impl Around {
        fn new() -> Self {
            let scratch = Scratch::new().unwrap();
            let source = scratch.path().join("src/A.java");
            for directory in ["jdk/bin", "jdk/lib", "src", "out"] {
                fs::create_dir_all(scratch.path().join(directory)).unwrap();
            }
            let this = Self { scratch, source };
            let names = [
                "jdk/bin/javac",
                "jdk/lib/modules",
                "jdk/release",
                "src/A.java",
                "src/B.java",
                "out/A.class",
            ];
            names.iter().for_each(|name| this.put(name, name));
            this
        }

        /// A file that was written long ago.
        fn put(&self, name: &str, text: &str) {
            let path = self.scratch.path().join(name);
            fs::write(&path, text).unwrap();
            fs::File::options().write(true).open(path).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }

        fn at(&self, name: &str) -> PathBuf {
            self.scratch.path().join(name)
        }

        fn question(&self) -> Question {
            let path = [self.at("src"), self.at("lib.jar")];
            Question::new(std::slice::from_ref(&self.source), &path, &self.at("jdk/bin/javac"), &[]).unwrap()
        }

        /// Whether what was compiled is there without the compiler, which nobody could run here.
        fn is_known(&self) -> bool {
            let (jdk, cache, jar) = (self.at("jdk"), self.at("cache"), self.at("lib.jar"));
            let sources = std::slice::from_ref(&self.source);
            let compiled = crate::javac::compile(sources, &[jar], Some(&jdk), None, Some(&cache));
            compiled.is_ok_and(|scratch| fs::read(scratch.path().join("A.class")).unwrap() == b"out/A.class")
        }

        fn keep(&self) {
            // In the order in which the compiler is given them.
            let path = [self.at("lib.jar"), self.at("src")];
            let sources = std::slice::from_ref(&self.source);
            let question = Question::new(sources, &path, &self.at("jdk/bin/javac"), &[]).unwrap();
            question.keep(&self.at("cache"), &self.at("out"), SystemTime::now()).unwrap();
        }
    }

    #[test]
    fn what_was_compiled_is_taken_until_something_differs() {
        for changed in ["src/A.java", "src/B.java", "src/C.java", "lib.jar", "jdk/release", "jdk/lib/modules"]
        {
            let around = Around::new();
            assert!(!around.is_known());
            around.keep();
            assert!(around.is_known(), "{changed}");
            around.put(changed, "something else");
            assert!(!around.is_known(), "{changed}");
            around.keep();
            assert!(around.is_known(), "{changed}");
        }
    }

    #[test]
    fn a_damaged_entry_is_compiled_again_and_replaced() {
        let around = Around::new();
        around.keep();
        let entry = fs::read_dir(around.at("cache")).unwrap().next().unwrap().unwrap().path();
        fs::write(&entry, b"half of it").unwrap();
        assert!(!around.is_known());
        around.keep();
        assert!(around.is_known());
    }

    #[test]
    fn nothing_is_kept_of_files_that_may_be_written_again_unseen() {
        let around = Around::new();
        fs::write(around.at("lib.jar"), "written just now").unwrap();
        let question = around.question();
        assert_eq!(question.keep(&around.at("cache"), &around.at("out"), SystemTime::now()), None);
        let later = SystemTime::now() + 2 * SETTLED;
        assert_eq!(question.keep(&around.at("cache"), &around.at("out"), later), Some(()));
    }

    #[test]
    fn a_cache_that_cannot_be_written_is_none() {
        let around = Around::new();
        around.put("cache", "a file");
        let kept = around.question().keep(&around.at("cache"), &around.at("out"), SystemTime::now());
        assert_eq!((kept, around.is_known()), (None, false));
    }

    #[test]
    fn what_was_not_used_for_longest_goes_first() {
        let around = Around::new();
        fs::create_dir_all(around.at("cache")).unwrap();
        for number in 0..ENTRIES + 5 {
            let name = format!("cache/{number}");
            around.put(&name, "");
            let file = fs::File::options().write(true).open(around.at(&name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(number as u64)).unwrap();
        }
        prune(&around.at("cache")).unwrap();
        assert_eq!(fs::read_dir(around.at("cache")).unwrap().count(), ENTRIES);
        assert!(!around.at("cache/4").exists() && around.at("cache/5").exists());
    }
}
