//! Instructions of the virtual machine, decoded: forms that mean the same are one.

use super::pool::{Loadable, Member};
use commute_ir::{BinOp, Conversion, NumTy};

/// The kind of a value on the stack or in a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `int` and what is smaller.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A reference.
    Ref,
}

impl Kind {
    /// Whether it counts as two in the instructions that move stack entries.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

/// The elements of an array, as far as instructions tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elem {
    /// `byte` and `boolean`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// The others.
    Of(Kind),
}

impl Elem {
    /// The kind of an element on the stack.
    pub fn kind(self) -> Kind {
        match self {
            Elem::Of(kind) => kind,
            _ => Kind::Int,
        }
    }
}

/// How a method is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invoke {
    /// By the class of the receiver.
    Virtual,
    /// Exactly this one, on a receiver.
    Special,
    /// Without receiver.
    Static,
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    /// Null.
    Null,
    /// One of the pool, or the like.
    Loadable(Loadable),
}

/// An instruction. Targets are offsets of instructions.
#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    /// Nothing.
    Nop,
    /// Pushes a constant.
    Push(Const),
    /// Pushes a local variable.
    Load(Kind, u16),
    /// Pops a local variable.
    Store(Kind, u16),
    /// Adds to a local variable.
    Increment(u16, i16),
    /// Array, index -> element.
    ArrayLoad(Elem),
    /// Array, index, value ->
    ArrayStore(Elem),
    /// `pop`.
    Pop,
    /// `pop2`.
    Pop2,
    /// `swap`.
    Swap,
    /// Copies the top one (or two narrow) entries below what is under them: how wide the copy is, how much is jumped over.
    Dup {
        /// 1 or 2.
        width: u8,
        /// 0, 1 or 2.
        over: u8,
    },
    /// a, b -> a op b.
    Binary(BinOp, NumTy),
    /// a -> -a.
    Neg(NumTy),
    /// a -> converted.
    Convert(Conversion),
    /// Jumps if the top compares so with zero.
    IfZero(BinOp, u32),
    /// Jumps if two integers compare so.
    IfInts(BinOp, u32),
    /// Jumps if two references are equal (`Eq`) or not (`Ne`).
    IfRefs(BinOp, u32),
    /// Jumps if a reference is null (`Eq`) or not (`Ne`).
    IfNull(BinOp, u32),
    /// Jumps.
    Goto(u32),
    /// Jumps by cases.
    Switch {
        /// Value and target.
        cases: Vec<(i64, u32)>,
        /// Where else.
        default: u32,
    },
    /// Ends the method.
    Return(Option<Kind>),
    /// Pushes a static field.
    GetStatic(Member),
    /// Pops a static field.
    PutStatic(Member),
    /// Object -> field.
    GetField(Member),
    /// Object, value ->
    PutField(Member),
    /// Receiver and arguments -> result.
    Call(Invoke, Member),
    /// Arguments -> result of what a bootstrap method says.
    Dynamic {
        /// The number of the bootstrap method.
        bootstrap: u16,
        /// The name.
        name: String,
        /// The descriptor.
        desc: String,
    },
    /// Pushes a new instance.
    New(String),
    /// Length -> array of this descriptor, as `[I`.
    NewArray(String),
    /// Lengths -> array of this descriptor, of so many dimensions.
    NewArrays(String, u8),
    /// Array -> length.
    ArrayLength,
    /// Throws the top.
    Throw,
    /// Object -> object, which is of the class.
    CheckCast(String),
    /// Object -> whether it is of the class.
    InstanceOf(String),
    /// Object ->
    MonitorEnter,
    /// Object ->
    MonitorExit,
    /// What is not translated.
    Unsupported(&'static str),
}

impl Op {
    /// Whether control never goes on to the next instruction.
    pub fn ends(&self) -> bool {
        matches!(self, Op::Goto(_) | Op::Switch { .. } | Op::Return(_) | Op::Throw | Op::Unsupported(_))
    }

    /// Calls `f` with every target of a jump.
    pub fn targets(&self, mut f: impl FnMut(u32)) {
        match self {
            Op::IfZero(_, to) | Op::IfInts(_, to) | Op::IfRefs(_, to) | Op::IfNull(_, to) | Op::Goto(to) => {
                f(*to);
            }
            Op::Switch { cases, default } => {
                cases.iter().for_each(|&(_, to)| f(to));
                f(*default);
            }
            _ => {}
        }
    }
}
