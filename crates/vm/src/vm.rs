//! The machine that searches see.

mod atomic;
mod calls;
mod counting;
mod heap;
mod life;
mod missing;
mod objectwise;
mod races;
mod seen;
mod sizes;
mod spinning;
mod states;
mod temporal;

use crate::canonical::Numbering;
use crate::code::{Code, constant};
use crate::enabled::{self, View};
use crate::eval::eval;
use crate::exec::{self, Start};
use crate::footprint;
use crate::foresight::Outlook;
use crate::frame::{BASE_ATOMIC, DAEMON, Frame, Status};
use crate::frozen;
use crate::locksets::Locksets;
use crate::memo::{Memo, Touched};
use crate::meter::Meter;
use crate::observed::{AccessPredicates, Observed};
use crate::processes;
use crate::races::PlainWords;
use crate::sharing::Sharing;
use crate::state::State;
use crate::symmetry::Representative;
use crate::undo::UndoMethod;
use crate::variables::Annotations;
use commute_ir::analysis::control_points;
use commute_ir::{FaultKind, GlobalId, Instr, Program, PropertyKind, Timeouts};
use commute_machine::{
    Access, Blocker, Call, Fingerprint, Footprint, GivenUp, Machine, Operation, Patience, Rounds, StepResult,
    ThreadStatus, Tid, Transition, Variable, Violation, ViolationKind,
};
use commute_mutants::mutant;
use states::Again;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use temporal::Numbered;

/// An interpreter of a program, at some state.
pub struct Vm {
    code: Code,
    st: State,
    frame: Frame,
    numbering: Numbering,
    initial: Vec<u32>,
    initial_violations: Vec<Violation>,
    /// Those of the last step.
    violations: Vec<Violation>,
    hashed: RefCell<Hashed>,
    /// The same for contents.
    hashed_content: RefCell<Hashed>,
    memo: Memo,
    observed: Observed,
    /// What exclusive access predicates look at, if somebody relies on them.
    predicates: Option<AccessPredicates>,
    /// Whether ends of threads can be observed.
    ends_observed: bool,
    /// Variables of which it can be observed who accesses them first.
    ordered: Vec<Variable>,
    /// The temporal properties, each at its place among all.
    formulas: Vec<Option<Numbered>>,
    /// The control point of the first instruction of each function.
    control_points: Vec<u32>,
    /// The loops around each instruction of a function, once somebody has asked.
    loops: RefCell<HashMap<u32, Vec<Vec<u32>>>>,
    /// How many versions of the references there have been.
    versions: u64,
    sharing: Option<Sharing>,
    /// What threads may still do, once somebody has asked.
    outlook: Option<Outlook>,
    locksets: Option<Locksets>,
    /// If threads are exchanged in what is stored.
    representative: Option<Representative>,
    annotations: Annotations,
    plain: PlainWords,
    /// Why there is no initial state, if there is none.
    unmade: Option<GivenUp>,
    /// Whether the last step gave objects new numbers.
    renumbers: bool,
    /// Whether steps leave the state as they made it.
    puts_off: bool,
    /// Whether the state may not be in its canonical form.
    unsettled: bool,
    content: Content,
    /// If it goes back by beginning again.
    again: Option<Again>,
    /// Whether no step makes an object or starts a thread.
    has_fixed_places: bool,
}

/// What [`Fingerprint::content`] is made of.
enum Content {
    /// The whole state.
    Everything,
    /// The globals.
    Globals,
    /// The values of these globals, with so many bits each, the first one lowest: not a hash.
    Values(Vec<u32>, u32),
}

/// The last vector whose hash was asked for, so that the next one is found from what differs.
#[derive(Default)]
struct Hashed {
    vector: Vec<u32>,
    /// Of the terms of its components.
    sum: u64,
    /// Where its objects begin, and what does not count, if terms depend on these.
    layout: (usize, Option<usize>),
}

impl Vm {
    /// A machine in the initial state of `program`, which must be valid ([`commute_ir::validate`]).
    pub fn new(program: Arc<Program>) -> Self {
        Self::patiently(program, Patience::default())
    }

    /// The same, unless that takes too long: then the machine has given up for good.
    pub fn patiently(program: Arc<Program>, patience: Patience) -> Self {
        Self::made(program, frozen::FEWEST, patience)
    }

