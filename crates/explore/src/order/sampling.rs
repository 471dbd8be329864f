//! Bug hunting: executions chosen at random, one after the other, each from the initial state to its end.
//!
//! # Source
//! Random samples: West, Protocol validation by random state exploration, 1986. PCT: Burckhardt, Kothari, Musuvathi,
//! Nagarakatte, A randomized scheduler with probabilistic guarantees of finding bugs, ASPLOS 2010.
//!
//! # Idea
//! Samples take any of the possible steps with equal probability. PCT gives every thread a random priority, always lets the
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
//! - D3: a thread that runs for [`PATIENCE`] steps while others could is lowered too. It may wait in a loop for one of them,
//!   and the rest of the execution would show nothing.

use super::{Next, Traversal, Wanted};
use crate::mix::mix;
use crate::options::Sampling;
use crate::outcome::StopReason;
use crate::store::StoreOf;
use commute_machine::{Rewind, Schedule, StepResult, Tid, Transition};

/// How long a thread may run while others wait.
const PATIENCE: u64 = 1_000;

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
    /// Who made the last step, and how many before it in a row while others could.
    running: Option<Tid>,
    alone: u64,
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
            running: None,
            alone: 0,
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
        self.running = None;
        self.alone = 0;
        self.left -= 1;
        self.tried += 1;
        let changes = match self.way() {
            Sampling::Pct { depth } => depth.saturating_sub(1),
            Sampling::Random | Sampling::Mixed => 0,
        };
        self.changes = (0..changes).map(|_| 1 + self.random() % self.longest).collect();
    }

    /// How the present execution is chosen.
    fn way(&self) -> Sampling {
        self.sampling.of_execution(self.tried)
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
        let by_priority = matches!(self.way(), Sampling::Pct { .. });
        let others = threads.iter().any(|&t| Some(t) != self.running);
        let steps: Vec<Transition> = match by_priority {
            false => self.steps.clone(),
            true => {
                let highest = threads.into_iter().max_by_key(|&t| self.priority(t));
                self.steps.iter().copied().filter(|s| Some(s.tid) == highest).collect()
            }
        };
        let at = self.random() as usize % steps.len();
        let step = steps[at];
        self.schedule.push(step);
        self.alone = if self.running == Some(step.tid) { self.alone + u64::from(others) } else { 0 };
        self.running = Some(step.tid);
        if self.changes.contains(&(self.schedule.len() as u64)) || by_priority && self.is_impatient() {
            self.lower(step.tid);
        }
        step
    }

    /// D3.
    fn is_impatient(&self) -> bool {
        self.alone >= PATIENCE
    }

    fn lower(&mut self, t: Tid) {
        self.lowest -= 1;
        self.priority(t);
        self.priorities[t.index()] = self.lowest;
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

    fn next<S: StoreOf<M>>(&mut self, machine: &mut M, _store: &mut S) -> Next {
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

    fn expand(&mut self, _machine: &mut M, steps: &[Transition], _wanted: Wanted) {
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

    fn execution(&self) -> Option<u64> {
        Some(self.tried)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Unobserved;
    use crate::options::{Options, Order, StoreKind};
    use crate::outcome::Explored;
    use crate::restart::with_strategy;
    use crate::strategies::Full;
    use crate::toy::{Do, Toy};

    fn sampled(threads: &[&[Do]], sampling: Sampling, seed: u64, executions: u64) -> Explored {
        let order = Order::Sample { sampling, seed, executions };
        let options = Options { order, store: StoreKind::None, ..Options::default() };
        with_strategy(&mut Toy::new(threads, 2), &mut Full, &options, &mut Unobserved)
    }

    #[test]
    fn a_thread_that_waits_in_a_loop_does_not_keep_the_others_from_running() {
        // Whatever their priorities are, the second thread runs at last.
        let threads: [&[Do]; 2] = [&[Do::Write(0), Do::Again], &[Do::Write(1), Do::Fail]];
        for seed in 0..8 {
            let explored = sampled(&threads, Sampling::Pct { depth: 1 }, seed, 1);
            assert_eq!(explored.found.len(), 1, "seed {seed}");
        }
    }

    #[test]
    fn a_violation_has_the_number_of_its_execution() {
        // Only if the second thread takes its locks between those of the first.
        let threads: [&[Do]; 2] = [&[Do::Take(0), Do::Take(1)], &[Do::Take(1), Do::Take(0)]];
        let explored = sampled(&threads, Sampling::Mixed, 1, 50);
        let execution = explored.found[0].execution.unwrap();
        assert_eq!(sampled(&threads, Sampling::Mixed, 1, execution).found.len(), 1);
        assert!(execution == 1 || sampled(&threads, Sampling::Mixed, 1, execution - 1).found.is_empty());
    }

    #[test]
    fn a_mixture_has_several_ways_in_turn() {
        let ways: Vec<Sampling> = (1..=6).map(|number| Sampling::Mixed.of_execution(number)).collect();
        assert!(ways.contains(&Sampling::Random) && ways.contains(&Sampling::Pct { depth: 2 }));
        assert!(!ways.contains(&Sampling::Mixed));
        assert_eq!(Sampling::Mixed.of_execution(7), ways[0]);
        assert_eq!(Sampling::Random.of_execution(7), Sampling::Random);
    }
}
