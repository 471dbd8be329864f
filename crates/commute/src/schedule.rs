//! Schedules as text: `0 1 1/2 0*5`.
//!
//! A step is the number of a thread; `/c` is its choice, zero if absent; `*n` repeats it.

use commute_machine::{Schedule, Tid, Transition};
use std::fmt::Write;

/// The most steps a text may stand for, so that `0*99999999999` is an error and not a full memory.
const MAX_STEPS: usize = 50_000_000;

/// The text of a schedule, repetitions folded.
pub fn print(schedule: &[Transition]) -> String {
    let mut text = String::new();
    for run in schedule.chunk_by(|a, b| a == b) {
        if !text.is_empty() {
            text.push(' ');
        }
        let Transition { tid, choice } = run[0];
        let _ = write!(text, "{}", tid.0);
        if choice != 0 {
            let _ = write!(text, "/{choice}");
        }
        if run.len() > 1 {
            let _ = write!(text, "*{}", run.len());
        }
    }
    text
}

/// Reads a schedule; `#` begins a comment that ends with the line.
pub fn parse(text: &str) -> Result<Schedule, String> {
    let mut schedule = Schedule::new();
    let words = text.lines().flat_map(|line| line.split('#').next().unwrap_or("").split_whitespace());
    for word in words {
        let (step, times) = parse_word(word).ok_or_else(|| {
            format!(
                "`{word}` is no step: write THREAD, THREAD/CHOICE or either with *TIMES, such as 0 1/2 0*5"
            )
        })?;
        if schedule.len() + times > MAX_STEPS {
            return Err(format!("the schedule has more than {MAX_STEPS} steps"));
        }
        schedule.extend(std::iter::repeat_n(step, times));
    }
    Ok(schedule)
}

fn parse_word(word: &str) -> Option<(Transition, usize)> {
    let (step, times) = word.split_once('*').unwrap_or((word, "1"));
    let (tid, choice) = step.split_once('/').unwrap_or((step, "0"));
    let times: u32 = digits(times)?;
    let transition = Transition { tid: Tid(digits(tid)?), choice: digits(choice)? };
    (times > 0).then_some((transition, times as usize))
}

/// A number without a sign.
fn digits<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.starts_with(|c: char| c.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(list: &[(u16, u16)]) -> Schedule {
        list.iter().map(|&(tid, choice)| Transition { tid: Tid(tid), choice }).collect()
    }

    #[test]
    fn runs_are_folded() {
        let schedule = steps(&[(0, 0), (0, 0), (0, 0), (1, 2), (1, 2), (1, 0), (12, 0)]);
        assert_eq!(print(&schedule), "0*3 1/2*2 1 12");
        assert_eq!(print(&[]), "");
    }

    #[test]
    fn what_is_printed_can_be_read() {
        for schedule in [steps(&[]), steps(&[(3, 0), (3, 1), (3, 1)]), steps(&[(65535, 65535)])] {
            assert_eq!(parse(&print(&schedule)), Ok(schedule));
        }
    }

    #[test]
    fn comments_and_lines() {
        assert_eq!(parse("# a.cm\n0 1/2 # twice\n 0*2\n"), Ok(steps(&[(0, 0), (1, 2), (0, 0), (0, 0)])));
    }

    #[test]
    fn bad_steps_are_named() {
        for word in ["x", "1/", "/1", "1*", "*2", "1*0", "-1", "+1", "70000", "1/70000", "1/2/3", "1*2*3"] {
            let error = parse(&format!("0 {word} 1")).unwrap_err();
            assert!(error.starts_with(&format!("`{word}` is no step")), "{error}");
        }
        assert_eq!(parse("0*4000000000"), Err("the schedule has more than 50000000 steps".to_owned()));
    }
}
