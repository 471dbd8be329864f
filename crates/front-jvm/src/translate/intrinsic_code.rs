//! The code of overrides of the library that is longer than an instruction or two.

use super::asked::Asked;
use super::body::{Entry, Known};
use super::builder::Builder;
use super::intrinsics::Site;
use super::waits::{Note, clear};
use super::{FuncKey, Phase, TranslateError, Translator};
use crate::classfile::Kind;
use crate::library::Origin;
use crate::world::FieldPlace;
use commute_ir::{
    BinOp, Conversion, FuncId, Instr, NumTy, ObjOp, Operand, Place, PrintForm, Reg, ShapeId, Ty, UnOp,
};

impl Translator<'_> {
    /// The thread that calls.
    pub(super) fn emit_current(
        &mut self,
        out: &mut Builder,
        site: Site,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        if site.phase == Phase::Init {
            // Before the first thread everything is done in its name.
            let main = Operand::Static(self.main_thread()?);
            self.statics.main_is_seen = true;
            emit_copy(out, main, dst);
        } else {
            dst.into_iter().for_each(|dst| out.emit(Instr::Current { dst }));
        }
        Ok(())
    }

    /// Prints an object by its `toString`.
    pub(super) fn emit_print_object(
        &mut self,
        out: &mut Builder,
        site: Site,
        value: Operand,
        newline: bool,
    ) -> Result<(), TranslateError> {
        let text = out.temp(Kind::Ref);
        self.emit_text(out, site, value, text)?;
        out.emit(Instr::Print { value: Operand::Reg(text), form: PrintForm::Text, newline });
        Ok(())
    }

    /// Whether assertions are on in the class that is the first argument.
    pub(super) fn has_assertions(&mut self, args: &[Entry]) -> bool {
        match args.first().map(|arg| &arg.known) {
            Some(Known::Class(name)) => {
                self.world.load(name).is_ok_and(|class| self.origin(class) == Origin::User)
            }
            _ => false,
        }
    }

    /// Whether a reference refers to `value`; with no place for the answer, makes it refer to nothing.
    pub(super) fn emit_referent(
        &mut self,
        out: &mut Builder,
        obj: Operand,
        value: Operand,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let class = self.world.load("java/lang/ref/Reference")?;
        let found = self.world.field(class, "referent", "Ljava/lang/Object;");
        let Some(FieldPlace::Instance(class, field)) = found else {
            return Err(TranslateError::Program("references have no referent".to_owned()));
        };
        let place = Place::Field { obj, class, field };
        match dst {
            Some(dst) => {
                let referent = out.temp(Kind::Ref);
                out.emit(Instr::Load { dst: referent, place, plain: false });
                out.binary(dst, BinOp::Eq, NumTy::I64, Operand::Reg(referent), value);
            }
            None => out.emit(Instr::Store { place, src: Operand::Null, plain: false }),
        }
        Ok(())
    }

    /// A call of a method of ours.
    pub(super) fn emit_ours(
        &mut self,
        out: &mut Builder,
        site: Site,
        name: &str,
        desc: &str,
        args: &[Entry],
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        let (class, name) = name.split_once('.').unwrap_or(("commute/rt/Library", name));
        let class = self.world.load(class)?;
        let method = self
            .world
            .own_method(class, name, desc)
            .expect("[commute internal bug] a method of ours is there");
        let func = self.method_function(method, site.phase, site.func);
        let args = args.iter().map(|arg| arg.operand).collect();
        out.emit(Instr::Call { dst, func, args });
        Ok(())
    }

    /// `String.valueOf` of an object.
    pub(super) fn emit_text(
        &mut self,
        out: &mut Builder,
        site: Site,
        value: Operand,
        dst: Reg,
    ) -> Result<(), TranslateError> {
        let (null, none) = (Operand::Static(self.text_of("null")?), out.temp(Kind::Int));
        let root = self.program.root_class.expect("[commute internal bug] there is a root class");
        let selector = self.called("toString", "()Ljava/lang/String;", root, site.phase, site.func);
        out.binary(none, BinOp::Ne, NumTy::I64, value, Operand::Null);
        out.copy(dst, null);
        out.when(Operand::Reg(none), |b| {
            b.emit(Instr::CallVirtual { dst: Some(dst), selector, args: Box::new([value]) });
        });
        // `toString` itself may give null, which is then shown as such.
        Ok(())
    }

    /// `Object.clone`: of arrays; of instances it is refused.
    pub(super) fn emit_clone(&mut self, out: &mut Builder, site: Site, this: Operand, dst: Option<Reg>) {
        let func = self.array_clone(site.func);
        out.emit(Instr::Call { dst, func, args: Box::new([this]) });
    }

    /// A call of a function that knows something of each class.
    pub(super) fn emit_table(
        &mut self,
        out: &mut Builder,
        site: Site,
        key: FuncKey,
        of: Operand,
        dst: Option<Reg>,
    ) {
        let func =
            self.function(key, site.func, |_| ("getClass".to_owned(), vec![Ty::AnyRef], Some(Ty::AnyRef)));
        out.check_null(of);
        out.emit(Instr::Call { dst, func, args: Box::new([of]) });
    }

    /// `wait` with a time, which may be for ever or make no sense.
    pub(super) fn emit_wait(
        &mut self,
        out: &mut Builder,
        site: Site,
        args: &[Entry],
    ) -> Result<(), TranslateError> {
        let Some((obj, time)) = args.split_first() else { return Ok(()) };
        let (obj, tick) = (obj.operand, self.asked(Asked::Tick, site.phase, site.func));
        if let [Entry { operand: Operand::Int(1..), .. }] = time {
            emit_timed_wait(out, obj, tick);
            return Ok(());
        }
        let (forever, limited) = (out.temp(Kind::Int), out.temp(Kind::Int));
        let desc = if time.len() == 1 { "(J)Z" } else { "(JI)Z" };
        self.emit_ours(out, site, "java/lang/Thread.isForEver", desc, time, Some(forever))?;
        out.binary(limited, BinOp::Eq, NumTy::I64, Operand::Reg(forever), Operand::Int(0));
        let wait = Instr::Invoke { dst: None, op: ObjOp::Wait, obj, arg: None };
        out.when(Operand::Reg(forever), |b| b.emit(wait));
        out.when(Operand::Reg(limited), |b| emit_timed_wait(b, obj, tick));
        Ok(())
    }

    /// The time, for the library or for the program.
    pub(super) fn emit_clock(
        &mut self,
        out: &mut Builder,
        site: Site,
        millis: bool,
        dst: Option<Reg>,
    ) -> Result<(), TranslateError> {
        if site.phase == Phase::Init && self.is_of_library(site.func) {
            // Where the salt of hash codes comes from, and the like.
            emit_number(out, 0, dst);
            return Ok(());
        }
        let is_relative = self.is_relative(site.func);
        self.seen.clock |= !is_relative;
        let name = match (millis, is_relative) {
            _ if site.phase == Phase::Init && millis => "java/lang/Thread.currentTimeMillis",
            _ if site.phase == Phase::Init => "java/lang/Thread.nanoTime",
            (false, true) => "java/lang/Thread.nanoTime",
            (true, true) => "java/lang/Thread.currentTimeMillis",
            (false, false) => "java/lang/Thread.nanoTimeSeen",
            (true, false) => "java/lang/Thread.currentTimeMillisSeen",
        };
        self.emit_ours(out, site, name, "()J", &[], dst)
    }

    fn is_of_library(&self, func: FuncId) -> bool {
        let name = &self.program.functions[func.index()].name;
        ["java.", "javax.", "jdk.", "sun."].iter().any(|known| name.starts_with(known))
    }

    /// Whether a function belongs to those of the library that do nothing with times but compare them with each other.
    fn is_relative(&self, func: FuncId) -> bool {
        let name = &self.program.functions[func.index()].name;
        ["java.util.concurrent.", "java.util.Timer", "java.util.TimerThread"]
            .iter()
            .any(|known| name.starts_with(known))
    }

    /// Blocks until there is a permit or an interrupt, and takes the permit.
    pub(super) fn emit_park(
        &mut self,
        out: &mut Builder,
        site: Site,
        timed: bool,
    ) -> Result<(), TranslateError> {
        let class = self.world.load(super::THREAD)?;
        let found = self.world.field(class, "permit", "Z");
        let Some(FieldPlace::Instance(class, field)) = found else {
            return Err(TranslateError::Program("the class of threads has no permit".to_owned()));
        };
        let (me, permit, interrupted) = (out.temp(Kind::Ref), out.temp(Kind::Int), out.temp(Kind::Int));
        out.emit(Instr::Current { dst: me });
        let me = Operand::Reg(me);
        let place = Place::Field { obj: me, class, field };
        let noted = self.emit_note(out, if timed { Note::ParkedForATime } else { Note::Parked })?;
        let retry = out.here();
        out.emit(Instr::AtomicBegin);
        out.emit(Instr::Load { dst: permit, place, plain: false });
        out.emit(Instr::Invoke { dst: Some(interrupted), op: ObjOp::IsInterrupted, obj: me, arg: None });
        out.binary(permit, BinOp::Or, NumTy::I64, Operand::Reg(permit), Operand::Reg(interrupted));
        let blocks = if timed { self.open.timeouts_last } else { !self.open.spurious_wakeups };
        if blocks {
            out.emit(Instr::Block { cond: Operand::Reg(permit), timed, retry });
        }
        out.emit(Instr::Store { place, src: Operand::Int(0), plain: false });
        noted.into_iter().for_each(|noted| out.emit(clear(noted)));
        out.emit(Instr::AtomicEnd);
        if timed {
            // Whoever goes on without a permit or an interrupt does so because its time is up.
            let func = self.asked(Asked::Tick, site.phase, site.func);
            out.emit(Instr::Unary { dst: permit, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(permit) });
            out.when(Operand::Reg(permit), |b| b.emit(Instr::Call { dst: None, func, args: Box::new([]) }));
        }
        Ok(())
    }
}

