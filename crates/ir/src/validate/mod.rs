//! Whether a program is well-formed.
//!
//! Everything that reads a program may rely on what is checked here: ids and registers exist, control stays
//! inside its function, atomic blocks nest, words that are references are never mixed with others. What an
//! instruction may still meet at run time (null, bounds, the class of an object) is not looked at. Types
//! other than references are checked only for constants.

mod block;
mod code;
mod expr;
mod flow;
mod tables;

use crate::{
    Class, ClassId, EnumId, FuncId, Function, Global, GlobalId, Operand, ProcessId, Program, Selector, Shape,
    ShapeId, StaticId, StaticObject, Ty,
};
use std::collections::{HashMap, HashSet};

/// Why it is not.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Invalid {
    /// Which table entry or instruction.
    pub place: String,
    /// What is wrong with it.
    pub message: String,
}

/// Checks a program; gives every fault.
pub fn validate(program: &Program) -> Vec<Invalid> {
    let mut checker = Checker::new(program);
    checker.tables();
    for (i, func) in program.functions.iter().enumerate() {
        checker.enter(format!("{} {:?}", FuncId::new(i), func.name));
        checker.function(func);
    }
    checker.blocks();
    checker.properties();
    checker.notes();
    checker.problems
}

struct Checker<'p> {
    program: &'p Program,
    /// The table entry that is being checked.
    place: String,
    /// The instruction of it.
    pc: Option<usize>,
    problems: Vec<Invalid>,
    /// The labels of all functions.
    labels: HashSet<&'p str>,
    /// The first method of each selector that has one; the others must be like it.
    methods: HashMap<Selector, FuncId>,
}

impl<'p> Checker<'p> {
    fn new(program: &'p Program) -> Self {
        let labels = program.functions.iter().flat_map(|func| &func.labels);
        let mut methods = HashMap::new();
        for &(selector, func) in program.classes.iter().flat_map(|class| &class.methods) {
            methods.entry(selector).or_insert(func);
        }
        Self {
            program,
            place: String::new(),
            pc: None,
            problems: Vec::new(),
            labels: labels.map(|label| label.name.as_str()).collect(),
            methods,
        }
    }

    /// Goes on to another table entry.
    fn enter(&mut self, place: String) {
        self.place = place;
        self.pc = None;
    }

    fn report(&mut self, message: impl Into<String>) {
        let place = match self.pc {
            Some(pc) => format!("{}, L{pc}", self.place),
            None => self.place.clone(),
        };
        self.problems.push(Invalid { place, message: message.into() });
    }

    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.report(message());
        }
    }

    /// The entry of `table` at `index`; reports if there is none.
    fn entry<T>(&mut self, table: &'p [T], index: usize, id: impl std::fmt::Display) -> Option<&'p T> {
        let entry = table.get(index);
        self.check(entry.is_some(), || format!("there is no {id}"));
        entry
    }

    fn class(&mut self, id: ClassId) -> Option<&'p Class> {
        self.entry(&self.program.classes, id.index(), id)
    }

    fn func(&mut self, id: FuncId) -> Option<&'p Function> {
        self.entry(&self.program.functions, id.index(), id)
    }

    fn global(&mut self, id: GlobalId) -> Option<&'p Global> {
        self.entry(&self.program.globals, id.index(), id)
    }

    fn static_object(&mut self, id: StaticId) -> Option<&'p StaticObject> {
        self.entry(&self.program.statics, id.index(), id)
    }

    fn shape(&mut self, id: ShapeId) -> Option<Shape> {
        self.entry(&self.program.shapes, id.index(), id).copied()
    }

    fn enumeration(&mut self, id: EnumId) {
        self.entry(&self.program.enums, id.index(), id);
    }

    fn process(&mut self, id: Option<ProcessId>) {
        if let Some(id) = id {
            self.entry(&self.program.processes, id.index(), id);
        }
    }

    /// `count` static objects that begin with `base`; they may not be none.
    fn row(&mut self, base: StaticId, count: u32) {
        let end = u64::from(base.0) + u64::from(count);
        let exists = count > 0 && end <= self.program.statics.len() as u64;
        self.check(exists, || format!("there are no {count} static objects from {base} on"));
    }

    fn ty(&mut self, ty: Ty) {
        match ty {
            Ty::Enum(id) => self.enumeration(id),
            Ty::Class(id) => {
                self.class(id);
            }
            Ty::Object(id) => {
                self.shape(id);
            }
            Ty::Range { lo, hi } => self.check(lo <= hi, || format!("the range {lo}..={hi} is empty")),
            Ty::Bool | Ty::I32 | Ty::I64 | Ty::F32 | Ty::F64 | Ty::AnyRef => {}
        }
    }

    /// A constant of type `ty`; `what` names it in the message.
    fn constant(&mut self, operand: Operand, ty: Ty, what: &str) {
        let fits = match (operand, ty) {
            (Operand::Reg(_), _) => return self.report(format!("{what} is a register, not a constant")),
            (Operand::Null, ty) => ty.is_ref(),
            (Operand::Static(id), ty) => match (self.static_object(id), ty) {
                (Some(object), Ty::Object(shape)) => object.shape == shape,
                _ => ty.is_ref(),
            },
            (Operand::F32(_), ty) => ty == Ty::F32,
            (Operand::F64(_), ty) => ty == Ty::F64,
            (Operand::Int(value), Ty::Bool) => (0..=1).contains(&value),
            (Operand::Int(value), Ty::I32) => i32::try_from(value).is_ok(),
            (Operand::Int(value), Ty::Range { lo, hi }) => (lo..=hi).contains(&value),
            (Operand::Int(value), Ty::Enum(id)) => {
                let decl = self.program.enums.get(id.index());
                decl.is_none_or(|decl| (0..decl.variants.len() as i64).contains(&value))
            }
            (Operand::Int(_), ty) => !ty.is_ref(),
        };
        self.check(fits, || format!("{what} does not fit its type {ty:?}"));
    }
}

/// `a reference` or not, for messages.
fn kind_of(is_ref: bool) -> &'static str {
    if is_ref { "a reference" } else { "not a reference" }
}
