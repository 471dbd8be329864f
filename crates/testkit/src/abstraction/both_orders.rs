//! Steps that are said to commute with what others do: both orders are run, wherever two threads can stand by their
//! abstractions.

use super::Broken;
use super::explore::{Exploration, Node};
use commute_certify::Interpreter;
use commute_machine::{Tid, Transition};
use std::collections::HashMap;

/// At most so many pairs of threads are tried.
const MAX_PAIRS: usize = 20_000;

/// Tries all pairs; gives how many there were.
pub fn both_orders(exploration: &Exploration<'_>) -> Result<usize, Broken> {
    let mut pairs = 0;
    for i in 0..exploration.nodes.len() {
        let movers: Vec<Node> =
            exploration.nodes[i].iter().copied().filter(|n| exploration.moves(*n)).collect();
        for j in (0..exploration.nodes.len()).filter(|j| *j != i) {
            let mut by_shared: HashMap<u32, Vec<Node>> = HashMap::new();
            for node in &exploration.nodes[j] {
                by_shared.entry(node.shared).or_default().push(*node);
            }
            for mover in movers.iter().filter(|n| exploration.without_heap(**n)) {
                for other in by_shared.get(&mover.shared).into_iter().flatten() {
                    if pairs >= MAX_PAIRS {
                        return Ok(pairs);
                    }
                    pairs += 1;
                    commute(exploration, (i, *mover), (j, *other))?;
                }
            }
        }
    }
    Ok(pairs)
}

/// A step of the other thread and then the mover come to the same state as the mover and then that step.
fn commute(
    exploration: &Exploration<'_>,
    (i, mover): (usize, Node),
    (j, other): (usize, Node),
) -> Result<(), Broken> {
    let mut state = exploration.state(i, mover);
    state.threads[j] = exploration.local(other).clone();
    let here = exploration.placed(state);
    let first = Transition { tid: Tid::new(i), choice: 0 };
    for choice in 0..here.choices(Tid::new(j)).min(8) {
        let step = Transition { tid: Tid::new(j), choice: choice as u16 };
        let Some(after) = made(&here, step) else { continue };
        // What goes on in the middle of a block is not a step of others.
        if after.state().exclusive.is_some() {
            continue;
        }
        let Some(one) = made(&after, first) else { continue };
        let other = made(&here, first).and_then(|after| made(&after, step));
        if other.is_none_or(|other| other.key() != one.key()) {
            let names = (here.thread_name(Tid::new(i)), here.thread_name(Tid::new(j)));
            let place = here.span(Tid::new(i)).map_or(0, |span| span.start);
            return Err(Broken(format!(
                "the step of {} at byte {place} is said to commute, but not with one of {}",
                names.0, names.1
            )));
        }
    }
    Ok(())
}

/// The state after a step, if it can be made and nothing goes wrong in it.
fn made<'p>(from: &Interpreter<'p>, step: Transition) -> Option<Interpreter<'p>> {
    if u32::from(step.choice) >= from.choices(step.tid) {
        return None;
    }
    let mut after = from.clone();
    after.step_quietly(step).is_empty().then_some(after)
}
