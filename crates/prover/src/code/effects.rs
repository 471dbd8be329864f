//! Which shared variables code may write, and whether it may wait.

use crate::store::{Store, VarId};
use commute_ir::analysis::atomic_depth;
use commute_ir::{FuncId, Instr, ObjOp, Operand, Place, Program, Shape, ShapeId, Ty};
use std::collections::BTreeSet;

/// What code may do to what is shared, with everything that it calls.
#[derive(Default)]
pub struct Effects {
    /// The variables that it may write.
    pub written: BTreeSet<VarId>,
    /// Whether it may come to a place where it waits for others and then goes on.
    pub waits: bool,
}

/// The shared variables that the function may write, and those that it calls.
pub fn written(program: &Program, store: &Store, func: FuncId) -> BTreeSet<VarId> {
    let mut effects = Effects::default();
    effects.add_functions(program, store, reachable(program, [func]));
    effects.written
}

/// What a loop of a function may do; its body is given by the numbers of its instructions.
pub fn of_loop(program: &Program, store: &Store, func: FuncId, body: &BTreeSet<u32>) -> Effects {
    let mut effects = Effects::default();
    let code = &program.functions[func.index()].code;
    for &at in body {
        effects.add(program, store, func, &code[at as usize]);
    }
    let called = body.iter().flat_map(|&at| callees(program, &code[at as usize]));
    effects.add_functions(program, store, reachable(program, called));
    effects
}

impl Effects {
    fn add_functions(&mut self, program: &Program, store: &Store, functions: BTreeSet<FuncId>) {
        for func in functions {
            for instr in &program.functions[func.index()].code {
                self.add(program, store, func, instr);
            }
        }
    }

    fn add(&mut self, program: &Program, store: &Store, func: FuncId, instr: &Instr) {
        let decl = &program.functions[func.index()];
        let shape = |op: Operand| match op {
            Operand::Reg(reg) => match decl.regs[usize::from(reg.0)].ty {
                Ty::Object(shape) => Some(shape),
                _ => None,
            },
            Operand::Static(id) => Some(program.statics[id.index()].shape),
            _ => None,
        };
        let found = &mut self.written;
        match instr {
            Instr::Store { place, .. } | Instr::Cas { place, .. } => match *place {
                Place::Global(global) => {
                    if let Ok(Ok(spot)) = store.global(program, global, Default::default()) {
                        found.insert(spot.var);
                    }
                }
                Place::Field { class, field, .. } => {
                    found.insert(store.fields(class)[field as usize]);
                }
                Place::Slot { .. } => found.extend(0..store.vars.len()),
                Place::Elem { arr, .. } => found.extend(parts(program, store, arr, shape(arr))),
            },
            Instr::Invoke { obj, op, .. } => {
                self.waits |= waits(*op);
                if !reads(*op) {
                    found.extend(parts(program, store, *obj, shape(*obj)));
                }
            }
            Instr::New { shape, .. } => {
                found.extend(store.alive);
                if let Shape::Instance(class) = program.shapes[shape.index()] {
                    found.extend(store.fields(class));
                }
            }
            // An action that says only what may come of it waits by an `Assume`.
            Instr::Block { .. } | Instr::Assume { .. } => self.waits = true,
            _ => {}
        }
    }
}

/// Whether the operation may have to wait for others.
pub fn waits(op: ObjOp) -> bool {
    use ObjOp::{Acquire, AcquireRead, AcquireWrite, Arrive, Down, Join, Receive, Send};
    matches!(op, Acquire | AcquireRead | AcquireWrite | Down | Send | Receive | Join | Arrive)
}

fn reads(op: ObjOp) -> bool {
    matches!(
        op,
        ObjOp::Len
            | ObjOp::Room
            | ObjOp::Contains
            | ObjOp::Nth
            | ObjOp::IsAlive
            | ObjOp::Join
            | ObjOp::Arrive
    )
}

/// The variables of an object: of its row if it is known, else of all rows with objects like it.
fn parts(program: &Program, store: &Store, object: Operand, shape: Option<ShapeId>) -> Vec<VarId> {
    match (object, shape) {
        (Operand::Static(id), _) => store.row_vars(store.row_of(id).0),
        (_, Some(shape)) => {
            let kind = program.shapes[shape.index()];
            let rows = (0..store.rows.len()).filter(|&r| store.rows[r].shape == kind);
            rows.flat_map(|r| store.row_vars(r)).collect()
        }
        (_, None) => (0..store.rows.len()).flat_map(|r| store.row_vars(r)).collect(),
    }
}

/// The functions and everything that they may call.
pub fn reachable(program: &Program, functions: impl IntoIterator<Item = FuncId>) -> BTreeSet<FuncId> {
    let mut seen = BTreeSet::new();
    let mut work: Vec<FuncId> = functions.into_iter().collect();
    while let Some(at) = work.pop() {
        if seen.insert(at) {
            work.extend(program.functions[at.index()].code.iter().flat_map(|instr| callees(program, instr)));
        }
    }
    seen
}

/// The functions that an instruction may call.
pub fn callees(program: &Program, instr: &Instr) -> Vec<FuncId> {
    match instr {
        Instr::Call { func, .. } => vec![*func],
        Instr::CallVirtual { selector, .. } => {
            let methods = program.classes.iter().flat_map(|c| &c.methods);
            methods.filter(|(s, _)| s == selector).map(|(_, f)| *f).collect()
        }
        _ => Vec::new(),
    }
}

/// The functions that may be called inside an atomic block of another one.
pub fn calls_inside_atomic(program: &Program) -> BTreeSet<FuncId> {
    let mut called = Vec::new();
    for func in &program.functions {
        let depth = atomic_depth(func).unwrap_or_default();
        let inside = func.code.iter().enumerate().filter(|(pc, _)| depth.get(*pc).is_none_or(|d| *d > 0));
        called.extend(inside.flat_map(|(_, instr)| callees(program, instr)));
    }
    reachable(program, called)
}
