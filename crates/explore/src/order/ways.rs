//! From each state that was expanded with fewer than all steps, one step that was explored: following these comes to an end.
//!
//! # Source
//! None of the papers. The condition (from each state a fully expanded one can be reached) is the ignoring proviso of A. Valmari.
//!
//! # Idea
//! What is put off at a reduced state must not be put off for ever. Depth-first search sees cycles on its stack; here each reduced state
//! names one state to which an explored step of it leads, so that no state is come to twice by following the names. A step back to an
//! earlier state is as good as one onward, as long as the way from there does not come back.
//!
//! # Notation
//! way(s): the state that s names. A state without one is expanded with all steps, or is not expanded yet, or has no step.
//!
//! # Premises
//! - A name is added only if following the names from there does not come to the state itself. So there is no cycle of names, whichever
//!   are taken away later.
//! - A state that is expanded again loses its name first: what it named rested on steps that are perhaps not explored now.
//! - When the search ends every state is expanded. So the names of a reduced state lead to one that is expanded with all steps, or that
//!   has none.
//!
//! # Deviations
//! - D1: at most [`FARTHEST`] names are followed; who is not through by then counts as coming back.

/// So many names are followed.
const FARTHEST: usize = 1_000;

/// No state.
const NONE: u32 = u32::MAX;

/// The names.
#[derive(Default)]
pub struct Ways {
    to: Vec<u32>,
}

impl Ways {
    fn of(&self, state: u64) -> Option<u64> {
        self.to.get(state as usize).filter(|&&to| to != NONE).map(|&to| u64::from(to))
    }

    /// Whether a state has a name.
    pub fn has(&self, state: u64) -> bool {
        self.of(state).is_some()
    }

    /// Lets a state that has no name take `to`, to which a step leads, unless the way from there comes back.
    pub fn take(&mut self, state: u64, to: u64) {
        if self.comes_back(state, to) {
            return;
        }
        let (at, to) = (state as usize, to as u32);
        if self.to.len() <= at {
            self.to.resize(at + 1, NONE);
        }
        self.to[at] = to;
    }

    /// Takes the name of a state away.
    pub fn lose(&mut self, state: u64) {
        if let Some(to) = self.to.get_mut(state as usize) {
            *to = NONE;
        }
    }

    /// Whether following the names from `to` comes to `state`.
    fn comes_back(&self, state: u64, to: u64) -> bool {
        let mut at = to;
        for _ in 0..FARTHEST {
            if at == state {
                return true;
            }
            match self.of(at) {
                Some(next) => at = next,
                None => return false,
            }
        }
        true
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.to.capacity() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_go_round() {
        let mut ways = Ways::default();
        ways.take(0, 0);
        assert!(!ways.has(0), "a step to the state itself leads nowhere");
        ways.take(0, 1);
        ways.take(1, 2);
        assert!(ways.has(0) && ways.has(1));
        // From 0 the names lead to 2, so 2 may not name it; and 3 may.
        ways.take(2, 0);
        ways.take(3, 0);
        assert!(!ways.has(2) && ways.has(3));
        // Once 1 is expanded again, its old name is no way to 2.
        ways.lose(1);
        ways.take(2, 0);
        ways.take(1, 2);
        assert!(ways.has(2) && !ways.has(1));
    }

    #[test]
    fn who_is_far_away_counts_as_coming_back() {
        let mut ways = Ways::default();
        (0..2_000).for_each(|state| ways.take(state, state + 1));
        ways.take(5_000, 1_500);
        ways.take(5_001, 500);
        assert!(ways.has(5_000) && !ways.has(5_001));
    }
}
