//! The body of a method: from the operand stack to registers.
//!
//! Entries of the stack are not moved about: each is an operand (a constant, a variable, or a register of its depth)
//! until a jump, where all must be in the registers of their depths, or until the variable changes. Blocks are
//! translated in the order in which control reaches them, so dead code is left out.

use super::builder::{Builder, Slot};
use super::causes::Causes;
use super::traces::line_at;
use super::{FuncId, Phase, TranslateError, Translator};
use crate::classfile::{Code, Kind, Malformed, Op, flags};
use crate::descriptor::{kind, signature};
use crate::library::Origin;
use crate::world::MethodId;
use commute_base::Span;
use commute_ir::{ClassId, Function, Instr, ObjOp, Operand, Pc, Reg};
use std::collections::{HashMap, HashSet};

/// What is known of an entry of the stack besides its value.
#[derive(Clone, PartialEq, Debug)]
pub enum Known {
    /// Nothing.
    Nothing,
    /// It is not null.
    NotNull,
    /// A text.
    Text(String),
    /// The object of a class.
    Class(String),
    /// The value of a static field.
    Static(ClassId, u32),
}

/// An entry of the operand stack.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its value.
    pub operand: Operand,
    /// Its kind.
    pub kind: Kind,
    /// What is known of it.
    pub known: Known,
}

/// How an instruction went: the method may turn out to make no sense.
pub type Done = Result<(), TranslateError>;

/// A method that is being translated.
pub struct Lowering<'t, 's> {
    pub(super) t: &'t mut Translator<'s>,
    pub(super) out: Builder,
    pub(super) method: MethodId,
    pub(super) func: FuncId,
    pub(super) phase: Phase,
    pub(super) stack: Vec<Entry>,
    /// What the stack has at the beginning of each block that is known.
    entries: HashMap<u32, Vec<(Kind, Known)>>,
    /// Where blocks begin.
    places: HashMap<u32, Pc>,
    work: Vec<u32>,
    /// Where jumps and handlers lead.
    leaders: HashSet<u32>,
    /// The variable 0 is always the receiver.
    receiver_is_fixed: bool,
    /// What a synchronized method holds.
    monitor: Option<Operand>,
    /// Where values come from, if what the machine raises has a message.
    pub(super) causes: Option<Causes>,
    /// The lines of calls, if this is a method of ours that stands for one of the JDK.
    lines_of_calls: HashMap<String, u16>,
}

impl Translator<'_> {
    /// The body of a method.
    pub(super) fn method_body(
        &mut self,
        method: MethodId,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        if let Some(body) = self.overridden_body(method, phase, func)? {
            return Ok(body);
        }
        let file = self.world.class(method.class).file.clone();
        let decl = &file.methods[method.index as usize];
        let Some(code) = &decl.code else {
            let refusal = self.native_refusal(method, func);
            return Ok(self.refused_body(method, refusal));
        };
        let named = |error| TranslateError::Method(self.world.method_name(method), error);
        let ops = code.ops(&file.pool).map_err(named)?;
        let leaders = leaders(code, &ops);
        self.look_at(method, &file, &ops, &leaders);
        let (params, ret) = self.method_types(method);
        let out = Builder::new(self.world.method_name(method), &params, ret);
        let is_static = decl.flags & flags::STATIC != 0;
        let stores_0 = ops.iter().any(|(_, op)| matches!(op, Op::Store(Kind::Ref, 0)));
        let lines_of_calls = self.lines_of_calls(method);
        let mut lowering = Lowering {
            t: self,
            out,
            method,
            func,
            phase,
            stack: Vec::new(),
            entries: HashMap::new(),
            places: HashMap::new(),
            work: vec![0],
            leaders,
            receiver_is_fixed: !is_static && !stores_0,
            monitor: None,
            causes: None,
            lines_of_calls,
        };
        lowering.causes = lowering.find_causes(code, &ops, &decl.desc, is_static);
        lowering.variables(code, &decl.desc, is_static)?;
        lowering.body(code, &ops, decl.flags)
    }

    /// A body that refuses.
    pub(super) fn refused_body(&mut self, method: MethodId, refusal: Instr) -> Function {
        let (params, ret) = self.method_types(method);
        let mut out = Builder::new(self.world.method_name(method), &params, ret);
        out.emit(refusal);
        out.finish_plain()
    }
}

