//! What threads are waiting for, for programs that ask (`Thread.getState`, `LockSupport.getBlocker`).
//!
//! A thread notes in a field of its object what it is about to wait for, and that it goes on, which are steps that others can see. So
//! who asks only reads a field, and no reduction has to know of it. Nearly no program asks, and notes cost states: a program is
//! translated with them when an execution comes to the question (see [`super::opened`]).

use super::body::Lowering;
use super::builder::Builder;
use super::intrinsics::{Intrinsic, Site};
use super::opened::Missing;
use super::{Phase, THREAD, TranslateError, Translator};
use crate::classfile::Kind;
use crate::world::FieldPlace;
use commute_ir::{BinOp, Instr, NumTy, ObjOp, Operand, Place, UnOp};

/// What a thread waits for; the numbers are those of our class of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Note {
    /// To enter a monitor.
    Blocked = 1,
    Parked = 4,
    ParkedForATime = 5,
    /// Something inside a class that is replaced.
    OfLibrary = 6,
    /// The same, for a time.
    OfLibraryForATime = 7,
}

const ON: &str = "(Ljava/lang/Object;)V";
const LOCK_SUPPORT: &str = "java/util/concurrent/locks/LockSupport";

/// Methods that are others in a program that asks: class, name, descriptor, and what takes its place in our class of threads.
const WATCHED: &[(&str, &str, &str, &str, &str)] = &[
    ("java/lang/Object", "wait", "()V", "java/lang/Thread.waitWatched", ON),
    ("java/lang/Object", "wait", "(J)V", "java/lang/Thread.waitWatched", "(Ljava/lang/Object;J)V"),
    ("java/lang/Object", "wait", "(JI)V", "java/lang/Thread.waitWatched", "(Ljava/lang/Object;JI)V"),
    ("java/lang/Object", "notify", "()V", "java/lang/Thread.notifyWatched", ON),
    ("java/lang/Object", "notifyAll", "()V", "java/lang/Thread.notifyAllWatched", ON),
    (THREAD, "interrupt0", "()V", "java/lang/Thread.interruptWatched", "()V"),
    (THREAD, "rest", "()V", "java/lang/Thread.sleepWatched", "()V"),
    (THREAD, "watched", STATE, "java/lang/Thread.stateWatched", STATE),
    (THREAD, "watched", BLOCKER, "java/lang/Thread.blockerWatched", BLOCKER),
    (LOCK_SUPPORT, "park", ON, "java/lang/Thread.parkWatched", ON),
    (LOCK_SUPPORT, "parkNanos", ON_FOR, "java/lang/Thread.parkNanosWatched", ON_FOR),
    (LOCK_SUPPORT, "parkUntil", ON_FOR, "java/lang/Thread.parkUntilWatched", ON_FOR),
    (LOCK_SUPPORT, "setCurrentBlocker", ON, "java/lang/Thread.setBlocker", ON),
    (LOCK_SUPPORT, "setBlocker", OF_ON, "java/lang/Thread.setBlocker", OF_ON),
    ("commute/rt/Step", "pause", "()V", "java/lang/Thread.pauseWatched", "()V"),
    ("commute/rt/Step", "rest", "()V", "java/lang/Thread.pauseWatched", "()V"),
    ("commute/rt/Step", "waits", "()V", "java/lang/Thread.waitsWatched", "()V"),
    ("commute/rt/Step", "goesOn", "()V", "java/lang/Thread.goesOnWatched", "()V"),
];
const STATE: &str = "(I)Ljava/lang/Thread$State;";
const BLOCKER: &str = "(Ljava/lang/Thread;)Ljava/lang/Object;";
const ON_FOR: &str = "(Ljava/lang/Object;J)V";
const OF_ON: &str = "(Ljava/lang/Thread;Ljava/lang/Object;)V";

/// What a method becomes in a program that asks, if that is something else.
pub(super) fn watched(class: &str, name: &str, desc: &str) -> Option<Intrinsic> {
    let row = WATCHED.iter().find(|row| (row.0, row.1, row.2) == (class, name, desc));
    row.map(|row| Intrinsic::Ours(row.3, row.4))
}

