//! Every example of the language page compiles without a message.

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use commute_ir::validate;

const PAGE: &str = include_str!("../../../../docs/language.md");

/// The examples, each with the line on which it starts.
fn examples() -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (number, line) in PAGE.lines().enumerate() {
        if inside && line == "```" {
            inside = false;
        } else if inside {
            let (_, text) = found.last_mut().expect("an example has begun");
            text.push_str(line);
            text.push('\n');
        } else if line == "```cm" {
            inside = true;
            found.push((number + 2, String::new()));
        }
    }
    assert!(!inside, "the last example is not closed");
    found
}

#[test]
fn every_example_compiles() {
    let examples = examples();
    assert!(examples.len() >= 25, "only {} examples were found", examples.len());
    for (line, text) in examples {
        let mut sources = SourceMap::default();
        let file = sources.add(format!("language.md (example at line {line})"), text);
        let compiled = compile(&sources, file, &Options::default());
        let messages = compiled.diagnostics.render(&sources, RenderOptions::default());
        assert!(compiled.diagnostics.is_empty(), "{messages}");
        let program = compiled.program.expect("a program without messages");
        assert_eq!(validate(&program), [], "example at line {line}");
        assert!(!program.threads.is_empty(), "the example at line {line} does nothing");
    }
}

#[test]
fn every_section_about_a_construct_has_an_example() {
    for section in PAGE.split("\n## ").skip(1) {
        let title = section.lines().next().unwrap_or_default();
        let exempt = ["Grammar", "Limits"].contains(&title);
        assert!(exempt || section.contains("```cm\n"), "`{title}` has no example");
    }
}
