//! Golden programs: for each construct, the IR in its text form. Every one is also validated.

mod classes;
mod control;
mod globals;
mod messages;
mod objects;
mod predicates;
mod regions;
mod spans;
mod values;

use commute_base::{RenderOptions, SourceMap};
use commute_front_lang::{Options, compile};
use commute_ir::{PrintOptions, Program, print, validate};
use expect_test::Expect;

fn program(text: &str) -> Program {
    let mut sources = SourceMap::default();
    let file = sources.add("a.cm", text);
    let compiled = compile(&sources, file, &Options::default());
    let messages = compiled.diagnostics.render(&sources, RenderOptions::default());
    assert!(compiled.diagnostics.is_empty(), "{messages}");
    let program = compiled.program.expect("a program without messages");
    assert_eq!(validate(&program), [], "{}", print(&program, PrintOptions::default()));
    program
}

/// The whole program.
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&print(&program(text), PrintOptions::default()));
}

/// The code of the function `main`, with nothing around it.
fn check_main(text: &str, expected: Expect) {
    let program = program(text);
    let main = program.functions.iter().position(|f| f.name == "main").expect("a thread `main`");
    let printed = print(&program, PrintOptions::default());
    let start = printed.find(&format!("fn fn{main} ")).expect("the function is printed");
    let end = printed[start..].find("\n}\n").expect("the function ends") + start + 3;
    expected.assert_eq(&printed[start..end]);
}
