//! As much of a `pom.xml` as says which libraries a project has: elements are found by their names, in text without comments.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// More versions of parents and properties than this are a circle.
const MAX_DEPTH: usize = 10;

/// A library by its names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Library {
    /// The group.
    pub group: String,
    /// The name in it.
    pub artifact: String,
    /// The version, if it is known.
    pub version: Option<String>,
}

impl std::fmt::Display for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.group, self.artifact)?;
        self.version.iter().try_for_each(|version| write!(f, ":{version}"))
    }
}

/// A place where jars are by the names of libraries.
pub trait Repository {
    /// A file of a library with this ending: `.jar`, `.pom`.
    fn file(&self, library: &Library, ending: &str) -> Option<PathBuf>;
}

/// Maven's own: `group/artifact/version/artifact-version.jar`.
pub struct Local(pub PathBuf);

impl Repository for Local {
    fn file(&self, library: &Library, ending: &str) -> Option<PathBuf> {
        let (artifact, version) = (&library.artifact, library.version.as_ref()?);
        let directory = self.0.join(library.group.replace('.', "/")).join(artifact).join(version);
        Some(directory.join(format!("{artifact}-{version}{ending}"))).filter(|file| file.is_file())
    }
}

/// A project as its pom and those of its parents say.
pub struct Pom {
    dependencies: Vec<Dependency>,
    managed: BTreeMap<(String, String), String>,
    properties: BTreeMap<String, String>,
    /// The names of its modules.
    pub modules: Vec<String>,
}

struct Dependency {
    library: Library,
    scope: String,
    optional: bool,
}

impl Pom {
    /// Reads a pom. Its parents are looked for beside it and in the repository.
    pub fn read(file: &Path, repository: &dyn Repository) -> Option<Pom> {
        Self::read_below(file, repository, MAX_DEPTH)
    }

    fn read_below(file: &Path, repository: &dyn Repository, depth: usize) -> Option<Pom> {
        let text = without_comments(&std::fs::read_to_string(file).ok()?);
        let parent_text = first(&text, "parent").unwrap_or_default().to_owned();
        let parent = (depth > 0 && !parent_text.is_empty())
            .then(|| parent_file(file, &parent_text, repository))
            .flatten()
            .and_then(|file| Self::read_below(&file, repository, depth - 1));
        let own = without(&text, &["parent", "build", "reporting", "profiles"]);
        let (mut managed, mut properties) =
            parent.map_or_else(Default::default, |parent| (parent.managed, parent.properties));
        for (name, value) in children(first(&own, "properties").unwrap_or_default()) {
            properties.insert(name.to_owned(), value.to_owned());
        }
        let outer = without(&own, &["properties", "dependencyManagement", "dependencies", "modules"]);
        for name in ["version", "groupId"] {
            let value = first(&outer, name).or(first(&parent_text, name)).unwrap_or_default();
            properties.insert(format!("project.{name}"), value.to_owned());
        }
        let mut pom =
            Pom { dependencies: Vec::new(), managed: BTreeMap::new(), properties, modules: Vec::new() };
        for block in all(first(&own, "dependencyManagement").unwrap_or_default(), "dependency") {
            let Dependency { library, .. } = pom.dependency(block);
            if let Some(version) = library.version {
                managed.insert((library.group, library.artifact), version);
            }
        }
        pom.managed = managed;
        let direct = without(&own, &["dependencyManagement"]);
        pom.dependencies =
            all(&direct, "dependency").into_iter().map(|block| pom.dependency(block)).collect();
        pom.modules = all(&own, "module").into_iter().map(|name| name.trim().to_owned()).collect();
        Some(pom)
    }

    fn dependency(&self, block: &str) -> Dependency {
        let block = without(block, &["exclusions"]);
        let text = |name: &str| self.resolved(first(&block, name).unwrap_or_default());
        let (group, artifact, version) = (text("groupId"), text("artifactId"), text("version"));
        let managed = || self.managed.get(&(group.clone(), artifact.clone())).cloned();
        let version = if version.is_empty() { managed() } else { Some(version) };
        Dependency {
            scope: text("scope"),
            optional: text("optional") == "true",
            library: Library { group, artifact, version },
        }
    }

    /// A text with the values of properties.
    fn resolved(&self, text: &str) -> String {
        let mut text = text.trim().to_owned();
        for _ in 0..MAX_DEPTH {
            let Some((before, rest)) = text.split_once("${") else { break };
            let Some((name, after)) = rest.split_once('}') else { break };
            let Some(value) = self.properties.get(name) else { break };
            text = format!("{before}{value}{after}");
        }
        text
    }

    /// The libraries of the project itself.
    pub fn libraries(&self) -> Vec<Library> {
        self.dependencies.iter().map(|dependency| dependency.library.clone()).collect()
    }

    /// The libraries that whoever uses this one needs too.
    fn passed_on(&self) -> impl Iterator<Item = &Library> {
        let needed = |d: &&Dependency| !d.optional && ["", "compile", "runtime"].contains(&d.scope.as_str());
        self.dependencies.iter().filter(needed).map(|dependency| &dependency.library)
    }
}

