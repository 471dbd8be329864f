//! What a verdict rests on, line by line.

use super::trace::wrap;
use super::verdict::reason_text;
use crate::args::View;
use commute::numbers::{counted, grouped, probability_bound, time};
use commute::{
    Keep, NotChecked, Reduction, Remark, Report, SearchSummary, Stats, Symmetry, WhyNotChecked, words,
};
use commute_explore::{StoreKind, Verdict};

/// What the verdict rests on. Of a program that uses a library most of it is about the library, and counted unless it is asked for.
pub fn basis(report: &Report, view: View) -> Vec<String> {
    let brief = report.is_java && !view.verbose;
    let mut lines: Vec<String> = completeness(report).into_iter().collect();
    lines.extend(report.found_by.map(|by| by.to_string()));
    if report.search.symmetry == Symmetry::Threads {
        lines.push("thread symmetry: states that differ only in which of several equal threads is which count as one".to_owned());
    }
    if !brief {
        lines.extend(report.assumptions().map(|(standing, text)| format!("{standing}: {text}")));
    }
    lines.extend(report.claims.iter().map(|claim| format!("{}: {}", claim.standing, claim.text)));
    let checked = format!("checked: {}", report.checked.join(", "));
    // Under the title there are two spaces.
    let width = view.width.saturating_sub(2);
    lines.extend(if brief { hanging(&checked, width) } else { vec![checked] });
    let told = report.remarks.iter().filter(|remark| !brief || remark.brief().is_none());
    lines.extend(told.map(ToString::to_string));
    if brief {
        lines.extend(rests_on(report).iter().flat_map(|line| hanging(line, width)));
    }
    if !report.not_checked.is_empty() {
        let omitted: Vec<String> = report.not_checked.iter().map(not_checked).collect();
        lines.push(format!("not checked: {}", omitted.join(", ")));
    }
    lines
}

/// A line that is too long, with the rest below it.
fn hanging(line: &str, width: usize) -> Vec<String> {
    let mut lines = wrap(line, width.saturating_sub(2));
    lines.iter_mut().skip(1).for_each(|line| line.insert_str(0, "  "));
    lines
}

/// Whether everything was explored.
fn completeness(report: &Report) -> Option<String> {
    let (search, stats) = (&report.search, &report.stats);
    match (&report.searched, &report.incomplete) {
        (Verdict::Holds, _) => {
            Some(format!("all {} ({})", explored(search, stats), search_text(search, stats)))
        }
        (Verdict::Undecided(_), _) => Some(format!("nothing is wrong in the {}", explored(search, stats))),
        (Verdict::Violated, Some(reason)) => {
            Some(format!("there may be more: {}", reason_text(reason, stats)))
        }
        (Verdict::Violated, None) => None,
    }
}

/// What was taken for granted and replaced, counted.
fn rests_on(report: &Report) -> Option<String> {
    let used = report.assumptions().filter(|(standing, _)| !standing.starts_with("refuted"));
    let (proved, assumed): (Vec<_>, Vec<_>) = used.partition(|(standing, _)| *standing == "proved");
    let count = |list: &[_], how: &str| {
        (!list.is_empty()).then(|| format!("{} {how}", counted(list.len() as u64, "assumption")))
    };
    let parts = [count(&proved, "proved"), count(&assumed, "not refuted")].into_iter().flatten();
    let parts: Vec<String> = parts.chain(report.remarks.iter().filter_map(Remark::brief)).collect();
    (!parts.is_empty()).then(|| format!("rests on: {} (--verbose lists all)", parts.join("; ")))
}

/// What a search cost, on one line.
pub fn brief_stats(stats: &Stats) -> String {
    let (states, transitions) = (counted(stats.states, "state"), grouped(stats.transitions));
    format!("{states}, {transitions} transitions, {}", time(stats.elapsed))
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
pub fn explored(search: &SearchSummary, stats: &Stats) -> String {
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
pub fn search_text(search: &SearchSummary, stats: &Stats) -> String {
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
