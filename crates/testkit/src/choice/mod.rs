//! How near the default is to the best of all strategies: CPU time and states on every example, model and user program.
//!
//! What is measured is what a user waits for: the search, with everything that belongs to it, and the confirmation of what it finds; not
//! reading the program, and not temporal formulas, which are checked in the same way whatever the strategy is. Every strategy has
//! its usual order. A search is cut off when it has taken a little longer than the best one so far: then it is not the best.
//! All that come to an end must say the same.
//!
//! Others may work on this machine, and what they do to its caches changes by the second. So in the end the default, the plain search
//! and the best are made again in turn, and of each the shortest time counts.

mod cases;
mod clock;

pub use cases::{Case, cases};

use commute::{Check, Program, Strategy, Verdict};
use commute_explore::{Interrupt, Limits, Observer, OracleKind, Progress, STRATEGIES, StrategyFacts};
use std::time::Duration;

/// No search takes longer.
const LONGEST: Duration = Duration::from_secs(20);
/// A search that has taken so many times as long as the best one is cut off.
const PATIENCE: f64 = 1.5;
/// And so much longer: shorter times are hardly measured.
const GRACE: Duration = Duration::from_millis(40);
/// How many times the searches that are compared are made again, if all of them take no longer than [`SHORT`]; else once.
const ROUNDS: usize = 5;
/// In milliseconds.
const SHORT: f64 = 100.0;
/// No search may take more memory.
const MEMORY: u64 = 2 << 30;

/// A search.
#[derive(Clone, Debug)]
pub struct Measured {
    /// How it is asked for.
    pub name: String,
    /// CPU time.
    pub milliseconds: f64,
    /// Stored states.
    pub states: u64,
    /// What it said; nothing if it was cut off.
    pub verdict: Option<Verdict>,
}

/// Stops a search when it has had its CPU time: others may work on this machine too.
struct Alarm {
    at: Duration,
    interrupt: Interrupt,
}

impl Observer for Alarm {
    fn progress(&mut self, _progress: &Progress) {}

    /// Asked more often than progress is told.
    fn wants_checkpoint(&mut self) -> bool {
        if clock::thread_time() > self.at {
            self.interrupt.raise();
        }
        false
    }
}

/// The searches of a case.
pub struct Compared {
    /// The default.
    pub auto: Measured,
    /// Every step.
    pub full: Measured,
    /// All that came to an end, the default among them.
    pub ended: Vec<Measured>,
}

impl Compared {
    /// The fastest of all that came to an end.
    pub fn best(&self) -> Option<&Measured> {
        self.ended.iter().min_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds))
    }

    /// How many times as long as the best the default takes; if it was cut off, at least.
    pub fn to_best(&self) -> Option<f64> {
        self.best().map(|best| self.auto.milliseconds / best.milliseconds)
    }

    /// How many times as long as `full` the default takes; at most, if that was cut off.
    pub fn to_full(&self) -> f64 {
        self.auto.milliseconds / self.full.milliseconds
    }

    /// Whether searches contradict each other.
    pub fn is_contradictory(&self) -> bool {
        self.ended.iter().any(|one| one.verdict != self.ended[0].verdict)
    }
}

/// Makes all searches of a program.
pub fn compare(program: &Program) -> Result<Compared, String> {
    let auto = Check::new().strategy(Strategy::Auto);
    // Library methods of Java are translated when they are first needed, which is no part of a search.
    once(program, "auto", &auto, LONGEST)?;
    let mut searches = vec![(auto.clone(), once(program, "auto", &auto, LONGEST)?)];
    for (name, check) in strategies() {
        let ended = searches.iter().filter(|(_, one)| one.verdict.is_some());
        let best = ended.map(|(_, one)| one.milliseconds).min_by(f64::total_cmp);
        let longest = best
            .map_or(LONGEST, |best| LONGEST.min(Duration::from_secs_f64(best * PATIENCE / 1000.0) + GRACE));
        let measured = once(program, &name, &check, longest)?;
        searches.push((check, measured));
    }
    again(program, &mut searches)?;
    let mut searches = searches.into_iter().map(|(_, one)| one);
    let both = searches.next().zip(searches.next());
    let (auto, full) = both.expect("[commute internal bug] the plain search comes first");
    let ended = [auto.clone(), full.clone()].into_iter().chain(searches);
    let ended = ended.filter(|one| one.verdict.is_some()).collect();
    Ok(Compared { auto, full, ended })
}

/// Makes those searches again, in turn, that may be the best, and the first two.
fn again(program: &Program, searches: &mut [(Check, Measured)]) -> Result<(), String> {
    let ended = || searches.iter().filter(|(_, one)| one.verdict.is_some());
    let Some(best) = ended().map(|(_, one)| one.milliseconds).min_by(f64::total_cmp) else { return Ok(()) };
    let may_be_best = |one: &Measured| one.verdict.is_some() && one.milliseconds <= best * PATIENCE;
    let wanted =
        |(at, (_, one)): &(usize, &(Check, Measured))| may_be_best(one) || *at < 2 && one.verdict.is_some();
    let wanted: Vec<usize> = searches.iter().enumerate().filter(wanted).map(|(at, _)| at).collect();
    let is_short = wanted.iter().all(|&at| searches[at].1.milliseconds <= SHORT);
    for _ in 0..if is_short { ROUNDS } else { 1 } {
        for &at in &wanted {
            let (check, measured) = &mut searches[at];
            let one = once(program, &measured.name, check, LONGEST)?;
            measured.milliseconds = measured.milliseconds.min(one.milliseconds);
        }
    }
    Ok(())
}

/// Every strategy, with every oracle that it is sound with, the plain search first.
fn strategies() -> impl Iterator<Item = (String, Check)> {
    let of = |facts: &'static StrategyFacts| {
        let check = Check::new().strategy(Strategy::Named(facts));
        let by_oracle = OracleKind::ALL.iter().filter(|_| facts.takes_oracle()).map({
            let check = check.clone();
            move |&oracle| (format!("{} {}", facts.name, oracle.facts().name), check.clone().oracle(oracle))
        });
        let alone = (!facts.takes_oracle()).then(|| (facts.name.to_owned(), check));
        alone.into_iter().chain(by_oracle)
    };
    STRATEGIES.iter().flat_map(of).filter(|(_, check)| check.build().is_ok())
}

fn once(program: &Program, name: &str, check: &Check, longest: Duration) -> Result<Measured, String> {
    let began = clock::thread_time();
    let mut alarm = Alarm { at: began + longest, interrupt: Interrupt::default() };
    let limits = Limits { memory: Some(MEMORY), ..Limits::default() };
    let check = check.clone().formulas(None).limits(limits).interrupt(alarm.interrupt.clone());
    let search = check.build().map_err(|conflict| conflict.to_string())?;
    let report = search.observed(program, None, &mut alarm).map_err(|failure| failure.to_string())?;
    let taken = clock::thread_time() - began;
    let verdict = Some(report.verdict).filter(|&verdict| verdict != Verdict::Undecided);
    Ok(Measured {
        name: name.to_owned(),
        milliseconds: taken.as_secs_f64() * 1000.0,
        states: report.stats.states,
        verdict,
    })
}