impl Lowering<'_, '_> {
    /// Parameters are the first variables; long and double ones take two numbers.
    fn variables(&mut self, code: &Code, desc: &str, is_static: bool) -> Done {
        let types = signature(desc).map_err(|e| self.wrong(e.0))?;
        let mut number = 0;
        let receiver = (!is_static).then_some(Kind::Ref);
        let kinds = receiver.into_iter().chain(types.params.iter().map(|p| kind(p)));
        for (index, kind) in kinds.enumerate() {
            let reg = self.out.param(index);
            self.out.bind(Slot::Local(number, kind == Kind::Ref), reg);
            number += if kind.is_wide() { 2 } else { 1 };
        }
        if number > code.max_locals {
            return Err(self.wrong("it has more parameters than variables"));
        }
        if self.t.origin(self.method.class) == Origin::User {
            for variable in &code.variables {
                let is_ref = kind(&variable.desc) == Kind::Ref;
                let reg = self.out.slot(Slot::Local(variable.slot, is_ref));
                self.out.name_reg(reg, &variable.name, crate::descriptor::ty(&variable.desc));
            }
        }
        Ok(())
    }

    /// The method makes no sense.
    pub(super) fn wrong(&self, text: impl Into<String>) -> TranslateError {
        TranslateError::Method(self.t.world.method_name(self.method), Malformed(text.into()))
    }

    fn body(mut self, code: &Code, ops: &[(u32, Op)], method_flags: u16) -> Result<Function, TranslateError> {
        self.entries.insert(0, Vec::new());
        self.out.origin = u32::MAX;
        self.out.span = self.span(code, 0);
        self.out.line = line_at(code, 0);
        if method_flags & flags::SYNCHRONIZED != 0 {
            self.enter_monitor(method_flags)?;
        }
        self.random_prelude()?;
        let first = self.out.here();
        self.out.emit(Instr::Jump { target: Builder::bytecode(0) });
        let handlers = self.handler_blocks(code, ops)?;
        while let Some(at) = self.work.pop() {
            self.block(at, code, ops)?;
            // What can be reached by exceptions is translated when nothing else is left.
            if self.work.is_empty() {
                self.reach_handlers(&handlers);
            }
            if self.out.is_too_large() {
                return Err(self.wrong("it has too many variables"));
            }
        }
        self.add_handlers(code)?;
        self.leave_on_exceptions(first);
        let lines = self.out.take_lines();
        self.t.keep_lines(self.func, lines);
        let places = self.places;
        Ok(self.out.finish(|offset| places.get(&offset).copied().unwrap_or(Pc(0))))
    }

    fn enter_monitor(&mut self, method_flags: u16) -> Done {
        let lock = if method_flags & flags::STATIC != 0 {
            let name = self.t.world.name(self.method.class).to_owned();
            Operand::Static(self.t.class_object(&name)?)
        } else if self.receiver_is_fixed {
            Operand::Reg(Reg(0))
        } else {
            // The receiver's variable is used for something else later.
            let copy = self.out.temp(Kind::Ref);
            self.out.copy(copy, Operand::Reg(Reg(0)));
            Operand::Reg(copy)
        };
        self.refuse_lock(lock)?;
        self.emit_enter(lock)?;
        self.monitor = Some(lock);
        Ok(())
    }

    /// A synchronized method gives its monitor back when an exception leaves it.
    fn leave_on_exceptions(&mut self, first: Pc) {
        let Some(lock) = self.monitor else { return };
        let (caught, target) = (self.out.temp(Kind::Ref), self.out.here());
        self.out.handle(first, target, target, caught);
        self.out.emit(Instr::Invoke { dst: None, op: ObjOp::MonitorExit, obj: lock, arg: None });
        self.out.emit(Instr::Throw { exc: Operand::Reg(caught) });
    }

    /// Leaves the method.
    pub(super) fn leave(&mut self, value: Option<Operand>) {
        if let Some(lock) = self.monitor {
            self.out.emit(Instr::Invoke { dst: None, op: ObjOp::MonitorExit, obj: lock, arg: None });
        }
        self.out.emit(Instr::Return { value });
    }

    fn span(&mut self, code: &Code, at: u32) -> Span {
        let index = code.lines.partition_point(|&(start, _)| u32::from(start) <= at);
        let Some(&(_, line)) = index.checked_sub(1).and_then(|i| code.lines.get(i)) else {
            return Span::default();
        };
        let class = self.t.world.class(self.method.class);
        let (origin, file) = (class.origin, class.file.clone());
        let Some(source) = &file.source else { return Span::default() };
        self.t.sources.line(&mut self.t.world.path, &file.name, origin, source, line)
    }

