//! Which crate knows which, and which module of `explore`.

use crate::{files, none, read, root};
use std::collections::{BTreeMap, BTreeSet};

/// The names in a section of a `Cargo.toml`.
fn dependencies(manifest: &str, section: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| *line != section).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let name = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(name).collect()
}

/// The crates, by their folders, with their manifests.
fn crates() -> BTreeMap<String, String> {
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    folders.map(name).map(|name| (name.clone(), read(&format!("crates/{name}/Cargo.toml")))).collect()
}

/// The rows of the table of ARCHITECTURE.md whose head begins so, as cells.
fn table(head: &str) -> Vec<Vec<String>> {
    let page = read("ARCHITECTURE.md");
    let rows = page.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<Vec<String>> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "ARCHITECTURE.md has no table {head}");
    rows
}

/// What ARCHITECTURE.md says of who knows whom is what the manifests say.
#[test]
fn crates_know_what_the_architecture_says() {
    let mut told: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in table("| crate | holds | knows |") {
        let known = row[2].split(',').map(|name| name.trim().trim_matches('`').to_owned());
        let known = known.filter(|name| name != "nothing of ours").collect();
        told.insert(row[0].trim_matches('`').to_owned(), known);
    }
    let mut wrong = Vec::new();
    for (name, manifest) in crates() {
        let ours = dependencies(&manifest, "[dependencies]");
        let ours = ours.iter().filter(|name| name.starts_with("commute"));
        let ours: BTreeSet<_> = ours.map(|name| name.trim_start_matches("commute-").to_owned()).collect();
        match told.remove(&name) {
            None => wrong.push(format!("{name} is not in the table of crates in ARCHITECTURE.md")),
            Some(known) if known != ours => {
                wrong.push(format!(
                    "{name}: ARCHITECTURE.md says that it knows {known:?}, but it is {ours:?}"
                ));
            }
            Some(_) => {}
        }
    }
    wrong.extend(told.keys().map(|name| format!("ARCHITECTURE.md has a crate {name}, which is not there")));
    none(&wrong);
}

/// What comes from outside has its reason in ARCHITECTURE.md, and nothing else stands there.
#[test]
fn every_dependency_has_its_reason() {
    let rows = table("| crate | why |");
    let told: BTreeSet<_> = rows
        .iter()
        .flat_map(|row| row[0].split(','))
        .map(|name| name.trim().trim_matches('`').to_owned())
        .collect();
    let mut used = BTreeSet::new();
    for manifest in crates().values() {
        used.extend(dependencies(manifest, "[dependencies]"));
        used.extend(dependencies(manifest, "[dev-dependencies]"));
    }
    used.retain(|name| !name.starts_with("commute"));
    assert_eq!(told, used);
}

/// The modules of `explore` that a text uses.
fn uses(text: &str, modules: &BTreeSet<String>) -> BTreeSet<String> {
    // Tests may look wherever they like.
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = product.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = code.collect::<Vec<_>>().join("\n");
    let mut found = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        let listed = after.strip_prefix('{').and_then(|list| list.split('}').next());
        let first = after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let named = listed.unwrap_or(first);
        let names = named.split(|c: char| !c.is_alphanumeric() && c != '_');
        found.extend(names.filter(|name| modules.contains(*name)).map(str::to_owned));
    }
    found
}

#[test]
fn the_modules_of_explore_have_no_cycle() {
    let module = |path: &str| {
        let inside = path.trim_start_matches("crates/explore/src/");
        inside.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned()
    };
    let sources = files("crates/explore/src", ".rs");
    let modules: BTreeSet<String> =
        sources.iter().map(|file| module(&file.path)).filter(|name| name != "lib").collect();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in sources.iter().filter(|file| module(&file.path) != "lib") {
        let name = module(&file.path);
        let used = uses(&file.text, &modules).into_iter().filter(|other| *other != name);
        graph.entry(name.clone()).or_default().extend(used);
    }
    assert!(graph.values().any(|used| !used.is_empty()), "no module uses another: this test sees nothing");
    // Take away whoever uses nobody that is left; what cannot be taken away is on a cycle or leads to one.
    while let Some(done) = graph.iter().find(|(_, used)| used.is_empty()).map(|(name, _)| name.clone()) {
        graph.remove(&done);
        graph.values_mut().for_each(|used| {
            used.remove(&done);
        });
    }
    assert!(graph.is_empty(), "these modules of explore use each other: {graph:#?}");
}
