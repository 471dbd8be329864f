//! An execution in columns: one for each thread that steps, one row a step, then what it does.

use super::trace::{Row, gap_text, pad, wrap};
use crate::output::{Paint, Role};
use commute::{Execution, Step};
use unicode_width::UnicodeWidthStr;

/// A column narrower than this shows too little of a statement.
const MIN_CELL: usize = 16;

/// Between two columns.
const SEPARATOR: &str = " │ ";

/// Where everything goes.
struct Layout {
    /// The width of step numbers.
    number: usize,
    /// The width of source line numbers.
    line: usize,
    /// The threads that step, and the widths of their columns.
    threads: Vec<(usize, usize)>,
    /// The width of what the steps do; zero if they do nothing.
    effects: usize,
}

/// How statements are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// On one line each.
    Whole,
    /// In several lines if there is no room.
    Wrapped,
}

/// The table, each line with a line end, or `None` if it does not fit into `width`. Nothing is cut off.
pub fn columns(
    story: &Execution,
    rows: &[Row<'_>],
    width: usize,
    cells: Cells,
    paint: Paint,
) -> Option<String> {
    let layout = layout(story, rows, width, cells)?;
    let mut text = header(story, &layout, paint);
    for row in rows {
        match row {
            Row::Gap(hidden) => {
                text += &paint.apply(Role::Faint, &gap_text(*hidden));
                text.push('\n');
            }
            Row::Step(number, step) => step_lines(*number, step, &layout, paint, &mut text),
        }
    }
    Some(text)
}

fn layout(story: &Execution, rows: &[Row<'_>], width: usize, shown: Cells) -> Option<Layout> {
    let steps =
        || rows.iter().filter_map(|row| if let Row::Step(n, s) = row { Some((*n, *s)) } else { None });
    let number = steps().map(|(n, _)| n).max()?.to_string().len();
    let line = steps().map(|(_, s)| line_number(s).len()).max()?;
    let mut threads: Vec<usize> = steps().map(|(_, s)| s.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let mut wanted: Vec<usize> = threads
        .iter()
        .map(|&t| {
            let cells = steps().filter(|(_, s)| s.thread == t).map(|(_, s)| line + 1 + s.text.width());
            cells.max().unwrap_or(0).max(story.name(t).width())
        })
        .collect();
    let effects = steps().flat_map(|(_, s)| &s.effects).map(|c| c.to_string().width()).max().unwrap_or(0);
    wanted.push(effects);
    let given = share(&wanted, width.checked_sub(number + SEPARATOR.width() * wanted.len())?)?;
    let (effects, cells) = given.split_last()?;
    let named = || cells.iter().zip(&threads).all(|(&given, &t)| given >= story.name(t).width());
    let whole = cells.iter().zip(&wanted).all(|(given, wanted)| given == wanted);
    if !named() || (shown == Cells::Whole && !whole) {
        return None;
    }
    Some(Layout {
        number,
        line,
        threads: threads.into_iter().zip(cells.iter().copied()).collect(),
        effects: *effects,
    })
}

/// Gives each column what it wants if there is enough, else narrows the widest first. `None` if one would get
/// less than it needs to be useful.
fn share(wanted: &[usize], available: usize) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i]);
    let mut given = vec![0; wanted.len()];
    let mut left = available;
    for (position, &i) in order.iter().enumerate() {
        let fair = left / (order.len() - position);
        given[i] = wanted[i].min(fair);
        if given[i] < wanted[i] && given[i] < MIN_CELL {
            return None;
        }
        left -= given[i];
    }
    Some(given)
}

fn line_number(step: &Step) -> String {
    step.place.as_ref().map_or_else(String::new, |place| place.line.to_string())
}

fn header(story: &Execution, layout: &Layout, paint: Paint) -> String {
    let separator = paint.apply(Role::Faint, SEPARATOR);
    let mut text = " ".repeat(layout.number);
    for &(thread, width) in &layout.threads {
        text += &separator;
        text += &paint.apply(Role::Thread(thread), &pad(story.name(thread), width));
    }
    let mut rule = "─".repeat(layout.number);
    let widths =
        layout.threads.iter().map(|&(_, width)| width).chain((layout.effects > 0).then_some(layout.effects));
    for width in widths {
        rule += "─┼─";
        rule += &"─".repeat(width);
    }
    if layout.effects > 0 {
        text += &separator;
        text += "effect";
    }
    format!("{}\n{}\n", text.trim_end(), paint.apply(Role::Faint, &rule))
}

