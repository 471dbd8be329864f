//! The discipline table: how each shared variable is shared.

use super::trace::pad;
use commute_base::{SourceMap, Span};
use commute_explore::{Shared, Sharing};
use commute_ir::Program;
use commute_machine::Operation;

/// More rows than this are counted, not shown. The JSON report has them all.
const MOST_ROWS: usize = 24;

/// How a variable is shared, in a few words that stay the same.
pub fn sharing_name(sharing: &Sharing) -> &'static str {
    match sharing {
        Sharing::ThreadLocal(_) => "thread-local",
        Sharing::ReadOnly => "read-only",
        Sharing::GuardedBy(_) => "guarded",
        Sharing::Hidden => "guarded",
        Sharing::HandedOver => "handed over",
        Sharing::Unprotected(_) => "unprotected",
    }
}

/// What there is to say besides: the thread, the locks, the accesses that show it.
pub fn sharing_detail(program: &Program, sources: &SourceMap, sharing: &Sharing) -> String {
    let thread =
        |t: usize| program.threads.get(t).map_or_else(|| format!("thread {t}"), |decl| decl.name.clone());
    match sharing {
        Sharing::ThreadLocal(t) => format!("by {} alone", thread(*t)),
        Sharing::ReadOnly => "nobody writes it".to_owned(),
        Sharing::GuardedBy(locks) => format!("by {}", locks.join(" and ")),
        Sharing::Hidden => "by the locks of the objects that refer to it".to_owned(),
        Sharing::HandedOver => "as its predicate says".to_owned(),
        Sharing::Unprotected(seen) => {
            let access = |s: &commute_explore::Seen| {
                let does = if s.operation == Operation::Read { "reads" } else { "writes" };
                format!("{} {does} at {}", thread(s.tid.index()), place(sources, s.span))
            };
            seen.iter().map(access).collect::<Vec<_>>().join(", ")
        }
    }
}

fn place(sources: &SourceMap, span: Span) -> String {
    sources.start(span).map_or_else(|| "its start".to_owned(), |at| format!("line {}", at.line))
}

/// The elements of an array that are shared in the same way are one row: its name, the way, and what there is to say.
fn merged(program: &Program, sources: &SourceMap, rows: &[Shared]) -> Vec<(String, &'static str, String)> {
    let mut merged: Vec<(String, &'static str, String)> = Vec::new();
    let mut first: Option<&str> = None;
    for Shared { variable, sharing, .. } in rows {
        let (name, detail) = (sharing_name(sharing), sharing_detail(program, sources, sharing));
        let element = variable.strip_suffix(']').and_then(|v| v.rsplit_once('['));
        match (merged.last_mut(), element, first.and_then(|f| f.strip_suffix(']')?.rsplit_once('['))) {
            (Some(last), Some((array, index)), Some((same, from)))
                if array == same && (last.1, &last.2) == (name, &detail) =>
            {
                last.0 = format!("{array}[{from}..={index}]");
            }
            _ => {
                first = Some(variable);
                merged.push((variable.clone(), name, detail));
            }
        }
    }
    merged
}

/// The table as lines; none if nothing is known.
pub fn lines(program: &Program, sources: &SourceMap, rows: &[Shared], complete: bool) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let rows = merged(program, sources, rows);
    let width = rows.iter().take(MOST_ROWS).map(|(variable, ..)| variable.len()).max().unwrap_or(0);
    let title =
        if complete { "How variables are shared" } else { "How variables are shared, as far as explored" };
    let mut lines = vec![title.to_owned()];
    for (variable, sharing, detail) in rows.iter().take(MOST_ROWS) {
        let variable = pad(variable, width);
        lines.push(format!("  {variable}  {sharing:12}  {detail}").trim_end().to_owned());
    }
    if rows.len() > MOST_ROWS {
        lines.push(format!("  ... and {} more (--json lists all)", rows.len() - MOST_ROWS));
    }
    lines
}
