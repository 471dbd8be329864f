//! Looking for bugs before everything is explored: when the exhaustive search pauses, some executions are tried on a machine of their own.
//!
//! Nothing here depends on the clock: how much is tried depends on how many steps the search has made, and what is tried on seeds that
//! are counted. So the same program always gets the same answer. A program that holds costs a fraction of a second more, and
//! at most half as much again.

use crate::check::Undo;
use crate::subject::Subject;
use commute_explore::{
    Found, Keep, Limits, Observer, Options, Order, Outcome, Pause, Properties, Reduction, Sampling,
    StopReason, StoreKind, Symmetry, Unobserved, Verdict,
};
use std::collections::BTreeSet;

/// With so many states the search pauses for the first time. Smaller programs are explored before anything is tried.
pub(crate) const FIRST_PAUSE: u64 = 2_000;
/// How many states a depth-first search has, which comes first.
const DEPTH_FIRST: u64 = 2_500;
/// How many steps are tried when the search pauses for the first time, whatever it has cost. A search that explores every step has come
/// as far in less time than that takes, so it has to earn all.
const HEAD_START: u64 = 4_000;
/// For so many steps of the search one is tried; of a search that explores every step, for so many states. A step that is tried takes as
/// long as to expand a state without a reduction: all threads are asked what they can do.
const SHARE: u64 = 2;
const SHARE_OF_PLAIN: u64 = 8;
/// More steps than this are never tried: what has not been found by then is found by patience, if at all.
const MOST: u64 = 3_000_000;
/// Fewer are not worth beginning: a machine is made for them, which takes the longer the more components a state has.
const LEAST: std::ops::RangeInclusive<u64> = 250..=4_000;
const LEAST_OF_COMPONENT: u64 = 16;
/// How many more steps are tried after a data race was found, in case that it leads to something worse.
const AFTER_A_RACE: u64 = 100_000;

/// How a violation was found, if not by exploring everything in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FoundBy {
    /// Depth-first, before everything else.
    DepthFirst,
    /// By an execution that was chosen at random.
    Sample {
        /// How it was chosen.
        sampling: Sampling,
        /// Its number, from 1.
        execution: u64,
        /// What the choices began with.
        seed: u64,
    },
}

impl FoundBy {
    /// How a search in this order found it. Nothing is said of orders that find everything sooner or later.
    pub(crate) fn of(order: Order, found: &Found) -> Option<FoundBy> {
        let (Order::Sample { sampling, seed, .. }, Some(execution)) = (order, found.execution) else {
            return None;
        };
        Some(FoundBy::Sample { sampling: sampling.of_execution(execution), execution, seed })
    }
}

impl std::fmt::Display for FoundBy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FoundBy::DepthFirst => f.write_str("found by hunting: depth-first"),
            FoundBy::Sample { sampling: Sampling::Pct { depth }, execution, seed } => {
                write!(f, "found by hunting: PCT execution {execution}, depth {depth}, seed {seed}")
            }
            FoundBy::Sample { execution, seed, .. } => {
                write!(f, "found by hunting: random execution {execution}, seed {seed}")
            }
        }
    }
}

/// Whoever tries executions when a search pauses.
pub(crate) struct Hunter<'a, S: ?Sized> {
    subject: &'a S,
    options: Options,
    undo: Undo,
    /// How many steps were tried.
    spent: u64,
    /// How often it was looked.
    hunts: u64,
    found: Option<Hunted>,
}

/// What a hunt has found.
struct Hunted {
    found: Vec<Found>,
    races: Vec<String>,
    by: FoundBy,
}

impl Hunted {
    /// Whether it is nothing but data races.
    fn is_race(&self) -> bool {
        self.found.iter().all(Found::is_race)
    }
}

impl<'a, S: Subject + ?Sized> Hunter<'a, S> {
    /// For a search with these options.
    pub fn new(subject: &'a S, options: &Options, undo: Undo) -> Self {
        // What goes on for ever is not seen in an execution, and what the user says of sharing is checked in transactions.
        let properties = Properties { livelock: false, progress: false, ..options.properties };
        let options = Options {
            reduction: Reduction::None,
            keep: Keep::All,
            symmetry: Symmetry::None,
            bound: None,
            discipline: None,
            keep_going: false,
            properties,
            ..options.clone()
        };
        Self { subject, options, undo, spent: 0, hunts: 0, found: None }
    }

