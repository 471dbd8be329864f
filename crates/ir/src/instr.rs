//! Instructions. What each does is defined in `docs/semantics.md`.

use crate::{ClassId, FuncId, GlobalId, Selector, ShapeId, StaticId};

/// A register of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reg(pub u16);

/// The index of an instruction in its function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Pc(pub u32);

/// A value that an instruction reads: a register or a constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Operand {
    /// The value of a register.
    Reg(Reg),
    /// An integer, a boolean (0 or 1) or the index of an enum's variant.
    Int(i64),
    /// A single-precision number, by its bits.
    F32(u32),
    /// A double-precision number, by its bits.
    F64(u64),
    /// The null reference.
    Null,
    /// The reference to a static object.
    Static(StaticId),
}

/// A shared word. Reading or writing one is a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Place {
    /// A global variable.
    Global(GlobalId),
    /// A field of an instance.
    Field {
        /// The instance.
        obj: Operand,
        /// The class whose field it is (for its name and type).
        class: ClassId,
        /// The index in that class's fields.
        field: u32,
    },
    /// An element of an array or a growable array.
    Elem {
        /// The array.
        arr: Operand,
        /// The index, from zero.
        index: Operand,
    },
    /// A data word of an instance or array whose number is found at run time.
    Slot {
        /// The instance or array.
        obj: Operand,
        /// The number of the word, from zero.
        index: Operand,
        /// Whether it must be a reference; one of the other kind is a fault.
        is_ref: bool,
    },
}

/// How a numeric operation reads its words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NumTy {
    /// 32-bit two's complement. Also booleans.
    I32,
    /// 64-bit two's complement. Also enums; `Eq` and `Ne` on references.
    I64,
    /// Single precision.
    F32,
    /// Double precision.
    F64,
}

/// Operations on one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    /// Arithmetic negation, wrapping.
    Neg,
    /// Boolean negation of 0 or 1.
    Not,
    /// Bitwise complement.
    BitNot,
}

/// Operations on two values. Comparisons give 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    /// Addition, wrapping.
    Add,
    /// Subtraction, wrapping.
    Sub,
    /// Multiplication, wrapping.
    Mul,
    /// Division, toward zero for integers; by zero is a fault for integers.
    Div,
    /// Remainder with the sign of the dividend; by zero is a fault for integers.
    Rem,
    /// Remainder that is never negative for a positive divisor (Euclid's); integers only.
    Mod,
    /// Bitwise and; conjunction of booleans.
    And,
    /// Bitwise or; disjunction of booleans.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left; the distance is taken modulo the width.
    Shl,
    /// Arithmetic shift right; the distance is taken modulo the width.
    Shr,
    /// Logical shift right; the distance is taken modulo the width.
    Ushr,
    /// Equal. Floats: IEEE (NaN is not equal to itself).
    Eq,
    /// Not equal.
    Ne,
    /// Less.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
    /// Java's `cmpl`: -1, 0 or 1, and -1 if either is NaN. On integers, `lcmp`.
    CmpL,
    /// Java's `cmpg`: the same, and 1 if either is NaN.
    CmpG,
}

/// Conversions between numeric types, with Java's meaning (saturating from floats, truncating between
/// integers).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conversion {
    /// To another numeric type.
    Num {
        /// The type of the operand.
        from: NumTy,
        /// The type of the result.
        to: NumTy,
    },
    /// The low 8 bits, sign-extended.
    ToI8,
    /// The low 16 bits, sign-extended.
    ToI16,
    /// The low 16 bits, zero-extended.
    ToU16,
}

