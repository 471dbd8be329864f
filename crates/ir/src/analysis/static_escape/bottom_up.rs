//! Phase 2: the alias sets of each function, callees first.

use super::alias::{Accessors, GLOBAL, Key, Node, Sites, Started};
use super::calls::Calls;
use super::contexts::{Context, Contexts};
use super::values::Values;
use crate::{FuncId, Instr, ObjOp, Operand, Place, Program};

/// The thread that executes the function.
const ME: Accessors = Accessors { own: true, started: Started::None };

/// The word of the handle of a thread that says whether it has been started and has ended.
const THREAD_WORD: Key = Key::Field(0);

/// Fills `contexts`.
pub fn run(program: &Program, calls: &Calls, contexts: &mut Contexts) {
    let mut sites = Sites::default();
    for &f in calls.components().groups().iter().flatten().filter(|f| calls.flow().is_reached(**f)) {
        let func = &program.functions[f.index()];
        let values = Values::new(func, &contexts.of[f.index()], &mut contexts.sets);
        let mut body = Body { calls, contexts, sites: &mut sites, values, f };
        for (at, instr) in func.code.iter().enumerate() {
            body.instr(at as u32, instr);
        }
    }
}

/// A function that is being looked at.
struct Body<'a> {
    calls: &'a Calls,
    contexts: &'a mut Contexts,
    sites: &'a mut Sites,
    values: Values,
    f: FuncId,
}