    /// Tries executions, as many as the search has earned, which is `plain` if it explores every step. Whether something was found; with
    /// `worse`, something worse than a data race.
    pub fn hunt(&mut self, pause: &Pause, plain: bool, worse: bool) -> bool {
        let earned = if plain { pause.states / SHARE_OF_PLAIN } else { HEAD_START + pause.steps / SHARE };
        let earned = earned.min(MOST).saturating_sub(self.spent);
        let cost_of_machine = if plain { pause.components as u64 * LEAST_OF_COMPONENT } else { u64::MAX };
        let least = cost_of_machine.clamp(*LEAST.start(), *LEAST.end());
        if earned < least || self.found.is_some() {
            return self.found.is_some();
        }
        self.options.properties.races &= !worse;
        self.hunts += 1;
        let deep = (self.hunts == 1).then(|| self.deep(earned)).flatten();
        let first = deep.or_else(|| self.sample(earned));
        self.found = first;
        if self.found.as_ref().is_some_and(Hunted::is_race) {
            self.options.properties.races = false;
            self.hunts += 1;
            self.found = self.sample(AFTER_A_RACE).or(self.found.take());
        }
        self.found.is_some()
    }

    /// A little of a depth-first search: how programs end is seen at once.
    fn deep(&mut self, earned: u64) -> Option<Hunted> {
        let options = Options { order: Order::Dfs, store: StoreKind::Exact, ..self.options.clone() };
        self.tried(&options, DEPTH_FIRST.min(earned), |_| Some(FoundBy::DepthFirst))
    }

    /// Executions with the next seed, until so many steps were made.
    fn sample(&mut self, steps: u64) -> Option<Hunted> {
        let order = Order::Sample { sampling: Sampling::Mixed, seed: self.hunts, executions: u64::MAX };
        let options = Options { order, store: StoreKind::None, ..self.options.clone() };
        self.tried(&options, steps, |found| FoundBy::of(order, found))
    }

    fn tried(
        &mut self,
        options: &Options,
        states: u64,
        by: impl FnOnce(&Found) -> Option<FoundBy>,
    ) -> Option<Hunted> {
        let limits = Limits { states: Some(states), ..options.limits };
        let options = Options { limits, ..options.clone() };
        let Outcome { found, races, stats, .. } = self.subject.search(&options, self.undo, &mut Unobserved);
        self.spent += stats.transitions;
        let by = by(found.first()?)?;
        Some(Hunted { found, races, by })
    }

    /// What the search says together with the hunt: what was found here was found first.
    pub fn conclude(self, outcome: Outcome) -> (Outcome, Option<FoundBy>) {
        let Some(Hunted { found, races, by }) = self.found else { return (outcome, None) };
        let explored = outcome.found.into_iter().map(|found| found.violation.message);
        let mut races: BTreeSet<String> = races.into_iter().chain(outcome.races).chain(explored).collect();
        found.iter().for_each(|found| _ = races.remove(&found.violation.message));
        let races = races.into_iter().collect();
        (Outcome { verdict: Verdict::Violated, found, races, incomplete: None, ..outcome }, Some(by))
    }
}

/// Why a search stops at a pause, if nobody wants it to go on.
pub(crate) const STOPPED: StopReason = StopReason::States(FIRST_PAUSE);

/// Passes on what an observer is told, with pauses of one's own.
pub(crate) struct Pausing<'a, F> {
    observer: &'a mut dyn Observer,
    at: u64,
    pause: F,
}

impl<'a, F: FnMut(&Pause) -> Option<StopReason>> Pausing<'a, F> {
    /// Pauses at so many states, and whenever there are twice as many as the last time.
    pub fn new(observer: &'a mut dyn Observer, at: u64, pause: F) -> Self {
        Self { observer, at, pause }
    }
}

impl<F: FnMut(&Pause) -> Option<StopReason>> Observer for Pausing<'_, F> {
    fn progress(&mut self, progress: &commute_explore::Progress) {
        self.observer.progress(progress);
    }

    fn resident(&mut self) -> Option<u64> {
        self.observer.resident()
    }

    fn keeps_checkpoints(&self) -> bool {
        self.observer.keeps_checkpoints()
    }

    fn wants_checkpoint(&mut self) -> bool {
        self.observer.wants_checkpoint()
    }

    fn checkpoint(&mut self, checkpoint: commute_explore::Checkpoint) {
        self.observer.checkpoint(checkpoint);
    }

    fn terminal(&mut self, content: &dyn Fn() -> u64) {
        self.observer.terminal(content);
    }

    fn pauses_at(&self) -> u64 {
        self.at
    }

    fn pause(&mut self, pause: &Pause) -> Option<StopReason> {
        let stops = (self.pause)(pause);
        if stops.is_none() {
            self.at = pause.states.saturating_mul(2);
        }
        stops
    }
}
