//! Thread symmetry: states that differ only in which of several threads is which count as one.
//!
//! # Source
//! DHRR04 section 8 names it as a part of the base (Bogor's process symmetry); C. N. Ip and D. Dill, "Better verification through
//! symmetry" (FMSD 1996); R. Iosif, "Symmetry reduction criteria for software model checking" (SPIN 2002).
//!
//! # Idea
//! No step can see the number of a thread; numbers are only the names under which locks remember their owners and handles
//! their threads. So if a permutation of the threads is applied to a state - the threads change places, and every number that the
//! state holds is renamed - what follows is the same, renamed. Of all states that can be had from one another in this way it is
//! enough to explore one. The store is given the state with its threads sorted by what they are ([`order`]); the search itself
//! goes on with the state as it is, so that executions need no translation.
//!
//! # Notation
//! π: `Representative::place`, for each thread its place in the sorted state; the orbit of s: all π(s); representative:
//! what [`Representative::find`] gives.
//!
//! # Premises
//! - Every word that holds the number of a thread is known and renamed: `holders.rs`, and the exclusive thread in the control
//!   component. The laboratory compares the searches, and `certify` counts orbits by trying all permutations.
//! - Threads that an invariant tells apart keep their places: `exchangeable.rs`.
//! - Threads that exist from the start and threads that steps start are not exchanged: only the places of the latter are used again.
//! - What an oracle assumes is true of a state exactly if it is true of its orbit: it speaks of classes, variables and locks, and
//!   of a thread only if that is alone in its group ([`Representative::is_alone`]).
//! - What is stored really is a permutation of the state, so states that are taken for one are in one orbit. That holds whatever
//!   the order is, also if two threads that differ happen to be sorted as equals. It is a permutation of the state in which the first
//!   thread has
//!   been run ahead (`prospect.rs`), and without what nobody will read (`husks.rs`, `unread.rs`): why these stand for the state is
//!   said there.
//!
//! # Deviations
//! - D1: no canonical form is computed; that is as hard as graph isomorphism. Threads that look alike from where they stand
//!   but are linked to others in different ways stay in the order in which they are. So one orbit may be stored more than once, which
//!   costs states and nothing else.
//! - D2: a thread that somebody else can name - by a handle in a variable or in the code (`join worker[1]`) - is like no
//!   other: the handle is an object, and objects are not exchanged. But if the first thread only waits for the ends of all that it can
//!   name, it matters no more which one is in which variable (`prospect.rs`).

mod exchangeable;
mod holders;
mod husks;
mod order;
mod prospect;
mod unchanged;
mod unread;
mod worth;

use crate::canonical::for_each_slot;
use crate::code::Code;
use crate::components::{CompId, Components, fold, hash_content};
use crate::frame::HEADER;
use crate::frozen::Frozen;
use crate::locksets::Locksets;
use crate::state::State;
use commute_mutants::mutant;
pub use exchangeable::Exchangeable;
use exchangeable::Group;
use holders::Holders;
use husks::Husks;
use prospect::{Operation, Prospect, Waiters};
use unchanged::Unchanged;
use unread::Unread;
use worth::Worth;

/// Finds what the store is given instead of a state.
pub struct Representative {
    exchangeable: Exchangeable,
    /// The group of each thread, as far as it was asked for: a place in `known`.
    groups: Vec<usize>,
    known: Vec<Group>,
    holders: Holders,
    /// Components of representatives. A thread is one component with all its frames.
    comps: Components,
    /// For each component of a state, the component here with the same words, plus one.
    same: Vec<CompId>,
    /// For each top frame of a thread that reaches common objects only, the component of all its frames, plus one.
    stacks: Vec<CompId>,
    /// The vector of the representative found last.
    vector: Vec<u32>,
    /// How many objects are reached without looking at threads. They keep their numbers.
    common: usize,
    /// For each thread a number that does not depend on its place.
    looks: Vec<u64>,
    /// For each place, the thread that comes to stand there.
    order: Vec<usize>,
    /// For each thread, its place.
    place: Vec<usize>,
    /// For each object, its new number plus one.
    numbers: Vec<u32>,
    /// The objects in their new order.
    objects: Vec<u32>,
    words: Vec<u64>,
    waiters: Waiters,
    worth: Worth,
    unchanged: Unchanged,
    /// The components here of the frozen objects as they were at the beginning.
    initial: Vec<CompId>,
    /// Whether the first thread is exchanged with none. Then it has the first place, and what it leads to has numbers that tell others
    /// apart.
    first_is_alone: bool,
    husks: Husks,
    unread: Unread,
    /// The fields of threads that are dead in the present state.
    dead: u64,
    /// What the first thread has been run ahead for, if it was.
    prospect: Option<Prospect>,
}

