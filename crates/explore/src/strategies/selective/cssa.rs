//! Persistent sets by the conditional stubborn set algorithm.
//!
//! # Source
//! God96 section 4.4 (CSSA), as SC06 section 10 uses it: all nondeterminism is resolved so that the set is smallest.
//!
//! # Idea
//! A set T of transitions, not only of next ones, that is closed: for an enabled transition of T, all that may be the first to
//! interfere with it is in T. For a disabled one, either all transitions that lead its thread to it are in T, or all
//! that may be the first to make its false guard true. The enabled transitions of T are persistent. Compared with
//! Overman's algorithm, an operation that another thread may perform some day does not count if a guard which is false now
//! stands before it, and whoever can make that true is in the set or waits himself.
//!
//! # Notation
//! A transition of T that is not next: a *node*, thread and point. T is determined by the set P of threads whose next steps are in
//! it and that can step: the nodes of all other threads are those of the greatest set in which each is justified by
//! rule 2a. MBTFTIW: [`View::disturbs`].
//!
//! # Premises
//! - Rule 2a(i), backwards along the control flow, ends at the thread's next step; if that is in P, all nodes of the thread are
//!   justified.
//! - Being justified may be circular: T only has to be closed. So the greatest fixpoint is right.
//! - A guard of a node is known only for operations on one static object or global (`guard`); others justify nothing.
//! - A thread's own earlier steps may make a later guard of its own true; they are nodes too.
//!
//! # Deviations
//! - D1: all sets P are tried if at most [`FEW`] threads can step; else P grows from one thread by what is missing, which is
//!   sound and not always smallest.
//! - D2: a point that an exception from inside a call may lead to is never justified by 2a(i).

use super::guard::is_blocked;
use super::persistent::PersistentSets;
use super::view::{Pending, View, smallest};
use crate::options::Ties;
use commute_machine::{Acts, Fingerprint, Foresight, Tid};
use fixedbitset::FixedBitSet;
use std::collections::HashMap;

/// Up to so many enabled threads, all subsets are tried.
const FEW: usize = 6;

/// The algorithm.
#[derive(Default)]
pub struct Cssa {
    /// How ties are broken.
    pub ties: Ties,
}

impl<M: Foresight + Fingerprint> PersistentSets<M> for Cssa {
    fn threads(&mut self, machine: &mut M, choices: &[u32], _last: Option<Tid>) -> Option<FixedBitSet> {
        let view = View::new(machine, choices);
        let enabled: Vec<usize> = (0..view.threads.len()).filter(|&i| view.threads[i].choices > 0).collect();
        let mut stubborn = Stubborn::new(machine, &view);
        let sets = if enabled.len() <= FEW {
            stubborn.all_sets(&enabled)
        } else {
            enabled.iter().map(|&start| stubborn.grow(start)).collect()
        };
        smallest(machine, &view, self.ties, sets)
    }
}

/// A node: a place in [`View::threads`] and a point of that thread's future.
type Node = (usize, u32);

/// The search for closed sets in one state.
struct Stubborn<'a, M> {
    machine: &'a M,
    view: &'a View,
    /// For each thread, the nodes that may be first to interfere with its next step.
    disturbers: Vec<Option<Vec<Node>>>,
    /// For each node with a guard that is false now, those that may be the first to make it true.
    openers: HashMap<Node, Option<Vec<Node>>>,
}

impl<'a, M: Foresight> Stubborn<'a, M> {
    fn new(machine: &'a M, view: &'a View) -> Self {
        let disturbers = vec![None; view.threads.len()];
        Self { machine, view, disturbers, openers: HashMap::new() }
    }

    fn disturbers(&mut self, a: usize) -> &[Node] {
        let (machine, view) = (self.machine, self.view);
        self.disturbers[a].get_or_insert_with(|| {
            let others = (0..view.threads.len()).filter(|&b| b != a);
            let nodes = others.flat_map(|b| view.threads[b].future.points.ones().map(move |p| (b, p as u32)));
            nodes.filter(|&(b, p)| view.disturbs(machine, (a, b), p, |_| true)).collect()
        })
    }

