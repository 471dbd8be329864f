//! `equals`, `hashCode` and `toString` of records, as `java.lang.runtime.ObjectMethods` would make them.

use super::TranslateError;
use super::body::{Done, Entry, Known, Lowering};
use super::dynamic::BOXES;
use super::intrinsics::Site;
use crate::classfile::{Handle, Kind, Loadable, Member};
use crate::descriptor::kind;
use commute_ir::{BinOp, Instr, NumTy, Operand, Reg};

impl Lowering<'_, '_> {
    /// One of the three methods of a record. The constants are its class, its names, and how to get its components.
    pub(super) fn record_method(&mut self, name: &str, constants: &[Loadable], args: &[Entry]) -> Done {
        let Some(Loadable::Class(class)) = constants.first() else {
            return Err(self.wrong("a record without a class"));
        };
        let components: Vec<Member> = constants
            .iter()
            .filter_map(|constant| match constant {
                Loadable::Handle(Handle { member, .. }) => Some(member.clone()),
                _ => None,
            })
            .collect();
        match (name, args) {
            ("toString", [this]) => self.record_to_string(class, &components, this),
            ("hashCode", [this]) => self.record_hash(&components, this),
            ("equals", [this, other]) => self.record_equals(class, &components, this, other),
            _ => Err(self.wrong("a record with a method that records do not have")),
        }
    }

    /// The value of a component.
    fn component(&mut self, member: &Member, of: Operand) -> Result<Operand, TranslateError> {
        self.push_known(of, Kind::Ref, Known::NotNull);
        self.get_field(member)?;
        let value = self.pop(kind(&member.desc))?;
        let copy = self.out.temp(value.kind);
        self.out.copy(copy, value.operand);
        Ok(Operand::Reg(copy))
    }

    fn record_to_string(&mut self, class: &str, components: &[Member], this: &Entry) -> Done {
        let site = Site { func: self.func, phase: self.phase };
        let text = "Ljava/lang/String;".to_owned();
        let name = class.rsplit(['/', '$']).next().unwrap_or(class);
        let name = name.trim_start_matches(|c: char| c.is_ascii_digit());
        let mut pieces = Vec::new();
        for (i, member) in components.iter().enumerate() {
            let before = if i == 0 { format!("{name}[") } else { ", ".to_owned() };
            let before = self.t.text_of(&format!("{before}{}=", member.name))?;
            pieces.push((text.clone(), Operand::Static(before)));
            let value = self.component(member, this.operand)?;
            pieces.push(match kind(&member.desc) {
                Kind::Ref => {
                    let shown = self.out.temp(Kind::Ref);
                    self.t.emit_text(&mut self.out, site, value, shown)?;
                    (text.clone(), Operand::Reg(shown))
                }
                _ if matches!(member.desc.as_str(), "B" | "S") => ("I".to_owned(), value),
                _ => (member.desc.clone(), value),
            });
        }
        let last = if components.is_empty() { format!("{name}[]") } else { "]".to_owned() };
        pieces.push((text, Operand::Static(self.t.text_of(&last)?)));
        let result = self.out.temp(Kind::Ref);
        self.t.emit_concat(&mut self.out, site, &pieces, result)?;
        self.push_known(Operand::Reg(result), Kind::Ref, Known::NotNull);
        Ok(())
    }

    fn record_hash(&mut self, components: &[Member], this: &Entry) -> Done {
        let site = Site { func: self.func, phase: self.phase };
        let result = self.out.temp(Kind::Int);
        self.out.copy(result, Operand::Int(0));
        for member in components {
            let value = self.component(member, this.operand)?;
            let hash = self.out.temp(Kind::Int);
            let (class, desc) = holder(&member.desc);
            let desc = format!("({desc})I");
            self.t.emit_static(&mut self.out, site, class, "hashCode", &desc, &[value], Some(hash))?;
            self.out.binary(result, BinOp::Mul, NumTy::I32, Operand::Reg(result), Operand::Int(31));
            self.out.binary(result, BinOp::Add, NumTy::I32, Operand::Reg(result), Operand::Reg(hash));
        }
        self.push(Operand::Reg(result), Kind::Int);
        Ok(())
    }

    fn record_equals(&mut self, class: &str, components: &[Member], this: &Entry, other: &Entry) -> Done {
        let class = self.t.world.load(class)?;
        let (result, same) = (self.out.temp(Kind::Int), self.out.temp(Kind::Int));
        self.out.emit(Instr::IsInstance { dst: result, obj: other.operand, class });
        // What is no such record must not be asked for its components.
        let skip = self.out.here();
        self.out.emit(Instr::Branch { cond: Operand::Reg(result), then: skip, otherwise: skip });
        let then = self.out.here();
        for member in components {
            let a = self.component(member, this.operand)?;
            let b = self.component(member, other.operand)?;
            self.equal_components(member, a, b, same)?;
            self.out.binary(result, BinOp::And, NumTy::I64, Operand::Reg(result), Operand::Reg(same));
        }
        let end = self.out.here();
        *self.out.instr_mut(skip) = Instr::Branch { cond: Operand::Reg(result), then, otherwise: end };
        self.push(Operand::Reg(result), Kind::Int);
        Ok(())
    }

    fn equal_components(&mut self, member: &Member, a: Operand, b: Operand, dst: Reg) -> Done {
        let site = Site { func: self.func, phase: self.phase };
        let (class, desc) = holder(&member.desc);
        match kind(&member.desc) {
            Kind::Int | Kind::Long => self.out.binary(dst, BinOp::Eq, NumTy::I64, a, b),
            Kind::Float | Kind::Double => {
                let desc = format!("({desc}{desc})I");
                self.t.emit_static(&mut self.out, site, class, "compare", &desc, &[a, b], Some(dst))?;
                self.out.binary(dst, BinOp::Eq, NumTy::I64, Operand::Reg(dst), Operand::Int(0));
            }
            Kind::Ref => {
                let desc = format!("({desc}{desc})Z");
                self.t.emit_static(&mut self.out, site, class, "equals", &desc, &[a, b], Some(dst))?;
            }
        }
        Ok(())
    }
}

/// The class whose static methods know values of a type, and the type as they have it.
fn holder(desc: &str) -> (&'static str, &str) {
    BOXES
        .iter()
        .find(|(_, primitive, _)| *primitive == desc)
        .map_or(("java/util/Objects", "Ljava/lang/Object;"), |&(class, primitive, _)| (class, primitive))
}
