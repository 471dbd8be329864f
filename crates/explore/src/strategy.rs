//! Which of the possible steps are explored.

use commute_machine::{Tid, Transition};
use commute_movers::Assumption;

/// What a strategy may know of the state whose steps it chooses.
pub struct Here<'a> {
    /// How many choices each thread has.
    pub choices: &'a [u32],
    /// The thread that made the last step, if there was one.
    pub last: Option<Tid>,
}

/// Which steps a strategy wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selected {
    /// Those of all threads.
    All,
    /// Those of one thread are enough, unless they close a cycle.
    Thread(Tid),
}

/// A reduction: which of the possible steps to explore from a state.
pub trait Strategy<M> {
    /// Chooses among the steps from the present state of the machine. It is asked in every state that is expanded,
    /// also if there is no step.
    fn select(&mut self, machine: &mut M, here: &Here) -> Selected;

    /// Prepares the machine for a search with this strategy.
    fn prepare(&mut self, machine: &mut M) {
        let _ = machine;
    }

    /// Whether the last call of `select` saw that earlier choices rested on something that is not true. The
    /// search then begins again; the strategy knows better by now.
    fn is_refuted(&mut self) -> bool {
        false
    }

    /// What its choices rest on.
    fn assumptions(&self, machine: &M) -> Vec<Assumption> {
        let _ = machine;
        Vec::new()
    }
}

/// No reduction: every possible step.
pub struct Full;

impl<M> Strategy<M> for Full {
    #[inline]
    fn select(&mut self, _machine: &mut M, _here: &Here) -> Selected {
        Selected::All
    }
}

/// The steps of the threads that `wanted` accepts.
pub fn steps_of(choices: &[u32], steps: &mut Vec<Transition>, wanted: impl Fn(Tid) -> bool) {
    steps.clear();
    for (t, &count) in choices.iter().enumerate() {
        let tid = Tid(t as u16);
        if count > 0 && wanted(tid) {
            steps.extend((0..count as u16).map(|choice| Transition { tid, choice }));
        }
    }
}
