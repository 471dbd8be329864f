//! From what the user named to a program.

use crate::classfile::{ClassFile, Method, flags};
use crate::descriptor::dotted;
use crate::host::Host;
use crate::junit::{Listed, tests_of};
use crate::library::{ClassPath, find_jdk};
use crate::models::MODELS;
use crate::source::Sources;
use crate::translate::{
    Around, Attempt, Notes, Open, Opened, Properties, TranslateError, translate, translate_test,
};
use crate::world::World;
use commute_base::SourceMap;
use commute_ir::Program;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What to translate.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Directories and jars with classes, and directories with sources.
    pub class_path: Vec<PathBuf>,
    /// A class file, directory or jar with the main class.
    pub program: Option<PathBuf>,
    /// The main class, if it is not the only one in `program` that has a `main` method.
    pub main: Option<String>,
    /// Where the JDK is, if not in the usual places.
    pub jdk: Option<PathBuf>,
    /// A test that is run instead of `main`, as `a.B#method`.
    pub test: Option<String>,
    /// How what Java leaves open is settled.
    pub open: Open,
    /// What is said of the program besides.
    pub properties: Properties,
    /// The arguments of `main`.
    pub arguments: Vec<String>,
    /// What is translated of what is left out at first.
    pub opened: Opened,
    /// The machine that is asked for values of the library.
    pub host: Host,
    /// Classes that were read for earlier translations.
    pub kept: Kept,
}

/// Class paths with what was read from them, for further translations of the same classes.
#[derive(Clone, Default)]
pub struct Kept(Arc<Mutex<Vec<(Places, ClassPath)>>>);

/// What makes a class path: the program, where its classes are, and the JDK.
type Places = (Option<PathBuf>, Vec<PathBuf>, Option<PathBuf>);

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept")
    }
}

impl Kept {
    /// One that nobody uses.
    fn take(&self, places: &Places) -> Option<ClassPath> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(own, _)| own == places)?;
        Some(kept.swap_remove(at).1)
    }

    fn put(&self, places: Places, path: ClassPath) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((places, path));
    }
}

