//! The transactions of one thread from one state.
//!
//! # Source
//! FQ03 sections 4 and 5 (transactions); SC06 section 4 (the actions M and N: the same without right movers).
//!
//! # Idea
//! A transaction is a run of one thread: right movers (*before the commit*), then any one step, then left movers
//! (*after it*). Whatever other threads do in between could as well have been done before or after all of it, so it
//! is enough to let them move between transactions. From a state, the transactions of a thread are found by a small
//! depth-first search of that thread alone; only the states in which they end are given to the search proper.
//!
//! # Notation
//! R(t), L(t): [`Phase::Pre`] and [`Phase::Post`]; N(t): the *ends*; the phase variable p is a part of the nodes of the
//! small search, not of the state. M_i, N_i of SC06: with `right` off, a run is one step and its left movers.
//!
//! # Premises
//! - A3, A4 of Theorem A.1: by the oracle ([`commute_movers::Mover`]).
//! - A6 (condition C): from every state after the commit an end can be reached. Either every cycle of such states
//!   gets an end ([`Cycles::Break`]), or only the components that have no way out (`graph.rs`).
//! - A step from inside an atomic block (which a choice has cut in two) is no right mover: what others do after it they
//!   cannot do before it (regression `atomic_choose_then_read.cm`).
//! - A5 asks that nobody changes another thread's phase. Nobody else moves during a run. Another thread may *give* a
//!   thread its exclusiveness (drop the last other reference to an object); then more steps move than did before, the
//!   run grows, and what was between its parts still moves out of it. Taking it away is what no oracle allows.
//! - Invariants: a step that may change one is neither a left nor a right mover, so a run has at most one, and its
//!   truth at the end of the run is that right after this step.
//! - Deadlock (`deadlock`): before the commit, a step that may block ends the run. In a deadlock no thread is after
//!   its commit (left movers do not block), and a thread that is before its commit stands at a step that may block. Its
//!   right movers can be put off to the end of the execution, one thread after the other, and each of these runs ends
//!   where this rule ends it. A subset of threads that wait for each other stays so when the others finish (left
//!   movers) or never began (right movers). Without this rule two nested acquires are one transaction, and dining
//!   philosophers have no deadlock.
//! - Data races (`races`): the run ends before an access that may race and does not move both ways. So if two threads stand before such
//!   accesses, each is at an end of its run; the right movers of others were put off, their left movers made, and both still
//!   stand there. Without this rule `acquire; x = 1` is one transaction, and nobody else sees its thread stand before `x = 1`.
//!   An access that moves both ways is in no race, as it would not commute with the other one (`vm/races.rs`).
//! - A step that the machine cannot follow (`bounds`) ends a run, and the state before it is an end too: others would have moved
//!   after the run, where nothing is explored.
//!
//! # Deviations
//! - D1: a choice that touches nothing ends a run after the commit: the runs that follow begin with it, and the
//!   states between the choice and the next step need not be stored. Any state may be an end.
//! - D2: a run of more than [`LONGEST`] steps is ended there.
//! - D3: the phase is not a part of stored states, since nothing is stored inside a run.
//! - D4: when all names of runs (`paths.rs`) are taken, runs are cut to one step.
//! - D5: of a chain of steps that move both ways and leave no choice only the last state is a node. All its states have the same phase
//!   and the same ends, so nothing is lost but the cycles inside it: a chain is ended after [`CHAIN`] steps, or where its thread stands
//!   as it stood at a node, [`ROUND`] steps after the last. So a thread that goes round, as one that asks again and again does, comes to
//!   one of its nodes with every round. Most steps of a thread that works on what nobody else can reach cost what they touch, and not
//!   a walk through all objects.

use super::graph::hopeless;
use super::links::{Link, Stepped};
use super::paths::Paths;
use super::runs::{End, Rules, Runs};
use crate::options::Cycles;
use commute_machine::{
    Fingerprint, Footprint, HeapView, Machine, Rewind, StepResult, ThreadStatus, Tid, Transition, Violation,
    ViolationKind, steps,
};
use commute_movers::{Breach, Justification, Mover, Oracle};
use commute_mutants::mutant;
use hashbrown::HashTable;
use std::collections::BTreeSet;

/// How many steps a run may have: few enough that limits and interrupts are looked at in time.
const LONGEST: usize = 600;

/// How many states a run may meet, with its choices.
const MOST_NODES: usize = 200;

/// How many steps may lead from one node to the next.
const CHAIN: u16 = 200;

