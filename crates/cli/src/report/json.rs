//! Reports for other programs. These types are the format; nothing internal is serialised, so that the
//! inside can change and the format cannot by accident.

mod check;
mod comparison;
mod execution;
mod proof;
mod replay;
mod temporal;

pub use check::{CheckBody, CheckDocument};
pub use comparison::{CompareBody, CompareDocument};
pub use proof::{ProveBody, ProveDocument};
pub use replay::{ReplayBody, ReplayDocument};
pub use temporal::{FormulaJson, LtlBody, LtlDocument};

use super::verdict::{assumptions, reason_text};
use crate::reductions;
use commute_base::{Diagnostic, Diagnostics, Severity, SourceMap};
use commute_explore::{Assumption, Options, Outcome, Stats, Verdict};
use execution::{PlaceJson, span_place};
use serde::Serialize;

/// A report on a file: what every command says of it, and around what only one says.
#[derive(Serialize)]
pub struct Document<B> {
    schema: &'static str,
    file: String,
    /// Which there are depends on the command; always `rejected` and `error`.
    verdict: &'static str,
    reason: Option<String>,
    #[serde(flatten)]
    body: B,
    diagnostics: Vec<DiagnosticJson>,
}

/// What only one command says. The default is that of a program that was not looked into.
pub trait Body: Serialize + Default {
    /// The name of the format, with its version.
    const SCHEMA: &'static str;
}

impl<B: Body> Document<B> {
    fn new(file: &str, verdict: &'static str, body: B) -> Self {
        Document {
            schema: B::SCHEMA,
            file: file.to_owned(),
            verdict,
            reason: None,
            body,
            diagnostics: Vec::new(),
        }
    }

    /// The report on a file that was not looked into.
    pub fn failed(file: &str, verdict: &'static str, reason: Option<String>) -> Self {
        Document { reason, ..Self::new(file, verdict, B::default()) }
    }

    /// The report on a program that was rejected.
    pub fn rejected(file: &str, sources: &SourceMap, found: &Diagnostics) -> Self {
        Self::failed(file, "rejected", None).with(sources, found)
    }

    /// The same with these diagnostics.
    fn with(self, sources: &SourceMap, found: &Diagnostics) -> Self {
        Document { diagnostics: diagnostics(sources, found), ..self }
    }
}

#[derive(Serialize)]
struct AssumptionJson {
    text: String,
    /// `proved`, `assumed` or `refuted, and not used`; of classes `proved`, `refuted`, `not shown` or `not decided`.
    standing: &'static str,
}

/// How it was searched, in the words of the command line.
#[derive(Serialize)]
struct SearchJson {
    order: &'static str,
    store: &'static str,
    strategy: &'static str,
    oracle: Option<&'static str>,
    keep: &'static str,
    symmetry: &'static str,
}

#[derive(Serialize)]
struct StatisticsJson {
    states: u64,
    transitions: u64,
    depth: u64,
    reduced_states: u64,
    restarts: u64,
    repaired: u64,
    terminal_states: u64,
    store_bytes: u64,
    frontier_bytes: u64,
    components: u64,
    omission_probability: f64,
    seconds: f64,
}

#[derive(Serialize)]
struct DiagnosticJson {
    severity: &'static str,
    code: &'static str,
    message: String,
    #[serde(flatten)]
    place: PlaceJson,
    label: String,
    help: String,
    related: Vec<RelatedJson>,
}

#[derive(Serialize)]
struct RelatedJson {
    #[serde(flatten)]
    place: PlaceJson,
    label: String,
}

fn verdict_name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Violated => "violated",
        Verdict::Undecided(_) => "undecided",
    }
}

/// What was taken for granted. A complete search proves what it does not refute.
fn assumed(list: &[Assumption], complete: bool) -> Vec<AssumptionJson> {
    let one = |(standing, text): (_, &str)| AssumptionJson { text: text.to_owned(), standing };
    assumptions(list, complete).map(one).collect()
}

/// Why not everything was explored.
fn reason(outcome: &Outcome) -> Option<String> {
    let reason = match &outcome.verdict {
        Verdict::Undecided(reason) => Some(reason),
        _ => outcome.incomplete.as_ref(),
    };
    reason.map(|reason| reason_text(reason, &outcome.stats))
}

fn search(options: &Options) -> SearchJson {
    SearchJson {
        order: reductions::order_name(options.order),
        store: reductions::store_name(options.store),
        strategy: reductions::strategy_name(options.reduction),
        oracle: reductions::oracle_name(options.reduction),
        keep: reductions::keep_name(options.keep),
        symmetry: reductions::symmetry_name(options.symmetry),
    }
}

fn statistics(stats: &Stats) -> StatisticsJson {
    StatisticsJson {
        states: stats.states,
        transitions: stats.transitions,
        depth: stats.depth,
        reduced_states: stats.reduced,
        restarts: stats.restarts,
        repaired: stats.repaired,
        terminal_states: stats.terminal,
        store_bytes: stats.store_bytes,
        frontier_bytes: stats.frontier_bytes,
        components: stats.components,
        omission_probability: stats.omission,
        seconds: stats.elapsed.as_secs_f64(),
    }
}

fn diagnostics(sources: &SourceMap, list: &Diagnostics) -> Vec<DiagnosticJson> {
    let one = |d: &Diagnostic| DiagnosticJson {
        severity: match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: d.code,
        message: d.message.clone(),
        place: span_place(sources, d.primary.span),
        label: d.primary.text.clone(),
        help: d.help.clone(),
        related: d
            .secondary
            .iter()
            .map(|l| RelatedJson { place: span_place(sources, l.span), label: l.text.clone() })
            .collect(),
    };
    list.iter().map(one).collect()
}

#[cfg(test)]
mod tests;
