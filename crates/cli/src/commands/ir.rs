//! `commute ir`: the program as the engines see it.

use super::rejection;
use crate::args::Ir;
use crate::exit::Exit;
use crate::output::Out;
use crate::pipeline;
use commute_ir::PrintOptions;

/// Prints the intermediate representation of a model.
pub fn run(args: &Ir, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    match pipeline::load(&args.file, &args.read) {
        Ok(model) => {
            rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
            out.text(&commute_ir::print(&model.program, PrintOptions { spans: args.spans }))?;
            Ok(Exit::Holds)
        }
        Err(error) => {
            rejection::show(&error, args.view);
            Ok(rejection::exit(&error))
        }
    }
}
