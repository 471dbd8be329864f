//! Chooses how to show an execution: in columns if they fit, else as a list.

use super::columns::{Cells, columns};
use super::list::list;
use crate::args::{TraceForm, View};
use crate::output::Paint;
use commute::numbers::grouped;
use commute::{Execution, Step};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns need at least this width, unless they are asked for.
const MIN_COLUMNS_WIDTH: usize = 80;

/// A longer execution is shown in part, unless a form was asked for. The end matters more than the start.
const SHOW_ALL: usize = 500;
const SHOW_FIRST: usize = 50;
const SHOW_LAST: usize = 400;

/// A line of a trace.
#[derive(Clone, Copy)]
pub enum Row<'a> {
    /// A step and its number, from 1.
    Step(usize, &'a Step),
    /// So many steps that are not shown.
    Gap(usize),
}

/// The execution as text that ends with a line end.
pub fn trace(story: &Execution, view: View) -> String {
    if story.steps.is_empty() {
        return "There are no steps: this is the initial state.\n".to_owned();
    }
    let told = !story.rows.is_empty() && view.trace != Some(TraceForm::Full);
    let steps = if told { &story.rows } else { &story.steps };
    let text = shown(story, &rows(steps, view.trace.is_some()), view);
    match told {
        true => format!("{text}--trace full shows {}\n", counted_all(story.steps.len())),
        false => text,
    }
}

fn counted_all(steps: usize) -> String {
    if steps == 1 { "the step inside it".to_owned() } else { format!("all {} steps", grouped(steps as u64)) }
}

fn shown(story: &Execution, rows: &[Row<'_>], view: View) -> String {
    let paint = Paint::new(view.colour);
    let list = || list(story, rows, view.width, paint);
    match view.trace {
        Some(TraceForm::List) => list(),
        Some(TraceForm::Columns) => {
            let mut width = view.width;
            loop {
                // Asked for columns, we rather exceed the line than refuse.
                if let Some(text) = columns(story, rows, width, Cells::Wrapped, paint) {
                    return text;
                }
                width += 20;
            }
        }
        _ if view.width < MIN_COLUMNS_WIDTH => list(),
        _ => columns(story, rows, view.width, Cells::Whole, paint).unwrap_or_else(list),
    }
}

fn rows(steps: &[Step], all: bool) -> Vec<Row<'_>> {
    let numbered = steps.iter().enumerate().map(|(i, step)| Row::Step(i + 1, step));
    if all || steps.len() <= SHOW_ALL {
        return numbered.collect();
    }
    let hidden = steps.len() - SHOW_FIRST - SHOW_LAST;
    let mut rows: Vec<Row<'_>> = numbered.clone().take(SHOW_FIRST).collect();
    rows.push(Row::Gap(hidden));
    rows.extend(numbered.skip(SHOW_FIRST + hidden));
    rows
}

/// What a gap says.
pub fn gap_text(hidden: usize) -> String {
    format!("... {hidden} steps are not shown (--trace full shows all) ...")
}

/// `text` and spaces up to `width`.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// `text` in lines of at most `width`, broken at spaces, or inside of a word that is longer than a line.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("[commute internal bug] there is always a line");
        if last.is_empty() || last.width() + 1 + word.width() <= width {
            let space = if last.is_empty() { "" } else { " " };
            *last += space;
            *last += word;
        } else {
            lines.push(word.to_owned());
        }
        while let Some(rest) = lines.last_mut().and_then(|line| split_off(line, width)) {
            lines.push(rest);
        }
    }
    lines
}

/// What of a line does not fit, which is taken off it.
fn split_off(line: &mut String, width: usize) -> Option<String> {
    let mut used = 0;
    for (at, c) in line.char_indices() {
        used += c.width().unwrap_or(0);
        if used > width && at > 0 {
            return Some(line.split_off(at));
        }
    }
    None
}

