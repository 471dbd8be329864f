//! Reports for other programs. These types are the format; nothing internal is serialised, so that the
//! inside can change and the format cannot by accident.
//!
//! A document is one line. Its `schema` names its form and version; `docs/schema/` has the forms, made from these types.

mod check;
mod comparison;
mod execution;
mod replay;
mod temporal;

pub use check::{CheckBody, CheckDocument, CounterexampleJson, SharedJson};
pub use comparison::{CompareBody, CompareDocument, DifferenceJson, FindingJson, ReductionJson};
pub use execution::{
    ChangeJson, PlaceJson, PositionJson, StepJson, ViolationJson, positions, trace, violation,
};
pub use replay::{ReplayBody, ReplayDocument};
pub use temporal::{FormulaJson, LtlBody, LtlDocument};

use crate::report::SearchSummary;
use crate::words;
use commute_base::{Diagnostic, Diagnostics, Severity, SourceMap};
use commute_explore::{Outcome, Stats, Verdict};
use schemars::JsonSchema;
use serde::Serialize;

/// A report on a file: what every command says of it, and around what only one says.
#[derive(Serialize, JsonSchema)]
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
pub trait Body: Serialize + JsonSchema + Default {
    /// The name of the format, with its version.
    const SCHEMA: &'static str;
}

impl<B: Body> Document<B> {
    /// The report on a program with this verdict.
    pub fn new(file: &str, verdict: &'static str, body: B) -> Self {
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
    pub fn with(self, sources: &SourceMap, found: &Diagnostics) -> Self {
        Document { diagnostics: diagnostics(sources, found), ..self }
    }
}

/// Something that was taken for granted.
#[derive(Serialize, JsonSchema)]
pub struct AssumptionJson {
    text: String,
    /// `proved`, `assumed` or `refuted, and not used`; of classes `proved`, `refuted`, `not shown` or `not decided`.
    standing: &'static str,
}

/// How it was searched, in the words of the command line.
#[derive(Serialize, JsonSchema)]
pub struct SearchJson {
    order: &'static str,
    store: &'static str,
    strategy: &'static str,
    oracle: Option<&'static str>,
    keep: &'static str,
    symmetry: &'static str,
}

/// What a search cost.
#[derive(Serialize, JsonSchema)]
pub struct StatisticsJson {
    states: u64,
    transitions: u64,
    depth: u64,
    reduced_states: u64,
    restarts: u64,
    repaired: u64,
    terminal_states: u64,
    store_bytes: u64,
    frontier_bytes: u64,
    /// What the whole process had when the search ended, where that is known and nothing else was checked beside it.
    resident_bytes: Option<u64>,
    components: u64,
    omission_probability: f64,
    seconds: f64,
}

/// What there is to say about the text of a program.
#[derive(Serialize, JsonSchema)]
pub struct DiagnosticJson {
    severity: &'static str,
    code: &'static str,
    message: String,
    #[serde(flatten)]
    place: PlaceJson,
    label: String,
    help: String,
    related: Vec<RelatedJson>,
}

/// Another place that a diagnostic is about.
#[derive(Serialize, JsonSchema)]
pub struct RelatedJson {
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

/// What was taken for granted, and what became of it.
fn assumed<'a>(list: impl Iterator<Item = (&'static str, &'a str)>) -> Vec<AssumptionJson> {
    list.map(|(standing, text)| AssumptionJson { text: text.to_owned(), standing }).collect()
}

/// Why not everything was explored.
fn reason(outcome: &Outcome) -> Option<String> {
    outcome.incomplete.as_ref().map(|reason| words::reason(reason, &outcome.stats))
}

fn search(summary: &SearchSummary) -> SearchJson {
    SearchJson {
        order: words::order(summary.order),
        store: words::store(summary.store),
        strategy: summary.strategy(),
        oracle: summary.oracle(),
        keep: words::keep(summary.keep),
        symmetry: words::symmetry(summary.symmetry),
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
        resident_bytes: stats.resident,
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
        place: PlaceJson::of(sources, d.primary.span),
        label: d.primary.text.clone(),
        help: d.help.clone(),
        related: d
            .secondary
            .iter()
            .map(|l| RelatedJson { place: PlaceJson::of(sources, l.span), label: l.text.clone() })
            .collect(),
    };
    list.iter().map(one).collect()
}

/// The form of the documents with body `B`, for whoever reads them.
pub fn schema<B: Body>() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Document<B>).to_value();
    schema["title"] = B::SCHEMA.into();
    schema["properties"]["schema"] = serde_json::json!({ "const": B::SCHEMA });
    schema
}

#[cfg(test)]
mod tests;