impl Representative {
    /// For the states of this program.
    pub fn new(code: &Code) -> Self {
        let exchangeable = Exchangeable::new(&code.program);
        let holders = Holders::new(&code.program);
        Self {
            first_is_alone: !code.program.threads.is_empty() && exchangeable.is_alone(0),
            waiters: Waiters::new(code, &exchangeable, &holders),
            husks: Husks::default(),
            worth: Worth::default(),
            unchanged: Unchanged::default(),
            initial: Vec::new(),
            unread: Unread::new(&code.program),
            dead: 0,
            prospect: None,
            exchangeable,
            groups: Vec::new(),
            known: Vec::new(),
            holders,
            comps: Components::new(),
            same: Vec::new(),
            stacks: Vec::new(),
            vector: Vec::new(),
            common: 0,
            looks: Vec::new(),
            order: Vec::new(),
            place: Vec::new(),
            numbers: Vec::new(),
            objects: Vec::new(),
            words: Vec::new(),
        }
    }

    /// The vector of the representative of the present state: the same for states that differ only in the numbers of
    /// threads, as far as that is found out.
    pub fn find(&mut self, code: &Code, st: &mut State, frozen: Option<&Frozen>) -> &[u32] {
        let before = self.look_ahead(code, st, frozen);
        self.dead = self.unread.find(code, st, self.prospect.as_ref());
        self.unchanged.find(code, st, frozen, &self.holders);
        self.meet_common(code, st);
        if self.first_is_alone {
            self.meet_thread(code, st, 0);
        }
        self.sort_threads(code, st);
        self.number_objects(code, st);
        self.write(code, st, frozen);
        let Some(before) = before else { return &self.vector };
        self.come_back(st, before);
        if self.worth.is_counting() {
            let vector = st.vector.iter().map(|&id| u64::from(id));
            let state = hash_content(&vector.collect::<Vec<u64>>());
            self.worth.count(state, self.fingerprint());
        }
        &self.vector
    }

    /// Whether thread `t`, one of the declared ones, is never exchanged with another.
    pub fn is_alone(&self, t: usize) -> bool {
        self.exchangeable.is_alone(t)
    }

    /// A hash of the representative found last.
    pub fn fingerprint(&self) -> u64 {
        let hashes = self.vector.iter().map(|&id| self.comps.hash(id));
        hashes.fold(0, |sum: u64, hash| fold(sum.rotate_left(17) ^ hash, 0x9e37_79b9_7f4a_7c15))
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.comps.bytes() + (self.same.len() + self.stacks.len()) * 4
    }

    /// The number of different components.
    pub fn components(&self) -> usize {
        self.comps.len()
    }

    fn meet(&mut self, reference: u64) {
        if reference != 0 && self.numbers[reference as usize - 1] == 0 {
            self.objects.push(reference as u32 - 1);
            self.numbers[reference as usize - 1] = self.objects.len() as u32;
        }
    }

    /// Meets what the objects from number `done` on refer to, until nothing is new.
    fn follow(&mut self, code: &Code, st: &State, mut done: usize) {
        while done < self.objects.len() {
            let words = st.object(u64::from(self.objects[done]) + 1);
            let dead = if done < self.common { 0 } else { self.dead_references(words[0]) };
            unread::for_each_live_slot(code, words, dead, |slot| self.meet(words[slot]));
            done += 1;
        }
    }

    /// The dead references of an object of a shape.
    fn dead_references(&self, shape: u64) -> u64 {
        if self.holders.are_handles(shape as usize) { self.unread.references(self.dead) } else { 0 }
    }

    /// Numbers what static objects and globals reach, in the order in which a canonical heap has it already.
    fn meet_common(&mut self, code: &Code, st: &State) {
        // What is common is followed whole.
        self.common = st.objects();
        let begin = self.unchanged.begin();
        let (done, known) = (begin.known, begin.known.max(code.program.statics.len()));
        self.numbers.clear();
        self.objects.clear();
        self.objects.extend(0..known as u32);
        self.numbers.extend(1..=known as u32);
        self.numbers.resize(st.objects(), 0);
        if st.objects() > known {
            let references = std::mem::take(&mut self.unchanged.begin().references);
            references.iter().for_each(|&reference| self.meet(reference));
            self.unchanged.begin().references = references;
            self.follow(code, st, done);
        }
        self.common = self.objects.len();
        // A canonical heap has them first, in whatever order, and there they stay.
        self.objects[known..].sort_unstable();
        debug_assert!((0..).zip(&self.objects).all(|(i, &o)| i == o));
        (1..).zip(&mut self.numbers[..self.common]).for_each(|(number, new)| *new = number);
    }

