//! The constants of an enum whose class is only known at run time: a case for each class object that there is.

use super::builder::Builder;
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::{Kind, flags};
use crate::descriptor::dotted;
use commute_ir::{BinOp, FuncId, Function, Instr, NumTy, Operand, Reg, Ty};

impl Translator<'_> {
    /// The function from the object of a class to its constants.
    pub(super) fn enum_constants(&mut self, phase: Phase, from: FuncId) -> FuncId {
        self.function(FuncKey::EnumConstants(phase), from, |_| {
            ("getEnumConstants".to_owned(), vec![Ty::AnyRef], Some(Ty::AnyRef))
        })
    }

    pub(super) fn enum_constants_body(
        &mut self,
        phase: Phase,
        func: FuncId,
    ) -> Result<Function, TranslateError> {
        self.close_classes()?;
        let mut out = Builder::new("getEnumConstants".to_owned(), &[Ty::AnyRef], Some(Ty::AnyRef));
        let (is, values) = (out.temp(Kind::Int), out.temp(Kind::Ref));
        for (name, object) in self.class_objects() {
            let Some(class) = self.world.load(&name).ok().filter(|_| !name.starts_with('[')) else {
                continue;
            };
            let desc = format!("()[L{name};");
            let method = self.world.own_method(class, "values", &desc);
            let method = method.filter(|&m| self.world.method(m).flags & flags::STATIC != 0);
            let is_enum = self.world.class(class).file.superclass.as_deref() == Some("java/lang/Enum");
            let Some(method) = method.filter(|_| is_enum) else {
                out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(Reg(0)), Operand::Static(object));
                out.when(Operand::Reg(is), |b| b.emit(Instr::Return { value: Some(Operand::Null) }));
                continue;
            };
            let callee = self.method_function(method, phase, func);
            let mut case = Builder::new(String::new(), &[], None);
            self.guard(&mut case, class, phase, func);
            let guard = case.finish_plain().code;
            out.binary(is, BinOp::Eq, NumTy::I64, Operand::Reg(Reg(0)), Operand::Static(object));
            out.when(Operand::Reg(is), |b| {
                guard.into_iter().for_each(|instr| b.emit(instr));
                b.emit(Instr::Call { dst: Some(values), func: callee, args: Box::new([]) });
                b.emit(Instr::Return { value: Some(Operand::Reg(values)) });
            });
        }
        let what = format!("the constants of a class other than {}", dotted("java/lang/Enum"));
        let refusal = self.refusal(&what, func);
        out.emit(refusal);
        Ok(out.finish_plain())
    }
}
