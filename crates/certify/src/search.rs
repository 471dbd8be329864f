//! The plain search: every state, breadth first, with no reduction at all.

use crate::interpreter::Interpreter;
use commute_base::Span;
use commute_ir::Program;
use commute_machine::{Tid, Transition, Violation, ViolationKind};
use std::collections::{BTreeSet, HashSet, VecDeque};

/// What the plain search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainResult {
    /// How many states there are.
    pub states: usize,
    /// How many transitions: pairs of a state and an enabled choice of a thread.
    pub transitions: usize,
    /// Everything that can go wrong, and where.
    pub violations: BTreeSet<(ViolationKind, Span)>,
    /// Whether all states were seen.
    pub complete: bool,
}

/// Searches all states that can be reached from the initial one, up to `max_states` of them. A state in
/// which a thread has failed is a state like others.
pub fn plain_search(program: &Program, max_states: usize) -> PlainResult {
    let (initial, failed) = Interpreter::start(program, false);
    let mut search = Search { seen: HashSet::new(), queue: VecDeque::new(), max_states, result: empty() };
    search.record(failed);
    search.add(initial);
    while let Some(state) = search.queue.pop_front() {
        search.expand(&state);
    }
    search.result
}

fn empty() -> PlainResult {
    PlainResult { states: 0, transitions: 0, violations: BTreeSet::new(), complete: true }
}

struct Search<'p> {
    seen: HashSet<crate::canonical::Key>,
    queue: VecDeque<Interpreter<'p>>,
    max_states: usize,
    result: PlainResult,
}

impl<'p> Search<'p> {
    fn record(&mut self, violations: Vec<Violation>) {
        self.result.violations.extend(violations.into_iter().map(|v| (v.kind, v.span)));
    }

    /// Makes every step that leads out of a state. Nothing more is done once the limit is reached.
    fn expand(&mut self, state: &Interpreter<'p>) {
        for tid in (0..state.threads()).map(Tid::new) {
            for choice in 0..state.choices(tid) {
                if !self.result.complete {
                    return;
                }
                let mut next = state.clone();
                let failed = next.advance_by(Transition { tid, choice: choice as u16 });
                self.result.transitions += 1;
                self.record(failed);
                self.add(next);
            }
        }
    }

    /// Adds a state unless it was seen before.
    fn add(&mut self, state: Interpreter<'p>) {
        let key = state.key();
        if self.seen.contains(&key) {
            return;
        }
        if self.seen.len() >= self.max_states {
            self.result.complete = false;
            return;
        }
        self.seen.insert(key);
        self.result.states += 1;
        self.record(state.state_violations());
        self.queue.push_back(state);
    }
}
