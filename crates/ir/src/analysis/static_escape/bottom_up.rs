//! Phase 2: the alias sets of each function, callees first.

use super::alias::{Accessors, GLOBAL, Key, Node, Started};
use super::contexts::Contexts;
use super::starts::Starts;
use super::values::Values;
use crate::analysis::CallGraph;
use crate::{FuncId, Instr, ObjOp, Operand, Place, Program};

/// The thread that executes the function.
const ME: Accessors = Accessors { own: true, started: Started::None };

/// Fills `contexts`. `graph` takes starting a thread for a call.
pub fn run(program: &Program, graph: &CallGraph, contexts: &mut Contexts) {
    let starts = Starts::new(program, graph);
    for &f in graph.components().iter().flatten() {
        let func = &program.functions[f.index()];
        let values = Values::new(func, &contexts.of[f.index()], &mut contexts.sets);
        let mut body = Body { graph, starts: &starts, contexts, values, f };
        for (at, instr) in func.code.iter().enumerate() {
            body.instr(at as u32, instr);
        }
    }
}

/// A function that is being looked at.
struct Body<'a> {
    graph: &'a CallGraph,
    starts: &'a Starts,
    contexts: &'a mut Contexts,
    values: Values,
    f: FuncId,
}

impl Body<'_> {
    fn instr(&mut self, at: u32, instr: &Instr) {
        let written = self.values.written(at);
        match instr {
            Instr::Move { src, .. } => self.unite(written, self.operand(at, *src)),
            Instr::StaticAt { .. } | Instr::Current { .. } => {
                self.unite(written, Some(GLOBAL));
            }
            Instr::Load { place, .. } | Instr::Fixed { place, .. } => self.word(at, *place, written),
            Instr::Store { place, src, .. } => self.word(at, *place, self.operand(at, *src)),
            Instr::Cas { place, new, .. } => self.word(at, *place, self.operand(at, *new)),
            Instr::Invoke { op, obj, arg, .. } => self.invoke(at, *op, *obj, *arg),
            Instr::Call { func, args, .. } => self.call(at, *func, args),
            Instr::CallVirtual { selector, args, .. } => {
                for &method in self.graph.methods(*selector) {
                    self.call(at, method, args);
                }
            }
            Instr::Spawn { func, args, .. } => self.spawn(at, *func, args),
            Instr::Start { thread, func, .. } => {
                self.unite(self.operand(at, *thread), Some(GLOBAL));
                self.spawn(at, *func, &[*thread]);
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

    /// The instruction accesses the object of `operand`.
    fn access(&mut self, at: u32, operand: Operand) -> Option<Node> {
        let object = self.operand(at, operand)?;
        self.contexts.sets.access(object, ME);
        self.contexts.accessed[self.f.index()][at as usize] = Some(object);
        Some(object)
    }

    /// The instruction reads or writes `place`, which then holds `value`, if that is a reference.
    fn word(&mut self, at: u32, place: Place, value: Option<Node>) {
        let (object, key) = match place {
            Place::Global(_) => return self.unite(value, Some(GLOBAL)),
            Place::Field { obj, field, .. } => (self.access(at, obj), Key::Field(field)),
            Place::Elem { arr, .. } => (self.access(at, arr), Key::Elements),
            Place::Slot { obj, .. } => {
                let object = self.access(at, obj);
                self.unite(object, Some(GLOBAL));
                return self.unite(value, Some(GLOBAL));
            }
        };
        self.holds(object, key, value);
    }

    fn holds(&mut self, object: Option<Node>, key: Key, value: Option<Node>) {
        if let (Some(object), Some(value)) = (object, value) {
            let field = self.contexts.sets.field(object, key);
            self.contexts.sets.unite(field, value);
        }
    }

    fn invoke(&mut self, at: u32, op: ObjOp, obj: Operand, arg: Option<Operand>) {
        let object = self.access(at, obj);
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
        let mut context = self.contexts.roots(callee);
        if !self.graph.same_component(self.f, callee) {
            context = self.copy(callee, |accessors| accessors);
        }
        let params = context.len() - 2;
        for (&param, &arg) in context[..params].iter().zip(args) {
            self.unite(Some(param), self.operand(at, arg));
        }
        self.unite(Some(context[params]), self.values.written(at));
        self.unite(Some(context[params + 1]), Some(self.contexts.of[self.f.index()].exceptions));
    }

    /// Copies the context of `callee`, with accessors as `seen` changes them.
    fn copy(&mut self, callee: FuncId, seen: impl Fn(Accessors) -> Accessors) -> Vec<Node> {
        let roots = self.contexts.roots(callee);
        let copies = self.contexts.sets.copy(&roots, seen);
        let context = roots.iter().map(|&root| copies.get(&mut self.contexts.sets, root)).collect();
        self.contexts.links[self.f.index()].extend(copies.links());
        context
    }

    /// What the new thread accesses, somebody else accesses. Its handle both threads may access.
    fn spawn(&mut self, at: u32, func: FuncId, args: &[Operand]) {
        let site = Started::At((self.f.0, at));
        let several = self.starts.is_repeated(self.f, at as usize);
        let thread = if several { Started::Several } else { site };
        let circle = self.graph.same_component(self.f, func);
        let params = match circle {
            true => self.contexts.roots(func),
            false => self.copy(func, |accessors| accessors.in_started(thread)),
        };
        for (&param, &arg) in params.iter().zip(args) {
            self.unite(Some(param), self.operand(at, arg));
            if circle {
                self.unite(Some(param), Some(GLOBAL));
            }
        }
        if let Some(handle) = self.values.written(at) {
            self.contexts.sets.access(handle, Accessors { own: false, started: Started::Several });
        }
    }
}
