//! Data races by happens-before: a second definition, with which the first (`races.rs`) is compared.
//!
//! Along an execution every thread, object and synchronized word *knows* accesses: those that happen before what it does next. A
//! thread that accesses a word without knowing a conflicting access of another thread has a data race with it. Of each thread and word
//! only the last read and the last write count: whoever knows it knows the earlier ones. So what is known is a finite set, and
//! the search is one over pairs of a state and what is known there.

use crate::discipline::{Touch, TouchedCell};
use crate::interpreter::Interpreter;
use crate::state::Status;
use commute_ir::{Instr, Program, Shape};
use commute_machine::{Tid, Transition};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A word that threads share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Word {
    Global(usize),
    Of(u32, usize),
}

/// The last access of this sort by a thread to a word. Threads are counted as they are started: numbers are used again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Access {
    word: Word,
    thread: usize,
    writes: bool,
    plain: bool,
}

/// Who knows something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Who {
    Thread(usize),
    Object(u32),
    /// Whoever has written it.
    Word(Word),
    /// Whoever has read it.
    Readers(Word),
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Clocks {
    /// Which thread has each number now.
    threads: Vec<usize>,
    /// How many were started.
    started: usize,
    accesses: BTreeSet<Access>,
    known: BTreeMap<Who, BTreeSet<Access>>,
}

/// How many pairs may wait to be looked at.
const MOST_PENDING: usize = 1_000;

/// Whether some execution has a data race; nothing if there are more than `most` pairs of a state and what is known there.
pub fn has_race(program: &Program, most: usize) -> Option<bool> {
    let initial = Interpreter::start(program, false).0;
    let mut clocks = Clocks::default();
    clocks.meet_threads(&initial, None);
    if clocks.read_guards(&initial) {
        return Some(true);
    }
    all_pairs(program, most, clocks, |clocks, before, next, step| {
        clocks.step(before, next, step) || clocks.read_guards(next)
    })
}

/// Goes through all pairs of a state and what was found out on the way there, beginning with `known` in the initial state. `step` makes a
/// step in the copy of a state, and says whether this is the end. Nothing if there are more than `most` pairs.
pub(crate) fn all_pairs<'p, K: Clone + Hash>(
    program: &'p Program,
    most: usize,
    known: K,
    mut step: impl FnMut(&mut K, &Interpreter<'p>, &mut Interpreter<'p>, Transition) -> bool,
) -> Option<bool> {
    let initial = Interpreter::start(program, false).0;
    // What is known is large, and a pair that is taken for another one is left out at most.
    let mut seen: HashSet<u64> = HashSet::new();
    let pair = |state: &Interpreter<'_>, known: &K| {
        let mut hasher = DefaultHasher::new();
        (state.key(), known).hash(&mut hasher);
        hasher.finish()
    };
    seen.insert(pair(&initial, &known));
    let mut stack = vec![(initial, known)];
    while let Some((state, known)) = stack.pop() {
        for t in 0..state.threads() {
            for choice in 0..state.choices(Tid::new(t)) {
                let (mut next, mut later) = (state.clone(), known.clone());
                if step(&mut later, &state, &mut next, Transition { tid: Tid::new(t), choice: choice as u16 })
                {
                    return Some(true);
                }
                if seen.insert(pair(&next, &later)) {
                    stack.push((next, later));
                }
            }
        }
        if seen.len() > most || stack.len() > MOST_PENDING {
            return None;
        }
    }
    Some(false)
}

impl Clocks {
    /// Makes a step; whether it has a race with an earlier one.
    fn step(&mut self, before: &Interpreter<'_>, it: &mut Interpreter<'_>, step: Transition) -> bool {
        let t = step.tid.index();
        let me = Who::Thread(self.threads[t]);
        let own = before.state.threads[t].handle;
        if before.state.threads[t].interrupted || matches!(before.state.threads[t].status, Status::Woken(_)) {
            // Whoever is interrupted comes after the interrupt.
            own.iter().for_each(|&handle| self.learn(me, Who::Object(handle)));
        }
        let is_block = before.inside(t) || matches!(before.instr(t), Instr::AtomicBegin);
        let (plain, fails) = match *before.instr(t) {
            Instr::Load { plain, .. } | Instr::Store { plain, .. } if !is_block => (plain, false),
            Instr::Cas { place, expected, .. } if !is_block => {
                let is_equal = |cell| before.read(cell).word() == before.value(t, expected).word();
                (false, !before.locate(t, place).is_ok_and(is_equal))
            }
            _ => (false, false),
        };
        it.advance_by(step);
        // In a block of several operations each may be ordered by the ones before it.
        let objects = operated_on(before, it, plain);
        objects.iter().for_each(|&object| self.learn(me, Who::Object(object)));
        let words = it.touched.iter().filter_map(|touch| Some((word(touch)?, touch.writes && !fails)));
        let races = self.access_all(t, &words.collect::<Vec<_>>(), plain);
        objects.iter().for_each(|&object| self.meet(me, Who::Object(object)));
        if it.state.threads[t].status.is_finished() {
            own.iter().for_each(|&handle| self.meet(me, Who::Object(handle)));
        }
        self.meet_threads(it, Some(me));
        races
    }