/// The jars of libraries and of those that they need, each once, in the first version that is named; and the names of those that
/// are not there.
pub fn jars(libraries: Vec<Library>, repository: &dyn Repository) -> (Vec<PathBuf>, Vec<String>) {
    let (mut jars, mut missing, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut work: std::collections::VecDeque<Library> = libraries.into();
    while let Some(library) = work.pop_front() {
        if !seen.insert((library.group.clone(), library.artifact.clone())) {
            continue;
        }
        let pom = repository.file(&library, ".pom").and_then(|file| Pom::read(&file, repository));
        match repository.file(&library, ".jar") {
            Some(jar) => jars.push(jar),
            // Some only name others.
            None if pom.is_some() => {}
            None => missing.push(library.to_string()),
        }
        work.extend(pom.iter().flat_map(Pom::passed_on).cloned());
    }
    (jars, missing)
}

fn parent_file(file: &Path, parent: &str, repository: &dyn Repository) -> Option<PathBuf> {
    let text = |name: &str| first(parent, name).unwrap_or_default().trim().to_owned();
    let relative = match text("relativePath") {
        path if path.is_empty() => "../pom.xml".to_owned(),
        path => path,
    };
    let beside = file.parent()?.join(relative);
    if beside.is_file() && beside.file_name().is_some_and(|name| name == "pom.xml") {
        return Some(beside);
    }
    let version = Some(text("version"));
    repository.file(&Library { group: text("groupId"), artifact: text("artifactId"), version }, ".pom")
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    parts.filter_map(|part| part.split_once("-->")).for_each(|(_, rest)| kept.push_str(rest));
    kept
}

/// What an element contains, and what follows it. Elements of one name do not contain each other in a pom.
fn element<'t>(text: &'t str, name: &str) -> Option<(usize, &'t str, &'t str)> {
    let open = format!("<{name}>");
    let start = text.find(&open)?;
    let (inside, rest) = text[start + open.len()..].split_once(&format!("</{name}>"))?;
    Some((start, inside, rest))
}

fn first<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    element(text, name).map(|(_, inside, _)| inside.trim())
}

fn all<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let (mut found, mut text) = (Vec::new(), text);
    while let Some((_, inside, rest)) = element(text, name) {
        found.push(inside);
        text = rest;
    }
    found
}

/// The text without the elements of some names.
fn without(text: &str, names: &[&str]) -> String {
    let mut text = text.to_owned();
    for name in names {
        while let Some((start, _, rest)) = element(&text, name) {
            text = format!("{}{rest}", &text[..start]);
        }
    }
    text
}

/// The elements of a text that has nothing else in it.
fn children(mut text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((_, rest)) = text.split_once('<') {
        let Some((name, _)) = rest.split_once('>') else { break };
        match element(text, name) {
            Some((_, inside, rest)) => {
                found.push((name, inside.trim()));
                text = rest;
            }
            None => text = rest,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const POM: &str = "<project>
      <!-- <dependency><groupId>not</groupId></dependency> -->
      <parent><groupId>g.p</groupId><artifactId>p</artifactId><version>7</version></parent>
      <artifactId>own</artifactId>
      <properties><junit.version>5.${minor}</junit.version><minor>9</minor></properties>
      <dependencyManagement><dependencies>
        <dependency><groupId>g</groupId><artifactId>managed</artifactId><version>3</version></dependency>
      </dependencies></dependencyManagement>
      <dependencies>
        <dependency><groupId>org.junit</groupId><artifactId>api</artifactId><version>${junit.version}</version>
          <scope>test</scope></dependency>
        <dependency><groupId>g</groupId><artifactId>managed</artifactId>
          <exclusions><exclusion><groupId>x</groupId></exclusion></exclusions></dependency>
        <dependency><groupId>${project.groupId}</groupId><artifactId>sibling</artifactId>
          <version>${project.version}</version></dependency>
      </dependencies>
      <modules><module>one</module><module>two</module></modules>
      <build><plugins><plugin><dependencies>
        <dependency><groupId>plugin</groupId></dependency>
      </dependencies></plugin></plugins></build>
    </project>";

    struct Nowhere;

    impl Repository for Nowhere {
        fn file(&self, _library: &Library, _ending: &str) -> Option<PathBuf> {
            None
        }
    }

    fn written(name: &str, text: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("commute-pom-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = directory.join("pom.xml");
        std::fs::write(&file, text).unwrap();
        file
    }

    #[test]
    fn libraries_are_named_with_their_versions() {
        let file = written("names", POM);
        let pom = Pom::read(&file, &Nowhere).unwrap();
        let names: Vec<String> = pom.libraries().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["org.junit:api:5.9", "g:managed:3", "g.p:sibling:7"]);
        assert_eq!(pom.modules, ["one", "two"]);
        let passed_on: Vec<String> = pom.passed_on().map(|library| library.artifact.clone()).collect();
        assert_eq!(passed_on, ["managed", "sibling"]);
        assert_eq!(jars(pom.libraries(), &Nowhere).1, names);
        std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
    }

    #[test]
    fn libraries_of_libraries_are_found_in_a_repository() {
        let root = std::env::temp_dir().join(format!("commute-repository-{}", std::process::id()));
        let place = |name: &str| {
            let directory = root.join("g").join(name).join("1");
            std::fs::create_dir_all(&directory).unwrap();
            directory.join(format!("{name}-1"))
        };
        let needs = |name: &str| {
            format!(
                "<project><dependencies><dependency><groupId>g</groupId><artifactId>{name}</artifactId>\
                <version>1</version></dependency></dependencies></project>"
            )
        };
        // Two that need each other.
        for (name, other) in [("a", "b"), ("b", "a")] {
            std::fs::write(place(name).with_extension("pom"), needs(other)).unwrap();
            std::fs::write(place(name).with_extension("jar"), "").unwrap();
        }
        let library = Library { group: "g".into(), artifact: "a".into(), version: Some("1".into()) };
        let (found, missing) = jars(vec![library], &Local(root.clone()));
        assert_eq!(found, [place("a").with_extension("jar"), place("b").with_extension("jar")]);
        assert!(missing.is_empty());
        std::fs::remove_dir_all(root).unwrap();
    }
}
