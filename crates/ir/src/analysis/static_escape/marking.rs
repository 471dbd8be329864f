//! Which instructions are local, once it is known which alias sets are shared.

use super::contexts::Contexts;
use super::object_flow::ObjectFlow;
use crate::analysis::{Cfg, Components, atomic_depth};
use crate::{FuncId, Function, Instr, ObjOp, Operand, Place, ProcessId, Program, Timeouts};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// For each instruction, function by function, whether it is local.
pub fn mark(program: &Program, flow: &ObjectFlow, contexts: &mut Contexts) -> Vec<bool> {
    let mut marking = Marking::new(program, flow, contexts);
    for f in (0..program.functions.len()).map(FuncId::new) {
        marking.local[f.index()] = marking.instructions(f);
    }
    if marking.halts {
        return vec![false; marking.local.iter().map(Vec::len).sum()];
    }
    marking.find_disturbing();
    let inside = marking.called_inside();
    let blocks = |f| marking.blocks(f, inside.contains(FuncId::index(f)));
    (0..program.functions.len()).map(FuncId::new).flat_map(blocks).collect()
}

struct Marking<'a> {
    program: &'a Program,
    contexts: &'a mut Contexts,
    flow: &'a ObjectFlow,
    depth: Vec<Vec<u32>>,
    /// Processes that may be ended.
    ended: BTreeSet<ProcessId>,
    /// Whether someone interrupts.
    interrupts: bool,
    /// Whether a thread may halt while another asks whether it is alive.
    halts: bool,
    /// Each instruction by itself, whatever is around it.
    local: Vec<Vec<bool>>,
    /// The functions that may come to an instruction that makes an atomic block not local.
    disturbing: FixedBitSet,
}

impl<'a> Marking<'a> {
    fn new(program: &'a Program, flow: &'a ObjectFlow, contexts: &'a mut Contexts) -> Self {
        let has = |test: fn(&Instr) -> bool| program.functions.iter().any(|func| func.code.iter().any(test));
        let invokes_alive = has(|instr| matches!(instr, Instr::Invoke { op: ObjOp::IsAlive, .. }));
        let depth_of = |func: &Function| {
            atomic_depth(func).expect("[commute internal bug] the program is valid: atomic blocks nest")
        };
        Self {
            program,
            contexts,
            flow,
            depth: program.functions.iter().map(depth_of).collect(),
            ended: ended(program),
            interrupts: has(|instr| matches!(instr, Instr::Invoke { op: ObjOp::Interrupt, .. })),
            halts: invokes_alive && has(|instr| matches!(instr, Instr::Assume { .. })),
            local: vec![Vec::new(); program.functions.len()],
            disturbing: FixedBitSet::with_capacity(program.functions.len()),
        }
    }

    /// Nothing is claimed of what nobody comes to.
    fn instructions(&mut self, f: FuncId) -> Vec<bool> {
        let code = &self.program.functions[f.index()].code;
        if !self.flow.is_reached(f) {
            return vec![false; code.len()];
        }
        (0..code.len()).map(|at| self.is_local(f, at, &code[at])).collect()
    }

    /// Whether what an instruction accesses is not shared. Beginning an atomic block is not an access.
    fn is_local(&mut self, f: FuncId, at: usize, instr: &Instr) -> bool {
        // Where a process may be ended, every step of its threads depends on that.
        if self.program.functions[f.index()].process.is_some_and(|process| self.ended.contains(&process)) {
            return false;
        }
        match *instr {
            Instr::EndProcess { .. } => false,
            Instr::Load { place, .. } | Instr::Store { place, .. } | Instr::Cas { place, .. } => {
                match place {
                    Place::Global(_) => false,
                    Place::Field { obj, .. } | Place::Elem { arr: obj, .. } | Place::Slot { obj, .. } => {
                        self.is_unshared(f, at, obj)
                    }
                }
            }
            Instr::Invoke { op, obj, .. } => match op {
                op if op.is_of_threads() => false,
                ObjOp::Wait | ObjOp::WaitTimed if self.interrupts => false,
                ObjOp::WaitTimed if self.is_time_last() => false,
                _ => self.is_unshared(f, at, obj),
            },
            Instr::Block { timed: true, .. } if self.is_time_last() => false,
            // The end of a thread is visible if it has a handle; others have that, too.
            Instr::Spawn { .. } | Instr::Start { .. } | Instr::Return { .. } => false,
            _ => true,
        }
    }