/// After how many of them it is looked whether the thread stands where it stood at a node.
const ROUND: u16 = 50;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Before the commit: only right movers so far.
    Pre,
    /// After it: only left movers from here on.
    Post,
}

/// How a node is reached: by a choice of another one, and further steps without a choice.
#[derive(Clone, Copy)]
struct Way {
    node: u32,
    choice: u16,
    further: u16,
}

/// A state inside a run.
struct Node {
    phase: Phase,
    /// Where the running thread stands.
    stands: u32,
    hash: u64,
    /// Where its vector ends in the arena; it begins where the last one ends.
    upto: usize,
    /// How it was first reached.
    from: Way,
    /// How many steps the run has had here.
    steps: usize,
    on_stack: bool,
    is_end: bool,
}

/// What a thread is about to do.
struct Next {
    over: bool,
    count: u32,
    mover: Mover,
    /// Whether it may race.
    races: bool,
    breach: Option<Breach>,
}

impl Next {
    /// Whether it is a step that could as well be made at once with the one before and the one after.
    fn is_one_of_a_chain(&self) -> bool {
        self.count == 1 && self.mover == Mover::Both && self.breach.is_none()
    }
}

/// What the oracle was shown of a thread: what it is about to touch, and what of that contradicts the user.
#[derive(Default)]
pub struct Watched {
    pub footprint: Footprint,
    pub breach: Option<Breach>,
    /// What that rests on.
    pub justifications: BTreeSet<Justification>,
}

/// A node whose steps are being tried.
struct Level {
    node: u32,
    next: u16,
    count: u16,
    mover: Mover,
    footprint: Footprint,
    breach: Option<Breach>,
}

/// The small search, with its buffers.
#[derive(Default)]
pub struct Runner {
    nodes: Vec<Node>,
    arena: Vec<u32>,
    index: HashTable<u32>,
    /// Steps between nodes after the commit.
    edges: Vec<(u32, u32)>,
    stack: Vec<Level>,
    footprint: Footprint,
    path: Vec<u16>,
    /// The steps between nodes, if somebody wants them.
    pub(super) links: Option<Vec<Link>>,
}

/// What one small search works on.
struct Task<'a, M, O> {
    machine: &'a mut M,
    oracle: &'a mut O,
    paths: &'a mut Paths,
    rules: Rules,
    t: Tid,
    runs: Runs,
}

/// Where a thread stands.
fn stands<M: Machine>(machine: &M, t: Tid) -> u32 {
    if machine.status(t) == ThreadStatus::Live { machine.control_point(t) } else { u32::MAX }
}

