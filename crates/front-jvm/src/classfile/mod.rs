//! Class files (JVMS chapter 4): what is in them, read with care, since they may be anything.
//!
//! Only what the translation needs is kept. Every index and length is checked where it is used; nothing is reserved
//! before it was read, so a file of n bytes never needs more than a small multiple of n.

mod decode;
#[cfg(test)]
mod fuzz;
mod members;
mod op;
mod pool;
mod reader;

pub use decode::decode;
pub use members::{
    Annotation, ClassFile, Code, Element, Field, Inner, Method, Ops, Protected, TypeAnnotation,
};
pub use op::{Const, Elem, Invoke, Kind, Op};
pub use pool::{Handle, HandleKind, Loadable, Member};
pub use reader::Malformed;

/// Flags of classes, fields and methods.
pub mod flags {
    /// Everyone may use it.
    pub const PUBLIC: u16 = 0x0001;
    /// Classes that extend its own may use it, and those of its package.
    pub const PROTECTED: u16 = 0x0004;
    /// Only its own class may use it.
    pub const PRIVATE: u16 = 0x0002;
    /// It belongs to the class, not to instances.
    pub const STATIC: u16 = 0x0008;
    /// It is not overridden or changed.
    pub const FINAL: u16 = 0x0010;
    /// Accesses to the field are ordered.
    pub const VOLATILE: u16 = 0x0040;
    /// The method is written in another language.
    pub const NATIVE: u16 = 0x0100;
    /// The method holds the monitor of its instance or class.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// Of classes, a sign that old compilers did not set.
    pub const SUPER: u16 = 0x0020;
    /// It is not in the source.
    pub const SYNTHETIC: u16 = 0x1000;
    /// The interface is that of an annotation.
    pub const ANNOTATION: u16 = 0x2000;
    /// The class is an enum.
    pub const ENUM: u16 = 0x4000;
    /// The class is an interface.
    pub const INTERFACE: u16 = 0x0200;
    /// It has no body, or no instances.
    pub const ABSTRACT: u16 = 0x0400;
}
