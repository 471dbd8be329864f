//! What arrays are called that are told apart by where they are made.
//!
//! A program may have several shapes with the same elements, each for the arrays that one instruction makes. Where an array is made never
//! changes; what refers to it does. But what it is first put into is what people know it by.

use crate::{Function, Instr, Operand, Place, Program, Reg, Shape, ShapeId};
use std::collections::BTreeMap;

/// What to say of the arrays of a shape besides their elements: ` in Queue.items`, ` made in Main.run`, or nothing.
pub fn array_words(program: &Program, kind: ShapeId) -> String {
    if !is_copy(program, kind) {
        return String::new();
    }
    let copies = (0..=kind.index()).map(ShapeId::new).filter(|&kind| is_copy(program, kind));
    let sites = sites(program);
    let words: Vec<String> = copies.map(|kind| words(program, sites.get(&kind).copied())).collect();
    // Two places may put arrays into the same field.
    let (last, earlier) = words.split_last().expect("[commute internal bug] the shape itself is among them");
    match earlier.iter().filter(|words| *words == last).count() {
        0 => last.clone(),
        before => format!("{last} ({})", before + 1),
    }
}

/// Whether another shape says the same of its objects.
fn is_copy(program: &Program, kind: ShapeId) -> bool {
    let shape = &program.shapes[kind.index()];
    matches!(shape, Shape::Array(_)) && program.shapes[..kind.index()].contains(shape)
}

/// Where the objects of each shape are made: the last place of several.
fn sites(program: &Program) -> BTreeMap<ShapeId, (&Function, usize)> {
    let mut sites = BTreeMap::new();
    for func in &program.functions {
        for (at, instr) in func.code.iter().enumerate() {
            if let Instr::New { shape, .. } = instr {
                sites.insert(*shape, (func, at));
            }
        }
    }
    sites
}

fn words(program: &Program, site: Option<(&Function, usize)>) -> String {
    let Some((func, at)) = site else { return String::new() };
    match first_held_by(program, func, at) {
        Some(holder) => format!(" in {holder}"),
        None => format!(" made in {}", func.name),
    }
}

/// The field or global variable that the object made at `at` is put into, as far as the text of the function shows it.
fn first_held_by(program: &Program, func: &Function, at: usize) -> Option<String> {
    let mut names: Vec<Reg> = func.code[at].dst().into_iter().collect();
    for instr in &func.code[at + 1..] {
        let is_it = |operand: &Operand| matches!(operand, Operand::Reg(r) if names.contains(r));
        match instr {
            Instr::Store { place: Place::Global(global), src, .. } if is_it(src) => {
                return Some(program.globals[global.index()].name.clone());
            }
            Instr::Store { place: Place::Field { class, field, .. }, src, .. } if is_it(src) => {
                let class = &program.classes[class.index()];
                return Some(format!("{}.{}", class.name, class.fields[*field as usize].name));
            }
            Instr::Move { dst, src } if is_it(src) => names.push(*dst),
            _ => names.retain(|name| instr.dst() != Some(*name)),
        }
    }
    None
}
