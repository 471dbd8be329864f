//! Runners for the corpora of models that Commute is tested with. For tests only.

pub mod abstraction;
pub mod choice;
pub mod classes;
mod corpus;
pub mod difftest;
mod fences;
pub mod fuzz;
pub mod generate;
pub mod jvm;
mod model;
pub mod proofs;
mod recorded;
mod run;
pub mod systems;
pub mod twins;

pub use corpus::{Expected, Row, Table};
pub use fences::{Fence, fences};
pub use model::{Model, Rejected};
pub use recorded::Recorded;
pub use run::{COLUMNS, Configuration, Report, configurations, explore, explore_reduced};

use std::path::PathBuf;

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
