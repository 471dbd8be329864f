//! A machine whose states remember which calls are in progress: the product of a machine and what [`super`] compares.

use super::AtomicFunction;
use crate::options::Options;
use commute_machine::{
    Call, Fingerprint, Footprint, Machine, Operation, Rewind, Rounds, StepResult, Tid, Transition, Violation,
    ViolationKind, forward,
};
use commute_mutants::mutant;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A call of the function is in progress.
pub const CALL: u8 = 1;
/// A call of a library is.
pub const LIBRARY: u8 = 2;

/// What is in progress, and what threads know.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Progress {
    /// For each thread the calls that it is in.
    calls: Vec<u8>,
    /// For each thread what it has last read.
    reads: Vec<Reads>,
    /// For each thread how often its last call has changed something; more than 255 are 255.
    changes: Vec<u8>,
}

/// The last two numbers that a thread has read outside of calls, the last one first.
type Reads = [Option<i64>; 2];

impl Progress {
    fn has(&self, what: u8) -> bool {
        self.calls.iter().any(|calls| calls & what != 0)
    }

    fn make_room(&mut self, threads: usize) {
        self.calls.resize(threads, 0);
        self.reads.resize(threads, [None; 2]);
        self.changes.resize(threads, 0);
    }
}

/// A state between calls: with what threads have read.
type Between = (Vec<u32>, Vec<Reads>);

/// What has been seen in all searches so far.
#[derive(Default)]
pub struct Seen {
    /// States that calls come to which nobody interrupts.
    serial: HashSet<Between>,
    /// The same with how often calls have changed something.
    with_changes: HashSet<(Between, Vec<u8>)>,
    /// Whether states are compared with these; otherwise they are added.
    compares: bool,
    /// A call has changed something more or less often than those that nobody interrupts.
    pub changes_otherwise: bool,
    /// A call has started a thread, or threads begin with calls.
    pub starts_threads: bool,
}

impl Seen {
    /// Takes in a state in which no call is in progress. Whether nothing else is known to come to it.
    fn is_new(&mut self, vector: &[u32], progress: &Progress) -> bool {
        let between = (vector.to_vec(), progress.reads.clone());
        let with_changes = (between.clone(), progress.changes.clone());
        if !self.compares {
            self.serial.insert(between);
            self.with_changes.insert(with_changes);
            return false;
        }
        let is_same = self.with_changes.contains(&with_changes);
        self.changes_otherwise |= !is_same;
        !is_same && !self.serial.contains(&between)
    }
}

/// The machine.
pub struct InCalls<'a, M> {
    machine: &'a mut M,
    function: &'a AtomicFunction<'a>,
    /// What executions are not followed any further.
    bounds: &'static [ViolationKind],
    /// Nobody makes a step while another thread is in such a call.
    alone: u8,
    seen: Seen,
    /// What there has been; the numbers of the others are their places.
    known: Vec<Rc<Progress>>,
    numbers: HashMap<Rc<Progress>, u32>,
    now: u32,
    marked: Vec<u32>,
    /// The vector of the machine, and the number of what is in progress.
    vector: Vec<u32>,
    footprint: Footprint,
}

impl<'a, M: Fingerprint> InCalls<'a, M> {
    /// In the initial state of `machine`.
    pub fn new(machine: &'a mut M, function: &'a AtomicFunction<'a>, options: &Options) -> Self {
        let seen = Seen { starts_threads: function.begins_threads, ..Seen::default() };
        let (known, numbers, marked, vector) = (Vec::new(), HashMap::new(), Vec::new(), Vec::new());
        let (bounds, footprint) = (options.bounds, Footprint::default());
        Self {
            machine,
            function,
            bounds,
            alone: CALL,
            seen,
            known,
            numbers,
            now: 0,
            marked,
            vector,
            footprint,
        }
    }

    /// From now on nobody makes a step while another thread is in such a call.
    pub fn leave_alone(&mut self, alone: u8) {
        self.alone = alone;
    }

    /// From now on states between calls are compared with those that there have been. How many these are.
    pub fn compare(&mut self) -> usize {
        self.seen.compares = true;
        self.seen.serial.len()
    }

