//! Operations on values and on objects. What each does is defined in `docs/semantics.md`.

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
    /// How many messages can be sent to a channel before it is full.
    Room,
}

impl ObjOp {
    /// Whether it is an operation on the handle of a thread.
    pub fn is_of_threads(self) -> bool {
        use ObjOp::{Interrupt, IsAlive, IsInterrupted, Join, TakeInterrupt};
        matches!(self, Join | IsAlive | Interrupt | IsInterrupted | TakeInterrupt)
    }
}

/// How [`Instr::Print`](crate::Instr::Print) shows a word.
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
