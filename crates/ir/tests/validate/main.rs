//! What `validate` says about programs that are wrong in one way each.

mod code;
mod tables;

use commute_ir::{Program, parse, validate};

/// The problems of the program that a text describes, one line each.
fn problems(text: &str) -> Vec<String> {
    problems_of(&parse(text).unwrap())
}

fn problems_of(program: &Program) -> Vec<String> {
    validate(program).iter().map(ToString::to_string).collect()
}
