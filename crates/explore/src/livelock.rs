//! Programs that never end although somebody waits for that: livelock.
//!
//! # Source
//! None of the papers has it. Strongly connected components: Tarjan 1972. That a finite system, in the long run, goes round in a
//! component that it cannot leave whenever the scheduler is fair: Pnueli 1983 (On the extremely fair treatment of probabilistic
//! algorithms).
//!
//! # Idea
//! A component of states that no step leaves, and in which the program has not ended, is where the program stays for good. A server is
//! meant to stay there. It is an error if in this component some thread *spins*: it moves, changes nothing that others may see, and
//! goes round in a loop that its code leaves somewhere, but from none of these states; or in a loop in which nothing is done at
//! all.
//!
//! # Notation
//! *End*: no thread can go on; or all that have to have ended; or one has failed or made a false assumption. *Suspect*: a state
//! from which the search saw no step onward, to a state that it expands later ([`crate::order::Traversal::suspects`]).
//!
//! # Premises
//! - Every state that is no suspect has a step to a state that is expanded later, and there are finitely many; so from each there is a
//!   way to an end or to a suspect. If from every suspect there is a way to an end, no component without one exists. That is so
//!   for nearly all programs that end, and costs nothing.
//! - Reductions. Let C be a component of the whole system that is left by no step and has no end. *Persistent and ample sets*: take a
//!   way w from a reduced state s to C, and suppose that from s a reduced way leads to an end. At each of its states either w has a step
//!   of the set, which can be made first, and w becomes shorter; or the set's steps commute with all of w, and the way goes on, w as
//!   before. At the end nothing of w can be left, so the way has come to C, which has no end. *Transactions*: a thread that
//!   is before its commit in a state of C makes its commit, or waits, or goes round before it; at the last two a run ends
//!   (`deadlock` of the rules). So C has a state between transactions. *Symmetry* maps C to such a component.
//! - A component C without an end has a suspect: its state that was expanded last. So only suspects that are in such a component
//!   matter, and from these every walk stays in it. If on a walk every thread changes something, nobody spins there; if it comes to an end,
//!   the suspect is in no such component, and no state that it passed is. So a walk clears nearly all of the suspects of programs that
//!   end ([`Livelocks::is_clear_by_walk`]), most of them by coming to the way of an earlier one. The walks of servers do not end. But
//!   if any state to which one has come is in such a component, so is where it is then; and if every thread changes something on a short
//!   walk from there ([`is_cleared`]), nobody spins in that component. So all states that it passed are cleared at once.
//! - From a suspect *all* steps (runs) of all threads are followed here, so nobody is put off for ever: the steps that are seen in a
//!   component are those of the whole system's, up to the order of steps that commute, and so is what each thread does there.
//! - States are told apart by 128 bits of a hash.
//!
//! # Deviations
//! - D1: an end behind which somebody failed counts as an end: that is reported as what it is.

use crate::outcome::StopReason;
use commute_base::Span;
use commute_machine::{
    Machine, Rewind, Rounds, Schedule, StepResult, ThreadStatus, Tid, Transition, Violation, ViolationKind,
};
use commute_mutants::mutant;
use std::collections::{HashMap, HashSet};

/// A way on which a thread spins for ever.
#[derive(Debug)]
pub struct Livelock {
    /// What is wrong.
    pub violation: Violation,
    /// The steps from where the search began.
    pub stem: Schedule,
    /// The steps that are repeated for ever.
    pub cycle: Schedule,
}

/// How often the limits are looked at, in states.
const STATES_PER_LOOK: usize = 1024;
/// How long a cycle is looked for.
const LONGEST_CYCLE: usize = 1_000_000;

/// From where livelocks are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// From every state from which no step leads onward.
    Suspects,
    /// From the initial state.
    Start,
}

/// What is known of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    /// It may belong to a component that is not complete.
    Open,
    /// An end can be reached from it.
    Ends,
    /// None can.
    Never,
}

#[derive(Clone, Copy)]
struct Node {
    known: Known,
    /// The least number of an open state that can be reached, as far as it was followed.
    low: u32,
}

/// A state whose steps are being tried.
struct Level {
    node: u32,
    steps: Vec<Transition>,
    next: usize,
    /// A step leads to a component from which no end can be reached, and which is another one.
    leaves: bool,
}

/// Looks for livelocks from one state after the other.
pub struct Livelocks<M> {
    from: From,
    /// What tells states apart.
    state: fn(&M) -> &[u32],
    numbers: HashMap<u128, u32>,
    nodes: Vec<Node>,
    levels: Vec<Level>,
    /// The states that are open, in the order in which they were met.
    open: Vec<u32>,
    /// States that walks have passed, and whether nobody spins for good behind them.
    passed: HashMap<u128, bool>,
}

