//! Which functions are one transaction, and where they commit.
//!
//! # Source
//! FQ03 section 4.3 (`read` as one transaction, with its phase at each line) and 4.2 (the phase variable).
//!
//! # Idea
//! A call is one transaction if its steps, and those of what it calls, are right movers, then at most one step that is none, then left
//! movers. So each call that a thread is in has a phase of its own, which every step of the thread moves on. Whether a call that
//! commits commits again depends on how it came to where it is; so what is explored is pairs of a state and the
//! phases in it, in the order of the reduced search.
//!
//! # Notation
//! p of 4.2: [`Phase::Before`] is `true`; [`Phase::After`] is `false`, with the place of the step that made it so.
//!
//! # Premises
//! - Movers are those by which runs are found, of an oracle that nothing refutes on the way; else all begins again.
//! - What is said is said of the calls that were explored. Every transaction of the reduced search is among them: where the runs of one
//!   thread are enough they are followed alone, unless one of them comes to a pair that is known.
//! - Which calls return in a step is counted by the machine ([`Machine::step_in_calls`]), since two calls of one function from one
//!   place look the same in a state.
//!
//! # Deviations
//! - D1: the paper's phase belongs to a thread and begins anew where a transaction ends; here it belongs to a call, since the question is
//!   about calls. A run that ends earlier than a transaction does (before what may block) does not matter then.
//! - D2: calls that begin and return within one step are not seen: they touch nothing that is shared, or are part of an atomic block.

use super::TransactionMachine;
use super::links::{Calls, Link};
use super::run::Runner;
use super::select::LeftFirst;
use crate::engine::Stopping;
use crate::options::Options;
use crate::outcome::StopReason;
use crate::strategies::selective::All;
use crate::strategy::{Here, Selected, Strategy};
use commute_base::Span;
use commute_machine::{Call, Fingerprint, HeapView, Machine, Rewind, StepResult, Tid, Variables};
use commute_movers::{Mover, Oracle, OracleKind, oracle};
use commute_mutants::mutant;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

/// The most pairs of a state and phases that are explored.
const MOST_PAIRS: usize = 200_000;
/// How often limits are looked at, in pairs.
const PAIRS_PER_LOOK: usize = 64;

/// What was found out about a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Method {
    /// How many calls were explored: steps, of pairs of a state and phases, in which one begins.
    pub calls: u64,
    /// Where calls commit: the places in the function itself.
    pub commits: BTreeSet<Span>,
    /// Where some call commits, and where it then does what is no left mover.
    pub again: Option<(Span, Span)>,
    /// Whether some step is a right mover and no left mover.
    pub moves_right: bool,
}

/// Why nothing was found out.
#[derive(Clone, PartialEq, Debug)]
pub enum Unknown {
    /// Not everything could be explored.
    Stopped(StopReason),
    /// Something that the program says of its variables is contradicted, or a thread failed.
    Wrong,
}

/// The phase of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// Nobody asks, or it is known by now that some call commits twice.
    Unasked,
    /// Only right movers so far.
    Before,
    /// It has committed at this place.
    After(Span),
}

/// The calls of a thread: functions and phases, the outermost first.
type Phases = Vec<(u32, Phase)>;

/// A state, and the numbers of its threads' phases.
type Pair = (Vec<u32>, Vec<u32>);

/// Finds out which of the functions with `asked` are one transaction in every call, by what `kind` knows.
pub fn methods<M>(
    machine: &mut M,
    kind: OracleKind,
    asked: &[bool],
    options: &Options,
) -> Result<BTreeMap<u32, Method>, Unknown>
where
    M: Rewind + Fingerprint + Variables,
{
    machine.exchange_threads(false);
    let rules = super::rules(machine, kind, true, options);
    let mut transactions = TransactionMachine::new(machine, oracle(kind), rules);
    transactions.runner.links = Some(Vec::new());
    loop {
        let mut walk = Walk::new(asked);
        if walk.explore(&mut transactions, options)? {
            return Ok(walk.methods);
        }
    }
}

