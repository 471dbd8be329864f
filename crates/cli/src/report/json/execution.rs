//! Executions: steps, where threads are at the end, and what is wrong there.

use crate::report::verdict::kind_text;
use crate::story::{Place, Standing, Step, Story};
use commute_base::{SourceMap, Span};
use commute_machine::{Violation, ViolationKind};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct ViolationJson {
    kind: String,
    title: String,
    message: String,
    invariant: Option<String>,
    thread: Option<String>,
    #[serde(flatten)]
    place: PlaceJson,
}

#[derive(Serialize)]
pub(super) struct StepJson {
    thread: String,
    thread_number: usize,
    #[serde(flatten)]
    place: PlaceJson,
    text: String,
    effects: Vec<String>,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct ChangeJson {
    what: String,
    before: String,
    after: String,
}

#[derive(Serialize)]
pub(super) struct StandingJson {
    thread: String,
    thread_number: usize,
    #[serde(flatten)]
    place: PlaceJson,
    doing: String,
}

#[derive(Serialize, Default)]
pub(super) struct PlaceJson {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

pub(super) fn violation(sources: &SourceMap, violation: &Violation, threads: &[String]) -> ViolationJson {
    ViolationJson {
        kind: violation.kind.name().to_owned(),
        title: kind_text(&violation.kind),
        message: violation.message.clone(),
        invariant: match &violation.kind {
            ViolationKind::Invariant(name) => Some(name.clone()),
            _ => None,
        },
        thread: violation.tid.and_then(|t| threads.get(t.index()).cloned()),
        place: span_place(sources, violation.span),
    }
}

/// All steps.
pub(super) fn trace(story: &Story) -> Vec<StepJson> {
    story.steps.iter().map(|s| step(story, s)).collect()
}

/// Where all threads are at the end.
pub(super) fn end(story: &Story) -> Vec<StandingJson> {
    story.end.iter().map(|s| standing(story, s)).collect()
}

fn step(story: &Story, step: &Step) -> StepJson {
    StepJson {
        thread: story.name(step.thread).to_owned(),
        thread_number: step.thread,
        place: story_place(step.place.as_ref()),
        text: step.text.clone(),
        effects: step.effects.iter().map(ToString::to_string).collect(),
        changes: step
            .changes()
            .map(|c| ChangeJson { what: c.what.clone(), before: c.before.clone(), after: c.after.clone() })
            .collect(),
    }
}

fn standing(story: &Story, standing: &Standing) -> StandingJson {
    StandingJson {
        thread: story.name(standing.thread).to_owned(),
        thread_number: standing.thread,
        place: story_place(standing.place.as_ref()),
        doing: standing.doing.clone(),
    }
}

fn story_place(place: Option<&Place>) -> PlaceJson {
    place.map_or_else(PlaceJson::default, |place| PlaceJson {
        file: Some(place.file.clone()),
        line: Some(place.line),
        column: Some(place.column),
    })
}

pub(super) fn span_place(sources: &SourceMap, span: Span) -> PlaceJson {
    match (sources.start(span), sources.get(span.file)) {
        (Some(at), Some(file)) => {
            PlaceJson { file: Some(file.name.clone()), line: Some(at.line), column: Some(at.column) }
        }
        _ => PlaceJson::default(),
    }
}
