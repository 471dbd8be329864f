//! Executions: steps, where threads are at the end, and what is wrong there.

use crate::execution::{Exception, Execution, Place, Position, Step};
use crate::words;
use commute_base::{SourceMap, Span};
use commute_machine::{Violation, ViolationKind};
use schemars::JsonSchema;
use serde::Serialize;

/// What is wrong.
#[derive(Serialize, JsonSchema)]
pub struct ViolationJson {
    kind: String,
    title: String,
    message: String,
    invariant: Option<String>,
    thread: Option<String>,
    #[serde(flatten)]
    place: PlaceJson,
}

/// A step of an execution.
#[derive(Serialize, JsonSchema)]
pub struct StepJson {
    thread: String,
    thread_number: usize,
    #[serde(flatten)]
    place: PlaceJson,
    text: String,
    effects: Vec<String>,
    changes: Vec<ChangeJson>,
}

/// A value that a step changed.
#[derive(Serialize, JsonSchema)]
pub struct ChangeJson {
    what: String,
    before: String,
    after: String,
}

/// Where a thread stands.
#[derive(Serialize, JsonSchema)]
pub struct PositionJson {
    thread: String,
    thread_number: usize,
    #[serde(flatten)]
    place: PlaceJson,
    doing: String,
}

/// An exception, or the cause of one.
#[derive(Serialize, JsonSchema)]
pub struct ExceptionJson {
    thread: String,
    class: String,
    message: Option<String>,
    /// The innermost first.
    calls: Vec<CallJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<Box<ExceptionJson>>,
}

/// A call that had not returned; one of a library has no place.
#[derive(Serialize, JsonSchema)]
pub struct CallJson {
    method: String,
    #[serde(flatten)]
    place: PlaceJson,
}

/// A place in the source.
#[derive(Serialize, JsonSchema, Default)]
pub struct PlaceJson {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// How many of the last steps are repeated for ever.
pub fn repeated(execution: &Execution) -> Option<usize> {
    (execution.repeated > 0).then_some(execution.repeated)
}

/// A violation, as it is reported.
pub fn violation(sources: &SourceMap, violation: &Violation, threads: &[String]) -> ViolationJson {
    ViolationJson {
        kind: violation.kind.name().to_owned(),
        title: words::kind(&violation.kind),
        message: violation.message.clone(),
        invariant: match &violation.kind {
            ViolationKind::Invariant(name) => Some(name.clone()),
            _ => None,
        },
        thread: violation.tid.and_then(|t| threads.get(t.index()).cloned()),
        place: PlaceJson::of(sources, violation.span),
    }
}

/// All steps.
pub fn trace(execution: &Execution) -> Vec<StepJson> {
    execution.steps.iter().map(|s| step(execution, s)).collect()
}

/// The rows of a shorter form, if there is one.
pub fn rows(execution: &Execution) -> Vec<StepJson> {
    execution.rows.iter().map(|s| step(execution, s)).collect()
}

/// An exception.
pub fn exception(thrown: &Exception) -> ExceptionJson {
    let call = |call: &crate::execution::Call| CallJson {
        method: call.method.clone(),
        place: execution_place(call.place.as_ref()),
    };
    ExceptionJson {
        thread: thrown.thread.clone(),
        class: thrown.class.clone(),
        message: thrown.message.clone(),
        calls: thrown.calls.iter().map(call).collect(),
        cause: thrown.cause.as_ref().map(|cause| Box::new(exception(cause))),
    }
}

/// Where all threads are at the end.
pub fn positions(execution: &Execution) -> Vec<PositionJson> {
    execution.end.iter().map(|s| position(execution, s)).collect()
}

fn step(execution: &Execution, step: &Step) -> StepJson {
    StepJson {
        thread: execution.name(step.thread).to_owned(),
        thread_number: step.thread,
        place: execution_place(step.place.as_ref()),
        text: step.text.clone(),
        effects: step.effects.iter().map(ToString::to_string).collect(),
        changes: step
            .changes()
            .map(|c| ChangeJson { what: c.what.clone(), before: c.before.clone(), after: c.after.clone() })
            .collect(),
    }
}

fn position(execution: &Execution, position: &Position) -> PositionJson {
    PositionJson {
        thread: execution.name(position.thread).to_owned(),
        thread_number: position.thread,
        place: execution_place(position.place.as_ref()),
        doing: position.doing.clone(),
    }
}

fn execution_place(place: Option<&Place>) -> PlaceJson {
    place.map_or_else(PlaceJson::default, |place| PlaceJson {
        file: Some(place.file.clone()),
        line: Some(place.line),
        column: Some(place.column),
    })
}

impl PlaceJson {
    /// The place where a span begins.
    pub fn of(sources: &SourceMap, span: Span) -> Self {
        match (sources.start(span), sources.get(span.file)) {
            (Some(at), Some(file)) => {
                PlaceJson { file: Some(file.name.clone()), line: Some(at.line), column: Some(at.column) }
            }
            _ => PlaceJson::default(),
        }
    }
}
