//! Checkpoints of a breadth-first search: where it stands, in about ten bits a state.
//!
//! States are numbered in the order in which they are found, and the tree of first discoveries
//! (`order/parents.rs`) says by which step each was found. So the tree and the number of the state to be expanded next
//! are the whole search: making the steps of the tree again, one for each state, fills the store with the same
//! states in the same order. That takes less time than finding them did, since steps that led to states seen before are
//! left out; and nothing that depends on how states are stored is written down.
//!
//! A checkpoint is read with suspicion: every step must be possible and lead to a new state, or it belongs to another
//! program.

use crate::options::Properties;
use crate::order::{Bfs, Parents};
use crate::outcome::{Stats, StopReason};
use crate::store::{Store, Tree};
use commute_base::fault;
use commute_machine::{Fingerprint, Rewind, StepResult, Transition};

/// Where a search stood, as bytes: for which properties it looked, its place in the queue and what it cost, the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint(pub Vec<u8>);

/// Properties as the bits of a number.
fn bits(properties: Properties) -> u64 {
    let Properties { deadlock, partial_deadlock, invariants } = properties;
    u64::from(deadlock) | u64::from(partial_deadlock) << 1 | u64::from(invariants) << 2
}

fn from_bits(bits: u64) -> Properties {
    let on = |bit: u32| bits >> bit & 1 == 1;
    Properties { deadlock: on(0), partial_deadlock: on(1), invariants: on(2) }
}

/// Why a search cannot go on from a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResumeError {
    /// The bytes are none of ours, or some are missing.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// Its steps are not those of the program.
    #[error("the checkpoint is one of another program")]
    OtherProgram,
    /// Its states were looked at for these properties only, and more are asked for now.
    #[error("the states in the checkpoint were not looked at for all that is asked now")]
    NotLookedFor(Properties),
}

/// Why a search has not come to where it stood.
pub enum Unrestored {
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

/// Where a breadth-first search stands in its queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The state to be expanded next.
    pub current: u64,
    /// How far it is from the initial one.
    pub depth: u64,
    /// The first state that is further away.
    pub next_level: u64,
}

impl Checkpoint {
    /// Writes down where a search for `properties` stands that has cost `stats` so far.
    pub fn new(position: Position, parents: &Parents, stats: &Stats, properties: Properties) -> Self {
        let Position { current, depth, next_level } = position;
        let mut bytes = Vec::new();
        for number in
            [bits(properties), current, depth, next_level, stats.transitions, stats.depth, stats.terminal]
        {
            bytes.extend(number.to_le_bytes());
        }
        parents.write(&mut bytes);
        Self(bytes)
    }

    /// Fills an empty store with the states that were found and moves the machine to the one to be expanded next, unless `stop` says
    /// why not. The search goes on for `properties`, which must be among those that it looked for.
    pub fn restore<M: Rewind + Fingerprint>(
        &self,
        properties: Properties,
        machine: &mut M,
        store: &mut Tree,
        stop: impl FnMut(&mut M, &Tree) -> Option<StopReason>,
    ) -> Result<(Bfs, Stats), Unrestored> {
        let mut bytes = &self.0[..];
        let mut number = || read_u64(&mut bytes).ok_or(ResumeError::Damaged);
        let looked_for = number()?;
        if bits(properties) & !looked_for != 0 && !fault!("resumed-without-looking") {
            return Err(ResumeError::NotLookedFor(from_bits(looked_for)).into());
        }
        let position = Position { current: number()?, depth: number()?, next_level: number()? };
        let (transitions, depth, terminal) = (number()?, number()?, number()?);
        let parents = Parents::read(&mut bytes).ok_or(ResumeError::Damaged)?;
        make_again(machine, store, &parents, position.current, stop)?;
        let stats = Stats { transitions, depth, terminal, ..Stats::default() };
        Ok((Bfs::resumed(position, parents, store.len()), stats))
    }
}

/// The next number of the bytes.
pub fn read_u64(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

/// Makes the steps of the tree.
fn make_again<M: Rewind + Fingerprint>(
    machine: &mut M,
    store: &mut Tree,
    parents: &Parents,
    last: u64,
    mut stop: impl FnMut(&mut M, &Tree) -> Option<StopReason>,
) -> Result<(), Unrestored> {
    let (mut at, mut vector) = (0, Vec::new());
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
                store.vector(at, &mut vector);
                machine.load(&vector);
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