/// A hash of the present state that looks at the running thread alone: the nodes of a run are few, and mostly differ in where it stands.
fn hash<M: Fingerprint>(machine: &M, stands: u32, phase: Phase) -> u64 {
    let words = [u64::from(stands), machine.vector().len() as u64, u64::from(phase == Phase::Pre)];
    words.iter().fold(0, |h: u64, &word| (h.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
}

impl Runner {
    /// The runs of `t` from the present state of the machine, to which it returns. What the oracle was shown there it is not shown again.
    pub fn run<M, O>(
        &mut self,
        machine: &mut M,
        oracle: &mut O,
        paths: &mut Paths,
        rules: Rules,
        t: Tid,
        watched: Option<Watched>,
    ) -> Runs
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        self.nodes.clear();
        self.arena.clear();
        self.index.clear();
        self.edges.clear();
        self.stack.clear();
        self.links.iter_mut().for_each(Vec::clear);
        let runs = Runs {
            ends: Vec::new(),
            all_left: true,
            refuted: false,
            steps: 0,
            justifications: BTreeSet::new(),
            places: None,
        };
        let mut task = Task { machine, oracle, paths, rules, t, runs };
        self.meet(&mut task, Phase::Pre, Way { node: 0, choice: 0, further: 0 });
        self.arrive(&mut task, 0, watched);
        while !self.stack.is_empty() {
            self.advance(&mut task);
        }
        if rules.cycles == Cycles::Components {
            self.give_ways_out();
        }
        for node in 0..self.nodes.len() {
            if self.nodes[node].is_end {
                self.add_end(&mut task, node as u32, None, None);
            }
        }
        task.runs
    }

    /// Whether a run ends at a node of the last small search.
    pub(super) fn is_end(&self, node: u32) -> bool {
        self.nodes[node as usize].is_end
    }

    /// The state of a node.
    pub(super) fn vector(&self, node: usize) -> &[u32] {
        let from = if node == 0 { 0 } else { self.nodes[node - 1].upto };
        &self.arena[from..self.nodes[node].upto]
    }

    /// The node of the present state, and whether it is new.
    fn meet<M: Fingerprint, O>(&mut self, task: &mut Task<M, O>, phase: Phase, from: Way) -> (u32, bool) {
        let vector = task.machine.vector();
        let stands = stands(task.machine, task.t);
        let hashed = hash(task.machine, stands, phase);
        let counts = |node: &Node| node.phase == phase && (!task.rules.by_steps || node.on_stack);
        let same = |&node: &u32| counts(&self.nodes[node as usize]) && self.vector(node as usize) == vector;
        if let Some(&node) = self.index.find(hashed, same) {
            return (node, false);
        }
        let node = self.nodes.len() as u32;
        let steps = self.nodes.get(from.node as usize).map_or(0, |before| before.steps + 1);
        let steps = steps + usize::from(from.further);
        self.arena.extend_from_slice(vector);
        let upto = self.arena.len();
        self.nodes.push(Node {
            phase,
            stands,
            hash: hashed,
            upto,
            from,
            steps,
            on_stack: false,
            is_end: false,
        });
        let nodes = &self.nodes;
        self.index.insert_unique(hashed, node, |&node| nodes[node as usize].hash);
        (node, true)
    }

    /// The machine stands at a new node: either the run ends here, or its steps are tried.
    fn arrive<M, O>(&mut self, task: &mut Task<M, O>, node: u32, watched: Option<Watched>)
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        let Node { phase, steps, .. } = self.nodes[node as usize];
        let inside = node != 0;
        let next = self.look(task, watched);
        if next.count == 0 {
            // Who waits at a guard reads what it is about, as long as it waits.
            let races = task.rules.races && !next.over && reads_on(task.machine, &self.footprint);
            let ends = inside && (ends_stuck(next.over, phase, task.rules) || races);
            self.nodes[node as usize].is_end = ends;
            task.runs.all_left &= !waits_for_others(inside, ends);
            if inside && next.breach.is_some() {
                self.add_end(task, node, None, next.breach);
            }
            return;
        }
        if inside && (next.races || self.ends_before(task, phase, &next, steps)) {
            self.nodes[node as usize].is_end = true;
            return;
        }
        self.nodes[node as usize].on_stack = true;
        let footprint = self.footprint.clone();
        let count = next.count.min(u32::from(u16::MAX)) as u16;
        self.stack.push(Level { node, next: 0, count, mover: next.mover, footprint, breach: next.breach });
        task.machine.mark();
    }

    /// What the thread is about to do in the present state.
    fn look<M, O>(&mut self, task: &mut Task<M, O>, watched: Option<Watched>) -> Next
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        let t = task.t;
        if task.machine.status(t) != ThreadStatus::Live {
            return Next { over: true, count: 0, mover: Mover::Non, races: false, breach: None };
        }
        let count = task.machine.choices(t);
        let breach = match watched {
            Some(watched) => {
                self.footprint = watched.footprint;
                watched.breach
            }
            None => {
                self.footprint.clear();
                task.machine.footprint(t, &mut self.footprint);
                task.runs.refuted |= task.oracle.watch(task.machine, t, &self.footprint);
                task.oracle.breach()
            }
        };
        if count == 0 {
            return Next { over: false, count, mover: Mover::Non, races: false, breach };
        }
        let mover = task.oracle.mover(task.machine, t, &self.footprint);
        let races = task.rules.races && stands_before_race(mover, task.machine, &self.footprint);
        let mover = unless_observable(mover, task.machine, t, &self.footprint);
        let mover = unless_inside(mover, task.machine, t);
        Next { over: false, count, mover, races, breach }
    }

    /// Whether the run ends before the next step, which moves so.
    fn ends_before<M: Machine, O>(&self, task: &Task<M, O>, phase: Phase, next: &Next, steps: usize) -> bool {
        let ends = match phase {
            Phase::Pre => task.rules.deadlock && !next.mover.is_left() && may_wait(task.machine, task.t),
            Phase::Post => {
                commits_again(phase, next.mover) || next.count > 1 && self.footprint.accesses.is_empty()
            }
        };
        ends || steps >= LONGEST || self.nodes.len() > MOST_NODES || task.paths.is_exhausted()
    }

    /// Tries the next step of the innermost node.
    fn advance<M, O>(&mut self, task: &mut Task<M, O>)
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        let Some(top) = self.stack.last_mut() else { return };
        if top.next > 0 {
            task.machine.rewind();
        }
        if top.next == top.count {
            task.machine.unmark();
            self.nodes[top.node as usize].on_stack = false;
            self.stack.pop();
            return;
        }
        let (node, choice) = (top.node, top.next);
        let before = top.mover;
        top.next += 1;
        let mut breach = top.breach.clone();
        if breach.is_some() && top.count > 1 {
            // Perhaps only another choice does what the user said is not done.
            let mut footprint = Footprint::default();
            task.machine.footprint_of(Transition { tid: task.t, choice }, &mut footprint);
            task.runs.refuted |= task.oracle.watch(task.machine, task.t, &footprint);
            breach = task.oracle.breach();
        }
        let may_chain = top.count == 1 && before == Mover::Both && self.links.is_none();
        task.oracle.before(task.machine, task.t, &top.footprint);
        let step = Transition { tid: task.t, choice };
        if may_chain {
            task.machine.put_off();
        }
        let Stepped { result, calls } = Stepped::make(task.machine, step, self.links.is_some());
        task.runs.steps += 1;
        let mover = before.and(task.oracle.after(task.machine, task.t));
        // Taken in any case: a second contradiction by the same step must not be told of another one.
        let also = task.oracle.breach();
        let breach = breach.or(also);
        let phase = self.nodes[node as usize].phase;
        let next = if phase == Phase::Pre && mover.is_right() && task.rules.right {
            Phase::Pre
        } else {
            Phase::Post
        };
        let goes_on = may_chain && mover == Mover::Both && breach.is_none() && result == StepResult::Done;
        let further = if goes_on { self.chain(task, node, choice, next) } else { 0 };
        task.machine.settle();
        if commits_again(phase, mover) {
            // Only the step itself showed that it does not move left, so the run should have ended before it.
            self.nodes[node as usize].is_end = true;
            if let Some(top) = self.stack.last_mut() {
                top.next = top.count;
            }
            return;
        }
        task.runs.all_left &= mover.is_left();
        if let StepResult::Violation(violation) = &result
            && task.rules.bounds.contains(&violation.kind)
        {
            self.nodes[node as usize].is_end |= node != 0;
        }
        if breach.is_some() || result != StepResult::Done {
            self.add_end(task, node, Some(Way { node, choice, further: 0 }), breach);
            return;
        }
        let (to, ends) = self.follow(task, Way { node, choice, further }, next);
        if let (Some(links), Some(calls)) = (&mut self.links, calls) {
            links.push(Link { from: node, to, ends, mover, calls });
        }
    }

    /// Goes on with the thread as long as its steps move both ways, after a step of `node` that does. How many further steps were made.
    fn chain<M, O>(&mut self, task: &mut Task<M, O>, node: u32, choice: u16, phase: Phase) -> u16
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        let step = Transition { tid: task.t, choice: 0 };
        let so_far = self.nodes[node as usize].steps + 1;
        for further in 0..CHAIN {
            if further >= ROUND && self.stands_at_node(task) {
                return further;
            }
            let next = self.look(task, None);
            let made = so_far + usize::from(further);
            if !next.is_one_of_a_chain() || self.ends_before(task, phase, &next, made) {
                return further;
            }
            task.oracle.before(task.machine, task.t, &self.footprint);
            let result = task.machine.step(step);
            let mover = task.oracle.after(task.machine, task.t);
            let breach = task.oracle.breach();
            if result != StepResult::Done || mover != Mover::Both || breach.is_some() {
                // The step is none of a chain after all: it is made again, from a node of its own.
                task.machine.settle();
                task.machine.rewind();
                let choices: Vec<u16> = std::iter::once(choice).chain((0..further).map(|_| 0)).collect();
                steps(task.machine, task.t, &choices);
                return further;
            }
            task.runs.steps += 1;
        }
        CHAIN
    }

    /// Whether the thread stands where it stood at a node: perhaps it has come round.
    fn stands_at_node<M: Machine, O>(&self, task: &Task<M, O>) -> bool {
        let here = stands(task.machine, task.t);
        self.nodes.iter().any(|node| node.stands == here)
    }

    /// A way has led to the present state. Its node, and whether a run ends with this way though none ends there.
    fn follow<M, O>(&mut self, task: &mut Task<M, O>, way: Way, phase: Phase) -> (u32, bool)
    where
        M: Rewind + Fingerprint + HeapView,
        O: Oracle<M>,
    {
        let node = way.node;
        let (to, new) = self.meet(task, phase, way);
        if self.nodes[node as usize].phase == Phase::Post {
            self.edges.push((node, to));
        }
        if new {
            self.arrive(task, to, None);
        } else if self.nodes[to as usize].on_stack {
            let breaks = match phase {
                // Nothing else would be left to do, and a thread that goes on must not look as if it could not.
                Phase::Pre => task.rules.deadlock,
                Phase::Post => task.rules.cycles == Cycles::Break,
            };
            if breaks && to == 0 {
                // A run without steps would not show that its thread goes round.
                self.add_end(task, node, Some(way), None);
                return (to, true);
            }
            self.nodes[to as usize].is_end |= breaks;
        }
        (to, false)
    }

    /// Makes ends of states after the commit from which none can be reached.
    #[mutant("runs-without-way-out", skip)]
    fn give_ways_out(&mut self) {
        let stands = |node: &Node| node.is_end || node.phase == Phase::Pre;
        if self.edges.is_empty() || self.nodes.iter().all(stands) {
            return;
        }
        let has_way_out: Vec<bool> = self.nodes.iter().map(stands).collect();
        for node in hopeless(&has_way_out, &self.edges) {
            self.nodes[node as usize].is_end = true;
        }
    }

    fn add_end<M, O>(&mut self, task: &mut Task<M, O>, node: u32, last: Option<Way>, breach: Option<Breach>) {
        self.path.clear();
        let mut at = node;
        last.iter().for_each(|way| add_reversed(&mut self.path, way));
        while at != 0 {
            let way = self.nodes[at as usize].from;
            add_reversed(&mut self.path, &way);
            at = way.node;
        }
        self.path.reverse();
        if let Some(path) = task.paths.name(&self.path) {
            task.runs.ends.push(End { path, breach: breach.map(|b| Box::new(violation(b))) });
        }
    }
}

