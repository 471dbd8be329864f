//! What pages point at is there.

use crate::{File, files, none, read, root};

const AT_ROOT: [&str; 4] = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

fn pages() -> Vec<File> {
    let at_root = AT_ROOT.iter().map(|&path| File { path: path.to_owned(), text: read(path) });
    at_root.chain(files("docs", ".md")).collect()
}

/// A page without its blocks of code, in which brackets mean other things.
fn prose(text: &str) -> String {
    let mut inside = false;
    let outside = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        inside ^= fence;
        !inside && !fence
    });
    outside.collect::<Vec<_>>().join("\n")
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in pages() {
        let folder = page.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Nor is what is in a span of code a link.
        let text: String = prose(&page.text).split('`').step_by(2).collect();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.contains("://")) {
            seen += 1;
            let path = target.split('#').next().unwrap_or_default();
            if !path.is_empty() && !root().join(folder).join(path).exists() {
                wrong.push(format!("{}: {target}", page.path));
            }
        }
    }
    assert!(seen > 20, "only {seen} links: this test does not see them");
    none(&wrong);
}

/// A file that a page names (`explore/engine.rs`) is there, at the end of some path; `src` may be left out.
#[test]
fn files_that_are_named_exist() {
    let sources = files("crates", ".rs");
    let paths = sources.iter().flat_map(|file| {
        let full = format!("/{}", file.path);
        [full.replace("/src/", "/"), full]
    });
    let paths: Vec<String> = paths.collect();
    let mut wrong = Vec::new();
    // What has changed is told in the words of its time.
    for page in pages().into_iter().filter(|page| page.path != "CHANGELOG.md") {
        for span in prose(&page.text).split('`').skip(1).step_by(2) {
            let named = span.ends_with(".rs") && !span.contains([' ', '*', '<', '{']);
            if named && !paths.iter().any(|path| path.ends_with(&format!("/{span}"))) {
                wrong.push(format!("{}: {span}", page.path));
            }
        }
    }
    none(&wrong);
}