/// A translated program.
pub struct Loaded {
    /// The program.
    pub program: Program,
    /// What it rests on.
    pub notes: Notes,
    /// The main class.
    pub main: String,
    /// What is translated of what is left out at first: what was asked for, and what can be foreseen.
    pub opened: Opened,
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LoadError {
    /// The surroundings are at fault: no JDK, a file that cannot be read.
    #[error("{0}")]
    Surroundings(String),
    /// The input is.
    #[error("{0}")]
    Rejected(String),
    /// The deadline came first.
    #[error("the limit on time was reached")]
    Late,
}

impl From<TranslateError> for LoadError {
    fn from(error: TranslateError) -> Self {
        match error {
            TranslateError::Late => LoadError::Late,
            wrong => LoadError::Rejected(wrong.to_string()),
        }
    }
}

/// Translates a program; its sources go into `sources`.
pub fn load(input: &Input, sources: &mut SourceMap) -> Result<Loaded, LoadError> {
    let places = (input.program.clone(), input.class_path.clone(), input.jdk.clone());
    let is_named = input.main.is_some() || input.test.is_some();
    let (mut path, found) = match input.kept.take(&places).filter(|_| is_named) {
        Some(path) => (path, None),
        None => class_path(input, !is_named)?,
    };
    let main = match &input.test {
        Some(test) => test.clone(),
        None => {
            let main = input.main.as_ref().map(|name| name.replace('.', "/")).or(found);
            main.ok_or_else(|| LoadError::Rejected("name the main class with --main".to_owned()))?
        }
    };
    let mut opened = input.opened.clone();
    let (program, notes, path) = loop {
        path.give_way(opened.given_way(path.version()));
        match attempt(input, &main, &opened, path, sources)? {
            Attempt::Whole(whole) => break *whole,
            Attempt::Lacks(more, again) => (opened, path) = (*more, *again),
        }
    };
    input.kept.put(places, path);
    let main = if input.test.is_some() { main } else { dotted(&main) };
    Ok(Loaded { program, notes, main, opened })
}

/// Translates a main class or a test with what is opened so far.
fn attempt(
    input: &Input,
    main: &str,
    opened: &Opened,
    mut path: ClassPath,
    sources: &mut SourceMap,
) -> Result<Attempt, LoadError> {
    let Input { host, properties, arguments, open, .. } = input;
    let (sources, around) = (Sources::new(sources), Around { opened, host, properties, arguments });
    if input.test.is_some() {
        path.begin_in(&main.split('#').next().unwrap_or(main).replace('.', "/"));
        let whole = translate_test(World::new(path), sources, main, *open, around)?;
        return Ok(Attempt::Whole(Box::new(whole)));
    }
    path.begin_in(main);
    Ok(translate(World::new(path), sources, main, *open, around)?)
}

/// Where classes are looked for, and the main class if it has to be found.
fn class_path(input: &Input, find: bool) -> Result<(ClassPath, Option<String>), LoadError> {
    let jdk = find_jdk(input.jdk.as_deref()).map_err(LoadError::Surroundings)?;
    let mut path = ClassPath::new(jdk, MODELS);
    let main = match &input.program {
        Some(program) => add_program(&mut path, program, find)?,
        None => None,
    };
    for entry in &input.class_path {
        path.add(entry).map_err(LoadError::Surroundings)?;
    }
    Ok((path, main))
}

/// The tests in what the user named: of the main class if one is given, else of all classes there.
pub fn tests(input: &Input) -> Result<Vec<Listed>, LoadError> {
    let classes = user_classes(input)?;
    let wanted = input.main.as_ref().map(|name| name.replace('.', "/"));
    let is_wanted = |class: &&ClassFile| wanted.as_ref().is_none_or(|name| class.name == *name);
    // Superclasses may be elsewhere on the class path, which is opened if that is so.
    let mut path: Option<ClassPath> = None;
    let mut find = |name: &str| match classes.iter().find(|class| class.name == name) {
        Some(class) => Some(Arc::new(class.clone())),
        None => {
            let path = match &mut path {
                Some(path) => path,
                none => none.insert(class_path(input, false).ok()?.0),
            };
            path.class(name).ok().flatten().and_then(|found| found.file.ok())
        }
    };
    let mut all = Vec::new();
    for class in classes.iter().filter(is_wanted) {
        all.extend(tests_of(class, &classes, &mut find));
    }
    Ok(all)
}

/// The classes that the user named: of a file, a directory or a jar, else of the class path.
pub(crate) fn user_classes(input: &Input) -> Result<Vec<ClassFile>, LoadError> {
    match &input.program {
        Some(file) if file.extension().is_some_and(|e| e == "class") => Ok(vec![read_class(file)?]),
        Some(directory) if directory.is_dir() => classes_in_directory(directory),
        Some(jar) => classes_in_jar(jar),
        None => {
            let mut all = Vec::new();
            for entry in &input.class_path {
                all.extend(if entry.is_dir() {
                    classes_in_directory(entry)?
                } else {
                    classes_in_jar(entry)?
                });
            }
            Ok(all)
        }
    }
}

fn classes_in_jar(jar: &Path) -> Result<Vec<ClassFile>, LoadError> {
    let cannot = |error: &dyn std::fmt::Display| {
        LoadError::Surroundings(format!("cannot read {}: {error}", jar.display()))
    };
    let file = File::open(jar).map_err(|e| cannot(&e))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|e| cannot(&e))?;
    let mut classes = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|e| cannot(&e))?;
        let name = entry.name().map_err(|e| cannot(&e))?.into_owned();
        if name.ends_with(".class") && !name.ends_with("-info.class") {
            let mut bytes = Vec::new();
            entry.take(64 << 20).read_to_end(&mut bytes).map_err(|e| cannot(&e))?;
            let class = ClassFile::read(&bytes);
            classes.push(class.map_err(|e| LoadError::Rejected(format!("{}: {e}", jar.display())))?);
        }
    }
    Ok(classes)
}

