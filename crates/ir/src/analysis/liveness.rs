//! Which registers may still be read.

use super::Cfg;
use crate::{Function, Handler, Instr, Operand, Pc, Reg};
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;

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

/// What a register is live for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum For {
    /// Whatever it holds.
    Value,
    /// What the object that it refers to holds: more than of which kind, how long or whether it is there.
    Content,
}

/// Computes the live registers of `func`, backwards to a fixpoint. An instruction that a handler covers
/// also keeps alive what the handler reads, except the register that receives the exception.
///
/// An instruction is looked at again only when something after it has changed, and first in postorder, so
/// that code without loops is done in one pass whatever its layout.
pub fn liveness(func: &Function) -> Liveness {
    live_for(func, For::Value)
}

/// As [`liveness`], without registers of whose objects only the kind and the length are still asked for, or whether they are null.
pub fn content_liveness(func: &Function) -> Liveness {
    live_for(func, For::Content)
}

fn live_for(func: &Function, purpose: For) -> Liveness {
    let cfg = Cfg::new(func);
    let handlers = covering(func);
    let mut live_in = vec![FixedBitSet::with_capacity(func.regs.len()); func.code.len()];
    let mut work: VecDeque<u32> = cfg.postorder().into();
    let mut queued = FixedBitSet::with_capacity(func.code.len());
    queued.insert_range(..);
    while let Some(at) = work.pop_front() {
        let at = at as usize;
        queued.set(at, false);
        let new = transfer(func, &handlers[at], &live_in, at, purpose);
        if new != live_in[at] {
            live_in[at] = new;
            work.extend(cfg.preds(at).iter().filter(|&&before| !queued.put(before as usize)));
        }
    }
    Liveness { live_in }
}

/// The handlers that cover each instruction. Those that go to the same place are the same to liveness.
fn covering(func: &Function) -> Vec<Vec<Handler>> {
    let mut covering: Vec<Vec<Handler>> = vec![Vec::new(); func.code.len()];
    for handler in &func.handlers {
        let to = (handler.to.0 as usize).min(func.code.len());
        for list in covering.get_mut(handler.from.0 as usize..to).into_iter().flatten() {
            if !list.iter().any(|h| h.target == handler.target && h.dst == handler.dst) {
                list.push(*handler);
            }
        }
    }
    covering
}

fn transfer(
    func: &Function,
    handlers: &[Handler],
    live_in: &[FixedBitSet],
    at: usize,
    purpose: For,
) -> FixedBitSet {
    let instr = &func.code[at];
    let mut live = FixedBitSet::with_capacity(func.regs.len());
    instr.successors(Pc(at as u32), |to| {
        if let Some(next) = live_in.get(to.0 as usize) {
            live.union_with(next);
        }
    });
    let is_used = purpose == For::Value || needs_content(instr, &live);
    if let Some(dst) = instr.dst() {
        kill(&mut live, dst);
    }
    for handler in handlers {
        if let Some(target) = live_in.get(handler.target.0 as usize) {
            let mut in_handler = target.clone();
            kill(&mut in_handler, handler.dst);
            live.union_with(&in_handler);
        }
    }
    if let Instr::Block { retry, .. } = instr
        && let Some(guard) = live_in.get(retry.0 as usize)
    {
        live.union_with(guard);
    }
    if is_used {
        instr.operands(|operand| {
            if let Operand::Reg(Reg(reg)) = operand {
                live.grow_and_insert(usize::from(reg));
            }
        });
    }
    live
}

/// Whether an instruction, after which `live` are, does more with an object than to ask for its kind, its length, or whether it is
/// there.
fn needs_content(instr: &Instr, live: &FixedBitSet) -> bool {
    match instr {
        Instr::Length { .. }
        | Instr::IsInstance { .. }
        | Instr::IsShape { .. }
        | Instr::CheckCast { .. }
        | Instr::Binary { a: Operand::Null, .. }
        | Instr::Binary { b: Operand::Null, .. } => false,
        Instr::Move { dst, .. } => live.contains(usize::from(dst.0)),
        _ => true,
    }
}

