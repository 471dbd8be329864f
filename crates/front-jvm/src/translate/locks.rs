//! Locks of the library whose monitor is the lock itself.

use super::body::{Done, Lowering};
use crate::classfile::Kind;
use crate::library::Origin;
use commute_ir::{Instr, Operand};

/// The class whose monitor is taken by its methods; see its source in `models`.
const LOCK: &str = "java/util/concurrent/locks/ReentrantLock";

impl Lowering<'_, '_> {
    /// In the user's code: the monitor of a lock is no other thing than the lock here, so a program that uses both cannot be
    /// followed.
    pub(super) fn refuse_lock(&mut self, obj: Operand) -> Done {
        if self.t.origin(self.method.class) != Origin::User || matches!(obj, Operand::Static(_)) {
            return Ok(());
        }
        let (class, is_lock) = (self.t.world.load(LOCK)?, self.out.temp(Kind::Int));
        self.out.emit(Instr::IsInstance { dst: is_lock, obj, class });
        // Not among the refusals of the report: it is about what a program hardly ever does.
        let name = self.t.world.method_name(self.method);
        let message =
            format!("the monitor of a ReentrantLock, which is the lock itself here (in {name})").into();
        self.out.when(Operand::Reg(is_lock), |b| b.emit(Instr::Refuse { message, missing: None }));
        Ok(())
    }
}
