//! A machine whose states remember what has happened to variables: the product of a machine and the lockset algorithm.
//!
//! A history belongs to an execution, not to a state. But it can be put beside the state, as an automaton can (`ltl/product.rs`): then a
//! search goes back to it as it goes back to states, runs of several steps have theirs, and where nothing is left out a store
//! may tell states with their histories apart instead of executions. Objects are renamed in it after each step, as the machine
//! renames them.

use crate::options::Options;
use crate::tables::map_bytes;
use commute_machine::{
    Fingerprint, Footprint, Foresight, Guarded, HeapView, Machine, Objectwise, Rewind, Rounds, StepResult,
    ThreadStatus, Tid, Transition, Variables, forward,
};
use commute_movers::{Discipline, Histories, Lockset};
use commute_mutants::mutant;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// The machine.
pub struct Historied<'a, M> {
    machine: &'a mut M,
    lockset: Lockset,
    /// The histories that there have been; the numbers of the others are their places.
    known: Vec<Rc<Histories>>,
    numbers: HashMap<Rc<Histories>, u32, Fixed>,
    bytes: usize,
    now: u32,
    marked: Vec<u32>,
    /// The vector of the machine, and the number of the history.
    vector: Vec<u32>,
    footprint: Footprint,
}

/// The same hashes in every run.
#[derive(Default)]
struct Fixed;

impl BuildHasher for Fixed {
    type Hasher = DefaultHasher;
    fn build_hasher(&self) -> DefaultHasher {
        DefaultHasher::new()
    }
}

/// Whether `t`, which cannot step, looks at its guard: nothing else keeps it.
#[mutant("mld-forgets-guards", false)]
fn waits_at_guard<M: Machine>(machine: &M, t: Tid) -> bool {
    machine.status(t) == ThreadStatus::Live && machine.blocker(t).is_some()
}

impl<'a, M: Rewind + Fingerprint + Variables> Historied<'a, M> {
    /// In the initial state of `machine`. The options say whether it has to be the same lock in all executions, and what is proved.
    pub fn new(machine: &'a mut M, discipline: Discipline, options: &Options) -> Self {
        machine.track_sharing();
        let lockset = Lockset::new(discipline, machine).with_proved(options.proved.clone());
        let lockset = if options.same_lock { lockset.same_lock() } else { lockset };
        let (known, numbers, marked) = (Vec::new(), HashMap::default(), Vec::new());
        let (vector, footprint) = (Vec::new(), Footprint::default());
        let mut this = Self { machine, lockset, known, numbers, bytes: 0, now: 0, marked, vector, footprint };
        let _ = this.restart();
        this
    }

    /// Makes a step by `make`, and takes in what it accesses.
    fn advance<R>(&mut self, transition: Transition, make: impl FnOnce(&mut M) -> R) -> R {
        let mut histories = Histories::clone(&self.known[self.now as usize]);
        self.footprint.clear();
        self.machine.footprint_of(transition, &mut self.footprint);
        self.lockset.step(self.machine, transition.tid, &self.footprint, &mut histories);
        let made = make(self.machine);
        histories.follow(self.machine);
        self.arrive(histories);
        made
    }

    /// The machine is in a state to which this leads; the guards in it have not been looked at.
    fn arrive(&mut self, mut histories: Histories) {
        for t in (0..self.machine.threads()).map(Tid::new) {
            if self.machine.choices(t) == 0 && waits_at_guard(self.machine, t) {
                self.footprint.clear();
                self.machine.footprint(t, &mut self.footprint);
                self.lockset.guard(self.machine, t, &self.footprint, &mut histories);
            }
        }
        self.now = match self.numbers.get(&histories) {
            Some(&number) => number,
            None => self.remember(histories),
        };
        self.stand();
    }

    fn remember(&mut self, histories: Histories) -> u32 {
        let number = self.known.len() as u32;
        self.bytes += histories.bytes();
        let histories = Rc::new(histories);
        self.known.push(Rc::clone(&histories));
        self.numbers.insert(histories, number);
        number
    }

