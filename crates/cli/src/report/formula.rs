//! What is said about a temporal formula.

use super::trace::trace;
use super::verdict::{reason_text, repeated_text};
use crate::args::View;
use commute::{Execution, FormulaReport, FormulaVerdict};

/// The report on a formula of the program `name`, ending with a line end.
pub fn formula_text(name: &str, report: &FormulaReport, view: View, quiet: bool) -> String {
    let verdict = match &report.verdict {
        FormulaVerdict::Holds => "holds".to_owned(),
        FormulaVerdict::Violated { .. } => "violated".to_owned(),
        FormulaVerdict::Undecided(reason) => format!("not decided: {}", reason_text(reason, &report.stats)),
        FormulaVerdict::Refused(reason) => format!("not checked: {reason}"),
    };
    let mut text = format!("{name}: ltl {}: {verdict}\n", report.name);
    if quiet || matches!(report.verdict, FormulaVerdict::Refused(_)) {
        return text;
    }
    if let FormulaVerdict::Violated { execution, stem } = &report.verdict {
        text += &lasso(execution, *stem, view);
    }
    let fair = if report.fair { ", weakly fair executions only" } else { "" };
    let (states, automaton) = (report.stats.states, report.automaton);
    text += &format!("\n  {states} states of program and formula (automaton of {automaton}){fair}\n");
    for (standing, assumption) in report.assumptions() {
        text += &format!("  {standing}: {assumption}\n");
    }
    text
}

fn lasso(execution: &Execution, stem: usize, view: View) -> String {
    let (first, last) = (stem + 1, execution.steps.len());
    let ending = match last - stem {
        0 => "Then nothing more happens.".to_owned(),
        _ => repeated_text(first, last),
    };
    format!("\n{}\n{ending}\n", trace(execution, view))
}
