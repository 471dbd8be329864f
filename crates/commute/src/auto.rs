//! The strategy `auto`: persistent sets over transactions, as long as these are seen to save more than they cost; and a hunt for bugs
//! while it is explored.

use crate::check::Undo;
use crate::hunt::{FIRST_PAUSE, FoundBy, Hunter, Pausing, STOPPED};
use crate::subject::Subject;
use commute_explore::{Observer, Options, Outcome, Pause, Reduction};
use std::cell::{Cell, RefCell};

/// Searches in transactions, unless the states of some stretch show that these save less than they cost: then every step is explored,
/// which is much faster a state. What the user said about variables and classes is checked in transactions only. The options become those
/// of the search that was made. If it `hunts`, executions are tried whenever it has become twice as large.
pub(crate) fn search<S: Subject + ?Sized>(
    subject: &S,
    options: &mut Options,
    undo: Undo,
    hunts: bool,
    observer: &mut dyn Observer,
) -> (Outcome, Option<FoundBy>) {
    let described = subject.describe();
    let says = !described.claims.is_empty() || described.is_annotated;
    let mut hunter = Hunter::new(subject, options, undo);
    let (saves_nothing, keep_going) = (Cell::new(false), options.keep_going);
    let savings = RefCell::new(Savings::default());
    let mut pausing = Pausing::new(observer, FIRST_LOOK, |pause: &Pause| {
        let hunts = hunts && pause.states >= FIRST_PAUSE;
        let is_first = (FIRST_PAUSE..2 * FIRST_PAUSE).contains(&pause.states);
        let vain = !saves_nothing.get() && !says && savings.borrow_mut().are_small(pause);
        // After a data race only what is worse is worth more time, and not much of it.
        let races = pause.found && !keep_going;
        let plain = saves_nothing.get();
        saves_nothing.set(plain || vain && !races);
        let hunted = hunts && saves_nothing.get() == plain && hunter.hunt(pause, plain, races);
        (saves_nothing.get() != plain || hunted || is_first && races && !says).then_some(STOPPED)
    });
    let mut outcome = subject.search(options, undo, &mut pausing);
    if saves_nothing.get() {
        options.reduction = Reduction::None;
        outcome = subject.search(options, undo, &mut pausing);
    }
    hunter.conclude(outcome)
}

/// With so many states it is looked for the first time whether transactions save anything, if few threads can step.
const FIRST_LOOK: u64 = FIRST_PAUSE / 4;

/// Where on average more threads can step, it is not looked before there are twice as many states: what each of them saves is multiplied
/// with what the others do, and is seen only when they have come to different places.
const MANY_THREADS: f64 = 3.5;

/// If transactions seem to save less than this, they are given up: what the first states show is less than what is saved later.
const LEAST_SAVING: f64 = 1.5;

/// A step in transactions costs at least so many times as much as one of a search that explores every step: an oracle is asked about it.
const COST_OF_STEP: f64 = 1.5;

/// What transactions and persistent sets save, as far as it can be told from the states that are explored.
#[derive(Default)]
struct Savings {
    /// What was known when the search paused before.
    before: Option<Pause>,
}

impl Savings {
    /// Whether little was saved in the states that were explored since the last pause. A run of L steps passes by L - 1 states of its
    /// thread; if of m threads that can step s do, it is as if each had m/s times as few states. So n threads that can step have
    /// (L m/s)^n times as few together, if they go on so.
    fn are_small(&mut self, pause: &Pause) -> bool {
        let before = self.before.replace(*pause);
        let since = |count: fn(&Pause) -> u64| (count(pause) - before.as_ref().map_or(0, count)) as f64;
        let (enabled, expanded) = (since(|p| p.enabled), since(|p| p.expanded).max(1.0));
        let explored = (enabled - since(|p| p.left_out)).max(1.0);
        let length = since(|p| p.steps) / since(|p| p.runs).max(1.0);
        let of_one = length.max(1.0) * enabled / explored;
        let threads = enabled / expanded;
        // Multiplied, so that it is the same on every machine.
        let of_whole = (0..threads as u64).fold(1.0, |product, _| product * of_one);
        let of_all = of_whole * (1.0 + threads.fract() * (of_one - 1.0));
        if threads >= MANY_THREADS {
            return pause.states >= 2 * FIRST_LOOK && of_all < LEAST_SAVING;
        }
        // As many steps are made for these states if every step is explored.
        let without = of_all * enabled;
        of_all < LEAST_SAVING || without < COST_OF_STEP * since(|p| p.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause(states: u64, [expanded, enabled, left_out, runs, steps]: [u64; 5]) -> Pause {
        Pause { states, runs, steps, expanded, enabled, left_out, components: 10, found: false }
    }

    #[test]
    fn what_counts_is_the_last_stretch() {
        let mut savings = Savings::default();
        // Ten threads that make single steps, of which one in ten is left out: (10/9)^10.
        assert!(!savings.are_small(&pause(2_000, [1_000, 10_000, 1_000, 9_000, 9_000])));
        // After that nothing is left out, and runs are single steps.
        assert!(savings.are_small(&pause(4_000, [2_000, 20_000, 1_000, 19_000, 19_000])));
        // Then runs have two steps, of one thread: nothing is saved but states, and every step costs more.
        assert!(savings.are_small(&pause(8_000, [4_000, 22_000, 1_000, 21_000, 23_000])));
        // Of two threads that make four steps each.
        assert!(!savings.are_small(&pause(16_000, [8_000, 30_000, 1_000, 29_000, 55_000])));
    }

    #[test]
    fn of_many_threads_the_first_states_say_little() {
        let pause = |states| pause(states, [states, 10 * states, 0, 10 * states, 10 * states]);
        assert!(!Savings::default().are_small(&pause(FIRST_LOOK)));
        assert!(Savings::default().are_small(&pause(2 * FIRST_LOOK)));
    }
}
