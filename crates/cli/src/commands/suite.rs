//! The tests of Java classes, one after the other or several at once, and what came of them.

use super::check::{Whence, check_program, not_loaded, say};
use crate::STACK_BYTES;
use crate::args::{Check, JavaArgs, ReadArgs};
use crate::exit::Exit;
use crate::format::{Message, TestRow};
use crate::output::Out;
use commute::numbers::{counted, time};
use commute::{Interrupt, JavaOptions, JavaTest, JavaTests};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// Some classes with tests.
pub(super) struct Suite<'a> {
    /// Where they are.
    pub file: &'a Path,
    /// How to read them.
    pub read: &'a ReadArgs,
    /// How to read one of them again, if that is shorter to say.
    pub again: Option<&'a ReadArgs>,
    /// Whether a line is enough for a test that holds.
    pub brief: bool,
}

/// Checks the tests of a suite that are wanted, and adds what came of each.
pub(super) fn check_suite(
    args: &Check,
    suite: &Suite<'_>,
    interrupt: &Interrupt,
    rows: &mut Vec<TestRow>,
    out: &mut Out<'_>,
) -> anyhow::Result<Exit> {
    let java = JavaArgs { test: None, ..suite.read.java.clone() };
    let limit = args.search.limits().time;
    let options =
        JavaOptions { deadline: limit.and_then(|l| Instant::now().checked_add(l)), ..java.options() };
    let tests = match JavaTests::of(suite.file, &options) {
        Ok(tests) => tests,
        Err(error) => return not_loaded(args, &suite.file.display().to_string(), &error, out),
    };
    let pattern = suite.read.java.test.as_deref();
    let wanted: Vec<&JavaTest> = tests.list.iter().filter(|test| is_wanted(pattern, &test.name)).collect();
    let jobs = args.jobs.min(wanted.len()).max(1);
    let stop = AtomicBool::new(args.stop_first && rows.iter().any(TestRow::fails));
    let mut worst = Exit::Holds;
    let one = |test: &&JavaTest| check_test(args, suite, &tests, test, jobs, interrupt);
    in_order(&wanted, jobs, &stop, one, |test, checked| {
        let Some(Checked { row, text }) = checked.transpose()? else {
            rows.push(TestRow::not_run(&test.name));
            return Ok(());
        };
        out.text(&text)?;
        worst = worst.worst(row.exit.unwrap_or(Exit::Holds));
        if args.stop_first && row.fails() || out.is_closed() {
            stop.store(true, Ordering::Relaxed);
        }
        rows.push(row);
        Ok(())
    })?;
    Ok(worst)
}

/// What came of a test.
struct Checked {
    row: TestRow,
    /// What there is to say of it.
    text: String,
}

fn check_test(
    args: &Check,
    suite: &Suite<'_>,
    tests: &JavaTests,
    test: &JavaTest,
    jobs: usize,
    interrupt: &Interrupt,
) -> anyhow::Result<Checked> {
    let started = Instant::now();
    let mut text = Vec::new();
    let mut out = Out::new(&mut text);
    let name = &test.name;
    let mut row = TestRow { name: name.clone(), exit: None, off: false, states: None, time: None };
    if let Some(reason) = &test.off {
        row.off = true;
        say(args, &Message::Disabled { test: name, reason }, &mut out)?;
    } else if interrupt.is_raised() {
        row.exit = Some(Exit::Undecided);
        say(args, &Message::Interrupted { file: name }, &mut out)?;
    } else {
        let deadline = args.search.limits().time.and_then(|limit| started.checked_add(limit));
        match tests.read(name, deadline) {
            Ok(program) => {
                let read = suite.again.unwrap_or(suite.read);
                let java = JavaArgs { test: Some(name.clone()), main: None, ..read.java.clone() };
                let read = ReadArgs { java, ..read.clone() };
                let whence = Whence { file: suite.file, read: &read, started, jobs, brief: suite.brief };
                let (exit, stats) = check_program(args, &whence, &program, &mut out)?;
                row.exit = Some(exit);
                row.states = Some(stats.states);
                row.time = Some(started.elapsed());
            }
            Err(error) => row.exit = Some(not_loaded(args, name, &error, &mut out)?),
        }
    }
    let is_brief = suite.brief && row.exit == Some(Exit::Holds);
    if is_brief && args.format.for_people {
        out.text(&format!("{name}: holds ({})\n", cost(&row)))?;
    } else if !args.quiet && args.format.for_people {
        out.text("\n")?;
    }
    Ok(Checked { row, text: String::from_utf8_lossy(&text).into_owned() })
}

