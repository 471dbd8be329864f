//! Going back: a log of changed components, or copies of the vector. Sto00 section 10 asks which is better
//! where; both are here behind the same calls so that a benchmark can answer.

use crate::components::CompId;
use crate::walked::Changed;

/// How marks are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UndoMethod {
    /// A log of what changed since the mark.
    #[default]
    Log,
    /// A copy of the state at the mark.
    Snapshot,
}

/// The stack of marks.
#[derive(Default)]
pub struct UndoLog {
    /// Which method is in use.
    pub method: UndoMethod,
    /// For `Log`, the length of `log` at each mark; for `Snapshot`, the length of `saved`.
    marks: Vec<usize>,
    log: Vec<Entry>,
    /// The version of the references at each mark.
    versions: Vec<u64>,
    /// Whole vectors: at marks (`Snapshot`), or before the number of components changed (`Log`).
    saved: Vec<CompId>,
}

enum Entry {
    Changed(u32, CompId),
    /// A component was put in at this place.
    Inserted(u32),
    /// The last so many ids of `saved` were the vector from this place on.
    Reshaped(u32, u32),
}

impl UndoLog {
    fn logs(&self) -> bool {
        self.method == UndoMethod::Log && !self.marks.is_empty()
    }

    /// Notes that the component at `at` was `old`.
    #[inline]
    pub fn changed(&mut self, at: usize, old: CompId) {
        if self.logs() {
            self.log.push(Entry::Changed(at as u32, old));
        }
    }

    /// Notes that a component was put in at `at`, before those that were there.
    pub fn inserted(&mut self, at: usize) {
        if self.logs() {
            self.log.push(Entry::Inserted(at as u32));
        }
    }

    /// Notes that the vector, which is about to change its length or order, was `vector`.
    pub fn reshaped(&mut self, vector: &[CompId]) {
        self.reshaped_from(vector, 0);
    }

    /// The same if only what is from `at` on is about to change.
    pub fn reshaped_from(&mut self, vector: &[CompId], at: usize) {
        if self.logs() {
            self.saved.extend_from_slice(&vector[at..]);
            self.log.push(Entry::Reshaped(at as u32, (vector.len() - at) as u32));
        }
    }

    /// Marks the present state.
    #[inline]
    pub fn mark(&mut self, vector: &[CompId], version: u64) {
        self.versions.push(version);
        match self.method {
            UndoMethod::Log => self.marks.push(self.log.len()),
            UndoMethod::Snapshot => {
                self.marks.push(self.saved.len());
                self.saved.extend_from_slice(vector);
            }
        }
    }

    /// Goes back to the last mark. Says whether the length or order of the vector may have changed. Notes what changes, if the objects
    /// begin at `objects_at`.
    #[inline]
    pub fn rewind(&mut self, vector: &mut Vec<CompId>, objects_at: usize, changed: &mut Changed) -> bool {
        let mark = *self.marks.last().expect("[commute internal bug] rewind without a mark");
        if self.method == UndoMethod::Snapshot {
            vector.clear();
            vector.extend_from_slice(&self.saved[mark..]);
            changed.note_all();
            return true;
        }
        let mut reshaped = false;
        while self.log.len() > mark {
            match self.log.pop() {
                Some(Entry::Changed(at, old)) => {
                    vector[at as usize] = old;
                    changed.note(at as usize);
                }
                Some(Entry::Inserted(at)) => {
                    vector.remove(at as usize);
                    reshaped = true;
                    if at as usize != vector.len() {
                        changed.note_all();
                    }
                }
                Some(Entry::Reshaped(from, len)) => {
                    let saved = self.saved.len() - len as usize;
                    vector.truncate(from as usize);
                    vector.extend(self.saved.drain(saved..));
                    reshaped = true;
                    match (from as usize).checked_sub(objects_at) {
                        Some(offset) => changed.note_tail(offset),
                        None => changed.note_all(),
                    }
                }
                None => unreachable!("the loop condition"),
            }
        }
        reshaped
    }

    /// Adds to `out` the places that were changed since the last mark. Whether nothing else was.
    #[inline]
    pub fn changed_since_mark(&self, out: &mut Vec<u32>) -> bool {
        let mark = self.marks.last().filter(|_| self.method == UndoMethod::Log);
        mark.is_some_and(|&mark| {
            self.log[mark..].iter().all(|entry| {
                let Entry::Changed(at, _) = entry else { return false };
                out.push(*at);
                true
            })
        })
    }

