//! Types of values, and the faults that an instruction can raise.

use crate::{ClassId, EnumId, ShapeId};

/// The type of a register, field, element or global. Every value is one 64-bit word at run time;
/// the type says how to read it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// `0` or `1`.
    Bool,
    /// 32-bit signed, wrapping; kept sign-extended to 64 bits.
    I32,
    /// 64-bit signed, wrapping.
    I64,
    /// IEEE 754 single; the word holds its bits.
    F32,
    /// IEEE 754 double; the word holds its bits.
    F64,
    /// A 64-bit integer that the front end promises to keep in `lo..=hi` (by [`crate::Instr::Narrow`]).
    Range {
        /// The least value.
        lo: i64,
        /// The greatest value.
        hi: i64,
    },
    /// The index of a variant.
    Enum(EnumId),
    /// A reference to an instance of this class or a subclass of it, or null.
    Class(ClassId),
    /// A reference to an object of exactly this shape, or null.
    Object(ShapeId),
    /// A reference to any object, or null.
    AnyRef,
}

impl Ty {
    /// Whether a word of this type is a reference, which the heap follows and renumbers.
    pub fn is_ref(self) -> bool {
        matches!(self, Ty::Class(_) | Ty::Object(_) | Ty::AnyRef)
    }
}

/// What can go wrong when an instruction is executed. Each can be given an exception class
/// ([`crate::Program::fault_classes`]); without one it is a violation at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FaultKind {
    /// An [`crate::Instr::Assert`] whose condition is false.
    Assertion,
    /// An exception that no handler of the thread catches.
    Uncaught,
    /// An access through a null reference.
    NullDereference,
    /// An index outside an array or sequence, or `pop` of an empty sequence.
    OutOfBounds,
    /// An integer division or remainder by zero.
    DivisionByZero,
    /// A value outside the declared range of a bounded integer.
    OutOfRange,
    /// An array of negative length, a channel of negative capacity or a barrier of a negative number of parties.
    NegativeSize,
    /// A reference of the wrong class.
    BadCast,
    /// A lock or monitor operation by a thread that does not hold it.
    MonitorMisuse,
    /// The thread was interrupted while it waited.
    Interrupted,
    /// An atomic block that ran [`crate::Program::ATOMIC_FUEL`] instructions without ending, or an initialiser
    /// that does not come to its end. Never an exception: it could not be handled in time.
    EndlessAtomic,
    /// More than [`crate::Program::MAX_FRAMES`] calls deep.
    StackOverflow,
    /// More than [`crate::Program::MAX_OBJECTS`] objects, [`crate::Program::MAX_THREADS`] threads or
    /// [`crate::Program::MAX_WORDS`] words in one object.
    OutOfMemory,
    /// An [`crate::Instr::Start`] of a thread that was started before.
    StartedTwice,
    /// An [`crate::Instr::Refuse`]. Never an exception: what the program does from here is not known.
    Unsupported,
}

impl FaultKind {
    /// All kinds, in order.
    pub const ALL: [FaultKind; 15] = [
        FaultKind::Assertion,
        FaultKind::Uncaught,
        FaultKind::NullDereference,
        FaultKind::OutOfBounds,
        FaultKind::DivisionByZero,
        FaultKind::OutOfRange,
        FaultKind::NegativeSize,
        FaultKind::BadCast,
        FaultKind::MonitorMisuse,
        FaultKind::Interrupted,
        FaultKind::EndlessAtomic,
        FaultKind::StackOverflow,
        FaultKind::OutOfMemory,
        FaultKind::StartedTwice,
        FaultKind::Unsupported,
    ];

    /// What to tell the user, in a few words.
    pub fn message(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion failed",
            FaultKind::Uncaught => "uncaught exception",
            FaultKind::NullDereference => "null dereference",
            FaultKind::OutOfBounds => "index out of bounds",
            FaultKind::DivisionByZero => "division by zero",
            FaultKind::OutOfRange => "value out of range",
            FaultKind::NegativeSize => "negative size",
            FaultKind::BadCast => "object of the wrong kind",
            FaultKind::MonitorMisuse => "lock or monitor is not held by this thread",
            FaultKind::Interrupted => "interrupted while waiting",
            FaultKind::EndlessAtomic => "atomic block does not end",
            FaultKind::StackOverflow => "stack overflow",
            FaultKind::OutOfMemory => "too many objects, threads or elements",
            FaultKind::StartedTwice => "thread was started before",
            FaultKind::Unsupported => "not supported",
        }
    }

    /// The name in the text form and in reports.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Assertion => "assertion",
            FaultKind::Uncaught => "uncaught_exception",
            FaultKind::NullDereference => "null_dereference",
            FaultKind::OutOfBounds => "out_of_bounds",
            FaultKind::DivisionByZero => "division_by_zero",
            FaultKind::OutOfRange => "out_of_range",
            FaultKind::NegativeSize => "negative_size",
            FaultKind::BadCast => "bad_cast",
            FaultKind::MonitorMisuse => "monitor_misuse",
            FaultKind::Interrupted => "interrupted",
            FaultKind::EndlessAtomic => "endless_atomic",
            FaultKind::StackOverflow => "stack_overflow",
            FaultKind::OutOfMemory => "out_of_memory",
            FaultKind::StartedTwice => "started_twice",
            FaultKind::Unsupported => "unsupported",
        }
    }
}