    /// The same if the objects that the initialiser leaves are passed over by the walk of the heap if there are at least `fewest` of
    /// them. States are the same, under other numbers of objects.
    pub fn freezing(program: Arc<Program>, fewest: usize) -> Self {
        Self::made(program, fewest, Patience::default())
    }

    fn made(program: Arc<Program>, fewest: usize, patience: Patience) -> Self {
        let code = Code::new(program);
        let mut st = State::new(&code);
        st.meter = Meter::new(patience, st.bytes());
        let mut frame = Frame::empty();
        let mut violations = Vec::new();
        if let Some(init) = code.program.init {
            violations.extend(run_init(&code, &mut st, &mut frame, init));
        }
        for t in 0..code.program.threads.len() {
            violations.extend(start(&code, &mut st, &mut frame, t));
        }
        let mut numbering = Numbering::default();
        numbering.freeze(&code, &mut st, fewest);
        st.references_changed = false;
        let initial = st.vector.clone();
        let hashed = RefCell::default();
        let observed = Observed::new(&code.program);
        let formulas = temporal::number(&code.program);
        let control_points = control_points(&code.program);
        let annotations = Annotations::new(&code.program);
        let plain = PlainWords::new(&code.program);
        let unmade = st.meter.over();
        let has_fixed_places = !code.allocates && !code.starts;
        Self {
            code,
            st,
            frame,
            numbering,
            initial,
            initial_violations: violations,
            violations: Vec::new(),
            hashed,
            hashed_content: RefCell::default(),
            memo: Memo::default(),
            observed,
            predicates: None,
            ends_observed: false,
            ordered: Vec::new(),
            formulas,
            control_points,
            loops: RefCell::default(),
            versions: 0,
            sharing: None,
            outlook: None,
            locksets: None,
            representative: None,
            annotations,
            plain,
            unmade,
            renumbers: false,
            puts_off: false,
            unsettled: false,
            content: Content::Everything,
            again: None,
            has_fixed_places,
        }
    }

    /// Lets the content of a state be that of the global variables alone, which no number of a thread is part of: for comparing
    /// states that differ in who was started first.
    pub fn compare_globals_only(&mut self) {
        self.content = Content::Globals;
        self.hashed_content.take();
    }

    /// Lets the content of a state be the values of some global variables, `bits` of each, the first one in the lowest bits, so that
    /// whoever watches a search learns with which values executions end.
    pub fn show_values(&mut self, globals: &[GlobalId], bits: u32) {
        self.content = Content::Values(globals.iter().map(|g| g.0).collect(), bits);
    }

    /// Lets the next walk of the heap begin at the beginning: states are the same, which a test compares.
    pub fn forget_walks(&mut self) {
        self.numbering.forget_walks();
    }