/// An operation on an object. Each is visible: a step of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum ObjOp {
    /// Takes a lock; blocks while anyone holds it.
    Acquire,
    /// Takes a lock if it is free; the result says whether.
    TryAcquire,
    /// Gives a lock back.
    Release,
    /// Takes a read-write lock for reading; blocks while there is a writer.
    AcquireRead,
    /// Gives it back.
    ReleaseRead,
    /// Takes a read-write lock for writing; blocks while there is a writer or a reader.
    AcquireWrite,
    /// Gives it back.
    ReleaseWrite,
    /// Takes one from a semaphore; blocks while it is zero.
    Down,
    /// Takes one if it is positive; the result says whether.
    TryDown,
    /// Adds one to a semaphore.
    Up,
    /// Waits at a barrier for the other parties.
    Arrive,
    /// Appends to a channel; blocks while it is full.
    Send,
    /// Takes the oldest message; blocks while there is none.
    Receive,
    /// Enters a re-entrant monitor; blocks while another thread is in it.
    MonitorEnter,
    /// Enters a re-entrant monitor unless another thread is in it; the result says whether.
    MonitorTryEnter,
    /// Leaves a monitor once.
    MonitorExit,
    /// Leaves the monitor, waits to be notified (or interrupted), enters again.
    Wait,
    /// The same, but may also go on by itself. The result is 1 if it was notified, 0 if it timed out.
    WaitTimed,
    /// Wakes one waiting thread; which one is a choice.
    Notify,
    /// Wakes all waiting threads.
    NotifyAll,
    /// Blocks until the thread has ended.
    Join,
    /// Whether the thread has not ended.
    IsAlive,
    /// Interrupts the thread.
    Interrupt,
    /// Whether the thread is interrupted.
    IsInterrupted,
    /// The same, of the thread that asks, which is not interrupted any more.
    TakeInterrupt,
    /// Appends to a growable array.
    Push,
    /// Removes and gives the last element of a growable array.
    Pop,
    /// Adds to a set; the result says whether it was new.
    Add,
    /// Removes from a set; the result says whether it was there.
    Remove,
    /// Whether a set has the element.
    Contains,
    /// The element of a set at an index in ascending order.
    Nth,
    /// Makes a growable array or set empty.
    Clear,
    /// The number of elements, or of messages.
    Len,
}

impl ObjOp {
    /// Whether it is an operation on the handle of a thread.
    pub fn is_of_threads(self) -> bool {
        use ObjOp::{Interrupt, IsAlive, IsInterrupted, Join, TakeInterrupt};
        matches!(self, Join | IsAlive | Interrupt | IsInterrupted | TakeInterrupt)
    }
}

/// How [`Instr::Print`] shows a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PrintForm {
    /// A signed integer.
    Int,
    /// `true` or `false`.
    Bool,
    /// A UTF-16 code unit.
    Char,
    /// A single-precision number, as Java writes it.
    F32,
    /// A double-precision number, as Java writes it.
    F64,
    /// An instance whose first field is an array of bytes and whose second says how they are encoded: 0 is Latin-1,
    /// all else UTF-16 with the low byte first. Null is `null`.
    Text,
}

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
    /// Local. The front end could not translate what is here: a fault that no handler catches.
    Refuse {
        /// What it could not translate.
        message: Box<str>,
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
    },
    /// Visible. `place = src`.
    Store {
        /// The shared word.
        place: Place,
        /// The value.
        src: Operand,
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
                | Instr::Yield
                | Instr::AtomicBegin
        )
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
            | Instr::Print { .. }
            | Instr::Yield
            | Instr::AtomicBegin
            | Instr::AtomicEnd
            | Instr::Block { .. } => None,
        }
    }

    /// Calls `f` with every operand it reads.
    pub fn operands(&self, mut f: impl FnMut(Operand)) {
        let place = |p: &Place, f: &mut dyn FnMut(Operand)| match *p {
            Place::Global(_) => {}
            Place::Field { obj, .. } => f(obj),
            Place::Elem { arr, index } => {
                f(arr);
                f(index);
            }
            Place::Slot { obj, index, .. } => {
                f(obj);
                f(index);
            }
        };
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
            Instr::Load { place: p, .. } | Instr::Fixed { place: p, .. } => place(p, &mut f),
            Instr::Store { place: p, src } => {
                place(p, &mut f);
                f(*src);
            }
            Instr::Cas { place: p, expected, new, .. } => {
                place(p, &mut f);
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
