//! The program with what the interpreter wants to know of each place, computed once.

use crate::counters::Counters;
use crate::processes::{Forgotten, forgotten, lives};
use crate::refusals::Refusals;
use commute_ir::analysis::{Grains, Liveness, atomic_depth, grains, liveness};
use commute_ir::{
    Expr, ExprKind, Function, GlobalId, Instr, ObjOp, Operand, Pc, ProcessId, Program, Property,
    PropertyKind, Shape,
};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many globals share a component. A step rewrites one group, and a small group is cheap to rewrite.
pub const GLOBALS_PER_GROUP: usize = 8;

/// A program, ready to run.
pub struct Code {
    /// The program itself.
    pub program: Arc<Program>,
    /// For each function, what is known of it.
    pub funcs: Vec<FuncInfo>,
    /// For each shape, which data words are references.
    pub refs: Vec<RefLayout>,
    /// For each group of globals, which words are references.
    pub global_refs: Vec<Vec<usize>>,
    /// Indices of the properties that are invariants.
    pub invariants: Vec<usize>,
    /// Whether any object can be allocated while running.
    pub allocates: bool,
    /// Whether threads are started.
    pub starts: bool,
    /// Whether some thread may interrupt another.
    pub interrupts: bool,
    /// Blocks that only count.
    pub counters: Counters,
    /// Which classes are seen as a whole.
    pub grains: Grains,
    /// Whether a thread can know that it is alone again: one starts, all others have handles, and so a step of their own in which they
    /// end, and somebody waits for that.
    pub may_be_alone: bool,
    /// For each process that may be ended, what stands for its being there.
    pub lives: Vec<Option<GlobalId>>,
    /// For each of these, what is forgotten of it when it is ended.
    pub forgotten: Vec<Forgotten>,
    /// What executions have come to that whoever reads the verdict is told, and in which processes.
    pub remarks: RefCell<BTreeSet<(Option<ProcessId>, Box<str>)>>,
    /// What executions have come to that is not translated.
    pub refusals: RefCell<Refusals>,
}

/// What is known of a function.
pub struct FuncInfo {
    /// The number of registers.
    pub regs: usize,
    /// Which registers are references.
    pub ref_regs: Vec<u16>,
    /// For each instruction, whether it is inside an atomic block of this function.
    pub atomic: Vec<bool>,
    /// For each instruction, whether it is visible wherever it stands.
    pub visible: Vec<bool>,
    /// For each `AtomicBegin`, whether it may be blocked at all.
    pub may_block: Vec<bool>,
    live: LiveSets,
    live_across: LiveSets,
}

/// Which data words of an object are references.
pub enum RefLayout {
    /// None.
    None,
    /// These.
    Slots(Vec<usize>),
    /// All from this one on.
    From(usize),
}

impl RefLayout {
    /// Whether a data word is a reference.
    pub fn contains(&self, slot: usize) -> bool {
        match self {
            RefLayout::None => false,
            RefLayout::Slots(slots) => slots.contains(&slot),
            RefLayout::From(first) => slot >= *first,
        }
    }
}

/// A set of registers for each instruction, as rows of bits.
struct LiveSets {
    words_per_row: usize,
    bits: Vec<u64>,
}

impl LiveSets {
    fn new(func: &Function, is_live: impl Fn(usize, usize) -> bool) -> Self {
        let words_per_row = func.regs.len().div_ceil(64);
        let mut bits = vec![0; words_per_row * func.code.len()];
        for pc in 0..func.code.len() {
            for reg in (0..func.regs.len()).filter(|&r| is_live(pc, r)) {
                bits[pc * words_per_row + reg / 64] |= 1 << (reg % 64);
            }
        }
        Self { words_per_row, bits }
    }

    fn contains(&self, pc: u32, register: usize) -> bool {
        self.bits[pc as usize * self.words_per_row + register / 64] >> (register % 64) & 1 != 0
    }

