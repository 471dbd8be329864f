//! A program and the state it is in: making the initial state, and what can be seen of a state.

use crate::canonical::{self, Key};
use crate::code::Code;
use crate::discipline::Touch;
use crate::event::{Event, StepRecord};
use crate::executed::Executed;
use crate::failure::{Failure, Thrown};
use crate::naming::{Gathered, Names};
use crate::state::{Frame, State, Status, Thread, Value};
use commute_base::Span;
use commute_ir::{FaultKind, FuncId, Instr, Operand, Program, Reg};
use commute_machine::{Tid, Transition, Violation};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A program and its present state.
#[derive(Clone, Debug)]
pub struct Interpreter<'p> {
    pub(crate) code: Arc<Code<'p>>,
    pub(crate) state: State,
    /// Whether to describe what happens; the plain search does not need it.
    pub(crate) recording: bool,
    /// Whether the program's initialisation is running.
    pub(crate) initialising: bool,
    /// Whether the time of some wait was up so far.
    pub(crate) timed_out: bool,
    /// Whether all times for which threads wait are up, or none, if that is presumed.
    pub(crate) presumed_time: Option<bool>,
    /// What has happened in the present step.
    pub(crate) events: Vec<Event>,
    /// How many of them are not kept.
    pub(crate) left_out: usize,
    /// The named registers that the present instruction has written.
    pub(crate) written: Vec<(String, String)>,
    /// The threads that have failed in the present step.
    pub(crate) violations: Vec<Violation>,
    /// What the program has printed so far.
    pub(crate) printed: String,
    /// The numbers of what was come to that a translation left out.
    pub(crate) missing: BTreeSet<u32>,
    /// The data that the present step has accessed.
    pub(crate) touched: Vec<Touch>,
    /// The objects that the last step did an operation on.
    pub(crate) operated_on: Vec<u32>,
    /// The threads that it started.
    pub(crate) started: Vec<usize>,
    /// The thread that the present instruction has spawned.
    pub(crate) newborn: Option<usize>,
    /// The thread that makes the present step.
    pub(crate) stepping: usize,
    /// How many of its calls, the outermost ones, have not returned in it.
    pub(crate) kept_calls: usize,
    /// Where each exception was first raised: what leaves a `finally` block was thrown elsewhere.
    pub(crate) thrown: HashMap<u32, Thrown>,
    /// The exception that the last thread to fail did not catch.
    pub(crate) failure: Option<Failure>,
    /// Who refers to what, while that is noted.
    pub(crate) gathered: Option<Box<Gathered>>,
    /// What to call threads and objects, if they have no names of their own.
    pub(crate) names: Option<Arc<Names>>,
    /// The instructions that the present step has executed, if anybody wants to know.
    pub(crate) trail: Option<Vec<Executed>>,
    /// How many objects there were when garbage was last removed, if it may wait until there are twice as many: where one execution is
    /// followed, a walk over all objects at every step is most of the time.
    pub(crate) collected: Option<usize>,
}

/// A walk over so many objects is no matter.
const FEW_OBJECTS: usize = 100;

impl<'p> Interpreter<'p> {
    /// The initial state of `program`: runs its initialisation, then each thread up to its first visible
    /// instruction. Gives what happened and the first thing that went wrong.
    pub fn new(program: &'p Program) -> (Self, Vec<Event>, Option<Violation>) {
        let (mut this, violations) = Self::start(program, true);
        let events = std::mem::take(&mut this.events);
        (this, events, violations.into_iter().next())
    }

    /// The same, with everything that went wrong.
    pub(crate) fn start(program: &'p Program, recording: bool) -> (Self, Vec<Violation>) {
        Self::start_with(program, recording, false, None)
    }

    /// The same, described, and from now on it is noted who refers to what.
    pub(crate) fn start_gathering(program: &'p Program) -> (Self, Vec<Violation>) {
        Self::start_with(program, true, true, None)
    }

    /// The same, and every instruction that is executed from now on is noted.
    pub(crate) fn start_traced(program: &'p Program) -> Self {
        Self::start_with(program, false, false, Some(Vec::new())).0
    }

