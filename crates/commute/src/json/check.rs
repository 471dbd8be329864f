//! The report of `commute check --json` on one file.

use super::execution::{
    ExceptionJson, PositionJson, StepJson, ViolationJson, exception, positions, repeated, rows, trace,
    violation,
};
use super::{AssumptionJson, Body, Document, FormulaJson, SearchJson, StatisticsJson};
use super::{assumed, search, statistics};
use crate::hunt::FoundBy;
use crate::methods::{MethodRow, Transaction};
use crate::report::{Counterexample, Report, Verdict};
use crate::schedule;
use crate::sharing::SharedVariable;
use crate::words;
use commute_base::{Diagnostics, SourceMap};
use commute_explore::Sampling;
use schemars::JsonSchema;
use serde::Serialize;

/// The report. The verdict is `holds`, `violated`, `undecided`, `rejected`, `error`, or `skipped` of a test that is switched off; the
/// reason says why it is `undecided`, `error` or `skipped`, or why a violated program was not explored to the end.
pub type CheckDocument = Document<CheckBody>;

/// What only this report has.
#[derive(Serialize, JsonSchema, Default)]
pub struct CheckBody {
    search: Option<SearchJson>,
    /// What the reduction took for granted, and what the user says of classes.
    assumptions: Vec<AssumptionJson>,
    /// How shared variables are shared, if the reduction found out.
    discipline: Vec<SharedJson>,
    /// Which functions and methods are one transaction, with `--methods`, if the program holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    methods: Option<Vec<MethodJson>>,
    checked: Vec<String>,
    not_checked: Vec<String>,
    violations: Vec<CounterexampleJson>,
    /// How the violation was found, if it was hunted.
    #[serde(skip_serializing_if = "Option::is_none")]
    found_by: Option<FoundByJson>,
    /// What was found out about temporal formulas.
    formulas: Vec<FormulaJson>,
    /// What the verdict rests on besides, for a Java program.
    rests_on: Vec<String>,
    statistics: Option<StatisticsJson>,
}

impl Body for CheckBody {
    const SCHEMA: &'static str = "commute-check/1";
}

/// How a variable is shared.
#[derive(Serialize, JsonSchema)]
pub struct SharedJson {
    variable: String,
    /// `thread-local`, `read-only`, `guarded`, `handed over` or `unprotected`.
    sharing: &'static str,
    detail: String,
}

/// Whether a function is one transaction.
#[derive(Serialize, JsonSchema)]
pub struct MethodJson {
    method: String,
    /// `one transaction`, `no commit` or `more than one`: in all calls that were explored.
    transaction: &'static str,
    detail: String,
    /// The lines at which it commits, in different executions.
    commits: Vec<u32>,
    /// The line at which another transaction begins, if it is more than one; `commits` is where the one before commits.
    begins_again: Option<u32>,
    /// How many calls were explored.
    calls: u64,
}

/// How a violation was found by hunting: `dfs`, `pct` (with its depth) or `random`.
#[derive(Serialize, JsonSchema)]
pub struct FoundByJson {
    how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

impl FoundByJson {
    fn new(by: FoundBy) -> Self {
        match by {
            FoundBy::DepthFirst => Self { how: "dfs", depth: None, execution: None, seed: None },
            FoundBy::Sample { sampling, execution, seed } => {
                let (how, depth) = match sampling {
                    Sampling::Pct { depth } => ("pct", Some(depth)),
                    Sampling::Random | Sampling::Mixed => ("random", None),
                };
                Self { how, depth, execution: Some(execution), seed: Some(seed) }
            }
        }
    }
}

/// A violation and an execution that shows it.
#[derive(Serialize, JsonSchema)]
pub struct CounterexampleJson {
    #[serde(flatten)]
    violation: ViolationJson,
    schedule: String,
    trace: Vec<StepJson>,
    /// The same at the level of the program's own code, without what other threads have nothing to do with; of Java.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    summary: Vec<StepJson>,
    /// The exception that a thread did not catch; of Java.
    #[serde(skip_serializing_if = "Option::is_none")]
    exception: Option<ExceptionJson>,
    end: Vec<PositionJson>,
    /// How many of the last steps are repeated for ever, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<usize>,
}

impl CheckDocument {
    /// The report on a program that was checked. The verdict is about its formulas too.
    pub fn checked(report: &Report, sources: &SourceMap, warnings: &Diagnostics) -> Self {
        let verdict = match report.verdict {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Undecided => "undecided",
        };
        let claims = report.claims.iter();
        let mut assumptions = assumed(report.assumptions());
        assumptions.extend(claims.map(|c| AssumptionJson { text: c.text.clone(), standing: c.standing }));
        let body = CheckBody {
            search: Some(search(&report.search)),
            assumptions,
            discipline: report.sharing.iter().map(shared).collect(),
            methods: report
                .methods
                .as_ref()
                .and_then(|known| Some(known.as_ref().ok()?.iter().map(method).collect())),
            checked: report.checked.clone(),
            not_checked: report.not_checked.iter().map(|n| format!("{} ({})", n.what, n.why)).collect(),
            violations: report.counterexamples.iter().map(|e| counterexample(sources, e)).collect(),
            found_by: report.found_by.map(FoundByJson::new),
            formulas: report.formulas.iter().map(FormulaJson::new).collect(),
            rests_on: report.remarks.iter().map(ToString::to_string).collect(),
            statistics: Some(statistics(&report.stats)),
        };
        let document = Self::new(&report.name, verdict, body).with(sources, warnings);
        let reason = report.incomplete.as_ref().map(|reason| words::reason(reason, &report.stats));
        Document { reason, ..document }
    }
}

fn shared(row: &SharedVariable) -> SharedJson {
    SharedJson { variable: row.variable.clone(), sharing: row.name(), detail: row.detail.clone() }
}

fn method(row: &MethodRow) -> MethodJson {
    MethodJson {
        method: row.method.clone(),
        transaction: row.transaction.name(),
        detail: row.transaction.detail(),
        commits: match &row.transaction {
            Transaction::One(lines) => lines.clone(),
            Transaction::NoCommit { .. } => Vec::new(),
            Transaction::More(first, _) => vec![*first],
        },
        begins_again: match row.transaction {
            Transaction::More(_, second) => Some(second),
            _ => None,
        },
        calls: row.calls,
    }
}

fn counterexample(sources: &SourceMap, example: &Counterexample) -> CounterexampleJson {
    let execution = &example.execution;
    CounterexampleJson {
        violation: violation(sources, &example.violation, &execution.threads),
        schedule: schedule::print(&example.schedule),
        trace: trace(execution),
        summary: rows(execution),
        exception: execution.exception.as_deref().map(exception),
        end: positions(execution),
        repeated: repeated(execution),
    }
}