    /// Threads that are blocked at guards read what these are about. Whether one has a race.
    fn read_guards(&mut self, it: &Interpreter<'_>) -> bool {
        if it.state.exclusive.is_some() {
            return false;
        }
        let mut races = false;
        for t in 0..it.threads() {
            let stands =
                !it.state.threads[t].status.is_finished() && matches!(it.instr(t), Instr::AtomicBegin);
            let Some(probe) = stands.then(|| it.until_blocked(t)).flatten() else { continue };
            let objects = operated_on(it, &probe, false);
            let me = Who::Thread(self.threads[t]);
            objects.iter().for_each(|&object| self.learn(me, Who::Object(object)));
            let words = probe.touched.iter().filter_map(|touch| Some((word(touch)?, false)));
            races |= self.access_all(t, &words.collect::<Vec<_>>(), false);
            objects.iter().for_each(|&object| self.meet(me, Who::Object(object)));
        }
        races
    }

    /// The accesses of one step, each with whether it writes. An atomic block is one step: all of it comes after each write of a word
    /// that it accesses, and before each later one.
    fn access_all(&mut self, t: usize, words: &[(Word, bool)], plain: bool) -> bool {
        let me = Who::Thread(self.threads[t]);
        for &(word, writes) in words.iter().filter(|_| !plain) {
            self.learn(me, Who::Word(word));
            if writes {
                self.learn(me, Who::Readers(word));
            }
        }
        let mut races = false;
        for &(word, writes) in words {
            races |= self.access(t, word, writes, plain);
        }
        for &(word, writes) in words.iter().filter(|_| !plain) {
            self.learn(if writes { Who::Word(word) } else { Who::Readers(word) }, me);
        }
        races
    }

    fn access(&mut self, t: usize, word: Word, writes: bool, plain: bool) -> bool {
        let thread = self.threads[t];
        let me = Who::Thread(thread);
        let knows = self.known.entry(me).or_default();
        let conflicts = |other: &&Access| {
            other.word == word && other.thread != thread && (other.writes || writes) && (other.plain || plain)
        };
        let races = self.accesses.iter().filter(conflicts).any(|other| !knows.contains(other));
        let access = Access { word, thread, writes, plain };
        self.known.values_mut().for_each(|known| _ = known.remove(&access));
        self.accesses.insert(access);
        self.known.entry(me).or_default().insert(access);
        races
    }

    /// `who` knows what `other` knows, too.
    fn learn(&mut self, who: Who, other: Who) {
        let more = self.known.get(&other).cloned().unwrap_or_default();
        self.known.entry(who).or_default().extend(more);
    }

    /// An operation on an object comes after all that were before on it, and before all that come later.
    fn meet(&mut self, who: Who, object: Who) {
        self.learn(who, object);
        self.learn(object, who);
    }

    /// Threads that were started by the last step know what their starter knows.
    fn meet_threads(&mut self, it: &Interpreter<'_>, starter: Option<Who>) {
        for t in 0..it.threads() {
            if t >= self.threads.len() || it.started.contains(&t) {
                self.threads.resize(self.threads.len().max(t + 1), 0);
                self.started += 1;
                self.threads[t] = self.started;
                if let Some(starter) = starter {
                    self.learn(Who::Thread(self.started), starter);
                }
            }
        }
    }
}

/// The objects that a step did an operation on. Elements of a growable array are written by operations on it, too.
fn operated_on(before: &Interpreter<'_>, after: &Interpreter<'_>, plain: bool) -> Vec<u32> {
    let growable = after.touched.iter().filter(|_| !plain).filter_map(|touch| growable(before, touch));
    after.operated_on.iter().copied().chain(growable).collect()
}

/// The growable array that an access is to an element of.
fn growable(it: &Interpreter<'_>, touch: &Touch) -> Option<u32> {
    let TouchedCell::Object(o, _) = touch.cell else { return None };
    let object = it.state().objects.get(&o)?;
    matches!(object.shape, Shape::Seq(_)).then_some(o)
}

fn word(touch: &Touch) -> Option<Word> {
    match touch.cell {
        TouchedCell::Global(global) => Some(Word::Global(global)),
        TouchedCell::Object(o, Some(word)) => Some(Word::Of(o, word)),
        TouchedCell::Object(_, None) => None,
    }
}