    /// The version of the references at the last mark.
    #[inline]
    pub fn version(&self) -> u64 {
        *self.versions.last().expect("[commute internal bug] rewind without a mark")
    }

    /// Forgets the last mark.
    #[inline]
    pub fn unmark(&mut self) {
        self.versions.pop();
        let mark = self.marks.pop().expect("[commute internal bug] unmark without a mark");
        match self.method {
            UndoMethod::Snapshot => self.saved.truncate(mark),
            // What changed since the mark also changed since the mark before it, so the entries stay,
            // unless there is none.
            UndoMethod::Log if self.marks.is_empty() => self.clear(),
            UndoMethod::Log => {}
        }
    }

    /// Forgets all marks.
    pub fn clear(&mut self) {
        self.marks.clear();
        self.versions.clear();
        self.log.clear();
        self.saved.clear();
    }

    /// Bytes that are filled, of those in use.
    #[inline]
    pub fn bytes_filled(&self) -> usize {
        self.log.len() * size_of::<Entry>() + self.saved.len() * 4
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.marks.len() * 16 + self.bytes_filled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector that is changed as a machine changes it.
    struct Changing {
        log: UndoLog,
        vector: Vec<CompId>,
    }

    impl Changing {
        fn new(method: UndoMethod) -> Self {
            Self { log: UndoLog { method, ..UndoLog::default() }, vector: vec![1, 2, 3] }
        }
        fn set(&mut self, at: usize, id: CompId) {
            self.log.changed(at, std::mem::replace(&mut self.vector[at], id));
        }
        fn insert(&mut self, at: usize, id: CompId) {
            self.log.inserted(at);
            self.vector.insert(at, id);
        }
        fn reverse(&mut self) {
            self.log.reshaped(&self.vector);
            self.vector.reverse();
        }
        fn mark(&mut self, version: u64) {
            self.log.mark(&self.vector, version);
        }
        fn rewind(&mut self) -> bool {
            self.log.rewind(&mut self.vector, 0, &mut Changed::default())
        }
    }

    const BOTH: [UndoMethod; 2] = [UndoMethod::Log, UndoMethod::Snapshot];

    #[test]
    fn every_change_is_taken_back_as_often_as_one_likes() {
        for method in BOTH {
            let mut it = Changing::new(method);
            it.mark(7);
            for _ in 0..2 {
                it.set(1, 9);
                it.insert(1, 8);
                it.reverse();
                it.set(0, 5);
                it.insert(4, 4);
                assert_eq!(it.vector, [5, 9, 8, 1, 4]);
                assert!(it.rewind(), "its length has changed");
                assert_eq!((it.vector.as_slice(), it.log.version()), (&[1, 2, 3][..], 7), "{method:?}");
            }
        }
    }

    #[test]
    fn an_inner_mark_is_gone_back_to_first() {
        for method in BOTH {
            let mut it = Changing::new(method);
            it.mark(1);
            it.set(0, 4);
            it.reverse();
            it.mark(2);
            it.set(0, 5);
            it.reverse();
            it.rewind();
            assert_eq!((it.vector.as_slice(), it.log.version()), (&[3, 2, 4][..], 2), "{method:?}");
            it.set(1, 6);
            it.log.unmark();
            // What changed since the inner mark changed since the outer one.
            assert_eq!((it.vector.as_slice(), it.log.version()), (&[3, 6, 4][..], 1), "{method:?}");
            it.rewind();
            assert_eq!(it.vector, [1, 2, 3], "{method:?}");
        }
    }

    /// The caller keeps what it knows of the order of the vector.
    #[test]
    fn the_log_says_whether_anything_has_moved() {
        let mut it = Changing::new(UndoMethod::Log);
        it.mark(0);
        it.set(0, 4);
        assert!(!it.rewind());
        it.insert(0, 4);
        assert!(it.rewind());
        it.reverse();
        assert!(it.rewind());
    }

    #[test]
    fn nothing_is_kept_without_a_mark() {
        for method in BOTH {
            let mut it = Changing::new(method);
            it.set(0, 4);
            it.insert(0, 4);
            it.reverse();
            assert_eq!((it.log.log.len(), it.log.saved.len()), (0, 0));
            it.mark(0);
            it.set(0, 5);
            it.reverse();
            assert!(it.log.bytes_filled() > 0);
            it.log.unmark();
            assert_eq!(it.log.bytes_filled(), 0, "{method:?}");
        }
    }
}
