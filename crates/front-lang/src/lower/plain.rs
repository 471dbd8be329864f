//! Variables that are `plain`: memory on which threads can have a data race.

use crate::ast::{Annotation, AnnotationKind};
use crate::check::{Binding, World, codes};
use commute_ir::{Function, Instr, Operand, Place, Reg, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// What is declared plain.
#[derive(Default)]
struct Plain {
    globals: BTreeSet<u32>,
    /// Arrays that are there from the start.
    arrays: BTreeSet<u32>,
    /// Classes and numbers of fields.
    fields: BTreeSet<(u32, u32)>,
}

/// Says of every load and store whether it is plain.
pub(super) fn mark(world: &mut World) {
    let plain = declared(world);
    for func in &mut world.program.functions {
        let rows = rows(func, &plain);
        for instr in &mut func.code {
            if let Instr::Load { place, plain: is, .. } | Instr::Store { place, plain: is, .. } = instr {
                *is = plain.has(place, &rows);
            }
        }
    }
}

fn declared(world: &mut World) -> Plain {
    let mut plain = Plain::default();
    for index in 0..world.vars.len() {
        let Some(at) = said(world.vars[index].annotations) else { continue };
        match world.vars[index].binding.clone() {
            Binding::Word(global, _) => _ = plain.globals.insert(global.0),
            Binding::Objects { base, dims, .. } => {
                let count: u32 = dims.iter().product();
                let shape = world.program.statics[base.index()].shape;
                if matches!(world.program.shapes[shape.index()], Shape::Array(_)) {
                    plain.arrays.extend(base.0..base.0 + count);
                } else {
                    refuse(world, at, "an object that synchronizes by itself is not plain memory");
                }
            }
            Binding::Error => {}
        }
    }
    for index in 0..world.classes.len() {
        if let Some(at) = said(world.classes[index].annotations) {
            refuse(world, at, "a class is not plain, its fields are");
        }
        let fields = (0..).zip(world.classes[index].fields.iter());
        let named = fields.filter(|(_, field)| said(&field.annotations).is_some());
        let named: Vec<u32> = named.map(|(number, _)| number).collect();
        plain.fields.extend(named.into_iter().map(|number| (index as u32, number)));
    }
    plain
}

/// The annotation that says so.
fn said(annotations: &[Annotation]) -> Option<&Annotation> {
    annotations.iter().find(|annotation| matches!(annotation.kind, AnnotationKind::Plain))
}

fn refuse(world: &mut World, annotation: &Annotation, message: &str) {
    let help = "variables, arrays and fields that hold numbers, booleans, enums or references can be `plain`";
    world.error(codes::BAD_ANNOTATION, annotation.span, message.to_owned(), "not plain memory", help);
}

/// The registers that refer to an array of a row of arrays, if it is plain.
fn rows(func: &Function, plain: &Plain) -> BTreeMap<Reg, bool> {
    let mut rows: BTreeMap<Reg, bool> = BTreeMap::new();
    for instr in &func.code {
        if let Instr::StaticAt { dst, base, .. } = instr {
            *rows.entry(*dst).or_default() |= plain.arrays.contains(&base.0);
        }
    }
    rows
}

impl Plain {
    fn has(&self, place: &Place, rows: &BTreeMap<Reg, bool>) -> bool {
        match *place {
            Place::Global(global) => self.globals.contains(&global.0),
            Place::Field { class, field, .. } => self.fields.contains(&(class.0, field)),
            Place::Elem { arr: Operand::Static(array), .. } => self.arrays.contains(&array.0),
            Place::Elem { arr: Operand::Reg(reg), .. } => rows.get(&reg).copied().unwrap_or(false),
            Place::Elem { .. } | Place::Slot { .. } => false,
        }
    }
}