    /// Numbers the other objects, from the threads in their new order.
    fn number_objects(&mut self, code: &Code, st: &State) {
        for place in usize::from(self.first_is_alone)..self.order.len() {
            self.meet_thread(code, st, self.order[place]);
        }
    }

    /// Numbers what a thread leads to.
    fn meet_thread(&mut self, code: &Code, st: &State, t: usize) {
        if self.common == st.objects() {
            return;
        }
        let done = self.objects.len();
        let mut frame = st.vector[st.thread_at(t)];
        self.meet(st.comps.words(frame)[2]);
        while frame != 0 {
            let words = st.comps.words(frame);
            for_each_register(code, words, |r| self.meet(words[r]));
            frame = words[0] as u32;
        }
        self.follow(code, st, done);
        if t == 0 {
            self.number_started(code, st);
        }
    }

    /// Numbers the threads that the first one is going to start.
    fn number_started(&mut self, code: &Code, st: &State) {
        let Some(prospect) = self.prospect.take() else { return };
        let done = self.objects.len();
        for operation in &prospect.operations {
            if let Operation::Start { handle, .. } = operation {
                self.meet(*handle);
            }
        }
        self.follow(code, st, done);
        self.prospect = Some(prospect);
    }

    fn renumbered(&self, reference: u64) -> u64 {
        if reference == 0 { 0 } else { u64::from(self.numbers[reference as usize - 1]) }
    }

    /// The new number of a thread plus one, given the old one plus one.
    #[mutant("symmetry-forgets-owners", 1)]
    fn renamed(&self, number: u64) -> u64 {
        self.place[number as usize - 1] as u64 + 1
    }

    fn write(&mut self, code: &Code, st: &State, frozen: Option<&Frozen>) {
        self.vector.clear();
        let [threads, exclusive] = [0, 1].map(|at| st.comps.words(st.vector[0])[at]);
        let exclusive = if exclusive == 0 { 0 } else { self.renamed(exclusive) };
        let control = self.comps.intern(&[threads, exclusive], 0);
        self.vector.push(control);
        for group in 1..=code.global_refs.len() {
            let id = self.same(st, st.vector[group]);
            self.vector.push(id);
        }
        if let Some(at) = st.locksets_at() {
            let mut words = st.comps.words(st.vector[at]).to_vec();
            Locksets::renumber(&mut words, |reference| self.renumbered(reference));
            let id = self.comps.intern(&words, 0);
            self.vector.push(id);
        }
        for place in 0..self.order.len() {
            let id = self.thread(code, st, self.order[place]);
            self.vector.push(id);
        }
        let written = match frozen.filter(|_| self.unchanged.begin().known > 0) {
            Some(frozen) => self.write_frozen(code, st, frozen),
            None => self.write_statics(code, st),
        };
        for number in written..self.objects.len() {
            let id = self.object(code, st, self.objects[number] as usize);
            self.vector.push(id);
        }
    }

    /// Static objects and the pieces of long arrays keep their places. How many objects that were.
    fn write_statics(&mut self, code: &Code, st: &State) -> usize {
        let first = self.vector.len();
        for at in st.objects_at..st.dynamic_at() {
            let id = self.same(st, st.vector[at]);
            self.vector.push(id);
        }
        for o in 0..code.program.statics.len() {
            let at = st.object_at(o as u64 + 1);
            self.vector[first + at - st.objects_at] = self.object(code, st, o);
        }
        code.program.statics.len()
    }

    /// The same with all frozen objects, which are where they were. Most are what they were.
    fn write_frozen(&mut self, code: &Code, st: &State, frozen: &Frozen) -> usize {
        let first = self.vector.len();
        if self.initial.is_empty() {
            self.initial = frozen.initial().iter().map(|&id| self.same(st, id)).collect();
        }
        self.vector.extend_from_slice(&self.initial);
        frozen.for_each_difference(st, |at, _| {
            self.vector[first + at] = self.same(st, st.vector[st.objects_at + at]);
        });
        let known = self.unchanged.begin().known;
        let telling: Vec<u32> = self.unchanged.telling(st).take_while(|&o| (o as usize) < known).collect();
        for o in telling {
            let at = st.object_at(u64::from(o) + 1);
            self.vector[first + at - st.objects_at] = self.object(code, st, o as usize);
        }
        known
    }

