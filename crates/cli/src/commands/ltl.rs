//! `commute ltl`: checks the temporal formulas of a model.

use crate::args::Ltl;
use crate::exit::Exit;
use crate::format::{Manner, Message, Reporting};
use crate::output::Out;
use crate::progress::ProgressLine;
use commute::{Interrupt, Program};

/// Checks each formula in turn; the worst exit code wins.
pub fn run(args: Ltl, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let manner = Manner { view: args.view, quiet: false };
    let program = match Program::open(&args.file, &args.read.reading()) {
        Ok(program) => program,
        Err(error) => {
            let file = args.file.display().to_string();
            args.format.say(
                &Message::NotLoaded { by: Reporting::Ltl, file: &file, error: &error },
                manner,
                out,
            )?;
            return Ok(Exit::of_load_error(&error));
        }
    };
    let mut progress = ProgressLine::new(program.name(), args.progress.then(std::io::stderr));
    let found = args.search.interrupted_by(interrupt).formulas(&program, &mut progress);
    progress.clear();
    let reports = found?;
    args.format.say(&Message::Formulas { program: &program, reports: &reports }, manner, out)?;
    Ok(reports.iter().map(Exit::of_formula).reduce(Exit::worst).unwrap_or(Exit::Rejected))
}
