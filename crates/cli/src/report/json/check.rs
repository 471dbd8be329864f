//! The report of `commute check --json` on one file.

use super::execution::{StandingJson, StepJson, ViolationJson, end, trace, violation};
use super::temporal::with_formulas;
use super::{AssumptionJson, Body, Document, FormulaJson, SearchJson, StatisticsJson};
use super::{assumed, reason, search, statistics, verdict_name};
use crate::report::claims::judged;
use crate::report::discipline::{sharing_detail, sharing_name};
use crate::report::verdict::{Checked, Counterexample, properties, unchecked};
use commute_base::{Diagnostics, SourceMap};
use commute_explore::{Shared, Verdict};
use serde::Serialize;

/// The report. The verdict is `holds`, `violated`, `undecided`, `rejected` or `error`; the reason says why it is
/// `undecided` or `error`, or why a violated program was not explored to the end.
pub type CheckDocument = Document<CheckBody>;

/// What only this report has.
#[derive(Serialize, Default)]
pub struct CheckBody {
    search: Option<SearchJson>,
    /// What the reduction took for granted, and what the user says of classes.
    assumptions: Vec<AssumptionJson>,
    /// How shared variables are shared, if the reduction found out.
    discipline: Vec<SharedJson>,
    checked: Vec<String>,
    not_checked: Vec<String>,
    violations: Vec<CounterexampleJson>,
    /// What was found out about temporal formulas.
    formulas: Vec<FormulaJson>,
    statistics: Option<StatisticsJson>,
}

impl Body for CheckBody {
    const SCHEMA: &'static str = "commute-check/1";
}

#[derive(Serialize)]
struct SharedJson {
    variable: String,
    /// `thread-local`, `read-only`, `guarded`, `handed over` or `unprotected`.
    sharing: &'static str,
    detail: String,
}

#[derive(Serialize)]
struct CounterexampleJson {
    #[serde(flatten)]
    violation: ViolationJson,
    schedule: String,
    trace: Vec<StepJson>,
    end: Vec<StandingJson>,
}

impl CheckDocument {
    /// The report on a program that was checked. The verdict is about its formulas too.
    pub fn checked(checked: &Checked<'_>, warnings: &Diagnostics, formulas: Vec<FormulaJson>) -> Self {
        let (outcome, sources) = (checked.outcome, checked.sources);
        let verdict = with_formulas(verdict_name(&outcome.verdict), &formulas);
        let mut assumptions = assumed(&outcome.assumptions, outcome.verdict == Verdict::Holds);
        assumptions.extend(judged(checked).map(|(standing, text)| AssumptionJson { text, standing }));
        let body = CheckBody {
            search: Some(search(checked.options)),
            assumptions,
            discipline: outcome.discipline.iter().map(|row| shared(checked, row)).collect(),
            checked: properties(checked),
            not_checked: unchecked(checked),
            violations: checked.counterexamples.iter().map(|e| counterexample(sources, e)).collect(),
            formulas,
            statistics: Some(statistics(&outcome.stats)),
        };
        let document = Self::new(checked.name, verdict, body).with(sources, warnings);
        Document { reason: reason(outcome), ..document }
    }
}

fn shared(checked: &Checked<'_>, row: &Shared) -> SharedJson {
    SharedJson {
        variable: row.variable.clone(),
        sharing: sharing_name(&row.sharing),
        detail: sharing_detail(checked.program, checked.sources, &row.sharing),
    }
}

fn counterexample(sources: &SourceMap, example: &Counterexample) -> CounterexampleJson {
    let story = &example.story;
    CounterexampleJson {
        violation: violation(sources, &example.violation, &story.threads),
        schedule: example.schedule.clone(),
        trace: trace(story),
        end: end(story),
    }
}
