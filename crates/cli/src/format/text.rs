//! Text for people.

use super::{Format, Manner, Message};
use crate::output::{Out, Paint, Role, complain};
use crate::report::{
    check_text, class_text, compare_text, formula_text, kind_text, proof_text, refusal_text, replay_text,
};
use crate::report::{show_diagnostics, show_load_error, tests_text};
use commute::{Confirmed, FormulaReport, LoadError, Program};

/// Text.
pub const FORMAT: Format = Format { name: "text", about: "Text, for people", for_people: true, write };

const NO_FORMULA: &str =
    "there is no temporal formula to check; declare one: ltl name = [](request -> <>grant);";

fn write(message: &Message<'_>, manner: Manner, out: &mut Out<'_>) -> anyhow::Result<()> {
    let Manner { view, quiet } = manner;
    match message {
        Message::Checked { program, report, replays } => {
            if !quiet {
                show_diagnostics(program.sources(), program.warnings(), view);
            }
            out.text(&check_text(report, program.sources(), replays, view, quiet))?;
            let between = if quiet { "" } else { "\n" };
            let text = |formula: &FormulaReport| formula_text(&report.name, formula, view, quiet);
            report.formulas.iter().try_for_each(|formula| out.text(&format!("{between}{}", text(formula))))
        }
        Message::Formulas { program, reports } => {
            show_diagnostics(program.sources(), program.warnings(), view);
            if reports.is_empty() {
                return out.text(&format!("{}: {NO_FORMULA}\n", program.name()));
            }
            reports
                .iter()
                .try_for_each(|formula| out.text(&formula_text(program.name(), formula, view, false)))
        }
        Message::Compared { program, comparison } => {
            show_diagnostics(program.sources(), program.warnings(), view);
            out.text(&compare_text(program.name(), program.sources(), comparison, view))
        }
        Message::Replayed { program, confirmed, .. } => {
            show_diagnostics(program.sources(), program.warnings(), view);
            out.text(&replayed(program, confirmed, manner))
        }
        Message::NotReplayed { reason, .. } => {
            complain(&format!("error: {reason}"));
            Ok(())
        }
        Message::Proved(proof) => {
            show_diagnostics(proof.model.sources(), proof.model.warnings(), view);
            out.text(&proof_text(proof, view))
        }
        Message::ProvedClasses(proved) => {
            proved.classes.iter().try_for_each(|class| out.text(&class_text(class, &proved.sources, view)))
        }
        Message::ProofRefused { model, refusal } => {
            show_diagnostics(model.sources(), model.warnings(), view);
            out.text(&refusal_text(model, refusal))
        }
        Message::NotLoaded { file, error: error @ LoadError::Late, .. } => {
            out.text(&format!("{file}: not decided: {error} (raise it with --max-time)\n"))
        }
        Message::NotLoaded { error, .. } => {
            show_load_error(error, view);
            Ok(())
        }
        Message::Interrupted { file } => out.text(&format!("{file}: not decided: interrupted\n")),
        Message::Disabled { test, reason } => out.text(&format!("{test}: skipped: {reason}\n")),
        Message::Tests { file, rows } => out.text(&tests_text(file, rows, Paint::new(view.colour))),
    }
}

fn replayed(program: &Program, confirmed: &Confirmed, manner: Manner) -> String {
    let paint = Paint::new(manner.view.colour);
    let verdict = match &confirmed.violation {
        Some(violation) => {
            format!("{}: {}", paint.apply(Role::Bad, "violated"), kind_text(&violation.kind))
        }
        None => "nothing is wrong at the end of this schedule".to_owned(),
    };
    let body =
        replay_text(program.sources(), &confirmed.execution, confirmed.violation.as_ref(), manner.view);
    format!("{}: {verdict}\n\n{body}", paint.apply(Role::Strong, program.name()))
}
