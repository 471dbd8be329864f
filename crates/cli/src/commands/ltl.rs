//! `commute ltl`: checks the temporal formulas of a model.

use super::rejection;
use crate::args::Ltl;
use crate::exit::Exit;
use crate::formulas::{Answer, Formulas};
use crate::output::Out;
use crate::pipeline::{self, Model};
use crate::report::{FormulaJson, LtlBody, LtlDocument};
use commute_explore::{Fairness, Interrupt};

/// Checks each formula in turn; the worst exit code wins.
pub fn run(mut args: Ltl, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    args.options.interrupt = interrupt.clone();
    let model = match pipeline::load(&args.file, &args.read) {
        Ok(model) => model,
        Err(error) => return rejection::report::<LtlBody>(&args.file, &error, args.json, args.view, out),
    };
    if !args.json {
        rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    }
    let formulas = Formulas {
        fairness: args.fairness,
        options: &args.options,
        progress: args.progress,
        view: args.view,
        quiet: false,
    };
    let found = formulas.check(&model)?;
    if args.json {
        let documents = found.iter().map(Answer::json).collect();
        out.json(&document(&args, &model, documents))?;
    } else if found.is_empty() {
        out.text(&format!("{}: {NO_FORMULA}\n", model.name))?;
    } else {
        found.iter().try_for_each(|answer| out.text(&answer.text))?;
    }
    Ok(found.iter().map(Answer::exit).reduce(Exit::worst).unwrap_or(Exit::Rejected))
}

const NO_FORMULA: &str =
    "there is no temporal formula to check; declare one: ltl name = [](request -> <>grant);";

fn document(args: &Ltl, model: &Model, formulas: Vec<FormulaJson>) -> LtlDocument {
    if formulas.is_empty() {
        return LtlDocument::failed(&model.name, "rejected", Some(NO_FORMULA.to_owned()));
    }
    let fair = args.fairness == Fairness::Weak;
    LtlDocument::checked(&model.name, &model.sources, &model.warnings, &args.options, fair, formulas)
}
