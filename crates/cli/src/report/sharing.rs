//! The table of sharing: how each shared variable is shared.

use super::trace::{pad, wrap};
use commute::SharedVariable;
use unicode_width::UnicodeWidthStr;

/// More rows than this are counted, not shown. The JSON report has them all.
const MOST_ROWS: usize = 24;

/// The elements of an array that are shared in the same way are one row: its name, the way, and what there is to say.
fn merged<'a>(rows: &[&'a SharedVariable]) -> Vec<(String, &'static str, String)> {
    let mut merged: Vec<(String, &'static str, String)> = Vec::new();
    let mut first: Option<&'a str> = None;
    for row in rows {
        let (variable, name, detail) = (&row.variable, row.name(), row.detail.clone());
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

/// The table as lines of at most `width`, if that can be; none if nothing is known.
pub fn lines(rows: &[&SharedVariable], complete: bool, width: usize) -> Vec<String> {
    if rows.is_empty() {
        return Vec::new();
    }
    let rows = merged(rows);
    let widest = rows.iter().take(MOST_ROWS).map(|(variable, ..)| variable.len()).max().unwrap_or(0);
    let title =
        if complete { "How variables are shared" } else { "How variables are shared, as far as explored" };
    let mut lines = vec![title.to_owned()];
    for (variable, sharing, detail) in rows.iter().take(MOST_ROWS) {
        let line = format!("  {}  {sharing:12}  {detail}", pad(variable, widest)).trim_end().to_owned();
        if line.width() <= width {
            lines.push(line);
        } else {
            lines.push(format!("  {}  {sharing}", pad(variable, widest)));
            lines.extend(
                wrap(detail, width.saturating_sub(6)).into_iter().map(|part| format!("      {part}")),
            );
        }
    }
    if rows.len() > MOST_ROWS {
        lines.push(format!("  ... and {} more (--json lists all)", rows.len() - MOST_ROWS));
    }
    lines
}
