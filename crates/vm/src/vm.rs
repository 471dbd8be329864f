//! The machine that searches see.

mod objectwise;
mod temporal;

use crate::canonical::{Numbering, for_each_slot};
use crate::code::{Code, constant};
use crate::components::fold;
use crate::enabled::{self, View};
use crate::eval::eval;
use crate::exec::{self, Start};
use crate::footprint;
use crate::foresight::Outlook;
use crate::frame::{BASE_ATOMIC, DAEMON, Frame, HEADER, Status};
use crate::locksets::{Locksets, is_guarded, lock_holder};
use crate::memo::{Before, Memo};
use crate::observed::Observed;
use crate::sharing::Sharing;
use crate::state::{DATA, SHARED, State};
use crate::undo::UndoMethod;
use crate::variables::{self, Annotations};
use commute_base::{Span, fault};
use commute_ir::analysis::control_points;
use commute_ir::{FaultKind, Instr, Program, PropertyKind};
use commute_machine::{
    Annotated, Blocker, Fingerprint, Footprint, Guarded, HeapView, Location, Machine, ObjId, Rewind,
    StepResult, ThreadStatus, Tid, Transition, Variable, Variables, Violation, ViolationKind,
};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;
use temporal::Numbered;

/// An interpreter of a program, at some state.
pub struct Vm {
    code: Code,
    st: State,
    frame: Frame,
    numbering: Numbering,
    initial: Vec<u32>,
    initial_violation: Option<Box<Violation>>,
    hashed: RefCell<Hashed>,
    memo: Memo,
    before: Before,
    observed: Observed,
    /// The temporal properties, each at its place among all.
    formulas: Vec<Option<Numbered>>,
    /// The control point of the first instruction of each function.
    control_points: Vec<u32>,
    /// How many versions of the references there have been.
    versions: u64,
    sharing: Option<Sharing>,
    /// What threads may still do, once somebody has asked.
    outlook: Option<Outlook>,
    locksets: Option<Locksets>,
    annotations: Annotations,
    /// Whether the last step gave objects new numbers.
    renumbers: bool,
}

/// The last vector whose fingerprint was asked for, so that the next one is found from what differs.
#[derive(Default)]
struct Hashed {
    vector: Vec<u32>,
    fingerprint: u64,
}

impl Vm {
    /// A machine in the initial state of `program`, which must be valid ([`commute_ir::validate`]).
    pub fn new(program: Arc<Program>) -> Self {
        let code = Code::new(program);
        let mut st = State::new(&code);
        let mut frame = Frame::empty();
        let mut violation = None;
        if let Some(init) = code.program.init {
            violation = run_init(&code, &mut st, &mut frame, init);
        }
        for t in 0..code.program.threads.len() {
            let found = start(&code, &mut st, &mut frame, t);
            violation = violation.or(found);
        }
        let mut numbering = Numbering::default();
        numbering.canonicalize(&code, &mut st);
        st.references_changed = false;
        let initial = st.vector.clone();
        let hashed = RefCell::default();
        let observed = Observed::new(&code.program);
        let formulas = temporal::number(&code.program);
        let control_points = control_points(&code.program);
        let annotations = Annotations::new(&code.program);
        Self {
            code,
            st,
            frame,
            numbering,
            initial,
            initial_violation: violation,
            hashed,
            memo: Memo::default(),
            before: Before::default(),
            observed,
            formulas,
            control_points,
            versions: 0,
            sharing: None,
            outlook: None,
            locksets: None,
            annotations,
            renumbers: false,
        }
    }

    /// Chooses how marks are kept. Forgets all marks.
    pub fn set_undo(&mut self, method: UndoMethod) {
        self.st.undo.clear();
        self.st.undo.method = method;
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.code.program
    }

    fn false_invariant(&self, index: usize) -> Option<Violation> {
        let property = &self.code.program.properties[index];
        let PropertyKind::Invariant(pred) = &property.kind else { return None };
        let what = match eval(&self.code, &self.st, &mut Vec::new(), pred) {
            None => "is undefined",
            Some(0) => "does not hold",
            Some(_) => return None,
        };
        Some(Violation {
            kind: ViolationKind::Invariant(property.name.clone()),
            tid: None,
            message: format!("invariant {} {what}", property.name),
            span: property.span,
        })
    }

