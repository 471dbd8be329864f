//! An execution at the level of the program's own code, for Java: one row for what a thread does in one line of its source without
//! being interrupted, and of that only what other threads have to do with.
//!
//! A step is one access to memory, often deep inside a library. What is left out of a row is in the steps.

use super::statement::statement;
use super::tell::place;
use super::{Change, Effect, Step};
use commute_base::{SourceMap, Span};
use commute_certify::{Deed, Event, On, Site, StepRecord, Trace, short_class};
use commute_ir::{Expr, ExprKind, ObjOp, Program, PropertyKind};
use std::collections::{BTreeMap, BTreeSet};

/// So many rows are shown of an execution in which threads have nothing to do with each other.
const LAST_ROWS: usize = 5;

/// What a row is made from.
struct Draft<'t> {
    thread: usize,
    span: Span,
    site: Option<Site>,
    events: Vec<&'t Event>,
    /// Whether there was no other thread yet.
    alone: bool,
    /// Whether the thread then waited inside the library.
    waits: bool,
}

/// A draft and what is said of it.
struct Told<'t> {
    draft: Draft<'t>,
    effects: Vec<Effect>,
    /// The threads that it starts.
    starts: Vec<String>,
}

/// What several threads use, at least one of them to change it, and not only before the other one was started; and what properties
/// speak of.
struct Contended {
    by_threads: BTreeSet<On>,
    globals: BTreeSet<usize>,
    words: BTreeSet<usize>,
}

/// The rows.
pub(super) fn digest(program: &Program, trace: &Trace, sources: &SourceMap) -> Vec<Step> {
    let contended = Contended::in_(program, trace);
    let drafts = drafts(trace);
    let failing = trace.steps.last().and_then(|step| step.violation.as_ref()?.tid);
    let fails = drafts.iter().rposition(|draft| Some(draft.thread) == failing.map(|tid| tid.index()));
    let told: Vec<Told> = drafts
        .into_iter()
        .enumerate()
        .map(|(i, draft)| {
            let (effects, starts) =
                Telling { trace, contended: &contended, fails: fails == Some(i) }.tell(&draft);
            Told { draft, effects, starts }
        })
        .collect();
    let told = with_releases(told);
    let folded = folded(&told);
    let last = last_of_failing(trace, &told);
    let mut rows: Vec<Step> =
        told[..folded].last().map(|_| fold(&told[..folded], sources)).into_iter().collect();
    let quiet = told[folded..].iter().all(|row| row.effects.is_empty());
    for (i, row) in told.iter().enumerate().skip(folded) {
        if is_of_nobody(row) {
            continue;
        }
        let near_the_end = quiet && i + LAST_ROWS >= told.len();
        if !row.effects.is_empty() || !row.starts.is_empty() || near_the_end || Some(i) == last {
            rows.push(step(program, row, sources));
        }
    }
    rows
}

/// Whether a row is about locks that no line of the program takes: those of a thread that ends, of which who joins it is told.
fn is_of_nobody(row: &Told<'_>) -> bool {
    let is_lock = |effect: &Effect| matches!(effect, Effect::Note(text) if text.starts_with("locks ") || text.starts_with("unlocks "));
    row.draft.span.is_none() && !row.effects.is_empty() && row.effects.iter().all(is_lock)
}

/// The events of an execution, those of one thread in one line together.
fn drafts(trace: &Trace) -> Vec<Draft<'_>> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    let mut alone = true;
    for (i, record) in trace.steps.iter().enumerate() {
        let mut goes_on = i > 0 && trace.steps[i - 1].tid == record.tid;
        for event in &record.events {
            let Some(thread) = event.tid.map(|t| t.index()) else { continue };
            // What the thread fails with is told where it was thrown.
            if event.deed == Deed::Fails && trace.failure.is_some() {
                continue;
            }
            // A thread that is started runs up to its first access in the same step.
            if thread != record.tid.index() && !matches!(event.deed, Deed::Raises | Deed::Fails) {
                continue;
            }
            alone &= !matches!(event.deed, Deed::Spawns(_));
            match drafts.last_mut().filter(|draft| goes_on && draft.has(thread, event)) {
                Some(draft) => draft.events.push(event),
                None => drafts.push(Draft {
                    thread,
                    span: event.span,
                    site: event.site,
                    events: vec![event],
                    alone,
                    waits: false,
                }),
            }
            goes_on = true;
        }
        note_wait(drafts.last_mut(), record, trace.steps.get(i + 1));
    }
    drafts
}

