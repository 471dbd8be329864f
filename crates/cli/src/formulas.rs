//! Temporal formulas of a model: each is checked by itself, and what is found is confirmed.

use crate::args::View;
use crate::exit::Exit;
use crate::pipeline::{self, Model};
use crate::progress::ProgressLine;
use crate::report::{FormulaJson, assumption_lines, reason_text, trace};
use crate::retell::retell;
use crate::story::Story;
use commute_certify::confirms_lasso;
use commute_check::check_ltl;
use commute_explore::{Fairness, Lasso, LtlOutcome, LtlVerdict, Options};
use commute_ir::PropertyKind;

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
    /// The report, ending with a line end.
    pub text: String,
    name: String,
    outcome: LtlOutcome,
    /// The stem and once the loop, if it is false.
    story: Option<Story>,
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
                let name = property.name.clone();
                let text = self.text(&format!("{}: ltl {name}", model.name), &outcome, story.as_ref());
                found.push(Answer { text, name, outcome, story });
            }
        }
        Ok(found)
    }

    fn search(&self, model: &Model, property: usize) -> LtlOutcome {
        let mut progress = ProgressLine::new(&model.name, self.progress.then(std::io::stderr));
        let options = pipeline::beginning_now(self.options);
        let mut machine = pipeline::machine(model, &options);
        let outcome = check_ltl(&mut machine, property, self.fairness, &options, &mut progress);
        progress.clear();
        outcome
    }

    /// The report on the formula of this title, ending with a line end.
    fn text(&self, title: &str, outcome: &LtlOutcome, story: Option<&Story>) -> String {
        let verdict = match &outcome.verdict {
            LtlVerdict::Holds => "holds".to_owned(),
            LtlVerdict::Violated(_) => "violated".to_owned(),
            LtlVerdict::Undecided(reason) => format!("not decided: {}", reason_text(reason, &outcome.stats)),
            LtlVerdict::Refused(reason) => format!("not checked: {reason}"),
        };
        let mut text = format!("{title}: {verdict}\n");
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
