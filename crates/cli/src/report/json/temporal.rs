//! The report of `commute ltl --json`.

use super::execution::{StepJson, trace};
use super::{AssumptionJson, Body, Document, SearchJson, StatisticsJson};
use super::{assumed, search, statistics};
use crate::report::verdict::reason_text;
use crate::story::Story;
use commute_base::{Diagnostics, SourceMap};
use commute_explore::{LtlOutcome, LtlVerdict, Options};
use serde::Serialize;

/// The report. The verdict is the worst of all formulas: `holds`, `violated`, `undecided` or `refused`; or `rejected` or
/// `error`. The reason says why there is nothing about formulas.
pub type LtlDocument = Document<LtlBody>;

/// What only this report has.
#[derive(Serialize, Default)]
pub struct LtlBody {
    /// Whether only weakly fair executions count.
    fair: bool,
    search: Option<SearchJson>,
    formulas: Vec<FormulaJson>,
}

impl Body for LtlBody {
    const SCHEMA: &'static str = "commute-ltl/1";
}

#[derive(Serialize)]
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

/// The verdict on a program with these formulas, if it is `verdict` without them.
pub fn with_formulas(verdict: &'static str, formulas: &[FormulaJson]) -> &'static str {
    let has = |name: &str| formulas.iter().any(|formula| formula.verdict == name);
    match verdict {
        "holds" | "undecided" if has("violated") => "violated",
        "holds" if has("undecided") || has("refused") => "undecided",
        verdict => verdict,
    }
}

impl FormulaJson {
    /// The report on one formula. The story tells the stem and once the loop.
    pub fn new(name: &str, outcome: &LtlOutcome, story: Option<&Story>) -> Self {
        let (verdict, reason) = match &outcome.verdict {
            LtlVerdict::Holds => ("holds", None),
            LtlVerdict::Violated(_) => ("violated", None),
            LtlVerdict::Undecided(reason) => ("undecided", Some(reason_text(reason, &outcome.stats))),
            LtlVerdict::Refused(reason) => ("refused", Some(reason.clone())),
        };
        let mut stem = story.map_or_else(Vec::new, trace);
        let repeated = match &outcome.verdict {
            LtlVerdict::Violated(lasso) => stem.split_off(lasso.stem.len().min(stem.len())),
            _ => Vec::new(),
        };
        let complete = outcome.verdict == LtlVerdict::Holds;
        FormulaJson {
            name: name.to_owned(),
            verdict,
            reason,
            stem,
            r#loop: repeated,
            automaton_states: outcome.automaton,
            assumptions: assumed(&outcome.assumptions, complete),
            statistics: statistics(&outcome.stats),
        }
    }
}

impl LtlDocument {
    /// The report on all formulas of a program.
    pub fn checked(
        file: &str,
        sources: &SourceMap,
        warnings: &Diagnostics,
        options: &Options,
        fair: bool,
        formulas: Vec<FormulaJson>,
    ) -> Self {
        let rank = |f: &FormulaJson| VERDICTS.iter().position(|&verdict| verdict == f.verdict).unwrap_or(0);
        let worst = formulas.iter().map(rank).max();
        let verdict = worst.map_or("rejected", |worst| VERDICTS[worst]);
        let body = LtlBody { fair, search: Some(search(options)), formulas };
        Self::new(file, verdict, body).with(sources, warnings)
    }
}
