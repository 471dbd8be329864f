//! How threads are sorted: by what they look like from where they stand.
//!
//! A thread looks like its frames, with the objects that only threads reach numbered as it meets them itself and their words,
//! and like the words of objects that name it and are common, or that the first thread leads to, if that is exchanged with none.
//! Nothing of that depends on its number or on another thread's, so threads that
//! an exchange turns into one another look the same, and stay in the order in which they are.

use super::prospect::Operation;
use super::{Representative, stack, unread};
use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::components::{fold, hash_content};
use crate::state::State;

const K: u64 = 0x8ebc_6af0_9c88_c6e3;

/// What the number of a thread looks like to a thread.
const MYSELF: u64 = 1;
const ANOTHER: u64 = 2;

/// Flag of an object that is not common, numbered from where a thread stands.
const NEAR: u64 = 1 << 40;

impl Representative {
    /// Gives each thread its place: within the places of its group by what it looks like.
    pub(super) fn sort_threads(&mut self, code: &Code, st: &State) {
        let threads = st.threads();
        for t in self.groups.len()..threads {
            let group = self.exchangeable.group(t);
            let known = self.known.iter().position(|other| *other == group);
            self.groups.push(known.unwrap_or(self.known.len()));
            if known.is_none() {
                self.known.push(group);
            }
        }
        self.look(code, st);
        self.order.clear();
        self.order.extend(0..threads);
        let mut sorted: Vec<usize> = (0..threads).collect();
        sorted.sort_by_key(|&t| (self.groups[t], self.looks[t]));
        let mut places: Vec<usize> = (0..threads).collect();
        places.sort_by_key(|&t| self.groups[t]);
        self.place.clear();
        self.place.resize(threads, 0);
        for (&t, &place) in sorted.iter().zip(&places) {
            self.order[place] = t;
            self.place[t] = place;
        }
    }

    fn look(&mut self, code: &Code, st: &State) {
        self.looks.clear();
        for t in 0..st.threads() {
            let look = if t == 0 && self.prospect.is_some() {
                // It is alone in its group.
                0
            } else if self.common == st.objects() {
                let id = self.thread(code, st, t);
                self.comps.hash(id)
            } else {
                self.look_of(code, st, t)
            };
            self.looks.push(look);
        }
        // Common objects keep their numbers; of those that are as they were at the beginning most name nobody.
        let told = self.unchanged.telling(st).take_while(|&o| (o as usize) < self.common);
        for number in told.map(|o| o as usize).chain(self.common..self.objects.len()) {
            let words = st.object(u64::from(self.objects[number]) + 1);
            self.holders.each(words, |t, word| {
                let count = if word == 1 { words[1] >> 32 } else { 0 };
                let part = fold(K ^ (number as u64) << 8 ^ word as u64, K.rotate_left(23) ^ count);
                self.looks[t] = self.looks[t].wrapping_add(part);
            });
        }
        self.look_at_prospect();
        if let Some(t) = st.exclusive() {
            self.looks[t.index()] = self.looks[t.index()].wrapping_add(K);
        }
    }

    /// Threads that the first one waits for differ from others, and by what it starts before.
    fn look_at_prospect(&mut self) {
        let Some(prospect) = &self.prospect else { return };
        let mut row = 0;
        for operation in &prospect.operations {
            match operation {
                Operation::Start { .. } => row += 1,
                Operation::Join(t) => {
                    self.looks[*t] = self.looks[*t].wrapping_add(fold(K.rotate_left(41) ^ row, K));
                }
                Operation::JoinStarted(_) => {}
            }
        }
    }

    /// What a thread looks like, with what it reaches.
    fn look_of(&self, code: &Code, st: &State, t: usize) -> u64 {
        let mut near: Vec<u64> = Vec::new();
        let mut words = Vec::new();
        let top = st.vector[st.thread_at(t)];
        stack(code, st, top, &mut words, |reference| self.seen_from(&mut near, reference));
        let mut done = 0;
        while done < near.len() {
            let object = st.object(near[done]);
            let at = words.len();
            words.extend_from_slice(object);
            let seen = &mut words[at..];
            for_each_slot(code, object[0], object.len(), |slot| seen[slot] = self.renumbered(object[slot]));
            unread::for_each_live_slot(code, object, self.dead_references(object[0]), |slot| {
                seen[slot] = self.seen_from(&mut near, object[slot]);
            });
            self.holders.rename(seen, |number| if number == t as u64 + 1 { MYSELF } else { ANOTHER });
            if self.dead != 0 && self.holders.are_handles(object[0] as usize) {
                unread::clear(seen, self.dead & !self.unread.references(self.dead));
            }
            done += 1;
        }
        hash_content(&words)
    }

    /// A reference as a thread sees it that has met the objects `near` so far.
    fn seen_from(&self, near: &mut Vec<u64>, reference: u64) -> u64 {
        let known = if reference == 0 { 0 } else { u64::from(self.numbers[reference as usize - 1]) };
        if reference == 0 || known != 0 {
            return known;
        }
        let known = near.iter().position(|&other| other == reference);
        let number = known.unwrap_or_else(|| {
            near.push(reference);
            near.len() - 1
        });
        NEAR | number as u64
    }
}
