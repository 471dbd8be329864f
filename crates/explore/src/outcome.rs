//! Results as data: what a search found, why it stopped, what it cost.

use crate::options::Bound;
use commute_machine::{Schedule, Violation, ViolationKind};
use commute_movers::{Assumption, Shared};
use std::time::Duration;

/// What a search says about a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// Every state that matters was explored and nothing is wrong.
    Holds,
    /// Something is wrong: see [`Outcome::found`].
    Violated,
    /// Nothing wrong was found, but not everything was explored.
    Undecided(StopReason),
}

/// Why a search did not explore everything.
#[derive(Clone, PartialEq, Debug)]
pub enum StopReason {
    /// The limit on stored states.
    States(u64),
    /// The limit on the length of executions: longer ones were cut.
    Depth(u64),
    /// The limit on memory, in bytes.
    Memory(u64),
    /// The limit on time.
    Time(Duration),
    /// There are more different runs of single threads than can be told apart.
    Runs,
    /// The user's interrupt.
    Interrupted,
    /// Threads came to places that the machine cannot follow: what the front end has not translated, or a bound of the machine.
    /// What they do then was not explored.
    Unfollowed(Unfollowed),
    /// Executions that go beyond this bound were not explored.
    Bound(Bound),
    /// Only so many executions were tried, chosen at random.
    Sampled {
        /// How many.
        executions: u64,
    },
    /// A thread runs for ever without doing anything while others wait for a time, which is up only if nothing else can happen.
    TimeStands,
    /// What was left out may show that what passed for initialisation was none: MLD cannot be checked in a reduced search.
    Initialisation,
    /// Whether the same lock protects this variable in all executions is not known: it has no name that means the same in all of them.
    UnnamedLock(String),
    /// Whether a function is atomic is not known.
    Atomicity {
        /// Its name.
        function: String,
        /// Why not.
        why: String,
    },
    /// The bitstate store may take a new state for an old one; `omission` is the expected share of states
    /// lost in this way.
    Bitstate {
        /// The expected share, from 0 to 1.
        omission: f64,
    },
}

/// Executions that could not be followed to their ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfollowed {
    /// What the first of them came to, and by which calls.
    pub what: String,
    /// How many steps led to such a place.
    pub ends: u64,
}

/// A violation and how to get there.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What is wrong.
    pub violation: Violation,
    /// The steps from the initial state; the last one shows it.
    pub schedule: Schedule,
    /// How many of the last of them are repeated for ever. None if it is about a state or a step.
    pub cycle: usize,
    /// The number of the execution that showed it, from 1, if executions were chosen at random.
    pub execution: Option<u64>,
}

impl Found {
    /// Whether it is a livelock.
    pub fn is_livelock(&self) -> bool {
        self.violation.kind == ViolationKind::Livelock
    }

    /// Whether it is a data race.
    pub fn is_race(&self) -> bool {
        self.violation.kind == ViolationKind::DataRace
    }
}

/// What a search cost.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stats {
    /// States stored.
    pub states: u64,
    /// Steps executed.
    pub transitions: u64,
    /// The longest execution (depth-first) or the greatest distance (breadth-first).
    pub depth: u64,
    /// States from which the strategy chose the steps of one thread although others had some.
    pub reduced: u64,
    /// How often the search began again because an assumption was refuted.
    pub restarts: u64,
    /// How many runs of one thread were made as one step, if the reduction has runs; `transitions` are their steps.
    pub runs: u64,
    /// How many states were expanded again, since what they rested on was refuted.
    pub repaired: u64,
    /// Steps that were made again only to come back to a state.
    pub repeated: u64,
    /// States in which no step was possible.
    pub terminal: u64,
    /// Bytes of the state store, its index and the component table.
    pub store_bytes: u64,
    /// Bytes of the stack or queue, at most.
    pub frontier_bytes: u64,
    /// Bytes that the whole process had when the search ended, if that is known: the program itself, tables of the allocator and what is
    /// touched of the rest.
    pub resident: Option<u64>,
    /// Different components (frames, objects, groups of globals).
    pub components: u64,
    /// A variable, or something else, that has become larger all the time: the states may be without bound.
    pub growing: Option<String>,
    /// The probability that the store took a new state for an old one; zero for an exact store.
    pub omission: f64,
    /// Wall-clock time, with that of searches that began again.
    pub elapsed: Duration,
}

/// What a search has seen, before anybody has judged it. Whoever adds to it on the way up (runs put into steps, searches that began
/// again) adds findings or a reason why something was left out; the verdict is made once, by [`Explored::judged`].
#[derive(Debug, Default)]
pub(crate) struct Explored {
    pub found: Vec<Found>,
    pub races: Vec<String>,
    pub incomplete: Option<StopReason>,
    pub assumptions: Vec<Assumption>,
    pub sharing: Vec<Shared>,
    pub stats: Stats,
}

impl Explored {
    /// A search that was stopped before it had begun to explore, with so many states in its store.
    pub fn stopped(reason: StopReason, states: u64) -> Self {
        Self { incomplete: Some(reason), stats: Stats { states, ..Stats::default() }, ..Self::default() }
    }

    /// Something was left out. The first reason stays.
    pub fn leaves_out(&mut self, reason: StopReason) {
        self.incomplete.get_or_insert(reason);
    }

    /// The verdict: what was found counts whatever was left out, and nothing holds of what was not explored.
    pub fn judged(self) -> Outcome {
        let Explored { found, races, incomplete, assumptions, sharing, stats } = self;
        let verdict = match (&incomplete, found.is_empty()) {
            (_, false) => Verdict::Violated,
            (Some(reason), true) => Verdict::Undecided(reason.clone()),
            (None, true) => Verdict::Holds,
        };
        Outcome { verdict, found, races, incomplete, assumptions, sharing, remarks: Vec::new(), stats }
    }
}

impl Outcome {
    /// The same with what else was found, and what else was left out, by looking at something that the search did not look at.
    #[must_use]
    pub fn and(self, more: Vec<Found>, left_out: Option<StopReason>) -> Self {
        let Outcome { verdict: _, mut found, races, incomplete, assumptions, sharing, remarks, stats } = self;
        found.extend(more);
        let incomplete = incomplete.or(left_out);
        let judged = Explored { found, races, incomplete, assumptions, sharing, stats }.judged();
        Outcome { remarks, ..judged }
    }
}

/// Everything a search has to say.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The verdict.
    pub verdict: Verdict,
    /// What was found: at most one violation, unless the search was asked to keep going; then the first of
    /// each kind and place.
    pub found: Vec<Found>,
    /// Data races, in words, that are no violations here: they were allowed, or something worse was found.
    pub races: Vec<String>,
    /// Why not everything was explored. With a violation this is a remark; without one it is the verdict.
    pub incomplete: Option<StopReason>,
    /// What the strategy took for granted; after a complete search, what is not refuted is proved.
    pub assumptions: Vec<Assumption>,
    /// How shared variables are shared, as far as the strategy found out.
    pub sharing: Vec<Shared>,
    /// What the machine has to say of what executions came to; a search knows nothing of it.
    pub remarks: Vec<String>,
    /// What it cost.
    pub stats: Stats,
}
