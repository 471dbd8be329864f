//! Whether what comes of the calls of a function is ever anything that could not come of calls that nobody interrupts.
//!
//! # Source
//! FQ03 section 3: a program whose transactions are interrupted comes to the states between transactions that it comes to without. There
//! this is the conclusion, from how steps move; here it is looked at itself.
//!
//! # Idea
//! A call is *in progress* from its first step to its last. First all states are explored that the program comes to if nobody else makes
//! a step while a call is in progress. Then others may. A state in which no call is in progress, and that is not among the first, cannot
//! come of calls that nobody interrupts: the function is not atomic, and the way to that state shows it. If there is none, it is atomic.
//! So a loop that tries again until nobody has interfered is atomic, whatever it has read before.
//!
//! A state does not say what a thread has read and not used, or used only together with what it read before. So the last two numbers
//! that each thread has read from variables outside of calls count as part of the state: two reads can show that a call has done one
//! thing and not yet another.
//!
//! That states are the same does not say that calls did the same: of two that look whether a key is there and then put it, both may put
//! it, and the last one stays, as if it had been the only one. A reader of such a function would not call it atomic. So it is only if
//! calls, too, change something as often as those do that nobody interrupts, not counting locks; otherwise nothing is said. Rounds of a
//! loop that fail change nothing.
//!
//! What a library for concurrent use keeps inside may depend on whether its own calls were interrupted, though nobody can tell: a map that
//! counts in two cells after two threads have met. So calls of such a library ([`AtomicFunction::elastic`]) are interrupted only to see
//! that nothing differs, and never to show that something does.
//!
//! # Notation
//! The states between transactions: those in which [`Node::calls`] has no [`CALL`].
//!
//! # Premises
//! - Equal states have equal vectors, and dead registers and garbage are no part of a state ([`Fingerprint`]).
//! - Which calls return in a step is counted by the machine ([`commute_machine::Machine::step_in_calls`]).
//! - A difference is reported only if all states of the first kind are known; that there is none, only if all of both are.
//!
//! # Deviations
//! - D1: a call that never returns comes to no state between calls, so nothing is said of it.

use crate::engine::Stopping;
use crate::options::Options;
use crate::outcome::{Found, StopReason, Unfollowed};
use commute_base::Span;
use commute_machine::{
    Call, Fingerprint, Footprint, Operation, Schedule, StepResult, Tid, Transition, Violation, ViolationKind,
};
use commute_mutants::mutant;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most states of either kind that are explored.
const MOST_STATES: usize = 100_000;
/// The most words that they may have together.
const MOST_WORDS: usize = 100_000_000;
/// How often limits are looked at, in states.
const STATES_PER_LOOK: usize = 64;

/// A function that is said to be atomic.
pub struct AtomicFunction<'a> {
    /// Its name.
    pub name: &'a str,
    /// What stands for it in the program.
    pub functions: &'a [u32],
    /// Of each function of the program, whether the user wrote it. The others are a library's.
    pub own: &'a [bool],
    /// Those of a library whose state may depend on who has met whom.
    pub elastic: &'a [bool],
    /// Whether threads begin with it: its calls end when they do, and their numbers are used again.
    pub begins_threads: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Whether a function is atomic.
#[derive(Clone, PartialEq, Debug)]
pub enum Atomicity {
    /// What comes of its calls comes of calls that nobody interrupts, too.
    Atomic {
        /// How many states there are in which no call is in progress.
        states: usize,
    },
    /// This execution comes to a state that calls which nobody interrupts never come to.
    Interrupted(Box<Found>),
    /// What comes of calls is the same, but some change something more often, or less often, than those that nobody interrupts.
    ChangesOtherwise,
    /// Something differs, but only if calls of a library are interrupted: perhaps nobody can tell.
    WithinLibrary,
    /// Something differs, but its calls start threads, or threads begin with it: perhaps it is only their numbers.
    StartsThreads,
    /// Not everything could be explored.
    Stopped(StopReason),
}