/// Whether the thread waits after a step, inside a function of the library.
fn note_wait(draft: Option<&mut Draft<'_>>, record: &StepRecord, next: Option<&StepRecord>) {
    let Some(draft) = draft.filter(|draft| draft.thread == record.tid.index()) else { return };
    let switches = next.is_none_or(|next| next.tid != record.tid);
    let inside = record.events.last().is_some_and(|event| event.inner && event.deed != Deed::Returns);
    draft.waits |= record.blocked && switches && inside;
}

impl Draft<'_> {
    /// Whether an event belongs to it.
    fn has(&self, thread: usize, event: &Event) -> bool {
        let at = |site: Option<Site>| site.map(|site| (site.depth, site.func));
        self.thread == thread && self.span == event.span && at(self.site) == at(event.site)
    }
}

/// That a thread has used something, to change it or not, and when it did so last.
struct Use {
    thread: usize,
    changes: bool,
    last: usize,
}

impl Contended {
    fn in_(program: &Program, trace: &Trace) -> Self {
        let mut users: BTreeMap<On, Vec<Use>> = BTreeMap::new();
        let mut started: BTreeMap<usize, usize> = BTreeMap::new();
        for (now, event) in trace.steps.iter().flat_map(|step| &step.events).enumerate() {
            if let Deed::Spawns(thread) = event.deed {
                started.insert(thread.index(), now);
            }
            let (Some(on), Some(tid)) = (event.on, event.tid) else { continue };
            let changes = matches!(event.deed, Deed::Writes | Deed::Operates(_));
            note_use(users.entry(on).or_default(), tid.index(), changes, now);
        }
        // What a thread waits for, and will for ever.
        for (thread, stand) in trace.stand.iter().enumerate() {
            if let (Some(on), true) = (stand.on, stand.blocked.is_some()) {
                note_use(users.entry(On::Object(on)).or_default(), thread, true, usize::MAX);
            }
        }
        let contended = users.into_iter().filter(|(_, uses)| {
            uses.iter().any(|one| uses.iter().any(|other| conflicts(one, other, &started)))
        });
        let by_threads = contended.map(|(on, _)| on).collect();
        let mut this = Self { by_threads, globals: BTreeSet::new(), words: BTreeSet::new() };
        for property in &program.properties {
            match &property.kind {
                PropertyKind::Invariant(expr) => expr.for_each_part(&mut |part| this.add(part)),
                PropertyKind::Ltl(formula) => {
                    formula.for_each_atom(&mut |atom| atom.for_each_part(&mut |part| this.add(part)));
                }
                PropertyKind::Env(_) | PropertyKind::Init(_) | PropertyKind::Atomic(_) => {}
            }
        }
        this
    }

    /// Adds what a part of a property speaks of.
    fn add(&mut self, part: &Expr) {
        match &part.kind {
            ExprKind::Global { global, .. } => _ = self.globals.insert(global.index()),
            ExprKind::Word { index, .. } => {
                if let ExprKind::Int(word) = index.kind {
                    self.words.extend(usize::try_from(word));
                }
            }
            _ => {}
        }
    }

    fn has(&self, event: &Event) -> bool {
        event.on.is_some_and(|on| {
            self.by_threads.contains(&on)
                || match on {
                    On::Global(global) => self.globals.contains(&global),
                    On::Word(_, word) => event.deed == Deed::Writes && self.words.contains(&word),
                    On::Object(_) => false,
                }
        })
    }
}

fn note_use(uses: &mut Vec<Use>, thread: usize, changes: bool, now: usize) {
    match uses.iter_mut().find(|known| (known.thread, known.changes) == (thread, changes)) {
        Some(known) => known.last = now,
        None => uses.push(Use { thread, changes, last: now }),
    }
}

/// Whether two threads have to do with each other by these uses: both were there when they were made, and one of them changes something.
fn conflicts(one: &Use, other: &Use, started: &BTreeMap<usize, usize>) -> bool {
    let start = |of: &Use| started.get(&of.thread).copied().unwrap_or(0);
    let meet = one.last >= start(other) && other.last >= start(one);
    one.thread != other.thread && (one.changes || other.changes) && meet
}

/// Tells what a row does.
struct Telling<'t> {
    trace: &'t Trace,
    contended: &'t Contended,
    /// The row is the last one of the thread that fails: what a call answered just before is told, whatever it has to do with others.
    fails: bool,
}

/// What a call of the library has done so far.
#[derive(Default)]
struct CallSoFar {
    /// It has used something that others use.
    matters: bool,
    /// What it did is told already.
    told: bool,
}

