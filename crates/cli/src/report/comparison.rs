//! Reductions side by side: one line each, so that many of them fit into a narrow terminal.

use super::trace::{cut, pad};
use super::verdict::kind_text;
use crate::args::View;
use crate::output::{Paint, Role};
use commute::compared::Compared;
use commute::numbers::{grouped, short_time};
use commute::words;
use commute::{Comparison, Difference, Finding, Keep, Run, SourceMap, StopReason};
use commute_explore::Verdict;
use unicode_width::UnicodeWidthStr;

/// Between two columns.
const GAP: &str = "  ";

/// The columns; the last one is the verdict, which takes what is left of the line.
const HEADER: [&str; 6] = ["", "states", "transitions", "time", "bytes", "verdict"];
const LAST: usize = HEADER.len() - 1;

/// The narrowest useful column for verdicts: `violated`, and the beginning of a reason.
const MIN_VERDICT: usize = 11;

/// Why verdicts that look different are not.
const ABSORBED: &str = "\
A partial deadlock counts as part of a deadlock:
a reduction may let the other threads end first.
";

/// Why some find what others do not.
const ANNOTATIONS: &str = "Annotations are checked where predicates are the oracle.\n";

/// The whole report on one program, ending with a line end.
pub fn compare_text(name: &str, sources: &SourceMap, comparison: &Comparison, view: View) -> String {
    let paint = Paint::new(view.colour);
    let mut text = verdict_line(name, comparison, paint) + "\n\n";
    let rows: Vec<[String; 6]> = comparison.runs.iter().map(cells).collect();
    text += &table(&rows, view.width, paint).unwrap_or_else(|| blocks(&rows, view.width, paint));
    text.push('\n');
    text += &agreement(comparison);
    if comparison.has_absorbed() {
        text += ABSORBED;
    }
    if comparison.contradicts_annotations() {
        text += ANNOTATIONS;
    }
    let findings = comparison.findings();
    if !findings.is_empty() {
        text += "\nWhat is wrong\n";
        text.extend(findings.iter().map(|finding| format!("  {}\n", finding_text(finding, sources))));
    }
    text += "\nThe same with commute check --keep-going --order dfs\n";
    let letters = comparison.runs.iter().map(|run| run.named.letter.width()).max().unwrap_or(0);
    for run in &comparison.runs {
        text += &format!("  {}{GAP}{}\n", pad(run.named.letter, letters), flags(&run.named));
    }
    text
}

/// The flags with which `commute check` does the same.
fn flags(compared: &Compared) -> String {
    let mut flags = format!("--strategy {}", compared.strategy().name);
    let takes_oracle = compared.strategy().takes_oracle();
    if let Some(oracle) = compared.reduction.oracle().filter(|_| takes_oracle) {
        flags += &format!(" --oracle {}", oracle.facts().name);
    }
    if compared.keep != Keep::All {
        flags += &format!(" --keep {}", words::keep(compared.keep));
    }
    flags
}

