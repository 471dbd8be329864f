//! What the first thread does by itself before it has to do with others again.
//!
//! # Source
//! The waiting of a parent for its children as one operation is what structured parallelism has (`join` of a whole block, as in Cilk
//! or in Sto00's `fork`/`join`). Stuttering equivalence: M. Browne, E. Clarke and O. Grumberg, "Characterizing finite Kripke
//! structures in propositional temporal logic" (TCS 1988). That a program goes on like this is seen by running it, so no source
//! is known for the mechanism.
//!
//! # Idea
//! `for (Thread t : threads) t.join();` waits for all of them, and it does not matter which one it is waiting for just now. But
//! the array says which thread is the first, so that no two threads could be exchanged while it is needed. So the first thread is run
//! ahead
//! alone, on the present state, as far as it does nothing but what nobody else can see or change: local instructions, accesses to
//! objects that only it can reach, new objects, and two operations that are noted instead of performed: it starts a thread that only it
//! can reach, or waits for the end of one. The store is given the state that this comes to, in which the array is mostly garbage
//! (or a husk, `husks.rs`), with what was noted: threads that are started in their order, threads that are waited for between two
//! starts as a set.
//!
//! # Notation
//! s: the state; s^K: s with the first thread and the objects of its own as they are when it has run ahead; L: what was noted
//! ([`Prospect::operations`]); n: how many instructions that took. The store is given the representative of (s^K, L, n).
//!
//! # Premises
//! Let s and s' have the same representative. *Then what others can do from s they can do from s', renamed, and the first thread comes
//! to K
//! in both exactly if all in L have ended.*
//! - Until K the first thread touches objects of its own only. They are out of the reach of others when it is asked, and nobody is
//!   given
//!   one before K, except by a start: what the handle of a started thread leads to is touched no more ([`Run::owns`]). So what it
//!   does up to K is a function of s, whatever others do meanwhile, and others do what they do whatever it has done of that.
//! - A `Join` has no effect, and can be made for ever once it can: threads that have ended are not started again. So a sequence of
//!   joins is passed exactly if all of its threads have ended, in whatever order they are asked. A thread that was not
//!   started and that the first thread does not start itself ends the run, because others might. An interrupt would show which thread
//!   is waited for: whoever was interrupted does not join ahead, and nobody interrupts it before K: that takes its handle ([`Waiters`]).
//! - A start is not postponed behind others' steps: it is still to be made in s and in s'. The thread is the same, since nobody else
//!   reaches
//!   what it is given.
//! - No property speaks of where the first thread stands ([`Exchangeable::looks_at_places`]). Threads that wait for each other in a
//!   cycle
//!   may do so through the first one, and in s it may wait for another one than in s': so nobody may wait for it before K. It holds
//!   nothing, and
//!   nobody else has its handle ([`Waiters`]).
//! - n decreases with every step of the first thread before K, so that none of them leads back to what was stored: conditions
//!   on cycles (`explore/strategies/ample.rs`) mean what they did. An execution from s' with k steps of others has one from s with k
//!   such
//!   steps; the proofs of reductions are by induction on k and then n.
//!
//! # Deviations
//! - D1: that there may be no more threads or objects is a fault, and so one that a handler might see in the middle of this. A state
//!   with half as many has no prospect.
//! - D2: only the first thread is looked at, and only if it is exchanged with none. In Java that is `main`.

use super::Representative;
use super::exchangeable::Exchangeable;
use super::holders::Holders;
use crate::canonical::for_each_slot;
use crate::code::{Code, constant};
use crate::exec::inside_atomic;
use crate::frame::{Frame, HEADER, INTERRUPTED, Status};
use crate::frozen::Frozen;
use crate::garbage::Reached;
use crate::local::{self, value};
use crate::state::{DATA, State};
use crate::visible;
use commute_ir::{FuncId, Instr, ObjOp, Operand, Place, Program, Reg, Shape, StaticId};
use commute_machine::Footprint;