/// Finds out whether a function is atomic, by exploring all interleavings.
pub fn atomicity<M: Fingerprint>(
    machine: &mut M,
    function: &AtomicFunction<'_>,
    options: &Options,
) -> Atomicity {
    machine.exchange_threads(false);
    let (nodes, numbers) = (Vec::new(), HashMap::new());
    let starts_threads = function.begins_threads;
    let mut walk = Walk { machine, function, options, nodes, numbers, words: 0, starts_threads };
    walk.judge().unwrap_or_else(Atomicity::Stopped)
}

/// A call of the function is in progress.
const CALL: u8 = 1;
/// A call of a library is.
const LIBRARY: u8 = 2;

/// A state, and what is in progress in it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node {
    vector: Vec<u32>,
    /// For each thread.
    calls: Vec<u8>,
    /// For each thread what it has last read.
    reads: Vec<Reads>,
    /// For each thread how often its last call has changed something; more than 255 are 255.
    changes: Vec<u8>,
}

/// The last two numbers that a thread has read outside of calls, the last one first.
type Reads = [Option<i64>; 2];

impl Node {
    fn has(&self, what: u8) -> bool {
        self.calls.iter().any(|calls| calls & what != 0)
    }
}

/// Who is not interrupted: nobody makes a step while another thread is in such a call.
#[derive(Clone, Copy)]
struct Uninterrupted(u8);

struct Walk<'a, M> {
    machine: &'a mut M,
    function: &'a AtomicFunction<'a>,
    options: &'a Options,
    /// Each with the one that it was first reached from, and the step.
    nodes: Vec<(Rc<Node>, usize, Transition)>,
    numbers: HashMap<Rc<Node>, usize>,
    /// How many words they have.
    words: usize,
    /// A call has started a thread, or threads begin with calls.
    starts_threads: bool,
}

