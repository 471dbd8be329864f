//! Field updaters (`java.util.concurrent.atomic.AtomicIntegerFieldUpdater` and the like), made with constant names.
//!
//! The JDK's constructors find the field by reflection; here its number is known, and what updaters do with it is the
//! JDK's own code.

use super::TranslateError;
use super::body::{Entry, Known, Lowering};
use crate::classfile::Kind;
use crate::world::{FieldPlace, MethodId};
use commute_ir::{Instr, Operand, Place};

/// The classes of updaters and those of which they are instances.
const UPDATERS: [(&str, &str); 3] = [
    (
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
        "java/util/concurrent/atomic/AtomicIntegerFieldUpdater$AtomicIntegerFieldUpdaterImpl",
    ),
    (
        "java/util/concurrent/atomic/AtomicLongFieldUpdater",
        "java/util/concurrent/atomic/AtomicLongFieldUpdater$CASUpdater",
    ),
    (
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
        "java/util/concurrent/atomic/AtomicReferenceFieldUpdater$AtomicReferenceFieldUpdaterImpl",
    ),
];

impl Lowering<'_, '_> {
    /// `newUpdater` of a field that is named by constants. Whether it was.
    pub(super) fn new_updater(&mut self, method: MethodId, args: &[Entry]) -> Result<bool, TranslateError> {
        let name = self.t.world.name(method.class).to_owned();
        let (Some(Known::Class(class)), Some(Known::Text(field))) =
            (args.first().map(|a| &a.known), args.last().map(|a| &a.known))
        else {
            return Ok(false);
        };
        let Some((_, of)) = UPDATERS.iter().find(|(updater, _)| *updater == name) else { return Ok(false) };
        let Some((_, slot)) = self.t.instance_field(class, field) else { return Ok(false) };
        let of = self.t.world.load(of)?;
        let Some(FieldPlace::Instance(of, offset)) = self.t.world.field(of, "offset", "J") else {
            return Ok(false);
        };
        self.t.guard(&mut self.out, of, self.phase, self.func);
        self.t.instantiate(of);
        let (shape, dst) = (self.t.instance_shape(of), self.out.temp(Kind::Ref));
        self.out.emit(Instr::New { dst, shape, arg: Operand::Int(0) });
        let place = Place::Field { obj: Operand::Reg(dst), class: of, field: offset };
        self.out.emit(Instr::Store { place, src: Operand::Int(i64::from(slot)) });
        self.push_known(Operand::Reg(dst), Kind::Ref, Known::NotNull);
        Ok(true)
    }
}
