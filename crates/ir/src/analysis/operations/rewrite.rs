//! Code in which everything from entering a monitor to leaving it is an atomic block.

use super::held::change;
use crate::{FuncId, Function, Instr, Pc, Program};

/// Puts an atomic block around all that a function does while it holds the monitor of register 0, given how often it holds it where.
pub(super) fn make_atomic(program: &mut Program, f: FuncId, held: &[Option<u32>]) {
    let function = &mut program.functions[f.index()];
    let added: Vec<Option<Instr>> =
        function.code.iter().zip(held).map(|(instr, held)| added(instr, *held)).collect();
    // Where each instruction goes: behind whatever was put in before it.
    let mut moved: Vec<u32> = Vec::with_capacity(added.len() + 1);
    let mut next = 0;
    for added in &added {
        moved.push(next);
        next += 1 + u32::from(added.is_some());
    }
    moved.push(next);
    if let Some(places) = program.places.get_mut(f.index()).filter(|places| !places.is_empty()) {
        *places = spread(places, &added);
    }
    function.spans = spread(&function.spans, &added);
    let code = std::mem::take(&mut function.code);
    function.code =
        code.into_iter().zip(added).flat_map(|(instr, added)| [Some(instr), added]).flatten().collect();
    renumber(function, |Pc(pc)| Pc(moved[pc as usize]));
}

/// What is put behind an instruction.
fn added(instr: &Instr, held: Option<u32>) -> Option<Instr> {
    match (change(instr)?, held?) {
        (true, 0) => Some(Instr::AtomicBegin),
        (false, 1) => Some(Instr::AtomicEnd),
        _ => None,
    }
}

/// What is said of an instruction is said of what was put behind it.
fn spread<T: Copy>(of: &[T], added: &[Option<Instr>]) -> Vec<T> {
    let twice = |(&item, added): (&T, &Option<Instr>)| [Some(item), added.is_some().then_some(item)];
    of.iter().zip(added).flat_map(twice).flatten().collect()
}

fn renumber(function: &mut Function, to: impl Fn(Pc) -> Pc) {
    for instr in &mut function.code {
        match instr {
            Instr::Jump { target: pc } | Instr::Block { retry: pc, .. } => *pc = to(*pc),
            Instr::Branch { then, otherwise, .. } => {
                *then = to(*then);
                *otherwise = to(*otherwise);
            }
            Instr::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|(_, pc)| *pc = to(*pc));
                *default = to(*default);
            }
            _ => {}
        }
    }
    for handler in &mut function.handlers {
        (handler.from, handler.to) = (to(handler.from), to(handler.to));
        handler.target = to(handler.target);
    }
    function.labels.iter_mut().for_each(|label| label.pc = to(label.pc));
}
