//! What is wrong, in the way in which a test would say it.

use super::ending::standing_lines;
use super::trace::wrap;
use crate::args::View;
use crate::output::{Paint, Role};
use commute::{Execution, Position, SourceMap, Violation, ViolationKind};
use commute_base::{Diagnostic, RenderOptions};

/// What is wrong: of Java the exception with its calls, who waits for whom, or the two accesses; each line with a line end.
pub fn head(sources: &SourceMap, execution: &Execution, violation: &Violation, view: View) -> String {
    let paint = Paint::new(view.colour);
    let strong = |text: &str| paint.apply(Role::Bad, text);
    match (&violation.kind, &execution.exception) {
        (ViolationKind::Fault(_), Some(exception)) => {
            let lines = exception.lines();
            let wrapped = lines.iter().enumerate().flat_map(|(i, line)| {
                let shown = wrap_keeping_indent(line, view.width);
                shown.into_iter().map(move |line| if i == 0 { strong(&line) } else { line })
            });
            wrapped.map(|line| line + "\n").collect()
        }
        (ViolationKind::Deadlock | ViolationKind::PartialDeadlock, _) => {
            let waits = |at: &&Position| at.place.is_some() || at.doing.starts_with("waits");
            let waiting: Vec<&Position> = execution.end.iter().filter(waits).collect();
            let title = format!("Deadlock: {}", violation.message);
            format!("{}\n{}", strong(&title), standing_lines(execution, &waiting, view.width, paint))
        }
        (ViolationKind::DataRace, _) => {
            let note =
                execution.note.iter().flat_map(|note| wrap_keeping_indent(&format!("  {note}"), view.width));
            let title =
                wrap(&race_title(&violation.message), view.width).into_iter().map(|line| strong(&line));
            title.chain(note).map(|line| line + "\n").collect()
        }
        _ => excerpt(sources, violation, "", view) + "\n",
    }
}

/// A line in as many lines as it takes, all as far to the right as the first.
fn wrap_keeping_indent(line: &str, width: usize) -> Vec<String> {
    let text = line.trim_start();
    let indent = " ".repeat(line.len() - text.len());
    wrap(text, width.saturating_sub(indent.len())).into_iter().map(|part| indent.clone() + &part).collect()
}

/// On what two threads race. Who they are is said in the last rows of the execution.
fn race_title(message: &str) -> String {
    let mut parts = message.splitn(3, ": ");
    let first = parts.next().unwrap_or_default();
    let title = match (first, parts.next()) {
        ("data race", Some(what)) => format!("data race: {what}"),
        (on_what, _) => format!("{on_what}: nothing orders the last two accesses"),
    };
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// What is wrong, with the source if it has a place there, and a note if there is one.
pub fn excerpt(sources: &SourceMap, violation: &Violation, note: &str, view: View) -> String {
    let code = match &violation.kind {
        ViolationKind::Fault(name) => name,
        ViolationKind::Deadlock => "deadlock",
        ViolationKind::PartialDeadlock => "partial_deadlock",
        ViolationKind::Livelock => "livelock",
        ViolationKind::Starvation => "starvation",
        ViolationKind::Invariant(_) => "invariant",
        ViolationKind::DataRace => "data_race",
        ViolationKind::Discipline(_) => "discipline",
        ViolationKind::Atomicity(_) => "atomicity",
    };
    if violation.span.is_none() && !note.is_empty() {
        return format!("error[{code}]: {}\n  = help: {note}", violation.message);
    }
    if violation.span.is_none() {
        return format!("error[{code}]: {}", violation.message);
    }
    let options = RenderOptions { colour: view.colour, width: view.width };
    Diagnostic::error(code, violation.span, violation.message.as_str(), "", note).render(sources, options)
}
