//! Bug hunting: executions chosen at random, one after the other, each from the initial state to its end.
//!
//! # Source
//! Random samples: West, Protocol validation by random state exploration, 1986. PCT: Burckhardt, Kothari, Musuvathi,
//! Nagarakatte, A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010.
//!
//! # Idea
//! The samples takes any of the possible steps with equal probability. PCT gives every thread a random priority, always lets the
//! highest one that can step, and lowers the running thread below all others at `depth - 1` random places: a bug of
//! that depth is found with probability at least 1/(n k^(depth-1)), n threads, k steps.
//!
//! # Notation
//! n: threads; k: [`Samples::longest`]; d: [`Sampling::Pct::depth`].
//!
//! # Premises
//! - The same seed gives the same executions.
//! - Nothing is stored. The verdict without a violation is "not decided".
//!
//! # Deviations
//! - D1: k is not known in advance; the length of the longest execution so far is taken.
//! - D2: threads started later get a random priority when they are first seen.

use super::{Next, Traversal};
use crate::mix::mix;
use crate::options::Sampling;
use crate::outcome::StopReason;
use crate::store::Store;
use commute_machine::{Rewind, Schedule, StepResult, Tid, Transition};

/// The executions.
pub struct Samples {
    sampling: Sampling,
    random: u64,
    /// How many executions are still to be tried.
    left: u64,
    tried: u64,
    steps: Vec<Transition>,
    /// The machine stands at a state whose steps are wanted.
    fresh: bool,
    schedule: Schedule,
    priorities: Vec<u64>,
    /// At which steps the priority of the running thread is lowered.
    changes: Vec<u64>,
    lowest: u64,
    longest: u64,
}

impl Samples {
    /// So many executions.
    pub fn new(sampling: Sampling, seed: u64, executions: u64) -> Self {
        let mut samples = Self {
            sampling,
            random: mix(seed),
            left: executions,
            tried: 0,
            steps: Vec::new(),
            fresh: false,
            schedule: Vec::new(),
            priorities: Vec::new(),
            changes: Vec::new(),
            lowest: 0,
            longest: 1,
        };
        samples.begin();
        samples
    }

    fn random(&mut self) -> u64 {
        self.random = mix(self.random);
        self.random
    }

    fn begin(&mut self) {
        self.schedule.clear();
        self.priorities.clear();
        self.lowest = u64::from(u32::MAX);
        let changes = match self.sampling {
            Sampling::Random => 0,
            Sampling::Pct { depth } => depth.saturating_sub(1),
        };
        self.changes = (0..changes).map(|_| 1 + self.random() % self.longest).collect();
        self.left -= 1;
        self.tried += 1;
    }

    fn priority(&mut self, t: Tid) -> u64 {
        while self.priorities.len() <= t.index() {
            let priority = self.random() | 1 << 63;
            self.priorities.push(priority);
        }
        self.priorities[t.index()]
    }

    fn choose(&mut self) -> Transition {
        let threads: Vec<Tid> = self.steps.iter().map(|s| s.tid).collect();
        let steps: Vec<Transition> = match self.sampling {
            Sampling::Random => self.steps.clone(),
            Sampling::Pct { .. } => {
                let highest = threads.into_iter().max_by_key(|&t| self.priority(t));
                self.steps.iter().copied().filter(|s| Some(s.tid) == highest).collect()
            }
        };
        let at = self.random() as usize % steps.len();
        let step = steps[at];
        self.schedule.push(step);
        if self.changes.contains(&(self.schedule.len() as u64)) {
            self.lowest -= 1;
            self.priority(step.tid);
            self.priorities[step.tid.index()] = self.lowest;
        }
        step
    }
}

impl<M: Rewind> Traversal<M> for Samples {
    fn last_was_only(&self) -> bool {
        false
    }

    fn discovered(&mut self, _machine: &mut M, _key: Option<u64>) {
        self.fresh = true;
    }

    fn revisited(&mut self, _key: u64) -> bool {
        false
    }

    fn track_stack(&mut self) {}

    fn closes_cycle(&mut self) {}

    fn next<S: Store>(&mut self, machine: &mut M, _store: &S) -> Next {
        if std::mem::take(&mut self.fresh) {
            return Next::Expand;
        }
        if self.steps.is_empty() {
            self.longest = self.longest.max(self.schedule.len() as u64);
            if self.left == 0 || machine.restart() != StepResult::Done {
                return Next::Done;
            }
            self.begin();
            return Next::Expand;
        }
        let step = self.choose();
        self.steps.clear();
        Next::Take(step)
    }

    fn expand(&mut self, _machine: &mut M, steps: &[Transition], _reduced: bool) {
        self.steps.clear();
        self.steps.extend_from_slice(steps);
    }

    fn explored(&self) -> &[Transition] {
        &self.steps
    }

    fn widen(&mut self, steps: &[Transition]) {
        self.steps.extend_from_slice(steps);
    }

    fn schedule(&self) -> Schedule {
        self.schedule.clone()
    }

    fn depth(&self) -> u64 {
        self.schedule.len() as u64
    }

    fn frontier(&self) -> u64 {
        self.left
    }

    fn bytes(&self) -> usize {
        self.schedule.capacity() * size_of::<Transition>() + self.priorities.capacity() * 8
    }

    fn left_out(&self) -> Option<StopReason> {
        Some(StopReason::Sampled { executions: self.tried })
    }
}
