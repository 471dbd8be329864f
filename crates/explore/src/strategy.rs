//! Which of the possible steps are explored.

use crate::outcome::StopReason;
use commute_machine::{Machine, Tid, Transition, Violation};
use commute_movers::{Assumption, Justification, Shared};
use commute_mutants::mutant;
use std::collections::BTreeSet;

/// What a strategy may know of the state whose steps it chooses.
pub struct Here<'a> {
    /// How many choices each thread has.
    pub choices: &'a [u32],
    /// The thread that made the last step, if there was one.
    pub last: Option<Tid>,
    /// How many states are on the stack before this one, in depth-first order.
    pub depth: u64,
}

/// Which steps a strategy wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selected {
    /// Those of all threads.
    All,
    /// Those of one thread are enough, unless they close a cycle.
    Thread(Tid),
    /// Those that the strategy has listed ([`Strategy::listed`]).
    Listed {
        /// Whether there are others, which are wanted if the listed ones close a cycle.
        reduced: bool,
    },
}

/// A reduction: which of the possible steps to explore from a state.
pub trait Strategy<M> {
    /// Chooses among the steps from the present state of the machine. It is asked in every state that is expanded,
    /// also if there is no step.
    fn select(&mut self, machine: &mut M, here: &Here) -> Selected;

    /// The steps that the last call of `select` chose, if it answered [`Selected::Listed`].
    fn listed(&self) -> &[Transition] {
        &[]
    }

    /// `step` is about to be made from the present state, which has `depth` states before it on the stack.
    fn stepping(&mut self, machine: &mut M, step: Transition, depth: u64) {
        let _ = (machine, step, depth);
    }

    /// The last step led to a stored state, with `depth` states before it on the stack. If it is not `new`: whether it is
    /// to be explored once more.
    fn is_explored_again(&mut self, key: u64, new: bool, depth: u64) -> bool {
        let _ = (key, new, depth);
        false
    }

    /// Whether all steps that it has chosen from a state may be made before it is told where any has led to; it is not told before each
    /// then.
    fn gathers(&self) -> bool {
        false
    }

    /// Whether it wants to know of cycles.
    fn watches_cycles(&self) -> bool {
        false
    }

    /// The last step led to a state on the stack. What it learns from that, `is_refuted` says.
    fn closes_cycle(&mut self) {}

    /// What it did not let the search explore, if anything.
    fn left_out(&self) -> Option<StopReason> {
        None
    }

    /// Whether the steps of one thread are a set like others for a breadth-first search: one of them has to lead onward, instead of none
    /// back (`order/bfs.rs`).
    fn takes_sets(&self) -> bool {
        false
    }

    /// Prepares the machine for a search with this strategy.
    fn prepare(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// Whether it turned out, since the last call, that earlier choices rested on something that is not true. The
    /// search then begins again; the strategy knows better by now.
    fn is_refuted(&mut self, machine: &mut M) -> bool {
        let _ = machine;
        false
    }

    /// Adds what it rests on that the steps of `only` are enough in the present state, as the last call of `select` said,
    /// or that the steps of all threads are.
    fn justifications(&mut self, machine: &mut M, only: Option<Tid>, out: &mut BTreeSet<Justification>) {
        let _ = (machine, only, out);
    }

    /// What turned out not to be true since the last call, if the search repairs itself instead of beginning again.
    fn refuted(&mut self, machine: &mut M) -> Vec<Justification> {
        let _ = machine;
        Vec::new()
    }

    /// What the last call of `select` saw that contradicts what the user said of the program.
    fn violations(&mut self, machine: &mut M) -> Vec<Violation> {
        let _ = machine;
        Vec::new()
    }

    /// How shared variables are shared, as far as it found out.
    fn sharing(&self, machine: &M) -> Vec<Shared> {
        let _ = machine;
        Vec::new()
    }

    /// If the steps of the search are runs of single threads: how many were found, and of how many steps they consist.
    fn runs(&self, machine: &M) -> Option<(u64, u64)> {
        let _ = machine;
        None
    }

    /// Bytes of what it keeps of states, beside those of the machine.
    fn bytes(&self) -> usize {
        0
    }

    /// How much longer a round of the search takes than a step, so that limits are looked at in time.
    fn weight(&self) -> u32 {
        1
    }

    /// Everything was explored. What the machine does from now on is no part of the search: it is about what goes on for ever.
    fn explored(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// What its choices rest on.
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let _ = machine;
        Vec::new()
    }
}

/// The steps of one thread, which has choices.
#[mutant("one-choice-of-the-ample-thread", { steps.clear(); machine.transitions(only, steps); steps.truncate(1) })]
pub fn steps_of_one<M: Machine>(machine: &mut M, choices: &[u32], steps: &mut Vec<Transition>, only: Tid) {
    steps_of(machine, choices, steps, |t| t == only);
}

/// The steps of the threads that have choices and that `wanted` accepts.
pub fn steps_of<M: Machine>(
    machine: &mut M,
    choices: &[u32],
    steps: &mut Vec<Transition>,
    wanted: impl Fn(Tid) -> bool,
) {
    steps.clear();
    for t in (0..choices.len()).map(Tid::new) {
        if choices[t.index()] > 0 && wanted(t) {
            machine.transitions(t, steps);
        }
    }
}
