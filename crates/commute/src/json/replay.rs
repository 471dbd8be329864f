//! The report of `commute replay --json`.

use super::execution::{
    ExceptionJson, PositionJson, StepJson, ViolationJson, exception, positions, repeated, rows, trace,
    violation,
};
use super::{Body, Document};
use crate::execution::Execution;
use commute_base::SourceMap;
use commute_machine::Violation;
use schemars::JsonSchema;
use serde::Serialize;

/// The report. The verdict is `holds`, `violated`, `rejected` or `error`.
pub type ReplayDocument = Document<ReplayBody>;

/// What only this report has.
#[derive(Serialize, JsonSchema, Default)]
pub struct ReplayBody {
    schedule: String,
    violation: Option<ViolationJson>,
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

impl Body for ReplayBody {
    const SCHEMA: &'static str = "commute-replay/1";
}

impl ReplayDocument {
    /// The report on an execution.
    pub fn replayed(
        file: &str,
        sources: &SourceMap,
        execution: &Execution,
        found: Option<&Violation>,
        schedule: &str,
    ) -> Self {
        let verdict = if found.is_some() { "violated" } else { "holds" };
        let body = ReplayBody {
            schedule: schedule.to_owned(),
            violation: found.map(|v| violation(sources, v, &execution.threads)),
            trace: trace(execution),
            summary: rows(execution),
            exception: execution.exception.as_deref().map(exception),
            end: positions(execution),
            repeated: repeated(execution),
        };
        Self::new(file, verdict, body)
    }
}