impl Telling<'_> {
    /// The effects of a row, and the threads that it starts.
    fn tell(&self, draft: &Draft<'_>) -> (Vec<Effect>, Vec<String>) {
        let mut effects: Vec<(Option<On>, Effect)> = Vec::new();
        let (mut starts, mut call, mut last_call) = (Vec::new(), CallSoFar::default(), None);
        for event in &draft.events {
            match event.deed {
                Deed::Spawns(_) => starts.push(event.what.trim_start_matches("spawns ").to_owned()),
                Deed::Returns => {
                    if !call.told && event.what.contains(" = ") {
                        let returned = Effect::Note(event.what.clone());
                        match call.matters {
                            true => effects.push((None, returned)),
                            // What else is returned is most often the message that is being put together.
                            false if answers(&event.what) => last_call = Some(returned),
                            false => {}
                        }
                    }
                    call = CallSoFar::default();
                }
                Deed::Raises if self.fails && last_call.is_some() => {
                    effects.extend(last_call.take().map(|returned| (None, returned)));
                    effects.extend(self.effect(event).map(|effect| (event.on, effect)));
                }
                _ => {
                    call.matters |= event.inner && self.contended.has(event);
                    if let Some(effect) = self.effect(event) {
                        call.told |= event.inner;
                        add(&mut effects, event.on, effect);
                    }
                }
            }
        }
        // A thread of a pool that waits for work has nothing to do with the program's lines.
        if draft.waits && call.matters && draft.site.is_some() {
            effects.push((None, Effect::Note("waits".to_owned())));
        }
        (effects.into_iter().map(|(_, effect)| effect).collect(), starts)
    }

    /// What a single event is told as, if it is.
    fn effect(&self, event: &Event) -> Option<Effect> {
        let note = || Some(Effect::Note(event.what.clone()));
        match event.deed {
            Deed::Reads if !event.inner && self.contended.has(event) => note(),
            Deed::Writes if self.contended.has(event) => written(event),
            Deed::Operates(op) => self.operation(op, event),
            Deed::Raises => self.raised(event),
            Deed::Fails if self.trace.failure.is_none() => note(),
            Deed::Prints | Deed::Tells => note(),
            _ => None,
        }
    }

    fn raised(&self, event: &Event) -> Option<Effect> {
        let failing = self.trace.failure.as_ref().map(|failure| On::Object(failure.object));
        let class = short_class(event.what.trim_start_matches("raises "));
        (!event.inner || event.on == failing).then(|| Effect::Note(format!("throws {class}")))
    }

    /// What is done to a monitor, a lock or a thread.
    fn operation(&self, op: ObjOp, event: &Event) -> Option<Effect> {
        if let (ObjOp::Wait | ObjOp::WaitTimed | ObjOp::Notify | ObjOp::NotifyAll, false) = (op, event.inner)
        {
            return Some(Effect::Note(event.what.clone()));
        }
        if !self.contended.has(event) || event.hidden {
            return None;
        }
        let change = event.changes.first()?;
        let lock = change.place.trim_start_matches("monitor of ");
        match (change.old.as_str(), change.new.as_str()) {
            ("free", _) => Some(Effect::Note(format!("locks {lock}"))),
            (_, "free") => Some(Effect::Note(format!("unlocks {lock}"))),
            _ => None,
        }
    }
}

/// Whether a call has returned a yes, a no or nothing.
fn answers(call: &str) -> bool {
    [" = true", " = false", " = null"].iter().any(|answer| call.ends_with(answer))
}

/// A write, unless it is to a part of the library's that the program does not know.
fn written(event: &Event) -> Option<Effect> {
    let change = event.changes.first()?;
    let told = Change { what: change.place.clone(), before: change.old.clone(), after: change.new.clone() };
    (!event.hidden).then_some(Effect::Change(told))
}

/// Adds an effect. Of several on the same variable their sum is told.
fn add(effects: &mut Vec<(Option<On>, Effect)>, on: Option<On>, effect: Effect) {
    if effects.iter().any(|(at, known)| *at == on && *known == effect) {
        return;
    }
    let before = effects.iter().position(|(at, _)| at.is_some() && *at == on);
    match (before.map(|at| (at, &mut effects[at].1)), effect) {
        (Some((_, Effect::Change(known))), Effect::Change(change)) => known.after = change.after,
        (Some((at, Effect::Note(_))), change @ Effect::Change(_)) => {
            effects.remove(at);
            effects.push((on, change));
        }
        (_, effect) => effects.push((on, effect)),
    }
}

