//! A slow, obvious interpreter of the IR. It replays counterexamples and re-checks small programs.
//!
//! It is written from `docs/semantics.md` alone and shares no code with `vm` and `explore`, so that an error in
//! one of them shows as a difference. Nothing in it is clever: states are copied, compared by writing them
//! down, and searched breadth first.
//!
//! # What it checks
//!
//! Let *P* be a program. A [`State`] is a tuple (globals, objects, threads, exclusive). Two states are the same,
//! s ~ s', if they differ only in dead registers, in garbage and in the numbering of objects; [`Interpreter::key`]
//! maps states to words such that key(s) = key(s') if and only if s ~ s'. The initial state s₀ and the partial
//! function step(s, t, c), defined for c < choices(s, t), are those of the page. Steps that start in the same
//! state end in the same state.
//!
//! A *schedule* is a list (t₁, c₁) ... (tₙ, cₙ). It is an *execution* if cₖ < choices(sₖ₋₁, tₖ) for every k, where
//! sₖ = step(sₖ₋₁, tₖ, cₖ). [`replay`] computes s₁ ... sₙ or names the least k for which this does not hold.
//!
//! [`confirms`] accepts a schedule as a counterexample of kind κ if and only if it is an execution and
//!
//! - κ = fault f: step n (for n = 0: the making of s₀) makes a thread fail with f;
//! - κ = deadlock: in sₙ no thread has a choice, none has failed or halted, and some thread that is no daemon has
//!   not ended;
//! - κ = partial deadlock: in sₙ the relation "is blocked by" has a cycle, or leads to an ended thread;
//! - κ = invariant I: sₙ has no exclusive thread and I is false or undefined in it;
//! - κ = atomicity of f: no call of f is in progress in sₙ, and a way of conflicts leads from a call of f to other steps and back to it;
//!   and sₙ is no state of an execution in which calls of f are whole, unless these are too many to see (`atomicity.rs`);
//! - κ = discipline r: step n or sₙ contradicts the annotation r, or s₀ ... sₙ the locking rule r (`locksets.rs`).
//!
//! [`confirms_lasso`] accepts a stem σ and a cycle ζ as a counterexample of a temporal formula φ if and only if σζ is an
//! execution that ends in the state in which σ does, up to ~, or ζ is empty, σ an execution, and in its last
//! state no thread has a choice and none has halted; and φ is false of the infinite sequence of states of σζζζ...
//! from which those that have an exclusive thread are left out (some state of the cycle has none). An undefined atom
//! is false. If the execution is claimed to be weakly fair, for each thread t the cycle has a step of t or a
//! state without an exclusive thread in which t has no choice, and t has not halted.
//!
//! [`plain_search`] computes the least set R of states with s₀ in R that is closed under step, up to ~; the number
//! of transitions is the sum of choices(s, t) over s in R and all t; and the violations are all κ that some
//! execution is a counterexample of (a partial deadlock that is also a deadlock is only the latter).
//! [`contradictions`] does the same for the annotations that some execution contradicts.

mod anywhere;
mod arith;
mod atomicity;
mod blocked;
mod canonical;
mod carriers;
mod code;
mod contradictions;
mod describe;
mod discipline;
mod enabled;
mod event;
mod execute;
mod executed;
mod expr;
mod failure;
mod happens_before;
mod interpreter;
mod lasso;
mod livelock;
mod liveness;
mod lock_names;
mod locksets;
mod loops;
mod ltl;
mod messages;
mod naming;
mod nearest;
mod objects;
mod orbits;
mod processes;
mod properties;
mod races;
mod record;
mod replay;
mod search;
mod shared;
mod state;
mod step;
mod unwind;

pub use atomicity::{Interruption, interruption, is_atomic};
pub use canonical::Key;
pub use carriers::{Carrier, what_orders};
pub use contradictions::contradictions;
pub use event::{Change, Deed, Event, On, Site, StepRecord};
pub use executed::{Circumstances, Executed, executed};
pub use failure::{Call, Failure};
pub use happens_before::has_race;
pub use interpreter::Interpreter;
pub use lasso::{LassoError, confirms_lasso};
pub use locksets::{Counted, Unprotected, ViolatedRules, violated_rules};
pub use naming::short_class;
pub use nearest::Nearest;
pub use orbits::{Joins, Orbits, orbits};
pub use properties::Waiting;
pub use races::{Race, Racer};
pub use replay::{End, Initial, ReplayError, Stand, Trace, confirms, replay};
pub use search::{PlainResult, plain_search};
pub use state::{Frame, Object, State, Status, Thread, Value};