impl<M: Fingerprint> Walk<'_, M> {
    fn judge(&mut self) -> Result<Atomicity, StopReason> {
        let (mut serial, mut with_changes) = (HashSet::new(), HashSet::new());
        self.explore(Uninterrupted(CALL), |node| {
            if !node.has(CALL) {
                serial.insert((node.vector.clone(), node.reads.clone()));
                with_changes.insert((node.vector.clone(), node.reads.clone(), node.changes.clone()));
            }
            false
        })?;
        let changes_otherwise = Cell::new(false);
        let differs = |node: &Node| {
            if node.has(CALL) {
                return false;
            }
            let (vector, reads, changes) = (node.vector.clone(), node.reads.clone(), node.changes.clone());
            let same = with_changes.contains(&(vector.clone(), reads.clone(), changes));
            changes_otherwise.set(changes_otherwise.get() || !same);
            !same && !serial.contains(&(vector, reads))
        };
        if let Some(schedule) = self.explore(Uninterrupted(LIBRARY), differs)? {
            return Ok(match self.starts_threads {
                true => Atomicity::StartsThreads,
                false => Atomicity::Interrupted(Box::new(self.found(schedule))),
            });
        }
        if self.function.elastic.contains(&true) && self.explore(Uninterrupted(0), differs)?.is_some() {
            return Ok(Atomicity::WithinLibrary);
        }
        Ok(match changes_otherwise.get() {
            true => Atomicity::ChangesOtherwise,
            false => Atomicity::Atomic { states: serial.len() },
        })
    }

    fn found(&self, schedule: Schedule) -> Found {
        let name = self.function.name;
        let violation = Violation {
            kind: ViolationKind::Atomicity(name.to_owned()),
            tid: None,
            message: format!("what comes of a call of {name} shows that it was interrupted"),
            span: self.function.span,
        };
        Found { violation, schedule, cycle: 0, execution: None }
    }

    /// Explores all states, breadth-first. The way to the first one that is wanted, if there is one.
    fn explore(
        &mut self,
        rule: Uninterrupted,
        mut is_wanted: impl FnMut(&Node) -> bool,
    ) -> Result<Option<Schedule>, StopReason> {
        self.nodes.clear();
        self.numbers.clear();
        self.words = 0;
        self.machine.restart();
        let vector = self.machine.vector().to_vec();
        let threads = self.machine.threads();
        let (reads, changes) = (vec![[None; 2]; threads], vec![0; threads]);
        let start = Node { vector, calls: vec![0; threads], reads, changes };
        self.add(start, 0, Transition { tid: Tid(0), choice: 0 });
        let mut at = 0;
        while at < self.nodes.len() {
            if is_wanted(&self.nodes[at].0) {
                return Ok(Some(self.way_to(at)));
            }
            if at % STATES_PER_LOOK == 0 {
                self.look()?;
            }
            for transition in self.steps(at, rule) {
                let next = self.step(at, transition)?;
                self.add(next, at, transition);
            }
            at += 1;
        }
        Ok(None)
    }

    /// Whether it has to stop.
    fn look(&self) -> Result<(), StopReason> {
        let limits = &self.options.limits;
        let late = self.options.deadline().is_some_and(|deadline| std::time::Instant::now() >= deadline);
        match limits.time {
            _ if self.options.interrupt.is_raised() => Err(StopReason::Interrupted),
            Some(limit) if late => Err(StopReason::Time(limit)),
            _ if self.nodes.len() > MOST_STATES || self.words > MOST_WORDS => {
                Err(StopReason::States(self.nodes.len() as u64))
            }
            _ => Ok(()),
        }
    }

    /// The steps that are explored from a state.
    fn steps(&mut self, at: usize, rule: Uninterrupted) -> Vec<Transition> {
        let node = Rc::clone(&self.nodes[at].0);
        self.machine.load(&node.vector);
        let alone = node.calls.iter().position(|calls| calls & rule.0 != 0);
        let mut steps = Vec::new();
        for t in (0..self.machine.threads()).filter(|&t| alone.is_none_or(|alone| t == alone)) {
            self.machine.transitions(Tid::new(t), &mut steps);
        }
        steps
    }

    fn step(&mut self, at: usize, transition: Transition) -> Result<Node, StopReason> {
        let node = Rc::clone(&self.nodes[at].0);
        self.machine.load(&node.vector);
        let mut before = Vec::new();
        self.machine.calls(transition.tid, &mut before);
        let is_part = before.iter().any(|call| self.function.functions.contains(&call.function));
        let mut footprint = Footprint::default();
        if is_part {
            self.machine.footprint_of(transition, &mut footprint);
            self.starts_threads |=
                footprint.accesses.iter().any(|access| access.operation == Operation::Spawn);
        }
        let read = self.machine.number_ahead(transition.tid).filter(|_| observes(self.function, &before));
        let (result, kept) = self.machine.step_in_calls(transition);
        if let Some(why) = self.machine.given_up() {
            return Err(Stopping::new(self.options).reason_of(why));
        }
        if let StepResult::Violation(violation) = result
            && self.options.bounds.contains(&violation.kind)
        {
            return Err(StopReason::Unfollowed(Unfollowed { what: violation.message, ends: 1 }));
        }
        let mut calls = node.calls.clone();
        calls.resize(self.machine.threads(), 0);
        calls[transition.tid.index()] = in_progress(self.function, &before, kept);
        let mut reads = node.reads.clone();
        reads.resize(self.machine.threads(), [None; 2]);
        let [last, _] = reads[transition.tid.index()];
        if read.is_some() {
            reads[transition.tid.index()] = [read, last];
        }
        let vector = self.machine.vector().to_vec();
        let mut changes = node.changes.clone();
        changes.resize(self.machine.threads(), 0);
        if is_part {
            let t = transition.tid.index();
            let begins = node.calls.get(t).is_none_or(|calls| calls & CALL == 0);
            let so_far = if begins { 0 } else { changes[t] };
            let changed = changes_something(&node.vector, &vector, &footprint);
            changes[t] = so_far.saturating_add(u8::from(changed));
        }
        Ok(Node { vector, calls, reads, changes })
    }

    fn add(&mut self, node: Node, from: usize, step: Transition) {
        if !self.numbers.contains_key(&node) {
            self.words += node.vector.len();
            let node = Rc::new(node);
            self.numbers.insert(Rc::clone(&node), self.nodes.len());
            self.nodes.push((node, from, step));
        }
    }

    fn way_to(&self, mut at: usize) -> Schedule {
        let mut schedule = Vec::new();
        while at != 0 {
            schedule.push(self.nodes[at].2);
            at = self.nodes[at].1;
        }
        schedule.reverse();
        schedule
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
