//! Stores of references into arrays: `ArrayStoreException`.
//!
//! An array of a class can be seen as one of a superclass, so whether an object fits is found when it is stored. Checked are
//! the stores of the user's code, and those of the library into arrays that the user gave it; what it stores in arrays of its own fits.

use super::builder::Builder;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::Kind;
use crate::descriptor::class_of;
use crate::library::Origin;
use crate::world::MethodId;
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Reg, ShapeId, Ty};

impl Translator<'_> {
    /// Whether stores into arrays of references are checked in a method.
    pub(super) fn checks_stores(&self, method: MethodId) -> bool {
        let (class, name) = (self.world.name(method.class), self.world.method(method).name.as_str());
        let given = ["java/util/Arrays", "java/util/stream/"].iter().any(|start| class.starts_with(start))
            || name.starts_with("toArray")
            || matches!(name, "finishToArray" | "copyInto" | "asArray");
        match self.origin(method.class) {
            Origin::User => true,
            Origin::Jdk => given,
            Origin::Model => false,
        }
    }

    /// The function that says whether an object fits into an array.
    pub(super) fn store_check(&mut self, from: FuncId) -> FuncId {
        let params = vec![Ty::AnyRef, Ty::AnyRef];
        self.function(FuncKey::StoreCheck, from, |_| {
            ("store into an array".to_owned(), params, Some(Ty::I32))
        })
    }

    /// A case for each kind of array that does not take everything.
    pub(super) fn store_check_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let params = [Ty::AnyRef, Ty::AnyRef];
        let mut out = Builder::new("store into an array".to_owned(), &params, Some(Ty::I32));
        let (array, value) = (Operand::Reg(Reg(0)), Operand::Reg(Reg(1)));
        let (is, one) = (out.temp(Kind::Int), Some(Operand::Int(1)));
        out.binary(is, BinOp::Eq, NumTy::I64, value, Operand::Null);
        out.when(Operand::Reg(is), |b| b.emit(Instr::Return { value: one }));
        for (shape, elements) in self.particular_arrays() {
            let (here, fits) = (out.temp(Kind::Int), out.temp(Kind::Int));
            out.emit(Instr::IsShape { dst: here, obj: array, shapes: Box::new([shape]) });
            // Nothing in here jumps out of it before its end.
            self.fits(&mut out, func, value, &elements, fits)?;
            out.when(Operand::Reg(here), |b| b.emit(Instr::Return { value: Some(Operand::Reg(fits)) }));
        }
        out.emit(Instr::Return { value: one });
        Ok(out.finish_plain())
    }

    /// The method of ours that raises what a store of the user's raises.
    pub(super) fn does_not_fit(&mut self, phase: Phase, from: FuncId) -> Result<FuncId, TranslateError> {
        let class = self.world.load("commute/rt/Library")?;
        let method = self.world.own_method(class, "doesNotFit", "(Ljava/lang/Object;)V");
        let method = method.expect("[commute internal bug] a method of ours is there");
        Ok(self.method_function(method, phase, from))
    }

    /// The kinds of arrays of references that are not of all objects, with the types of their elements.
    fn particular_arrays(&self) -> Vec<(ShapeId, String)> {
        let arrays = self.statics.array_shapes.iter().map(|(desc, &shape)| (shape, desc[1..].to_owned()));
        let of_some = |element: &str| element.len() > 1 && element != "Ljava/lang/Object;";
        let mut arrays: Vec<_> = arrays.filter(|(_, element)| of_some(element)).collect();
        arrays.sort_unstable();
        arrays
    }

    /// Whether an object is of a type.
    pub(super) fn fits(
        &mut self,
        out: &mut Builder,
        func: FuncId,
        obj: Operand,
        ty: &str,
        dst: Reg,
    ) -> Result<(), TranslateError> {
        if ty.starts_with('[') {
            self.shape_test(out, func, dst, obj, ty);
        } else {
            let class = self.world.load(class_of(ty))?;
            out.emit(Instr::IsInstance { dst, obj, class });
            if is_of_arrays(class_of(ty)) {
                let array = out.temp(Kind::Int);
                self.shape_test(out, func, array, obj, ty);
                out.binary(dst, BinOp::Or, NumTy::I64, Operand::Reg(dst), Operand::Reg(array));
            }
        }
        Ok(())
    }
}

/// Whether all arrays are of this type, although it is not the class of all objects (JLS 4.10.3).
pub fn is_of_arrays(class: &str) -> bool {
    matches!(class, "java/lang/Cloneable" | "java/io/Serializable")
}