struct Walk<'a> {
    asked: &'a [bool],
    methods: BTreeMap<u32, Method>,
    phases: Vec<Phases>,
    numbers: HashMap<Phases, u32>,
    seen: HashSet<Pair>,
    queue: VecDeque<Pair>,
}

impl<'a> Walk<'a> {
    fn new(asked: &'a [bool]) -> Self {
        Self {
            asked,
            methods: BTreeMap::new(),
            phases: Vec::new(),
            numbers: HashMap::new(),
            seen: HashSet::new(),
            queue: VecDeque::new(),
        }
    }

    /// Explores everything. Whether nothing was refuted on the way.
    fn explore<M, O>(
        &mut self,
        transactions: &mut TransactionMachine<'_, M, O>,
        options: &Options,
    ) -> Result<bool, Unknown>
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        transactions.prepare();
        if transactions.base().restart() != StepResult::Done {
            return Err(Unknown::Wrong);
        }
        let phases = self.phases_here(transactions.base(), None, &[]);
        self.add((transactions.base().vector().to_vec(), phases));
        let mut done = 0;
        while let Some(pair) = self.queue.pop_front() {
            if done % PAIRS_PER_LOOK == 0 {
                self.look(options)?;
            }
            done += 1;
            let goes_on = self.expand(transactions, &pair);
            // A step that was broken off says nothing of where it leads.
            if let Some(why) = transactions.base().given_up() {
                return Err(Unknown::Stopped(Stopping::new(options).reason_of(why)));
            }
            if !goes_on? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it has to stop.
    fn look(&self, options: &Options) -> Result<(), Unknown> {
        let stopped = |reason| Err(Unknown::Stopped(reason));
        match options.limits.time {
            _ if options.interrupt.is_raised() => stopped(StopReason::Interrupted),
            Some(limit) if options.since.is_some_and(|since| since.elapsed() > limit) => {
                stopped(StopReason::Time(limit))
            }
            _ if self.seen.len() > MOST_PAIRS => stopped(StopReason::States(MOST_PAIRS as u64)),
            _ => Ok(()),
        }
    }

    /// Follows the runs from a pair. Whether nothing was refuted.
    fn expand<M, O>(
        &mut self,
        transactions: &mut TransactionMachine<'_, M, O>,
        pair: &Pair,
    ) -> Result<bool, Unknown>
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        transactions.base().load(&pair.0);
        let threads = transactions.threads();
        let choices: Vec<u32> = (0..threads).map(|t| transactions.choices(Tid::new(t))).collect();
        let mut strategy = LeftFirst::new(All);
        let selected = strategy.select(transactions, &Here { choices: &choices, last: None, depth: 0 });
        let mut wrong = !strategy.violations(transactions).is_empty();
        let mut closes = false;
        let first = match selected {
            Selected::Thread(t) => Some(t),
            _ => None,
        };
        let others = (0..threads).map(Tid::new).filter(|&t| Some(t) != first);
        for t in first.into_iter().chain(others) {
            if first.is_some_and(|first| t != first) && !closes {
                break;
            }
            transactions.base().load(&pair.0);
            if transactions.base().choices(t) > 0 {
                wrong |= self.follow(transactions, pair, t, &mut closes);
            }
        }
        if std::mem::take(&mut transactions.refuted) {
            return Ok(false);
        }
        if wrong { Err(Unknown::Wrong) } else { Ok(true) }
    }

