//! The one search loop. Order, store, strategy and watcher are its parameters; it knows neither what a step
//! does nor why a strategy leaves some out nor what a watcher looks for.

use crate::deadlock;
use crate::observer::{Observer, Progress};
use crate::options::{Keep, Options};
use crate::order::{Next, Order};
use crate::outcome::{Explored, Found, Stats, StopReason, Unfollowed};
use crate::repair::Repair;
use crate::sparse::Run;
use crate::stopping::Stopping;
use crate::store::{Inserted, Store};
use crate::strategy::{Here, Selected, Strategy, steps_of};
use crate::watcher::{Arrival, Watcher};
use commute_base::fault;
use commute_machine::{
    Fingerprint, Machine, Patience, Rewind, StepResult, Tid, Transition, Violation, ViolationKind,
};
use std::collections::{BTreeSet, HashSet};
use std::time::{Duration, Instant};

/// How many rounds of the loop pass between two looks at the clock, memory and interrupt.
const ROUNDS_PER_LOOK: u32 = 4096;
/// A step in a state with so many components, or threads to be asked for their choices, takes twice the usual time.
const USUAL_COMPONENTS: usize = 64;
/// How often the observer is told.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// A search under way.
pub struct Engine<'a, M, O, S, P: ?Sized, W> {
    machine: &'a mut M,
    order: O,
    store: S,
    strategy: &'a mut P,
    watcher: &'a mut W,
    options: &'a Options,
    observer: &'a mut dyn Observer,
    started: Instant,
    stopping: Stopping<'a>,
    told: Instant,
    stats: Stats,
    found: Vec<Found>,
    unfollowed: Option<Unfollowed>,
    incomplete: Option<StopReason>,
    choices: Vec<u32>,
    steps: Vec<Transition>,
    last: Option<Tid>,
    run: Run,
    /// The state to be expanded is not stored, and need not be if only one step is explored from it.
    passing: bool,
    /// The keys of the states that were widened, if states are passed by: no state is widened twice.
    widened: HashSet<u64>,
    refuted: bool,
    /// If refutations are repaired instead.
    repair: Option<Repair>,
    /// The search goes on from a checkpoint: the machine stands at a state whose steps are wanted.
    resumed: bool,
    checkpoint_wanted: bool,
    /// The watcher has seen what it was looking for.
    seen: bool,
}

/// Whether the search goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Stop,
}