    fn mark_shared(&mut self) {
        if let Some(sharing) = &mut self.sharing {
            sharing.mark(&self.code, &mut self.st);
        }
    }

    /// Thread `t` is about to step: the locks that it does not hold leave the sets of what it touches. Those that it
    /// takes during an atomic step do not count.
    fn note_accesses(&mut self, t: Tid) {
        let Some(mut locksets) = self.locksets.take() else { return };
        let mut footprint = Footprint::default();
        self.footprint(t, &mut footprint);
        locksets.note(&self.code, &mut self.st, t.index(), &footprint.accesses);
        self.locksets = Some(locksets);
    }

    fn new_version(&mut self) {
        self.versions += 1;
        self.st.references_version = self.versions;
    }

    /// Executes a step, without bringing the state into its canonical form.
    fn execute(&mut self, t: usize, choice: u32) -> Option<Box<Violation>> {
        let (code, st, f) = (&self.code, &mut self.st, &mut self.frame);
        st.touched.clear();
        if st.exclusive().is_some() {
            st.set_exclusive(None);
        }
        f.read(st.thread(t));
        let violation = exec::advance(code, st, f, t, Start::Choice(choice));
        st.commit_thread(code, f, t);
        violation
    }

    /// Whether some next step of `t` takes it to or away from a label that a property speaks of.
    fn moves_label(&mut self, t: Tid) -> bool {
        let before = self.observed.labels_at(&self.code, &self.st, t.index());
        (0..self.choices(t)).any(|choice| {
            self.mark();
            self.step(Transition { tid: t, choice: choice as u16 });
            let after = self.observed.labels_at(&self.code, &self.st, t.index());
            self.rewind();
            self.unmark();
            after != before
        })
    }

    /// Whether a thread that stands here is about to enter an atomic block or inside one.
    fn is_atomic(&self, view: View) -> bool {
        let instr = &self.code.program.functions[view.func as usize].code[view.pc as usize];
        matches!(instr, Instr::AtomicBegin)
            || self.code.funcs[view.func as usize].atomic[view.pc as usize]
            || view.flags & BASE_ATOMIC != 0
    }

    /// Whether some next step of `t` ends at a choice inside an atomic block.
    fn becomes_exclusive(&mut self, t: Tid) -> bool {
        let view = View::of(self.st.thread(t.index()));
        if view.status.is_final() || !self.is_atomic(view) {
            return false;
        }
        (0..self.choices(t)).any(|choice| {
            self.mark();
            self.step(Transition { tid: t, choice: choice as u16 });
            let exclusive = self.st.is_exclusive();
            self.rewind();
            self.unmark();
            exclusive
        })
    }

    fn footprint_of_atomic(&mut self, t: Tid, out: &mut Footprint) {
        let all = self.choices(t);
        if all == 0 && !fault!("footprint-of-blocked-forgotten") {
            self.footprint_of_blocked_atomic(t, out);
        }
        for choice in 0..all {
            self.record_step(Transition { tid: t, choice: choice as u16 }, out);
        }
    }

    /// What a step touches, found by making it.
    fn record_step(&mut self, transition: Transition, out: &mut Footprint) {
        self.mark();
        self.st.recording = Some(std::mem::take(out));
        self.step(transition);
        *out = self.st.recording.take().unwrap_or_default();
        self.rewind();
        self.unmark();
    }

    /// What a thread that cannot enter its atomic block, or go on in it, looks at to find that out. Otherwise a
    /// discipline would not see that somebody waits for a value without holding the lock.
    fn footprint_of_blocked_atomic(&mut self, t: Tid, out: &mut Footprint) {
        let (code, st) = (&self.code, &mut self.st);
        self.frame.read(st.thread(t.index()));
        let f = &mut self.frame;
        st.recording = Some(std::mem::take(out));
        if matches!(code.program.functions[f.func as usize].code[f.pc as usize], Instr::AtomicBegin) {
            exec::guard_is_blocked(code, st, f, t.index());
        } else {
            footprint::record(code, st, f, t.index());
        }
        *out = st.recording.take().unwrap_or_default();
    }
}

