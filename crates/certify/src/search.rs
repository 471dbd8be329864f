//! The plain search: every state, breadth first, with no reduction at all.

use crate::interpreter::Interpreter;
use crate::livelock::has_livelock;
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

/// Of how many states each is kept to see whether some thread spins; of more nothing is said about that.
const MOST_FOR_LIVELOCK: usize = 50_000;

/// Searches all states that can be reached from the initial one, up to `max_states` of them. A state in
/// which a thread has failed is a state like others.
pub fn plain_search(program: &Program, max_states: usize) -> PlainResult {
    let (initial, failed) = Interpreter::start(program, false);
    let mut search = Search {
        seen: HashSet::new(),
        queue: VecDeque::new(),
        max_states,
        result: empty(),
        goes_back: false,
    };
    search.record(failed);
    search.add(initial);
    while let Some(state) = search.queue.pop_front() {
        search.expand(&state);
    }
    let initial = Interpreter::start(program, false).0;
    if search.result.complete
        && search.goes_back
        && has_livelock(&initial, search.result.states.min(MOST_FOR_LIVELOCK)) == Some(true)
    {
        search.result.violations.insert((ViolationKind::Livelock, Span::default()));
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
    /// A step has led to a state that was seen before, so there may be cycles.
    goes_back: bool,
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
            self.goes_back = true;
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
