//! Which annotations some execution contradicts.
//!
//! What is said of an object counts from when more than one thread could reach it, and that is no part of a state. So this is a
//! search of its own, over pairs of a state and the objects that were shared on the way to it.

use crate::canonical::Key;
use crate::discipline::Rules;
use crate::interpreter::Interpreter;
use crate::shared::Shared;
use commute_ir::Program;
use commute_machine::{Tid, Transition};
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// The annotations that a step or state of some execution contradicts, by their names; nothing if there are more than
/// `max_states` pairs.
pub fn contradictions(program: &Program, max_states: usize) -> Option<BTreeSet<String>> {
    let rules = Rules::new(program);
    let (seen, queue, wrong, touched) = (HashSet::new(), VecDeque::new(), BTreeSet::new(), BTreeMap::new());
    let mut search = Search { rules, seen, queue, wrong, touched };
    if search.rules.is_empty() {
        return Some(search.wrong);
    }
    let initial = Interpreter::start(program, false).0;
    let shared = Shared::of(&initial);
    search.add(initial, shared);
    while let Some((state, shared)) = search.queue.pop_front() {
        if search.seen.len() > max_states {
            return None;
        }
        search.expand(&state, &shared);
    }
    let several = search.touched.into_iter().filter(|(_, threads)| threads.len() > 1);
    search.wrong.extend(several.map(|(rule, _)| rule));
    Some(search.wrong)
}

struct Search<'p> {
    rules: Rules<'p>,
    seen: HashSet<(Key, Vec<usize>)>,
    queue: VecDeque<(Interpreter<'p>, Shared)>,
    wrong: BTreeSet<String>,
    /// For each variable that is said to be of one thread alone the threads that touch it.
    touched: BTreeMap<String, BTreeSet<usize>>,
}

impl<'p> Search<'p> {
    fn expand(&mut self, state: &Interpreter<'p>, shared: &Shared) {
        for t in 0..state.threads() {
            for choice in 0..state.choices(Tid::new(t)) {
                let (mut next, mut later) = (state.clone(), shared.clone());
                later.advance(&mut next, Transition { tid: Tid::new(t), choice: choice as u16 });
                self.wrong.extend(self.rules.of_step(state, &next, t, shared));
                self.touch(t, self.rules.unshared_of_step(state, &next, shared));
                self.add(next, later);
            }
        }
    }

    fn touch(&mut self, t: usize, rules: Vec<String>) {
        for rule in rules {
            self.touched.entry(rule).or_default().insert(t);
        }
    }

    /// Adds a state, with what is shared in it or was before.
    fn add(&mut self, state: Interpreter<'p>, shared: Shared) {
        if !self.seen.insert((state.key(), shared.places(&state))) {
            return;
        }
        self.wrong.extend(self.rules.of_state(&state, &shared));
        for t in 0..state.threads() {
            self.touch(t, self.rules.unshared_of_guard(&state, t, &shared));
        }
        self.queue.push_back((state, shared));
    }
}