/// Adds what the user named to the class path, and finds the main class if it is wanted.
fn add_program(path: &mut ClassPath, program: &Path, find: bool) -> Result<Option<String>, LoadError> {
    if program.extension().is_some_and(|e| e == "class") {
        return add_class_file(path, program).map(Some);
    }
    path.add(program).map_err(LoadError::Surroundings)?;
    if !find {
        return Ok(None);
    }
    let mut mains = if program.is_dir() { mains_in_directory(program)? } else { main_of_jar(program)? };
    match mains.len() {
        1 => Ok(mains.pop()),
        0 => Err(LoadError::Surroundings(format!(
            "no class in {} has a `main` method, so it is no program",
            program.display()
        ))),
        _ => Err(LoadError::Rejected(format!(
            "several classes in {} have a `main` method; name one with --main: {}",
            program.display(),
            mains.iter().map(|name| dotted(name)).collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// The class of a file; its package says where the class path begins.
fn add_class_file(path: &mut ClassPath, file: &Path) -> Result<String, LoadError> {
    let class = read_class(file)?;
    let depth = class.name.matches('/').count();
    let root =
        file.ancestors().nth(depth + 1).filter(|root| root.join(format!("{}.class", class.name)) == file);
    path.add_class(class.name.clone(), file.to_owned());
    let root = match root {
        Some(root) if root.as_os_str().is_empty() => Some(Path::new(".")),
        root => root,
    };
    if let Some(root) = root {
        path.add(root).map_err(LoadError::Surroundings)?;
    }
    Ok(class.name)
}

fn read_class(file: &Path) -> Result<ClassFile, LoadError> {
    let bytes = std::fs::read(file)
        .map_err(|error| LoadError::Surroundings(format!("cannot read {}: {error}", file.display())))?;
    ClassFile::read(&bytes)
        .map_err(|error| LoadError::Rejected(format!("{} is no class file: {error}", file.display())))
}

fn has_main(class: &ClassFile) -> bool {
    let is_main =
        |m: &Method| m.name == "main" && m.desc == "([Ljava/lang/String;)V" && m.flags & flags::STATIC != 0;
    class.methods.iter().any(is_main)
}

/// The deepest directory that is looked into.
const MAX_DEPTH: usize = 32;

fn mains_in_directory(directory: &Path) -> Result<Vec<String>, LoadError> {
    let classes = classes_in_directory(directory)?;
    Ok(classes.into_iter().filter(has_main).map(|class| class.name).collect())
}

/// The classes in a directory and below it, by name.
fn classes_in_directory(directory: &Path) -> Result<Vec<ClassFile>, LoadError> {
    let mut classes = Vec::new();
    let mut work = vec![(directory.to_owned(), 0)];
    while let Some((at, depth)) = work.pop() {
        let entries = std::fs::read_dir(&at)
            .map_err(|error| LoadError::Surroundings(format!("cannot read {}: {error}", at.display())))?;
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() && depth < MAX_DEPTH {
                work.push((path, depth + 1));
            } else if path.extension().is_some_and(|e| e == "class") {
                classes.push(read_class(&path)?);
            }
        }
    }
    classes.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(classes)
}

/// The main class that the manifest of a jar names.
fn main_of_jar(jar: &Path) -> Result<Vec<String>, LoadError> {
    let cannot = |error: &dyn std::fmt::Display| {
        LoadError::Surroundings(format!("cannot read {}: {error}", jar.display()))
    };
    let file = File::open(jar).map_err(|e| cannot(&e))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|e| cannot(&e))?;
    let mut text = String::new();
    if let Ok(manifest) = archive.by_name("META-INF/MANIFEST.MF") {
        manifest.take(1 << 20).read_to_string(&mut text).map_err(|e| cannot(&e))?;
    }
    let main = text.lines().find_map(|line| line.strip_prefix("Main-Class:"));
    match main {
        Some(name) => Ok(vec![name.trim().replace('.', "/")]),
        None => {
            Err(LoadError::Rejected(format!("{} names no main class; give one with --main", jar.display())))
        }
    }
}