    #[inline]
    fn clear_dead(&self, pc: u32, regs: &mut [u64]) {
        let row = &self.bits[pc as usize * self.words_per_row..];
        for (chunk, &live) in regs.chunks_mut(64).zip(row) {
            for (i, reg) in chunk.iter_mut().enumerate() {
                *reg &= (live >> i & 1).wrapping_neg();
            }
        }
    }
}

/// Whether a register is live in a frame below the top, which stands at its call: the arguments are gone, the result is not there yet.
pub fn is_live_across(func: &Function, live: &Liveness, pc: usize, reg: usize) -> bool {
    let here = Pc(pc as u32);
    let after = pc + 1 < func.code.len()
        && live.before(Pc(pc as u32 + 1)).contains(reg)
        && func.code[pc].dst().is_none_or(|d| d.0 as usize != reg);
    let mut covering = func.handlers.iter().filter(|h| h.from <= here && here < h.to);
    after || covering.any(|h| h.dst.0 as usize != reg && live.before(h.target).contains(reg))
}

impl FuncInfo {
    fn new(func: &Function) -> Self {
        let depth = atomic_depth(func).expect("[commute internal bug] the program was validated");
        let live = liveness(func);
        let before = |pc: usize, reg: usize| live.before(Pc(pc as u32)).contains(reg);
        let across = |pc: usize, reg: usize| is_live_across(func, &live, pc, reg);
        Self {
            regs: func.regs.len(),
            ref_regs: (0..func.regs.len()).filter(|&r| func.regs[r].ty.is_ref()).map(|r| r as u16).collect(),
            atomic: depth.iter().map(|&d| d > 0).collect(),
            visible: func.code.iter().map(Instr::is_visible).collect(),
            may_block: (0..func.code.len()).map(|pc| may_block(func, pc)).collect(),
            live: LiveSets::new(func, before),
            live_across: LiveSets::new(func, across),
        }
    }

    /// Whether a register may still be read, just before the instruction at `pc`.
    pub fn is_live(&self, pc: u32, register: commute_ir::Reg) -> bool {
        self.live.contains(pc, register.0 as usize)
    }

    /// Zeroes the registers that are dead in a top frame that stands at `pc`.
    #[inline]
    pub fn clear_dead(&self, pc: u32, regs: &mut [u64]) {
        self.live.clear_dead(pc, regs);
    }

    /// Zeroes the registers that are dead in a frame below, which stands at its call at `pc`.
    #[inline]
    pub fn clear_dead_in_caller(&self, pc: u32, regs: &mut [u64]) {
        self.live_across.clear_dead(pc, regs);
    }
}

impl Code {
    /// Prepares a program, which must be valid ([`commute_ir::validate`]).
    pub fn new(program: Arc<Program>) -> Self {
        let funcs: Vec<FuncInfo> = program.functions.iter().map(FuncInfo::new).collect();
        let refs = program.shapes.iter().map(|s| ref_layout(&program, *s)).collect();
        let groups = program.globals.chunks(GLOBALS_PER_GROUP);
        let global_refs =
            groups.map(|g| (0..g.len()).filter(|&i| g[i].ty.is_ref()).collect()).collect::<Vec<_>>();
        let is_invariant = |p: &Property| matches!(p.kind, PropertyKind::Invariant(_));
        let invariants =
            (0..program.properties.len()).filter(|&i| is_invariant(&program.properties[i])).collect();
        let makes_objects =
            |i: &Instr| matches!(i, Instr::New { .. }) || matches!(i, Instr::Spawn { dst: Some(_), .. });
        let allocates = !program.fault_classes.is_empty()
            || program.functions.iter().any(|f| f.code.iter().any(makes_objects));
        let starts_threads = |i: &Instr| matches!(i, Instr::Spawn { .. } | Instr::Start { .. });
        let starts = program.functions.iter().any(|f| f.code.iter().any(starts_threads));
        let interrupts = program.uses(ObjOp::Interrupt);
        let lives = lives(&program);
        // A block of a process that may be ended does more than count.
        let counters = match lives.iter().all(Option::is_none) {
            true => Counters::new(&program),
            false => Counters::default(),
        };
        let grains = grains(&program).0;
        let without_handle = |i: &Instr| matches!(i, Instr::Spawn { dst: None, .. });
        let may_be_alone = program.threads.len() == 1
            && program.uses(ObjOp::Join)
            && !program.functions.iter().any(|f| f.code.iter().any(without_handle));
        let forgotten = forgotten(&program, &lives, &looked_at(&program));
        Self {
            program,
            funcs,
            refs,
            global_refs,
            invariants,
            allocates,
            starts,
            interrupts,
            counters,
            grains,
            may_be_alone,
            lives,
            forgotten,
            remarks: RefCell::default(),
            refusals: RefCell::default(),
        }
    }
}