impl Body<'_> {
    fn instr(&mut self, at: u32, instr: &Instr) {
        let written = self.values.written(at);
        match instr {
            Instr::Move { src, .. } => self.unite(written, self.operand(at, *src)),
            Instr::StaticAt { .. } => self.unite(written, Some(GLOBAL)),
            Instr::Current { .. } => {
                self.unite(written, Some(self.contexts.of[self.f.index()].handle));
            }
            Instr::Load { place, .. } | Instr::Fixed { place, .. } => self.word(at, *place, written),
            Instr::Store { place, src, .. } => self.word(at, *place, self.operand(at, *src)),
            Instr::Cas { place, new, .. } => self.word(at, *place, self.operand(at, *new)),
            Instr::Invoke { op, obj, arg, .. } => self.invoke(at, *op, *obj, *arg),
            Instr::Call { func, args, .. } => self.call(at, *func, args),
            Instr::CallVirtual { args, .. } => {
                for method in self.calls.flow().targets(self.f, at) {
                    self.call(at, method, args);
                }
            }
            Instr::Spawn { func, args, .. } => {
                self.spawn(at, *func, args, written, Key::Elements);
            }
            Instr::Start { thread, func, .. } => {
                self.spawn(at, *func, &[*thread], self.operand(at, *thread), THREAD_WORD);
            }
            Instr::Return { value: Some(value) } => {
                self.unite(Some(self.contexts.of[self.f.index()].result), self.operand(at, *value));
            }
            Instr::Throw { exc } => {
                self.unite(Some(self.contexts.of[self.f.index()].exceptions), self.operand(at, *exc));
            }
            // The others move no references and access no objects; a new object is in an alias set of its own.
            _ => {}
        }
    }

    /// The alias set of an operand; `None` if it is null or no reference.
    fn operand(&self, at: u32, operand: Operand) -> Option<Node> {
        match operand {
            Operand::Reg(reg) => self.values.before(at, reg),
            Operand::Static(_) => Some(GLOBAL),
            Operand::Int(_) | Operand::F32(_) | Operand::F64(_) | Operand::Null => None,
        }
    }

    fn unite(&mut self, a: Option<Node>, b: Option<Node>) {
        if let (Some(a), Some(b)) = (a, b) {
            self.contexts.sets.unite(a, b);
        }
    }

    /// The instruction accesses a part of the object of `operand`.
    fn access(&mut self, at: u32, operand: Operand, key: Key) -> Option<Node> {
        let object = self.operand(at, operand)?;
        self.contexts.sets.access(object, key, ME);
        self.contexts.accessed[self.f.index()][at as usize] = Some((object, key));
        Some(object)
    }

    /// The instruction reads or writes `place`, which then holds `value`, if that is a reference.
    fn word(&mut self, at: u32, place: Place, value: Option<Node>) {
        let (object, key) = match place {
            Place::Global(_) => return self.unite(value, Some(GLOBAL)),
            Place::Field { obj, field, .. } => (obj, Key::Field(field)),
            Place::Elem { arr, .. } => (arr, Key::Elements),
            Place::Slot { obj, .. } => {
                let object = self.access(at, obj, Key::Elements);
                self.unite(object, Some(GLOBAL));
                return self.unite(value, Some(GLOBAL));
            }
        };
        let object = self.access(at, object, key);
        self.holds(object, key, value);
    }

    fn holds(&mut self, object: Option<Node>, key: Key, value: Option<Node>) {
        if let (Some(object), Some(value)) = (object, value) {
            let field = self.contexts.sets.field(object, key);
            self.contexts.sets.unite(field, value);
        }
    }

    fn invoke(&mut self, at: u32, op: ObjOp, obj: Operand, arg: Option<Operand>) {
        let object = self.access(at, obj, part_of(op));
        match op {
            ObjOp::Send | ObjOp::Push => {
                let value = arg.and_then(|arg| self.operand(at, arg));
                self.holds(object, Key::Elements, value);
            }
            ObjOp::Receive | ObjOp::Pop => self.holds(object, Key::Elements, self.values.written(at)),
            // The others take and give no references: sets have none.
            _ => {}
        }
    }

    /// The site context of a call is the callee's own if each may call the other, else a copy of it.
    fn call(&mut self, at: u32, callee: FuncId, args: &[Operand]) {
        let context = match self.calls.components().same(self.f, callee) {
            true => self.contexts.of[callee.index()].with(|node| node),
            false => self.copy(at, callee, |accessors, below| accessors.in_called(below)),
        };
        for (&param, &arg) in context.params.iter().zip(args) {
            self.unite(Some(param), self.operand(at, arg));
        }
        self.unite(Some(context.result), self.values.written(at));
        let own = &self.contexts.of[self.f.index()];
        let (exceptions, handle) = (own.exceptions, own.handle);
        self.contexts.sets.unite(context.exceptions, exceptions);
        self.contexts.sets.unite(context.handle, handle);
    }

    /// Copies the context of `callee` for the instruction at `at`, with accessors as `seen` changes them: it is given what a site of
    /// the callee is for this function.
    fn copy(
        &mut self,
        at: u32,
        callee: FuncId,
        seen: impl Fn(Accessors, &mut dyn FnMut(super::alias::Site) -> Started) -> Accessors,
    ) -> Context {
        let (sites, place) = (&mut *self.sites, (self.f.0, at));
        let repeated = self.calls.is_repeated(self.f, at as usize);
        let mut below = |site| match repeated {
            true => Started::Several,
            false => Started::At(sites.through(place, Some(site))),
        };
        let sets = &mut self.contexts.sets;
        let context = &self.contexts.of[callee.index()];
        let copies = sets.copy(&context.roots(), |accessors| seen(accessors, &mut below));
        let context = context.with(|node| copies.get(sets, node));
        self.contexts.links[self.f.index()].extend(copies.links());
        context
    }

    /// What the new thread accesses, somebody else accesses. The thread word of its handle (`word` of it) is written by its starter,
    /// and when it ends.
    fn spawn(&mut self, at: u32, func: FuncId, args: &[Operand], handle: Option<Node>, word: Key) {
        let thread = match self.calls.is_repeated(self.f, at as usize) {
            true => Started::Several,
            false => Started::At(self.sites.through((self.f.0, at), None)),
        };
        let circle = self.calls.components().same(self.f, func);
        let context = match circle {
            true => self.contexts.of[func.index()].with(|node| node),
            false => self.copy(at, func, |accessors, below| accessors.in_started(thread, below)),
        };
        for (&param, &arg) in context.params.iter().zip(args) {
            self.unite(Some(param), self.operand(at, arg));
            if circle {
                self.unite(Some(param), Some(GLOBAL));
            }
        }
        if circle {
            self.contexts.sets.unite(context.handle, GLOBAL);
        }
        self.unite(Some(context.handle), handle);
        self.contexts.sets.access(context.handle, word, Accessors { own: true, started: Started::Several });
    }
}

/// The part of an object that an operation accesses.
fn part_of(op: ObjOp) -> Key {
    match op {
        ObjOp::MonitorEnter | ObjOp::MonitorTryEnter | ObjOp::MonitorExit => Key::Monitor,
        ObjOp::Wait | ObjOp::WaitTimed | ObjOp::Notify | ObjOp::NotifyAll => Key::Monitor,
        op if op.is_of_threads() => THREAD_WORD,
        _ => Key::Elements,
    }
}
