//! `commute compare`: one program with every reduction.

use super::rejection;
use crate::args::{Compare, Undo};
use crate::comparison::{Comparison, Run};
use crate::exit::Exit;
use crate::output::Out;
use crate::pipeline::{self, Model};
use crate::progress::ProgressLine;
use crate::reductions::{self, Named};
use crate::report::{CompareBody, CompareDocument, compare_text, difference_text};
use commute_explore::{Interrupt, Options};
use commute_vm::UndoMethod;

/// Searches with each reduction and reports. It is no matter whether the program holds, only whether all say so.
pub fn run(mut args: Compare, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    args.options.interrupt = interrupt.clone();
    let model = match pipeline::load(&args.file, &args.read) {
        Ok(model) => model,
        Err(error) => {
            return rejection::report::<CompareBody>(&args.file, &error, args.json, args.view, out);
        }
    };
    if !args.json {
        rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    }
    let mut comparison = Comparison::default();
    for named in reductions::compared() {
        if interrupt.is_raised() {
            comparison.skipped.push(named);
        } else {
            comparison.runs.push(search(&args, &model, named));
        }
    }
    report(&args, &model, &comparison, out)?;
    Ok(if interrupt.is_raised() { Exit::Undecided } else { Exit::Holds })
}

fn search(args: &Compare, model: &Model, named: Named) -> Run {
    let options = Options { reduction: named.reduction, keep: named.keep, ..args.options.clone() };
    let title = format!("{} ({})", model.name, named.letter);
    let mut progress = ProgressLine::new(&title, args.progress.then(std::io::stderr));
    let outcome = pipeline::search(model, &options, Undo::Machine(UndoMethod::Log), &mut progress);
    progress.clear();
    Run { named, outcome }
}

/// Says what each reduction cost. The error is that they contradict each other.
fn report(args: &Compare, model: &Model, comparison: &Comparison, out: &mut Out<'_>) -> anyhow::Result<()> {
    if args.json {
        let (sources, warnings) = (&model.sources, &model.warnings);
        let document = CompareDocument::compared(&model.name, sources, comparison, &args.options, warnings);
        out.json(&document)?;
    } else {
        out.text(&compare_text(&model.name, &model.sources, comparison, args.view))?;
    }
    let differences = comparison.differences();
    anyhow::ensure!(
        differences.is_empty(),
        "[commute internal bug] the reductions do not agree on {}\n{}\nPlease report this with the model.",
        model.name,
        difference_text(&differences, &model.sources)
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{HiArgs, LowArgs, Surroundings};
    use crate::comparison::tests::{assertion, comparison, deadlock, outcome};
    use clap::Parser;

    #[test]
    fn reductions_that_differ_are_our_bug() {
        let low = LowArgs::try_parse_from(["commute", "compare", "a.cm"]).unwrap();
        let Ok(HiArgs::Compare(args)) = HiArgs::new(low, &Surroundings::default()) else { panic!() };
        let text = "var x: int = 0;\nthread a { assert x == 0; }\n";
        let Ok(model) = pipeline::compile("a.cm".into(), text.into(), &[]) else { panic!() };
        let runs = comparison([outcome(&[assertion(27), deadlock()]), outcome(&[deadlock()])]);
        let mut printed = Vec::new();
        let error = report(&args, &model, &runs, &mut Out::new(&mut printed)).unwrap_err().to_string();
        let expected = "[commute internal bug] the reductions do not agree on a.cm\n\
            B finds assertion at a.cm:2:12, D does not\nPlease report this with the model.";
        assert_eq!(error, expected);
        assert!(String::from_utf8(printed).unwrap().contains("They do not agree."));
    }
}