/// Runs the program's initialiser to its end, as if thread 0 were inside an atomic block.
fn run_init(code: &Code, st: &mut State, f: &mut Frame, init: commute_ir::FuncId) -> Option<Box<Violation>> {
    f.func = init.0;
    f.flags = BASE_ATOMIC;
    f.regs = vec![0; code.funcs[init.index()].regs];
    let violation = exec::advance(code, st, f, 0, Start::Local);
    if violation.is_none() && f.status != Status::Ended {
        let func = &code.program.functions[init.index()];
        return Some(Box::new(Violation {
            kind: ViolationKind::Fault(FaultKind::EndlessAtomic.name()),
            tid: None,
            message: "the initialiser does not come to its end".into(),
            span: func.spans.get(f.pc as usize).copied().unwrap_or(func.span),
        }));
    }
    violation
}

/// Adds declared thread `t` and runs it to its first visible instruction.
fn start(code: &Code, st: &mut State, f: &mut Frame, t: usize) -> Option<Box<Violation>> {
    let decl = &code.program.threads[t];
    f.finish(Status::Running);
    f.func = decl.func.0;
    f.flags = if decl.daemon { DAEMON } else { 0 };
    f.handle = decl.handle.map_or(0, |h| u64::from(h.0) + 1);
    f.regs.extend(decl.args.iter().map(|&a| constant(a)));
    f.regs.resize(code.funcs[decl.func.index()].regs, 0);
    st.push_thread(0);
    let violation = exec::advance(code, st, f, t, Start::Local);
    st.commit_thread(code, f, t);
    violation
}

fn result(violation: Option<Box<Violation>>) -> StepResult {
    violation.map_or(StepResult::Done, StepResult::Violation)
}

impl Machine for Vm {
    fn threads(&self) -> usize {
        self.st.threads()
    }

    fn status(&self, t: Tid) -> ThreadStatus {
        match self.st.status(t.index()) {
            Status::Ended => ThreadStatus::Ended,
            Status::Failed => ThreadStatus::Failed,
            Status::Halted => ThreadStatus::Halted,
            _ => ThreadStatus::Live,
        }
    }

    fn is_daemon(&self, t: Tid) -> bool {
        self.st.thread(t.index())[1] >> 40 & u64::from(DAEMON) != 0
    }

    #[inline]
    fn choices(&mut self, t: Tid) -> u32 {
        if self.st.is_exclusive() {
            return enabled::choices(&self.code, &mut self.st, t.index());
        }
        if let Some(choices) = self.memo.choices(&self.st, t.index()) {
            return choices;
        }
        self.st.touched.clear();
        let choices = enabled::choices(&self.code, &mut self.st, t.index());
        self.memo.learn_choices(&self.st, t.index(), choices, &self.st.touched);
        choices
    }

    fn may_block(&self, t: Tid) -> bool {
        enabled::may_block(&self.code, View::of(self.st.thread(t.index())))
    }

    fn control_point(&self, t: Tid) -> u32 {
        let view = View::of(self.st.thread(t.index()));
        self.control_points[view.func as usize] + view.pc
    }

    #[inline]
    fn step(&mut self, transition: Transition) -> StepResult {
        let (t, choice) = (transition.tid.index(), u32::from(transition.choice));
        let ordinary = !self.st.is_exclusive() && self.st.recording.is_none();
        let mut violation = None;
        if self.locksets.is_some() && self.st.recording.is_none() {
            self.note_accesses(transition.tid);
        }
        if !ordinary || !self.memo.step(&mut self.st, t, choice) {
            self.before.copy(&self.st);
            violation = self.execute(t, choice);
            if ordinary && violation.is_none() {
                self.memo.learn_step(&self.before, &self.st, t, choice, &self.st.touched);
            }
        }
        self.renumbers = self.st.references_changed;
        if self.st.references_changed {
            self.st.references_changed = false;
            self.new_version();
            self.numbering.canonicalize(&self.code, &mut self.st);
            self.mark_shared();
        }
        result(violation)
    }

    fn footprint(&mut self, t: Tid, out: &mut Footprint) {
        let words = self.st.thread(t.index());
        let view = View::of(words);
        if view.status.is_final() {
            return;
        }
        if self.is_atomic(view) {
            return self.footprint_of_atomic(t, out);
        }
        footprint::accesses(&self.code, &self.st, t.index(), view, words[2], out);
    }

    fn footprint_of(&mut self, transition: Transition, out: &mut Footprint) {
        if self.is_atomic(View::of(self.st.thread(transition.tid.index()))) {
            self.record_step(transition, out);
        } else {
            self.footprint(transition.tid, out);
        }
    }

