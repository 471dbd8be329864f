//! The table of methods: which are one transaction.

use super::trace::pad;
use commute::MethodRow;
use commute::numbers::counted;

/// The table as lines; none if nobody asked.
pub fn lines(methods: Option<&Result<Vec<MethodRow>, String>>) -> Vec<String> {
    let rows = match methods {
        None => return Vec::new(),
        Some(Err(why)) => return vec![format!("Methods: not known, since {why}")],
        Some(Ok(rows)) if rows.is_empty() => {
            return vec!["Methods: none was seen in a step that touches shared data".to_owned()];
        }
        Some(Ok(rows)) => rows,
    };
    let width = rows.iter().map(|row| row.method.len()).max().unwrap_or(0);
    let mut lines = vec!["Methods as transactions, by the calls that were explored".to_owned()];
    lines.extend(rows.iter().map(|row| {
        let (method, name) = (pad(&row.method, width), row.transaction.name());
        format!("  {method}  {name:15}  {} ({})", row.transaction.detail(), counted(row.calls, "call"))
    }));
    lines
}
