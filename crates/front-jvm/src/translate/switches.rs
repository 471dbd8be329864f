//! Switches over types and constants, as `java.lang.runtime.SwitchBootstraps` would make them.
//!
//! Such a call is given a value and where to begin (a label whose guard was false is not tried again), and gives the
//! number of the first label from there that fits: -1 for null, the number of labels if none does.

use super::TranslateError;
use super::body::{Done, Entry, Lowering};
use super::dynamic::BOXES;
use super::intrinsics::Site;
use crate::classfile::{ClassFile, Kind, Loadable, Member};
use crate::descriptor::class_of;
use commute_ir::{BinOp, Instr, NumTy, Operand, Reg};

/// What a value is compared with.
enum Label {
    /// It is of this type.
    Type(String),
    /// It is equal to this text.
    Text(Vec<u16>),
    /// It is a box with this number.
    Number(i32),
    /// It is this constant of this enum.
    Constant(String, String),
}

impl Lowering<'_, '_> {
    /// A call of what `typeSwitch` makes, or `enumSwitch`, whose texts are the names of constants.
    pub(super) fn pattern_switch(
        &mut self,
        labels: &[Loadable],
        of: &str,
        args: &[Entry],
        enums: bool,
    ) -> Done {
        let file = self.t.world.class(self.method.class).file.clone();
        let labels: Option<Vec<Label>> = labels.iter().map(|label| read(&file, label, of, enums)).collect();
        let (Some(labels), [value, start]) = (labels, args) else {
            return self
                .refused_call("a switch over patterns with a label of an unusual form", Some(Kind::Int));
        };
        let (of_value, of_start) = (self.out.temp(Kind::Ref), self.out.temp(Kind::Int));
        self.out.copy(of_value, value.operand);
        self.out.copy(of_start, start.operand);
        let (value, start) = (Operand::Reg(of_value), Operand::Reg(of_start));
        let (result, none) = (self.out.temp(Kind::Int), Operand::Int(labels.len() as i64));
        let (is_null, open, late) =
            (self.out.temp(Kind::Int), self.out.temp(Kind::Int), self.out.temp(Kind::Int));
        self.out.copy(result, none);
        self.out.binary(is_null, BinOp::Eq, NumTy::I64, value, Operand::Null);
        self.out.when(Operand::Reg(is_null), |b| b.copy(result, Operand::Int(-1)));
        for (i, label) in labels.iter().enumerate() {
            let number = Operand::Int(i as i64);
            self.out.binary(open, BinOp::Eq, NumTy::I64, Operand::Reg(result), none);
            self.out.binary(late, BinOp::Le, NumTy::I64, start, number);
            self.out.binary(open, BinOp::And, NumTy::I64, Operand::Reg(open), Operand::Reg(late));
            self.if_so(open, |this| {
                let fits = this.fits(label, value)?;
                this.out.when(Operand::Reg(fits), |b| b.copy(result, number));
                Ok(())
            })?;
        }
        self.push(Operand::Reg(result), Kind::Int);
        Ok(())
    }

    /// Whether a value that is not null fits a label.
    fn fits(&mut self, label: &Label, value: Operand) -> Result<Reg, TranslateError> {
        let site = Site { func: self.func, phase: self.phase };
        let fits = self.out.temp(Kind::Int);
        match label {
            Label::Type(class) => {
                self.push(value, Kind::Ref);
                self.instance_of(class)?;
                let is = self.pop(Kind::Int)?.operand;
                self.out.copy(fits, is);
            }
            Label::Text(units) => {
                let text = Operand::Static(self.t.text(units)?);
                let desc = "(Ljava/lang/Object;)Z";
                self.t.emit_static(
                    &mut self.out,
                    site,
                    super::STRING,
                    "equals",
                    desc,
                    &[text, value],
                    Some(fits),
                )?;
            }
            Label::Number(number) => self.fits_number(*number, value, fits)?,
            Label::Constant(class, name) => {
                let desc = format!("L{class};");
                self.push(value, Kind::Ref);
                self.instance_of(class)?;
                let is = self.pop(Kind::Int)?.operand;
                self.out.copy(fits, is);
                // The enum of a value that exists is initialised.
                let member = Member { class: class.clone(), name: name.clone(), desc };
                self.if_so(fits, |this| {
                    this.get_static(&member)?;
                    let constant = this.pop(Kind::Ref)?.operand;
                    this.out.binary(fits, BinOp::Eq, NumTy::I64, value, constant);
                    Ok(())
                })?;
            }
        }
        Ok(fits)
    }

