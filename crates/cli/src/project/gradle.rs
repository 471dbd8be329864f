//! Gradle projects.

use super::ask::ask;
use super::maven::see_each_other;
use super::pom::{Library, Repository, jars};
use super::{Places, Tool, beside, home, missing};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What each project prints: what it is, and where.
const SCRIPT: &str = "\
allprojects { p ->
  p.afterEvaluate {
    if (p.plugins.hasPlugin('java')) {
      def say = { what, files -> files.each { println \"commute\\t${p.projectDir}\\t${what}\\t${it}\" } }
      p.tasks.create('commuteClassPath').doLast {
        say('tests', p.sourceSets.test.output.classesDirs)
        say('classes', p.sourceSets.main.output.classesDirs)
        say('sources', p.sourceSets.main.allJava.srcDirs)
        say('sources', p.sourceSets.test.allJava.srcDirs)
        say('libraries', p.sourceSets.test.runtimeClasspath)
      }
    }
  }
}
";

/// Gradle's cache: `group/artifact/version/HASH/artifact-version.jar`.
struct Cache(PathBuf);

impl Repository for Cache {
    fn file(&self, library: &Library, ending: &str) -> Option<PathBuf> {
        let version = library.version.as_ref()?;
        let directory = self.0.join(&library.group).join(&library.artifact).join(version);
        let name = format!("{}-{version}{ending}", library.artifact);
        let hashes = std::fs::read_dir(directory).ok()?;
        hashes.flatten().map(|hash| hash.path().join(&name)).find(|file| file.is_file())
    }
}

/// The project in a directory and its subprojects.
pub(super) fn places(directory: &Path, asks: bool, remarks: &mut Vec<String>) -> Vec<Places> {
    if asks {
        match answer(directory) {
            Ok(said) => return read(&said, directory),
            Err(why) => {
                remarks.push(format!("{why}; classes and libraries are taken from the usual places"));
            }
        }
    }
    let repository = Cache(home().unwrap_or_default().join(".gradle/caches/modules-2/files-2.1"));
    let mut all = Vec::new();
    for directory in std::iter::once(directory.to_owned()).chain(subprojects(directory)) {
        let text = build_file(&directory);
        let mut places = Places::usual(&directory, Tool::Gradle);
        let (found, not_found) = jars(libraries(&text), &repository);
        if places.libraries.is_empty() {
            remarks.extend(missing(Tool::Gradle, &directory, &not_found));
        }
        places.libraries.extend(found);
        all.push(places);
    }
    see_each_other(&mut all);
    all
}

fn answer(directory: &Path) -> Result<String, String> {
    let cannot = |error| format!("cannot write a script for gradle: {error}");
    let script = tempfile::Builder::new().suffix(".gradle").tempfile().map_err(cannot)?;
    std::fs::write(&script, SCRIPT).map_err(cannot)?;
    let file = script.path().display().to_string();
    let said = ask(directory, "gradle", &["--offline", "--no-daemon", "-q", "-I", &file, "commuteClassPath"]);
    said.and_then(|said| match said.contains("commute\t") {
        true => Ok(said),
        false => Err("gradle named no class path".to_owned()),
    })
}

/// What Gradle printed, by projects. Paths below the directory are shown as the user named it.
fn read(said: &str, directory: &Path) -> Vec<Places> {
    let root = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    let shown = |path: &str| match Path::new(path).strip_prefix(&root) {
        Ok(below) => beside(directory, &below.display().to_string()),
        Err(_) => path.into(),
    };
    let mut all: BTreeMap<&str, Places> = BTreeMap::new();
    for line in said.lines().filter_map(|line| line.strip_prefix("commute\t")) {
        let mut words = line.split('\t');
        let (Some(project), Some(what), Some(path)) = (words.next(), words.next(), words.next()) else {
            continue;
        };
        let places =
            all.entry(project).or_insert_with(|| Places { directory: shown(project), ..Places::default() });
        match what {
            "tests" => places.tests.push(shown(path)),
            "classes" => places.classes.push(shown(path)),
            "sources" => places.sources.push(shown(path)),
            _ => places.libraries.push(shown(path)),
        }
    }
    all.into_values().collect()
}

fn build_file(directory: &Path) -> String {
    let texts =
        ["build.gradle", "build.gradle.kts"].map(|name| std::fs::read_to_string(directory.join(name)));
    texts.into_iter().flatten().collect()
}

/// The subprojects that the settings name, in quotes after `include`.
fn subprojects(directory: &Path) -> Vec<PathBuf> {
    let texts =
        ["settings.gradle", "settings.gradle.kts"].map(|name| std::fs::read_to_string(directory.join(name)));
    let lines: Vec<String> =
        texts.into_iter().flatten().flat_map(|t| t.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let named = lines.iter().filter(|line| line.trim_start().starts_with("include"));
    let names = named.flat_map(|line| in_quotes(line));
    names.map(|name| beside(directory, name.trim_start_matches(':').replace(':', "/").as_str())).collect()
}

/// The libraries that a build file names as `group:artifact:version`.
fn libraries(text: &str) -> Vec<Library> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let named = lines.flat_map(in_quotes).filter_map(|name| {
        let mut parts = name.split(':');
        let (group, artifact) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let version = parts.next().map(str::to_owned);
        let is_name = |word: &str| !word.is_empty() && !word.contains(['/', ' ', '$']);
        (is_name(&group) && is_name(&artifact)).then_some(Library { group, artifact, version })
    });
    named.collect()
}

/// The words in quotes of a line.
fn in_quotes(line: &str) -> Vec<&str> {
    let quote = |c: char| c == '\'' || c == '"';
    line.split(quote).skip(1).step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_named_in_quotes() {
        let text = "dependencies {\n  testImplementation 'org.junit.jupiter:junit-jupiter:5.9.2' // 'a:b:c'\n  \
            implementation(\"g:a\")\n  api project(':other')\n}";
        let names: Vec<String> = libraries(text).iter().map(ToString::to_string).collect();
        assert_eq!(names, ["org.junit.jupiter:junit-jupiter:5.9.2", "g:a"]);
    }

    #[test]
    fn answers_are_read_by_project() {
        let said = "Welcome\ncommute\t/p\ttests\t/p/build/t\ncommute\t/p/sub\tlibraries\t/lib/x.jar\n";
        let all = read(said, Path::new("/p"));
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].tests, [PathBuf::from("/p/build/t")]);
        assert_eq!(all[1].libraries, [PathBuf::from("/lib/x.jar")]);
        assert_eq!(all[1].directory, Path::new("/p/sub"));
    }
}
