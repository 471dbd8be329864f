//! The strategy `auto`: transactions, unless the first states show that these are single steps.

use crate::check::Undo;
use crate::subject::Subject;
use commute_explore::{Limits, Observer, Options, Outcome, Reduction, StopReason};

/// After how many states it is decided whether transactions save anything.
const PROBE: u64 = 2_000;

/// Searches in transactions, unless the first states show that these are single steps: then every step is explored, which
/// is much faster a state. What the user said about variables and classes is checked in transactions only. The options become those
/// of the search that was made.
pub(crate) fn search<S: Subject + ?Sized>(
    subject: &S,
    options: &mut Options,
    undo: Undo,
    observer: &mut dyn Observer,
) -> Outcome {
    let described = subject.describe();
    let says = !described.claims.is_empty() || described.is_annotated;
    if options.limits.states.is_none_or(|most| most > PROBE) && !says {
        let limits = Limits { states: Some(PROBE), ..options.limits };
        let probe = Options { limits, ..options.clone() };
        let first = subject.search(&probe, undo, observer);
        match first.incomplete {
            Some(StopReason::States(_)) if first.found.is_empty() || options.keep_going => {}
            _ => return first,
        }
        // Runs that are hardly longer than a step.
        if first.stats.transitions * 5 < first.stats.runs * 6 {
            options.reduction = Reduction::None;
        }
    }
    subject.search(options, undo, observer)
}
