//! Which registers may still be read.
use crate::{Function, Operand, Pc, Reg};
use fixedbitset::FixedBitSet;

/// For each instruction of a function, the registers that may be read from there on before they are
/// written.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<FixedBitSet>,
}

impl Liveness {
    /// The registers that are live just before the instruction at `pc`.
    pub fn before(&self, pc: Pc) -> &FixedBitSet {
        &self.live_in[pc.0 as usize]
    }
}

/// Computes the live registers of `func`, backwards to a fixpoint. An instruction that a handler covers
/// also keeps alive what the handler reads, except the register that receives the exception.
pub fn liveness(func: &Function) -> Liveness {
    let size = func.regs.len();
    let mut live_in = vec![FixedBitSet::with_capacity(size); func.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..func.code.len()).rev() {
            let new = transfer(func, &live_in, at);
            if new != live_in[at] {
                live_in[at] = new;
                changed = true;
            }
        }
    }
    Liveness { live_in }
}

fn transfer(func: &Function, live_in: &[FixedBitSet], at: usize) -> FixedBitSet {
    let instr = &func.code[at];
    let pc = Pc(at as u32);
    let mut live = FixedBitSet::with_capacity(func.regs.len());
    instr.successors(pc, |to| {
        if let Some(next) = live_in.get(to.0 as usize) {
            live.union_with(next);
        }
    });
    if let Some(Reg(dst)) = instr.dst() {
        live.set(dst as usize, false);
    }
    for h in func.handlers.iter().filter(|h| h.from <= pc && pc < h.to) {
        let mut in_handler = live_in[h.target.0 as usize].clone();
        in_handler.set(h.dst.0 as usize, false);
        live.union_with(&in_handler);
    }
    if let crate::Instr::Block { retry, .. } = instr {
        live.union_with(&live_in[retry.0 as usize]);
    }
    instr.operands(|o| {
        if let Operand::Reg(Reg(r)) = o {
            live.insert(r as usize);
        }
    });
    live
}
