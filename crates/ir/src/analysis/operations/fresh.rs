//! Where objects are new: nobody but the function that made them, or that was given them, has seen them.

use super::{Calls, THIS, callees, first_argument, keeps_this, mentions, object_of, place};
use crate::{Instr, ObjOp, Operand, Pc, Place, Program};
use fixedbitset::FixedBitSet;

/// Where objects are new.
pub(in crate::analysis) struct Fresh<'a> {
    program: &'a Program,
    calls: &'a Calls,
    /// Functions that hand their first argument to nobody.
    keep: FixedBitSet,
    /// Of these, those that access nothing else that is shared.
    confined: FixedBitSet,
    /// Functions whose first argument is new wherever they are called, and which keep it to themselves.
    given: FixedBitSet,
}

impl<'a> Fresh<'a> {
    pub(in crate::analysis) fn new(program: &'a Program, calls: &'a Calls) -> Self {
        let none = FixedBitSet::with_capacity(program.functions.len());
        let (keep, confined, given) = (none.clone(), none.clone(), none);
        let mut this = Self { program, calls, keep, confined, given };
        this.keep = this.greatest(|so, instr| mentions(instr, THIS) == 0 || this.keeps(so, instr, THIS));
        this.confined = this.greatest(|so, instr| this.is_confined(so, instr));
        this.confined.intersect_with(&this.keep);
        this.given = calls.wherever_called(this.keep.clone(), |so, site| {
            let passed_on = site.first == Some(THIS) && so.contains(site.caller);
            passed_on || site.first.is_some_and(|first| this.at(site.caller, site.at, first))
        });
        this
    }

    /// Whether register 0 of a function is new while the function runs.
    pub(super) fn is_given(&self, f: usize) -> bool {
        self.given.contains(f)
    }

    /// Whether an instruction accesses nothing that is shared but register 0, if the functions of `so` do not.
    fn is_confined(&self, so: &FixedBitSet, instr: &Instr) -> bool {
        match instr {
            Instr::Load { .. } | Instr::Store { .. } | Instr::Cas { .. } => {
                matches!(place(instr), Some(Place::Field { obj: THIS, .. }))
            }
            Instr::Call { .. } | Instr::CallVirtual { .. } => {
                first_argument(instr) == Some(THIS)
                    && callees(&self.calls.graph, instr).all(|f| so.contains(f.index()))
            }
            _ => !instr.is_visible() && !matches!(instr, Instr::Block { .. }),
        }
    }

    /// Whether all that an instruction may call does nothing but access its first argument.
    pub(super) fn calls_confined(&self, instr: &Instr) -> bool {
        callees(&self.calls.graph, instr).all(|f| self.confined.contains(f.index()))
    }

    /// Whether an operand is new where an instruction is executed: made shortly before, and handed to nobody since.
    pub(in crate::analysis) fn at(&self, f: usize, at: usize, operand: Operand) -> bool {
        let Operand::Reg(reg) = operand else { return false };
        let function = &self.program.functions[f];
        for here in (0..at).rev() {
            let instr = &function.code[here];
            if matches!(instr, Instr::New { dst, .. } if *dst == reg) {
                return !self.is_entered_between(f, here, at);
            }
            let mut goes_on = false;
            instr.successors(Pc(here as u32), |to| goes_on |= to.0 as usize == here + 1);
            let kept = mentions(instr, operand) == 0 || self.keeps(&self.keep, instr, operand);
            if !goes_on || !kept || instr.dst() == Some(reg) {
                return false;
            }
        }
        false
    }

    /// Whether control may come to an instruction behind `from`, up to `to`, otherwise than from the one before it.
    fn is_entered_between(&self, f: usize, from: usize, to: usize) -> bool {
        let function = &self.program.functions[f];
        let inside = |pc: Pc| from < pc.0 as usize && pc.0 as usize <= to;
        let mut entered = function.handlers.iter().any(|handler| inside(handler.target));
        for (at, instr) in function.code.iter().enumerate() {
            instr.successors(Pc(at as u32), |pc| entered |= inside(pc) && pc.0 as usize != at + 1);
            if let Instr::Block { retry, .. } = instr {
                entered |= inside(*retry);
            }
        }
        entered
    }

    /// The largest set of functions that keep register 0 and have only instructions which are right if the functions in the set are.
    fn greatest(&self, is_right: impl Fn(&FixedBitSet, &Instr) -> bool) -> FixedBitSet {
        let functions = &self.program.functions;
        let mut so = FixedBitSet::with_capacity(functions.len());
        so.extend((0..functions.len()).filter(|&f| keeps_this(&functions[f])));
        loop {
            let wrong = so.ones().find(|&f| !functions[f].code.iter().all(|instr| is_right(&so, instr)));
            match wrong {
                Some(f) => so.set(f, false),
                None => return so,
            }
        }
    }

    /// Whether an instruction that reads a reference hands it to nobody, if the functions of `so` do not.
    fn keeps(&self, so: &FixedBitSet, instr: &Instr, operand: Operand) -> bool {
        let once = mentions(instr, operand) == 1;
        match instr {
            Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => {
                once && object_of(*place) == Some(operand)
            }
            Instr::Fixed { .. } | Instr::IsInstance { .. } | Instr::IsShape { .. } | Instr::Length { .. } => {
                true
            }
            Instr::CheckCast { .. } | Instr::Binary { .. } | Instr::Print { .. } | Instr::Branch { .. } => {
                true
            }
            Instr::Invoke { op: ObjOp::MonitorEnter | ObjOp::MonitorExit, .. } => true,
            Instr::Call { .. } | Instr::CallVirtual { .. } => {
                once && first_argument(instr) == Some(operand)
                    && callees(&self.calls.graph, instr).all(|f| so.contains(f.index()))
            }
            _ => false,
        }
    }
}
