//! Terms, obligations and the conditions under which an obligation holds.
//!
//! An [`Obligation`] is a small program of assumptions, assertions, assignments, choices and two-state steps. It has
//! a text form (print with `Display`, read with `parse_obligation`), so that every stage of a proof can be looked
//! at, kept as a test and given to another tool. Terms are well-sorted by construction ([`Term::apply`]).

mod build;
mod obligation;
mod op;
mod print;
mod sort;
mod subst;
mod term;

pub use obligation::{Branch, Claim, ClaimKind, Decl, Obligation, Step, Stmt, StmtKind};
pub use op::{Op, SortError};
pub use sort::{EnumSort, Sort};
pub use term::{Lit, Node, Quantifier, Term, Var, When};