    /// Follows the runs of a thread. Whether one of them shows that something is wrong.
    fn follow<M, O>(
        &mut self,
        transactions: &mut TransactionMachine<'_, M, O>,
        pair: &Pair,
        t: Tid,
        closes: &mut bool,
    ) -> bool
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        let TransactionMachine { machine, oracle, runner, paths, rules, refuted, .. } = transactions;
        let runs = runner.run(&mut **machine, oracle, paths, *rules, t, None);
        *refuted |= runs.refuted;
        for (node, phases) in self.ends(runner, pair.1[t.index()]) {
            let vector = runner.vector(node as usize).to_vec();
            machine.load(&vector);
            let phases = self.phases_here(&**machine, Some((t, phases)), &pair.1);
            *closes |= !self.add((vector, phases));
        }
        runs.ends.iter().any(|end| end.breach.is_some())
    }

    /// The nodes at which the runs that were just found end, each with the phases of its thread.
    fn ends(&mut self, runner: &Runner, phases: u32) -> BTreeSet<(u32, u32)> {
        let links = runner.links.as_deref().unwrap_or_default();
        let mut from: HashMap<u32, Vec<&Link>> = HashMap::new();
        links.iter().for_each(|link| from.entry(link.from).or_default().push(link));
        let (mut ends, mut seen) = (BTreeSet::new(), HashSet::from([(0, phases)]));
        let mut stack = vec![(0, phases)];
        while let Some((node, phases)) = stack.pop() {
            for link in from.get(&node).into_iter().flatten() {
                let next = (link.to, self.after(phases, link.mover, &link.calls));
                if link.ends || runner.is_end(link.to) {
                    ends.insert(next);
                }
                if !link.ends && seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        ends
    }

    /// The phases of a thread after a step.
    fn after(&mut self, phases: u32, mover: Mover, calls: &Calls) -> u32 {
        let mut phases = self.phases[phases as usize].clone();
        for (call, (function, phase)) in calls.before.iter().zip(&mut phases) {
            if *phase != Phase::Unasked {
                let method = self.methods.entry(*function).or_default();
                *phase = moved_on(method, *phase, mover, call.at);
            }
        }
        phases.truncate(calls.kept);
        for &function in &calls.after[calls.kept.min(calls.after.len())..] {
            let phase = self.begin(function);
            phases.push((function, phase));
        }
        self.number(phases)
    }

    /// A call begins.
    fn begin(&mut self, function: u32) -> Phase {
        if !self.asked.get(function as usize).is_some_and(|&asked| asked) {
            return Phase::Unasked;
        }
        let method = self.methods.entry(function).or_default();
        method.calls += 1;
        if method.again.is_some() { Phase::Unasked } else { Phase::Before }
    }

    fn number(&mut self, phases: Phases) -> u32 {
        if let Some(&number) = self.numbers.get(&phases) {
            return number;
        }
        let number = self.phases.len() as u32;
        self.phases.push(phases.clone());
        self.numbers.insert(phases, number);
        number
    }

    /// The phases of all threads in the present state: of one as it is said, of others as they were, of new ones as they begin.
    fn phases_here<M: Machine>(
        &mut self,
        machine: &M,
        moved: Option<(Tid, u32)>,
        before: &[u32],
    ) -> Vec<u32> {
        let mut list = Vec::new();
        let mut calls: Vec<Call> = Vec::new();
        for u in 0..machine.threads() {
            if let Some((_, phases)) = moved.filter(|(t, _)| t.index() == u) {
                list.push(phases);
                continue;
            }
            calls.clear();
            machine.calls(Tid::new(u), &mut calls);
            let is_same = |&number: &u32| {
                let known = self.phases[number as usize].iter().map(|(function, _)| *function);
                known.eq(calls.iter().map(|call| call.function))
            };
            let same = before.get(u).copied().filter(is_same);
            list.push(same.unwrap_or_else(|| {
                let new = calls.iter().map(|call| (call.function, self.begin(call.function))).collect();
                self.number(new)
            }));
        }
        list
    }

    /// Whether a pair is new.
    fn add(&mut self, pair: Pair) -> bool {
        let new = self.seen.insert(pair.clone());
        if new {
            self.queue.push_back(pair);
        }
        new
    }
}

/// The phase of a call after a step of its thread that moves so.
fn moved_on(method: &mut Method, phase: Phase, mover: Mover, at: Span) -> Phase {
    method.moves_right |= mover == Mover::Right;
    match phase {
        Phase::Before if mover.is_right() => Phase::Before,
        Phase::Before => {
            method.commits.insert(at);
            Phase::After(at)
        }
        Phase::After(first) if commits_again(mover) => {
            method.again.get_or_insert((first, at));
            Phase::Unasked
        }
        other => other,
    }
}

/// Whether a step of a call that has committed is part of another transaction.
#[mutant("second-commits-are-forgotten", false)]
fn commits_again(mover: Mover) -> bool {
    !mover.is_left()
}