    /// Whether a value is a box with this number, or this character.
    fn fits_number(&mut self, number: i32, value: Operand, fits: Reg) -> Done {
        let site = Site { func: self.func, phase: self.phase };
        self.out.copy(fits, Operand::Int(0));
        for (class, desc, method) in
            BOXES.iter().filter(|(_, desc, _)| matches!(*desc, "I" | "C" | "B" | "S"))
        {
            let is = self.out.temp(Kind::Int);
            let id = self.t.world.load(class)?;
            self.out.emit(Instr::IsInstance { dst: is, obj: value, class: id });
            self.if_so(is, |this| {
                let held = this.out.temp(Kind::Int);
                let desc = format!("(){desc}");
                this.t.emit_static(&mut this.out, site, class, method, &desc, &[value], Some(held))?;
                let number = Operand::Int(i64::from(number));
                this.out.binary(fits, BinOp::Eq, NumTy::I64, Operand::Reg(held), number);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Code that runs only if `cond` is not zero.
    fn if_so(&mut self, cond: Reg, then: impl FnOnce(&mut Self) -> Done) -> Done {
        let skip = self.out.here();
        self.out.emit(Instr::Branch { cond: Operand::Reg(cond), then: skip, otherwise: skip });
        let start = self.out.here();
        then(self)?;
        let end = self.out.here();
        *self.out.instr_mut(skip) = Instr::Branch { cond: Operand::Reg(cond), then: start, otherwise: end };
        Ok(())
    }
}

/// What a label means in a switch over values of type `of`.
fn read(file: &ClassFile, label: &Loadable, of: &str, enums: bool) -> Option<Label> {
    Some(match label {
        Loadable::Class(class) => Label::Type(class.clone()),
        Loadable::String(name) if enums => {
            Label::Constant(class_of(of).to_owned(), String::from_utf16(name).ok()?)
        }
        Loadable::String(text) => Label::Text(text.clone()),
        Loadable::Int(number) => Label::Number(*number),
        Loadable::Dynamic(bootstrap) => {
            let (class, name) = enum_constant(file, *bootstrap)?;
            Label::Constant(class, name)
        }
        _ => return None,
    })
}

/// The class and name of a description of an enum's constant: `EnumDesc.of(ClassDesc.of(class), name)`.
fn enum_constant(file: &ClassFile, bootstrap: u16) -> Option<(String, String)> {
    let described = |bootstrap: u16, by: &str| {
        let (method, args) = file.bootstraps.get(usize::from(bootstrap))?;
        let is_invoke =
            method.member.class == "java/lang/invoke/ConstantBootstraps" && method.member.name == "invoke";
        match args.split_first() {
            Some((Loadable::Handle(handle), rest))
                if is_invoke && handle.member.class == by && handle.member.name == "of" =>
            {
                Some(rest)
            }
            _ => None,
        }
    };
    let [Loadable::Dynamic(class), Loadable::String(name)] = described(bootstrap, "java/lang/Enum$EnumDesc")?
    else {
        return None;
    };
    let [Loadable::String(class)] = described(*class, "java/lang/constant/ClassDesc")? else { return None };
    Some((String::from_utf16(class).ok()?.replace('.', "/"), String::from_utf16(name).ok()?))
}
