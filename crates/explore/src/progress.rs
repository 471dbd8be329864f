//! Threads that may never get on, although the scheduler is fair: cycles without progress.
//!
//! # Source
//! Francez 1986 (Fairness), for weak fairness; Holzmann 1991 (Design and Validation of Computer Protocols), for progress labels and
//! cycles without progress. None of the papers has it.
//!
//! # Idea
//! All states and steps are kept as a graph. A thread that goes round in a loop which its code leaves somewhere makes no progress as long
//! as it stays there. So take the states in which it is in this loop, and look for a strongly connected component of them in
//! which it moves, and which is *fair*: every other thread moves in it too, or cannot move in some state of it. An execution may
//! stay there for ever. If the program has labels whose names begin with `progress`, standing at one of them is progress, and
//! nothing else.
//!
//! # Notation
//! *In a loop*: [`commute_machine::Machine::loops_of`], by a number that means one loop in one call.
//!
//! # Premises
//! - All interleavings: no reduction preserves weak fairness (`ltl/check.rs`).
//! - A state inside an atomic block that a choice has cut in two says nothing about whether others can move.
//!
//! # Deviations
//! - D1: daemons need not get on. After a failure or a false assumption nobody has to.

use crate::engine::Stopping;
use crate::observer::Observer;
use crate::options::Options;
use crate::outcome::{Found, StopReason};
use crate::store::{Store, StoreOf, Tree};
use commute_base::Span;
use commute_machine::{
    Fingerprint, Rewind, Schedule, StepResult, ThreadStatus, Tid, Transition, Violation, ViolationKind,
};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// How many states pass between two looks at the limits.
const STATES_PER_LOOK: usize = 1024;

/// A step between two states.
#[derive(Clone, Copy)]
struct Edge {
    step: Transition,
    to: u32,
}

/// Where a thread has to get on from: a loop, or, if there are labels, anywhere without one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Loop(Tid, u64),
    Unlabelled,
}

/// All states and steps.
#[derive(Default)]
struct Graph {
    edges: Vec<Vec<Edge>>,
    /// The state and the step by which each was first reached.
    parents: Vec<Option<(u32, Transition)>>,
    /// Whether nobody but one thread can move for no reason of the others.
    inside: Vec<bool>,
    threads: usize,
    /// The states in which nobody gets on from a place.
    places: BTreeMap<Place, Vec<u32>>,
}

