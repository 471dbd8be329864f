//! A function that is being made: instructions over registers.

use crate::classfile::Kind;
use crate::descriptor::kind_ty;
use commute_base::Span;
use commute_ir::{BinOp, Function, Handler, Instr, Label, NumTy, Operand, Pc, Reg, RegDecl, Ty};
use std::collections::HashMap;

/// Targets at or above this are offsets of bytecode, to be replaced when all instructions are there.
const BYTECODE: u32 = 1 << 31;

/// What a register stands for. A slot that holds references at one time and numbers at another is two registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// A local variable.
    Local(u16, bool),
    /// An entry of the operand stack, from the bottom.
    Stack(u16, bool),
}

/// A function in the making.
pub struct Builder {
    name: String,
    params: u32,
    ret: Option<Ty>,
    regs: Vec<RegDecl>,
    slots: HashMap<Slot, Reg>,
    code: Vec<Instr>,
    spans: Vec<Span>,
    /// The line of each instruction, zero if it is not known.
    lines: Vec<u16>,
    /// The offset of the bytecode that each instruction comes from.
    origins: Vec<u32>,
    handlers: Vec<Handler>,
    labels: Vec<Label>,
    /// Where the last atomic block begins.
    atomic: Pc,
    /// The line of the instructions that come next.
    pub line: u16,
    /// The source of the instructions that come next.
    pub span: Span,
    /// The bytecode of the instructions that come next.
    pub origin: u32,
}

/// The most registers of a function.
const MAX_REGS: usize = 60_000;

impl Builder {
    /// A function with these types of parameters, whose registers come first.
    pub fn new(name: String, params: &[Ty], ret: Option<Ty>) -> Self {
        let regs = params.iter().map(|&ty| RegDecl { name: String::new(), ty }).collect();
        Self {
            name,
            params: params.len() as u32,
            ret,
            regs,
            slots: HashMap::new(),
            code: Vec::new(),
            spans: Vec::new(),
            lines: Vec::new(),
            line: 0,
            origins: Vec::new(),
            handlers: Vec::new(),
            labels: Vec::new(),
            atomic: Pc(0),
            span: Span::default(),
            origin: 0,
        }
    }

    /// The register of a parameter.
    pub fn param(&self, index: usize) -> Reg {
        Reg(index as u16)
    }

    /// Says that a parameter is a local variable.
    pub fn bind(&mut self, slot: Slot, reg: Reg) {
        self.slots.insert(slot, reg);
    }

    /// Names a register, if it has no name yet; variables that share one are both named.
    pub fn name_reg(&mut self, reg: Reg, name: &str, ty: Ty) {
        let decl = &mut self.regs[usize::from(reg.0)];
        if decl.name.is_empty() {
            decl.name = name.to_owned();
            decl.ty = ty;
        } else if !decl.name.split('|').any(|known| known == name) {
            decl.name = format!("{}|{name}", decl.name);
        }
    }

    /// The register of a slot.
    pub fn slot(&mut self, slot: Slot) -> Reg {
        if let Some(&reg) = self.slots.get(&slot) {
            return reg;
        }
        let (Slot::Local(_, is_ref) | Slot::Stack(_, is_ref)) = slot;
        let reg = self.temp(if is_ref { Kind::Ref } else { Kind::Long });
        self.slots.insert(slot, reg);
        reg
    }

    /// A new register.
    pub fn temp(&mut self, kind: Kind) -> Reg {
        self.regs.push(RegDecl { name: String::new(), ty: kind_ty(kind) });
        Reg((self.regs.len() - 1).min(MAX_REGS) as u16)
    }

    /// Whether a function can have so many registers.
    pub fn is_too_large(&self) -> bool {
        self.regs.len() > MAX_REGS
    }

    /// Adds an instruction.
    pub fn emit(&mut self, instr: Instr) {
        self.code.push(instr);
        self.spans.push(self.span);
        self.lines.push(self.line);
        self.origins.push(self.origin);
    }

    /// Gives the place of the next instruction a name.
    pub fn label(&mut self, name: String) {
        self.labels.push(Label { name, pc: Pc(self.code.len() as u32), in_calls: false });
    }

    /// Begins an atomic block.
    pub fn begin_atomic(&mut self) {
        self.atomic = self.here();
        self.emit(Instr::AtomicBegin);
    }

    /// Waits, in an atomic block, until `cond` is true, or until its time is up.
    pub fn block(&mut self, cond: Operand, timed: bool) {
        self.emit(Instr::Block { cond, timed, retry: self.atomic });
    }

    /// Goes back to where the last atomic block begins.
    pub fn retry(&mut self) {
        self.emit(Instr::Jump { target: self.atomic });
    }

    /// The place of the next instruction.
    pub fn here(&self) -> Pc {
        Pc(self.code.len() as u32)
    }

    /// `dst = a op b`.
    pub fn binary(&mut self, dst: Reg, op: BinOp, num: NumTy, a: Operand, b: Operand) {
        self.emit(Instr::Binary { dst, op, num, a, b });
    }

    /// `dst = src`, unless that does nothing.
    pub fn copy(&mut self, dst: Reg, src: Operand) {
        if src != Operand::Reg(dst) {
            self.emit(Instr::Move { dst, src });
        }
    }

