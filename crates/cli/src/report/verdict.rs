//! The verdict and what it rests on.

use super::ending::{ReplayHint, standings};
use super::stats::stats_lines;
use super::trace::trace;
use super::{methods, sharing};
use crate::args::View;
use crate::output::{Paint, Role};
use commute::numbers::{counted, probability_bound};
use commute::{
    Counterexample, Execution, Keep, NotChecked, Reduction, Report, SearchSummary, SourceMap, Stats,
    StopReason, Symmetry, Violation, ViolationKind, WhyNotChecked, words,
};
use commute_base::{Diagnostic, RenderOptions};
use commute_explore::{StoreKind, Verdict};

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
        StopReason::Runs => Some("use --strategy ample"),
        StopReason::Bitstate { .. } => Some("--store exact omits none"),
        StopReason::Initialisation => {
            Some("--discipline mld-prime does not depend on the order, --strategy full leaves nothing out")
        }
        StopReason::Unfollowed(_)
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
    let shared = sharing::lines(&report.sharing, report.holds());
    let methods = methods::lines(report.methods.as_ref());
    let blocks = [shared, methods, basis(report), stats_lines(&report.stats, &report.search)];
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
    text
}

/// An execution, where it ends, and what is wrong there.
pub fn replay_text(
    sources: &SourceMap,
    execution: &Execution,
    violation: Option<&Violation>,
    view: View,
) -> String {
    let mut text = trace(execution, view);
    if execution.repeated > 0 {
        let (first, last) = (execution.steps.len() - execution.repeated + 1, execution.steps.len());
        text += &format!("\n{}\n", repeated_text(first, last));
    }
    text.push('\n');
    text += &standings(execution, Paint::new(view.colour));
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

/// What is wrong, with the source if it has a place there, and a note if there is one.
fn excerpt(sources: &SourceMap, violation: &Violation, note: &str, view: View) -> String {
    let code = match &violation.kind {
        ViolationKind::Fault(name) => name,
        ViolationKind::Deadlock => "deadlock",
        ViolationKind::PartialDeadlock => "partial_deadlock",
        ViolationKind::Livelock => "livelock",
        ViolationKind::Starvation => "starvation",
        ViolationKind::Invariant(_) => "invariant",
        ViolationKind::DataRace => "data_race",
        ViolationKind::Discipline(_) => "discipline",
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

/// What the verdict rests on, line by line.
fn basis(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    let (search, stats) = (&report.search, &report.stats);
    match (&report.searched, &report.incomplete) {
        (Verdict::Holds, _) => {
            lines.push(format!("all {} ({})", explored(search, stats), search_text(search, stats)));
        }
        (Verdict::Undecided(_), _) => {
            lines.push(format!("nothing is wrong in the {}", explored(search, stats)));
        }
        (Verdict::Violated, Some(reason)) => {
            lines.push(format!("there may be more: {}", reason_text(reason, stats)));
        }
        (Verdict::Violated, None) => {}
    }
    lines.extend(report.found_by.map(|by| by.to_string()));
    if search.symmetry == Symmetry::Threads {
        lines.push("thread symmetry: states that differ only in which of several equal threads is which count as one".to_owned());
    }
    lines.extend(report.assumptions().map(|(standing, text)| format!("{standing}: {text}")));
    lines.extend(report.claims.iter().map(|claim| format!("{}: {}", claim.standing, claim.text)));
    lines.push(format!("checked: {}", report.checked.join(", ")));
    lines.extend(report.remarks.iter().map(ToString::to_string));
    if !report.not_checked.is_empty() {
        let omitted: Vec<String> = report.not_checked.iter().map(not_checked).collect();
        lines.push(format!("not checked: {}", omitted.join(", ")));
    }
    lines
}

/// What was not checked, and the flag that says so.
fn not_checked(omitted: &NotChecked) -> String {
    let why = match omitted.why {
        WhyNotChecked::NoDeadlock => "--no-deadlock",
        WhyNotChecked::NoPartialDeadlock => "--no-partial-deadlock",
        WhyNotChecked::NoLivelock => "--no-livelock",
        WhyNotChecked::NoInvariants => "--no-invariants",
        WhyNotChecked::RacesAllowed => "--races allow",
        WhyNotChecked::NoFormulas => "--no-ltl",
        WhyNotChecked::Strategy => "--strategy auto checks them",
    };
    format!("{} ({why})", omitted.what)
}

/// What was explored: `31 states of the reduced system explored`.
fn explored(search: &SearchSummary, stats: &Stats) -> String {
    let system = if search.reduction == Reduction::None { "" } else { " of the reduced system" };
    match search.keep {
        // Without a store the same state counts each time that it is met.
        Keep::All if search.store == StoreKind::None => {
            format!("executions{system} explored, {} met", counted(stats.states, "state"))
        }
        Keep::All => format!("{}{system} explored", counted(stats.states, "state")),
        // How many there are is not known: those that are not stored may come again.
        Keep::Sparse => format!("states{system} explored, {} stored", counted(stats.states, "state")),
    }
}

/// How it was explored: what someone would have to trust.
fn search_text(search: &SearchSummary, stats: &Stats) -> String {
    let mut parts = vec![store_text(search.store, stats)];
    if search.reduction != Reduction::None {
        parts.push(format!("strategy {}", search.strategy()));
    }
    parts.extend(search.oracle().map(|oracle| format!("oracle {oracle}")));
    if search.keep != Keep::All {
        parts.push(format!("keep {}", words::keep(search.keep)));
    }
    if search.symmetry != Symmetry::None {
        parts.push(format!("symmetry {}", words::symmetry(search.symmetry)));
    }
    parts.join(", ")
}

fn store_text(store: StoreKind, stats: &Stats) -> String {
    match store {
        StoreKind::Exact => "exact store".to_owned(),
        StoreKind::Compact => {
            format!("compact store, probability of an omission < {}", probability_bound(stats.omission))
        }
        StoreKind::Bitstate { .. } => "bitstate store".to_owned(),
        StoreKind::None => "no store".to_owned(),
    }
}

#[cfg(test)]
mod tests;