fn add_reversed(path: &mut Vec<u16>, way: &Way) {
    path.extend((0..way.further).map(|_| 0));
    path.push(way.choice);
}

/// Whether a run ends where its thread cannot go on. Before the commit nobody else has to see where the thread is stuck, except
/// for deadlocks.
#[mutant("runs-that-are-stuck-do-not-end", false)]
fn ends_stuck(over: bool, phase: Phase, rules: Rules) -> bool {
    over || phase == Phase::Post || rules.deadlock
}

/// Whether a run that cannot go on, and may end there, goes on after other threads. Then they have to move.
#[mutant("runs-that-wait-need-nobody", false)]
fn waits_for_others(inside: bool, ends: bool) -> bool {
    inside && !ends
}

/// C2: a step that a property may see does not move.
#[mutant("runs-forget-c2", mover)]
fn unless_observable<M: Machine>(mover: Mover, machine: &mut M, t: Tid, footprint: &Footprint) -> Mover {
    if mover != Mover::Non && machine.is_observable(t, footprint) { Mover::Non } else { mover }
}

/// Inside an atomic block nothing that another thread does later could have been done before.
#[mutant("inside-moves-right", mover)]
fn unless_inside<M: Machine>(mover: Mover, machine: &M, t: Tid) -> Mover {
    if machine.is_inside(t) { mover.and(Mover::Left) } else { mover }
}

/// Whether a thread may be one of two that race with their next steps.
#[mutant("runs-go-past-races", false)]
fn stands_before_race<M: Machine>(mover: Mover, machine: &M, footprint: &Footprint) -> bool {
    mover != Mover::Both && machine.may_race(footprint)
}

/// Whether a thread that is blocked may be one of two that race.
#[mutant("blocked-guards-do-not-race", false)]
fn reads_on<M: Machine>(machine: &M, footprint: &Footprint) -> bool {
    machine.may_race(footprint)
}

#[mutant("runs-go-past-blocking", false)]
fn may_wait<M: Machine>(machine: &M, t: Tid) -> bool {
    machine.may_block(t)
}

/// After the commit there are only left movers.
#[mutant("runs-go-past-a-second-commit", false)]
fn commits_again(phase: Phase, mover: Mover) -> bool {
    phase == Phase::Post && !mover.is_left()
}

/// A broken annotation as a violation.
pub fn violation(breach: Breach) -> Violation {
    Violation {
        kind: ViolationKind::Discipline(breach.rule),
        tid: None,
        message: breach.message,
        span: breach.span,
    }
}
