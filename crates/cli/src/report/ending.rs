//! What follows an execution: where each thread stands, and how to see it again.

use super::trace::pad;
use crate::args::Define;
use crate::output::{Paint, Role};
use crate::story::{Standing, Story};
use unicode_width::UnicodeWidthStr;

/// A longer command is no use on a terminal.
const MAX_COMMAND: usize = 2000;

/// More threads than this are summed up.
const MAX_THREADS: usize = 40;

/// How the user can see the execution again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayHint {
    /// A command for the shell.
    Command(String),
    /// The schedule is too long for a command line and was not saved.
    TooLong,
}

impl ReplayHint {
    /// The hint for a schedule given as text, or in a file if it was saved.
    pub fn new(file: &str, defines: &[Define], schedule: &str, saved: Option<&str>) -> Self {
        let command = match saved {
            Some(path) => replay_command(file, defines, &["--schedule-file", path]),
            None => replay_command(file, defines, &["--schedule", schedule]),
        };
        if command.len() > MAX_COMMAND { ReplayHint::TooLong } else { ReplayHint::Command(command) }
    }

    /// The lines for the user.
    pub fn text(&self) -> String {
        match self {
            ReplayHint::Command(command) => format!("Replay it with\n  {command}\n"),
            ReplayHint::TooLong => {
                "The schedule is too long for a command line: --save-schedule FILE writes it to a file.\n"
                    .to_owned()
            }
        }
    }
}

/// `commute replay FILE -D .. --schedule ..`, quoted for a shell.
pub fn replay_command(file: &str, defines: &[Define], schedule: &[&str]) -> String {
    let mut words = vec!["commute".to_owned(), "replay".to_owned(), quoted(file)];
    for define in defines {
        words.push("-D".to_owned());
        words.push(quoted(&define.to_string()));
    }
    words.extend(schedule.iter().map(|word| quoted(word)));
    words.join(" ")
}

/// A word as a POSIX shell reads it.
fn quoted(word: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"_./=,:@%+-".contains(&b);
    if word.is_empty() {
        return "''".to_owned();
    }
    if word.bytes().all(plain) {
        return word.to_owned();
    }
    if word.bytes().all(|b| plain(b) || b == b' ' || b == b'*') {
        return format!("\"{word}\"");
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Where each thread stands after the last step.
pub fn standings(story: &Story, paint: Paint) -> String {
    let shown: Vec<&Standing> = story.end.iter().take(MAX_THREADS).collect();
    let place = |s: &Standing| s.place.as_ref().map_or_else(String::new, |p| p.short());
    let name_width = shown.iter().map(|s| story.name(s.thread).width()).max().unwrap_or(0);
    let place_width = shown.iter().map(|s| place(s).width()).max().unwrap_or(0);
    let mut text = String::from("At the end\n");
    for standing in &shown {
        let name = paint.apply(Role::Thread(standing.thread), &pad(story.name(standing.thread), name_width));
        let gap = if place_width > 0 { "  " } else { "" };
        let place = paint.apply(Role::Faint, &pad(&place(standing), place_width));
        text += &format!("  {name}  {place}{gap}{}\n", standing.doing);
    }
    if story.end.len() > MAX_THREADS {
        text += &format!("  ... and {} more threads\n", story.end.len() - MAX_THREADS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::trace::samples::dining;
    use super::*;
    use crate::args::DefineValue;
    use expect_test::expect;

    #[test]
    fn every_thread_is_listed() {
        expect![[r#"
            At the end
              phil[0]  dining.cm:14  waits for forks[1], held by phil[1]
              phil[1]  dining.cm:14  waits for forks[0], held by phil[0]
              waiter                 ended
        "#]]
        .assert_eq(&standings(&dining(), Paint::new(false)));
    }

    #[test]
    fn a_crowd_is_summed_up() {
        let mut story = dining();
        story.end = vec![story.end[0].clone(); 43];
        assert!(standings(&story, Paint::new(false)).ends_with("  ... and 3 more threads\n"));
    }

    #[test]
    fn commands_can_be_pasted() {
        let n = [Define { name: "N".into(), value: DefineValue::Int(-3) }];
        let hint = ReplayHint::new("a b.cm", &n, "0*3 1/2", None);
        let command = r#"commute replay "a b.cm" -D N=-3 --schedule "0*3 1/2""#;
        assert_eq!(hint, ReplayHint::Command(command.to_owned()));
        assert_eq!(quoted("it's $x"), r"'it'\''s $x'");
        assert_eq!(quoted(""), r#"''"#);
    }

    #[test]
    fn long_schedules_go_to_files() {
        let schedule = "0 1 ".repeat(600);
        assert_eq!(ReplayHint::new("a.cm", &[], &schedule, None), ReplayHint::TooLong);
        assert!(ReplayHint::TooLong.text().contains("--save-schedule"));
        let saved = ReplayHint::new("a.cm", &[], &schedule, Some("s.txt"));
        assert_eq!(saved.text(), "Replay it with\n  commute replay a.cm --schedule-file s.txt\n");
    }
}
