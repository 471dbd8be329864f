//! Searches that stop, at a limit or with fewer properties, and go on from a checkpoint: they end as the whole search does, or say
//! that they cannot.
//!
//! Checkpoints are taken every few thousand steps, and not after a violation. So a program is given *ballast*: threads that have some
//! thousand states among them, after which all others begin. A choice at the beginning makes two copies of these states that never meet
//! again, and the order in which threads come to their end is kept; only in one copy and after one order the others do begin. So what
//! is lost on one way is not found on another.

use super::reduced::{machine, report};
use super::{Difference, Stage, differ, protected};
use crate::{Model as Compiled, Report};
use commute::engine::{resume, search};
use commute_explore::{Checkpoint, Limits, Observer, Options, Outcome, Progress, Properties, Unobserved};
use std::collections::BTreeSet;

/// One program in so many is searched in this way.
pub const RESUMED_EVERY: u64 = 47;

/// No search of a program with ballast goes further.
const MOST: u64 = 40_000;

/// Of the checkpoints of one search so many are tried, the last ones.
const TRIED: usize = 1;

/// How many limits of depth are tried.
const DEPTHS: u64 = 3;

/// The threads of the ballast.
const THREADS: u64 = 6;

/// Takes every checkpoint that it can get.
#[derive(Default)]
struct Collector(Vec<Checkpoint>);

impl Observer for Collector {
    fn progress(&mut self, _progress: &Progress) {}

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn wants_checkpoint(&mut self) -> bool {
        true
    }

    fn checkpoint(&mut self, checkpoint: Checkpoint) {
        self.0.push(checkpoint);
    }
}

