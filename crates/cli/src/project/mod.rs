//! Java projects: where a directory with a `pom.xml` or `build.gradle(.kts)` has its classes, tests, sources and libraries.
//!
//! The build tool is asked if it is there: that runs the build scripts and plug-ins of the project, as each use of the tool does, but
//! compiles nothing and fetches nothing. If it does not answer, or is not to be asked, the usual places are taken.

mod ask;
mod gradle;
mod maven;
mod pom;
mod stale;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A build tool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    /// Maven.
    Maven,
    /// Gradle.
    Gradle,
}

impl Tool {
    /// The tool of the project in a directory.
    fn of(directory: &Path) -> Option<Tool> {
        let has = |file: &str| directory.join(file).is_file();
        if has("pom.xml") {
            return Some(Tool::Maven);
        }
        (has("build.gradle") || has("build.gradle.kts")).then_some(Tool::Gradle)
    }

    /// What to type to have the tests compiled.
    fn compile_tests(self) -> &'static str {
        match self {
            Tool::Maven => "mvn test-compile",
            Tool::Gradle => "gradle testClasses",
        }
    }
}

/// A project, or a module of one, with everything that its tests need.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// Directories of compiled tests, which are there.
    pub tests: Vec<PathBuf>,
    /// Directories and jars: classes, libraries, and then sources.
    pub class_path: Vec<PathBuf>,
}

/// What was found in a directory.
#[derive(Debug, Default)]
pub struct Found {
    /// The project or its modules, those that have compiled tests.
    pub projects: Vec<Project>,
    /// What the user should know: what was not found, and what to type.
    pub remarks: Vec<String>,
}

/// The places of one module, some of which may not be there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Places {
    directory: PathBuf,
    classes: Vec<PathBuf>,
    tests: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    libraries: Vec<PathBuf>,
}

/// Whether a directory has a build file.
pub fn is_project(directory: &Path) -> bool {
    Tool::of(directory).is_some()
}

/// Finds out about the project in a directory. With `ask` the build tool is asked.
pub fn find(directory: &Path, ask: bool) -> Result<Found, String> {
    let Some(tool) = Tool::of(directory) else {
        return Err(format!("{} has neither a pom.xml nor a build.gradle", directory.display()));
    };
    let mut remarks = Vec::new();
    let modules = match tool {
        Tool::Maven => maven::places(directory, ask, &mut remarks),
        Tool::Gradle => gradle::places(directory, ask, &mut remarks),
    };
    let mut found = Found { projects: Vec::new(), remarks };
    let mut not_compiled = Vec::new();
    for module in modules {
        found.remarks.extend(stale::remark(&module, tool));
        let has_tests = module.tests.iter().any(|tests| tests.is_dir());
        if !has_tests {
            not_compiled.extend(module.tests.first().cloned());
            continue;
        }
        found.projects.push(module.project());
    }
    if found.projects.is_empty() {
        let places: Vec<String> = not_compiled.iter().map(|place| place.display().to_string()).collect();
        return Err(format!(
            "there are no compiled tests in {}; type `{}` there first",
            places.join(" or "),
            in_directory(directory, tool.compile_tests())
        ));
    }
    Ok(found)
}

/// A command as it is typed for a directory.
fn in_directory(directory: &Path, command: &str) -> String {
    if directory == Path::new(".") {
        return command.to_owned();
    }
    format!("cd {} && {command}", directory.display())
}

impl Places {
    /// The usual places below a directory: where the tool puts classes, and where it has sources.
    fn usual(directory: &Path, tool: Tool) -> Self {
        let below = |names: &[&str]| names.iter().map(|name| beside(directory, name)).collect();
        let sources = below(&["src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin"]);
        let (classes, tests) = match tool {
            Tool::Maven => (below(&["target/classes"]), below(&["target/test-classes"])),
            Tool::Gradle => (
                below(&["build/classes/java/main", "build/classes/kotlin/main"]),
                below(&["build/classes/java/test", "build/classes/kotlin/test"]),
            ),
        };
        let directories = ["lib", "libs", "target/dependency"].map(|name| beside(directory, name));
        let libraries = directories.iter().flat_map(|directory| jars(directory)).collect();
        Self { directory: directory.to_owned(), classes, tests, sources, libraries }
    }

    fn project(self) -> Project {
        let is_there = |path: &PathBuf| path.exists();
        let sources = self.libraries.iter().filter_map(|jar| sources_of(jar));
        let all = self.classes.iter().cloned().chain(self.tests.iter().cloned());
        let all =
            all.chain(self.libraries.iter().cloned()).chain(self.sources.iter().cloned()).chain(sources);
        let mut seen = BTreeSet::new();
        let class_path = all.filter(is_there).filter(|path| seen.insert(path.clone())).collect();
        Project { tests: self.tests.into_iter().filter(|tests| tests.is_dir()).collect(), class_path }
    }
}

/// A path below a directory, without a leading `./`.
fn beside(directory: &Path, name: &str) -> PathBuf {
    if directory == Path::new(".") { name.into() } else { directory.join(name) }
}

/// The jars in a directory, by name.
fn jars(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let is_jar = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with(".jar") && !name.ends_with("-sources.jar") && !name.ends_with("-javadoc.jar")
    };
    let mut jars: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_jar).collect();
    jars.sort();
    jars
}

/// The jar with the sources of a library: beside it, or in Gradle's cache in a directory beside its own.
fn sources_of(jar: &Path) -> Option<PathBuf> {
    let name = format!("{}-sources.jar", jar.file_name()?.to_str()?.strip_suffix(".jar")?);
    let near = jar.with_file_name(&name);
    if near.is_file() {
        return Some(near);
    }
    let version =
        jar.parent()?.parent().filter(|_| jar.components().any(|c| c.as_os_str() == "files-2.1"))?;
    let hashes = std::fs::read_dir(version).ok()?;
    hashes.flatten().map(|hash| hash.path().join(&name)).find(|sources| sources.is_file())
}

/// The home directory.
fn home() -> Option<PathBuf> {
    std::env::var_os("HOME").map(PathBuf::from)
}

/// What is said if libraries were not found by their names.
fn missing(tool: Tool, directory: &Path, names: &[String]) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let fetch = match tool {
        Tool::Maven => "mvn dependency:copy-dependencies",
        Tool::Gradle => "gradle testClasses",
    };
    Some(format!(
        "libraries that were not found: {}; type `{}`, or put the jars into lib/, or name them with --class-path",
        names.join(", "),
        in_directory(directory, fetch)
    ))
}

#[cfg(test)]
mod tests;
