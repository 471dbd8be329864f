//! Instructions. What each does is defined in `docs/semantics.md`.

use crate::{
    BinOp, ClassId, Conversion, FuncId, GlobalId, NumTy, ObjOp, Operand, Pc, Place, PrintForm, ProcessId,
    Reg, Selector, ShapeId, StaticId, UnOp,
};

/// One instruction. *Local* ones touch only the thread's own registers and stack and are fused into the
/// step before them; *visible* ones begin a step ([`Instr::is_visible`]).
#[derive(Clone, PartialEq, Debug)]
pub enum Instr {
    /// Local. `dst = src`.
    Move {
        /// The result.
        dst: Reg,
        /// The value.
        src: Operand,
    },
    /// Local. `dst = op a`.
    Unary {
        /// The result.
        dst: Reg,
        /// The operation.
        op: UnOp,
        /// How to read the operand.
        num: NumTy,
        /// The operand.
        a: Operand,
    },
    /// Local. `dst = a op b`.
    Binary {
        /// The result.
        dst: Reg,
        /// The operation.
        op: BinOp,
        /// How to read the operands.
        num: NumTy,
        /// The left operand.
        a: Operand,
        /// The right operand.
        b: Operand,
    },
    /// Local. Converts between numeric types.
    Convert {
        /// The result.
        dst: Reg,
        /// Which conversion.
        conv: Conversion,
        /// The operand.
        a: Operand,
    },
    /// Local. `dst = src` if it is in `lo..=hi`; else wrapped around into it, or a fault.
    Narrow {
        /// The result.
        dst: Reg,
        /// The value, a 64-bit integer.
        src: Operand,
        /// The least value.
        lo: i64,
        /// The greatest value.
        hi: i64,
        /// Whether to wrap around instead of raising [`crate::FaultKind::OutOfRange`].
        wrap: bool,
    },
    /// Local. `dst` = reference to the static object `base + index`, if `0 <= index < count`; else a fault.
    StaticAt {
        /// The result.
        dst: Reg,
        /// The first of `count` static objects that stand in a row.
        base: StaticId,
        /// How many there are.
        count: u32,
        /// Which one.
        index: Operand,
    },
    /// Local. Allocates an object with zero, null or empty data. It is nobody else's until it is stored.
    New {
        /// The reference.
        dst: Reg,
        /// The kind.
        shape: ShapeId,
        /// The length of an array, the first value of a semaphore, the parties of a barrier, the capacity
        /// of a channel; otherwise not read.
        arg: Operand,
    },
    /// Local. Whether `obj` is not null and an instance of `class`.
    IsInstance {
        /// The result.
        dst: Reg,
        /// The reference.
        obj: Operand,
        /// The class.
        class: ClassId,
    },
    /// Local. A fault unless `obj` is null or an instance of `class`.
    CheckCast {
        /// The reference.
        obj: Operand,
        /// The class.
        class: ClassId,
    },
    /// Local. Whether `obj` is not null and of one of these kinds.
    IsShape {
        /// The result.
        dst: Reg,
        /// The reference.
        obj: Operand,
        /// The kinds.
        shapes: Box<[ShapeId]>,
    },
    /// Local. The number of elements of an array, which never changes; null is a fault.
    Length {
        /// The result.
        dst: Reg,
        /// The array.
        arr: Operand,
    },
    /// Local. `dst = place`, a word that is written only before other threads can read it: by the initialiser, or while
    /// its object is made. The front end promises that.
    Fixed {
        /// The result.
        dst: Reg,
        /// The word.
        place: Place,
    },
    /// Local. The handle of the thread that executes it, or null.
    Current {
        /// The result.
        dst: Reg,
    },
    /// Local. Where a call that the thread is in stands: its number in [`crate::Program::places`], zero if it has none there, -1
    /// if the thread is in fewer calls.
    CallAt {
        /// The result.
        dst: Reg,
        /// Which call: zero is the one that executes this, one the call around it.
        depth: Operand,
    },
    /// Local. The front end could not translate what is here: a fault that no handler catches.
    Refuse {
        /// What it could not translate.
        message: Box<str>,
        /// If it only has not: the number by which the front end knows what is missing.
        missing: Option<u32>,
    },
    /// Local. Does nothing but that a replay shows the value.
    Print {
        /// The value.
        value: Operand,
        /// How to show it.
        form: PrintForm,
        /// Whether a line ends after it.
        newline: bool,
    },
    /// Local. Does nothing but that whoever reads a verdict is told that some execution came here.
    Remark {
        /// What to say, after the name of the process.
        text: Box<str>,
    },
    /// Local. Goes on elsewhere.
    Jump {
        /// Where.
        target: Pc,
    },
    /// Local. Goes to one of two places.
    Branch {
        /// Zero is false, all else true.
        cond: Operand,
        /// Where if true.
        then: Pc,
        /// Where if false.
        otherwise: Pc,
    },
    /// Local. Goes to the place of the first equal case.
    Switch {
        /// The value.
        on: Operand,
        /// Cases.
        cases: Box<[(i64, Pc)]>,
        /// Where if none is equal.
        default: Pc,
    },
    /// Local. Calls a function.
    Call {
        /// Receives the result.
        dst: Option<Reg>,
        /// The function.
        func: FuncId,
        /// The arguments.
        args: Box<[Operand]>,
    },
    /// Local. Calls the method of the class of the first argument; null is a fault.
    CallVirtual {
        /// Receives the result.
        dst: Option<Reg>,
        /// The method's name.
        selector: Selector,
        /// Receiver and arguments.
        args: Box<[Operand]>,
    },
    /// Local. Ends the function. In the first function of a thread it ends the thread, and is visible if the
    /// thread has a handle.
    Return {
        /// The result.
        value: Option<Operand>,
    },
    /// Local. Raises an exception; null is a fault.
    Throw {
        /// The exception, an instance.
        exc: Operand,
    },
    /// Local. A fault if `cond` is false.
    Assert {
        /// The condition.
        cond: Operand,
        /// What to say.
        message: Box<str>,
    },
    /// Local. If `cond` is false, this execution is of no interest: the thread halts for ever, and that is
    /// no deadlock.
    Assume {
        /// The condition.
        cond: Operand,
    },
    /// Visible. `dst = place`.
    Load {
        /// The result.
        dst: Reg,
        /// The shared word.
        place: Place,
        /// Whether it is ordered by nothing but what its thread did before: ordinary memory, on which threads may have a
        /// data race. Otherwise it is sequentially consistent, like Java's `volatile`.
        plain: bool,
    },
    /// Visible. `place = src`.
    Store {
        /// The shared word.
        place: Place,
        /// The value.
        src: Operand,
        /// See [`Instr::Load`].
        plain: bool,
    },
    /// Visible. If `place == expected`, then `place = new`; `dst` says whether.
    Cas {
        /// Whether it was equal.
        dst: Reg,
        /// The shared word.
        place: Place,
        /// What it must be.
        expected: Operand,
        /// What it becomes.
        new: Operand,
    },
    /// Visible. An operation on an object.
    Invoke {
        /// Receives the result, if the operation has one.
        dst: Option<Reg>,
        /// The operation.
        op: ObjOp,
        /// The object; null is a fault.
        obj: Operand,
        /// The argument, if the operation takes one (`Send`, `Push`, `Add`, `Remove`, `Contains`, `Nth`).
        arg: Option<Operand>,
    },
    /// Visible. Starts a thread.
    Spawn {
        /// Receives the handle.
        dst: Option<Reg>,
        /// What it runs.
        func: FuncId,
        /// The arguments.
        args: Box<[Operand]>,
        /// Whether the program may end while it is still running.
        daemon: bool,
    },
    /// Visible. Starts a thread whose handle is an instance of [`crate::Program::thread_class`], which is also its
    /// argument. One that was started before is a fault.
    Start {
        /// The handle.
        thread: Operand,
        /// What it runs.
        func: FuncId,
        /// Whether the program may end while it is still running.
        daemon: Operand,
    },
    /// Visible. `dst` = any value of `lo..hi` (`hi` not included); blocks while there is none.
    Choose {
        /// The result.
        dst: Reg,
        /// The least value.
        lo: Operand,
        /// One more than the greatest.
        hi: Operand,
    },
    /// Visible. Ends all threads of a process ([`crate::Function::process`]), also the one that executes it if it is one of them. What
    /// only that process could see is as if it had never been written.
    EndProcess {
        /// Which.
        process: ProcessId,
        /// What stands for its being there, and holds nothing: to reductions every step of its threads reads this, and this step
        /// writes it.
        life: GlobalId,
    },
    /// Visible. Does nothing; other threads may run before it.
    Yield,
    /// Visible. Until the matching [`Instr::AtomicEnd`], no other thread runs unless this one blocks.
    AtomicBegin,
    /// Local. Ends the innermost atomic block.
    AtomicEnd,
    /// Local. If `cond` is false the thread blocks: it goes back to `retry`, an [`Instr::AtomicBegin`] of the
    /// same function, from which only reads and local instructions lead here.
    Block {
        /// The condition.
        cond: Operand,
        /// Whether it waits for a time only: it goes on when that is up (see [`crate::Timeouts`]).
        timed: bool,
        /// Where the evaluation of the guard begins.
        retry: Pc,
    },
}

