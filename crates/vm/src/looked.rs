//! Which components somebody looks at, so that what came of it can be remembered.
//!
//! What is found out about a state is the same in all states that have the same components where it was looked. So whoever finds
//! something out by many questions and steps need not know what they depend on: they are answered, and it is noted here what was looked at.
//! [`State`](crate::state::State) notes it wherever words of a component are read or replaced, and the memo where it knows a step by them.

use commute_mutants::mutant;
use std::cell::{Cell, RefCell};

/// More components are not noted: then it is not known what was looked at.
const MOST: usize = 24;

/// The notes.
#[derive(Default)]
pub struct Looked {
    notes: Cell<bool>,
    unknown: Cell<bool>,
    /// Positions in the vector.
    at: RefCell<Vec<u32>>,
}

impl Looked {
    /// From now on notes what is looked at.
    pub fn begin(&self) {
        self.notes.set(true);
        self.unknown.set(false);
        self.at.borrow_mut().clear();
    }

    /// Ends that and adds what was noted, unless it is not known. Whether it is.
    pub fn end(&self, out: &mut Vec<u32>) -> bool {
        self.notes.set(false);
        out.extend_from_slice(&self.at.borrow());
        !self.unknown.get()
    }

    /// Whether anybody wants to know.
    #[inline]
    pub fn notes(&self) -> bool {
        self.notes.get()
    }

    /// Notes that the component at `at` is looked at.
    #[inline]
    pub fn note(&self, at: usize) {
        if self.notes.get() {
            self.add(at);
        }
    }

    /// Something is looked at that is not noted.
    #[inline]
    pub fn give_up(&self) {
        self.unknown.set(true);
    }

    #[mutant("looks-are-forgotten", skip)]
    fn add(&self, at: usize) {
        let mut noted = self.at.borrow_mut();
        if noted.contains(&(at as u32)) {
            return;
        }
        if noted.len() < MOST {
            noted.push(at as u32);
        } else {
            self.unknown.set(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_at_is_noted_once_and_only_when_wanted() {
        let looked = Looked::default();
        let noted = |places: &[usize]| {
            looked.begin();
            places.iter().for_each(|&at| looked.note(at));
            let mut out = Vec::new();
            looked.end(&mut out).then_some(out)
        };
        looked.note(3);
        assert_eq!(noted(&[5, 7, 5]), Some(vec![5, 7]));
        assert_eq!(noted(&[]), Some(vec![]));
        assert_eq!(noted(&(0..=MOST).collect::<Vec<_>>()), None);
        looked.begin();
        looked.give_up();
        assert!(!looked.end(&mut Vec::new()));
    }
}
