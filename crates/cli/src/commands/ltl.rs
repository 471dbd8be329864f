//! `commute ltl`: checks the temporal formulas of a model.

use super::rejection;
use crate::args::Ltl;
use crate::exit::Exit;
use crate::output::Out;
use crate::pipeline::{self, Model};
use crate::progress::ProgressLine;
use crate::report::{Document, FormulaJson, LtlDocument, assumption_lines, reason_text, trace};
use crate::retell::retell;
use crate::story::Story;
use commute_certify::confirms_lasso;
use commute_explore::{Fairness, Interrupt, Lasso, LtlOutcome, LtlVerdict, check_ltl};
use commute_ir::PropertyKind;
use commute_vm::Vm;
use std::sync::Arc;

/// Checks each formula in turn; the worst exit code wins.
pub fn run(mut args: Ltl, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    args.options.interrupt = interrupt.clone();
    let model = match pipeline::load(&args.file, &args.defines, &args.java) {
        Ok(model) => model,
        Err(error) => return rejection::report::<LtlDocument>(&args.file, &error, args.json, args.view, out),
    };
    if !args.json {
        rejection::show_diagnostics(&model.sources, &model.warnings, args.view);
    }
    let properties = model.program.properties.iter().enumerate();
    let formulas = properties.filter(|(_, p)| matches!(p.kind, PropertyKind::Ltl(_)));
    let mut worst = None;
    let mut documents = Vec::new();
    for (index, property) in formulas {
        let outcome = search(&args, &model, index);
        let story = lasso_story(&args, &model, index, &outcome)?;
        if args.json {
            documents.push(FormulaJson::new(&property.name, &outcome, story.as_ref()));
        } else {
            report(&args, &model, &property.name, &outcome, story.as_ref(), out)?;
        }
        let exit = exit(&outcome);
        worst = Some(worst.map_or(exit, |worst: Exit| worst.worst(exit)));
    }
    if args.json {
        out.json(&document(&args, &model, documents))?;
    } else if worst.is_none() {
        out.text(&format!("{}: {NO_FORMULA}\n", model.name))?;
    }
    Ok(worst.unwrap_or(Exit::Rejected))
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

fn search(args: &Ltl, model: &Model, property: usize) -> LtlOutcome {
    let mut progress = ProgressLine::new(&model.name, args.progress.then(std::io::stderr));
    let mut machine = Vm::new(Arc::clone(&model.program));
    let outcome = check_ltl(&mut machine, property, args.fairness, &args.options, &mut progress);
    progress.clear();
    outcome
}

fn exit(outcome: &LtlOutcome) -> Exit {
    match outcome.verdict {
        LtlVerdict::Holds => Exit::Holds,
        LtlVerdict::Violated(_) => Exit::Violated,
        LtlVerdict::Undecided(_) => Exit::Undecided,
        LtlVerdict::Refused(_) => Exit::Error,
    }
}

fn report(
    args: &Ltl,
    model: &Model,
    name: &str,
    outcome: &LtlOutcome,
    story: Option<&Story>,
    out: &mut Out<'_>,
) -> anyhow::Result<()> {
    let verdict = match &outcome.verdict {
        LtlVerdict::Holds => "holds".to_owned(),
        LtlVerdict::Violated(_) => "violated".to_owned(),
        LtlVerdict::Undecided(reason) => format!("not decided: {}", reason_text(reason, &outcome.stats)),
        LtlVerdict::Refused(reason) => format!("not checked: {reason}"),
    };
    out.text(&format!("{}: ltl {name}: {verdict}\n", model.name))?;
    if let (LtlVerdict::Violated(lasso), Some(story)) = (&outcome.verdict, story) {
        out.text(&lasso_text(args, lasso, story))?;
    }
    if matches!(outcome.verdict, LtlVerdict::Refused(_)) {
        return Ok(());
    }
    let fair = if args.fairness == Fairness::Weak { ", weakly fair executions only" } else { "" };
    let (states, automaton) = (outcome.stats.states, outcome.automaton);
    out.text(&format!("\n  {states} states of program and formula (automaton of {automaton}){fair}\n"))?;
    for line in assumption_lines(&outcome.assumptions, outcome.verdict == LtlVerdict::Holds) {
        out.text(&format!("  {line}\n"))?;
    }
    Ok(())
}

/// The execution on which the formula is false: a stem and once the loop. Confirmed by the independent interpreter.
fn lasso_story(
    args: &Ltl,
    model: &Model,
    property: usize,
    outcome: &LtlOutcome,
) -> anyhow::Result<Option<Story>> {
    let LtlVerdict::Violated(lasso) = &outcome.verdict else { return Ok(None) };
    let fair = args.fairness == Fairness::Weak;
    confirms_lasso(&model.program, property, &lasso.stem, &lasso.cycle, fair).map_err(|reason| {
        anyhow::anyhow!(
            "[commute internal bug] the execution is not confirmed: {reason}\nstem: {:?}\nloop: {:?}\n\
             Please report this with the model.",
            lasso.stem,
            lasso.cycle
        )
    })?;
    Ok(Some(retell(&model.program, &model.sources, &[&lasso.stem[..], &lasso.cycle].concat())))
}

fn lasso_text(args: &Ltl, lasso: &Lasso, story: &Story) -> String {
    let (first, last) = (lasso.stem.len() + 1, lasso.stem.len() + lasso.cycle.len());
    let ending = match lasso.cycle.len() {
        0 => "Then nothing more happens.".to_owned(),
        1 => format!("Step {first} is repeated for ever."),
        _ => format!("Steps {first} to {last} are repeated for ever."),
    };
    format!("\n{}\n{ending}\n", trace(story, args.view))
}
