//! Whether what comes of the calls of a function is ever anything that could not come of calls that nobody interrupts.
//!
//! # Source
//! FQ03 section 3: a program whose transactions are interrupted comes to the states between transactions that it comes to without. There
//! this is the conclusion, from how steps move; here it is looked at itself.
//!
//! # Idea
//! A call is *in progress* from its first step to its last. First all states are explored that the program comes to if nobody else makes
//! a step while a call is in progress. Then others may. A state in which no call is in progress, and that is not among the first, cannot
//! come of calls that nobody interrupts: the function is not atomic, and the way to that state shows it. If there is none, it is atomic.
//! So a loop that tries again until nobody has interfered is atomic, whatever it has read before.
//!
//! A state does not say what a thread has read and not used, or used only together with what it read before. So the last two numbers
//! that each thread has read from variables outside of calls count as part of the state: two reads can show that a call has done one
//! thing and not yet another.
//!
//! That states are the same does not say that calls did the same: of two that look whether a key is there and then put it, both may put
//! it, and the last one stays, as if it had been the only one. A reader of such a function would not call it atomic. So it is only if
//! calls, too, change something as often as those do that nobody interrupts, not counting locks; otherwise nothing is said. Rounds of a
//! loop that fail change nothing.
//!
//! What a library for concurrent use keeps inside may depend on whether its own calls were interrupted, though nobody can tell: a map that
//! counts in two cells after two threads have met. So calls of such a library ([`AtomicFunction::elastic`]) are interrupted only to see
//! that nothing differs, and never to show that something does.
//!
//! # Notation
//! The states between transactions: those in which [`calls::Progress`] has no call.
//!
//! # Premises
//! - Equal states have equal vectors, and dead registers and garbage are no part of a state ([`Fingerprint`]).
//! - Which calls return in a step is counted by the machine ([`commute_machine::Machine::step_in_calls`]).
//! - A difference is reported only if all states of the first kind are known; that there is none, only if all of both are.
//!
//! # Deviations
//! - D1: a call that never returns comes to no state between calls, so nothing is said of it.

mod calls;

use crate::observer::Unobserved;
use crate::options::{Keep, Options, Order, Properties, Reduction, StoreKind, Symmetry};
use crate::outcome::{Explored, Found, StopReason};
use crate::restart::with_strategy;
use crate::strategies::Full;
use calls::{CALL, InCalls, LIBRARY, Seen};
use commute_base::Span;
use commute_machine::{Fingerprint, Rewind};

/// The most states of either kind that are explored.
const MOST_STATES: u64 = 100_000;

/// A function that is said to be atomic.
pub struct AtomicFunction<'a> {
    /// Its name.
    pub name: &'a str,
    /// What stands for it in the program.
    pub functions: &'a [u32],
    /// Of each function of the program, whether the user wrote it. The others are a library's.
    pub own: &'a [bool],
    /// Those of a library whose state may depend on who has met whom.
    pub elastic: &'a [bool],
    /// Whether threads begin with it: its calls end when they do, and their numbers are used again.
    pub begins_threads: bool,
    /// Where it is declared.
    pub span: Span,
}

/// Whether a function is atomic.
#[derive(Clone, PartialEq, Debug)]
pub enum Atomicity {
    /// What comes of its calls comes of calls that nobody interrupts, too.
    Atomic {
        /// How many states there are in which no call is in progress.
        states: usize,
    },
    /// This execution comes to a state that calls which nobody interrupts never come to.
    Interrupted(Box<Found>),
    /// What comes of calls is the same, but some change something more often, or less often, than those that nobody interrupts.
    ChangesOtherwise,
    /// Something differs, but only if calls of a library are interrupted: perhaps nobody can tell.
    WithinLibrary,
    /// Something differs, but its calls start threads, or threads begin with it: perhaps it is only their numbers.
    StartsThreads,
    /// Not everything could be explored.
    Stopped(StopReason),
}

/// Finds out whether a function is atomic, by exploring all interleavings.
pub fn atomicity<M: Rewind + Fingerprint>(
    machine: &mut M,
    function: &AtomicFunction<'_>,
    options: &Options,
) -> Atomicity {
    machine.exchange_threads(false);
    let mut machine = InCalls::new(machine, function, options);
    judge(&mut machine, function, &plainly(options)).unwrap_or_else(Atomicity::Stopped)
}

fn judge<M: Rewind + Fingerprint>(
    machine: &mut InCalls<'_, M>,
    function: &AtomicFunction<'_>,
    options: &Options,
) -> Result<Atomicity, StopReason> {
    explore(machine, CALL, options)?;
    let serial = machine.compare();
    if let Some(found) = explore(machine, LIBRARY, options)? {
        return Ok(match machine.seen().starts_threads {
            true => Atomicity::StartsThreads,
            false => Atomicity::Interrupted(Box::new(found)),
        });
    }
    if function.elastic.contains(&true) && explore(machine, 0, options)?.is_some() {
        return Ok(Atomicity::WithinLibrary);
    }
    Ok(match machine.seen() {
        Seen { changes_otherwise: true, .. } => Atomicity::ChangesOtherwise,
        _ => Atomicity::Atomic { states: serial },
    })
}

/// Explores everything that can happen if what is `alone` is not interrupted. The first state that calls which nobody interrupts do not
/// come to, if there is one.
fn explore<M: Rewind + Fingerprint>(
    machine: &mut InCalls<'_, M>,
    alone: u8,
    options: &Options,
) -> Result<Option<Found>, StopReason> {
    machine.leave_alone(alone);
    let Explored { found, incomplete, .. } = with_strategy(machine, &mut Full, options, &mut Unobserved);
    match (found.into_iter().next(), incomplete) {
        (Some(found), _) => Ok(Some(found)),
        (None, Some(reason)) => Err(reason),
        (None, None) => Ok(None),
    }
}

/// The same limits; every state, breadth-first, so that what is shown is short. Other properties are another search's.
fn plainly(options: &Options) -> Options {
    let mut options = Options {
        order: Order::Bfs,
        store: StoreKind::Exact,
        keep: Keep::All,
        reduction: Reduction::None,
        symmetry: Symmetry::None,
        discipline: None,
        bound: None,
        properties: Properties::NONE,
        keep_going: false,
        ..options.clone()
    };
    let most = options.limits.states.map_or(MOST_STATES, |limit| limit.min(MOST_STATES));
    options.limits.states = Some(most);
    options
}