/// A result that is known.
pub(super) fn emit_copy(out: &mut Builder, value: Operand, dst: Option<Reg>) {
    dst.into_iter().for_each(|dst| out.copy(dst, value));
}

/// Zero or null.
pub(super) fn emit_zero(out: &mut Builder, dst: Option<Reg>) {
    if let Some(dst) = dst {
        out.copy(dst, if out.is_ref(dst) { Operand::Null } else { Operand::Int(0) });
    }
}

/// A number, if that is what the result is.
pub(super) fn emit_number(out: &mut Builder, value: i64, dst: Option<Reg>) {
    emit_zero(out, dst);
    emit_copy(out, Operand::Int(value), dst);
}

/// An operation on the thread that calls.
pub(super) fn emit_on_self(out: &mut Builder, op: ObjOp, dst: Option<Reg>) {
    let me = out.temp(Kind::Ref);
    out.emit(Instr::Current { dst: me });
    out.emit(Instr::Invoke { dst, op, obj: Operand::Reg(me), arg: None });
}

/// Any number below `hi`.
pub(super) fn emit_choice(out: &mut Builder, hi: Operand, dst: Option<Reg>) {
    dst.into_iter().for_each(|dst| out.emit(Instr::Choose { dst, lo: Operand::Int(0), hi }));
}

