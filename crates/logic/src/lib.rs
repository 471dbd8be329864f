//! Terms, obligations and the conditions under which an obligation holds.
//!
//! An [`Obligation`] is a small program of assumptions, assertions, assignments, choices and two-state steps. It has
//! a text form (print with `Display`, read with [`parse_obligation`]), so that every stage of a proof can be looked
//! at, kept as a test and given to another tool. Terms are well-sorted by construction ([`Term::apply`]).

mod build;
mod check;
mod condition;
mod eval;
mod lexer;
mod obligation;
mod op;
mod parse;
mod print;
mod sort;
mod subst;
mod term;
mod value;

pub use check::CheckError;
pub use condition::{Check, Condition, From, Point, PointId, StmtInfo};
pub use eval::EvalError;
pub use obligation::{Branch, Claim, ClaimKind, Decl, Obligation, Step, Stmt, StmtKind};
pub use op::{Op, SortError};
pub use parse::{TextError, parse_obligation, parse_obligations, parse_term};
pub use sort::{EnumSort, Sort};
pub use term::{Lit, Node, Quantifier, Term, Var, When};
pub use value::{ArrayValue, Value};
