//! Checks of `Block`: its guard is evaluated from `retry` on, as often as needed, so it may only read.

use super::Checker;
use crate::analysis::{CallGraph, Cfg, atomic_depth};
use crate::{FuncId, Function, Instr, ObjOp, Pc, Program};
use fixedbitset::FixedBitSet;

/// What the checks of all blocks share.
struct Guards {
    graph: CallGraph,
    /// The functions that do more than read, by themselves or in what they call.
    writers: FixedBitSet,
}

impl Checker<'_> {
    pub(super) fn blocks(&mut self) {
        let has_blocks = |func: &Function| func.code.iter().any(|instr| matches!(instr, Instr::Block { .. }));
        if !self.program.functions.iter().any(has_blocks) {
            return;
        }
        let graph = CallGraph::new(self.program);
        let guards = Guards { writers: writers(self.program, &graph), graph };
        for (i, func) in self.program.functions.iter().enumerate().filter(|(_, func)| has_blocks(func)) {
            self.enter(format!("{} {:?}", FuncId::new(i), func.name));
            self.blocks_of(&guards, func);
        }
    }

    fn blocks_of(&mut self, guards: &Guards, func: &Function) {
        let cfg = Cfg::new(func);
        let reachable = cfg.reachable();
        // An error is reported with the function.
        let depth = atomic_depth(func).ok();
        for (pc, instr) in func.code.iter().enumerate() {
            let Instr::Block { retry: Pc(retry), .. } = *instr else { continue };
            self.pc = Some(pc);
            let retry = retry as usize;
            if !matches!(func.code.get(retry), Some(Instr::AtomicBegin)) {
                self.report(format!("its retry L{retry} is not an atomic_begin"));
                continue;
            }
            if !reachable.contains(pc) {
                continue;
            }
            if let Some(depth) = &depth {
                self.check(depth[pc] > depth[retry], || {
                    format!("it is not inside the block of its retry L{retry}")
                });
            }
            self.guard_reads(guards, func, &cfg, &reachable, pc, retry);
        }
    }

    /// All that leads to the block at `pc` comes from `retry` and only reads.
    fn guard_reads(
        &mut self,
        guards: &Guards,
        func: &Function,
        cfg: &Cfg,
        reachable: &FixedBitSet,
        pc: usize,
        retry: usize,
    ) {
        let mut seen = FixedBitSet::with_capacity(func.code.len());
        seen.insert(pc);
        seen.insert(retry);
        let mut work = vec![pc];
        while let Some(at) = work.pop() {
            if at == 0 {
                return self.report(format!("it can be reached other than through its retry L{retry}"));
            }
            for &before in cfg.preds(at) {
                let before = before as usize;
                if !reachable.contains(before) || seen.put(before) {
                    continue;
                }
                if !guards.allows(&func.code[before]) {
                    self.report(format!("between its retry L{retry} and it, L{before} does more than read"));
                }
                work.push(before);
            }
        }
    }
}

impl Guards {
    fn allows(&self, instr: &Instr) -> bool {
        let only_reads = |f: FuncId| !self.writers.contains(f.index());
        match instr {
            Instr::Call { func, .. } => only_reads(*func),
            Instr::CallVirtual { selector, .. } => {
                self.graph.methods(*selector).iter().all(|&f| only_reads(f))
            }
            other => reads(other),
        }
    }
}

/// Whether an instruction changes nothing but registers and the position in the code.
fn reads(instr: &Instr) -> bool {
    match instr {
        Instr::New { .. } => false,
        Instr::Load { .. } | Instr::AtomicBegin => true,
        Instr::Invoke { op, .. } => {
            matches!(
                op,
                ObjOp::Len
                    | ObjOp::Room
                    | ObjOp::Contains
                    | ObjOp::Nth
                    | ObjOp::IsAlive
                    | ObjOp::IsInterrupted
            )
        }
        other => !other.is_visible(),
    }
}

fn writers(program: &Program, graph: &CallGraph) -> FixedBitSet {
    let mut writers = FixedBitSet::with_capacity(program.functions.len());
    // Callees come first, so one pass is enough.
    for component in graph.components() {
        let writes = component.iter().any(|&f| {
            !program.functions[f.index()].code.iter().all(reads)
                || graph.callees(f).iter().any(|callee| writers.contains(callee.index()))
        });
        if writes {
            component.iter().for_each(|f| writers.insert(f.index()));
        }
    }
    writers
}
