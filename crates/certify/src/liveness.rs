//! Which registers are dead.
//!
//! For each instruction, the registers that some path from it reads before it writes them. Every
//! instruction that a handler covers is taken to be able to raise, and a false `Block` leads to its `retry`.

use commute_ir::{Function, Instr, Operand, Pc, Reg};
use std::collections::BTreeSet;

/// The live registers of a function.
#[derive(Clone, Debug)]
pub struct Liveness {
    before: Vec<BTreeSet<Reg>>,
}

impl Liveness {
    /// Backwards to a fixpoint.
    pub fn new(func: &Function) -> Self {
        let mut this = Liveness { before: vec![BTreeSet::new(); func.code.len()] };
        loop {
            let next: Vec<_> = (0..func.code.len() as u32).map(|pc| this.compute(func, Pc(pc))).collect();
            if next == this.before {
                return this;
            }
            this.before = next;
        }
    }

    /// What is live when control is about to execute the instruction at `pc`. A thread that is in the middle
    /// of a `Wait` or an `Arrive` reads the operands of the instruction again, so this is right for it too.
    pub fn before(&self, pc: Pc) -> &BTreeSet<Reg> {
        &self.before[pc.0 as usize]
    }

    /// What is live in a frame that has called another function at `pc`: what is read after the call, which
    /// will write its result, or in a handler that covers it.
    pub fn during(&self, func: &Function, pc: Pc) -> BTreeSet<Reg> {
        let instr = &func.code[pc.0 as usize];
        let mut live = BTreeSet::new();
        instr.successors(pc, |to| live.extend(self.at(to)));
        if let Some(dst) = instr.dst() {
            live.remove(&dst);
        }
        for handler in func.handlers.iter().filter(|h| h.from <= pc && pc < h.to) {
            live.extend(self.at(handler.target).into_iter().filter(|&r| r != handler.dst));
        }
        live
    }

    fn compute(&self, func: &Function, pc: Pc) -> BTreeSet<Reg> {
        let instr = &func.code[pc.0 as usize];
        let mut live = self.during(func, pc);
        if let Instr::Block { retry, .. } = instr {
            live.extend(self.at(*retry));
        }
        instr.operands(|operand| {
            if let Operand::Reg(r) = operand {
                live.insert(r);
            }
        });
        live
    }

    fn at(&self, pc: Pc) -> BTreeSet<Reg> {
        self.before.get(pc.0 as usize).cloned().unwrap_or_default()
    }
}