/// A new array of bytes, as long as a `long` says.
pub(super) fn emit_new_bytes(out: &mut Builder, shape: ShapeId, length: Operand, dst: Option<Reg>) {
    let short = out.temp(Kind::Int);
    let conv = Conversion::Num { from: NumTy::I64, to: NumTy::I32 };
    out.emit(Instr::Convert { dst: short, conv, a: length });
    let arg = Operand::Reg(short);
    dst.into_iter().for_each(|dst| out.emit(Instr::New { dst, shape, arg }));
}

/// The complement of an argument.
pub(super) fn emit_complement(out: &mut Builder, arg: Option<&Entry>, dst: Option<Reg>) {
    let a = arg.map_or(Operand::Int(0), |arg| arg.operand);
    let complement = |dst| Instr::Unary { dst, op: UnOp::BitNot, num: NumTy::I32, a };
    dst.into_iter().for_each(|dst| out.emit(complement(dst)));
}

/// Leaves a monitor and enters it again.
pub(super) fn emit_leave_and_enter(out: &mut Builder, obj: Operand) {
    let monitor = |op| Instr::Invoke { dst: None, op, obj, arg: None };
    out.emit(Instr::AtomicBegin);
    out.emit(monitor(ObjOp::MonitorExit));
    out.emit(monitor(ObjOp::MonitorEnter));
    out.emit(Instr::AtomicEnd);
}

/// Waits for a while; `tick` is called when the time is up.
fn emit_timed_wait(out: &mut Builder, obj: Operand, tick: FuncId) {
    let up = out.temp(Kind::Int);
    out.emit(Instr::Invoke { dst: Some(up), op: ObjOp::WaitTimed, obj, arg: None });
    out.emit(Instr::Unary { dst: up, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(up) });
    out.when(Operand::Reg(up), |b| b.emit(Instr::Call { dst: None, func: tick, args: Box::new([]) }));
}

/// Words of floats are their bits; those of ints are sign-extended.
pub(super) fn emit_bits(out: &mut Builder, to: Kind, from: Operand, dst: Option<Reg>) {
    let Some(dst) = dst else { return };
    match to {
        Kind::Int => {
            let conv = Conversion::Num { from: NumTy::I64, to: NumTy::I32 };
            out.emit(Instr::Convert { dst, conv, a: from });
        }
        Kind::Float => out.binary(dst, BinOp::And, NumTy::I64, from, Operand::Int(0xffff_ffff)),
        _ => out.copy(dst, from),
    }
}
