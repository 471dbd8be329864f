//! The alias set of each value of a register.
//!
//! Front ends use registers again. If an alias set were one for each register, the objects that are in it at
//! different times would be taken for one; so there is one for each register before each instruction, and
//! those are united along the control flow for as long as the register is live.

use super::alias::{AliasSets, Node};
use super::contexts::Context;
use crate::analysis::{Liveness, liveness};
use crate::{Function, Instr, Pc, Reg};
use std::collections::HashMap;

/// The alias sets of the references in the registers of a function.
pub struct Values {
    /// Of live registers, before each instruction.
    before: HashMap<(u32, u16), Node>,
    /// Of what each instruction writes.
    written: HashMap<u32, Node>,
}

impl Values {
    /// Makes them and unites them along the control flow.
    pub fn new(func: &Function, context: &Context, sets: &mut AliasSets) -> Self {
        let mut flow = Flow { func, live: liveness(func), sets, values: Self::empty() };
        flow.make();
        for reg in flow.live_at(0) {
            if let Some(&param) = context.params.get(usize::from(reg)) {
                let before = flow.values.before[&(0, reg)];
                flow.sets.unite(before, param);
            }
        }
        for at in 0..func.code.len() as u32 {
            flow.after(at);
        }
        flow.handlers(context.exceptions);
        flow.values
    }

    fn empty() -> Self {
        Self { before: HashMap::new(), written: HashMap::new() }
    }

    /// The reference that register `reg` holds before the instruction at `at`; `None` if it is none.
    pub fn before(&self, at: u32, reg: Reg) -> Option<Node> {
        self.before.get(&(at, reg.0)).copied()
    }

    /// The reference that the instruction at `at` writes, if it writes one.
    pub fn written(&self, at: u32) -> Option<Node> {
        self.written.get(&at).copied()
    }
}

struct Flow<'a> {
    func: &'a Function,
    live: Liveness,
    sets: &'a mut AliasSets,
    values: Values,
}

impl Flow<'_> {
    fn is_ref(&self, reg: u16) -> bool {
        self.func.regs.get(usize::from(reg)).is_some_and(|decl| decl.ty.is_ref())
    }

    /// The live references before the instruction at `at`.
    fn live_at(&self, at: u32) -> Vec<u16> {
        let live = self.live.before(Pc(at)).ones().map(|reg| reg as u16);
        live.filter(|&reg| self.is_ref(reg)).collect()
    }

    fn make(&mut self) {
        for (at, instr) in self.func.code.iter().enumerate() {
            let at = at as u32;
            for reg in self.live_at(at) {
                let node = self.sets.fresh();
                self.values.before.insert((at, reg), node);
            }
            if instr.dst().is_some_and(|dst| self.is_ref(dst.0)) {
                let node = self.sets.fresh();
                self.values.written.insert(at, node);
            }
        }
    }

    /// Control goes from the instruction at `at` to its successors.
    fn after(&mut self, at: u32) {
        let instr = &self.func.code[at as usize];
        let mut next = Vec::new();
        instr.successors(Pc(at), |to| next.push(to.0));
        if let Instr::Block { retry, .. } = instr {
            next.push(retry.0);
        }
        for to in next {
            for reg in self.live_at(to) {
                let written = instr.dst() == Some(Reg(reg));
                let from = if written { self.values.written[&at] } else { self.values.before[&(at, reg)] };
                self.sets.unite(from, self.values.before[&(to, reg)]);
            }
        }
    }

    /// Control goes from what handlers cover to them. An instruction that raises has written nothing.
    fn handlers(&mut self, exceptions: Node) {
        for handler in &self.func.handlers {
            for reg in self.live_at(handler.target.0) {
                let caught = self.values.before[&(handler.target.0, reg)];
                if reg == handler.dst.0 {
                    self.sets.unite(caught, exceptions);
                    continue;
                }
                for at in handler.from.0..handler.to.0 {
                    self.sets.unite(caught, self.values.before[&(at, reg)]);
                }
            }
        }
    }
}
