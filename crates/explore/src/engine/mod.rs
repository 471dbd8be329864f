//! The one search loop. Order, store, strategy and watcher are its parameters; it knows neither what a step
//! does nor why a strategy leaves some out nor what a watcher looks for.

mod arrival;
mod expansion;
mod findings;
mod gathering;
mod growth;
mod livelocks;
mod stopping;
mod supervision;

pub use findings::{is_bystander, is_same};
pub use livelocks::finds_livelocks;
pub use stopping::Stopping;

use crate::observer::{Observer, Progress};
use crate::options::{Keep, Options};
use crate::order::{Next, Traversal};
use crate::outcome::{Explored, Found, Stats, StopReason};
use crate::repair::Repairs;
use crate::sparse::Sparse;
use crate::store::StoreOf;
use crate::strategy::Strategy;
use crate::watcher::Watcher;
use commute_machine::{Patience, Rewind, Tid, Transition};
use findings::Findings;
use growth::Growth;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use supervision::Supervision;

/// A search under way.
pub struct Engine<'a, M, O, S, P: ?Sized, W> {
    machine: &'a mut M,
    order: O,
    store: S,
    strategy: &'a mut P,
    watcher: &'a mut W,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    supervision: Supervision<'a>,
    stats: Stats,
    findings: Findings,
    /// How many choices each thread has in the state being expanded.
    choices: Vec<u32>,
    /// The steps to be explored from it.
    steps: Vec<Transition>,
    /// Those that were made from it, if what they led to is stored later.
    made: Vec<Transition>,
    /// Whether it is.
    gathers: bool,
    /// The thread that made the last step.
    last: Option<Tid>,
    /// If only the states at which the search branches are stored.
    sparse: Option<Sparse>,
    /// What grows, as far as it was looked at.
    growth: Growth,
    /// How much there was to choose from.
    breadth: Breadth,
    /// With more states than this it stops, as what was found is enough.
    until: u64,
    /// With so many states it pauses, for the observer.
    pause_at: u64,
    /// If states are expanded again that rested on what was refuted; otherwise the search begins again.
    repair: Option<Repairs>,
}

/// What there was to choose from in all states in which steps were chosen.
#[derive(Default)]
struct Breadth {
    /// How many states.
    expanded: u64,
    /// How many threads could step.
    enabled: u64,
    /// How many of these do not.
    left_out: u64,
}

/// Why a search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    /// Nothing is left to explore.
    Explored,
    /// It has come to a limit, or has found a violation and is not to look for more.
    Stopped,
    /// The watcher has seen what it was looking for.
    Seen,
    /// Something that the strategy relied on is not true.
    Refuted,
}

/// Whether the search goes on.
type Flow = ControlFlow<Ended>;