impl Instr {
    /// Whether the instruction begins a step. A [`Instr::Return`] of a thread's first function does too.
    pub fn is_visible(&self) -> bool {
        matches!(
            self,
            Instr::Load { .. }
                | Instr::Store { .. }
                | Instr::Cas { .. }
                | Instr::Invoke { .. }
                | Instr::Spawn { .. }
                | Instr::Start { .. }
                | Instr::Choose { .. }
                | Instr::EndProcess { .. }
                | Instr::Yield
                | Instr::AtomicBegin
        )
    }

    /// The shared word, if it is accessed plainly.
    pub fn plain_place(&self) -> Option<&Place> {
        match self {
            Instr::Load { place, plain: true, .. } | Instr::Store { place, plain: true, .. } => Some(place),
            _ => None,
        }
    }

    /// The register it writes, if it writes one in this frame.
    pub fn dst(&self) -> Option<Reg> {
        match *self {
            Instr::Move { dst, .. }
            | Instr::Unary { dst, .. }
            | Instr::Binary { dst, .. }
            | Instr::Convert { dst, .. }
            | Instr::Narrow { dst, .. }
            | Instr::StaticAt { dst, .. }
            | Instr::New { dst, .. }
            | Instr::IsInstance { dst, .. }
            | Instr::IsShape { dst, .. }
            | Instr::Length { dst, .. }
            | Instr::Fixed { dst, .. }
            | Instr::Current { dst }
            | Instr::CallAt { dst, .. }
            | Instr::Load { dst, .. }
            | Instr::Cas { dst, .. }
            | Instr::Choose { dst, .. } => Some(dst),
            Instr::Call { dst, .. }
            | Instr::CallVirtual { dst, .. }
            | Instr::Invoke { dst, .. }
            | Instr::Spawn { dst, .. } => dst,
            Instr::Jump { .. }
            | Instr::CheckCast { .. }
            | Instr::Branch { .. }
            | Instr::Switch { .. }
            | Instr::Return { .. }
            | Instr::Throw { .. }
            | Instr::Assert { .. }
            | Instr::Assume { .. }
            | Instr::Store { .. }
            | Instr::Start { .. }
            | Instr::Refuse { .. }
            | Instr::Remark { .. }
            | Instr::Print { .. }
            | Instr::EndProcess { .. }
            | Instr::Yield
            | Instr::AtomicBegin
            | Instr::AtomicEnd
            | Instr::Block { .. } => None,
        }
    }

