//! How near the default is to the best of all strategies: CPU time and states on every example, model and user program.
//!
//! What is measured is what a user waits for: the search, with everything that belongs to it, and the confirmation of what it finds; not
//! reading the program, and not temporal formulas, which are checked in the same way whatever the strategy is. Every strategy has
//! its usual order. A search is cut off when it has taken a little longer than the best one so far: then it is not the best.
//! All that come to an end must say the same.

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
/// Searches that take less are made three times, and the shortest counts.
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
    fn progress(&mut self, _progress: &Progress) {
        if clock::thread_time() > self.at {
            self.interrupt.raise();
        }
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
    let auto = measure(program, "auto", &auto, LONGEST)?;
    let mut ended: Vec<Measured> = Vec::new();
    ended.extend(auto.verdict.map(|_| auto.clone()));
    let mut full = None;
    for (name, check) in strategies() {
        let best = ended.iter().map(|one| one.milliseconds).min_by(f64::total_cmp);
        let longest = best
            .map_or(LONGEST, |best| LONGEST.min(Duration::from_secs_f64(best * PATIENCE / 1000.0) + GRACE));
        let measured = measure(program, &name, &check, longest)?;
        ended.extend(measured.verdict.map(|_| measured.clone()));
        full.get_or_insert(measured);
    }
    let full = full.expect("[commute internal bug] the plain search comes first");
    Ok(Compared { auto, full, ended })
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

/// The shortest of three searches, or one if it takes long.
fn measure(program: &Program, name: &str, check: &Check, longest: Duration) -> Result<Measured, String> {
    let first = once(program, name, check, longest)?;
    if first.verdict.is_none() || first.milliseconds > SHORT {
        return Ok(first);
    }
    let again = [once(program, name, check, longest)?, once(program, name, check, longest)?];
    Ok(again.into_iter().fold(
        first,
        |best, one| {
            if one.milliseconds < best.milliseconds { one } else { best }
        },
    ))
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
