//! `commute ir`: the program as the engines see it.

use crate::args::Ir;
use crate::exit::Exit;
use crate::output::Out;
use crate::report::{show_diagnostics, show_load_error};
use commute::Program;
use commute_ir::PrintOptions;

/// Prints the intermediate representation of a model.
pub fn run(args: &Ir, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    match Program::open(&args.file, &args.read.reading()) {
        Ok(model) => {
            show_diagnostics(model.sources(), model.warnings(), args.view);
            out.text(&commute_ir::print(model.ir(), PrintOptions { spans: args.spans }))?;
            Ok(Exit::Holds)
        }
        Err(error) => {
            show_load_error(&error, args.view);
            Ok(Exit::of_load_error(&error))
        }
    }
}
