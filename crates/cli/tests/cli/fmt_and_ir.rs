//! `commute fmt` and `commute ir`.

use crate::run::{HOLDS, Place, finish};
use std::io::Write;
use std::process::Stdio;

const UGLY: &str = "var   x:int=0;thread a{x=1;}";

#[test]
fn files_are_formatted_in_place() {
    let place = Place::new("fmt").file("a.cm", UGLY);
    let ran = place.run(&["fmt", "--check", "a.cm"]);
    ran.exits(1);
    assert_eq!(ran.stdout, "a.cm\n");
    assert_eq!(place.read("a.cm"), UGLY, "--check must not write");
    place.run(&["fmt", "a.cm"]).exits(0);
    assert!(place.read("a.cm").starts_with("var x: int = 0;\n"));
    let ran = place.run(&["fmt", "--check", "a.cm"]);
    ran.exits(0);
    assert_eq!(ran.stdout, "");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let place = Place::new("fmt-stdin");
    let mut command = place.command(&["fmt", "-"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(UGLY.as_bytes()).unwrap();
    finish(child.wait_with_output().unwrap()).exits(0).says("var x: int = 0;\n");
}

#[test]
fn a_file_that_is_no_model_is_left_alone() {
    let place = Place::new("fmt-wrong").file("a.cm", "thread {").file("b.cm", UGLY);
    place.run(&["fmt", "a.cm", "b.cm"]).exits(4).complains("a.cm:1:");
    assert_eq!(place.read("a.cm"), "thread {");
    assert!(place.read("b.cm").starts_with("var x: int = 0;\n"), "the other file is formatted");
}

#[test]
fn ir_is_printed_and_can_be_read() {
    let place = Place::new("ir").file("a.cm", HOLDS);
    let ran = place.run(&["ir", "a.cm"]);
    let program = commute_ir::parse(&ran.exits(0).stdout).unwrap();
    assert_eq!(program.threads.len(), 2);
    let with_spans = place.run(&["ir", "a.cm", "--spans"]);
    assert!(with_spans.exits(0).stdout.len() > ran.stdout.len());
}
