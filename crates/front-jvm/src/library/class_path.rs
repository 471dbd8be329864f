//! The class path: where the classes of a program are looked for.

use super::jdk::Jdk;
use crate::classfile::{ClassFile, Malformed};
use crate::descriptor::outermost;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest class file or source that is read.
const MAX_BYTES: u64 = 64 << 20;

/// Whose a class is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The user's.
    User,
    /// The JDK's.
    Jdk,
    /// Ours: it stands for one of the JDK's or helps.
    Model,
}

/// An entry of the class path.
enum Entry {
    Directory(PathBuf),
    Jar(Box<zip::ZipArchive<File>>),
    /// One class file, by the name of its class.
    File(String, PathBuf),
}

/// A class that was found: what its file says, whose it is, and in which entry of the user's it is.
#[derive(Clone)]
pub struct Found {
    /// What its file says.
    pub file: Result<Arc<ClassFile>, Malformed>,
    /// Whose it is.
    pub origin: Origin,
    entry: Option<usize>,
}

/// The bytes of a class, whose it is, and in which entry of the user's it is.
type Bytes = (Vec<u8>, Origin, Option<usize>);

/// All places.
pub struct ClassPath {
    entries: Vec<Entry>,
    /// Where the program itself is.
    home: Option<usize>,
    jdk: Jdk,
    modules: HashMap<String, Option<String>>,
    models: &'static [(&'static str, &'static [u8])],
    /// Models that the JDK's own classes are taken instead of.
    given_way: BTreeSet<&'static str>,
    /// What was read already: a program may be translated many times.
    read: HashMap<String, Option<Found>>,
}

impl ClassPath {
    /// A class path with nothing but the JDK and `models`, which come before it.
    pub fn new(jdk: Jdk, models: &'static [(&'static str, &'static [u8])]) -> Self {
        let (modules, given_way, read) = (HashMap::new(), BTreeSet::new(), HashMap::new());
        Self { entries: Vec::new(), home: None, jdk, modules, models, given_way, read }
    }

    /// Says which models the JDK's own classes are taken instead of, with what is nested in them.
    pub fn give_way(&mut self, classes: BTreeSet<&'static str>) {
        let changed: Vec<&str> = classes.symmetric_difference(&self.given_way).copied().collect();
        self.read.retain(|name, _| !changed.contains(&outermost(name)));
        self.given_way = classes;
    }

    /// The Java version of the JDK.
    pub fn version(&self) -> u32 {
        self.jdk.version
    }

    /// Where the JDK is.
    pub fn home(&self) -> &Path {
        &self.jdk.home
    }

    /// Adds a directory or a jar.
    pub fn add(&mut self, path: &Path) -> Result<(), String> {
        if path.is_dir() {
            self.entries.push(Entry::Directory(path.to_owned()));
            return Ok(());
        }
        let cannot = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", path.display());
        let file = File::open(path).map_err(|e| cannot(&e))?;
        let archive = zip::ZipArchive::new(file).map_err(|e| cannot(&e))?;
        self.entries.push(Entry::Jar(Box::new(archive)));
        Ok(())
    }

    /// Adds one class file.
    pub fn add_class(&mut self, class: String, path: PathBuf) {
        self.entries.push(Entry::File(class, path));
    }

    /// A class, such as `java/lang/Object`, if there is one. The error is about a file that cannot be read.
    pub fn class(&mut self, name: &str) -> Result<Option<Found>, String> {
        if let Some(known) = self.read.get(name) {
            return Ok(known.clone());
        }
        let found = self.bytes(name)?.map(|(bytes, origin, entry)| {
            let file = ClassFile::read(&bytes).map(Arc::new);
            Found { file, origin, entry }
        });
        self.read.insert(name.to_owned(), found.clone());
        Ok(found)
    }

    /// The class of the JDK that one of ours stands for.
    pub fn replaced(&mut self, name: &str) -> Option<Arc<ClassFile>> {
        let module = self.module(name)?;
        let bytes = self.jdk.image.read(&format!("/{module}/{name}.class")).ok()??;
        ClassFile::read(&bytes).ok().map(Arc::new)
    }

    /// The module of the JDK that has the package of a class.
    pub fn module(&mut self, class: &str) -> Option<String> {
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        let image = &mut self.jdk.image;
        self.modules.entry(package.to_owned()).or_insert_with(|| image.module_of(package)).clone()
    }

