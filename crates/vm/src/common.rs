//! What all threads can reach: where a walk from static objects and globals begins.
//!
//! The frozen objects (`frozen.rs`) are among what it would meet. If they are where they were in the initial state, and a Java
//! program has hundreds of them, it begins behind them: with what thawed ones and globals refer to.

use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::frozen::{Frozen, Thawed};
use crate::state::State;

/// The beginning of a walk.
#[derive(Default)]
pub struct Common {
    /// All objects with smaller numbers can be reached, and need not be followed.
    pub known: usize,
    /// Those of them that are not as they were in the initial state.
    pub thawed: Thawed,
    /// What else to follow; some may be null or known.
    pub references: Vec<u64>,
}

impl Common {
    /// Finds the beginning of a walk of this state.
    pub fn find(&mut self, code: &Code, st: &State, frozen: Option<&Frozen>) {
        self.references.clear();
        match frozen.filter(|frozen| frozen.compare(code, st, &mut self.thawed)) {
            Some(frozen) => self.begin_behind(code, st, frozen),
            None => {
                self.known = 0;
                self.thawed = Thawed::default();
                self.references.extend(1..=code.program.statics.len() as u64);
                for (group, refs) in code.global_refs.iter().enumerate() {
                    self.add_globals(st, group, refs);
                }
            }
        }
    }

    fn begin_behind(&mut self, code: &Code, st: &State, frozen: &Frozen) {
        self.known = frozen.len();
        let thawed = std::mem::take(&mut self.thawed);
        for &o in &thawed.objects {
            let words = st.object(u64::from(o) + 1);
            for_each_slot(code, words[0], words.len(), |slot| self.references.push(words[slot]));
        }
        frozen.references_with(code, &thawed).for_each(|(group, refs)| self.add_globals(st, group, refs));
        self.thawed = thawed;
    }

    fn add_globals(&mut self, st: &State, group: usize, refs: &[usize]) {
        let words = st.comps.words(st.vector[1 + group]);
        self.references.extend(refs.iter().map(|&index| words[index]));
    }
}
