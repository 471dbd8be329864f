//! Single instructions, except those that name fields or methods.

use super::array_stores::is_of_arrays;
use super::body::{Done, Entry, Known, Lowering};
use super::builder::Builder;
use crate::classfile::{Const, Elem, Kind, Loadable, Op};
use crate::descriptor::{self, class_of, signature};
use commute_ir::{BinOp, Conversion, Instr, NumTy, ObjOp, Operand, Place, UnOp};
use commute_mutants::mutant;

impl Lowering<'_, '_> {
    /// Translates one instruction; `next` is where control goes on.
    pub(super) fn op(&mut self, op: &Op, next: Option<u32>) -> Done {
        match op {
            Op::Nop => Ok(()),
            Op::Push(constant) => self.constant(constant),
            Op::Load(kind, number) => {
                let reg = self.local(*number, *kind);
                let known = if self.is_receiver(*number) { Known::NotNull } else { Known::Nothing };
                self.push_known(Operand::Reg(reg), *kind, known);
                Ok(())
            }
            Op::Store(kind, number) => self.store_local(*kind, *number),
            Op::Increment(number, by) => {
                let reg = self.local(*number, Kind::Int);
                self.save(reg);
                let by = Operand::Int(i64::from(*by));
                self.out.binary(reg, BinOp::Add, NumTy::I32, Operand::Reg(reg), by);
                Ok(())
            }
            Op::ArrayLoad(elem) => self.array_load(*elem),
            Op::ArrayStore(elem) => self.array_store(*elem),
            Op::Pop | Op::Pop2 | Op::Swap | Op::Dup { .. } => self.shuffle(op),
            Op::Binary(..) | Op::Neg(_) | Op::Convert(_) => self.arithmetic(op),
            Op::IfZero(..) | Op::IfInts(..) | Op::IfRefs(..) | Op::IfNull(..) => self.branch(op, next),
            Op::Goto(to) => {
                self.rest(*to)?;
                self.out.emit(Instr::Jump { target: Builder::bytecode(*to) });
                Ok(())
            }
            Op::Switch { cases, default } => self.switch(cases, *default),
            Op::Return(kind) => self.return_from(*kind),
            Op::GetStatic(member) => self.get_static(member),
            Op::PutStatic(member) => self.put_static(member),
            Op::GetField(member) => self.get_field(member),
            Op::PutField(member) => self.put_field(member),
            Op::Call(how, member) => self.call(*how, member),
            Op::Dynamic { bootstrap, name, desc } => self.dynamic(*bootstrap, name, desc),
            _ => self.object(op),
        }
    }

    fn return_from(&mut self, kind: Option<Kind>) -> Done {
        let desc = self.t.world.method(self.method).desc.clone();
        let types = signature(&desc).map_err(|e| self.wrong(e.0))?;
        if types.ret.as_deref().map(descriptor::kind) != kind {
            return Err(self.wrong("it returns something else than it declares"));
        }
        let value = kind.map(|kind| self.pop(kind)).transpose()?;
        self.leave(value.map(|entry| entry.operand));
        Ok(())
    }

    fn constant(&mut self, constant: &Const) -> Done {
        let loadable = match constant {
            Const::Null => {
                self.push(Operand::Null, Kind::Ref);
                return Ok(());
            }
            Const::Loadable(loadable) => loadable,
        };
        match loadable {
            Loadable::Int(value) => self.push(Operand::Int(i64::from(*value)), Kind::Int),
            Loadable::Long(value) => self.push(Operand::Int(*value), Kind::Long),
            Loadable::Float(bits) => self.push(Operand::F32(*bits), Kind::Float),
            Loadable::Double(bits) => self.push(Operand::F64(*bits), Kind::Double),
            Loadable::String(units) => {
                let text = self.t.text(units)?;
                let known = Known::Text(String::from_utf16_lossy(units));
                self.push_known(Operand::Static(text), Kind::Ref, known);
            }
            Loadable::Class(name) => {
                let object = self.t.class_object(name)?;
                self.push_known(Operand::Static(object), Kind::Ref, Known::Class(name.clone()));
            }
            Loadable::Handle(_) | Loadable::MethodType(_) | Loadable::Dynamic(_) => {
                self.refuse("a constant that is a method handle or is computed");
                self.push(Operand::Null, Kind::Ref);
            }
        }
        Ok(())
    }