/// The thread that is run ahead.
const FIRST: usize = 0;

/// How many instructions are run at most. Who does more has no prospect.
const MOST: u32 = 4_000;

/// What is noted instead of performed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// It starts the thread with this handle.
    Start { handle: u64, func: FuncId, daemon: bool },
    /// It waits for the end of a thread that runs.
    Join(usize),
    /// It waits for the end of a thread that it has started before, by its handle.
    JoinStarted(u64),
}

/// What the first thread does before it has to do with others again.
#[derive(Default)]
pub struct Prospect {
    pub operations: Vec<Operation>,
    pub instructions: u32,
}

/// What is as it was when the first thread is back.
pub struct Before {
    references_changed: bool,
    published: bool,
    recording: Option<Footprint>,
}

impl Before {
    fn keep(st: &mut State) -> Self {
        st.undo.mark(&st.vector, st.references_version);
        Self {
            references_changed: st.references_changed,
            published: st.published,
            recording: st.recording.take(),
        }
    }

    fn restore(self, st: &mut State) {
        st.rewind();
        st.undo.unmark();
        st.references_changed = self.references_changed;
        st.published = self.published;
        st.recording = self.recording;
    }
}

/// Whether anybody can wait for the first thread.
pub struct Waiters {
    /// The code names its handle, or properties see where it stands: never look ahead.
    always: bool,
}

impl Waiters {
    pub fn new(code: &Code, exchangeable: &Exchangeable, holders: &Holders) -> Self {
        let program = &code.program;
        let always = !program.uses(ObjOp::Join)
            || exchangeable.looks_at_places()
            || !exchangeable.is_alone(FIRST)
            || names_handle(program, holders);
        Self { always }
    }

    /// Whether it holds something, or an object, a global or another thread has its handle. `telling` are the references of all objects
    /// of which that can be true.
    fn are_possible(&self, code: &Code, st: &State, holders: &Holders, telling: &[u64]) -> bool {
        let objects = || telling.iter().map(|&reference| (reference, st.object(reference)));
        let is_handle =
            |words: &[u64]| holders.are_handles(words[0] as usize) && words[DATA] == FIRST as u64 + 1;
        let handles: Vec<u64> = objects().filter(|(_, words)| is_handle(words)).map(|(r, _)| r).collect();
        let is_one = |word: u64| handles.contains(&word);
        let mut found = objects().any(|(_, words)| holders.is_held(words, FIRST));
        for (_, words) in objects() {
            for_each_slot(code, words[0], words.len(), |slot| found |= is_one(words[slot]));
        }
        for (group, refs) in code.global_refs.iter().enumerate() {
            let words = st.comps.words(st.vector[1 + group]);
            found |= refs.iter().any(|&index| is_one(words[index]));
        }
        found || (1..st.threads()).any(|t| frames_name(code, st, t, is_one))
    }
}

/// Whether a register of a thread has such a reference.
fn frames_name(code: &Code, st: &State, t: usize, is_one: impl Fn(u64) -> bool) -> bool {
    let mut frame = st.vector[st.thread_at(t)];
    while frame != 0 {
        let words = st.comps.words(frame);
        let refs = &code.funcs[(words[0] >> 32) as usize].ref_regs;
        if words.len() > HEADER && refs.iter().any(|&r| is_one(words[HEADER + r as usize])) {
            return true;
        }
        frame = words[0] as u32;
    }
    false
}

