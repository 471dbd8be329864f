//! Which registers are dead.
//!
//! For each instruction, the registers that some path from it reads before it writes them. Every
//! instruction that a handler covers is taken to be able to raise, and a false `Block` leads to its `retry`.

use commute_ir::{Function, Instr, Operand, Pc, Reg};
use fixedbitset::FixedBitSet;

/// The live registers of a function.
#[derive(Clone, Debug)]
pub struct Liveness {
    before: Vec<FixedBitSet>,
    during: Vec<FixedBitSet>,
}

impl Liveness {
    /// Backwards to a fixpoint.
    pub fn new(func: &Function) -> Self {
        let none = vec![FixedBitSet::with_capacity(func.regs.len()); func.code.len()];
        let mut this = Liveness { before: none.clone(), during: none };
        loop {
            let grown = (0..func.code.len()).rev().filter(|&at| this.compute(func, at)).count();
            if grown == 0 {
                return this;
            }
        }
    }

    /// Whether a register is live when control is about to execute the instruction at `pc`. A thread that is in the middle
    /// of a `Wait` or an `Arrive` reads the operands of the instruction again, so this is right for it too.
    pub fn before(&self, pc: Pc, Reg(r): Reg) -> bool {
        self.before[pc.0 as usize].contains(r as usize)
    }

    /// Whether a register is live in a frame that has called another function at `pc`: it is read after the call, which
    /// will write its result, or in a handler that covers it.
    pub fn during(&self, pc: Pc, Reg(r): Reg) -> bool {
        self.during[pc.0 as usize].contains(r as usize)
    }

    /// Computes both for an instruction, from what is known of those that may follow it. Whether there is more than before.
    fn compute(&mut self, func: &Function, at: usize) -> bool {
        let (pc, instr) = (Pc(at as u32), &func.code[at]);
        let mut live = FixedBitSet::with_capacity(func.regs.len());
        instr.successors(pc, |to| self.add(to, None, &mut live));
        if let Some(Reg(dst)) = instr.dst() {
            live.set(dst as usize, false);
        }
        for handler in func.handlers.iter().filter(|h| h.from <= pc && pc < h.to) {
            self.add(handler.target, Some(handler.dst), &mut live);
        }
        self.during[at].clone_from(&live);
        if let Instr::Block { retry, .. } = instr {
            self.add(*retry, None, &mut live);
        }
        instr.operands(|operand| {
            if let Operand::Reg(Reg(r)) = operand {
                live.insert(r as usize);
            }
        });
        let grows = live != self.before[at];
        self.before[at] = live;
        grows
    }

    /// Adds what is live at `pc`, except what is written on the way there.
    fn add(&self, pc: Pc, written: Option<Reg>, live: &mut FixedBitSet) {
        let Some(there) = self.before.get(pc.0 as usize) else { return };
        let is_other = |r: &usize| written.is_none_or(|Reg(dst)| *r != dst as usize);
        live.extend(there.ones().filter(is_other));
    }
}