impl Code {
    /// What stands for the being there of the process of a function, if it may be ended.
    #[inline]
    pub fn life(&self, func: u32) -> Option<GlobalId> {
        if self.lives.is_empty() {
            return None;
        }
        self.program.functions[func as usize].process.and_then(|process| self.lives[process.index()])
    }
}

/// The variables that properties look at.
fn looked_at(program: &Program) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    let mut look = |expr: &Expr| {
        expr.for_each_part(&mut |part| {
            if let ExprKind::Global { global, .. } = part.kind {
                all.insert(global.0);
            }
        });
    };
    for property in &program.properties {
        match &property.kind {
            PropertyKind::Invariant(expr) => look(expr),
            PropertyKind::Ltl(formula) => formula.for_each_atom(&mut look),
            PropertyKind::Env(_) | PropertyKind::Init(_) | PropertyKind::Atomic(_) => {}
        }
    }
    all
}

/// Whether the atomic block that begins at `pc` may come to a blocked instruction before its first effect:
/// if not, it need not be tried out to know that it is enabled.
fn may_block(func: &Function, pc: usize) -> bool {
    if func.code[pc] != Instr::AtomicBegin {
        return false;
    }
    if !func.handlers.is_empty() {
        return true;
    }
    let mut seen = vec![false; func.code.len()];
    let mut work = vec![Pc(pc as u32 + 1)];
    while let Some(at) = work.pop() {
        if std::mem::replace(&mut seen[at.0 as usize], true) {
            continue;
        }
        let instr = &func.code[at.0 as usize];
        match instr {
            Instr::Block { .. } | Instr::Call { .. } | Instr::CallVirtual { .. } | Instr::Choose { .. } => {
                return true;
            }
            Instr::Invoke { op, .. } if !crate::enabled::only_reads(*op) => return true,
            Instr::Store { .. } | Instr::Cas { .. } | Instr::Spawn { .. } | Instr::New { .. } => continue,
            Instr::Start { .. } => continue,
            _ => instr.successors(at, |to| work.push(to)),
        }
    }
    false
}

fn ref_layout(program: &Program, shape: Shape) -> RefLayout {
    match shape {
        Shape::Instance(class) => {
            let fields = &program.classes[class.index()].fields;
            let slots: Vec<_> = (0..fields.len()).filter(|&i| fields[i].ty.is_ref()).collect();
            if slots.is_empty() { RefLayout::None } else { RefLayout::Slots(slots) }
        }
        Shape::Array(ty) | Shape::Seq(ty) if ty.is_ref() => RefLayout::From(0),
        Shape::Channel(ty) if ty.is_ref() => RefLayout::From(1),
        _ => RefLayout::None,
    }
}

/// The word of a constant operand; a reference is the number of its object plus one.
pub fn constant(operand: Operand) -> u64 {
    match operand {
        Operand::Int(i) => i as u64,
        Operand::F32(bits) => u64::from(bits),
        Operand::F64(bits) => bits,
        Operand::Null => 0,
        Operand::Static(id) => u64::from(id.0) + 1,
        Operand::Reg(_) => panic!("[commute internal bug] a register where a constant is required"),
    }
}