    /// A target that is an offset of bytecode.
    pub fn bytecode(offset: u32) -> Pc {
        Pc(offset | BYTECODE)
    }

    /// Raises a `NullDereference` if a reference is null.
    pub fn check_null(&mut self, obj: Operand) {
        if matches!(obj, Operand::Static(_)) {
            return;
        }
        let cond = self.temp(Kind::Int);
        self.binary(cond, BinOp::Eq, NumTy::I64, obj, Operand::Null);
        self.when(Operand::Reg(cond), |b| b.emit(Instr::Throw { exc: Operand::Null }));
    }

    /// Executes `body` only if `cond` is true.
    pub fn when(&mut self, cond: Operand, body: impl FnOnce(&mut Self)) {
        let branch = self.code.len();
        let then = Pc(branch as u32 + 1);
        self.emit(Instr::Branch { cond, then, otherwise: then });
        body(self);
        let end = self.here();
        if let Instr::Branch { otherwise, .. } = &mut self.code[branch] {
            *otherwise = end;
        }
    }

    /// Makes the last instruction write to `dst` instead of `from`, if it writes `from`.
    pub fn retarget(&mut self, from: Reg, to: Reg) -> bool {
        let Some(last) = self.code.last_mut() else { return false };
        match last {
            Instr::Move { dst, .. }
            | Instr::Unary { dst, .. }
            | Instr::Binary { dst, .. }
            | Instr::Convert { dst, .. }
            | Instr::New { dst, .. }
            | Instr::Load { dst, .. }
            | Instr::Fixed { dst, .. }
            | Instr::Length { dst, .. }
            | Instr::Call { dst: Some(dst), .. }
            | Instr::CallVirtual { dst: Some(dst), .. }
                if *dst == from =>
            {
                *dst = to;
                true
            }
            _ => false,
        }
    }

    /// Adds a handler for the instructions from `from` on.
    pub fn handle(&mut self, from: Pc, to: Pc, target: Pc, dst: Reg) {
        self.handlers.push(Handler { from, to, class: None, target, dst });
    }

    /// Adds a handler of exceptions of one class for the instructions from `from` on.
    pub fn handle_class(&mut self, range: (Pc, Pc), class: commute_ir::ClassId, target: Pc, dst: Reg) {
        let (from, to) = range;
        self.handlers.push(Handler { from, to, class: Some(class), target, dst });
    }

    /// Adds a handler for the instructions that come from bytecode in `from..to`, wherever they are.
    pub fn handle_bytecode(
        &mut self,
        from: u32,
        to: u32,
        class: Option<commute_ir::ClassId>,
        target: u32,
        dst: Reg,
    ) {
        let mut at = 0;
        while at < self.origins.len() {
            let covered = |origin: &u32| (from..to).contains(origin);
            let start = at;
            at += self.origins[at..].iter().take_while(|o| covered(o)).count();
            if at > start {
                let (from, to) = (Pc(start as u32), Pc(at as u32));
                self.handlers.push(Handler { from, to, class, target: Self::bytecode(target), dst });
            }
            at += self.origins[at..].iter().take_while(|o| !covered(o)).count();
        }
    }

    /// The lines of all instructions.
    pub fn take_lines(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.lines)
    }

    /// The finished function. `place` gives the place of an offset of bytecode.
    pub fn finish(mut self, place: impl Fn(u32) -> Pc) -> Function {
        let fix = |pc: &mut Pc| {
            if pc.0 & BYTECODE != 0 {
                *pc = place(pc.0 & !BYTECODE);
            }
        };
        for instr in &mut self.code {
            match instr {
                Instr::Jump { target } => fix(target),
                Instr::Branch { then, otherwise, .. } => {
                    fix(then);
                    fix(otherwise);
                }
                Instr::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|(_, to)| fix(to));
                    fix(default);
                }
                _ => {}
            }
        }
        self.handlers.iter_mut().for_each(|handler| fix(&mut handler.target));
        Function {
            name: self.name,
            params: self.params,
            ret: self.ret,
            regs: self.regs,
            code: self.code,
            spans: self.spans,
            handlers: self.handlers,
            labels: self.labels,
            process: None,
            span: Span::default(),
        }
    }

    /// The finished function, if no target is one of bytecode.
    pub fn finish_plain(self) -> Function {
        self.finish(|_| Pc(0))
    }

    /// Whether a register is one of the operand stack.
    pub fn is_stack(&self, reg: Reg) -> bool {
        self.slots.iter().any(|(slot, &of)| of == reg && matches!(slot, Slot::Stack(..)))
    }

    /// Whether a register holds references.
    pub fn is_ref(&self, reg: Reg) -> bool {
        self.regs[usize::from(reg.0)].ty.is_ref()
    }

    /// Whether some instruction comes from bytecode in `from..to`.
    pub fn has_origin(&self, from: u32, to: u32) -> bool {
        self.origins.iter().any(|origin| (from..to).contains(origin))
    }

    /// The instruction at a place, to be changed.
    pub fn instr_mut(&mut self, pc: Pc) -> &mut Instr {
        &mut self.code[pc.0 as usize]
    }
}