    /// State and history are those of the present.
    fn stand(&mut self) {
        let awaited = self.lockset.awaited(self.histories());
        self.machine.observe_accesses(&awaited);
        self.vector.clear();
        self.vector.extend_from_slice(self.machine.vector());
        self.vector.push(self.now);
    }
}

impl<M> Historied<'_, M> {
    /// What has happened to variables.
    pub fn histories(&self) -> &Histories {
        &self.known[self.now as usize]
    }

    /// The algorithm.
    pub fn lockset(&self) -> &Lockset {
        &self.lockset
    }
}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables> Machine for Historied<'_, M> {
    fn step(&mut self, transition: Transition) -> StepResult {
        self.advance(transition, |machine| machine.step(transition))
    }

    /// Objects are followed from step to step.
    fn put_off(&mut self) {}

    fn settle(&mut self) {}

    fn step_round(&mut self, transition: Transition, rounds: &mut Rounds) -> StepResult {
        self.advance(transition, |machine| machine.step_round(transition, rounds))
    }

    fn step_in_calls(&mut self, transition: Transition) -> (StepResult, usize) {
        self.advance(transition, |machine| machine.step_in_calls(transition))
    }

    fn restart(&mut self) -> StepResult {
        let result = self.machine.restart();
        self.marked.clear();
        self.arrive(Histories::default());
        result
    }
}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables> Rewind for Historied<'_, M> {
    fn mark(&mut self) {
        self.machine.mark();
        self.marked.push(self.now);
    }

    fn rewind(&mut self) {
        self.machine.rewind();
        self.now = *self.marked.last().expect("[commute internal bug] a mark to go back to");
        self.stand();
    }

    fn unmark(&mut self) {
        self.machine.unmark();
        self.marked.pop();
    }
}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables> Fingerprint for Historied<'_, M> {
    /// What is beside the state is looked at too.
    fn thread_component(&self, _t: Tid) -> Option<u32> {
        None
    }

    fn vector(&self) -> &[u32] {
        &self.vector
    }

    fn load(&mut self, vector: &[u32]) {
        let (&now, rest) = vector.split_last().expect("[commute internal bug] a vector of this machine");
        self.machine.load(rest);
        self.marked.clear();
        self.now = now;
        self.stand();
    }

    /// What is beside the state changes too.
    fn load_near(&mut self, vector: &[u32], _places: &[u32]) {
        self.load(vector);
    }

    fn known_effect(&mut self, _step: Transition) -> Option<u32> {
        None
    }

    fn changed_since_mark(&self, _out: &mut Vec<u32>) -> bool {
        false
    }

    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.histories().hash(&mut hasher);
        self.machine.fingerprint() ^ hasher.finish()
    }

    fn exchange_threads(&mut self, on: bool) {
        assert!(!on, "[commute internal bug] a history tells threads apart");
    }

    fn stored(&mut self) -> &[u32] {
        &self.vector
    }

    fn stored_fingerprint(&mut self) -> u64 {
        self.fingerprint()
    }

    fn component_bytes(&self) -> usize {
        self.machine.component_bytes() + self.bytes + self.known.len() * 8 + map_bytes(&self.numbers)
    }

    fn components(&self) -> usize {
        self.machine.components() + self.known.len()
    }
}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables> HeapView for Historied<'_, M> {
    fn track_sharing(&mut self) {
        self.machine.track_sharing();
        let _ = self.restart();
    }

    fn track_locksets(&mut self, of: &BTreeSet<Guarded>) {
        self.machine.track_locksets(of);
        let _ = self.restart();
    }
}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables> Variables for Historied<'_, M> {}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables + Objectwise> Objectwise for Historied<'_, M> {}

#[forward(machine)]
impl<M: Rewind + Fingerprint + Variables + Foresight> Foresight for Historied<'_, M> {}
