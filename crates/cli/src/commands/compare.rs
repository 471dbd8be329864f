//! `commute compare`: one program with every reduction.

use crate::args::Compare;
use crate::exit::Exit;
use crate::format::{Manner, Message, Reporting};
use crate::output::Out;
use crate::progress::ProgressLine;
use crate::report::difference_text;
use commute::compared::{Compared, compared_on};
use commute::{Comparison, Interrupt, Program, Run, Subject};

/// Searches with each reduction and reports. It is no matter whether the program holds, only whether all say so.
pub fn run(args: &Compare, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    let manner = Manner { view: args.view, quiet: false };
    let program = match Program::open(&args.file, &args.read.reading()) {
        Ok(program) => program,
        Err(error) => {
            let (by, file) = (Reporting::Compare, args.file.display().to_string());
            args.format.say(&Message::NotLoaded { by, file: &file, error: &error }, manner, out)?;
            return Ok(Exit::of_load_error(&error));
        }
    };
    let mut comparison = Comparison::default();
    for named in compared_on(program.describe()) {
        if interrupt.is_raised() {
            comparison.skipped.push(named);
        } else {
            comparison.runs.push(search(args, &program, named, interrupt)?);
        }
    }
    args.format.say(&Message::Compared { program: &program, comparison: &comparison }, manner, out)?;
    check_agreement(&program, &comparison)?;
    Ok(if interrupt.is_raised() { Exit::Undecided } else { Exit::Holds })
}

fn search(args: &Compare, program: &Program, named: Compared, interrupt: &Interrupt) -> anyhow::Result<Run> {
    let search = named.check().keep_going(true).limits(args.limits).interrupt(interrupt.clone()).build()?;
    let title = format!("{} ({})", program.name(), named.letter);
    let mut progress = ProgressLine::new(&title, args.progress.then(std::io::stderr));
    let outcome = search.explore(program, &mut progress);
    progress.clear();
    Ok(Run { named, outcome: outcome? })
}

/// The error is that they contradict each other.
fn check_agreement(program: &Program, comparison: &Comparison) -> anyhow::Result<()> {
    let differences = comparison.differences();
    anyhow::ensure!(
        differences.is_empty(),
        "[commute internal bug] the reductions do not agree on {}\n{}\nPlease report this with the model.",
        program.name(),
        difference_text(&differences, program.sources())
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::comparison_samples::{assertion, comparison, deadlock, outcome};

    #[test]
    fn reductions_that_differ_are_our_bug() {
        let text = "var x: int = 0;\nthread a { assert x == 0; }\n";
        let program = Program::from_text("a.cm", text).unwrap();
        let runs = comparison([outcome(&[assertion(27), deadlock()]), outcome(&[deadlock()])]);
        let error = check_agreement(&program, &runs).unwrap_err().to_string();
        let expected = "[commute internal bug] the reductions do not agree on a.cm\n\
            B finds assertion at a.cm:2:12, D does not\nPlease report this with the model.";
        assert_eq!(error, expected);
    }
}
