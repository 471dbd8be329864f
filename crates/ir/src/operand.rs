//! What instructions read and write: registers, constants and shared words.

use crate::{ClassId, GlobalId, StaticId};

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

impl Place {
    /// Calls `f` with every operand that says which word it is, to change it.
    pub fn operands_mut(&mut self, f: &mut impl FnMut(&mut Operand)) {
        match self {
            Place::Global(_) => {}
            Place::Field { obj, .. } => f(obj),
            Place::Elem { arr: obj, index } | Place::Slot { obj, index, .. } => {
                f(obj);
                f(index);
            }
        }
    }

    /// Calls `f` with every operand that says which word it is.
    pub fn operands(&self, f: &mut impl FnMut(Operand)) {
        match *self {
            Place::Global(_) => {}
            Place::Field { obj, .. } => f(obj),
            Place::Elem { arr: obj, index } | Place::Slot { obj, index, .. } => {
                f(obj);
                f(index);
            }
        }
    }
}