    /// The component with the words of one of the state.
    fn same(&mut self, st: &State, id: CompId) -> CompId {
        if self.same.len() <= id as usize {
            self.same.resize(st.comps.len(), 0);
        }
        if self.same[id as usize] == 0 {
            self.same[id as usize] = self.comps.intern(st.comps.words(id), 0) + 1;
        }
        self.same[id as usize] - 1
    }

    /// All frames of a thread, the top one first.
    fn thread(&mut self, code: &Code, st: &State, t: usize) -> CompId {
        let top = st.vector[st.thread_at(t)];
        let moves = self.common < st.objects() || t == 0 && self.prospect.is_some();
        let known = self.stacks.get(top as usize).copied().unwrap_or(0);
        if !moves && known != 0 {
            return known - 1;
        }
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        stack(code, st, top, &mut words, |reference| self.renumbered(reference));
        if t == 0 {
            self.write_prospect(&mut words);
        }
        let id = self.comps.intern(&words, 0);
        self.words = words;
        if !moves {
            self.stacks.resize(self.stacks.len().max(st.comps.len()), 0);
            self.stacks[top as usize] = id + 1;
        }
        id
    }

    #[mutant("symmetry-forgets-who-is-joined", 0)]
    fn place_of_joined(&self, t: usize) -> u64 {
        self.place[t] as u64
    }

    /// Writes what the first thread is going to do behind its frames. Those that are waited for in a row are in no order.
    fn write_prospect(&self, out: &mut Vec<u64>) {
        let Some(prospect) = &self.prospect else { return };
        out.push(u64::from(prospect.instructions));
        let mut row = out.len();
        for &operation in &prospect.operations {
            match operation {
                Operation::Start { handle, func, daemon } => {
                    sort_from(out, row);
                    out.extend([u64::MAX, self.renumbered(handle), u64::from(func.0), u64::from(daemon)]);
                    row = out.len();
                }
                Operation::Join(t) => out.push(self.place_of_joined(t)),
                Operation::JoinStarted(handle) => out.push(1 << 32 | self.renumbered(handle)),
            }
        }
        sort_from(out, row);
    }

    fn object(&mut self, code: &Code, st: &State, o: usize) -> CompId {
        let id = st.vector[st.object_at(o as u64 + 1)];
        let words = st.comps.words(id);
        let refers =
            o >= self.common && !matches!(code.refs[words[0] as usize], crate::code::RefLayout::None);
        let has_dead = self.dead != 0 && self.holders.are_handles(words[0] as usize);
        if !refers && !has_dead && !self.holders.names_a_thread(words) {
            return self.same(st, id);
        }
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        words.extend_from_slice(st.comps.words(id));
        for_each_slot(code, words[0], words.len(), |slot| words[slot] = self.renumbered(words[slot]));
        self.holders.rename(&mut words, |number| self.renamed(number));
        if has_dead {
            unread::clear(&mut words, self.dead & !self.unread.references(self.dead));
        }
        let new = self.comps.intern(&words, 0);
        self.words = words;
        new
    }
}

/// Sorts the words from `from` on, each of them once.
fn sort_from(words: &mut Vec<u64>, from: usize) {
    words[from..].sort_unstable();
    let mut kept = from;
    for at in from..words.len() {
        if at == from || words[at] != words[kept - 1] {
            words[kept] = words[at];
            kept += 1;
        }
    }
    words.truncate(kept);
}

/// Calls `f` with the position of every reference among the registers of a frame.
fn for_each_register(code: &Code, words: &[u64], mut f: impl FnMut(usize)) {
    if words.len() > HEADER {
        code.funcs[(words[0] >> 32) as usize].ref_regs.iter().for_each(|&r| f(HEADER + r as usize));
    }
}

/// Writes down the frames of a thread from `top` on, with its references as `rename` has them. How many registers a frame has its
/// function says, so frames need no separator.
fn stack(code: &Code, st: &State, top: CompId, out: &mut Vec<u64>, mut rename: impl FnMut(u64) -> u64) {
    let mut frame = top;
    while frame != 0 {
        let (words, at) = (st.comps.words(frame), out.len());
        out.extend_from_slice(words);
        out[at] &= !0xffff_ffff;
        out[at + 2] = rename(words[2]);
        for_each_register(code, words, |r| out[at + r] = rename(words[r]));
        frame = words[0] as u32;
    }
}
