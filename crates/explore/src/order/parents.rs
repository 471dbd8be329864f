//! How each state of a breadth-first search was first reached, in about ten bits a state.
//!
//! States are numbered in the order in which they are found, and expanded in the same order, so the parents
//! of 1, 2, 3 ... never decrease: it is enough to write, for each expanded state, as many ones as it has new
//! successors and then a zero (the LOUDS encoding of a tree). The step itself takes a byte, or an entry in a
//! side table if its numbers are large. If a state is expanded once more later, the block of ones says so in a list.

use crate::checkpoint::read_u64;
use crate::tables::map_bytes;
use commute_machine::{Schedule, Tid, Transition};
use std::collections::HashMap;

const ESCAPE: u8 = 0xff;

/// The tree of first discoveries.
#[derive(Default)]
pub struct Parents {
    bits: Vec<u64>,
    len: usize,
    /// The step that led to each state but the first.
    steps: Vec<u8>,
    large: HashMap<usize, Transition>,
    /// Which blocks belong to states that were expanded once more: the number of the block, and the state.
    again: Vec<(u64, u64)>,
}

impl Parents {
    fn push_bit(&mut self, bit: bool) {
        if self.len.is_multiple_of(64) {
            self.bits.push(0);
        }
        self.bits[self.len / 64] |= u64::from(bit) << (self.len % 64);
        self.len += 1;
    }

    /// The state now being expanded led by `step` to the next new state.
    pub fn child(&mut self, step: Transition) {
        self.push_bit(true);
        let (tid, choice) = (step.tid.0, step.choice);
        if tid < 16 && choice < 15 {
            self.steps.push((choice << 4 | tid) as u8);
        } else {
            self.large.insert(self.steps.len(), step);
            self.steps.push(ESCAPE);
        }
    }

    /// The state that was being expanded has no further successors.
    pub fn done(&mut self) {
        self.push_bit(false);
    }

    /// The state now being expanded is `state`, which was expanded before.
    pub fn again(&mut self, state: u64) {
        self.again.push(((self.len - self.steps.len()) as u64, state));
    }

    /// The state that a block is about.
    fn owner(&self, block: u64) -> u64 {
        let at = self.again.partition_point(|&(known, _)| known < block);
        match self.again.get(at) {
            Some(&(known, state)) if known == block => state,
            _ => block - at as u64,
        }
    }

    fn step(&self, state: u64) -> Transition {
        let at = state as usize - 1;
        match self.steps[at] {
            ESCAPE => self.large[&at],
            byte => Transition { tid: Tid(u16::from(byte & 15)), choice: u16::from(byte >> 4) },
        }
    }

    /// The steps from state 0 to state `state`.
    pub fn schedule(&self, state: u64) -> Schedule {
        let mut schedule = Vec::new();
        let mut wanted = state;
        let (mut ones, mut zeros) = (self.steps.len() as u64, self.len as u64 - self.steps.len() as u64);
        // Backwards: the one of state k comes before that of any state it is the parent of.
        for at in (0..self.len).rev() {
            if wanted == 0 {
                break;
            }
            if self.bits[at / 64] >> (at % 64) & 1 == 0 {
                zeros -= 1;
            } else {
                if ones == wanted {
                    schedule.push(self.step(wanted));
                    wanted = self.owner(zeros);
                }
                ones -= 1;
            }
        }
        schedule.reverse();
        schedule
    }

    /// What was written down, in order: a step that led to a new state, or `None` for the end of a state's steps.
    pub fn events(&self) -> impl Iterator<Item = Option<Transition>> {
        let mut state = 0;
        (0..self.len).map(move |at| {
            let is_step = self.bits[at / 64] >> (at % 64) & 1 == 1;
            state += u64::from(is_step);
            is_step.then(|| self.step(state))
        })
    }

    /// Writes everything down.
    pub fn write(&self, out: &mut Vec<u8>) {
        let numbers = [self.len, self.steps.len(), self.large.len()];
        numbers.iter().for_each(|&number| out.extend((number as u64).to_le_bytes()));
        self.bits.iter().for_each(|word| out.extend(word.to_le_bytes()));
        out.extend(&self.steps);
        for (&at, step) in &self.large {
            let packed = u64::from(step.tid.0) << 16 | u64::from(step.choice);
            out.extend((at as u64).to_le_bytes().into_iter().chain(packed.to_le_bytes()));
        }
    }

    /// Reads what [`Parents::write`] wrote; nothing if it is something else.
    pub fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut number = || read_u64(bytes);
        let (len, steps, large) = (number()?, number()?, number()?);
        // Nothing is longer than what there is to read.
        let words = (0..len.div_ceil(64)).map_while(|_| number()).collect::<Vec<u64>>();
        let steps = bytes.split_off(..usize::try_from(steps).ok()?)?.to_vec();
        let mut this = Self { bits: words, len: usize::try_from(len).ok()?, steps, ..Self::default() };
        for _ in 0..large {
            let (at, packed) = (read_u64(bytes)?, read_u64(bytes)?);
            let step = Transition { tid: Tid((packed >> 16) as u16), choice: packed as u16 };
            this.large.insert(usize::try_from(at).ok()?, step);
        }
        let ones: u64 = this.bits.iter().map(|word| u64::from(word.count_ones())).sum();
        let escapes = this.steps.iter().enumerate().filter(|(_, byte)| **byte == ESCAPE);
        let whole = this.bits.len() == this.len.div_ceil(64) && ones == this.steps.len() as u64;
        let known = escapes.into_iter().all(|(at, _)| this.large.contains_key(&at));
        (whole && known && bytes.is_empty()).then_some(this)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.bits.len() * 8 + self.steps.len() + map_bytes(&self.large) + self.again.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_follow_the_tree() {
        // 0 -> 1, 2; 1 -> nothing; 2 -> 3 (a large step); 3 is being expanded -> 4.
        let step = |tid: u16, choice: u16| Transition { tid: Tid(tid), choice };
        let mut parents = Parents::default();
        parents.child(step(1, 0));
        parents.child(step(2, 3));
        parents.done();
        parents.done();
        parents.child(step(400, 70));
        parents.done();
        parents.child(step(5, 0));
        assert_eq!(parents.schedule(0), []);
        assert_eq!(parents.schedule(1), [step(1, 0)]);
        assert_eq!(parents.schedule(3), [step(2, 3), step(400, 70)]);
        assert_eq!(parents.schedule(4), [step(2, 3), step(400, 70), step(5, 0)]);
    }

    #[test]
    fn a_state_expanded_again_is_the_parent_of_what_it_leads_to() {
        // 0 -> 1, 2; 1 -> nothing; 0 again -> 3; 2 -> 4; 1 again -> 5; 3 is being expanded -> 6.
        let step = |tid: u16| Transition { tid: Tid(tid), choice: 0 };
        let mut parents = Parents::default();
        [1, 2].into_iter().for_each(|t| parents.child(step(t)));
        parents.done();
        parents.done();
        parents.again(0);
        parents.child(step(3));
        parents.done();
        parents.child(step(4));
        parents.done();
        parents.again(1);
        parents.child(step(5));
        parents.done();
        parents.child(step(6));
        assert_eq!(parents.schedule(3), [step(3)]);
        assert_eq!(parents.schedule(4), [step(2), step(4)]);
        assert_eq!(parents.schedule(5), [step(1), step(5)]);
        assert_eq!(parents.schedule(6), [step(3), step(6)]);
    }
}
