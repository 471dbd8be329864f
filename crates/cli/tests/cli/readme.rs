//! What README.md shows is what the command prints.

use crate::java::has_jdk;
use crate::run::Place;

const README: &str = include_str!("../../../../README.md");

/// The blocks of code in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let begin = format!("```{language}\n");
    README.split(&begin).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

/// The block of output that begins so.
fn shown(beginning: &str) -> &'static str {
    let found = blocks("text").into_iter().find(|block| block.starts_with(beginning));
    found.unwrap_or_else(|| panic!("README.md shows nothing that begins with {beginning}"))
}

#[test]
fn the_java_program() {
    if !has_jdk() {
        return;
    }
    let program = blocks("java")[0];
    let place = Place::new("readme-java").file("Counter.java", program);
    place.run(&["check", "Counter.java"]).exits(1).says(shown("Counter.java: violated"));
    let mended = program.replace("static void increment", "static synchronized void increment");
    let place = Place::new("readme-java-mended").file("Counter.java", mended);
    place.run(&["check", "Counter.java"]).exits(0).says("Counter.java: holds\n");
}

#[test]
fn the_models() {
    let dining = include_str!("../../../../examples/dining.cm");
    let place = Place::new("readme-models").file("adder.cm", blocks("cm")[0]);
    std::fs::create_dir(place.path().join("examples")).unwrap();
    let place = place.file("examples/dining.cm", dining);
    place.run(&["check", "examples/dining.cm"]).exits(1).says(shown("examples/dining.cm: violated"));
    place.run(&["check", "adder.cm"]).exits(0).says("adder.cm: holds\n");
}

/// The program of "As a library" is the first page of the library, which is compiled and run.
#[test]
fn the_library() {
    let page = include_str!("../../../commute/src/lib.rs");
    let tested: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let lines = blocks("rust")[0].lines().map(str::trim);
    let lost: Vec<&str> = lines.filter(|line| !tested.contains(line)).collect();
    assert!(
        lost.is_empty(),
        "these lines of README.md are not in the documentation of the library: {lost:#?}"
    );
}