/// Whether code other than the first thread's first function has a handle of it as a constant.
fn names_handle(program: &Program, holders: &Holders) -> bool {
    let own = program.threads.first().map(|thread| thread.func.index());
    let declared = program.threads.first().and_then(|thread| thread.handle);
    let is_handle = |id: StaticId| {
        let object = &program.statics[id.index()];
        let names = object.data.first().is_some_and(|&word| constant(word) == FIRST as u64 + 1);
        declared == Some(id) || holders.are_handles(object.shape.index()) && names
    };
    let names = |instr: &Instr| {
        let mut found = match instr {
            Instr::StaticAt { base, count, .. } => (base.0..base.0 + count).any(|id| is_handle(StaticId(id))),
            // Who compares it does not have it.
            Instr::Binary { .. } => return false,
            _ => false,
        };
        instr.operands(|operand| found |= matches!(operand, Operand::Static(id) if is_handle(id)));
        found
    };
    let others = program.functions.iter().enumerate().filter(|(f, _)| Some(*f) != own);
    others.into_iter().any(|(_, func)| func.code.iter().any(names))
}

impl Representative {
    /// Runs the first thread ahead, if that may make threads equal. What is given back goes to [`Self::come_back`].
    pub(super) fn look_ahead(
        &mut self,
        code: &Code,
        st: &mut State,
        frozen: Option<&Frozen>,
    ) -> Option<Before> {
        let has_half = st.threads() > Program::MAX_THREADS / 2 || st.objects() > Program::MAX_OBJECTS / 2;
        if self.waiters.always || has_half || self.worth.is_little() || !may_begin(code, st) {
            return None;
        }
        let before = Before::keep(st);
        let mut run = Run::new(code, st, frozen, MOST);
        if run.outside < run.count {
            // It is stopped inside an atomic block, before which others may come.
            st.rewind();
            run = Run::new(code, st, frozen, run.outside);
        }
        let waits = run.operations.iter().any(|operation| !matches!(operation, Operation::Start { .. }));
        if !waits || run.count == MOST || self.are_waiters_possible(code, st, frozen) {
            before.restore(st);
            return None;
        }
        st.commit_thread(code, &mut run.f, FIRST);
        self.husks.put(code, st, FIRST);
        self.prospect = Some(Prospect { operations: run.operations, instructions: run.count });
        Some(before)
    }

    fn are_waiters_possible(&mut self, code: &Code, st: &State, frozen: Option<&Frozen>) -> bool {
        self.unchanged.find(code, st, frozen, &self.holders);
        let telling: Vec<u64> = self.unchanged.telling(st).map(|o| u64::from(o) + 1).collect();
        self.waiters.are_possible(code, st, &self.holders, &telling)
    }

    /// The state is the present one again.
    pub(super) fn come_back(&mut self, st: &mut State, before: Before) {
        before.restore(st);
        self.prospect = None;
    }
}

/// Whether the first thread stands where a run may begin.
fn may_begin(code: &Code, st: &State) -> bool {
    let words = st.thread(FIRST);
    if st.is_exclusive() || st.locksets_at().is_some() || Status::of(words[1]) != Status::Running {
        return false;
    }
    let next = &code.program.functions[(words[0] >> 32) as usize].code[words[1] as u32 as usize];
    match next {
        Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => {
            !matches!(place, Place::Global(_))
        }
        Instr::Invoke { op, .. } => *op == ObjOp::Join,
        Instr::Return { .. } | Instr::Choose { .. } | Instr::Yield | Instr::Spawn { .. } => false,
        _ => true,
    }
}

/// The first thread, while it is run ahead.
struct Run<'a> {
    code: &'a Code,
    frozen: Option<&'a Frozen>,
    f: Frame,
    count: u32,
    /// What `count` was when it was outside of atomic blocks last.
    outside: u32,
    operations: Vec<Operation>,
    started: Vec<u64>,
    /// What others can reach, if that was asked for.
    others: Option<Reached>,
}

impl<'a> Run<'a> {
    /// Runs ahead as far as possible, but no more instructions than `most`.
    fn new(code: &'a Code, st: &mut State, frozen: Option<&'a Frozen>, most: u32) -> Self {
        let mut f = Frame::empty();
        f.read(st.thread(FIRST));
        let (operations, started) = Default::default();
        let mut this = Self { code, frozen, f, count: 0, outside: 0, operations, started, others: None };
        while this.count < most && this.advance(st) {
            this.count += 1;
            if !inside_atomic(code, &this.f) {
                this.outside = this.count;
            }
        }
        this
    }

