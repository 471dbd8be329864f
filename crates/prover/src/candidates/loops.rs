//! Candidates for invariants of loops.

use super::{MAX_CANDIDATES, compare, not};
use crate::derive::{equal, expr, lock, number, owner_of};
use crate::spec::{Conjunct, LoopInvariant, Spec};
use crate::store::Store;
use commute_base::Span;
use commute_ir::{BinOp, Expr, ExprKind, FuncId, Instr, Pc, Program, Shape, StaticId, Ty};

/// Candidates for loops without a written invariant: the thread holds a lock, or does not; counters are not negative.
pub fn loops(program: &Program, store: &Store, spec: &Spec) -> Vec<LoopInvariant> {
    let mut found = Vec::new();
    for (at, func) in program.functions.iter().enumerate() {
        let Some(flow) = crate::code::flow::Flow::new(func) else { continue };
        for pc in (0..func.code.len() as u32).map(Pc) {
            let func_id = FuncId::new(at);
            let written = spec.loops.iter().any(|l| l.func == func_id && l.at == pc);
            if flow.loop_at(pc).is_none() || written {
                continue;
            }
            let regs = func.regs.len() as u32;
            let mut add = |expr: Expr, text: String| {
                let conjunct = Conjunct {
                    expr,
                    name: "found".to_owned(),
                    span: func.spans[pc.0 as usize],
                    text: Some(text),
                };
                found.push(LoopInvariant { func: func_id, at: pc, regs, conjunct });
            };
            for (s, object) in program.statics.iter().enumerate() {
                let single = !store.rows[store.row_of(StaticId::new(s)).0].indexed;
                if single && program.shapes[object.shape.index()] == Shape::Lock {
                    let owner = owner_of(lock(StaticId::new(s), object.span), object.span);
                    // The parameter after the registers is the thread itself.
                    let me = expr(ExprKind::Param(regs), Ty::I64, object.span);
                    add(equal(&owner, &me), format!("this thread holds {}", object.name));
                    add(not(&equal(&owner, &me)), format!("this thread does not hold {}", object.name));
                }
            }
            for (r, reg) in func.regs.iter().enumerate() {
                if reg.ty == Ty::I64 && !reg.name.is_empty() && assigned(&func.code, r) {
                    let value = expr(ExprKind::Param(r as u32), Ty::I64, Span::default());
                    let zero = number(0, Span::default());
                    add(compare(BinOp::Ge, &value, &zero), format!("{} >= 0", reg.name));
                }
            }
        }
    }
    found.truncate(MAX_CANDIDATES);
    found
}

fn assigned(code: &[Instr], reg: usize) -> bool {
    code.iter().any(|i| i.dst().is_some_and(|d| usize::from(d.0) == reg))
}
