//! `getClass` and names of classes: a case for each class of which there are instances.

use super::builder::Builder;
use super::class_queries::PRIMITIVES;
use super::{FuncKey, TranslateError, Translator};
use crate::classfile::Kind;
use crate::descriptor::dotted;
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Reg, Shape, ShapeId, Ty};

/// The class that a program takes a class of ours for.
fn stands_for(name: &str) -> &str {
    match name {
        "commute/rt/Console" => "java/io/PrintStream",
        "commute/rt/Keyboard" => "java/io/BufferedInputStream",
        "commute/rt/Pool" => "java/util/concurrent/ThreadPoolExecutor",
        _ => name,
    }
}

impl Translator<'_> {
    /// The classes and kinds of arrays that objects can have, by name.
    fn kinds(&self) -> Vec<(ShapeId, String)> {
        let arrays = self.statics.array_shapes.iter().map(|(desc, &shape)| (shape, desc.clone()));
        let shapes = self.program.shapes.iter().enumerate();
        let instances = shapes.filter_map(|(i, shape)| match shape {
            Shape::Instance(class) => Some((ShapeId::new(i), self.world.name(*class).to_owned())),
            _ => None,
        });
        let mut kinds: Vec<_> = instances.chain(arrays).collect();
        kinds.sort_unstable();
        kinds
    }

    /// From an object to the object of its class, or to its name.
    pub(super) fn class_table_body(
        &mut self,
        key: &FuncKey,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        let mut out = Builder::new("getClass".to_owned(), &[Ty::AnyRef], Some(Ty::AnyRef));
        let is = out.temp(Kind::Int);
        for (shape, name) in self.kinds() {
            let value = match key {
                FuncKey::ClassOf => self.class_object(stands_for(&name))?,
                _ => self.text_of(&dotted(stands_for(&name)))?,
            };
            out.emit(Instr::IsShape { dst: is, obj: Operand::Reg(Reg(0)), shapes: Box::new([shape]) });
            let value = Some(Operand::Static(value));
            out.when(Operand::Reg(is), |b| b.emit(Instr::Return { value }));
        }
        let refusal = self.refusal("the class of an object that was made last", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }

    /// From the object of a class and an object to whether it is an instance.
    pub(super) fn instance_table_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        self.close_classes()?;
        let mut out = Builder::new("isInstance".to_owned(), &[Ty::AnyRef, Ty::AnyRef], Some(Ty::I32));
        let (is, result) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let obj = Operand::Reg(Reg(1));
        for (name, object) in self.class_objects() {
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(Reg(0)), Operand::Static(object));
            match PRIMITIVES.contains(&name.as_str()) {
                // No object is of a primitive type.
                true => out.copy(result, Operand::Int(0)),
                false => self.fits(&mut out, func, obj, &type_of(&name), result)?,
            }
            let value = Some(Operand::Reg(result));
            out.when(Operand::Reg(is), |b| b.emit(Instr::Return { value }));
        }
        let refusal = self.refusal("the instances of a class that is not known", func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }
}

/// The type of the name of a class or kind of array.
fn type_of(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}