    /// Makes one more instruction. Whether that is possible.
    fn advance(&mut self, st: &mut State) -> bool {
        let code = self.code;
        match code.program.functions[self.f.func as usize].code[self.f.pc as usize] {
            Instr::Return { .. } if self.f.caller == 0 => false,
            Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => {
                self.owns(st, place)
                    && visible::execute(code, st, &mut self.f, FIRST, 0, &mut Vec::new()).is_ok()
            }
            Instr::Invoke { op: ObjOp::Join, obj, .. } => self.join(st, value(&self.f, obj)),
            Instr::Invoke { op: ObjOp::IsInterrupted, obj, dst: Some(dst), .. } => {
                self.ask_itself(st, value(&self.f, obj), dst)
            }
            Instr::Start { thread, func, daemon } => {
                let daemon = value(&self.f, daemon) != 0;
                self.start(st, value(&self.f, thread), func, daemon)
            }
            Instr::AtomicBegin => self.pass(),
            ref instr if instr.is_visible() => false,
            _ => local::execute(code, st, &mut self.f).is_ok(),
        }
    }

    fn pass(&mut self) -> bool {
        self.f.pc += 1;
        true
    }

    /// What others can reach: before the run, and by what it has started.
    fn others(&mut self, st: &State) -> &mut Reached {
        self.others.get_or_insert_with(|| Reached::by_others(self.code, st, FIRST, self.frozen))
    }

    /// Whether a word is out of the reach of others.
    fn owns(&mut self, st: &State, place: Place) -> bool {
        let (Place::Field { obj, .. } | Place::Slot { obj, .. } | Place::Elem { arr: obj, .. }) = place
        else {
            return false;
        };
        let reference = value(&self.f, obj);
        reference != 0 && !self.others(st).contains(reference)
    }

    /// Whether it is interrupted only it can change: nobody else has its handle.
    fn ask_itself(&mut self, st: &State, handle: u64, dst: Reg) -> bool {
        let is_own = handle != 0 && {
            let words = st.object(handle);
            let allows = self.code.program.allows(self.code.program.shapes[words[0] as usize], ObjOp::Join);
            allows && words[DATA] == FIRST as u64 + 1
        };
        if is_own {
            self.f.regs[dst.0 as usize] = u64::from(self.f.flags & INTERRUPTED != 0);
        }
        is_own && self.pass()
    }

    /// Also inside an atomic block: all that it does there is its own business, and if it stops there the run ends before the block.
    fn join(&mut self, st: &State, handle: u64) -> bool {
        // Whoever was interrupted does not wait.
        if handle == 0 || self.f.flags & INTERRUPTED != 0 {
            return false;
        }
        let shape = self.code.program.shapes[st.object(handle)[0] as usize];
        if !self.code.program.allows(shape, ObjOp::Join) {
            return false;
        }
        match st.object(handle)[DATA] as i64 {
            number if number > 0 && number as usize - 1 != FIRST => {
                self.operations.push(Operation::Join(number as usize - 1));
            }
            0 if self.started.contains(&handle) => self.operations.push(Operation::JoinStarted(handle)),
            // Nobody starts it again.
            -1 => {}
            0 if shape == Shape::Thread => {}
            _ => return false,
        }
        self.pass()
    }

    fn start(&mut self, st: &State, handle: u64, func: FuncId, daemon: bool) -> bool {
        if handle == 0 || self.others(st).contains(handle) {
            return false;
        }
        let shape = self.code.program.shapes[st.object(handle)[0] as usize];
        let is_new = self.code.program.allows(shape, ObjOp::Join) && st.object(handle)[DATA] == 0;
        if !is_new || shape == Shape::Thread {
            return false;
        }
        let code = self.code;
        self.others(st).add(code, st, handle);
        self.started.push(handle);
        self.operations.push(Operation::Start { handle, func, daemon });
        self.pass()
    }
}