/// What a test cost, in words.
fn cost(row: &TestRow) -> String {
    let states = row.states.map(|states| counted(states, "state"));
    let took = row.time.map(time);
    states.into_iter().chain(took).collect::<Vec<_>>().join(", ")
}

/// Does `one` for each item, several at once, and gives what came of it to `each` in the order of the items: nothing for those that
/// were not begun, or come after one that made `stop` true.
fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    one: impl Fn(&T) -> anyhow::Result<R> + Sync,
    mut each: impl FnMut(&T, Option<anyhow::Result<R>>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (sender, next, one) = (sender.clone(), &next, &one);
            let worker = move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { return };
                    if sender.send((index, one(item))).is_err() {
                        return;
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker)?;
        }
        drop(sender);
        let (mut early, mut at) = (BTreeMap::new(), 0);
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&at) {
                let wanted = !stop.load(Ordering::Relaxed);
                let done = each(&items[at], wanted.then_some(result));
                at += 1;
                if done.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    return done;
                }
            }
        }
        items[at..].iter().try_for_each(|item| each(item, None))
    })
}

/// Whether a test is one of those that a list of patterns names, separated by commas: `a.BTest#works`, `*Test#w*`, or only the class, with
/// or without its package. `*` is any text, `?` any character.
fn is_wanted(patterns: Option<&str>, test: &str) -> bool {
    let Some(patterns) = patterns else { return true };
    let class = test.split('#').next().unwrap_or(test);
    let simple = class.rsplit('.').next().unwrap_or(class);
    let method = &test[class.len()..];
    patterns.split(',').map(str::trim).any(|pattern| match pattern.contains('#') {
        true => matches(pattern, test) || matches(pattern, &format!("{simple}{method}")),
        false => matches(pattern, class) || matches(pattern, simple),
    })
}

/// Whether a text is of the form of a pattern. The last `*` that was passed takes more when the rest does not fit.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        if pattern.get(p) == Some(&'*') {
            star = Some((p, t));
            p += 1;
        } else if pattern.get(p).is_some_and(|&c| c == '?' || c == text[t]) {
            (p, t) = (p + 1, t + 1);
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            (p, t) = (at + 1, taken + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_name_tests_classes_and_methods() {
        let test = "a.b.CounterTest#counts";
        for pattern in [
            test,
            "a.b.CounterTest",
            "CounterTest",
            "CounterTest#counts",
            "*Test#c*",
            "x, a.b.*",
            "*#count?",
            "*",
        ] {
            assert!(is_wanted(Some(pattern), test), "{pattern}");
        }
        for pattern in ["a.b.Counter", "CounterTest#count", "b.CounterTest", "#counts", "", "*Test#*x*"] {
            assert!(!is_wanted(Some(pattern), test), "{pattern}");
        }
        assert!(is_wanted(None, test));
        assert!(matches("a*b*c", "aXbXbXc") && !matches("a*b*c", "aXcXb") && matches("**", ""));
    }

    #[test]
    fn what_several_threads_do_comes_in_order() {
        let items: Vec<u64> = (0..50).collect();
        let stop = AtomicBool::new(false);
        let slowly = |&item: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(item * 37 % 11));
            Ok(item)
        };
        let mut seen = Vec::new();
        in_order(&items, 4, &stop, slowly, |&item, result| {
            seen.push((item, result.transpose()?));
            // After the tenth nothing counts, whether it was begun or not.
            stop.store(item >= 9, Ordering::Relaxed);
            Ok(())
        })
        .unwrap();
        let expected: Vec<(u64, Option<u64>)> =
            (0..50).map(|item| (item, (item < 10).then_some(item))).collect();
        assert_eq!(seen, expected);
    }
}
