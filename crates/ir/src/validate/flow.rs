//! Checks of functions: registers, control flow, handlers, labels, nesting of atomic blocks.

use super::Checker;
use crate::analysis::atomic_depth;
use crate::{Function, Handler, Instr, Pc, Reg};

impl<'p> Checker<'p> {
    pub(super) fn function(&mut self, func: &'p Function) {
        let regs = func.regs.len();
        self.check(regs <= usize::from(u16::MAX), || format!("it has {regs} registers, more than 65535"));
        let params = func.params;
        self.check(params as usize <= regs, || format!("it has {params} parameters but {regs} registers"));
        let (code, spans) = (func.code.len(), func.spans.len());
        self.check(code == spans, || format!("it has {code} instructions but {spans} spans"));
        self.check(code > 0, || "it has no instructions".to_owned());
        func.regs.iter().for_each(|reg| self.ty(reg.ty));
        func.ret.into_iter().for_each(|ret| self.ty(ret));
        for handler in &func.handlers {
            self.handler(func, handler);
        }
        for label in &func.labels {
            let exists = (label.pc.0 as usize) < code;
            self.check(exists, || format!("its label {:?} is outside the code", label.name));
        }
        for (pc, instr) in func.code.iter().enumerate() {
            self.pc = Some(pc);
            self.control(func, pc, instr);
            self.instr(func, instr);
        }
        self.atomic(func);
    }

    fn handler(&mut self, func: &Function, handler: &Handler) {
        let (from, to, target) = (handler.from.0, handler.to.0, handler.target.0);
        let code = func.code.len();
        let covers = from < to && to as usize <= code;
        self.check(covers, || format!("its handler covers L{from} to L{to}"));
        self.check((target as usize) < code, || format!("its handler starts at L{target}, outside the code"));
        if let Some(class) = handler.class {
            self.class(class);
        }
        let Reg(dst) = handler.dst;
        match func.regs.get(usize::from(dst)) {
            Some(reg) => {
                self.check(reg.ty.is_ref(), || format!("the exception register r{dst} is not a reference"))
            }
            None => self.report(format!("there is no register r{dst}")),
        }
    }

    fn control(&mut self, func: &Function, pc: usize, instr: &Instr) {
        let code = func.code.len() as u64;
        instr.successors(Pc(pc as u32), |to| {
            let next = u64::from(to.0) == pc as u64 + 1 && u64::from(to.0) == code;
            let what =
                if next { "runs past the end of".to_owned() } else { format!("goes to L{}, outside", to.0) };
            self.check(u64::from(to.0) < code, || format!("control {what} the code"));
        });
    }

    fn atomic(&mut self, func: &Function) {
        match atomic_depth(func) {
            Ok(depth) => {
                for (pc, instr) in func.code.iter().enumerate() {
                    self.pc = Some(pc);
                    let leaves = matches!(instr, Instr::Return { .. }) && depth[pc] > 0;
                    self.check(!leaves, || "it returns from inside an atomic block".to_owned());
                }
            }
            Err(error) => {
                self.pc = Some(error.pc.0 as usize);
                self.report("the number of atomic blocks around it is not the same on all paths");
            }
        }
    }
}
