//! The report of `commute compare --json`.

use super::execution::PlaceJson;
use super::{Body, Document, SearchJson, StatisticsJson};
use super::{reason, search, statistics, verdict_name};
use crate::comparison::{Comparison, Difference, Finding, Run};
use crate::report::SearchSummary;
use crate::words;
use commute_base::{Diagnostics, SourceMap};
use commute_explore::{Order, StoreKind, Symmetry};
use schemars::JsonSchema;
use serde::Serialize;

/// The report. The verdict is `holds`, `violated`, `undecided`, `rejected` or `error`.
pub type CompareDocument = Document<CompareBody>;

/// What only this report has.
#[derive(Serialize, JsonSchema, Default)]
pub struct CompareBody {
    /// Whether no two contradict each other.
    agree: Option<bool>,
    reductions: Vec<ReductionJson>,
    differences: Vec<DifferenceJson>,
}

impl Body for CompareBody {
    const SCHEMA: &'static str = "commute-compare/1";
}

/// What came of a search by one reduction.
#[derive(Serialize, JsonSchema)]
pub struct ReductionJson {
    letter: &'static str,
    #[serde(flatten)]
    search: SearchJson,
    verdict: &'static str,
    /// Why not everything was explored; then it was not compared.
    reason: Option<String>,
    violations: Vec<FindingJson>,
    statistics: StatisticsJson,
}

/// What a search found.
#[derive(Serialize, JsonSchema)]
pub struct FindingJson {
    kind: String,
    title: String,
    #[serde(flatten)]
    place: PlaceJson,
}

/// A violation that one search found and another one did not.
#[derive(Serialize, JsonSchema)]
pub struct DifferenceJson {
    found_by: &'static str,
    missed_by: &'static str,
    violation: FindingJson,
}

impl CompareDocument {
    /// The report on a program that was searched.
    pub fn compared(
        file: &str,
        sources: &SourceMap,
        comparison: &Comparison,
        warnings: &Diagnostics,
    ) -> Self {
        let differences = comparison.differences();
        let verdict = match comparison.findings().len() {
            0 if comparison.complete() > 0 => "holds",
            0 => "undecided",
            _ => "violated",
        };
        let body = CompareBody {
            agree: Some(differences.is_empty()),
            reductions: comparison.runs.iter().map(|run| reduction(sources, run)).collect(),
            differences: differences.iter().map(|d| difference(sources, d)).collect(),
        };
        Self::new(file, verdict, body).with(sources, warnings)
    }
}

fn reduction(sources: &SourceMap, run: &Run) -> ReductionJson {
    let (reduction, keep) = (run.named.reduction, run.named.keep);
    let (order, store, symmetry) = (Order::Dfs, StoreKind::Exact, Symmetry::None);
    ReductionJson {
        letter: run.named.letter,
        search: search(&SearchSummary { reduction, order, store, keep, symmetry }),
        verdict: verdict_name(&run.outcome.verdict),
        reason: reason(&run.outcome),
        violations: run.findings().iter().map(|f| finding(sources, f)).collect(),
        statistics: statistics(run.stats()),
    }
}

fn finding(sources: &SourceMap, finding: &Finding) -> FindingJson {
    FindingJson {
        kind: finding.kind.name().to_owned(),
        title: words::kind(&finding.kind),
        place: finding.span.map_or_else(PlaceJson::default, |span| PlaceJson::of(sources, span)),
    }
}

fn difference(sources: &SourceMap, difference: &Difference) -> DifferenceJson {
    DifferenceJson {
        found_by: difference.finder,
        missed_by: difference.misser,
        violation: finding(sources, &difference.finding),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::samples::{assertion, comparison, cut_off, outcome};
    use serde_json::{Value, json};

    fn document(comparison: &Comparison) -> Value {
        let mut sources = SourceMap::default();
        sources.add("a.cm", "var x: int = 0;\nthread a { assert x == 1; }\n");
        let none = Diagnostics::default();
        let document = CompareDocument::compared("a.cm", &sources, comparison, &none);
        serde_json::to_value(document).unwrap()
    }

    #[test]
    fn differences_are_listed() {
        let document = document(&comparison([outcome(&[assertion(27)]), outcome(&[]), cut_off(&[])]));
        assert_eq!(document["schema"], "commute-compare/1");
        assert_eq!(document["verdict"], "violated");
        assert_eq!(document["agree"], false);
        let violation =
            json!({"kind": "assertion", "title": "assertion", "file": "a.cm", "line": 2, "column": 12});
        assert_eq!(
            document["differences"],
            json!([{"found_by": "B", "missed_by": "D", "violation": violation}])
        );
    }

    #[test]
    fn each_reduction_says_how_it_searched() {
        let document = document(&comparison([outcome(&[]), outcome(&[]), cut_off(&[])]));
        assert_eq!(document["verdict"], "holds");
        assert_eq!(document["agree"], true);
        let last = &document["reductions"][2];
        assert_eq!(last["letter"], "DA");
        assert_eq!(last["strategy"], "ample");
        assert_eq!(last["oracle"], "escape");
        assert_eq!(last["keep"], "sparse");
        assert_eq!(last["verdict"], "undecided");
        assert_eq!(last["reason"], "the limit of 1 s was reached");
        assert_eq!(last["statistics"]["states"], 1_234_567);
        assert_eq!(document["reductions"][0]["oracle"], Value::Null);
    }
}
