//! Which shared variables a thread may write.

use crate::store::{Store, VarId};
use commute_ir::{FuncId, Instr, ObjOp, Operand, Place, Program, Shape, ShapeId, Ty};
use std::collections::BTreeSet;

/// The shared variables that the function may write, and those that it calls.
pub fn written(program: &Program, store: &Store, func: FuncId) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for func in reachable(program, func) {
        let decl = &program.functions[func.index()];
        let shape = |op: Operand| match op {
            Operand::Reg(reg) => match decl.regs[usize::from(reg.0)].ty {
                Ty::Object(shape) => Some(shape),
                _ => None,
            },
            Operand::Static(id) => Some(program.statics[id.index()].shape),
            _ => None,
        };
        for instr in &decl.code {
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
                Instr::Invoke { obj, op, .. } if !reads(*op) => {
                    found.extend(parts(program, store, *obj, shape(*obj)))
                }
                Instr::New { shape, .. } => {
                    found.extend(store.alive);
                    if let Shape::Instance(class) = program.shapes[shape.index()] {
                        found.extend(store.fields(class));
                    }
                }
                _ => {}
            }
        }
    }
    found
}

fn reads(op: ObjOp) -> bool {
    matches!(op, ObjOp::Len | ObjOp::Contains | ObjOp::Nth | ObjOp::IsAlive | ObjOp::Join | ObjOp::Arrive)
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

/// The function and everything that it may call.
fn reachable(program: &Program, func: FuncId) -> BTreeSet<FuncId> {
    let mut seen = BTreeSet::new();
    let mut work = vec![func];
    while let Some(at) = work.pop() {
        if !seen.insert(at) {
            continue;
        }
        for instr in &program.functions[at.index()].code {
            match instr {
                Instr::Call { func, .. } => work.push(*func),
                Instr::CallVirtual { selector, .. } => {
                    let methods = program.classes.iter().flat_map(|c| &c.methods);
                    work.extend(methods.filter(|(s, _)| s == selector).map(|(_, f)| *f));
                }
                _ => {}
            }
        }
    }
    seen
}
