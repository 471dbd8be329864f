//! Counters: atomic blocks that only add to a shared word, or only wait until a comparison of one is true. Nothing else can
//! be seen of them, so increments commute (SC06 section 10). Not those of words that are accessed plainly elsewhere: whether such an
//! access has a data race with one of them is seen, whatever the value.

use crate::races::PlainWords;
use commute_ir::analysis::{Liveness, atomic_depth, liveness};
use commute_ir::{BinOp, Function, GlobalId, Instr, NumTy, Operand, Pc, Place, Program, Reg};
use commute_machine::{Comparison, Detail, Operation, Pattern, PossibleAct};
use commute_mutants::mutant;
use std::collections::HashMap;

/// A block that works on a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// The shared word.
    pub global: u32,
    /// Reading (a test) or writing (an increment).
    pub operation: Operation,
    /// What it does.
    pub detail: Detail,
    /// This is an instruction inside the block; what it does is said at the beginning.
    pub inside: bool,
}

impl Counter {
    /// As something that a thread may do.
    pub fn possible(&self) -> PossibleAct {
        PossibleAct {
            pattern: Pattern::Global(self.global),
            operation: self.operation,
            detail: Some(self.detail),
        }
    }
}

/// All counters of a program, by function and instruction.
pub fn counters(program: &Program) -> HashMap<(u32, u32), Counter> {
    let mut found = HashMap::new();
    let plain = PlainWords::new(program);
    for (f, function) in program.functions.iter().enumerate() {
        let begins = |i: &Instr| matches!(i, Instr::AtomicBegin);
        if !function.code.iter().any(begins) {
            continue;
        }
        let live = liveness(function);
        let Ok(depth) = atomic_depth(function) else { continue };
        let may_count = |&at: &usize| begins(&function.code[at]) && is_outermost(&depth, at);
        for at in (0..function.code.len()).filter(may_count) {
            if let Some((counter, len)) = recognize(function, &live, at)
                && !plain.has_global(counter.global)
            {
                for inside in 0..len {
                    let counter = Counter { inside: inside > 0, ..counter };
                    found.insert((f as u32, (at + inside) as u32), counter);
                }
            }
        }
    }
    found
}

/// Whether the block that begins at `at` is inside no other one. Otherwise it is not all that its step does (a thread may wait
/// there, in the middle of the outer one).
#[mutant("inner-blocks-are-counters", true)]
fn is_outermost(depth: &[u32], at: usize) -> bool {
    depth[at] == 0
}

/// The counter that begins at `at`, and how many instructions it is long. A jump into its middle cannot be: an atomic block
/// is entered at its beginning.
fn recognize(function: &Function, live: &Liveness, at: usize) -> Option<(Counter, usize)> {
    let [Instr::AtomicBegin, Instr::Load { dst: value, place: Place::Global(global), .. }, rest @ ..] =
        &function.code[at..]
    else {
        return None;
    };
    let in_handler =
        function.handlers.iter().any(|h| (h.from.0 as usize..h.to.0 as usize).contains(&(at + 1)));
    let (operation, detail, temporary, len) = match rest {
        [
            Instr::Binary { dst, op, num: NumTy::I64, a, b },
            Instr::Store { place, src, .. },
            Instr::AtomicEnd,
            ..,
        ] if *place == Place::Global(*global) && *src == Operand::Reg(*dst) => {
            (Operation::Write, Detail::Increment(added(*op, *a, *b, *value)?), *dst, 5)
        }
        [
            Instr::Binary { dst, op, num: NumTy::I64, a, b },
            Instr::Block { cond, timed: false, retry },
            Instr::AtomicEnd,
            ..,
        ] if *cond == Operand::Reg(*dst) && retry.0 as usize == at => {
            let (comparison, bound) = compared(*op, *a, *b, *value)?;
            (Operation::Read, Detail::Test(comparison, bound), *dst, 5)
        }
        _ => return None,
    };
    let after = live.before(Pc((at + len) as u32));
    let forgotten = |r: Reg| !after.contains(r.0 as usize);
    let GlobalId(global) = *global;
    let counter = Counter { global, operation, detail, inside: false };
    (!in_handler && forgotten(*value) && forgotten(temporary)).then_some((counter, len))
}

/// What is added to `value`, if it is a constant.
fn added(op: BinOp, a: Operand, b: Operand, value: Reg) -> Option<i64> {
    match (op, a, b) {
        (BinOp::Add, Operand::Reg(r), Operand::Int(n)) | (BinOp::Add, Operand::Int(n), Operand::Reg(r))
            if r == value =>
        {
            Some(n)
        }
        (BinOp::Sub, Operand::Reg(r), Operand::Int(n)) if r == value => Some(n.wrapping_neg()),
        _ => None,
    }
}

/// How `value` is compared with a constant.
fn compared(op: BinOp, a: Operand, b: Operand, value: Reg) -> Option<(Comparison, i64)> {
    let (Operand::Reg(r), Operand::Int(bound)) = (a, b) else { return None };
    let comparison = match op {
        BinOp::Eq => Comparison::Eq,
        BinOp::Ne => Comparison::Ne,
        BinOp::Lt => Comparison::Lt,
        BinOp::Le => Comparison::Le,
        BinOp::Gt => Comparison::Gt,
        BinOp::Ge => Comparison::Ge,
        _ => return None,
    };
    (r == value).then_some((comparison, bound))
}
