//! Analyses that need nothing but the program.

mod arrays;
mod atomic;
mod callgraph;
mod cfg;
mod constants;
mod granularity;
mod liveness;
mod loops;
mod operations;
mod static_escape;

pub use arrays::array_words;
pub use atomic::{AtomicDepthError, atomic_depth};
pub use callgraph::CallGraph;
pub(crate) use callgraph::Components;
pub(crate) use cfg::Cfg;
pub use constants::{Constants, Known};
pub use granularity::{Grains, Unmet, grains};
pub use liveness::{Liveness, content_liveness, liveness};
pub use loops::{LoopKind, loop_around, loops_left, may_spin};
pub use operations::{make_operations, operations};
pub use static_escape::{ObjectFlow, ThreadLocality, control_points, singletons, static_escape};