/// An execution on which a thread never gets on.
pub fn without_progress<M>(
    machine: &mut M,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Option<Found>, StopReason>
where
    M: Rewind + Fingerprint,
{
    let graph = Graph::of(machine, options, observer)?;
    for (&place, states) in &graph.places {
        for component in graph.components(states) {
            if let Some(found) = graph.found(place, &component) {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

impl Graph {
    fn of<M>(machine: &mut M, options: &Options, observer: &mut dyn Observer) -> Result<Self, StopReason>
    where
        M: Rewind + Fingerprint,
    {
        let (mut graph, mut store, stopping) = (Graph::default(), Tree::new(), Stopping::new(options));
        let has_labels = machine.has_progress_labels();
        machine.restart();
        store.insert(machine);
        graph.parents.push(None);
        let mut steps = Vec::new();
        while graph.edges.len() < graph.parents.len() {
            let at = graph.edges.len();
            if at.is_multiple_of(STATES_PER_LOOK) {
                let counted = (store.bytes() + machine.component_bytes() + graph.bytes()) as u64;
                if let Some(reason) = stopping.reason(observer, counted, 0) {
                    return Err(reason);
                }
            }
            if let Some(limit) = options.limits.states.filter(|&limit| at as u64 > limit) {
                return Err(StopReason::States(limit));
            }
            store.go_to(machine, at as u64);
            graph.note(machine, at as u32, has_labels);
            steps.clear();
            let goes_on = !is_over(machine);
            for t in (0..machine.threads()).map(Tid::new) {
                if goes_on && machine.choices(t) > 0 {
                    machine.transitions(t, &mut steps);
                }
            }
            let mut edges = Vec::with_capacity(steps.len());
            machine.mark();
            for &step in &steps {
                if machine.step(step) == StepResult::Done {
                    let inserted = store.insert(machine);
                    if inserted.new {
                        graph.parents.push(Some((at as u32, step)));
                    }
                    edges.push(Edge { step, to: inserted.key as u32 });
                }
                machine.rewind();
            }
            machine.unmark();
            graph.edges.push(edges);
            // A step that was broken off says nothing of where it leads.
            if let Some(why) = machine.given_up() {
                return Err(stopping.reason_of(why));
            }
        }
        Ok(graph)
    }

    fn bytes(&self) -> usize {
        self.parents.capacity() * 12 + self.edges.iter().map(|edges| 24 + edges.capacity() * 8).sum::<usize>()
    }

    /// Notes where threads are that have to get on.
    fn note<M: Rewind>(&mut self, machine: &M, at: u32, has_labels: bool) {
        self.threads = self.threads.max(machine.threads());
        let threads = || (0..machine.threads()).map(Tid::new);
        self.inside.push(threads().any(|t| machine.is_inside(t)));
        if has_labels {
            if !threads().any(|t| machine.is_at_progress(t)) {
                self.places.entry(Place::Unlabelled).or_default().push(at);
            }
            return;
        }
        let mut loops = Vec::new();
        for t in threads().filter(|&t| !machine.is_daemon(t)) {
            loops.clear();
            machine.loops_of(t, &mut loops);
            for &number in &loops {
                self.places.entry(Place::Loop(t, number)).or_default().push(at);
            }
        }
    }

    /// The strongly connected components with a step, by steps between these states only.
    fn components(&self, states: &[u32]) -> Vec<Vec<u32>> {
        let numbers: HashMap<u32, usize> = states.iter().copied().zip(0..).collect();
        let inner = |at: usize| {
            self.edges[states[at] as usize].iter().filter_map(|edge| numbers.get(&edge.to).copied())
        };
        let (mut order, mut low) = (vec![0usize; states.len()], vec![0usize; states.len()]);
        let (mut is_open, mut open) = (vec![false; states.len()], Vec::new());
        let (mut count, mut found) = (0, Vec::new());
        for root in 0..states.len() {
            if order[root] != 0 {
                continue;
            }
            let mut path: Vec<(usize, Vec<usize>)> = vec![(root, inner(root).collect())];
            count += 1;
            (order[root], low[root], is_open[root]) = (count, count, true);
            open.push(root);
            while let Some((at, rest)) = path.last_mut() {
                let at = *at;
                match rest.pop() {
                    Some(to) if order[to] == 0 => {
                        count += 1;
                        (order[to], low[to], is_open[to]) = (count, count, true);
                        open.push(to);
                        path.push((to, inner(to).collect()));
                    }
                    Some(to) if is_open[to] => low[at] = low[at].min(order[to]),
                    Some(_) => {}
                    None => {
                        path.pop();
                        if let Some((before, _)) = path.last() {
                            low[*before] = low[*before].min(low[at]);
                        }
                        if low[at] == order[at] {
                            let from = open.iter().rposition(|&other| other == at).unwrap_or(0);
                            let members: Vec<usize> = open.drain(from..).collect();
                            members.iter().for_each(|&member| is_open[member] = false);
                            if members.len() > 1 || inner(at).any(|to| to == at) {
                                found.push(members.into_iter().map(|member| states[member]).collect());
                            }
                        }
                    }
                }
            }
        }
        found
    }

    /// The execution that stays in a component for ever, if it is fair and somebody does not get on there.
    fn found(&self, place: Place, component: &[u32]) -> Option<Found> {
        let members: BTreeSet<u32> = component.iter().copied().collect();
        let steps = |at: u32| self.edges[at as usize].iter().filter(|edge| members.contains(&edge.to));
        let moves = |t: Tid| component.iter().any(|&at| steps(at).any(|edge| edge.step.tid == t));
        let cannot = |at: u32, t: Tid| {
            !self.inside[at as usize] && !self.edges[at as usize].iter().any(|edge| edge.step.tid == t)
        };
        let threads = || (0..self.threads).map(Tid::new);
        let stuck = match place {
            Place::Loop(t, _) => moves(t).then_some(t),
            Place::Unlabelled => threads().find(|&t| moves(t)),
        }?;
        let is_fair = threads().all(|t| moves(t) || component.iter().any(|&at| cannot(at, t)));
        if !is_fair {
            return None;
        }
        // One after the other: a step of each thread that moves, or a state in which it cannot.
        let start = component[0];
        let (mut at, mut cycle) = (start, Schedule::new());
        for t in threads() {
            let path = if moves(t) {
                self.shortest(&members, at, |_, edge| edge.is_some_and(|edge| edge.step.tid == t))
            } else {
                self.shortest(&members, at, |at, _| cannot(at, t))
            };
            at = path.last().map_or(at, |edge| edge.to);
            cycle.extend(path.iter().map(|edge| edge.step));
        }
        let back = self.shortest(&members, at, |at, _| at == start);
        cycle.extend(back.iter().map(|edge| edge.step));
        let mut schedule = self.schedule(start);
        let count = cycle.len();
        schedule.extend(cycle);
        let violation = Violation {
            kind: ViolationKind::Starvation,
            tid: Some(stuck),
            message: "a thread may never get on, although the scheduler is fair".into(),
            span: Span::default(),
        };
        Some(Found { violation, schedule, cycle: count, execution: None })
    }

    /// The shortest way inside a component to a wanted state, or that ends with a wanted step.
    fn shortest(
        &self,
        members: &BTreeSet<u32>,
        start: u32,
        wanted: impl Fn(u32, Option<&Edge>) -> bool,
    ) -> Vec<Edge> {
        if wanted(start, None) {
            return Vec::new();
        }
        let mut before: HashMap<u32, (u32, Edge)> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for edge in self.edges[at as usize].iter().filter(|edge| members.contains(&edge.to)) {
                if wanted(edge.to, Some(edge)) {
                    let mut path = vec![*edge];
                    let mut at = at;
                    while at != start {
                        let (from, edge) = before[&at];
                        path.push(edge);
                        at = from;
                    }
                    path.reverse();
                    return path;
                }
                if edge.to != start && !before.contains_key(&edge.to) {
                    before.insert(edge.to, (at, *edge));
                    queue.push_back(edge.to);
                }
            }
        }
        panic!("[commute internal bug] all states of a component are reached from each other");
    }

    fn schedule(&self, state: u32) -> Schedule {
        let mut schedule = Schedule::new();
        let mut at = state;
        while let Some((from, step)) = self.parents[at as usize] {
            schedule.push(step);
            at = from;
        }
        schedule.reverse();
        schedule
    }
}

/// Whether a thread has failed or made a false assumption: nobody has to get on then.
fn is_over<M: Rewind>(machine: &M) -> bool {
    let status = |t| machine.status(Tid::new(t));
    (0..machine.threads()).any(|t| matches!(status(t), ThreadStatus::Failed | ThreadStatus::Halted))
}
