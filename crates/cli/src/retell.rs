//! Executions of the independent interpreter, told as stories.

use crate::statement::statement;
use crate::story::{Change, Effect, Place, Standing, Step, Story};
use commute_base::{SourceMap, Span};
use commute_certify::{Event, Interpreter, Status, StepRecord};
use commute_ir::Program;
use commute_machine::{Tid, Transition};

/// How much of a long step is told.
const FIRST_EVENTS: usize = 20;
const LAST_EVENTS: usize = 10;

/// Tells the execution that `schedule`, which must be one, stands for.
pub fn retell(program: &Program, sources: &SourceMap, schedule: &[Transition]) -> Story {
    let (mut interpreter, _, _) = Interpreter::new(program);
    let mut steps = Vec::with_capacity(schedule.len());
    for &transition in schedule {
        let span = interpreter.span(transition.tid).unwrap_or_default();
        let record = interpreter.step(transition);
        steps.push(step(&interpreter, sources, span, &record));
    }
    let threads: Vec<Tid> = (0..interpreter.threads()).map(Tid::new).collect();
    Story {
        threads: threads.iter().map(|&t| interpreter.thread_name(t).to_owned()).collect(),
        steps,
        end: threads.iter().map(|&t| standing(&interpreter, sources, t)).collect(),
    }
}

fn step(interpreter: &Interpreter<'_>, sources: &SourceMap, span: Span, record: &StepRecord) -> Step {
    let source = statement(sources, span);
    // What has no source (the end of a thread, say) is told by what it does.
    let what = || record.events.first().map_or_else(String::new, |event| event.what.clone());
    Step {
        thread: record.tid.index(),
        place: place(sources, span),
        text: if source.is_empty() { what() } else { source },
        effects: step_effects(interpreter, record),
    }
}

/// Whether an event is the program's own, or one of the library that its users can see.
fn is_telling(event: &Event) -> bool {
    !event.inner || ["prints", "raises", "fails", "spawns"].iter().any(|word| event.what.starts_with(word))
}

/// What a step does. One that runs a long atomic block is told by its start and its end.
fn step_effects(interpreter: &Interpreter<'_>, record: &StepRecord) -> Vec<Effect> {
    let told = |events: &[Event]| -> Vec<Effect> {
        events.iter().flat_map(|event| effects(interpreter, record.tid, event)).collect()
    };
    let shown: Vec<Event> = record.events.iter().filter(|event| is_telling(event)).cloned().collect();
    let events = if shown.is_empty() { &record.events[..record.events.len().min(1)] } else { &shown };
    if events.len() <= FIRST_EVENTS + LAST_EVENTS + 1 {
        return told(events);
    }
    let hidden = events.len() - FIRST_EVENTS - LAST_EVENTS + record.left_out;
    let mut list = told(&events[..FIRST_EVENTS]);
    list.push(Effect::Note(format!("... {hidden} more ...")));
    list.extend(told(&events[events.len() - LAST_EVENTS..]));
    list
}

/// What an event changed, or what it is in words if it changed nothing shared.
fn effects(interpreter: &Interpreter<'_>, stepping: Tid, event: &Event) -> Vec<Effect> {
    if !event.changes.is_empty() {
        let change = |c: &commute_certify::Change| Change {
            what: c.place.clone(),
            before: holder(&c.old).to_owned(),
            after: holder(&c.new).to_owned(),
        };
        return event.changes.iter().map(|c| Effect::Change(change(c))).collect();
    }
    // A step that spawns a thread also runs the first local instructions of that thread.
    let note = match event.tid {
        Some(other) if other != stepping => format!("{}: {}", interpreter.thread_name(other), event.what),
        _ => event.what.clone(),
    };
    vec![Effect::Note(note)]
}

/// `forks[1]: free -> phil[1]` says enough, and is short enough for a column.
fn holder(value: &str) -> &str {
    value.strip_prefix("held by ").unwrap_or(value)
}

fn place(sources: &SourceMap, span: Span) -> Option<Place> {
    let (at, file) = (sources.start(span)?, sources.get(span.file)?);
    Some(Place { file: file.name.clone(), line: at.line, column: at.column })
}

fn standing(interpreter: &Interpreter<'_>, sources: &SourceMap, t: Tid) -> Standing {
    Standing {
        thread: t.index(),
        place: interpreter.span(t).and_then(|span| place(sources, span)),
        doing: doing(interpreter, t),
    }
}

fn doing(interpreter: &Interpreter<'_>, t: Tid) -> String {
    match interpreter.status(t) {
        Status::Ended => "has ended".to_owned(),
        Status::Failed => "has failed".to_owned(),
        Status::Halted => "has halted: an assumption is false".to_owned(),
        _ => match interpreter.describe_block(t) {
            Some(what) if what.is_empty() => "is blocked".to_owned(),
            Some(what) => format!("waits for {what}"),
            None => "can go on".to_owned(),
        },
    }
}