impl<'a, M, O, S, P, W> Engine<'a, M, O, S, P, W>
where
    M: Machine + Rewind + Fingerprint,
    O: Order<M>,
    S: Store,
    P: Strategy<M> + ?Sized,
    W: Watcher<M>,
{
    /// A search of `machine` from its initial state.
    pub fn new(
        machine: &'a mut M,
        order: O,
        store: S,
        strategy: &'a mut P,
        watcher: &'a mut W,
        options: &'a Options,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let now = Instant::now();
        Self {
            machine,
            order,
            store,
            strategy,
            watcher,
            options,
            observer,
            started: now,
            stopping: Stopping::new(options),
            told: now,
            stats: Stats::default(),
            found: Vec::new(),
            unfollowed: None,
            incomplete: None,
            choices: Vec::new(),
            steps: Vec::new(),
            last: None,
            run: Run::default(),
            passing: false,
            widened: HashSet::new(),
            refuted: false,
            repair: options.repairs().then(Repair::default),
            resumed: false,
            checkpoint_wanted: false,
            seen: false,
        }
    }

    /// The same, going on from where a search stood that had cost `stats`.
    pub fn resumed(self, stats: Stats) -> Self {
        Self { stats, resumed: true, ..self }
    }

    /// Runs it to its end. If it has to begin again, only what contradicts the user is given: that stays true.
    pub fn run(mut self) -> Result<Explored, Vec<Found>> {
        self.grant_patience();
        let begun = if self.resumed {
            self.expand()
        } else {
            self.strategy.prepare(self.machine);
            if self.strategy.watches_cycles() {
                self.order.track_stack();
            }
            self.begin()
        };
        if begun == Flow::Continue {
            self.explore();
        }
        // A machine that has given up has not explored everything, whatever it said last.
        let _ = self.heed();
        self.machine.be_patient(Patience::default());
        // A violation is a violation, but "holds", and that there are no others, rests on what was assumed.
        let rests = self.found.is_empty() && self.incomplete.is_none() || self.options.keep_going;
        self.refuted |= self.repair.is_none() && rests && self.strategy.is_refuted(self.machine);
        self.stats.states = self.store.len();
        if self.seen {
            let schedule = self.order.schedule();
            self.watcher.conclude(self.machine, &mut self.store, &schedule);
        }
        if self.refuted {
            self.found.retain(|f| matches!(f.violation.kind, ViolationKind::Discipline(_)));
            return Err(self.found);
        }
        Ok(self.finish())
    }

    fn begin(&mut self) -> Flow {
        let initial = self.machine.restart();
        self.run.begin(self.machine.vector());
        self.arrive(initial)
    }

    fn explore(&mut self) {
        let mut rounds = 0;
        let weight = self.strategy.weight();
        loop {
            rounds += weight * self.size();
            if rounds >= ROUNDS_PER_LOOK {
                rounds = 0;
                if self.look() == Flow::Stop {
                    return;
                }
            }
            if self.heed() == Flow::Stop {
                return;
            }
            let flow = match self.order.next(self.machine, &self.store) {
                Next::Expand => {
                    if std::mem::take(&mut self.checkpoint_wanted) {
                        self.save();
                    }
                    self.expand()
                }
                Next::Take(step) => {
                    self.stats.transitions += 1;
                    let depth = self.order.depth().saturating_sub(1);
                    self.strategy.stepping(self.machine, step, depth);
                    self.last = Some(step.tid);
                    let result = self.machine.step(step);
                    self.arrive(result)
                }
                Next::Widen => self.widen(),
                Next::Done if self.repair() => Flow::Continue,
                Next::Done => return,
            };
            if flow == Flow::Stop {
                return;
            }
        }
    }

    /// How much longer a step takes because the state is large.
    #[inline]
    fn size(&self) -> u32 {
        let components = self.machine.vector().len() + self.machine.threads();
        (1 + components / USUAL_COMPONENTS).min(ROUNDS_PER_LOOK as usize) as u32
    }

    /// Tells the observer where the search stands. What was found is not part of it, so nothing must have been. Neither are the
    /// states that were not expanded because of their depth: they would count as explored. The checkpoint before the first of them
    /// is the last one; nothing new is found after it.
    #[cold]
    fn save(&mut self) {
        if self.found.is_empty()
            && (self.incomplete.is_none() || fault!("states-cut-off-count-as-explored"))
            && self.unfollowed.is_none()
            && let Some(checkpoint) = self.order.checkpoint(&self.stats, self.options.properties)
        {
            self.observer.checkpoint(checkpoint);
        }
    }

    /// The machine has come to a state, perhaps a new one.
    #[inline]
    fn arrive(&mut self, result: StepResult) -> Flow {
        if self.heed() == Flow::Stop {
            return Flow::Stop;
        }
        if let StepResult::Violation(first) = result {
            let mut goes_on = true;
            let further = self.machine.further_violations();
            let also = further.into_iter().filter(|_| !fault!("first-failures-only"));
            for violation in std::iter::once(*first).chain(also) {
                if self.options.bounds.contains(&violation.kind) {
                    goes_on &= self.goes_on_without(violation);
                } else if self.report(violation) == Flow::Stop {
                    return Flow::Stop;
                }
            }
            if !goes_on {
                return Flow::Continue;
            }
        }
        let key = self.remember();
        if self.seen || self.refuted {
            return Flow::Stop;
        }
        let Some(key) = key else { return Flow::Continue };
        self.order.discovered(self.machine, key);
        self.stats.depth = self.stats.depth.max(self.order.depth());
        if self.options.properties.invariants && !(fault!("invariants-when-stored") && key.is_none()) {
            for violation in self.machine.state_violations() {
                if self.report(violation) == Flow::Stop {
                    return Flow::Stop;
                }
            }
        }
        match self.options.limits.states {
            Some(limit) if self.store.len() > limit => self.stop(StopReason::States(limit)),
            _ => Flow::Continue,
        }
    }

    /// A thread cannot be followed any further. Whether the others may still be: a thread that has come to a call of which
    /// nothing is known may stay there for long, and whatever they do in this time is real. But not if it is in the middle of a step
    /// (then it is no one thread's doing), or has come to another bound. Then nothing is explored from here, and if only some of
    /// the steps of the state before were to be explored, the others are wanted too: they do not come later on this way.
    #[cold]
    fn goes_on_without(&mut self, violation: Violation) -> bool {
        let goes_on = violation.tid.is_some() && violation.kind == ViolationKind::Fault("unsupported");
        match &mut self.unfollowed {
            Some(known) => known.ends += 1,
            None => self.unfollowed = Some(Unfollowed { what: violation.message, ends: 1 }),
        }
        if !goes_on {
            self.order.closes_cycle();
        }
        goes_on
    }

    /// Stores the present state, unless it may be passed by: that is known when it is expanded. Gives its key, if it was
    /// stored; nothing at all if it was seen before.
    #[inline]
    fn remember(&mut self) -> Option<Option<u64>> {
        self.passing = self.options.keep == Keep::Sparse && self.last.is_some();
        if self.passing {
            return self.pass_by().then_some(None);
        }
        let Inserted { new, key } = self.store.insert(self.machine);
        let depth = self.order.depth();
        self.seen |= !self.watcher.arrived(self.machine, Arrival { key, new, depth });
        let again = self.strategy.is_explored_again(key, new, depth);
        if !new && self.order.revisited(key) {
            self.strategy.closes_cycle();
            self.check_assumptions();
        }
        if !new && !again {
            return None;
        }
        Some(Some(key))
    }

    /// The present state is passed by, at least until it is expanded. Whether it was not passed by a moment ago.
    fn pass_by(&mut self) -> bool {
        if !self.order.last_was_only() {
            self.run.begin(self.machine.vector());
            return true;
        }
        let closes_cycle = self.run.comes_to(self.machine.vector());
        if closes_cycle && !fault!("sparse-forgets-cycles") {
            self.order.closes_cycle();
        }
        !closes_cycle
    }

    /// Stores the state that is being expanded, if it was to be passed by and cannot be. Whether it was not seen before.
    fn stop_passing(&mut self) -> bool {
        if !std::mem::take(&mut self.passing) {
            return true;
        }
        let Inserted { new, key } = self.store.insert(self.machine);
        if new {
            self.order.stored(key);
            return true;
        }
        if self.order.revisited(key) {
            self.strategy.closes_cycle();
        }
        self.order.known();
        false
    }

    /// Finds out which steps to make from the present state.
    fn expand(&mut self) -> Flow {
        self.count_choices();
        let stuck = self.choices.iter().all(|&c| c == 0);
        if stuck && !self.stop_passing() {
            return Flow::Continue;
        }
        if self.check_deadlocks() == Flow::Stop {
            return Flow::Stop;
        }
        let mut reduced = false;
        if let Some(limit) = self.options.limits.depth
            && self.order.depth() >= limit
        {
            self.steps.clear();
            if !stuck && self.incomplete.is_none() {
                if self.observer.keeps_checkpoints() {
                    self.save();
                }
                self.incomplete = Some(StopReason::Depth(limit));
            }
        } else {
            // Also if there is nothing to choose: what threads are blocked at may refute an assumption.
            let here = Here { choices: &self.choices, last: self.last, depth: self.order.depth() };
            let selected = self.strategy.select(self.machine, &here);
            match selected {
                Selected::All => steps_of(self.machine, &self.choices, &mut self.steps, |_| true),
                Selected::Thread(only) => {
                    steps_of(self.machine, &self.choices, &mut self.steps, |t| t == only);
                    if fault!("one-choice-of-the-ample-thread") {
                        self.steps.truncate(1);
                    }
                    let mut others = self.choices.iter().enumerate().filter(|(t, _)| *t != only.index());
                    reduced = others.any(|(_, &count)| count > 0);
                }
                Selected::Listed { reduced: others } => {
                    self.steps.clear();
                    self.steps.extend_from_slice(self.strategy.listed());
                    reduced = others;
                }
            }
            for violation in self.strategy.violations(self.machine) {
                if self.report(violation) == Flow::Stop {
                    return Flow::Stop;
                }
            }
            let only = match selected {
                Selected::Thread(only) if reduced => Some(only),
                _ => None,
            };
            self.note_grounds(only, false);
            if self.check_assumptions() == Flow::Stop {
                return Flow::Stop;
            }
        }
        if self.steps.len() > 1 && !self.stop_passing() {
            return Flow::Continue;
        }
        self.stats.reduced += u64::from(reduced);
        self.order.expand(self.machine, &self.steps, reduced);
        Flow::Continue
    }

    /// Whether what the strategy relies on still stands. If it does not, the search is given up.
    fn check_assumptions(&mut self) -> Flow {
        if self.repair.is_some() {
            self.repair();
            return Flow::Continue;
        }
        self.refuted |= self.strategy.is_refuted(self.machine);
        if self.refuted { Flow::Stop } else { Flow::Continue }
    }

    /// Notes what it rests on that the steps of `only`, or of all threads, are enough in the present state; `beside` what
    /// was noted for it, or instead.
    fn note_grounds(&mut self, only: Option<Tid>, beside: bool) {
        if let Some(repair) = &mut self.repair
            && let Some(state) = self.order.expanding()
        {
            let mut grounds = BTreeSet::new();
            self.strategy.grounds(self.machine, only, &mut grounds);
            repair.note(state, grounds, beside);
        }
    }

    /// Wants every state to be expanded once more that rests on something that turned out not to be true. Whether
    /// there was one.
    fn repair(&mut self) -> bool {
        let Some(repair) = &self.repair else { return false };
        let refuted = self.strategy.refuted(self.machine);
        if refuted.is_empty() {
            return false;
        }
        let again = repair.resting_on(&refuted);
        self.stats.repaired += again.len() as u64;
        again.iter().for_each(|&state| self.order.again(state));
        !again.is_empty()
    }

    fn count_choices(&mut self) {
        self.choices.clear();
        for t in 0..self.machine.threads() {
            let count = self.machine.choices(Tid(t as u16));
            self.choices.push(count);
        }
    }

    /// Adds the steps of the other threads at a state at which those of one thread were not enough.
    fn widen(&mut self) -> Flow {
        self.count_choices();
        steps_of(self.machine, &self.choices, &mut self.steps, |_| true);
        let explored = self.order.explored();
        self.steps.retain(|step| !explored.contains(step));
        if self.options.keep == Keep::Sparse {
            let key = self.store.insert(self.machine).key;
            if !self.widened.insert(key) {
                self.steps.clear();
            }
        }
        self.note_grounds(None, true);
        if self.check_assumptions() == Flow::Stop {
            return Flow::Stop;
        }
        self.order.widen(&self.steps);
        Flow::Continue
    }

    fn check_deadlocks(&mut self) -> Flow {
        if self.choices.iter().all(|&c| c == 0) {
            self.stats.terminal += 1;
            let machine = &*self.machine;
            self.observer.terminal(&|| machine.content());
            if self.options.properties.deadlock
                && let Some(violation) = deadlock::global(self.machine)
            {
                return self.report(violation);
            }
        }
        if self.options.properties.partial_deadlock
            && let Some(violation) = deadlock::partial(&*self.machine, &self.choices)
        {
            return self.report(violation);
        }
        Flow::Continue
    }

    /// Notes a violation: the first of its kind and place. Exceptions of several classes may leave a block at one place.
    fn report(&mut self, violation: Violation) -> Flow {
        if self.heed() == Flow::Stop {
            return Flow::Stop;
        }
        let known = |f: &Found| {
            let exception = violation.kind == ViolationKind::Fault("uncaught_exception");
            f.violation.kind == violation.kind
                && f.violation.span == violation.span
                && (!exception
                    || f.violation.message == violation.message
                    || fault!("exceptions-of-one-place-are-one"))
        };
        if !self.found.iter().any(known) {
            self.found.push(Found { violation, schedule: self.order.schedule() });
        }
        if self.options.keep_going { Flow::Continue } else { Flow::Stop }
    }

    fn stop(&mut self, reason: StopReason) -> Flow {
        if matches!(reason, StopReason::Memory(_)) {
            self.stats.resident = self.observer.resident();
        }
        self.incomplete = Some(reason);
        Flow::Stop
    }

    fn memory(&self) -> u64 {
        (self.store.bytes() + self.machine.component_bytes() + self.frontier_bytes()) as u64
    }

    fn frontier_bytes(&self) -> usize {
        let repair = self.repair.as_ref().map_or(0, Repair::bytes);
        self.order.bytes()
            + self.machine.mark_bytes()
            + self.watcher.bytes()
            + repair
            + self.widened.capacity() * 9
    }

    /// Stops if the machine has given up in the middle of something.
    #[inline]
    fn heed(&mut self) -> Flow {
        let Some(why) = self.machine.given_up() else { return Flow::Continue };
        self.stop(self.stopping.reason_of(why))
    }

    /// Lets the machine give up when the search would have to be stopped.
    fn grant_patience(&mut self) {
        let counted = self.memory();
        let patience = self.stopping.patience(self.observer, counted);
        self.machine.be_patient(patience);
    }

    /// Looks at the clock, the memory and the interrupt.
    #[cold]
    fn look(&mut self) -> Flow {
        self.stats.frontier_bytes = self.stats.frontier_bytes.max(self.frontier_bytes() as u64);
        let (counted, growth) = (self.memory(), self.store.growth() as u64);
        if let Some(reason) = self.stopping.reason(self.observer, counted, growth) {
            return self.stop(reason);
        }
        self.grant_patience();
        self.checkpoint_wanted |= self.observer.wants_checkpoint();
        if self.told.elapsed() > TELL_EVERY {
            self.told = Instant::now();
            self.observer.progress(&Progress {
                states: self.store.len(),
                transitions: self.stats.transitions,
                depth: self.order.depth(),
                frontier: self.order.frontier(),
                memory: self.memory(),
                elapsed: self.started.elapsed(),
            });
        }
        Flow::Continue
    }

    fn finish(mut self) -> Explored {
        let left_out = self.strategy.left_out().or_else(|| self.order.left_out());
        let unfollowed = self.unfollowed.take().map(StopReason::Unfollowed);
        self.incomplete = self.incomplete.or(unfollowed).or(left_out);
        self.stats.store_bytes = (self.store.bytes() + self.machine.component_bytes()) as u64;
        self.stats.frontier_bytes = self.stats.frontier_bytes.max(self.frontier_bytes() as u64);
        self.stats.components = self.machine.components() as u64;
        self.stats.omission = self.store.omission();
        self.stats.elapsed = self.started.elapsed();
        let assumptions = self.strategy.assumptions(self.machine);
        let discipline = self.strategy.discipline(self.machine);
        Explored {
            found: self.found,
            incomplete: self.incomplete,
            assumptions,
            discipline,
            stats: self.stats,
        }
    }
}