    /// From here on nothing is known.
    pub(super) fn refuse(&mut self, what: &str) {
        let refusal = self.t.refusal(what, self.func);
        self.out.emit(refusal);
    }

    fn store_local(&mut self, kind: Kind, number: u16) -> Done {
        let value = self.pop(kind)?;
        let reg = self.local(number, kind);
        let used = |reg| move |entry: &Entry| entry.operand == Operand::Reg(reg);
        if let Operand::Reg(from) = value.operand
            && !self.stack.iter().any(used(reg))
            && !self.stack.iter().any(used(from))
            && self.is_scratch(from)
            && self.out.retarget(from, reg)
        {
            return Ok(());
        }
        // While others are saved the value must not lose its register to them.
        self.stack.push(value);
        self.save(reg);
        let value = self.pop(kind)?;
        self.out.copy(reg, value.operand);
        Ok(())
    }

    /// Whether a register is one of the stack, not a variable.
    fn is_scratch(&self, reg: commute_ir::Reg) -> bool {
        self.out.is_stack(reg)
    }

    fn array_load(&mut self, elem: Elem) -> Done {
        let index = self.pop(Kind::Int)?;
        let arr = self.pop(Kind::Ref)?;
        let dst = self.push_result(elem.kind());
        let place = Place::Elem { arr: arr.operand, index: index.operand };
        let plain = self.races();
        self.out.emit(Instr::Load { dst, place, plain });
        Ok(())
    }

    fn array_store(&mut self, elem: Elem) -> Done {
        let value = self.pop(elem.kind())?;
        let index = self.pop(Kind::Int)?;
        let arr = self.pop(Kind::Ref)?;
        let conversion = match elem {
            Elem::Byte => Some(Conversion::ToI8),
            Elem::Char => Some(Conversion::ToU16),
            Elem::Short => Some(Conversion::ToI16),
            Elem::Of(_) => None,
        };
        let src = self.narrowed(value.operand, conversion);
        let place = Place::Elem { arr: arr.operand, index: index.operand };
        if elem.kind() == Kind::Ref && self.t.checks_stores(self.method) {
            self.check_store(arr.operand, place, src)?;
        }
        let plain = self.races();
        self.out.emit(Instr::Store { place, src, plain });
        Ok(())
    }

    /// Whether an object may be an element of an array.
    pub(super) fn check_store(&mut self, arr: Operand, place: Place, src: Operand) -> Done {
        let (func, wrong) = (self.t.store_check(self.func), self.out.temp(Kind::Int));
        let fails = self.t.does_not_fit(self.phase, self.func)?;
        self.out.emit(Instr::Call { dst: Some(wrong), func, args: Box::new([arr, src]) });
        let a = Operand::Reg(wrong);
        self.out.emit(Instr::Unary { dst: wrong, op: UnOp::Not, num: NumTy::I64, a });
        let old = self.out.temp(Kind::Ref);
        self.out.when(a, |b| {
            // An index beyond the end is what is wrong first (JVMS 6.5, aastore).
            b.emit(Instr::Load { dst: old, place, plain: false });
            b.emit(Instr::Call { dst: None, func: fails, args: Box::new([src]) });
        });
        Ok(())
    }

    /// A value cut to fewer bits; constants are in range already.
    pub(super) fn narrowed(&mut self, value: Operand, conversion: Option<Conversion>) -> Operand {
        match (value, conversion) {
            (Operand::Reg(_), Some(conv)) => {
                let dst = self.out.temp(Kind::Int);
                self.out.emit(Instr::Convert { dst, conv, a: value });
                Operand::Reg(dst)
            }
            _ => value,
        }
    }

    /// The instructions that only move entries.
    fn shuffle(&mut self, op: &Op) -> Done {
        match *op {
            Op::Pop => drop(self.pop_any()?),
            Op::Pop2 => drop(self.pop_width(2)?),
            Op::Swap => {
                let (b, a) = (self.pop_any()?, self.pop_any()?);
                self.stack.extend([b, a]);
            }
            Op::Dup { width, over } => {
                let copied = self.pop_width(width)?;
                let jumped = self.pop_width(over)?;
                self.stack.extend(copied.iter().cloned().chain(jumped).chain(copied.iter().cloned()));
            }
            _ => {}
        }
        Ok(())
    }

