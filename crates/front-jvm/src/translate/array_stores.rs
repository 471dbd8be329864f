//! Stores of references into arrays: `ArrayStoreException`.
//!
//! An array of a class can be seen as one of a superclass, so whether an object fits is found when it is stored. Checked are
//! the stores of the user's code.

use super::builder::Builder;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::Kind;
use crate::descriptor::class_of;
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Reg, ShapeId, Ty};

impl Translator<'_> {
    /// The function that checks whether an object fits into an array.
    pub(super) fn store_check(&mut self, from: FuncId) -> FuncId {
        let params = vec![Ty::AnyRef, Ty::AnyRef];
        self.function(FuncKey::StoreCheck, from, |_| ("store into an array".to_owned(), params, None))
    }

    /// A case for each kind of array that does not take everything.
    pub(super) fn store_check_body(&mut self, func: FuncId) -> Result<Function, TranslateError> {
        let mut out = Builder::new("store into an array".to_owned(), &[Ty::AnyRef, Ty::AnyRef], None);
        let (array, value) = (Operand::Reg(Reg(0)), Operand::Reg(Reg(1)));
        let is = out.temp(Kind::Int);
        out.binary(is, BinOp::Eq, NumTy::I64, value, Operand::Null);
        out.when(Operand::Reg(is), |b| b.emit(Instr::Return { value: None }));
        let class = self.world.load("commute/rt/Library")?;
        let method = self.world.own_method(class, "doesNotFit", "(Ljava/lang/Object;)V");
        let method = method.expect("[commute internal bug] a method of ours is there");
        let fails = self.method_function(method, Phase::Main, func);
        for (shape, elements) in self.particular_arrays() {
            let (here, fits) = (out.temp(Kind::Int), out.temp(Kind::Int));
            out.emit(Instr::IsShape { dst: here, obj: array, shapes: Box::new([shape]) });
            // Nothing in here jumps out of it before its end.
            self.fits(&mut out, func, value, &elements, fits)?;
            out.emit(Instr::Unary {
                dst: fits,
                op: commute_ir::UnOp::Not,
                num: NumTy::I64,
                a: Operand::Reg(fits),
            });
            out.binary(fits, BinOp::And, NumTy::I64, Operand::Reg(fits), Operand::Reg(here));
            out.when(Operand::Reg(fits), |b| {
                b.emit(Instr::Call { dst: None, func: fails, args: Box::new([value]) });
            });
        }
        out.emit(Instr::Return { value: None });
        Ok(out.finish_plain())
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
        }
        Ok(())
    }
}