    /// Chooses how marks are kept. Forgets all marks.
    pub fn set_undo(&mut self, method: UndoMethod) {
        self.st.undo.clear();
        self.st.undo.method = method;
        self.again = None;
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

    /// The initial state is now the present one.
    fn begin_here(&mut self) {
        self.initial = self.st.vector.clone();
        self.numbering.begin_with(&self.st);
        // It remembers what the initial state was.
        self.exchange_threads(self.representative.is_some());
        self.begin_trail();
    }

    fn mark_shared(&mut self) {
        if let Some(sharing) = &mut self.sharing {
            sharing.mark(&self.code, &mut self.st, self.numbering.frozen());
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

    /// What came of the last step.
    fn result(&self) -> StepResult {
        let first = self.violations.first().cloned();
        first.map_or(StepResult::Done, |violation| StepResult::Violation(Box::new(violation)))
    }

    /// Executes a step, without bringing the state into its canonical form.
    fn execute(&mut self, t: usize, choice: u32) -> Vec<Violation> {
        let (code, st, f) = (&self.code, &mut self.st, &mut self.frame);
        st.touched.clear();
        st.overwritten.clear();
        if st.exclusive().is_some() {
            st.set_exclusive(None);
        }
        f.read(st.thread(t));
        f.count_calls();
        let violations = exec::advance(code, st, f, t, Start::Choice(choice));
        st.commit_thread(code, f, t);
        violations
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
        if !self.st.is_exclusive()
            && let Some(known) = self.memo.foreseen(&self.st, t.index())
        {
            return known.ends_exclusive;
        }
        self.footprint_of_atomic(t, &mut Footprint::default())
    }

    /// Whether nobody else can move after some next step of `t`. Then it is not the same to make the steps of others later.
    #[mutant("cut-atomic-is-ample", false)]
    fn keeps_others_waiting(&mut self, t: Tid) -> bool {
        self.becomes_exclusive(t)
    }

    /// Whether invariants have to be true here: in the middle of an atomic block they need not.
    #[inline]
    #[mutant("invariant-inside-atomic", true)]
    fn is_between_steps(&self) -> bool {
        !self.st.is_exclusive()
    }
}

/// Whether an access is the end of a thread.
#[mutant("ends-unobserved", false)]
fn is_end(access: &Access) -> bool {
    access.operation == Operation::End
}

/// Runs the program's initialiser to its end, as if thread 0 were inside an atomic block.
fn run_init(code: &Code, st: &mut State, f: &mut Frame, init: commute_ir::FuncId) -> Vec<Violation> {
    f.func = init.0;
    f.flags = BASE_ATOMIC;
    f.regs = vec![0; code.funcs[init.index()].regs];
    st.comps.begin_making();
    let violations = exec::advance(code, st, f, 0, Start::Init);
    if st.meter.over().is_some() {
        // Nobody will look at what there is of it, which may be large.
        let meter = std::mem::take(&mut st.meter);
        *st = State::new(code);
        st.meter = meter;
        return Vec::new();
    }
    st.end_making();
    if violations.is_empty() && f.status != Status::Ended {
        let func = &code.program.functions[init.index()];
        // A thread that has halted stands nowhere.
        let at = (f.status != Status::Halted).then(|| func.spans.get(f.pc as usize).copied()).flatten();
        return vec![Violation {
            kind: ViolationKind::Fault(FaultKind::EndlessAtomic.name()),
            tid: None,
            message: Program::ENDLESS_INIT.into(),
            span: at.unwrap_or(func.span),
        }];
    }
    violations
}

/// Adds declared thread `t` and runs it to its first visible instruction.
fn start(code: &Code, st: &mut State, f: &mut Frame, t: usize) -> Vec<Violation> {
    let decl = &code.program.threads[t];
    f.finish(Status::Running);
    f.func = decl.func.0;
    f.flags = if decl.daemon { DAEMON } else { 0 };
    f.handle = decl.handle.map_or(0, |h| u64::from(h.0) + 1);
    f.regs.extend(decl.args.iter().map(|&a| constant(a)));
    f.regs.resize(code.funcs[decl.func.index()].regs, 0);
    st.push_thread(0);
    let violations = exec::advance(code, st, f, t, Start::Local);
    st.commit_thread(code, f, t);
    violations
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
        if self.st.meter.over().is_none() {
            self.memo.learn_choices(&self.st, t.index(), choices, &self.st.touched);
        }
        choices
    }

    fn may_block(&self, t: Tid) -> bool {
        enabled::may_block(&self.code, View::of(self.st.thread(t.index())))
    }

    fn waits_for_quiescence(&self) -> bool {
        self.code.program.timeouts != Timeouts::Any
    }

    fn lacks_time(&mut self, t: Tid) -> bool {
        enabled::lacks_time(&self.code, &mut self.st, t.index())
    }

    fn control_point(&self, t: Tid) -> u32 {
        let view = View::of(self.st.thread(t.index()));
        self.control_points[view.func as usize] + view.pc
    }

    #[inline]
    fn step(&mut self, transition: Transition) -> StepResult {
        let (t, choice) = (transition.tid.index(), u32::from(transition.choice));
        self.note_step(transition);
        let ordinary = !self.st.is_exclusive() && self.st.recording.is_none();
        self.violations.clear();
        if self.locksets.is_some() && self.st.recording.is_none() {
            self.note_accesses(transition.tid);
        }
        if !ordinary || !self.memo.step(&mut self.st, t, choice) {
            let thread = self.st.vector[self.st.thread_at(t)];
            self.violations = self.execute(t, choice);
            if ordinary && self.violations.is_empty() && self.st.meter.over().is_none() {
                self.memo.learn_step(thread, &self.st, t, choice);
            }
        }
        self.renumbers = false;
        if std::mem::take(&mut self.st.references_changed) {
            self.new_version();
            if self.st.published {
                self.mark_shared();
            }
            if self.puts_off {
                self.unsettled = true;
            } else {
                self.renumbers = self.numbering.canonicalize(&self.code, &mut self.st);
            }
        }
        self.st.published = false;
        self.result()
    }

    fn put_off(&mut self) {
        self.puts_off = true;
    }

    fn settle(&mut self) {
        self.puts_off = false;
        if std::mem::take(&mut self.unsettled) {
            self.new_version();
            self.numbering.canonicalize(&self.code, &mut self.st);
        }
    }

    fn footprint(&mut self, t: Tid, out: &mut Footprint) {
        let words = self.st.thread(t.index());
        let view = View::of(words);
        if view.status.is_final() {
            return;
        }
        if self.is_atomic(view) {
            let is_all = out.accesses.is_empty();
            self.footprint_of_atomic(t, out);
            if let Some((location, counting)) = self.counting(t).filter(|_| is_all) {
                out.count(location, counting);
            }
        } else {
            footprint::accesses(&self.code, &self.st, t.index(), view, words[2], out);
        }
        self.forget_life(out);
    }

    fn footprint_of(&mut self, transition: Transition, out: &mut Footprint) {
        let view = View::of(self.st.thread(transition.tid.index()));
        if self.is_atomic(view) && self.choices(transition.tid) > 1 {
            self.record_step(transition, out, &mut Touched::default());
        } else {
            self.footprint(transition.tid, out);
        }
    }

    fn is_inside(&self, t: Tid) -> bool {
        self.st.exclusive() == Some(t)
    }

    fn is_observable(&mut self, t: Tid, footprint: &Footprint) -> bool {
        let accesses = &footprint.accesses;
        accesses.iter().any(|access| self.observed.touches(&self.st, access))
            || accesses.iter().any(|access| processes::is_end(&self.code, access))
            || accesses.iter().any(|access| self.may_change_access(access))
            || accesses.iter().any(|access| self.is_ordered(access.location))
            || self.ends_observed && t.index() != 0 && accesses.iter().any(is_end)
            || self.looks_at_threads() && self.is_seen_to_move(t)
            || self.keeps_others_waiting(t)
    }

    fn blocker(&self, t: Tid) -> Option<Blocker> {
        // While a thread is exclusive, the others have no choices for no reason of their own.
        if self.st.is_exclusive() || self.st.status(t.index()).is_final() {
            return None;
        }
        Some(enabled::blocker(&self.code, &self.st, t.index()))
    }

    fn state_violations(&mut self) -> Vec<Violation> {
        if !self.is_between_steps() {
            return Vec::new();
        }
        self.code.invariants.iter().filter_map(|&index| self.false_invariant(index)).collect()
    }

    fn data_races(&mut self) -> Vec<Violation> {
        self.races()
    }

    fn judges_states(&self) -> bool {
        !self.code.invariants.is_empty() || !self.plain.are_none()
    }

    fn may_race(&self, footprint: &Footprint) -> bool {
        self.plain.may_race(&self.code, &self.st, footprint)
    }

    fn may_spin(&self) -> bool {
        commute_ir::analysis::may_spin(&self.code.program)
    }

    fn step_round(&mut self, transition: Transition, rounds: &mut Rounds) -> StepResult {
        self.make_round(transition, rounds)
    }

    fn is_spinning(&self, rounds: &Rounds) -> bool {
        self.spins(rounds)
    }

    fn calls(&self, t: Tid, out: &mut Vec<Call>) {
        self.add_calls(t, out);
    }

    fn step_in_calls(&mut self, transition: Transition) -> (StepResult, usize) {
        self.make_step_in_calls(transition)
    }

    fn number_ahead(&self, t: Tid) -> Option<i64> {
        self.number_that_is_read(t)
    }

    fn loops_of(&self, t: Tid, out: &mut Vec<u64>) {
        self.loops_around(t, out);
    }

    fn has_progress_labels(&self) -> bool {
        self.labels_progress()
    }

    fn is_at_progress(&self, t: Tid) -> bool {
        self.stands_at_progress(t)
    }

    fn sizes(&self, f: &mut dyn FnMut(String, u64)) {
        self.tell_sizes(f);
    }

    fn restart(&mut self) -> StepResult {
        let initial = std::mem::take(&mut self.initial);
        self.load(&initial);
        self.initial = initial;
        self.violations = self.initial_violations.clone();
        self.result()
    }

    fn further_violations(&self) -> Vec<Violation> {
        self.violations.iter().skip(1).cloned().collect()
    }

    fn be_patient(&mut self, patience: Patience) {
        self.st.meter = Meter::new(patience, self.st.bytes());
    }

    fn given_up(&self) -> Option<GivenUp> {
        self.unmade.or(self.st.meter.over())
    }
}
