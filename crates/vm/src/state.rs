//! The present state as a vector of component ids, and how it changes and is changed back.
//!
//! The vector is `[control, groups of globals ..., threads ..., objects ...]`. The control component holds the
//! number of threads and the exclusive thread. An object is `[shape, holder | count << 32 | SHARED, data ...]`.
//! The pieces of a long static array follow it. If lock sets are tracked they are a component before the threads.

use crate::code::{Code, GLOBALS_PER_GROUP};
use crate::components::{CompId, Components, hash_content};
use crate::frame::{Frame, HEADER, Status};
use crate::looked::Looked;
use crate::memo::{Overwritten, Position, Touched};
use crate::meter::Meter;
use crate::undo::UndoLog;
use crate::walked::Changed;
use commute_ir::{Shape, StaticObject};
use commute_machine::{Footprint, Tid};
use commute_mutants::mutant;

/// Where the data of an object begins in its component.
pub const DATA: usize = 2;

/// Flag in the second word of an object: more than one thread has been able to reach it. Kept only if asked for
/// (`Vm::track_sharing`), because two states may then differ in nothing else.
pub const SHARED: u64 = 1 << 63;

/// A static array longer than this is cut into pieces of this length, each a component of its own, so that a
/// write costs a piece and not the array. Its own component then holds its length as only data.
const PIECE: usize = 16;

/// The present state, with the tables and buffers that steps use.
pub struct State {
    /// All components ever seen.
    pub comps: Components,
    /// The state itself.
    pub vector: Vec<CompId>,
    /// How to go back.
    pub undo: UndoLog,
    /// Where the state differs from the one that was last brought into its canonical form.
    pub changed: Changed,
    /// Where the objects begin in the vector.
    pub objects_at: usize,
    threads_at: usize,
    /// Whether there are lock sets.
    has_locksets: bool,
    /// For each static object, where it is, counted from the first object.
    statics: Vec<u32>,
    /// How many pieces of arrays there are.
    pieces: usize,
    /// The control component when no thread is exclusive.
    control: CompId,
    /// A reference changed in this step, so the numbering of objects must be looked at.
    pub references_changed: bool,
    /// One of them may be within reach of more threads than before: something was put where many can reach it, or a thread was started.
    pub published: bool,
    /// Changes whenever a reference may have changed.
    pub references_version: u64,
    /// What an atomic step touches, if someone wants to know.
    pub recording: Option<Footprint>,
    /// What the present execution touches besides its thread.
    pub touched: Touched,
    /// What the present execution has overwritten.
    pub overwritten: Overwritten,
    /// What somebody looks at who wants to remember what comes of it.
    pub looked: Looked,
    /// What is presumed of the times for which threads wait.
    pub time: Time,
    /// When to give up.
    pub meter: Meter,
    /// A second frame, for evaluating guards.
    pub probe: Frame,
    /// A buffer for the words of a component.
    pub scratch: Vec<u64>,
    spare: Vec<u64>,
}

/// What is presumed of the times for which threads wait, while it is being found out whether they could go on then.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Time {
    /// Nothing: they are up when the program says so.
    #[default]
    AsItIs,
    /// None is up.
    Stands,
    /// All are up.
    IsUp,
}

