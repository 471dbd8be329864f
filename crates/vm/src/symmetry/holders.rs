//! Where objects hold numbers of threads: as holders of locks and monitors, and as the threads of handles.

use crate::enabled::holder;
use crate::state::DATA;
use commute_ir::{Program, Shape};
use commute_mutants::mutant;

/// For each shape, which data words are numbers of threads.
pub struct Holders(Vec<Layout>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// None.
    None,
    /// The first, the owner of a lock; zero is none.
    Owner,
    /// The first, the thread of a handle; zero and -1 are none.
    Handle,
    /// All; those after the first are ascending.
    All,
}

impl Holders {
    /// Of the shapes of a program.
    pub fn new(program: &Program) -> Self {
        let is_handle = |class| program.thread_class.is_some_and(|thread| program.is_subclass(class, thread));
        let layout = |shape: &Shape| match shape {
            Shape::Lock => Layout::Owner,
            Shape::Thread => Layout::Handle,
            Shape::RwLock => Layout::All,
            Shape::Instance(class) if is_handle(*class) => Layout::Handle,
            _ => Layout::None,
        };
        Self(program.shapes.iter().map(layout).collect())
    }

    /// The range of the words of an object that are numbers of threads plus one, or zero, or -1.
    fn range(&self, words: &[u64]) -> std::ops::Range<usize> {
        match self.0[words[0] as usize] {
            Layout::None => DATA..DATA,
            Layout::Owner | Layout::Handle => DATA..DATA + 1,
            Layout::All => DATA..words.len(),
        }
    }

    /// Calls `f` for each thread that the words of an object name: its number, and which word it is.
    #[mutant("symmetry-forgets-owners", skip)]
    pub fn each(&self, words: &[u64], mut f: impl FnMut(usize, usize)) {
        if let Some(t) = holder(words[1]) {
            f(t, 1);
        }
        for at in self.range(words).filter(|&at| words[at] as i64 > 0) {
            // Readers are in no order that matters.
            f(words[at] as usize - 1, at.min(DATA + 1));
        }
    }

    /// Whether objects of a shape are handles.
    pub fn are_handles(&self, shape: usize) -> bool {
        self.0[shape] == Layout::Handle
    }

    /// Whether a thread owns an object, or holds its monitor.
    pub fn is_held(&self, words: &[u64], by: usize) -> bool {
        let is_handle = self.are_handles(words[0] as usize);
        let mut found = false;
        self.each(words, |t, word| found |= t == by && !(is_handle && word == DATA));
        found
    }

    /// Whether the words of an object name a thread.
    pub fn names_a_thread(&self, words: &[u64]) -> bool {
        words[1] as u32 != 0 || words[self.range(words)].iter().any(|&word| word as i64 > 0)
    }

    /// Renames the threads; `new` is given the number of a thread plus one, and gives the new one plus one.
    pub fn rename(&self, words: &mut [u64], new: impl Fn(u64) -> u64) {
        if words[1] as u32 != 0 {
            words[1] = words[1] & !0xffff_ffff | new(u64::from(words[1] as u32));
        }
        let range = self.range(words);
        for word in words[range.clone()].iter_mut().filter(|word| **word as i64 > 0) {
            *word = new(*word);
        }
        if self.0[words[0] as usize] == Layout::All {
            words[range.start + 1..].sort_unstable();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use commute_ir::Ty;

    #[test]
    fn owners_writers_readers_handles_and_holders_of_monitors_are_renamed() {
        let program = Program {
            shapes: vec![Shape::Lock, Shape::RwLock, Shape::Thread, Shape::Array(Ty::I64)],
            ..Program::default()
        };
        let holders = Holders::new(&program);
        let new = |number: u64| 4 - number;
        let renamed = |words: &[u64]| {
            let mut words = words.to_vec();
            holders.rename(&mut words, new);
            words
        };
        assert_eq!(renamed(&[0, 0, 1]), [0, 0, 3]);
        assert_eq!(renamed(&[0, 2 << 32 | 1, 0]), [0, 2 << 32 | 3, 0]);
        assert_eq!(renamed(&[1, 0, 0, 1, 1, 2]), [1, 0, 0, 2, 3, 3]);
        assert_eq!(renamed(&[2, 0, u64::MAX]), [2, 0, u64::MAX]);
        assert_eq!(renamed(&[3, 0, 1, 2]), [3, 0, 1, 2]);
        assert!(holders.names_a_thread(&[0, 0, 1]) && !holders.names_a_thread(&[3, 0, 1]));
    }
}
