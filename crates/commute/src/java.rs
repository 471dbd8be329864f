//! Java programs.

use crate::demand::Demand;
use crate::program::{LoadError, Program};
use crate::remark::remarks;
use crate::system::{Faults, ProcessSpec};
use commute_base::SourceMap;
pub use commute_front_jvm::Properties as JavaProperties;
use commute_front_jvm::{Input, Listed, LoadError as JavaError, Open, Scratch};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// What a Java program needs besides its file.
#[derive(Clone, Debug, Default)]
pub struct JavaOptions {
    /// Where its classes are: directories and jars.
    pub class_path: Vec<PathBuf>,
    /// The class whose `main` method is the program.
    pub main: Option<String>,
    /// The JDK whose class library is used; without it the one of `JAVA_HOME`, or of the `java` on the path.
    pub jdk: Option<PathBuf>,
    /// A test that is run instead of `main`, as `a.B#method`.
    pub test: Option<String>,
    /// The seed of random numbers where the program gives none; without it every number is tried.
    pub seed: Option<i64>,
    /// Whether threads that wait may go on without having been woken.
    pub spurious_wakeups: bool,
    /// Whether the time of a wait is up only if nothing else can happen.
    pub timeouts_last: bool,
    /// How many reads on each side of a connection may return less than there is.
    pub partial_reads: u32,
    /// Invariants and temporal formulas of it, besides those of the file with the extension `props` beside it.
    pub properties: JavaProperties,
    /// A file with further ones, instead of the one beside it.
    pub properties_file: Option<PathBuf>,
    /// Where compiled classes of sources are kept; without it they are compiled every time.
    pub cache: Option<PathBuf>,
    /// When reading it has to end.
    pub deadline: Option<Instant>,
    /// The processes, if it is a system of several programs.
    pub processes: Vec<ProcessSpec>,
    /// What may fail between them.
    pub faults: Faults,
}

/// Whether a file is a Java program rather than a model. Without a file, the main class stands for one.
pub fn is_java(path: &Path, options: &JavaOptions) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    matches!(extension, Some("class" | "jar" | "java"))
        || options.main.is_some() && !path.exists()
        || path.is_dir() && (options.main.is_some() || has_classes(path, MAX_DEPTH))
}

/// How deep a directory is looked into.
const MAX_DEPTH: u32 = 16;

/// Whether there are class files in a directory or below it.
fn has_classes(directory: &Path, depth: u32) -> bool {
    let Ok(entries) = std::fs::read_dir(directory) else { return false };
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.any(|path| match path.is_dir() {
        true => depth > 0 && has_classes(&path, depth - 1),
        false => path.extension().is_some_and(|e| e == "class"),
    })
}

/// What was compiled to be read. It is there as long as somebody may read it again.
pub(crate) type Compiled = Vec<Arc<Scratch>>;

/// The properties that are given, and those of a file: the one that is named, or the one beside the program.
fn properties(path: &Path, options: &JavaOptions) -> Result<JavaProperties, LoadError> {
    let mut all = options.properties.clone();
    let beside = Some(path.with_extension("props")).filter(|file| file.is_file() && !path.is_dir());
    let Some(file) = options.properties_file.clone().or(beside) else { return Ok(all) };
    let name = file.display();
    let text = std::fs::read_to_string(&file)
        .map_err(|error| LoadError::Unreadable(format!("cannot read {name}: {error}")))?;
    all.add_file(&text).map_err(|why| LoadError::Refused(format!("{name}, {why}")))?;
    Ok(all)
}

/// What the front end is asked to read; the directory of what was compiled for it must be kept as long.
pub(crate) fn prepare(path: &Path, options: &JavaOptions) -> Result<(Input, Compiled), LoadError> {
    let mut input = Input {
        class_path: options.class_path.clone(),
        program: path.exists().then(|| path.to_owned()),
        main: options.main.clone(),
        jdk: options.jdk.clone(),
        test: options.test.clone(),
        properties: properties(path, options)?,
        open: Open {
            spurious_wakeups: options.spurious_wakeups,
            timeouts_last: options.timeouts_last,
            partial_reads: options.partial_reads,
            seed: options.seed,
            deadline: options.deadline,
            system: None,
        },
        ..Input::default()
    };
    let compiled = match path.extension().is_some_and(|e| e == "java") && path.exists() {
        true => Some(commute_front_jvm::compile(
            &[path.to_owned()],
            &options.class_path,
            options.jdk.as_deref(),
            options.deadline,
            options.cache.as_deref(),
        )?),
        false => None,
    };
    if let Some(compiled) = &compiled {
        input.program = Some(compiled.path().to_owned());
        // Only for the sources: the compiled classes come first.
        input
            .class_path
            .extend(path.parent().map(|p| if p == Path::new("") { ".".into() } else { p.to_owned() }));
    }
    Ok((input, compiled.into_iter().map(Arc::new).collect()))
}