    /// Whether the time of a wait is up only if no other thread can go on.
    fn is_time_last(&self) -> bool {
        self.program.timeouts != Timeouts::Any
    }

    /// Whether the object that the instruction accesses is not shared; null is nobody's.
    fn is_unshared(&mut self, f: FuncId, at: usize, object: Operand) -> bool {
        match self.contexts.accessed[f.index()][at] {
            Some((node, key)) => !self.contexts.sets.is_shared(node, key),
            None => object == Operand::Null,
        }
    }

    /// Whether the instruction keeps an atomic block from being local: it is not local itself, or it may cut the
    /// block in two, and then nobody else can run (a choice). A `Return` gives control back to the block.
    fn disturbs(&self, f: FuncId, at: usize) -> bool {
        let instr = &self.program.functions[f.index()].code[at];
        match instr {
            Instr::Choose { .. } => true,
            Instr::Return { .. } => false,
            Instr::Call { .. } | Instr::CallVirtual { .. } => {
                let called = self.flow.called(f, at as u32, instr);
                called.iter().any(|callee| self.disturbing.contains(callee.index()))
            }
            _ => !self.local[f.index()][at],
        }
    }

    fn find_disturbing(&mut self) {
        for members in Components::new(&self.callees()).groups() {
            let any = |f: FuncId| (0..self.local[f.index()].len()).any(|at| self.disturbs(f, at));
            if members.iter().any(|&f| any(f)) {
                members.iter().for_each(|f| self.disturbing.insert(f.index()));
            }
        }
    }

    /// The functions that each function calls, in the same thread.
    fn callees(&self) -> Vec<Vec<FuncId>> {
        let called = |(f, func): (usize, &Function)| {
            let at = |(at, instr)| self.flow.called(FuncId::new(f), at, instr);
            (0..).zip(&func.code).flat_map(at).collect()
        };
        self.program.functions.iter().enumerate().map(called).collect()
    }

    /// The functions that may be called from inside an atomic block.
    fn called_inside(&self) -> FixedBitSet {
        let mut work = Vec::new();
        for (f, (func, depth)) in self.program.functions.iter().zip(&self.depth).enumerate() {
            for (at, instr) in func.code.iter().enumerate().filter(|&(at, _)| depth[at] > 0) {
                work.extend(self.flow.called(FuncId::new(f), at as u32, instr));
            }
        }
        let callees = self.callees();
        let mut inside = FixedBitSet::with_capacity(callees.len());
        while let Some(f) = work.pop() {
            if !inside.put(f.index()) {
                work.extend_from_slice(&callees[f.index()]);
            }
        }
        inside
    }

    /// The answers for `f`. Where a thread may stand inside an atomic block, its next step is the rest of the
    /// block and what callers add to it: not local. Where a block begins, the step is the block.
    fn blocks(&self, f: FuncId, called_inside: bool) -> Vec<bool> {
        let mut local = self.local[f.index()].clone();
        let cfg = Cfg::new(&self.program.functions[f.index()]);
        for (at, instr) in self.program.functions[f.index()].code.iter().enumerate() {
            if called_inside || self.depth[f.index()][at] > 0 {
                local[at] = false;
            } else if matches!(instr, Instr::AtomicBegin) {
                local[at] = self.is_block_local(f, at, &cfg);
            }
        }
        local
    }

    /// Whether nothing in the atomic block that begins at `begin`, which is in no other one, disturbs.
    fn is_block_local(&self, f: FuncId, begin: usize, cfg: &Cfg) -> bool {
        let depth = &self.depth[f.index()];
        let mut seen = FixedBitSet::with_capacity(depth.len());
        let mut work = cfg.succs(begin).to_vec();
        while let Some(at) = work.pop() {
            let at = at as usize;
            if depth[at] == 0 || seen.put(at) {
                continue;
            }
            if self.disturbs(f, at) {
                return false;
            }
            work.extend_from_slice(cfg.succs(at));
        }
        true
    }
}

/// The processes that may be ended.
fn ended(program: &Program) -> BTreeSet<ProcessId> {
    let code = program.functions.iter().flat_map(|func| &func.code);
    let process = |instr: &Instr| match instr {
        Instr::EndProcess { process, .. } => Some(*process),
        _ => None,
    };
    code.filter_map(process).collect()
}