    fn start_with(
        program: &'p Program,
        recording: bool,
        gathering: bool,
        trail: Option<Vec<Executed>>,
    ) -> (Self, Vec<Violation>) {
        let mut this = Interpreter {
            code: Arc::new(Code::new(program)),
            state: State::new(program),
            recording,
            initialising: false,
            timed_out: false,
            presumed_time: None,
            events: Vec::new(),
            left_out: 0,
            written: Vec::new(),
            violations: Vec::new(),
            printed: String::new(),
            missing: BTreeSet::new(),
            touched: Vec::new(),
            operated_on: Vec::new(),
            started: Vec::new(),
            newborn: None,
            stepping: 0,
            kept_calls: 0,
            thrown: HashMap::new(),
            failure: None,
            gathered: (gathering && program.thread_class.is_some()).then(Box::default),
            names: None,
            trail,
            collected: None,
        };
        if let Some(init) = program.init {
            this.run_init(init);
        }
        this.create_threads();
        for t in 0..this.state.threads.len() {
            this.run_on(t);
        }
        canonical::clean(&this.code, &mut this.state);
        this.gather_state();
        let violations = std::mem::take(&mut this.violations);
        (this, violations)
    }

    /// Runs the initialisation as the only thread there is. It must come to its end: one that blocks, runs
    /// for ever or assumes what is false is taken for an endless atomic block.
    fn run_init(&mut self, init: FuncId) {
        let frame = Frame::new(self.code.program, init, &[]);
        self.state.threads.push(Thread::new("init".to_owned(), frame, false, None));
        self.initialising = true;
        for _ in 0..Program::INIT_FUEL {
            let stuck = !self.running(0) || self.at_false_block(0) || self.own_choices(0) != 1;
            if stuck {
                break;
            }
            self.execute(0, 0);
        }
        let status = self.state.threads[0].status;
        if !status.is_finished() || status == Status::Halted {
            // A thread that has halted stands nowhere.
            let whole = self.code.program.functions[init.index()].span;
            let span = if status == Status::Halted { whole } else { self.span_at(0) };
            self.fail(0, FaultKind::EndlessAtomic, Program::ENDLESS_INIT.to_owned(), span);
        }
        self.state.threads.clear();
        self.initialising = false;
    }

    /// The handle of a declared thread holds its number from the start.
    fn create_threads(&mut self) {
        for (t, decl) in self.code.program.threads.iter().enumerate() {
            let args: Vec<Value> =
                decl.args.iter().map(|&a| Value::constant(a).unwrap_or(Value::Num(0))).collect();
            let handle = decl.handle.map(|s| s.0);
            if let Some(object) = handle {
                // The other words of an instance are what the initialiser made them.
                self.state.object_mut(object).data[0] = Value::Num(t as i64 + 1);
            }
            let frame = Frame::new(self.code.program, decl.func, &args);
            self.state.threads.push(Thread::new(decl.name.clone(), frame, decl.daemon, handle));
        }
    }

    /// Makes a step. The transition must be enabled: its choice less than [`Interpreter::choices`].
    pub fn step(&mut self, transition: Transition) -> StepRecord {
        self.recorded(transition).0
    }

    /// Makes a step, and gives what happened and all threads that failed.
    pub(crate) fn recorded(&mut self, transition: Transition) -> (StepRecord, Vec<Violation>) {
        let (t, span) = (transition.tid.index(), self.span(transition.tid).unwrap_or_default());
        let violations = self.advance_by(transition);
        let record = StepRecord {
            tid: transition.tid,
            span,
            choice: transition.choice,
            events: std::mem::take(&mut self.events),
            left_out: std::mem::take(&mut self.left_out),
            blocked: !self.state.threads[t].status.is_finished() && self.own_choices(t) == 0,
            violation: violations.first().cloned(),
        };
        (record, violations)
    }

    /// Makes a step of an execution whose states nobody compares: dead registers and garbage stay, so that it does not take longer the more
    /// objects there are. Gives the first thread that failed in it.
    pub fn hurry(&mut self, transition: Transition) -> Option<Violation> {
        self.state.exclusive = None;
        self.touched.clear();
        self.operated_on.clear();
        self.started.clear();
        self.events.clear();
        self.step_thread(transition.tid.index(), transition.choice);
        std::mem::take(&mut self.violations).into_iter().next()
    }

    /// Makes a step, and gives all threads that failed in it.
    pub(crate) fn advance_by(&mut self, transition: Transition) -> Vec<Violation> {
        self.advance_and(transition, |_| ())
    }

