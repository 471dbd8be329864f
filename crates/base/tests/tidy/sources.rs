//! What source files look like.

use crate::{files, none, read};

/// The headings of a file that realises an algorithm of a paper. None may be empty: "none" is a word.
const HEADINGS: [&str; 5] = ["Source", "Idea", "Notation", "Premises", "Deviations"];

/// How wide a line of a comment may be. Text that is wider is not read.
const COMMENT_WIDTH: usize = 140;

/// How long a file of the product may be, and one of tests (those are tables).
const LINES: (usize, usize) = (620, 1000);

/// What stands under a heading of the documentation of a module, up to the next one.
fn section<'a>(text: &'a str, heading: &str) -> Option<Vec<&'a str>> {
    let doc = text.lines().take_while(|line| line.starts_with("//!")).map(|line| line[3..].trim());
    let mut lines = doc.skip_while(|line| *line != format!("# {heading}"));
    lines.next()?;
    Some(lines.take_while(|line| !line.starts_with("# ")).filter(|line| !line.is_empty()).collect())
}

#[test]
fn files_from_papers_have_their_five_headings() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for file in files("crates", ".rs") {
        if section(&file.text, "Source").is_none() {
            continue;
        }
        seen += 1;
        for heading in HEADINGS {
            match section(&file.text, heading) {
                None => wrong.push(format!("{}: there is no heading {heading}", file.path)),
                Some(lines) if lines.is_empty() => wrong.push(format!("{}: {heading} is empty", file.path)),
                Some(_) => {}
            }
        }
    }
    assert!(seen > 30, "only {seen} files have the heading Source: this test does not see them");
    none(&wrong);
}

/// Whether a word looks like the key of a paper: letters, then the year.
fn is_key(word: &str) -> bool {
    let (letters, year) = word.split_at(word.len().saturating_sub(2));
    let capital = letters.starts_with(|c: char| c.is_ascii_uppercase());
    let letters = letters.len() >= 2 && letters.chars().all(|c| c.is_ascii_alphabetic());
    capital && letters && year.len() == 2 && year.chars().all(|c| c.is_ascii_digit())
}

fn keys(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_key(word))
}

#[test]
fn keys_of_papers_resolve() {
    assert!(keys("SC06 Thm 1, Fig. 12 and (Sto00): x86, E0001").eq(["SC06", "Sto00"]));
    let papers = read("docs/papers.md");
    let listed = |key: &str| papers.lines().any(|line| line.starts_with(&format!("| {key} |")));
    let mut wrong = Vec::new();
    for file in files("crates", ".rs") {
        for line in section(&file.text, "Source").unwrap_or_default() {
            let lost = keys(line).filter(|key| !listed(key));
            wrong.extend(lost.map(|key| format!("{}: {key} is not in docs/papers.md", file.path)));
        }
    }
    none(&wrong);
}

#[test]
fn comments_are_not_too_wide() {
    let mut wrong = Vec::new();
    for file in files("crates", ".rs") {
        for (at, line) in file.text.lines().enumerate() {
            let width = line.chars().count();
            if line.trim_start().starts_with("//") && width > COMMENT_WIDTH {
                wrong.push(format!("{}:{}: a comment {width} wide", file.path, at + 1));
            }
        }
    }
    none(&wrong);
}

#[test]
fn files_are_not_too_long() {
    let mut wrong = Vec::new();
    for file in files("crates", ".rs") {
        let lines = file.text.lines().count();
        let most = if file.path.contains("/tests/") { LINES.1 } else { LINES.0 };
        if lines > most {
            wrong.push(format!("{}: {lines} lines, {most} are enough", file.path));
        }
    }
    none(&wrong);
}

/// A gap that is known is a test that asserts today's answer, not a test that is left out.
#[test]
fn nothing_is_left_undone_in_silence() {
    // In two parts, so that this file has neither.
    let words = [concat!("to", "do!("), concat!("unimplemented", "!("), concat!("#[ig", "nore")];
    let mut wrong = Vec::new();
    for file in files("crates", ".rs") {
        for word in words.iter().filter(|word| file.text.contains(**word)) {
            wrong.push(format!("{}: {word}", file.path));
        }
    }
    none(&wrong);
}
