//! Maven projects.

use super::ask::ask;
use super::pom::{Local, Pom, jars};
use super::{Places, Tool, beside, home, missing};
use std::path::{Path, PathBuf};

/// Modules of modules of modules are enough.
const MAX_DEPTH: usize = 4;

/// The project in a directory and its modules.
pub(super) fn places(directory: &Path, asks: bool, remarks: &mut Vec<String>) -> Vec<Places> {
    let repository = Local(home().unwrap_or_default().join(".m2/repository"));
    let mut modules = Vec::new();
    add_modules(directory, &repository, MAX_DEPTH, &mut modules);
    let mut answers = asks;
    let mut all: Vec<Places> = Vec::new();
    for (directory, pom) in modules {
        let mut places = Places::usual(&directory, Tool::Maven);
        // A tool that did not answer once would not the next time.
        let asked = answers.then(|| libraries(&directory));
        match asked {
            Some(Ok(libraries)) => places.libraries = libraries,
            not => {
                if let Some(Err(why)) = not {
                    answers = false;
                    remarks.push(format!("{why}; classes and libraries are taken from the usual places"));
                }
                let (found, not_found) = jars(pom.libraries(), &repository);
                let given = has_jars_for(&places.libraries, &not_found);
                places.libraries.extend(found);
                remarks.extend(missing(Tool::Maven, &directory, &given));
            }
        }
        all.push(places);
    }
    see_each_other(&mut all);
    all
}

fn add_modules(directory: &Path, repository: &Local, depth: usize, modules: &mut Vec<(PathBuf, Pom)>) {
    let Some(pom) = Pom::read(&beside(directory, "pom.xml"), repository) else { return };
    let below: Vec<PathBuf> = pom.modules.iter().map(|name| beside(directory, name)).collect();
    modules.push((directory.to_owned(), pom));
    if depth > 0 {
        below.iter().for_each(|module| add_modules(module, repository, depth - 1, modules));
    }
}

/// Modules use each other's classes, whether they are installed or not.
pub(super) fn see_each_other(all: &mut [Places]) {
    let classes: Vec<PathBuf> = all.iter().flat_map(|places| places.classes.clone()).collect();
    let sources: Vec<PathBuf> = all.iter().flat_map(|places| places.sources.clone()).collect();
    for places in all {
        places.classes.extend(classes.iter().cloned());
        places.sources.extend(sources.iter().cloned());
    }
}

/// Those of some libraries for which no jar with their name was given.
fn has_jars_for(given: &[PathBuf], libraries: &[String]) -> Vec<String> {
    let names = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let given: Vec<String> = given.iter().map(names).collect();
    let is_given = |library: &&String| {
        let artifact = library.split(':').nth(1).unwrap_or_default();
        given.iter().any(|jar| jar.starts_with(artifact))
    };
    libraries.iter().filter(|library| !is_given(library)).cloned().collect()
}

/// Asks Maven for the class path of the tests.
fn libraries(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let own = tempfile::tempdir().map_err(|error| format!("cannot make a directory: {error}"))?;
    let answer = own.path().join("class-path");
    let output = format!("-Dmdep.outputFile={}", answer.display());
    let asked = ask(
        directory,
        "mvn",
        &["-o", "-q", "-B", "-N", "dependency:build-classpath", "-Dmdep.includeScope=test", &output],
    );
    let text = std::fs::read_to_string(&answer);
    asked?;
    let text = text.map_err(|error| format!("mvn wrote no class path: {error}"))?;
    Ok(std::env::split_paths(text.trim()).filter(|path| !path.as_os_str().is_empty()).collect())
}