    /// The line that a stack trace has for an instruction.
    fn line(&self, code: &Code, at: u32, op: &Op) -> u16 {
        match op {
            Op::Call(_, member) => self.lines_of_calls.get(&member.name).copied(),
            _ => None,
        }
        .unwrap_or_else(|| line_at(code, at))
    }

    /// The blocks of handlers and what they cover.
    fn handler_blocks(&self, code: &Code, ops: &[(u32, Op)]) -> Result<Vec<(u32, u32, u32)>, TranslateError> {
        let mut list = Vec::new();
        for handler in &code.handlers {
            let target = u32::from(handler.target);
            if ops.binary_search_by_key(&target, |(at, _)| *at).is_err() || handler.from >= handler.to {
                return Err(self.wrong("a handler is nowhere"));
            }
            list.push((u32::from(handler.from), u32::from(handler.to), target));
        }
        Ok(list)
    }

    /// Handlers of instructions that are there.
    fn reach_handlers(&mut self, handlers: &[(u32, u32, u32)]) {
        for &(from, to, target) in handlers {
            let covers =
                self.places.keys().any(|&at| (from..to).contains(&at)) || self.out.has_origin(from, to);
            if covers && !self.places.contains_key(&target) && !self.work.contains(&target) {
                self.entries.insert(target, vec![(Kind::Ref, Known::Nothing)]);
                self.work.push(target);
            }
        }
    }

    fn add_handlers(&mut self, code: &Code) -> Done {
        let dst = self.out.slot(Slot::Stack(0, true));
        for handler in &code.handlers {
            let class = match &handler.class {
                Some(name) => match self.t.world.load(name) {
                    Ok(class) => Some(class),
                    // Nobody can throw what is not there.
                    Err(_) => continue,
                },
                None => None,
            };
            let (from, to) = (u32::from(handler.from), u32::from(handler.to));
            self.out.handle_bytecode(from, to, class, u32::from(handler.target), dst);
        }
        Ok(())
    }

