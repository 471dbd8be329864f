//! Instructions of one function while it is made: registers, jump targets, and what is reachable.
//!
//! While code is emitted, the targets of jumps are numbers of [`Target`]s; [`Emitter::finish`] replaces
//! them. Instructions that control cannot reach are dropped.

use commute_base::Span;
use commute_ir::{Handler, Instr, Operand, Pc, Reg, RegDecl, Ty};

/// The most variables of a function, with what is needed in between. What is known of each at every instruction takes room.
const MAX_REGS: usize = 10_000;

/// A place to jump to, perhaps not reached yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Target(u32);

impl Target {
    fn pc(self) -> Pc {
        Pc(self.0)
    }
}

#[derive(Default)]
pub(super) struct Emitter {
    pub regs: Vec<RegDecl>,
    pub code: Vec<Instr>,
    pub spans: Vec<Span>,
    pub handlers: Vec<Handler>,
    /// Where each target is, and whether anything jumps to it.
    targets: Vec<(Option<Pc>, bool)>,
    /// Whether control can be here.
    pub reachable: bool,
    /// Temporaries that are in use, oldest first, and those that can be used again.
    held: Vec<Reg>,
    free: Vec<Reg>,
    /// More registers were asked for than there are.
    pub overflow: bool,
}

impl Emitter {
    pub fn new() -> Self {
        Self { reachable: true, ..Self::default() }
    }

    /// The place of the next instruction.
    pub fn here(&self) -> Pc {
        Pc(self.code.len() as u32)
    }

    /// Appends an instruction, unless control cannot get here.
    pub fn emit(&mut self, instr: Instr, span: Span) {
        if !self.reachable {
            return;
        }
        if matches!(instr, Instr::Jump { .. } | Instr::Branch { .. } | Instr::Switch { .. }) {
            // The operand of a target is its number until `finish`.
            instr.successors(Pc(0), |to| self.targets[to.0 as usize].1 = true);
        }
        self.reachable = !matches!(
            instr,
            Instr::Jump { .. }
                | Instr::Branch { .. }
                | Instr::Switch { .. }
                | Instr::Return { .. }
                | Instr::Throw { .. }
        );
        self.code.push(instr);
        self.spans.push(span);
    }

    pub fn jump(&mut self, target: Target, span: Span) {
        self.emit(Instr::Jump { target: target.pc() }, span);
    }

    pub fn branch(&mut self, cond: Operand, then: Target, otherwise: Target, span: Span) {
        self.emit(Instr::Branch { cond, then: then.pc(), otherwise: otherwise.pc() }, span);
    }

    /// Goes to the target with the number that `on` has, which is less than `targets.len()`.
    pub fn switch(&mut self, on: Operand, targets: &[Target], span: Span) {
        let Some((last, others)) = targets.split_last() else { return };
        let cases = others.iter().enumerate().map(|(i, t)| (i as i64, t.pc())).collect();
        self.emit(Instr::Switch { on, cases, default: last.pc() }, span);
    }

    /// A place to jump to that is not known yet.
    pub fn target(&mut self) -> Target {
        self.targets.push((None, false));
        Target(self.targets.len() as u32 - 1)
    }

    /// The target is here.
    pub fn bind(&mut self, target: Target) {
        let here = self.here();
        let entry = &mut self.targets[target.0 as usize];
        entry.0 = Some(here);
        self.reachable |= entry.1;
    }

    /// A target that is here.
    pub fn target_here(&mut self) -> Target {
        let target = self.target();
        self.bind(target);
        target
    }

    /// A register with a name.
    pub fn local(&mut self, name: &str, ty: Ty) -> Reg {
        if self.regs.len() >= MAX_REGS {
            self.overflow = true;
            return Reg(0);
        }
        self.regs.push(RegDecl { name: name.to_owned(), ty });
        Reg(self.regs.len() as u16 - 1)
    }

    /// A temporary, for the rest of the present statement.
    pub fn temp(&mut self, ty: Ty) -> Reg {
        let at = self.free.iter().position(|r| self.regs[usize::from(r.0)].ty == ty);
        let reg = match at {
            Some(at) => self.free.remove(at),
            None => self.local("", ty),
        };
        self.held.push(reg);
        reg
    }

    /// Lets the reference to a static object that was computed last go to `dst` at once, if it is `src`.
    pub fn redirect(&mut self, src: Operand, dst: Reg) -> bool {
        match self.code.last_mut() {
            Some(Instr::StaticAt { dst: last, .. }) if self.reachable && src == Operand::Reg(*last) => {
                *last = dst;
                true
            }
            _ => false,
        }
    }

    /// Forgets the result of the call that was emitted last.
    pub fn drop_result(&mut self) {
        if let Some(Instr::Call { dst, .. } | Instr::CallVirtual { dst, .. } | Instr::Invoke { dst, .. }) =
            self.code.last_mut()
        {
            *dst = None;
        }
    }

    /// The temporaries in use; a statement gives those it took back with [`Emitter::release`].
    pub fn mark(&self) -> usize {
        self.held.len()
    }

    pub fn release(&mut self, mark: usize) {
        let mut freed: Vec<Reg> = self.held.drain(mark..).collect();
        self.free.append(&mut freed);
        self.free.sort();
        self.free.dedup();
    }

    /// Covers `from..to` by a handler that starts here, if there is anything to cover, and makes its start
    /// reachable.
    pub fn handler(&mut self, from: Pc, to: Pc, class: Option<commute_ir::ClassId>, dst: Reg) {
        self.reachable = from < to;
        if self.reachable {
            let target = self.here();
            self.handlers.push(Handler { from, to, class, target, dst });
        }
    }

    /// Puts the places of targets into the jumps.
    pub fn finish(&mut self) {
        let place = |pc: &mut Pc| {
            let bound = self.targets[pc.0 as usize].0;
            *pc = bound.expect("[commute internal bug] a jump to a target that was never bound");
        };
        for instr in &mut self.code {
            match instr {
                Instr::Jump { target } => place(target),
                Instr::Branch { then, otherwise, .. } => {
                    place(then);
                    place(otherwise);
                }
                Instr::Switch { cases, default, .. } => {
                    cases.iter_mut().for_each(|(_, to)| place(to));
                    place(default);
                }
                _ => {}
            }
        }
    }
}
