//! Thread-modular proof: assertions and invariants for all interleavings, one thread at a time.

mod candidates;
pub mod code;
pub mod derive;
pub mod ffq01;
mod fold;
mod ground;
pub mod houdini;
pub mod java;
pub mod movers;
pub mod obligations;
pub mod points;
pub mod predicate;
mod prove;
mod refusal;
pub mod roles;
pub mod spec;
pub mod store;
pub mod summary;
pub mod uncovered;

pub use prove::{Finding, Findings, Options, Plan, Seconded, Vacuity};
pub use refusal::{Refusal, Result};
