//! Which of the possible steps are explored.

use commute_machine::{Tid, Transition};

/// A reduction: given how many choices each thread has, which steps to explore from here.
pub trait Strategy<M> {
    /// Puts the steps to explore from the present state of the machine into `steps`, which is empty.
    /// `choices[t]` is the number of choices of thread `t`.
    fn select(&mut self, machine: &mut M, choices: &[u32], steps: &mut Vec<Transition>);
}

/// No reduction: every possible step.
pub struct Full;

impl<M> Strategy<M> for Full {
    #[inline]
    fn select(&mut self, _machine: &mut M, choices: &[u32], steps: &mut Vec<Transition>) {
        for (t, &count) in choices.iter().enumerate() {
            let tid = Tid(t as u16);
            steps.extend((0..count as u16).map(|choice| Transition { tid, choice }));
        }
    }
}
