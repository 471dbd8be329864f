//! Searches bounded by how often the scheduler interferes: few context switches show most bugs.
//!
//! # Source
//! Preemptions: Musuvathi and Qadeer, Iterative context bounding, PLDI 2007. Delays: Emmi, Qadeer, Rakamarić,
//! Delay-bounded scheduling, POPL 2011.
//!
//! # Idea
//! Explore only executions with at most so many preemptions (switches away from a thread that could go on), or so many
//! delays (threads passed over by a round-robin scheduler that goes on with the same thread while it can).
//!
//! # Notation
//! The cost of a step: [`Bound::cost`]; spent: the sum of the costs on the way to a state, for each state on the stack.
//!
//! # Premises
//! - A state that is reached again after spending less, or by another thread, is explored again: what can follow depends on
//!   both.
//! - Depth-first order.
//! - Never together with persistent or sleep sets: the execution that they keep of a class may be the expensive one.
//! - If a step was left out, the verdict is at best "not decided".
//!
//! # Deviations
//! - D1: blocking and ending are free, as in both papers; so is the first step.

use crate::options::Bound;
use crate::outcome::StopReason;
use crate::strategy::{Here, Selected, Strategy};
use crate::tables::map_bytes;
use commute_machine::{Machine, Tid, Transition};
use std::collections::HashMap;

impl Bound {
    fn limit(self) -> u32 {
        match self {
            Bound::Preemptions(n) | Bound::Delays(n) => n,
        }
    }

    /// What it costs to let `t` step after `last`.
    fn cost(self, choices: &[u32], last: Option<Tid>, t: Tid) -> u32 {
        let Some(last) = last.map(Tid::index) else {
            // A round-robin scheduler begins with the first thread.
            return match self {
                Bound::Preemptions(_) => 0,
                Bound::Delays(_) => count_enabled(choices, 0, t.index()),
            };
        };
        match self {
            Bound::Preemptions(_) => {
                u32::from(t.index() != last && choices.get(last).is_some_and(|&count| count > 0))
            }
            Bound::Delays(_) => count_enabled(choices, last, t.index()),
        }
    }
}

/// How many threads that can step come before `to` in round-robin order from `from`.
fn count_enabled(choices: &[u32], from: usize, to: usize) -> u32 {
    let len = choices.len().max(from + 1);
    let passed = (0..len).map(|i| (from + i) % len).take_while(|&t| t != to);
    passed.filter(|&t| choices.get(t).is_some_and(|&count| count > 0)).count() as u32
}

/// The strategy.
pub struct Bounded {
    bound: Bound,
    /// What was spent on the way to each state on the stack, and the thread that made the last step to it.
    path: Vec<(u32, Option<Tid>)>,
    /// The least that was spent on the way to a stored state, for each thread that stepped last.
    least: HashMap<(u64, Option<Tid>), u32>,
    choices: Vec<u32>,
    steps: Vec<Transition>,
    left_out: bool,
}

impl Bounded {
    /// With this bound.
    pub fn new(bound: Bound) -> Self {
        let (path, choices, steps) = (Vec::new(), Vec::new(), Vec::new());
        Self { bound, path, least: HashMap::new(), choices, steps, left_out: false }
    }
}

impl<M: Machine> Strategy<M> for Bounded {
    fn prepare(&mut self, _machine: &mut M) {
        self.path = vec![(0, None)];
        self.least.clear();
    }

    fn bytes(&self) -> usize {
        map_bytes(&self.least) + self.path.len() * size_of::<(u32, Option<Tid>)>()
    }

    fn select(&mut self, machine: &mut M, here: &Here) -> Selected {
        let depth = here.depth as usize;
        self.path.truncate(depth + 1);
        let (spent, last) = self.path[depth];
        self.steps.clear();
        for t in (0..here.choices.len()).filter(|&t| here.choices[t] > 0) {
            let tid = Tid::new(t);
            let cost = spent + self.bound.cost(here.choices, last, tid);
            if cost <= self.bound.limit() {
                machine.transitions(tid, &mut self.steps);
            } else {
                self.left_out = true;
            }
        }
        Selected::Listed { reduced: false }
    }

    fn listed(&self) -> &[Transition] {
        &self.steps
    }

    fn stepping(&mut self, machine: &mut M, step: Transition, depth: u64) {
        let at = depth as usize;
        self.choices.clear();
        self.choices.extend((0..machine.threads()).map(Tid::new).map(|t| machine.choices(t)));
        let (spent, last) = self.path[at];
        let cost = spent + self.bound.cost(&self.choices, last, step.tid);
        self.path.truncate(at + 1);
        self.path.push((cost, Some(step.tid)));
    }

    fn is_explored_again(&mut self, key: u64, _new: bool, depth: u64) -> bool {
        let (spent, last) = self.path[depth as usize];
        match self.least.get_mut(&(key, last)) {
            Some(least) if *least <= spent => false,
            Some(least) => {
                *least = spent;
                true
            }
            None => {
                self.least.insert((key, last), spent);
                true
            }
        }
    }

    fn left_out(&self) -> Option<StopReason> {
        self.left_out.then_some(StopReason::Bound(self.bound))
    }
}