    /// The nodes that may be the first to make the guard of `node` true; `None` if no guard is known to be false.
    fn openers(&mut self, (t, point): Node) -> Option<&[Node]> {
        let (machine, view) = (self.machine, self.view);
        if point == view.threads[t].point {
            if view.threads[t].choices > 0 {
                return None;
            }
            return Some(self.disturbers(t));
        }
        let found = self.openers.entry((t, point)).or_insert_with(|| {
            let act = is_blocked(machine, view.threads[t].tid, &view.points[point as usize])?;
            let mut acts = Acts::default();
            acts.acts.push(act);
            let next = Pending::new(acts);
            let mut nodes = Vec::new();
            for b in 0..view.threads.len() {
                for p in view.threads[b].future.points.ones() {
                    let opens = if b == t {
                        view.changes(machine, &act, p as u32)
                    } else {
                        view.acts_disturbed(machine, (view.threads[t].tid, &next), (b, p as u32), |_| true)
                    };
                    if opens {
                        nodes.push((b, p as u32));
                    }
                }
            }
            Some(nodes)
        });
        found.as_deref()
    }

    /// The greatest set of nodes of threads outside `set` that are justified; those of threads in `set` are.
    fn justified(&mut self, set: &FixedBitSet) -> Vec<FixedBitSet> {
        let view = self.view;
        let mut nodes: Vec<FixedBitSet> = view.threads.iter().map(|t| t.future.points.clone()).collect();
        loop {
            let mut changed = false;
            for t in (0..nodes.len()).filter(|&t| !set.contains(t)) {
                let points: Vec<usize> = nodes[t].ones().collect();
                for point in points {
                    if !self.is_justified((t, point as u32), &nodes) {
                        nodes[t].set(point, false);
                        changed = true;
                    }
                }
            }
            if !changed {
                return nodes;
            }
        }
    }

    fn is_justified(&mut self, node: Node, nodes: &[FixedBitSet]) -> bool {
        let (t, point) = node;
        let thread = &self.view.threads[t];
        let here = &self.view.points[point as usize];
        let by_control = point != thread.point && !here.entered_from_calls && {
            let before = here.predecessors.iter().filter(|&&p| thread.future.points.contains(p as usize));
            before.into_iter().all(|&p| nodes[t].contains(p as usize))
        };
        by_control
            || self
                .openers(node)
                .is_some_and(|openers| openers.iter().all(|&(b, p)| nodes[b].contains(p as usize)))
    }

    /// The first node that keeps `set` from being closed.
    fn missing(&mut self, set: &FixedBitSet) -> Option<Node> {
        let nodes = self.justified(set);
        set.ones()
            .find_map(|a| self.disturbers(a).iter().copied().find(|&(b, p)| !nodes[b].contains(p as usize)))
    }

    /// All closed sets of enabled threads that have no smaller closed subset.
    fn all_sets(&mut self, enabled: &[usize]) -> Vec<FixedBitSet> {
        let mut sets: Vec<FixedBitSet> = Vec::new();
        let mut masks: Vec<u32> = (1..1u32 << enabled.len()).collect();
        masks.sort_by_key(|m| m.count_ones());
        for mask in masks {
            let mut set = FixedBitSet::with_capacity(self.view.threads.len());
            (0..enabled.len()).filter(|i| mask >> i & 1 == 1).for_each(|i| set.insert(enabled[i]));
            if !sets.iter().any(|smaller| smaller.is_subset(&set)) && self.missing(&set).is_none() {
                sets.push(set);
            }
        }
        sets
    }

    /// A closed set that contains `start`.
    fn grow(&mut self, start: usize) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(self.view.threads.len());
        set.insert(start);
        while let Some((t, _)) = self.missing(&set) {
            let wanted = self.someone_who_can_step(t, &set);
            set.insert(wanted);
        }
        set
    }

    /// A thread outside `set` that can step and without which the nodes of `t` are not justified.
    fn someone_who_can_step(&mut self, t: usize, set: &FixedBitSet) -> usize {
        let mut seen = set.clone();
        let mut work = vec![t];
        while let Some(t) = work.pop() {
            if self.view.threads[t].choices > 0 && !set.contains(t) {
                return t;
            }
            if !seen.put(t) {
                work.extend(self.disturbers(t).iter().map(|&(b, _)| b).filter(|&b| !seen.contains(b)));
            }
        }
        let all =
            (0..self.view.threads.len()).find(|&t| self.view.threads[t].choices > 0 && !set.contains(t));
        all.expect("[commute internal bug] the set of all threads is closed")
    }
}