/// What contradicts what, line by line.
pub fn difference_text(differences: &[Difference], sources: &SourceMap) -> String {
    let line = |d: &Difference| {
        format!("{} finds {}, {} does not", d.finder, finding_text(&d.finding, sources), d.misser)
    };
    differences.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn finding_text(finding: &Finding, sources: &SourceMap) -> String {
    kind_text(&finding.kind) + &finding.place(sources)
}

/// `file: verdict`: what any search found, or that one explored everything and found nothing.
fn verdict_line(name: &str, comparison: &Comparison, paint: Paint) -> String {
    let kinds = kinds(&comparison.findings());
    let (role, word, rest) = if !kinds.is_empty() {
        (Role::Bad, "violated", format!(": {}", kinds.join(", ")))
    } else if comparison.complete() > 0 {
        (Role::Good, "holds", String::new())
    } else {
        (Role::Unsure, "not decided", String::new())
    };
    format!("{}: {}{rest}", paint.apply(Role::Strong, name), paint.apply(role, word))
}

/// The kinds of violations, each once.
fn kinds(findings: &[Finding]) -> Vec<String> {
    let mut kinds: Vec<String> = Vec::new();
    for kind in findings.iter().map(|finding| kind_text(&finding.kind)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn cells(run: &Run) -> [String; 6] {
    let stats = run.stats();
    [
        run.named.letter.to_owned(),
        grouped(stats.states),
        grouped(stats.transitions),
        short_time(stats.elapsed),
        grouped(stats.store_bytes + stats.frontier_bytes),
        verdict(run),
    ]
}

fn verdict(run: &Run) -> String {
    let kinds = kinds(&run.findings()).join(", ");
    match (&run.outcome.verdict, &run.outcome.incomplete) {
        (Verdict::Holds, _) => "holds".to_owned(),
        (Verdict::Violated, None) => format!("violated: {kinds}"),
        (Verdict::Violated, Some(reason)) => format!("violated ({}): {kinds}", limit(reason)),
        (Verdict::Undecided(reason), _) => format!("not decided: {}", limit(reason)),
    }
}

/// What stopped a search, in two words.
fn limit(reason: &StopReason) -> &'static str {
    match reason {
        StopReason::Unfollowed(_) => "not translated",
        StopReason::States(_) => "state limit",
        StopReason::Depth(_) => "depth limit",
        StopReason::Memory(_) => "memory limit",
        StopReason::Time(_) => "time limit",
        StopReason::TimeStands => "time stands",
        StopReason::Runs => "too many runs",
        StopReason::Interrupted => "interrupted",
        StopReason::Bitstate { .. } => "bitstate",
        StopReason::Bound(_) => "bound",
        StopReason::Sampled { .. } => "random",
        StopReason::Initialisation => "initialisation",
        StopReason::UnnamedLock(_) => "unnamed lock",
        StopReason::Atomicity { .. } => "atomicity",
    }
}

fn role(verdict: &str) -> Role {
    match verdict {
        "holds" => Role::Good,
        _ if verdict.starts_with("violated") => Role::Bad,
        _ => Role::Unsure,
    }
}

/// One line a reduction, or `None` if that does not fit into `width`.
fn table(rows: &[[String; 6]], width: usize, paint: Paint) -> Option<String> {
    let widths: Vec<usize> = (0..LAST)
        .map(|i| rows.iter().map(|row| row[i].width()).max().unwrap_or(0).max(HEADER[i].width()))
        .collect();
    let left = width.checked_sub(widths.iter().sum::<usize>() + LAST * GAP.len())?;
    let wanted = rows.iter().map(|row| row[LAST].width()).max().unwrap_or(0);
    if left < wanted.min(MIN_VERDICT) {
        return None;
    }
    let line = |row: [&str; LAST]| {
        let mut line = pad(row[0], widths[0]);
        for i in 1..LAST {
            line += &format!("{GAP}{:>width$}", row[i], width = widths[i]);
        }
        line + GAP
    };
    let header = line([HEADER[0], HEADER[1], HEADER[2], HEADER[3], HEADER[4]]) + HEADER[LAST];
    let mut text = paint.apply(Role::Faint, &header) + "\n";
    for row in rows {
        text += &line([&row[0], &row[1], &row[2], &row[3], &row[4]]);
        text += &paint.apply(role(&row[LAST]), &cut(&row[LAST], left));
        text.push('\n');
    }
    Some(text)
}

/// One line a number, for very narrow terminals.
fn blocks(rows: &[[String; 6]], width: usize, paint: Paint) -> String {
    let names = HEADER.iter().map(|name| name.width()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        text += &format!("{}\n", paint.apply(Role::Strong, &row[0]));
        for (name, cell) in HEADER.iter().zip(row).skip(1) {
            text += &cut(&format!("  {}{GAP}{cell}", pad(name, names)), width);
            text.push('\n');
        }
    }
    text
}

/// Whether they agree, and which could not be asked.
fn agreement(comparison: &Comparison) -> String {
    let (complete, all) = (comparison.complete(), comparison.runs.len());
    let mut reasons = Vec::new();
    let cut_off = comparison.runs.iter().filter(|run| !run.is_complete()).map(|run| run.named.letter);
    let skipped = comparison.skipped.iter().map(|named| named.letter);
    for (letters, what) in
        [(cut_off.collect::<Vec<_>>(), "did not explore everything"), (skipped.collect(), "did not begin")]
    {
        if !letters.is_empty() {
            reasons.push(format!("{} {what}", letters.join(", ")));
        }
    }
    let reasons = reasons.join("; ");
    if !comparison.differences().is_empty() {
        "They do not agree.\n".to_owned()
    } else if reasons.is_empty() {
        format!("All {all} agree.\n")
    } else if complete < 2 {
        format!("Nothing to compare: {reasons}.\n")
    } else {
        format!("{complete} of {} agree; {reasons}.\n", all + comparison.skipped.len())
    }
}

#[cfg(test)]
#[path = "../../../commute/src/comparison/samples.rs"]
pub mod samples;
#[cfg(test)]
mod tests;