impl State {
    /// A state with globals and static objects as declared, and no threads.
    pub fn new(code: &Code) -> Self {
        let mut comps = Components::new();
        let mut vector = vec![comps.intern(&[0, 0], 0)];
        for group in code.program.globals.chunks(GLOBALS_PER_GROUP) {
            let words: Vec<u64> = group.iter().map(|g| crate::code::constant(g.init)).collect();
            vector.push(comps.intern(&words, 0));
        }
        let threads_at = vector.len();
        let mut statics = Vec::new();
        for object in &code.program.statics {
            statics.push((vector.len() - threads_at) as u32);
            let header = [u64::from(object.shape.0), 0];
            let data: Vec<u64> = object.data.iter().map(|&d| crate::code::constant(d)).collect();
            if is_cut(code, object) {
                vector.push(comps.intern(&[header[0], header[1], data.len() as u64], 0));
                vector.extend(data.chunks(PIECE).map(|piece| comps.intern(piece, 0)));
            } else {
                vector.push(comps.intern(&[&header[..], &data].concat(), 0));
            }
        }
        let pieces = vector.len() - threads_at - statics.len();
        Self {
            comps,
            vector,
            undo: UndoLog::default(),
            changed: Changed::default(),
            objects_at: threads_at,
            threads_at,
            has_locksets: false,
            statics,
            pieces,
            control: 1,
            references_changed: false,
            published: false,
            references_version: 0,
            recording: None,
            touched: Touched::default(),
            overwritten: Overwritten::default(),
            looked: Looked::default(),
            time: Time::default(),
            meter: Meter::default(),
            probe: Frame::empty(),
            scratch: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Ends the making of the initial state, in which components were changed in place: what is left of them is interned.
    /// There must be no threads yet.
    pub fn end_making(&mut self) {
        let made = std::mem::replace(&mut self.comps, Components::new());
        for id in &mut self.vector {
            *id = self.comps.intern(made.words(*id), 0);
        }
        self.undo.clear();
        self.locate();
    }

    /// Bytes of what a step may make larger: the vector, the components and the log of changes.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.vector.len() * size_of::<CompId>() + self.comps.bytes_filled() + self.undo.bytes_filled()
    }

    /// How many threads there are, ended ones included.
    #[inline]
    pub fn threads(&self) -> usize {
        self.objects_at - self.threads_at
    }

    /// How many objects there are.
    #[inline]
    pub fn objects(&self) -> usize {
        self.vector.len() - self.objects_at - self.pieces
    }

    /// Works out, after the vector was replaced, where its parts begin.
    pub fn locate(&mut self) {
        let threads = self.comps.words(self.vector[0])[0] as usize;
        self.objects_at = self.threads_at + threads;
        self.control = self.comps.intern(&[threads as u64, 0], 0);
    }

    /// Changes one component.
    #[inline]
    pub fn set(&mut self, at: usize, id: CompId) {
        self.looked.note(at);
        let old = std::mem::replace(&mut self.vector[at], id);
        if old != id {
            self.overwritten.add(at, old);
            self.undo.changed(at, old);
            self.changed.note(at);
        }
    }

    /// Changes one component for another that means the same.
    pub fn put(&mut self, at: usize, id: CompId) {
        self.looked.note(at);
        let old = std::mem::replace(&mut self.vector[at], id);
        if old != id {
            self.undo.changed(at, old);
        }
    }

    /// Goes back to the last mark.
    #[inline]
    pub fn rewind(&mut self) {
        if self.undo.rewind(&mut self.vector, self.objects_at, &mut self.changed) {
            self.locate();
        }
    }

    /// Replaces the whole state.
    pub fn load(&mut self, vector: &[CompId]) {
        self.undo.clear();
        // The control component says how many threads there are.
        let has_same_threads = self.vector[0] == vector[0];
        if has_same_threads {
            self.note_differences(vector);
        } else {
            self.changed.note_all();
        }
        self.vector.clear();
        self.vector.extend_from_slice(vector);
        if !has_same_threads {
            self.locate();
        }
    }

    /// Notes in what the present state differs from one with as many threads.
    fn note_differences(&mut self, vector: &[CompId]) {
        const WIDTH: usize = 8;
        let len = self.vector.len().min(vector.len());
        for from in (0..len).step_by(WIDTH) {
            let upto = len.min(from + WIDTH);
            if self.vector[from..upto] != vector[from..upto] {
                (from..upto).filter(|&at| self.vector[at] != vector[at]).for_each(|at| self.changed.note(at));
            }
        }
        if self.vector.len() != vector.len() {
            self.changed.note_tail(len - self.objects_at);
        }
    }

    /// The same if it differs from the present one at these places only.
    #[inline]
    pub fn load_near(&mut self, vector: &[CompId], places: &[u32]) {
        self.undo.clear();
        for &at in places {
            self.vector[at as usize] = vector[at as usize];
            self.changed.note(at as usize);
        }
        debug_assert!(
            self.vector == vector,
            "[commute internal bug] a state is loaded from another one than it says"
        );
        // The control component says how many threads there are.
        if places.contains(&0) {
            self.locate();
        }
    }

    /// How many static objects there are.
    pub fn static_objects(&self) -> usize {
        self.statics.len()
    }

    /// The words of the component at `at`.
    #[inline]
    pub fn words(&self, at: usize) -> &[u64] {
        self.looked.note(at);
        self.comps.words(self.vector[at])
    }

    /// Notes that the present execution reads or writes the component at `at`.
    #[inline]
    pub fn touch(&mut self, at: usize) {
        self.looked.note(at);
        let position = Position::new(self, at);
        self.touched.add(position);
    }

    /// Notes that something of an object was looked at, if only its kind or length: another one may have its number in another state.
    #[inline]
    pub fn touch_object(&mut self, reference: u64) {
        if reference != 0 {
            self.touch(self.object_at(reference));
        }
    }

    /// Changes one word of one component.
    #[inline]
    pub fn set_word(&mut self, at: usize, index: usize, word: u64) {
        let words = self.words(at);
        if words[index] == word {
            return;
        }
        if let Some(id) = self.comps.change_own(self.vector[at], index, word) {
            return self.set(at, id);
        }
        let words = self.comps.words(self.vector[at]);
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(words);
        scratch[index] = word;
        let id = self.comps.intern(&scratch, 0);
        self.scratch = scratch;
        self.set(at, id);
    }

    /// Rewrites the words of one component.
    pub fn edit(&mut self, at: usize, change: impl FnOnce(&mut Vec<u64>)) {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(self.comps.words(self.vector[at]));
        change(&mut scratch);
        let own = self.comps.replace_own(self.vector[at], &scratch);
        let id = own.unwrap_or_else(|| self.comps.intern(&scratch, 0));
        self.scratch = scratch;
        self.set(at, id);
    }

    /// Whether some thread is exclusive.
    #[inline]
    pub fn is_exclusive(&self) -> bool {
        self.vector[0] != self.control
    }

    /// The exclusive thread.
    #[inline]
    pub fn exclusive(&self) -> Option<Tid> {
        match self.comps.words(self.vector[0])[1] {
            0 => None,
            t => Some(Tid(t as u16 - 1)),
        }
    }

    /// Makes a thread exclusive, or none.
    pub fn set_exclusive(&mut self, tid: Option<Tid>) {
        self.touched.give_up();
        self.set_word(0, 1, tid.map_or(0, |t| u64::from(t.0) + 1));
    }

    // Globals.

    /// Position in the vector and in the component of a global.
    #[inline]
    pub fn global_at(global: u32) -> (usize, usize) {
        (1 + global as usize / GLOBALS_PER_GROUP, global as usize % GLOBALS_PER_GROUP)
    }

    /// The global at a place of a group, the groups counted from zero.
    pub fn global_of(group: usize, index: usize) -> u32 {
        (group * GLOBALS_PER_GROUP + index) as u32
    }

    /// The value of a global.
    #[inline]
    pub fn global(&self, global: u32) -> u64 {
        let (at, index) = Self::global_at(global);
        self.words(at)[index]
    }

    // Lock sets.

    /// Where the lock sets are, if they are part of the state.
    #[inline]
    pub fn locksets_at(&self) -> Option<usize> {
        self.has_locksets.then(|| self.threads_at - 1)
    }

    /// Makes lock sets, none yet, a part of the state. Forgets all marks.
    pub fn add_locksets(&mut self) {
        if !self.has_locksets {
            self.undo.clear();
            self.has_locksets = true;
            let none = self.comps.intern(&[0], 0);
            self.vector.insert(self.threads_at, none);
            self.threads_at += 1;
            self.objects_at += 1;
        }
    }

    // Threads.

    /// The position of a thread in the vector.
    #[inline]
    pub fn thread_at(&self, t: usize) -> usize {
        self.threads_at + t
    }

    /// The words of a thread's top frame.
    #[inline]
    pub fn thread(&self, t: usize) -> &[u64] {
        self.words(self.threads_at + t)
    }

    /// The status of a thread.
    #[inline]
    pub fn status(&self, t: usize) -> Status {
        Status::of(self.thread(t)[1])
    }

    /// Changes the status of a thread that is not the one stepping.
    pub fn set_status(&mut self, t: usize, status: Status) {
        let at = self.thread_at(t);
        let word1 = status.put(self.thread(t)[1]);
        self.set_thread_word(at, 1, word1);
    }

    /// Changes a header word of a thread that is not the one stepping.
    pub fn set_thread_word(&mut self, at: usize, index: usize, word: u64) {
        self.touched.give_up();
        self.published = true;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(self.comps.words(self.vector[at]));
        scratch[index] = word;
        let id = self.comps.intern(&scratch, scratch[0] as u32);
        self.scratch = scratch;
        self.set(at, id);
    }

    /// Adds a thread with this component at the end of the threads.
    pub fn push_thread(&mut self, id: CompId) {
        self.touched.give_up();
        self.published = true;
        self.undo.inserted(self.objects_at);
        self.changed.note_all();
        self.vector.insert(self.objects_at, id);
        self.objects_at += 1;
        let threads = self.threads() as u64;
        self.set_word(0, 0, threads);
        self.control = self.comps.intern(&[threads, 0], 0);
    }

    /// Interns a frame.
    #[inline]
    pub fn intern_frame(&mut self, f: &Frame) -> CompId {
        f.intern(&mut self.comps, &mut self.scratch)
    }

    /// Puts the top frame of thread `t` back into the vector, without its dead registers.
    pub fn commit_thread(&mut self, code: &Code, f: &mut Frame, t: usize) {
        if !f.status.is_final() {
            clear_dead(code, f);
        }
        let at = self.thread_at(t);
        let id = self.intern_frame(f);
        if code.allocates && !self.references_changed {
            self.references_changed = self.frame_references_differ(code, self.vector[at], id);
        }
        self.set(at, id);
    }

    /// Whether two top frames of one thread may refer to different objects.
    fn frame_references_differ(&self, code: &Code, old: CompId, new: CompId) -> bool {
        let (old, new) = (self.comps.words(old), self.comps.words(new));
        if old.is_empty() || old[0] != new[0] || old[2] != new[2] || old.len() != new.len() {
            return true;
        }
        let refs = &code.funcs[(new[0] >> 32) as usize].ref_regs;
        new.len() > HEADER && refs.iter().any(|&r| old[HEADER + r as usize] != new[HEADER + r as usize])
    }

    /// A hash of the component at `at` without the flag [`SHARED`].
    pub fn content_hash(&self, at: usize, id: CompId) -> u64 {
        match self.comps.words(id) {
            [shape, monitor, data @ ..] if at >= self.objects_at && monitor & SHARED != 0 => {
                hash_content(&[&[*shape, monitor & !SHARED], data].concat())
            }
            _ => self.comps.hash(id),
        }
    }

    /// An empty vector of registers.
    pub fn spare_regs(&mut self) -> Vec<u64> {
        std::mem::take(&mut self.spare)
    }

    /// Keeps a vector of registers to be used again.
    pub fn keep_regs(&mut self, mut regs: Vec<u64>) {
        regs.clear();
        self.spare = regs;
    }

    // Objects. A reference is the number of the object plus one; zero is null.

    /// The words of the object of a reference that is not null.
    #[inline]
    pub fn object(&self, reference: u64) -> &[u64] {
        self.words(self.object_at(reference))
    }

    /// The position in the vector of the object of a reference that is not null.
    #[inline]
    pub fn object_at(&self, reference: u64) -> usize {
        let number = reference as usize - 1;
        let offset = match self.statics.get(number) {
            Some(&offset) => offset as usize,
            None => number + self.pieces,
        };
        self.objects_at + offset
    }

    /// The number of the object of which a component is, or is a piece.
    pub fn object_of(&self, at: usize) -> Option<u32> {
        let offset = at.checked_sub(self.objects_at)?;
        let number = match at < self.dynamic_at() {
            true => self.statics.partition_point(|&begin| begin as usize <= offset) - 1,
            false => offset - self.pieces,
        };
        Some(number as u32)
    }

    /// Where the objects that are not static begin in the vector.
    pub fn dynamic_at(&self) -> usize {
        self.objects_at + self.statics.len() + self.pieces
    }

    /// The number of data words of an object.
    #[inline]
    pub fn data_len(&self, reference: u64) -> usize {
        if self.is_cut(reference) {
            self.object(reference)[DATA] as usize
        } else {
            self.object(reference).len() - DATA
        }
    }

    /// Where data word `index` of an object is: position in the vector and word in the component. The index
    /// must be less than `data_len`.
    #[inline]
    pub fn data_at(&self, reference: u64, index: usize) -> (usize, usize) {
        let at = self.object_at(reference);
        if self.is_cut(reference) { (at + 1 + index / PIECE, index % PIECE) } else { (at, DATA + index) }
    }

    /// Where the data of a static object that holds `data` is: for each of its components, the position in the vector, the word at which
    /// data begins, and the part of `data` that is there.
    pub fn pieces_of<'a>(&self, reference: u64, data: &'a [u64]) -> Vec<(usize, usize, &'a [u64])> {
        let at = self.object_at(reference);
        match self.is_cut(reference) {
            true => (at + 1..).zip(data.chunks(PIECE)).map(|(at, part)| (at, 0, part)).collect(),
            false => vec![(at, DATA, data)],
        }
    }

