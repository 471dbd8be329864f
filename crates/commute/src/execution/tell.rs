//! Executions of the independent interpreter, as readers see them.

use super::digest::digest;
use super::exception::Exception;
use super::statement::statement;
use super::{Change, Effect, Execution, Place, Position, Step};
use commute_base::{SourceMap, Span};
use commute_certify::{Deed, End, Event, Stand, Status, StepRecord, Trace};
use commute_ir::{Program, Timeouts};
use commute_machine::Tid;

/// How much of a long step is told.
const FIRST_EVENTS: usize = 20;
const LAST_EVENTS: usize = 10;

/// Tells an execution of a program.
pub(crate) fn tell(program: &Program, trace: &Trace, sources: &SourceMap) -> Execution {
    // Only Java has a library.
    let is_java = program.thread_class.is_some();
    let end: Vec<Position> =
        trace.stand.iter().enumerate().map(|stand| position(trace, sources, stand)).collect();
    let mut rows = if is_java { digest(program, trace, sources) } else { Vec::new() };
    if is_java {
        rows.extend(about_to_race(trace, &end, sources));
    }
    let repeated = match trace.end {
        End::Livelock { cycle, .. } | End::Starvation { cycle, .. } => cycle,
        _ => 0,
    };
    Execution {
        threads: trace.threads.clone(),
        steps: trace.steps.iter().map(|record| step(trace, sources, record)).collect(),
        // Steps that are repeated for ever are counted.
        rows: if repeated > 0 { Vec::new() } else { rows },
        exception: trace.failure.as_ref().map(|failure| Box::new(Exception::new(failure, sources))),
        end,
        repeated,
        note: match &trace.end {
            End::DataRace(race) => super::race::note(race, sources),
            _ => None,
        },
        timed_out: trace.timed_out && program.timeouts == Timeouts::Any,
    }
}

/// The two accesses with which an execution ends that shows a race, as if they were steps.
fn about_to_race(trace: &Trace, end: &[Position], sources: &SourceMap) -> Vec<Step> {
    let End::DataRace(race) = &trace.end else { return Vec::new() };
    let row = |racer: &commute_certify::Racer| Step {
        thread: racer.tid.index(),
        place: place(sources, racer.span),
        text: statement(sources, racer.span),
        effects: vec![Effect::Note(
            end.get(racer.tid.index()).map_or_else(String::new, |at| at.doing.clone()),
        )],
    };
    race.accesses.iter().map(row).collect()
}

fn position(trace: &Trace, sources: &SourceMap, (thread, stand): (usize, &Stand)) -> Position {
    Position {
        thread,
        place: stand.span.and_then(|span| place(sources, span)),
        doing: racing(trace, thread).or_else(|| spinning(trace, thread)).unwrap_or_else(|| doing(stand)),
    }
}

fn step(trace: &Trace, sources: &SourceMap, record: &StepRecord) -> Step {
    let source = statement(sources, record.span);
    // What has no source (the end of a thread, say) is told by what it does.
    let what = || record.events.first().map_or_else(String::new, |event| event.what.clone());
    Step {
        thread: record.tid.index(),
        place: place(sources, record.span),
        text: if source.is_empty() { what() } else { source },
        effects: step_effects(trace, record),
    }
}

/// Whether an event is the program's own, or one of the library that its users can see.
fn is_telling(event: &Event) -> bool {
    let seen =
        matches!(event.deed, Deed::Prints | Deed::Raises | Deed::Fails | Deed::Spawns(_) | Deed::Tells);
    event.deed != Deed::Returns && (!event.inner || seen)
}

/// What a step does. One that runs a long atomic block is told by its start and its end.
fn step_effects(trace: &Trace, record: &StepRecord) -> Vec<Effect> {
    let told = |events: &[Event]| -> Vec<Effect> {
        events.iter().flat_map(|event| effects(trace, record.tid, event)).collect()
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
fn effects(trace: &Trace, stepping: Tid, event: &Event) -> Vec<Effect> {
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
        Some(other) if other != stepping => {
            let name = trace.threads.get(other.index()).map_or("?", String::as_str);
            format!("{name}: {}", event.what)
        }
        _ => event.what.clone(),
    };
    vec![Effect::Note(note)]
}

/// `forks[1]: free -> phil[1]` says enough, and is short enough for a column.
fn holder(value: &str) -> &str {
    value.strip_prefix("held by ").unwrap_or(value)
}

pub(super) fn place(sources: &SourceMap, span: Span) -> Option<Place> {
    let (at, file) = (sources.start(span)?, sources.get(span.file)?);
    Some(Place { file: file.name.clone(), line: at.line, column: at.column })
}

/// What a thread is about to do that is in the race with which the execution ends.
fn racing(trace: &Trace, thread: usize) -> Option<String> {
    let End::DataRace(race) = &trace.end else { return None };
    let racer = race.accesses.iter().find(|racer| racer.tid.index() == thread)?;
    Some(super::race::doing(race, racer))
}

/// What is said of a thread that spins for ever.
fn spinning(trace: &Trace, thread: usize) -> Option<String> {
    let (threads, doing) = match &trace.end {
        End::Livelock { threads, .. } => (threads, "runs for ever"),
        End::Starvation { threads, .. } => (threads, "may never get on"),
        _ => return None,
    };
    threads.contains(&trace.threads[thread]).then(|| doing.to_owned())
}

fn doing(stand: &Stand) -> String {
    match stand.status {
        Status::Ended => "has ended".to_owned(),
        Status::Failed => "has failed".to_owned(),
        Status::Halted => "has halted: an assumption is false".to_owned(),
        _ => match &stand.blocked {
            Some(_) if stand.within.is_some() => {
                format!("waits in {}", stand.within.as_deref().unwrap_or_default())
            }
            Some(what) if what.is_empty() => "is blocked".to_owned(),
            Some(what) => format!("waits for {what}"),
            None => "can go on".to_owned(),
        },
    }
}
