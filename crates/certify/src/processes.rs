//! The end of a process.

use crate::event::Deed;
use crate::interpreter::Interpreter;
use crate::state::{Status, Value};
use commute_ir::{Expr, ExprKind, GlobalId, Operand, ProcessId, PropertyKind, Shape};
use std::collections::BTreeSet;

impl Interpreter<'_> {
    /// The process of a thread that has not finished: that of its first function.
    pub(crate) fn process_of(&self, t: usize) -> Option<ProcessId> {
        let first = self.state.threads[t].frames.first()?;
        self.code.program.functions[first.func.index()].process
    }

    /// Ends all threads of a process; `t` does it, and goes on if it is none of them.
    pub(crate) fn end_process(&mut self, t: usize, process: ProcessId) {
        let name = self.code.program.processes[process.index()].clone();
        let own: Vec<usize> = (0..self.threads()).filter(|&t| self.process_of(t) == Some(process)).collect();
        let what = if own.contains(&t) { "ends" } else { "crashes" };
        self.note(t, self.span_at(t), Deed::Tells, |_| format!("{name} {what}"));
        for &thread in &own {
            self.finish(thread, Status::Ended);
        }
        self.forget(process);
        if !own.contains(&t) {
            self.next(t);
        }
    }

    /// What only that process could see is as if it had never been written; handles of its threads know that these have ended.
    fn forget(&mut self, process: ProcessId) {
        let program = self.code.program;
        let seen = self.seen_globals();
        for (i, global) in program.globals.iter().enumerate() {
            if global.process == Some(process) && !seen.contains(&GlobalId::new(i)) {
                self.state.globals[i] = Value::zero(global.ty);
            }
        }
        for (i, declared) in program.statics.iter().enumerate() {
            if declared.process != Some(process) {
                continue;
            }
            let is_handle = match program.shapes[declared.shape.index()] {
                Shape::Instance(class) => {
                    program.thread_class.is_some_and(|thread| program.is_subclass(class, thread))
                }
                _ => false,
            };
            let object = self.state.object_mut(i as u32);
            object.holder = None;
            object.count = 0;
            for (slot, &word) in declared.data.iter().enumerate() {
                object.data[slot] = match word {
                    _ if is_handle && slot == 0 => Value::Num(-1),
                    Operand::Null => Value::Ref(None),
                    Operand::Static(id) => Value::Ref(Some(id.0)),
                    Operand::F32(bits) => Value::Num(i64::from(bits)),
                    Operand::F64(bits) => Value::Num(bits as i64),
                    Operand::Int(number) => Value::Num(number),
                    Operand::Reg(_) => {
                        panic!("[commute internal bug] a register in the data of a static object")
                    }
                };
            }
        }
    }

    /// The variables that invariants and formulas read.
    fn seen_globals(&self) -> BTreeSet<GlobalId> {
        let mut seen = BTreeSet::new();
        let mut look = |expr: &Expr| {
            expr.for_each_part(&mut |part| {
                if let ExprKind::Global { global, .. } = &part.kind {
                    seen.insert(*global);
                }
            });
        };
        for property in &self.code.program.properties {
            match &property.kind {
                PropertyKind::Invariant(expr) => look(expr),
                PropertyKind::Ltl(formula) => formula.for_each_atom(&mut look),
                _ => {}
            }
        }
        seen
    }
}
