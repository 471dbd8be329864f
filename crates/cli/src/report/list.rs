//! An execution as a list: one line a step.

use super::trace::{Row, gap_text, pad, wrap};
use crate::output::{Paint, Role};
use commute::{Execution, Place, Step};
use unicode_width::UnicodeWidthStr;

/// Statements are aligned up to this width; longer ones push the effects to the right.
const MAX_TEXT: usize = 36;

/// Text is not wrapped to less than this.
const NARROWEST: usize = 16;

/// The widths of the columns.
struct Widths {
    number: usize,
    name: usize,
    place: usize,
    text: usize,
    /// Whether places have the names of files.
    files: bool,
}

/// The list, each line with a line end. If everything happens in one file, its name is not repeated.
pub fn list(story: &Execution, rows: &[Row<'_>], width: usize, paint: Paint) -> String {
    let mut files: Vec<&str> = rows.iter().filter_map(file).collect();
    files.dedup();
    let widths = measure(story, rows, files.len() > 1);
    rows.iter()
        .map(|row| match row {
            Row::Gap(hidden) => format!("{}\n", paint.apply(Role::Faint, &gap_text(*hidden))),
            Row::Step(number, step) => line(story, *number, step, &widths, width, paint),
        })
        .collect()
}

fn file<'a>(row: &Row<'a>) -> Option<&'a str> {
    let Row::Step(_, step) = row else { return None };
    step.place.as_ref().map(|place| place.file.as_str())
}

fn measure(story: &Execution, rows: &[Row<'_>], files: bool) -> Widths {
    let mut widths = Widths { number: 1, name: 1, place: 1, text: 1, files };
    for row in rows {
        let Row::Step(number, step) = row else { continue };
        widths.number = widths.number.max(number.to_string().len());
        widths.name = widths.name.max(story.name(step.thread).width());
        widths.place = widths.place.max(place(step, files).width());
        widths.text = widths.text.max(step.text.width().min(MAX_TEXT));
    }
    widths
}

/// Where a step is: with the file, if that says something.
fn place(step: &Step, file: bool) -> String {
    let text = |place: &Place| if file { place.short() } else { format!(":{}", place.line) };
    step.place.as_ref().map_or_else(String::new, text)
}

fn line(story: &Execution, number: usize, step: &Step, w: &Widths, width: usize, paint: Paint) -> String {
    let number = format!("{number:>width$}", width = w.number);
    let name = pad(story.name(step.thread), w.name);
    let place = pad(&place(step, w.files), w.place);
    let before_text = w.number + w.name + w.place + 6;
    let head = format!(
        "{}  {}  {}  ",
        paint.apply(Role::Faint, &number),
        paint.apply(Role::Thread(step.thread), &name),
        paint.apply(Role::Faint, &place)
    );
    let effects = effects(step);
    let below = |text: &str, indent: usize| -> String {
        let lines = wrap(text, width.saturating_sub(indent).max(NARROWEST)).into_iter();
        lines.map(|line| format!("{}{line}\n", " ".repeat(indent))).collect()
    };
    let statement = || format!("{head}{}", below(&step.text, before_text).trim_start());
    if effects.is_empty() {
        return statement();
    }
    let fits = |text: &str| before_text + text.width() + 3 + effects.width() <= width;
    let aligned = pad(&step.text, w.text);
    if let Some(text) = [aligned.as_str(), step.text.as_str()].into_iter().find(|text| fits(text)) {
        return format!("{head}{text}   {effects}\n");
    }
    // The effects do not fit behind: they go below, under the thread's name.
    format!("{}{}", statement(), below(&effects, w.number + 4))
}

/// What a step does, on one line.
fn effects(step: &Step) -> String {
    step.effects.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::trace::samples::dining;
    use super::super::trace::trace;
    use crate::args::{TraceForm, View};
    use expect_test::expect;

    fn shown(width: usize, colour: bool) -> String {
        trace(&dining(), View { colour, width, trace: Some(TraceForm::List), ..View::default() })
    }

    #[test]
    fn wide() {
        expect![[r#"
            1  phil[0]  :9   meals += 1           read meals = 0
            2  phil[0]  :9   meals += 1           meals: 0 -> 1
            3  phil[0]  :13  forks[i].acquire()   forks[0]: free -> phil[0]
            4  phil[1]  :13  forks[i].acquire()   forks[1]: free -> phil[1]
        "#]]
        .assert_eq(&shown(100, false));
    }

    #[test]
    fn narrow() {
        expect![[r#"
            1  phil[0]  :9   meals += 1           read meals = 0
            2  phil[0]  :9   meals += 1           meals: 0 -> 1
            3  phil[0]  :13  forks[i].acquire()
                 forks[0]: free -> phil[0]
            4  phil[1]  :13  forks[i].acquire()
                 forks[1]: free -> phil[1]
        "#]]
        .assert_eq(&shown(62, false));
    }

    #[test]
    fn colours_do_not_move_anything() {
        let plain = String::from_utf8(strip(&shown(62, true))).unwrap();
        assert_eq!(plain, shown(62, false));
        assert!(shown(62, true).contains("\x1b[96mphil[0]\x1b[0m"));
    }

    /// The text without escape sequences.
    fn strip(text: &str) -> Vec<u8> {
        let mut inside = false;
        text.bytes()
            .filter(|&b| {
                let was_inside = inside || b == 0x1b;
                inside = was_inside && b != b'm';
                !was_inside
            })
            .collect()
    }
}
