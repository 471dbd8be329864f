//! The strategy `auto`: transactions, unless the first states show that these are single steps; and a hunt for bugs while it is explored.

use crate::check::Undo;
use crate::hunt::{FIRST_PAUSE, FoundBy, Hunter, Pausing, STOPPED};
use crate::subject::Subject;
use commute_explore::{Observer, Options, Outcome, Pause, Reduction};
use std::cell::Cell;

/// Searches in transactions, unless the first states show that these are single steps: then every step is explored, which
/// is much faster a state. What the user said about variables and classes is checked in transactions only. The options become those
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
    let mut pausing = Pausing::new(observer, |pause: &Pause| {
        let is_first = pause.states < 2 * FIRST_PAUSE;
        let single = is_first && !says && makes_single_steps(pause);
        // After a data race only what is worse is worth more time, and not much of it.
        let races = pause.found && !keep_going;
        let plain = saves_nothing.get();
        saves_nothing.set(plain || single && !races);
        let hunted = hunts && saves_nothing.get() == plain && hunter.hunt(pause, races);
        (saves_nothing.get() != plain || hunted || is_first && races && !says).then_some(STOPPED)
    });
    let mut outcome = subject.search(options, undo, &mut pausing);
    if saves_nothing.get() {
        options.reduction = Reduction::None;
        outcome = subject.search(options, undo, &mut pausing);
    }
    hunter.conclude(outcome)
}

/// Runs that are hardly longer than a step, and hardly a state from which some are left out.
fn makes_single_steps(pause: &Pause) -> bool {
    pause.steps * 5 < pause.transitions * 6 && pause.reduced * 10 < pause.states
}