    /// What has been seen so far.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    fn progress(&self) -> &Progress {
        &self.known[self.now as usize]
    }

    /// Whether `t` has to wait since another thread is not to be interrupted.
    fn has_to_wait(&self, t: Tid) -> bool {
        let alone = self.progress().calls.iter().position(|calls| calls & self.alone != 0);
        alone.is_some_and(|alone| alone != t.index())
    }

    /// Makes a step, and says what it comes to.
    fn advance(&mut self, transition: Transition) -> StepResult {
        let (t, mut before) = (transition.tid.index(), Vec::new());
        self.machine.calls(transition.tid, &mut before);
        let is_part = before.iter().any(|call| self.function.functions.contains(&call.function));
        self.footprint.clear();
        if is_part {
            self.machine.footprint_of(transition, &mut self.footprint);
            let spawns = |access: &commute_machine::Access| access.operation == Operation::Spawn;
            self.seen.starts_threads |= self.footprint.accesses.iter().any(spawns);
        }
        let read = self.machine.number_ahead(transition.tid).filter(|_| observes(self.function, &before));
        let (result, kept) = self.machine.step_in_calls(transition);
        let mut progress = self.progress().clone();
        progress.make_room(self.machine.threads());
        if is_part {
            let begins = progress.calls[t] & CALL == 0;
            let so_far = if begins { 0 } else { progress.changes[t] };
            let (from, _) = self.vector.split_at(self.vector.len() - 1);
            let changed = changes_something(from, self.machine.vector(), &self.footprint);
            progress.changes[t] = so_far.saturating_add(u8::from(changed));
        }
        progress.calls[t] = in_progress(self.function, &before, kept);
        if read.is_some() {
            progress.reads[t] = [read, progress.reads[t][0]];
        }
        self.arrive(progress);
        match result {
            StepResult::Violation(violation) if self.bounds.contains(&violation.kind) => {
                StepResult::Violation(violation)
            }
            // What else is wrong with the program is another search's.
            _ => self.judge(),
        }
    }

    /// Whether the present state shows that a call was interrupted.
    fn judge(&mut self) -> StepResult {
        let progress = Rc::clone(&self.known[self.now as usize]);
        if progress.has(CALL) || !self.seen.is_new(self.machine.vector(), &progress) {
            return StepResult::Done;
        }
        let name = self.function.name;
        StepResult::Violation(Box::new(Violation {
            kind: ViolationKind::Atomicity(name.to_owned()),
            tid: None,
            message: format!("what comes of a call of {name} shows that it was interrupted"),
            span: self.function.span,
        }))
    }

    /// The machine is in a state in which this is in progress.
    fn arrive(&mut self, progress: Progress) {
        self.now = match self.numbers.get(&progress) {
            Some(&number) => number,
            None => {
                let (number, progress) = (self.known.len() as u32, Rc::new(progress));
                self.known.push(Rc::clone(&progress));
                self.numbers.insert(progress, number);
                number
            }
        };
        self.stand();
    }

    fn stand(&mut self) {
        self.vector.clear();
        self.vector.extend_from_slice(self.machine.vector());
        self.vector.push(self.now);
    }
}

#[forward(machine)]
impl<M: Fingerprint> Machine for InCalls<'_, M> {
    fn choices(&mut self, t: Tid) -> u32 {
        if self.has_to_wait(t) { 0 } else { self.machine.choices(t) }
    }

    fn transitions(&mut self, t: Tid, out: &mut Vec<Transition>) {
        if !self.has_to_wait(t) {
            self.machine.transitions(t, out);
        }
    }

    fn step(&mut self, transition: Transition) -> StepResult {
        self.advance(transition)
    }

    /// States are compared after each step.
    fn put_off(&mut self) {}

    fn settle(&mut self) {}

    fn step_round(&mut self, transition: Transition, _: &mut Rounds) -> StepResult {
        self.advance(transition)
    }

    fn step_in_calls(&mut self, transition: Transition) -> (StepResult, usize) {
        (self.advance(transition), 0)
    }

    fn restart(&mut self) -> StepResult {
        let _ = self.machine.restart();
        self.marked.clear();
        let mut progress = Progress::default();
        progress.make_room(self.machine.threads());
        self.arrive(progress);
        self.judge()
    }

    fn further_violations(&self) -> Vec<Violation> {
        Vec::new()
    }
}

#[forward(machine)]
impl<M: Rewind + Fingerprint> Rewind for InCalls<'_, M> {
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
impl<M: Fingerprint> Fingerprint for InCalls<'_, M> {
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

    fn exchange_threads(&mut self, on: bool) {
        assert!(!on, "[commute internal bug] what is in progress tells threads apart");
    }

    fn stored(&mut self) -> &[u32] {
        &self.vector
    }

    fn components(&self) -> usize {
        self.machine.components() + self.known.len()
    }
}

/// Whether a step changes more than where its own thread stands, other than who holds a lock.
fn changes_something(before: &[u32], after: &[u32], footprint: &Footprint) -> bool {
    let on_locks = footprint.accesses.iter().all(|access| access.operation.is_on_lock());
    let different = before.iter().zip(after).filter(|(a, b)| a != b).count();
    !on_locks && (different > 1 || before.len() != after.len())
}

/// Whether what a thread reads in these calls counts: outside of calls, and not inside a library.
fn observes(function: &AtomicFunction<'_>, calls: &[Call]) -> bool {
    let is_own = |call: &Call| function.own.get(call.function as usize).is_none_or(|&own| own);
    let is_call = |call: &Call| function.functions.contains(&call.function);
    calls.last().is_some_and(is_own) && !calls.iter().any(is_call)
}

/// What a thread is in after a step that it made in these calls, the first `kept` of which have not returned. A call that has begun in the
/// step has done nothing yet that others could see.
#[mutant("calls-are-never-in-progress", 0)]
fn in_progress(function: &AtomicFunction<'_>, before: &[Call], kept: usize) -> u8 {
    let flag = |flags: &[bool], call: &Call| flags.get(call.function as usize).copied();
    let call = before.iter().position(|call| function.functions.contains(&call.function));
    // What a library calls is the program's own again; and a thread of the library's is nobody's call.
    let last_own = before.iter().rposition(|call| flag(function.own, call).unwrap_or(true));
    let is_elastic = |call: &Call| flag(function.elastic, call).unwrap_or(false);
    let library = last_own.and_then(|last| (last + 1..before.len()).find(|&at| is_elastic(&before[at])));
    let goes_on = |at: Option<usize>| at.is_some_and(|at| at < kept);
    u8::from(goes_on(call)) * CALL + u8::from(goes_on(library)) * LIBRARY
}
