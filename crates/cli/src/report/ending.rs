//! What follows an execution: where each thread stands, and how to see it again.

use super::trace::{pad, wrap};
use crate::args::{JavaArgs, ProjectArgs, RandomArg, ReadArgs, TimeoutsArg};
use crate::output::{Paint, Role};
use commute::{Execution, Position};
use std::path::Path;
use unicode_width::UnicodeWidthStr;

/// A longer schedule is no use on a terminal.
const MAX_SCHEDULE: usize = 2000;

/// Text is not wrapped to less than this.
const NARROWEST: usize = 24;

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
    /// The hint for a schedule of a program that was read from `file`, given as text, or in a file if it was saved.
    pub fn new(file: &Path, read: &ReadArgs, schedule: &str, saved: Option<&Path>) -> Self {
        ReplayHint::Command(match saved {
            Some(path) => replay_command(file, read, &["--schedule-file", &as_file(path)]),
            None if schedule.len() > MAX_SCHEDULE => return ReplayHint::TooLong,
            None => replay_command(file, read, &["--schedule", schedule]),
        })
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

/// `commute replay FILE -D .. --schedule ..`, quoted for a shell: with everything that decides what program the file stands for.
fn replay_command(file: &Path, read: &ReadArgs, schedule: &[&str]) -> String {
    let mut words = vec!["commute".to_owned(), "replay".to_owned()];
    match &read.java.project {
        Some(ProjectArgs { project, no_build_tool }) => {
            words.extend(["--project".to_owned(), project.as_deref().map_or(".".to_owned(), as_file)]);
            words.extend(no_build_tool.then(|| "--no-build-tool".to_owned()));
        }
        None => words.push(as_file(file)),
    }
    words.extend(read_words(read));
    words.extend(schedule.iter().map(|&word| word.to_owned()));
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A path as a word that is not taken for an option, nor for standard input.
fn as_file(path: &Path) -> String {
    let text = path.display().to_string();
    if text.starts_with('-') { format!("./{text}") } else { text }
}

/// The flags that say how a program is read.
fn read_words(read: &ReadArgs) -> Vec<String> {
    let ReadArgs { defines, java } = read;
    let JavaArgs { class_path, main, jdk, test, random, spurious_wakeups, timeouts, project: _, .. } = java;
    let JavaArgs { partial_reads, invariant, ltl, properties, process, service, faults, .. } = java;
    let mut words = Vec::new();
    let mut flag = |name: &str, value: String| words.extend([name.to_owned(), value]);
    defines.iter().for_each(|define| flag("-D", define.to_string()));
    if !class_path.is_empty() {
        let paths: Vec<String> = class_path.iter().map(|path| path.display().to_string()).collect();
        flag("--class-path", paths.join(":"));
    }
    main.iter().for_each(|class| flag("--main", class.clone()));
    jdk.iter().for_each(|path| flag("--jdk", as_file(path)));
    test.iter().for_each(|test| flag("--test", test.clone()));
    service.iter().for_each(|one| flag("--service", one.to_string()));
    process.iter().for_each(|one| flag("--process", one.to_string()));
    faults.iter().for_each(|faults| flag("--faults", faults.to_string()));
    invariant.iter().for_each(|text| flag("--invariant", text.clone()));
    ltl.iter().for_each(|text| flag("--ltl", text.clone()));
    properties.iter().for_each(|file| flag("--properties", as_file(file)));
    match random {
        RandomArg::Choose => {}
        // A negative number would be taken for an option.
        RandomArg::Seed(seed) => words.push(format!("--random={seed}")),
    }
    words.extend(spurious_wakeups.then(|| "--spurious-wakeups".to_owned()));
    words.extend((*timeouts == TimeoutsArg::Last).then(|| "--timeouts=last".to_owned()));
    words.extend((*partial_reads > 0).then(|| format!("--partial-reads={partial_reads}")));
    words
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
pub fn standings(story: &Execution, width: usize, paint: Paint) -> String {
    let all: Vec<&Position> = story.end.iter().collect();
    format!("At the end\n{}", standing_lines(story, &all, width, paint))
}

/// Where some threads stand, a line each, or more if it is too long.
pub fn standing_lines(story: &Execution, threads: &[&Position], width: usize, paint: Paint) -> String {
    let shown = &threads[..threads.len().min(MAX_THREADS)];
    let place = |s: &Position| s.place.as_ref().map_or_else(String::new, |p| p.short());
    let name_width = shown.iter().map(|s| story.name(s.thread).width()).max().unwrap_or(0);
    let place_width = shown.iter().map(|s| place(s).width()).max().unwrap_or(0);
    let mut text = String::new();
    for standing in shown {
        let name = paint.apply(Role::Thread(standing.thread), &pad(story.name(standing.thread), name_width));
        let gap = if place_width > 0 { "  " } else { "" };
        let place = paint.apply(Role::Faint, &pad(&place(standing), place_width));
        let before = 4 + name_width + place_width + gap.len();
        let doing = wrap(&standing.doing, width.saturating_sub(before).max(NARROWEST));
        text += &format!("  {name}  {place}{gap}{}\n", doing.join(&format!("\n{}", " ".repeat(before))));
    }
    if threads.len() > MAX_THREADS {
        text += &format!("  ... and {} more threads\n", threads.len() - MAX_THREADS);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::trace::samples::dining;
    use super::*;
    use commute::{Constant, ConstantValue};
    use expect_test::expect;

    #[test]
    fn every_thread_is_listed() {
        expect![[r#"
            At the end
              phil[0]  dining.cm:14  waits for forks[1], held by phil[1]
              phil[1]  dining.cm:14  waits for forks[0], held by phil[0]
              waiter                 ended
        "#]]
        .assert_eq(&standings(&dining(), 80, Paint::new(false)));
    }

    #[test]
    fn a_crowd_is_summed_up() {
        let mut story = dining();
        story.end = vec![story.end[0].clone(); 43];
        assert!(standings(&story, 80, Paint::new(false)).ends_with("  ... and 3 more threads\n"));
    }

    #[test]
    fn commands_can_be_pasted() {
        let defines = vec![Constant { name: "N".into(), value: ConstantValue::Int(-3) }];
        let read = ReadArgs { defines, ..ReadArgs::default() };
        let hint = ReplayHint::new(Path::new("a b.cm"), &read, "0*3 1/2", None);
        let command = r#"commute replay "a b.cm" -D N=-3 --schedule "0*3 1/2""#;
        assert_eq!(hint, ReplayHint::Command(command.to_owned()));
        assert_eq!(quoted("it's $x"), r"'it'\''s $x'");
        assert_eq!(quoted(""), r#"''"#);
        assert_eq!(as_file(Path::new("-x.cm")), "./-x.cm");
    }

    #[test]
    fn commands_say_how_java_is_read() {
        let java = JavaArgs {
            class_path: vec!["lib/a b.jar".into(), "out".into()],
            main: Some("p.Main".into()),
            jdk: Some("/opt/jdk".into()),
            test: Some("p.T#works".into()),
            random: RandomArg::Seed(-7),
            spurious_wakeups: true,
            timeouts: TimeoutsArg::Last,
            partial_reads: 2,
            no_cache: false,
            process: vec![commute::process("client=p.Client localhost 4000", false).unwrap()],
            service: vec![commute::process("server=p.Server", true).unwrap()],
            faults: Some("drop<=1".parse().unwrap()),
            project: None,
            invariant: vec!["A.x <= 1".to_owned()],
            ltl: vec!["<> A.x == 1".to_owned()],
            properties: Some("A.props".into()),
        };
        let command = replay_command(Path::new("app.jar"), &ReadArgs { defines: Vec::new(), java }, &[]);
        let expected = "commute replay app.jar --class-path \"lib/a b.jar:out\" --main p.Main --jdk /opt/jdk \
            --test 'p.T#works' --service server=p.Server --process \"client=p.Client localhost 4000\" \
            --faults 'drop<=1' --invariant 'A.x <= 1' --ltl '<> A.x == 1' --properties A.props --random=-7 \
            --spurious-wakeups --timeouts=last --partial-reads=2";
        assert_eq!(command, expected);
    }

    #[test]
    fn long_schedules_go_to_files() {
        let schedule = "0 1 ".repeat(600);
        let (file, read) = (Path::new("a.cm"), ReadArgs::default());
        assert_eq!(ReplayHint::new(file, &read, &schedule, None), ReplayHint::TooLong);
        assert!(ReplayHint::TooLong.text().contains("--save-schedule"));
        let saved = ReplayHint::new(file, &read, &schedule, Some(Path::new("s.txt")));
        assert_eq!(saved.text(), "Replay it with\n  commute replay a.cm --schedule-file s.txt\n");
    }
}
