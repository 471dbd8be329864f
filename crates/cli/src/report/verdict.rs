//! The verdict and what it rests on.

use super::basis::{basis, brief_stats};
use super::ending::{ReplayHint, standings};
use super::head::{excerpt, head};
use super::stats::stats_lines;
use super::trace::{trace, wrap};
use super::{methods, sharing};
use crate::args::View;
use crate::output::{Paint, Role};
use commute::{
    Counterexample, Execution, Report, SourceMap, Stats, StopReason, Violation, ViolationKind, words,
};
use commute_explore::Verdict;

/// What is wrong, in a few words.
pub fn kind_text(kind: &ViolationKind) -> String {
    words::kind(kind)
}

/// `file: verdict`, without a line end.
pub fn verdict_line(report: &Report, paint: Paint) -> String {
    let (role, verdict) = match &report.searched {
        Verdict::Holds => (Role::Good, "holds".to_owned()),
        Verdict::Violated => {
            let kinds: Vec<String> =
                report.counterexamples.iter().map(|e| kind_text(&e.violation.kind)).collect();
            (Role::Bad, format!("violated: {}", kinds.join(", ")))
        }
        Verdict::Undecided(reason) => {
            (Role::Unsure, format!("not decided: {}", reason_text(reason, &report.stats)))
        }
    };
    let (word, rest) = verdict
        .split_once(": ")
        .map_or((verdict.as_str(), String::new()), |(word, rest)| (word, format!(": {rest}")));
    format!("{}: {}{rest}", paint.apply(Role::Strong, &report.name), paint.apply(role, word))
}

/// Why not everything was explored, and what to do about it.
pub fn reason_text(reason: &StopReason, stats: &Stats) -> String {
    let text = words::reason(reason, stats);
    match remedy(reason) {
        Some(remedy) => format!("{text} ({remedy})"),
        None => text,
    }
}

/// What to do about it.
fn remedy(reason: &StopReason) -> Option<&'static str> {
    match reason {
        StopReason::States(_) => Some("raise it with --max-states"),
        StopReason::Depth(_) => Some("raise it with --max-depth"),
        StopReason::Memory(_) => Some("raise it with --max-memory, or try --store compact"),
        StopReason::Time(_) => Some("raise it with --max-time"),
        StopReason::TimeStands => Some("use --timeouts any"),
        StopReason::Runs => Some("use --strategy ample"),
        StopReason::Bitstate { .. } => Some("--store exact omits none"),
        StopReason::Initialisation => {
            Some("--discipline mld-prime does not depend on the order, --strategy full leaves nothing out")
        }
        StopReason::UnnamedLock(_) => Some("keep it in a final field of the object, or in a static one"),
        StopReason::Unfollowed(_)
        | StopReason::Atomicity { .. }
        | StopReason::Interrupted
        | StopReason::Bound(_)
        | StopReason::Sampled { .. } => None,
    }
}

/// The whole report on one program, without its formulas, ending with a line end.
pub fn check_text(
    report: &Report,
    sources: &SourceMap,
    replays: &[ReplayHint],
    view: View,
    quiet: bool,
) -> String {
    let paint = Paint::new(view.colour);
    let mut text = verdict_line(report, paint) + "\n";
    if quiet {
        return text;
    }
    let many = report.counterexamples.len();
    for (i, (example, replay)) in report.counterexamples.iter().zip(replays).enumerate() {
        text.push('\n');
        if many > 1 {
            let title = format!("{} of {many}: {}", i + 1, kind_text(&example.violation.kind));
            text += &format!("{}\n\n", paint.apply(Role::Strong, &title));
        }
        text += &counterexample_text(sources, example, replay, view);
    }
    let brief = report.is_java && !view.verbose;
    let own = report.sharing.iter().filter(|row| !brief || !row.is_of_library());
    let shared = sharing::lines(&own.collect::<Vec<_>>(), report.holds(), view.width.saturating_sub(2));
    let stats = match brief {
        true => vec![brief_stats(&report.stats)],
        false => stats_lines(&report.stats, &report.search, report.incomplete.as_ref()),
    };
    let methods = methods::lines(report.methods.as_ref());
    let blocks = [shared, methods, basis(report, view), stats];
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        text.push('\n');
        text.extend(block.iter().map(|line| format!("  {line}\n")));
    }
    text
}

fn counterexample_text(
    sources: &SourceMap,
    example: &Counterexample,
    replay: &ReplayHint,
    view: View,
) -> String {
    let mut text = replay_text(sources, &example.execution, Some(&example.violation), view);
    text.push('\n');
    text += &replay.text();
    if example.execution.timed_out {
        let hint = "The time of a wait is up in this execution. With --timeouts last it is only if nothing else can happen.";
        text.push('\n');
        text.extend(wrap(hint, view.width).into_iter().map(|line| line + "\n"));
    }
    text
}

/// An execution, where it ends, and what is wrong there.
pub fn replay_text(
    sources: &SourceMap,
    execution: &Execution,
    violation: Option<&Violation>,
    view: View,
) -> String {
    // A program that uses a library says first what is wrong: where is told in its own words.
    let told = violation.filter(|_| !execution.rows.is_empty() || execution.exception.is_some());
    let mut text = told.map_or_else(String::new, |v| head(sources, execution, v, view) + "\n");
    text += &trace(execution, view);
    if execution.repeated > 0 {
        let (first, last) = (execution.steps.len() - execution.repeated + 1, execution.steps.len());
        text += &format!("\n{}\n", repeated_text(first, last));
    }
    if told.is_some() {
        return text;
    }
    text.push('\n');
    text += &standings(execution, view.width, Paint::new(view.colour));
    if let Some(violation) = violation {
        text.push('\n');
        text += &excerpt(sources, violation, execution.note.as_deref().unwrap_or_default(), view);
        text.push('\n');
    }
    text
}

/// Which steps go on for ever.
pub fn repeated_text(first: usize, last: usize) -> String {
    if first == last {
        format!("Step {first} is repeated for ever.")
    } else {
        format!("Steps {first} to {last} are repeated for ever.")
    }
}

#[cfg(test)]
mod tests;