    fn is_observable(&mut self, t: Tid, footprint: &Footprint) -> bool {
        self.observed.touches(footprint)
            || self.observed.has_labels() && !fault!("labels-unobserved") && self.moves_label(t)
            || !fault!("cut-atomic-is-ample") && self.becomes_exclusive(t)
    }

    fn blocker(&self, t: Tid) -> Option<Blocker> {
        // While a thread is exclusive, the others have no choices for no reason of their own.
        if self.st.is_exclusive() || self.st.status(t.index()).is_final() {
            return None;
        }
        Some(enabled::blocker(&self.code, &self.st, t.index()))
    }

    fn state_violations(&mut self) -> Vec<Violation> {
        if self.st.is_exclusive() && !fault!("invariant-inside-atomic") {
            return Vec::new();
        }
        self.code.invariants.iter().filter_map(|&index| self.false_invariant(index)).collect()
    }

    fn restart(&mut self) -> StepResult {
        let initial = std::mem::take(&mut self.initial);
        self.load(&initial);
        self.initial = initial;
        result(self.initial_violation.clone())
    }
}

impl Rewind for Vm {
    #[inline]
    fn mark(&mut self) {
        self.st.undo.mark(&self.st.vector, self.st.references_version);
    }

    #[inline]
    fn rewind(&mut self) {
        if self.st.undo.rewind(&mut self.st.vector) {
            self.st.locate();
        }
        if !fault!("undo-forgets-version") {
            self.st.references_version = self.st.undo.version();
        }
    }

    #[inline]
    fn unmark(&mut self) {
        self.st.undo.unmark();
    }

    fn mark_bytes(&self) -> usize {
        self.st.undo.bytes()
    }
}

impl Fingerprint for Vm {
    #[inline]
    fn vector(&self) -> &[u32] {
        &self.st.vector
    }

    #[inline]
    fn load(&mut self, vector: &[u32]) {
        self.st.undo.clear();
        self.st.vector.clear();
        self.st.vector.extend_from_slice(vector);
        self.st.locate();
        self.new_version();
    }

    fn fingerprint(&self) -> u64 {
        let mut last = self.hashed.borrow_mut();
        let term = |at: usize, id: u32| {
            let at = if fault!("hash-without-position") { 0 } else { at as u64 };
            fold(self.st.comps.hash(id) ^ at, 0x8ebc_6af0_9c88_c6e3 ^ at)
        };
        let (old_len, len) = (last.vector.len(), self.st.vector.len());
        let mut sum = last.fingerprint;
        for at in 0..old_len.max(len) {
            let (old, new) = (last.vector.get(at), self.st.vector.get(at));
            if fault!("hash-without-component") && at == 1 {
                continue;
            }
            if old != new {
                sum = sum.wrapping_sub(old.map_or(0, |&id| term(at, id)));
                sum = sum.wrapping_add(new.map_or(0, |&id| term(at, id)));
            }
        }
        last.fingerprint = sum;
        last.vector.clear();
        last.vector.extend_from_slice(&self.st.vector);
        fold(sum, 0x9e37_79b9_7f4a_7c15)
    }

    fn content(&self) -> u64 {
        let remembered = self.st.locksets_at();
        let seen = self.st.vector.iter().enumerate().filter(|&(at, _)| Some(at) != remembered);
        seen.map(|(at, &id)| self.st.content_hash(at, id))
            .fold(0, |sum: u64, hash| fold(sum.rotate_left(17) ^ hash, 0x9e37_79b9_7f4a_7c15))
    }

    fn component_bytes(&self) -> usize {
        self.st.comps.bytes() + self.memo.bytes()
    }

    fn components(&self) -> usize {
        self.st.comps.len()
    }
}

impl HeapView for Vm {
    fn static_locality(&self) -> Vec<bool> {
        commute_ir::analysis::static_escape(&self.code.program).into_table()
    }

    fn track_sharing(&mut self) {
        if self.sharing.is_none() {
            self.sharing = Some(Sharing::default());
            let initial = std::mem::take(&mut self.initial);
            self.load(&initial);
            self.mark_shared();
            self.initial = self.st.vector.clone();
        }
    }