/// Whether to stop, if it needs so many bytes for so many states.
pub type Supervise<'a> = dyn FnMut(usize, usize) -> Option<StopReason> + 'a;

impl<M: Rewind> Livelocks<M> {
    /// Nothing is known yet.
    pub fn new(state: fn(&M) -> &[u32], from: From) -> Self {
        let (numbers, passed) = (HashMap::new(), HashMap::new());
        Self { from, state, numbers, nodes: Vec::new(), levels: Vec::new(), open: Vec::new(), passed }
    }

    /// Bytes in use.
    fn bytes(&self) -> usize {
        (self.numbers.capacity() + self.passed.capacity()) * 25 + self.nodes.capacity() * size_of::<Node>()
    }

    /// Looks for a livelock among all states that are reached from the present one. If this is one of several suspects that stand for
    /// all states, it is enough that an end is reached from it.
    pub fn look(
        &mut self,
        machine: &mut M,
        stop: &mut Supervise<'_>,
    ) -> Result<Option<Livelock>, StopReason> {
        // There may be as many suspects as states, and each takes its time.
        if let Some(reason) = stop(self.bytes(), self.nodes.len()) {
            return Err(reason);
        }
        if self.from == From::Suspects && (self.is_clear_by_walk(machine) || is_cleared(machine)) {
            return Ok(None);
        }
        let start = self.number(machine);
        if start.1 && !self.arrive(machine, start.0) {
            self.settle(Known::Ends, 0);
        }
        while !self.levels.is_empty() {
            if self.nodes.len().is_multiple_of(STATES_PER_LOOK)
                && let Some(reason) = stop(self.bytes(), self.nodes.len())
            {
                return Err(reason);
            }
            if let Some(found) = self.advance(machine)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Whether a walk, of all threads in turn, comes to an end of the program, or to where nobody spins, or to the way of an earlier walk
    /// that did.
    fn is_clear_by_walk(&mut self, machine: &mut M) -> bool {
        let (mut way, mut steps, mut last) = (HashSet::new(), Vec::new(), None);
        machine.mark();
        let clear = loop {
            let state = hash((self.state)(machine));
            // Who comes to the way of a walk that came to nothing would go where that one went.
            if let Some(&clear) = self.passed.get(&state) {
                break clear;
            }
            if has_ended(machine) {
                break true;
            }
            let Some(t) = next_in_turn(machine, last) else { break true };
            if way.len() == CLEARED_AFTER && is_cleared(machine) {
                break true;
            }
            if way.len() == LONGEST_WALK || !way.insert((state, t)) {
                break came_to_nothing(machine);
            }
            steps.clear();
            machine.transitions(t, &mut steps);
            if machine.step(steps[way.len() % steps.len()]) != StepResult::Done {
                break true;
            }
            last = Some(t);
        };
        machine.rewind();
        machine.unmark();
        self.passed.extend(way.into_iter().map(|(state, _)| (state, clear)));
        clear
    }

    /// The number of the present state, and whether it is new.
    fn number(&mut self, machine: &M) -> (u32, bool) {
        let next = self.nodes.len() as u32;
        let number = *self.numbers.entry(hash((self.state)(machine))).or_insert(next);
        if number == next {
            self.nodes.push(Node { known: Known::Open, low: next });
        }
        (number, number == next)
    }

    /// The machine stands at a new state. Whether its steps are tried: they are not if it is an end.
    fn arrive(&mut self, machine: &mut M, node: u32) -> bool {
        self.open.push(node);
        if has_ended(machine) {
            return false;
        }
        let mut steps = Vec::new();
        for t in (0..machine.threads()).map(Tid::new) {
            if machine.choices(t) > 0 {
                machine.transitions(t, &mut steps);
            }
        }
        if steps.is_empty() {
            return false;
        }
        machine.mark();
        self.levels.push(Level { node, steps, next: 0, leaves: false });
        true
    }

    /// From all open states from this place on an end can be reached, or none.
    fn settle(&mut self, known: Known, from: usize) {
        for node in self.open.drain(from..) {
            self.nodes[node as usize].known = known;
        }
    }

    /// An end can be reached from the last level, and so from all that are open.
    fn ends(&mut self, machine: &mut M) {
        self.settle(Known::Ends, 0);
        if self.from == From::Suspects {
            for _ in self.levels.drain(..) {
                machine.unmark();
            }
        }
    }

    /// Tries the next step of the last level. A livelock, if its component is complete and has one.
    fn advance(&mut self, machine: &mut M) -> Result<Option<Livelock>, StopReason> {
        let Some(top) = self.levels.last_mut() else { return Ok(None) };
        if top.next > 0 {
            machine.rewind();
        }
        let Some(&step) = top.steps.get(top.next) else { return self.leave(machine) };
        top.next += 1;
        if machine.step(step) != StepResult::Done {
            self.ends(machine);
            return Ok(None);
        }
        let (to, new) = self.number(machine);
        match self.nodes[to as usize].known {
            Known::Open if new => {
                if !self.arrive(machine, to) {
                    self.ends(machine);
                }
            }
            Known::Open => self.reaches(to),
            Known::Ends => self.ends(machine),
            Known::Never => self.levels.iter_mut().last().into_iter().for_each(|top| top.leaves = true),
        }
        Ok(None)
    }

    /// The last level reaches a state that is open.
    fn reaches(&mut self, low: u32) {
        if let Some(top) = self.levels.last() {
            let node = &mut self.nodes[top.node as usize];
            node.low = node.low.min(low);
        }
    }

    /// All steps of the last level were tried.
    fn leave(&mut self, machine: &mut M) -> Result<Option<Livelock>, StopReason> {
        let Some(top) = self.levels.pop() else { return Ok(None) };
        let Node { low, known } = self.nodes[top.node as usize];
        if known == Known::Ends {
            machine.unmark();
            return Ok(None);
        }
        let is_root = low == top.node;
        let found = if is_root && !top.leaves { self.livelock(machine) } else { None };
        if found.is_some() && time_stands(machine) {
            return Err(StopReason::TimeStands);
        }
        machine.unmark();
        if is_root {
            let from = self.open.iter().rposition(|&node| node == top.node).unwrap_or(0);
            self.settle(Known::Never, from);
        } else {
            self.reaches(low);
        }
        if let Some(above) = self.levels.last_mut() {
            // Whoever comes to another component leaves its own; within one it is all the same.
            above.leaves |= is_root || top.leaves;
        }
        Ok(found)
    }

    /// The machine stands in a component that no step leaves: a thread that spins there.
    fn livelock(&self, machine: &mut M) -> Option<Livelock> {
        let rounds = rounds(machine, self.state);
        let waits = |t: usize| t >= rounds.len() || rounds[t].stacks.is_empty();
        let others_wait = (0..machine.threads()).all(|t| machine.is_daemon(Tid::new(t)) || waits(t));
        let counts = |t: &usize| others_wait || !machine.is_daemon(Tid::new(*t));
        let spins = |t: &usize| !waits(*t) && machine.is_spinning(&rounds[*t]);
        let spinning = (0..rounds.len()).filter(counts).find(spins)?;
        let tid = Tid::new(spinning);
        let mut stem: Schedule = self.levels.iter().map(|level| level.steps[level.next - 1]).collect();
        let (first, cycle) = way_round(machine, self.state, tid);
        stem.extend(first);
        let violation = Violation {
            kind: ViolationKind::Livelock,
            tid: Some(tid),
            message: "a thread runs for ever without doing anything, and no thread can let it out".into(),
            span: Span::default(),
        };
        Some(Livelock { violation, stem, cycle })
    }
}

/// Whether somebody waits for a time that is not up because a thread spins. Then that is nobody's fault: time goes on, but not in what
/// is explored.
fn time_stands<M: Machine>(machine: &mut M) -> bool {
    (0..machine.threads()).any(|t| machine.lacks_time(Tid::new(t)))
}

/// What tells states apart.
fn hash(vector: &[u32]) -> u128 {
    let half = |seed: u64, odd: u64| {
        vector.iter().fold(seed, |hash, &id| {
            let product = u128::from(hash.rotate_left(23) ^ u64::from(id)) * u128::from(odd);
            product as u64 ^ (product >> 64) as u64
        })
    };
    u128::from(half(1, 0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(half(2, 0xd6e8_feb8_6659_fd93))
}

/// Whether the program may be over in the present state.
#[mutant("daemons-keep-programs-alive", false)]
fn has_ended<M: Machine>(machine: &M) -> bool {
    let mut threads = (0..machine.threads()).map(Tid::new);
    let mut all_ended = true;
    let failed = threads.any(|t| {
        let status = machine.status(t);
        all_ended &= machine.is_daemon(t) || status == ThreadStatus::Ended;
        matches!(status, ThreadStatus::Failed | ThreadStatus::Halted)
    });
    failed || all_ended
}

/// How many steps a walk to an end of the program has.
const LONGEST_WALK: usize = 1_000;

/// After so many it is looked whether that is worth while.
const CLEARED_AFTER: usize = 48;

/// What a walk shows that has become too long, or goes round: whether nobody spins where it has come to.
#[mutant("walks-that-come-to-nothing-clear", true)]
fn came_to_nothing<M: Rewind>(machine: &mut M) -> bool {
    is_cleared(machine)
}

/// How many steps of each thread a walk has on which it is noted who changes something.
const WALK: usize = 24;

/// Whether a short walk, of all threads in turn, shows that nobody spins in the component of the present state if no step leaves it.
fn is_cleared<M: Rewind>(machine: &mut M) -> bool {
    machine.mark();
    let cleared = walk_clears(machine);
    machine.rewind();
    machine.unmark();
    cleared
}

fn walk_clears<M: Rewind>(machine: &mut M) -> bool {
    let mut rounds: Vec<Rounds> = Vec::new();
    let (mut last, mut steps) = (None, Vec::new());
    for at in 0..WALK * machine.threads() {
        if has_ended(machine) {
            return true;
        }
        rounds.resize_with(machine.threads(), Rounds::default);
        let has_worked = |t: usize| rounds[t].changes || machine.status(Tid::new(t)) != ThreadStatus::Live;
        if (0..machine.threads()).all(has_worked) {
            return true;
        }
        // In a state without steps the program has ended, in a deadlock perhaps.
        let Some(t) = next_in_turn(machine, last) else { return true };
        steps.clear();
        machine.transitions(t, &mut steps);
        let step = steps[at % steps.len()];
        if machine.step_round(step, &mut rounds[t.index()]) != StepResult::Done {
            return true;
        }
        last = Some(t);
    }
    false
}

/// The next thread after the last one that can make a step.
fn next_in_turn<M: Machine>(machine: &mut M, last: Option<Tid>) -> Option<Tid> {
    let count = machine.threads();
    let first = last.map_or(0, |last| last.index() + 1);
    (first..first + count).map(|at| Tid::new(at % count)).find(|&t| machine.choices(t) > 0)
}

/// What each thread does in the component of the present state, which no step leaves.
fn rounds<M: Rewind>(machine: &mut M, state: fn(&M) -> &[u32]) -> Vec<Rounds> {
    let mut rounds: Vec<Rounds> = Vec::new();
    let mut seen = HashSet::from([hash(state(machine))]);
    let steps_of = |machine: &mut M| {
        let mut steps = Vec::new();
        (0..machine.threads()).for_each(|t| {
            if machine.choices(Tid::new(t)) > 0 {
                machine.transitions(Tid::new(t), &mut steps);
            }
        });
        steps
    };
    let mut levels = vec![(steps_of(machine), 0)];
    machine.mark();
    // Once every thread has done something nobody can be spinning.
    let all_work = |machine: &M, rounds: &[Rounds]| {
        (0..machine.threads()).all(|t| {
            rounds.get(t).is_some_and(|rounds| rounds.changes)
                || machine.status(Tid::new(t)) != ThreadStatus::Live
        })
    };
    while let Some((steps, next)) = levels.last_mut() {
        if *next > 0 {
            machine.rewind();
        }
        if all_work(machine, &rounds) {
            machine.unmark();
            levels.pop();
            continue;
        }
        let Some(&step) = steps.get(*next) else {
            machine.unmark();
            levels.pop();
            continue;
        };
        *next += 1;
        let t = step.tid.index();
        rounds.resize_with(rounds.len().max(t + 1), Rounds::default);
        machine.step_round(step, &mut rounds[t]);
        if seen.insert(hash(state(machine))) {
            levels.push((steps_of(machine), 0));
            machine.mark();
        }
    }
    rounds
}

/// Steps that lead on and then round: of `t` alone if it can go round alone, otherwise of all threads in turn.
fn way_round<M: Rewind>(machine: &mut M, state: fn(&M) -> &[u32], t: Tid) -> (Schedule, Schedule) {
    let alone = |machine: &mut M, _: Option<Tid>| (machine.choices(t) > 0).then_some(t);
    let alone = walk(machine, state, false, alone);
    alone.or_else(|| walk(machine, state, true, next_in_turn)).unwrap_or_default()
}

/// Lets threads step as `next` says, perhaps by who was last, until a state comes again; then goes back.
fn walk<M: Rewind>(
    machine: &mut M,
    state: fn(&M) -> &[u32],
    by_last: bool,
    mut next: impl FnMut(&mut M, Option<Tid>) -> Option<Tid>,
) -> Option<(Schedule, Schedule)> {
    machine.mark();
    let mut seen: HashMap<(u128, Option<Tid>), usize> = HashMap::new();
    let (mut steps, mut last) = (Schedule::new(), None);
    let found = loop {
        if let Some(first) = seen.insert((hash(state(machine)), last.filter(|_| by_last)), steps.len()) {
            let cycle = steps.split_off(first);
            break Some((std::mem::take(&mut steps), cycle));
        }
        let Some(t) = next(machine, last).filter(|_| steps.len() < LONGEST_CYCLE) else { break None };
        let mut choices = Vec::new();
        machine.transitions(t, &mut choices);
        machine.step(choices[0]);
        steps.push(choices[0]);
        last = Some(t);
    };
    machine.rewind();
    machine.unmark();
    found
}