    /// Whether an object is a static array that is cut into pieces: the next object is not right behind it.
    #[inline]
    fn is_cut(&self, reference: u64) -> bool {
        let number = reference as usize - 1;
        if self.pieces == 0 || number >= self.statics.len() {
            return false;
        }
        let next = self.statics.get(number + 1).copied().unwrap_or((self.statics.len() + self.pieces) as u32);
        next > self.statics[number] + 1
    }

    /// Adds an object and gives its reference.
    pub fn push_object(&mut self, words: &[u64]) -> u64 {
        self.touched.give_up();
        self.undo.inserted(self.vector.len());
        let own = self.comps.add_own(words);
        let id = own.unwrap_or_else(|| self.comps.intern(words, 0));
        self.vector.push(id);
        self.references_changed = true;
        self.objects() as u64
    }

    /// Notes that a reference in the component at `at` is about to change.
    pub fn note_reference(&mut self, at: usize) {
        self.references_changed = true;
        self.published |= self.is_common(at);
    }

    /// Whether more than one thread can reach what is in the component at `at`.
    #[mutant("published-by-globals-only", at < self.objects_at)]
    fn is_common(&self, at: usize) -> bool {
        at < self.objects_at || self.words(at)[1] & SHARED != 0
    }

    /// Whether a data word of an object that is not cut is a reference.
    pub fn is_ref_slot(&self, code: &Code, reference: u64, slot: usize) -> bool {
        code.refs[self.object(reference)[0] as usize].contains(slot)
    }

    /// Whether a word of the component at `at`, of an object or of a piece, is a reference.
    pub fn is_ref_word(&self, code: &Code, at: usize, index: usize) -> bool {
        let offset = (at - self.objects_at) as u32;
        let is_piece =
            self.pieces > 0 && at < self.dynamic_at() && self.statics.binary_search(&offset).is_err();
        !is_piece && code.refs[self.comps.words(self.vector[at])[0] as usize].contains(index - DATA)
    }
}

/// Whether a static object is an array to be cut into pieces. References stay where the walk of the heap finds
/// them.
fn is_cut(code: &Code, object: &StaticObject) -> bool {
    object.data.len() > PIECE
        && matches!(code.program.shapes[object.shape.index()], Shape::Array(ty) if !ty.is_ref())
}

/// Zeroes the dead registers of a top frame.
#[inline]
#[mutant("dead-registers-stay", skip)]
#[mutant("liveness-clears-too-much", {
    code.funcs[f.func as usize].clear_dead(f.pc, &mut f.regs);
    f.regs.last_mut().into_iter().for_each(|last| *last = 0)
})]
fn clear_dead(code: &Code, f: &mut Frame) {
    code.funcs[f.func as usize].clear_dead(f.pc, &mut f.regs);
}
