//! The program as data: what every front end produces and every engine reads.
//!
//! A [`Program`] is a set of tables: classes, globals, static objects, functions, threads and
//! properties. Code is a flat list of [`Instr`] for each function, over typed registers. What an
//! instruction does, which of them are *visible* (end a step) and how local ones are fused into the
//! step before them is defined in `docs/semantics.md`; `vm` and `certify` implement that page twice,
//! independently of each other.
//!
//! This crate also has the text form ([`print()`], [`parse`]), [`validate`], and the analyses that need
//! nothing but the program: control flow, liveness, the call graph.

pub mod analysis;
pub mod arith;
mod expr;
mod instr;
pub mod link;
mod notes;
mod op;
mod operand;
mod program;
mod text;
mod types;
mod validate;

pub use expr::{Expr, ExprKind, Ltl, Quantifier};
pub use instr::Instr;
pub use notes::ProofNote;
pub use op::{BinOp, Conversion, NumTy, ObjOp, PrintForm, UnOp};
pub use operand::{Operand, Pc, Place, Reg};
pub use program::{
    Annotation, Class, ClassId, EnumDecl, EnumId, Field, FuncId, Function, Global, GlobalId, Handler, Label,
    ProcessId, Program, Property, PropertyKind, RegDecl, Selector, Shape, ShapeId, StaticId, StaticObject,
    ThreadDecl, Timeouts,
};
pub use text::{ParseError, PrintOptions, parse, print};
pub use types::{FaultKind, Ty};
pub use validate::{Invalid, validate};