fn kill(live: &mut FixedBitSet, reg: Reg) {
    if usize::from(reg.0) < live.len() {
        live.set(usize::from(reg.0), false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RegDecl, Ty, parse};

    fn live(text: &str) -> Vec<Vec<usize>> {
        let program = parse(text).unwrap();
        let func = &program.functions[0];
        let live = liveness(func);
        (0..func.code.len()).map(|at| live.before(Pc(at as u32)).ones().collect()).collect()
    }

    #[test]
    fn who_asks_for_a_length_needs_no_content() {
        let text = "fn fn0 f(r0: anyref, r1: anyref) {\n reg r2: i64\n reg r3: anyref\n\
             L0: r3 = r0\n\
             L1: r2 = length r3\n\
             L2: r2 = eq.i64 r1, null\n\
             L3: r3 = r1\n\
             L4: r2 = load r3[0]\n\
             L5: return\n}";
        let func = &parse(text).unwrap().functions[0];
        let live = content_liveness(func);
        assert_eq!(live.before(Pc(0)).ones().collect::<Vec<_>>(), [1]);
        assert_eq!(live.before(Pc(4)).ones().collect::<Vec<_>>(), [3]);
        assert_eq!(liveness(func).before(Pc(0)).ones().collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn a_loop_keeps_its_counter_and_bound_alive() {
        let sets = live(
            "fn fn0 f(r0: i64) {\n reg r1: i64\n reg r2: i64\n\
             L0: r1 = 0\n\
             L1: r2 = lt.i64 r1, r0\n\
             L2: branch r2, L3, L5\n\
             L3: r1 = add.i64 r1, 1\n\
             L4: jump L1\n\
             L5: return\n}",
        );
        assert_eq!(sets, [vec![0], vec![0, 1], vec![0, 1, 2], vec![0, 1], vec![0, 1], vec![]]);
    }

    #[test]
    fn a_handler_keeps_alive_what_it_reads_but_not_the_exception() {
        let sets = live(
            "fn fn0 f(r0: i64) -> i64 {\n reg r1: anyref\n reg r2: i64\n\
             catch L0 to L1 any -> r1, L2\n\
             L0: r0 = call fn0(r2)\n\
             L1: return r2\n\
             L2: check_cast r1, class0\n\
             L3: return r0\n}",
        );
        // L0 writes r0, but the handler sees the old value.
        assert_eq!(sets, [vec![0, 2], vec![2], vec![0, 1], vec![0]]);
    }

    #[test]
    fn a_false_block_evaluates_its_guard_again() {
        let sets = live(
            "fn fn0 f(r0: i64) {\n reg r1: i64\n\
             L0: atomic_begin\n\
             L1: r1 = load global0\n\
             L2: r1 = eq.i64 r1, r0\n\
             L3: block r1, L0\n\
             L4: atomic_end\n\
             L5: return\n}",
        );
        assert_eq!(sets, [vec![0], vec![0], vec![0, 1], vec![0, 1], vec![], vec![]]);
    }

    #[test]
    fn each_instruction_of_a_long_backward_layout_is_done_once() {
        // `jump L(i-1)` for each i: round-robin from the end would need one pass for each instruction.
        let len = 50_000;
        let mut code =
            vec![Instr::Jump { target: Pc(len) }, Instr::Return { value: Some(Operand::Reg(Reg(0))) }];
        code.extend((2..=len).map(|at| Instr::Jump { target: Pc(at - 1) }));
        let func = Function {
            name: "long".into(),
            params: 1,
            ret: Some(Ty::I64),
            regs: vec![RegDecl { name: String::new(), ty: Ty::I64 }],
            spans: vec![Default::default(); code.len()],
            code,
            handlers: Vec::new(),
            labels: Vec::new(),
            process: None,
            span: Default::default(),
        };
        let live = liveness(&func);
        assert!((0..=len).all(|at| live.before(Pc(at)).contains(0)));
        let started = std::time::Instant::now();
        liveness(&func);
        assert!(started.elapsed().as_secs() < 5, "liveness is quadratic: {:?}", started.elapsed());
    }
}