    /// Calls `f` with every operand it reads.
    pub fn operands(&self, mut f: impl FnMut(Operand)) {
        match self {
            Instr::Move { src: a, .. }
            | Instr::Unary { a, .. }
            | Instr::Convert { a, .. }
            | Instr::Narrow { src: a, .. }
            | Instr::StaticAt { index: a, .. }
            | Instr::New { arg: a, .. }
            | Instr::IsInstance { obj: a, .. }
            | Instr::IsShape { obj: a, .. }
            | Instr::Length { arr: a, .. }
            | Instr::CallAt { depth: a, .. }
            | Instr::Print { value: a, .. }
            | Instr::CheckCast { obj: a, .. }
            | Instr::Branch { cond: a, .. }
            | Instr::Switch { on: a, .. }
            | Instr::Throw { exc: a }
            | Instr::Assert { cond: a, .. }
            | Instr::Assume { cond: a }
            | Instr::Block { cond: a, .. } => f(*a),
            Instr::Binary { a, b, .. }
            | Instr::Choose { lo: a, hi: b, .. }
            | Instr::Start { thread: a, daemon: b, .. } => {
                f(*a);
                f(*b);
            }
            Instr::Call { args, .. } | Instr::CallVirtual { args, .. } | Instr::Spawn { args, .. } => {
                args.iter().copied().for_each(f);
            }
            Instr::Return { value } => value.iter().copied().for_each(f),
            Instr::Load { place: p, .. } | Instr::Fixed { place: p, .. } => p.operands(&mut f),
            Instr::Store { place: p, src, .. } => {
                p.operands(&mut f);
                f(*src);
            }
            Instr::Cas { place: p, expected, new, .. } => {
                p.operands(&mut f);
                f(*expected);
                f(*new);
            }
            Instr::Invoke { obj, arg, .. } => {
                f(*obj);
                arg.iter().copied().for_each(f);
            }
            Instr::Jump { .. }
            | Instr::Current { .. }
            | Instr::Refuse { .. }
            | Instr::Remark { .. }
            | Instr::EndProcess { .. }
            | Instr::Yield
            | Instr::AtomicBegin
            | Instr::AtomicEnd => {}
        }
    }