/// A row that does nothing but give locks back belongs to the one before it.
fn with_releases(told: Vec<Told<'_>>) -> Vec<Told<'_>> {
    let releases = |effect: &Effect| matches!(effect, Effect::Note(text) if text.starts_with("unlocks "));
    let mut joined: Vec<Told<'_>> = Vec::new();
    for row in told {
        let only_releases =
            !row.effects.is_empty() && row.effects.iter().all(releases) && row.starts.is_empty();
        match joined.last_mut() {
            Some(last)
                if only_releases
                    && last.draft.thread == row.draft.thread
                    && last.draft.alone == row.draft.alone =>
            {
                last.effects.extend(row.effects);
            }
            _ => joined.push(row),
        }
    }
    joined
}

/// How many of the first rows are one: what the first thread does before there are others, and until it has something to do with them.
fn folded(told: &[Told<'_>]) -> usize {
    if told.iter().all(|row| row.draft.alone) {
        return 0;
    }
    let first = told.first().map(|row| row.draft.thread);
    let belongs =
        |row: &Told<'_>| Some(row.draft.thread) == first && (row.draft.alone || row.effects.is_empty());
    told.iter().take_while(|row| belongs(row)).count()
}

fn fold(rows: &[Told<'_>], sources: &SourceMap) -> Step {
    let starts: Vec<&str> = rows.iter().flat_map(|row| &row.starts).map(String::as_str).collect();
    // The last line that starts a thread says most about where it is; what comes after it is of no interest.
    let last = rows.iter().rfind(|row| !row.starts.is_empty()).or(rows.last());
    let place = last.and_then(|row| place(sources, row.draft.span));
    let text =
        place.as_ref().map_or_else(|| "runs".to_owned(), |place| format!("runs to line {}", place.line));
    let effects = if starts.is_empty() { Vec::new() } else { vec![started(&starts)] };
    Step { thread: rows.first().map_or(0, |row| row.draft.thread), place, text, effects }
}

fn started(names: &[&str]) -> Effect {
    Effect::Note(format!("starts {}", names.join(", ")))
}

/// The last row of the thread that fails.
fn last_of_failing(trace: &Trace, told: &[Told<'_>]) -> Option<usize> {
    let failing = trace.steps.last()?.violation.as_ref()?.tid?;
    told.iter().rposition(|row| row.draft.thread == failing.index())
}

fn step(program: &Program, row: &Told<'_>, sources: &SourceMap) -> Step {
    let Draft { thread, span, site, events, .. } = &row.draft;
    let source = statement(sources, *span);
    let names: Vec<&str> = row.starts.iter().map(String::as_str).collect();
    let starts = (!names.is_empty()).then(|| started(&names));
    Step {
        thread: *thread,
        place: place(sources, *span),
        text: if source.is_empty() { without_source(program, *site, events) } else { source },
        effects: starts.into_iter().chain(holding(&row.effects)).collect(),
    }
}

/// What is done between taking a lock and giving it back is said to be done while holding it.
fn holding(effects: &[Effect]) -> Vec<Effect> {
    let note = |effect: &Effect, word: &str| match effect {
        Effect::Note(text) => text.strip_prefix(word).map(str::to_owned),
        Effect::Change(_) => None,
    };
    if let [first, between @ .., last] = effects
        && let (Some(lock), Some(same)) = (note(first, "locks "), note(last, "unlocks "))
        && lock == same
        && !between.is_empty()
    {
        let held = Effect::Note(format!("holding {lock}"));
        return between.iter().cloned().chain([held]).collect();
    }
    effects.to_vec()
}

/// What a line does whose text is not known: the call of the library, or the function that it is in.
fn without_source(program: &Program, site: Option<Site>, events: &[&Event]) -> String {
    let call = events.iter().find_map(|event| event.site?.call);
    let Some(func) = call.or(site.map(|site| site.func)) else {
        // Threads of nobody have no lines: what they do is said beside.
        if events.iter().any(|event| matches!(event.deed, Deed::Tells | Deed::Spawns(_))) {
            return String::new();
        }
        return events.first().map_or_else(String::new, |event| event.what.clone());
    };
    let name = &program.functions[func.index()].name;
    let (class, method) = name.rsplit_once('.').unwrap_or(("", name));
    if call.is_some() {
        format!("{}.{method}()", short_class(class))
    } else {
        format!("in {}.{method}", short_class(class))
    }
}