    fn bytes(&mut self, name: &str) -> Result<Option<Bytes>, String> {
        let model = self.models.iter().find(|(model, _)| *model == name);
        if let Some((_, bytes)) = model.filter(|_| !self.given_way.contains(outermost(name))) {
            return Ok(Some((bytes.to_vec(), Origin::Model, None)));
        }
        for (index, entry) in self.entries.iter_mut().enumerate() {
            if let Some(bytes) = entry.read(&format!("{name}.class"), name)? {
                return Ok(Some((bytes, Origin::User, Some(index))));
            }
        }
        let Some(module) = self.module(name) else { return Ok(None) };
        let bytes = self.jdk.image.read(&format!("/{module}/{name}.class"));
        let bytes = bytes.map_err(|error| format!("cannot read {name} of {module}: {error}"))?;
        Ok(bytes.map(|bytes| (bytes, Origin::Jdk, None)))
    }

    /// Says which class the program begins in.
    pub fn begin_in(&mut self, class: &str) {
        self.home = self.entry_of(class);
    }

    /// Whether a class is in a jar in which the program is not: a library that the program uses.
    pub fn is_aside(&mut self, class: &str) -> bool {
        let at = self.entry_of(class);
        at != self.home && at.is_some_and(|at| matches!(self.entries[at], Entry::Jar(_)))
    }

    fn entry_of(&mut self, class: &str) -> Option<usize> {
        self.class(class).ok().flatten().and_then(|found| found.entry)
    }

    /// The names of all classes of the user's, as `java.lang.Object`.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Directory(directory) => add_names(directory, "", &mut names, 0),
                Entry::File(class, _) => names.push(class.replace('/', ".")),
                Entry::Jar(archive) => {
                    for name in archive.file_names().flatten() {
                        let class = name.strip_suffix(".class").filter(|name| !name.starts_with("META-INF/"));
                        names.extend(class.map(|name| name.replace('/', ".")));
                    }
                }
            }
        }
        names.retain(|name| !name.ends_with("-info"));
        names
    }

    /// Whether there is such a file among the user's.
    pub fn has(&mut self, path: &str) -> bool {
        self.entries.iter_mut().any(|entry| !matches!(entry.read(path, ""), Ok(None)))
    }

    /// The source of a class of the user's, and its name, if it lies beside the class files.
    pub fn source(&mut self, class: &str, file: &str) -> Option<(String, String)> {
        let package = class.rsplit_once('/').map_or(String::new(), |(package, _)| format!("{package}/"));
        for entry in &mut self.entries {
            let name = format!("{package}{file}");
            if let Ok(Some(bytes)) = entry.read(&name, "")
                && let Ok(text) = String::from_utf8(bytes)
            {
                return Some((entry.shown(&name), text));
            }
        }
        None
    }
}

impl Entry {
    /// A resource by its path, or a single class file by its class.
    fn read(&mut self, path: &str, class: &str) -> Result<Option<Vec<u8>>, String> {
        match self {
            Entry::Directory(directory) => read_file(&directory.join(path)),
            Entry::File(name, file) if name == class => read_file(file),
            Entry::File(_, file) => match path.rsplit('/').next().filter(|name| name.ends_with(".java")) {
                Some(source) => read_file(&file.with_file_name(source)),
                None => Ok(None),
            },
            Entry::Jar(archive) => {
                let Ok(found) = archive.by_name(path) else { return Ok(None) };
                let mut bytes = Vec::new();
                let read = found.take(MAX_BYTES).read_to_end(&mut bytes);
                read.map_err(|error| format!("cannot read {path} of a jar: {error}"))?;
                Ok(Some(bytes))
            }
        }
    }

    /// How a resource is called in reports.
    fn shown(&self, path: &str) -> String {
        match self {
            Entry::Directory(directory) => directory.join(path).display().to_string(),
            _ => path.to_owned(),
        }
    }
}

/// The names of the classes in a directory and below it.
fn add_names(directory: &Path, package: &str, names: &mut Vec<String>, depth: u32) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        match name.strip_suffix(".class") {
            Some(class) => names.push(format!("{package}{class}")),
            None if path.is_dir() && depth < 32 => {
                add_names(&path, &format!("{package}{name}."), names, depth + 1);
            }
            None => {}
        }
    }
}

fn read_file(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let Ok(file) = File::open(path) else { return Ok(None) };
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = file.take(MAX_BYTES).read_to_end(&mut bytes);
    read.map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(Some(bytes))
}