    /// Pops entries that are so many words wide together.
    fn pop_width(&mut self, width: u8) -> Result<Vec<Entry>, super::TranslateError> {
        let mut entries = Vec::new();
        let mut left = width;
        while left > 0 {
            let entry = self.pop_any()?;
            left = left.saturating_sub(if entry.kind.is_wide() { 2 } else { 1 });
            entries.insert(0, entry);
        }
        Ok(entries)
    }

    fn arithmetic(&mut self, op: &Op) -> Done {
        match *op {
            Op::Binary(op, num) => {
                let operand = kind_of(num);
                // The distance of a shift is always an int.
                let shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Ushr);
                let b = self.pop(if shift { Kind::Int } else { operand })?;
                let a = self.pop(operand)?;
                let compares = matches!(op, BinOp::CmpL | BinOp::CmpG);
                let dst = self.push_result(if compares { Kind::Int } else { operand });
                self.out.binary(dst, op, num, a.operand, b.operand);
            }
            Op::Neg(num) => {
                let a = self.pop(kind_of(num))?;
                let dst = self.push_result(kind_of(num));
                self.out.emit(Instr::Unary { dst, op: UnOp::Neg, num, a: a.operand });
            }
            Op::Convert(conv) => {
                let (from, to) = match conv {
                    Conversion::Num { from, to } => (kind_of(from), kind_of(to)),
                    _ => (Kind::Int, Kind::Int),
                };
                let a = self.pop(from)?;
                let dst = self.push_result(to);
                self.out.emit(Instr::Convert { dst, conv, a: a.operand });
            }
            _ => {}
        }
        Ok(())
    }

    fn branch(&mut self, op: &Op, next: Option<u32>) -> Done {
        let (op, a, b, to) = match *op {
            Op::IfZero(op, to) => (op, self.pop(Kind::Int)?.operand, Operand::Int(0), to),
            Op::IfInts(op, to) => {
                let b = self.pop(Kind::Int)?.operand;
                (op, self.pop(Kind::Int)?.operand, b, to)
            }
            Op::IfRefs(op, to) => {
                let b = self.pop(Kind::Ref)?.operand;
                (op, self.pop(Kind::Ref)?.operand, b, to)
            }
            Op::IfNull(op, to) => (op, self.pop(Kind::Ref)?.operand, Operand::Null, to),
            _ => return Ok(()),
        };
        let next = next.ok_or_else(|| self.wrong("control runs past its end"))?;
        let cond = self.out.temp(Kind::Int);
        self.out.binary(cond, op, NumTy::I64, a, b);
        self.rest(to)?;
        self.goes_to(next)?;
        let (then, otherwise) = (Builder::bytecode(to), Builder::bytecode(next));
        self.out.emit(Instr::Branch { cond: Operand::Reg(cond), then, otherwise });
        Ok(())
    }

    fn switch(&mut self, cases: &[(i64, u32)], default: u32) -> Done {
        let on = self.pop(Kind::Int)?;
        let copy = self.out.temp(Kind::Int);
        self.out.copy(copy, on.operand);
        self.rest(default)?;
        for &(_, to) in cases {
            self.goes_to(to)?;
        }
        let cases = cases.iter().map(|&(value, to)| (value, Builder::bytecode(to))).collect();
        let (on, default) = (Operand::Reg(copy), Builder::bytecode(default));
        self.out.emit(Instr::Switch { on, cases, default });
        Ok(())
    }

    /// Instructions about objects and arrays.
    fn object(&mut self, op: &Op) -> Done {
        match op {
            Op::New(name) => self.new_instance(name),
            Op::NewArray(desc) => {
                let length = self.pop(Kind::Int)?;
                self.new_array(desc, length.operand)
            }
            Op::NewArrays(desc, dimensions) => self.new_arrays(desc, *dimensions),
            Op::ArrayLength => {
                let arr = self.pop(Kind::Ref)?;
                let dst = self.push_result(Kind::Int);
                self.out.emit(Instr::Length { dst, arr: arr.operand });
                Ok(())
            }
            Op::Throw => {
                let exc = self.pop(Kind::Ref)?;
                self.out.emit(Instr::Throw { exc: exc.operand });
                Ok(())
            }
            Op::CheckCast(class) => self.check_cast(class),
            Op::InstanceOf(class) => self.instance_of(class),
            Op::MonitorEnter => {
                let obj = self.pop(Kind::Ref)?.operand;
                self.refuse_lock(obj)?;
                self.emit_enter(obj)
            }
            Op::MonitorExit => {
                let obj = self.pop(Kind::Ref)?.operand;
                self.exit_monitor(obj);
                Ok(())
            }
            Op::Unsupported(what) => {
                self.refuse(what);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Gives back the monitor of an object.
    #[mutant("java-monitor-exit-lost", skip)]
    fn exit_monitor(&mut self, obj: Operand) {
        self.out.emit(Instr::Invoke { dst: None, op: ObjOp::MonitorExit, obj, arg: None });
    }

    fn new_instance(&mut self, name: &str) -> Done {
        let class = match self.t.world.load(name) {
            Ok(class) => class,
            Err(error) => {
                self.refuse(&error.to_string());
                self.push(Operand::Null, Kind::Ref);
                return Ok(());
            }
        };
        self.t.guard(&mut self.out, class, self.phase, self.func);
        self.t.instantiate(class);
        let shape = self.t.instance_shape(class);
        let dst = self.free_reg(Kind::Ref);
        self.push_known(Operand::Reg(dst), Kind::Ref, Known::NotNull);
        self.t.note_allocation(self.func, self.out.here().0, self.method, self.out.origin);
        self.out.emit(Instr::New { dst, shape, arg: Operand::Int(0) });
        Ok(())
    }

    fn new_array(&mut self, desc: &str, length: Operand) -> Done {
        let shape = match self.t.array_shape(desc) {
            Ok(shape) => shape,
            Err(error) => {
                self.refuse(&error.to_string());
                self.push(Operand::Null, Kind::Ref);
                return Ok(());
            }
        };
        let dst = self.free_reg(Kind::Ref);
        self.push_known(Operand::Reg(dst), Kind::Ref, Known::NotNull);
        self.out.emit(Instr::New { dst, shape, arg: length });
        Ok(())
    }

    fn check_cast(&mut self, class: &str) -> Done {
        let top = self.pop(Kind::Ref)?;
        if class.starts_with('[') || is_of_arrays(class) && self.t.world.load(class).is_ok() {
            let flag = self.out.temp(Kind::Int);
            let of = if class.starts_with('[') { class.to_owned() } else { format!("L{class};") };
            self.t.fits(&mut self.out, self.func, top.operand, &of, flag)?;
            let null = self.out.temp(Kind::Int);
            self.out.binary(null, BinOp::Eq, NumTy::I64, top.operand, Operand::Null);
            self.out.binary(flag, BinOp::Or, NumTy::I64, Operand::Reg(flag), Operand::Reg(null));
            self.out.emit(Instr::Unary { dst: flag, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(flag) });
            let shape = self.t.fault_shape(commute_ir::FaultKind::BadCast);
            let exc = self.out.temp(Kind::Ref);
            self.out.when(Operand::Reg(flag), |b| {
                b.emit(Instr::New { dst: exc, shape, arg: Operand::Int(0) });
                b.emit(Instr::Throw { exc: Operand::Reg(exc) });
            });
        } else {
            match self.t.world.load(class) {
                Ok(class) if Some(class) == self.t.program.root_class => {}
                Ok(class) => self.out.emit(Instr::CheckCast { obj: top.operand, class }),
                Err(error) => self.refuse(&error.to_string()),
            }
        }
        self.stack.push(top);
        Ok(())
    }

    pub(super) fn instance_of(&mut self, class: &str) -> Done {
        let obj = self.pop(Kind::Ref)?.operand;
        if class.starts_with('[') {
            let dst = self.push_result(Kind::Int);
            self.t.shape_test(&mut self.out, self.func, dst, obj, class);
            return Ok(());
        }
        match self.t.world.load(class_of(class)) {
            Ok(_) => {
                let dst = self.out.temp(Kind::Int);
                let of = format!("L{};", class_of(class));
                self.t.fits(&mut self.out, self.func, obj, &of, dst)?;
                self.push(Operand::Reg(dst), Kind::Int);
            }
            Err(error) => {
                self.refuse(&error.to_string());
                self.push(Operand::Int(0), Kind::Int);
            }
        }
        Ok(())
    }
}

fn kind_of(num: NumTy) -> Kind {
    match num {
        NumTy::I32 => Kind::Int,
        NumTy::I64 => Kind::Long,
        NumTy::F32 => Kind::Float,
        NumTy::F64 => Kind::Double,
    }
}