/// What is read of a system whose sources are in a directory, or beside a source that is named: all of them are compiled, since the main
/// classes of processes do not know each other. Nothing if there are no sources.
pub(crate) fn compile_sources(
    path: &Path,
    options: &JavaOptions,
) -> Result<Option<(Input, Arc<Scratch>)>, LoadError> {
    let is_source = |file: &Path| file.extension().is_some_and(|e| e == "java");
    let directory = if is_source(path) { path.parent().unwrap_or(Path::new("")) } else { path };
    let directory = if directory == Path::new("") { Path::new(".") } else { directory };
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut sources: Vec<PathBuf> = entries.filter(|file| is_source(file)).collect();
    if sources.is_empty() {
        return Ok(None);
    }
    sources.sort_unstable();
    let (class_path, jdk) = (&options.class_path, options.jdk.as_deref());
    let compiled =
        commute_front_jvm::compile(&sources, class_path, jdk, options.deadline, options.cache.as_deref())?;
    let (mut input, _) = prepare(directory, options)?;
    input.program = Some(compiled.path().to_owned());
    input.class_path.push(directory.to_owned());
    Ok(Some((input, Arc::new(compiled))))
}

impl From<JavaError> for LoadError {
    fn from(error: JavaError) -> Self {
        match error {
            JavaError::Surroundings(text) => LoadError::Unreadable(text),
            JavaError::Rejected(text) => LoadError::Refused(text),
            JavaError::Late => LoadError::Late,
        }
    }
}

fn read(name: &str, input: &Input, compiled: &Compiled) -> Result<Program, LoadError> {
    let mut sources = SourceMap::default();
    let mut loaded = commute_front_jvm::load(input, &mut sources)?;
    if input.open.spurious_wakeups {
        loaded.program.allow_spurious_wakeups();
    }
    if input.open.timeouts_last {
        loaded.program.let_time_run_out_last();
    }
    let remarks = remarks(&loaded.notes, input.open);
    let weak = loaded.notes.weak.into_iter().collect();
    let (missing, claims, opened) = (loaded.notes.missing, loaded.notes.claims, loaded.opened);
    let program = Program::of_java(name, sources, loaded.program, weak, remarks, claims);
    let (name, input, compiled) = (name.to_owned(), input.clone(), compiled.clone());
    Ok(program.on_demand(Demand::of(Box::new(move |numbers| {
        let opened = opened.with(&missing, numbers)?;
        read(&name, &Input { opened, ..input.clone() }, &compiled).ok()
    }))))
}

/// Reads a Java program.
pub(crate) fn load(path: &Path, options: &JavaOptions) -> Result<Program, LoadError> {
    let (input, compiled) = prepare(path, options)?;
    read(&path.display().to_string(), &input, &compiled)
}

/// The tests of some classes. What was compiled for them is kept as long as this is.
pub struct JavaTests {
    input: Input,
    compiled: Compiled,
    /// Their names and, of those that the user does not want to be run, where that is said.
    pub list: Vec<JavaTest>,
}

/// A test of a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JavaTest {
    /// Its name, as `a.B#method`.
    pub name: String,
    /// Where it is said that it is not to be run.
    pub off: Option<String>,
}

impl JavaTests {
    /// Finds the tests of the classes in a file or directory.
    pub fn of(path: &Path, options: &JavaOptions) -> Result<JavaTests, LoadError> {
        let (input, compiled) = prepare(path, options)?;
        let listed = commute_front_jvm::tests(&input)?.into_iter();
        let list = listed.map(|Listed { name, off }| JavaTest { name, off }).collect();
        Ok(JavaTests { input, compiled, list })
    }

    /// Reads one of them; that has to be done at the deadline.
    pub fn read(&self, name: &str, deadline: Option<Instant>) -> Result<Program, LoadError> {
        let open = Open { deadline, ..self.input.open };
        let input = Input { test: Some(name.to_owned()), main: None, open, ..self.input.clone() };
        read(name, &input, &self.compiled)
    }
}

/// Compiles and reads a Java program that is in no file: the class that `file` names, with this text. It is called `name` in reports.
pub fn from_text(name: &str, file: &str, text: &str) -> Result<Program, LoadError> {
    let scratch = Scratch::new()?;
    let path = scratch.path().join(file);
    std::fs::write(&path, text).map_err(|error| {
        LoadError::Unreadable(format!("cannot write {file} to a directory for temporary files: {error}"))
    })?;
    let (input, mut compiled) = prepare(&path, &JavaOptions::default())?;
    compiled.push(Arc::new(scratch));
    read(name, &input, &compiled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_is_known_by_its_name() {
        let none = JavaOptions::default();
        assert!(is_java(Path::new("A.class"), &none) && is_java(Path::new("a/B.java"), &none));
        assert!(!is_java(Path::new("a.cm"), &none) && !is_java(Path::new("src"), &none));
        let main = JavaOptions { main: Some("a.B".into()), ..JavaOptions::default() };
        assert!(is_java(Path::new("a.B"), &main) && !is_java(Path::new("a.B"), &none));
    }
}