/// The lines of one step; more than one if its statement or its effects do not fit into one.
fn step_lines(number: usize, step: &Step, layout: &Layout, paint: Paint, text: &mut String) {
    let effects = wrap_effects(step, layout.effects);
    let width =
        layout.threads.iter().find(|(thread, _)| *thread == step.thread).map_or(0, |&(_, width)| width);
    let cell = cell(step, layout.line, width);
    for i in 0..effects.len().max(cell.len()) {
        let label = if i == 0 { number.to_string() } else { String::new() };
        let mut line = paint.apply(Role::Faint, &format!("{label:>width$}", width = layout.number));
        for &(thread, width) in &layout.threads {
            line += &paint.apply(Role::Faint, SEPARATOR);
            let content = cell.get(i).filter(|_| thread == step.thread).map_or("", String::as_str);
            line += &paint.apply(Role::Thread(thread), &pad(content, width));
        }
        if layout.effects > 0 {
            line += &paint.apply(Role::Faint, SEPARATOR);
            line += effects.get(i).map_or("", String::as_str);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
}

/// The statement with its line number, in as many lines as it takes.
fn cell(step: &Step, line_width: usize, width: usize) -> Vec<String> {
    let texts = wrap(&step.text, width.saturating_sub(line_width + 1));
    let label = |i: usize| if i == 0 { line_number(step) } else { String::new() };
    texts.iter().enumerate().map(|(i, text)| format!("{:>line_width$} {text}", label(i))).collect()
}

/// The effects, as many on a line as fit.
fn wrap_effects(step: &Step, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for effect in &step.effects {
        let effect = effect.to_string();
        match lines.last_mut() {
            Some(line) if line.width() + 2 + effect.width() <= width => {
                line.push_str(", ");
                line.push_str(&effect);
            }
            _ => lines.extend(fold(&effect, width)),
        }
    }
    lines
}

/// An effect that is too wide is folded at its arrow, else between words.
fn fold(effect: &str, width: usize) -> Vec<String> {
    let indented =
        |text: &str| wrap(text, width.saturating_sub(2)).into_iter().map(|line| format!("  {line}"));
    match effect.rsplit_once(" -> ") {
        _ if effect.width() <= width => vec![effect.to_owned()],
        Some((before, after)) if before.width() <= width => {
            std::iter::once(before.to_owned()).chain(indented(&format!("-> {after}"))).collect()
        }
        _ => {
            let mut lines = wrap(effect, width).into_iter();
            let first = lines.next().unwrap_or_default();
            let rest = effect[first.len()..].trim_start();
            std::iter::once(first).chain(indented(rest)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::trace::samples::{dining, step};
    use super::super::trace::trace;
    use super::*;
    use crate::args::{TraceForm, View};
    use expect_test::expect;

    fn shown(story: &Execution, width: usize) -> String {
        trace(story, View { width, trace: Some(TraceForm::Columns), ..View::default() })
    }

    #[test]
    fn threads_that_step_have_columns() {
        expect![[r#"
              │ phil[0]               │ phil[1]               │ effect
            ──┼───────────────────────┼───────────────────────┼──────────────────────────
            1 │  9 meals += 1         │                       │ read meals = 0
            2 │  9 meals += 1         │                       │ meals: 0 -> 1
            3 │ 13 forks[i].acquire() │                       │ forks[0]: free -> phil[0]
            4 │                       │ 13 forks[i].acquire() │ forks[1]: free -> phil[1]
        "#]]
        .assert_eq(&shown(&dining(), 80));
    }

    #[test]
    fn the_widest_columns_are_wrapped_first() {
        expect![[r#"
              │ phil[0]             │ phil[1]             │ effect
            ──┼─────────────────────┼─────────────────────┼─────────────────────
            1 │  9 meals += 1       │                     │ read meals = 0
            2 │  9 meals += 1       │                     │ meals: 0 -> 1
            3 │ 13 forks[i].acquire │                     │ forks[0]: free
              │    ()               │                     │   -> phil[0]
            4 │                     │ 13 forks[i].acquire │ forks[1]: free
              │                     │    ()               │   -> phil[1]
        "#]]
        .assert_eq(&shown(&dining(), 68));
    }

    #[test]
    fn many_effects_take_more_lines() {
        let mut story = dining();
        let mut first = step(0, 5, "atomic { …", Some(["first", "0", "1"]));
        first.effects.extend(step(0, 5, "", Some(["second", "10", "20"])).effects);
        first.effects.extend(step(0, 5, "", Some(["b", "0", "1"])).effects);
        first.effects.extend(step(0, 5, "", Some(["c", "0", "1"])).effects);
        story.steps = vec![first];
        expect![[r#"
              │ phil[0]      │ effect
            ──┼──────────────┼─────────────────
            1 │ 5 atomic { … │ first: 0 -> 1
              │              │ second: 10 -> 20
              │              │ b: 0 -> 1
              │              │ c: 0 -> 1
        "#]]
        .assert_eq(&shown(&story, 40));
    }

    #[test]
    fn without_effects_there_is_no_column_for_them() {
        let mut story = dining();
        story.steps.truncate(1);
        story.steps[0].effects.clear();
        expect![[r#"
              │ phil[0]
            ──┼─────────────
            1 │ 9 meals += 1
        "#]]
        .assert_eq(&shown(&story, 80));
    }

    #[test]
    fn sharing_is_fair_and_gives_up_in_time() {
        assert_eq!(share(&[5, 30, 10], 45), Some(vec![5, 30, 10]));
        assert_eq!(share(&[5, 30, 40], 45), Some(vec![5, 20, 20]));
        assert_eq!(share(&[5, 30, 40], 30), None);
        assert_eq!(share(&[4, 4], 8), Some(vec![4, 4]));
    }
}