/// `text`, cut to `width` with a mark.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        if kept.width() + unicode_width::UnicodeWidthChar::width(c).unwrap_or(0) + 1 > width {
            break;
        }
        kept.push(c);
    }
    kept + "…"
}

#[cfg(test)]
pub mod samples {
    //! Executions for tests of rendering.

    use commute::{Change, Effect, Execution, Place, Position, Step};

    fn place(line: u32) -> Option<Place> {
        Some(Place { file: "examples/dining.cm".into(), line, column: 9 })
    }

    /// A step of thread `thread` at `line`, with at most one change.
    pub fn step(thread: usize, line: u32, text: &str, change: Option<[&str; 3]>) -> Step {
        let effects = change.into_iter().map(|[what, before, after]| {
            Effect::Change(Change { what: what.into(), before: before.into(), after: after.into() })
        });
        Step { thread, place: place(line), text: text.into(), effects: effects.collect() }
    }

    /// Two philosophers, one meal, no food.
    pub fn dining() -> Execution {
        let name = |i: usize| format!("phil[{i}]");
        let standing = |i: usize| Position {
            thread: i,
            place: place(14),
            doing: format!("waits for forks[{}], held by {}", 1 - i, name(1 - i)),
        };
        let read = Effect::Note("read meals = 0".into());
        Execution {
            threads: vec![name(0), name(1), "waiter".into()],
            steps: vec![
                Step { effects: vec![read], ..step(0, 9, "meals += 1", None) },
                step(0, 9, "meals += 1", Some(["meals", "0", "1"])),
                step(0, 13, "forks[i].acquire()", Some(["forks[0]", "free", "phil[0]"])),
                step(1, 13, "forks[i].acquire()", Some(["forks[1]", "free", "phil[1]"])),
            ],
            end: vec![standing(0), standing(1), Position { thread: 2, place: None, doing: "ended".into() }],
            ..Execution::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: usize, form: Option<TraceForm>) -> String {
        trace(&samples::dining(), View { width, trace: form, ..View::default() })
    }

    #[test]
    fn columns_if_they_fit_and_else_a_list() {
        assert!(shown(80, None).contains("│"));
        assert!(!shown(79, None).contains("│"));
        assert!(!shown(200, Some(TraceForm::List)).contains("│"));
    }

    #[test]
    fn columns_that_were_asked_for_are_given() {
        assert!(shown(20, Some(TraceForm::Columns)).contains("│"));
    }

    #[test]
    fn many_threads_make_a_list() {
        let mut story = samples::dining();
        story.threads = (0..30).map(|i| format!("thread[{i}]")).collect();
        story.steps = (0..30).map(|i| samples::step(i, 5, "a long statement = 1", None)).collect();
        assert!(!trace(&story, View { width: 120, ..View::default() }).contains("│"));
    }

    #[test]
    fn a_long_execution_is_shown_in_part() {
        let mut story = samples::dining();
        story.steps = vec![samples::step(0, 5, "x = 1", None); 1000];
        let text = trace(&story, View { width: 80, ..View::default() });
        assert!(text.contains("... 550 steps are not shown (--trace full shows all) ..."));
        let numbers: Vec<&str> = text.lines().filter_map(|l| l.split_whitespace().next()).collect();
        assert!(numbers.contains(&"50") && !numbers.contains(&"51"));
        assert!(!numbers.contains(&"600") && numbers.contains(&"601") && numbers.contains(&"1000"));
        let all = trace(&story, View { width: 80, trace: Some(TraceForm::List), ..View::default() });
        assert_eq!(all.lines().count(), 1000);
    }

    #[test]
    fn cutting_respects_wide_characters() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdefg", 6), "abcde…");
        assert_eq!(cut("漢字漢字", 6), "漢字…");
        assert_eq!(pad("漢", 4), "漢  ");
        assert_eq!(wrap("ab cd efghijk", 5), ["ab cd", "efghi", "jk"]);
        assert_eq!(wrap("漢字漢字", 5), ["漢字", "漢字"]);
        assert_eq!(wrap("", 5), [""]);
    }
}
