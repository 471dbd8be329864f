//! Instructions that name fields.

use super::Phase;
use super::body::{Done, Known, Lowering};
use super::overrides::is_left_unset;
use crate::classfile::{Kind, Member};
use crate::descriptor::{dotted, kind};
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{ClassId, Conversion, Instr, Operand, Place};

impl Lowering<'_, '_> {
    /// Where a field is; refuses if it is nowhere.
    fn resolve_field(&mut self, member: &Member) -> Option<FieldPlace> {
        let found = match self.t.world.load(&member.class) {
            Ok(class) => self.t.world.field(class, &member.name, &member.desc),
            Err(error) => {
                self.refuse(&error.to_string());
                return None;
            }
        };
        if found.is_none() {
            self.refuse(&format!("the field {}.{}, which is not there", dotted(&member.class), member.name));
        }
        found
    }

    pub(super) fn get_static(&mut self, member: &Member) -> Done {
        let kind = kind(&member.desc);
        let Some(FieldPlace::Static(class, index)) = self.resolve_field(member) else {
            return self.no_field(kind);
        };
        if let Err(why) = self.t.static_is_known(class, index) {
            let name = format!("{}.{}", dotted(self.t.world.name(class)), member.name);
            let what = format!("the static field {name}, whose class is not initialised here: {}", why.0);
            let refusal = self.t.value_refusal(class, &what, self.func);
            self.out.emit(refusal);
            self.push(if kind == Kind::Ref { Operand::Null } else { Operand::Int(0) }, kind);
            return Ok(());
        }
        self.t.guard(&mut self.out, class, self.phase, self.func);
        let place = Place::Global(self.t.static_field(class, index)?);
        let dst = self.free_reg(kind);
        self.push_known(Operand::Reg(dst), kind, Known::Static(class, index));
        let settled = self.phase == Phase::Main
            && self.t.is_final(class, index)
            && self.t.is_early(class)
            && !self.t.is_stream_that_is_set(class, index);
        let plain = self.races_on_static(class, index);
        self.out.emit(if settled { Instr::Fixed { dst, place } } else { Instr::Load { dst, place, plain } });
        Ok(())
    }

    pub(super) fn put_static(&mut self, member: &Member) -> Done {
        let value = self.pop(kind(&member.desc))?;
        let Some(FieldPlace::Static(class, index)) = self.resolve_field(member) else {
            return self.wrong_field();
        };
        self.t.guard(&mut self.out, class, self.phase, self.func);
        let place = Place::Global(self.t.static_field(class, index)?);
        let src = self.narrowed(value.operand, narrowing(&member.desc));
        let plain = self.races_on_static(class, index);
        self.out.emit(Instr::Store { place, src, plain });
        Ok(())
    }

    pub(super) fn get_field(&mut self, member: &Member) -> Done {
        let kind = kind(&member.desc);
        let obj = self.pop(Kind::Ref)?.operand;
        let Some(FieldPlace::Instance(class, slot)) = self.resolve_field(member) else {
            return self.no_field(kind);
        };
        if self.t.origin(class) == Origin::Jdk && is_left_unset(self.t.world.name(class), &member.name) {
            let what =
                format!("the field {}.{}, which has no value here", dotted(&member.class), member.name);
            return self.refused_call(&what, Some(kind));
        }
        let place = Place::Field { obj, class, field: slot };
        let settled = self.is_settled(class, slot)?;
        let dst = self.push_result(kind);
        let plain = self.races_on_word(class, slot);
        self.out.emit(if settled { Instr::Fixed { dst, place } } else { Instr::Load { dst, place, plain } });
        Ok(())
    }

    pub(super) fn put_field(&mut self, member: &Member) -> Done {
        let value = self.pop(kind(&member.desc))?;
        let obj = self.pop(Kind::Ref)?.operand;
        let Some(FieldPlace::Instance(class, slot)) = self.resolve_field(member) else {
            return self.wrong_field();
        };
        let src = self.narrowed(value.operand, narrowing(&member.desc));
        let plain = self.races_on_word(class, slot);
        self.out.emit(Instr::Store { place: Place::Field { obj, class, field: slot }, src, plain });
        Ok(())
    }

    /// Whether a field has its last value before other threads can read it. Its own constructor still writes it.
    fn is_settled(&mut self, class: ClassId, slot: u32) -> Result<bool, super::TranslateError> {
        let own = self.method.class == class && self.t.world.method(self.method).name == "<init>";
        Ok(!own && self.t.is_settled(class, slot))
    }

    /// The code after a refusal still has to make sense.
    fn no_field(&mut self, kind: Kind) -> Done {
        self.wrong_field()?;
        self.push(if kind == Kind::Ref { Operand::Null } else { Operand::Int(0) }, kind);
        Ok(())
    }

    fn wrong_field(&mut self) -> Done {
        self.refuse("a field that is static in one place and not in another");
        Ok(())
    }
}

/// How a value is cut to the size of a field.
fn narrowing(desc: &str) -> Option<Conversion> {
    match desc {
        "B" => Some(Conversion::ToI8),
        "S" => Some(Conversion::ToI16),
        "C" => Some(Conversion::ToU16),
        _ => None,
    }
}