    fn track_locksets(&mut self, of: &BTreeSet<Guarded>) {
        self.track_sharing();
        self.locksets = (!of.is_empty()).then(|| Locksets::new(of.clone()));
        if of.is_empty() {
            return;
        }
        let initial = std::mem::take(&mut self.initial);
        self.load(&initial);
        self.st.add_locksets();
        self.initial = self.st.vector.clone();
    }

    fn is_guarded(&self, t: Tid, location: Location) -> bool {
        is_guarded(&self.code, &self.st, t, location)
    }

    fn singletons(&self) -> Vec<bool> {
        commute_ir::analysis::singletons(&self.code.program)
    }

    fn reference_at(&self, o: ObjId, word: u32) -> Option<ObjId> {
        let words = self.st.object(u64::from(o.0) + 1);
        let mut found = None;
        for_each_slot(&self.code, words[0], words.len(), |slot| {
            if slot == DATA + word as usize && words[slot] != 0 {
                found = Some(ObjId(words[slot] as u32 - 1));
            }
        });
        found
    }

    fn static_name(&self, o: ObjId) -> Option<String> {
        self.code.program.statics.get(o.0 as usize).map(|object| object.name.clone())
    }

    fn global_name(&self, global: u32) -> String {
        self.code.program.globals[global as usize].name.clone()
    }

    fn was_shared(&self, o: ObjId) -> bool {
        self.st.object(u64::from(o.0) + 1)[1] & SHARED != 0
    }

    fn kind_name(&self, kind: u32) -> String {
        variables::kind_name(&self.code.program, kind)
    }

    fn references_version(&self) -> u64 {
        self.st.references_version
    }

    fn objects(&self) -> usize {
        self.st.objects()
    }

    fn thread_roots(&self, t: Tid, f: &mut dyn FnMut(ObjId)) {
        let mut visit = |reference: u64| {
            if reference != 0 {
                f(ObjId(reference as u32 - 1));
            }
        };
        let mut frame = self.st.vector[self.st.thread_at(t.index())];
        visit(self.st.comps.words(frame)[2]);
        while frame != 0 {
            let words = self.st.comps.words(frame);
            if words.len() > HEADER {
                for &r in &self.code.funcs[(words[0] >> 32) as usize].ref_regs {
                    visit(words[HEADER + r as usize]);
                }
            }
            frame = words[0] as u32;
        }
    }

    fn global_roots(&self, f: &mut dyn FnMut(ObjId)) {
        (0..self.code.program.statics.len()).for_each(|o| f(ObjId(o as u32)));
        for (group, refs) in self.code.global_refs.iter().enumerate() {
            for &index in refs {
                let reference = self.st.comps.words(self.st.vector[1 + group])[index];
                if reference != 0 {
                    f(ObjId(reference as u32 - 1));
                }
            }
        }
    }

    fn references(&self, o: ObjId, f: &mut dyn FnMut(ObjId)) {
        let words = self.st.object(u64::from(o.0) + 1);
        for_each_slot(&self.code, words[0], words.len(), |slot| {
            if words[slot] != 0 {
                f(ObjId(words[slot] as u32 - 1));
            }
        });
    }

    fn holder(&self, o: ObjId) -> Option<Tid> {
        lock_holder(&self.code, &self.st, u64::from(o.0) + 1).map(Tid::new)
    }

    fn kind(&self, o: ObjId) -> u32 {
        self.st.object(u64::from(o.0) + 1)[0] as u32
    }
}

impl Variables for Vm {
    fn static_objects(&self) -> usize {
        self.code.program.statics.len()
    }

    fn initial_threads(&self) -> usize {
        self.code.program.threads.len()
    }

    fn variable(&self, location: Location) -> Option<Variable> {
        variables::variable(&self.code, &self.st, location)
    }

    fn variable_name(&self, variable: Variable) -> String {
        variables::name(&self.code.program, variable)
    }

    fn annotations(&self) -> Vec<Annotated> {
        self.annotations.list()
    }

    fn has_access(&self, index: usize, this: Option<ObjId>, t: Tid) -> bool {
        self.annotations.has_access(&self.code, &self.st, index, this, t)
    }

    fn renumbered(&self, o: ObjId) -> Option<ObjId> {
        if self.renumbers { self.numbering.new_number(o.0).map(ObjId) } else { Some(o) }
    }

    fn place(&self, t: Tid) -> Span {
        variables::place(&self.code, &self.st, t)
    }
}