    /// Calls `f` with every operand it reads, to change it.
    pub fn operands_mut(&mut self, mut f: impl FnMut(&mut Operand)) {
        match self {
            Instr::Move { src: a, .. }
            | Instr::Unary { a, .. }
            | Instr::Convert { a, .. }
            | Instr::Narrow { src: a, .. }
            | Instr::StaticAt { index: a, .. }
            | Instr::New { arg: a, .. }
            | Instr::IsInstance { obj: a, .. }
            | Instr::IsShape { obj: a, .. }
            | Instr::Length { arr: a, .. }
            | Instr::CallAt { depth: a, .. }
            | Instr::Print { value: a, .. }
            | Instr::CheckCast { obj: a, .. }
            | Instr::Branch { cond: a, .. }
            | Instr::Switch { on: a, .. }
            | Instr::Throw { exc: a }
            | Instr::Assert { cond: a, .. }
            | Instr::Assume { cond: a }
            | Instr::Block { cond: a, .. } => f(a),
            Instr::Binary { a, b, .. }
            | Instr::Choose { lo: a, hi: b, .. }
            | Instr::Start { thread: a, daemon: b, .. } => {
                f(a);
                f(b);
            }
            Instr::Call { args, .. } | Instr::CallVirtual { args, .. } | Instr::Spawn { args, .. } => {
                args.iter_mut().for_each(f);
            }
            Instr::Return { value } => value.iter_mut().for_each(f),
            Instr::Load { place: p, .. } | Instr::Fixed { place: p, .. } => p.operands_mut(&mut f),
            Instr::Store { place: p, src, .. } => {
                p.operands_mut(&mut f);
                f(src);
            }
            Instr::Cas { place: p, expected, new, .. } => {
                p.operands_mut(&mut f);
                f(expected);
                f(new);
            }
            Instr::Invoke { obj, arg, .. } => {
                f(obj);
                arg.iter_mut().for_each(f);
            }
            Instr::Jump { .. }
            | Instr::Current { .. }
            | Instr::Refuse { .. }
            | Instr::Remark { .. }
            | Instr::EndProcess { .. }
            | Instr::Yield
            | Instr::AtomicBegin
            | Instr::AtomicEnd => {}
        }
    }

    /// Calls `f` with every place control may go to next inside the function, other than handlers.
    pub fn successors(&self, pc: Pc, mut f: impl FnMut(Pc)) {
        match self {
            Instr::Jump { target } => f(*target),
            Instr::Branch { then, otherwise, .. } => {
                f(*then);
                f(*otherwise);
            }
            Instr::Switch { cases, default, .. } => {
                cases.iter().for_each(|&(_, to)| f(to));
                f(*default);
            }
            Instr::Return { .. } | Instr::Throw { .. } | Instr::Refuse { .. } => {}
            _ => f(Pc(pc.0 + 1)),
        }
    }
}
