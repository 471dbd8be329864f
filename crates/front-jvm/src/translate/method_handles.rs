//! Calls of method handles. A handle is an object of ours (`models/src/java/lang/invoke`); a call of one gives it the arguments in an
//! array, with numbers in boxes, and the type that the call has in the class file.

use super::body::{Done, Entry, Lowering};
use super::class_queries::component_name;
use super::intrinsics::Site;
use super::members::boxed;
use super::{TranslateError, Translator};
use crate::classfile::{Kind, Member};
use crate::descriptor::{kind, signature};
use commute_ir::{Instr, Operand, Place, StaticId};

pub(super) const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";
const OBJECT: &str = "Ljava/lang/Object;";
/// The descriptor of the methods of ours that calls become.
const OURS: &str =
    "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/Object;";

impl Lowering<'_, '_> {
    /// A call of a handle, by a method of ours.
    pub(super) fn call_by_handle(&mut self, ours: &str, member: &Member, args: &[Entry]) -> Done {
        let types = signature(&member.desc).map_err(|e| self.wrong(e.0))?;
        let site = Site { func: self.func, phase: self.phase };
        let handle = args[0].operand;
        self.out.check_null(handle);
        let given = self.arguments_in_array(site, &types.params, &args[1..])?;
        let call_type = Operand::Static(self.t.call_type(&member.desc)?);
        let result = self.out.temp(Kind::Ref);
        let args = [handle, call_type, given];
        self.t.emit_static(&mut self.out, site, METHOD_HANDLE, ours, OURS, &args, Some(result))?;
        if let Some(ret) = &types.ret {
            let value = self.t.adapt(&mut self.out, site, OBJECT, &boxed(ret), ret, Operand::Reg(result))?;
            self.push(value, kind(ret));
        }
        Ok(())
    }

    fn arguments_in_array(
        &mut self,
        site: Site,
        params: &[String],
        args: &[Entry],
    ) -> Result<Operand, TranslateError> {
        let (shape, array) = (self.t.array_shape("[Ljava/lang/Object;")?, self.out.temp(Kind::Ref));
        let mut values = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            values.push(self.t.adapt(&mut self.out, site, param, param, OBJECT, arg.operand)?);
        }
        self.out.emit(Instr::New { dst: array, shape, arg: Operand::Int(values.len() as i64) });
        for (index, src) in (0..).zip(values) {
            let place = Place::Elem { arr: Operand::Reg(array), index: Operand::Int(index) };
            self.out.emit(Instr::Store { place, src, plain: false });
        }
        Ok(Operand::Reg(array))
    }
}

impl Translator<'_> {
    /// The `MethodType` of a call, which nobody but the handle sees.
    fn call_type(&mut self, desc: &str) -> Result<StaticId, TranslateError> {
        if let Some(&known) = self.handles.call_types.get(desc) {
            return Ok(known);
        }
        let types =
            signature(desc).map_err(|e| TranslateError::Method("a call of a handle".to_owned(), e))?;
        let names: Vec<String> = types.params.iter().map(|param| component_name(param)).collect();
        let params = self.classes_in_array(&names, "parameters")?;
        let result = types.ret.map_or_else(|| "void".to_owned(), |ret| component_name(&ret));
        let result = Operand::Static(self.class_object(&result)?);
        let class = self.world.load("java/lang/invoke/MethodType")?;
        let made = self.static_instance(class, desc.to_owned(), |field| match field {
            "rtype" => Some(result),
            "ptypes" => Some(params),
            _ => None,
        });
        self.handles.call_types.insert(desc.to_owned(), made);
        Ok(made)
    }
}