    /// Translates from `at` to the next jump.
    fn block(&mut self, at: u32, code: &Code, ops: &[(u32, Op)]) -> Done {
        if self.places.contains_key(&at) {
            return Ok(());
        }
        let entry = self.entries[&at].clone();
        self.stack = (0..)
            .zip(entry)
            .map(|(depth, (kind, known))| Entry { known, ..self.resting(depth, kind) })
            .collect();
        let mut index =
            ops.binary_search_by_key(&at, |(at, _)| *at).map_err(|_| self.wrong("a jump to nowhere"))?;
        let mut first = true;
        loop {
            let (at, op) = &ops[index];
            if !first && self.leaders.contains(at) {
                // Another block begins here.
                self.rest(*at)?;
                self.out.emit(Instr::Jump { target: Builder::bytecode(*at) });
                return Ok(());
            }
            if first {
                self.places.insert(*at, self.out.here());
            }
            first = false;
            self.out.origin = *at;
            self.out.span = self.span(code, *at);
            self.out.line = self.line(code, *at, op);
            self.fault_checks(index, op)?;
            self.op(op, ops.get(index + 1).map(|(next, _)| *next))?;
            if op.ends() || matches!(op, Op::IfZero(..) | Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..)) {
                return Ok(());
            }
            index += 1;
        }
    }

    /// The entry of a depth when nothing but its kind is known.
    fn resting(&mut self, depth: usize, kind: Kind) -> Entry {
        let reg = self.out.slot(Slot::Stack(depth as u16, kind == Kind::Ref));
        Entry { operand: Operand::Reg(reg), kind, known: Known::Nothing }
    }

    /// Brings the stack into the registers of its depths, for a jump to `to`.
    pub(super) fn rest(&mut self, to: u32) -> Done {
        let mut moves = Vec::new();
        for depth in 0..self.stack.len() {
            let entry = self.stack[depth].clone();
            let resting = Entry { known: entry.known.clone(), ..self.resting(depth, entry.kind) };
            if entry.operand != resting.operand {
                moves.push((depth, entry.operand, resting));
            }
        }
        // A move must not overwrite what another one still reads.
        let targets: Vec<Operand> = moves.iter().map(|(_, _, resting)| resting.operand).collect();
        for (depth, from, _) in &mut moves {
            if targets.contains(from) {
                let copy = self.out.temp(self.stack[*depth].kind);
                self.out.copy(copy, *from);
                *from = Operand::Reg(copy);
            }
        }
        for (depth, from, resting) in moves {
            if let Operand::Reg(dst) = resting.operand {
                self.out.copy(dst, from);
            }
            self.stack[depth] = resting;
        }
        self.goes_to(to)
    }

    /// Control may go to `to` with the present stack.
    pub(super) fn goes_to(&mut self, to: u32) -> Done {
        let kinds: Vec<(Kind, Known)> =
            self.stack.iter().map(|entry| (entry.kind, self.lasting(&entry.known))).collect();
        match self.entries.get(&to) {
            Some(known) if !known.iter().map(|entry| entry.0).eq(kinds.iter().map(|entry| entry.0)) => {
                Err(self.wrong(format!("the stack differs where {to} is reached")))
            }
            Some(known) if *known != kinds => {
                self.refuse("a variable handle that is one or the other");
                Ok(())
            }
            Some(_) => {
                self.push_work(to);
                Ok(())
            }
            None => {
                self.entries.insert(to, kinds);
                self.push_work(to);
                Ok(())
            }
        }
    }

    /// What is still known of an entry after a jump: which static field a handle comes from. A compiler that puts a
    /// condition among the arguments of a call makes all ways to the call have the same handle.
    fn lasting(&self, known: &Known) -> Known {
        match known {
            Known::Static(class, index) if self.t.is_handle_field(*class, *index) => known.clone(),
            _ => Known::Nothing,
        }
    }

    fn push_work(&mut self, to: u32) {
        if !self.places.contains_key(&to) && !self.work.contains(&to) {
            self.work.push(to);
        }
    }

    /// Pushes a value.
    pub(super) fn push(&mut self, operand: Operand, kind: Kind) {
        self.stack.push(Entry { operand, kind, known: Known::Nothing });
    }

    /// Pushes a value of which something is known.
    pub(super) fn push_known(&mut self, operand: Operand, kind: Kind, known: Known) {
        self.stack.push(Entry { operand, kind, known });
    }

    /// A register for a result, which becomes the top of the stack.
    pub(super) fn push_result(&mut self, kind: Kind) -> Reg {
        let reg = self.free_reg(kind);
        self.push(Operand::Reg(reg), kind);
        reg
    }

    /// A register that no entry of the stack uses: that of the next depth, if possible.
    pub(super) fn free_reg(&mut self, kind: Kind) -> Reg {
        let mut depth = self.stack.len();
        loop {
            let reg = self.out.slot(Slot::Stack(depth as u16, kind == Kind::Ref));
            if !self.stack.iter().any(|entry| entry.operand == Operand::Reg(reg)) {
                return reg;
            }
            depth += 1;
        }
    }

    /// Pops an entry of a kind.
    pub(super) fn pop(&mut self, kind: Kind) -> Result<Entry, TranslateError> {
        match self.stack.pop() {
            Some(entry) if entry.kind == kind => Ok(entry),
            Some(_) => {
                Err(self.wrong(format!("a value of the wrong kind on the stack at {}", self.out.origin)))
            }
            None => Err(self.wrong(format!("the stack is empty at {}", self.out.origin))),
        }
    }

    /// Pops any entry.
    pub(super) fn pop_any(&mut self) -> Result<Entry, TranslateError> {
        self.stack.pop().ok_or_else(|| self.wrong(format!("the stack is empty at {}", self.out.origin)))
    }

    /// The register of a local variable.
    pub(super) fn local(&mut self, number: u16, kind: Kind) -> Reg {
        self.out.slot(Slot::Local(number, kind == Kind::Ref))
    }

    /// Saves what the stack has of a register that is about to change.
    pub(super) fn save(&mut self, reg: Reg) {
        for depth in 0..self.stack.len() {
            if self.stack[depth].operand == Operand::Reg(reg) {
                let copy = self.free_reg(self.stack[depth].kind);
                self.out.copy(copy, Operand::Reg(reg));
                self.stack[depth].operand = Operand::Reg(copy);
            }
        }
    }

    /// Whether variable 0 is the receiver and not null.
    pub(super) fn is_receiver(&self, number: u16) -> bool {
        number == 0 && self.receiver_is_fixed
    }
}

/// The offsets where blocks begin.
fn leaders(code: &Code, ops: &[(u32, Op)]) -> HashSet<u32> {
    let mut leaders: HashSet<u32> = code.handlers.iter().map(|handler| u32::from(handler.target)).collect();
    for (index, (_, op)) in ops.iter().enumerate() {
        op.targets(|to| {
            leaders.insert(to);
        });
        let mut jumps = false;
        op.targets(|_| jumps = true);
        if let Some((next, _)) = ops.get(index + 1).filter(|_| jumps) {
            leaders.insert(*next);
        }
    }
    leaders
}
