//! `commute ltl`: checks the temporal formulas of a model.

use super::rejection;
use crate::args::{Ltl, View};
use crate::exit::Exit;
use crate::output::Out;
use crate::pipeline::{self, Model};
use crate::progress::ProgressLine;
use crate::report::{FormulaJson, LtlBody, LtlDocument, assumption_lines, reason_text, trace};
use crate::retell::retell;
use crate::story::Story;
use commute_certify::confirms_lasso;
use commute_check::check_ltl;
use commute_explore::{Fairness, Interrupt, Lasso, LtlOutcome, LtlVerdict, Options};
use commute_ir::PropertyKind;
use commute_vm::Vm;
use std::sync::Arc;

/// Checks each formula in turn; the worst exit code wins.
pub fn run(mut args: Ltl, interrupt: &Interrupt, out: &mut Out<'_>) -> anyhow::Result<Exit> {
    args.options.interrupt = interrupt.clone();
    let model = match pipeline::load(&args.file, &args.defines, &args.java) {
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
    }
    if !args.json {
        for answer in &found {
            out.text(&formulas.text(&model, answer))?;
        }
    }
    Ok(found.iter().map(Answer::exit).reduce(Exit::worst).unwrap_or(Exit::Rejected))
}

/// How the temporal formulas of a model are checked and reported.
pub struct Formulas<'a> {
    /// Which executions count.
    pub fairness: Fairness,
    /// What each search is asked to do.
    pub options: &'a Options,
    /// Whether to show a progress line.
    pub progress: bool,
    /// How text is shown.
    pub view: View,
    /// The verdicts only.
    pub quiet: bool,
}

/// What was found out about a formula.
pub struct Answer {
    name: String,
    outcome: LtlOutcome,
    /// The stem and once the loop, if it is false.
    story: Option<Story>,
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

impl Answer {
    /// What the process ends with, if this is all.
    pub fn exit(&self) -> Exit {
        match self.outcome.verdict {
            LtlVerdict::Holds => Exit::Holds,
            LtlVerdict::Violated(_) => Exit::Violated,
            LtlVerdict::Undecided(_) => Exit::Undecided,
            LtlVerdict::Refused(_) => Exit::Error,
        }
    }

    /// For other programs.
    pub fn json(&self) -> FormulaJson {
        FormulaJson::new(&self.name, &self.outcome, self.story.as_ref())
    }
}

impl Formulas<'_> {
    /// Checks all formulas of a model, one after the other.
    pub fn check(&self, model: &Model) -> anyhow::Result<Vec<Answer>> {
        let mut found = Vec::new();
        for (index, property) in model.program.properties.iter().enumerate() {
            if matches!(property.kind, PropertyKind::Ltl(_)) {
                let outcome = self.search(model, index);
                let story = self.story(model, index, &outcome)?;
                found.push(Answer { name: property.name.clone(), outcome, story });
            }
        }
        Ok(found)
    }

    fn search(&self, model: &Model, property: usize) -> LtlOutcome {
        let mut progress = ProgressLine::new(&model.name, self.progress.then(std::io::stderr));
        let mut machine = Vm::new(Arc::clone(&model.program));
        let outcome = check_ltl(&mut machine, property, self.fairness, self.options, &mut progress);
        progress.clear();
        outcome
    }

    /// The report on a formula, ending with a line end.
    pub fn text(&self, model: &Model, answer: &Answer) -> String {
        let Answer { name, outcome, story } = answer;
        let verdict = match &outcome.verdict {
            LtlVerdict::Holds => "holds".to_owned(),
            LtlVerdict::Violated(_) => "violated".to_owned(),
            LtlVerdict::Undecided(reason) => format!("not decided: {}", reason_text(reason, &outcome.stats)),
            LtlVerdict::Refused(reason) => format!("not checked: {reason}"),
        };
        let mut text = format!("{}: ltl {name}: {verdict}\n", model.name);
        if self.quiet || matches!(outcome.verdict, LtlVerdict::Refused(_)) {
            return text;
        }
        if let (LtlVerdict::Violated(lasso), Some(story)) = (&outcome.verdict, story) {
            text += &self.lasso(lasso, story);
        }
        let fair = if self.fairness == Fairness::Weak { ", weakly fair executions only" } else { "" };
        let (states, automaton) = (outcome.stats.states, outcome.automaton);
        text += &format!("\n  {states} states of program and formula (automaton of {automaton}){fair}\n");
        for line in assumption_lines(&outcome.assumptions, outcome.verdict == LtlVerdict::Holds) {
            text += &format!("  {line}\n");
        }
        text
    }

    /// The execution on which the formula is false: a stem and once the loop. Confirmed by the independent interpreter.
    fn story(&self, model: &Model, property: usize, outcome: &LtlOutcome) -> anyhow::Result<Option<Story>> {
        let LtlVerdict::Violated(lasso) = &outcome.verdict else { return Ok(None) };
        let fair = self.fairness == Fairness::Weak;
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

    fn lasso(&self, lasso: &Lasso, story: &Story) -> String {
        let (first, last) = (lasso.stem.len() + 1, lasso.stem.len() + lasso.cycle.len());
        let ending = match lasso.cycle.len() {
            0 => "Then nothing more happens.".to_owned(),
            1 => format!("Step {first} is repeated for ever."),
            _ => format!("Steps {first} to {last} are repeated for ever."),
        };
        format!("\n{}\n{ending}\n", trace(story, self.view))
    }
}