impl<'a, M, O, S, P, W> Engine<'a, M, O, S, P, W>
where
    M: Rewind,
    O: Traversal<M>,
    S: StoreOf<M>,
    P: Strategy<M> + ?Sized,
    W: Watcher<M>,
{
    /// A search of `machine`.
    pub fn new(
        machine: &'a mut M,
        order: O,
        store: S,
        strategy: &'a mut P,
        watcher: &'a mut W,
        options: &'a Options,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            machine,
            order,
            store,
            strategy,
            watcher,
            options,
            observer,
            supervision: Supervision::new(options),
            stats: Stats::default(),
            findings: Findings::default(),
            choices: Vec::new(),
            steps: Vec::new(),
            made: Vec::new(),
            gathers: false,
            last: None,
            breadth: Breadth::default(),
            until: u64::MAX,
            pause_at: u64::MAX,
            growth: Growth::default(),
            sparse: (options.keep == Keep::Sparse).then(Sparse::default),
            repair: options.repairs().then(Repairs::default),
        }
    }

    /// Runs it from the initial state to its end. If it has to begin again, only what contradicts the user is given: that stays
    /// true.
    pub fn run(mut self) -> Result<Explored, Vec<Found>> {
        self.grant_patience();
        self.strategy.prepare(self.machine);
        if self.strategy.watches_cycles() {
            self.order.track_stack();
        }
        if finds_livelocks(self.options) {
            self.order.note_suspects();
        }
        self.pause_at = self.observer.pauses_at();
        let begun = self.begin();
        self.go_on(begun)
    }

    /// The same from a checkpoint of a search that had cost `stats`: the machine stands at a state whose steps are wanted.
    pub fn resume(mut self, stats: Stats) -> Result<Explored, Vec<Found>> {
        self.stats = stats;
        self.grant_patience();
        let begun = self.expand();
        self.go_on(begun)
    }

    fn begin(&mut self) -> Flow {
        let initial = self.machine.restart();
        if let Some(sparse) = &mut self.sparse {
            sparse.begin(S::state(self.machine));
        }
        self.arrive(initial)
    }

    fn go_on(mut self, begun: Flow) -> Result<Explored, Vec<Found>> {
        let ended = match begun {
            ControlFlow::Continue(()) => self.explore(),
            ControlFlow::Break(ended) => ended,
        };
        // A machine that has given up has not explored everything, whatever it said last.
        let _ = self.heed();
        self.machine.be_patient(Patience::default());
        // A violation is a violation, but "holds", and that there are no others, rests on what was assumed.
        // Of a search that was cut off neither is said.
        let rests = self.findings.are_races() || self.options.keep_going && !self.findings.are_cut_off();
        let refuted = self.repair.is_none() && rests && self.strategy.is_refuted(self.machine);
        if refuted || ended == Ended::Refuted {
            return Err(self.findings.that_stay());
        }
        self.stats.states = self.store.len();
        if ended == Ended::Explored {
            self.strategy.explored(self.machine);
            self.find_livelocks();
        }
        if ended == Ended::Seen {
            let schedule = self.order.schedule();
            self.watcher.conclude(self.machine, &mut self.store, &schedule);
        }
        Ok(self.finish())
    }

    fn explore(&mut self) -> Ended {
        let weight = self.strategy.weight();
        self.gathers = self.can_gather();
        loop {
            if let ControlFlow::Break(ended) = self.round(weight) {
                return ended;
            }
        }
    }

    #[inline]
    fn round(&mut self, weight: u32) -> Flow {
        self.count_round(weight)?;
        self.heed()?;
        match self.order.next(self.machine, &mut self.store) {
            Next::Expand => {
                if self.supervision.takes_checkpoint() {
                    self.save();
                }
                match self.supervision.put_off.take() {
                    Some(reason) => self.stop_now(reason),
                    None => self.expand(),
                }
            }
            Next::Take(step) if self.gathers => self.gather(step, weight),
            Next::Take(step) => self.take(step),
            Next::Widen => self.widen(),
            Next::Done if self.repair() => Flow::Continue(()),
            Next::Done => Flow::Break(Ended::Explored),
        }
    }

    /// Looks up from work if it is time to.
    #[inline]
    fn count_round(&mut self, weight: u32) -> Flow {
        let components = S::state(self.machine).len() + self.machine.threads();
        if self.supervision.is_due(weight, components) { self.look() } else { Flow::Continue(()) }
    }

    #[inline]
    fn take(&mut self, step: Transition) -> Flow {
        self.stats.transitions += 1;
        let depth = self.order.depth().saturating_sub(1);
        self.strategy.stepping(self.machine, step, depth);
        self.last = Some(step.tid);
        let result = self.machine.step(step);
        self.arrive(result)
    }

    /// Tells the observer where the search stands, if that is the whole truth.
    #[cold]
    fn save(&mut self) {
        if self.findings.can_be_left_out()
            && let Some(checkpoint) = self.order.checkpoint(&self.stats, self.options.properties)
        {
            self.observer.checkpoint(checkpoint);
        }
    }

    /// Stops; or, if checkpoints are kept, before the next state is expanded: what was done until then can be saved.
    fn stop(&mut self, reason: StopReason) -> Flow {
        if self.observer.keeps_checkpoints() && self.machine.given_up().is_none() {
            self.supervision.put_off(reason);
            return Flow::Continue(());
        }
        self.stop_now(reason)
    }

    fn stop_now(&mut self, reason: StopReason) -> Flow {
        self.findings.stop(reason);
        Flow::Break(Ended::Stopped)
    }

    fn memory(&self) -> u64 {
        (self.store.bytes() + S::component_bytes(self.machine) + self.frontier_bytes()) as u64
    }

    fn frontier_bytes(&self) -> usize {
        self.order.bytes()
            + self.machine.mark_bytes()
            + self.watcher.bytes()
            + self.repair.as_ref().map_or(0, Repairs::bytes)
            + self.sparse.as_ref().map_or(0, Sparse::bytes)
            + self.strategy.bytes()
    }

    /// Stops if the machine has given up in the middle of something.
    #[inline]
    fn heed(&mut self) -> Flow {
        let Some(why) = self.machine.given_up() else { return Flow::Continue(()) };
        self.stop(self.supervision.stopping.reason_of(why))
    }

    /// Lets the machine give up when the search would have to be stopped.
    fn grant_patience(&mut self) {
        let counted = self.memory();
        let patience = self.supervision.stopping.patience(self.observer, counted);
        self.machine.be_patient(patience);
    }

    /// Looks at the clock, the memory and the interrupt.
    #[cold]
    fn look(&mut self) -> Flow {
        self.stats.frontier_bytes = self.stats.frontier_bytes.max(self.frontier_bytes() as u64);
        let (counted, growth) = (self.memory(), self.store.growth() as u64);
        if let Some(reason) = self.supervision.stopping.reason(self.observer, counted, growth) {
            return self.stop(reason);
        }
        self.grant_patience();
        if self.growth.is_due(self.store.len()) {
            self.note_sizes();
        }
        let progress = Progress {
            growing: self.growth.growing(),
            states: self.store.len(),
            transitions: self.stats.transitions,
            depth: self.order.depth(),
            frontier: self.order.frontier(),
            memory: counted,
            elapsed: self.supervision.elapsed(),
        };
        self.supervision.tell(self.observer, &progress);
        Flow::Continue(())
    }

    /// Notes how large things are in the state at which the machine stands.
    #[cold]
    fn note_sizes(&mut self) {
        let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
        self.machine.sizes(&mut |name, size| {
            let largest = sizes.entry(name).or_default();
            *largest = size.max(*largest);
        });
        self.growth.note(sizes);
    }

    fn finish(mut self) -> Explored {
        self.stats.growing = self.growth.growing().map(str::to_owned);
        let left_out = self.strategy.left_out().or_else(|| self.order.left_out());
        self.stats.store_bytes = (self.store.bytes() + S::component_bytes(self.machine)) as u64;
        self.stats.frontier_bytes = self.stats.frontier_bytes.max(self.frontier_bytes() as u64);
        self.stats.components = S::components(self.machine) as u64;
        self.stats.resident = self.observer.resident();
        self.stats.omission = self.store.omission();
        self.stats.elapsed = self.supervision.elapsed();
        let assumptions = self.strategy.assumptions(self.machine);
        let sharing = self.strategy.sharing(self.machine);
        let mut races = self.findings.take_races();
        let (mut found, incomplete) = self.findings.conclude(left_out);
        // Of several things that are wrong a data race is the last one to be shown.
        if !self.options.keep_going && found.iter().any(|found| !found.is_race()) {
            let extra = found.extract_if(.., |found| found.is_race());
            races.extend(extra.map(|found| found.violation.message));
        }
        Explored { found, races, incomplete, assumptions, sharing, stats: self.stats }
    }
}