impl Translator<'_> {
    /// The question, in a program that was translated without an answer.
    pub(super) fn emit_unwatched(&mut self, out: &mut Builder, site: Site) {
        let refusal = self.refusal_of("what another thread waits for", site.func, Some(Missing::Waits));
        out.emit(refusal);
    }

    /// The field in which the thread that calls keeps its note.
    fn note(&mut self, out: &mut Builder) -> Result<Place, TranslateError> {
        let class = self.world.load(THREAD)?;
        let Some(FieldPlace::Instance(class, field)) = self.world.field(class, "waiting", "I") else {
            return Err(TranslateError::Program("the class of threads has no notes".to_owned()));
        };
        let me = out.temp(Kind::Ref);
        out.emit(Instr::Current { dst: me });
        Ok(Place::Field { obj: Operand::Reg(me), class, field })
    }

    /// Notes what the thread waits for, if the program asks. Gives the field, to be cleared.
    pub(super) fn emit_note(
        &mut self,
        out: &mut Builder,
        note: Note,
    ) -> Result<Option<Place>, TranslateError> {
        if !self.opened.watches_waits() {
            return Ok(None);
        }
        let place = self.note(out)?;
        out.emit(Instr::Store { place, src: Operand::Int(note as i64), plain: false });
        Ok(Some(place))
    }

    /// Waits, in an atomic block, until `cond` is true; who has to wait has noted it before.
    pub(super) fn emit_until(
        &mut self,
        out: &mut Builder,
        cond: Operand,
        timed: bool,
    ) -> Result<(), TranslateError> {
        if !self.opened.watches_waits() {
            out.block(cond, timed);
            return Ok(());
        }
        let place = self.note(out)?;
        let (noted, unnoted) = (out.temp(Kind::Int), out.temp(Kind::Int));
        out.emit(Instr::Load { dst: noted, place, plain: false });
        out.binary(noted, BinOp::Or, NumTy::I64, Operand::Reg(noted), cond);
        out.binary(unnoted, BinOp::Eq, NumTy::I64, Operand::Reg(noted), Operand::Int(0));
        out.when(Operand::Reg(unnoted), |b| {
            let note = if timed { Note::OfLibraryForATime } else { Note::OfLibrary };
            b.emit(Instr::Store { place, src: Operand::Int(note as i64), plain: false });
            b.emit(Instr::AtomicEnd);
            b.retry();
        });
        out.block(cond, timed);
        out.emit(clear(place));
        Ok(())
    }
}

/// The thread goes on.
pub(super) fn clear(place: Place) -> Instr {
    Instr::Store { place, src: Operand::Int(0), plain: false }
}

impl Lowering<'_, '_> {
    /// Enters a monitor of the program's.
    pub(super) fn emit_enter(&mut self, obj: Operand) -> Result<(), TranslateError> {
        let enter = Instr::Invoke { dst: None, op: ObjOp::MonitorEnter, obj, arg: None };
        if !self.t.opened.watches_waits() || self.phase == Phase::Init {
            self.out.emit(enter);
            return Ok(());
        }
        let (entered, outside) = (self.out.temp(Kind::Int), self.out.temp(Kind::Int));
        self.out.emit(Instr::Invoke { dst: Some(entered), op: ObjOp::MonitorTryEnter, obj, arg: None });
        let not = Instr::Unary { dst: outside, op: UnOp::Not, num: NumTy::I64, a: Operand::Reg(entered) };
        self.out.emit(not);
        let place = self.t.note(&mut self.out)?;
        self.out.when(Operand::Reg(outside), |b| {
            b.emit(Instr::Store { place, src: Operand::Int(Note::Blocked as i64), plain: false });
            b.emit(Instr::AtomicBegin);
            b.emit(enter);
            b.emit(clear(place));
            b.emit(Instr::AtomicEnd);
        });
        Ok(())
    }
}
