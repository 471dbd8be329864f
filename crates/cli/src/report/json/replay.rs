//! The report of `commute replay --json`.

use super::execution::{StandingJson, StepJson, ViolationJson, end, trace, violation};
use super::{Body, Document};
use crate::story::Story;
use commute_base::SourceMap;
use commute_machine::Violation;
use serde::Serialize;

/// The report. The verdict is `holds`, `violated`, `rejected` or `error`.
pub type ReplayDocument = Document<ReplayBody>;

/// What only this report has.
#[derive(Serialize, Default)]
pub struct ReplayBody {
    schedule: String,
    violation: Option<ViolationJson>,
    trace: Vec<StepJson>,
    end: Vec<StandingJson>,
}

impl Body for ReplayBody {
    const SCHEMA: &'static str = "commute-replay/1";
}

impl ReplayDocument {
    /// The report on an execution.
    pub fn replayed(
        file: &str,
        sources: &SourceMap,
        story: &Story,
        found: Option<&Violation>,
        schedule: &str,
    ) -> Self {
        let verdict = if found.is_some() { "violated" } else { "holds" };
        let body = ReplayBody {
            schedule: schedule.to_owned(),
            violation: found.map(|v| violation(sources, v, &story.threads)),
            trace: trace(story),
            end: end(story),
        };
        Self::new(file, verdict, body)
    }
}