    /// Makes a step, lets `look` see what is there before garbage is removed, and gives all threads that failed.
    pub(crate) fn advance_and(&mut self, transition: Transition, look: impl FnOnce(&Self)) -> Vec<Violation> {
        let t = transition.tid.index();
        let choices = self.choices(transition.tid);
        assert!(
            u32::from(transition.choice) < choices,
            "[commute internal bug] {transition:?} is not enabled"
        );
        self.state.exclusive = None;
        self.touched.clear();
        self.operated_on.clear();
        self.started.clear();
        self.step_thread(t, transition.choice);
        canonical::clear_dead_registers(&self.code, &mut self.state);
        look(self);
        if self.collected.is_none_or(|before| self.state.objects.len() > 2 * before.max(FEW_OBJECTS)) {
            self.remove_garbage();
        }
        std::mem::take(&mut self.violations)
    }

    /// From now on garbage may stay for a while. Who looks at all objects removes it first.
    pub(crate) fn collect_late(&mut self) {
        self.collected = Some(self.state.objects.len());
    }

    /// Removes every object that nothing can reach.
    pub(crate) fn remove_garbage(&mut self) {
        canonical::remove_garbage(&self.code, &mut self.state);
        self.collected = self.collected.map(|_| self.state.objects.len());
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.code.program
    }

    /// What the program has printed since the initial state.
    pub fn printed(&self) -> &str {
        &self.printed
    }

    /// What the program has come to since the initial state that could be there, but was not translated, by its numbers.
    pub fn missing(&self) -> &BTreeSet<u32> {
        &self.missing
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The present state in canonical form.
    pub fn key(&self) -> Key {
        canonical::key(&self.code, &self.state)
    }

    /// How many threads there are, ended ones included.
    pub fn threads(&self) -> usize {
        self.state.threads.len()
    }

    /// The name of a thread: that of its declaration, or `func#k` for a spawned one.
    pub fn thread_name(&self, t: Tid) -> &str {
        &self.state.threads[t.index()].name
    }

    /// What a thread is doing.
    pub fn status(&self, t: Tid) -> Status {
        self.state.threads[t.index()].status
    }

    /// The source of the instruction at which a thread stands, or of the innermost call to a function that has no
    /// source; `None` if it has finished.
    pub fn span(&self, t: Tid) -> Option<Span> {
        (!self.state.threads[t.index()].frames.is_empty()).then(|| self.span_at(t.index()))
    }

    pub(crate) fn frame(&self, t: usize) -> &Frame {
        self.state.threads[t]
            .frames
            .last()
            .expect("[commute internal bug] a thread that has not finished has a frame")
    }

    pub(crate) fn frame_mut(&mut self, t: usize) -> &mut Frame {
        let frames = &mut self.state.threads[t].frames;
        frames.last_mut().expect("[commute internal bug] a thread that has not finished has a frame")
    }

    pub(crate) fn instr(&self, t: usize) -> &'p Instr {
        let frame = self.frame(t);
        &self.code.program.functions[frame.func.index()].code[frame.pc.0 as usize]
    }

    pub(crate) fn span_at(&self, t: usize) -> Span {
        let of = |frame: &Frame| {
            let spans = &self.code.program.functions[frame.func.index()].spans;
            spans.get(frame.pc.0 as usize).copied().unwrap_or_default()
        };
        let mut frames = self.state.threads[t].frames.iter().rev().map(of);
        frames.find(|span| !span.is_none()).unwrap_or_default()
    }

    pub(crate) fn running(&self, t: usize) -> bool {
        self.state.threads[t].status == Status::Running
    }

    /// The value of an operand in the top frame of `t`.
    pub(crate) fn value(&self, t: usize, operand: Operand) -> Value {
        self.frame(t).value(operand)
    }

    /// Writes a register of the top frame of `t`.
    pub(crate) fn set(&mut self, t: usize, Reg(r): Reg, value: Value) {
        self.frame_mut(t).regs[r as usize] = value;
        self.gather_local(t, self.frame(t).func, r as usize, value);
        let decl = &self.code.program.functions[self.frame(t).func.index()].regs[r as usize];
        if self.recording && !decl.name.is_empty() {
            let shown = self.show(value, decl.ty);
            self.written.push((decl.name.clone(), shown));
        }
    }

    /// A call of `t` is over.
    pub(crate) fn leave_call(&mut self, t: usize) {
        self.state.threads[t].frames.pop();
        if t == self.stepping {
            self.kept_calls = self.kept_calls.min(self.state.threads[t].frames.len());
        }
    }

    /// Goes to the next instruction.
    pub(crate) fn next(&mut self, t: usize) {
        self.frame_mut(t).pc.0 += 1;
    }
}
