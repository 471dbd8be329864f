//! Confirms that an infinite execution, given as a stem and a cycle, violates a temporal property.

use crate::interpreter::Interpreter;
use crate::ltl::Periodic;
use crate::replay::{ReplayError, Trace, check_enabled, replay};
use crate::state::Status;
use commute_ir::{Program, PropertyKind};
use commute_machine::{Tid, Transition};

/// Why a stem and a cycle are no counterexample.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LassoError {
    /// They are no execution.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// There is no such formula.
    #[error("property {0} is not a temporal one")]
    NotTemporal(usize),
    /// The cycle is none.
    #[error("the cycle does not end in the state in which it begins")]
    NotClosed,
    /// The cycle has no steps, but a thread could make one.
    #[error("the execution is not at its end: a thread can go on, or made a false assumption")]
    NotOver,
    /// No property can see any state of the cycle.
    #[error("the cycle does not leave an atomic block")]
    NotObserved,
    /// The execution is not weakly fair.
    #[error("{0} could always make a step in the cycle and makes none")]
    Unfair(String),
    /// The execution satisfies the formula.
    #[error("the formula is true of this execution")]
    Satisfied,
}

/// Executes `stem` and then `cycle`, and checks that the cycle can be repeated for ever and that the temporal property
/// with this number is false of the execution that does so. An empty cycle stands for staying in the last
/// state, in which no thread can go on. If `fair`, the execution must be weakly fair, too. Gives the trace of the
/// stem and one round.
pub fn confirms_lasso(
    program: &Program,
    property: usize,
    stem: &[Transition],
    cycle: &[Transition],
    fair: bool,
) -> Result<Trace, LassoError> {
    let Some(PropertyKind::Ltl(formula)) = program.properties.get(property).map(|p| &p.kind) else {
        return Err(LassoError::NotTemporal(property));
    };
    let schedule = [stem, cycle].concat();
    let mut states = all_states(program, &schedule)?;
    if cycle.is_empty() {
        check_over(&states[stem.len()])?;
    } else {
        let end = states.pop().expect("[commute internal bug] as many states as steps, and one");
        if end.key() != states[stem.len()].key() {
            return Err(LassoError::NotClosed);
        }
    }
    if fair {
        check_fair(&states[stem.len()..], cycle)?;
    }
    let observed = |state: &&Interpreter<'_>| state.state().exclusive.is_none();
    let repeat_from = states[..stem.len()].iter().filter(observed).count();
    states.retain(|state| state.state().exclusive.is_none());
    if repeat_from == states.len() {
        return Err(LassoError::NotObserved);
    }
    if (Periodic { states: &states, repeat_from }).satisfies(formula) {
        return Err(LassoError::Satisfied);
    }
    Ok(replay(program, &schedule)?)
}

/// The initial state and that after each step.
pub(crate) fn all_states<'p>(
    program: &'p Program,
    schedule: &[Transition],
) -> Result<Vec<Interpreter<'p>>, ReplayError> {
    let (initial, _) = Interpreter::start(program, false);
    let mut states = vec![initial];
    for (at, &transition) in schedule.iter().enumerate() {
        let mut next = states[at].clone();
        check_enabled(&next, at + 1, transition)?;
        next.advance_by(transition);
        states.push(next);
    }
    Ok(states)
}

fn check_over(state: &Interpreter<'_>) -> Result<(), LassoError> {
    let goes_on = |t: Tid| state.choices(t) > 0 || state.status(t) == Status::Halted;
    if (0..state.threads()).map(Tid::new).any(goes_on) { Err(LassoError::NotOver) } else { Ok(()) }
}

/// Checks that each thread makes a step in the cycle, or cannot make one in some state of it. The states are those in
/// which the cycle's steps begin; or the last one, if there are none.
pub(crate) fn check_fair(states: &[Interpreter<'_>], cycle: &[Transition]) -> Result<(), LassoError> {
    let threads = states.iter().map(Interpreter::threads).max().unwrap_or(0);
    for t in (0..threads).map(Tid::new) {
        let cannot = |state: &Interpreter<'_>| {
            state.state().exclusive.is_none()
                && (t.index() >= state.threads()
                    || state.status(t) != Status::Halted && state.choices(t) == 0)
        };
        if !cycle.iter().any(|step| step.tid == t) && !states.iter().any(cannot) {
            let named = states.iter().find(|state| t.index() < state.threads());
            let name = named.map_or(String::new(), |state| state.thread_name(t).to_owned());
            return Err(LassoError::Unfair(name));
        }
    }
    Ok(())
}
