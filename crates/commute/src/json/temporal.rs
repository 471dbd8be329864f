//! The report of `commute ltl --json`.

use super::execution::{StepJson, trace};
use super::{AssumptionJson, Body, Document, SearchJson, StatisticsJson};
use super::{assumed, search, statistics};
use crate::formulas::{FormulaReport, FormulaVerdict};
use crate::words;
use commute_base::{Diagnostics, SourceMap};
use schemars::JsonSchema;
use serde::Serialize;

/// The report. The verdict is the worst of all formulas: `holds`, `violated`, `undecided` or `refused`; or `rejected` or
/// `error`. The reason says why there is nothing about formulas.
pub type LtlDocument = Document<LtlBody>;

/// What only this report has.
#[derive(Serialize, JsonSchema, Default)]
pub struct LtlBody {
    /// Whether only weakly fair executions count.
    fair: bool,
    search: Option<SearchJson>,
    formulas: Vec<FormulaJson>,
}

impl Body for LtlBody {
    const SCHEMA: &'static str = "commute-ltl/1";
}

/// What was found out about a formula.
#[derive(Serialize, JsonSchema)]
pub struct FormulaJson {
    name: String,
    /// `holds`, `violated`, `undecided` or `refused`.
    verdict: &'static str,
    /// Why it is undecided or was refused.
    reason: Option<String>,
    /// An execution on which it is false: these steps, and then those of the loop for ever. If the loop is empty nothing more
    /// happens.
    stem: Vec<StepJson>,
    r#loop: Vec<StepJson>,
    automaton_states: usize,
    assumptions: Vec<AssumptionJson>,
    statistics: StatisticsJson,
}

/// From best to worst.
const VERDICTS: [&str; 4] = ["holds", "undecided", "violated", "refused"];

impl FormulaJson {
    /// The report on one formula.
    pub fn new(report: &FormulaReport) -> Self {
        let (verdict, reason) = match &report.verdict {
            FormulaVerdict::Holds => ("holds", None),
            FormulaVerdict::Violated { .. } => ("violated", None),
            FormulaVerdict::Undecided(reason) => ("undecided", Some(words::reason(reason, &report.stats))),
            FormulaVerdict::Refused(reason) => ("refused", Some(reason.clone())),
        };
        let (stem, repeated) = match &report.verdict {
            FormulaVerdict::Violated { execution, stem } => {
                let mut steps = trace(execution);
                let repeated = steps.split_off((*stem).min(steps.len()));
                (steps, repeated)
            }
            _ => Default::default(),
        };
        FormulaJson {
            name: report.name.clone(),
            verdict,
            reason,
            stem,
            r#loop: repeated,
            automaton_states: report.automaton,
            assumptions: assumed(report.assumptions()),
            statistics: statistics(&report.stats),
        }
    }
}

impl LtlDocument {
    /// The report on all formulas of a program, of which there is at least one.
    pub fn checked(
        file: &str,
        sources: &SourceMap,
        warnings: &Diagnostics,
        reports: &[FormulaReport],
    ) -> Self {
        let formulas: Vec<FormulaJson> = reports.iter().map(FormulaJson::new).collect();
        let rank = |f: &FormulaJson| VERDICTS.iter().position(|&verdict| verdict == f.verdict).unwrap_or(0);
        let worst = formulas.iter().map(rank).max();
        let verdict = worst.map_or("rejected", |worst| VERDICTS[worst]);
        let fair = reports.iter().any(|report| report.fair);
        let body = LtlBody { fair, search: reports.first().map(|report| search(&report.search)), formulas };
        Self::new(file, verdict, body).with(sources, warnings)
    }
}