/// A program with ballast: all threads wait for it. Nothing if the text is not of that kind.
fn with_ballast(text: &str, number: u64) -> Option<String> {
    if ["process ", "env(", "init "].iter().any(|word| text.contains(word)) {
        return None;
    }
    let (mut out, mut rest, mut depth) = (String::new(), text, 0_i32);
    while let Some(c) = rest.chars().next() {
        if depth == 0 && (rest.starts_with("thread ") || rest.starts_with("daemon thread ")) {
            let open = rest.find('{')?;
            out += &rest[..=open];
            out += " when (ready_);";
            (rest, depth) = (&rest[open + 1..], 1);
            continue;
        }
        depth += i32::from(c == '{') - i32::from(c == '}');
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    // In which order they have to come to their end, so that the others begin.
    let order = (0..THREADS).fold(0, |order, k| order * 8 + (number + k) % THREADS + 1);
    // They come last, so that the numbers of the others stay what they are.
    out += &format!(
        "\nvar ready_: bool;\nvar done_: int;\nvar order_: int;\nvar which_: mod 3 = 2;\nvar pad_: [mod 4; {THREADS}];\n\
         thread pad_t[k in 0..{THREADS}] {{ when (which_ < 2) {{ pad_[k] = 1; }} pad_[k] = 2; \
         when (true) {{ done_ += 1; order_ = order_ * 8 + k + 1; }} }}\n\
         thread opener_ {{ which_ = choose(0..2); \
         when (done_ == {THREADS}) {{ assume which_ == {} && order_ == {order}; ready_ = true; }} }}\n\
         invariant early_: !(pad_[0] == 1 && pad_[1] == 1 && done_ == {} && which_ == {});\n",
        number % 2,
        number % 4,
        number / 4 % 8,
    );
    Some(out)
}

/// What two ends of a search must have in common.
fn essence(outcome: &Outcome) -> (Report, u64, u64) {
    (report(outcome), outcome.stats.depth, outcome.stats.terminal)
}

/// How searches went on.
pub type Resumed = BTreeSet<&'static str>;

/// That a search goes on only with the properties that it began with.
pub const REFUSED: &str = "goes on with no other properties";

/// All ways to go on.
pub const WAYS_ON: [&str; 5] = [
    "goes on from a checkpoint",
    "goes on after --max-depth",
    "goes on after --max-states",
    "goes on with --keep-going",
    REFUSED,
];

/// Searches a program with ballast in one go and in two. Gives how many checkpoints were tried.
pub fn compare(text: &str, number: u64) -> Result<usize, Difference> {
    Ok(compare_by_name(text, number)?.1)
}

/// The same for a program as it is, of at most this many states.
pub fn compare_as_is(text: &str, number: u64, most: u64) -> Result<usize, Difference> {
    Ok(in_parts(text, number, most)?.1)
}

/// Searches a program with ballast in one go and in two. Gives also which ways to go on were tried.
pub(super) fn compare_by_name(text: &str, number: u64) -> Result<(Resumed, usize), Difference> {
    let Some(text) = with_ballast(text, number) else { return Ok(Default::default()) };
    in_parts(&text, number, MOST)
}

fn in_parts(text: &str, number: u64, most: u64) -> Result<(Resumed, usize), Difference> {
    protected(|| {
        // The names of ballast may be taken, or the text may begin otherwise.
        let Ok(compiled) = Compiled::compile("ballast.cm", text, &[]) else { return Ok(Default::default()) };
        let limits = Limits { states: Some(most), ..Limits::default() };
        let options = Options { keep_going: true, limits, ..Options::default() };
        let whole = search(&mut machine(&compiled, number), &options, &mut Unobserved);
        if whole.incomplete.is_some() {
            return Ok(Default::default());
        }
        let options = Options { limits: Limits::default(), ..options };
        let (mut names, mut tried) = (Resumed::new(), 0);
        for (way, name, first) in firsts(number, &options) {
            let (went_on, refused) = go_on(&compiled, number, &first, &options, &whole)
                .or_else(|what| differ(Stage::Resumed, format!("{name}: {what}")))?;
            tried += went_on;
            let matters = if way == REFUSED { refused > 0 } else { went_on > 0 };
            names.extend(matters.then_some(way));
        }
        Ok((names, tried))
    })
}

/// How the first part is searched: as the second, or not. Which of [`WAYS_ON`] that is, and its name.
fn firsts(number: u64, options: &Options) -> Vec<(&'static str, String, Options)> {
    let limited = |limits| Options { limits, ..options.clone() };
    let with = |properties| Options { properties, ..options.clone() };
    // A checkpoint is taken every few thousand steps, and matters behind the first state that is cut off: which depth shows it is chance.
    let depth_limited = (0..DEPTHS).map(|more| {
        let depth = 8 + (number / RESUMED_EVERY + 3 * more) % 9;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        (WAYS_ON[1], format!("--max-depth {depth}"), Options { limits, ..options.clone() })
    });
    let states = 3_500 + number % 3_000;
    let all = Properties::default();
    let [whole, _, states_first, going_on, refused] = WAYS_ON;
    let others = [
        (whole, "up to a checkpoint".to_owned(), options.clone()),
        (
            states_first,
            format!("--max-states {states}"),
            limited(Limits { states: Some(states), ..Limits::default() }),
        ),
        (refused, "--no-invariants".to_owned(), with(Properties { invariants: false, ..all })),
        (refused, "--no-deadlock".to_owned(), with(Properties { deadlock: false, ..all })),
        (going_on, "up to the first violation".to_owned(), Options { keep_going: false, ..options.clone() }),
    ];
    others.into_iter().chain(depth_limited).collect()
}

/// Searches up to each checkpoint, and on from there. Gives how many went on and how many refused.
fn go_on(
    compiled: &Compiled,
    number: u64,
    first: &Options,
    second: &Options,
    whole: &Outcome,
) -> Result<(usize, usize), String> {
    let mut collector = Collector::default();
    search(&mut machine(compiled, number), first, &mut collector);
    let checkpoints = collector.0.iter().rev().take(TRIED);
    let (mut tried, mut refused) = (0, 0);
    for checkpoint in checkpoints {
        let as_one = first.limits == second.limits && first.properties == second.properties;
        match resume(&mut machine(compiled, number), checkpoint, second, &mut Unobserved) {
            Err(why) if as_one => return Err(format!("refused: {why}")),
            Err(_) => refused += 1,
            Ok(rest) if essence(&rest) == essence(whole) && rest.verdict == whole.verdict => tried += 1,
            Ok(rest) => {
                return Err(format!(
                    "{:?}, {:?}\nwhole: {:?}, {:?}",
                    rest.verdict,
                    essence(&rest),
                    whole.verdict,
                    essence(whole)
                ));
            }
        }
    }
    Ok((tried, refused))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_a_text_of_any_shape_wait_for_the_ballast() {
        let text = "fn f() { }\nthread a { x = 1; } daemon thread b[i in 0..2]\n{ loop { f(); } }";
        let padded = with_ballast(text, 0).unwrap();
        assert!(padded.starts_with(
            "fn f() { }\nthread a { when (ready_); x = 1; } daemon thread b[i in 0..2]\n{ when (ready_); loop { f(); } }"
        ));
    }

    #[test]
    fn a_search_is_resumed_often_enough() {
        let text = "var x: mod 3;\nthread a { x = 1; }\nthread b { assert x != 1; }";
        // The search must be right for this, which other tests are about.
        if let Ok(tried) = compare(text, 17) {
            assert!(tried >= 2, "{tried}");
        }
    }
}
