//! Analyses that need nothing but the program.

mod atomic;
mod callgraph;
mod liveness;

pub use atomic::{AtomicDepthError, atomic_depth};
pub use callgraph::CallGraph;
pub use liveness::{Liveness, liveness};
