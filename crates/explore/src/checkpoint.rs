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
use crate::outcome::Stats;

/// Where a search stood, as bytes: for which properties it looked, its place in the queue and what it cost, the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint(pub Vec<u8>);

/// Properties as the bits of a number.
fn bits(properties: Properties) -> u64 {
    let Properties { deadlock, partial_deadlock, invariants, races, livelock, progress } = properties;
    let all = [deadlock, partial_deadlock, invariants, races, livelock, progress];
    (0..).zip(all).map(|(bit, on)| u64::from(on) << bit).sum()
}

fn from_bits(bits: u64) -> Properties {
    let on = |bit: u32| bits >> bit & 1 == 1;
    Properties {
        deadlock: on(0),
        partial_deadlock: on(1),
        invariants: on(2),
        races: on(3),
        livelock: on(4),
        progress: on(5),
    }
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
    /// Writes down where a search for `properties` stands that has cost `stats` so far; `tree` writes the tree.
    pub fn new(
        position: Position,
        tree: impl FnOnce(&mut Vec<u8>),
        stats: &Stats,
        properties: Properties,
    ) -> Self {
        let Position { current, depth, next_level } = position;
        let mut bytes = Vec::new();
        for number in
            [bits(properties), current, depth, next_level, stats.transitions, stats.depth, stats.terminal]
        {
            bytes.extend(number.to_le_bytes());
        }
        tree(&mut bytes);
        Self(bytes)
    }

    /// What was written down: the properties it looked for, where it stood, what it had cost, and the bytes of the tree.
    pub(crate) fn read(&self) -> Result<(Properties, Position, Stats, &[u8]), ResumeError> {
        let mut bytes = &self.0[..];
        let mut number = || read_u64(&mut bytes).ok_or(ResumeError::Damaged);
        let looked_for = from_bits(number()?);
        let position = Position { current: number()?, depth: number()?, next_level: number()? };
        let stats =
            Stats { transitions: number()?, depth: number()?, terminal: number()?, ..Stats::default() };
        Ok((looked_for, position, stats, bytes))
    }
}

/// The next number of the bytes.
pub fn read_u64(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}
