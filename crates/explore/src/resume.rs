//! Going on from a checkpoint.

use crate::checkpoint::{Checkpoint, ResumeError};
use crate::engine::{Engine, Stopping};
use crate::observer::Observer;
use crate::options::{Keep, Options, Order, Properties, Reduction, StoreKind, Symmetry};
use crate::order::{Bfs, Parents};
use crate::outcome::{Explored, Outcome, Stats, StopReason};
use crate::search::{beginning_now, conclude, simplify};
use crate::store::{Store, StoreOf, Tree};
use crate::strategies::Full;
use crate::watcher::Unwatched;
use commute_machine::{Fingerprint, Rewind, StepResult, Transition};
use commute_mutants::mutant;

/// Why a search has not come to where it stood.
enum Unrestored {
    /// It cannot go on from this checkpoint.
    Useless(ResumeError),
    /// A limit or the user's interrupt came while the states were made again.
    Stopped(StopReason),
}

impl From<ResumeError> for Unrestored {
    fn from(error: ResumeError) -> Self {
        Unrestored::Useless(error)
    }
}

/// How many steps are made again between two looks at the limits.
const STEPS_PER_LOOK: usize = 4096;

/// Goes on from a checkpoint of a search of the same program: breadth-first, with the exact store and without a reduction,
/// whatever the options say about these. Its outcome is that of the search from the beginning.
pub fn resume<M>(
    machine: &mut M,
    checkpoint: &Checkpoint,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, ResumeError>
where
    M: Rewind + Fingerprint,
{
    let options = Options {
        order: Order::Bfs,
        store: StoreKind::Exact,
        reduction: Reduction::None,
        keep: Keep::All,
        symmetry: Symmetry::None,
        ..beginning_now(options)
    };
    let (mut store, stopping) = (Tree::new(), Stopping::new(&options));
    let stop = |machine: &mut M, store: &Tree| {
        let counted = (store.bytes() + machine.component_bytes()) as u64;
        machine.be_patient(stopping.patience(observer, counted));
        stopping.reason(observer, counted, store.growth() as u64)
    };
    let restored = restore(checkpoint, options.properties, machine, &mut store, stop);
    let (order, stats) = match (restored, machine.given_up()) {
        (_, Some(why)) => return Ok(Explored::stopped(stopping.reason_of(why), store.len()).judged()),
        (Err(Unrestored::Stopped(reason)), None) => {
            return Ok(Explored::stopped(reason, store.len()).judged());
        }
        (Err(Unrestored::Useless(error)), None) => return Err(error),
        (Ok(restored), None) => restored,
    };
    let (strategy, watcher) = (&mut Full, &mut Unwatched);
    let engine = Engine::new(machine, order, store, strategy, watcher, &options, observer);
    let mut explored =
        engine.resume(stats).unwrap_or_else(|_| panic!("[commute internal bug] nothing is assumed"));
    simplify(machine, &mut explored, &options);
    Ok(conclude(explored, &options))
}

/// Fills an empty store with the states that were found and moves the machine to the one to be expanded next, unless `stop` says
/// why not. The search goes on for `properties`, which must be among those that it looked for.
fn restore<M: Rewind + Fingerprint>(
    checkpoint: &Checkpoint,
    properties: Properties,
    machine: &mut M,
    store: &mut Tree,
    stop: impl FnMut(&mut M, &Tree) -> Option<StopReason>,
) -> Result<(Bfs, Stats), Unrestored> {
    let (looked_for, position, stats, mut tree) = checkpoint.read()?;
    if !were_looked_for(properties, looked_for) {
        return Err(ResumeError::NotLookedFor(looked_for).into());
    }
    let parents = Parents::read(&mut tree).ok_or(ResumeError::Damaged)?;
    make_again(machine, store, &parents, position.current, stop)?;
    Ok((Bfs::resumed(position, parents, store.len()), stats))
}

#[mutant("resumed-without-looking", true)]
fn were_looked_for(properties: Properties, looked_for: Properties) -> bool {
    properties.are_among(looked_for)
}

/// Makes the steps of the tree.
fn make_again<M: Rewind + Fingerprint>(
    machine: &mut M,
    store: &mut Tree,
    parents: &Parents,
    last: u64,
    mut stop: impl FnMut(&mut M, &Tree) -> Option<StopReason>,
) -> Result<(), Unrestored> {
    let mut at = 0;
    if machine.restart() != StepResult::Done {
        return Err(ResumeError::OtherProgram.into());
    }
    store.insert(machine);
    machine.mark();
    for (events, event) in parents.events().enumerate() {
        if let Some(why) = (events % STEPS_PER_LOOK == 0).then(|| stop(machine, store)).flatten() {
            return Err(Unrestored::Stopped(why));
        }
        match event {
            Some(step) => {
                machine.rewind();
                make(machine, step)?;
                if !store.insert(machine).new {
                    return Err(ResumeError::OtherProgram.into());
                }
            }
            None => {
                at += 1;
                if at >= store.len() {
                    return Err(ResumeError::Damaged.into());
                }
                machine.rewind();
                store.go_to(machine, at);
                machine.mark();
            }
        }
    }
    machine.rewind();
    machine.unmark();
    if at == last { Ok(()) } else { Err(ResumeError::Damaged.into()) }
}

fn make<M: Rewind>(machine: &mut M, step: Transition) -> Result<(), ResumeError> {
    let possible = step.tid.index() < machine.threads() && u32::from(step.choice) < machine.choices(step.tid);
    if possible && machine.step(step) == StepResult::Done { Ok(()) } else { Err(ResumeError::OtherProgram) }
}
