//! Whether it is worth its time to run the first thread ahead.
//!
//! That takes longer than most steps, and saves nothing if the thread asks something of its threads later on, such as how many there
//! are. So states and their representatives are counted for a while. If there are nearly as many of these, the first thread is not run
//! ahead any more. States that were stored before may then be stored once more, as what they are: that costs states, and nothing else.

use std::collections::HashSet;

/// How many states are counted.
const SAMPLE: usize = 1_000;

/// What was counted.
#[derive(Default)]
pub struct Worth {
    states: HashSet<u64>,
    representatives: HashSet<u64>,
    known: Option<bool>,
}

impl Worth {
    /// Whether states are still counted.
    pub fn is_counting(&self) -> bool {
        self.known.is_none()
    }

    /// A state for which the first thread was run ahead, and what represents it, by their hashes.
    pub fn count(&mut self, state: u64, representative: u64) {
        self.states.insert(state);
        self.representatives.insert(representative);
        if self.states.len() == SAMPLE {
            // Most are successors of what was stored already, so that few of them are one even where much is saved in the end.
            self.known = Some(self.representatives.len() * 20 <= SAMPLE * 19);
            (self.states, self.representatives) = Default::default();
        }
    }

    /// Whether it is known to be worth little.
    pub fn is_little(&self) -> bool {
        self.known == Some(false)
    }
}
